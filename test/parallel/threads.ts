/** Workers from the sources, for tests. */
import { Worker } from 'node:worker_threads';
import type { WorkerLike } from '../../src/parallel';

export const createWorker = (): WorkerLike & Worker => new Worker(new URL('./worker.mjs', import.meta.url));
