/**
 * Stress of a tetrahedron as printed (Wang, Li and Feng 2014, eqs 10-14), for comparison: the gradient at the start of
 * the step and the rotation of eq. 13. It is wrong for blocks that turn. The strain of a rotation by an angle of h a
 * step is -h^2 / 2 a step, and eq. 13 makes the stress longer by h^2 / 2 for each step. Nothing else calls it.
 */

/**
 * The stress after one step, written to `out`, length 6: xx yy zz xy yz xz. `stress` is that before it. `corners` are
 * the four corners at the start of the step, length 12; `velocities` theirs, length 12. Returns `out`; zeros for a
 * tetrahedron without a positive volume.
 *
 * @example
 * ```ts
 * const out = new Float64Array(6);
 * const turning = [0, 0, 0, 0, 1, 0, -1, 0, 0, 0, 0, 0]; // 1 rad / s about z
 * publishedStress(out, new Float64Array(6), [0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1], turning, 1e9, 1e9, 1e-4);
 * ```
 */
export function publishedStress(
  out: Float64Array,
  stress: ArrayLike<number>,
  corners: ArrayLike<number>,
  velocities: ArrayLike<number>,
  lambda: number,
  mu: number,
  dt: number,
): Float64Array {
  const [b, c, d] = [1, 2, 3].map((k) => [0, 1, 2].map((i) => corners[3 * k + i] - corners[i]));
  const gradients = [cross(c, d), cross(d, b), cross(b, c)];
  const det = b[0] * gradients[0][0] + b[1] * gradients[0][1] + b[2] * gradients[0][2];
  out.fill(0);
  if (!(det > 0)) return out;
  // u_i,j dt
  const l = [0, 1, 2].map((i) =>
    [0, 1, 2].map((j) => [1, 2, 3].reduce((sum, k) => sum + (dt * (velocities[3 * k + i] - velocities[i]) * gradients[k - 1][j]) / det, 0)),
  );
  // Eqs 10 and 11.
  const strain = l.map((row, i) => row.map((x, j) => 0.5 * (x + l[j][i])));
  const turn = l.map((row, i) => row.map((x, j) => 0.5 * (x - l[j][i])));
  const volumetric = strain[0][0] + strain[1][1] + strain[2][2];
  const old = [0, 1, 2].map((i) => [0, 1, 2].map((j) => stress[PLACE[i][j]]));
  for (let i = 0; i < 3; i++)
    for (let j = i; j < 3; j++) {
      // Eqs 13, 12 and 14.
      let sum = old[i][j];
      for (let k = 0; k < 3; k++) sum += turn[i][k] * old[k][j] - old[i][k] * turn[k][j];
      out[PLACE[i][j]] = sum + (i === j ? lambda * volumetric : 0) + 2 * mu * strain[i][j];
    }
  return out;
}

/** Where a component of a stress is. */
const PLACE = [
  [0, 3, 5],
  [3, 1, 4],
  [5, 4, 2],
];

function cross(p: number[], q: number[]): number[] {
  return [p[1] * q[2] - p[2] * q[1], p[2] * q[0] - p[0] * q[2], p[0] * q[1] - p[1] * q[0]];
}
