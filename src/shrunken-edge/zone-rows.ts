/**
 * Corners of the cells of the contact zone (zone.ts): contact points, and corners of the rim of the zone. A corner
 * occurs in every cell around it, and has one row.
 *
 * A row has the features of A and of B on which it is, to rounding. {@link mergePoints} then makes contact points from
 * the rows. Rows within dTol of the same corner or side of a face of each block become one point, with the least gap
 * and the sum of all shares. So a stack that creeps by less than dTol keeps its points and their features. The result
 * does not depend on the order of the blocks.
 */
import { edgeFeature, faceFeature, featureDimension, featureIndex, vertexFeature } from '../contact/feature';
import { MAX_FACES, MAX_VERTICES, type ConvexPolyhedron } from '../polyhedron/convex-polyhedron';
import { flatX, flatY, height, heights, nearestCorner, slope } from './plane-view';
import { BAND, D_TOL, settings } from './settings';

export const ROWS = 8 * MAX_VERTICES;
export const POINT = 0;
export const RIM = 1;
const JOINED = 2;

/** The row to add: x, y, gap; and its sort. */
export const spot = /* @__PURE__ */ new Float64Array(3);
/** Slot of the gap in `spot`. */
export const SPOT_GAP = 2;
export const spotSort = /* @__PURE__ */ new Int32Array(1);
/** Distance within which a feature is at a place: an input of {@link locate}. */
const reach = /* @__PURE__ */ new Float64Array(1);

export const rowCount = /* @__PURE__ */ new Int32Array(1);
/** Number of rows that had no room. */
export const lostRows = /* @__PURE__ */ new Int32Array(1);
export const rowX = /* @__PURE__ */ new Float64Array(ROWS);
export const rowY = /* @__PURE__ */ new Float64Array(ROWS);
/** Height midway between both surfaces. */
export const rowHeight = /* @__PURE__ */ new Float64Array(ROWS);
export const rowGap = /* @__PURE__ */ new Float64Array(ROWS);
export const rowShare = /* @__PURE__ */ new Float64Array(ROWS);
const rowSort = /* @__PURE__ */ new Int32Array(ROWS);
/** Features of A and of B. */
export const rowA = /* @__PURE__ */ new Int32Array(ROWS);
export const rowB = /* @__PURE__ */ new Int32Array(ROWS);
/** The cell in which it was found first. */
const rowFaceA = /* @__PURE__ */ new Int32Array(ROWS);
const rowFaceB = /* @__PURE__ */ new Int32Array(ROWS);
/** Rows of one contact point whose gaps are the same to rounding: their number. */
const rowWeight = /* @__PURE__ */ new Int32Array(ROWS);

export function clearRows(): void {
  rowCount[0] = 0;
  lostRows[0] = 0;
}

/** The row at {@link spot} in the cell of faces fa and fb, existing or new; -1 when there is no room. */
export function addRow(a: ConvexPolyhedron, b: ConvexPolyhedron, fa: number, fb: number): number {
  const near = 2 * settings[BAND];
  const x = spot[0];
  const y = spot[1];
  const count = rowCount[0];
  reach[0] = near;
  for (let r = 0; r < count; r++) {
    if (!(Math.abs(rowX[r] - x) <= near && Math.abs(rowY[r] - y) <= near) || rowSort[r] !== spotSort[0]) continue;
    const own = locate(a, 0, fa);
    const other = locate(b, 1, fb);
    if (featureDimension(own) < featureDimension(rowA[r])) rowA[r] = own;
    if (featureDimension(other) < featureDimension(rowB[r])) rowB[r] = other;
    return r;
  }
  if (count >= ROWS) {
    lostRows[0]++;
    return -1;
  }
  rowX[count] = x;
  rowY[count] = y;
  rowGap[count] = spot[SPOT_GAP];
  rowShare[count] = 0;
  rowSort[count] = spotSort[0];
  rowA[count] = locate(a, 0, fa);
  rowB[count] = locate(b, 1, fb);
  rowFaceA[count] = fa;
  rowFaceB[count] = fb;
  rowCount[0] = count + 1;
  return count;
}

/**
 * The smallest feature of face f of the block of row `side` within {@link reach} of {@link spot}, the nearest of
 * several.
 */
function locate(shape: ConvexPolyhedron, side: number, f: number): number {
  const x = spot[0];
  const y = spot[1];
  let nearestVertex = reach[0] * reach[0];
  let nearestSide = nearestVertex;
  let vertex = -1;
  let edge = -1;
  const first = shape.faceHalfEdge[f];
  let h = first;
  for (let turns = shape.vertexCount; turns > 0; turns--) {
    const origin = shape.halfEdgeOrigin[h];
    const p = side * MAX_VERTICES + origin;
    const q = side * MAX_VERTICES + shape.halfEdgeOrigin[h ^ 1];
    const rx = x - flatX[p];
    const ry = y - flatY[p];
    const ex = flatX[q] - flatX[p];
    const ey = flatY[q] - flatY[p];
    const r2 = rx * rx + ry * ry;
    if (r2 <= nearestVertex) {
      nearestVertex = r2;
      vertex = origin;
    }
    const ee = ex * ex + ey * ey;
    const t = ee > 0 ? Math.min(1, Math.max(0, (rx * ex + ry * ey) / ee)) : 0;
    const s2 = (rx - t * ex) * (rx - t * ex) + (ry - t * ey) * (ry - t * ey);
    if (s2 <= nearestSide) {
      nearestSide = s2;
      edge = h >> 1;
    }
    h = shape.halfEdgeNext[h];
    if (h === first) break;
  }
  return vertex >= 0 ? vertexFeature(vertex) : edge >= 0 ? edgeFeature(edge) : faceFeature(f);
}

