/**
 * The places of a contact, gathered cell by cell: its points (corners of both surfaces, and crossings of their edges)
 * and the corners of the rim of the contact zone. Neighbouring cells share corners. A place with the same features as
 * an earlier one, or within 2 eps of it, is the same place. It keeps the features of lower dimension.
 *
 * Both kinds of places are in the same arrays: points from row 0, rim corners from row RIM_ROW. Functions pass numbers
 * in arrays, not as arguments: engines allocate a double that is passed to a function that is not inlined.
 */
import { GAP } from '../contact/layouts';
import { featureDimension } from '../contact/feature';
import { MAX_VERTICES } from '../polyhedron/convex-polyhedron';
import { surfaceBounds, ROUNDING } from './surface';

/** First row of the rim corners, and the largest number of places of each kind. Further places count as dropped. */
export const RIM_ROW = 4 * MAX_VERTICES;

/** Place in the plane, height midway between the surfaces, gap, share of the area. */
export const placeX = /* @__PURE__ */ new Float64Array(2 * RIM_ROW);
export const placeY = /* @__PURE__ */ new Float64Array(2 * RIM_ROW);
export const placeZ = /* @__PURE__ */ new Float64Array(2 * RIM_ROW);
export const placeGap = /* @__PURE__ */ new Float64Array(2 * RIM_ROW);
export const placeShare = /* @__PURE__ */ new Float64Array(2 * RIM_ROW);
/** Feature of A, feature of B. */
export const placeCode = /* @__PURE__ */ new Int32Array(4 * RIM_ROW);

/** The faces of A and of B (rows of surface.ts) in whose cell the place was found first. */
export const placeFace = /* @__PURE__ */ new Int32Array(4 * RIM_ROW);

/** Slots of placeCount. */
export const POINTS = 0;
export const RIM = 1;
export const DROPPED = 2;
/** How many places there are, by kind. */
export const placeCount = /* @__PURE__ */ new Int32Array(3);

/** The place to add: x, y, height midway between the surfaces, gap; its features; the faces of its cell. */
export const found = /* @__PURE__ */ new Float64Array(4);
export const foundCode = /* @__PURE__ */ new Int32Array(2);
export const foundFace = /* @__PURE__ */ new Int32Array(2);

export function clearPlaces(): void {
  placeCount[POINTS] = 0;
  placeCount[RIM] = 0;
  placeCount[DROPPED] = 0;
}

/**
 * The row of the place in `found`, of kind POINTS or RIM: the row of the same place if it is known, otherwise a new
 * row; -1 when there is no room. `known` is the number of places of this kind before this cell. Only these are
 * compared, because corners of one cell are different places.
 */
export function addPlace(kind: number, known: number): number {
  const x = found[0];
  const y = found[1];
  const codeA = foundCode[0];
  const codeB = foundCode[1];
  const start = kind === RIM ? RIM_ROW : 0;
  const end = start + placeCount[kind];
  const same = 4 * surfaceBounds[ROUNDING] * surfaceBounds[ROUNDING];
  for (let r = start; r < start + known; r++) {
    const dx = placeX[r] - x;
    const dy = placeY[r] - y;
    if (dx * dx + dy * dy <= same || (placeCode[2 * r] === codeA && placeCode[2 * r + 1] === codeB)) {
      if (dx * dx + dy * dy <= same && found[GAP] < placeGap[r]) {
        placeGap[r] = found[GAP];
        placeZ[r] = found[2];
      }
      if (featureDimension(codeA) < featureDimension(placeCode[2 * r])) placeCode[2 * r] = codeA;
      if (featureDimension(codeB) < featureDimension(placeCode[2 * r + 1])) placeCode[2 * r + 1] = codeB;
      return r;
    }
  }
  if (placeCount[kind] === RIM_ROW) {
    placeCount[DROPPED]++;
    return -1;
  }
  placeCount[kind]++;
  placeX[end] = x;
  placeY[end] = y;
  placeZ[end] = found[2];
  placeGap[end] = found[GAP];
  placeShare[end] = 0;
  placeFace[2 * end] = foundFace[0];
  placeFace[2 * end + 1] = foundFace[1];
  placeCode[2 * end] = codeA;
  placeCode[2 * end + 1] = codeB;
  return end;
}
