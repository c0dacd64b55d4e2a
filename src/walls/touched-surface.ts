/**
 * The part of a mesh wall that a body touches: the near triangles in the body's frame, each clipped by the body's
 * half-spaces (clip-spaces.ts), which are moved out by `reach`. The remaining part of a triangle is a **piece**, a
 * convex polygon.
 *
 * Clipping of a polygon by one plane after another: Sutherland and Hodgman 1974. Frame: the body's. Cost: faces of the
 * body times near triangles.
 */
import type { Pose } from '../body/pose';
import { OFFSET } from '../contact/layouts';
import { MAX_FACES, type ConvexPolyhedron } from '../polyhedron/convex-polyhedron';
import type { ClipSpaces } from './clip-spaces';
import type { MeshWall } from './mesh-wall';
import type { TriangleList } from './triangle-tree';

/** Most triangles, pieces, and corners of all pieces. */
export const MAX_ROWS = 4096;
export const MAX_PIECES = 2 * MAX_ROWS;
const MAX_CORNERS = 8 * MAX_ROWS;

/**
 * One row for each triangle: number in the mesh; corners, x y z packed, nine numbers; unit normal and offset, four
 * numbers.
 */
export const rowTriangle = /* @__PURE__ */ new Int32Array(MAX_ROWS);
export const rowCorner = /* @__PURE__ */ new Float64Array(9 * MAX_ROWS);
export const rowPlane = /* @__PURE__ */ new Float64Array(4 * MAX_ROWS);

/** Pieces: row of the triangle, first corner, number of corners. */
export const pieceRow = /* @__PURE__ */ new Int32Array(MAX_PIECES);
export const pieceStart = /* @__PURE__ */ new Int32Array(MAX_PIECES);
export const pieceCorners = /* @__PURE__ */ new Int32Array(MAX_PIECES);
/** 1: a contact covers it. */
export const pieceUsed = /* @__PURE__ */ new Uint8Array(MAX_PIECES);
export const pieceArea = /* @__PURE__ */ new Float64Array(MAX_PIECES);
/** Centroids, x y z packed. */
export const pieceCentre = /* @__PURE__ */ new Float64Array(3 * MAX_PIECES);

/** Corners of the pieces, x y z packed, and the side of the triangle that follows each: 0 to 2, or CUT. */
export const cornerAt = /* @__PURE__ */ new Float64Array(3 * MAX_CORNERS);
export const cornerSide = /* @__PURE__ */ new Uint8Array(MAX_CORNERS);
export const CUT = 3;

/** Slots of touchedCount: triangles; pieces; corners; whether there was too little room. */
export const ROWS = 0;
export const PIECES = 1;
export const CORNERS = 2;
export const OVERFLOW = 3;
export const touchedCount = /* @__PURE__ */ new Int32Array(4);

/** Distance by which the body's half-spaces are moved out: input of {@link findTouched}. */
export const touchReach = /* @__PURE__ */ new Float64Array(1);

/** The polygon before and after a cut: corners and sides. */
const ROOM = MAX_FACES + 8;
const oneAt = /* @__PURE__ */ new Float64Array(3 * ROOM);
const oneSide = /* @__PURE__ */ new Uint8Array(ROOM);
const twoAt = /* @__PURE__ */ new Float64Array(3 * ROOM);
const twoSide = /* @__PURE__ */ new Uint8Array(ROOM);
/** Heights of the corners over the cutting plane. */
const height = /* @__PURE__ */ new Float64Array(ROOM);
/** The cutting plane: normal and OFFSET. The part with n·x above the offset is cut off. */
export const cutPlane = /* @__PURE__ */ new Float64Array(4);

/** Fills rows and pieces. */
export function findTouched(shape: ConvexPolyhedron, spaces: ClipSpaces, mesh: MeshWall, near: TriangleList, pose: Pose): void {
  touchedCount[ROWS] = 0;
  touchedCount[PIECES] = 0;
  touchedCount[CORNERS] = 0;
  touchedCount[OVERFLOW] = 0;
  const far = shape.radius + shape.tolerance + touchReach[0];
  const { triangleCount } = mesh;
  for (let k = 0; k < near.count; k++) {
    const t = near.triangles[k];
    if (!(t >= 0 && t < triangleCount)) continue;
    const row = touchedCount[ROWS];
    if (row >= MAX_ROWS) {
      touchedCount[OVERFLOW] = 1;
      break;
    }
    loadTriangle(mesh, t, pose, row);
    // The body's frame has its origin at the centre of the bounding sphere.
    const offset = rowPlane[4 * row + OFFSET];
    if (!(offset <= far && offset >= -far)) continue;
    const corners = clipTriangle(spaces, row);
    if (corners < 3) continue;
    touchedCount[ROWS]++;
    addPiece(row, corners);
  }
}

