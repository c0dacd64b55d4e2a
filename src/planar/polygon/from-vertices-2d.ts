import type { ConvexPolygon } from './convex-polygon';
import { hullPolygon } from './hull-2d';
import { fillPolygonReport, type PolygonReport } from './polygon-report';
import { readPoints2d, type Points2d } from './points-2d';

/**
 * The convex hull of points. Points inside, on an edge, or equal to another point are left out, and `report` lists
 * them. Nothing else changes. Vertices run counter-clockwise from the corner that comes first among the points.
 *
 * Throws InputError: 'bad-length', 'not-finite', 'too-few-points' (fewer than three), 'coincident', 'collinear' (value:
 * the width), 'too-many-vertices'.
 *
 * @param points x y packed, length 2n, or n pairs.
 *
 * @example
 * ```ts
 * const triangle = polygonFromVertices([0, 0, 4, 0, 0, 3]);
 * console.log(triangle.area, triangle.perimeter); // 6 12
 * ```
 */
export function polygonFromVertices(points: Points2d, report?: PolygonReport): ConvexPolygon {
  const set = readPoints2d(points);
  const { polygon, corners } = hullPolygon(set);
  if (report) fillPolygonReport(report, set.coordinates, polygon, corners);
  return polygon;
}
