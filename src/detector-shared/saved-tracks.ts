/**
 * Everything on which the next step of a detector depends, except the bodies, as plain data: the memory of the method,
 * the contacts of the last step and their slots, and the poses of the last step. The near list is not part of it:
 * contacts do not depend on it, and the first step after restore builds it.
 *
 * Each typed array has its own buffer, exactly as long as its contents. So it can be written to a file, cloned or
 * transferred without change, and it keeps every bit. memory-json.ts turns them into JSON.
 */
import { InputError } from '../math/input-error';
import { emptyLike } from '../math/longer';
import { compare as compareContacts, type OldContacts } from './contact-history';
import { restoreCell } from './moving-cell';
import type { NearList } from './near-list';
import { reserveRows, type PairTable } from './pair-table';
import { Health, reserveWatch, type BodyRows, type RowWatch } from './row-watch';
import { clearSlack } from './slack';
import type { SlotPool } from './slot-pool';

/** Slots of a pool: how many were handed out, which of them are free, and which ended in the last step. */
export interface SavedSlots {
  count: number;
  free: Int32Array;
  ended: Int32Array;
}

/** The common part of the memory of detectors of space and of the plane. */
export interface SavedTracks {
  /** Name of the method, whose memory is of no use to another one. */
  method: string;
  /** One a body of the last step; -1 for those that have been removed. */
  shapeIndex: Int32Array;
  /** Rows, ascending, that had another body or another shape in the last step: nothing is remembered of them. */
  replaced: Int32Array;
  /** Rounding radii of the last step, one a body. */
  rounding: Float64Array;
  /**
   * The margin and the edges of the periodic box, from which slack is measured. With a periodic cell: its heights, then
   * its three shortest vectors in the last step.
   */
  reach: Float64Array;
  /**
   * Pairs with a memory, two rows each, sorted, and their slots: what the method keeps, and the slack behind it
   * (slack.ts) where its distances are proved.
   */
  pairs: Int32Array;
  ints: Int32Array;
  floats: Float64Array;
  /** Contacts of the last step. */
  bodyA: Int32Array;
  bodyB: Int32Array;
  featureB: Int32Array;
  userSlot: Int32Array;
  /** One more than contacts. */
  pointStart: Int32Array;
  /** 2 a point. */
  pointFeatures: Int32Array;
  /** In the world, 3 a point (2 in the plane). */
  points: Float64Array;
  pointSlot: Int32Array;
  contactSlots: SavedSlots;
  pointSlots: SavedSlots;
  /** Centroids of the last step, 3 a body (2 in the plane). */
  positions: Float64Array;
}

interface Method {
  readonly name: string;
}

/** The memory of the last step, for the bodies as they are now. */
export function saveTracks(method: Method, bodies: BodyRows, watch: RowWatch, list: NearList, history: OldContacts): SavedTracks {
  const contacts = history.count;
  const points = history.pointStart[contacts];
  return {
    method: method.name,
    ...savedRows(bodies, watch),
    reach: reachOf(list),
    ...savedPairs(list.table),
    bodyA: history.bodyA.slice(0, contacts),
    bodyB: history.bodyB.slice(0, contacts),
    featureB: history.featureB.slice(0, contacts),
    userSlot: history.userSlot.slice(0, contacts),
    pointStart: history.pointStart.slice(0, contacts + 1),
    pointFeatures: history.pointFeatures.slice(0, 2 * points),
    points: history.points.slice(0, watch.coordinates * points),
    pointSlot: history.pointSlot.slice(0, points),
    contactSlots: savedSlots(history.contactSlots),
    pointSlots: savedSlots(history.pointSlots),
    positions: watch.lastPositions.slice(0, watch.coordinates * watch.count),
  };
}

