/**
 * The shortest link method, SLM (Nezami, Hashash, Zhao, Ghaboussi 2006, "Shortest link method for contact detection in discrete element method"),
 * in a form whose every answer carries a proof.
 *
 * The paper (section 3.3): the perpendicular bisector plane of the shortest link PQ between two bodies is their common plane. Its search (3.4, 3.5)
 * moves P and Q in turn and stops when they stand still, which is often too early (see shortest-link-published). Here the state of the search is the
 * pair of features (vertex, edge, face) that hold P and Q, the link between them is closed-form, and
 * - it ends only with a certificate: with the plane normal n of the features, no edge or face that starts at P's feature rises along n, and none at
 *   Q's sinks. For convex bodies local is global: all of A lies behind the plane at P, all of B beyond the plane at Q, so no link is shorter;
 * - a test that fails names an edge or face along which the link gets shorter. The next link is the exact shortest one between that feature and the
 *   other body's, so its length falls strictly. There are finitely many feature pairs and each has one computed length, so the walk cannot return to
 *   one: it ends. Where the link stays what it was, rounding has turned it: its normal is snapped to what was named (see snapped-normal), and the
 *   certificate is asked again. A few steps may change features and leave the length as it is, each counted. More of those, a point that is behind
 *   the face it leans over (overlap, or the far side), or MAX_MOVES hands the pair to the exact plane, which is exhaustive. Overlap is
 *   noticed this way after a few steps;
 * - local is global only where the corners of a face are on its plane. Next to edges so short that rounding and merged faces decide whether they
 *   rise, the certificate asks all corners.
 *
 * The normal comes from the features: face normal, cross product of crossing edges; only where those are worse conditioned is it the link itself.
 * Frame: A's; only the features of B that are touched are transformed. Normal from A to B, gap >= 0 from the walk.
 * state (2 ints, 3 floats): features of the last link (code + 1; -1 in the first after an overlap), last normal. Coordinates need not be kept: features
 * give them. Warm and cold agree: a certificate does not know where the walk began.
 * Cost: warm, unchanged features: one closed form and a handful of sign tests, as a rule whatever the number of vertices. Cold: two scans and a few steps.
 */
import type { CommonPlane } from '../contact/common-plane';
import { edgeFeature, faceFeature, featureDimension, featureIndex, vertexFeature } from '../contact/feature';
import type { ContactState } from '../contact/method';
import { touchingBand } from '../contact/band';
import { statusOfGap } from '../contact/rounding';
import { Status } from '../contact/status';
import type { Pose } from '../body/pose';
import type { ConvexPolyhedron } from '../polyhedron/convex-polyhedron';
import { exactPlane } from './exact-plane';
import { isFeature, link, on, shortestBetween, shortestToFace } from './feature-link';
import { clearSnap, isSnapped, snapNormal } from './snapped-normal';
import { publishedShortestLink } from './shortest-link-published';

/** Options of {@link shortestLink}. */
export interface ShortestLinkOptions {
  /**
   * 'certified', the default: every answer is proved. 'published': the search of the paper with its errors, to measure and compare; often
   * wrong. It needs the larger state slot of {@link publishedShortestLinkMethod}, which serves both.
   */
  variant: 'certified' | 'published';
}

export const SHORTEST_LINK_STATE_INTS = 2;
export const SHORTEST_LINK_STATE_FLOATS = 3;

/** Cold walks take 4 steps, 99 of 100 less than 20; round a disc of many sides they can take as many as it has. */
const MAX_MOVES = 64;

/**
 * A tilt of 1e-9 shortens a link by 1e-18 of its lever arm, which no length shows. So a few steps may leave the length where it is, to rounding
 * (4 steps of 2^-53 of the extent): a pair that needs more than these is handed to the exact plane.
 */
const LEVEL_MOVES = 4;
const LEVEL = 4 * 2 ** -53;

/** Memory of a pair that overlapped or touched: the walk would only find that again. */
const OVERLAPPED = -1;

/**
 * Sine of the angle by which a neighbour may rise above the plane before it counts: unit vectors dot to about 4 * 2^-53, the neighbour's direction
 * adds as much.
 */
const SLACK = 8 * 2 ** -53;

/**
 * Corners of merged faces are off their planes by up to the tolerance. Along an edge as short as that the body may seem to sink while it rises farther on: an
 * edge of less than SHORT radii that does not sink by DOUBT tolerances (two corners off a plane, twice that) is no witness, and all corners are asked.
 */
