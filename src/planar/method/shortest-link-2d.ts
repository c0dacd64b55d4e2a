/**
 * The shortest link method in the plane (SLM; Nezami, Hashash, Zhao, Ghaboussi 2006, section 3.6), in a form whose
 * every result has a proof.
 *
 * The paper moves P and Q in turn. Here, as in space, the state of the search is the pair of features that hold them, a
 * corner and a corner or a corner and an edge; the link between them is closed-form, and
 * - it ends only with a certificate: along the normal of the link no edge at P's corner rises and none at Q's corner
 *   sinks. For convex bodies local is global: all of A lies behind the line at P, all of B beyond the line at Q, so no
 *   link is shorter. What neither rises nor falls by more than rounding is followed until it falls, so that short edges
 *   and the level far side hide nothing;
 * - an edge that fails the test is one along which the link gets shorter: the next link is the shortest between that
 *   edge and the other body's feature. Its length falls strictly, so the walk cannot return;
 * - where the link does not get shorter, rounding has turned it: its normal becomes that of the edge, and the
 *   certificate is asked again. What then is still open, a point behind the edge it leans over (overlap), or MAX_MOVES
 *   hands the pair to the exact line.
 *
 * Frame: A's; only the corners of B that are touched are transformed. Normal from A to B. state (2 ints): features of
 * the last link (code + 1; -1 in the first after contact). Warm and cold agree: a certificate does not know where the
 * walk began. Cost: warm, unchanged features: one closed form and a few sign tests, for any number of corners.
 */
import { edgeFeature, featureDimension, featureIndex, vertexFeature } from '../../contact/feature';
import type { ContactState } from '../../contact/method';
import { Status } from '../../contact/status';
import { isFinitePose2d, type Pose2d } from '../body/pose-2d';
import { invalidLine, setStatusOfGap, type CommonLine } from '../contact/common-line';
import type { ConvexPolygon } from '../polygon/convex-polygon';
import { exactLine } from './exact-line';
import { ROUNDING } from './pair-frame-2d';
import { publishedShortestLink2d } from './shortest-link-2d-published';

/** Options of {@link shortestLink2d}. */
export interface ShortestLinkOptions2d {
  /**
   * 'certified', the default: every result is proved. 'published': the search of the paper, for measurements and
   * comparisons; its state slot is larger.
   */
  variant: 'certified' | 'published';
}

export const SHORTEST_LINK_2D_INTS = 2;

/**
 * A walk goes edge by edge: from the corners that face each other it takes a few moves, from a bad memory up to half of
 * all edges. Then the exact line is not dearer.
 */
const MAX_MOVES = 64;

/** Memory of a pair that overlapped or touched: the walk would only find that again. */
const OVERLAPPED = -1;

/**
 * P (0, 1), Q (2, 3), length (4), normal (5, 6), all in A's frame; of a foot on an edge its part of the way along it
 * (7), and the square of the edge's length (8).
 */
const link = /* @__PURE__ */ new Float64Array(9);
/**
 * A direction towards the other body (0, 1), and rounding (2): doubles that go to a function that is not inlined are
 * allocated.
 */
const up = /* @__PURE__ */ new Float64Array(3);
/** Features of P and Q. */
const on = /* @__PURE__ */ new Int32Array(2);
/** What the certificate found wanting: the body (0, 1) or -1, and its edge. */
const broken = /* @__PURE__ */ new Int32Array(2);
/** A corner of B in A's frame. */
const corner = /* @__PURE__ */ new Float64Array(2);
/** Best link of a search between two edges: as link, and its features. */
const kept = /* @__PURE__ */ new Float64Array(9);
const keptOn = /* @__PURE__ */ new Int32Array(2);

/**
 * Shortest link and common line of A and B, B posed in A's frame by `pose` (length 4). Writes every field of `out`, in
 * A's frame. `out.iterations` counts links computed; 1 means that the features of the last call still hold.
 *
 * @example
 * ```ts
 * const state = createState(shortestLinkMethod2d);
 * const line = createCommonLine();
 * for (const pose of poses) shortestLink2d(line, a, b, pose, state);
 * ```
 */
