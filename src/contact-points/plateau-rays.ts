/**
 * The rays of a plateau's corners, in order around it: along the edges of a vertex, or along the edges that cross where
 * a side of the plateau meets another.
 *
 * Corners and sides stand in the arrays of the cell (clip.ts), counter-clockwise; a segment counts as a polygon of two
 * sides. Beyond side k lies the other face of its edge, with a strip if it has a shadow.
 */
import { featureDimension, featureIndex } from '../contact/feature';
import { MAX_FACES, MAX_VERTICES, type ConvexPolyhedron } from '../polyhedron/convex-polyhedron';
import { contactBounds, LIMIT } from './bounds';
import { cellCode, cellSide, cellX, cellY } from './clip';
import {
  addRay,
  apex,
  faceBeyond,
  isUpright,
  isVisible,
  NO_EDGE,
  rayCount,
  rayWedge,
  RISES,
  setSlope,
  slope,
  X,
  Y,
  Z_A,
  Z_B,
} from './plateau';
import { CUT } from './surface';
import { heightA, heightB } from './zone';

const CORNERS = 2 * MAX_VERTICES + 2;
/** First and last ray of each corner, in order around the plateau; -1 for a corner without rays. */
export const firstRay = /* @__PURE__ */ new Int32Array(CORNERS);
export const lastRay = /* @__PURE__ */ new Int32Array(CORNERS);
/** 1 where a strip lies beyond the side after the corner. */
export const sideHasStrip = /* @__PURE__ */ new Uint8Array(CORNERS);
/** The face beyond the side, and its slopes x and y. */
const sideFace = /* @__PURE__ */ new Int32Array(CORNERS);
const sideSlope = /* @__PURE__ */ new Float64Array(2 * CORNERS);

/** Takes corner k of the plateau as the apex; false when it is above the limit. */
export function setApex(k: number): boolean {
  apex[X] = cellX[k];
  apex[Y] = cellY[k];
  apex[Z_A] = heightA[k];
  apex[Z_B] = heightB[k];
  firstRay[k] = lastRay[k] = -1;
  return heightB[k] - heightA[k] <= contactBounds[LIMIT];
}

/**
 * Keeps the rays from `start` on as those of corner k: found clockwise around a vertex of A, counter-clockwise around
 * one of B.
 */
export function keepRays(k: number, start: number, side: number): void {
  const end = rayCount[0] - 1;
  if (end < start) return;
  firstRay[k] = side === 0 ? end : start;
  lastRay[k] = side === 0 ? start : end;
}

/**
 * Rays along the edges of the vertex that half-edge `start` leaves, after it and before edge `stop`, over a face of the
 * other body whose slopes are set.
 */
export function addFan(shape: ConvexPolyhedron, side: number, start: number, stop: number, other: ConvexPolyhedron, face: number): boolean {
  const { halfEdgeNext, halfEdgeOrigin, halfEdgeFace } = shape;
  let before = isVisible(shape, side, halfEdgeFace[start ^ 1]);
  let h = halfEdgeNext[start ^ 1];
  let last = -1;
  for (let turns = MAX_FACES; h >> 1 !== stop; turns--) {
    if (turns === 0) return false;
    const after = isVisible(shape, side, halfEdgeFace[h ^ 1]);
    if (before || after) {
      last = rayCount[0];
      if (addRay(shape, side, h >> 1, halfEdgeOrigin[h ^ 1], other, face, NO_EDGE) !== RISES) return false;
      rayWedge[last] = after ? 1 : 0;
    }
    before = after;
    h = halfEdgeNext[h ^ 1];
  }
  // What follows the last ray is the strip along the next side.
  if (last >= 0) rayWedge[last] = 0;
  return true;
}

/** The half-edge along an edge that leaves the vertex. */
export function halfEdgeFrom(shape: ConvexPolyhedron, edge: number, v: number): number {
  return shape.halfEdgeOrigin[2 * edge] === v ? 2 * edge : 2 * edge + 1;
}

/** The vertex in which an edge of a face ends, in the sense of the plateau (counter-clockwise) or against it. */
export function endOfEdge(shape: ConvexPolyhedron, side: number, edge: number, face: number, along: boolean): number {
  const h = shape.halfEdgeFace[2 * edge] === face ? 2 * edge : 2 * edge + 1;
  // Faces of B turn clockwise.
  return shape.halfEdgeOrigin[(side === 0) === along ? h ^ 1 : h];
}

