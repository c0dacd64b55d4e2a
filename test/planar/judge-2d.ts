import { featureDimension, featureIndex, Status } from '../../src/contact';
import type { CommonLine, ConvexPolygon, Pose2d } from '../../src/planar';

export interface Pair2d {
  a: ConvexPolygon;
  b: ConvexPolygon;
  pose: Pose2d;
}

type P = [number, number];

const U = 2 ** -53;
/** Steps that a gap, a witness point or a link may be off: the 16 of test/cases/README.md. */
export const ALLOWED_STEPS = 16;

export function extentOf({ a, b, pose }: Pair2d): number {
  return a.radius + b.radius + Math.sqrt(pose[2] ** 2 + pose[3] ** 2);
}

/** What a gap or a point may be off. */
export function allowanceOf(pair: Pair2d): number {
  return ALLOWED_STEPS * U * extentOf(pair);
}

export function cornersOf({ vertices, vertexCount }: ConvexPolygon, pose?: Pose2d): P[] {
  return Array.from({ length: vertexCount }, (_, k) => {
    const x = vertices[2 * k];
    const y = vertices[2 * k + 1];
    return pose ? [pose[0] * x - pose[1] * y + pose[2], pose[1] * x + pose[0] * y + pose[3]] : [x, y];
  });
}

export function pointSegment(p: P, q: P, r: P): number {
  const [ex, ey] = [r[0] - q[0], r[1] - q[1]];
  const square = ex * ex + ey * ey;
  const t = square > 0 ? Math.min(1, Math.max(0, (ex * (p[0] - q[0]) + ey * (p[1] - q[1])) / square)) : 0;
  return Math.hypot(p[0] - q[0] - t * ex, p[1] - q[1] - t * ey);
}

/** g along a unit vector. */
export function gapOf(cornersA: P[], cornersB: P[], nx: number, ny: number): number {
  const high = Math.max(...cornersA.map(([x, y]) => nx * x + ny * y));
  return Math.min(...cornersB.map(([x, y]) => nx * x + ny * y)) - high;
}

/** The supporting line of a pair along a direction of any length, named by the corners that it rests on. */
export function setLineAlong(line: CommonLine, pair: Pair2d, x: number, y: number): CommonLine {
  const { a, b, pose } = pair;
  const length = Math.hypot(x, y);
  const normal = [x / length, y / length];
  const heights = [cornersOf(a), cornersOf(b, pose)].map((corners) => corners.map(([p, q]) => normal[0] * p + normal[1] * q));
  const i = heights[0].indexOf(Math.max(...heights[0]));
  const j = heights[1].indexOf(Math.min(...heights[1]));
  const [v, w] = [cornersOf(a)[i], cornersOf(b, pose)[j]];
  line.gap = heights[1][j] - heights[0][i];
  const band = a.tolerance + b.tolerance;
  line.status = line.gap > band ? Status.Separated : line.gap < -band ? Status.Overlapping : Status.Touching;
  for (let k = 0; k < 2; k++) {
    line.normal[k] = normal[k];
    line.point[k] = 0.5 * (v[k] + w[k]);
    line.pointA[k] = line.point[k] - 0.5 * line.gap * normal[k];
    line.pointB[k] = line.point[k] + 0.5 * line.gap * normal[k];
  }
  line.featureA = 4 * i;
  line.featureB = 4 * j;
  return line;
}

/**
 * Height of a point over the polygon: how far it is outside of the edge that it is farthest outside of; < 0 inside. Of
 * a posed polygon in its own frame, where the shortest edge has a direction. A point has no edges: -Infinity.
 */
function heightOver({ normals, offsets }: ConvexPolygon, p: P, pose?: Pose2d): number {
  const [x, y] = pose
    ? [pose[0] * (p[0] - pose[2]) + pose[1] * (p[1] - pose[3]), pose[0] * (p[1] - pose[3]) - pose[1] * (p[0] - pose[2])]
    : p;
  let most = -Infinity;
  for (let k = 0; k < offsets.length; k++) most = Math.max(most, normals[2 * k] * x + normals[2 * k + 1] * y - offsets[k]);
  return most;
}

