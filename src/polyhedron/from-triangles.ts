import { InputError } from '../math/input-error';
import type { ConvexPolyhedron } from './convex-polyhedron';
import { checkIndices } from './convex-surface';
import { pointsOf, surfacePolyhedron } from './from-faces';
import type { HullReport } from './hull-report';
import { readPoints, type PointSet } from './points';

/**
 * The polyhedron that a triangle mesh bounds, as graphics libraries keep it: a buffer of positions and, unless every
 * three positions in a row are a triangle, a buffer of indices. Corners that the mesh has several times (one for each
 * normal or texture coordinate) are welded within the tolerance; triangles that lose their area by that are left out
 * and told in `report.collapsed`.
 *
 * Positions in a Float32Array, as graphics libraries have them, were rounded to single precision: the tolerance is 16
 * rounding steps of that (2e-6 of the largest coordinate), the triangles of one flat face become one face, and contacts
 * are known to no better. A mesh modelled in single precision whose numbers are meant exactly goes in as
 * `Float64Array.from(positions)`.
 *
 * Throws what {@link polyhedronFromFaces} throws, `index` counting triangles; 'bad-length' for buffers that are not
 * whole triangles.
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
  const referenced = pointsOf(triangles);
  const welded = weld(set, referenced);
  const faces: number[][] = [];
  const numbers: number[] = [];
  const collapsed: number[] = [];
  triangles.forEach((triangle, f) => {
    const face = triangle.map((v) => welded.get(v) as number);
    if (new Set(face).size < 3) {
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

/**
 * For each point the first one, in their order, that lies within the tolerance of it and was not itself welded. So
 * every point moves by at most the tolerance, and rows of close points do not shrink into one. Cells as wide as the
 * tolerance find the neighbours.
 */
function weld({ coordinates, tolerance }: PointSet, used: readonly number[]): Map<number, number> {
  const welded = new Map<number, number>();
  const exact = new Map<string, number>();
  const cells = new Map<string, number[]>();
  const cell = (i: number, k: number): number => (tolerance > 0 ? Math.floor(coordinates[3 * i + k] / tolerance) : 0);
  const near = (i: number): number | undefined => {
    for (let x = -1; x <= 1; x++) {
      for (let y = -1; y <= 1; y++) {
        for (let z = -1; z <= 1; z++) {
          for (const j of cells.get(`${cell(i, 0) + x} ${cell(i, 1) + y} ${cell(i, 2) + z}`) ?? []) {
            const [dx, dy, dz] = [0, 1, 2].map((k) => coordinates[3 * i + k] - coordinates[3 * j + k]);
            if (dx * dx + dy * dy + dz * dz <= tolerance * tolerance) return j;
          }
        }
      }
    }
    return undefined;
  };
  for (const i of used) {
    const place = `${coordinates[3 * i]} ${coordinates[3 * i + 1]} ${coordinates[3 * i + 2]}`;
    let target = exact.get(place);
    if (target === undefined) {
      target = near(i);
      if (target === undefined) {
        target = i;
        const key = `${cell(i, 0)} ${cell(i, 1)} ${cell(i, 2)}`;
        const list = cells.get(key);
        if (list) list.push(i);
        else cells.set(key, [i]);
      }
      exact.set(place, target);
    }
    welded.set(i, target);
  }
  return welded;
}