const SHORT = 1 / 16;
const DOUBT = 4;
/** Nor is one that rises by more than this within SLACK: at a blunt corner (of a disc of many sides) the far side rises by a multiple of it. */
const SURE = 2 * 2 ** -53;

/** Features that the failed certificate asks to search: one of A, one of B. */
const next = /* @__PURE__ */ new Int32Array(2);
/** The plane normal in the frame of the body that is asked, away from it. */
const up = /* @__PURE__ */ new Float64Array(3);

/**
 * Shortest link and common plane of A and B, B posed in A's frame by `pose` (length 12). Writes every field of `out`, in A's frame.
 * `out.iterations` counts links computed; 1 means that the features of the last call still hold. `options` may ask for the published form.
 *
 * @example
 * ```ts
 * const state = createState(shortestLinkMethod);
 * const plane = createCommonPlane();
 * for (const pose of poses) shortestLink(plane, a, b, pose, state);
 * ```
 */
export function shortestLink(
  out: CommonPlane,
  a: ConvexPolyhedron,
  b: ConvexPolyhedron,
  pose: Pose,
  state: ContactState,
  options?: ShortestLinkOptions,
): Status {
  if (options !== undefined && options.variant === 'published') return publishedShortestLink(out, a, b, pose, state);
  const memory = state.intOffset;
  if (state.ints[memory] === OVERLAPPED) return byExactPlane(out, a, b, pose, state, 0);
  if (!recall(a, b, state)) coldStart(a, b, pose);

  let moves = 1;
  shortestBetween(a, b, pose, next[0], next[1]);
  // A length that overflowed is for the exact plane to judge.
  let shortest = link[6] < Infinity ? link[6] : -1;
  let level = LEVEL_MOVES;
  const rounding = LEVEL * (a.radius + b.radius + Math.abs(pose[9]) + Math.abs(pose[10]) + Math.abs(pose[11]));
  clearSnap();
  while (shortest > 0) {
    const side = risingSide(a, b, pose);
    if (side < 0) break;
    const onA = on[0];
    const onB = on[1];
    let length = -1;
    if (moves < MAX_MOVES) {
      if (next[0] !== onA || next[1] !== onB) shortestBetween(a, b, pose, next[0], next[1]);
      else if (side === 0) searchFaces(a, 0, b, onB, pose);
      else searchFaces(b, 1, a, onA, pose);
      length = link[6];
    }
    moves++;
    if (on[0] !== onA || on[1] !== onB) clearSnap();
    // The features that were asked for give the same link: it is their plane that is to be taken.
    else if (length > 0 && next[side] !== on[side] && snapNormal(a, b, pose, side, next[side])) continue;
    if (!(length < shortest) && (level-- === 0 || !(length < shortest + rounding))) shortest = -1;
    else shortest = length;
  }
  if (!(shortest > 0)) return byExactPlane(out, a, b, pose, state, moves);

  if (isSnapped() && !dropToNormal(rounding)) return byExactPlane(out, a, b, pose, state, moves);
  const { normal, point, pointA, pointB } = out;
  const { floats, floatOffset } = state;
  const gap = link[6];
  out.gap = gap;
  normal[0] = link[7];
  normal[1] = link[8];
  normal[2] = link[9];
  pointA[0] = link[0];
  pointA[1] = link[1];
  pointA[2] = link[2];
  pointB[0] = link[3];
  pointB[1] = link[4];
  pointB[2] = link[5];
  point[0] = 0.5 * (link[0] + link[3]);
  point[1] = 0.5 * (link[1] + link[4]);
  point[2] = 0.5 * (link[2] + link[5]);
  floats[floatOffset] = link[7];
  floats[floatOffset + 1] = link[8];
  floats[floatOffset + 2] = link[9];
  out.featureA = on[0];
  out.featureB = on[1];
  out.iterations = moves;
  out.evaluations = 0;
  state.ints[memory] = on[0] + 1;
  state.ints[memory + 1] = on[1] + 1;
  out.status = statusOfGap(gap, touchingBand(a, b));
  return out.status;
}

/** Puts Q on the snapped normal through P; false where that moves it by more than rounding, or leaves no gap. */
function dropToNormal(rounding: number): boolean {
  const nx = link[7];
  const ny = link[8];
  const nz = link[9];
  const dx = link[3] - link[0];
  const dy = link[4] - link[1];
  const dz = link[5] - link[2];
  const gap = dx * nx + dy * ny + dz * nz;
  const x = dx - gap * nx;
  const y = dy - gap * ny;
  const z = dz - gap * nz;
  link[3] -= x;
  link[4] -= y;
  link[5] -= z;
  link[6] = gap;
  return gap > 0 && x * x + y * y + z * z <= rounding * rounding;
}

