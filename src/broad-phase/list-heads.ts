/**
 * Room for the heads of linked lists, one a cell, all -1 between searches. Half as much again when they have to grow,
 * since a spreading assembly needs a cell more every few steps; at first exactly what is needed. With `clear` (after a
 * search that was broken off) all become -1.
 */
export function roomyHeads(heads: Int32Array, needed: number, clear: boolean): Int32Array {
  if (heads.length < needed) return new Int32Array(heads.length === 0 ? needed : Math.ceil(1.5 * needed)).fill(-1);
  return clear ? heads.fill(-1) : heads;
}
