import type { ConvexPolygon } from './convex-polygon';
import { segmentDistance } from './hull-2d';

/**
 * What a constructor left out or joined. Made by {@link createPolygonReport}; every field is written again by each
 * construction.
 */
export interface PolygonReport {
  /** Points given. */
  inputCount: number;
  /** For each point given the vertex that it is or was welded to; -1 for points left out. Length inputCount. */
  vertexOfInput: Int32Array;
  /** Points that coincide, within two tolerances, with a vertex made of another point. */
  welded: number[];
  /** Points left out because they lie on an edge, within two tolerances. */
  onEdges: number[];
  /** Points left out because they lie inside. */
  inside: number[];
}

/**
 * A report for the constructors to fill in.
 *
 * @example
 * ```ts
 * const report = createPolygonReport();
 * polygonFromVertices([0, 0, 2, 0, 2, 2, 0, 2, 1, 1, 1, 0], report);
 * console.log(report.inside, report.onEdges); // [4] [5]
 * ```
 */
export function createPolygonReport(): PolygonReport {
  return { inputCount: 0, vertexOfInput: new Int32Array(0), welded: [], onEdges: [], inside: [] };
}

/** Says of every point (x y packed) where it went; `corners` are those that became the vertices, in their order. */
export function fillPolygonReport(report: PolygonReport, p: Float64Array, polygon: ConvexPolygon, corners: readonly number[]): void {
  const n = p.length / 2;
  report.inputCount = n;
  report.vertexOfInput = new Int32Array(n).fill(-1);
  report.welded = [];
  report.onEdges = [];
  report.inside = [];
  corners.forEach((i, v) => (report.vertexOfInput[i] = v));
  for (let i = 0; i < n; i++) {
    if (report.vertexOfInput[i] >= 0) continue;
    const place = placeOf(p, polygon, corners, i);
    if (place === undefined) report.inside.push(i);
    else if (place.vertex < 0) report.onEdges.push(i);
    else {
      report.welded.push(i);
      report.vertexOfInput[i] = place.vertex;
    }
  }
}

/**
 * The edge nearest to point i and, if the point is one, the vertex; undefined for a point inside by more than two
 * tolerances.
 */
export function placeOf(
  p: Float64Array,
  polygon: ConvexPolygon,
  corners: readonly number[],
  i: number,
): { edge: number; vertex: number } | undefined {
  const near = 2 * polygon.tolerance;
  let vertex = -1;
  let edge = -1;
  let toVertex = near;
  let toEdge = near;
  for (let k = 0; k < corners.length; k++) {
    const distance = segmentDistance(p, i, corners[k], corners[(k + 1) % corners.length]);
    if (distance <= toEdge) {
      toEdge = distance;
      edge = k;
    }
    const dx = p[2 * i] - p[2 * corners[k]];
    const dy = p[2 * i + 1] - p[2 * corners[k] + 1];
    const apart = Math.sqrt(dx * dx + dy * dy);
    if (apart <= toVertex) {
      toVertex = apart;
      vertex = k;
    }
  }
  return edge < 0 ? undefined : { edge, vertex };
}
