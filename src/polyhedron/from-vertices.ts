import type { ConvexPolyhedron } from './convex-polyhedron';
import { hullPolyhedron } from './hull-polyhedron';
import type { HullReport } from './hull-report';
import { readPoints, type Points } from './points';

export type { Points } from './points';

/**
 * The convex hull of points as a polyhedron with true polygonal faces. The vertices are the corners in the order of the
 * input.
 *
 * Points that are inside, on a face, on an edge, or equal to another point, to within the tolerance (see {@link
 * ConvexPolyhedron.tolerance}), are left out. Facets in one plane become one face. `report` lists them. No input point
 * is farther than two tolerances from the solid.
 *
 * Throws InputError: 'bad-length', 'not-finite', 'too-few-points' (fewer than four), 'coincident', 'collinear', 'flat'
 * (no thicker than the tolerance), 'too-many-vertices' (more than 5,000 corners).
 *
 * @param points x y z packed, length 3n, or n triples; any unit of length. Numbers in a Float32Array count as rounded
 * to single precision, and the tolerance is larger accordingly.
 *
 * @example
 * ```ts
 * const tetrahedron = polyhedronFromVertices([0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1]);
 * console.log(tetrahedron.volume); // 0.1666...
 * ```
 */
export function polyhedronFromVertices(points: Points, report?: HullReport): ConvexPolyhedron {
  const set = readPoints(points);
  const all = new Int32Array(set.coordinates.length / 3);
  for (let i = 0; i < all.length; i++) all[i] = i;
  return hullPolyhedron(set, all, report);
}
