/**
 * The triangles of a wall that belong to a group, projected along a normal: "body B" of surface.ts.
 *
 * These are all triangles with a piece in the group, and the near triangles of their flat parts. A triangle counts as a
 * whole, since the body may reach beyond its touched part. Only triangles that look at the body along the normal count.
 * They are cut where another contact covers the rest.
 */
import { TX } from '../body/pose';
import { edgeFeature, featureDimension } from '../contact/feature';
import {
  LEAST_COSINE,
  ANCHOR_X,
  ANCHOR_Y,
  ANCHOR_Z,
  cornerCode,
  cornerX,
  cornerY,
  CUT as CUT_CODE,
  faceCode,
  faceCorner,
  faceCorners,
  FACE_NUMBERS,
  faceNumbers,
  LEAST_X,
  LEAST_Y,
  LEAST_Z,
  MOST_X,
  MOST_Y,
  MOST_Z,
  sideCode,
  SLOPE_X,
  SLOPE_Y,
  surfaceBounds,
  surfaceFaces,
} from '../contact-points/surface';
import { planeAxes } from '../contact-points/coordinates';
import { OFFSET } from '../contact/layouts';
import { MAX_EDGES, MAX_FACES } from '../polyhedron/convex-polyhedron';
import { plane, type Meeting } from './meeting';
import type { MeshWall } from './mesh-wall';
import { classFirst, pieceNext, sidePlane } from './plane-classes';
import { groupCount, groupSides, SIDES } from './surface-group';
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

/** Slot of the rounding of a coordinate in surfaceBounds. */
const ROUNDING = 2;
/** Row of corners of the first face of body B in surface.ts. */
const POOL = 2 * MAX_EDGES + MAX_FACES;
/** For each row: whether it belongs to the zone, and from which side, as a sum of the following. */
const rowMark = /* @__PURE__ */ new Uint8Array(MAX_ROWS);
const OUT = 0;
/** The front looks at the body; otherwise the back does. */
const FRONT = 1;
const BACK = 2;
/** Only the part behind cutPlane counts; only the part behind the contact's plane counts. */
const OF_SEED = 4;
const BEHIND = 8;
/**
 * Planes of earlier contacts: only the parts of rows in front of them count. Normal into the wall and level, four
 * numbers each.
 */
const MAX_PLANES = 16;
const answered = /* @__PURE__ */ new Float64Array(4 * MAX_PLANES);
const answeredCount = /* @__PURE__ */ new Int32Array(1);
/** The plane of the contact, moved out by the bend: normal into the wall and OFFSET. */
export const behindPlane = /* @__PURE__ */ new Float64Array(4);

/** The current triangle: corners in plane coordinates, and feature codes. Each cut adds at most one corner. */
const ROOM = 3 + MAX_PLANES + 2;
const cornerU = /* @__PURE__ */ new Float64Array(3 * ROOM);
/** Slot of the second corner in `cornerU`. */
const SECOND = 3;
const cornerName = /* @__PURE__ */ new Int32Array(ROOM);
const sideName = /* @__PURE__ */ new Int32Array(ROOM);
const cutU = /* @__PURE__ */ new Float64Array(3 * ROOM);
const cutName = /* @__PURE__ */ new Int32Array(ROOM);
const cutSideName = /* @__PURE__ */ new Int32Array(ROOM);
/** The cut in plane coordinates: normal and OFFSET. */
const cutterU = /* @__PURE__ */ new Float64Array(4);

/** Removes the planes of earlier contacts. */
export function clearAnswered(): void {
  answeredCount[0] = 0;
}

/** Stores behindPlane as the plane of a contact. */
export function keepAnswered(): void {
  const k = answeredCount[0];
  if (k === MAX_PLANES) return;
  for (let i = 0; i < 4; i++) answered[4 * k + i] = behindPlane[i];
  answeredCount[0]++;
}

/** Whether another contact covers the wall's witness point of the plane. */
export function isWitnessAnswered(): boolean {
  const { pointB } = plane;
  for (let k = 0; k < 4 * answeredCount[0]; k += 4) {
    if (answered[k] * pointB[0] + answered[k + 1] * pointB[1] + answered[k + 2] * pointB[2] > answered[k + OFFSET]) return true;
  }
  return false;
}

/** Loads the group's triangles as faces of "body B" in surface.ts. For the parameters see meetWall. */
export function loadWall(at: Meeting, cutClass: number, withBehind: boolean): void {
  loadRows(at.mesh, chooseRows(at, cutClass, withBehind));
}

/**
 * Marks the rows that belong to the zone, and loads triangles of their flat parts that are not touched. Returns the
 * number of rows.
 */
