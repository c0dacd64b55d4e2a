import { longer } from '../math/longer';

/**
 * Scratch that grows: the same array if it has room for this many numbers, else a longer copy of it. At least twice as
 * long, so that growing costs little.
 */
export function grown<T extends Float64Array | Int32Array>(array: T, length: number): T {
  return length <= array.length ? array : longer(array, Math.max(length, 2 * array.length));
}
