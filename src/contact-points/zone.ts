/**
 * The contact zone over a common plane, cell by cell. Where a face of A lies over a face of B, the gap between them is
 * linear. The part of the cell with a gap below the level is a convex polygon. The sums over all cells give the area of
 * the zone, the volume and centroid of the overlap, and the shares of the corners.
 *
 * Level: the zone is Z(eps), where the gap is at most eps, the rounding of the pair. The weight of a place is
 * w = eps - gap. So a flush contact that just touches has an area, and the pressure centre is defined whenever bodies
 * touch. Both are continuous.
 *
 * Over a triangle of area T with linear w:
 *
 *     integral of w   = T (w0 + w1 + w2) / 3
 *     integral of w x = T ((w0 + w1 + w2)(x0 + x1 + x2) + w0 x0 + w1 x1 + w2 x2) / 12
 *
 * Shares: let c be the centroid of the cell's part. A corner gets half of each of its two triangles (c, corner,
 * neighbour). The shares add up to the area. Sums over corners, weighted by the shares, give the integral of every
 * linear function: sum share = T and sum share x = T c.
 */
import { GAP } from '../contact/layouts';
import { featureDimension, featureIndex } from '../contact/feature';
import { MAX_VERTICES, type ConvexPolyhedron } from '../polyhedron/convex-polyhedron';
import { cellCode, cellSide, cellX, cellY } from './cell';
import {
  addPlace,
  found,
  foundFace,
  foundCode,
  placeCode,
  placeCount,
  placeFace,
  placeGap,
  placeShare,
  placeX,
  placeY,
  placeZ,
  POINTS,
  RIM,
} from './places';
import {
  ANCHOR_X,
  ANCHOR_Y,
  ANCHOR_Z,
  CUT,
  FACE_NUMBERS,
  LEAST_Z,
  MOST_Z,
  SLOPE_X,
  SLOPE_Y,
  faceCode,
  faceNumbers,
  loadEdge,
  loadFaces,
  loadNeighbours,
  surfaceBounds,
  vertexX,
  vertexY,
  vertexZ,
} from './surface';

/**
 * Sums over the zone, by slot: the area; the integrals of w, w x, w y and w z, where z is the height midway between the
 * surfaces; the integrals of x and y.
 */
export const zoneSums = /* @__PURE__ */ new Float64Array(7);
export const AREA = 0;
export const WEIGHT = 1;
export const WEIGHT_X = 2;
export const WEIGHT_Y = 3;
export const WEIGHT_Z = 4;
export const AREA_X = 5;
export const AREA_Y = 6;

/** Bounds of the gap: a corner with a gap up to POINT_LIMIT is a point; up to ZONE_LEVEL it belongs to the zone. */
export const gapBounds = /* @__PURE__ */ new Float64Array(2);
export const POINT_LIMIT = 0;
export const ZONE_LEVEL = 1;

/** Most corners of a cell, and of the new corners where the level crosses two of its sides. */
const CORNERS = 2 * MAX_VERTICES + 4;
/** Heights of both surfaces at the corners of the cell, and the gap between them. */
export const heightA = /* @__PURE__ */ new Float64Array(CORNERS);
export const heightB = /* @__PURE__ */ new Float64Array(CORNERS);
export const cornerGap = /* @__PURE__ */ new Float64Array(CORNERS);
/** The place of a corner, or -1; and the place where the level crosses the side after it. */
export const cornerPlace = /* @__PURE__ */ new Int32Array(CORNERS);
export const crossPlace = /* @__PURE__ */ new Int32Array(CORNERS);
/** The cell's part of the zone: corner, weight, height midway, place. */
export const zoneX = /* @__PURE__ */ new Float64Array(CORNERS);
export const zoneY = /* @__PURE__ */ new Float64Array(CORNERS);
export const zoneW = /* @__PURE__ */ new Float64Array(CORNERS);
export const zoneZ = /* @__PURE__ */ new Float64Array(CORNERS);
export const zonePlace = /* @__PURE__ */ new Int32Array(CORNERS);

