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
 *   one: it ends. A few steps may leave the length as it is
 *   (rounding), each counted. More of those, a point that is behind the face it leans over (overlap, or the far side), or MAX_MOVES
 *   hands the pair to the exact plane, which is exhaustive. Overlap is noticed this way after a few steps.
 *
 * The normal comes from the features: face normal, cross product of crossing edges; only where those are worse conditioned is it the link itself.
 * Frame: A's; only the features of B that are touched are transformed. Normal from A to B, gap >= 0 from the walk.
 * state (2 ints, 3 floats): features of the last link (code + 1; -1 in the first after an overlap), last normal. Coordinates need not be kept: features
 * give them. Warm and cold agree: a certificate does not know where the walk began.
 * Cost: warm, unchanged features: one closed form and a handful of sign tests, whatever the number of vertices. Cold: two scans and a few steps.
 */
import type { CommonPlane } from '../contact/common-plane';
import { edgeFeature, faceFeature, featureDimension, featureIndex, vertexFeature } from '../contact/feature';
import type { ContactState } from '../contact/method';
import { touchingBand } from '../contact/band';
import { statusOfGap } from '../contact/rounding';
import { Status } from '../contact/status';
import { isFinitePose, type Pose } from '../body/pose';
import type { ConvexPolyhedron } from '../polyhedron/convex-polyhedron';
import { exactPlane, invalidPlane } from './exact-plane';

export const SHORTEST_LINK_STATE_INTS = 2;
export const SHORTEST_LINK_STATE_FLOATS = 3;

/** Cold walks take 3 to 4 steps, the longest of a million random pairs were below 30. */
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
 * adds as much; twice that.
 */
const SLACK = 16 * 2 ** -53;

/** P (0..2), Q (3..5), their distance (6), unit normal from A to B (7..9). */
const link = /* @__PURE__ */ new Float64Array(10);
/** Features that hold P and Q: the smallest that do. */
const on = /* @__PURE__ */ new Int32Array(2);
/** Features that the failed certificate asks to search: one of A, one of B. */
const next = /* @__PURE__ */ new Int32Array(2);
/** Vertex fetched by vertexOf, edge ends fetched by edgeOf (origin, vector), normal fetched by normalOf. */
const vertex = /* @__PURE__ */ new Float64Array(3);
const edgeOfA = /* @__PURE__ */ new Float64Array(6);
const edgeOfB = /* @__PURE__ */ new Float64Array(6);
const normal = /* @__PURE__ */ new Float64Array(3);

/**
 * Shortest link and common plane of A and B, B posed in A's frame by `pose` (length 12). Writes every field of `out`, in A's frame.
 * `out.iterations` counts links computed; 1 means that the features of the last call still hold.
 *
 * @example
 * ```ts
 * const state = createState(shortestLinkMethod);
 * const plane = createCommonPlane();
 * for (const pose of poses) shortestLink(plane, a, b, pose, state);
 * ```
 */
export function shortestLink(out: CommonPlane, a: ConvexPolyhedron, b: ConvexPolyhedron, pose: Pose, state: ContactState): Status {
  if (!isFinitePose(pose)) return invalidPlane(out);
  const memory = state.intOffset;
  if (state.ints[memory] === OVERLAPPED) return byExactPlane(out, a, b, pose, state, 0);
  if (!recall(a, b, state)) coldStart(a, b, pose);

  let moves = 1;
  let shortest = solve(a, b, pose, next[0], next[1]);
  // A length that overflowed is for the exact plane to judge.
  if (!(shortest < Infinity)) shortest = -1;
  let level = LEVEL_MOVES;
  const extent = a.radius + b.radius + Math.abs(pose[9]) + Math.abs(pose[10]) + Math.abs(pose[11]);
  while (shortest > 0) {
    const side = risingSide(a, b, pose);
    if (side < 0) break;
    let length = -1;
    if (moves < MAX_MOVES) {
      if (next[0] !== on[0] || next[1] !== on[1]) length = solve(a, b, pose, next[0], next[1]);
      else length = side === 0 ? searchFaces(a, 0, b, on[1], pose) : searchFaces(b, 1, a, on[0], pose);
    }
    moves++;
    if (!(length < shortest) && (level-- === 0 || !(length < shortest + LEVEL * extent))) shortest = -1;
    else shortest = length;
  }
  if (!(shortest > 0)) return byExactPlane(out, a, b, pose, state, moves);

  const gap = link[6];
  out.gap = gap;
  for (let k = 0; k < 3; k++) {
    const p = link[k];
    const q = link[3 + k];
    out.pointA[k] = p;
    out.pointB[k] = q;
    out.point[k] = 0.5 * (p + q);
    out.normal[k] = link[7 + k];
    state.floats[state.floatOffset + k] = link[7 + k];
  }
  out.featureA = on[0];
  out.featureB = on[1];
  out.iterations = moves;
  out.evaluations = 0;
  state.ints[memory] = on[0] + 1;
  state.ints[memory + 1] = on[1] + 1;
  out.status = statusOfGap(gap, touchingBand(a, b));
  return out.status;
}

