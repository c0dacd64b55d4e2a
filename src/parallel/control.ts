/**
 * What the threads of a detector agree on: a shared array of integers, and how they wait for each other.
 *
 * A job begins when the main thread raises TICKET. Threads then take chunks of the work, one after the other, by adding
 * to NEXT, and lower ACTIVE when none is left. The last one wakes the main thread. Each thread has a block of its own.
 * A line of the cache has 64 bytes. An array may begin in the middle of one. So what different threads write is at
 * least 64 bytes apart.
 */

import { createBuffer } from './shared-memory';

/** Slots of the control array. Those that all threads change, NEXT and ACTIVE, have lines of their own. */
export const TICKET = 0;
export const COMMAND = 1;
/** Number of chunks, of those that are pairs, and how many pairs or bodies a chunk has. */
export const CHUNKS = 2;
export const PAIR_CHUNKS = 3;
export const PAIRS_A_CHUNK = 4;
export const BODIES_A_CHUNK = 5;
export const PAIR_COUNT = 6;
export const BODY_COUNT = 7;
/** Number of the thread that failed, or 0; its message is in the text array. */
export const FAULT = 8;
export const FAULT_LENGTH = 9;
/** The number of the last views that were sent; see {@link VIEWS}. */
export const LATEST = 10;
/** Contacts of the last step. */
export const OLD_COUNT = 11;
/** The number of the forces that are computed, of their contacts, and how many of them a chunk has. */
export const FORCES = 12;
export const ROW_COUNT = 13;
export const ROWS_A_CHUNK = 14;
export const NEXT = 32;
/** Threads that have not finished the job. */
export const ACTIVE = 64;
const THREADS = 96;

/** A block of one thread: integers, of which the first 16 are used. */
export const BLOCK = 32;
/** Raised after some pairs: the thread is alive. */
export const PULSE = 0;
export const DROPPED = 1;
/** Rooms that the list of the thread had to grow to, or 0. */
export const ROWS_NEEDED = 2;
export const POINTS_NEEDED = 3;
export const APART = 4;
export const ASKED = 5;
export const UNRESOLVED = 6;
/** The number of the last views that the thread has received: it is ready for jobs on them. */
export const VIEWS = 7;

/** Where the block of a thread begins; thread 0 is the main thread. */
export function blockOf(thread: number): number {
  return THREADS + BLOCK * thread;
}

/**
 * What threads do when the ticket is raised: find, merge, compute forces, sum them; leave the loop to receive a
 * message, end.
 */
export const Command = { Find: 0, Listen: 1, End: 2, Merge: 3, Force: 4, Sum: 5 } as const;

/**
 * Chunks at most, and for each of them the thread that did it, the rows of that thread's list, and the first row and
 * point of the list of the step.
 */
export const MOST_CHUNKS = 4096;
export const CHUNK_THREAD = 0;
export const CHUNK_FIRST = 1;
export const CHUNK_END = 2;
export const CHUNK_ROW = 3;
export const CHUNK_POINT = 4;
/** Integers of a record, of which five are used: see the note on lines of the cache above. */
export const CHUNK_RECORD = 32;

export interface Control {
  readonly ints: Int32Array;
  /** CHUNK_RECORD integers a chunk. */
  readonly chunks: Int32Array;
  /** UTF-16 codes of the message of a fault. */
  readonly text: Uint16Array;
}

export function createControl(threads: number): Control {
  return {
    ints: new Int32Array(createBuffer(4 * blockOf(threads))),
    chunks: new Int32Array(createBuffer(4 * CHUNK_RECORD * MOST_CHUNKS)),
    text: new Uint16Array(createBuffer(2 * 2000)),
  };
}

/** Looks this often before it sleeps: a barrier in less than a microsecond while threads keep in step. */
const SPINS = 2000;

/** Waits until a slot has another value than `old`; `milliseconds` at most. Returns the value. */
export function waitForChange(ints: Int32Array, slot: number, old: number, milliseconds = Infinity): number {
  for (let k = 0; k < SPINS; k++) {
    const value = Atomics.load(ints, slot);
    if (value !== old) return value;
  }
  Atomics.wait(ints, slot, old, milliseconds);
  return Atomics.load(ints, slot);
}

export function setFault({ ints, text }: Control, thread: number, message: string): void {
  const length = Math.min(message.length, text.length);
  for (let k = 0; k < length; k++) text[k] = message.charCodeAt(k);
  ints[FAULT_LENGTH] = length;
  Atomics.store(ints, FAULT, thread);
}

export function faultText({ ints, text }: Control): string {
  return String.fromCharCode(...text.subarray(0, ints[FAULT_LENGTH]));
}