/** Loads a triangle that is not touched, after the existing rows. False when there is no room. */
export function loadRow(mesh: MeshWall, t: number, pose: Pose, row: number): boolean {
  if (row >= MAX_ROWS) return false;
  loadTriangle(mesh, t, pose, row);
  return true;
}

function loadTriangle({ vertices, triangles, normals, offsets }: MeshWall, t: number, pose: Pose, row: number): void {
  for (let c = 0; c < 3; c++) {
    const v = 3 * triangles[3 * t + c];
    const x = vertices[v];
    const y = vertices[v + 1];
    const z = vertices[v + 2];
    const o = 9 * row + 3 * c;
    rowCorner[o] = pose[0] * x + pose[1] * y + pose[2] * z + pose[9];
    rowCorner[o + 1] = pose[3] * x + pose[4] * y + pose[5] * z + pose[10];
    rowCorner[o + 2] = pose[6] * x + pose[7] * y + pose[8] * z + pose[11];
  }
  const mx = normals[3 * t];
  const my = normals[3 * t + 1];
  const mz = normals[3 * t + 2];
  const nx = pose[0] * mx + pose[1] * my + pose[2] * mz;
  const ny = pose[3] * mx + pose[4] * my + pose[5] * mz;
  const nz = pose[6] * mx + pose[7] * my + pose[8] * mz;
  rowPlane[4 * row] = nx;
  rowPlane[4 * row + 1] = ny;
  rowPlane[4 * row + 2] = nz;
  rowPlane[4 * row + OFFSET] = offsets[t] + nx * pose[9] + ny * pose[10] + nz * pose[11];
  rowTriangle[row] = t;
}

/** Writes the part of a triangle in the body to oneAt. Returns the number of corners. */
function clipTriangle({ normals, offsets, faceCount }: ClipSpaces, row: number): number {
  const reach = touchReach[0];
  const o = 9 * row;
  const p = o + 3;
  const q = o + 6;
  for (let f = 0; f < faceCount; f++) {
    const nx = normals[3 * f];
    const ny = normals[3 * f + 1];
    const nz = normals[3 * f + 2];
    const level = offsets[f] + reach;
    if (
      nx * rowCorner[o] + ny * rowCorner[o + 1] + nz * rowCorner[o + 2] > level &&
      nx * rowCorner[p] + ny * rowCorner[p + 1] + nz * rowCorner[p + 2] > level &&
      nx * rowCorner[q] + ny * rowCorner[q + 1] + nz * rowCorner[q + 2] > level
    )
      return 0;
  }
  for (let k = 0; k < 9; k++) oneAt[k] = rowCorner[o + k];
  for (let k = 0; k < 3; k++) oneSide[k] = k;
  let count = 3;
  for (let f = 0; f < faceCount && count > 0; f++) {
    cutPlane[0] = normals[3 * f];
    cutPlane[1] = normals[3 * f + 1];
    cutPlane[2] = normals[3 * f + 2];
    cutPlane[OFFSET] = offsets[f] + reach;
    count = cutPolygon(count);
  }
  return count;
}

/** Like touchReach, for {@link isPieceNear}. */
export const nearReach = /* @__PURE__ */ new Float64Array(1);

/** Whether a part of a piece is in the body whose half-spaces are moved out by nearReach. */
export function isPieceNear({ normals, offsets, faceCount }: ClipSpaces, p: number): boolean {
  loadPiece(p);
  let count = pieceCorners[p];
  for (let f = 0; f < faceCount && count > 0; f++) {
    cutPlane[0] = normals[3 * f];
    cutPlane[1] = normals[3 * f + 1];
    cutPlane[2] = normals[3 * f + 2];
    cutPlane[OFFSET] = offsets[f] + nearReach[0];
    count = cutPolygon(count);
  }
  return count > 0;
}

/** Copies a piece to oneAt. */
function loadPiece(p: number): void {
  const start = pieceStart[p];
  const count = pieceCorners[p];
  for (let k = 0; k < 3 * count; k++) oneAt[k] = cornerAt[3 * start + k];
  for (let k = 0; k < count; k++) oneSide[k] = cornerSide[start + k];
}

