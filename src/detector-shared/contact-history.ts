/**
 * Which contacts began, lasted or ended since the last step, and the slots under which users keep their data of them.
 *
 * Contacts come in a fixed order: pairs of bodies by (A, B), then walls by (A, wall, part of the wall). So the contacts
 * of the last step and of this step are two sorted lists. One pointer moves along the old list and finds for each new
 * contact whether it is there. The history does not depend on the near list or on the place of a pair in it, so
 * rebuilds do not change it.
 *
 * A contact that is not found again has ended, except when one of its bodies is invalid in this step (a NaN pose). Then
 * it is listed with Status.Invalid, without points, and keeps its slot until the body is valid or removed. A row whose
 * body has been replaced starts without history.
 *
 * Points of a contact are matched by name, their pair of feature codes, in order where several have one name;
 * then those that are left, by place (place-match.ts), since names flip where features tie. Points that stay in order,
 * as they do nearly always, cost one comparison each.
 */
import { emptyLike, longer } from '../math/longer';
import { appendEnded, appendEndedPoint, type ContactRows, type FoundContact } from '../contact/contact-rows';
import { featureDimension } from '../contact/feature';
import { addUnnamed, clearUnnamed, matchByPlace, matches, NEW_SIDE, OLD_SIDE, oldPlaces, oldToMatch } from './place-match';
import { Health, type BodyRows, type RowWatch } from './row-watch';
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
  /** In the world, `coordinates` a point. */
  points: Float64Array;
  pointSlot: Int32Array;
  /** 1: the point was found again. */
  matched: Uint8Array;
  /** 1: the contact was found again, as match-rows.ts marks it; zeros between steps. */
  found: Uint8Array;
  readonly contactSlots: SlotPool;
  readonly pointSlots: SlotPool;
}

/** What it takes to compare places, in space or in the plane. */
export interface Places {
  /** Numbers of a place. */
  readonly coordinates: number;
  readonly bodies: BodyRows & { readonly shapes: readonly { readonly inradius: number }[] };
  /**
   * Moves places in the world, as many as `count` says, with body i: from its pose of the last step to that of this
   * moment.
   */
  readonly carry: (places: Float64Array, count: number, i: number) => void;
}

/** The same with what makes its rows, in space or in the plane. */
export interface ContactHistory<List extends ContactRows, Found extends FoundContact> extends OldContacts, Places {
  /** Copies a contact to the end of a list and returns its row. */
  readonly append: (list: List, i: number, j: number, contact: Found) => number;
  /** A contact without points and with Status.Invalid. */
  readonly invalid: Found;
}

/** `shared`: arrays lie on SharedArrayBuffers, for workers. */
export function createContactHistory<List extends ContactRows, Found extends FoundContact>(
  append: (list: List, i: number, j: number, contact: Found) => number,
  invalid: Found,
  { coordinates, bodies, carry }: Places,
  shared = false,
): ContactHistory<List, Found> {
  const none = () => (shared ? new SharedArrayBuffer(0) : new ArrayBuffer(0));
  return {
    append,
    invalid,
    coordinates,
    bodies,
    carry,
    count: 0,
    next: 0,
    bodyA: new Int32Array(none()),
    bodyB: new Int32Array(none()),
    featureB: new Int32Array(none()),
    userSlot: new Int32Array(none()),
    pointStart: new Int32Array(shared ? new SharedArrayBuffer(4) : new ArrayBuffer(4)),
    pointFeatures: new Int32Array(none()),
    points: new Float64Array(none()),
    pointSlot: new Int32Array(none()),
    matched: new Uint8Array(none()),
    found: new Uint8Array(none()),
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
    matchPoints(history, list, old, first, end, i, j);
    endPoints(history, list, old);
  } else {
    list.userSlot[row] = takeSlot(history.contactSlots);
  }
  for (let p = first; p < end; p++) {
    if (list.pointBegan[p] === 1) list.pointSlot[p] = takeSlot(history.pointSlots);
  }
  return row;
}

