/**
 * What the next step of a detector depends on besides the bodies, as plain data: the memory of the method, the contacts of the last step and their slots, and the poses of the
 * last step. The near list is not part of it: contacts do not depend on it, and the first step after restore builds it.
 *
 * All numbers are integers, doubles being two of 32 bits each (the lower one first), so JSON keeps every bit, NaN and
 * -0 included. The size is about 14 integers a body (8 in the plane), stateInts + 2 stateFloats + 2 a pair about which
 * the method was asked, 5 a contact and 9 a point (7 in the plane).
 */
import { InputError } from '../math/input-error';
import type { OldContacts } from './contact-history';
import type { NearList } from './near-list';
import { reserveRows } from './pair-table';
import { Health, reserveWatch, type BodyRows, type RowWatch } from './row-watch';
import type { SlotPool } from './slot-pool';

/** Slots of a pool: how many were handed out, which of them are free, and which ended in the last step. */
export interface SavedSlots {
  count: number;
  free: number[];
  ended: number[];
}

/** What detectors of space and of the plane save alike. */
export interface SavedTracks {
  /** Name of the method, whose memory is of no use to another one. */
  method: string;
  /** One a body; -1 for removed ones. */
  shapeIndex: number[];
  /** Pairs with a memory, sorted, and their slots. */
  pairs: number[];
  ints: number[];
  floats: number[];
  /** Contacts of the last step. */
  bodyA: number[];
  bodyB: number[];
  featureB: number[];
  userSlot: number[];
  /** One more than contacts. */
  pointStart: number[];
  /** 2 a point. */
  pointFeatures: number[];
  /** 2 or 3 doubles a point, in the world. */
  points: number[];
  pointSlot: number[];
  contactSlots: SavedSlots;
  pointSlots: SavedSlots;
}

interface Method {
  readonly name: string;
  readonly stateInts: number;
  readonly stateFloats: number;
}

export function saveTracks(method: Method, watch: RowWatch, list: NearList, history: OldContacts): SavedTracks {
  const { pairs, live, ints, floats, count, stateInts, stateFloats } = list.table;
  const livePairs: number[] = [];
  const liveInts: number[] = [];
  const liveFloats: number[] = [];
  const halves = new Int32Array(floats.buffer, 0, 2 * floats.length);
  for (let p = 0; p < count; p++) {
    if (live[p] === 0) continue;
    livePairs.push(pairs[2 * p], pairs[2 * p + 1]);
    for (let k = 0; k < stateInts; k++) liveInts.push(ints[stateInts * p + k]);
    for (let k = 0; k < 2 * stateFloats; k++) liveFloats.push(halves[2 * stateFloats * p + k]);
  }
  const contacts = history.count;
  const points = history.pointStart[contacts];
  return {
    method: method.name,
    shapeIndex: [...watch.shapeIndex.subarray(0, watch.count)],
    pairs: livePairs,
    ints: liveInts,
    floats: liveFloats,
    bodyA: [...history.bodyA.subarray(0, contacts)],
    bodyB: [...history.bodyB.subarray(0, contacts)],
    featureB: [...history.featureB.subarray(0, contacts)],
    userSlot: [...history.userSlot.subarray(0, contacts)],
    pointStart: [...history.pointStart.subarray(0, contacts + 1)],
    pointFeatures: [...history.pointFeatures.subarray(0, 2 * points)],
    points: halvesOf(history.points, watch.coordinates * points),
    pointSlot: [...history.pointSlot.subarray(0, points)],
    contactSlots: savedSlots(history.contactSlots),
    pointSlots: savedSlots(history.pointSlots),
  };
}

/** Numbers of poses as they were saved. */
export interface SavedPoses {
  readonly name: string;
  readonly halves: readonly number[];
}

/** Throws InputError 'bad-option' unless this is a memory of the kind that the detector saves. */
export function checkFormat(memory: unknown, format: string): void {
  const given = (memory as { format?: unknown } | null)?.format;
  if (given !== format)
    throw new InputError('bad-option', `this is no memory of such a detector, as save() gives it: its format should be '${format}'`);
}

