/**
 * Convex hull of points: quickhull (Barber, Dobkin, Huhdanpaa 1996) with exact orientation.
 *
 * The side of a facet on which a point lies is decided exactly (hull-facets.ts). A point is outside a facet only if it
 * is strictly above its plane. This has three consequences. The facets that a point sees form one disc, whose rim (the
 * horizon) is a simple loop. No facet is ever degenerate, also when points coincide or lie on one line. A point above
 * none of the facets built over a horizon is inside and stays inside. So the triangulated surface is always exactly the
 * convex hull of its corners.
 *
 * Departure: the original leaves out points by their height above a facet's plane. Here a point is left out by its
 * distance from the hull, compared with `tolerance`, the rounding of the input.
 * 1. Grow (hull-grow.ts). Points are added, farthest first, until every point lies within the tolerance of the hull of
 *    the added points.
 * 2. Prune (hull-prune.ts). A corner within the tolerance of the hull of the others is removed; in one round at most
 *    one of two corners that share an edge. A removed corner must stay within the tolerance; otherwise it is put back
 *    and stays. So no two corners are closer than the tolerance. Every corner stands out by more than the tolerance,
 *    except those that were put back. Every input point lies within twice the tolerance of the result. Without doubled
 *    or nearly coplanar points nothing is removed, and the result is the exact hull.
 *
 * Cost: about n log n for n points; n^2 at worst. Arrays are reused from one hull to the next, so a small hull
 * allocates little. The facets of hulls of more than {@link KEPT_POINTS} points are not kept.
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
   * The triangles, without removed ones. The points are scaled by a power of two so that the largest coordinate is from
   * 1 to 2; there is one point more than given. Valid until the next hull is made.
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
  // The rounded coordinates are multiples of 2^-252. Products of three differences stay far above the smallest double,
  // so the predicates lose no bits. The array has room for one point more, an inner point.
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

/** `unit` converts lengths back to the caller's unit. The comparisons fail for the NaN of a division by a zero size. */
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
  // Points may lie on both sides of the plane through three of them. The hull gives the real thickness.
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
