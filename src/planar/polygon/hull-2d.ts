/**
 * The convex hull of points in the plane, and the polygon that it becomes.
 *
 * 1. Andrew's monotone chain (Information Processing Letters 9, 1979, 216) with the exact orientation test of
 *    robust-predicates gives the strictly convex hull of the given numbers, for any size and for nearly collinear
 *    points.
 * 2. Corners within rounding are merged: a corner is left out if its distance from the chord of its neighbours is
 *    within the tolerance. This covers points on an edge and doubled corners. The walk starts at the corner farthest
 *    from the middle, which is a true corner. From each corner it draws the chord as far as all corners that it leaves
 *    out stay within the tolerance. A corner that then still stands out too little is left out, too, as long as no
 *    point left out is more than two tolerances from its edge.
 *
 * The result is a part of a strictly convex polygon, so it is strictly convex. It stays so when its corners are rounded
 * about the centroid.
 *
 * Vertices run counter-clockwise from the corner with the smallest index. A polygon no wider than the tolerance is
 * 'collinear'. Cost: a sort; merging looks only at corners that are nearly on an edge.
 */
import { orient2d } from 'robust-predicates';
import { InputError } from '../../math/input-error';
import { assemblePolygon } from './assemble-polygon';
import { MAX_POLYGON_VERTICES, type ConvexPolygon } from './convex-polygon';
import type { PointSet2d } from './points-2d';

export interface HullPolygon {
  readonly polygon: ConvexPolygon;
  /** The point that each vertex is. */
  readonly corners: readonly number[];
}

/** Throws InputError 'too-few-points', 'coincident', 'collinear', 'too-many-vertices'. */
export function hullPolygon({ coordinates, tolerance }: PointSet2d): HullPolygon {
  const count = coordinates.length / 2;
  if (count < 3) throw new InputError('too-few-points', `a polygon needs at least three points, there are ${count}`, -1, count);
  const merged = mergeCorners(coordinates, strictHull(coordinates), tolerance);
  const width = merged.length < 3 ? 0 : widthOf(coordinates, merged);
  if (!(width > tolerance)) {
    const span = spanOf(coordinates);
    if (span <= tolerance) throw new InputError('coincident', `all points are within ${span} of each other, which is rounding`, -1, span);
    throw new InputError('collinear', `all points are within ${width} of one line, which is rounding: they enclose no area`, -1, width);
  }
  if (merged.length > MAX_POLYGON_VERTICES) {
    const advice = `the most is ${MAX_POLYGON_VERTICES}: leave out points`;
    throw new InputError('too-many-vertices', `the polygon has ${merged.length} corners, ${advice}`, -1, merged.length);
  }
  const first = merged.indexOf(merged.reduce((least, i) => Math.min(least, i)));
  const corners = [...merged.slice(first), ...merged.slice(0, first)];
  const points = new Float64Array(2 * corners.length);
  corners.forEach((i, k) => points.set(coordinates.subarray(2 * i, 2 * i + 2), 2 * k));
  return { polygon: assemblePolygon(points, tolerance), corners };
}

/** Corners of the strictly convex hull, counter-clockwise. Of equal points the one with the smallest index. */
function strictHull(p: Float64Array): number[] {
  const order = Array.from({ length: p.length / 2 }, (_, i) => i);
  order.sort((i, j) => p[2 * i] - p[2 * j] || p[2 * i + 1] - p[2 * j + 1] || i - j);
  const distinct = order.filter((i, k) => k === 0 || p[2 * i] !== p[2 * order[k - 1]] || p[2 * i + 1] !== p[2 * order[k - 1] + 1]);
  const lower = chain(p, distinct);
  const upper = chain(p, distinct.reverse());
  return [...lower.slice(0, -1), ...upper.slice(0, -1)];
}

/** The points that a walk in the given order passes on its right-hand border, first and last included. */
function chain(p: Float64Array, order: readonly number[]): number[] {
  const out: number[] = [];
  for (const i of order) {
    while (out.length >= 2 && !isLeftTurn(p, out[out.length - 2], out[out.length - 1], i)) out.pop();
    out.push(i);
  }
  return out;
}

