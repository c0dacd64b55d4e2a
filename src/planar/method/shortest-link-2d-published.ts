/**
 * The shortest link method in the plane as published (Nezami, Hashash, Zhao, Ghaboussi 2006, section 3.6), for
 * measurement and comparison. Use shortest-link-2d.ts.
 *
 * One iteration: when P and Q are both inside edges, both move to the ends of the shortest link between these two edges
 * (appendix A); otherwise P moves to the point of A nearest to Q, then Q to the point of B nearest to P, each by a
 * walk: from a corner to the nearest point of its two edges, inside an edge to the nearest point of that edge, until
 * the point stands still. It ends when both stand still. Without history it starts from the corners with the smallest
 * absolute distance to the perpendicular bisector of the line of centroids (3.5.1).
 *
 * Errors: a walk that reaches the inside of an edge seen from behind stays there (for a wide slab, a point above it and
 * a start at a lower corner, the result is on the lower side). A normal from two points that are 1e-9 apart has an
 * error of 1e-7.
 *
 * The line of the moved bodies need not be the best line of the bodies at their real positions.
 *
 * Bodies in contact are moved apart along the last normal (section 3; separation-2d.ts). The link of the moved bodies
 * is found from the last P and Q, and its line is moved back. Bodies are in contact when the last gap was negative,
 * when the link is within the rounding band or has an end inside the other body, or when edges cross.
 *
 * Details that the paper does not give: standing still means to rounding (STILL), and the iterations are bounded
 * (Unresolved, with the last link). A contact without memory has no last normal: the exact line decides there, and when
 * the bodies cannot be moved apart. The normal is along the link.
 *
 * Frame: A's. state: 2 ints, the features of P and Q (code + 1), and 7 floats: the last normal, the last gap (below 0
 * in contact, otherwise 0), P in A's frame and Q in B's. A slot of this size works for both forms, also in turn.
 */
import { edgeFeature, featureDimension, featureIndex, vertexFeature } from '../../contact/feature';
import type { ContactState } from '../../contact/method';
import { Status } from '../../contact/status';
import { isFinitePose2d, type Pose2d } from '../body/pose-2d';
import { invalidLine, setStatusOfGap, touchingBand2d, type CommonLine } from '../contact/common-line';
import { P_2D, Q_2D } from '../contact/layouts-2d';
import type { ConvexPolygon } from '../polygon/convex-polygon';
import { exactLine } from './exact-line';
import {
  beginSeparation2d,
  bringBack2d,
  LAST_GAP_2D,
  parted2d,
  separateFurther2d,
  SEPARATION_FLOATS_2D,
  type Motion2d,
} from './separation-2d';

/** Where the last P and Q are in the floats of the state. */
const LAST_P = SEPARATION_FLOATS_2D;
const LAST_Q = SEPARATION_FLOATS_2D + 2;

export const PUBLISHED_LINK_2D_FLOATS = SEPARATION_FLOATS_2D + 4;

const MAX_ITERATIONS = 100;

/**
 * The paper reports 2 to 3 iterations. A pair that needs more is tested for overlap after every LONG iterations.
 */
const LONG = 3;

/**
 * A point that is projected again on the same edge returns to within the rounding of the transformations, a few 2^-53
 * of the extent.
 */
const STILL = 16 * 2 ** -53;

/** P in A's frame (P_2D), Q in B's (Q_2D). */
const ends = /* @__PURE__ */ new Float64Array(4);
const before = /* @__PURE__ */ new Float64Array(4);
/** Features of P and Q. */
const holder = /* @__PURE__ */ new Int32Array(2);
/** The point to approach, in the frame of the tested body. */
const target = /* @__PURE__ */ new Float64Array(2);
/** Q in A's frame (0, 1). */
const link = /* @__PURE__ */ new Float64Array(3);
/** Its distance from P. */
const END_DISTANCE = 2;
/** The nearest point of an edge (0, 1). */
const foot = /* @__PURE__ */ new Float64Array(3);
/** The square of its distance. */
const FOOT_SQUARE = 2;
/** Feature that contains the foot. */
const footFeature = /* @__PURE__ */ new Int32Array(1);
/** Best so far of several links between two edges: P, Q and the square of the length; features. */
const bestLink = /* @__PURE__ */ new Float64Array(5);
/** The square of the length. */
const LINK_SQUARE = 4;
const bestFeatures = /* @__PURE__ */ new Int32Array(2);
/** Iterations of the call (ITERATIONS); whether the last of them still moved P or Q (MOVING). */
const progress = /* @__PURE__ */ new Int32Array(2);
const ITERATIONS = 0;
const MOVING = 1;

