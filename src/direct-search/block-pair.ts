/**
 * Both blocks in A's frame, and the distances between their corners, edges and faces. Both searches use these
 * functions, so their decisions are the same to the bit. The arrays are module constants, because V8 compiles the
 * address of a typed array into the code only then.
 *
 * Rows of vertices and faces: A from 0, B from MAX_VERTICES and MAX_FACES. Below, `p`, `q` are such rows of corners.
 * Results are in arrays, because engines allocate a double that is returned by a function that is not inlined.
 */
import type { Pose } from '../body/pose';
import { HIGH_A, LOW_B, SCANNED_GAP, SQUARE } from '../contact/layouts';
import { placeCorners, placeFaces } from '../contact/placed-pair';
import { MAX_FACES, MAX_VERTICES, type ConvexPolyhedron } from '../polyhedron/convex-polyhedron';
import { directSearchWork, DISTANCES, NEAR_SQUARED, settings } from './settings';

export const corner = /* @__PURE__ */ new Float64Array(6 * MAX_VERTICES);
/** Outward unit normals, and offsets: normal·x = offset on the face. */
export const faceNormal = /* @__PURE__ */ new Float64Array(6 * MAX_FACES);
export const faceOffset = /* @__PURE__ */ new Float64Array(2 * MAX_FACES);

/** The direction of gapAlong. Engines would allocate doubles that are passed as arguments. */
export const probe = /* @__PURE__ */ new Float64Array(3);
/** Results of the last gapAlong: HIGH_A, LOW_B and SCANNED_GAP, its g = lB - hA. */
export const extremes = /* @__PURE__ */ new Float64Array(3);
/** Heights of all corners along its direction, by row. */
export const height = /* @__PURE__ */ new Float64Array(2 * MAX_VERTICES);
/** The vertices that gave hA and lB. */
export const support = /* @__PURE__ */ new Int32Array(2);
/** Nearest point of the last tested segment (0..2), its squared distance (SQUARE), and its PLACE on the segment. */
export const foot = /* @__PURE__ */ new Float64Array(5);
/** Position of the foot on the segment, from 0 to 1. */
export const PLACE = 4;

/**
 * The common perpendicular of the last two edges: its direction (0..2), not of unit length, and its square (SQUARE). It
 * points from A to B after isCrossingEntrance (entrance.ts) returned true.
 */
export const across = /* @__PURE__ */ new Float64Array(6);
/** Its scalar product with the link from the edge of A to that of B: the signed distance times its length. */
export const ACROSS_LINK = 4;
/** Product of the squares of the lengths of the edges: with SQUARE it gives the sine of their angle. */
export const EDGES_SQUARE = 5;

/**
 * 1 when the last valid entrance of edges is also valid without the parallel tolerance: then g along `across` is their
 * distance.
 */
export const isStrict = /* @__PURE__ */ new Uint8Array(1);

/** The centroid of B; that of A is the origin. */
export const centreOfB = /* @__PURE__ */ new Float64Array(3);

const count = /* @__PURE__ */ new Int32Array(2);

export function loadBlocks(a: ConvexPolyhedron, b: ConvexPolyhedron, pose: Pose): void {
  count[0] = a.vertexCount;
  count[1] = b.vertexCount;
  for (let k = 0; k < 3; k++) centreOfB[k] = pose[9 + k];
  placeCorners(corner, a, b, pose);
  placeFaces(faceNormal, faceOffset, a, b, pose);
}

/**
 * Writes g(n) = lB(n) - hA(n) of n in `probe` to `extremes`, by a full scan: a lower bound of the gap for every unit
 * vector n.
 */
