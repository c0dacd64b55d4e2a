/**
 * How the work of a step is divided: ranges of near pairs, then ranges of bodies for the walls. Threads take the next
 * range when they have finished one, because pairs cost unevenly: apart, in contact, 4 corners or 60.
 *
 * The contacts of a chunk are rows of the list of the thread that did it. The list of the step takes the chunks in
 * order. So it does not depend on which thread did which chunk.
 */
import type { Finder } from '../detector-shared/ask-pairs';
import {
  blockOf,
  BODIES_A_CHUNK,
  BODY_COUNT,
  CHUNK_END,
  CHUNK_FIRST,
  CHUNK_RECORD,
  CHUNK_THREAD,
  CHUNKS,
  FAULT,
  MOST_CHUNKS,
  NEXT,
  PAIR_CHUNKS,
  PAIR_COUNT,
  PAIRS_A_CHUNK,
  PULSE,
  type Control,
} from './control';

/**
 * Smaller chunks cost more in taking them and in putting their contacts together; larger ones divide less evenly. Sizes
 * are multiples of it: what pairs remember, a byte a pair at least, then fills whole lines of the cache.
 */
const FEWEST_PAIRS = 64;
const MOST_PAIRS = 1024;
/** Chunks for each thread, if they are not too small for it. */
const CHUNKS_A_THREAD = 64;
/** A body with the walls costs less than a pair. */
const BODIES_FOR_PAIRS = 4;
/** A thread shows that it lives after this many pairs. */
const PULSE_PAIRS = 32;

/** Writes the division of a step to the control array. */
export function divideWork({ ints }: Control, threads: number, pairs: number, bodies: number): void {
  const most = MOST_CHUNKS / 2 - 1;
  const size = (count: number, fewest: number, largest: number): number => {
    const even = Math.min(Math.max(Math.ceil(count / (CHUNKS_A_THREAD * threads)), fewest), largest);
    return FEWEST_PAIRS * Math.ceil(Math.max(even, count / most) / FEWEST_PAIRS);
  };
  ints[PAIR_COUNT] = pairs;
  ints[BODY_COUNT] = bodies;
  ints[PAIRS_A_CHUNK] = size(pairs, FEWEST_PAIRS, MOST_PAIRS);
  ints[BODIES_A_CHUNK] = size(bodies, BODIES_FOR_PAIRS * FEWEST_PAIRS, BODIES_FOR_PAIRS * MOST_PAIRS);
  ints[PAIR_CHUNKS] = Math.ceil(pairs / ints[PAIRS_A_CHUNK]);
  ints[CHUNKS] = ints[PAIR_CHUNKS] + Math.ceil(bodies / ints[BODIES_A_CHUNK]);
  ints[NEXT] = 0;
}

/** Takes chunks until none is left, or another thread has failed. The finder records to `own`. */
export function workOnChunks({ ints, chunks }: Control, thread: number, finder: Finder, own: { readonly count: number }): void {
  const pulse = blockOf(thread) + PULSE;
  for (;;) {
    const chunk = Atomics.add(ints, NEXT, 1);
    if (chunk >= ints[CHUNKS] || Atomics.load(ints, FAULT) !== 0) return;
    const record = CHUNK_RECORD * chunk;
    chunks[record + CHUNK_THREAD] = thread;
    chunks[record + CHUNK_FIRST] = own.count;
    if (chunk < ints[PAIR_CHUNKS]) {
      const from = chunk * ints[PAIRS_A_CHUNK];
      const to = Math.min(from + ints[PAIRS_A_CHUNK], ints[PAIR_COUNT]);
      for (let p = from; p < to; p += PULSE_PAIRS) {
        finder.pairs(p, Math.min(p + PULSE_PAIRS, to));
        Atomics.add(ints, pulse, 1);
      }
    } else {
      const from = (chunk - ints[PAIR_CHUNKS]) * ints[BODIES_A_CHUNK];
      finder.walls(from, Math.min(from + ints[BODIES_A_CHUNK], ints[BODY_COUNT]));
      Atomics.add(ints, pulse, 1);
    }
    chunks[record + CHUNK_END] = own.count;
  }
}
