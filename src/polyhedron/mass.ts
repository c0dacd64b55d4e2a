/**
 * Volume, surface area, centroid and inertia of a polyhedron.
 *
 * Source: Nassauer, Liedke, Kuna 2012, section 2, equations 8 to 16: the faces are cut into triangles, each triangle
 * forms a tetrahedron with one common point, and the sums over these are the volume, the centroid and the inertia.
 * Departures:
 * - Equations 8 and 11 take absolute values, so the common point must be inside. Here the volumes are signed, so any
 *   point is allowed. The common point is the first corner of the solid. All tetrahedra of a convex solid are then
 *   positive, nothing cancels, and no digits are lost far from the origin. Equation 12 leaves out the common point
 *   because there it is the origin.
 * - The inertia, equation 15, is summed over the same tetrahedra in closed form (the integral of x_j x_k over a
 *   tetrahedron is its volume / 20 times (S_j S_k + the sum of v_j v_k over its corners v), S the sum of its corners),
 *   with corners relative to the centroid. Equations 17 to 24 give the same result by surface integrals; as printed,
 *   F_12, F_13 and F_23 of equation 20 lack a minus sign.
 * - The area, equation 9, is half the length of the area vector. The printed indices of equation 9 are wrong.
 *
 * Accuracy: each tetrahedron, the volume and the area have a relative error of one or two roundings. The error of the
 * centroid is that times the size. The error of each entry of the inertia is that times the largest entry. A face of
 * more than three corners that is planar only to rounding is cut into triangles at its first corner. Another cut would
 * differ by the rounding times the area.
 */
import { addToSum, triangleVector, setAreaVector, setDirection, setSixVolumes, sixVolume } from './area-vector';
import { faceLoops, type FaceLoops } from './face-loops';
import { grown } from './scratch';

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
 * Faces of the opposite winding count negative. When the volume is zero, the centroid and the inertia are NaN.
 */
export function massProperties(points: Float64Array, faces: readonly ArrayLike<number>[]): MassProperties {
  return massOfLoops(points, faceLoops(faces));
}

const scratch = {
  /** Six times the volume of each tetrahedron. */
  volumes: new Float64Array(64) as Float64Array,
};
const areaSum = new Float64Array(6);

/**
 * The same for faces in flat arrays. `normals`, if given, receives the unit normals of the faces (Newell's), three
 * numbers for each face.
 */
export function massOfLoops(points: Float64Array, { count, start, corners }: FaceLoops, normals?: Float64Array): MassProperties {
  scratch.volumes = grown(scratch.volumes, start[count]);
  const apex = corners[start[0]];
  const rx = points[3 * apex];
  const ry = points[3 * apex + 1];
  const rz = points[3 * apex + 2];
  let volume6 = 0;
  let area2 = 0;
  let mx = 0;
  let my = 0;
  let mz = 0;
  let t = 0;
  for (let f = 0; f < count; f++) {
    const a = corners[start[f]];
    areaSum.fill(0);
    for (let i = start[f] + 1; i + 1 < start[f + 1]; i++) {
      const b = corners[i];
      const c = corners[i + 1];
      setAreaVector(points, a, b, c);
      area2 += Math.sqrt(
        triangleVector[0] * triangleVector[0] + triangleVector[1] * triangleVector[1] + triangleVector[2] * triangleVector[2],
      );
      if (normals) addToSum(areaSum, 0, triangleVector, 0);
      setSixVolumes(points, a, apex);
      const v = sixVolume[0];
      scratch.volumes[t++] = v;
      volume6 += v;
      mx += v * (points[3 * a] - rx + (points[3 * b] - rx) + (points[3 * c] - rx));
      my += v * (points[3 * a + 1] - ry + (points[3 * b + 1] - ry) + (points[3 * c + 1] - ry));
      mz += v * (points[3 * a + 2] - rz + (points[3 * b + 2] - rz) + (points[3 * c + 2] - rz));
    }
    if (normals) setDirection(normals, 3 * f, areaSum, 0);
  }
  const cx = rx + mx / (4 * volume6);
  const cy = ry + my / (4 * volume6);
  const cz = rz + mz / (4 * volume6);

  // The integrals of x x, x y, ... about the centroid, times 120.
  let xx = 0;
  let xy = 0;
  let xz = 0;
  let yy = 0;
  let yz = 0;
  let zz = 0;
  t = 0;
  const dx = rx - cx;
  const dy = ry - cy;
  const dz = rz - cz;
  for (let f = 0; f < count; f++) {
    const a = 3 * corners[start[f]];
    const ax = points[a] - cx;
    const ay = points[a + 1] - cy;
    const az = points[a + 2] - cz;
    for (let i = start[f] + 1; i + 1 < start[f + 1]; i++) {
      const b = 3 * corners[i];
      const c = 3 * corners[i + 1];
      const bx = points[b] - cx;
      const by = points[b + 1] - cy;
      const bz = points[b + 2] - cz;
      const ex = points[c] - cx;
      const ey = points[c + 1] - cy;
      const ez = points[c + 2] - cz;
      const sx = dx + ax + bx + ex;
      const sy = dy + ay + by + ey;
      const sz = dz + az + bz + ez;
      const v = scratch.volumes[t++];
      xx += v * (sx * sx + (dx * dx + ax * ax + bx * bx + ex * ex));
      xy += v * (sx * sy + (dx * dy + ax * ay + bx * by + ex * ey));
      xz += v * (sx * sz + (dx * dz + ax * az + bx * bz + ex * ez));
      yy += v * (sy * sy + (dy * dy + ay * ay + by * by + ey * ey));
      yz += v * (sy * sz + (dy * dz + ay * az + by * bz + ey * ez));
      zz += v * (sz * sz + (dz * dz + az * az + bz * bz + ez * ez));
    }
  }
  xx /= 120;
  xy /= 120;
  xz /= 120;
  yy /= 120;
  yz /= 120;
  zz /= 120;
  return {
    volume: volume6 / 6,
    area: area2 / 2,
    centroid: Float64Array.of(cx, cy, cz),
    inertia: Float64Array.of(yy + zz, -xy, -xz, -xy, xx + zz, -yz, -xz, -yz, xx + yy),
  };
}
