/**
 * The zone of a body on the group of a wall along a given normal n: the gap between both surfaces over each place u of
 * the plane, cell by cell (a face of the body over a triangle), as in plane-contact.ts. Triangles replace the faces of
 * body B (wall-rows.ts).
 *
 * Sums (area, volume, pressure centre) are those of the cells, exactly. Corners of cells are gathered by face of the
 * body, as candidates for contact points (zone-corners.ts).
 *
 * The shadow of a rod, and of a plate that stands on its rim, is a line, or a point (core-shadow.ts). Its edges count
 * as faces of two corners, its point as a face of one corner. Such a zone has no area; zone-line.ts has its centre.
 */
import { createPose } from '../body/pose';
import { featureDimension } from '../contact/feature';
import {
  ANCHOR_X,
  ANCHOR_Y,
  ANCHOR_Z,
  clearSurfaces,
  cornerX,
  cornerY,
  extremeVertex,
  extremeZ,
  faceCode,
  faceCorner,
  faceCorners,
  FACE_NUMBERS,
  faceNumbers,
  LEAST_X,
  LEAST_Y,
  LEAST_Z,
  loadWholeSurface,
  MOST_X,
  MOST_Y,
  MOST_Z,
  scan,
  SLOPE_X,
  SLOPE_Y,
  surfaceBounds,
  surfaceFaces,
} from '../contact-points/surface';
import { cellCode, cellSide, cellX, cellY } from '../contact-points/cell';
import { clipByFace, clipFaces } from '../contact-points/clip';
import { contactBounds, EPS } from '../contact-points/bounds';
import { setPlaneAxes } from '../contact-points/coordinates';
import { loadThinShadow, shadowDimension } from '../contact-points/core-shadow';
import { addZone, AREA, clearZone, heightA, setHeights, zonePlace, zoneSums, zoneW, zoneX, zoneY, zoneZ } from '../contact-points/zone';
import { MAX_FACES, MAX_VERTICES, type ConvexPolyhedron } from '../polyhedron/convex-polyhedron';
import { plane, type Meeting } from './meeting';
import { loadWall } from './wall-rows';
import { ALONG, clearLineZone, closeLine, keepLinePiece, LINE_END, LINE_WEIGHT, linePiece } from './zone-line';

/** Bounds of the gap and tolerances, by slot: inputs of {@link meetWall}. */
export const zoneBounds = /* @__PURE__ */ new Float64Array(4);
/** Up to this gap a corner is a point. */
export const LIMIT = 0;
/** Up to this gap a place belongs to the zone. */
export const LEVEL = 1;
/** The rounding of a coordinate. */
export const ROUNDING = 2;
/** The depth below the limit to which the surface of the body is loaded. */
export const BELOW = 3;

/** Dimension of the shadow of the body: 2 for a solid. */
export const bodyShadow = /* @__PURE__ */ new Int32Array(1);

/** Least gap of all cells; Infinity if there is no cell. */
export const leastGap = /* @__PURE__ */ new Float64Array(1);

/** Candidates: place, height midway, gap, features of the body and of the wall, whether it is a corner of the rim. */
export const CANDIDATES = 16384;
export const candidateX = /* @__PURE__ */ new Float64Array(CANDIDATES);
export const candidateY = /* @__PURE__ */ new Float64Array(CANDIDATES);
export const candidateZ = /* @__PURE__ */ new Float64Array(CANDIDATES);
export const candidateGap = /* @__PURE__ */ new Float64Array(CANDIDATES);
export const candidateCode = /* @__PURE__ */ new Int32Array(2 * CANDIDATES);
export const isRim = /* @__PURE__ */ new Uint8Array(CANDIDATES);

/** Faces of the body that have candidates: the first of them, the zone's area under the face. */
export const faceFirst = /* @__PURE__ */ new Int32Array(MAX_FACES + 1);
export const faceArea = /* @__PURE__ */ new Float64Array(MAX_FACES);
/** Numbers of the candidates; whether there was too little room (OVERFLOWN). */
export const candidateCount = /* @__PURE__ */ new Int32Array(3);
/** Number of candidates. */
export const ALL = 0;
/** Number of candidates of faces; they come first. */
export const OF_FACES = 1;
export const OVERFLOWN = 2;

const here = /* @__PURE__ */ createPose();

/**
 * Gathers sums and candidates for the body and the current group over the current plane. `cutClass`: the class whose
 * triangles are cut by cutPlane, or -1. `withBehind`: pieces that are not in the group, but behind behindPlane, count
 * too.
 */