/** Overlap, contact or rounding stopped the walk: the exact plane answers, with the last normal as its bound. */
function byExactPlane(out: CommonPlane, a: ConvexPolyhedron, b: ConvexPolyhedron, pose: Pose, state: ContactState, moves: number): Status {
  const memory = state.intOffset;
  exactPlane(out, a, b, pose, state);
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

function isFeature(shape: ConvexPolyhedron, feature: number): boolean {
  if (feature < 0) return false;
  const dimension = featureDimension(feature);
  const count = dimension === 0 ? shape.vertexCount : dimension === 1 ? shape.edgeCount : dimension === 2 ? shape.faceCount : 0;
  return featureIndex(feature) < count;
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
 * Exact shortest link between a closed feature of A and one of B (not two faces), into link and on. Returns its length, or -1 where the features
 * show that there is no such link: a point behind a face that it projects into, or an edge through a face.
 */
function solve(a: ConvexPolyhedron, b: ConvexPolyhedron, pose: Pose, onA: number, onB: number): number {
  const dimensionA = featureDimension(onA);
  const dimensionB = featureDimension(onB);
  link[6] = Infinity;
  if (dimensionA === 2) return solveFace(a, 0, featureIndex(onA), b, onB, pose);
  if (dimensionB === 2) return solveFace(b, 1, featureIndex(onB), a, onA, pose);
  if (dimensionA === 1 && dimensionB === 1) {
    loadEdge(edgeOfA, a, featureIndex(onA), 0, pose);
    loadEdge(edgeOfB, b, featureIndex(onB), 1, pose);
    linkEdges(a, featureIndex(onA), b, featureIndex(onB));
  } else if (dimensionA === 1) {
    loadEdge(edgeOfA, a, featureIndex(onA), 0, pose);
    loadVertex(b, featureIndex(onB), 1, pose);
    linkVertexEdge(1, onB, edgeOfA, a, featureIndex(onA));
  } else if (dimensionB === 1) {
    loadEdge(edgeOfB, b, featureIndex(onB), 1, pose);
    loadVertex(a, featureIndex(onA), 0, pose);
    linkVertexEdge(0, onA, edgeOfB, b, featureIndex(onB));
  } else {
    loadVertex(a, featureIndex(onA), 0, pose);
    const x = vertex[0];
    const y = vertex[1];
    const z = vertex[2];
    loadVertex(b, featureIndex(onB), 1, pose);
    setLink(0, x, y, z, vertex[0], vertex[1], vertex[2], onA, onB);
    normalFromLink();
  }
  return link[6];
}

/** Face f of `shape` (body `side`) against a vertex or edge of the other body. */
function solveFace(shape: ConvexPolyhedron, side: number, f: number, other: ConvexPolyhedron, feature: number, pose: Pose): number {
  const otherSide = 1 - side;
  const isEdge = featureDimension(feature) === 1;
  const index = featureIndex(feature);
  const otherEdge = otherSide === 0 ? edgeOfA : edgeOfB;
  const loopEdge = side === 0 ? edgeOfA : edgeOfB;
  loadNormal(shape, f, side, pose);
  const nx = normal[0];
  const ny = normal[1];
  const nz = normal[2];

  // The point, or the two ends of the edge, x0 and x1.
  const from = isEdge ? other.halfEdgeOrigin[2 * index] : index;
  const to = isEdge ? other.halfEdgeOrigin[2 * index + 1] : index;
  loadVertex(other, from, otherSide, pose);
  const x0 = vertex[0];
  const y0 = vertex[1];
  const z0 = vertex[2];
  loadVertex(other, to, otherSide, pose);
  const x1 = vertex[0];
  const y1 = vertex[1];
  const z1 = vertex[2];

  // Height over the face, and whether the projection is strictly left of every edge of the loop.
  const first = shape.faceHalfEdge[f];
  loadVertex(shape, shape.halfEdgeOrigin[first], side, pose);
  const cx = vertex[0];
  const cy = vertex[1];
  const cz = vertex[2];
  const h0 = nx * (x0 - cx) + ny * (y0 - cy) + nz * (z0 - cz);
  const h1 = nx * (x1 - cx) + ny * (y1 - cy) + nz * (z1 - cz);
  // Where an edge goes through the face's plane, that point is followed round the loop too.
  const crosses = h0 > 0 !== h1 > 0;
  const s = crosses ? h0 / (h0 - h1) : 0;
  const xs = x0 + s * (x1 - x0);
  const ys = y0 + s * (y1 - y0);
  const zs = z0 + s * (z1 - z0);
  let inside0 = true;
  let inside1 = isEdge;
  let insideCrossing = crosses;
  let h = first;
  let ox = cx;
  let oy = cy;
  let oz = cz;
  for (let k = 0; k < shape.vertexCount; k++) {
    loadVertex(shape, shape.halfEdgeOrigin[h ^ 1], side, pose);
    const ux = vertex[0] - ox;
    const uy = vertex[1] - oy;
    const uz = vertex[2] - oz;
    // Inward: n x u.
    const ix = ny * uz - nz * uy;
    const iy = nz * ux - nx * uz;
    const iz = nx * uy - ny * ux;
    if (!(ix * (x0 - ox) + iy * (y0 - oy) + iz * (z0 - oz) > 0)) inside0 = false;
    if (!(ix * (x1 - ox) + iy * (y1 - oy) + iz * (z1 - oz) > 0)) inside1 = false;
    if (!(ix * (xs - ox) + iy * (ys - oy) + iz * (zs - oz) > 0)) insideCrossing = false;
    ox = vertex[0];
    oy = vertex[1];
    oz = vertex[2];
    h = shape.halfEdgeNext[h];
    if (h === first) break;
  }
  if (insideCrossing || (inside0 && h0 <= 0) || (inside1 && h1 <= 0)) return -1;
  const face = faceFeature(f);
  if (inside0) setFaceLink(side, x0, y0, z0, h0, nx, ny, nz, face, vertexFeature(from));
  if (inside1 && h1 < link[6]) setFaceLink(side, x1, y1, z1, h1, nx, ny, nz, face, vertexFeature(to));
  // A vertex inside the face has its link there; every other shortest link ends on the face's border.
  if (inside0 && !isEdge) return link[6];
  if (isEdge) loadEdge(otherEdge, other, index, otherSide, pose);
  h = first;
  for (let k = 0; k < shape.vertexCount; k++) {
    loadEdge(loopEdge, shape, h >> 1, side, pose);
    if (!isEdge) {
      vertex[0] = x0;
      vertex[1] = y0;
      vertex[2] = z0;
      linkVertexEdge(otherSide, feature, loopEdge, shape, h >> 1);
    } else if (side === 0) linkEdges(shape, h >> 1, other, index);
    else linkEdges(other, index, shape, h >> 1);
    h = shape.halfEdgeNext[h];
    if (h === first) break;
  }
  return link[6];
}

/**
 * The other point lies behind the faces that it leans over: inside the body, or beyond it on the far side (the trap of the paper's case 3 in section 3.4,
 * where a foot on a rear face is kept for ever). All faces of `shape` that the feature is in front of are searched: the shortest link to
 * the whole body, or -1 when there is no such face.
 */
function searchFaces(shape: ConvexPolyhedron, side: number, other: ConvexPolyhedron, feature: number, pose: Pose): number {
  let shortest = Infinity;
  let nearest = -1;
  for (let f = 0; f < shape.faceCount; f++) {
    link[6] = Infinity;
    const length = solveFace(shape, side, f, other, feature, pose);
    if (length > 0 && length < shortest) {
      shortest = length;
      nearest = f;
    }
  }
  if (nearest < 0) return -1;
  link[6] = Infinity;
  return solveFace(shape, side, nearest, other, feature, pose);
}

/** The link of two edges (in edgeOfA, edgeOfB), kept when shorter: across their insides where they cross, else from an end of one. */
function linkEdges(a: ConvexPolyhedron, e: number, b: ConvexPolyhedron, f: number): void {
  const px = edgeOfA[0];
  const py = edgeOfA[1];
  const pz = edgeOfA[2];
  const ux = edgeOfA[3];
  const uy = edgeOfA[4];
  const uz = edgeOfA[5];
  const qx = edgeOfB[0];
  const qy = edgeOfB[1];
  const qz = edgeOfB[2];
  const vx = edgeOfB[3];
  const vy = edgeOfB[4];
  const vz = edgeOfB[5];
  const wx = qx - px;
  const wy = qy - py;
  const wz = qz - pz;
  // With c the part of v across u, t = -w·c / c·c: its error is eps / sin(angle), where the usual 2x2 system has that squared.
  const uu = ux * ux + uy * uy + uz * uz;
  const k = (ux * vx + uy * vy + uz * vz) / uu;
  const cx = vx - k * ux;
  const cy = vy - k * uy;
  const cz = vz - k * uz;
  const t = -(wx * cx + wy * cy + wz * cz) / (cx * cx + cy * cy + cz * cz);
  if (t > 0 && t < 1) {
    // Projected on the other edge, so that the link stays across it whatever the error of t.
    const s = (wx * ux + wy * uy + wz * uz) / uu + t * k;
    if (s > 0 && s < 1) {
      if (setLink(0, px + s * ux, py + s * uy, pz + s * uz, qx + t * vx, qy + t * vy, qz + t * vz, edgeFeature(e), edgeFeature(f))) {
        // u x c is across both edges to rounding, however nearly parallel they are.
        normalFromEdges(uy * cz - uz * cy, uz * cx - ux * cz, ux * cy - uy * cx);
      }
      return;
    }
  }
  const a0 = a.halfEdgeOrigin[2 * e];
  const a1 = a.halfEdgeOrigin[2 * e + 1];
  const b0 = b.halfEdgeOrigin[2 * f];
  const b1 = b.halfEdgeOrigin[2 * f + 1];
  vertex[0] = px;
  vertex[1] = py;
  vertex[2] = pz;
  linkVertexEdge(0, vertexFeature(a0), edgeOfB, b, f);
  vertex[0] = px + ux;
  vertex[1] = py + uy;
  vertex[2] = pz + uz;
  linkVertexEdge(0, vertexFeature(a1), edgeOfB, b, f);
  vertex[0] = qx;
  vertex[1] = qy;
  vertex[2] = qz;
  linkVertexEdge(1, vertexFeature(b0), edgeOfA, a, e);
  vertex[0] = qx + vx;
  vertex[1] = qy + vy;
  vertex[2] = qz + vz;
  linkVertexEdge(1, vertexFeature(b1), edgeOfA, a, e);
}

/** The link of a vertex (in `vertex`, of body `side`) to an edge of the other body `shape`, kept when shorter. */
function linkVertexEdge(side: number, feature: number, edge: Float64Array, shape: ConvexPolyhedron, e: number): void {
  const x = vertex[0];
  const y = vertex[1];
  const z = vertex[2];
  const ux = edge[3];
  const uy = edge[4];
  const uz = edge[5];
  const along = (x - edge[0]) * ux + (y - edge[1]) * uy + (z - edge[2]) * uz;
  const uu = ux * ux + uy * uy + uz * uz;
  if (along > 0 && along < uu) {
    const t = along / uu;
    if (setLink(side, x, y, z, edge[0] + t * ux, edge[1] + t * uy, edge[2] + t * uz, feature, edgeFeature(e)))
      normalAcrossEdge(ux, uy, uz, uu);
    return;
  }
  // An end is a vertex, not a point of the edge: the certificate has more to ask there.
  const end = along > 0 ? 1 : 0;
  if (
    setLink(
      side,
      x,
      y,
      z,
      edge[0] + end * ux,
      edge[1] + end * uy,
      edge[2] + end * uz,
      feature,
      vertexFeature(shape.halfEdgeOrigin[2 * e + end]),
    )
  ) {
    normalFromLink();
  }
}

/** Keeps the link from x (feature of body `side`) to y (of the other) when it is shorter than the one there. */
function setLink(
  side: number,
  x: number,
  y: number,
  z: number,
  fx: number,
  fy: number,
  fz: number,
  feature: number,
  otherFeature: number,
): boolean {
  const dx = fx - x;
  const dy = fy - y;
  const dz = fz - z;
  const d = Math.sqrt(dx * dx + dy * dy + dz * dz);
  if (!(d < link[6])) return false;
  const p = 3 * side;
  const q = 3 - p;
  link[p] = x;
  link[p + 1] = y;
  link[p + 2] = z;
  link[q] = fx;
  link[q + 1] = fy;
  link[q + 2] = fz;
  link[6] = d;
  on[side] = feature;
  on[1 - side] = otherFeature;
  return true;
}

/** The link from a vertex (x y z, at height h) to the face of body `side` under it; the normal from A to B is the face's, turned for faces of B. */
function setFaceLink(
  side: number,
  x: number,
  y: number,
  z: number,
  h: number,
  nx: number,
  ny: number,
  nz: number,
  face: number,
  feature: number,
): void {
  const p = 3 * side;
  const q = 3 - p;
  link[p] = x - h * nx;
  link[p + 1] = y - h * ny;
  link[p + 2] = z - h * nz;
  link[q] = x;
  link[q + 1] = y;
  link[q + 2] = z;
  link[6] = h;
  const sign = side === 0 ? 1 : -1;
  link[7] = sign * nx;
  link[8] = sign * ny;
  link[9] = sign * nz;
  on[side] = face;
  on[1 - side] = feature;
}

/** Two vertices: the link is the normal. */
function normalFromLink(): void {
  const d = link[6];
  link[7] = (link[3] - link[0]) / d;
  link[8] = (link[4] - link[1]) / d;
  link[9] = (link[5] - link[2]) / d;
}

/** A vertex and an edge u: the link without what rounding left of it along the edge. */
function normalAcrossEdge(ux: number, uy: number, uz: number, uu: number): void {
  const dx = link[3] - link[0];
  const dy = link[4] - link[1];
  const dz = link[5] - link[2];
  const t = (dx * ux + dy * uy + dz * uz) / uu;
  const x = dx - t * ux;
  const y = dy - t * uy;
  const z = dz - t * uz;
  const length = Math.sqrt(x * x + y * y + z * z);
  link[7] = x / length;
  link[8] = y / length;
  link[9] = z / length;
}

/**
 * Two crossing edges: their common normal c, turned along the link. Edges that are parallel to rounding have none: there c has nothing to do with the
 * link (which is across both), and the link is the normal.
 */
function normalFromEdges(cx: number, cy: number, cz: number): void {
  const along = cx * (link[3] - link[0]) + cy * (link[4] - link[1]) + cz * (link[5] - link[2]);
  const cc = cx * cx + cy * cy + cz * cz;
  if (along * along > ALIGNED * link[6] * link[6] * cc) {
    const scale = (along < 0 ? -1 : 1) / Math.sqrt(cc);
    link[7] = scale * cx;
    link[8] = scale * cy;
    link[9] = scale * cz;
  } else {
    normalFromLink();
  }
}

/** Squared cosine of 8 degrees: edges 1e-15 rad apart define their normal about as well. */
const ALIGNED = 0.98;

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
  if (!isExtreme(a, 0, on[0], nx, ny, nz)) return 0;
  // The same question to B in its own frame: R^T (-n), so that none of B's features need be transformed.
  const extreme = isExtreme(
    b,
    1,
    on[1],
    -(pose[0] * nx + pose[3] * ny + pose[6] * nz),
    -(pose[1] * nx + pose[4] * ny + pose[7] * nz),
    -(pose[2] * nx + pose[5] * ny + pose[8] * nz),
  );
  return extreme ? -1 : 1;
}

/** Whether the body lies behind the plane with normal n (in the body's frame) through its feature; if not, next[side] is where it rises. */
function isExtreme(shape: ConvexPolyhedron, side: number, feature: number, nx: number, ny: number, nz: number): boolean {
  const dimension = featureDimension(feature);
  const index = featureIndex(feature);
  // A face supports the body.
  if (dimension === 2) return true;
  const vertices = shape.vertices;
  if (dimension === 1) {
    const p = 3 * shape.halfEdgeOrigin[2 * index];
    const q = 3 * shape.halfEdgeOrigin[2 * index + 1];
    const ux = vertices[q] - vertices[p];
    const uy = vertices[q + 1] - vertices[p + 1];
    const uz = vertices[q + 2] - vertices[p + 2];
    // Into the faces of the edge, and across it: m x u on the left, u x m on the right, so that their rise is +-m·(u x n).
    const rx = uy * nz - uz * ny;
    const ry = uz * nx - ux * nz;
    const rz = ux * ny - uy * nx;
    const slack = SLACK * Math.sqrt(ux * ux + uy * uy + uz * uz);
    // The edge itself must lie in the plane; the link is across it except where rounding spoiled a short link.
    let extreme = Math.abs(nx * ux + ny * uy + nz * uz) <= slack;
    for (let half = 0; half < 2; half++) {
      const face = shape.halfEdgeFace[2 * index + half];
      const o = 3 * face;
      const mx = shape.normals[o];
      const my = shape.normals[o + 1];
      const mz = shape.normals[o + 2];
      const rise = mx * rx + my * ry + mz * rz;
      if ((half === 0 ? rise : -rise) <= slack) continue;
      extreme = false;
      // The other point leans over this face. It must also be in front of it; behind both faces it is in the body or beyond it.
      if (mx * nx + my * ny + mz * nz > 0) next[side] = faceFeature(face);
    }
    return extreme;
  }
  const o = 3 * index;
  const x = vertices[o];
  const y = vertices[o + 1];
  const z = vertices[o + 2];
  let steepest = 0;
  let h = shape.vertexHalfEdge[index];
  const end = shape.neighbourStart[index + 1];
  for (let k = shape.neighbourStart[index]; k < end; k++) {
    const w = 3 * shape.neighbours[k];
    const ux = vertices[w] - x;
    const uy = vertices[w + 1] - y;
    const uz = vertices[w + 2] - z;
    const rise = nx * ux + ny * uy + nz * uz;
    if (rise > 0) {
      // Compared as squares of the sine, so that short and long edges count alike.
      const sine2 = (rise * rise) / (ux * ux + uy * uy + uz * uz);
      if (sine2 > SLACK * SLACK && sine2 > steepest) {
        steepest = sine2;
        next[side] = edgeFeature(h >> 1);
      }
    }
    h = shape.halfEdgeNext[h ^ 1];
  }
  return steepest === 0;
}

/** Vertex of body `side` in A's frame, into `vertex`. */
function loadVertex(shape: ConvexPolyhedron, v: number, side: number, pose: Pose): void {
  const x = shape.vertices[3 * v];
  const y = shape.vertices[3 * v + 1];
  const z = shape.vertices[3 * v + 2];
  if (side === 0) {
    vertex[0] = x;
    vertex[1] = y;
    vertex[2] = z;
  } else {
    vertex[0] = pose[0] * x + pose[1] * y + pose[2] * z + pose[9];
    vertex[1] = pose[3] * x + pose[4] * y + pose[5] * z + pose[10];
    vertex[2] = pose[6] * x + pose[7] * y + pose[8] * z + pose[11];
  }
}

/** Edge of body `side` in A's frame: origin and vector to its end, length 6. */
function loadEdge(out: Float64Array, shape: ConvexPolyhedron, e: number, side: number, pose: Pose): void {
  loadVertex(shape, shape.halfEdgeOrigin[2 * e], side, pose);
  const x = vertex[0];
  const y = vertex[1];
  const z = vertex[2];
  loadVertex(shape, shape.halfEdgeOrigin[2 * e + 1], side, pose);
  out[0] = x;
  out[1] = y;
  out[2] = z;
  out[3] = vertex[0] - x;
  out[4] = vertex[1] - y;
  out[5] = vertex[2] - z;
}

/** Outward normal of a face of body `side` in A's frame, into `normal`. */
function loadNormal(shape: ConvexPolyhedron, f: number, side: number, pose: Pose): void {
  const x = shape.normals[3 * f];
  const y = shape.normals[3 * f + 1];
  const z = shape.normals[3 * f + 2];
  if (side === 0) {
    normal[0] = x;
    normal[1] = y;
    normal[2] = z;
  } else {
    normal[0] = pose[0] * x + pose[1] * y + pose[2] * z;
    normal[1] = pose[3] * x + pose[4] * y + pose[5] * z;
    normal[2] = pose[6] * x + pose[7] * y + pose[8] * z;
  }
}
