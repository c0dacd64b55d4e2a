/**
 * Pairs of near bodies, flat: pair p is (pairs[2p], pairs[2p + 1]) with pairs[2p] < pairs[2p + 1]. The caller keeps the
 * list and passes it in every step. It grows when needed and never shrinks.
 */
export interface PairList {
  /** Number of pairs. */
  count: number;
  /** Length >= 2 count. */
  pairs: Int32Array;
  /**
   * After a search with a periodic box or cell, three numbers for each pair: the image of the second body near the
   * first one is at its position + shift * edge of the box, on each axis, or + the sum of shift_m * vector m of the
   * cell. Length >= 3 count then; empty after another search.
   */
  shifts: Int32Array;
  /** Number of bodies left out because their centre or radius is not finite, or the radius negative. */
  invalidCount: number;
  /** Those bodies, ascending; length >= invalidCount. */
  invalid: Int32Array;
}

/** An empty array is shared, because it has no entry that could change. */
const NO_SHIFTS = /* @__PURE__ */ new Int32Array(0);

/** An empty list with room for some pairs. */
export function createPairList(capacity = 1024): PairList {
  return { count: 0, pairs: new Int32Array(2 * capacity), shifts: NO_SHIFTS, invalidCount: 0, invalid: new Int32Array(0) };
}

/** Empties the list for a search; only one with a periodic box keeps room for shifts. */
export function clearPairList(list: PairList, periodic: boolean): void {
  list.count = 0;
  list.invalidCount = 0;
  if (!periodic) list.shifts = NO_SHIFTS;
}

/** Adds a pair of different bodies, the smaller number first. Allocates only when the list is full (it doubles). */
export function appendPair(list: PairList, p: number, q: number): void {
  const at = 2 * list.count;
  if (at >= list.pairs.length) list.pairs = longer(list.pairs);
  list.pairs[at] = p < q ? p : q;
  list.pairs[at + 1] = p < q ? q : p;
  list.count++;
}

/** Adds pair (i, j), i < j, and the shift of j. */
export function appendImagePair(list: PairList, i: number, j: number, shift: Float64Array): void {
  const at = 3 * list.count;
  while (at + 3 > list.shifts.length) list.shifts = longer(list.shifts);
  for (let axis = 0; axis < 3; axis++) list.shifts[at + axis] = shift[axis];
  appendPair(list, i, j);
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
