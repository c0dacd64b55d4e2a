/// <reference lib="dom" />
/** Data of a body or a contact as the page shows them: the tip under the pointer and the panel of the selection. */
import { element, formatLength, formatNumber, formatVector } from './controls';
import { blockRows, describePlace, placeCourses, type Place } from './block-data';
import { bodyHistory, historyPlots, pairHistory } from './history';
import type { Model } from './model';
import type { Playback } from './playback';

/** A body or a contact, or nothing. */
export interface Picked {
  body?: number;
  /** In a body that deforms. */
  place?: Place;
  contact?: number;
}

export interface Selection {
  selectedBody: number;
  selectedContact: number;
  /** In the selected body, if it deforms. */
  selectedPlace: Place | null;
  /** Bodies of the selected contact, which may have none in the frame shown. */
  selectedPair: [number, number] | null;
  /** Only the selected body and its neighbours are shown. */
  isolate: boolean;
}

export interface SelectionActions {
  select: (picked: Picked) => void;
  isolate: (on: boolean) => void;
  hide: (body: number) => void;
}

/** Title and lines for a tip. */
export function describe(model: Model, { body = -1, contact, place }: Picked, frame: number): string[] {
  const { contacts, kinds } = model.data;
  if (contact !== undefined) {
    const ends = `${contacts.a[contact]} – ${contacts.b[contact]}`;
    return [`Contact ${ends}`, kinds[contacts.kind[contact]].label, `gap ${formatLength(contacts.gap[contact])}`];
  }
  if (model.blocks && place) return [bodyName(model, body), ...describePlace(model.blocks, frame, place)];
  return [bodyName(model, body), shapeName(model, body), plural(model.closed[body], 'contact')];
}

/** What the panel needs to know besides the selection. */
export interface Moment {
  playback: Playback | null;
  frame: number;
}

/** Elements for the panel. */
export function selectionContent(model: Model, state: Selection, moment: Moment, actions: SelectionActions): HTMLElement[] {
  const { selectedBody: b, selectedContact: c, selectedPair: pair } = state;
  if (b < 0 && !pair) return [element('p', { class: 'quiet' }, 'Click or tap a body or a contact to see its data.')];
  const close = element(
    'button',
    { type: 'button', class: 'close', 'aria-label': 'Clear the selection', onclick: () => actions.select({}) },
    '×',
  );
  const { playback, frame } = moment;
  if (pair) {
    const content = c >= 0 ? contactContent(model, c, actions) : noContact(model, pair);
    return [close, ...content, ...(playback ? pairHistory(playback, pair, frame) : [])];
  }
  return [close, ...bodyContent(model, b, state, moment, actions)];
}

function noContact(model: Model, [a, b]: [number, number]): HTMLElement[] {
  return [
    element('h3', {}, `Contact ${a} – ${b}`),
    element('p', { class: 'quiet' }, `${bodyName(model, a)} and ${bodyName(model, b)} have no closed contact in this frame.`),
  ];
}

function definitions(rows: [string, Node | string][]): HTMLElement {
  return element('dl', {}, ...rows.map(([term, value]) => element('div', {}, element('dt', {}, term), element('dd', {}, value))));
}

function contactContent(model: Model, c: number, { select }: SelectionActions): HTMLElement[] {
  const { contacts, classes, isFlat } = model.data;
  const link = (b: number): HTMLElement =>
    element(
      'button',
      { type: 'button', class: 'link', onclick: () => select({ body: b }) },
      `${bodyName(model, b)} (${shapeName(model, b)})`,
    );
  const rows: [string, Node | string][] = [
    ['Bodies', element('span', {}, link(contacts.a[c]), ' – ', link(contacts.b[c]))],
    ['Kind', kindLabel(model, contacts.kind[c])],
    ['Gap', `${formatLength(contacts.gap[c])} (${classes[contacts.gapClass[c]].label.toLowerCase()})`],
    ['Contact points', String(contacts.points[c])],
    ['Point', `${formatVector(contacts.point, 3 * c)} m`],
    ['Normal', formatVector(contacts.normal, 3 * c)],
  ];
  if (contacts.load) rows.splice(3, 0, ['Force', `${formatNumber(contacts.load[c])} N`]);
  if (contacts.area[c] > 0)
    rows.splice(3, 0, isFlat ? ['Length', formatLength(contacts.area[c])] : ['Area', `${formatNumber(contacts.area[c] * 1e4)} cm²`]);
  return [element('h3', {}, `Contact ${contacts.a[c]} – ${contacts.b[c]}`), definitions(rows)];
}

function kindLabel({ data }: Model, kind: number): HTMLElement {
  const { kinds } = data;
  return element('span', { class: 'kind' }, element('i', { style: `background: var(--kind-${kinds[kind].id})` }), kinds[kind].label);
}

function bodyContent(
  model: Model,
  b: number,
  { isolate: isolated, selectedPlace: place }: Selection,
  moment: Moment,
  { select, isolate, hide }: SelectionActions,
): HTMLElement[] {
  const { contacts, bodies } = model.data;
  const own = [...model.contactsOf[b]].sort((p, q) => contacts.gap[p] - contacts.gap[q]);
  const rows: [string, Node | string][] = [
    ['Shape', shapeName(model, b)],
    ['Centroid', `${formatVector(bodies.position, 3 * b)} m`],
    ['Bounding radius', formatLength(model.radius[b])],
    ['Contacts', `${model.closed[b]} closed, ${own.length - model.closed[b]} within the margin`],
  ];
  const { blocks } = model;
  const isBlock = blocks !== null && b < blocks.count;
  if (isBlock) rows.splice(2, 1, ...blockRows(blocks, b, moment.frame, place));
  const toggle = element('input', { type: 'checkbox', ...(isolated ? { checked: '' } : {}) }) as HTMLInputElement;
  toggle.addEventListener('change', () => isolate(toggle.checked));
  const list = own.slice(0, 60).map((c) => {
    const other = contacts.a[c] === b ? contacts.b[c] : contacts.a[c];
    const show = (): void => select({ contact: c });
    return element(
      'li',
      {},
      element('button', { type: 'button', class: 'link', onclick: show }, bodyName(model, other)),
      kindLabel(model, contacts.kind[c]),
      element('span', { class: 'number' }, formatLength(contacts.gap[c])),
    );
  });
  if (own.length > list.length) list.push(element('li', { class: 'quiet' }, `and ${own.length - list.length} more`));
  return [
    element('h3', {}, bodyName(model, b)),
    definitions(rows),
    ...(isBlock && place ? historyPlots(blocks.times, moment.frame, placeCourses(blocks, place)) : []),
    ...(moment.playback && !isBlock ? bodyHistory(moment.playback, b, moment.frame) : []),
    element('label', { class: 'check' }, toggle, 'Show only this body and its neighbours'),
    element('button', { type: 'button', class: 'button', onclick: () => hide(b) }, 'Hide this body'),
    element('ul', { class: 'neighbours', 'aria-label': `Contacts of ${bodyName(model, b)}` }, ...list),
  ];
}

function bodyName(model: Model, b: number): string {
  const kind = model.isWall[b] ? 'Wall' : model.blocks ? 'Block' : 'Body';
  return `${kind} ${b}`;
}

function shapeName({ data }: Model, b: number): string {
  return data.shapes[data.bodies.shape[b]].name;
}

function plural(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