/** The rows of the last step, with the shapes that they have now. */
function savedRows(bodies: BodyRows, watch: RowWatch): Pick<SavedTracks, 'shapeIndex' | 'replaced' | 'rounding'> {
  const { count } = watch;
  const shapeIndex = new Int32Array(count).fill(-1);
  const replaced: number[] = [];
  for (let i = 0; i < count; i++) {
    if (i < bodies.count) shapeIndex[i] = bodies.shapeIndex[i];
    const s = shapeIndex[i];
    // After restore the shapes of the last step are not known.
    const sameShape = s === watch.shapeIndex[i] && (s < 0 || watch.shapes.length === 0 || bodies.shapes[s] === watch.shapes[s]);
    if (!sameShape || bodies.generation[i] !== watch.generation[i]) replaced.push(i);
  }
  return { shapeIndex, replaced: Int32Array.from(replaced), rounding: watch.rounding.slice(0, count) };
}

function reachOf({ margin, edges, cell }: NearList): Float64Array {
  return Float64Array.of(margin[0], ...edges, ...(cell === undefined ? [] : cell.sinceLast.then));
}

/** The pairs with a memory, copied in runs. */
function savedPairs({
  pairs,
  live,
  ints,
  floats,
  count,
  stateInts,
  stateFloats,
}: PairTable): Pick<SavedTracks, 'pairs' | 'ints' | 'floats'> {
  let kept = 0;
  for (let p = 0; p < count; p++) kept += live[p];
  const out = { pairs: new Int32Array(2 * kept), ints: new Int32Array(stateInts * kept), floats: new Float64Array(stateFloats * kept) };
  let to = 0;
  let first = 0;
  while (first < count) {
    if (live[first] === 0) {
      first++;
      continue;
    }
    let end = first + 1;
    while (end < count && live[end] === 1) end++;
    out.pairs.set(pairs.subarray(2 * first, 2 * end), 2 * to);
    out.ints.set(ints.subarray(stateInts * first, stateInts * end), stateInts * to);
    out.floats.set(floats.subarray(stateFloats * first, stateFloats * end), stateFloats * to);
    to += end - first;
    first = end;
  }
  return out;
}

/** Throws InputError 'bad-option' unless this is a memory of the kind that the detector saves. */
export function checkFormat(memory: unknown, format: string): void {
  const given = (memory as { format?: unknown } | null | undefined)?.format;
  if (given !== format)
    throw new InputError('bad-option', `this is no memory of such a detector, as save() gives it: its format should be '${format}'`);
}

/**
 * Restores a memory of {@link saveTracks}. `turns` are the orientations of the last step, under the name that they have
 * in the memory. Throws InputError, before anything is changed: 'bad-option' (not such data, another method),
 * 'bad-length' (arrays that do not fit each other or the bodies), 'bad-index' (another shape than then, numbers out of
 * range, slots that occur twice, pairs or contacts out of order).
 */
export function restoreTracks(
  memory: SavedTracks,
  turns: { readonly name: string; readonly array: Float64Array },
  method: Method,
  bodies: BodyRows,
  watch: RowWatch,
  list: NearList,
  history: OldContacts,
): void {
  check(memory, method, bodies, watch, list.table);
  const count = memory.shapeIndex.length;
  doubles(turns.name, turns.array, watch.turnNumbers * count);
  reserveWatch(watch, Math.max(count, bodies.count));
  watch.count = count;
  // The next step looks at all shapes.
  watch.shapes.length = 0;
  watch.lastPositions.set(memory.positions);
  watch.lastTurns.set(turns.array);
  watch.shapeIndex.set(memory.shapeIndex);
  watch.generation.set(bodies.generation.subarray(0, count));
  // A radius that has changed since is found by the next step.
  watch.rounding.set(memory.rounding);
  for (const row of memory.replaced) watch.generation[row]++;
  watch.group.set(bodies.group.subarray(0, count));
  watch.flags.set(bodies.flags.subarray(0, count));
  watch.category.set(bodies.category.subarray(0, count));
  watch.mask.set(bodies.mask.subarray(0, count));
  watch.builtHealth.fill(Health.Invalid);

  const { table } = list;
  const pairs = memory.pairs.length / 2;
  reserveRows(table, table, pairs);
  table.count = pairs;
  table.pairs.set(memory.pairs);
  table.live.fill(1, 0, pairs);
  table.ints.set(memory.ints);
  table.floats.set(memory.floats);
  const edges = 1 + watch.coordinates;
  restoreCell(list.cell, memory.reach.subarray(edges));
  const reach = reachOf(list);
  // A cell and a box of the same heights have other images. Vectors of a cell are compared by the next step.
  if (reach.length !== memory.reach.length || reach.some((length, k) => k < edges && length !== memory.reach[k])) clearSlack(table);

  history.count = memory.bodyA.length;
  history.next = 0;
  for (const name of OLD_INTS) {
    history[name] = emptyLike(history[name], memory[name].length);
    history[name].set(memory[name]);
  }
  history.points = emptyLike(history.points, memory.points.length);
  history.points.set(memory.points);
  history.matched = emptyLike(history.matched, memory.pointSlot.length);
  history.found = emptyLike(history.found, memory.bodyA.length);
  setSlots(history.contactSlots, memory.contactSlots);
  setSlots(history.pointSlots, memory.pointSlots);
}