/**
 * Common line of A and B by the published search, B posed in A's frame by `pose`. Writes every field of `out`, in A's
 * frame.
 */
export function publishedShortestLink2d(
  out: CommonLine,
  a: ConvexPolygon,
  b: ConvexPolygon,
  pose: Pose2d,
  state: ContactState,
  since: Motion2d,
): Status {
  if (!isFinitePose2d(pose) || a.dimension + b.dimension < 4) return invalidLine(out);
  progress[ITERATIONS] = 0;
  const { floats, floatOffset } = state;
  const known = recall(a, b, state);
  if (!known || !(floats[floatOffset + LAST_GAP_2D] < 0)) {
    if ((known || coldStart(a, b, pose)) && findLink(a, b, pose)) return finishApart(out, a, b, state);
    if (!known) return byExactLine(out, a, b, pose, state);
  }
  beginSeparation2d(a, b, pose, floats, floatOffset, since);
  do {
    recall(a, b, state);
    if (!findLink(a, b, parted2d)) continue;
    writeLink(out);
    bringBack2d(out);
    if (out.gap < 0) return remember(out, a, b, state);
    if (findLink(a, b, pose)) return finishApart(out, a, b, state);
    break;
  } while (separateFurther2d(a, b, pose));
  return byExactLine(out, a, b, pose, state);
}

/**
 * Moves P and Q until they stand still. False for contact: a link within the rounding band, an end inside the other
 * body, or edges that cross.
 */
function findLink(a: ConvexPolygon, b: ConvexPolygon, pose: Pose2d): boolean {
  const still = STILL * (a.radius + b.radius + Math.abs(pose[2]) + Math.abs(pose[3]));
  const band = touchingBand2d(a, b);
  let moving = true;
  placeLink(pose);
  for (let k = 0; k < MAX_ITERATIONS && moving && link[END_DISTANCE] > band; k++) {
    progress[ITERATIONS]++;
    before.set(ends);
    if (featureDimension(holder[0]) === 1 && featureDimension(holder[1]) === 1) {
      if (!linkEdges(a, b, pose)) return false;
    } else {
      target[0] = link[0];
      target[1] = link[1];
      walkToTarget(a, 0);
      targetInB(pose);
      walkToTarget(b, 1);
    }
    placeLink(pose);
    moving = false;
    for (let i = 0; i < 4; i++) if (Math.abs(ends[i] - before[i]) > still) moving = true;
    // Between bodies that overlap the points need not come to rest.
    if ((k + 1) % LONG === 0 && isInside(a, b, pose)) return false;
  }
  progress[MOVING] = moving ? 1 : 0;
  return link[END_DISTANCE] > band && link[END_DISTANCE] < Infinity && !isInside(a, b, pose);
}

/** Writes the link, its bisector and its features. */
function writeLink(out: CommonLine): void {
  const length = link[END_DISTANCE];
  out.gap = length;
  for (let k = 0; k < 2; k++) {
    out.pointA[k] = ends[k];
    out.pointB[k] = link[k];
    out.point[k] = 0.5 * (ends[k] + link[k]);
    out.normal[k] = (link[k] - ends[k]) / length;
  }
  out.featureA = holder[0];
  out.featureB = holder[1];
  out.iterations = progress[ITERATIONS];
  out.evaluations = 0;
}

/** Writes and remembers a link of bodies apart. */
function finishApart(out: CommonLine, a: ConvexPolygon, b: ConvexPolygon, state: ContactState): Status {
  writeLink(out);
  return remember(out, a, b, state);
}

