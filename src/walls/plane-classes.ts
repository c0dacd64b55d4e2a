/**
 * Pieces of the touched surface that lie in one plane: a **class**. So a floor is one class, for any cut into triangles
 * and for any shared edges.
 *
 * Two pieces are of one class when the corners of each are within a tolerance of the plane of the other, with the same
 * outward side. The tolerance is the rounding band. If there are more classes than room (a finely curved surface), the
 * tolerance grows until they fit.
 *
 * A class has two **sides**: side 2 c with the plane of the mesh (m, o), side 2 c + 1 with (-m, -o). One-sided walls
 * have only the first.
 */
import { OFFSET } from '../contact/layouts';
import type { ConvexPolyhedron } from '../polyhedron/convex-polyhedron';
import type { ClipSpaces } from './clip-spaces';
import type { MeshWall } from './mesh-wall';
import {
  cornerAt,
  MAX_PIECES,
  PIECES,
  pieceArea,
  pieceCentre,
  pieceCorners,
  pieceRow,
  pieceStart,
  pieceUsed,
  rowCorner,
  rowPlane,
  rowTriangle,
  touchedCount,
} from './touched-surface';

/** Room for classes; one more for a cut seed. */
const MAX_CLASSES = 64;
const CLASS_ROOM = MAX_CLASSES + 1;
/** Growth of the tolerance when there are too many classes, and its most steps: 8^40 is 2^120. */
const COARSER = 8;
const MAX_PASSES = 40;

/** Number of classes. */
export const classCount = /* @__PURE__ */ new Int32Array(1);
/** First piece of each class; the piece after each piece, -1 at the end. */
export const classFirst = /* @__PURE__ */ new Int32Array(CLASS_ROOM);
export const pieceNext = /* @__PURE__ */ new Int32Array(MAX_PIECES);
/** The lowest flat part among the pieces of a class: its name. */
export const classPart = /* @__PURE__ */ new Int32Array(CLASS_ROOM);
/** Planes of the sides, m and o (OFFSET): four numbers for each side, two sides for each class. */
export const sidePlane = /* @__PURE__ */ new Float64Array(8 * CLASS_ROOM);
/**
 * Of the unused pieces of each class: area, area that may be a seed (for each side), centroid, distance of the farthest
 * corner from it.
 */
export const classArea = /* @__PURE__ */ new Float64Array(CLASS_ROOM);
export const classCentre = /* @__PURE__ */ new Float64Array(3 * CLASS_ROOM);
export const classSpread = /* @__PURE__ */ new Float64Array(CLASS_ROOM);
/** Number of unused pieces. */
export const classPieces = /* @__PURE__ */ new Int32Array(CLASS_ROOM);
/** Classes by falling area. */
export const classOrder = /* @__PURE__ */ new Int32Array(CLASS_ROOM);

/** Tolerance of one plane: input of {@link makeClasses}. */
export const classTolerance = /* @__PURE__ */ new Float64Array(1);

/** Puts all pieces into classes. */
export function makeClasses(mesh: MeshWall): void {
  for (let pass = 0; pass < MAX_PASSES; pass++) {
    if (fillClasses(mesh, pass === 0)) break;
    classTolerance[0] *= COARSER;
  }
}

function fillClasses({ flatPart }: MeshWall, isFirstPass: boolean): boolean {
  const pieces = touchedCount[PIECES];
  classCount[0] = 0;
  for (let p = 0; p < pieces; p++) {
    const part = flatPart[rowTriangle[pieceRow[p]]];
    let c = 0;
    while (c < classCount[0] && !isOfClass(p, c, flatPart, isFirstPass)) c++;
    if (c === classCount[0]) {
      if (c === MAX_CLASSES) return false;
      classCount[0]++;
      classFirst[c] = p;
      pieceNext[p] = -1;
      classPart[c] = part;
      setSides(c, pieceRow[p]);
    } else {
      pieceNext[p] = pieceNext[classFirst[c]];
      pieceNext[classFirst[c]] = p;
      if (part < classPart[c]) classPart[c] = part;
    }
  }
  return true;
}

