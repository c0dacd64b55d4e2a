/**
 * Pairs of near bodies, flat: pair p is (pairs[2p], pairs[2p + 1]) with pairs[2p] < pairs[2p + 1]. The caller keeps the list
 * and hands it in every step; it grows when needed and is never shrunk.
 */
export interface PairList {
  /** Number of pairs. */
  count: number;
  /** Length >= 2 count. */
  pairs: Int32Array;
  /** Number of bodies left out because their centre or radius is not finite, or the radius negative. */
  invalidCount: number;
  /** Those bodies, ascending; length >= invalidCount. */
  invalid: Int32Array;
}

/** An empty list with room for some pairs. */
export function createPairList(capacity = 1024): PairList {
  return { count: 0, pairs: new Int32Array(2 * capacity), invalidCount: 0, invalid: new Int32Array(0) };
}

/** Adds a pair of different bodies, the smaller number first. Allocates only when the list is full (it doubles). */
export function appendPair(list: PairList, p: number, q: number): void {
  const at = 2 * list.count;
  if (at >= list.pairs.length) list.pairs = longer(list.pairs);
  list.pairs[at] = p < q ? p : q;
  list.pairs[at + 1] = p < q ? q : p;
  list.count++;
}

/** Adds a body that cannot be paired. */
export function appendInvalid(list: PairList, body: number): void {
  if (list.invalidCount >= list.invalid.length) list.invalid = longer(list.invalid);
  list.invalid[list.invalidCount] = body;
  list.invalidCount++;
}

function longer(old: Int32Array): Int32Array {
  const out = new Int32Array(Math.max(16, 2 * old.length));
  out.set(old);
  return out;
}