export function meetWall(at: Meeting, cutClass: number, withBehind: boolean): void {
  const { shape } = at;
  leastGap[0] = Infinity;
  candidateCount[ALL] = 0;
  candidateCount[OF_FACES] = 0;
  candidateCount[OVERFLOWN] = 0;
  surfaceBounds[2] = zoneBounds[ROUNDING];
  clearSurfaces();
  clearZone();
  clearLineZone();
  setPlaneAxes(here, plane);
  scan(shape, 0);
  surfaceBounds[0] = extremeZ[0] + plane.gap - zoneBounds[LIMIT] - zoneBounds[BELOW];
  contactBounds[EPS] = zoneBounds[ROUNDING];
  bodyShadow[0] = shadowDimension(shape, 0);
  if (bodyShadow[0] === 2) loadWholeSurface(shape, 0);
  else loadThinShadow(shape, 0, bodyShadow[0], extremeVertex[0]);
  loadWall(at, cutClass, withBehind);
  const eps = zoneBounds[ROUNDING];
  const limit = zoneBounds[LIMIT] + eps;
  const numbers = faceNumbers;
  for (let i = 0; i < surfaceFaces[0]; i++) {
    const m = FACE_NUMBERS * i;
    const leastX = numbers[m + LEAST_X] - eps;
    const mostX = numbers[m + MOST_X] + eps;
    const leastY = numbers[m + LEAST_Y] - eps;
    const mostY = numbers[m + MOST_Y] + eps;
    const highest = numbers[m + MOST_Z] + limit;
    const first = candidateCount[ALL];
    const before = zoneSums[AREA];
    for (let j = MAX_FACES; j < MAX_FACES + surfaceFaces[1]; j++) {
      const n = FACE_NUMBERS * j;
      if (numbers[n + LEAST_Z] > highest) continue;
      if (numbers[n + LEAST_X] > mostX || numbers[n + MOST_X] < leastX) continue;
      if (numbers[n + LEAST_Y] > mostY || numbers[n + MOST_Y] < leastY) continue;
      const corners = clipRows(i, j);
      if (corners > 0) addCell(shape, i, j, corners);
    }
    closeLine();
    if (candidateCount[ALL] === first) continue;
    const f = candidateCount[OF_FACES]++;
    faceFirst[f] = first;
    faceFirst[f + 1] = candidateCount[ALL];
    faceArea[f] = zoneSums[AREA] - before;
  }
  // Edges and borders are no faces and cannot own the normal.
  if (bodyShadow[0] < 2) surfaceFaces[0] = 0;
  while (surfaceFaces[1] > 0 && faceCorners[MAX_FACES + surfaceFaces[1] - 1] === 2) surfaceFaces[1]--;
}

/** The common part of row i of the body and row j of the wall. Returns the number of its corners. */
function clipRows(i: number, j: number): number {
  const p = faceCorners[i];
  const q = faceCorners[j];
  if (p < 3) return clipByFace(0, faceCorner[i], p, faceCode[i], faceCorner[j], q, faceCode[j]);
  if (q < 3) return clipByFace(1, faceCorner[j], q, faceCode[j], faceCorner[i], p, faceCode[i]);
  return clipFaces(faceCorner[i], p, faceCode[i], faceCorner[j], q, faceCode[j]);
}

/**
 * Whether a corner of a cell is a corner of the surfaces. Corners made by a cut are not, nor are those on inner sides
 * of a flat part, which have the code of its face.
 */
function isCorner(codeA: number, codeB: number): boolean {
  const a = featureDimension(codeA);
  const b = featureDimension(codeB);
  return a < 3 && b < 3 && (a === 0 || b < 2);
}

const CELL = 2 * MAX_VERTICES + 2;
const cellGap = /* @__PURE__ */ new Float64Array(CELL);
const cellMid = /* @__PURE__ */ new Float64Array(CELL);

