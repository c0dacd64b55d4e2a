import { longer } from '../math/longer';

/**
 * Scratch that grows: returns the same array if it has room for this many numbers, otherwise a longer copy. The copy is
 * at least twice as long, so that growing is rare.
 */
export function grown<T extends Float64Array | Int32Array>(array: T, length: number): T {
  return length <= array.length ? array : longer(array, Math.max(length, 2 * array.length));
}
