import {
  createContactFor,
  createDetectOptions,
  createPose,
  createState,
  directSearchMethod,
  directSearchWork,
  fastDirectSearchMethod,
  type ContactMethod,
} from 'dem-contact';
import type { TypedPair } from './contact-types';
import type { Variant } from './measure';

/**
 * The contacts of contactTypes() are open by 0.001: methods other than the direct searches report them up to this gap.
 * It is less than dTol, so DS and FDS do not see it.
 */
export const MARGIN = 0.01;

/**
 * So many calls of a method on one contact type; B moves to and fro by 1e-4 of the block. Not warm: without memory. The
 * direct searches must agree on kind, number of points and gap, and their work is counted; other methods define their
 * contacts otherwise and are only timed.
 */
export function searchCalls({ a, b, pose: rest }: TypedPair, calls: number, name: string, method: ContactMethod, warm: boolean): Variant {
  const contact = createContactFor(a, b);
  const options = { ...createDetectOptions(), margin: MARGIN };
  const pose = createPose();
  const state = createState(method);
  const searches = method === directSearchMethod || method === fastDirectSearchMethod;
  const results = new Float64Array(3 * calls);
  const work = { distances: 0, entrances: 0, refreshed: 0 };
  const run = (): void => {
    work.distances = 0;
    work.entrances = 0;
    work.refreshed = 0;
    for (let k = 0; k < calls; k++) {
      for (let i = 0; i < 12; i++) pose[i] = rest[i];
      pose[9] += k & 1 ? 1e-4 : 0;
      if (!warm) {
        state.ints.fill(0);
        state.floats.fill(0);
      }
      method.detect(contact, a, b, pose, state, options);
      results[3 * k] = contact.kind;
      results[3 * k + 1] = contact.count;
      results[3 * k + 2] = contact.gap;
      if (searches) {
        work.distances += directSearchWork[0];
        work.entrances += directSearchWork[1];
        work.refreshed += directSearchWork[2];
      }
    }
  };
  // The first warm call has no memory, and the second measures how long its answer lasts: they are made here.
  run();
  return { name, run, ...(searches ? { results: () => results, tolerance: 1e-12, counts: () => ({ ...work }) } : {}) };
}
