/// <reference lib="dom" />
/** The page of the live pours: one in the plane, one in space. A worker moves the bodies by the library. */
import { button, element, labelled, watchDark } from '../dom';
import '../live.css';
import type { Stage } from './draw';
import { createStage2d } from './draw-2d';
import { createStage3d } from './draw-3d';
import { METHODS, type Command, type Reply } from './messages';

const NUMBERS = { 2: [50, 100, 200, 400, 800], 3: [50, 100, 200, 400, 800] };

/** Fills `root` with both pours. Returns what closes them. */
export function mountPours(root: HTMLElement): () => void {
  const pours = [mountPour(2), mountPour(3)];
  root.replaceChildren(...pours.map(({ section }) => section));
  return () => pours.forEach(({ close }) => close());
}

function mountPour(dimension: 2 | 3): { section: HTMLElement; close: () => void } {
  const canvas = element('canvas', {
    'aria-label': dimension === 2 ? 'Polygons that fall into a box' : 'Polyhedra that fall into a box; arrow keys turn the view',
    role: 'img',
    ...(dimension === 3 && { tabindex: 0 }),
  });
  const state = element('p', { class: 'live-help', 'data-pour': `state-${dimension}` });
  const note = element('p', { class: 'live-note', role: 'status' });
  const bodies = element('select', { change: start }, ...NUMBERS[dimension].map((n) => element('option', { value: n }, String(n))));
  bodies.value = '100';
  const method = element('select', { change: start }, ...METHODS[dimension].map((name) => element('option', { value: name }, name)));
  const toggle = button('start', () => run(!isRunning));
  const again = button('start again', start);
  let seed = 1;
  let isRunning = false;
  let isOver = false;

  const section = element(
    'section',
    { 'data-dimension': dimension },
    element('h2', {}, dimension === 2 ? 'In the plane' : 'In space'),
    element(
      'div',
      { class: 'live-row' },
      toggle,
      again,
      button('other bodies', () => {
        seed++;
        start();
      }),
      labelled('bodies', bodies),
      labelled('method', method),
    ),
    note,
    canvas,
    state,
  );

  let stage: Stage | undefined;
  try {
    stage = dimension === 2 ? createStage2d(canvas) : createStage3d(canvas);
  } catch {
    note.textContent = 'This browser has no WebGL 2, so there is no picture. The numbers below are those of the pour.';
  }
  const endDark = watchDark((isDark) => stage?.setDark(isDark));
  const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
  const tell = (command: Command): void => worker.postMessage(command);
  worker.onerror = () => (note.textContent = 'The worker of this page stopped. Load the page again.');
  worker.onmessage = ({ data }: MessageEvent<Reply>) => {
    if ('error' in data) {
      note.textContent = data.error;
      run(false);
    } else if ('scene' in data) stage?.showScene(data.scene);
    else {
      const { time, steps, contacts, energy, stepTime, isAtRest } = data.frame;
      stage?.showFrame(data.frame);
      state.textContent = `${time.toFixed(2)} s in ${steps} steps of ${stepTime.toFixed(2)} ms; ${contacts} contacts; energy of motion ${energy.toPrecision(2)} J${isAtRest ? '; at rest' : ''}`;
      if (isAtRest && isRunning) {
        isOver = true;
        run(false);
      }
      // The next frame comes when this one is on the screen.
      requestAnimationFrame(() => tell({ drawn: true }));
    }
  };

  function run(next: boolean): void {
    isRunning = next;
    toggle.textContent = next ? 'pause' : 'start';
    // The focus of the keyboard does not leave with the button.
    if (isOver && document.activeElement === toggle) again.focus({ preventScroll: true });
    toggle.hidden = isOver;
    tell({ isRunning: next && !document.hidden });
  }

  /** A new pour; it runs on when one was running. */
  function start(): void {
    note.textContent = '';
    isOver = false;
    tell({ start: { dimension, bodies: Number(bodies.value), method: method.value, seed } });
    tell({ isRunning });
    toggle.textContent = isRunning ? 'pause' : 'start';
    toggle.hidden = false;
  }

  // A page that is not seen does not run.
  const watchHidden = (): void => tell({ isRunning: isRunning && !document.hidden });
  document.addEventListener('visibilitychange', watchHidden);

  if (dimension === 3) {
    canvas.addEventListener('pointermove', (event) => {
      if (event.buttons === 1) stage?.orbit(event.movementX, event.movementY);
    });
    canvas.addEventListener('keydown', (event) => {
      const turns: Readonly<Record<string, [number, number]>> = {
        ArrowLeft: [-10, 0],
        ArrowRight: [10, 0],
        ArrowUp: [0, -10],
        ArrowDown: [0, 10],
      };
      const turn = turns[event.key];
      if (turn !== undefined) {
        event.preventDefault();
        stage?.orbit(...turn);
      } else if (event.key === '+') stage?.zoom(0.8);
      else if (event.key === '-') stage?.zoom(1.25);
    });
  }
  start();
  return {
    section,
    close: () => {
      document.removeEventListener('visibilitychange', watchHidden);
      worker.terminate();
      stage?.close();
      endDark();
    },
  };
}
