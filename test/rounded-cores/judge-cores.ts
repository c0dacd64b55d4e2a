import { featureDimension, featureIndex, Status, touchingBand, type CommonPlane, type ConvexPolyhedron } from '../../src/index';
import { exactSignedDistance } from '../oracles/exact-distance';
import { add, cross, distance, dot, normalize, scale, sub, vec, type Vec } from '../oracles/vector';
import type { CorePair } from './core-pairs';

/** Corners of A and of B, in A's frame. */
export function placedCorners({ a, b, pose }: Omit<CorePair, 'family'>): [Vec[], Vec[]] {
  const own = (shape: ConvexPolyhedron): Vec[] => Array.from({ length: shape.vertexCount }, (_, v) => vec(shape.vertices, 3 * v));
  const place = (v: Vec): Vec => [0, 1, 2].map((k) => dot(vec(pose, 3 * k), v) + pose[9 + k]) as unknown as Vec;
  return [own(a), own(b).map(place)];
}

/** Rounding steps of the extent that gaps, planes and witness points may be off. */
export const ROUNDINGS = 16;

/** What is wrong with the common plane of a pair; '' for nothing. The gap is held against exact arithmetic. */
export function faultOfPlane(pair: Omit<CorePair, 'family'>, plane: CommonPlane): string {
  const { a, b, pose } = pair;
  const [p, q] = placedCorners(pair);
  const extent = a.radius + b.radius + Math.sqrt(pose[9] ** 2 + pose[10] ** 2 + pose[11] ** 2);
  const slack = ROUNDINGS * 2 ** -53 * extent + touchingBand(a, b) / 2;
  const exact = exactSignedDistance(p, q);
  const n = vec(plane.normal);
  if (!(Math.abs(plane.gap - exact.gap) <= slack))
    return `gap ${plane.gap}, exact ${exact.gap}, off by ${(plane.gap - exact.gap) / extent}`;
  if (!(Math.abs(dot(n, n) - 1) <= 1e-14)) return `normal of length ${Math.sqrt(dot(n, n))}`;
  const gap = Math.min(...q.map((w) => dot(n, w))) - Math.max(...p.map((v) => dot(n, v)));
  if (!(Math.abs(gap - plane.gap) <= slack)) return `gap along the normal ${gap}, plane ${plane.gap}`;
  const step = sub(vec(plane.pointB), vec(plane.pointA));
  if (!(distance(step, scale(n, plane.gap)) <= slack)) return 'witness points are not on the normal';
  for (const [shape, corners, point, feature] of [
    [a, p, vec(plane.pointA), plane.featureA],
    [b, q, vec(plane.pointB), plane.featureB],
  ] as const) {
    const off = distanceToFeature(shape, corners, point, feature);
    if (!(off <= slack)) return `witness point ${off / extent} off feature ${feature}`;
  }
  const status = Math.abs(exact.gap) <= slack ? plane.status : exact.gap > 0 ? Status.Separated : Status.Overlapping;
  const inBand = Math.abs(exact.gap) <= slack + touchingBand(a, b);
  if (plane.status !== status && !(inBand && plane.status === Status.Touching)) return `status ${plane.status}`;
  if (plane.status === Status.Unresolved || plane.status === Status.Invalid) return `status ${plane.status}`;
  return '';
}

/** Distance of a point from a feature of a shape with these corners. */
export function distanceToFeature(shape: ConvexPolyhedron, corners: readonly Vec[], point: Vec, feature: number): number {
  const index = featureIndex(feature);
  const dimension = featureDimension(feature);
  if (dimension === 3) return Infinity;
  if (dimension === 0) return distance(point, corners[index]);
  if (dimension === 1) return toSegment(point, corners[shape.halfEdgeOrigin[2 * index]], corners[shape.halfEdgeOrigin[2 * index + 1]]);
  const loop: Vec[] = [];
  let h = shape.faceHalfEdge[index];
  do {
    loop.push(corners[shape.halfEdgeOrigin[h]]);
    h = shape.halfEdgeNext[h];
  } while (h !== shape.faceHalfEdge[index]);
  let least = Infinity;
  for (let k = 1; k + 1 < loop.length; k++) least = Math.min(least, toTriangle(point, loop[0], loop[k], loop[k + 1]));
  return least;
}

function toSegment(x: Vec, p: Vec, q: Vec): number {
  const u = sub(q, p);
  const t = Math.min(1, Math.max(0, dot(sub(x, p), u) / dot(u, u)));
  return distance(x, add(p, scale(u, t)));
}

function toTriangle(x: Vec, p: Vec, q: Vec, r: Vec): number {
  const n = normalize(cross(sub(q, p), sub(r, p)));
  const edges = Math.min(toSegment(x, p, q), toSegment(x, q, r), toSegment(x, r, p));
  if (n === null) return edges;
  const left = (s: Vec, t: Vec): boolean => dot(cross(n, sub(t, s)), sub(x, s)) >= 0;
  return left(p, q) && left(q, r) && left(r, p) ? Math.min(edges, Math.abs(dot(n, sub(x, p)))) : edges;
}
