/**
 * Sorts pairs by (i, j): counting sort by j, then, keeping that order, by i. O(pairs + bodies), no comparison, no allocation.
 *
 * @param out Sorted pairs, length >= 2 count.
 * @param pairs Left in order of j.
 * @param starts Working memory, length >= bodies + 1.
 */
export function sortPairs(out: Int32Array, pairs: Int32Array, count: number, bodies: number, starts: Int32Array): void {
  distribute(out, pairs, count, bodies, starts, 1);
  for (let k = 0; k < 2 * count; k++) pairs[k] = out[k];
  distribute(out, pairs, count, bodies, starts, 0);
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
