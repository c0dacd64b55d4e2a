/**
 * Two blocks in A's frame for the direct searches in the plane, their tolerances, and the first entrance (Zheng, Jiao,
 * Gardner, Sitar 2017, section 2.1; docs/direct-search.md has the definitions).
 *
 * Tolerance: dTol = max(2 dMax, 0.05 dSmall), dSmall is the smallest edge of the pair unless the options give one. It
 * is at least the rounding. Margin and rounding radii do not widen it: they set the largest distance of bodies with a
 * contact. For such bodies, near means within dTol of the nearest pair. The published form widens dTol by the margin.
 *
 * An edge and the vertex of the other body that is lowest over it are a valid entrance, and their signed distance is g
 * along the edge's normal: a lower bound of the gap. The largest of them is the gap apart of vertex and edge, and minus
 * the depth in overlap.
 */
import { edgeFeature, vertexFeature } from '../../contact/feature';
import type { Pose2d } from '../body/pose-2d';
import { GAP_2D } from '../contact/layouts-2d';
import type { DetectOptions2d } from '../contact/method-2d';
import { MAX_POLYGON_VERTICES, type ConvexPolygon } from '../polygon/convex-polygon';
import { ROUNDING, cornersB, loadCornersB } from './pair-frame-2d';

/** Options of the direct searches; fields that are missing or 0 have the defaults of the paper. */
export interface DirectSearchOptions2d extends DetectOptions2d {
  /** dSmall, a length. Default: the smallest edge of the two shapes. The paper: the smallest of the whole system. */
  smallestEdge?: number;
  /**
   * 'bounded', the default: the depth is at most twice the exact one, and gap and normal are continuous where bodies
   * touch. 'published': the mean of all normals that are valid at corners, as printed, which has no such bound.
   */
  variant?: 'bounded' | 'published';
}

/** The tolerances, by the slots below. */
export const settings = /* @__PURE__ */ new Float64Array(6);
/** The distance up to which features are near in the current search. */
export const NEAR = 0;
/** Rounding of a signed distance. */
export const ROUNDING_OF_G = 1;
/** Rounding band of the pair. */
export const BAND = 2;
/** dTol. */
export const D_TOL = 3;
/** Bodies that are farther apart have no contact; at least dTol. */
export const FARTHEST = 4;
/** Sum of the rounding radii. */
export const RADII = 5;

/** The first entrance: normal from A to B (0, 1) and g (GAP_2D); and its features. */
export const entrance = /* @__PURE__ */ new Float64Array(3);
export const entranceFeatures = /* @__PURE__ */ new Int32Array(2);

/** 1 when the first entrance is that of all edges, tested in order. */
const complete = /* @__PURE__ */ new Int32Array(1);

/** Normals of B's edges in A's frame. */
export const normalsB = /* @__PURE__ */ new Float64Array(2 * MAX_POLYGON_VERTICES);

/** Square of the smallest edge so far. Engines would allocate a returned double. */
const shortest = /* @__PURE__ */ new Float64Array(1);

export function loadBlocks2d(a: ConvexPolygon, b: ConvexPolygon, pose: Pose2d, options: DirectSearchOptions2d): void {
  loadCornersB(b, pose);
  const c = pose[0];
  const s = pose[1];
  for (let k = 0; k < 2 * b.vertexCount; k += 2) {
    normalsB[k] = c * b.normals[k] - s * b.normals[k + 1];
    normalsB[k + 1] = s * b.normals[k] + c * b.normals[k + 1];
  }
  let small = options.smallestEdge ?? 0;
  if (!(small > 0)) {
    shortest[0] = Infinity;
    findShortestEdge(a);
    findShortestEdge(b);
    small = Math.sqrt(shortest[0]);
  }
  settings[ROUNDING_OF_G] = ROUNDING * (a.radius + b.radius + Math.abs(pose[2]) + Math.abs(pose[3]));
  settings[BAND] = a.tolerance + b.tolerance;
  let tolerance = Math.max(0.05 * small, settings[BAND] + settings[ROUNDING_OF_G]);
  // Options that are NaN count as 0, because the comparison is false.
  if (2 * options.motionA > tolerance) tolerance = 2 * options.motionA;
  if (2 * options.motionB > tolerance) tolerance = 2 * options.motionB;
  if (options.variant === 'published' && options.margin > tolerance) tolerance = options.margin;
  settings[NEAR] = settings[D_TOL] = tolerance;
  settings[RADII] = options.rounding > 0 ? options.rounding : 0;
  settings[FARTHEST] = tolerance + settings[RADII];
  if (options.margin > settings[FARTHEST]) settings[FARTHEST] = options.margin;
  entrance[0] = entrance[1] = 0;
  entrance[GAP_2D] = -Infinity;
  entranceFeatures[0] = entranceFeatures[1] = -1;
  complete[0] = 0;
}

function findShortestEdge({ vertices, vertexCount: n }: ConvexPolygon): void {
  let least = shortest[0];
  let px = vertices[2 * n - 2];
  let py = vertices[2 * n - 1];
  for (let k = 0; k < 2 * n; k += 2) {
    const x = vertices[k] - px;
    const y = vertices[k + 1] - py;
    if (x * x + y * y < least) least = x * x + y * y;
    px = vertices[k];
    py = vertices[k + 1];
  }
  shortest[0] = least;
}

/**
 * Offers edge k of A (side 0) or B (1) as an entrance: its vertex is the nearest one of the other body. The scan ends
 * when the entrance cannot be better than the best.
 */
export function offerEntrance(a: ConvexPolygon, b: ConvexPolygon, side: number, k: number): void {
  const m = side === 0 ? a.normals : normalsB;
  const q = side === 0 ? a.vertices : cornersB;
  const p = side === 0 ? cornersB : a.vertices;
  const count = side === 0 ? b.vertexCount : a.vertexCount;
  const mx = m[2 * k];
  const my = m[2 * k + 1];
  const offset = mx * q[2 * k] + my * q[2 * k + 1];
  const level = offset + entrance[GAP_2D];
  let low = Infinity;
  let at = 0;
  for (let v = 0; v < count && low > level; v++) {
    const d = mx * p[2 * v] + my * p[2 * v + 1];
    if (d < low) {
      low = d;
      at = v;
    }
  }
  // A scan that ended early has not found the lowest vertex.
  if (!(low > level)) return;
  const g = low - offset;
  if (!(g > entrance[GAP_2D])) return;
  entrance[0] = side === 0 ? mx : -mx;
  entrance[1] = side === 0 ? my : -my;
  entrance[GAP_2D] = g;
  entranceFeatures[side] = edgeFeature(k);
  entranceFeatures[1 - side] = vertexFeature(at);
}

/** Entrances of the edges of B, then of A, until one is not deeper than dTol. */
export function searchEntrance(a: ConvexPolygon, b: ConvexPolygon): void {
  const least = -settings[D_TOL];
  for (let k = 0; k < b.vertexCount && !(entrance[GAP_2D] >= least); k++) offerEntrance(a, b, 1, k);
  for (let k = 0; k < a.vertexCount && !(entrance[GAP_2D] >= least); k++) offerEntrance(a, b, 0, k);
}

/** Searches the entrance of largest g in all edges: the first of equal ones, for any memory. */
export function searchAllEntrances(a: ConvexPolygon, b: ConvexPolygon): void {
  if (complete[0] === 1) return;
  complete[0] = 1;
  entrance[GAP_2D] = -Infinity;
  for (let k = 0; k < b.vertexCount; k++) offerEntrance(a, b, 1, k);
  for (let k = 0; k < a.vertexCount; k++) offerEntrance(a, b, 0, k);
}
