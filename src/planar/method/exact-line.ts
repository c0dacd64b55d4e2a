/**
 * The exact common line: the unit normal n that maximises g(n) = lB(n) - hA(n), and its gap. The reference of the
 * methods in the plane, as exactPlane in space.
 *
 * - Overlapping: the largest g is minus the shortest translation that separates, and is attained at the outward normal
 *   of an edge of A or the opposite of one of B (the separating axis theorem). All are tested, except those that the
 *   other body's inscribed circle rules out.
 * - Apart: the distance. g along any normal, by a full scan of all corners, is a lower bound, and any link is an upper
 *   bound. When they meet, both are the distance. They meet when the corner nearest to the best edge has its foot
 *   inside it, or along the link of two corners beside it. Otherwise the nearest corner and edge are found by
 *   exhaustive search among the possible ones (nearest-features.ts). The normal is that of the edge, or along the link
 *   of two corners. If rounding turned a very short link, and an edge normal is better, it is that normal. Bounds that
 *   still differ by more than rounding give Unresolved (not seen in any test).
 *
 * Cores: a segment has two edges, its sides; segments that cross leave each other by the shortest way, which is along
 * one of those normals. Segments on one line that share more than a point leave along the normal of edge 0 of A (edge 1
 * counts only if it is better by more than rounding). Two points are apart along their link; coincident ones leave
 * along the x axis of A.
 *
 * Witness points in overlap: where the bodies touch after B has moved out by the depth. The order of ties is: edges of
 * A, then of B. Frame: A's; pose is that of B in A. Normal from A to B. Keeps no memory. Cost: each near edge against
 * all corners of the other body.
 */
import { edgeFeature, featureDimension, featureIndex, vertexFeature } from '../../contact/feature';
import { SCANNED_GAP } from '../../contact/layouts';
import { Status } from '../../contact/status';
import { isFinitePose2d, type Pose2d } from '../body/pose-2d';
import { invalidLine, setStatusOfGap, touchingBand2d, type CommonLine } from '../contact/common-line';
import { GAP_2D, P_2D, Q_2D } from '../contact/layouts-2d';
import type { ConvexPolygon } from '../polygon/convex-polygon';
import { link, LINK_SQUARE, linkAtSupport, linkFeature, nearestFeatures } from './nearest-features';
import { ROUNDING, along, cornersB, gapAlong, loadCornersB, extremes } from './pair-frame-2d';

/** Best normal so far (0, 1) and its g (GAP_2D). */
const bestLine = /* @__PURE__ */ new Float64Array(3);
/** Where it was found. */
const found = /* @__PURE__ */ new Int32Array(3);
/** The body of the edge (0, 1). */
const EDGE_BODY = 0;
/** The edge. */
const EDGE = 1;
/** The nearest corner of the other body. */
const CORNER = 2;
/** Evaluations of g (0). */
const evaluations = /* @__PURE__ */ new Int32Array(1);
/** Lengths of the pair. Engines would allocate doubles that are passed as arguments. */
const extent = /* @__PURE__ */ new Float64Array(3);
/** Size of the pair: both radii and the distance of the centroids. */
const PAIR_SIZE = 0;
/** Rounding of g. */
const ROUNDING_OF_G = 1;
/**
 * The least gain of g along an edge over the best so far: 0, or for two cores the rounding of two values of g.
 */
const PREFERENCE = 2;

/**
 * Rounding steps of the extent by which link and lower bound may differ.
 */
const PROOF_ULPS = 16 * 2 ** -53;

/**
 * Exact common line of A and B, B posed in A's frame by `pose` (length 4). Writes every field of `out`, in A's frame.
 *
 * @example
 * ```ts
 * const line = createCommonLine();
 * const bodies = bodySetFromPoints2d([cornersOfA, cornersOfB]);
 * exactLine(line, bodies.shapes[0], bodies.shapes[1], relativePose2d(createPose2d(), bodies, 0, 1));
 * ```
 */
