/** A cell of the gap over a plane: a convex polygon where a face of A lies over a face of B. Several files write it. */
import { MAX_VERTICES } from '../polyhedron/convex-polyhedron';
import { cornerCode, cornerX, cornerY, sideCode } from './surface';

/**
 * Most corners: the common part of two convex polygons of p and q corners has at most p + q; a cut face has one more.
 */
export const CELL_CORNERS = 2 * MAX_VERTICES + 2;

/** The corners, counter-clockwise. */
export const cellX = /* @__PURE__ */ new Float64Array(CELL_CORNERS);
export const cellY = /* @__PURE__ */ new Float64Array(CELL_CORNERS);
/** Feature of A, feature of B. */
export const cellCode = /* @__PURE__ */ new Int32Array(2 * CELL_CORNERS);
/** The edge that the side after the corner lies on, as 2 code + body (0 for A, 1 for B). */
export const cellSide = /* @__PURE__ */ new Int32Array(CELL_CORNERS);

/** Copies a face of body `side` (p corners from row `face`) to the cell: it lies wholly over the face `other`. */
export function copyFace(side: number, face: number, p: number, other: number): number {
  for (let k = 0; k < p; k++) copyCorner(k, side, face + k, other);
  return p;
}

/** Copies a corner of a face of body `side`, over a face `other`, and the side after it, to corner k of the cell. */
export function copyCorner(k: number, side: number, corner: number, other: number): void {
  cellX[k] = cornerX[corner];
  cellY[k] = cornerY[corner];
  cellCode[2 * k + side] = cornerCode[corner];
  cellCode[2 * k + 1 - side] = other;
  cellSide[k] = 2 * sideCode[corner] + side;
}
