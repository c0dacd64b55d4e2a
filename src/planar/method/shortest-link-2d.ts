/**
 * The shortest link method in the plane (SLM; Nezami, Hashash, Zhao, Ghaboussi 2006, section 3.6), in a form in which
 * every result has a proof.
 *
 * The paper moves P and Q in turn. Here, as in space, the state of the search is the pair of features that contain
 * them: two corners, or a corner and an edge. The link between them has a closed form. Rules:
 * - the search ends only with a certificate: along the normal of the link no edge at P's corner rises and none at Q's
 *   corner sinks. For convex bodies this local test is global: all of A lies behind the line at P, and all of B beyond
 *   the line at Q. So no link is shorter. A part of the border that neither rises nor falls by more than rounding is
 *   followed until it falls, so short edges and a level far side cannot hide a rise;
 * - an edge that fails the test is one along which the link gets shorter: the next link is the shortest between that
 *   edge and the other body's feature. Its length falls strictly, so the walk cannot return;
 * - when the link does not get shorter, rounding has turned it: its normal becomes that of the edge, and the
 *   certificate is tested again. If it still fails, when a point is behind the edge over which it leans (overlap), or
 *   after MAX_MOVES, the exact line decides;
 * - a segment has two edges in one place. A link is on the side of its corner. When a core is as near to another body
 *   as rounding, the side is not defined: the exact line decides, which has no memory.
 *
 * Frame: A's; only the used corners of B are transformed. Normal from A to B. state (2 ints): features of the last link
 * (code + 1; -1 in the first after contact). Warm and cold results agree, because a certificate does not depend on the
 * start of the walk. Cost: warm with unchanged features, one closed form and a few sign tests, for any number of
 * corners.
 */
import { edgeFeature, featureDimension, featureIndex, vertexFeature } from '../../contact/feature';
import type { ContactState } from '../../contact/method';
import { Status } from '../../contact/status';
import { isFinitePose2d, type Pose2d } from '../body/pose-2d';
import { invalidLine, setStatusOfGap, type CommonLine } from '../contact/common-line';
import { P_2D, Q_2D } from '../contact/layouts-2d';
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
  /**
   * Largest displacement of any corner of A, and of B, since the last call. The published form moves bodies in contact
   * apart by at least their sum; the certified form does not read them.
   */
  motionA: number;
  motionB: number;
}

export const SHORTEST_LINK_2D_INTS = 2;

/**
 * A walk visits edge after edge. From the corners that face each other it takes a few moves; from a bad memory up to
 * half of all edges. In the second case the exact line is not more expensive.
 */
const MAX_MOVES = 64;

/** Limit of short links of a point or a segment, in roundings of a height. */
const CORE_ULPS = 4;

/** Memory of a pair that overlapped or touched: a walk would fail again. */
const OVERLAPPED = -1;

/** The link: P (P_2D), Q (Q_2D), length and normal, all in A's frame. */
const link = /* @__PURE__ */ new Float64Array(9);
/** The length of the link. */
const LINK_LENGTH = 4;
/** Where its normal starts. */
const LINK_NORMAL = 5;
/** Position of a foot along its edge, from 0 to 1. */
const EDGE_PART = 7;
/** The square of the length of that edge. */
const EDGE_SQUARE = 8;
/** A direction towards the other body (0, 1). Engines would allocate doubles that are passed as arguments. */
const toOther = /* @__PURE__ */ new Float64Array(3);
/** Rounding of a height along it. */
const LEVEL_ROUNDING = 2;
/** Features of P and Q. */
const linkFeature = /* @__PURE__ */ new Int32Array(2);
/** The body and the edge at which the certificate failed. */
const broken = /* @__PURE__ */ new Int32Array(2);
/** The body (0, 1), or -1. */
const BROKEN_BODY = 0;
/** Its edge. */
const BROKEN_EDGE = 1;
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
  if (options !== undefined && options.variant === 'published') return publishedShortestLink2d(out, a, b, pose, state, options);
  if (!isFinitePose2d(pose)) return invalidLine(out);
  const memory = state.intOffset;
  if (state.ints[memory] === OVERLAPPED) return byExactLine(out, a, b, pose, state, 0);
  toOther[LEVEL_ROUNDING] = ROUNDING * (a.radius + b.radius + Math.abs(pose[2]) + Math.abs(pose[3]));
  if (!recall(a, b, state)) coldStart(a, b, pose);
  const moves = walk(a, b, pose);
  if (moves < 0) return byExactLine(out, a, b, pose, state, -moves);
  const gap = link[LINK_LENGTH];
  out.gap = gap;
  for (let k = 0; k < 2; k++) {
    const step = gap * link[LINK_NORMAL + k];
    out.normal[k] = link[LINK_NORMAL + k];
    out.pointA[k] = link[k];
    out.pointB[k] = link[k] + step;
    out.point[k] = link[k] + 0.5 * step;
  }
  out.featureA = named(a, linkFeature[0]);
  out.featureB = named(b, linkFeature[1]);
  out.iterations = moves;
  out.evaluations = 0;
  state.ints[memory] = linkFeature[0] + 1;
  state.ints[memory + 1] = linkFeature[1] + 1;
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

