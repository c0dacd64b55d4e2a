/**
 * Where a body presses on the group of a wall along a given normal n: over each place u of the plane the gap between the wall's surface and the body's, cell by cell (a face of the body over a triangle),
 * as in plane-contact.ts. Triangles take the place of the faces of body B.
 *
 * Sums (area, volume, pressure centre) are those of the cells, exactly. Corners of cells are gathered by face of the body, as candidates for contact points (zone-corners.ts).
 *
 * Triangles: those of which a piece is in the group, whole, since the body may reach beside what it touches; and the near ones of their flat parts. Only those that look at the body along n count.
 */
import { createPose } from '../body/pose';
import { edgeFeature, featureDimension } from '../contact/feature';
import {
  CUT as CUT_CODE,
  clearSurfaces,
  extremeZ,
  faceCode,
  faceCorner,
  faceCorners,
  faceNumbers,
  FACE_NUMBERS,
  LEAST_X,
  LEAST_Y,
  LEAST_Z,
  loadWholeSurface,
  scan,
  MOST_X,
  MOST_Y,
  MOST_Z,
  ANCHOR_X,
  ANCHOR_Y,
  ANCHOR_Z,
  SLOPE_X,
  SLOPE_Y,
  cornerCode,
  cornerX,
  cornerY,
  sideCode,
  surfaceBounds,
  surfaceFaces,
} from '../contact-points/surface';
import { clipByFace, clipFaces, cellCode, cellSide, cellX, cellY } from '../contact-points/clip';
import { planeAxes, setPlaneAxes } from '../contact-points/coordinates';
import { addZone, AREA, clearZone, heightA, setHeights, zonePlace, zoneSums, zoneW, zoneX, zoneY, zoneZ } from '../contact-points/zone';
import { MAX_EDGES, MAX_FACES, MAX_VERTICES, type ConvexPolyhedron } from '../polyhedron/convex-polyhedron';
import { plane, type Meeting } from './meeting';
import type { MeshWall } from './mesh-wall';
import { classFirst, pieceNext, sidePlane } from './plane-classes';
import { groupCount, groupSides } from './surface-group';
import {
  cornerAt,
  cornerSide,
  CUT,
  cutPlane,
  loadRow,
  MAX_ROWS,
  pieceCorners,
  pieceRow,
  PIECES,
  pieceStart,
  pieceUsed,
  ROWS,
  rowCorner,
  rowPlane,
  rowTriangle,
  touchedCount,
} from './touched-surface';

/** Bounds of the gap and tolerances, by slot: inputs of {@link meetWall}. */
export const zoneBounds = /* @__PURE__ */ new Float64Array(4);
/** Up to this gap a corner is a point. */
export const LIMIT = 0;
/** Up to this gap a place belongs to the zone. */
export const LEVEL = 1;
/** The rounding of a coordinate. */
export const ROUNDING = 2;
/** How far below the wall the body is looked at beyond the limit. */
export const BELOW = 3;

/** Least gap of all cells; Infinity where the body meets nothing. */
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
/** Number of candidates (0), of those faces (1); whether something found no room (OVERFLOWN). */
export const candidateCount = /* @__PURE__ */ new Int32Array(3);
export const OVERFLOWN = 2;

const here = /* @__PURE__ */ createPose();
/** Row of corners of the first face of body B in surface.ts. */
const POOL = 2 * MAX_EDGES + MAX_FACES;
/** By row: whether it belongs to the zone and from which side, as a sum of the following. */
const rowMark = /* @__PURE__ */ new Uint8Array(MAX_ROWS);
const OUT = 0;
/** The front looks at the body; else the back. */
const FRONT = 1;
const BACK = 2;
/** Only what is behind cutPlane counts; only what is behind the contact's plane. */
const OF_SEED = 4;
const BEHIND = 8;
/** Planes of contacts that were found before: of all rows only what is in front of them counts. Normal into the wall and level, four numbers each. */
const MAX_PLANES = 16;
const answered = /* @__PURE__ */ new Float64Array(4 * MAX_PLANES);
const answeredCount = /* @__PURE__ */ new Int32Array(1);
/** The plane of the contact, moved out by what it explains: normal into the wall and level. */
export const behindPlane = /* @__PURE__ */ new Float64Array(4);
/** Least cosine between the normal and a triangle that has a shadow; as in surface.ts. */
const LEAST_COSINE = 1e-9;

