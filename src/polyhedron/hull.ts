/**
 * Convex hull of points: quickhull (Barber, Dobkin, Huhdanpaa 1996) with exact orientation.
 *
 * Which side of a facet a point is on is decided without rounding (hull-facets.ts). A point is outside of a facet only
 * when it is strictly above its plane; then the facets that a point sees form one disc, its rim (the horizon) is a
 * simple loop, no facet is ever degenerate however points coincide or line up, and a point that is above none of the
 * facets built over a horizon is inside for good. So the triangulated surface is exactly the convex hull of its corners
 * at all times.
 *
 * Departure: the original leaves out points by their height above a facet's plane. Here the rounding of the input,
 * `tolerance`, is a distance.
 * 1. Grow (hull-grow.ts). Points are added, farthest first, until every point lies within the tolerance of the hull of
 *   those added.
 * 2. Prune (hull-prune.ts). A corner within the tolerance of the hull of the others goes; of two corners that share an
 *   edge only one in a round. What went before must stay within the tolerance, or it comes back for good.
 * So no two corners are closer than the tolerance, every corner stands out by more than it (but for those that came
 * back), and every input point lies within twice the tolerance of the result. Without doubled or near-coplanar points
 * none of this happens, and the result is the exact hull.
 *
 * Cost: about n log n for n points; n^2 at worst. Arrays are kept from one hull to the next, so that a small one costs
 * no time for memory; the facets of hulls of more than {@link KEPT_POINTS} points are not kept.
 */
import { InputError } from '../math/input-error';
import { createFacets, heightAbove, type Facets } from './hull-facets';
import { grow } from './hull-grow';
import { prune } from './hull-prune';
import { findSimplex, type Simplex } from './hull-simplex';
import { SMALLEST_SOLID } from './points';
import { grown } from './scratch';

export interface TriangulatedHull {
  /**
   * The triangles, none gone, on the points scaled by a power of two so that the largest coordinate is from 1 to 2, and
   * one more point. They are good until the next hull is made.
   */
  readonly facets: Facets;
  /** In the same scale. */
  readonly tolerance: number;
}

const KEPT_POINTS = 1 << 14;
const keptFacets = /* @__PURE__ */ createFacets();
const scratch = {
  candidates: new Int32Array(64) as Int32Array,
};

/**
 * The hull of points (x y z packed), triangulated, its corners chosen as described above.
 * Throws InputError 'coincident', 'collinear' or 'flat', with the measured extent, when the points span no volume
 * beyond the tolerance.
 */
export function triangulatedHull(coordinates: Float64Array, tolerance: number): TriangulatedHull {
  const n = coordinates.length / 3;
  const facets = n > KEPT_POINTS ? createFacets() : keptFacets;
  let largest = 0;
  for (let i = 0; i < 3 * n; i++) largest = Math.max(largest, Math.abs(coordinates[i]));
  let scale = 1;
  while (largest > 0 && largest * scale < 1) scale *= 2;
  while (largest * scale >= 2) scale /= 2;
  // What remains are multiples of 2^-252: products of three differences stay far above the smallest double, and the
  // predicates lose no bits. One point more than given: room for one inside.
  const points = new Float64Array(3 * n + 3);
  for (let i = 0; i < 3 * n; i++) {
    const x = coordinates[i] * scale;
    points[i] = Math.abs(x) < SMALLEST_COORDINATE ? 0 : x;
  }
  const limit = tolerance * scale;

  scratch.candidates = grown(scratch.candidates, n);
  for (let i = 0; i < n; i++) scratch.candidates[i] = i;
  const simplex = findSimplex(facets, points, scratch.candidates, n);
  checkExtent(simplex, n, limit, 1 / scale);
  for (const i of simplex.corners) for (let k = 0; k < 3; k++) points[3 * n + k] += points[3 * i + k] / 4;
  grow(facets, scratch.candidates, n, simplex, limit);
  checkThickness(facets, n, limit, 1 / scale);
  prune(facets, n, limit);
  checkThickness(facets, n, limit, 1 / scale);
  return { facets, tolerance: limit };
}

const SMALLEST_COORDINATE = 2 ** -200;

/** `unit` turns lengths back into the caller's. Written so that the NaN of a division by a zero size fails the test. */
function checkExtent({ size, width, height }: Simplex, count: number, tolerance: number, unit: number): void {
  const rounding = 'no more than the rounding of the coordinates';
  if (size > tolerance && size * unit < SMALLEST_SOLID) {
    const text = `all ${count} points are at most ${size * unit} apart, so small that volume and inertia vanish: choose a smaller unit of length`;
    throw new InputError('coincident', text, -1, size * unit);
  }
  if (!(size > tolerance)) {
    const text = `all ${count} points are one point: they are at most ${size * unit} apart, ${rounding}`;
    throw new InputError('coincident', text, -1, size * unit);
  }
  if (!(width > tolerance)) {
    const text = `all ${count} points lie on one line: they are at most ${width * unit} off it, ${rounding}`;
    throw new InputError('collinear', text, -1, width * unit);
  }
  // Points may lie on both sides of the plane through three of them; the thickness is measured on the hull.
  if (!(2 * height > tolerance)) throw flat(count, height * unit);
}

function flat(count: number, thickness: number): InputError {
  const text = `all ${count} points lie in one plane: the solid would be at most ${thickness} thick, no more than the rounding of the coordinates`;
  return new InputError('flat', text, -1, thickness);
}

/**
 * A solid is flat when all of it lies within the tolerance of one of its facets. `inside` is the index of a point well
 * inside.
 */
function checkThickness(facets: Facets, inside: number, tolerance: number, unit: number): void {
  for (let f = 0; f < facets.count; f++) {
    let depth = -heightAbove(facets, f, inside);
    for (let h = 0; h < 4 * facets.count && depth <= tolerance; h++) {
      if ((h & 3) < 3) depth = Math.max(depth, -heightAbove(facets, f, facets.corners[h]));
    }
    // Euler: a triangulated surface of n corners has 2n - 4 triangles.
    if (depth <= tolerance) throw flat(facets.count / 2 + 2, depth * unit);
  }
}
