/**
 * Both blocks in A's frame and their shrunken points, in flat module-constant arrays. Rows: A from 0; B from
 * MAX_VERTICES, MAX_FACES and 2 MAX_EDGES. The shrunken points are indexed by half-edge: the point of h is the corner
 * where h starts, moved towards the centre of the face of h (the mean of its corners).
 */
import type { Pose } from '../body/pose';
import { placeCorners, placeFaces } from '../contact/placed-pair';
import { MAX_EDGES, MAX_FACES, MAX_VERTICES, type ConvexPolyhedron } from '../polyhedron/convex-polyhedron';
import { LAMBDA, settings } from './settings';

export const corner = /* @__PURE__ */ new Float64Array(6 * MAX_VERTICES);
/**
 * Each edge from the start of its first half-edge to the end; rows of edges: A from 0, B from MAX_EDGES. The vector
 * itself is rotated, so a short edge keeps its direction although its corners are rounded.
 */
export const edgeVector = /* @__PURE__ */ new Float64Array(6 * MAX_EDGES);
/** Outward unit normals, and offsets: normal·x = offset on the face. */
export const faceNormal = /* @__PURE__ */ new Float64Array(6 * MAX_FACES);
export const faceOffset = /* @__PURE__ */ new Float64Array(2 * MAX_FACES);
/** Least signed distance of the other block's corners from a face, and the corner that has it. */
export const faceGap = /* @__PURE__ */ new Float64Array(2 * MAX_FACES);
export const faceSupport = /* @__PURE__ */ new Int32Array(2 * MAX_FACES);
export const shrunken = /* @__PURE__ */ new Float64Array(12 * MAX_EDGES);
/**
 * Signed distances of a block's corners from a face of the other block, by row of the corner. {@link measureTo} writes
 * them.
 */
export const distance = /* @__PURE__ */ new Float64Array(2 * MAX_VERTICES);
/**
 * The unit vector n of {@link gapAlong}. Engines would allocate doubles that are passed as arguments.
 */
export const probe = /* @__PURE__ */ new Float64Array(3);
/** Result of the last gapAlong: g, > 0 when the direction separates the blocks. */
export const reach = /* @__PURE__ */ new Float64Array(1);

const count = /* @__PURE__ */ new Int32Array(2);

export function loadBlocks(a: ConvexPolyhedron, b: ConvexPolyhedron, pose: Pose): void {
  count[0] = a.vertexCount;
  count[1] = b.vertexCount;
  placeCorners(corner, a, b, pose);
  placeFaces(faceNormal, faceOffset, a, b, pose);
  for (let e = 0; e < a.edgeCount; e++) {
    const p = 3 * a.halfEdgeOrigin[2 * e];
    const q = 3 * a.halfEdgeOrigin[2 * e + 1];
    for (let k = 0; k < 3; k++) edgeVector[3 * e + k] = a.vertices[q + k] - a.vertices[p + k];
  }
  for (let e = 0; e < b.edgeCount; e++) {
    const p = 3 * b.halfEdgeOrigin[2 * e];
    const q = 3 * b.halfEdgeOrigin[2 * e + 1];
    const x = b.vertices[q] - b.vertices[p];
    const y = b.vertices[q + 1] - b.vertices[p + 1];
    const z = b.vertices[q + 2] - b.vertices[p + 2];
    for (let k = 0; k < 3; k++) edgeVector[3 * (MAX_EDGES + e) + k] = pose[3 * k] * x + pose[3 * k + 1] * y + pose[3 * k + 2] * z;
  }
}

/** Shrunken points of the block of row `side` (eq. 1). */
export function shrinkEdges(shape: ConvexPolyhedron, side: number): void {
  const row = side * MAX_VERTICES;
  const edges = 2 * side * MAX_EDGES;
  const keep = 1 - settings[LAMBDA];
  for (let f = 0; f < shape.faceCount; f++) {
    const first = shape.faceHalfEdge[f];
    let x = 0;
    let y = 0;
    let z = 0;
    let n = 0;
    let h = first;
    do {
      const p = 3 * (row + shape.halfEdgeOrigin[h]);
      x += corner[p];
      y += corner[p + 1];
      z += corner[p + 2];
      n++;
      h = shape.halfEdgeNext[h];
    } while (h !== first && n < MAX_VERTICES);
    x /= n;
    y /= n;
    z /= n;
    for (let turns = n; turns > 0; turns--) {
      const p = 3 * (row + shape.halfEdgeOrigin[h]);
      const o = 3 * (edges + h);
      shrunken[o] = x + keep * (corner[p] - x);
      shrunken[o + 1] = y + keep * (corner[p + 1] - y);
      shrunken[o + 2] = z + keep * (corner[p + 2] - z);
      h = shape.halfEdgeNext[h];
    }
  }
}

/** Signed distances (eq. 3) of the corners of the block of row 1 - `side` from face f of `side`. */
export function measureTo(f: number, side: number): void {
  const face = side * MAX_FACES + f;
  const nx = faceNormal[3 * face];
  const ny = faceNormal[3 * face + 1];
  const nz = faceNormal[3 * face + 2];
  const offset = faceOffset[face];
  const first = (1 - side) * MAX_VERTICES;
  const end = first + count[1 - side];
  let least = Infinity;
  for (let v = first; v < end; v++) {
    const d = nx * corner[3 * v] + ny * corner[3 * v + 1] + nz * corner[3 * v + 2] - offset;
    distance[v] = d;
    if (d < least) {
      least = d;
      faceSupport[face] = v;
    }
  }
  faceGap[face] = least;
}

/** Writes g(n) = least n·w over B - largest n·v over A, for n in `probe`, to `reach`. */
export function gapAlong(): void {
  const nx = probe[0];
  const ny = probe[1];
  const nz = probe[2];
  let high = -Infinity;
  let low = Infinity;
  for (let v = 0; v < 3 * count[0]; v += 3) {
    const d = nx * corner[v] + ny * corner[v + 1] + nz * corner[v + 2];
    if (d > high) high = d;
  }
  for (let v = 3 * MAX_VERTICES; v < 3 * (MAX_VERTICES + count[1]); v += 3) {
    const d = nx * corner[v] + ny * corner[v + 1] + nz * corner[v + 2];
    if (d < low) low = d;
  }
  reach[0] = low - high;
}

/** Whether the middle of the block of row `side` (the mean of its corners) is inside the other block. */
export function isMiddleInside(other: ConvexPolyhedron, side: number): boolean {
  let x = 0;
  let y = 0;
  let z = 0;
  for (let v = side * MAX_VERTICES; v < side * MAX_VERTICES + count[side]; v++) {
    x += corner[3 * v] / count[side];
    y += corner[3 * v + 1] / count[side];
    z += corner[3 * v + 2] / count[side];
  }
  for (let f = (1 - side) * MAX_FACES, end = f + other.faceCount; f < end; f++)
    if (faceNormal[3 * f] * x + faceNormal[3 * f + 1] * y + faceNormal[3 * f + 2] * z > faceOffset[f]) return false;
  return true;
}
