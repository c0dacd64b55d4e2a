/**
 * The depth of two overlapping bodies with a proof, at constant cost.
 *
 * M = B - A is the Minkowski difference. g(n), the gap of a plane with the unit normal n, is the least n·m over M. The
 * depth is the distance of the origin from the nearest face of M. Suppose that the foot of the origin is in a face of M
 * at depth d. Suppose also that the hull of that face and of the ball of the inradii about the centroid contains the
 * ball of radius d about the origin. Then d is the depth, for any shape of the rest of the bodies.
 * docs/overlap-certificate.md has the proof.
 *
 * 1. Start at the face of M that memory names. Without memory: climb to the support vertices along a direction, and
 *    rise to a face (minkowski-walk.ts).
 * 2. A plane that separates the bodies ends the search: they are apart.
 * 3. If the foot is beyond a side of the face, cross that side. The depth falls.
 * 4. If the foot is in the face, and the ball proves it (minkowski-face.ts): done.
 * 5. Otherwise test support points (minkowski-region.ts). They prove it, or give a better plane from which to rise.
 * 6. There is no certificate for touching bodies, for ties, and after MAX_STEPS steps: the exhaustive search decides.
 *
 * The proof is strict: every other plane is worse by more than rounding, except planes of faces whose normals are
 * within FLUSH2 of the normal. Of these the first is chosen, in the order of the exhaustive search: faces of A, faces
 * of B, edges. So the plane does not depend on the start of the search.
 *
 * Frame of the result: A's.
 */
import { TX, TY, TZ, XX, XY, XZ, YX, YY, YZ, ZX, ZY, ZZ } from '../body/pose';
import { NO_FEATURE, featureDimension, featureIndex } from '../contact/feature';
import { touchingBand } from '../contact/band';
import type { CommonPlane } from '../contact/common-plane';
import { Status } from '../contact/status';
import type { Pose } from '../body/pose';
import { GAP, TOUCH } from '../contact/layouts';
import type { ConvexPolyhedron } from '../polyhedron/convex-polyhedron';
import {
  APART,
  apartFeature,
  BALL,
  CROSSED_BODY,
  CROSSED_EDGE,
  crossing,
  depth,
  DEPTH,
  EDGES,
  faceOfM,
  featureOfA,
  featureOfB,
  LEAST_DEPTH,
  LEAST_INSIDE2,
  limits,
  LINK,
  lookAtEdges,
  lookAtFace,
  NO_FACE,
  OF_A,
  OF_B,
  OPEN,
  OUTSIDE,
  PART_A,
  PROVED,
  SORT,
} from './minkowski-face';
import { ROUNDING, climb, direction, loadRelative, oppose, relative, scales, top, vertex } from './minkowski-pair';
import { LEAST_LENGTH } from './exhaustive-plane';
import { BETTER, closeRegion } from './minkowski-region';
import { AT_CORNER, RISEN, SEPARATED, rise, setFace, turn } from './minkowski-walk';

/** Results of the search. OVERLAP_PROVED: `certified` is the plane of the depth. */
export const OVERLAP_PROVED = 0;
/** A plane separates the bodies: apartFeature has the features that it touches. */
export const BODIES_APART = 1;
export const NO_CERTIFICATE = 2;
/** The bodies are apart, and `certified` is their shortest link. */
export const LINK_PROVED = 3;
/**
 * No certificate. The foot is in a face of M, but too near a side of it or with a tie: provedFeature has the features
 * of the face. Or the foot is a corner of M: then provedFeature is NO_FEATURE. This is the result for flush bodies
 * whose sides are in line.
 */
export const FOOT_WITHOUT_PROOF = 4;

const MAX_STEPS = 32;
/** The exhaustive search decides for depths of fewer rounding bands. */
const LEAST_BANDS = 4;
/**
 * The reduction of the ball's radius, and the least distance of the foot from the sides, in units of the extent. They
 * leave room for a plane that is equally good to rounding.
 */
const STRICT_BALL = 1e-9;
const STRICT_FOOT = 1e-6;
/** Squared distance of the normals of flush faces: a plane between such faces is worse by less than rounding. */
const FLUSH2 = 1e-18;

