/** Numbers of the frames as bytes: what writes the page and what reads it share these. */

/** Sizes from `low` up to `high` as 1 .. 255 by equal ratios; 0 is nothing, and what is below `low` counts as `low`. */
export interface SizeScale {
  low: number;
  high: number;
}

/** Decades that a scale spans. */
const DECADES = 5;

/** The scale whose largest size is the largest of the values. */
export function sizeScale(most: number): SizeScale {
  return { low: most / 10 ** DECADES, high: most };
}

export function sizeCode(size: number, { low, high }: SizeScale): number {
  if (!(size > 0)) return 0;
  return Math.max(1, Math.min(255, 1 + Math.round((254 * Math.log(size / low)) / Math.log(high / low))));
}

export function sizeOf(code: number, { low, high }: SizeScale): number {
  return code === 0 ? 0 : low * (high / low) ** ((code - 1) / 254);
}

/**
 * A unit vector as two bytes: its projection onto an octahedron, whose lower half is folded out (Meyer et al. 2010, "On
 * floating-point normal vectors").
 */
export function normalCode(x: number, y: number, z: number): [number, number] {
  const sum = Math.abs(x) + Math.abs(y) + Math.abs(z) || 1;
  let [u, v] = [x / sum, y / sum];
  if (z < 0) [u, v] = [(1 - Math.abs(v)) * signOf(u), (1 - Math.abs(u)) * signOf(v)];
  return [byteOf(u), byteOf(v)];
}

const signOf = (x: number): number => (x < 0 ? -1 : 1);
const byteOf = (x: number): number => Math.max(0, Math.min(254, Math.round(127 * (x + 1))));

export function normalOf(first: number, second: number): [number, number, number] {
  let [u, v] = [first / 127 - 1, second / 127 - 1];
  const z = 1 - Math.abs(u) - Math.abs(v);
  if (z < 0) [u, v] = [(1 - Math.abs(v)) * signOf(u), (1 - Math.abs(u)) * signOf(v)];
  const length = Math.sqrt(u * u + v * v + z * z);
  return [u / length, v / length, z / length];
}

/** Bytes of a contact that are stored as differences from those of the same pair in the frame before. */
export const CODES = 8;
/** Streams of bytes in the order of the page: numbers of a pose, low bytes and high bytes; a, b, kind; the codes. */
export const POSE_NUMBERS = 7;
export const PAIR_STREAMS = 5;

/** Length of a quaternion's components as whole numbers. */
export const UNIT = 4095;

/** For each row the row of the same pair in an earlier list, or -1. Both are by ascending pairs. */
export function earlierRows(
  a: ArrayLike<number>,
  b: ArrayLike<number>,
  beforeA: ArrayLike<number>,
  beforeB: ArrayLike<number>,
): Int32Array {
  const rows = new Int32Array(a.length).fill(-1);
  let j = 0;
  for (let row = 0; row < a.length; row++) {
    while (j < beforeA.length && (beforeA[j] < a[row] || (beforeA[j] === a[row] && beforeB[j] < b[row]))) j++;
    if (j < beforeA.length && beforeA[j] === a[row] && beforeB[j] === b[row]) rows[row] = j++;
  }
  return rows;
}

/**
 * Whole numbers of 16 bits, `size` a frame, as their changes from frame to frame: all low bytes, then all high bytes.
 * Zigzag, so that the high byte of a small change is 0 whatever its sign.
 */
export function changeBytes(numbers: ArrayLike<number>, size: number): Uint8Array {
  const { length } = numbers;
  const bytes = new Uint8Array(2 * length);
  for (let k = 0; k < length; k++) {
    const change = ((numbers[k] - (k < size ? 0 : numbers[k - size])) << 16) >> 16;
    const code = (change << 1) ^ (change >> 15);
    bytes[k] = code;
    bytes[length + k] = code >> 8;
  }
  return bytes;
}

/** The numbers of {@link changeBytes}. */
export function changedNumbers(bytes: Uint8Array, size: number): Int16Array {
  const numbers = new Int16Array(bytes.length / 2);
  for (let k = 0; k < numbers.length; k++) {
    const code = bytes[k] + 256 * bytes[numbers.length + k];
    numbers[k] = (k < size ? 0 : numbers[k - size]) + ((code >> 1) ^ -(code & 1));
  }
  return numbers;
}
