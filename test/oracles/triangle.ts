import { add, cross, dot, length, scale, sub, type Vec } from './vector';

/**
 * The point of a triangle closest to the origin: the foot on its plane if that lies inside, else the best of the three sides.
 * Trust: always a point of the triangle to rounding; slivers fall back to their sides.
 */
export function closestOnTriangle(a: Vec, b: Vec, c: Vec): Vec {
  const n = cross(sub(b, a), sub(c, a));
  const nn = dot(n, n);
  if (nn > 0) {
    const foot = scale(n, dot(n, a) / nn);
    const inside = (p: Vec, q: Vec): boolean => dot(cross(sub(q, p), sub(foot, p)), n) >= 0;
    if (inside(a, b) && inside(b, c) && inside(c, a)) return foot;
  }
  let best = closestOnSide(a, b);
  for (const p of [closestOnSide(b, c), closestOnSide(c, a)]) if (length(p) < length(best)) best = p;
  return best;
}

function closestOnSide(a: Vec, b: Vec): Vec {
  const e = sub(b, a);
  const l = dot(e, e);
  const t = l > 0 ? Math.min(1, Math.max(0, -dot(a, e) / l)) : 0;
  return t < 1 ? add(a, scale(e, t)) : b;
}
