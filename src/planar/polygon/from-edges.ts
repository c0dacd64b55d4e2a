import { InputError } from '../../math/input-error';
import type { ConvexPolygon } from './convex-polygon';
import { hullPolygon } from './hull-2d';
import { fillPolygonReport, placeOf, type PolygonReport } from './polygon-report';
import { readPoints2d, type Points2d } from './points-2d';

/**
 * The polygon that a closed loop of edges bounds: from each corner to the next and from the last to the first. The loop
 * is checked, not repaired; two changes are allowed, since they do not change the polygon, and `report` lists them:
 * corners on an edge, and corners given twice in a row, are left out.
 *
 * The loop is correct when every corner is on the border of the convex hull and the loop goes around it once,
 * counter-clockwise. Throws InputError: 'wrong-winding' (clockwise; value: the negative area), 'non-convex' (index: a
 * corner inside the hull, value: its depth; or a corner from which the loop goes back or around again), and the errors
 * of {@link polygonFromVertices} for the points. Lengths up to the tolerance are rounding.
 *
 * @param loop Corners counter-clockwise, x y packed, length 2n, or n pairs.
 *
 * @example
 * ```ts
 * const unitSquare = polygonFromEdges([0, 0, 1, 0, 1, 1, 0, 1]);
 * ```
 */
export function polygonFromEdges(loop: Points2d, report?: PolygonReport): ConvexPolygon {
  const set = readPoints2d(loop);
  const p = set.coordinates;
  const { polygon, corners } = hullPolygon(set);
  const area = signedArea(p);
  if (area < 0)
    throw new InputError('wrong-winding', `the loop is clockwise, its area is ${area}: reverse the order of its corners`, -1, area);
  const n = p.length / 2;
  const places = Array.from({ length: n }, (_, i) => {
    const place = placeOf(p, polygon, corners, i);
    if (place !== undefined) return place.vertex >= 0 ? place.vertex : place.edge + alongEdge(p, corners, place.edge, i);
    const depth = depthOf(p, polygon, i);
    throw new InputError('non-convex', `corner ${i} is ${depth} inside the hull of the others`, i, depth);
  });
  let turned = 0;
  for (let i = 0; i < n; i++) {
    const j = (i + 1) % n;
    const step = (places[j] - places[i] + corners.length) % corners.length;
    const dx = p[2 * j] - p[2 * i];
    const dy = p[2 * j + 1] - p[2 * i + 1];
    // A step back by no more than rounding does not count.
    if (dx * dx + dy * dy <= 4 * polygon.tolerance * polygon.tolerance) continue;
    turned += step;
    // 0.5 is for the rounding of places on edges.
    if (turned > corners.length + 0.5) {
      throw new InputError('non-convex', `the loop turns back at corner ${i}, or goes around more than once`, i, step);
    }
  }
  if (report) fillPolygonReport(report, p, polygon, corners);
  return polygon;
}

/** From the first corner, so that nothing is lost far from the origin. */
function signedArea(p: Float64Array): number {
  let double = 0;
  for (let k = 2; k + 2 < p.length; k += 2) {
    double += (p[k] - p[0]) * (p[k + 3] - p[1]) - (p[k + 1] - p[1]) * (p[k + 2] - p[0]);
  }
  return double / 2;
}

/** The position of point i on an edge, from 0 to 1. */
function alongEdge(p: Float64Array, corners: readonly number[], edge: number, i: number): number {
  const j = corners[edge];
  const k = corners[(edge + 1) % corners.length];
  const ex = p[2 * k] - p[2 * j];
  const ey = p[2 * k + 1] - p[2 * j + 1];
  const t = ((p[2 * i] - p[2 * j]) * ex + (p[2 * i + 1] - p[2 * j + 1]) * ey) / (ex * ex + ey * ey);
  return Math.min(Math.max(t, 0), 1);
}

function depthOf(p: Float64Array, { normals, offsets, origin }: ConvexPolygon, i: number): number {
  const x = p[2 * i] - origin[0];
  const y = p[2 * i + 1] - origin[1];
  return offsets.reduce((least, offset, k) => Math.min(least, offset - normals[2 * k] * x - normals[2 * k + 1] * y), Infinity);
}
