/**
 * The contact zone along a normal: where the gap between the two surfaces of plane-view.ts is at most a level. Also its
 * area, the volume of the overlap over it and the centre of that volume.
 *
 * Each face of A over each face of B is a cell: the common polygon of both on the plane (clipping by one line after
 * another, Sutherland and Hodgman 1974), over which the gap is linear. A corner within the rounding band of a line is
 * on it. A crossing lies between two corners that are farther away on opposite sides. So the last bits do not change
 * the corners of flush, shifted and almost flush faces. Corners of the cells within the limit are contact points. Where
 * the level cuts a cell there are corners of the rim (zone-rows.ts).
 *
 * Cost: near faces of A times near faces of B; the bounds exclude most pairs.
 */
import { MAX_FACES, MAX_VERTICES, type ConvexPolyhedron } from '../polyhedron/convex-polyhedron';
import {
  bounds,
  LEAST_X,
  LEAST_Y,
  MOST_X,
  MOST_Y,
  flatX,
  flatY,
  height,
  heights,
  nearCount,
  nearestCorner,
  nearFace,
  setView,
  slope,
} from './plane-view';
import { BAND, settings } from './settings';
import { addRow, clearRows, POINT, RIM, rowShare, spot, SPOT_GAP, spotSort } from './zone-rows';

/** Inputs of {@link measureZone}. */
export const level = /* @__PURE__ */ new Float64Array(2);
/** Largest gap of a contact point. */
export const OF_POINT = 0;
/** Largest gap inside the zone. */
export const OF_ZONE = 1;
/** Integrals over the zone. */
export const zoneSum = /* @__PURE__ */ new Float64Array(4);
/** Area of the zone. */
export const AREA = 0;
/** Integral of the weight level[OF_ZONE] - gap, and its moments along x and y of the view. */
export const WEIGHT = 1;
export const WEIGHT_X = 2;
export const WEIGHT_Y = 3;
/** The face of A (0) and that of B (1) that share most of the places within the limit; -1 for none. */
export const mainFaces = /* @__PURE__ */ new Int32Array(2);

/**
 * The common part of two polygons of p and q corners has at most p + q corners. The ring has room for two polygons: the
 * clipped one and the result.
 */
const RING = 2 * MAX_VERTICES;
const ringX = /* @__PURE__ */ new Float64Array(2 * RING);
const ringY = /* @__PURE__ */ new Float64Array(2 * RING);
/** Distance from the clip line, > 0 inside; later the gap. */
const ringValue = /* @__PURE__ */ new Float64Array(2 * RING);
const ringRow = /* @__PURE__ */ new Int32Array(2 * RING);
/** The polygon of the last cell. */
const ring = /* @__PURE__ */ new Int32Array(2);
/** Where it starts. */
const RING_START = 0;
/** Its number of corners. */
const RING_SIZE = 1;
/** Largest common area of two faces. */
const largest = /* @__PURE__ */ new Float64Array(1);

/** Integrals of the zone along view[6..8], and, if `withRows`, the points and the rim. */
export function measureZone(a: ConvexPolyhedron, b: ConvexPolyhedron, withRows: boolean): void {
  zoneSum.fill(0);
  mainFaces.fill(-1);
  largest[0] = -Infinity;
  clearRows();
  setView(a, b, level);
  for (let i = 0; i < nearCount[0]; i++) {
    const fa = nearFace[i];
    for (let j = 0; j < nearCount[1]; j++) {
      const fb = nearFace[MAX_FACES + j];
      if (!mayMeet(fa, fb)) continue;
      clipCell(a, b, fa, fb);
      if (ring[RING_SIZE] > 0) measureCell(a, b, fa, fb, withRows);
    }
  }
}

/** Whether the bounds of two faces overlap and the one comes within the limit of the other. */
function mayMeet(fa: number, fb: number): boolean {
  const p = 4 * fa;
  const q = 4 * (MAX_FACES + fb);
  const band = settings[BAND];
  return (
    bounds[p + LEAST_X] <= bounds[q + MOST_X] + band &&
    bounds[q + LEAST_X] <= bounds[p + MOST_X] + band &&
    bounds[p + LEAST_Y] <= bounds[q + MOST_Y] + band &&
    bounds[q + LEAST_Y] <= bounds[p + MOST_Y] + band &&
    heights[2 * (MAX_FACES + fb)] - heights[2 * fa + 1] <= level[OF_POINT]
  );
}

