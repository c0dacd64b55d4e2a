/**
 * Points and zone of a plateau. The plateau itself is treated as any cell (zone.ts); the wedges around it have a closed
 * form.
 *
 *     triangle between two rays of a corner with weight w = level - gap:
 *         area T = w^2 ray_r x ray_s / 2,  integral of w = T w / 3,  integral of w x = T w (2 c + x_r + x_s) / 12,
 *         shares T / 3
 *     strip along a side: a quadrangle, or a triangle if the level crosses the side
 */
import { GAP } from '../contact/layouts';
import { edgeFeature, featureIndex } from '../contact/feature';
import { MAX_FACES } from '../polyhedron/convex-polyhedron';
import { cellSide, cellX, cellY } from './cell';
import { addPlace, found, foundCode, placeCode, placeCount, placeGap, placeShare, placeX, placeY, placeZ, RIM, RIM_ROW } from './places';
import { rayCode, RAYS, rayWedge, rayX, rayY, rayZ } from './plateau';
import { firstRay, lastRay, sideHasStrip } from './plateau-rays';
import { segmentFace } from './plateau-segment';
import {
  addZone,
  AREA,
  AREA_X,
  AREA_Y,
  cornerGap,
  cornerPlace,
  crossPlace,
  gapBounds,
  gatherCell,
  heightA,
  heightB,
  WEIGHT,
  WEIGHT_X,
  WEIGHT_Y,
  WEIGHT_Z,
  ZONE_LEVEL,
  zonePlace,
  zoneSums,
  zoneW,
  zoneX,
  zoneY,
  zoneZ,
} from './zone';

/** The rim corner at the end of each ray. */
const rayPlace = /* @__PURE__ */ new Int32Array(RAYS);

/** Adds the plateau of `count` corners. */
export function addPlateau(count: number): void {
  gatherCell(0, MAX_FACES, count);
  const level = gapBounds[ZONE_LEVEL];
  for (let k = 0; k < count; k++) if (level - cornerGap[k] > 0 && firstRay[k] >= 0) addWedges(k, count);
  if (count === 1) return;
  if (count === 2) crossSegment();
  for (let k = 0; k < count; k++) if (sideHasStrip[k] === 1) addStrip(k, k + 1 < count ? k + 1 : 0);
}

/** Adds the ends of the rays of corner k to the rim, and the triangles between them. */
function addWedges(k: number, count: number): void {
  const from = firstRay[k] < lastRay[k] ? firstRay[k] : lastRay[k];
  const to = firstRay[k] < lastRay[k] ? lastRay[k] : firstRay[k];
  const level = gapBounds[ZONE_LEVEL];
  const w = level - cornerGap[k];
  const x = cellX[k];
  const y = cellY[k];
  const z = 0.5 * (heightA[k] + heightB[k]);
  // There are fewer rays than rows of the rim.
  let row = RIM_ROW + placeCount[RIM];
  for (let r = from; r <= to; r++, row++) {
    placeX[row] = x + w * rayX[r];
    placeY[row] = y + w * rayY[r];
    placeZ[row] = z + w * rayZ[r];
    placeGap[row] = level;
    placeShare[row] = 0;
    placeCode[2 * row] = rayCode[2 * r];
    placeCode[2 * row + 1] = rayCode[2 * r + 1];
    rayPlace[r] = row;
  }
  placeCount[RIM] = row - RIM_ROW;
  // Only a plateau that is a point is surrounded by its rays.
  const end = count > 1 ? to - 1 : to;
  // T, and T times the sum of both rays, for w = 1.
  let area = 0;
  let sumX = 0;
  let sumY = 0;
  let sumZ = 0;
  for (let r = from; r <= end; r++) {
    if (rayWedge[r] === 0) continue;
    const s = r < to ? r + 1 : from;
    const t = 0.5 * Math.abs(rayX[r] * rayY[s] - rayY[r] * rayX[s]);
    area += t;
    sumX += t * (rayX[r] + rayX[s]);
    sumY += t * (rayY[r] + rayY[s]);
    sumZ += t * (rayZ[r] + rayZ[s]);
    const share = (t * w * w) / 3;
    placeShare[rayPlace[r]] += share;
    placeShare[rayPlace[s]] += share;
  }
  area *= w * w;
  const weight = (area * w) / 3;
  const u = (w * w * w) / 3;
  zoneSums[AREA] += area;
  zoneSums[AREA_X] += area * x + u * sumX;
  zoneSums[AREA_Y] += area * y + u * sumY;
  zoneSums[WEIGHT] += weight;
  zoneSums[WEIGHT_X] += weight * x + 0.25 * u * w * sumX;
  zoneSums[WEIGHT_Y] += weight * y + 0.25 * u * w * sumY;
  zoneSums[WEIGHT_Z] += weight * z + 0.25 * u * w * sumZ;
  if (cornerPlace[k] >= 0) placeShare[cornerPlace[k]] += area / 3;
}

