import type { CommonLine } from '../contact/common-line';
import type { ConvexPolygon } from '../polygon/convex-polygon';
import { cornersB } from './pair-frame-2d';

/**
 * For a normal that is not the best one, along which no two points of the bodies face each other: sets the reference
 * point midway between corner v of A and corner w of B, and pointA and pointB, its feet on the supporting lines. Normal
 * and gap of `out` must be set.
 */
export function placeLineFeet(out: CommonLine, a: ConvexPolygon, v: number, w: number): void {
  const half = 0.5 * out.gap;
  for (let k = 0; k < 2; k++) {
    const middle = 0.5 * (a.vertices[2 * v + k] + cornersB[2 * w + k]);
    out.point[k] = middle;
    out.pointA[k] = middle - half * out.normal[k];
    out.pointB[k] = middle + half * out.normal[k];
  }
}