/** The normal of the certified plane in A's frame (0..2), its GAP, and a point of A that touches it (TOUCH, 4..6). */
export const certified = /* @__PURE__ */ new Float64Array(7);
/** Features of A and of B of the last face of M of the search, for the pair's memory. */
export const provedFeature = /* @__PURE__ */ new Int32Array(2);
/**
 * Counts of the last search: faces of M that were tested (0), and directions whose support points were computed (1).
 */
const searchSteps = /* @__PURE__ */ new Int32Array(1);

/**
 * Starts a search: sets the bounds of the pair. False when the bodies' centroids coincide, or are so far apart that
 * their distance overflows.
 */
export function beginCertificate(a: ConvexPolyhedron, b: ConvexPolyhedron, pose: Pose): boolean {
  loadRelative(a, b, pose);
  searchSteps[0] = 0;
  const extent = scales[ROUNDING] / (4 * 2 ** -53);
  const inside = STRICT_FOOT * extent;
  limits[LEAST_DEPTH] = LEAST_BANDS * touchingBand(a, b);
  limits[BALL] = a.inradius + b.inradius - STRICT_BALL * extent;
  limits[LEAST_INSIDE2] = inside * inside;
  return extent < Infinity;
}

/** Writes the face of M of two features to faceOfM. False if they do not form a face. */
export function startAtFeatures(a: ConvexPolyhedron, b: ConvexPolyhedron, onA: number, onB: number): boolean {
  const dimensionA = featureDimension(onA);
  const dimensionB = featureDimension(onB);
  if (onA < 0 || onB < 0 || dimensionA + dimensionB !== 2) return false;
  const i = featureIndex(onA);
  const k = featureIndex(onB);
  if (dimensionA === 1) {
    if (i >= a.edgeCount || k >= b.edgeCount) return false;
    faceOfM[SORT] = EDGES;
    faceOfM[OF_A] = i;
    faceOfM[OF_B] = k;
  } else if (dimensionA === 2) {
    if (i >= a.faceCount || k >= b.vertexCount) return false;
    setFace(0, i, k);
  } else {
    if (i >= a.vertexCount || k >= b.faceCount) return false;
    setFace(1, k, i);
  }
  return true;
}

/**
 * Sets the start direction to that of the vector at source[offset..] (A's frame, any length). False if the vector has
 * no direction.
 */
export function aim(source: Float64Array, offset: number): boolean {
  const x = source[offset];
  const y = source[offset + 1];
  const z = source[offset + 2];
  const length = Math.sqrt(x * x + y * y + z * z);
  if (!(length >= LEAST_LENGTH && length < Infinity)) return false;
  direction[0] = x / length;
  direction[1] = y / length;
  direction[2] = z / length;
  oppose(0);
  vertex[0] = 0;
  vertex[1] = 0;
  return true;
}

/** Searches from the direction that {@link aim} set. */
export function certifyFromDirection(a: ConvexPolyhedron, b: ConvexPolyhedron): number {
  const end = riseOn(a, b);
  return end < 0 ? certify(a, b) : end;
}

/** A result of the search, or -1 to continue. */
function riseOn(a: ConvexPolyhedron, b: ConvexPolyhedron): number {
  const risen = rise(a, b);
  if (risen === RISEN) return -1;
  if (risen === AT_CORNER) {
    provedFeature[0] = provedFeature[1] = NO_FEATURE;
    return FOOT_WITHOUT_PROOF;
  }
  return risen === SEPARATED ? BODIES_APART : NO_CERTIFICATE;
}

/** Walks from the face of M in faceOfM to the proved face. Writes `certified`. */
export function certify(a: ConvexPolyhedron, b: ConvexPolyhedron): number {
  for (let step = 0; step < MAX_STEPS; step++) {
    searchSteps[0]++;
    const kind = faceOfM[SORT];
    let found =
      kind === EDGES
        ? lookAtEdges(a, faceOfM[OF_A], b, faceOfM[OF_B])
        : kind === 0
          ? lookAtFace(0, a, b, faceOfM[OF_A])
          : lookAtFace(1, b, a, faceOfM[OF_B]);
    if (kind !== EDGES) faceOfM[2 - kind] = vertex[1 - kind];
    if (found === OUTSIDE) {
      if (crossing[CROSSED_BODY] === 0) turn(0, a, b, crossing[CROSSED_EDGE]);
      else turn(1, b, a, crossing[CROSSED_EDGE]);
      continue;
    }
    if (found === APART) return BODIES_APART;
    if (found === LINK) {
      keepFace(a, b);
      provedFeature[0] = apartFeature[0];
      provedFeature[1] = apartFeature[1];
      return LINK_PROVED;
    }
    if (found === PROVED || found === OPEN) {
      keepFace(a, b);
      if (found === OPEN) found = closeRegion(a, b);
      if (found === PROVED) return takeFlushFace(a, b) ? OVERLAP_PROVED : NO_CERTIFICATE;
    } else if (found === NO_FACE) {
      placeOnEdges(a, b);
      found = BETTER;
    }
    if (found !== BETTER) {
      if (kind === EDGES || !(depth[DEPTH] >= limits[LEAST_DEPTH])) return NO_CERTIFICATE;
      provedFeature[0] = featureOfA();
      provedFeature[1] = featureOfB();
      return FOOT_WITHOUT_PROOF;
    }
    const end = riseOn(a, b);
    if (end >= 0) return end;
  }
  return NO_CERTIFICATE;
}