/** Adds the rim corner where the level crosses a segment. Both sides of the segment share it. */
function crossSegment(): void {
  const w = gapBounds[ZONE_LEVEL] - cornerGap[0];
  const nextW = gapBounds[ZONE_LEVEL] - cornerGap[1];
  if (!((w > 0 && nextW < 0) || (w < 0 && nextW > 0))) return;
  const t = w / (w - nextW);
  const side = cellSide[0] & 1;
  found[0] = cellX[0] + t * (cellX[1] - cellX[0]);
  found[1] = cellY[0] + t * (cellY[1] - cellY[0]);
  found[2] = 0.5 * (heightA[0] + heightB[0] + t * (heightA[1] - heightA[0] + heightB[1] - heightB[0]));
  found[GAP] = gapBounds[ZONE_LEVEL];
  foundCode[side] = edgeFeature(featureIndex(cellSide[0] >> 1));
  foundCode[1 - side] = segmentFace[0];
  crossPlace[0] = crossPlace[1] = addPlace(RIM, 0);
}

/** Adds the strip beyond the side from corner k to corner `next`. */
function addStrip(k: number, next: number): void {
  const level = gapBounds[ZONE_LEVEL];
  const w = level - cornerGap[k];
  const nextW = level - cornerGap[next];
  if (!(w > 0 || nextW > 0)) return;
  let n = 0;
  if (w >= 0) n = putCorner(n, k);
  if (w > 0) n = putRayEnd(n, k, lastRay[k]);
  if (nextW > 0) n = putRayEnd(n, next, firstRay[next]);
  if (nextW >= 0) n = putCorner(n, next);
  if (w < 0 || nextW < 0) {
    const t = w / (w - nextW);
    zoneX[n] = cellX[k] + t * (cellX[next] - cellX[k]);
    zoneY[n] = cellY[k] + t * (cellY[next] - cellY[k]);
    zoneZ[n] = 0.5 * (heightA[k] + heightB[k] + t * (heightA[next] - heightA[k] + heightB[next] - heightB[k]));
    zoneW[n] = 0;
    zonePlace[n] = crossPlace[k];
    n++;
  }
  addZone(n);
}

function putCorner(n: number, k: number): number {
  zoneX[n] = cellX[k];
  zoneY[n] = cellY[k];
  zoneZ[n] = 0.5 * (heightA[k] + heightB[k]);
  zoneW[n] = gapBounds[ZONE_LEVEL] - cornerGap[k];
  zonePlace[n] = cornerPlace[k];
  return n + 1;
}

function putRayEnd(n: number, k: number, r: number): number {
  const w = gapBounds[ZONE_LEVEL] - cornerGap[k];
  zoneX[n] = cellX[k] + w * rayX[r];
  zoneY[n] = cellY[k] + w * rayY[r];
  zoneZ[n] = 0.5 * (heightA[k] + heightB[k]) + w * rayZ[r];
  zoneW[n] = 0;
  zonePlace[n] = rayPlace[r];
  return n + 1;
}
