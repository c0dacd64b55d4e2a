import type { ContactState } from '../contact/method';

/** What a method says of its memory of a pair. */
export interface StateSize {
  readonly stateInts: number;
  readonly stateFloats: number;
}

/**
 * The near pairs and what the method remembers of each: one slot of stateInts integers and stateFloats doubles a pair, side by side in the order of the pairs. When the
 * near list is built again the slots are carried over by going through both sorted lists at once.
 */
export interface PairMemory {
  count: number;
  /** Sorted by (i, j), two numbers a pair. */
  pairs: Int32Array;
  /** 1: the method was asked for this pair in the last step, so there may be a memory. */
  live: Uint8Array;
  ints: Int32Array;
  floats: Float64Array;
  readonly stateInts: number;
  readonly stateFloats: number;
}

export function createPairMemory(stateInts: number, stateFloats: number): PairMemory {
  return {
    count: 0,
    pairs: new Int32Array(0),
    live: new Uint8Array(0),
    ints: new Int32Array(0),
    floats: new Float64Array(0),
    stateInts,
    stateFloats,
  };
}

/** Makes room for so many pairs; contents are lost when it grows. */
export function reservePairs(memory: PairMemory, count: number): void {
  if (count <= memory.live.length) return;
  const room = Math.max(64, Math.ceil(1.25 * count));
  memory.pairs = new Int32Array(2 * room);
  memory.live = new Uint8Array(room);
  memory.ints = new Int32Array(memory.stateInts * room);
  memory.floats = new Float64Array(memory.stateFloats * room);
}

/** Copies the memory of one pair from slot to slot. */
export function copyPairState(out: ContactState, from: ContactState, { stateInts, stateFloats }: StateSize): void {
  for (let k = 0; k < stateInts; k++) out.ints[out.intOffset + k] = from.ints[from.intOffset + k];
  for (let k = 0; k < stateFloats; k++) out.floats[out.floatOffset + k] = from.floats[from.floatOffset + k];
}

/** All zeros: no memory. */
export function forgetPair(memory: PairMemory, pair: number): void {
  const { ints, floats, stateInts, stateFloats } = memory;
  memory.live[pair] = 0;
  for (let k = stateInts * pair; k < stateInts * (pair + 1); k++) ints[k] = 0;
  for (let k = stateFloats * pair; k < stateFloats * (pair + 1); k++) floats[k] = 0;
}

/** Fills the slots of `out`, whose pairs are set, from those of `old`. `replaced` is 1 for rows that have another body than before: those have no memory. */
export function movePairMemory(out: PairMemory, old: PairMemory, replaced: Uint8Array): void {
  const { stateInts, stateFloats } = out;
  let o = 0;
  for (let p = 0; p < out.count; p++) {
    const i = out.pairs[2 * p];
    const j = out.pairs[2 * p + 1];
    while (o < old.count && (old.pairs[2 * o] < i || (old.pairs[2 * o] === i && old.pairs[2 * o + 1] < j))) o++;
    const known = o < old.count && old.pairs[2 * o] === i && old.pairs[2 * o + 1] === j;
    if (!known || old.live[o] === 0 || replaced[i] === 1 || replaced[j] === 1) {
      forgetPair(out, p);
      continue;
    }
    out.live[p] = 1;
    for (let k = 0; k < stateInts; k++) out.ints[stateInts * p + k] = old.ints[stateInts * o + k];
    for (let k = 0; k < stateFloats; k++) out.floats[stateFloats * p + k] = old.floats[stateFloats * o + k];
  }
}
