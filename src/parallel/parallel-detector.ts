/**
 * A detector whose work is shared by threads, in space and in the plane. The contract is that of createDetector: the
 * same list in the same order, to the same bits, for every number of threads.
 */
import type { ContactList } from '../contact/contact-list';
import { InputError } from '../math/input-error';
import type { ContactList2d } from '../planar/contact/contact-list-2d';
import type { DetectorOptions2d } from '../planar/detector/detector-options-2d';
import { createDetectorCore2d, detectorOf2d, type Detector2d } from '../planar/detector/detector-2d';
import { createDetectorCore, detectorOf, type Detector } from '../detector/detector';
import type { DetectorOptions } from '../detector/detector-options';
import type { Search } from '../detector/finder';
import type { Search2d } from '../planar/detector/finder-2d';
import type { WorkerLike } from './crew';
import { coresOfMachine, createOwnWorker } from './own-worker';
import { PLANE, SPACE } from './kinds';
import { checkShared, createSharedStep, type SharedStep } from './shared-step';

export interface ThreadOptions {
  /** Threads that work, the calling one included: an integer from 1 to 64. Default: one for each core. */
  readonly threads?: number | undefined;
  /**
   * Makes a worker whose module imports `dem-contact/worker`. In Node, Deno and Bun the default is a worker of
   * this package. A page needs it:
   * `() => new Worker(new URL('./my-worker.js', import.meta.url), { type: 'module' })`.
   */
  readonly createWorker?: (() => WorkerLike) | undefined;
}

/** What a parallel detector has besides the contract of a detector. */
export interface Threads {
  /** Number of threads that work. */
  readonly threads: number;
  /** Threads that found the contacts of the last update: 1 while the others start, and for small scenes. */
  readonly threadsUsed: number;
  /**
   * Resolves when all threads have started, and rejects when one fails before that. Updates before that are made by the
   * calling thread alone.
   */
  readonly ready: Promise<void>;
  /** Ends the threads. Updates after that throw. */
  close(): void;
}

export interface ParallelDetector extends Detector, Threads {
  /** As update, but the event loop runs while the other threads work: for the thread of a page, which may not sleep. */
  updateAsync(): Promise<ContactList>;
}

export interface ParallelDetector2d extends Detector2d, Threads {
  /** As update, but the event loop runs while the other threads work: for the thread of a page, which may not sleep. */
  updateAsync(): Promise<ContactList2d>;
}

/**
 * A detector whose work is shared by threads: near pairs and walls are divided. The list has the same bits as that of
 * createDetector, for every number of threads.
 *
 * The arrays of the bodies must lie on SharedArrayBuffers ({@link sharedBodyArrays}). The method is passed to the
 * threads by its name: methods of the library are known there, others by registerMethod of `dem-contact/worker`.
 * `update` works in place, in Node and in workers. In the thread of a page use `updateAsync`, or run the detector in a
 * worker of your own. Threads end with `close`, or with the program.
 *
 * Throws what createDetector throws, and InputError 'bad-option' for bodies that are not on shared memory and for a
 * number of threads out of range. `update` throws the message of a thread that failed or was ended. After that the
 * threads are ended; `restore` starts new ones.
 *
 * @example
 * ```ts
 * const bodies = createBodySet(sharedBodyArrays(1000));
 * addBody(bodies, { shape: box(1, 1, 1) });
 * const detector = createParallelDetector({ bodies, method: shortestLinkMethod, margin: 1e-3, threads: 2 });
 * const contacts = detector.update(); // once a step
 * detector.close();
 * ```
 */
export function createParallelDetector(options: DetectorOptions & ThreadOptions): ParallelDetector {
  const threads = checkThreads(options.threads ?? coresOfMachine());
  const createWorker = options.createWorker ?? createOwnWorker;
  const core = createDetectorCore(options, true);
  checkShared(core.bodies, SPACE);
  const list = SPACE.createList(64, 256) as ContactList;
  const search = { ...core, options: core.options } as unknown as Search & Search2d;
  const own = { list, finder: SPACE.createFinder(search, list), load: SPACE.createLoader(core.record) };
  const shared = createSharedStep(core, SPACE, own, threads, createWorker);
  const updates = updatesOf(shared, core.contacts, core.step.restart);
  const detector = detectorOf({ ...core, step: { ...core.step, restart: shared.restart } }, updates.update);
  return withThreads(detector, shared, updates);
}

/**
 * {@link createParallelDetector} in the plane.
 *
 * @example
 * ```ts
 * const bodies = createBodySet2d(sharedBodyArrays2d(1000));
 * addBody2d(bodies, { shape: rectangle(1, 1) });
 * const detector = createParallelDetector2d({ bodies, method: exactLineMethod, threads: 2 });
 * detector.update();
 * detector.close();
 * ```
 */
export function createParallelDetector2d(options: DetectorOptions2d & ThreadOptions): ParallelDetector2d {
  const threads = checkThreads(options.threads ?? coresOfMachine());
  const createWorker = options.createWorker ?? createOwnWorker;
  const core = createDetectorCore2d(options, true);
  checkShared(core.bodies, PLANE);
  const list = PLANE.createList(64, 256) as ContactList2d;
  const search = { ...core, options: core.options } as unknown as Search & Search2d;
  const own = { list, finder: PLANE.createFinder(search, list), load: PLANE.createLoader(core.record) };
  const shared = createSharedStep(core, PLANE, own, threads, createWorker);
  const updates = updatesOf(shared, core.contacts, core.step.restart);
  const detector = detectorOf2d({ ...core, step: { ...core.step, restart: shared.restart } }, updates.update);
  return withThreads(detector, shared, updates);
}

interface Updates<List> {
  readonly update: () => List;
  readonly updateAsync: () => Promise<List>;
}

function updatesOf<List>({ crew, run }: SharedStep, contacts: List, restart: () => void): Updates<List> {
  let isBusy = false;
  const begin = (): void => {
    if (isBusy) throw new Error('another update is under way: await it before you call the next one');
    isBusy = true;
  };
  // After a fault the memory of some pairs is that of the failed step: the next step must not use the near list.
  const failed = (error: unknown): never => {
    restart();
    throw error;
  };
  return {
    update: () => {
      begin();
      try {
        crew().wait(run());
        return contacts;
      } catch (error) {
        return failed(error);
      } finally {
        isBusy = false;
      }
    },
    updateAsync: async () => {
      begin();
      try {
        await crew().waitAsync(run());
        return contacts;
      } catch (error) {
        return failed(error);
      } finally {
        isBusy = false;
      }
    },
  };
}

/** The same object with the properties of threads: those of the detector are read when they are asked for. */
function withThreads<D extends object, List>(
  detector: D,
  { crew, used }: SharedStep,
  { updateAsync }: Updates<List>,
): D & Threads & { updateAsync: () => Promise<List> } {
  return Object.defineProperties(detector, {
    threads: { value: crew().threads, enumerable: true },
    threadsUsed: { get: used, enumerable: true },
    ready: { get: () => crew().ready, enumerable: true },
    updateAsync: { value: updateAsync, enumerable: true },
    close: {
      value: () => {
        crew().close();
      },
      enumerable: true,
    },
  }) as D & Threads & { updateAsync: () => Promise<List> };
}

/** More threads than this are a mistake. */
const MOST_THREADS = 64;

function checkThreads(threads: number): number {
  if (Number.isInteger(threads) && threads >= 1 && threads <= MOST_THREADS) return threads;
  throw new InputError('bad-option', `threads must be an integer from 1 to ${MOST_THREADS}, got ${String(threads)}`, -1, threads);
}
