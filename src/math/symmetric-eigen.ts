/**
 * Eigenvalues and eigenvectors of a symmetric 3x3 matrix by cyclic Jacobi rotations (C. G. J. Jacobi 1846; cyclic order
 * and formulas as in Golub and Van Loan, Matrix Computations, section 8.5).
 *
 * The closed formula (roots of the cubic) is not used: it loses half the digits of eigenvectors when eigenvalues nearly
 * coincide. This is frequent for inertia tensors: prisms, cubes and other symmetric bodies.
 *
 * Guarantee: the vectors are orthonormal to a few rounding steps and right-handed for any matrix, including multiples
 * of the identity; eigenvalues are exact to a few rounding steps of the largest one. Deterministic: of the four choices
 * of sign that are right-handed, the one nearest to the identity is returned (the first on a tie), so a diagonal matrix
 * with ascending entries gives the identity exactly. Cost: six to twelve rotations. Convergence is quadratic, so the
 * bound on sweeps is never reached.
 */

const MAX_SWEEPS = 32;

/**
 * Writes the ascending eigenvalues to values[0..2] and their unit eigenvectors to the columns of the row-major 3x3
 * `vectors`: matrix * vectors = vectors * diag(values). Only the upper triangle of the row-major 3x3 `matrix` is read.
 * NaN or infinity in the input gives NaN in the result.
 *
 * @example
 * ```ts
 * const moments = new Float64Array(3);
 * const axes = new Float64Array(9);
 * symmetricEigen(moments, axes, polyhedron.inertia);
 * ```
 */
export function symmetricEigen(values: Float64Array, vectors: Float64Array, matrix: ArrayLike<number>): void {
  let largest = 0;
  for (const i of [0, 1, 2, 4, 5, 8]) largest = Math.max(largest, Math.abs(matrix[i]));
  if (!(largest < Infinity)) {
    values.fill(Number.NaN);
    vectors.fill(Number.NaN);
    return;
  }
  // Scaled to entries of at most 1: no square overflows, and small matrices (inertia grows with the fifth power of
  // length) lose nothing.
  const scale = largest > 0 ? largest : 1;
  const a = [matrix[0], matrix[1], matrix[2], 0, matrix[4], matrix[5], 0, 0, matrix[8]].map((x) => x / scale);
  const v = [1, 0, 0, 0, 1, 0, 0, 0, 1];
  for (let sweep = 0; sweep < MAX_SWEEPS && (a[1] !== 0 || a[2] !== 0 || a[5] !== 0); sweep++) {
    rotate(a, v, 0, 1);
    rotate(a, v, 0, 2);
    rotate(a, v, 1, 2);
  }
  const diagonal = [a[0], a[4], a[8]];
  const order = [0, 1, 2].sort((i, j) => diagonal[i] - diagonal[j] || i - j);
  for (let column = 0; column < 3; column++) {
    values[column] = diagonal[order[column]] * scale;
    for (let row = 0; row < 3; row++) vectors[3 * row + column] = v[3 * row + order[column]];
  }
  makeOrthonormal(vectors);
  chooseSigns(vectors);
}

/** One Jacobi rotation in the plane (p, q), p < q, that makes a[p][q] zero; `a` holds its upper triangle only. */
function rotate(a: number[], v: number[], p: number, q: number): void {
  const apq = a[3 * p + q];
  if (apq === 0) return;
  const app = a[4 * p];
  const aqq = a[4 * q];
  // 128 times too small to change either diagonal entry: zero to rounding.
  const g = 128 * Math.abs(apq);
  if (Math.abs(app) + g === Math.abs(app) && Math.abs(aqq) + g === Math.abs(aqq)) {
    a[3 * p + q] = 0;
    return;
  }
  const theta = (aqq - app) / (2 * apq);
  // Tangent of the smaller of the two angles; theta squared may overflow to infinity, which gives the right limit 0.
  const t = (theta < 0 ? -1 : 1) / (Math.abs(theta) + Math.sqrt(theta * theta + 1));
  const c = 1 / Math.sqrt(t * t + 1);
  const s = t * c;
  a[4 * p] = app - t * apq;
  a[4 * q] = aqq + t * apq;
  a[3 * p + q] = 0;
  const r = 3 - p - q;
  const rp = r < p ? 3 * r + p : 3 * p + r;
  const rq = r < q ? 3 * r + q : 3 * q + r;
  const arp = a[rp];
  const arq = a[rq];
  a[rp] = c * arp - s * arq;
  a[rq] = s * arp + c * arq;
  for (let row = 0; row < 9; row += 3) {
    const vp = v[row + p];
    const vq = v[row + q];
    v[row + p] = c * vp - s * vq;
    v[row + q] = s * vp + c * vq;
  }
}

/**
 * Removes the rounding of the product of rotations: columns 0 and 1 by Gram-Schmidt, column 2 as their cross product.
 */
function makeOrthonormal(m: Float64Array): void {
  const l0 = Math.sqrt(m[0] * m[0] + m[3] * m[3] + m[6] * m[6]);
  for (let i = 0; i < 9; i += 3) m[i] /= l0;
  const dot = m[0] * m[1] + m[3] * m[4] + m[6] * m[7];
  for (let i = 0; i < 9; i += 3) m[i + 1] -= dot * m[i];
  const l1 = Math.sqrt(m[1] * m[1] + m[4] * m[4] + m[7] * m[7]);
  for (let i = 0; i < 9; i += 3) m[i + 1] /= l1;
  m[2] = m[3] * m[7] - m[6] * m[4];
  m[5] = m[6] * m[1] - m[0] * m[7];
  m[8] = m[0] * m[4] - m[3] * m[1];
}

/** Turns two of three columns, or none, so that the trace is largest: the smallest angle of rotation. */
function chooseSigns(m: Float64Array): void {
  const traces = [m[0] + m[4] + m[8], m[0] - m[4] - m[8], m[4] - m[0] - m[8], m[8] - m[0] - m[4]];
  let best = 0;
  for (let i = 1; i < 4; i++) if (traces[i] > traces[best]) best = i;
  for (let column = 0; column < 3; column++) {
    const sign = best === 0 || best === column + 1 ? 1 : -1;
    // Adding zero turns -0 into 0.
    for (let row = 0; row < 9; row += 3) m[row + column] = sign * m[row + column] + 0;
  }
}
