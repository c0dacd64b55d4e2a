import { faceNormal, gapAlong, type Solid } from './solid';
import { cross, negate, normalize, sub, type Vec } from './vector';

/** The best direction found and the signed gap along it. */
export interface Axis {
  gap: number;
  normal: Vec;
}

/**
 * Separating axis test without any shortcut: every face normal of A, every negated face normal of B and both signs of every cross
 * product of an edge of A and an edge of B, each with full scans over all corners.
 *
 * Trust: the gap is a lower bound of the signed distance for any input, because it is g(n) of some unit n. It equals minus the
 * depth when the bodies overlap (every face of the Minkowski difference is among the candidates), to a few rounding steps of the
 * pair's size divided by the sine between the two edges that make the axis. For bodies apart it is only the lower bound.
 * Cost O(e^2 n): up to about 200 edges a body.
 */
export function bruteSat(a: Solid, b: Solid): Axis {
  let best: Axis = { gap: -Infinity, normal: [0, 0, 1] };
  const offer = (n: Vec | null): void => {
    if (!n) return;
    const gap = gapAlong(a, b, n);
    if (gap > best.gap) best = { gap, normal: n };
  };
  for (const loop of a.faces) offer(faceNormal(a, loop));
  for (const loop of b.faces) {
    const n = faceNormal(b, loop);
    if (n) offer(negate(n));
  }
  for (const [p, q] of a.edges) {
    const e = sub(a.vertices[q], a.vertices[p]);
    for (const [r, s] of b.edges) {
      const n = normalize(cross(e, sub(b.vertices[s], b.vertices[r])));
      offer(n);
      if (n) offer(negate(n));
    }
  }
  return best;
}
