/**
 * Near pairs and the memory of a method for each: one slot of stateInts integers and stateFloats doubles a pair, in the
 * order of the pairs. When the near pairs are searched again, one pass through both sorted lists copies the slots.
 */
import type { ContactState } from '../contact/method';
import { InputError } from '../math/input-error';
import { emptyLike } from '../math/longer';

interface PairRows {
  /** Number of pairs; arrays may be longer. */
  count: number;
  /** Bodies i (A) and j (B), two numbers a pair, sorted by (i, j). */
  pairs: Int32Array;
  /** 1: the method was asked for this pair, so there may be a memory. */
  live: Uint8Array;
  /** Slots, stateInts and stateFloats numbers a pair. */
  ints: Int32Array;
  floats: Float64Array;
}

/** See {@link createPairTable}. Each {@link setPairs} exchanges arrays: read the fields again after it. */
export interface PairTable extends PairRows {
  readonly stateInts: number;
  readonly stateFloats: number;
  /** @internal The rows before, and working memory for the sorting. */
  readonly spare: PairRows;
  /** @internal */
  byB: Int32Array;
  /** @internal */
  starts: Int32Array;
}

/** What a method says of its memory of a pair. */
export interface StateSize {
  readonly stateInts: number;
  readonly stateFloats: number;
}

/**
 * A table of near pairs with a slot of memory for each, for programs that find near pairs themselves. A detector also
 * uses one. Pass the near pairs after each search ({@link setPairs}): pairs that were there before keep their memory.
 * In each step take the slot of each pair for which the method is called ({@link pairState}), and clear the slot of
 * pairs that have separated ({@link forgetPair}). Nothing is allocated once the arrays have grown to the number of
 * pairs.
 *
 * @param size Entries of a slot: a method, or more than it needs, for your own data after the data of the method.
 * @param shared Whether pairs and slots lie on SharedArrayBuffers, for workers. Default false.
 *
 * @example
 * ```ts
 * const table = createPairTable(shortestLinkMethod);
 * const state = createState({ stateInts: 0, stateFloats: 0 });
 * const radii = boundingRadii(new Float64Array(bodies.count), bodies);
 * const near = nbsPairs3d(createPairList(), bodies.count, bodies.positions, radii, 0.1);
 * setPairs(table, near.pairs, near.count, bodies.count);
 * for (let p = 0; p < table.count; p++) {
 *   const slot = pairState(state, table, p);
 *   detect(contact, shortestLinkMethod, bodies, table.pairs[2 * p], table.pairs[2 * p + 1], slot);
 * }
 * ```
 */
export function createPairTable({ stateInts, stateFloats }: StateSize, shared = false): PairTable {
  return {
    ...createRows(shared),
    stateInts,
    stateFloats,
    spare: createRows(shared),
    byB: new Int32Array(0),
    starts: new Int32Array(1),
  };
}

function createRows(shared: boolean): PairRows {
  const none = () => (shared ? new SharedArrayBuffer(0) : new ArrayBuffer(0));
  return {
    count: 0,
    pairs: new Int32Array(none()),
    live: new Uint8Array(none()),
    ints: new Int32Array(none()),
    floats: new Float64Array(none()),
  };
}

/**
 * Makes these the pairs of the table, in order of (i, j). Pairs that were in it keep their memory, others have none.
 * O(pairs + bodies).
 *
 * Throws InputError 'bad-index' for a pair that is not of two bodies of 0 .. bodyCount - 1 (index: the pair), before
 * anything is changed; 'bad-length' for arrays that are too short.
 *
 * @param pairs Two rows a pair, i (A) then j (B), in any order, each pair once; left as it is.
 * @param bodyCount Number of rows of the body set.
 * @param replaced 1 for rows that have another body than when the pairs were set last: their pairs have no memory.
 * Default: none.
 */
export function setPairs(table: PairTable, pairs: Int32Array, count: number, bodyCount: number, replaced?: Uint8Array): PairTable {
  checkPairs(pairs, count, bodyCount, replaced);
  const { spare } = table;
  reserveRows(spare, table, count);
  if (table.byB.length < 2 * count) table.byB = new Int32Array(spare.pairs.length);
  if (table.starts.length < bodyCount + 1) table.starts = new Int32Array(Math.ceil(1.5 * bodyCount) + 1);
  // Counting sort by j, then, keeping that order, by i: no comparison, no allocation.
  distribute(table.byB, pairs, count, bodyCount, table.starts, 1);
  distribute(spare.pairs, table.byB, count, bodyCount, table.starts, 0);
  spare.count = count;
  carryOver(spare, table, replaced);
  const { pairs: oldPairs, live, ints, floats } = table;
  table.count = count;
  table.pairs = spare.pairs;
  table.live = spare.live;
  table.ints = spare.ints;
  table.floats = spare.floats;
  spare.pairs = oldPairs;
  spare.live = live;
  spare.ints = ints;
  spare.floats = floats;
  return table;
}

