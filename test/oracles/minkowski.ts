import { closestOnTriangle } from './triangle';
import { cross, dot, length, negate, normalize, sub, type Vec } from './vector';

/** Signed distance of the origin to the Minkowski difference B - A. */
export interface MinkowskiGap {
  gap: number;
  /** Unit direction from A to B. */
  normal: Vec;
}

/**
 * The Minkowski difference M = { w - v } from nothing but the corners: all differences, and all triangles of three
 * differences. The facets of M are among the planes of these triangles, and any other plane only gives a lower bound;
 * so the greatest g(n) over all triangle normals is minus the depth if negative. If positive, the origin is outside M,
 * and the distance is the least over all triangles, because all lie in M and a triangulation of M's surface is among
 * them.
 *
 * Trust: needs no hull, no topology and no tolerance; exact to a few rounding steps of the largest difference.
 * Overlapping bodies with a facet that has no well-shaped triangle (edges of A and B within 1e-6 rad of parallel) lose
 * digits in proportion: use the exact oracle there. Cost O(N^4) with early exits, N = corners of A times corners of B:
 * up to N of about 100.
 */
export function minkowskiGap(a: readonly Vec[], b: readonly Vec[]): MinkowskiGap {
  const m: Vec[] = [];
  for (const w of b) for (const v of a) m.push(sub(w, v));
  let best: MinkowskiGap = { gap: -Infinity, normal: [0, 0, 1] };
  const offer = (n: Vec): void => {
    let least = Infinity;
    for (const p of m) {
      least = Math.min(least, dot(n, p));
      if (least <= best.gap) return;
    }
    best = { gap: least, normal: n };
  };
  for (let i = 0; i < m.length; i++) {
    for (let j = 0; j < i; j++) {
      for (let k = 0; k < j; k++) {
        const n = normalize(cross(sub(m[j], m[i]), sub(m[k], m[i])));
        if (!n) continue;
        offer(n);
        offer(negate(n));
      }
    }
  }
  if (best.gap <= 0) return best;
  let nearest: Vec = m[0];
  let least = Infinity;
  for (let i = 0; i < m.length; i++) {
    for (let j = 0; j < i; j++) {
      for (let k = 0; k < j; k++) {
        const p = closestOnTriangle(m[i], m[j], m[k]);
        const d = length(p);
        if (d < least) {
          least = d;
          nearest = p;
        }
      }
    }
  }
  return { gap: least, normal: normalize(nearest) ?? best.normal };
}