/** Writes the common polygon of a face of A and a face of B, counter-clockwise, to {@link ring}. */
function clipCell(a: ConvexPolyhedron, b: ConvexPolyhedron, fa: number, fb: number): void {
  const band = settings[BAND];
  let from = 0;
  let count = 0;
  const start = a.faceHalfEdge[fa];
  let h = start;
  for (let turns = a.vertexCount; turns > 0; turns--) {
    const v = a.halfEdgeOrigin[h];
    ringX[count] = flatX[v];
    ringY[count] = flatY[v];
    count++;
    h = a.halfEdgeNext[h];
    if (h === start) break;
  }
  const first = b.faceHalfEdge[fb];
  let g = first;
  for (let turns = b.vertexCount; turns > 0 && count > 0; turns--) {
    // Faces of B look against n: their sides run clockwise here.
    const q = MAX_VERTICES + b.halfEdgeOrigin[g];
    const p = MAX_VERTICES + b.halfEdgeOrigin[g ^ 1];
    g = b.halfEdgeNext[g];
    const isLast = g === first;
    const x0 = flatX[p];
    const y0 = flatY[p];
    let ex = flatX[q] - x0;
    let ey = flatY[q] - y0;
    const length = Math.sqrt(ex * ex + ey * ey);
    // A side as short as rounding has no direction.
    if (length > 2 * band) {
      ex /= length;
      ey /= length;
      let least = Infinity;
      for (let k = from; k < from + count; k++) {
        const s = ex * (ringY[k] - y0) - ey * (ringX[k] - x0);
        ringValue[k] = s;
        if (s < least) least = s;
      }
      if (least < -band) {
        count = cutRing(from, count, band);
        from = RING - from;
      }
    }
    if (isLast) break;
  }
  // Near a corner between sides that are nearly in line, or near a skipped side, the lines alone let parts outside the
  // face pass. So the bounds of the face are tested too.
  const o = 4 * (MAX_FACES + fb);
  for (let k = 0; k < 4 && count > 0; k++) {
    const place = (k & 1) === 0 ? ringX : ringY;
    const sense = k < 2 ? 1 : -1;
    let least = Infinity;
    for (let i = from; i < from + count; i++) {
      const s = sense * (place[i] - bounds[o + k]);
      ringValue[i] = s;
      if (s < least) least = s;
    }
    if (least < -band) {
      count = cutRing(from, count, band);
      from = RING - from;
    }
  }
  ring[RING_START] = from;
  ring[RING_SIZE] = count;
}

/** Keeps the part with values of at least -band, in the other half of the ring. Returns the number of corners. */
function cutRing(from: number, count: number, band: number): number {
  const to = RING - from;
  let made = 0;
  for (let k = 0; k < count && made < RING - 1; k++) {
    const i = from + k;
    const j = from + (k + 1 < count ? k + 1 : 0);
    const s = ringValue[i];
    const t = ringValue[j];
    if (s >= -band) {
      ringX[to + made] = ringX[i];
      ringY[to + made] = ringY[i];
      made++;
    }
    if ((s < -band && t > band) || (s > band && t < -band)) {
      const share = s / (s - t);
      ringX[to + made] = ringX[i] + share * (ringX[j] - ringX[i]);
      ringY[to + made] = ringY[i] + share * (ringY[j] - ringY[i]);
      made++;
    }
  }
  return made;
}

/** Points, rim and integrals of the cell in {@link ring}. */
function measureCell(a: ConvexPolyhedron, b: ConvexPolyhedron, fa: number, fb: number, withRows: boolean): void {
  const from = ring[RING_START];
  const count = ring[RING_SIZE];
  const rowB = MAX_FACES + fb;
  const va = nearestCorner[fa];
  const vb = nearestCorner[rowB];
  let least = Infinity;
  for (let k = from; k < from + count; k++) {
    const x = ringX[k];
    const y = ringY[k];
    let top = height[va] + slope[2 * fa] * (x - flatX[va]) + slope[2 * fa + 1] * (y - flatY[va]);
    let bottom = height[vb] + slope[2 * rowB] * (x - flatX[vb]) + slope[2 * rowB + 1] * (y - flatY[vb]);
    // On a steep face only the heights of the corners are accurate.
    top = Math.min(Math.max(top, heights[2 * fa]), heights[2 * fa + 1]);
    bottom = Math.min(Math.max(bottom, heights[2 * rowB]), heights[2 * rowB + 1]);
    ringValue[k] = bottom - top;
    if (ringValue[k] < least) least = ringValue[k];
  }
  if (!(least <= level[OF_POINT])) return;
  if (withRows) {
    for (let k = from; k < from + count; k++) {
      if (!(ringValue[k] <= level[OF_POINT])) continue;
      setSpot(k);
      spotSort[0] = POINT;
      ringRow[k] = addRow(a, b, fa, fb);
    }
  }
  const area = areaOfRing(from, count);
  if (area > largest[0]) {
    largest[0] = area;
    mainFaces[0] = fa;
    mainFaces[1] = fb;
  }
  if (!(least <= level[OF_ZONE])) return;
  const to = RING - from;
  addCell(to, cutByLevel(a, b, fa, fb, withRows), withRows);
}

