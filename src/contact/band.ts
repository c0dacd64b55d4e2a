import type { ConvexPolyhedron } from '../polyhedron/convex-polyhedron';

/**
 * The rounding band of a pair: |gap| within it is Status.Touching. It is the sum of the tolerances of the two solids
 * (16 rounding steps at their largest coordinate). It also covers, with a margin of a factor of about 4, the rounding
 * of the kernels themselves (a few 1e-16 of the radii plus the centre distance, and touching bodies are at most rA + rB
 * apart).
 */
export function touchingBand(a: ConvexPolyhedron, b: ConvexPolyhedron): number {
  return a.tolerance + b.tolerance;
}

/**
 * When a pair is `gap` apart, its coordinates also have the rounding of that distance: two rounding steps for each
 * body's origin. The rounding of a place or a gap is the band plus this times |gap| (and times the rounding radii).
 */
export const GAP_ULPS = 4 * Number.EPSILON;