function isLeftTurn(p: Float64Array, i: number, j: number, k: number): boolean {
  // The predicate is positive for a right turn where y points up.
  return orient2d(p[2 * i], p[2 * i + 1], p[2 * j], p[2 * j + 1], p[2 * k], p[2 * k + 1]) < 0;
}

function mergeCorners(p: Float64Array, hull: readonly number[], tolerance: number): readonly number[] {
  const n = hull.length;
  if (n < 3) return hull;
  const start = farthestFromMiddle(p, hull);
  const loop = [...hull.slice(start), ...hull.slice(0, start), hull[start]];
  const within = (from: number, to: number, allowed: number): boolean => {
    for (let k = from + 1; k < to; k++) if (segmentDistance(p, loop[k], loop[from], loop[to]) > allowed) return false;
    return true;
  };
  // Places in the loop.
  const kept = [0];
  for (let from = 0, to = 1; to <= n; to++) {
    if (within(from, to, tolerance)) continue;
    from = to - 1;
    kept.push(from);
  }
  kept.push(n);
  for (let k = 1; k + 1 < kept.length;) {
    const nearChord = segmentDistance(p, loop[kept[k]], loop[kept[k - 1]], loop[kept[k + 1]]) <= tolerance;
    if (!nearChord || !within(kept[k - 1], kept[k + 1], 2 * tolerance)) k++;
    else {
      kept.splice(k, 1);
      if (k > 1) k--;
    }
  }
  return kept.slice(0, -1).map((k) => loop[k]);
}

function farthestFromMiddle(p: Float64Array, hull: readonly number[]): number {
  let x = 0;
  let y = 0;
  for (const i of hull) {
    x += p[2 * i] / hull.length;
    y += p[2 * i + 1] / hull.length;
  }
  let farthest = 0;
  let most = -1;
  hull.forEach((i, k) => {
    const dx = p[2 * i] - x;
    const dy = p[2 * i + 1] - y;
    if (dx * dx + dy * dy > most) {
      most = dx * dx + dy * dy;
      farthest = k;
    }
  });
  return farthest;
}

/** Distance of point i from the segment from j to k. */
export function segmentDistance(p: Float64Array, i: number, j: number, k: number): number {
  const ex = p[2 * k] - p[2 * j];
  const ey = p[2 * k + 1] - p[2 * j + 1];
  const x = p[2 * i] - p[2 * j];
  const y = p[2 * i + 1] - p[2 * j + 1];
  const along = ex * x + ey * y;
  const square = ex * ex + ey * ey;
  if (!(along > 0)) return Math.sqrt(x * x + y * y);
  if (along >= square) return Math.sqrt((x - ex) * (x - ex) + (y - ey) * (y - ey));
  return Math.abs(ex * y - ey * x) / Math.sqrt(square);
}

/** The least height of the polygon over one of its edges. */
function widthOf(p: Float64Array, corners: readonly number[]): number {
  let width = Infinity;
  corners.forEach((i, k) => {
    const j = corners[(k + 1) % corners.length];
    const ex = p[2 * j] - p[2 * i];
    const ey = p[2 * j + 1] - p[2 * i + 1];
    const length = Math.sqrt(ex * ex + ey * ey);
    let height = 0;
    for (const c of corners) height = Math.max(height, (ex * (p[2 * c + 1] - p[2 * i + 1]) - ey * (p[2 * c] - p[2 * i])) / length);
    width = Math.min(width, height);
  });
  return width;
}

/** The larger side of the box around the points. */
function spanOf(p: Float64Array): number {
  let span = 0;
  for (const k of [0, 1]) {
    let low = Infinity;
    let high = -Infinity;
    for (let i = k; i < p.length; i += 2) {
      low = Math.min(low, p[i]);
      high = Math.max(high, p[i]);
    }
    span = Math.max(span, high - low);
  }
  return span;
}
