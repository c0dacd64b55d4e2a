import type { ReadonlyVec3 } from 'gl-matrix';
import { InputError } from '../math/input-error';
import { assemblePolyhedron } from './assemble';
import { TOLERANCE_ULPS, type ConvexPolyhedron } from './convex-polyhedron';
import { convexHull, type HullReport } from './hull';

/** Points as one flat array x y z x y z ..., or as triples. */
export type Points = ArrayLike<number> | readonly ReadonlyVec3[];

/** The coordinates as a flat array; throws InputError for a bad length or a number that is not finite. */
export function flattenPoints(points: Points): Float64Array {
  const nested = points.length > 0 && typeof points[0] !== 'number';
  const flat = new Float64Array(nested ? 3 * points.length : points.length);
  if (nested) {
    for (let i = 0; i < points.length; i++) {
      const p = points[i] as ReadonlyVec3;
      if (p.length !== 3) throw new InputError('bad-length', `point ${i} has ${p.length} coordinates, not 3`, i, p.length);
      for (let k = 0; k < 3; k++) flat[3 * i + k] = p[k];
    }
  } else {
    if (points.length % 3 !== 0) {
      throw new InputError('bad-length', `${points.length} numbers are no whole number of points x y z`, -1, points.length);
    }
    flat.set(points as ArrayLike<number>);
  }
  for (let i = 0; i < flat.length; i++) {
    if (!Number.isFinite(flat[i])) {
      throw new InputError('not-finite', `point ${Math.floor(i / 3)} has the coordinate ${flat[i]}`, Math.floor(i / 3), flat[i]);
    }
  }
  return flat;
}

/**
 * The convex hull of points as a polyhedron with true polygonal faces.
 *
 * @example
 * ```ts
 * const tetrahedron = polyhedronFromVertices([0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1]);
 * ```
 */
export function polyhedronFromVertices(points: Points, report?: HullReport): ConvexPolyhedron {
  const p = flattenPoints(points);
  const n = p.length / 3;
  if (n < 4) throw new InputError('too-few-points', `a solid needs at least four points, there are ${n}`, -1, n);
  if (report) report.inputCount = n;
  let largest = 0;
  for (const x of p) largest = Math.max(largest, Math.abs(x));
  const { corners, faces } = convexHull(p, TOLERANCE_ULPS * 2 ** -52 * largest);
  const used = new Float64Array(3 * corners.length);
  corners.forEach((c, i) => used.set(p.subarray(3 * c, 3 * c + 3), 3 * i));
  return assemblePolyhedron(used, faces);
}