/** Arrays of the contacts of the last step that the detector and its memory have under one name. */
const OLD_INTS = ['bodyA', 'bodyB', 'featureB', 'userSlot', 'pointStart', 'pointFeatures', 'pointSlot'] as const;

function savedSlots(pool: SlotPool): SavedSlots {
  return { count: pool.count, free: pool.free.slice(0, pool.freeCount), ended: pool.ended.slice(0, pool.endedCount) };
}

function setSlots(pool: SlotPool, saved: SavedSlots): void {
  pool.count = saved.count;
  pool.free = saved.free.slice();
  pool.freeCount = saved.free.length;
  pool.ended = new Int32Array(Math.max(64, saved.ended.length));
  pool.ended.set(saved.ended);
  pool.endedCount = saved.ended.length;
}

/** The types say what the memory holds, but a file does not. */
function check(memory: SavedTracks, method: Method, bodies: BodyRows, watch: RowWatch, table: PairTable): void {
  if (memory.method !== method.name) {
    throw new InputError('bad-option', `the memory is that of the method '${memory.method}', the detector's is '${method.name}'`);
  }
  // Bodies added since have no memory.
  const count = lengthOf(memory.shapeIndex);
  const pairs = Math.ceil(lengthOf(memory.pairs) / 2);
  const contacts = lengthOf(memory.bodyA);
  integers('shapeIndex', memory.shapeIndex, count, -1, bodies.shapes.length);
  for (let i = 0; i < count; i++) {
    const value = i < bodies.count ? bodies.shapeIndex[i] : -1;
    if (memory.shapeIndex[i] === value) continue;
    throw new InputError('bad-index', `body ${i} has shape ${value}, but had shape ${memory.shapeIndex[i]} when saved`, i, value);
  }
  integers('replaced', memory.replaced, lengthOf(memory.replaced), 0, count);
  doubles('rounding', memory.rounding, count);
  // With a cell its nine vectors follow.
  doubles('reach', memory.reach, 1 + watch.coordinates + (lengthOf(memory.reach) > 1 + watch.coordinates ? 9 : 0));
  doubles('positions', memory.positions, watch.coordinates * count);
  integers('pairs', memory.pairs, 2 * pairs, 0, count);
  integers('ints', memory.ints, table.stateInts * pairs);
  doubles('floats', memory.floats, table.stateFloats * pairs);
  checkOrder(memory.pairs);
  integers('bodyA', memory.bodyA, contacts, 0, count);
  integers('bodyB', memory.bodyB, contacts, -(2 ** 31), count);
  integers('featureB', memory.featureB, contacts);
  checkContactOrder(memory);
  integers('userSlot', memory.userSlot, contacts);
  integers('pointStart', memory.pointStart, contacts + 1, 0);
  for (let c = 0; c <= contacts; c++) {
    const start = memory.pointStart[c];
    const rises = c === 0 ? start === 0 : start >= memory.pointStart[c - 1];
    if (!rises) throw new InputError('bad-index', `pointStart of the memory is ${start} at contact ${c}`, c, start);
  }
  const points = memory.pointStart[contacts];
  integers('pointFeatures', memory.pointFeatures, 2 * points);
  doubles('points', memory.points, watch.coordinates * points);
  integers('pointSlot', memory.pointSlot, points);
  checkSlots('contactSlots', memory.contactSlots, memory.userSlot);
  checkSlots('pointSlots', memory.pointSlots, memory.pointSlot);
}

