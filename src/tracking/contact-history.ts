/**
 * Which contacts began, persisted or ended since the last step, and the slots under which users keep what they know of them.
 *
 * Contacts come in a fixed order: pairs of bodies by (A, B), then walls by (A, wall, part of the wall). So last step's contacts and this step's are two
 * sorted lists, and one pointer into the former, moved along, tells for each new contact whether it is there. Nothing hangs on the near list or on where a pair is
 * kept, so rebuilds do not touch it.
 *
 * A contact that is passed over has ended, except when one of its bodies is invalid in this step (a NaN pose): then it is listed as Status.Invalid, without
 * points, and keeps its slot until the body is healthy or removed. A row whose body has been replaced has no past.
 *
 * Points of a contact are matched by their pair of feature codes, the first with the first where codes are equal. Points that stay in order, as they do nearly
 * always, cost one comparison each.
 */
import { longer } from '../body/body-arrays';
import { appendEnded, appendEndedPoint, type ContactRows, type FoundContact } from '../contact/contact-rows';
import { featureDimension } from '../contact/feature';
import { Health, type RowWatch } from './row-watch';
import { createSlotPool, giveBackSlot, settleSlots, takeSlot, type SlotPool } from './slot-pool';

/** The contacts of the last step, as far as the next one needs them. */
export interface OldContacts {
  count: number;
  /** The next one to compare with. */
  next: number;
  bodyA: Int32Array;
  bodyB: Int32Array;
  featureB: Int32Array;
  userSlot: Int32Array;
  pointStart: Int32Array;
  pointFeatures: Int32Array;
  pointSlot: Int32Array;
  /** 1: the point was found again. */
  matched: Uint8Array;
  readonly contactSlots: SlotPool;
  readonly pointSlots: SlotPool;
}

/** The same with what makes its rows, in space or in the plane. */
export interface ContactHistory<List extends ContactRows, Found extends FoundContact> extends OldContacts {
  /** Copies a contact to the end of a list and returns its row. */
  readonly append: (list: List, i: number, j: number, contact: Found) => number;
  /** A contact without points and with Status.Invalid. */
  readonly invalid: Found;
}

export function createContactHistory<List extends ContactRows, Found extends FoundContact>(
  append: (list: List, i: number, j: number, contact: Found) => number,
  invalid: Found,
): ContactHistory<List, Found> {
  return {
    append,
    invalid,
    count: 0,
    next: 0,
    bodyA: new Int32Array(0),
    bodyB: new Int32Array(0),
    featureB: new Int32Array(0),
    userSlot: new Int32Array(0),
    pointStart: new Int32Array(1),
    pointFeatures: new Int32Array(0),
    pointSlot: new Int32Array(0),
    matched: new Uint8Array(0),
    contactSlots: createSlotPool(),
    pointSlots: createSlotPool(),
  };
}

/** In place of body A: after all contacts. */
const END = -1;

/** Begins a step. */
export function beginHistory(history: OldContacts): void {
  history.next = 0;
  settleSlots(history.contactSlots);
  settleSlots(history.pointSlots);
}

/** Appends a contact of bodies i and j (or wall -1 - j), which comes after all appended before, and returns its row. */
export function recordContact<List extends ContactRows, Found extends FoundContact>(
  history: ContactHistory<List, Found>,
  list: List,
  watch: RowWatch,
  i: number,
  j: number,
  contact: Found,
): number {
  passOver(history, list, watch, i, j, contact.featureB);
  const row = history.append(list, i, j, contact);
  const first = list.pointStart[row];
  const end = list.pointStart[row + 1];
  const old = history.next;
  if (old < history.count && compare(history, old, i, j, contact.featureB) === 0) {
    history.next = old + 1;
    list.began[row] = 0;
    list.userSlot[row] = history.userSlot[old];
    matchPoints(history, list, old, first, end);
  } else {
    list.userSlot[row] = takeSlot(history.contactSlots);
  }
  for (let p = first; p < end; p++) {
    if (list.pointBegan[p] === 1) list.pointSlot[p] = takeSlot(history.pointSlots);
  }
  return row;
}

