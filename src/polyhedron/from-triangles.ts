import { InputError } from '../math/input-error';
import type { ConvexPolyhedron } from './convex-polyhedron';
import { checkIndices } from './convex-surface';
import { pointsOf, surfacePolyhedron } from './from-faces';
import type { HullReport } from './hull-report';
import { readPoints, type PointSet } from './points';
import { weldPoints } from './weld-points';

/**
 * The polyhedron that a triangle mesh bounds, in the format of graphics libraries: a buffer of positions and a buffer
 * of indices. Without indices, every three positions in a row are a triangle. A mesh may have a corner several times
 * (one for each normal or texture coordinate): these are welded within the tolerance. Triangles that lose their area by
 * welding are left out and listed in `report.collapsed`.
 *
 * Positions in a Float32Array are rounded to single precision. The tolerance is then 16 rounding steps of single
 * precision (2e-6 of the largest coordinate): the triangles of one flat face become one face, and contacts are no more
 * accurate than that. If the single-precision numbers are exact, pass `Float64Array.from(positions)`.
 *
 * Throws the errors of {@link polyhedronFromFaces}, where `index` is the triangle; 'bad-length' for buffers that are
 * not a whole number of triangles.
 *
 * @param positions x y z packed, length 3n.
 * @param indices Three a triangle, counter-clockwise seen from outside.
 *
 * @example
 * ```ts
 * const positions = new Float32Array([0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1]);
 * const geometry = { positions, indices: [0, 2, 1, 0, 1, 3, 1, 2, 3, 2, 0, 3] };
 * const tetrahedron = polyhedronFromTriangles(geometry.positions, geometry.indices);
 * ```
 */
export function polyhedronFromTriangles(
  positions: ArrayLike<number>,
  indices?: ArrayLike<number> | null,
  report?: HullReport,
): ConvexPolyhedron {
  const set = readPoints(positions);
  const corners = indices ?? Array.from({ length: set.coordinates.length / 3 }, (_, i) => i);
  if (corners.length % 3 !== 0) {
    throw new InputError('bad-length', `${corners.length} corners are not a whole number of triangles`, -1, corners.length);
  }
  const triangles: number[][] = [];
  for (let i = 0; i < corners.length; i += 3) triangles.push([corners[i], corners[i + 1], corners[i + 2]]);
  checkIndices(triangles, set.coordinates.length / 3);
  const referenced = pointsOf(triangles, set.coordinates.length / 3);
  const welded = weld(set, referenced);
  const faces: number[][] = [];
  const numbers: number[] = [];
  const collapsed: number[] = [];
  triangles.forEach((triangle, f) => {
    const face = triangle.map((v) => welded[v]);
    if (face[0] === face[1] || face[1] === face[2] || face[2] === face[0]) {
      collapsed.push(f);
      return;
    }
    faces.push(face);
    numbers.push(f);
  });
  const polyhedron = surfacePolyhedron({ ...set, faces, referenced, numbers, slivers: true }, report);
  if (report) report.collapsed = collapsed;
  return polyhedron;
}

/** For each used point, in ascending order, the point that it becomes; -1 for other points. */
function weld({ coordinates, tolerance }: PointSet, used: readonly number[]): Int32Array {
  const points = new Float64Array(3 * used.length);
  used.forEach((i, k) => points.set(coordinates.subarray(3 * i, 3 * i + 3), 3 * k));
  const { count, indexOf } = weldPoints(points, tolerance);
  const pointOf = new Int32Array(count).fill(-1);
  const welded = new Int32Array(coordinates.length / 3).fill(-1);
  used.forEach((i, k) => {
    const left = indexOf[k];
    if (pointOf[left] < 0) pointOf[left] = i;
    welded[i] = pointOf[left];
  });
  return welded;
}