/** Writes the features of the last call to `linkFeature`. False without memory, or if the memory is of other shapes. */
function recall(a: ConvexPolygon, b: ConvexPolygon, state: ContactState): boolean {
  const onA = state.ints[state.intOffset] - 1;
  const onB = state.ints[state.intOffset + 1] - 1;
  linkFeature[0] = onA;
  linkFeature[1] = onB;
  // Two edges have no closed form, and are never a result.
  return isFeature(a, onA) && isFeature(b, onB) && featureDimension(onA) + featureDimension(onB) < 2;
}

function isFeature(shape: ConvexPolygon, feature: number): boolean {
  // A point has no edges.
  const dimension = featureDimension(feature);
  const count = dimension === 0 ? shape.vertexCount : shape.offsets.length;
  return feature >= 0 && dimension < 2 && featureIndex(feature) < count;
}

/**
 * The corners farthest along the line of centroids (the paper takes the corners nearest to its bisector, which can be
 * on the far sides).
 */
function coldStart(a: ConvexPolygon, b: ConvexPolygon, pose: Pose2d): void {
  toOther[0] = pose[2];
  toOther[1] = pose[3];
  linkFeature[0] = vertexFeature(farthest(a));
  toOther[0] = -(pose[0] * pose[2] + pose[1] * pose[3]);
  toOther[1] = -(pose[0] * pose[3] - pose[1] * pose[2]);
  linkFeature[1] = vertexFeature(farthest(b));
}

