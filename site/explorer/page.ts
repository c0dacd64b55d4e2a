/// <reference lib="dom" />
/** The page of the pair explorer. A worker asks the library; the part of the address behind the # holds the state. */
import { button, element, labelled, watchDark } from '../dom';
import type { Row, Time } from './answers';
import { counterexamples } from './counterexamples';
import type { Search } from './drawing';
import { bodyFields } from './fields';
import type { Reply, Request } from './messages';
import { anglesOf, firstPair, pairFromText, pairToText, solidFromObj, type Body, type Pair } from './pair';
import { createPicture, type Picture, type Which } from './scene';
import { answerTable, pointTable, stepTable } from './tables';
import '../live.css';

/** Times are measured when the pair has been at rest for so many milliseconds. */
const REST = 300;

type Mode = 'turn' | 'move' | 'view';

/** Fills `root` with the explorer. Returns what closes it. */
export function mountExplorer(root: HTMLElement): () => void {
  const start = stateFromHash(location.hash);
  let pair = start.pair ?? firstPair;
  let shown = start.shown;
  let step = 0;
  let rows: Row[] = [];
  let times: Time[] = [];
  let searches: Search[] = [];
  let mode: Mode = 'turn';
  let held: Which = 'b';
  let isComplaint = false;

  // What the page shows.
  const note = element('p', { class: 'live-note', role: 'status' });
  const canvas = element('canvas', {
    tabindex: 0,
    role: 'application',
    'aria-label': 'The two bodies. Arrow keys, Page up and Page down turn or move the body that is held.',
  });
  const answers = element('div');
  const about = element('div', { class: 'live-about' });
  const list = element('select', { 'data-shown': true, change: () => show(list.value) });
  const slider = element('input', { type: 'range', min: 0, max: 0, value: 0, input: () => showStep(Number(slider.value)) });
  const sliderLabel = labelled('step', slider);

  // Choices.
  const examples = element(
    'select',
    { change: () => loadExample(Number(examples.value)) },
    element('option', { value: -1 }, 'choose…'),
    ...counterexamples.map(({ name }, k) => element('option', { value: k }, name)),
  );
  const fields = {
    a: bodyFields('A', pair.a, (body) => change({ a: body })),
    b: bodyFields('B', pair.b, (body) => change({ b: body })),
  };
  const margin = element('input', {
    type: 'number',
    min: 0,
    step: 0.05,
    value: pair.margin,
    input: () => margin.value !== '' && margin.checkValidity() && change({ margin: Number(margin.value) }),
  });
  const modes = (['turn', 'move', 'view'] as const).map((name) =>
    button(name === 'view' ? 'turn the view' : `${name} a body`, () => setMode(name), { 'data-mode': name }),
  );
  const holders = (['a', 'b'] as const).map((which) => button(`hold ${which.toUpperCase()}`, () => hold(which), { 'data-hold': which }));
  const obj = element('textarea', { rows: 6, spellcheck: 'false', 'aria-label': 'Text of an OBJ file' });
  const obj2 = element('p', { role: 'status' });

  root.replaceChildren(
    element(
      'div',
      { class: 'live-row live-bar' },
      labelled('Counterexample of a paper', examples),
      button('Random pair', randomPair),
      button('First pair', () => {
        leaveExample();
        load(firstPair);
      }),
      button('Copy the link', copyLink),
    ),
    note,
    element(
      'div',
      { class: 'live-main' },
      element(
        'div',
        { class: 'live-view' },
        canvas,
        element('div', { class: 'live-row', role: 'group', 'aria-label': 'What dragging does' }, ...modes, ...holders),
        element(
          'div',
          { class: 'live-row' },
          button('nearer', () => picture?.zoom(0.8)),
          button('farther', () => picture?.zoom(1.25)),
          button('first view', () => picture?.reset()),
        ),
        element(
          'p',
          { class: 'live-help' },
          'Drag a body, or use the arrow keys, Page up and Page down on the picture. With Shift a turn becomes a move. Dragging beside the bodies turns the view.',
        ),
      ),
      element(
        'div',
        { class: 'live-fields' },
        fields.a.root,
        fields.b.root,
        labelled('margin: bodies apart by at most this get contact points', margin),
        element(
          'details',
          {},
          element('summary', {}, 'Paste an OBJ file'),
          obj,
          element(
            'div',
            { class: 'live-row' },
            button('use as A', () => useObj('a')),
            button('use as B', () => useObj('b')),
          ),
          obj2,
        ),
      ),
    ),
    element('h2', {}, 'In the picture'),
    element('div', { class: 'live-row' }, labelled('show', list), sliderLabel),
    about,
    element('h2', {}, 'Answers of all methods'),
    element(
      'p',
      {},
      'Each method is asked once without memory. A marked row differs from the exact plane. Choose a method to see its plane, link and points. Times are those of your machine, in a worker.',
    ),
    answers,
  );

  // The picture; without WebGL the tables are there all the same.
  let picture: Picture | undefined;
  try {
    picture = createPicture(canvas);
  } catch {
    canvas.replaceWith(
      element('p', { class: 'live-note' }, 'This browser has no WebGL 2, so there is no picture. The tables work without it.'),
    );
  }
  const endDark = watchDark((isDark) => picture?.setDark(isDark));

  // The worker has one request at a time; the last one waits.
  const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
  let id = 0;
  let isBusy = false;
  let waiting: Request | undefined;
  let rest = 0;
  worker.onmessage = ({ data }: MessageEvent<Reply>) => {
    isBusy = false;
    if (waiting !== undefined) send(waiting);
    if (data.id !== id && 'times' in data) return;
    if ('error' in data) {
      complain(data.error);
      return;
    }
    if ('times' in data) times = data.times;
    else {
      ({ rows, searches } = data);
      const isInvalid = rows[0].status === 'Invalid';
      complain(isInvalid ? 'The exact plane has no answer: a number of this pair is too large or too small.' : '');
    }
    showTables();
  };
  worker.onerror = () => tell('The worker of this page stopped. Load the page again.');

  function send(request: Request): void {
    waiting = isBusy ? request : undefined;
    if (isBusy) return;
    isBusy = true;
    worker.postMessage(request);
  }

  function askWorker(): void {
    times = [];
    send({ id: ++id, pair, isTimed: false });
    clearTimeout(rest);
    rest = window.setTimeout(() => {
      send({ id: ++id, pair, isTimed: true });
      keepLink();
    }, REST);
  }

  function change(part: Partial<Pair>): void {
    leaveExample();
    pair = { ...pair, ...part };
    picture?.showPair(pair);
    askWorker();
  }

  /** A new pair, seen from the first direction. */
  function load(next: Pair): void {
    pair = next;
    step = 0;
    fields.a.show(pair.a);
    fields.b.show(pair.b);
    margin.value = String(pair.margin);
    picture?.showPair(pair);
    picture?.reset();
    askWorker();
  }

  function loadExample(k: number): void {
    if (k < 0) return;
    const { pair: next, text, search } = counterexamples[k];
    tell(text);
    shown = search;
    load(next);
    // Iterations are seen from their end, rows of other searches from the first.
    step = /^(SLM|Cundall)/.test(search) ? Infinity : 0;
  }

  /** The pair is another one than that of the list: its text goes, and the same entry can be chosen again. */
  function leaveExample(): void {
    examples.value = '-1';
    tell('');
  }

  function randomPair(): void {
    const draw = (): number => Math.floor(1 + Math.random() * 9999);
    const angle = (): number => Math.round(Math.random() * 360 - 180);
    const bodyOf = (position: number[]): Body => ({
      solid: `random-${draw()}-${8 + (draw() % 30)}`,
      position,
      angles: [angle(), angle(), angle()],
    });
    leaveExample();
    load({ a: bodyOf([0, 0, 0]), b: bodyOf([0.5, 0.3, Number((1.4 + 0.6 * Math.random()).toFixed(2))]), margin: pair.margin });
  }

  function useObj(which: Which): void {
    try {
      const { name, found } = solidFromObj(obj.value);
      leaveExample();
      obj2.textContent = found > 1 ? `The first of ${found} solids of the file.` : '';
      load({ ...pair, [which]: { ...pair[which], solid: name } });
    } catch (error) {
      obj2.textContent = error instanceof Error ? error.message : String(error);
    }
  }

  function tell(text: string): void {
    note.textContent = text;
    isComplaint = false;
  }

  /** What is wrong with the pair; an empty text takes the last complaint away, and no other note. */
  function complain(text: string): void {
    if (text === '' && !isComplaint) return;
    tell(text);
    isComplaint = text !== '';
  }

  function show(name: string): void {
    shown = name;
    step = 0;
    showTables();
    keepLink();
  }

  function showStep(k: number): void {
    step = k;
    showTables();
  }

  function showTables(): void {
    const names = [...rows.map(({ method }) => method), ...searches.map(({ name }) => name)];
    shown = names.find((name) => name === shown) ?? names.find((name) => shown !== '' && name.startsWith(shown)) ?? names[0] ?? '';
    if (list.options.length !== names.length) {
      const options = names.map((name) => element('option', { value: name }, name));
      list.replaceChildren(
        element('optgroup', { label: 'Answers' }, ...options.slice(0, rows.length)),
        element('optgroup', { label: 'Inside a method' }, ...options.slice(rows.length)),
      );
    }
    list.value = shown;
    replaceTable(answers, answerTable(rows, times, shown, show));
    const search = searches.find(({ name }) => name === shown);
    const row = rows.find(({ method }) => method === shown);
    step = Math.max(0, Math.min(step, (search?.steps.length ?? 1) - 1));
    sliderLabel.hidden = search === undefined || search.steps.length < 2;
    slider.max = String((search?.steps.length ?? 1) - 1);
    slider.value = String(step);
    if (search) {
      replaceTable(about, element('p', {}, search.about), search.steps.length > 0 ? stepTable(search, step, showStep) : '');
      picture?.showDrawing(search.steps[step]?.drawing ?? {});
    } else if (row) {
      const text =
        row.points.length > 0 ? '' : 'No contact points: the bodies are apart by more than the margin, or the method finds no contact.';
      replaceTable(about, element('p', {}, text), row.points.length > 0 ? pointTable(row.points) : '');
      picture?.showDrawing(row.drawing);
    }
  }

  // Dragging, keys and the wheel.
  const pointers = new Map<number, { x: number; y: number }>();
  let dragged: Which | undefined;
  let spread = 0;
  canvas.addEventListener('pointerdown', (event) => {
    canvas.setPointerCapture(event.pointerId);
    pointers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    spread = spreadOf();
    if (pointers.size > 1) dragged = undefined;
    else dragged = mode === 'view' ? undefined : picture?.bodyAt(event.offsetX, event.offsetY);
    if (dragged !== undefined) hold(dragged);
  });
  canvas.addEventListener('pointermove', (event) => {
    const last = pointers.get(event.pointerId);
    if (last === undefined) return;
    const [dx, dy] = [event.clientX - last.x, event.clientY - last.y];
    pointers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    if (pointers.size > 1) {
      const now = spreadOf();
      if (spread > 0 && now > 0) picture?.zoom(spread / now);
      spread = now;
    } else if (dragged === undefined) picture?.orbit(dx, dy);
    else act((mode === 'move') !== event.shiftKey ? 'move' : 'turn', dx, dy, 0);
  });
  for (const name of ['pointerup', 'pointercancel'] as const)
    canvas.addEventListener(name, (event) => {
      pointers.delete(event.pointerId);
      if (pointers.size === 0) dragged = undefined;
    });
  canvas.addEventListener(
    'wheel',
    (event) => {
      // The wheel scrolls the page unless the picture is in use.
      if (document.activeElement !== canvas && !event.ctrlKey) return;
      event.preventDefault();
      picture?.zoom(Math.exp(0.0015 * event.deltaY));
    },
    { passive: false },
  );
  const KEYS: Readonly<Record<string, readonly [number, number, number]>> = {
    ArrowLeft: [-1, 0, 0],
    ArrowRight: [1, 0, 0],
    ArrowUp: [0, -1, 0],
    ArrowDown: [0, 1, 0],
    PageUp: [0, 0, 1],
    PageDown: [0, 0, -1],
  };
  canvas.addEventListener('keydown', (event) => {
    const key = KEYS[event.key];
    if (key !== undefined) {
      event.preventDefault();
      // 5 degrees, or 10 pixels.
      const [x, y, z] = key.map((d) => d * 8.7266);
      if (mode === 'view') picture?.orbit(x, y);
      else act((mode === 'move') !== event.shiftKey ? 'move' : 'turn', x, y, z);
    } else if (event.key === 'a' || event.key === 'b') hold(event.key);
    else if (event.key === '+') picture?.zoom(0.8);
    else if (event.key === '-') picture?.zoom(1.25);
  });

  function spreadOf(): number {
    const [p, q] = [...pointers.values()];
    return q === undefined ? 0 : Math.hypot(p.x - q.x, p.y - q.y);
  }

  /** Turns or moves the body that is held. Short numbers, for short links. */
  function act(what: 'turn' | 'move', dx: number, dy: number, away: number): void {
    if (picture === undefined) return;
    const { solid, position, angles } = pair[held];
    const body =
      what === 'turn'
        ? { solid, position, angles: anglesOf(picture.turned(angles, dx, dy, away)) }
        : { solid, position: picture.moved(position, dx, dy, away).map((x) => Number(x.toFixed(4)) + 0), angles };
    fields[held].show(body);
    change({ [held]: body });
  }

  function setMode(next: Mode): void {
    mode = next;
    for (const each of modes) each.setAttribute('aria-pressed', String(each.dataset['mode'] === mode));
  }

  function hold(which: Which): void {
    held = which;
    for (const each of holders) each.setAttribute('aria-pressed', String(each.dataset['hold'] === held));
  }

  // The link.
  function keepLink(): void {
    history.replaceState(history.state, '', `#${encodeURI(`${pairToText(pair)}~${shown}`)}`);
  }

  function copyLink(): void {
    keepLink();
    navigator.clipboard.writeText(location.href).then(
      () => tell('The link is copied.'),
      () => tell(`Copy the address of this page: ${location.href.slice(0, 200)}`),
    );
  }

  function followLink(): void {
    const next = stateFromHash(location.hash);
    if (next.pair === undefined) {
      tell('The link does not describe a pair, so the picture stays as it is.');
      return;
    }
    leaveExample();
    shown = next.shown;
    if (pairToText(next.pair) === pairToText(pair)) showTables();
    else load(next.pair);
  }
  window.addEventListener('hashchange', followLink);

  setMode('turn');
  hold('b');
  if (location.hash.length > 1 && start.pair === undefined) tell('The link does not describe a pair, so this is the first one.');
  load(pair);
  return () => {
    window.removeEventListener('hashchange', followLink);
    clearTimeout(rest);
    worker.terminate();
    picture?.close();
    endDark();
  };
}

/** Puts new content in place of the old; a table keeps where it was scrolled to, and the focus stays in its row. */
function replaceTable(holder: HTMLElement, ...content: (Node | string)[]): void {
  const scrolled = holder.querySelector('.live-table');
  const [left, top] = [scrolled?.scrollLeft ?? 0, scrolled?.scrollTop ?? 0];
  const buttons = Array.from(holder.querySelectorAll('button'));
  const focused = buttons.findIndex((each) => each === document.activeElement);
  holder.replaceChildren(...content.filter((each) => each !== ''));
  holder.querySelector('.live-table')?.scrollTo(left, top);
  if (focused >= 0) holder.querySelectorAll('button')[focused]?.focus({ preventScroll: true });
}

function stateFromHash(hash: string): { pair: Pair | undefined; shown: string } {
  try {
    const [pairText, shown = ''] = decodeURIComponent(hash.slice(1)).split('~');
    return { pair: pairFromText(pairText), shown };
  } catch {
    // A % that no two hexadecimal digits follow.
    return { pair: undefined, shown: '' };
  }
}