/** Heights of A and of B at the last row of {@link measureRow}. */
const surface = /* @__PURE__ */ new Float64Array(2);

/**
 * Sets gap and height of a row: from the heights of corners if it is at corners, otherwise from the planes of its
 * faces.
 */
function measureRow(r: number): void {
  spot[0] = rowX[r];
  spot[1] = rowY[r];
  heightAt(0, rowA[r], rowFaceA[r]);
  heightAt(1, rowB[r], MAX_FACES + rowFaceB[r]);
  if (rowSort[r] === POINT) rowGap[r] = surface[1] - surface[0];
  rowHeight[r] = 0.5 * (surface[0] + surface[1]);
}

function heightAt(side: number, feature: number, row: number): void {
  if (featureDimension(feature) === 0) {
    surface[side] = height[side * MAX_VERTICES + featureIndex(feature)];
    return;
  }
  const v = nearestCorner[row];
  const h = height[v] + slope[2 * row] * (spot[0] - flatX[v]) + slope[2 * row + 1] * (spot[1] - flatY[v]);
  surface[side] = Math.min(Math.max(h, heights[2 * row]), heights[2 * row + 1]);
}

/**
 * Moves contact points to the front of the rows, in the order in which they were found, and the rim behind them.
 * Returns the number of points.
 */
export function mergePoints(a: ConvexPolyhedron, b: ConvexPolyhedron): number {
  const count = rowCount[0];
  dropStrays(count);
  reach[0] = Math.max(settings[D_TOL], 2 * settings[BAND]);
  let points = 0;
  for (let r = 0; r < count; r++) {
    measureRow(r);
    if (rowSort[r] !== POINT) continue;
    rowA[r] = locate(a, 0, rowFaceA[r]);
    rowB[r] = locate(b, 1, rowFaceB[r]);
    rowWeight[r] = 1;
    let p = 0;
    while (p < points && !(rowA[p] === rowA[r] && rowB[p] === rowB[r])) p++;
    if (p < points) joinRows(p, r);
    else swapRows(points++, r);
  }
  let rows = points;
  for (let r = points; r < count; r++) if (rowSort[r] === RIM) swapRows(rows++, r);
  rowCount[0] = rows;
  return points;
}

/**
 * A point is a corner of a block or a crossing of edges. When sides of a sliver are within rounding of each other,
 * clipping leaves corners that are neither. Their shares are added to the nearest point.
 */
function dropStrays(count: number): void {
  for (let r = 0; r < count; r++) {
    if (rowSort[r] !== POINT || !isStray(r)) continue;
    let nearest = -1;
    let least = Infinity;
    for (let p = 0; p < count; p++) {
      if (rowSort[p] !== POINT || isStray(p)) continue;
      const x = rowX[p] - rowX[r];
      const y = rowY[p] - rowY[r];
      const d = x * x + y * y;
      if (!(d < least)) continue;
      least = d;
      nearest = p;
    }
    if (nearest < 0) return;
    rowShare[nearest] += rowShare[r];
    rowSort[r] = JOINED;
  }
}

function isStray(r: number): boolean {
  return featureDimension(rowA[r]) + featureDimension(rowB[r]) > 2;
}

/** Joins point r to point p, which has the same features. */
function joinRows(p: number, r: number): void {
  rowShare[p] += rowShare[r];
  rowSort[r] = JOINED;
  const lower = rowGap[r] - rowGap[p];
  if (lower > settings[BAND]) return;
  const keep = lower < -settings[BAND] ? 0 : rowWeight[p];
  const sum = keep + 1;
  rowX[p] = (keep * rowX[p] + rowX[r]) / sum;
  rowY[p] = (keep * rowY[p] + rowY[r]) / sum;
  rowGap[p] = (keep * rowGap[p] + rowGap[r]) / sum;
  rowHeight[p] = (keep * rowHeight[p] + rowHeight[r]) / sum;
  rowWeight[p] = sum;
}

function swapRows(p: number, r: number): void {
  if (p === r) return;
  swapFloats(rowX, p, r);
  swapFloats(rowY, p, r);
  swapFloats(rowHeight, p, r);
  swapFloats(rowGap, p, r);
  swapFloats(rowShare, p, r);
  swapInts(rowA, p, r);
  swapInts(rowB, p, r);
  swapInts(rowFaceA, p, r);
  swapInts(rowFaceB, p, r);
  swapInts(rowWeight, p, r);
  swapInts(rowSort, p, r);
}

function swapFloats(column: Float64Array, p: number, r: number): void {
  const x = column[p];
  column[p] = column[r];
  column[r] = x;
}

function swapInts(column: Int32Array, p: number, r: number): void {
  const x = column[p];
  column[p] = column[r];
  column[r] = x;
}
