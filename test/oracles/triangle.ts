import { add, cross, dot, length, negate, scale, sub, type Vec } from './vector';

/**
 * The point of a triangle closest to the origin: a point inside, found by its weights, or the best of the three sides.
 * Trust: always a point of the triangle to rounding, so its distance is never too short; of slivers it is the nearest
 * to within their width.
 */
export function closestOnTriangle(a: Vec, b: Vec, c: Vec): Vec {
  let best = closestOnSide(a, b);
  const offer = (p: Vec): void => {
    if (length(p) < length(best)) best = p;
  };
  offer(closestOnSide(b, c));
  offer(closestOnSide(c, a));
  const e = sub(b, a);
  const f = sub(c, a);
  const n = cross(e, f);
  const nn = dot(n, n);
  if (!(nn > 0)) return best;
  let s = 0;
  let t = 0;
  // The weights of the foot are off by rounding over the sine of the corner; each repetition on what is left of the way
  // shrinks that again.
  for (let k = 0; k < 8; k++) {
    const p = add(a, add(scale(e, s), scale(f, t)));
    const left = negate(p);
    s += dot(cross(left, f), n) / nn;
    t += dot(cross(e, left), n) / nn;
    if (s >= 0 && t >= 0 && s + t <= 1) offer(add(a, add(scale(e, s), scale(f, t))));
  }
  return best;
}

function closestOnSide(a: Vec, b: Vec): Vec {
  const e = sub(b, a);
  const l = dot(e, e);
  const t = l > 0 ? Math.min(1, Math.max(0, -dot(a, e) / l)) : 0;
  return t < 1 ? add(a, scale(e, t)) : b;
}
