/**
 * Workers that serve one detector after the other. A worker starts in a tenth of a second and more, and its compiled
 * code stays with it.
 */
import { listen, type WorkerLike } from './crew';
import { createOwnWorker } from './own-worker';

/** See {@link createWorkerPool}. */
export interface WorkerPool {
  /** Pass it to detectors as their `createWorker`. */
  readonly createWorker: () => WorkerLike;
  /** Ends all workers, also those of detectors that are not closed. */
  close(): void;
}

/** A worker of the pool and who uses it. */
interface Kept {
  readonly worker: WorkerLike;
  /** Listeners of the detector that uses it, by event. */
  readonly listeners: Map<string, (value: unknown) => void>;
  hasStarted: boolean;
  hasEnded: boolean;
}

/**
 * Workers for detectors that are made one after the other, such as one for each frame of a series. A detector that is
 * closed gives its workers back, and the next one takes them.
 *
 * @param createWorker Makes a worker, as for a detector. Default: workers of this package.
 *
 * @example
 * ```ts
 * const pool = createWorkerPool();
 * for (let frame = 0; frame < 3; frame++) {
 *   const bodies = createBodySet(sharedBodyArrays(1000));
 *   const { createWorker } = pool;
 *   const detector = createParallelDetector({ bodies, method: shortestLinkMethod, threads: 2, createWorker });
 *   await detector.ready;
 *   detector.update();
 *   detector.close();
 * }
 * pool.close();
 * ```
 */
export function createWorkerPool(createWorker: () => WorkerLike = createOwnWorker): WorkerPool {
  const all: Kept[] = [];
  const idle: Kept[] = [];
  const start = (): Kept => {
    const kept: Kept = { worker: createWorker(), listeners: new Map(), hasStarted: false, hasEnded: false };
    all.push(kept);
    const tell = (event: string, value: unknown): void => kept.listeners.get(event)?.(value);
    listen(kept.worker, {
      message: () => {
        kept.hasStarted = true;
        tell('message', undefined);
      },
      error: (text) => {
        kept.hasEnded = true;
        tell('error', text);
      },
      exit: () => {
        kept.hasEnded = true;
        tell('exit', undefined);
      },
    });
    return kept;
  };
  return {
    createWorker: () => {
      let kept = idle.pop();
      while (kept?.hasEnded === true) kept = idle.pop();
      return lend(kept ?? start(), idle);
    },
    close: () => {
      idle.length = 0;
      for (const { worker } of all.splice(0)) worker.terminate();
    },
  };
}

/** The worker as a detector sees it: it is given back where others are ended. */
function lend(kept: Kept, idle: Kept[]): WorkerLike {
  const { worker, listeners } = kept;
  // It keeps the program alive until the detector has heard of its start, as a new worker does.
  worker.ref?.();
  let isLent = true;
  return {
    postMessage: (message) => {
      if (isLent) worker.postMessage(message);
    },
    ref: () => worker.ref?.(),
    unref: () => worker.unref?.(),
    on: (event, listener) => {
      listeners.set(event, listener);
      if (event !== 'message' || !kept.hasStarted) return;
      // Not to the detector that has the worker next, if this one is closed before.
      void Promise.resolve().then(() => {
        if (isLent) listener(undefined);
      });
    },
    terminate: () => {
      if (!isLent) return;
      isLent = false;
      listeners.clear();
      worker.unref?.();
      if (!kept.hasEnded) idle.push(kept);
    },
  };
}
