/**
 * Memory that threads share. A page that is not cross-origin isolated has none: then one thread works, on memory of its
 * own.
 */

export function hasSharedMemory(): boolean {
  return typeof SharedArrayBuffer !== 'undefined';
}

/** Why one thread works, where there is no shared memory. */
export const NOT_SHARED = 'this page is not cross-origin isolated, so it has no SharedArrayBuffer: one thread does all the work';

/** Shared memory where there is some. */
export function createBuffer(bytes: number): ArrayBufferLike {
  return hasSharedMemory() ? new SharedArrayBuffer(bytes) : new ArrayBuffer(bytes);
}

/** Whether an array lies on the memory that threads share. */
export function isShared(array: ArrayBufferView): boolean {
  return !hasSharedMemory() || array.buffer instanceof SharedArrayBuffer;
}