/** Adds the cell of `count` corners in cellX and the like, of face i of the body and row j. */
function addCell(shape: ConvexPolyhedron, i: number, j: number, count: number): void {
  const limit = zoneBounds[LIMIT];
  const level = zoneBounds[LEVEL];
  const n = FACE_NUMBERS * j;
  let least = Infinity;
  let most = -Infinity;
  setHeights(shape, 0, i, count);
  for (let k = 0; k < count; k++) {
    const zA = heightA[k];
    const z =
      faceNumbers[n + ANCHOR_Z] +
      faceNumbers[n + SLOPE_X] * (cellX[k] - faceNumbers[n + ANCHOR_X]) +
      faceNumbers[n + SLOPE_Y] * (cellY[k] - faceNumbers[n + ANCHOR_Y]);
    const zB = z < faceNumbers[n + LEAST_Z] ? faceNumbers[n + LEAST_Z] : z > faceNumbers[n + MOST_Z] ? faceNumbers[n + MOST_Z] : z;
    const gap = zB - zA;
    cellGap[k] = gap;
    cellMid[k] = 0.5 * (zA + zB);
    if (gap < least) least = gap;
    if (gap > most) most = gap;
  }
  if (least < leastGap[0]) leastGap[0] = least;
  if (!(least <= limit)) return;
  for (let k = 0; k < count; k++) {
    const codeA = cellCode[2 * k];
    const codeB = cellCode[2 * k + 1];
    if (!(cellGap[k] <= limit) || !isCorner(codeA, codeB)) continue;
    const c = candidateCount[ALL];
    if (c === CANDIDATES) {
      candidateCount[OVERFLOWN] = 1;
      continue;
    }
    candidateCount[ALL]++;
    candidateX[c] = cellX[k];
    candidateY[c] = cellY[k];
    candidateZ[c] = cellMid[k];
    candidateGap[c] = cellGap[k];
    candidateCode[2 * c] = codeA;
    candidateCode[2 * c + 1] = codeB;
    isRim[c] = 0;
  }
  if (!(least < level)) return;
  if (count === 2 && bodyShadow[0] === 1) addLinePart(i, j);
  if (count < 3) return;
  let out = 0;
  for (let k = 0; k < count; k++) {
    const next = k + 1 < count ? k + 1 : 0;
    const w = level - cellGap[k];
    const nextW = level - cellGap[next];
    if (w >= 0) {
      zoneX[out] = cellX[k];
      zoneY[out] = cellY[k];
      zoneW[out] = w;
      zoneZ[out] = cellMid[k];
      zonePlace[out++] = -1;
    }
    if ((w > 0 && nextW < 0) || (w < 0 && nextW > 0)) {
      const t = w / (w - nextW);
      zoneX[out] = cellX[k] + t * (cellX[next] - cellX[k]);
      zoneY[out] = cellY[k] + t * (cellY[next] - cellY[k]);
      zoneZ[out] = cellMid[k] + t * (cellMid[next] - cellMid[k]);
      zoneW[out] = 0;
      zonePlace[out] = -1;
      const isOfWall = (cellSide[k] & 1) === 1;
      const isCut = featureDimension(cellSide[k] >> 1) === 3;
      const edge = !isCut ? cellSide[k] >> 1 : isOfWall ? faceCode[j] : faceCode[i];
      addRim(out, isOfWall ? faceCode[i] : edge, isOfWall ? edge : faceCode[j]);
      out++;
    }
  }
  addZone(out);
}

/** Adds corner k of the zone as a corner of the rim, with its features. */
function addRim(k: number, codeA: number, codeB: number): void {
  const c = candidateCount[ALL];
  if (c === CANDIDATES) {
    candidateCount[OVERFLOWN] = 1;
    return;
  }
  candidateCount[ALL]++;
  candidateX[c] = zoneX[k];
  candidateY[c] = zoneY[k];
  candidateZ[c] = zoneZ[k];
  candidateGap[c] = zoneBounds[LEVEL];
  candidateCode[2 * c] = codeA;
  candidateCode[2 * c + 1] = codeB;
  isRim[c] = 1;
}

/** Keeps the part of a piece of a line below the level, for the centre. Where the level cuts it off is the rim. */
function addLinePart(i: number, j: number): void {
  const level = zoneBounds[LEVEL];
  const w = level - cellGap[0];
  const nextW = level - cellGap[1];
  for (let k = 0; k < 2; k++) {
    // The end above the level moves to where the level crosses the piece.
    const t = (k === 0 ? w < 0 : nextW < 0) ? w / (w - nextW) : k;
    zoneX[k] = cellX[0] + t * (cellX[1] - cellX[0]);
    zoneY[k] = cellY[0] + t * (cellY[1] - cellY[0]);
    zoneZ[k] = cellMid[0] + t * (cellMid[1] - cellMid[0]);
    zoneW[k] = Math.max(0, w + t * (nextW - w));
    if (t !== k) addRim(k, faceCode[i], faceCode[j]);
  }
  const row = faceCorner[i];
  const dx = cornerX[row + 1] - cornerX[row];
  const dy = cornerY[row + 1] - cornerY[row];
  const length = Math.sqrt(dx * dx + dy * dy);
  for (let k = 0; k < 2; k++) {
    const o = LINE_END * k;
    linePiece[o] = zoneX[k];
    linePiece[o + 1] = zoneY[k];
    linePiece[o + 2] = zoneZ[k];
    linePiece[o + LINE_WEIGHT] = zoneW[k];
    linePiece[o + ALONG] = ((zoneX[k] - cornerX[row]) * dx + (zoneY[k] - cornerY[row]) * dy) / length;
  }
  keepLinePiece();
}