export function exactLine(out: CommonLine, a: ConvexPolygon, b: ConvexPolygon, pose: Pose2d): Status {
  if (!isFinitePose2d(pose)) return invalidLine(out);
  const distance = Math.sqrt(pose[2] * pose[2] + pose[3] * pose[3]);
  // Poses whose squares overflow have no distance in double precision.
  if (!(distance < Infinity)) return invalidLine(out);
  extent[PAIR_SIZE] = a.radius + b.radius + distance;
  const rounding = ROUNDING * extent[PAIR_SIZE];
  extent[ROUNDING_OF_G] = rounding;
  evaluations[0] = 0;
  bestLine[GAP_2D] = -Infinity;
  if (a.vertexCount + b.vertexCount === 2) return linkPoints(out, a, b, pose);
  extent[PREFERENCE] = a.dimension + b.dimension < 3 ? 2 * rounding : 0;
  loadCornersB(b, pose);
  searchEdgesOfA(a, b, pose);
  searchEdgesOfB(a, b, pose);

  let proved = true;
  if (linkCornerToEdge(a, b)) {
    // The link is as long as the bound: no link is shorter.
  } else if (bestLine[GAP_2D] > -rounding) {
    takeBestAlong();
    gapAlong(a, b);
    linkAtSupport(a, b, extent);
    takeNormalOfLink(a, b, pose);
    if (!(Math.sqrt(link[LINK_SQUARE]) - bestLine[GAP_2D] <= rounding)) {
      takeBestAlong();
      nearestFeatures(a, b, extent);
      takeNormalOfLink(a, b, pose);
      proved = Math.sqrt(link[LINK_SQUARE]) - bestLine[GAP_2D] <= PROOF_ULPS * extent[PAIR_SIZE] + touchingBand2d(a, b);
    }
  } else {
    for (let o = 0; o < 2 * b.vertexCount; o += 2) {
      cornersB[o] -= bestLine[GAP_2D] * bestLine[0];
      cornersB[o + 1] -= bestLine[GAP_2D] * bestLine[1];
    }
    takeBestAlong();
    nearestFeatures(a, b, extent);
  }
  const gap = bestLine[GAP_2D];
  out.gap = gap;
  for (let k = 0; k < 2; k++) {
    const p = link[k];
    const step = gap * bestLine[k];
    out.normal[k] = bestLine[k];
    out.pointA[k] = p;
    out.pointB[k] = p + step;
    out.point[k] = p + 0.5 * step;
  }
  out.featureA = linkFeature[0];
  out.featureB = linkFeature[1];
  out.iterations = 1;
  out.evaluations = evaluations[0];
  setStatusOfGap(out, a, b);
  if (!proved) out.status = Status.Unresolved;
  return out.status;
}

/**
 * Outward normals of A: B's circle of radius b.inradius about its centroid, which is at the translation, bounds g from
 * above.
 */
function searchEdgesOfA(a: ConvexPolygon, b: ConvexPolygon, pose: Pose2d): void {
  const rounding = extent[ROUNDING_OF_G];
  const { normals, offsets } = a;
  const end = 2 * b.vertexCount;
  for (let k = 0; k < offsets.length; k++) {
    const nx = normals[2 * k];
    const ny = normals[2 * k + 1];
    const level = offsets[k] + bestLine[GAP_2D] + extent[PREFERENCE];
    if (nx * pose[2] + ny * pose[3] < b.inradius + level - rounding) continue;
    evaluations[0]++;
    let low = Infinity;
    let at = 0;
    for (let o = 0; o < end && low > level; o += 2) {
      const d = nx * cornersB[o] + ny * cornersB[o + 1];
      if (d < low) {
        low = d;
        at = o;
      }
    }
    // A scan that ended early has not found the lowest corner.
    if (!(low > level)) continue;
    const g = low - offsets[k];
    if (!(g > bestLine[GAP_2D] + extent[PREFERENCE])) continue;
    bestLine[0] = nx;
    bestLine[1] = ny;
    bestLine[GAP_2D] = g;
    found[EDGE_BODY] = 0;
    found[EDGE] = k;
    found[CORNER] = at >> 1;
  }
}

/** Opposite normals of B. */
function searchEdgesOfB(a: ConvexPolygon, b: ConvexPolygon, pose: Pose2d): void {
  const rounding = extent[ROUNDING_OF_G];
  const { normals } = b;
  const { vertices } = a;
  const end = 2 * a.vertexCount;
  for (let k = 0; k < b.offsets.length; k++) {
    const nx = pose[0] * normals[2 * k] - pose[1] * normals[2 * k + 1];
    const ny = pose[1] * normals[2 * k] + pose[0] * normals[2 * k + 1];
    const offset = b.offsets[k] + nx * pose[2] + ny * pose[3];
    const level = offset + bestLine[GAP_2D] + extent[PREFERENCE];
    // A's centroid is the origin.
    if (0 < a.inradius + level - rounding) continue;
    evaluations[0]++;
    let low = Infinity;
    let at = 0;
    for (let o = 0; o < end && low > level; o += 2) {
      const d = nx * vertices[o] + ny * vertices[o + 1];
      if (d < low) {
        low = d;
        at = o;
      }
    }
    if (!(low > level)) continue;
    const g = low - offset;
    if (!(g > bestLine[GAP_2D] + extent[PREFERENCE])) continue;
    bestLine[0] = -nx;
    bestLine[1] = -ny;
    bestLine[GAP_2D] = g;
    found[EDGE_BODY] = 1;
    found[EDGE] = k;
    found[CORNER] = at >> 1;
  }
}