/** The triangle being projected: corners in plane coordinates, and names; each cut adds a corner at most. */
const ROOM = 3 + MAX_PLANES + 2;
const cornerU = /* @__PURE__ */ new Float64Array(3 * ROOM);
const cornerName = /* @__PURE__ */ new Int32Array(ROOM);
const sideName = /* @__PURE__ */ new Int32Array(ROOM);
const cutU = /* @__PURE__ */ new Float64Array(3 * ROOM);
const cutName = /* @__PURE__ */ new Int32Array(ROOM);
const cutSideName = /* @__PURE__ */ new Int32Array(ROOM);
/** The cut in plane coordinates. */
const cutter = /* @__PURE__ */ new Float64Array(4);

/** Forgets the contacts that were found before. */
export function clearAnswered(): void {
  answeredCount[0] = 0;
}

/** Keeps behindPlane as that of a contact. */
export function keepAnswered(): void {
  const k = answeredCount[0];
  if (k === MAX_PLANES) return;
  for (let i = 0; i < 4; i++) answered[4 * k + i] = behindPlane[i];
  answeredCount[0]++;
}

/**
 * Gathers sums and candidates for the body and the present group over the plane in hand. `cutClass`: the class whose triangles are cut by cutPlane, or -1. `withBehind`: pieces that are not in the group, but behind
 * behindPlane, count too.
 */
export function meetWall(at: Meeting, cutClass: number, withBehind: boolean): void {
  const { shape, mesh } = at;
  leastGap[0] = Infinity;
  candidateCount[0] = 0;
  candidateCount[1] = 0;
  candidateCount[OVERFLOWN] = 0;
  surfaceBounds[2] = zoneBounds[ROUNDING];
  clearSurfaces();
  clearZone();
  setPlaneAxes(here, plane);
  scan(shape, 0);
  surfaceBounds[0] = extremeZ[0] + plane.gap - zoneBounds[LIMIT] - zoneBounds[BELOW];
  loadWholeSurface(shape, 0);
  loadRows(mesh, chooseRows(at, cutClass, withBehind));
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
    const first = candidateCount[0];
    const before = zoneSums[AREA];
    for (let j = MAX_FACES; j < MAX_FACES + surfaceFaces[1]; j++) {
      const n = FACE_NUMBERS * j;
      if (numbers[n + LEAST_Z] > highest) continue;
      if (numbers[n + LEAST_X] > mostX || numbers[n + MOST_X] < leastX) continue;
      if (numbers[n + LEAST_Y] > mostY || numbers[n + MOST_Y] < leastY) continue;
      const corners =
        faceCorners[j] === 2
          ? clipByFace(1, faceCorner[j], 2, faceCode[j], faceCorner[i], faceCorners[i], faceCode[i])
          : clipFaces(faceCorner[i], faceCorners[i], faceCode[i], faceCorner[j], faceCorners[j], faceCode[j]);
      if (corners > 0) addCell(shape, i, j, corners);
    }
    if (candidateCount[0] === first) continue;
    const f = candidateCount[1]++;
    faceFirst[f] = first;
    faceFirst[f + 1] = candidateCount[0];
    faceArea[f] = zoneSums[AREA] - before;
  }
  // A border is no face that the normal could belong to.
  while (surfaceFaces[1] > 0 && faceCorners[MAX_FACES + surfaceFaces[1] - 1] === 2) surfaceFaces[1]--;
}

/** Marks the rows that belong to the zone, and loads those of their flat parts that are not touched. Returns how many rows there are then. */
function chooseRows({ mesh, near, pose }: Meeting, cutClass: number, withBehind: boolean): number {
  const { normal } = plane;
  const { flatPart, partSize } = mesh;
  const touched = touchedCount[ROWS];
  let rows = touched;
  for (let r = 0; r < rows; r++) rowMark[r] = OUT;
  for (let k = 0; k < groupCount[0]; k++) {
    const side = groupSides[k];
    const looks = -(sidePlane[4 * side] * normal[0] + sidePlane[4 * side + 1] * normal[1] + sidePlane[4 * side + 2] * normal[2]);
    if (!(looks > LEAST_COSINE)) continue;
    const mark = ((side & 1) === 0 ? FRONT : BACK) + (side >> 1 === cutClass ? OF_SEED : 0);
    for (let p = classFirst[side >> 1]; p >= 0; p = pieceNext[p]) if (pieceUsed[p] === 0) rowMark[pieceRow[p]] = mark;
  }
  if (withBehind) markBehind(mesh, normal);
  let at = 0;
  for (let k = 0; k < near.count; k++) {
    const t = near.triangles[k];
    // Rows are in the order of the list.
    if (at < touched && rowTriangle[at] === t) {
      at++;
      continue;
    }
    if (!(partSize[t] > 1)) continue;
    for (let r = 0; r < touched; r++) {
      if (rowMark[r] === OUT || flatPart[rowTriangle[r]] !== flatPart[t]) continue;
      if (!loadRow(mesh, t, pose, rows)) return rows;
      rowMark[rows++] = rowMark[r];
      break;
    }
  }
  return rows;
}

