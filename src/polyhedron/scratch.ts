/**
 * Scratch arrays that grow: the same array if it has room for this many numbers, else a longer one that starts with the
 * same numbers. At least twice as long, so that growing costs little.
 */
export function ints(array: Int32Array, length: number): Int32Array {
  if (length <= array.length) return array;
  const longer = new Int32Array(Math.max(length, 2 * array.length));
  longer.set(array);
  return longer;
}

/** The same for doubles. */
export function doubles(array: Float64Array, length: number): Float64Array {
  if (length <= array.length) return array;
  const longer = new Float64Array(Math.max(length, 2 * array.length));
  longer.set(array);
  return longer;
}