function cornerOf(shape: ConvexPolyhedron, f: number): number {
  return shape.halfEdgeOrigin[shape.faceHalfEdge[f]];
}

function placeOnEdges(a: ConvexPolyhedron, b: ConvexPolyhedron): void {
  vertex[0] = a.halfEdgeOrigin[2 * faceOfM[OF_A]];
  vertex[1] = b.halfEdgeOrigin[2 * faceOfM[OF_B]];
}

/** Stores the plane of the face of M, and the point of A that touches B after B has moved out. */
function keepFace(a: ConvexPolyhedron, b: ConvexPolyhedron): void {
  const d = depth[DEPTH];
  const nx = direction[0];
  const ny = direction[1];
  const nz = direction[2];
  certified[0] = nx;
  certified[1] = ny;
  certified[2] = nz;
  certified[GAP] = -d;
  if (faceOfM[SORT] === EDGES) {
    const p = 3 * a.halfEdgeOrigin[2 * faceOfM[OF_A]];
    const q = 3 * a.halfEdgeOrigin[2 * faceOfM[OF_A] + 1];
    const part = depth[PART_A];
    certified[TOUCH] = a.vertices[p] + part * (a.vertices[q] - a.vertices[p]);
    certified[TOUCH + 1] = a.vertices[p + 1] + part * (a.vertices[q + 1] - a.vertices[p + 1]);
    certified[TOUCH + 2] = a.vertices[p + 2] + part * (a.vertices[q + 2] - a.vertices[p + 2]);
  } else if (faceOfM[SORT] === 1) {
    const v = 3 * faceOfM[OF_A];
    certified[TOUCH] = a.vertices[v];
    certified[TOUCH + 1] = a.vertices[v + 1];
    certified[TOUCH + 2] = a.vertices[v + 2];
  } else {
    const w = 3 * faceOfM[OF_B];
    const x = b.vertices[w];
    const y = b.vertices[w + 1];
    const z = b.vertices[w + 2];
    certified[TOUCH] = relative[XX] * x + relative[XY] * y + relative[XZ] * z + relative[TX] + d * nx;
    certified[TOUCH + 1] = relative[YX] * x + relative[YY] * y + relative[YZ] * z + relative[TY] + d * ny;
    certified[TOUCH + 2] = relative[ZX] * x + relative[ZY] * y + relative[ZZ] * z + relative[TZ] + d * nz;
  }
}

/**
 * Of planes that are equally good to rounding, chooses the first: of a face of A, then of a face of B. False when the
 * point where two edges meet is not on both edges along that plane's normal, to rounding.
 */
function takeFlushFace(a: ConvexPolyhedron, b: ConvexPolyhedron): boolean {
  provedFeature[0] = featureOfA();
  provedFeature[1] = featureOfB();
  const kind = faceOfM[SORT];
  if (kind === 0) return true;
  if (kind === 1) {
    takeFaceAround(a, faceOfM[OF_A], b, cornerOf(b, faceOfM[OF_B]));
    return true;
  }
  const e = faceOfM[OF_A];
  const f = faceOfM[OF_B];
  const w = b.halfEdgeOrigin[2 * f];
  const v = a.halfEdgeOrigin[2 * e];
  const x = certified[0];
  const y = certified[1];
  const z = certified[2];
  const taken =
    takeFace(0, a, a.halfEdgeFace[2 * e], b, w) ||
    takeFace(0, a, a.halfEdgeFace[2 * e + 1], b, w) ||
    takeFace(1, b, b.halfEdgeFace[2 * f], a, v) ||
    takeFace(1, b, b.halfEdgeFace[2 * f + 1], a, v);
  if (!taken) return true;
  const dx = certified[0] - x;
  const dy = certified[1] - y;
  const dz = certified[2] - z;
  const rounding = scales[ROUNDING];
  return certified[GAP] * certified[GAP] * (dx * dx + dy * dy + dz * dz) <= rounding * rounding;
}