/**
 * The same for rows from `first` to the end of the list, which have been appended in order as new ones. No body is
 * invalid in this step.
 */
export function recordRows<List extends ContactRows, Found extends FoundContact>(
  history: ContactHistory<List, Found>,
  list: List,
  watch: RowWatch,
  first: number,
): void {
  const { bodyA, bodyB, featureB, pointStart, began, userSlot, pointBegan, pointSlot } = list;
  const { count, bodyA: oldA, bodyB: oldB, userSlot: oldSlot, pointStart: oldStart, pointSlot: oldPointSlot, matched } = history;
  const { replaced } = watch;
  for (let row = first; row < list.count; row++) {
    const i = bodyA[row];
    const j = bodyB[row];
    const start = pointStart[row];
    const end = pointStart[row + 1];
    let old = history.next;
    // Mostly the next contact of the last step is this one, and so are their points if there is one each.
    const isNext = old < count && oldA[old] === i && oldB[old] === j && j >= 0 && replaced[i] === 0 && replaced[j] === 0;
    if (!isNext) passOver(history, list, watch, i, j, featureB[row]);
    old = history.next;
    if (isNext || (old < count && compare(history, old, i, j, featureB[row]) === 0)) {
      history.next = old + 1;
      began[row] = 0;
      userSlot[row] = oldSlot[old];
      const q = oldStart[old];
      if (end === start + 1 && oldStart[old + 1] === q + 1 && hasName(history, q, list, start)) {
        matched[q] = 1;
        pointBegan[start] = 0;
        pointSlot[start] = oldPointSlot[q];
        continue;
      }
      matchPoints(history, list, old, start, end, i, j);
      endPoints(history, list, old);
    } else userSlot[row] = takeSlot(history.contactSlots);
    for (let p = start; p < end; p++) if (pointBegan[p] === 1) pointSlot[p] = takeSlot(history.pointSlots);
  }
}

/** Ends a step: the remaining contacts of the last step have ended, and this step is kept for the next. */
export function endHistory<List extends ContactRows, Found extends FoundContact>(
  history: ContactHistory<List, Found>,
  list: List,
  watch: RowWatch,
): void {
  const { coordinates } = history;
  passOver(history, list, watch, END, 0, 0);
  list.slotCount = history.contactSlots.count;
  list.pointSlotCount = history.pointSlots.count;
  if (list.count > history.bodyA.length) {
    const room = list.bodyA.length;
    history.bodyA = emptyLike(history.bodyA, room);
    history.bodyB = emptyLike(history.bodyB, room);
    history.featureB = emptyLike(history.featureB, room);
    history.userSlot = emptyLike(history.userSlot, room);
    history.pointStart = emptyLike(history.pointStart, room + 1);
    history.found = emptyLike(history.found, room);
  }
  if (list.pointCount > history.pointSlot.length) {
    const room = list.pointGaps.length;
    history.pointFeatures = emptyLike(history.pointFeatures, 2 * room);
    history.points = emptyLike(history.points, coordinates * room);
    history.pointSlot = emptyLike(history.pointSlot, room);
    history.matched = longer(history.matched, room);
  }
  const { count, pointCount } = list;
  history.count = count;
  history.bodyA.set(list.bodyA.subarray(0, count));
  history.bodyB.set(list.bodyB.subarray(0, count));
  history.featureB.set(list.featureB.subarray(0, count));
  history.userSlot.set(list.userSlot.subarray(0, count));
  history.pointStart.set(list.pointStart.subarray(0, count + 1));
  history.pointFeatures.set(list.pointFeatures.subarray(0, 2 * pointCount));
  history.pointSlot.set(list.pointSlot.subarray(0, pointCount));
  history.points.set(list.points.subarray(0, coordinates * pointCount));
  history.matched.fill(0, 0, pointCount);
}