/**
 * Takes on what {@link saveTracks} gave. `poses` are positions and orientations of the last step, in halves, under the names that they have in the memory. Throws InputError, before anything is changed: 'bad-option' (not such data, another method), 'bad-length' (arrays that do not fit each
 * other or the bodies), 'bad-index' (another shape than then, numbers out of range).
 */
export function restoreTracks(
  memory: SavedTracks,
  poses: readonly [SavedPoses, SavedPoses],
  method: Method,
  bodies: BodyRows,
  watch: RowWatch,
  list: NearList,
  history: OldContacts,
): void {
  check(memory, poses, method, bodies, watch);
  const count = memory.shapeIndex.length;
  reserveWatch(watch, bodies.count);
  watch.count = count;
  // The next step looks at all shapes.
  watch.shapes.length = 0;
  setHalves(watch.lastPositions, poses[0].halves);
  setHalves(watch.lastTurns, poses[1].halves);
  watch.shapeIndex.set(memory.shapeIndex);
  watch.generation.set(bodies.generation.subarray(0, count));
  watch.rounding.set(bodies.rounding.subarray(0, count));
  watch.group.set(bodies.group.subarray(0, count));
  watch.flags.set(bodies.flags.subarray(0, count));
  watch.category.set(bodies.category.subarray(0, count));
  watch.mask.set(bodies.mask.subarray(0, count));
  watch.builtHealth.fill(Health.Invalid);

  const pairs = memory.pairs.length / 2;
  const kept = list.table;
  reserveRows(kept, kept, pairs);
  kept.count = pairs;
  kept.pairs.set(memory.pairs);
  kept.live.fill(1, 0, pairs);
  kept.ints.set(memory.ints);
  setHalves(kept.floats, memory.floats);

  history.count = memory.bodyA.length;
  history.next = 0;
  history.bodyA = Int32Array.from(memory.bodyA);
  history.bodyB = Int32Array.from(memory.bodyB);
  history.featureB = Int32Array.from(memory.featureB);
  history.userSlot = Int32Array.from(memory.userSlot);
  history.pointStart = Int32Array.from(memory.pointStart);
  history.pointFeatures = Int32Array.from(memory.pointFeatures);
  history.points = new Float64Array(memory.points.length / 2);
  setHalves(history.points, memory.points);
  history.pointSlot = Int32Array.from(memory.pointSlot);
  history.matched = new Uint8Array(memory.pointSlot.length);
  setSlots(history.contactSlots, memory.contactSlots);
  setSlots(history.pointSlots, memory.pointSlots);
}

/** The first so many doubles as integers of 32 bits. */
export function halvesOf(floats: Float64Array, count: number): number[] {
  return [...new Int32Array(floats.buffer, floats.byteOffset, 2 * count)];
}

function setHalves(out: Float64Array, halves: readonly number[]): void {
  new Int32Array(out.buffer, out.byteOffset, 2 * out.length).set(halves);
}

function savedSlots(pool: SlotPool): SavedSlots {
  return { count: pool.count, free: [...pool.free.subarray(0, pool.freeCount)], ended: [...pool.ended.subarray(0, pool.endedCount)] };
}

function setSlots(pool: SlotPool, saved: SavedSlots): void {
  pool.count = saved.count;
  pool.free = Int32Array.from(saved.free);
  pool.freeCount = saved.free.length;
  pool.ended = new Int32Array(Math.max(64, saved.ended.length));
  pool.ended.set(saved.ended);
  pool.endedCount = saved.ended.length;
}

