/** What the reader has chosen, and what follows for bodies and contacts. */
import type { View } from './camera';
import type { Field } from './fields';
import type { Model } from './model';
import type { Slice } from './pick';
import type { Selection } from './selection';

export interface State extends Selection {
  colourBy: Field;
  slice: { axis: string; flip: boolean; at: number };
  /** Shown frame of the playback. */
  frame: number;
  playing: boolean;
  /** Factor of the displacements of blocks. */
  magnified: number;
  kinds: Set<number>;
  classes: Set<number>;
  /** Bodies that the reader has hidden. */
  hidden: Set<number>;
}

export function createState({ data }: Model, frame: number): State {
  return {
    selectedBody: -1,
    selectedContact: -1,
    selectedPair: null,
    selectedPlace: null,
    isolate: false,
    colourBy: 'shape',
    slice: { axis: '', flip: false, at: 0.5 },
    frame,
    playing: false,
    magnified: 1,
    kinds: new Set(data.kinds.keys()),
    classes: new Set(data.classes.keys()),
    hidden: new Set(),
  };
}

/** Bodies to draw; a slab seen from outside would hide what it holds, so only its inner side shows it. */
export function visibleBodies(model: Model, state: State, view: View, show: { bodies: boolean; walls: boolean }): Uint8Array {
  const near = state.isolate && state.selectedBody >= 0 ? neighbourhood(model, state, state.selectedBody) : null;
  return Uint8Array.from(model.isWall, (wall, b) => {
    if (state.hidden.has(b) || (near && !near.has(b))) return 0;
    const inner = model.inner[b];
    const inside = !inner || inner[0] * view.eye[0] + inner[1] * view.eye[1] + inner[2] * view.eye[2] > inner[3];
    return (wall ? show.walls && inside : show.bodies) ? 1 : 0;
  });
}

function neighbourhood(model: Model, state: State, b: number): Set<number> {
  const { a, b: other } = model.data.contacts;
  const near = new Set([b]);
  for (const c of model.contactsOf[b]) if (passes(model, state, c)) near.add(a[c]).add(other[c]);
  return near;
}

/** Whether the filters let contact c through. */
function passes({ data }: Model, state: State, c: number): boolean {
  return state.kinds.has(data.contacts.kind[c]) && state.classes.has(data.contacts.gapClass[c]);
}

export function visibleContacts(model: Model, state: State): Uint8Array {
  const { a, b } = model.data.contacts;
  const only = state.isolate ? state.selectedBody : -1;
  return Uint8Array.from(a, (from, c) => {
    if (state.hidden.has(from) || state.hidden.has(b[c])) return 0;
    return passes(model, state, c) && (only < 0 || from === only || b[c] === only) ? 1 : 0;
  });
}

/** Contacts of the selection. */
export function largeContacts(model: Model, state: State): Uint8Array {
  const large = new Uint8Array(model.data.contacts.a.length);
  if (state.selectedBody >= 0) for (const c of model.contactsOf[state.selectedBody]) large[c] = 1;
  if (state.selectedContact >= 0) large[state.selectedContact] = 1;
  return large;
}

/** Finds the contact of the selected pair among those of the scene; it may have none. */
export function findSelected({ data, contactsOf }: Model, state: State): void {
  const pair = state.selectedPair;
  const { a, b } = data.contacts;
  state.selectedContact = pair ? (contactsOf[pair[0]].find((c) => a[c] === pair[0] && b[c] === pair[1]) ?? -1) : -1;
}

export function slicePlane({ low, high }: Model, { slice }: State): (Slice & { at: number }) | null {
  const axis = ['x', 'y', 'z'].indexOf(slice.axis);
  if (axis < 0) return null;
  const at = low[axis] + slice.at * (high[axis] - low[axis]);
  const sign = slice.flip ? -1 : 1;
  return { normal: [0, 1, 2].map((k) => (k === axis ? sign : 0)), offset: sign * at, at };
}