function farthest({ vertices, vertexCount }: ConvexPolygon): number {
  const x = toOther[0];
  const y = toOther[1];
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
 * Walks to a certificate. Returns the number of computed links, or minus it if the exact line must decide. The result
 * is in `link` and `linkFeature`.
 */
function walk(a: ConvexPolygon, b: ConvexPolygon, pose: Pose2d): number {
  const least = a.dimension + b.dimension < 4 ? CORE_ULPS * toOther[LEVEL_ROUNDING] : 0;
  linkFeatures(a, b, pose);
  for (let moves = 1; moves <= MAX_MOVES; moves++) {
    const length = link[LINK_LENGTH];
    if (!(length > least && length < Infinity)) return -moves;
    if (isCertified(a, b, pose)) return moves;
    const side = broken[BROKEN_BODY];
    const edge = broken[BROKEN_EDGE];
    const onA = linkFeature[0];
    const onB = linkFeature[1];
    linkEdge(a, b, pose, side, edge);
    if (link[LINK_LENGTH] < length && link[LINK_LENGTH] > 0) continue;
    // Not shorter: rounding has turned the link, or the bodies overlap.
    if (featureDimension(onA) + featureDimension(onB) > 0) return -moves;
    linkFeature[0] = onA;
    linkFeature[1] = onB;
    linkCorners(a, b, pose);
    return takeNormal(a, b, pose, side, edge) && isCertified(a, b, pose) ? moves + 1 : -moves - 1;
  }
  return -MAX_MOVES;
}

/**
 * Gives the link the normal of an edge of body `side`. False when the link is then not along its normal to rounding.
 */
function takeNormal(a: ConvexPolygon, b: ConvexPolygon, pose: Pose2d, side: number, edge: number): boolean {
  setNormal(a, b, pose, side, edge);
  const x = link[Q_2D] - link[P_2D];
  const y = link[Q_2D + 1] - link[P_2D + 1];
  link[LINK_LENGTH] = link[LINK_NORMAL] * x + link[LINK_NORMAL + 1] * y;
  return link[LINK_LENGTH] > 0 && Math.abs(link[LINK_NORMAL] * y - link[LINK_NORMAL + 1] * x) <= 2 * toOther[LEVEL_ROUNDING];
}

/** From A to B. */
function setNormal(a: ConvexPolygon, b: ConvexPolygon, pose: Pose2d, side: number, edge: number): void {
  if (side === 0) {
    link[LINK_NORMAL] = a.normals[2 * edge];
    link[LINK_NORMAL + 1] = a.normals[2 * edge + 1];
  } else {
    const x = b.normals[2 * edge];
    const y = b.normals[2 * edge + 1];
    link[LINK_NORMAL] = -(pose[0] * x - pose[1] * y);
    link[LINK_NORMAL + 1] = -(pose[1] * x + pose[0] * y);
  }
}

/**
 * Computes the link between the features in `linkFeature`: two corners, or a corner and an edge. A foot beyond an end
 * of the edge is that corner, and `linkFeature` is changed. Otherwise the length is the signed distance from the edge's
 * line, negative when the corner is behind it.
 */
function linkFeatures(a: ConvexPolygon, b: ConvexPolygon, pose: Pose2d): void {
  if (featureDimension(linkFeature[0]) === 1) linkEdgeOfA(a, b, pose);
  else if (featureDimension(linkFeature[1]) === 1) linkEdgeOfB(a, b, pose);
  if (featureDimension(linkFeature[0]) + featureDimension(linkFeature[1]) === 0) linkCorners(a, b, pose);
}

function linkEdgeOfA(a: ConvexPolygon, b: ConvexPolygon, pose: Pose2d): void {
  const i = featureIndex(linkFeature[0]);
  const next = i + 1 < a.vertexCount ? i + 1 : 0;
  placeCorner(b, pose, featureIndex(linkFeature[1]));
  const ox = a.vertices[2 * i];
  const oy = a.vertices[2 * i + 1];
  const ex = a.vertices[2 * next] - ox;
  const ey = a.vertices[2 * next + 1] - oy;
  const x = corner[0] - ox;
  const y = corner[1] - oy;
  const square = ex * ex + ey * ey;
  const t = (x * ex + y * ey) / square;
  if (!(t > 0 && t < 1)) {
    linkFeature[0] = vertexFeature(t > 0 ? next : i);
    return;
  }
  setNormal(a, b, pose, 0, i);
  link[P_2D] = ox + t * ex;
  link[P_2D + 1] = oy + t * ey;
  link[Q_2D] = corner[0];
  link[Q_2D + 1] = corner[1];
  link[LINK_LENGTH] = link[LINK_NORMAL] * x + link[LINK_NORMAL + 1] * y;
  link[EDGE_PART] = t;
  link[EDGE_SQUARE] = square;
  if (a.vertexCount === 2 && link[LINK_LENGTH] < 0) leanOnOtherSide(0);
}

/** Exchanges the edge of a segment for its other side, where the corner is. */
function leanOnOtherSide(side: number): void {
  linkFeature[side] = edgeFeature(1 - featureIndex(linkFeature[side]));
  for (let k = 0; k < 2; k++) link[LINK_NORMAL + k] = 0 - link[LINK_NORMAL + k];
  link[LINK_LENGTH] = 0 - link[LINK_LENGTH];
  link[EDGE_PART] = 1 - link[EDGE_PART];
}

function linkEdgeOfB(a: ConvexPolygon, b: ConvexPolygon, pose: Pose2d): void {
  const j = featureIndex(linkFeature[1]);
  const next = j + 1 < b.vertexCount ? j + 1 : 0;
  placeCorner(b, pose, next);
  const ex = corner[0];
  const ey = corner[1];
  placeCorner(b, pose, j);
  const ox = corner[0];
  const oy = corner[1];
  const dx = ex - ox;
  const dy = ey - oy;
  const i = featureIndex(linkFeature[0]);
  const x = a.vertices[2 * i] - ox;
  const y = a.vertices[2 * i + 1] - oy;
  const square = dx * dx + dy * dy;
  const t = (x * dx + y * dy) / square;
  if (!(t > 0 && t < 1)) {
    linkFeature[1] = vertexFeature(t > 0 ? next : j);
    return;
  }
  setNormal(a, b, pose, 1, j);
  link[P_2D] = a.vertices[2 * i];
  link[P_2D + 1] = a.vertices[2 * i + 1];
  link[Q_2D] = ox + t * dx;
  link[Q_2D + 1] = oy + t * dy;
  link[LINK_LENGTH] = -(link[LINK_NORMAL] * x + link[LINK_NORMAL + 1] * y);
  link[EDGE_PART] = t;
  link[EDGE_SQUARE] = square;
  if (b.vertexCount === 2 && link[LINK_LENGTH] < 0) leanOnOtherSide(1);
}

function linkCorners(a: ConvexPolygon, b: ConvexPolygon, pose: Pose2d): void {
  const i = featureIndex(linkFeature[0]);
  placeCorner(b, pose, featureIndex(linkFeature[1]));
  link[P_2D] = a.vertices[2 * i];
  link[P_2D + 1] = a.vertices[2 * i + 1];
  link[Q_2D] = corner[0];
  link[Q_2D + 1] = corner[1];
  const dx = corner[0] - link[P_2D];
  const dy = corner[1] - link[P_2D + 1];
  const length = Math.sqrt(dx * dx + dy * dy);
  link[LINK_LENGTH] = length;
  link[LINK_NORMAL] = length > 0 ? dx / length : 0;
  link[LINK_NORMAL + 1] = length > 0 ? dy / length : 0;
}

function placeCorner({ vertices }: ConvexPolygon, pose: Pose2d, w: number): void {
  const x = vertices[2 * w];
  const y = vertices[2 * w + 1];
  corner[0] = pose[0] * x - pose[1] * y + pose[2];
  corner[1] = pose[1] * x + pose[0] * y + pose[3];
}

/** Whether nothing rises beside P or sinks beside Q, along the normal of the link. If not, `broken` has an edge. */
function isCertified(a: ConvexPolygon, b: ConvexPolygon, pose: Pose2d): boolean {
  if (featureDimension(linkFeature[0]) === 0) {
    const v = featureIndex(linkFeature[0]);
    toOther[0] = link[LINK_NORMAL];
    toOther[1] = link[LINK_NORMAL + 1];
    broken[BROKEN_BODY] = 0;
    if (risesFrom(a, v, 1) || risesFrom(a, v, -1)) return false;
  }
  if (featureDimension(linkFeature[1]) === 0) {
    const w = featureIndex(linkFeature[1]);
    toOther[0] = -(pose[0] * link[LINK_NORMAL] + pose[1] * link[LINK_NORMAL + 1]);
    toOther[1] = -(pose[0] * link[LINK_NORMAL + 1] - pose[1] * link[LINK_NORMAL]);
    broken[BROKEN_BODY] = 1;
    if (risesFrom(b, w, 1) || risesFrom(b, w, -1)) return false;
  }
  return true;
}

/**
 * Whether the border rises along a direction after corner v, forwards (1) or backwards (-1), by more than rounding.
 * Heights along a convex border rise once and fall once. So the test ends when the border has fallen by more than
 * rounding; until then it may be level with the bottom.
 */
function risesFrom({ vertices, vertexCount: n }: ConvexPolygon, v: number, way: number): boolean {
  const nx = toOther[0];
  const ny = toOther[1];
  const rounding = toOther[LEVEL_ROUNDING];
  const x = vertices[2 * v];
  const y = vertices[2 * v + 1];
  let highest = 0;
  let at = v;
  for (let steps = n; steps > 0; steps--) {
    const next = way > 0 ? (at + 1 < n ? at + 1 : 0) : at > 0 ? at - 1 : n - 1;
    const height = nx * (vertices[2 * next] - x) + ny * (vertices[2 * next + 1] - y);
    if (height > rounding) {
      broken[BROKEN_EDGE] = way > 0 ? at : next;
      return true;
    }
    if (!(height >= highest - rounding)) return false;
    if (height > highest) highest = height;
    at = next;
  }
  return false;
}

/**
 * Writes the shortest link between an edge of one body and the other body's feature in `linkFeature` to `link` and
 * `linkFeature`.
 */
function linkEdge(a: ConvexPolygon, b: ConvexPolygon, pose: Pose2d, side: number, edge: number): void {
  const other = linkFeature[1 - side];
  kept[LINK_LENGTH] = Infinity;
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
  linkFeature[0] = keptOn[0];
  linkFeature[1] = keptOn[1];
}

/** Tries the link from a corner of the other body to an edge of body `side`. Keeps it if it is the shortest so far. */
function cornerOnEdge(a: ConvexPolygon, b: ConvexPolygon, pose: Pose2d, side: number, edge: number, v: number): void {
  linkFeature[side] = edgeFeature(edge);
  linkFeature[1 - side] = vertexFeature(v);
  linkFeatures(a, b, pose);
  // A corner behind the edge has a link of negative length, which means an overlap or the far side: the caller ends the
  // walk.
  if (!(link[LINK_LENGTH] < kept[LINK_LENGTH])) return;
  for (let c = 0; c < 9; c++) kept[c] = link[c];
  keptOn[0] = linkFeature[0];
  keptOn[1] = linkFeature[1];
}

/** The feature for the result: an end of the edge if the foot is there to rounding. */
function named({ vertexCount }: ConvexPolygon, feature: number): number {
  if (featureDimension(feature) === 0) return feature;
  const k = featureIndex(feature);
  const square = toOther[LEVEL_ROUNDING] * toOther[LEVEL_ROUNDING];
  const rest = 1 - link[EDGE_PART];
  if (link[EDGE_PART] * link[EDGE_PART] * link[EDGE_SQUARE] <= square) return vertexFeature(k);
  if (rest * rest * link[EDGE_SQUARE] <= square) return vertexFeature(k + 1 < vertexCount ? k + 1 : 0);
  return feature;
}