function chooseRows({ mesh, near, pose }: Meeting, cutClass: number, withBehind: boolean): number {
  const { normal } = plane;
  const { flatPart, partSize } = mesh;
  const touched = touchedCount[ROWS];
  let rows = touched;
  for (let r = 0; r < rows; r++) rowMark[r] = OUT;
  for (let k = 0; k < groupCount[SIDES]; k++) {
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

/** Whether a part of a piece is behind behindPlane. */
export function isBehindPlane(p: number): boolean {
  const end = 3 * (pieceStart[p] + pieceCorners[p]);
  for (let a = 3 * pieceStart[p]; a < end; a += 3) {
    if (behindPlane[0] * cornerAt[a] + behindPlane[1] * cornerAt[a + 1] + behindPlane[2] * cornerAt[a + 2] > behindPlane[OFFSET])
      return true;
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
    const narrow = 2 * surfaceBounds[ROUNDING];
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

/** Loads borders of triangles that are seen edge-on and have no shadow: faces of two corners. */
function loadBorders(mesh: MeshWall, first: number): void {
  const { openSides, cornerCodes, sideCodes, flatPart } = mesh;
  let start = first;
  for (let k = 0; k < groupCount[SIDES]; k++) {
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
              planeAxes[o] * rowCorner[a] + planeAxes[o + 1] * rowCorner[a + 1] + planeAxes[o + 2] * rowCorner[a + 2] + planeAxes[TX + d];
          }
        }
        const dx = cornerU[SECOND] - cornerU[0];
        const dy = cornerU[SECOND + 1] - cornerU[1];
        const dz = cornerU[SECOND + 2] - cornerU[2];
        const dd = dx * dx + dy * dy;
        const narrow = 2 * surfaceBounds[ROUNDING];
        if (!(dd > narrow * narrow)) continue;
        const j = MAX_FACES + surfaceFaces[1];
        const n = FACE_NUMBERS * j;
        for (let i = 0; i < 2; i++) {
          cornerX[start + i] = cornerU[3 * i];
          cornerY[start + i] = cornerU[3 * i + 1];
          cornerCode[start + i] = cornerCodes[3 * t + (i === 0 ? s : e)];
          sideCode[start + i] = sideCodes[3 * t + s];
        }
        faceNumbers[n + LEAST_X] = Math.min(cornerU[0], cornerU[SECOND]);
        faceNumbers[n + MOST_X] = Math.max(cornerU[0], cornerU[SECOND]);
        faceNumbers[n + LEAST_Y] = Math.min(cornerU[1], cornerU[SECOND + 1]);
        faceNumbers[n + MOST_Y] = Math.max(cornerU[1], cornerU[SECOND + 1]);
        faceNumbers[n + LEAST_Z] = Math.min(cornerU[2], cornerU[SECOND + 2]);
        faceNumbers[n + MOST_Z] = Math.max(cornerU[2], cornerU[SECOND + 2]);
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

/** Writes a plane of the body's frame, from index `at`, in plane coordinates. The sign -1 reverses it. */
function setCutter(plane4: Float64Array, at: number, sign: number): void {
  const z = planeAxes;
  const x = sign * plane4[at];
  const y = sign * plane4[at + 1];
  const w = sign * plane4[at + 2];
  cutterU[OFFSET] = sign * plane4[at + 3];
  for (let i = 0; i < 3; i++) {
    cutterU[i] = z[3 * i] * x + z[3 * i + 1] * y + z[3 * i + 2] * w;
    cutterU[OFFSET] += cutterU[i] * z[9 + i];
  }
}

/**
 * Cuts the polygon in cornerU. New corners and sides get the code `code`: CUT if the surface continues in the same
 * contact; the edge number after the last if another contact has the rest. Returns the number of corners.
 */
function cutTriangle(count: number, code: number): number {
  let out = 0;
  for (let k = 0; k < count; k++) {
    const next = k + 1 < count ? k + 1 : 0;
    const h = cutterU[0] * cornerU[3 * k] + cutterU[1] * cornerU[3 * k + 1] + cutterU[2] * cornerU[3 * k + 2] - cutterU[OFFSET];
    const h1 = cutterU[0] * cornerU[3 * next] + cutterU[1] * cornerU[3 * next + 1] + cutterU[2] * cornerU[3 * next + 2] - cutterU[OFFSET];
    if (h <= 0) {
      for (let i = 0; i < 3; i++) cutU[3 * out + i] = cornerU[3 * k + i];
      cutName[out] = cornerName[k];
      cutSideName[out++] = sideName[k];
    }
    if (h <= 0 !== h1 <= 0) {
      const t = h / (h - h1);
      for (let i = 0; i < 3; i++) cutU[3 * out + i] = cornerU[3 * k + i] + t * (cornerU[3 * next + i] - cornerU[3 * k + i]);
      // A corner on an edge of the mesh gets the code of that edge.
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