export function shortestLink2d(
  out: CommonLine,
  a: ConvexPolygon,
  b: ConvexPolygon,
  pose: Pose2d,
  state: ContactState,
  options?: ShortestLinkOptions2d,
): Status {
  if (options !== undefined && options.variant === 'published') return publishedShortestLink2d(out, a, b, pose, state);
  if (!isFinitePose2d(pose)) return invalidLine(out);
  const memory = state.intOffset;
  if (state.ints[memory] === OVERLAPPED) return byExactLine(out, a, b, pose, state, 0);
  up[2] = ROUNDING * (a.radius + b.radius + Math.abs(pose[2]) + Math.abs(pose[3]));
  if (!recall(a, b, state)) coldStart(a, b, pose);
  const moves = walk(a, b, pose);
  if (moves < 0) return byExactLine(out, a, b, pose, state, -moves);
  const gap = link[4];
  out.gap = gap;
  for (let k = 0; k < 2; k++) {
    const step = gap * link[5 + k];
    out.normal[k] = link[5 + k];
    out.pointA[k] = link[k];
    out.pointB[k] = link[k] + step;
    out.point[k] = link[k] + 0.5 * step;
  }
  out.featureA = named(a, on[0]);
  out.featureB = named(b, on[1]);
  out.iterations = moves;
  out.evaluations = 0;
  state.ints[memory] = on[0] + 1;
  state.ints[memory + 1] = on[1] + 1;
  return setStatusOfGap(out, a, b);
}

function byExactLine(out: CommonLine, a: ConvexPolygon, b: ConvexPolygon, pose: Pose2d, state: ContactState, moves: number): Status {
  const memory = state.intOffset;
  if (exactLine(out, a, b, pose) === Status.Invalid) return out.status;
  out.iterations += moves;
  const apart = out.status === Status.Separated;
  state.ints[memory] = apart ? out.featureA + 1 : OVERLAPPED;
  state.ints[memory + 1] = apart ? out.featureB + 1 : 0;
  return out.status;
}

/** Features of the last call into `on`; false without memory (or if the memory is not that of these shapes). */
function recall(a: ConvexPolygon, b: ConvexPolygon, state: ContactState): boolean {
  const onA = state.ints[state.intOffset] - 1;
  const onB = state.ints[state.intOffset + 1] - 1;
  on[0] = onA;
  on[1] = onB;
  // Two edges have no link of their own; they never are a result.
  return isFeature(a, onA) && isFeature(b, onB) && featureDimension(onA) + featureDimension(onB) < 2;
}

function isFeature(shape: ConvexPolygon, feature: number): boolean {
  return feature >= 0 && featureDimension(feature) < 2 && featureIndex(feature) < shape.vertexCount;
}

/**
 * The corners farthest along the line of centroids (the paper takes those nearest to its bisector, which can be on far
 * sides).
 */
function coldStart(a: ConvexPolygon, b: ConvexPolygon, pose: Pose2d): void {
  up[0] = pose[2];
  up[1] = pose[3];
  on[0] = vertexFeature(farthest(a));
  up[0] = -(pose[0] * pose[2] + pose[1] * pose[3]);
  up[1] = -(pose[0] * pose[3] - pose[1] * pose[2]);
  on[1] = vertexFeature(farthest(b));
}

function farthest({ vertices, vertexCount }: ConvexPolygon): number {
  const x = up[0];
  const y = up[1];
  let most = -Infinity;
  let at = 0;
  for (let v = 0; v < vertexCount; v++) {
    const d = vertices[2 * v] * x + vertices[2 * v + 1] * y;
    if (d > most) {
      most = d;
      at = v;
    }
  }
  return at;
}

/**
 * Moves until a certificate: the number of links computed, or minus it where the pair is for the exact line. The result
 * is in link and on.
 */
function walk(a: ConvexPolygon, b: ConvexPolygon, pose: Pose2d): number {
  linkFeatures(a, b, pose);
  for (let moves = 1; moves <= MAX_MOVES; moves++) {
    const length = link[4];
    if (!(length > 0 && length < Infinity)) return -moves;
    if (isCertified(a, b, pose)) return moves;
    const side = broken[0];
    const edge = broken[1];
    const onA = on[0];
    const onB = on[1];
    linkEdge(a, b, pose, side, edge);
    if (link[4] < length && link[4] > 0) continue;
    // Not shorter: rounding has turned the link, or the bodies overlap.
    if (featureDimension(onA) + featureDimension(onB) > 0) return -moves;
    on[0] = onA;
    on[1] = onB;
    linkCorners(a, b, pose);
    return takeNormal(a, b, pose, side, edge) && isCertified(a, b, pose) ? moves + 1 : -moves - 1;
  }
  return -MAX_MOVES;
}

/**
 * Gives the link the normal of an edge of body `side`; false when it is then no longer along its normal to rounding.
 */