/** Marks rows of other pieces that look at the body and reach behind the contact's plane. */
function markBehind({ twoSided }: MeshWall, normal: Float64Array): void {
  for (let p = 0; p < touchedCount[PIECES]; p++) {
    const r = pieceRow[p];
    if (pieceUsed[p] === 1 || rowMark[r] !== OUT || !isBehindPlane(p)) continue;
    const looks = -(rowPlane[4 * r] * normal[0] + rowPlane[4 * r + 1] * normal[1] + rowPlane[4 * r + 2] * normal[2]);
    if (looks > LEAST_COSINE) rowMark[r] = FRONT + BEHIND;
    else if (twoSided && looks < -LEAST_COSINE) rowMark[r] = BACK + BEHIND;
  }
}

/** Whether some of a piece is behind behindPlane. */
export function isBehindPlane(p: number): boolean {
  const end = 3 * (pieceStart[p] + pieceCorners[p]);
  for (let a = 3 * pieceStart[p]; a < end; a += 3) {
    if (behindPlane[0] * cornerAt[a] + behindPlane[1] * cornerAt[a + 1] + behindPlane[2] * cornerAt[a + 2] > behindPlane[3]) return true;
  }
  return false;
}

/** Projects the marked rows: faces of "body B" in surface.ts. */
function loadRows(mesh: MeshWall, rows: number): void {
  const { flatPart, cornerCodes, sideCodes } = mesh;
  const z = planeAxes;
  surfaceFaces[1] = 0;
  let start = POOL;
  for (let r = 0; r < rows; r++) {
    const mark = rowMark[r];
    rowMark[r] = OUT;
    if (mark === OUT || surfaceFaces[1] === MAX_FACES) continue;
    const isFront = (mark & FRONT) !== 0;
    const sign = isFront ? 1 : -1;
    const m = 4 * r;
    const nx = sign * rowPlane[m];
    const ny = sign * rowPlane[m + 1];
    const nz = sign * rowPlane[m + 2];
    const up = z[6] * nx + z[7] * ny + z[8] * nz;
    if (!(up < -LEAST_COSINE)) continue;
    const t = rowTriangle[r];
    let count = 3;
    for (let k = 0; k < 3; k++) {
      // Counter-clockwise seen from the tip of the normal, which is behind the front.
      const c = isFront ? (k === 0 ? 0 : 3 - k) : k;
      const x = rowCorner[9 * r + 3 * c];
      const y = rowCorner[9 * r + 3 * c + 1];
      const w = rowCorner[9 * r + 3 * c + 2];
      for (let i = 0; i < 3; i++) cornerU[3 * k + i] = z[3 * i] * x + z[3 * i + 1] * y + z[3 * i + 2] * w + z[9 + i];
      cornerName[k] = cornerCodes[3 * t + c];
      sideName[k] = sideCodes[3 * t + (isFront ? (c === 0 ? 2 : c - 1) : c)];
    }
    const code = 4 * flatPart[t] + 2;
    if ((mark & OF_SEED) !== 0) {
      setCutter(cutPlane, 0, 1);
      count = cutTriangle(count, CUT_CODE);
    }
    if ((mark & BEHIND) !== 0) {
      setCutter(behindPlane, 0, -1);
      count = cutTriangle(count, edgeFeature(mesh.edgeCount));
    }
    for (let k = 0; k < answeredCount[0]; k++) {
      setCutter(answered, 4 * k, 1);
      count = cutTriangle(count, edgeFeature(mesh.edgeCount));
    }
    if (count < 3) continue;
    const j = MAX_FACES + surfaceFaces[1];
    const n = FACE_NUMBERS * j;
    let leastX = Infinity;
    let mostX = -Infinity;
    let leastY = Infinity;
    let mostY = -Infinity;
    let least = Infinity;
    let most = -Infinity;
    let anchor = 0;
    for (let k = 0; k < count; k++) {
      const x = cornerU[3 * k];
      const y = cornerU[3 * k + 1];
      const h = cornerU[3 * k + 2];
      cornerX[start + k] = x;
      cornerY[start + k] = y;
      cornerCode[start + k] = cornerName[k];
      sideCode[start + k] = sideName[k];
      if (x < leastX) leastX = x;
      if (x > mostX) mostX = x;
      if (y < leastY) leastY = y;
      if (y > mostY) mostY = y;
      if (h > most) most = h;
      if (h < least) {
        least = h;
        anchor = k;
      }
    }
    const narrow = 2 * zoneBounds[ROUNDING];
    if (!(mostX - leastX > narrow || mostY - leastY > narrow)) continue;
    faceNumbers[n + LEAST_X] = leastX;
    faceNumbers[n + MOST_X] = mostX;
    faceNumbers[n + LEAST_Y] = leastY;
    faceNumbers[n + MOST_Y] = mostY;
    faceNumbers[n + LEAST_Z] = least;
    faceNumbers[n + MOST_Z] = most;
    faceNumbers[n + ANCHOR_X] = cornerU[3 * anchor];
    faceNumbers[n + ANCHOR_Y] = cornerU[3 * anchor + 1];
    faceNumbers[n + ANCHOR_Z] = least;
    faceNumbers[n + SLOPE_X] = -(z[0] * nx + z[1] * ny + z[2] * nz) / up;
    faceNumbers[n + SLOPE_Y] = -(z[3] * nx + z[4] * ny + z[5] * nz) / up;
    faceCode[j] = code;
    faceCorner[j] = start;
    faceCorners[j] = count;
    surfaceFaces[1]++;
    start += count;
    rowMark[r] = mark;
  }
  loadBorders(mesh, start);
}