/** Stores P and Q, their features, the normal and the gap. */
function remember(out: CommonLine, a: ConvexPolygon, b: ConvexPolygon, state: ContactState): Status {
  const { ints, intOffset, floats, floatOffset } = state;
  for (let k = 0; k < 2; k++) {
    floats[floatOffset + k] = out.normal[k];
    floats[floatOffset + LAST_P + k] = ends[P_2D + k];
    floats[floatOffset + LAST_Q + k] = ends[Q_2D + k];
  }
  floats[floatOffset + LAST_GAP_2D] = out.gap < 0 ? out.gap : 0;
  ints[intOffset] = holder[0] + 1;
  ints[intOffset + 1] = holder[1] + 1;
  if (progress[MOVING] === 0) return setStatusOfGap(out, a, b);
  out.status = Status.Unresolved;
  return out.status;
}

/** The exact line decides. Its normal, gap, points and features are the start of the next call. */
function byExactLine(out: CommonLine, a: ConvexPolygon, b: ConvexPolygon, pose: Pose2d, state: ContactState): Status {
  const { ints, intOffset, floats, floatOffset } = state;
  const status = exactLine(out, a, b, pose);
  if (status === Status.Invalid) return status;
  out.iterations += progress[ITERATIONS];
  ints[intOffset] = out.featureA + 1;
  ints[intOffset + 1] = out.featureB + 1;
  const x = out.pointB[0] - pose[2];
  const y = out.pointB[1] - pose[3];
  for (let k = 0; k < 2; k++) {
    floats[floatOffset + k] = out.normal[k];
    floats[floatOffset + LAST_P + k] = out.pointA[k];
  }
  floats[floatOffset + LAST_Q] = pose[0] * x + pose[1] * y;
  floats[floatOffset + LAST_Q + 1] = pose[0] * y - pose[1] * x;
  floats[floatOffset + LAST_GAP_2D] = out.gap < 0 ? out.gap : 0;
  return status;
}

/**
 * Restores the last P and Q and projects them on their features, so they are on the bodies for any memory. False when
 * there are none.
 */
function recall(a: ConvexPolygon, b: ConvexPolygon, state: ContactState): boolean {
  for (let side = 0; side < 2; side++) {
    const shape = side === 0 ? a : b;
    const feature = state.ints[state.intOffset + side] - 1;
    const k = featureIndex(feature);
    const isFeature = feature >= 0 && featureDimension(feature) < 2 && k < shape.vertexCount;
    if (!isFeature) return false;
    target[0] = state.floats[state.floatOffset + LAST_P + 2 * side];
    target[1] = state.floats[state.floatOffset + LAST_P + 2 * side + 1];
    if (!(0 * target[0] + 0 * target[1] === 0)) return false;
    holder[side] = feature;
    ends[2 * side] = shape.vertices[2 * k];
    ends[2 * side + 1] = shape.vertices[2 * k + 1];
    if (featureDimension(feature) === 1) {
      footOnEdge(shape, k);
      takeFoot(side);
    }
  }
  return true;
}

/** Section 3.5.1; false for coincident centroids, which have no line (and lie in both bodies). */
function coldStart(a: ConvexPolygon, b: ConvexPolygon, pose: Pose2d): boolean {
  const x = pose[2];
  const y = pose[3];
  const half = 0.5 * (x * x + y * y);
  if (!(half > 0)) return false;
  target[0] = x;
  target[1] = y;
  startAtCorner(a, 0);
  target[0] = -(pose[0] * x + pose[1] * y);
  target[1] = -(pose[0] * y - pose[1] * x);
  startAtCorner(b, 1);
  return true;
}

/**
 * The corner with the smallest absolute distance to the bisector, whose points x have d·x = d·d / 2 seen from either
 * centroid. d is the other centroid, the target.
 */