function takeNormal(a: ConvexPolygon, b: ConvexPolygon, pose: Pose2d, side: number, edge: number): boolean {
  setNormal(a, b, pose, side, edge);
  const x = link[2] - link[0];
  const y = link[3] - link[1];
  link[4] = link[5] * x + link[6] * y;
  return link[4] > 0 && Math.abs(link[5] * y - link[6] * x) <= 2 * up[2];
}

/** From A to B. */
function setNormal(a: ConvexPolygon, b: ConvexPolygon, pose: Pose2d, side: number, edge: number): void {
  if (side === 0) {
    link[5] = a.normals[2 * edge];
    link[6] = a.normals[2 * edge + 1];
  } else {
    const x = b.normals[2 * edge];
    const y = b.normals[2 * edge + 1];
    link[5] = -(pose[0] * x - pose[1] * y);
    link[6] = -(pose[1] * x + pose[0] * y);
  }
}

/**
 * The link between the features in `on`, a corner and a corner or edge. A foot beyond an end of the edge is that
 * corner, and on says so; else the length is the signed distance from the edge's line, so negative when the corner is
 * behind it.
 */
function linkFeatures(a: ConvexPolygon, b: ConvexPolygon, pose: Pose2d): void {
  if (featureDimension(on[0]) === 1) linkEdgeOfA(a, b, pose);
  else if (featureDimension(on[1]) === 1) linkEdgeOfB(a, b, pose);
  if (featureDimension(on[0]) + featureDimension(on[1]) === 0) linkCorners(a, b, pose);
}

function linkEdgeOfA(a: ConvexPolygon, b: ConvexPolygon, pose: Pose2d): void {
  const i = featureIndex(on[0]);
  const next = i + 1 < a.vertexCount ? i + 1 : 0;
  placeCorner(b, pose, featureIndex(on[1]));
  const ox = a.vertices[2 * i];
  const oy = a.vertices[2 * i + 1];
  const ex = a.vertices[2 * next] - ox;
  const ey = a.vertices[2 * next + 1] - oy;
  const x = corner[0] - ox;
  const y = corner[1] - oy;
  const square = ex * ex + ey * ey;
  const t = (x * ex + y * ey) / square;
  if (!(t > 0 && t < 1)) {
    on[0] = vertexFeature(t > 0 ? next : i);
    return;
  }
  setNormal(a, b, pose, 0, i);
  link[0] = ox + t * ex;
  link[1] = oy + t * ey;
  link[2] = corner[0];
  link[3] = corner[1];
  link[4] = link[5] * x + link[6] * y;
  link[7] = t;
  link[8] = square;
}

function linkEdgeOfB(a: ConvexPolygon, b: ConvexPolygon, pose: Pose2d): void {
  const j = featureIndex(on[1]);
  const next = j + 1 < b.vertexCount ? j + 1 : 0;
  placeCorner(b, pose, next);
  const ex = corner[0];
  const ey = corner[1];
  placeCorner(b, pose, j);
  const ox = corner[0];
  const oy = corner[1];
  const dx = ex - ox;
  const dy = ey - oy;
  const i = featureIndex(on[0]);
  const x = a.vertices[2 * i] - ox;
  const y = a.vertices[2 * i + 1] - oy;
  const square = dx * dx + dy * dy;
  const t = (x * dx + y * dy) / square;
  if (!(t > 0 && t < 1)) {
    on[1] = vertexFeature(t > 0 ? next : j);
    return;
  }
  setNormal(a, b, pose, 1, j);
  link[0] = a.vertices[2 * i];
  link[1] = a.vertices[2 * i + 1];
  link[2] = ox + t * dx;
  link[3] = oy + t * dy;
  link[4] = -(link[5] * x + link[6] * y);
  link[7] = t;
  link[8] = square;
}

function linkCorners(a: ConvexPolygon, b: ConvexPolygon, pose: Pose2d): void {
  const i = featureIndex(on[0]);
  placeCorner(b, pose, featureIndex(on[1]));
  link[0] = a.vertices[2 * i];
  link[1] = a.vertices[2 * i + 1];
  link[2] = corner[0];
  link[3] = corner[1];
  const dx = corner[0] - link[0];
  const dy = corner[1] - link[1];
  const length = Math.sqrt(dx * dx + dy * dy);
  link[4] = length;
  link[5] = length > 0 ? dx / length : 0;
  link[6] = length > 0 ? dy / length : 0;
}

