/**
 * Cores: points and segments as polygons without area. A body set swells them by the rounding radius of the body: a
 * point becomes a disc, a segment a rod with round ends. Bodies of this kind are called spheropolygons
 * (Alonso-Marroquin 2008). They are what pointCore and segmentCore of dem-contact are in space.
 */
import type { ReadonlyVec2 } from 'gl-matrix';
import { InputError } from '../../math/input-error';
import { TOLERANCE_ULPS, type ConvexPolygon } from './convex-polygon';
import { readPoints2d, SMALLEST_POLYGON, type Points2d } from './points-2d';

/**
 * A point: the core of a disc. The radius of the disc is the rounding radius of the body. `position`, length 2, is the
 * `origin` of the core; default 0 0.
 *
 * Throws InputError 'bad-length', 'not-finite'.
 *
 * @example
 * ```ts
 * const bodies = createBodySet2d();
 * addBody2d(bodies, { shape: pointCore2d(), rounding: 0.5, position: [0, 2] }); // a disc of radius 0.5
 * ```
 */
export function pointCore2d(position: ReadonlyVec2 = [0, 0]): ConvexPolygon {
  const { coordinates } = readPoints2d(position);
  if (coordinates.length !== 2) {
    throw new InputError('bad-length', `a point has 2 coordinates, got ${coordinates.length}`, -1, coordinates.length);
  }
  return core(0, new Float64Array(2), new Float64Array(0), coordinates, 0);
}

/**
 * A segment: the core of a rod with round ends (in space: a capsule). Either its length, along the x axis with its
 * middle at the origin, or its two ends. The rod is longer than its core by a rounding radius at each end. Its two
 * sides are its edges: edge 0 is the side to the right of the way from the first end to the second.
 *
 * Throws InputError 'bad-length' (not two ends), 'not-finite', 'coincident' (ends no farther apart than the rounding of
 * their coordinates; `value` is the distance).
 *
 * @param ends the length of the core, or its two ends: four numbers x y x y, or two pairs.
 *
 * @example
 * ```ts
 * const level = segmentCore2d(2);
 * const between = segmentCore2d([[0, 0], [1, 1]]);
 * ```
 */
export function segmentCore2d(ends: number | Points2d): ConvexPolygon {
  const given = typeof ends === 'number' ? [-ends / 2, 0, ends / 2, 0] : ends;
  const { coordinates: p, tolerance } = readPoints2d(given);
  if (p.length !== 4) throw new InputError('bad-length', `a segment has two ends, got ${p.length / 2} points`, -1, p.length / 2);
  const ex = p[2] - p[0];
  const ey = p[3] - p[1];
  const length = lengthOf(ex, ey);
  if (!(length > tolerance && length >= SMALLEST_POLYGON) || (typeof ends === 'number' && ends < 0)) {
    const found = typeof ends === 'number' ? ends : length;
    const text = `the ends of the segment are ${found} apart: use pointCore2d() for a disc`;
    throw new InputError('coincident', text, -1, found);
  }
  const middle = new Float64Array([p[0] + 0.5 * ex, p[1] + 0.5 * ey]);
  const vertices = p.map((x, k) => x - middle[k % 2]);
  // Adding zero turns -0 into 0.
  const normals = new Float64Array([ey / length + 0, -ex / length + 0, -ey / length + 0, ex / length + 0]);
  return core(1, vertices, normals, middle, tolerance);
}

function core(
  dimension: 0 | 1,
  vertices: Float64Array,
  normals: Float64Array,
  origin: Float64Array,
  inputTolerance: number,
): ConvexPolygon {
  let radius = 0;
  let largest = 0;
  for (let v = 0; v < vertices.length; v += 2) {
    radius = Math.max(radius, lengthOf(vertices[v], vertices[v + 1]));
    largest = Math.max(largest, Math.abs(vertices[v]), Math.abs(vertices[v + 1]));
  }
  const offsets = new Float64Array(normals.length / 2);
  let perimeter = 0;
  for (let k = 0; k < offsets.length; k++) {
    const heights = [0, 2].map((v) => normals[2 * k] * vertices[v] + normals[2 * k + 1] * vertices[v + 1]);
    offsets[k] = Math.max(...heights);
    perimeter += lengthOf(vertices[2] - vertices[0], vertices[3] - vertices[1]);
  }
  return {
    dimension,
    vertexCount: vertices.length / 2,
    vertices,
    normals,
    offsets,
    radius,
    inradius: 0,
    area: 0,
    perimeter,
    inertia: 0,
    secondMoments: new Float64Array(3),
    origin: origin.slice(),
    tolerance: Math.max(inputTolerance, TOLERANCE_ULPS * 2 ** -52 * largest),
  };
}

function lengthOf(x: number, y: number): number {
  return Math.sqrt(x * x + y * y);
}
