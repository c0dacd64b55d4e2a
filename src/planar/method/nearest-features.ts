/**
 * The shortest link between the borders of two polygons in A's frame, by exhaustive search: every possible corner with
 * every possible edge of the other body. In the plane the shortest link between two segments that do not cross has a
 * corner at one end at least.
 *
 * Possible corners: let n be a direction with gap g, and U the length of some link. The nearest points P and Q have
 * n·(Q - P) <= U. So P is at most U - g below A's top along n, and Q is at most U - g above B's bottom. For a good
 * direction only a few corners remain.
 */
import { edgeFeature, vertexFeature } from '../../contact/feature';
import { HIGH_A, LOW_B } from '../../contact/layouts';
import { MAX_POLYGON_VERTICES, type ConvexPolygon } from '../polygon/convex-polygon';
import { ROUNDING, along, cornersB, gapAlong, extremes, support } from './pair-frame-2d';

/** P (P_2D) and Q (Q_2D) in A's frame, and the square of their distance (LINK_SQUARE). */
export const link = /* @__PURE__ */ new Float64Array(5);
/** The square of the distance of P and Q. */
export const LINK_SQUARE = 4;
/** Feature codes of P and Q. */
export const linkFeature = /* @__PURE__ */ new Int32Array(2);

/** The square of the length within which a foot beside a corner is that corner (0). */
const limits = /* @__PURE__ */ new Float64Array(1);

const nearCorners = [/* @__PURE__ */ new Int32Array(MAX_POLYGON_VERTICES), /* @__PURE__ */ new Int32Array(MAX_POLYGON_VERTICES)] as const;
const nearEdges = [/* @__PURE__ */ new Int32Array(MAX_POLYGON_VERTICES), /* @__PURE__ */ new Int32Array(MAX_POLYGON_VERTICES)] as const;
/** Least heights of near corners of A, and of B (0, 1). */
const levels = /* @__PURE__ */ new Float64Array(2);
/** Numbers of near corners of A and B (0, 1), and of near edges (EDGES_FROM). */
const nearCounts = /* @__PURE__ */ new Int32Array(4);
/** Slot of the numbers of near edges of A and B. */
const EDGES_FROM = 2;

/** Finds the link, with the direction in `along` as a guide; `extent` (one entry) is the size of the pair. */
export function nearestFeatures(a: ConvexPolygon, b: ConvexPolygon, extent: Float64Array): void {
  gapAlong(a, b);
  linkAtSupport(a, b, extent);
  const rounding = ROUNDING * extent[0];
  const longest = Math.sqrt(link[LINK_SQUARE]) + 2 * rounding;
  levels[0] = extremes[LOW_B] - longest;
  levels[1] = -extremes[HIGH_A] - longest;
  listNear(0, a.vertices, a.vertexCount);
  listNear(1, cornersB, b.vertexCount);
  for (let i = 0; i < nearCounts[0]; i++)
    for (let j = 0; j < nearCounts[EDGES_FROM + 1]; j++) offer(a, b, 0, nearCorners[0][i], nearEdges[1][j]);
  for (let i = 0; i < nearCounts[1]; i++)
    for (let j = 0; j < nearCounts[EDGES_FROM]; j++) offer(a, b, 1, nearCorners[1][i], nearEdges[0][j]);
}

/** The shortest of the links between the corners that the last gapAlong found and the edges beside them. */
export function linkAtSupport(a: ConvexPolygon, b: ConvexPolygon, extent: Float64Array): void {
  const rounding = ROUNDING * extent[0];
  limits[0] = rounding * rounding;
  link[LINK_SQUARE] = Infinity;
  offerNeighbours(a, b);
}

/** The extreme corners of both bodies, each against the edges at the other. */
function offerNeighbours(a: ConvexPolygon, b: ConvexPolygon): void {
  const v = support[0];
  const w = support[1];
  offer(a, b, 0, v, w);
  offer(a, b, 0, v, w > 0 ? w - 1 : b.vertexCount - 1);
  offer(a, b, 1, w, v);
  offer(a, b, 1, w, v > 0 ? v - 1 : a.vertexCount - 1);
}

/**
 * Lists corners whose height along the direction (B: along its opposite) reaches their level, and edges with such an
 * end.
 */
function listNear(side: 0 | 1, corners: Float64Array, count: number): void {
  const level = levels[side];
  const nx = side === 0 ? along[0] : -along[0];
  const ny = side === 0 ? along[1] : -along[1];
  let near = 0;
  let edges = 0;
  let wasNear = nx * corners[2 * count - 2] + ny * corners[2 * count - 1] >= level;
  for (let v = 0; v < count; v++) {
    const isNear = nx * corners[2 * v] + ny * corners[2 * v + 1] >= level;
    if (isNear) nearCorners[side][near++] = v;
    // The edge that ends at v.
    if (isNear || wasNear) nearEdges[side][edges++] = v > 0 ? v - 1 : count - 1;
    wasNear = isNear;
  }
  nearCounts[side] = near;
  nearCounts[EDGES_FROM + side] = edges;
}

/**
 * Offers the link from corner v of A (side 0) or B (1) to edge e of the other body. A foot within rounding of a corner
 * is the corner.
 */
function offer(a: ConvexPolygon, b: ConvexPolygon, side: 0 | 1, v: number, e: number): void {
  const p = side === 0 ? a.vertices : cornersB;
  const q = side === 0 ? cornersB : a.vertices;
  const count = side === 0 ? b.vertexCount : a.vertexCount;
  const next = e + 1 < count ? e + 1 : 0;
  const px = p[2 * v];
  const py = p[2 * v + 1];
  const ox = q[2 * e];
  const oy = q[2 * e + 1];
  const ex = q[2 * next] - ox;
  const ey = q[2 * next + 1] - oy;
  const x = px - ox;
  const y = py - oy;
  const square = ex * ex + ey * ey;
  const t = ex * x + ey * y;
  const rest = square - t;
  let fx = ox;
  let fy = oy;
  let distance = x * x + y * y;
  let feature = vertexFeature(e);
  if (!(t <= 0 || t * t <= limits[0] * square)) {
    if (rest <= 0 || rest * rest <= limits[0] * square) {
      fx = q[2 * next];
      fy = q[2 * next + 1];
      distance = (px - fx) * (px - fx) + (py - fy) * (py - fy);
      feature = vertexFeature(next);
    } else {
      const across = ex * y - ey * x;
      distance = (across / square) * across;
      // A segment has an edge on each side: the link is on that of the corner.
      feature = edgeFeature(count === 2 && across > 0 ? next : e);
      const part = t / square;
      fx = ox + part * ex;
      fy = oy + part * ey;
    }
  }
  if (!(distance < link[LINK_SQUARE])) return;
  link[LINK_SQUARE] = distance;
  const own = 2 * side;
  link[own] = px;
  link[own + 1] = py;
  link[2 - own] = fx;
  link[3 - own] = fy;
  linkFeature[side] = vertexFeature(v);
  linkFeature[1 - side] = feature;
}
