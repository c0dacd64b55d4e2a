/**
 * The detector of a job: the plain one, or one on several threads. Each thread counts the iterations of its method in a
 * row of its own. The contacts have the same bits for every number of threads.
 */
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { createDetector, type Detector, type DetectorOptions } from 'dem-contact';
import { createParallelDetector, type ThreadOptions } from 'dem-contact/parallel';
import { bundleWorker } from '../sim/worker-bundle';
import { counted, type Counters } from './step-times';

/** A thread for fewer bodies costs more than it saves; see docs/parallel.md. */
const BODIES_A_THREAD = 500;

/** The same in the hopper, whose pairs cost ten times as much: docs/hopper.md has the measurement. */
export const PARTICLES_A_THREAD = 100;

/** Threads by default: all cores, up to what pays for this many bodies. */
export function usefulThreads(bodies: number, aThread = BODIES_A_THREAD): number {
  return Math.max(1, Math.min(availableParallelism(), Math.floor(bodies / aThread)));
}

export interface JobDetector {
  readonly detector: Detector;
  /** Ends the threads. */
  readonly close: () => void;
}

/** With more than one thread the arrays of the bodies are shared ones. The counter has a row for each thread. */
export function createJobDetector(
  options: DetectorOptions & Pick<ThreadOptions, 'fewestPairs'>,
  counter: Counters,
  threads: number,
): JobDetector {
  const all = { ...options, method: counted(options.method, counter) };
  if (threads === 1) return { detector: createDetector(all), close: () => undefined };
  const { file, remove } = bundleWorker('app/counting-worker.ts');
  let started = 0;
  const createWorker = () => new Worker(file, { workerData: { iterations: counter.rows[++started] } });
  const detector = createParallelDetector({ ...all, threads, createWorker });
  return {
    detector,
    close: () => {
      detector.close();
      remove();
    },
  };
}
