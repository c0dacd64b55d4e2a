/**
 * Volume, surface area, centroid and inertia of a polyhedron.
 *
 * Source: Nassauer, Liedke, Kuna 2012, section 2, equations 8 to 16: the faces are cut into triangles, each triangle
 * forms a tetrahedron with one common point, and the sums over these are the volume, the centroid and the inertia.
 * Departures:
 * - Equations 8 and 11 take absolute values, so the common point must be inside; signed volumes serve as well and need
 *   not know. The common point is a corner of the solid, the first one: all tetrahedra of a convex solid are then
 *   positive, nothing cancels, and far from the origin no digits are lost. Equation 12 leaves out the common point
 *   because there it is the origin.
 * - The inertia, equation 15, is summed over the same tetrahedra in closed form (the integral of x_j x_k over a
 *   tetrahedron is its volume / 20 times (S_j S_k + the sum of v_j v_k over its corners v), S the sum of its corners),
 *   with corners taken relative to the centroid. Equations 17 to 24 reach the same by way of surface integrals; as
 *   printed, F_12, F_13 and F_23 of equation 20 lack a minus sign.
 * - The area, equation 9, is half the length of the area vector; its indices are garbled in print.
 *
 * Accuracy: each tetrahedron is right to a rounding or two, so are volume and area; the centroid to that times the
 * size; the entries of the inertia to that times the largest of them. A face of more than three corners that is planar
 * only to rounding is cut into triangles at its first corner: another cut would differ by the rounding times the area.
 */
import { areaVector, sixVolumes } from './area-vector';

export interface MassProperties {
  readonly volume: number;
  readonly area: number;
  /** In the coordinates of the points, length 3. */
  readonly centroid: Float64Array;
  /** About the centroid for unit density, row-major 3x3; off-diagonals are minus the products of inertia. */
  readonly inertia: Float64Array;
}

/**
 * `points` are x y z packed; `faces` are loops of indices, counter-clockwise from outside; together they must close.
 * Faces that wind the other way count negative. Without volume the centroid and the inertia are not numbers.
 */
export function massProperties(points: Float64Array, faces: readonly ArrayLike<number>[]): MassProperties {
  const apex = faces[0][0];
  let volume6 = 0;
  let area2 = 0;
  const volumes: number[] = [];
  const moment = [0, 0, 0];
  for (const face of faces) {
    const a = face[0];
    for (let i = 1; i + 1 < face.length; i++) {
      const [b, c] = [face[i], face[i + 1]];
      const [x, y, z] = areaVector(points, a, b, c);
      area2 += Math.sqrt(x * x + y * y + z * z);
      const v = sixVolumes(points, a, b, c, apex);
      volumes.push(v);
      volume6 += v;
      for (let k = 0; k < 3; k++) {
        const r = points[3 * apex + k];
        moment[k] += v * (points[3 * a + k] - r + (points[3 * b + k] - r) + (points[3 * c + k] - r));
      }
    }
  }
  const centroid = new Float64Array(3);
  for (let k = 0; k < 3; k++) centroid[k] = points[3 * apex + k] + moment[k] / (4 * volume6);

  // second[j][k] is the integral of x_j x_k about the centroid, times 120.
  const second = new Float64Array(9);
  let t = 0;
  for (const face of faces) {
    for (let i = 1; i + 1 < face.length; i++) {
      const v = volumes[t++];
      const corners = [apex, face[0], face[i], face[i + 1]];
      for (let j = 0; j < 3; j++) {
        for (let k = j; k < 3; k++) {
          let sumJ = 0;
          let sumK = 0;
          let products = 0;
          for (const corner of corners) {
            const x = points[3 * corner + j] - centroid[j];
            const y = points[3 * corner + k] - centroid[k];
            sumJ += x;
            sumK += y;
            products += x * y;
          }
          second[3 * j + k] += v * (sumJ * sumK + products);
        }
      }
    }
  }
  const [xx, xy, xz, , yy, yz, , , zz] = second.map((s) => s / 120);
  const inertia = Float64Array.of(yy + zz, -xy, -xz, -xy, xx + zz, -yz, -xz, -yz, xx + yy);
  return { volume: volume6 / 6, area: area2 / 2, centroid, inertia };
}