/** The types say what the memory holds, but a file does not. */
function check(memory: SavedTracks, poses: readonly [SavedPoses, SavedPoses], method: Method, bodies: BodyRows, watch: RowWatch): void {
  if (memory.method !== method.name) {
    throw new InputError('bad-option', `the memory is that of the method '${memory.method}', the detector's is '${method.name}'`);
  }
  // Bodies added since have no memory.
  const count = Math.min(memory.shapeIndex?.length ?? 0, bodies.count);
  const pairs = (memory.pairs?.length ?? 0) / 2;
  const contacts = memory.bodyA?.length ?? 0;
  const slots = { contactSlots: memory.contactSlots, pointSlots: memory.pointSlots };
  for (const [name, saved] of Object.entries(slots)) {
    if (!Number.isInteger(saved?.count) || saved.count < 0 || saved.count > 2 ** 31)
      throw new InputError('bad-option', `${name} of the memory has no count`);
  }
  integers('shapeIndex', memory.shapeIndex, count, -1, bodies.shapes.length);
  for (let i = 0; i < count; i++) {
    if (memory.shapeIndex[i] === bodies.shapeIndex[i]) continue;
    const value = bodies.shapeIndex[i];
    throw new InputError('bad-index', `body ${i} has shape ${value}, but had shape ${memory.shapeIndex[i]} when saved`, i, value);
  }
  integers(poses[0].name, poses[0].halves, 2 * watch.coordinates * count);
  integers(poses[1].name, poses[1].halves, 2 * watch.turnNumbers * count);
  integers('pairs', memory.pairs, 2 * Math.ceil(pairs), 0, count);
  integers('ints', memory.ints, method.stateInts * pairs);
  integers('floats', memory.floats, 2 * method.stateFloats * pairs);
  for (let p = 0; p < pairs; p++) {
    const [i, j] = [memory.pairs[2 * p], memory.pairs[2 * p + 1]];
    const after = p === 0 || memory.pairs[2 * p - 2] < i || (memory.pairs[2 * p - 2] === i && memory.pairs[2 * p - 1] < j);
    if (!(i < j && after)) throw new InputError('bad-index', `pairs of the memory are not in order at pair ${p}`, p, i);
  }
  integers('bodyA', memory.bodyA, contacts, 0, count);
  integers('bodyB', memory.bodyB, contacts, -(2 ** 31), count);
  integers('featureB', memory.featureB, contacts);
  integers('userSlot', memory.userSlot, contacts, 0, memory.contactSlots.count);
  integers('pointStart', memory.pointStart, contacts + 1, 0);
  for (let c = 0; c <= contacts; c++) {
    const start = memory.pointStart[c];
    const rises = c === 0 ? start === 0 : start >= memory.pointStart[c - 1];
    if (!rises) throw new InputError('bad-index', `pointStart of the memory is ${start} at contact ${c}`, c, start);
  }
  const points = memory.pointStart[contacts];
  integers('pointFeatures', memory.pointFeatures, 2 * points);
  integers('points', memory.points, 2 * watch.coordinates * points);
  integers('pointSlot', memory.pointSlot, points, 0, memory.pointSlots.count);
  checkSlots('contactSlots', memory.contactSlots, memory.userSlot);
  checkSlots('pointSlots', memory.pointSlots, memory.pointSlot);
}

/** Each slot of a pool is in use, free, or ended in the last step, and only one of these. */
function checkSlots(name: string, saved: SavedSlots, used: readonly number[]): void {
  integers(`${name}.free`, saved.free, saved.free?.length, 0, saved.count);
  integers(`${name}.ended`, saved.ended, saved.ended?.length, 0, saved.count);
  const known = used.length + saved.free.length + saved.ended.length;
  if (known !== saved.count) {
    const { count } = saved;
    throw new InputError('bad-length', `${name} of the memory has ${count} slots, but ${known} are in use, free or ended`, -1, count);
  }
  const seen = new Uint8Array(saved.count);
  for (const slots of [used, saved.free, saved.ended]) {
    for (let k = 0; k < slots.length; k++) {
      const slot = slots[k];
      if (seen[slot] === 1) throw new InputError('bad-index', `${name} of the memory has slot ${slot} twice`, k, slot);
      seen[slot] = 1;
    }
  }
}

/** Throws unless these are `length` whole numbers of 32 bits, from `least` to below `end`. */
function integers(name: string, array: readonly number[] | undefined, length: number, least = -(2 ** 31), end = 2 ** 31): void {
  if (!Array.isArray(array)) throw new InputError('bad-option', `${name} of the memory must be an array`);
  if (array.length !== length) {
    throw new InputError('bad-length', `${name} of the memory has ${array.length} entries, expected ${length}`, -1, array.length);
  }
  for (let k = 0; k < length; k++) {
    const value = array[k] as number;
    if (!(Number.isInteger(value) && value >= least && value < end)) {
      throw new InputError('bad-index', `${name}[${k}] of the memory is ${value}`, k, value);
    }
  }
}