export function clearZone(): void {
  zoneSums[AREA] = 0;
  zoneSums[WEIGHT] = 0;
  zoneSums[WEIGHT_X] = 0;
  zoneSums[WEIGHT_Y] = 0;
  zoneSums[WEIGHT_Z] = 0;
  zoneSums[AREA_X] = 0;
  zoneSums[AREA_Y] = 0;
}

/**
 * Adds the points and the zone of a cell with `count` corners, the common part of faces i of A and j of B (rows of
 * surface.ts). Loads the faces beyond its sides that have an end within the limit. The gap is linear along a side: when
 * neither end is within the limit, nothing beyond the side is. Z(limit) is convex: one of its cells leads to all
 * others.
 */
export function addCell(a: ConvexPolyhedron, b: ConvexPolyhedron, i: number, j: number, count: number): void {
  setHeights(a, 0, i, count);
  setHeights(b, 1, j, count);
  if (!gatherCell(i, j, count)) return;
  loadBeyond(a, 0, i, count);
  loadBeyond(b, 1, j, count);
}

/** The same for face i of A over a wall, the plane at height 0, which counts as face `wall` of B. */
export function addWallCell(a: ConvexPolyhedron, i: number, wall: number, count: number): void {
  setHeights(a, 0, i, count);
  for (let k = 0; k < count; k++) heightB[k] = 0;
  if (gatherCell(i, wall, count)) loadBeyond(a, 0, i, count);
}

/** Adds the cell whose gaps and heights are known; false when all of it is above the limit. */
export function gatherCell(i: number, j: number, count: number): boolean {
  const limit = gapBounds[POINT_LIMIT];
  const level = gapBounds[ZONE_LEVEL];
  let least = Infinity;
  let most = -Infinity;
  for (let k = 0; k < count; k++) {
    const gap = heightB[k] - heightA[k];
    cornerGap[k] = gap;
    if (gap < least) least = gap;
    if (gap > most) most = gap;
  }
  if (!(least <= limit)) return false;
  if (placeCount[POINTS] === 0) putPoints(i, j, count);
  else addPoints(i, j, count);
  if (count < 3 || !(least < level)) return true;
  if (most <= level) {
    for (let k = 0; k < count; k++) {
      zoneX[k] = cellX[k];
      zoneY[k] = cellY[k];
      zoneW[k] = level - cornerGap[k];
      zoneZ[k] = 0.5 * (heightA[k] + heightB[k]);
      zonePlace[k] = cornerPlace[k];
    }
    addZone(count);
  } else {
    addZone(cutCell(i, j, count));
  }
  return true;
}

/** Whether corner k of the cell is a point. A corner that a cut made is not; its gap is above the limit. */
function isPoint(k: number): boolean {
  return cornerGap[k] <= gapBounds[POINT_LIMIT] && featureDimension(cellCode[2 * k]) !== 3 && featureDimension(cellCode[2 * k + 1]) !== 3;
}

/** Adds the points of the first cell. Corners of one cell are different places, and there is room for them. */
function putPoints(i: number, j: number, count: number): void {
  let row = 0;
  for (let k = 0; k < count; k++) {
    cornerPlace[k] = -1;
    if (!isPoint(k)) continue;
    placeX[row] = cellX[k];
    placeY[row] = cellY[k];
    placeZ[row] = 0.5 * (heightA[k] + heightB[k]);
    placeGap[row] = cornerGap[k];
    placeShare[row] = 0;
    placeCode[2 * row] = cellCode[2 * k];
    placeCode[2 * row + 1] = cellCode[2 * k + 1];
    placeFace[2 * row] = i;
    placeFace[2 * row + 1] = j;
    cornerPlace[k] = row++;
  }
  placeCount[POINTS] = row;
}

/** Adds the points of a cell that no earlier cell has. */
function addPoints(i: number, j: number, count: number): void {
  const known = placeCount[POINTS];
  foundFace[0] = i;
  foundFace[1] = j;
  for (let k = 0; k < count; k++) {
    cornerPlace[k] = -1;
    if (!isPoint(k)) continue;
    found[0] = cellX[k];
    found[1] = cellY[k];
    found[2] = 0.5 * (heightA[k] + heightB[k]);
    found[GAP] = cornerGap[k];
    foundCode[0] = cellCode[2 * k];
    foundCode[1] = cellCode[2 * k + 1];
    cornerPlace[k] = addPlace(POINTS, known);
  }
}