/**
 * Ends, or carries on as invalid, all contacts of the last step that come before (i, j, feature); and that one too if a
 * body was replaced.
 */
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
export function compare(
  history: Pick<OldContacts, 'bodyA' | 'bodyB' | 'featureB'>,
  old: number,
  i: number,
  j: number,
  feature: number,
): number {
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

/** Points `first` to `end` of a new contact of bodies i and j take the slots of those of the old one that they are. */
export function matchPoints(
  history: OldContacts & Places,
  list: ContactRows,
  old: number,
  first: number,
  end: number,
  i: number,
  j: number,
): void {
  const newCount = end - first;
  const start = history.pointStart[old];
  const oldCount = history.pointStart[old + 1] - start;
  if (newCount === 1 && oldCount === 1 && hasName(history, start, list, first)) {
    matchPoint(history, list, first, start);
    return;
  }
  const named = matchNames(history, list, old, first, end);
  if (named < newCount && named < oldCount) matchPlaces(history, list, old, first, end, i, j);
}

/** Whether old point q and new point p have one name. */
function hasName({ pointFeatures }: OldContacts, q: number, list: ContactRows, p: number): boolean {
  return pointFeatures[2 * q] === list.pointFeatures[2 * p] && pointFeatures[2 * q + 1] === list.pointFeatures[2 * p + 1];
}

/** Returns the number of pairs. A search begins behind the pair before and goes once around. */
function matchNames(history: OldContacts, list: ContactRows, old: number, first: number, end: number): number {
  const { pointFeatures, matched, pointStart } = history;
  const start = pointStart[old];
  const last = pointStart[old + 1];
  let named = 0;
  let from = start;
  for (let p = first; p < end; p++) {
    const a = list.pointFeatures[2 * p];
    const b = list.pointFeatures[2 * p + 1];
    for (let tried = start; tried < last; tried++) {
      const q = from;
      from = from + 1 < last ? from + 1 : start;
      if (matched[q] === 1 || pointFeatures[2 * q] !== a || pointFeatures[2 * q + 1] !== b) continue;
      matchPoint(history, list, p, q);
      named++;
      break;
    }
  }
  return named;
}

function matchPlaces(
  history: OldContacts & Places,
  list: ContactRows,
  old: number,
  first: number,
  end: number,
  i: number,
  j: number,
): void {
  const { coordinates, matched, pointStart, bodies } = history;
  clearUnnamed();
  for (let p = first; p < end; p++) {
    if (list.pointBegan[p] === 1) addUnnamed(NEW_SIDE, p, list.pointFeatures, list.points, coordinates);
  }
  for (let q = pointStart[old]; q < pointStart[old + 1]; q++) {
    if (matched[q] === 0) addUnnamed(OLD_SIDE, q, history.pointFeatures, history.points, coordinates);
  }
  const toCarry = oldToMatch();
  if (toCarry === 0) return;
  history.carry(oldPlaces(), toCarry, i);
  const a = bodies.shapes[bodies.shapeIndex[i]].inradius + bodies.rounding[i];
  const b = j < 0 ? a : bodies.shapes[bodies.shapeIndex[j]].inradius + bodies.rounding[j];
  const found = matchByPlace(Math.min(a, b), coordinates);
  for (let m = 0; m < found; m++) matchPoint(history, list, matches[2 * m], matches[2 * m + 1]);
}

function matchPoint(history: OldContacts, list: ContactRows, p: number, q: number): void {
  history.matched[q] = 1;
  list.pointBegan[p] = 0;
  list.pointSlot[p] = history.pointSlot[q];
}

/** Points of an old contact that were not found again have ended. */
export function endPoints(history: OldContacts, list: ContactRows, old: number): void {
  for (let q = history.pointStart[old]; q < history.pointStart[old + 1]; q++) {
    if (history.matched[q] === 1) continue;
    appendEndedPoint(list, history.pointSlot[q]);
    giveBackSlot(history.pointSlots, history.pointSlot[q]);
  }
}