export function gapAlong(): void {
  const nx = probe[0];
  const ny = probe[1];
  const nz = probe[2];
  let high = -Infinity;
  let low = Infinity;
  for (let v = 0, o = 0; v < count[0]; v++, o += 3) {
    const d = nx * corner[o] + ny * corner[o + 1] + nz * corner[o + 2];
    height[v] = d;
    if (d > high) {
      high = d;
      support[0] = v;
    }
  }
  for (let v = 0, o = 3 * MAX_VERTICES; v < count[1]; v++, o += 3) {
    const d = nx * corner[o] + ny * corner[o + 1] + nz * corner[o + 2];
    height[MAX_VERTICES + v] = d;
    if (d < low) {
      low = d;
      support[1] = v;
    }
  }
  directSearchWork[DISTANCES] += count[0] + count[1];
  extremes[HIGH_A] = high;
  extremes[LOW_B] = low;
  extremes[SCANNED_GAP] = low - high;
}

/** Whether two corners are within dTol of each other. */
export function areNear(p: number, q: number): boolean {
  directSearchWork[DISTANCES]++;
  const x = corner[3 * q] - corner[3 * p];
  const y = corner[3 * q + 1] - corner[3 * p + 1];
  const z = corner[3 * q + 2] - corner[3 * p + 2];
  return x * x + y * y + z * z <= settings[NEAR_SQUARED];
}

/** Whether corner p is within dTol of the segment from q0 to q1. Writes its nearest point to `foot`. */
export function isNearEdge(p: number, q0: number, q1: number): boolean {
  directSearchWork[DISTANCES]++;
  const ox = corner[3 * q0];
  const oy = corner[3 * q0 + 1];
  const oz = corner[3 * q0 + 2];
  const ex = corner[3 * q1] - ox;
  const ey = corner[3 * q1 + 1] - oy;
  const ez = corner[3 * q1 + 2] - oz;
  const x = corner[3 * p] - ox;
  const y = corner[3 * p + 1] - oy;
  const z = corner[3 * p + 2] - oz;
  const ee = ex * ex + ey * ey + ez * ez;
  let t = ee > 0 ? (x * ex + y * ey + z * ez) / ee : 0;
  t = t > 0 ? (t < 1 ? t : 1) : 0;
  const dx = x - t * ex;
  const dy = y - t * ey;
  const dz = z - t * ez;
  foot[0] = ox + t * ex;
  foot[1] = oy + t * ey;
  foot[2] = oz + t * ez;
  foot[SQUARE] = dx * dx + dy * dy + dz * dz;
  foot[PLACE] = t;
  return foot[SQUARE] <= settings[NEAR_SQUARED];
}

/** Writes the signed distance of corner p from face f (a row), > 0 outside, to planeDistance. */
export const planeDistance = /* @__PURE__ */ new Float64Array(1);
export function measureToPlane(p: number, f: number): void {
  directSearchWork[DISTANCES]++;
  planeDistance[0] =
    faceNormal[3 * f] * corner[3 * p] +
    faceNormal[3 * f + 1] * corner[3 * p + 1] +
    faceNormal[3 * f + 2] * corner[3 * p + 2] -
    faceOffset[f];
}

/** Distance of a corner to the left of a side, seen along the outward normal of the face. */
export const sideDistance = /* @__PURE__ */ new Float64Array(2);
/** The distance to the left of the side, times the length of the side. */
export const TIMES_SIDE = 0;
/** The length of the side, squared. */
export const SIDE_SQUARE = 1;
/** Sets sideDistance for corner p and the side from q0 to q1 of face f (rows); at least 0 is inside. */
export function measureToSide(p: number, q0: number, q1: number, f: number): void {
  const ox = corner[3 * q0];
  const oy = corner[3 * q0 + 1];
  const oz = corner[3 * q0 + 2];
  const ex = corner[3 * q1] - ox;
  const ey = corner[3 * q1 + 1] - oy;
  const ez = corner[3 * q1 + 2] - oz;
  const x = corner[3 * p] - ox;
  const y = corner[3 * p + 1] - oy;
  const z = corner[3 * p + 2] - oz;
  sideDistance[TIMES_SIDE] =
    faceNormal[3 * f] * (ey * z - ez * y) + faceNormal[3 * f + 1] * (ez * x - ex * z) + faceNormal[3 * f + 2] * (ex * y - ey * x);
  sideDistance[SIDE_SQUARE] = ex * ex + ey * ey + ez * ez;
}