/** Cuts the polygon in oneAt by cutPlane, in place; returns the number of its corners. */
function cutPolygon(count: number): number {
  const nx = cutPlane[0];
  const ny = cutPlane[1];
  const nz = cutPlane[2];
  const level = cutPlane[OFFSET];
  let outside = 0;
  for (let k = 0; k < count; k++) {
    const h = nx * oneAt[3 * k] + ny * oneAt[3 * k + 1] + nz * oneAt[3 * k + 2] - level;
    height[k] = h;
    if (h > 0) outside++;
  }
  if (outside === 0) return count;
  if (outside === count) return 0;
  let out = 0;
  for (let k = 0; k < count; k++) {
    const next = k + 1 < count ? k + 1 : 0;
    const h = height[k];
    const h1 = height[next];
    if (h <= 0) {
      for (let i = 0; i < 3; i++) twoAt[3 * out + i] = oneAt[3 * k + i];
      twoSide[out++] = oneSide[k];
    }
    if (h <= 0 !== h1 <= 0) {
      // Interpolated from the inner end in both directions, so neighbours that share the side get the same corner.
      const inner = h <= 0 ? k : next;
      const outer = h <= 0 ? next : k;
      const t = height[inner] / (height[inner] - height[outer]);
      for (let i = 0; i < 3; i++) {
        const x = oneAt[3 * inner + i];
        twoAt[3 * out + i] = x + t * (oneAt[3 * outer + i] - x);
      }
      twoSide[out++] = h <= 0 ? CUT : oneSide[k];
    }
  }
  for (let k = 0; k < 3 * out; k++) oneAt[k] = twoAt[k];
  for (let k = 0; k < out; k++) oneSide[k] = twoSide[k];
  return out;
}

/** Appends the polygon in oneAt as a piece and returns its number; -1 when there is no room. */
function addPiece(row: number, corners: number): number {
  const p = touchedCount[PIECES];
  const start = touchedCount[CORNERS];
  if (p >= MAX_PIECES || start + corners > MAX_CORNERS) {
    touchedCount[OVERFLOW] = 1;
    return -1;
  }
  touchedCount[PIECES]++;
  touchedCount[CORNERS] += corners;
  pieceRow[p] = row;
  pieceStart[p] = start;
  pieceCorners[p] = corners;
  pieceUsed[p] = 0;
  for (let k = 0; k < 3 * corners; k++) cornerAt[3 * start + k] = oneAt[k];
  for (let k = 0; k < corners; k++) cornerSide[start + k] = oneSide[k];
  measure(p);
  return p;
}

/** Area and centroid of a piece, by a fan of triangles; the mean corner where there is no area. */
function measure(p: number): void {
  const start = 3 * pieceStart[p];
  const count = pieceCorners[p];
  const m = 4 * pieceRow[p];
  const nx = rowPlane[m];
  const ny = rowPlane[m + 1];
  const nz = rowPlane[m + 2];
  const ox = cornerAt[start];
  const oy = cornerAt[start + 1];
  const oz = cornerAt[start + 2];
  let area = 0;
  let sx = 0;
  let sy = 0;
  let sz = 0;
  let meanX = 0;
  let meanY = 0;
  let meanZ = 0;
  for (let k = 1; k < count; k++) {
    const a = start + 3 * k;
    const ux = cornerAt[a] - ox;
    const uy = cornerAt[a + 1] - oy;
    const uz = cornerAt[a + 2] - oz;
    meanX += ux;
    meanY += uy;
    meanZ += uz;
    if (k + 1 === count) break;
    const b = a + 3;
    const vx = cornerAt[b] - ox;
    const vy = cornerAt[b + 1] - oy;
    const vz = cornerAt[b + 2] - oz;
    const t = 0.5 * (nx * (uy * vz - uz * vy) + ny * (uz * vx - ux * vz) + nz * (ux * vy - uy * vx));
    area += t;
    sx += t * (ux + vx);
    sy += t * (uy + vy);
    sz += t * (uz + vz);
  }
  const hasArea = area > 0;
  pieceArea[p] = hasArea ? area : 0;
  const scale = hasArea ? 1 / (3 * area) : 1 / count;
  pieceCentre[3 * p] = ox + (hasArea ? sx : meanX) * scale;
  pieceCentre[3 * p + 1] = oy + (hasArea ? sy : meanY) * scale;
  pieceCentre[3 * p + 2] = oz + (hasArea ? sz : meanZ) * scale;
}

/**
 * Makes a new piece: the part of piece p with n·x at most the offset of cutPlane. Returns its number, -1 when nothing
 * is left or there is no room.
 */
export function cutPiece(p: number): number {
  loadPiece(p);
  const left = cutPolygon(pieceCorners[p]);
  return left >= 3 ? addPiece(pieceRow[p], left) : -1;
}