/** Sets the planes of a class: those of the triangle in a row. */
export function setSides(c: number, row: number): void {
  for (let k = 0; k < 4; k++) {
    sidePlane[8 * c + k] = rowPlane[4 * row + k];
    sidePlane[8 * c + 4 + k] = 0 - rowPlane[4 * row + k];
  }
}

function isOfClass(p: number, c: number, flatPart: Int32Array, isFirstPass: boolean): boolean {
  const first = classFirst[c];
  const r = pieceRow[p];
  const q = pieceRow[first];
  if (flatPart[rowTriangle[r]] === flatPart[rowTriangle[q]]) return true;
  const m = 4 * r;
  const n = 4 * q;
  const cosine = rowPlane[m] * rowPlane[n] + rowPlane[m + 1] * rowPlane[n + 1] + rowPlane[m + 2] * rowPlane[n + 2];
  if (!(cosine > ALIKE)) return false;
  // A piece as small as the tolerance fits any plane. So the first pass compares the whole triangles.
  if (isFirstPass) return isOnPlane(rowCorner, 9 * r, 9, n) && isOnPlane(rowCorner, 9 * q, 9, m);
  return (
    isOnPlane(cornerAt, 3 * pieceStart[p], 3 * pieceCorners[p], n) && isOnPlane(cornerAt, 3 * pieceStart[first], 3 * pieceCorners[first], m)
  );
}

/** Least cosine between the normals of one class. */
const ALIKE = 0.97;

/** Whether points x y z from `start` on are within the tolerance of a plane of rowPlane. */
function isOnPlane(points: Float64Array, start: number, numbers: number, m: number): boolean {
  const tolerance = classTolerance[0];
  for (let o = start; o < start + numbers; o += 3) {
    const h = rowPlane[m] * points[o] + rowPlane[m + 1] * points[o + 1] + rowPlane[m + 2] * points[o + 2] - rowPlane[m + OFFSET];
    if (!(h <= tolerance && h >= -tolerance)) return false;
  }
  return true;
}

/** Measures the unused part of all classes, and sorts them. */
export function measureClasses(): void {
  const count = classCount[0];
  for (let c = 0; c < count; c++) {
    measureClass(c);
    classOrder[c] = c;
  }
  // Shell's sort, with gaps 1, 4, 13, 40, ...
  let gap = 1;
  while (3 * gap + 1 < count) gap = 3 * gap + 1;
  for (; gap > 0; gap = (gap - 1) / 3) {
    for (let i = gap; i < count; i++) {
      const c = classOrder[i];
      let j = i;
      for (; j >= gap && classArea[classOrder[j - gap]] < classArea[c]; j -= gap) classOrder[j] = classOrder[j - gap];
      classOrder[j] = c;
    }
  }
}

export function measureClass(c: number): void {
  let area = 0;
  let pieces = 0;
  let sx = 0;
  let sy = 0;
  let sz = 0;
  let mx = 0;
  let my = 0;
  let mz = 0;
  for (let p = classFirst[c]; p >= 0; p = pieceNext[p]) {
    if (pieceUsed[p] === 1) continue;
    const a = pieceArea[p];
    const x = pieceCentre[3 * p];
    const y = pieceCentre[3 * p + 1];
    const z = pieceCentre[3 * p + 2];
    area += a;
    pieces++;
    sx += a * x;
    sy += a * y;
    sz += a * z;
    mx += x;
    my += y;
    mz += z;
  }
  const x = area > 0 ? sx / area : pieces > 0 ? mx / pieces : 0;
  const y = area > 0 ? sy / area : pieces > 0 ? my / pieces : 0;
  const z = area > 0 ? sz / area : pieces > 0 ? mz / pieces : 0;
  let far = 0;
  for (let p = classFirst[c]; p >= 0; p = pieceNext[p]) {
    if (pieceUsed[p] === 1) continue;
    const end = 3 * (pieceStart[p] + pieceCorners[p]);
    for (let o = 3 * pieceStart[p]; o < end; o += 3) {
      const dx = cornerAt[o] - x;
      const dy = cornerAt[o + 1] - y;
      const dz = cornerAt[o + 2] - z;
      const d = dx * dx + dy * dy + dz * dz;
      if (d > far) far = d;
    }
  }
  classArea[c] = area;
  classPieces[c] = pieces;
  classCentre[3 * c] = x;
  classCentre[3 * c + 1] = y;
  classCentre[3 * c + 2] = z;
  classSpread[c] = Math.sqrt(far);
}

