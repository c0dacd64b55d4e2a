/**
 * Two bodies side by side in A's frame, for the searches that scan them whole (the exact plane, Cundall's plane):
 * vertices, face normals and face offsets of both in module-constant arrays (V8 folds the address of a typed array only
 * when its binding is a module constant), A at row 0, B behind it.
 */
import { TX, TY, TZ, XX, XY, XZ, YX, YY, YZ, ZX, ZY, ZZ } from '../body/pose';
import type { Pose } from '../body/pose';
import { HIGH_A, LOW_B, SCANNED_GAP } from '../contact/layouts';
import { placeCorners, placeFaces } from '../contact/placed-pair';
import { MAX_FACES, MAX_VERTICES, type ConvexPolyhedron } from '../polyhedron/convex-polyhedron';

/** First row of A and of B in vertex arrays (x y z packed) and in face arrays. */
export const VERTEX_ROW = /* @__PURE__ */ new Int32Array([0, MAX_VERTICES]);
export const FACE_ROW = /* @__PURE__ */ new Int32Array([0, MAX_FACES]);

/** Corners of both bodies in A's frame. */
export const corner = /* @__PURE__ */ new Float64Array(6 * MAX_VERTICES);
/** Outward unit face normals of both bodies in A's frame. */
export const faceNormal = /* @__PURE__ */ new Float64Array(6 * MAX_FACES);
/** Face planes normal·x = faceOffset in A's frame. */
export const faceOffset = /* @__PURE__ */ new Float64Array(2 * MAX_FACES);

const count = /* @__PURE__ */ new Int32Array(2);
/** Rotation of B (0..8) and where its centroid is (9..11). */
const placed = /* @__PURE__ */ new Float64Array(12);

/** Results of intoBody and loadEdge. */
export const own = /* @__PURE__ */ new Float64Array(3);
export const edge = /* @__PURE__ */ new Float64Array(3);

/**
 * The unit vector n for gapAlong. It is in an array because engines allocate doubles that are passed to, or returned
 * from, a function that is not inlined.
 */
export const probe = /* @__PURE__ */ new Float64Array(3);
/**
 * Along the last probe: hA(n), the largest n·v over the corners of A (HIGH_A), lB(n), the smallest over those of B
 * (LOW_B), and g(n) = lB - hA (SCANNED_GAP).
 */
export const extremes = /* @__PURE__ */ new Float64Array(3);
/** The vertex of A farthest along, and the vertex of B nearest along, the last probe. */
export const support = /* @__PURE__ */ new Int32Array(2);

/** Loads corners, face normals and face offsets of both bodies. */
export function loadPair(a: ConvexPolyhedron, b: ConvexPolyhedron, pose: Pose): void {
  loadCorners(a, b, pose);
  placeFaces(faceNormal, faceOffset, a, b, pose);
}

/** Loads the corners of both bodies, for searches that only evaluate g. */
export function loadCorners(a: ConvexPolyhedron, b: ConvexPolyhedron, pose: Pose): void {
  count[0] = a.vertexCount;
  count[1] = b.vertexCount;
  placed.set(pose);
  placeCorners(corner, a, b, pose);
}

/**
 * Writes a point in the frame of body `side` to `own`. Tests of a point against edges use this frame: corners of B in
 * A's frame are rounded, and an edge as short as that rounding has no direction there.
 */
export function intoBody(side: number, x: number, y: number, z: number): void {
  if (side === 1) {
    // own = R^T (x - t)
    const dx = x - placed[TX];
    const dy = y - placed[TY];
    const dz = z - placed[TZ];
    own[0] = placed[XX] * dx + placed[YX] * dy + placed[ZX] * dz;
    own[1] = placed[XY] * dx + placed[YY] * dy + placed[ZY] * dz;
    own[2] = placed[XZ] * dx + placed[YZ] * dy + placed[ZZ] * dz;
  } else {
    own[0] = x;
    own[1] = y;
    own[2] = z;
  }
}

/**
 * Writes the vector of edge e of body `side` in A's frame to `edge`. The vector itself is rotated; it is not the
 * difference of rotated corners.
 */
export function loadEdge(side: number, shape: ConvexPolyhedron, e: number): void {
  const { vertices, halfEdgeOrigin } = shape;
  const p = 3 * halfEdgeOrigin[2 * e];
  const q = 3 * halfEdgeOrigin[2 * e + 1];
  const x = vertices[q] - vertices[p];
  const y = vertices[q + 1] - vertices[p + 1];
  const z = vertices[q + 2] - vertices[p + 2];
  if (side === 1) {
    edge[0] = placed[XX] * x + placed[XY] * y + placed[XZ] * z;
    edge[1] = placed[YX] * x + placed[YY] * y + placed[YZ] * z;
    edge[2] = placed[ZX] * x + placed[ZY] * y + placed[ZZ] * z;
  } else {
    edge[0] = x;
    edge[1] = y;
    edge[2] = z;
  }
}

/** Moves B (its corners and planes) by a vector. */
export function shiftB(b: ConvexPolyhedron, by: Float64Array): void {
  const dx = by[0];
  const dy = by[1];
  const dz = by[2];
  placed[TX] += dx;
  placed[TY] += dy;
  placed[TZ] += dz;
  for (let v = 0, o = 3 * MAX_VERTICES; v < b.vertexCount; v++, o += 3) {
    corner[o] += dx;
    corner[o + 1] += dy;
    corner[o + 2] += dz;
  }
  for (let f = 0, o = 3 * MAX_FACES; f < b.faceCount; f++, o += 3) {
    faceOffset[MAX_FACES + f] += faceNormal[o] * dx + faceNormal[o + 1] * dy + faceNormal[o + 2] * dz;
  }
}

/** Computes hA of the probe, and support[0]. */
function reachOfA(): void {
  const nx = probe[0];
  const ny = probe[1];
  const nz = probe[2];
  let best = -Infinity;
  let at = 0;
  for (let v = 0, o = 0; v < count[0]; v++, o += 3) {
    const d = nx * corner[o] + ny * corner[o + 1] + nz * corner[o + 2];
    if (d > best) {
      best = d;
      at = v;
    }
  }
  support[0] = at;
  extremes[HIGH_A] = best;
}

/** Computes lB of the probe, and support[1]. */
export function nearOfB(): void {
  const nx = probe[0];
  const ny = probe[1];
  const nz = probe[2];
  let best = Infinity;
  let at = 0;
  for (let v = 0, o = 3 * MAX_VERTICES; v < count[1]; v++, o += 3) {
    const d = nx * corner[o] + ny * corner[o + 1] + nz * corner[o + 2];
    if (d < best) {
      best = d;
      at = v;
    }
  }
  support[1] = at;
  extremes[LOW_B] = best;
}

/** Computes g of the probe, a unit vector: a lower bound of the gap for every n, and the gap for the best n. */
export function gapAlong(): void {
  nearOfB();
  reachOfA();
  extremes[SCANNED_GAP] = extremes[LOW_B] - extremes[HIGH_A];
}
