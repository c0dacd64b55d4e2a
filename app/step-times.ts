/** What the parts of a time step take, seen through the detector's method. */
import type { ContactMethod } from 'dem-contact';
import type { ContactMethod2d } from 'dem-contact/planar';

/** What one step took, s. */
export interface StepTimes {
  /** A look at all bodies, and the near list where it is built again: until the first pair is asked. */
  broadPhase: number;
  /** Contacts of pairs and walls, and their history. */
  contacts: number;
  /** Forces and motion. */
  motion: number;
}

/** What the counting method has seen since it was last emptied. */
export interface Counter {
  /** Pairs by the number of iterations, [iterations], of the calling thread. */
  iterations: Float64Array;
  /** When the first pair of the step was asked, ms; 0 before. */
  firstCall: number;
}

/** More iterations are counted as this many. */
const MOST_ITERATIONS = 63;

/** The same with a row for each thread; the first one is that of the calling thread. */
export interface Counters extends Counter {
  readonly rows: readonly Float64Array[];
}

export function createCounter(threads = 1): Counters {
  const rows = Array.from({ length: threads }, () => new Float64Array(new SharedArrayBuffer(8 * (MOST_ITERATIONS + 1))));
  return { iterations: rows[0], rows, firstCall: 0 };
}

/** The method, with its iterations counted and the moment of its first call noted. */
export function counted(method: ContactMethod, counter: Counter): ContactMethod {
  return {
    ...method,
    detect(out, a, b, pose, state, options) {
      noteCall(counter);
      const status = method.detect(out, a, b, pose, state, options);
      noteIterations(counter, out.iterations);
      return status;
    },
  };
}

/** The same in the plane. */
export function counted2d(method: ContactMethod2d, counter: Counter): ContactMethod2d {
  return {
    ...method,
    detect(out, a, b, pose, state, options) {
      noteCall(counter);
      const status = method.detect(out, a, b, pose, state, options);
      noteIterations(counter, out.iterations);
      return status;
    },
  };
}

function noteCall(counter: Counter): void {
  if (counter.firstCall === 0) counter.firstCall = performance.now();
}

function noteIterations({ iterations }: Counter, count: number): void {
  iterations[Math.min(MOST_ITERATIONS, count)]++;
}

/** Does one time step, which `step` does with the contacts that it is given, and writes the times of its parts. */
export function timedStep<List>(
  detector: { update: () => List },
  counter: Counter,
  times: StepTimes,
  step: (findContacts: () => List) => void,
): void {
  const start = performance.now();
  times.broadPhase = 0;
  times.contacts = 0;
  step(() => {
    const begin = performance.now();
    counter.firstCall = 0;
    const contacts = detector.update();
    const end = performance.now();
    const first = counter.firstCall > 0 ? counter.firstCall : end;
    times.broadPhase += (first - begin) / 1000;
    times.contacts += (end - first) / 1000;
    return contacts;
  });
  times.motion = (performance.now() - start) / 1000 - times.broadPhase - times.contacts;
}
