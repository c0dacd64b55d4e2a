/**
 * The rays of a plateau's corners, in order around it: along the edges of a vertex, or along the edges that cross where
 * a side of the plateau meets another.
 *
 * Corners and sides are in the arrays of the cell (cell.ts), counter-clockwise. A segment is a polygon of two sides.
 * Beyond side k lies the other face of its edge, with a strip if it has a shadow.
 */
import { MAX_FACES, MAX_VERTICES, type ConvexPolyhedron } from '../polyhedron/convex-polyhedron';
import { contactBounds, LIMIT } from './bounds';
import { cellX, cellY } from './cell';
import { addRay, apex, CLEARANCE, isVisible, NO_EDGE, rayCount, rayWedge, RISES, X, Y, Z_A, Z_B } from './plateau';
import { heightA, heightB } from './zone';

const CORNERS = 2 * MAX_VERTICES + 2;
/** First and last ray of each corner, in order around the plateau; -1 for a corner without rays. */
export const firstRay = /* @__PURE__ */ new Int32Array(CORNERS);
export const lastRay = /* @__PURE__ */ new Int32Array(CORNERS);
/** 1 where a strip lies beyond the side after the corner. */
export const sideHasStrip = /* @__PURE__ */ new Uint8Array(CORNERS);

/** Makes corner k of the plateau the apex. False when it is above the limit. */
export function setApex(k: number): boolean {
  apex[X] = cellX[k];
  apex[Y] = cellY[k];
  apex[Z_A] = heightA[k];
  apex[Z_B] = heightB[k];
  apex[CLEARANCE] = 0;
  firstRay[k] = lastRay[k] = -1;
  return heightB[k] - heightA[k] <= contactBounds[LIMIT];
}

/**
 * Assigns the rays from row `start` to corner k. They were found clockwise around a vertex of A, counter-clockwise
 * around a vertex of B.
 */
export function keepRays(k: number, start: number, side: number): void {
  const end = rayCount[0] - 1;
  if (end < start) return;
  firstRay[k] = side === 0 ? end : start;
  lastRay[k] = side === 0 ? start : end;
}

/**
 * Adds rays along the edges of the vertex that half-edge `start` leaves: the edges after it and before edge `stop`. The
 * rays lie over a face of the other body whose slopes are set.
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
  // The strip along the next side follows the last ray.
  if (last >= 0) rayWedge[last] = 0;
  return true;
}

/** The half-edge along an edge that leaves the vertex. */
export function halfEdgeFrom(shape: ConvexPolyhedron, edge: number, v: number): number {
  return shape.halfEdgeOrigin[2 * edge] === v ? 2 * edge : 2 * edge + 1;
}

/** The end vertex of an edge of a face, in the direction of the plateau (counter-clockwise) or against it. */
export function endOfEdge(shape: ConvexPolyhedron, side: number, edge: number, face: number, along: boolean): number {
  const h = shape.halfEdgeFace[2 * edge] === face ? 2 * edge : 2 * edge + 1;
  // Faces of B turn clockwise.
  return shape.halfEdgeOrigin[(side === 0) === along ? h ^ 1 : h];
}