function startAtCorner({ vertices, vertexCount }: ConvexPolygon, side: number): void {
  const x = target[0];
  const y = target[1];
  const half = 0.5 * (x * x + y * y);
  let least = Infinity;
  let at = 0;
  for (let v = 0; v < vertexCount; v++) {
    const distance = Math.abs(vertices[2 * v] * x + vertices[2 * v + 1] * y - half);
    if (distance < least) {
      least = distance;
      at = v;
    }
  }
  holder[side] = vertexFeature(at);
  ends[2 * side] = vertices[2 * at];
  ends[2 * side + 1] = vertices[2 * at + 1];
}

function placeLink(pose: Pose2d): void {
  link[0] = pose[0] * ends[Q_2D] - pose[1] * ends[Q_2D + 1] + pose[2];
  link[1] = pose[1] * ends[Q_2D] + pose[0] * ends[Q_2D + 1] + pose[3];
  const dx = link[0] - ends[P_2D];
  const dy = link[1] - ends[P_2D + 1];
  link[END_DISTANCE] = Math.sqrt(dx * dx + dy * dy);
}

/** Writes P in B's frame to `target`. */
function targetInB(pose: Pose2d): void {
  const x = ends[P_2D] - pose[2];
  const y = ends[P_2D + 1] - pose[3];
  target[0] = pose[0] * x + pose[1] * y;
  target[1] = pose[0] * y - pose[1] * x;
}

/**
 * The walk of section 3.4 as 3.6 simplifies it. Each step is nearer to the target, so no feature is visited twice.
 */
function walkToTarget(shape: ConvexPolygon, side: number): void {
  const n = shape.vertexCount;
  for (let steps = 2 * n; steps > 0; steps--) {
    const feature = holder[side];
    const k = featureIndex(feature);
    if (featureDimension(feature) === 1) {
      footOnEdge(shape, k);
      takeFoot(side);
      if (featureDimension(holder[side]) === 1) return;
    } else {
      const x = target[0] - shape.vertices[2 * k];
      const y = target[1] - shape.vertices[2 * k + 1];
      bestLink[LINK_SQUARE] = x * x + y * y;
      bestFeatures[side] = feature;
      for (let edge = 0; edge < 2; edge++) {
        footOnEdge(shape, edge === 0 ? k : k > 0 ? k - 1 : n - 1);
        if (!(foot[FOOT_SQUARE] < bestLink[LINK_SQUARE])) continue;
        bestLink[LINK_SQUARE] = foot[FOOT_SQUARE];
        bestFeatures[side] = footFeature[0];
        ends[2 * side] = foot[0];
        ends[2 * side + 1] = foot[1];
      }
      holder[side] = bestFeatures[side];
      if (holder[side] === feature || featureDimension(holder[side]) === 1) return;
    }
  }
}

/** The point of an edge nearest to the target. */
function footOnEdge({ vertices, vertexCount: n }: ConvexPolygon, edge: number): void {
  const next = edge + 1 < n ? edge + 1 : 0;
  const ox = vertices[2 * edge];
  const oy = vertices[2 * edge + 1];
  const ex = vertices[2 * next] - ox;
  const ey = vertices[2 * next + 1] - oy;
  const t = ((target[0] - ox) * ex + (target[1] - oy) * ey) / (ex * ex + ey * ey);
  const inside = t > 0 && t < 1;
  foot[0] = inside ? ox + t * ex : vertices[2 * (t > 0 ? next : edge)];
  foot[1] = inside ? oy + t * ey : vertices[2 * (t > 0 ? next : edge) + 1];
  footFeature[0] = inside ? edgeFeature(edge) : vertexFeature(t > 0 ? next : edge);
  const dx = target[0] - foot[0];
  const dy = target[1] - foot[1];
  foot[FOOT_SQUARE] = dx * dx + dy * dy;
}

function takeFoot(side: number): void {
  ends[2 * side] = foot[0];
  ends[2 * side + 1] = foot[1];
  holder[side] = footFeature[0];
}

/**
 * Appendix A for the edges of P and Q: the shortest of the links from the ends of either to the other; false for edges
 * that cross, whose link has no length.
 */