/** Ends a step: what is left of the last one has ended, and this one is kept for the next. */
export function endHistory<List extends ContactRows, Found extends FoundContact>(
  history: ContactHistory<List, Found>,
  list: List,
  watch: RowWatch,
): void {
  passOver(history, list, watch, END, 0, 0);
  list.slotCount = history.contactSlots.count;
  list.pointSlotCount = history.pointSlots.count;
  if (list.count > history.bodyA.length) {
    const room = list.bodyA.length;
    history.bodyA = new Int32Array(room);
    history.bodyB = new Int32Array(room);
    history.featureB = new Int32Array(room);
    history.userSlot = new Int32Array(room);
    history.pointStart = new Int32Array(room + 1);
  }
  if (list.pointCount > history.pointSlot.length) {
    const room = list.pointGaps.length;
    history.pointFeatures = new Int32Array(2 * room);
    history.pointSlot = new Int32Array(room);
    history.matched = longer(history.matched, room);
  }
  history.count = list.count;
  for (let c = 0; c < list.count; c++) {
    history.bodyA[c] = list.bodyA[c];
    history.bodyB[c] = list.bodyB[c];
    history.featureB[c] = list.featureB[c];
    history.userSlot[c] = list.userSlot[c];
    history.pointStart[c + 1] = list.pointStart[c + 1];
  }
  for (let p = 0; p < list.pointCount; p++) {
    history.pointFeatures[2 * p] = list.pointFeatures[2 * p];
    history.pointFeatures[2 * p + 1] = list.pointFeatures[2 * p + 1];
    history.pointSlot[p] = list.pointSlot[p];
    history.matched[p] = 0;
  }
}

/** Ends, or carries on as invalid, all contacts of the last step that come before (i, j, feature); and that one too if a body was replaced. */
function passOver<List extends ContactRows, Found extends FoundContact>(
  history: ContactHistory<List, Found>,
  list: List,
  watch: RowWatch,
  i: number,
  j: number,
  feature: number,
): void {
  const { health, replaced } = watch;
  while (history.next < history.count) {
    const old = history.next;
    const order = compare(history, old, i, j, feature);
    const a = history.bodyA[old];
    const b = history.bodyB[old];
    // Of walls nothing is watched.
    const other = b < 0 ? a : b;
    const gone = replaced[a] === 1 || replaced[other] === 1;
    if (order > 0 || (order === 0 && !gone)) return;
    history.next = old + 1;
    const carried =
      !gone &&
      health[a] !== Health.Removed &&
      health[other] !== Health.Removed &&
      (health[a] === Health.Invalid || health[other] === Health.Invalid);
    endPoints(history, list, old);
    if (carried) {
      const row = history.append(list, a, b, history.invalid);
      list.featureB[row] = history.featureB[old];
      list.began[row] = 0;
      list.userSlot[row] = history.userSlot[old];
    } else {
      appendEnded(list, a, b, history.userSlot[old]);
      giveBackSlot(history.contactSlots, history.userSlot[old]);
    }
  }
}

/** Order of an old contact and (i, j, feature): < 0 before, 0 the same, > 0 after. */
function compare(history: OldContacts, old: number, i: number, j: number, feature: number): number {
  const b = history.bodyB[old];
  if (i === END) return -1;
  if (b < 0 !== j < 0) return b < 0 ? 1 : -1;
  if (history.bodyA[old] !== i) return history.bodyA[old] - i;
  if (b >= 0) return b - j;
  if (b !== j) return j - b;
  return partOrder(history.featureB[old], feature);
}

/** Parts of a wall come as triangles, edges, vertices, each by number. */
function partOrder(one: number, other: number): number {
  const dimensions = featureDimension(other) - featureDimension(one);
  return dimensions !== 0 ? dimensions : one - other;
}

function matchPoints(history: OldContacts, list: ContactRows, old: number, first: number, end: number): void {
  const { pointFeatures, pointSlot, matched, pointStart } = history;
  const last = pointStart[old + 1];
  let from = pointStart[old];
  for (let p = first; p < end; p++) {
    const a = list.pointFeatures[2 * p];
    const b = list.pointFeatures[2 * p + 1];
    while (from < last && matched[from] === 1) from++;
    for (let q = from; q < last; q++) {
      if (matched[q] === 1 || pointFeatures[2 * q] !== a || pointFeatures[2 * q + 1] !== b) continue;
      matched[q] = 1;
      list.pointBegan[p] = 0;
      list.pointSlot[p] = pointSlot[q];
      break;
    }
  }
  endPoints(history, list, old);
}

/** Points of an old contact that were not found again have ended. */
function endPoints(history: OldContacts, list: ContactRows, old: number): void {
  for (let q = history.pointStart[old]; q < history.pointStart[old + 1]; q++) {
    if (history.matched[q] === 1) continue;
    appendEndedPoint(list, history.pointSlot[q]);
    giveBackSlot(history.pointSlots, history.pointSlot[q]);
  }
}
