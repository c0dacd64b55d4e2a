/**
 * Room for the heads of linked lists, one for each cell, all -1 between searches. The first array has exactly the
 * needed length. A later one is longer by half, since a spreading assembly needs one more cell every few steps. With
 * `clear` (after an interrupted search) all entries become -1.
 */
export function roomyHeads(heads: Int32Array, needed: number, clear: boolean): Int32Array {
  if (heads.length < needed) return new Int32Array(heads.length === 0 ? needed : Math.ceil(1.5 * needed)).fill(-1);
  return clear ? heads.fill(-1) : heads;
}
