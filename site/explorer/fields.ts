/// <reference lib="dom" />
/** The fields of a body: its solid, position and angles. */
import { element, labelled } from '../dom';
import { MOST_CORNERS, solids, type Body } from './pair';

/** Seeds are unsigned integers of 32 bits. */
const MOST_SEED = 2 ** 32 - 1;

export interface BodyFields {
  root: HTMLElement;
  /** Shows a body; a field that has the focus keeps its text. */
  show: (body: Body) => void;
}

/** Calls `change` with the new body when the user has changed a field. */
export function bodyFields(which: 'A' | 'B', first: Body, change: (body: Body) => void): BodyFields {
  let body = first;
  const set = (part: Partial<Body>): void => {
    body = { ...body, ...part };
    show(body);
    change(body);
  };
  const solid = element(
    'select',
    { change: () => chooseSolid() },
    ...Object.keys(solids).map((name) => element('option', { value: name }, name.replaceAll('-', ' '))),
    element('option', { value: 'random' }, 'random hull'),
    element('option', { value: 'hull', disabled: true }, 'own points'),
  );
  const seed = element('input', { type: 'number', min: 0, max: MOST_SEED, step: 1, value: 1, input: () => chooseSolid() });
  const corners = element('input', { type: 'number', min: 4, max: MOST_CORNERS, step: 1, value: 20, input: () => chooseSolid() });
  const random = element('div', { class: 'live-row' }, labelled('seed', seed), labelled('corners', corners));

  function chooseSolid(): void {
    if (solid.value !== 'random') set({ solid: solid.value });
    else if (seed.checkValidity() && corners.checkValidity() && seed.value !== '' && corners.value !== '')
      // A field accepts 1e2; a link has only digits.
      set({ solid: `random-${Number(seed.value)}-${Number(corners.value)}` });
  }

  const vector = (key: 'position' | 'angles', step: number): HTMLInputElement[] =>
    [0, 1, 2].map((k) =>
      element('input', {
        type: 'number',
        step,
        'aria-label': `${key} of ${which}, ${'xyz'[k]}`,
        'data-field': `${which}-${key}-${'xyz'[k]}`,
        input: (event) => {
          const { value } = event.target as HTMLInputElement;
          const number = Number(value);
          if (value !== '' && Number.isFinite(number)) set({ [key]: body[key].map((x, c) => (c === k ? number : x)) });
        },
      }),
    );
  const position = vector('position', 0.05);
  const angles = vector('angles', 5);

  function show(next: Body): void {
    body = next;
    const kind = Object.hasOwn(solids, next.solid) ? next.solid : next.solid.startsWith('random-') ? 'random' : 'hull';
    solid.value = kind;
    random.hidden = kind !== 'random';
    if (kind === 'random') {
      const [, s, c] = next.solid.split('-');
      put(seed, s);
      put(corners, c);
    }
    for (let k = 0; k < 3; k++) {
      put(position[k], String(next.position[k]));
      put(angles[k], String(next.angles[k]));
    }
  }

  show(first);
  const root = element(
    'fieldset',
    { class: `live-body-${which.toLowerCase()}` },
    element('legend', {}, `Body ${which}`),
    labelled('solid', solid),
    random,
    element('div', { class: 'live-row' }, element('span', {}, 'position'), ...position),
    element('div', { class: 'live-row' }, element('span', {}, 'angles (°)'), ...angles),
  );
  return { root, show };
}

function put(field: HTMLInputElement, text: string): void {
  if (field !== document.activeElement && field.value !== text) field.value = text;
}