/**
 * Sets the rays of all corners of a plateau of `count` > 2 corners, the common part of two faces. False when it is not
 * the whole of Z(limit), or in doubt.
 */
export function setCellRays(a: ConvexPolyhedron, faceA: number, b: ConvexPolyhedron, faceB: number, count: number): boolean {
  rayCount[0] = 0;
  for (let k = 0; k < count; k++) {
    const line = cellSide[k];
    sideHasStrip[k] = 0;
    if (line >> 1 === CUT) continue;
    const side = line & 1;
    const shape = side === 0 ? a : b;
    sideFace[k] = faceBeyond(shape, featureIndex(line >> 1), side === 0 ? faceA : faceB);
    if (!setSlope(shape, side, sideFace[k])) continue;
    sideHasStrip[k] = 1;
    sideSlope[2 * k] = slope[0];
    sideSlope[2 * k + 1] = slope[1];
  }
  let last = count - 1;
  for (let k = 0; k < count; k++) {
    if (setApex(k) && !setCornerRays(a, faceA, b, faceB, last, k)) return false;
    last = k;
  }
  return true;
}

/** Rays of the corner k of a cell, between side `last` and side k. */
function setCornerRays(a: ConvexPolyhedron, faceA: number, b: ConvexPolyhedron, faceB: number, last: number, k: number): boolean {
  const codeA = cellCode[2 * k];
  const codeB = cellCode[2 * k + 1];
  const dimensionA = featureDimension(codeA);
  const dimensionB = featureDimension(codeB);
  const lineIn = cellSide[last];
  const lineOut = cellSide[k];
  const start = rayCount[0];
  const edgeIn = featureIndex(lineIn >> 1);
  const edgeOut = featureIndex(lineOut >> 1);
  if (dimensionA === 0 && dimensionB === 2) {
    if (((lineIn | lineOut) & 1) !== 0 || !setSlope(b, 1, faceB)) return false;
    if (!addFan(a, 0, halfEdgeFrom(a, edgeOut, featureIndex(codeA)), edgeIn, b, faceB)) return false;
    keepRays(k, start, 0);
    return true;
  }
  if (dimensionA === 2 && dimensionB === 0) {
    if ((lineIn & lineOut & 1) !== 1 || !setSlope(a, 0, faceA)) return false;
    if (!addFan(b, 1, halfEdgeFrom(b, edgeIn, featureIndex(codeB)), edgeOut, a, faceA)) return false;
    keepRays(k, start, 1);
    return true;
  }
  if (dimensionA === 1 && dimensionB === 1) {
    const sideIn = lineIn & 1;
    if ((lineOut & 1) === sideIn || lineIn >> 1 !== cellCode[2 * k + sideIn] || lineOut >> 1 !== cellCode[2 * k + 1 - sideIn]) return false;
    const shapeIn = sideIn === 0 ? a : b;
    const shapeOut = sideIn === 0 ? b : a;
    if (sideHasStrip[last] === 1) {
      slope[0] = sideSlope[2 * last];
      slope[1] = sideSlope[2 * last + 1];
      const end = endOfEdge(shapeOut, 1 - sideIn, edgeOut, sideIn === 0 ? faceB : faceA, false);
      if (addRay(shapeOut, 1 - sideIn, edgeOut, end, shapeIn, sideFace[last], edgeIn) !== RISES) return false;
      rayWedge[start] = sideHasStrip[k];
    }
    if (sideHasStrip[k] === 1) {
      slope[0] = sideSlope[2 * k];
      slope[1] = sideSlope[2 * k + 1];
      const end = endOfEdge(shapeIn, sideIn, edgeIn, sideIn === 0 ? faceA : faceB, true);
      if (addRay(shapeIn, sideIn, edgeIn, end, shapeOut, sideFace[k], edgeOut) !== RISES) return false;
    }
    keepRays(k, start, 1);
    return true;
  }
  // Corners and edges over one another: in closed form only where nothing lies beyond.
  if (sideHasStrip[last] + sideHasStrip[k] > 0) return false;
  return isUpright(a, 0, codeA, faceA) && isUpright(b, 1, codeB, faceB);
}
