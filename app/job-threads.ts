/**
 * The detector of a job: the plain one, or one on several threads. Each thread counts the iterations of its method in a
 * row of its own. The contacts have the same bits for every number of threads.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { createDetector, type Detector, type DetectorOptions } from 'dem-contact';
import { createParallelDetector } from 'dem-contact/parallel';
import { buildSync } from 'esbuild';
import { counted, type Counters } from './step-times';

/** A thread for fewer bodies costs more than it saves; see docs/parallel.md. */
const BODIES_A_THREAD = 500;

/** Threads by default: all cores, up to what pays for this many bodies. */
export function usefulThreads(bodies: number): number {
  return Math.max(1, Math.min(availableParallelism(), Math.floor(bodies / BODIES_A_THREAD)));
}

export interface JobDetector {
  readonly detector: Detector;
  /** Ends the threads. */
  readonly close: () => void;
}

/** With more than one thread the arrays of the bodies are shared ones. The counter has a row for each thread. */
export function createJobDetector(options: DetectorOptions, counter: Counters, threads: number): JobDetector {
  const all = { ...options, method: counted(options.method, counter) };
  if (threads === 1) return { detector: createDetector(all), close: () => undefined };
  const folder = mkdtempSync(join(tmpdir(), 'dem-contact-job-'));
  const worker = join(folder, 'worker.mjs');
  const root = fileURLToPath(new URL('../', import.meta.url));
  buildSync({
    entryPoints: [join(root, 'app/counting-worker.ts')],
    absWorkingDir: root,
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'es2022',
    outfile: worker,
  });
  let started = 0;
  const createWorker = () => new Worker(worker, { workerData: { iterations: counter.rows[++started] } });
  const detector = createParallelDetector({ ...all, threads, createWorker });
  return {
    detector,
    close: () => {
      detector.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
