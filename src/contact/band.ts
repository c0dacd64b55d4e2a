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