/**
 * Signed distance by brute force: the best of all edge normals when none separates, else the shortest of all
 * corner-edge distances. In doubles, from the corners alone: right to a few rounding steps.
 */
export function bruteGap(pair: Pair2d): number {
  const a = cornersOf(pair.a);
  const b = cornersOf(pair.b, pair.pose);
  let best = -Infinity;
  for (const [own, sign] of [
    [a, 1],
    [b, -1],
  ] as const) {
    own.forEach((q, k) => {
      const r = own[(k + 1) % own.length];
      const length = Math.hypot(r[0] - q[0], r[1] - q[1]);
      best = Math.max(best, gapOf(a, b, (sign * (r[1] - q[1])) / length, (-sign * (r[0] - q[0])) / length));
    });
  }
  if (!(best > 0)) return best;
  let distance = Infinity;
  for (const [p, q] of [
    [a, b],
    [b, a],
  ]) {
    for (const v of p) q.forEach((r, k) => (distance = Math.min(distance, pointSegment(v, r, q[(k + 1) % q.length]))));
  }
  return distance;
}

/**
 * Complaints about a result that claims to be exact (or, with `global` false, only to be a supporting line with its
 * feet); empty for a right one.
 */
export function judgeLine(line: CommonLine, pair: Pair2d, { exact = true, witness = true } = {}): string[] {
  const faults: string[] = [];
  const { a, b, pose } = pair;
  const allowed = allowanceOf(pair);
  const cornersA = cornersOf(a);
  const cornersB = cornersOf(b, pose);
  const measure = (name: string, error: number): void => {
    // Written so that NaN is a fault.
    if (!(error <= allowed)) faults.push(`${name}: off by ${error}, ${error / (U * extentOf(pair))} steps`);
  };
  const [nx, ny] = line.normal;
  if (!(Math.abs(Math.hypot(nx, ny) - 1) <= 8 * U)) faults.push(`normal has length ${Math.hypot(nx, ny)}`);
  const band = a.tolerance + b.tolerance;
  const status = line.gap > band ? Status.Separated : line.gap < -band ? Status.Overlapping : Status.Touching;
  if (line.status !== status) faults.push(`status is ${line.status} at gap ${line.gap}, band ${band}`);
  measure('gap against g(normal)', Math.abs(line.gap - gapOf(cornersA, cornersB, nx, ny)));
  if (exact) measure('gap against brute force', Math.abs(line.gap - bruteGap(pair)));
  const p: P = [line.pointA[0], line.pointA[1]];
  const q: P = [line.pointB[0], line.pointB[1]];
  measure('pointB against pointA + gap normal', Math.hypot(q[0] - p[0] - line.gap * nx, q[1] - p[1] - line.gap * ny));
  measure('point against the middle', Math.hypot(line.point[0] - (p[0] + q[0]) / 2, line.point[1] - (p[1] + q[1]) / 2));
  if (!witness) return faults;
  measure('pointA outside A', heightOver(a, p));
  measure('pointB outside B', heightOver(b, q, pose));
  measure('pointA not extreme', Math.max(...cornersA.map(([x, y]) => nx * (x - p[0]) + ny * (y - p[1]))));
  measure('pointB not extreme', Math.max(...cornersB.map(([x, y]) => nx * (q[0] - x) + ny * (q[1] - y))));
  measure('pointA off its feature', featureDistance(cornersA, line.featureA, p));
  measure('pointB off its feature', featureDistance(cornersB, line.featureB, q));
  return faults;
}

export function featureDistance(corners: P[], feature: number, p: P): number {
  const k = featureIndex(feature);
  const dimension = featureDimension(feature);
  if (dimension > 1 || k < 0 || k >= corners.length) return Infinity;
  const q = corners[k];
  return dimension === 0 ? Math.hypot(p[0] - q[0], p[1] - q[1]) : pointSegment(p, q, corners[(k + 1) % corners.length]);
}
