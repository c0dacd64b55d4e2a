/**
 * The module of a worker of a parallel detector. When it is imported, the worker waits for the detector, in Node,
 * browsers, Deno and Bun.
 */
import { contactMethods } from '../methods';
import { contactLawForces, contactLawForces2d, type ForceModel, type ForceModel2d } from '../parallel/force-model';
import { createThread } from '../parallel/thread';
import type { Message } from '../parallel/messages';
import { contactMethods2d, type ContactMethod2d } from '../planar';
import type { ContactMethod } from '../contact';

const space: ContactMethod[] = [...contactMethods];
const plane: ContactMethod2d[] = [...contactMethods2d];
const forces: ForceModel[] = [contactLawForces];
const forcesInPlane: ForceModel2d[] = [contactLawForces2d];

/**
 * Makes a method of your own known to the worker. A detector passes methods to its workers by name: call this in the
 * module of the worker, after importing it.
 *
 * @example
 * ```ts
 * registerMethod({ ...exactMethod, name: 'mine' });
 * ```
 */
export function registerMethod(method: ContactMethod): void {
  space.unshift(method);
}

/**
 * The same for methods in the plane.
 *
 * @example
 * ```ts
 * registerMethod2d({ ...exactLineMethod, name: 'mine' });
 * ```
 */
export function registerMethod2d(method: ContactMethod2d): void {
  plane.unshift(method);
}

/**
 * Makes forces of your own known to the worker, as {@link registerMethod} does with methods.
 *
 * @example
 * ```ts
 * registerForceModel({ ...contactLawForces, name: 'mine' });
 * ```
 */
export function registerForceModel<Data extends object>(model: ForceModel<Data>): void {
  forces.unshift(model);
}

/**
 * The same for forces in the plane.
 *
 * @example
 * ```ts
 * registerForceModel2d({ ...contactLawForces2d, name: 'mine' });
 * ```
 */
export function registerForceModel2d<Data extends object>(model: ForceModel2d<Data>): void {
  forcesInPlane.unshift(model);
}

interface Scope {
  readonly process?: { readonly getBuiltinModule?: (name: string) => unknown };
  onmessage?: (event: { readonly data: unknown }) => void;
  postMessage?: (message: unknown) => void;
  readonly document?: unknown;
}

interface Port {
  on(event: 'message', listener: (message: unknown) => void): void;
  postMessage(message: unknown): void;
}

// eslint-disable-next-line no-restricted-globals -- this entry runs in workers only
const scope = globalThis as unknown as Scope;
const node = scope.process?.getBuiltinModule?.('node:worker_threads') as { readonly parentPort: Port | null } | undefined;
const receive = createThread({ space, plane, forces, forcesInPlane });
if (node?.parentPort) {
  node.parentPort.on('message', (message) => {
    receive(message as Message);
  });
  node.parentPort.postMessage('started');
} else if (scope.document === undefined && scope.postMessage !== undefined) {
  scope.onmessage = ({ data }) => {
    receive(data as Message);
  };
  scope.postMessage('started');
}
