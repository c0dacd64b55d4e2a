import type { Solid } from './solid';
import { closestOnTriangle } from './triangle';
import { add, cross, distance, dot, scale, sub, type Vec } from './vector';

/** The shortest link found: points on the surfaces of A and of B. */
export interface Link {
  distance: number;
  pointA: Vec;
  pointB: Vec;
}

/**
 * Distance of two solids that are apart: the least over all vertex-vertex, vertex-edge, edge-edge and vertex-face
 * pairs, both ways.
 *
 * Trust: every link joins a point of A to a point of B, so the result is an upper bound of the distance, and the least
 * one is the distance, to a few rounding steps of the largest coordinate. For overlapping solids it is the distance of
 * the two surfaces and says nothing of the depth.
 * Cost O(e^2 + n f).
 */
export function exhaustiveDistance(a: Solid, b: Solid): Link {
  let best: Link = { distance: Infinity, pointA: [0, 0, 0], pointB: [0, 0, 0] };
  const offer = (pointA: Vec, pointB: Vec): void => {
    const d = distance(pointA, pointB);
    if (d < best.distance) best = { distance: d, pointA, pointB };
  };
  const trianglesA = trianglesOf(a);
  const trianglesB = trianglesOf(b);
  for (const p of a.vertices) for (const q of b.vertices) offer(p, q);
  for (const p of a.vertices) {
    for (const [i, j] of b.edges) offer(p, closestOnSegment(p, b.vertices[i], b.vertices[j]));
    for (const t of trianglesB) offer(p, onTriangle(p, t));
  }
  for (const q of b.vertices) {
    for (const [i, j] of a.edges) offer(closestOnSegment(q, a.vertices[i], a.vertices[j]), q);
    for (const t of trianglesA) offer(onTriangle(q, t), q);
  }
  for (const [i, j] of a.edges) {
    for (const [k, l] of b.edges) {
      const link = crossingLink(a.vertices[i], a.vertices[j], b.vertices[k], b.vertices[l]);
      if (link) offer(link[0], link[1]);
    }
  }
  return best;
}

type Triangle = readonly [Vec, Vec, Vec];

/**
 * The faces cut into fans: their points are points of the solid, however thin they are and wherever the normal of a
 * face points.
 */
function trianglesOf(solid: Solid): Triangle[] {
  return solid.faces.flatMap((loop) =>
    loop.slice(2).map((v, k): Triangle => [solid.vertices[loop[0]], solid.vertices[loop[k + 1]], solid.vertices[v]]),
  );
}

const onTriangle = (p: Vec, [a, b, c]: Triangle): Vec => add(p, closestOnTriangle(sub(a, p), sub(b, p), sub(c, p)));

function closestOnSegment(p: Vec, a: Vec, b: Vec): Vec {
  const e = sub(b, a);
  const l = dot(e, e);
  if (!(l > 0)) return a;
  const t = dot(sub(p, a), e) / l;
  // From the nearer end, so that the point is as exact there as at the other.
  if (t <= 0) return a;
  if (t >= 1) return b;
  return t < 0.5 ? add(a, scale(e, t)) : sub(b, scale(e, dot(sub(b, p), e) / l));
}

/**
 * Closest points of two lines where both lie inside their segments; else null. Written with cross products: their error
 * grows with 1 / sine of the angle, that of the usual 2 x 2 system with 1 / sine squared, which would lose all digits
 * at 1e-8 rad. Only one parameter is taken so; the points are then dropped on each other's edges, and what error is
 * left slides both along the edges together.
 */
function crossingLink(a: Vec, b: Vec, c: Vec, d: Vec): [Vec, Vec] | null {
  const e = sub(b, a);
  const f = sub(d, c);
  const n = cross(e, f);
  const nn = dot(n, n);
  if (!(nn > 0)) return null;
  const r = sub(c, a);
  const s = dot(cross(r, f), n) / nn;
  const t = dot(cross(r, e), n) / nn;
  if (!(s >= 0 && s <= 1 && t >= 0 && t <= 1)) return null;
  const onF = closestOnSegment(add(a, scale(e, s)), c, d);
  return [closestOnSegment(onF, a, b), onF];
}
