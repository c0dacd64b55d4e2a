/**
 * The rotation that carries points best into others: the least sum of weighted squares (Horn 1987, "Closed-form
 * solution of absolute orientation using unit quaternions"). The quaternion is the eigenvector of a 4 x 4 matrix for
 * its largest eigenvalue; high powers of the matrix have only this one left.
 */

/** 2^SQUARINGS: the power. An eigenvalue 1 % smaller is a factor of 1e-18 there. */
const SQUARINGS = 12;

/** Centre of the points with these masses; 3 numbers a point, points `from` up to, not including, `to`. */
export function centreOf(points: ArrayLike<number>, masses: ArrayLike<number>, from: number, to: number): number[] {
  const sum = [0, 0, 0];
  let mass = 0;
  for (let n = from; n < to; n++) {
    mass += masses[n];
    for (let k = 0; k < 3; k++) sum[k] += masses[n] * points[3 * n + k];
  }
  return sum.map((x) => x / mass);
}

/** Quaternion x y z w of the rotation about the centres that carries `start` best into `now`. */
export function rotationBetween(
  start: ArrayLike<number>,
  now: ArrayLike<number>,
  masses: ArrayLike<number>,
  from: number,
  to: number,
): number[] {
  const [c, d] = [centreOf(start, masses, from, to), centreOf(now, masses, from, to)];
  const s = [0, 0, 0, 0, 0, 0, 0, 0, 0];
  for (let n = from; n < to; n++)
    for (let i = 0; i < 3; i++) for (let j = 0; j < 3; j++) s[3 * i + j] += masses[n] * (start[3 * n + i] - c[i]) * (now[3 * n + j] - d[j]);
  const [xx, xy, xz, yx, yy, yz, zx, zy, zz] = s;
  const size = s.reduce((sum, x) => sum + Math.abs(x), 0);
  if (!(size > 0)) return [0, 0, 0, 1];
  // Horn's matrix for w x y z; the shift makes all its eigenvalues positive.
  const shift = 2 * size;
  let m = [
    [xx + yy + zz + shift, yz - zy, zx - xz, xy - yx],
    [yz - zy, xx - yy - zz + shift, xy + yx, zx + xz],
    [zx - xz, xy + yx, yy - xx - zz + shift, yz + zy],
    [xy - yx, zx + xz, yz + zy, zz - xx - yy + shift],
  ];
  for (let k = 0; k < SQUARINGS; k++) {
    const product = m.map((row) => [0, 1, 2, 3].map((j) => row.reduce((sum, x, i) => sum + x * m[i][j], 0)));
    const most = Math.max(...product.flat().map(Math.abs));
    m = product.map((row) => row.map((x) => x / most));
  }
  const column = [0, 1, 2, 3].reduce((best, j) => (m[j][j] > m[best][best] ? j : best), 0);
  const q = m.map((row) => row[column]);
  const length = Math.sqrt(q.reduce((sum, x) => sum + x * x, 0)) * (q[0] < 0 ? -1 : 1);
  return [q[1] / length, q[2] / length, q[3] / length, q[0] / length];
}
