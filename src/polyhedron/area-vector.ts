/**
 * Area vectors and volumes of corners, right to the last bit or two for needles and plates.
 *
 * A cross product of two long edges of a thin triangle is a small difference of large products: in plain doubles it is
 * off by 2^-53 (length / width) of itself, in every direction. The plane of a needle's side then misses its own far
 * corners by 2^-53 length^2 / width, far more than the rounding of the corners. Here every difference and every product
 * carries its rounding error along (Dekker 1971), so that the result is as if computed with 106 bits and rounded once.
 * No over- or underflow up to lengths of 2^300 and down to 2^-250.
 */
import { SPLIT } from '../math/split';

/** Normal of the triangle a b c (indices of points x y z packed), counter-clockwise, with twice its area as length. */
export function areaVector(p: Float64Array, a: number, b: number, c: number): [number, number, number] {
  return [sum2(minor(p, a, b, c, 1, 2)), sum2(minor(p, a, b, c, 2, 0)), sum2(minor(p, a, b, c, 0, 1))];
}

/**
 * A sum of vectors: x y z, and what the roundings of the additions have taken away from them. The many small triangles
 * of a face with many corners would otherwise tilt its normal by 2^-53 times their number.
 */
export type VectorSum = readonly [number, number, number, number, number, number];

export function addVectors(a: VectorSum, b: VectorSum): VectorSum {
  const x = a[0] + b[0];
  const y = a[1] + b[1];
  const z = a[2] + b[2];
  return [x, y, z, a[3] + b[3] + sumError(a[0], b[0], x), a[4] + b[4] + sumError(a[1], b[1], y), a[5] + b[5] + sumError(a[2], b[2], z)];
}

/** Twice the area vector of a polygon (Newell's normal), as the sum over a fan of triangles. */
export function loopVector(p: Float64Array, loop: ArrayLike<number>): VectorSum {
  let sum: VectorSum = [0, 0, 0, 0, 0, 0];
  for (let i = 1; i + 1 < loop.length; i++) sum = addVectors(sum, [...areaVector(p, loop[0], loop[i], loop[i + 1]), 0, 0, 0]);
  return sum;
}

/** The direction of a sum, of unit length; not a number for a sum of zero. */
export function directionOf(sum: VectorSum): [number, number, number] {
  const x = sum[0] + sum[3];
  const y = sum[1] + sum[4];
  const z = sum[2] + sum[5];
  const size = Math.sqrt(x * x + y * y + z * z);
  return [x / size, y / size, z / size];
}

/**
 * Six times the volume of the tetrahedron a b c d, positive when d sees the triangle a b c clockwise, that is, lies
 * behind it.
 */
export function sixVolumes(p: Float64Array, a: number, b: number, c: number, d: number): number {
  let high = 0;
  let low = 0;
  for (let k = 0; k < 3; k++) {
    const n = minor(p, a, b, c, (k + 1) % 3, (k + 2) % 3);
    const v = difference(p[3 * a + k], p[3 * d + k]);
    const term = n[0] * v[0];
    const total = high + term;
    low += sumError(high, term, total) + productError(n[0], v[0], term) + (n[0] * v[1] + n[1] * v[0]);
    high = total;
  }
  return high + low;
}

/** A number as the sum of two doubles, the second no more than the rounding of the first. */
type TwoTerms = readonly [number, number];

function sum2([high, low]: TwoTerms): number {
  return high + low;
}

/** (b - a) x (c - a) in the plane of coordinates j and k. */
function minor(p: Float64Array, a: number, b: number, c: number, j: number, k: number): TwoTerms {
  const u = difference(p[3 * b + j], p[3 * a + j]);
  const v = difference(p[3 * b + k], p[3 * a + k]);
  const w = difference(p[3 * c + j], p[3 * a + j]);
  const x = difference(p[3 * c + k], p[3 * a + k]);
  const first = u[0] * x[0];
  const second = v[0] * w[0];
  const high = first - second;
  const low =
    sumError(first, -second, high) +
    (productError(u[0], x[0], first) - productError(v[0], w[0], second)) +
    (u[0] * x[1] + u[1] * x[0] - (v[0] * w[1] + v[1] * w[0]));
  return [high + low, sumError(high, low, high + low)];
}

function difference(a: number, b: number): TwoTerms {
  const x = a - b;
  return [x, sumError(a, -b, x)];
}

/** a + b - sum, exactly, where `sum` is a + b rounded. */
function sumError(a: number, b: number, sum: number): number {
  const bPart = sum - a;
  const aPart = sum - bPart;
  return a - aPart + (b - bPart);
}

/** a b - product, exactly, where `product` is a b rounded. */
function productError(a: number, b: number, product: number): number {
  const aHigh = upperHalf(a);
  const aLow = a - aHigh;
  const bHigh = upperHalf(b);
  const bLow = b - bHigh;
  return aLow * bLow - (product - aHigh * bHigh - aLow * bHigh - aHigh * bLow);
}

/** The upper 26 bits of a double: products of two halves are exact. */
function upperHalf(a: number): number {
  const c = SPLIT * a;
  return c - (c - a);
}