/** Overlap, contact or rounding stopped the walk: the exact plane answers, with the last normal as its bound. */
function byExactPlane(out: CommonPlane, a: ConvexPolyhedron, b: ConvexPolyhedron, pose: Pose, state: ContactState, moves: number): Status {
  const memory = state.intOffset;
  // A pose that is not finite ends up here too: its links have no length.
  if (exactPlane(out, a, b, pose, state) === Status.Invalid) return out.status;
  out.iterations += moves;
  const apart = out.status === Status.Separated;
  state.ints[memory] = apart ? out.featureA + 1 : OVERLAPPED;
  state.ints[memory + 1] = apart ? out.featureB + 1 : 0;
  return out.status;
}

/** Features of the last call into next; false when there are none (or the memory is not that of these shapes). */
function recall(a: ConvexPolyhedron, b: ConvexPolyhedron, state: ContactState): boolean {
  next[0] = state.ints[state.intOffset] - 1;
  next[1] = state.ints[state.intOffset + 1] - 1;
  // Two faces have no closed form; they never are a result of the walk.
  return isFeature(a, next[0]) && isFeature(b, next[1]) && (featureDimension(next[0]) < 2 || featureDimension(next[1]) < 2);
}

/**
 * The vertices farthest along the line of centroids towards the other body. (Section 3.5.1 takes those nearest to its bisector in absolute value,
 * which on bodies that cross the bisector can be a rear vertex.)
 */
function coldStart(a: ConvexPolyhedron, b: ConvexPolyhedron, pose: Pose): void {
  const x = pose[9];
  const y = pose[10];
  const z = pose[11];
  next[0] = vertexFeature(farthestVertex(a.vertices, a.vertexCount, x, y, z));
  // -R^T t: the direction to A in B's own frame.
  next[1] = vertexFeature(
    farthestVertex(
      b.vertices,
      b.vertexCount,
      -(pose[0] * x + pose[3] * y + pose[6] * z),
      -(pose[1] * x + pose[4] * y + pose[7] * z),
      -(pose[2] * x + pose[5] * y + pose[8] * z),
    ),
  );
}

function farthestVertex(vertices: Float64Array, count: number, x: number, y: number, z: number): number {
  let best = -Infinity;
  let at = 0;
  for (let v = 0; v < count; v++) {
    const d = vertices[3 * v] * x + vertices[3 * v + 1] * y + vertices[3 * v + 2] * z;
    if (d > best) {
      best = d;
      at = v;
    }
  }
  return at;
}

/**
 * The other point lies behind the faces that it leans over: inside the body, or beyond it on the far side (the trap of the paper's case 3 in section 3.4,
 * where a foot on a rear face is kept for ever). All faces of `shape` that the feature is in front of are searched: the shortest link to
 * the whole body, or link[6] = -1 when there is no such face.
 */
function searchFaces(shape: ConvexPolyhedron, side: number, other: ConvexPolyhedron, feature: number, pose: Pose): void {
  let shortest = Infinity;
  let nearest = -1;
  for (let f = 0; f < shape.faceCount; f++) {
    shortestToFace(shape, side, f, other, feature, pose);
    if (link[6] > 0 && link[6] < shortest) {
      shortest = link[6];
      nearest = f;
    }
  }
  if (nearest < 0) link[6] = -1;
  else shortestToFace(shape, side, nearest, other, feature, pose);
}

/**
 * The certificate: -1 when the link is proved the shortest, else the body (0 A, 1 B) that rises above the plane. Then next holds the features to search
 * for a shorter link, or the same features again when the other point is behind the faces it leans over.
 */
function risingSide(a: ConvexPolyhedron, b: ConvexPolyhedron, pose: Pose): number {
  next[0] = on[0];
  next[1] = on[1];
  const nx = link[7];
  const ny = link[8];
  const nz = link[9];
  up[0] = nx;
  up[1] = ny;
  up[2] = nz;
  if (!isExtreme(a, 0, on[0])) return 0;
  // The same question to B in its own frame: R^T (-n), so that none of B's features need be transformed.
  up[0] = -(pose[0] * nx + pose[3] * ny + pose[6] * nz);
  up[1] = -(pose[1] * nx + pose[4] * ny + pose[7] * nz);
  up[2] = -(pose[2] * nx + pose[5] * ny + pose[8] * nz);
  return isExtreme(b, 1, on[1]) ? -1 : 1;
}

