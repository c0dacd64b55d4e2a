/** The contacts of bodies at one moment. */
import { createBodySet, type BodySet } from '../body/body-set';
import type { ContactMethod } from '../contact/method';
import { createDetector } from '../detector/detector';
import { createParallelDetector } from '../parallel/parallel-detector';
import { sharedBodyArrays } from '../parallel/shared-bodies';
import type { ContactRows } from './rows';
import type { Surroundings } from './surroundings';

export interface Search {
  readonly method: ContactMethod;
  readonly margin: number;
  readonly threads: number;
  /** Number of frames of the job. */
  readonly frames: number;
}

/**
 * A frame with fewer bodies is found by one thread: so far threads that run already save nothing. So are frames that
 * have fewer bodies together: to start threads takes longer than they save. Bench parallel-start; the second number is
 * where the lines through its times for 10,000 and 20,000 bodies meet.
 */
export const LEAST_FOR_THREADS = 5000;
export const LEAST_FOR_START = 60_000;

/**
 * Contacts in the order of (A, B). Each call starts without memory of another, so the result depends on the bodies
 * alone, not on the frames before it, and it has the same bits for every number of threads.
 */
export async function findContacts(bodies: BodySet, search: Search, { createWorker }: Surroundings): Promise<ContactRows> {
  const { method, margin, threads, frames } = search;
  // The near list serves one step.
  const options = { method, margin, skin: 0 };
  const isSmall = bodies.count < LEAST_FOR_THREADS || bodies.count * frames < LEAST_FOR_START;
  if (threads === 1 || isSmall) return createDetector({ ...options, bodies }).update();
  const detector = createParallelDetector({ ...options, bodies: sharedCopy(bodies), threads, createWorker });
  try {
    await detector.ready;
    return detector.update();
  } finally {
    detector.close();
  }
}

function sharedCopy(bodies: BodySet): BodySet {
  const { count } = bodies;
  const arrays = sharedBodyArrays(count);
  arrays.shapeIndex!.set(bodies.shapeIndex.subarray(0, count));
  arrays.positions!.set(bodies.positions.subarray(0, 3 * count));
  arrays.orientations!.set(bodies.orientations.subarray(0, 4 * count));
  arrays.rounding!.set(bodies.rounding.subarray(0, count));
  arrays.group!.set(bodies.group.subarray(0, count));
  arrays.flags!.set(bodies.flags.subarray(0, count));
  arrays.category!.set(bodies.category.subarray(0, count));
  arrays.mask!.set(bodies.mask.subarray(0, count));
  return createBodySet({ ...arrays, shapes: [...bodies.shapes], count });
}
