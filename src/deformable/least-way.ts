/**
 * The point of the convex hull of some vectors that is closest to the origin.
 *
 * It is in a corner, on a side or on a triangle of the vectors; all are tried. Four vectors are needed only when the
 * origin is in the hull; then the result is the closest point of the triangles.
 */

/** Most vectors of {@link leastWay}. */
export const MOST_WAYS = 8;

/** The vectors, x y z each, and then their shares in the closest point: at or above 0, with the sum 1. */
export const ways = /* @__PURE__ */ new Float64Array(3 * MOST_WAYS);
export const wayShares = /* @__PURE__ */ new Float64Array(MOST_WAYS);

/** Squared length of the closest point. */
export const leastSquare = /* @__PURE__ */ new Float64Array(1);

/** Writes {@link wayShares} and {@link leastSquare} for the first `count` of {@link ways}, at least one. */
export function leastWay(count: number): void {
  leastSquare[0] = Infinity;
  for (let i = 0; i < count; i++) {
    keep(i, i, i, 1, 0, dot(i, i));
    for (let j = 0; j < i; j++) {
      trySide(i, j);
      for (let k = 0; k < j; k++) tryTriangle(i, j, k);
    }
  }
  for (let i = 0; i < count; i++) wayShares[i] = 0;
  for (let c = 0; c < 3; c++) wayShares[corners[c]] += shares[c];
}

/** Vectors of the closest point so far, and their shares. */
const corners = /* @__PURE__ */ new Int32Array(3);
const shares = /* @__PURE__ */ new Float64Array(3);

function keep(i: number, j: number, k: number, first: number, second: number, square: number): void {
  if (!(square < leastSquare[0])) return;
  leastSquare[0] = square;
  corners[0] = i;
  corners[1] = j;
  corners[2] = k;
  shares[0] = first;
  shares[1] = second;
  shares[2] = 1 - first - second;
}

function dot(i: number, j: number): number {
  return ways[3 * i] * ways[3 * j] + ways[3 * i + 1] * ways[3 * j + 1] + ways[3 * i + 2] * ways[3 * j + 2];
}

/** The foot of the origin on the side from i to j, when it is between them. */
function trySide(i: number, j: number): void {
  const ii = dot(i, i);
  const ij = dot(i, j);
  const jj = dot(j, j);
  const length = ii - 2 * ij + jj;
  if (!(ij < ii && ij < jj && length > 0)) return;
  keep(i, j, j, (jj - ij) / length, (ii - ij) / length, (ii * jj - ij * ij) / length);
}

/** The foot of the origin on the plane of three vectors, when it is between them. */
function tryTriangle(i: number, j: number, k: number): void {
  const ii = dot(i, i);
  const jj = dot(j, j);
  const kk = dot(k, k);
  const ij = dot(i, j);
  const jk = dot(j, k);
  const ki = dot(k, i);
  // Cofactors of the matrix of the products: their sums over rows are as the shares.
  const a = jj * kk - jk * jk + (jk * ki - ij * kk) + (ij * jk - jj * ki);
  const b = jk * ki - ij * kk + (ii * kk - ki * ki) + (ij * ki - ii * jk);
  const c = ij * jk - jj * ki + (ij * ki - ii * jk) + (ii * jj - ij * ij);
  const sum = a + b + c;
  if (!(a > 0 && b > 0 && c > 0)) return;
  const square = (ii * (jj * kk - jk * jk) - ij * (ij * kk - jk * ki) + ki * (ij * jk - jj * ki)) / sum;
  keep(i, j, k, a / sum, b / sum, square);
}