/**
 * The side with the largest unused area that may begin a contact, or -1. The body's centroid, the origin, must be in
 * front of a two-sided wall and of the triangles of a sheet: a body that is more than half behind passes through those.
 * A piece without border is the surface of a solid and has contacts at any depth.
 */
export function chooseSeed({ isSheet, twoSided }: MeshWall): number {
  for (let k = 0; k < classCount[0]; k++) {
    const c = classOrder[k];
    if (classPieces[c] === 0) continue;
    const isInFront = sidePlane[8 * c + OFFSET] <= 0;
    if (twoSided) return isInFront ? 2 * c : 2 * c + 1;
    if (isInFront) return 2 * c;
    for (let p = classFirst[c]; p >= 0; p = pieceNext[p]) if (pieceUsed[p] === 0 && isSheet[rowTriangle[pieceRow[p]]] === 0) return 2 * c;
  }
  return -1;
}

/**
 * Along the normal of a side: the least height of the body's corners over its plane, and its corner (in lowestCorner).
 */
export const sideHeight = /* @__PURE__ */ new Float64Array(1);
export const lowestCorner = /* @__PURE__ */ new Int32Array(1);

export function measureHeight({ vertices, vertexCount }: ConvexPolyhedron, side: number): void {
  const mx = sidePlane[4 * side];
  const my = sidePlane[4 * side + 1];
  const mz = sidePlane[4 * side + 2];
  let least = Infinity;
  let lowest = 0;
  for (let v = 0; v < vertexCount; v++) {
    const h = mx * vertices[3 * v] + my * vertices[3 * v + 1] + mz * vertices[3 * v + 2];
    if (h < least) {
      least = h;
      lowest = v;
    }
  }
  sideHeight[0] = least - sidePlane[4 * side + OFFSET];
  lowestCorner[0] = lowest;
}

/**
 * The depth at the pieces of a side: the largest distance from the centroid of a piece to the end of the body, against
 * the normal. The depth is a concave function over a piece, so no place of the piece is more than three times as deep
 * as its centroid.
 */
export const sideStretch = /* @__PURE__ */ new Float64Array(1);

export function measureStretch({ normals, offsets, faceCount }: ClipSpaces, side: number): void {
  const mx = sidePlane[4 * side];
  const my = sidePlane[4 * side + 1];
  const mz = sidePlane[4 * side + 2];
  let longest = 0;
  for (let p = classFirst[side >> 1]; p >= 0; p = pieceNext[p]) {
    if (pieceUsed[p] === 1) continue;
    const x = pieceCentre[3 * p];
    const y = pieceCentre[3 * p + 1];
    const z = pieceCentre[3 * p + 2];
    let way = Infinity;
    for (let f = 0; f < faceCount; f++) {
      const down = -(mx * normals[3 * f] + my * normals[3 * f + 1] + mz * normals[3 * f + 2]);
      if (!(down > LEAST_COSINE)) continue;
      const t = (offsets[f] - (normals[3 * f] * x + normals[3 * f + 1] * y + normals[3 * f + 2] * z)) / down;
      if (t < way) way = t;
    }
    if (way > longest) longest = way;
  }
  sideStretch[0] = longest;
}

/** Faces steeper than this do not bound a line along the normal. */
const LEAST_COSINE = 1e-9;