function linkEdges(a: ConvexPolygon, b: ConvexPolygon, pose: Pose2d): boolean {
  const i = featureIndex(holder[0]);
  const j = featureIndex(holder[1]);
  if (doCross(a, b, pose, i, j)) return false;
  bestLink[LINK_SQUARE] = Infinity;
  for (let end = 0; end < 2; end++) {
    const w = end === 0 ? j : j + 1 < b.vertexCount ? j + 1 : 0;
    const qx = b.vertices[2 * w];
    const qy = b.vertices[2 * w + 1];
    target[0] = pose[0] * qx - pose[1] * qy + pose[2];
    target[1] = pose[1] * qx + pose[0] * qy + pose[3];
    footOnEdge(a, i);
    if (foot[FOOT_SQUARE] < bestLink[LINK_SQUARE]) {
      bestLink[P_2D] = foot[0];
      bestLink[P_2D + 1] = foot[1];
      bestLink[Q_2D] = qx;
      bestLink[Q_2D + 1] = qy;
      bestLink[LINK_SQUARE] = foot[FOOT_SQUARE];
      bestFeatures[0] = footFeature[0];
      bestFeatures[1] = vertexFeature(w);
    }
    const v = end === 0 ? i : i + 1 < a.vertexCount ? i + 1 : 0;
    const px = a.vertices[2 * v];
    const py = a.vertices[2 * v + 1];
    target[0] = pose[0] * (px - pose[2]) + pose[1] * (py - pose[3]);
    target[1] = pose[0] * (py - pose[3]) - pose[1] * (px - pose[2]);
    footOnEdge(b, j);
    if (foot[FOOT_SQUARE] < bestLink[LINK_SQUARE]) {
      bestLink[P_2D] = px;
      bestLink[P_2D + 1] = py;
      bestLink[Q_2D] = foot[0];
      bestLink[Q_2D + 1] = foot[1];
      bestLink[LINK_SQUARE] = foot[FOOT_SQUARE];
      bestFeatures[0] = vertexFeature(v);
      bestFeatures[1] = footFeature[0];
    }
  }
  for (let k = 0; k < 4; k++) ends[k] = bestLink[k];
  holder[0] = bestFeatures[0];
  holder[1] = bestFeatures[1];
  return true;
}

/** Whether the ends of either edge are on both sides of the other. */
function doCross(a: ConvexPolygon, b: ConvexPolygon, pose: Pose2d, i: number, j: number): boolean {
  const v = 2 * i;
  const v1 = i + 1 < a.vertexCount ? v + 2 : 0;
  const w = 2 * j;
  const w1 = j + 1 < b.vertexCount ? w + 2 : 0;
  const c = pose[0];
  const s = pose[1];
  const ax = a.vertices[v];
  const ay = a.vertices[v + 1];
  const ex = a.vertices[v1] - ax;
  const ey = a.vertices[v1 + 1] - ay;
  const bx = c * b.vertices[w] - s * b.vertices[w + 1] + pose[2] - ax;
  const by = s * b.vertices[w] + c * b.vertices[w + 1] + pose[3] - ay;
  const dx = c * b.vertices[w1] - s * b.vertices[w1 + 1] + pose[2] - ax;
  const dy = s * b.vertices[w1] + c * b.vertices[w1 + 1] + pose[3] - ay;
  const fx = dx - bx;
  const fy = dy - by;
  const first = ex * by - ey * bx;
  const last = ex * dy - ey * dx;
  const start = fy * bx - fx * by;
  const end = fx * (ey - by) - fy * (ex - bx);
  return first * last < 0 && start * end < 0;
}

/** Whether Q is in A or P in B. */
function isInside(a: ConvexPolygon, b: ConvexPolygon, pose: Pose2d): boolean {
  target[0] = link[0];
  target[1] = link[1];
  if (holdsTarget(a)) return true;
  targetInB(pose);
  return holdsTarget(b);
}

function holdsTarget({ normals, offsets, vertexCount }: ConvexPolygon): boolean {
  for (let k = 0; k < vertexCount; k++) if (normals[2 * k] * target[0] + normals[2 * k + 1] * target[1] > offsets[k]) return false;
  return true;
}
