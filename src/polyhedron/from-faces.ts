import { InputError } from '../math/input-error';
import type { ConvexPolyhedron } from './convex-polyhedron';
import { checkAgainstHull, checkConvexSurface, checkCorners, checkIndices, type Surface } from './convex-surface';
import { hullPolyhedron } from './hull-polyhedron';
import type { HullReport } from './hull-report';
import { readPoints, type Points } from './points';

/**
 * The polyhedron that a list of faces bounds. The list is checked, not repaired. Three changes are allowed, since they
 * do not change the solid, and `report` lists them: neighbouring faces in one plane (a triangulated cube) become one
 * face; corners on a face or an edge are left out; points that no face uses are left out. Vertices keep the order of
 * the points, and faces the order of the list. A joined face has the position of its first part.
 *
 * Throws InputError; `index` is the wrong face, or -1 when no single face is wrong; `value` is the measured value:
 * 'bad-index' (the index), 'degenerate-face' (a corner twice, fewer than three, or no area: the number of corners, or
 * the width), 'non-planar' (how far out of plane), 'open-surface' (an edge with one face), 'non-manifold' (an edge with
 * more than two faces, a surface in several pieces or with a hole through it, a point where faces form several rings),
 * 'wrong-winding' (some faces clockwise: how many; or all: index -1, the negative volume), 'non-convex' (by how much),
 * and what {@link polyhedronFromVertices} throws for the points. Lengths up to the tolerance are rounding, see {@link
 * ConvexPolyhedron.tolerance}.
 *
 * @param points x y z packed, length 3n, or n triples.
 * @param faces Point indices of each face, counter-clockwise seen from outside.
 *
 * @example
 * ```ts
 * const tetrahedron = polyhedronFromFaces(
 *   [0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1],
 *   [[0, 2, 1], [0, 1, 3], [1, 2, 3], [2, 0, 3]],
 * );
 * ```
 */
export function polyhedronFromFaces(points: Points, faces: readonly ArrayLike<number>[], report?: HullReport): ConvexPolyhedron {
  const set = readPoints(points);
  // Plain JavaScript does not check the type.
  const given: unknown = faces;
  if (!Array.isArray(given) || given.some((face) => typeof (face as ArrayLike<number> | null)?.length !== 'number')) {
    throw new InputError('bad-length', 'faces are an array of arrays of point numbers');
  }
  const loops = faces.map((face) => Array.from(face));
  checkIndices(loops, set.coordinates.length / 3);
  checkCorners(loops);
  const numbers = loops.map((_, f) => f);
  return surfacePolyhedron(
    { ...set, faces: loops, referenced: pointsOf(loops, set.coordinates.length / 3), numbers, slivers: false },
    report,
  );
}

/** The remaining steps, after the check of the corners. */
export function surfacePolyhedron(surface: Surface, report?: HullReport): ConvexPolyhedron {
  const { faces } = surface;
  if (faces.length < 4)
    throw new InputError('open-surface', `a solid has at least four faces, there are ${faces.length}`, -1, faces.length);
  checkConvexSurface(surface);
  const polyhedron = hullPolyhedron(surface, pointsOf(faces, surface.coordinates.length / 3), report, faces, surface.referenced);
  checkAgainstHull(surface, polyhedron);
  return polyhedron;
}

/** The points of a list of faces, ascending; `count` is the number of all points. */
export function pointsOf(faces: readonly (readonly number[])[], count: number): number[] {
  const isUsed = new Uint8Array(count);
  for (const face of faces) for (const i of face) isUsed[i] = 1;
  const points: number[] = [];
  for (let i = 0; i < count; i++) if (isUsed[i] !== 0) points.push(i);
  return points;
}