/** Whether the body lies behind the plane with normal `up` (in the body's frame) through its feature; if not, next[side] is where it rises. */
function isExtreme(shape: ConvexPolyhedron, side: number, feature: number): boolean {
  const dimension = featureDimension(feature);
  // A face supports the body.
  if (dimension === 2) return true;
  return dimension === 1 ? isExtremeEdge(shape, side, featureIndex(feature)) : isExtremeVertex(shape, side, featureIndex(feature));
}

function isExtremeEdge(shape: ConvexPolyhedron, side: number, e: number): boolean {
  const { vertices, normals, halfEdgeOrigin, halfEdgeFace } = shape;
  const nx = up[0];
  const ny = up[1];
  const nz = up[2];
  const p = 3 * halfEdgeOrigin[2 * e];
  const q = 3 * halfEdgeOrigin[2 * e + 1];
  const ux = vertices[q] - vertices[p];
  const uy = vertices[q + 1] - vertices[p + 1];
  const uz = vertices[q + 2] - vertices[p + 2];
  // Into the faces of the edge, and across it: m x u on the left, u x m on the right, so that their rise is +-m·(u x n).
  const rx = uy * nz - uz * ny;
  const ry = uz * nx - ux * nz;
  const rz = ux * ny - uy * nx;
  const length = Math.sqrt(ux * ux + uy * uy + uz * uz);
  const slack = SLACK * length;
  const level = length < SHORT * shape.radius ? -DOUBT * shape.tolerance : SURE * length;
  let doubtful = false;
  // The edge itself must lie in the plane; the link is across it except where rounding spoiled a short link.
  let extreme = Math.abs(nx * ux + ny * uy + nz * uz) <= slack;
  for (let half = 0; half < 2; half++) {
    const face = halfEdgeFace[2 * e + half];
    const mx = normals[3 * face];
    const my = normals[3 * face + 1];
    const mz = normals[3 * face + 2];
    const rise = (half === 0 ? 1 : -1) * (mx * rx + my * ry + mz * rz);
    if (rise > level) doubtful = true;
    if (rise <= slack) continue;
    extreme = false;
    // The other point leans over this face. It must also be in front of it; behind both faces it is in the body or beyond it.
    if (mx * nx + my * ny + mz * nz > 0) next[side] = faceFeature(face);
  }
  return extreme && (!doubtful || isTop(shape, vertices[p], vertices[p + 1], vertices[p + 2]));
}

/** Whether no corner is farther up than a point, to what rounding of all corners makes of a plane. */
function isTop(shape: ConvexPolyhedron, x: number, y: number, z: number): boolean {
  const { vertices } = shape;
  const top = 3 * farthestVertex(vertices, shape.vertexCount, up[0], up[1], up[2]);
  return up[0] * (vertices[top] - x) + up[1] * (vertices[top + 1] - y) + up[2] * (vertices[top + 2] - z) <= shape.tolerance / DOUBT;
}

function isExtremeVertex(shape: ConvexPolyhedron, side: number, v: number): boolean {
  const { vertices, neighbours, neighbourStart, halfEdgeNext } = shape;
  const nx = up[0];
  const ny = up[1];
  const nz = up[2];
  const x = vertices[3 * v];
  const y = vertices[3 * v + 1];
  const z = vertices[3 * v + 2];
  const start = neighbourStart[v];
  const end = neighbourStart[v + 1];
  const sunk = -DOUBT * shape.tolerance;
  const short = SHORT * shape.radius;
  let doubtful = false;
  let steepest = 0;
  let at = start;
  for (let k = start; k < end; k++) {
    const w = 3 * neighbours[k];
    const ux = vertices[w] - x;
    const uy = vertices[w + 1] - y;
    const uz = vertices[w + 2] - z;
    const rise = nx * ux + ny * uy + nz * uz;
    if (rise > sunk) {
      const uu = ux * ux + uy * uy + uz * uz;
      if (uu < short * short) doubtful = true;
      // Compared as squares of the sine, so that short and long edges count alike.
      const sine2 = (rise * rise) / uu;
      if (rise > 0 && sine2 > SURE * SURE) doubtful = true;
      if (rise > 0 && sine2 > SLACK * SLACK && sine2 > steepest) {
        steepest = sine2;
        at = k;
      }
    }
  }
  if (steepest === 0) return !doubtful || isTop(shape, x, y, z);
  // The edge to that neighbour.
  let h = shape.vertexHalfEdge[v];
  for (let k = start; k < at; k++) h = halfEdgeNext[h ^ 1];
  next[side] = edgeFeature(h >> 1);
  return false;
}
