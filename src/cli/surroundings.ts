/** What the command line touches besides files, so that tests can stand in for it. */
import type { WorkerLike } from '../parallel/crew';

/** A stream of Node, or a stand-in. */
export interface Sink {
  readonly isTTY?: boolean;
  /** False: the stream is full, and 'drain' tells when it is not. */
  write(data: string | Uint8Array): boolean;
  once(event: 'drain', listener: () => void): unknown;
}

export interface Surroundings {
  /** Results. */
  readonly out: Sink;
  /** Messages and progress. */
  readonly err: Sink;
  /** Relative paths start here. */
  readonly folder: string;
  /** Makes the workers of several threads; default: workers of this package. */
  readonly createWorker?: (() => WorkerLike) | undefined;
}
