/** Plain 3-vectors for oracles and generators: slow and readable, nothing shared with the kernels. */
export type Vec = readonly [number, number, number];

export const vec = (array: ArrayLike<number>, offset = 0): Vec => [array[offset], array[offset + 1], array[offset + 2]];
export const add = (a: Vec, b: Vec): Vec => [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
export const sub = (a: Vec, b: Vec): Vec => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
export const scale = (a: Vec, s: number): Vec => [a[0] * s, a[1] * s, a[2] * s];
export const negate = (a: Vec): Vec => [-a[0], -a[1], -a[2]];
export const dot = (a: Vec, b: Vec): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
export const cross = (a: Vec, b: Vec): Vec => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];

/** Length; scaled by the largest entry, so that nothing underflows or overflows. */
export function length(a: Vec): number {
  const m = Math.max(Math.abs(a[0]), Math.abs(a[1]), Math.abs(a[2]));
  if (!(m > 0)) return m;
  const b = scale(a, 1 / m);
  return m * Math.sqrt(dot(b, b));
}

export const distance = (a: Vec, b: Vec): number => length(sub(a, b));

/**
 * Unit vector, or null for the zero vector. Scaled twice, so that the result is of unit length to two rounding steps
 * whatever the input.
 */
export function normalize(a: Vec): Vec | null {
  const m = Math.max(Math.abs(a[0]), Math.abs(a[1]), Math.abs(a[2]));
  if (!(m > 0 && m < Infinity)) return null;
  // Divided, not multiplied by 1 / m: that is infinite for a subnormal m.
  const b: Vec = [a[0] / m, a[1] / m, a[2] / m];
  return scale(b, 1 / Math.sqrt(dot(b, b)));
}

export function mean(points: readonly Vec[]): Vec {
  let sum: Vec = [0, 0, 0];
  for (const p of points) sum = add(sum, p);
  return scale(sum, 1 / points.length);
}

/** Largest absolute coordinate. */
export function largestCoordinate(points: readonly Vec[]): number {
  let m = 0;
  for (const p of points) for (const x of p) m = Math.max(m, Math.abs(x));
  return m;
}