/**
 * Sets `state` to the slot of a pair, for a call of a method, and returns it. Valid until the next {@link setPairs}.
 */
export function pairState(state: ContactState, table: PairTable, pair: number): ContactState {
  table.live[pair] = 1;
  state.ints = table.ints;
  state.floats = table.floats;
  state.intOffset = table.stateInts * pair;
  state.floatOffset = table.stateFloats * pair;
  return state;
}

/** Drops what is remembered of a pair: its slot is all zeros. */
export function forgetPair(table: PairTable, pair: number): void {
  clearSlot(table, table, pair);
}

/** Copies the memory of one pair from slot to slot. */
export function copyPairState(out: ContactState, from: ContactState, { stateInts, stateFloats }: StateSize): void {
  for (let k = 0; k < stateInts; k++) out.ints[out.intOffset + k] = from.ints[from.intOffset + k];
  for (let k = 0; k < stateFloats; k++) out.floats[out.floatOffset + k] = from.floats[from.floatOffset + k];
}

/** Makes room for this many pairs; contents are lost when it grows. */
export function reserveRows(rows: PairRows, { stateInts, stateFloats }: StateSize, count: number): void {
  if (count <= rows.live.length) return;
  const room = Math.max(64, Math.ceil(1.25 * count));
  rows.pairs = emptyLike(rows.pairs, 2 * room);
  rows.live = emptyLike(rows.live, room);
  rows.ints = emptyLike(rows.ints, stateInts * room);
  rows.floats = emptyLike(rows.floats, stateFloats * room);
}

function checkPairs(pairs: Int32Array, count: number, bodyCount: number, replaced: Uint8Array | undefined): void {
  if (!(pairs.length >= 2 * count))
    throw new InputError('bad-length', `${count} pairs need ${2 * count} numbers, got ${pairs.length}`, -1, pairs.length);
  if (replaced !== undefined && replaced.length < bodyCount)
    throw new InputError('bad-length', `replaced has ${replaced.length} entries, there are ${bodyCount} bodies`, -1, replaced.length);
  for (let p = 0; p < count; p++) {
    const i = pairs[2 * p];
    const j = pairs[2 * p + 1];
    if (i >= 0 && i < bodyCount && j >= 0 && j < bodyCount && i !== j) continue;
    throw new InputError('bad-index', `pair ${p} is of bodies ${i} and ${j}, but there are ${bodyCount} bodies`, p, i);
  }
}

/** Pairs in order of their entry `key`, those with the same one in the order they had. */
function distribute(out: Int32Array, pairs: Int32Array, count: number, bodies: number, starts: Int32Array, key: number): void {
  for (let b = 0; b <= bodies; b++) starts[b] = 0;
  for (let p = 0; p < count; p++) starts[pairs[2 * p + key] + 1]++;
  for (let b = 0; b < bodies; b++) starts[b + 1] += starts[b];
  for (let p = 0; p < count; p++) {
    const at = 2 * starts[pairs[2 * p + key]]++;
    out[at] = pairs[2 * p];
    out[at + 1] = pairs[2 * p + 1];
  }
}

/** Fills the slots of `out`, whose pairs are set, from those of the table. */
function carryOver(out: PairRows, table: PairTable, replaced: Uint8Array | undefined): void {
  const { stateInts, stateFloats, count, pairs, live } = table;
  let o = 0;
  for (let p = 0; p < out.count; p++) {
    const i = out.pairs[2 * p];
    const j = out.pairs[2 * p + 1];
    while (o < count && (pairs[2 * o] < i || (pairs[2 * o] === i && pairs[2 * o + 1] < j))) o++;
    const known = o < count && pairs[2 * o] === i && pairs[2 * o + 1] === j;
    if (!known || live[o] === 0 || (replaced !== undefined && (replaced[i] === 1 || replaced[j] === 1))) {
      clearSlot(out, table, p);
      continue;
    }
    out.live[p] = 1;
    for (let k = 0; k < stateInts; k++) out.ints[stateInts * p + k] = table.ints[stateInts * o + k];
    for (let k = 0; k < stateFloats; k++) out.floats[stateFloats * p + k] = table.floats[stateFloats * o + k];
  }
}

function clearSlot(rows: PairRows, { stateInts, stateFloats }: StateSize, pair: number): void {
  const { ints, floats } = rows;
  rows.live[pair] = 0;
  for (let k = stateInts * pair; k < stateInts * (pair + 1); k++) ints[k] = 0;
  for (let k = stateFloats * pair; k < stateFloats * (pair + 1); k++) floats[k] = 0;
}
