/**
 * Area vectors and volumes of corners, correct to the last one or two bits also for needles and plates.
 *
 * Problem: the cross product of two long edges of a thin triangle is a small difference of large products. In plain
 * doubles its relative error is 2^-53 (length / width), in every direction. The plane of a needle's side then misses
 * its own far corners by 2^-53 length^2 / width. This is far more than the rounding of the corners. Method: every
 * difference and every product keeps its rounding error in a second double (Dekker 1971). The result is as if computed
 * with 106 bits and rounded once. Lengths from 2^-250 to 2^300 neither overflow nor underflow.
 *
 * The functions whose names start with `set` write into arrays and allocate nothing. The others return new arrays and
 * are for cold code.
 */
import { SPLIT } from '../math/split';

/**
 * The result of {@link setAreaVector}: the vector x y z and three zeros. It has the layout of a sum of vectors (see
 * {@link addToSum}).
 */
export const triangleVector = new Float64Array(6);

/** The result of {@link setSixVolumes}. */
export const sixVolume = new Float64Array(1);

/** The rounding error of the vector in {@link triangleVector}. */
const areaRest = new Float64Array(3);

/** An edge: its three components, their rounding errors, and the two halves of the components. */
const COMPONENT = 0;
const ERROR = 3;
const UPPER = 6;
const LOWER = 9;
const edgeB = new Float64Array(12);
const edgeC = new Float64Array(12);

/** Writes {@link triangleVector}: the normal of the triangle a b c, counter-clockwise, with length twice its area. */
export function setAreaVector(p: Float64Array, a: number, b: number, c: number): void {
  for (let k = 0; k < 3; k++) {
    setComponent(edgeB, k, p[3 * b + k], p[3 * a + k]);
    setComponent(edgeC, k, p[3 * c + k], p[3 * a + k]);
  }
  setMinor(0, 1, 2);
  setMinor(1, 2, 0);
  setMinor(2, 0, 1);
}

/** Normal of the triangle a b c (indices of points x y z packed), counter-clockwise, with twice its area as length. */
export function areaVector(p: Float64Array, a: number, b: number, c: number): [number, number, number] {
  setAreaVector(p, a, b, c);
  return [triangleVector[0], triangleVector[1], triangleVector[2]];
}

/**
 * Writes {@link sixVolume}: six times the volume of the tetrahedron a b c d, positive when d sees the triangle a b c
 * clockwise, so d lies behind it. The last call of {@link setAreaVector} must have been for a b c.
 */
export function setSixVolumes(p: Float64Array, a: number, d: number): void {
  let high = 0;
  let low = 0;
  for (let k = 0; k < 3; k++) {
    const n = triangleVector[k];
    const v = p[3 * a + k] - p[3 * d + k];
    const term = n * v;
    const total = high + term;
    const error = n * sumError(p[3 * a + k], -p[3 * d + k], v) + areaRest[k] * v;
    low += sumError(high, term, total) + productError(n, v, term) + error;
    high = total;
  }
  sixVolume[0] = high + low;
}

/**
 * Six times the volume of the tetrahedron a b c d, positive when d sees the triangle a b c clockwise, so d lies behind
 * it.
 */
export function sixVolumes(p: Float64Array, a: number, b: number, c: number, d: number): number {
  setAreaVector(p, a, b, c);
  setSixVolumes(p, a, d);
  return sixVolume[0];
}

/**
 * Adds one sum of vectors to another. A sum is six numbers: x y z, and the rounding errors of the additions so far.
 * Without these errors, the many small triangles of a face would tilt its normal by 2^-53 times their number. `at` and
 * `from` are the positions of the sums in their arrays.
 */
export function addToSum(sum: Float64Array, at: number, term: Float64Array, from: number): void {
  for (let k = 0; k < 3; k++) {
    const a = sum[at + k];
    const b = term[from + k];
    const total = a + b;
    sum[at + 3 + k] = sum[at + 3 + k] + term[from + 3 + k] + sumError(a, b, total);
    sum[at + k] = total;
  }
}

/** Twice the area vector of a polygon (Newell's normal), as the sum over a fan of triangles. */
export function loopVector(p: Float64Array, loop: ArrayLike<number>): Float64Array {
  const sum = new Float64Array(6);
  for (let i = 1; i + 1 < loop.length; i++) {
    setAreaVector(p, loop[0], loop[i], loop[i + 1]);
    addToSum(sum, 0, triangleVector, 0);
  }
  return sum;
}

/** Writes the direction of a sum, of unit length; not a number for a sum of zero. */
export function setDirection(out: Float64Array, to: number, sum: Float64Array, at: number): void {
  const x = sum[at] + sum[at + 3];
  const y = sum[at + 1] + sum[at + 4];
  const z = sum[at + 2] + sum[at + 5];
  const size = Math.sqrt(x * x + y * y + z * z);
  out[to] = x / size;
  out[to + 1] = y / size;
  out[to + 2] = z / size;
}

/** The direction of a sum, of unit length; not a number for a sum of zero. */
export function directionOf(sum: Float64Array): Float64Array {
  const direction = new Float64Array(3);
  setDirection(direction, 0, sum, 0);
  return direction;
}

/** Component k of an edge, from b to a. */
function setComponent(edge: Float64Array, k: number, a: number, b: number): void {
  const x = a - b;
  const upper = upperHalf(x);
  edge[COMPONENT + k] = x;
  edge[ERROR + k] = sumError(a, -b, x);
  edge[UPPER + k] = upper;
  edge[LOWER + k] = x - upper;
}

/** Component i of (b - a) x (c - a), from the components j and k of the edges. */
function setMinor(i: number, j: number, k: number): void {
  const first = edgeB[j] * edgeC[k];
  const second = edgeB[k] * edgeC[j];
  const high = first - second;
  const ofFirst =
    edgeB[LOWER + j] * edgeC[LOWER + k] -
    (first - edgeB[UPPER + j] * edgeC[UPPER + k] - edgeB[LOWER + j] * edgeC[UPPER + k] - edgeB[UPPER + j] * edgeC[LOWER + k]);
  const ofSecond =
    edgeB[LOWER + k] * edgeC[LOWER + j] -
    (second - edgeB[UPPER + k] * edgeC[UPPER + j] - edgeB[LOWER + k] * edgeC[UPPER + j] - edgeB[UPPER + k] * edgeC[LOWER + j]);
  const ofEdges = edgeB[j] * edgeC[ERROR + k] + edgeB[ERROR + j] * edgeC[k] - (edgeB[k] * edgeC[ERROR + j] + edgeB[ERROR + k] * edgeC[j]);
  const low = sumError(first, -second, high) + (ofFirst - ofSecond) + ofEdges;
  const total = high + low;
  triangleVector[i] = total;
  areaRest[i] = sumError(high, low, total);
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
