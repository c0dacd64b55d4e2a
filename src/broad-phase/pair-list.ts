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

export function createPairList(capacity = 1024): PairList {
  return { count: 0, pairs: new Int32Array(2 * capacity), invalidCount: 0, invalid: new Int32Array(0) };
}