function setSpot(k: number): void {
  spot[0] = ringX[k];
  spot[1] = ringY[k];
  spot[SPOT_GAP] = ringValue[k];
}

/**
 * Writes the part of the cell where the gap is at most the level to the other half of the ring. Returns its number of
 * corners.
 */
function cutByLevel(a: ConvexPolyhedron, b: ConvexPolyhedron, fa: number, fb: number, withRows: boolean): number {
  const from = ring[RING_START];
  const count = ring[RING_SIZE];
  const to = RING - from;
  const most = level[OF_ZONE];
  let made = 0;
  for (let k = 0; k < count && made < RING - 1; k++) {
    const i = from + k;
    const j = from + (k + 1 < count ? k + 1 : 0);
    const s = ringValue[i] - most;
    const t = ringValue[j] - most;
    if (s <= 0) {
      ringX[to + made] = ringX[i];
      ringY[to + made] = ringY[i];
      ringValue[to + made] = ringValue[i];
      ringRow[to + made] = ringRow[i];
      made++;
    }
    if ((s < 0 && t > 0) || (s > 0 && t < 0)) {
      const share = s / (s - t);
      const o = to + made;
      ringX[o] = ringX[i] + share * (ringX[j] - ringX[i]);
      ringY[o] = ringY[i] + share * (ringY[j] - ringY[i]);
      ringValue[o] = most;
      if (withRows) {
        setSpot(o);
        spotSort[0] = RIM;
        ringRow[o] = addRow(a, b, fa, fb);
      }
      made++;
    }
  }
  return made;
}

/** Area of the polygon of the ring that starts at `from`. */
function areaOfRing(from: number, count: number): number {
  const x0 = ringX[from];
  const y0 = ringY[from];
  let twice = 0;
  for (let k = from + 2; k < from + count; k++) twice += (ringX[k - 1] - x0) * (ringY[k] - y0) - (ringY[k - 1] - y0) * (ringX[k] - x0);
  return 0.5 * twice;
}

/**
 * Adds a polygon of the zone to the integrals, and to each corner its share: half of both triangles with the neighbours
 * and the middle.
 */
function addCell(from: number, count: number, withRows: boolean): void {
  if (count < 3) return;
  const x0 = ringX[from];
  const y0 = ringY[from];
  const w0 = level[OF_ZONE] - ringValue[from];
  let area = 0;
  let middleX = 0;
  let middleY = 0;
  for (let k = from + 2; k < from + count; k++) {
    const x1 = ringX[k - 1] - x0;
    const y1 = ringY[k - 1] - y0;
    const w1 = level[OF_ZONE] - ringValue[k - 1];
    const x2 = ringX[k] - x0;
    const y2 = ringY[k] - y0;
    const w2 = level[OF_ZONE] - ringValue[k];
    const part = 0.5 * (x1 * y2 - y1 * x2);
    const w = w0 + w1 + w2;
    area += part;
    middleX += (part * (x1 + x2)) / 3;
    middleY += (part * (y1 + y2)) / 3;
    zoneSum[WEIGHT] += (part * w) / 3;
    zoneSum[WEIGHT_X] += (part * w * x0) / 3 + (part * ((x1 + x2) * w + x1 * w1 + x2 * w2)) / 12;
    zoneSum[WEIGHT_Y] += (part * w * y0) / 3 + (part * ((y1 + y2) * w + y1 * w1 + y2 * w2)) / 12;
  }
  zoneSum[AREA] += area;
  if (!withRows || !(area > 0)) return;
  const cx = x0 + middleX / area;
  const cy = y0 + middleY / area;
  for (let k = 0; k < count; k++) {
    const i = from + k;
    const j = from + (k + 1 < count ? k + 1 : 0);
    const quarter = 0.25 * ((ringX[i] - cx) * (ringY[j] - cy) - (ringY[i] - cy) * (ringX[j] - cx));
    if (ringRow[i] >= 0) rowShare[ringRow[i]] += quarter;
    if (ringRow[j] >= 0) rowShare[ringRow[j]] += quarter;
  }
}