/** Two points: the link is their difference, without rounding. */
function linkPoints(out: CommonLine, a: ConvexPolygon, b: ConvexPolygon, pose: Pose2d): Status {
  const x = pose[2];
  const y = pose[3];
  const gap = Math.sqrt(x * x + y * y);
  out.gap = gap;
  out.normal[0] = gap > 0 ? x / gap : 1;
  out.normal[1] = gap > 0 ? y / gap : 0;
  for (let k = 0; k < 2; k++) {
    out.pointA[k] = 0;
    out.pointB[k] = gap > 0 ? pose[2 + k] : 0;
    out.point[k] = 0.5 * out.pointB[k];
  }
  out.featureA = vertexFeature(0);
  out.featureB = vertexFeature(0);
  out.iterations = 1;
  out.evaluations = 0;
  return setStatusOfGap(out, a, b);
}

function takeBestAlong(): void {
  along[0] = bestLine[0];
  along[1] = bestLine[1];
}

/**
 * The link from the nearest corner to the edge whose normal is the best, when its foot is inside the edge: then it is
 * along the normal, and its length (in overlap, minus the depth) is g. Otherwise false: the corner faces no point of
 * the edge, or a point within rounding of an end; or an edge is level with it, and its other end may face the edge.
 */
function linkCornerToEdge(a: ConvexPolygon, b: ConvexPolygon): boolean {
  const side = found[EDGE_BODY];
  const k = found[EDGE];
  const v = found[CORNER];
  const q = side === 0 ? a.vertices : cornersB;
  const p = side === 0 ? cornersB : a.vertices;
  const count = side === 0 ? a.vertexCount : b.vertexCount;
  const next = k + 1 < count ? k + 1 : 0;
  const ox = q[2 * k];
  const oy = q[2 * k + 1];
  const ex = q[2 * next] - ox;
  const ey = q[2 * next + 1] - oy;
  const square = ex * ex + ey * ey;
  const t = ex * (p[2 * v] - ox) + ey * (p[2 * v + 1] - oy);
  const margin = extent[ROUNDING_OF_G] * Math.sqrt(square);
  if (!(t > margin && square - t > margin)) return false;
  const part = t / square;
  // P is on A: the foot, or the corner.
  link[P_2D] = side === 0 ? ox + part * ex : p[2 * v];
  link[P_2D + 1] = side === 0 ? oy + part * ey : p[2 * v + 1];
  linkFeature[side] = edgeFeature(k);
  linkFeature[1 - side] = vertexFeature(v);
  return true;
}

/**
 * The normal that belongs to the link, unless one of the edges is better by more than rounding. Two cores as near as
 * rounding keep the normal of the edge that was found.
 */
function takeNormalOfLink(a: ConvexPolygon, b: ConvexPolygon, pose: Pose2d): void {
  const least = extent[PREFERENCE];
  if (least > 0 && !(link[LINK_SQUARE] > least * least)) return;
  const onA = linkFeature[0];
  const onB = linkFeature[1];
  if (featureDimension(onA) === 1) {
    const k = featureIndex(onA);
    along[0] = a.normals[2 * k];
    along[1] = a.normals[2 * k + 1];
  } else if (featureDimension(onB) === 1) {
    const k = featureIndex(onB);
    along[0] = -(pose[0] * b.normals[2 * k] - pose[1] * b.normals[2 * k + 1]);
    along[1] = -(pose[1] * b.normals[2 * k] + pose[0] * b.normals[2 * k + 1]);
  } else {
    const x = link[Q_2D] - link[P_2D];
    const y = link[Q_2D + 1] - link[P_2D + 1];
    const length = Math.sqrt(x * x + y * y);
    if (!(length > 0)) return;
    along[0] = x / length;
    along[1] = y / length;
  }
  evaluations[0]++;
  gapAlong(a, b);
  if (!(extremes[SCANNED_GAP] >= bestLine[GAP_2D] - extent[ROUNDING_OF_G])) return;
  bestLine[0] = along[0];
  bestLine[1] = along[1];
  bestLine[GAP_2D] = extremes[SCANNED_GAP];
}
