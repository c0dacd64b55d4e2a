/** Workers of the package itself, where the program does not make them: in Node, Deno and Bun. */
import { InputError } from '../math/input-error';
import type { WorkerLike } from './crew';

interface Machine {
  readonly process?: { readonly getBuiltinModule?: (name: string) => unknown };
  readonly navigator?: { readonly hardwareConcurrency?: number };
}

// eslint-disable-next-line no-restricted-globals -- this file is about the machine
const machine = globalThis as unknown as Machine;

/** Threads of a detector at most: more are a mistake. */
export const MOST_THREADS = 64;

/** Cores that the program may use; 1 if unknown. */
export function coresOfMachine(): number {
  const os = machine.process?.getBuiltinModule?.('node:os') as { availableParallelism?: () => number } | undefined;
  const cores = os?.availableParallelism?.() ?? machine.navigator?.hardwareConcurrency ?? 1;
  return Math.min(Math.max(1, cores), MOST_THREADS);
}

/**
 * A worker whose file is found as a program finds `dem-contact/worker`. Throws InputError 'bad-option' where the
 * program must make the workers.
 */
export function createOwnWorker(): WorkerLike {
  const builtin = machine.process?.getBuiltinModule;
  const threads = builtin?.('node:worker_threads') as { readonly Worker: new (file: string) => WorkerLike } | undefined;
  const modules = builtin?.('node:module') as { readonly createRequire: (url: string) => { resolve(id: string): string } } | undefined;
  const url = (import.meta as unknown as { readonly url: string | undefined }).url;
  if (threads === undefined || modules === undefined || url === undefined) {
    throw new InputError(
      'bad-option',
      "createWorker is missing: () => new Worker(new URL('./my-worker.js', import.meta.url), { type: 'module' }), a module that imports 'dem-contact/worker'",
    );
  }
  return new threads.Worker(modules.createRequire(url).resolve('dem-contact/worker'));
}