/**
 * Loads the faces of body `side` beyond the sides of the cell that have an end within the limit. A cell no wider than
 * rounding has no sides. It may lie along any side of the face, so all neighbours are loaded.
 */
function loadBeyond(shape: ConvexPolyhedron, side: number, face: number, count: number): void {
  if (count < 3) {
    let within = false;
    for (let k = 0; k < count; k++) {
      if (cornerPlace[k] < 0) continue;
      within = true;
      loadFaces(shape, side, cellCode[2 * k + side]);
    }
    if (within) loadNeighbours(shape, side, faceCode[face]);
    return;
  }
  let last = count - 1;
  for (let k = 0; k < count; k++) {
    const line = cellSide[last];
    if ((line & 1) === side && line >> 1 !== CUT && (cornerPlace[last] >= 0 || cornerPlace[k] >= 0)) {
      loadEdge(shape, side, featureIndex(line >> 1));
    }
    last = k;
  }
}

/**
 * Sets the heights of the surface of body `side` at the corners of the cell. A corner of that body has its own height;
 * any other place has the height of the face's plane.
 */
export function setHeights(shape: ConvexPolyhedron, side: number, face: number, count: number): void {
  const out = side === 0 ? heightA : heightB;
  const n = FACE_NUMBERS * face;
  const slopeX = faceNumbers[n + SLOPE_X];
  const slopeY = faceNumbers[n + SLOPE_Y];
  const z0 = faceNumbers[n + ANCHOR_Z] - slopeX * faceNumbers[n + ANCHOR_X] - slopeY * faceNumbers[n + ANCHOR_Y];
  if (!(slopeX * slopeX + slopeY * slopeY <= 1)) {
    for (let k = 0; k < count; k++) setSteepHeight(shape, side, face, k);
    return;
  }
  const row = side * MAX_VERTICES;
  for (let k = 0; k < count; k++) {
    const code = cellCode[2 * k + side];
    out[k] = featureDimension(code) === 0 ? vertexZ[row + featureIndex(code)] : z0 + slopeX * cellX[k] + slopeY * cellY[k];
  }
}

/**
 * Sets the height on a steep face, where one rounding step sideways changes the height a lot. A place on an edge gets
 * the height of the edge. Heights are limited to those of the face's ends.
 */
function setSteepHeight(shape: ConvexPolyhedron, side: number, face: number, k: number): void {
  const out = side === 0 ? heightA : heightB;
  const code = cellCode[2 * k + side];
  const dimension = featureDimension(code);
  const row = side * MAX_VERTICES;
  if (dimension === 0) {
    out[k] = vertexZ[row + featureIndex(code)];
    return;
  }
  if (dimension === 3) {
    // On the cut.
    out[k] = surfaceBounds[side];
    return;
  }
  const x = cellX[k];
  const y = cellY[k];
  if (dimension === 1) {
    const e = featureIndex(code);
    const p = row + shape.halfEdgeOrigin[2 * e];
    const q = row + shape.halfEdgeOrigin[2 * e + 1];
    const dx = vertexX[q] - vertexX[p];
    const dy = vertexY[q] - vertexY[p];
    const dd = dx * dx + dy * dy;
    let t = dd > 0 ? ((x - vertexX[p]) * dx + (y - vertexY[p]) * dy) / dd : 0;
    t = t > 0 ? (t < 1 ? t : 1) : 0;
    out[k] = vertexZ[p] + t * (vertexZ[q] - vertexZ[p]);
    return;
  }
  const n = FACE_NUMBERS * face;
  const z =
    faceNumbers[n + ANCHOR_Z] +
    faceNumbers[n + SLOPE_X] * (x - faceNumbers[n + ANCHOR_X]) +
    faceNumbers[n + SLOPE_Y] * (y - faceNumbers[n + ANCHOR_Y]);
  out[k] = z < faceNumbers[n + LEAST_Z] ? faceNumbers[n + LEAST_Z] : z > faceNumbers[n + MOST_Z] ? faceNumbers[n + MOST_Z] : z;
}

