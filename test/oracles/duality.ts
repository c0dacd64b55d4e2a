import { excess, gapAlong, type Solid } from './solid';
import { distance, dot, length, scale, sub, vec, type Vec } from './vector';

/** What a result must hold for the proof: frame of A. */
export interface PlaneLike {
  readonly gap: number;
  readonly normal: ArrayLike<number>;
  readonly point: ArrayLike<number>;
  readonly pointA: ArrayLike<number>;
  readonly pointB: ArrayLike<number>;
}

/** Facts about a result, all from full scans; none of them rests on the method that made it. */
export interface Certificate {
  /** g(normal): the signed distance of the bodies is at least this. */
  lower: number;
  /** |pointB - pointA|: when both points lie on their bodies, the distance of the bodies is at most this. */
  upper: number;
  /** How far pointA is outside A, and pointB outside B. */
  excessA: number;
  excessB: number;
  /** | |normal| - 1 |. */
  unitError: number;
  /** |pointB - pointA - gap normal|. */
  linkError: number;
  /** |point - (pointA + pointB) / 2|. */
  middleError: number;
  /** How far pointA and pointB are from being extreme in A and B along the normal. */
  depthErrorA: number;
  depthErrorB: number;
}

/**
 * The duality gap. The distance of two convex bodies is the maximum of g(n) over unit vectors and the minimum of |PQ|
 * over P in A and Q in B. So a normal and a pair of points with g(n) = |PQ| prove each other, in O(n).
 *
 * Trust: complete for bodies apart (to the rounding of the scans, a few u of the largest coordinate). For overlapping
 * bodies it proves one side: the depth is at most -g(n), and a translation by it along n separates; that no shorter one
 * does needs an oracle that knows all faces of the Minkowski difference.
 */
export function certify(result: PlaneLike, a: Solid, b: Solid): Certificate {
  const n = vec(result.normal);
  const p = vec(result.pointA);
  const q = vec(result.pointB);
  const link = sub(q, p);
  const lower = gapAlong(a, b, n);
  let supportA = -Infinity;
  for (const v of a.vertices) supportA = Math.max(supportA, dot(n, sub(v, p)));
  let supportB = Infinity;
  for (const w of b.vertices) supportB = Math.min(supportB, dot(n, sub(w, q)));
  const middle: Vec = [(p[0] + q[0]) / 2, (p[1] + q[1]) / 2, (p[2] + q[2]) / 2];
  return {
    lower,
    upper: length(link),
    excessA: excess(a, p),
    excessB: excess(b, q),
    unitError: Math.abs(length(n) - 1),
    linkError: length(sub(link, scale(n, result.gap))),
    middleError: distance(vec(result.point), middle),
    depthErrorA: Math.abs(supportA),
    depthErrorB: Math.abs(supportB),
  };
}
