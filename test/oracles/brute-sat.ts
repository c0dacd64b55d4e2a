import { faceNormal, gapAlong, type Solid } from './solid';
import { cross, dot, negate, normalize, scale, sub, type Vec } from './vector';

/** The best direction found and the signed gap along it. */
export interface Axis {
  gap: number;
  normal: Vec;
}

/**
 * Separating axis test without any shortcut: every face normal of A, every negated face normal of B and both signs of
 * every cross product of an edge of A and an edge of B, each with full scans over all corners.
 *
 * Trust: the gap is a lower bound of the signed distance for any input, because it is g(n) of some unit n. It equals
 * minus the depth when the bodies overlap (every face of the Minkowski difference is among the candidates), to a few
 * rounding steps of the pair's size. For bodies apart it is only the lower bound.
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
      const n = acrossBoth(e, sub(b.vertices[s], b.vertices[r]));
      offer(n);
      if (n) offer(negate(n));
    }
  }
  return best;
}

/**
 * The unit vector across two edges. The cross product of nearly parallel ones is off by u / sine; the part of that
 * along the edges would tilt their far ends, so it is taken out again: along e, along what f has across e, and once
 * more along e, because f's part is itself off by u / sine. What error remains turns the direction about the edges,
 * where g is stationary.
 */
function acrossBoth(e: Vec, f: Vec): Vec | null {
  const along = normalize(e);
  let n = normalize(cross(e, f));
  if (!n || !along) return null;
  const across = normalize(sub(f, scale(along, dot(f, along))));
  for (const d of [along, across, along]) if (d) n = sub(n, scale(d, dot(n, d)));
  return normalize(n);
}