/**
 * Writes the part of the cell below the level. Returns the number of its corners. A corner of the rim lies where the
 * level crosses a side.
 */
function cutCell(i: number, j: number, count: number): number {
  const level = gapBounds[ZONE_LEVEL];
  const known = placeCount[RIM];
  let out = 0;
  for (let k = 0; k < count; k++) {
    const next = k + 1 < count ? k + 1 : 0;
    const w = level - cornerGap[k];
    const nextW = level - cornerGap[next];
    const mid = 0.5 * (heightA[k] + heightB[k]);
    if (w >= 0) {
      zoneX[out] = cellX[k];
      zoneY[out] = cellY[k];
      zoneW[out] = w;
      zoneZ[out] = mid;
      zonePlace[out] = cornerPlace[k];
      out++;
    }
    if ((w > 0 && nextW < 0) || (w < 0 && nextW > 0)) {
      const t = w / (w - nextW);
      zoneX[out] = found[0] = cellX[k] + t * (cellX[next] - cellX[k]);
      zoneY[out] = found[1] = cellY[k] + t * (cellY[next] - cellY[k]);
      zoneZ[out] = found[2] = mid + t * (0.5 * (heightA[next] + heightB[next]) - mid);
      zoneW[out] = 0;
      found[GAP] = level;
      const edge = cellSide[k] >> 1;
      const isOfB = (cellSide[k] & 1) === 1;
      foundCode[0] = isOfB ? faceCode[i] : edge;
      foundCode[1] = isOfB ? edge : faceCode[j];
      zonePlace[out] = crossPlace[k] = addPlace(RIM, known);
      out++;
    }
  }
  return out;
}

/** Adds the polygon of `count` corners in zoneX and the like to the sums and to the shares of its places. */
export function addZone(count: number): void {
  if (count < 3) return;
  // Relative to the first corner, so that coordinates far from the origin lose no digits.
  const x0 = zoneX[0];
  const y0 = zoneY[0];
  const w0 = zoneW[0];
  const z0 = zoneZ[0];
  let area = 0;
  let weight = 0;
  let weightX = 0;
  let weightY = 0;
  let weightZ = 0;
  let areaX = 0;
  let areaY = 0;
  let ax = zoneX[1] - x0;
  let ay = zoneY[1] - y0;
  for (let k = 1; k + 1 < count; k++) {
    const bx = zoneX[k + 1] - x0;
    const by = zoneY[k + 1] - y0;
    const t = 0.5 * (ax * by - ay * bx);
    const wa = zoneW[k];
    const wb = zoneW[k + 1];
    const za = zoneZ[k] - z0;
    const zb = zoneZ[k + 1] - z0;
    const w = w0 + wa + wb;
    const u = t / 12;
    area += t;
    areaX += t * (ax + bx);
    areaY += t * (ay + by);
    weight += t * w;
    weightX += u * (w * (ax + bx) + wa * ax + wb * bx);
    weightY += u * (w * (ay + by) + wa * ay + wb * by);
    weightZ += u * (w * (za + zb) + wa * za + wb * zb);
    ax = bx;
    ay = by;
  }
  if (!(area > 0)) return;
  weight /= 3;
  zoneSums[AREA] += area;
  zoneSums[WEIGHT] += weight;
  zoneSums[WEIGHT_X] += weightX + weight * x0;
  zoneSums[WEIGHT_Y] += weightY + weight * y0;
  zoneSums[WEIGHT_Z] += weightZ + weight * z0;
  zoneSums[AREA_X] += areaX / 3 + area * x0;
  zoneSums[AREA_Y] += areaY / 3 + area * y0;
  const cx = x0 + areaX / (3 * area);
  const cy = y0 + areaY / (3 * area);
  let last = count - 1;
  let px = zoneX[last] - cx;
  let py = zoneY[last] - cy;
  for (let k = 0; k < count; k++) {
    const qx = zoneX[k] - cx;
    const qy = zoneY[k] - cy;
    const half = 0.25 * (px * qy - py * qx);
    if (zonePlace[last] >= 0) placeShare[zonePlace[last]] += half;
    if (zonePlace[k] >= 0) placeShare[zonePlace[k]] += half;
    last = k;
    px = qx;
    py = qy;
  }
}
