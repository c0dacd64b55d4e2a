/**
 * Sums over the contacts of each body, by several threads. Each thread computes the rows of some contacts. Then each
 * thread sums those of its own bodies, over all contacts in the order of the list. So a sum has the same terms in the
 * same order for every number of threads, and as in a loop over the contacts that adds to both bodies of each.
 */
import type { Control } from './control';
import { CHUNKS, FAULT, NEXT, ROW_COUNT, ROWS_A_CHUNK } from './control';
import type { WriteRow } from './force-model';

/** Rows of a chunk: a multiple of 8, so that rows of doubles fill whole lines of the cache. */
const LEAST_ROWS = 8;
const MOST_ROWS = 512;
/** Chunks for each thread, if they are not too small for it. */
const CHUNKS_A_THREAD = 32;

/** Writes the division of the contacts to the control array. */
export function divideRows({ ints }: Control, threads: number, rows: number): void {
  const size = Math.ceil(rows / (CHUNKS_A_THREAD * threads * LEAST_ROWS)) * LEAST_ROWS;
  ints[ROW_COUNT] = rows;
  ints[ROWS_A_CHUNK] = Math.min(Math.max(size, LEAST_ROWS), MOST_ROWS);
  ints[CHUNKS] = Math.ceil(rows / ints[ROWS_A_CHUNK]);
  ints[NEXT] = 0;
}

/** Takes chunks of contacts until none is left, or another thread has failed. */
export function workOnRows({ ints }: Control, write: WriteRow, rows: Float64Array, stride: number): void {
  const size = ints[ROWS_A_CHUNK];
  for (;;) {
    const chunk = Atomics.add(ints, NEXT, 1);
    if (chunk >= ints[CHUNKS] || Atomics.load(ints, FAULT) !== 0) return;
    const end = Math.min(size * (chunk + 1), ints[ROW_COUNT]);
    for (let c = size * chunk; c < end; c++) write(c, rows, stride * c);
  }
}

/** The first body of a thread; the last one of it comes before the first one of the next thread. */
export function firstBodyOf(thread: number, threads: number, bodies: number): number {
  return Math.min(bodies, LEAST_ROWS * Math.floor((Math.ceil(bodies / LEAST_ROWS) * thread) / threads));
}

/** Bodies of the contacts of a list. */
interface Ends {
  readonly bodyA: Int32Array;
  readonly bodyB: Int32Array;
}

/** Sums the rows of bodies `from` to `to`, `width` numbers a body. */
export function sumRows(
  sums: Float64Array,
  rows: Float64Array,
  width: number,
  stride: number,
  { bodyA, bodyB }: Ends,
  count: number,
  from: number,
  to: number,
): void {
  sums.fill(0, width * from, width * to);
  for (let c = 0; c < count; c++) {
    const a = bodyA[c];
    const b = bodyB[c];
    if (a >= from && a < to) for (let k = 0; k < width; k++) sums[width * a + k] += rows[stride * c + k];
    if (b >= from && b < to) for (let k = 0; k < width; k++) sums[width * b + k] += rows[stride * c + width + k];
  }
}
