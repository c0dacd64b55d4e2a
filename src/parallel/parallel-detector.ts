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
import type { ForceModel, ForceModel2d } from './force-model';
import { createForces, type ForceHost, type ParallelForces } from './forces';
import { coresOfMachine, createOwnWorker, MOST_THREADS } from './own-worker';
import { PLANE, SPACE } from './kinds';
import { hasSharedMemory, NOT_SHARED } from './shared-memory';
import { checkShared, createSharedStep, FEWEST_ASKED, type SharedStep } from './shared-step';

export interface ThreadOptions {
  /** Threads that work, with the calling one: an integer from 1 to {@link MOST_THREADS}. Default: one for each core. */
  readonly threads?: number | undefined;
  /**
   * Makes a worker whose module imports `dem-contact/worker`. In Node, Deno and Bun the default is a worker of
   * this package. A page needs it:
   * `() => new Worker(new URL('./my-worker.js', import.meta.url), { type: 'module' })`.
   */
  readonly createWorker?: (() => WorkerLike) | undefined;
  /**
   * With fewer pairs to ask than this the calling thread works alone. The default, 400, was measured with
   * the shortest link method. A method that costs ten times as much a pair gains from a tenth of it on.
   */
  readonly fewestPairs?: number | undefined;
}

/** What a parallel detector has besides the contract of a detector. */
export interface Threads {
  /** Number of threads that work. */
  readonly threads: number;
  /** Why there is one thread in place of those asked for, or ''. A page that is not isolated has no shared memory. */
  readonly notice: string;
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
  /**
   * Forces of the contacts by a law that the workers know by its name: `contactLawForces`, or one of your own made
   * known by `registerForceModel` of `dem-contact/worker`. The threads compute and sum them.
   */
  createForces<Data extends object>(model: ForceModel<Data>): ParallelForces<Data>;
}

export interface ParallelDetector2d extends Detector2d, Threads {
  /** As update, but the event loop runs while the other threads work: for the thread of a page, which may not sleep. */
  updateAsync(): Promise<ContactList2d>;
  /** As in space, by `contactLawForces2d` or one made known by `registerForceModel2d`. */
  createForces<Data extends object>(model: ForceModel2d<Data>): ParallelForces<Data>;
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
 * In a page that is not cross-origin isolated one thread works, and `notice` says so.
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
  const threads = threadsOf(options);
  const createWorker = options.createWorker ?? createOwnWorker;
  const core = createDetectorCore(options, hasSharedMemory());
  checkShared(core.bodies, SPACE);
  const list = SPACE.createList(64, 256) as ContactList;
  const search = { ...core, options: core.options } as unknown as Search & Search2d;
  const own = { list, finder: SPACE.createFinder(search, list), load: SPACE.createLoader(core.record) };
  const shared = createSharedStep(core, SPACE, own, threads, createWorker, checkFewest(options.fewestPairs));
  const gate = createGate(shared);
  const updates = updatesOf(shared, gate, core.contacts, core.step.restart);
  const detector = detectorOf({ ...core, step: { ...core.step, restart: shared.restart } }, updates.update);
  return withThreads(detector, core, shared, gate, updates) as ParallelDetector;
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
  const threads = threadsOf(options);
  const createWorker = options.createWorker ?? createOwnWorker;
  const core = createDetectorCore2d(options, hasSharedMemory());
  checkShared(core.bodies, PLANE);
  const list = PLANE.createList(64, 256) as ContactList2d;
  const search = { ...core, options: core.options } as unknown as Search & Search2d;
  const own = { list, finder: PLANE.createFinder(search, list), load: PLANE.createLoader(core.record) };
  const shared = createSharedStep(core, PLANE, own, threads, createWorker, checkFewest(options.fewestPairs));
  const gate = createGate(shared);
  const updates = updatesOf(shared, gate, core.contacts, core.step.restart);
  const detector = detectorOf2d({ ...core, step: { ...core.step, restart: shared.restart } }, updates.update);
  return withThreads(detector, core, shared, gate, updates) as ParallelDetector2d;
}

/** Runs work that waits for threads, one piece at a time. */
type Gate = Pick<ForceHost, 'wait' | 'waitAsync'>;

function createGate({ crew }: SharedStep): Gate {
  let isBusy = false;
  const begin = (): void => {
    if (isBusy) throw new Error('another update is under way: await it before you call the next one');
    isBusy = true;
  };
  return {
    wait: (work, failed) => {
      begin();
      try {
        crew().wait(work);
      } catch (error) {
        failed();
        throw error;
      } finally {
        isBusy = false;
      }
    },
    waitAsync: async (work, failed) => {
      begin();
      try {
        await crew().waitAsync(work);
      } catch (error) {
        failed();
        throw error;
      } finally {
        isBusy = false;
      }
    },
  };
}

interface Updates<List> {
  readonly update: () => List;
  readonly updateAsync: () => Promise<List>;
}

function updatesOf<List>({ run }: SharedStep, gate: Gate, contacts: List, restart: () => void): Updates<List> {
  // After a fault the memory of some pairs is that of the failed step: the next step must not use the near list.
  return {
    update: () => {
      gate.wait(run(), restart);
      return contacts;
    },
    updateAsync: async () => {
      await gate.waitAsync(run(), restart);
      return contacts;
    },
  };
}

/** The same object with the properties of threads: those of the detector are read when they are asked for. */
function withThreads<List>(
  detector: object,
  { bodies, contacts }: Pick<ForceHost, 'bodies' | 'contacts'>,
  { crew, used, hasStarted, share }: SharedStep,
  gate: Gate,
  { updateAsync }: Updates<List>,
): object {
  const { threads } = crew();
  const host: ForceHost = { bodies, contacts, threads, crew, hasStarted, share, ...gate };
  let made = 0;
  return Object.defineProperties(detector, {
    threads: { value: threads, enumerable: true },
    notice: { value: hasSharedMemory() ? '' : NOT_SHARED, enumerable: true },
    threadsUsed: { get: used, enumerable: true },
    ready: { get: () => crew().ready, enumerable: true },
    updateAsync: { value: updateAsync, enumerable: true },
    createForces: { value: (model: ForceModel) => createForces(host, made++, model), enumerable: true },
    close: {
      value: () => {
        crew().close();
      },
      enumerable: true,
    },
  });
}

/** Without shared memory one thread works. */
function threadsOf({ threads = coresOfMachine() }: ThreadOptions): number {
  if (Number.isInteger(threads) && threads >= 1 && threads <= MOST_THREADS) return hasSharedMemory() ? threads : 1;
  throw new InputError('bad-option', `threads must be an integer from 1 to ${MOST_THREADS}, got ${String(threads)}`, -1, threads);
}

function checkFewest(pairs = FEWEST_ASKED): number {
  if (pairs >= 0) return pairs;
  throw new InputError('bad-option', `fewestPairs must be a number of pairs, got ${pairs}`, -1, pairs);
}