/** Borders of triangles without a shadow, met edge-on: faces of two corners. */
function loadBorders(mesh: MeshWall, first: number): void {
  const { openSides, cornerCodes, sideCodes, flatPart } = mesh;
  let start = first;
  for (let k = 0; k < groupCount[0]; k++) {
    for (let p = classFirst[groupSides[k] >> 1]; p >= 0; p = pieceNext[p]) {
      const r = pieceRow[p];
      if (pieceUsed[p] === 1 || rowMark[r] !== OUT) continue;
      const t = rowTriangle[r];
      for (let c = pieceStart[p]; c < pieceStart[p] + pieceCorners[p]; c++) {
        const s = cornerSide[c];
        if (s === CUT || openSides[3 * t + s] === 0 || surfaceFaces[1] === MAX_FACES) continue;
        const e = s === 2 ? 0 : s + 1;
        for (let i = 0; i < 2; i++) {
          const a = 9 * r + 3 * (i === 0 ? s : e);
          for (let d = 0; d < 3; d++) {
            const o = 3 * d;
            cornerU[3 * i + d] =
              planeAxes[o] * rowCorner[a] + planeAxes[o + 1] * rowCorner[a + 1] + planeAxes[o + 2] * rowCorner[a + 2] + planeAxes[9 + d];
          }
        }
        const dx = cornerU[3] - cornerU[0];
        const dy = cornerU[4] - cornerU[1];
        const dz = cornerU[5] - cornerU[2];
        const dd = dx * dx + dy * dy;
        const narrow = 2 * zoneBounds[ROUNDING];
        if (!(dd > narrow * narrow)) continue;
        const j = MAX_FACES + surfaceFaces[1];
        const n = FACE_NUMBERS * j;
        for (let i = 0; i < 2; i++) {
          cornerX[start + i] = cornerU[3 * i];
          cornerY[start + i] = cornerU[3 * i + 1];
          cornerCode[start + i] = cornerCodes[3 * t + (i === 0 ? s : e)];
          sideCode[start + i] = sideCodes[3 * t + s];
        }
        faceNumbers[n + LEAST_X] = Math.min(cornerU[0], cornerU[3]);
        faceNumbers[n + MOST_X] = Math.max(cornerU[0], cornerU[3]);
        faceNumbers[n + LEAST_Y] = Math.min(cornerU[1], cornerU[4]);
        faceNumbers[n + MOST_Y] = Math.max(cornerU[1], cornerU[4]);
        faceNumbers[n + LEAST_Z] = Math.min(cornerU[2], cornerU[5]);
        faceNumbers[n + MOST_Z] = Math.max(cornerU[2], cornerU[5]);
        faceNumbers[n + ANCHOR_X] = cornerU[0];
        faceNumbers[n + ANCHOR_Y] = cornerU[1];
        faceNumbers[n + ANCHOR_Z] = cornerU[2];
        faceNumbers[n + SLOPE_X] = (dz * dx) / dd;
        faceNumbers[n + SLOPE_Y] = (dz * dy) / dd;
        faceCode[j] = 4 * flatPart[t] + 2;
        faceCorner[j] = start;
        faceCorners[j] = 2;
        surfaceFaces[1]++;
        start += 2;
      }
      rowMark[r] = FRONT;
    }
  }
}

