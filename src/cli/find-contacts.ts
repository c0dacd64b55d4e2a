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
}

/** A frame with fewer bodies is found by one thread: starting others takes longer than they save. */
const LEAST_FOR_THREADS = 20_000;

/**
 * Contacts in the order of (A, B). Each call starts without memory of another, so the result depends on the bodies
 * alone, not on the frames before it, and it has the same bits for every number of threads.
 */
export async function findContacts(bodies: BodySet, search: Search, { createWorker }: Surroundings): Promise<ContactRows> {
  const { method, margin, threads } = search;
  // The near list serves one step.
  const options = { method, margin, skin: 0 };
  if (threads === 1 || bodies.count < LEAST_FOR_THREADS) return createDetector({ ...options, bodies }).update();
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