function checkOrder(pairs: Int32Array): void {
  for (let p = 0; p < pairs.length; p += 2) {
    const after = p === 0 || pairs[p - 2] < pairs[p] || (pairs[p - 2] === pairs[p] && pairs[p - 1] < pairs[p + 1]);
    if (pairs[p] < pairs[p + 1] && after) continue;
    throw new InputError('bad-index', `pairs of the memory are not in order at pair ${p / 2}`, p / 2, pairs[p]);
  }
}

/** Steps look up the contacts of the last step in their order, by bisection: see contact-history.ts. */
function checkContactOrder(memory: SavedTracks): void {
  const { bodyA, bodyB, featureB } = memory;
  for (let c = 0; c < bodyA.length; c++) {
    const isPair = bodyB[c] >= 0;
    const order = c === 0 ? -1 : compareContacts(memory, c - 1, bodyA[c], bodyB[c], featureB[c]);
    // A body may have two contacts with one part of a wall, but two bodies have one contact.
    if ((!isPair || bodyA[c] < bodyB[c]) && (order < 0 || (order === 0 && !isPair))) continue;
    throw new InputError('bad-index', `contacts of the memory are not in order at contact ${c}`, c, bodyA[c]);
  }
}

/**
 * Each slot of a pool is in use, free, or ended in the last step, and only one of these. So the count is that of the
 * slots listed, and below 2^31.
 */
function checkSlots(name: string, saved: SavedSlots | null | undefined, used: Int32Array): void {
  const known = used.length + lengthOf(saved?.free) + lengthOf(saved?.ended);
  if (saved?.count !== known) {
    const { count } = saved ?? { count: Number.NaN };
    throw new InputError(
      'bad-length',
      `${name} of the memory has ${String(count)} slots, but ${known} are in use, free or ended`,
      -1,
      count,
    );
  }
  integers(`${name}.free`, saved.free, lengthOf(saved.free));
  integers(`${name}.ended`, saved.ended, lengthOf(saved.ended));
  const seen = new Uint8Array(known);
  for (const slots of [used, saved.free, saved.ended]) {
    for (let k = 0; k < slots.length; k++) {
      const slot = slots[k];
      if (slot >= 0 && slot < known && seen[slot] === 0) seen[slot] = 1;
      else throw new InputError('bad-index', `${name} of the memory has slot ${slot} twice or out of range`, k, slot);
    }
  }
}

function lengthOf(array: { readonly length: number } | null | undefined): number {
  return array?.length ?? 0;
}

/** Throws unless these are `length` integers of 32 bits, from `least` to below `end`. */
function integers(name: string, array: Int32Array | undefined, length: number, least = -(2 ** 31), end = 2 ** 31): void {
  if (!(array instanceof Int32Array)) throw new InputError('bad-option', `${name} of the memory must be an Int32Array`);
  checkLength(name, array, length);
  for (let k = 0; k < length; k++) {
    const value = array[k];
    if (value < least || value >= end) throw new InputError('bad-index', `${name}[${k}] of the memory is ${value}`, k, value);
  }
}

function doubles(name: string, array: Float64Array | undefined, length: number): void {
  if (!(array instanceof Float64Array)) throw new InputError('bad-option', `${name} of the memory must be a Float64Array`);
  checkLength(name, array, length);
}

function checkLength(name: string, array: ArrayLike<number>, length: number): void {
  if (array.length === length) return;
  throw new InputError('bad-length', `${name} of the memory has ${array.length} entries, expected ${length}`, -1, array.length);
}