/** Chooses the first suitable face of A at vertex v. */
function takeFaceAround(a: ConvexPolyhedron, v: number, b: ConvexPolyhedron, w: number): void {
  const start = a.vertexHalfEdge[v];
  let h = start;
  for (let k = 0; k < a.edgeCount; k++) {
    if (takeFace(0, a, a.halfEdgeFace[h], b, w)) return;
    h = a.halfEdgeNext[h ^ 1];
    if (h === start) return;
  }
}

/**
 * Stores the plane of a face of a body if it is flush with the certified plane and its gap is not less, to rounding.
 * `w` is a vertex of the other body that touches it.
 */
function takeFace(side: number, shape: ConvexPolyhedron, f: number, other: ConvexPolyhedron, w: number): boolean {
  const { normals, vertices, halfEdgeOrigin, halfEdgeNext } = shape;
  let x = normals[3 * f];
  let y = normals[3 * f + 1];
  let z = normals[3 * f + 2];
  if (side === 1) {
    const nx = x;
    const ny = y;
    const nz = z;
    x = -(relative[XX] * nx + relative[XY] * ny + relative[XZ] * nz);
    y = -(relative[YX] * nx + relative[YY] * ny + relative[YZ] * nz);
    z = -(relative[ZX] * nx + relative[ZY] * ny + relative[ZZ] * nz);
  }
  const dx = x - certified[0];
  const dy = y - certified[1];
  const dz = z - certified[2];
  if (!(dx * dx + dy * dy + dz * dz <= FLUSH2)) return false;
  const fx = normals[3 * f];
  const fy = normals[3 * f + 1];
  const fz = normals[3 * f + 2];
  direction[3 * side] = fx;
  direction[3 * side + 1] = fy;
  direction[3 * side + 2] = fz;
  oppose(side);
  vertex[1 - side] = w;
  climb(other, 1 - side);
  let reach = -Infinity;
  const start = shape.faceHalfEdge[f];
  let h = start;
  for (let k = 0; k < shape.vertexCount; k++) {
    const p = 3 * halfEdgeOrigin[h];
    const height = fx * vertices[p] + fy * vertices[p + 1] + fz * vertices[p + 2];
    if (height > reach) reach = height;
    h = halfEdgeNext[h];
    if (h === start) break;
  }
  const o = 12 * side + 9;
  const g = fx * relative[o] + fy * relative[o + XY] + fz * relative[o + XZ] - reach - top[1 - side];
  if (!(g >= certified[GAP] - scales[ROUNDING])) return false;
  certified[0] = x;
  certified[1] = y;
  certified[2] = z;
  certified[GAP] = g;
  return true;
}

/** Writes every field of `out` from the certified plane. */
export function writeCertified(out: CommonPlane): Status {
  const { normal, point, pointA, pointB } = out;
  const nx = certified[0];
  const ny = certified[1];
  const nz = certified[2];
  const gap = certified[GAP];
  const x = certified[TOUCH];
  const y = certified[TOUCH + 1];
  const z = certified[TOUCH + 2];
  out.gap = gap;
  normal[0] = nx;
  normal[1] = ny;
  normal[2] = nz;
  pointA[0] = x;
  pointA[1] = y;
  pointA[2] = z;
  pointB[0] = x + gap * nx;
  pointB[1] = y + gap * ny;
  pointB[2] = z + gap * nz;
  const half = 0.5 * gap;
  point[0] = x + half * nx;
  point[1] = y + half * ny;
  point[2] = z + half * nz;
  out.featureA = provedFeature[0];
  out.featureB = provedFeature[1];
  out.iterations = searchSteps[0];
  out.evaluations = 0;
  // Depths and distances of less than a few rounding bands have no certificate.
  out.status = gap < 0 ? Status.Overlapping : Status.Separated;
  return out.status;
}