/** A plane of the body's frame, from `at` on, in plane coordinates; turned round for sign -1. */
function setCutter(plane4: Float64Array, at: number, sign: number): void {
  const z = planeAxes;
  const x = sign * plane4[at];
  const y = sign * plane4[at + 1];
  const w = sign * plane4[at + 2];
  cutter[3] = sign * plane4[at + 3];
  for (let i = 0; i < 3; i++) {
    cutter[i] = z[3 * i] * x + z[3 * i + 1] * y + z[3 * i + 2] * w;
    cutter[3] += cutter[i] * z[9 + i];
  }
}

/**
 * Cuts the polygon in cornerU; what the cut makes is named `code`: CUT where the surface goes on as part of the same contact, the edge after the last where another contact has the rest. Returns the number of
 * corners.
 */
function cutTriangle(count: number, code: number): number {
  let out = 0;
  for (let k = 0; k < count; k++) {
    const next = k + 1 < count ? k + 1 : 0;
    const h = cutter[0] * cornerU[3 * k] + cutter[1] * cornerU[3 * k + 1] + cutter[2] * cornerU[3 * k + 2] - cutter[3];
    const h1 = cutter[0] * cornerU[3 * next] + cutter[1] * cornerU[3 * next + 1] + cutter[2] * cornerU[3 * next + 2] - cutter[3];
    if (h <= 0) {
      for (let i = 0; i < 3; i++) cutU[3 * out + i] = cornerU[3 * k + i];
      cutName[out] = cornerName[k];
      cutSideName[out++] = sideName[k];
    }
    if (h <= 0 !== h1 <= 0) {
      const t = h / (h - h1);
      for (let i = 0; i < 3; i++) cutU[3 * out + i] = cornerU[3 * k + i] + t * (cornerU[3 * next + i] - cornerU[3 * k + i]);
      // Where it crosses an edge of the mesh it is named after that.
      cutName[out] = code !== CUT_CODE && featureDimension(sideName[k]) === 1 ? sideName[k] : code;
      cutSideName[out++] = h <= 0 ? code : sideName[k];
    }
  }
  for (let k = 0; k < 3 * out; k++) cornerU[k] = cutU[k];
  for (let k = 0; k < out; k++) {
    cornerName[k] = cutName[k];
    sideName[k] = cutSideName[k];
  }
  return out;
}

/** Whether a corner of a cell is one of the surfaces: not one that a cut made, and not one of inner sides of a flat part, which are named after its face. */
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
    const c = candidateCount[0];
    if (c === CANDIDATES) {
      candidateCount[OVERFLOWN] = 1;
      continue;
    }
    candidateCount[0]++;
    candidateX[c] = cellX[k];
    candidateY[c] = cellY[k];
    candidateZ[c] = cellMid[k];
    candidateGap[c] = cellGap[k];
    candidateCode[2 * c] = codeA;
    candidateCode[2 * c + 1] = codeB;
    isRim[c] = 0;
  }
  if (count < 3 || !(least < level)) return;
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
      const c = candidateCount[0];
      if (c < CANDIDATES) {
        candidateCount[0]++;
        candidateX[c] = zoneX[out];
        candidateY[c] = zoneY[out];
        candidateZ[c] = zoneZ[out];
        candidateGap[c] = level;
        candidateCode[2 * c] = isOfWall ? faceCode[i] : edge;
        candidateCode[2 * c + 1] = isOfWall ? edge : faceCode[j];
        isRim[c] = 1;
      } else {
        candidateCount[OVERFLOWN] = 1;
      }
      out++;
    }
  }
  addZone(out);
}