function placeCorner({ vertices }: ConvexPolygon, pose: Pose2d, w: number): void {
  const x = vertices[2 * w];
  const y = vertices[2 * w + 1];
  corner[0] = pose[0] * x - pose[1] * y + pose[2];
  corner[1] = pose[1] * x + pose[0] * y + pose[3];
}

/** Whether nothing rises beside P or sinks beside Q, along the normal of the link; else broken names an edge. */
function isCertified(a: ConvexPolygon, b: ConvexPolygon, pose: Pose2d): boolean {
  if (featureDimension(on[0]) === 0) {
    const v = featureIndex(on[0]);
    up[0] = link[5];
    up[1] = link[6];
    broken[0] = 0;
    if (risesFrom(a, v, 1) || risesFrom(a, v, -1)) return false;
  }
  if (featureDimension(on[1]) === 0) {
    const w = featureIndex(on[1]);
    up[0] = -(pose[0] * link[5] + pose[1] * link[6]);
    up[1] = -(pose[0] * link[6] - pose[1] * link[5]);
    broken[0] = 1;
    if (risesFrom(b, w, 1) || risesFrom(b, w, -1)) return false;
  }
  return true;
}

/**
 * Whether the border rises along a direction from corner v on, forwards (1) or backwards (-1), by more than rounding.
 * Heights along a convex border rise once and fall once, so it is known where it has fallen by more than rounding;
 * until then it may be level with the bottom.
 */
function risesFrom({ vertices, vertexCount: n }: ConvexPolygon, v: number, way: number): boolean {
  const nx = up[0];
  const ny = up[1];
  const rounding = up[2];
  const x = vertices[2 * v];
  const y = vertices[2 * v + 1];
  let highest = 0;
  let at = v;
  for (let steps = n; steps > 0; steps--) {
    const next = way > 0 ? (at + 1 < n ? at + 1 : 0) : at > 0 ? at - 1 : n - 1;
    const height = nx * (vertices[2 * next] - x) + ny * (vertices[2 * next + 1] - y);
    if (height > rounding) {
      broken[1] = way > 0 ? at : next;
      return true;
    }
    if (!(height >= highest - rounding)) return false;
    if (height > highest) highest = height;
    at = next;
  }
  return false;
}

/** The shortest link between an edge of one body and the feature in `on` of the other, into link and on. */
function linkEdge(a: ConvexPolygon, b: ConvexPolygon, pose: Pose2d, side: number, edge: number): void {
  const other = on[1 - side];
  kept[4] = Infinity;
  const shape = side === 0 ? a : b;
  const k = featureIndex(other);
  if (featureDimension(other) === 0) {
    cornerOnEdge(a, b, pose, side, edge, k);
  } else {
    const partner = side === 0 ? b : a;
    cornerOnEdge(a, b, pose, side, edge, k);
    cornerOnEdge(a, b, pose, side, edge, k + 1 < partner.vertexCount ? k + 1 : 0);
    cornerOnEdge(a, b, pose, 1 - side, k, edge);
    cornerOnEdge(a, b, pose, 1 - side, k, edge + 1 < shape.vertexCount ? edge + 1 : 0);
  }
  for (let c = 0; c < 9; c++) link[c] = kept[c];
  on[0] = keptOn[0];
  on[1] = keptOn[1];
}

/** The link from a corner of the other body to an edge of body `side`; kept if it is the shortest so far. */
function cornerOnEdge(a: ConvexPolygon, b: ConvexPolygon, pose: Pose2d, side: number, edge: number, v: number): void {
  on[side] = edgeFeature(edge);
  on[1 - side] = vertexFeature(v);
  linkFeatures(a, b, pose);
  // A corner behind the edge has a link of negative length, which is an overlap or the far side: the caller gives up on
  // it.
  if (!(link[4] < kept[4])) return;
  for (let c = 0; c < 9; c++) kept[c] = link[c];
  keptOn[0] = on[0];
  keptOn[1] = on[1];
}

/** The feature as it is given out: an end of the edge where the foot is that to rounding. */
function named({ vertexCount }: ConvexPolygon, feature: number): number {
  if (featureDimension(feature) === 0) return feature;
  const k = featureIndex(feature);
  const square = up[2] * up[2];
  const rest = 1 - link[7];
  if (link[7] * link[7] * link[8] <= square) return vertexFeature(k);
  if (rest * rest * link[8] <= square) return vertexFeature(k + 1 < vertexCount ? k + 1 : 0);
  return feature;
}
