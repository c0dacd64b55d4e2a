/**
 * The normal of a contact. Zheng et al. 2017 (section 2.1.3) take the mean of all potential normals. Here it is the
 * mean of those with near planes, with a bound.
 *
 * The potential normals are those of the near entrances (near-entrances.ts). These are faces of the Minkowski
 * difference M, and |g| is the distance of the origin from their planes. With m the least |g|, a normal has the weight
 *
 *     w = (s - |g| / m)^2 where |g| < s m, else 0          s = 2 where the blocks touch, 1 where they are dTol deep or
 *     apart
 *
 * Overlap. The mean is over all near entrances, so m is the exact depth. The depth along the mean is at most sum w |g|
 * / |sum w n|, because g is concave. If this is more than 2 m, the normal is turned towards that of the first entrance
 * until it is not. If only one plane is within twice the depth (a corner over a face, faces on each other), the normal
 * is that of the first entrance and the depth is exact.
 *
 * Apart. The mean is over the entrances with g > 0, turned towards the shortest link by the ratio of the distance to
 * dTol. So on every straight path through a point of M's surface the normal is the same on both sides of the surface:
 * |g| of all planes that meet there go to 0 in the same ratios. The gap along such a normal is less than the distance,
 * but never less than the least g > 0: blocks apart do not touch. When the origin passes a plane beyond its face, while
 * the blocks are apart, the plane is no longer in the mean, and normal and gap jump. No normal is continuous both there
 * and on every path into the overlap: a path that enters just below the plane needs nearly its normal, otherwise the
 * depth has no bound. Farther than dTol, and for blocks with rounding radii, the normal is that of the shortest link
 * and the gap is exact.
 *
 * Normals that differ from the first entrance's by less than the parallel tolerance count as that one: faces that lie
 * on each other have only such normals.
 */
import { GAP, HIGH_A, SCANNED_GAP } from '../contact/layouts';
import type { ConvexPolyhedron } from '../polyhedron/convex-polyhedron';
import { entrance, HEIGHT } from './best-entrance';
import { gapAlong, probe, extremes } from './block-pair';
import { linkWay, measureLink } from './nearest-link';
import { LEFT_OUT, setCount } from './contact-set';
import { NEAR_CAPACITY, SAME, measureNearGap, nearCount, nearDistance, nearGap, nearNormal, nearOrder } from './near-entrances';
import { BAND, D_TOL, NEAR, PARALLEL, RADII, ROUNDING, settings } from './settings';

/** The chosen normal, from A to B (0..2), the gap (GAP), and the reach of A along the normal (HEIGHT). */
export const normal = /* @__PURE__ */ new Float64Array(5);
/** 1 when the normal is that of the shortest link (0), of the first entrance (1). */
export const normalSource = /* @__PURE__ */ new Uint8Array(2);
export const FROM_LINK = 0;
export const FROM_ENTRANCE = 1;

/** Depth and distance are at most this many times those of the entrance whose plane is nearest. */
const MOST = 2;

/** A sum of weighted normals shorter than this part of the weights has no useful direction. */
const LEAST_MEAN = 2 ** -10;

/** Most normals in a mean. */
const MOST_TAKEN = 32;

/** Bound s of |g| / m (0); m (1). */
const weighing = /* @__PURE__ */ new Float64Array(2);
const WITHIN = 0;
const LEAST = 1;
/** |g| of each listed near entrance. */
const distance = /* @__PURE__ */ new Float64Array(NEAR_CAPACITY);
/** The mean, of unit length once it is found. */
const mean = /* @__PURE__ */ new Float64Array(3);

/** Chooses the normal of the contact set and of the near entrances, the first of which is known. */
export function chooseNormal(a: ConvexPolyhedron, b: ConvexPolyhedron): void {
  takeEntrance();
  const band = settings[BAND];
  const isSharp = !(settings[RADII] > 0);
  const isNear = !(settings[NEAR] > settings[D_TOL]);
  const others = hasOthers();
  if (others || !isSharp || !isNear) {
    if (entrance[GAP] < -band) {
      if (others) blendOverlap();
    } else {
      measureLink(a, b);
      // A link as long as the blocks are deep has no sign.
      if (!(linkWay[GAP] > Math.max(band, settings[ROUNDING] - entrance[GAP]))) blendOverlap();
      else if (isSharp && isNear) blendApart();
      else {
        takeLink();
        measureAlong();
      }
    }
  }
  const off = Math.abs(normal[0] - entrance[0]) + Math.abs(normal[1] - entrance[1]) + Math.abs(normal[2] - entrance[2]);
  if (off <= SAME) takeEntrance();
}

/** Scans along the normal, unless it is the link, whose gap is known. */
export function measureAlong(): void {
  if (normalSource[FROM_LINK] === 1) return;
  for (let k = 0; k < 3; k++) probe[k] = normal[k];
  gapAlong();
  normal[GAP] = extremes[SCANNED_GAP];
  normal[HEIGHT] = extremes[HIGH_A];
}

/** Sets the contact to the first entrance. */
export function takeEntrance(): void {
  for (let k = 0; k < 5; k++) normal[k] = entrance[k];
  normalSource[FROM_LINK] = 0;
  normalSource[FROM_ENTRANCE] = 1;
}

function takeLink(): void {
  if (setCount[LEFT_OUT] > 0) {
    // Not all pairs of features had room in the set: use the direction with the larger g.
    for (let k = 0; k < 3; k++) probe[k] = linkWay[k];
    gapAlong();
    if (!(extremes[SCANNED_GAP] > entrance[GAP])) return;
  }
  for (let k = 0; k < 3; k++) normal[k] = linkWay[k];
  normal[GAP] = linkWay[GAP];
  normalSource[FROM_LINK] = setCount[LEFT_OUT] > 0 ? 0 : 1;
  normalSource[FROM_ENTRANCE] = 0;
}

/** Whether the normal of a near entrance differs from that of the first one by more than the parallel tolerance. */
function hasOthers(): boolean {
  const n = nearCount();
  for (let k = 0, o = 0; k < n; k++, o += 3) {
    const c = nearNormal[o] * entrance[0] + nearNormal[o + 1] * entrance[1] + nearNormal[o + 2] * entrance[2];
    if (!(c > 0 && 1 - c * c <= settings[PARALLEL])) return true;
  }
  return false;
}

/** Overlap, or touch: the mean of all. */
function blendOverlap(): void {
  const band = settings[BAND];
  const depth = Math.max(-entrance[GAP], 0);
  weighing[WITHIN] = MOST - Math.min(1, depth / settings[D_TOL]);
  const most = weighing[WITHIN] * (depth + band) - band;
  const n = nearCount();
  listedCount[0] = 0;
  for (let l = 0; l < n; l++) {
    const k = nearOrder[l];
    if (isFirst(k)) {
      distance[k] = depth;
      list(k);
      continue;
    }
    // g is at most the distance of its pair, so most entrances need no scan.
    if (!(-nearDistance[k] < most)) continue;
    measureNearGap(k);
    distance[k] = Math.abs(nearGap[k]);
    if (distance[k] < most) list(k);
  }
  if (listedCount[0] === 0) return;
  findMean();
  for (let k = 0; k < 3; k++) normal[k] = mean[k];
  normalSource[FROM_ENTRANCE] = 0;
  measureAlong();
}

/**
 * Whether a near entrance has the normal of the first one. This also includes edges that are so parallel that their
 * normal is inaccurate: their g comes from a scan.
 */
function isFirst(k: number): boolean {
  return nearNormal[3 * k] === entrance[0] && nearNormal[3 * k + 1] === entrance[1] && nearNormal[3 * k + 2] === entrance[2];
}

/** Apart: the mean of the entrances that separate the blocks, turned towards the link. */
function blendApart(): void {
  const band = settings[BAND];
  const part = Math.min(1, linkWay[GAP] / settings[D_TOL]);
  const n = nearCount();
  listedCount[0] = 0;
  for (let l = 0; l < n && part < 1; l++) {
    const k = nearOrder[l];
    // g is at most the distance of its pair, so most entrances need no scan.
    if (!(nearDistance[k] > band)) continue;
    measureNearGap(k);
    if (!(nearGap[k] > band)) continue;
    distance[k] = nearGap[k];
    list(k);
  }
  if (listedCount[0] === 0) {
    takeLink();
    measureAlong();
    return;
  }
  weighing[WITHIN] = MOST - part;
  findMean();
  // Both are within a right angle of the link, so the sum does not vanish.
  const x = mean[0] + part * (linkWay[0] - mean[0]);
  const y = mean[1] + part * (linkWay[1] - mean[1]);
  const z = mean[2] + part * (linkWay[2] - mean[2]);
  const length = Math.sqrt(x * x + y * y + z * z);
  normal[0] = x / length;
  normal[1] = y / length;
  normal[2] = z / length;
  normalSource[FROM_ENTRANCE] = 0;
  measureAlong();
  if (normal[GAP] > band) return;
  // A link of a few roundings has no direction. Along the mean alone the blocks are apart.
  for (let k = 0; k < 3; k++) normal[k] = mean[k];
  measureAlong();
}

/** The near entrances that can be in the mean, the nearest first, and their number. */
const listed = /* @__PURE__ */ new Int32Array(NEAR_CAPACITY);
const listedCount = /* @__PURE__ */ new Int32Array(1);

/** Inserts a near entrance in the list. Of entrances that are equally near to rounding the lower rank comes first. */
function list(k: number): void {
  const r = distance[k] + settings[ROUNDING];
  let l = listedCount[0]++;
  for (; l > 0 && distance[listed[l - 1]] > r; l--) listed[l] = listed[l - 1];
  listed[l] = k;
}

/** The bounded mean of the list. */
function findMean(): void {
  const band = settings[BAND];
  const m = distance[listed[0]];
  // The band keeps the ratios finite, and near 1 when the origin touches all planes.
  const least = m + band;
  const within = weighing[WITHIN];
  let x = 0;
  let y = 0;
  let z = 0;
  let sum = 0;
  let deep = 0;
  takenCount[0] = 0;
  for (let l = 0; l < listedCount[0] && takenCount[0] < MOST_TAKEN; l++) {
    const k = listed[l];
    // At least 1, because the order of the list is correct only to rounding.
    const ratio = Math.max(1, (distance[k] + band) / least);
    if (l > 0 && !(ratio < within)) break;
    if (isTaken(3 * k)) continue;
    const rest = l > 0 ? (within - ratio) / (within - 1) : 1;
    const w = rest * rest;
    x += w * nearNormal[3 * k];
    y += w * nearNormal[3 * k + 1];
    z += w * nearNormal[3 * k + 2];
    sum += w;
    deep += w * distance[k];
    takeNormal(3 * k);
  }
  const length = Math.sqrt(x * x + y * y + z * z);
  if (takenCount[0] === 1 || !(length > LEAST_MEAN * sum)) {
    for (let c = 0; c < 3; c++) mean[c] = taken[c];
    return;
  }
  mean[0] = x / length;
  mean[1] = y / length;
  mean[2] = z / length;
  // |g| along the mean is at most deep / length. This also holds for blocks apart, whose planes meet in the nearest
  // point.
  if (deep <= MOST * m * length) return;
  weighing[LEAST] = m;
  turnToBound();
}

/** Normals in the mean, the nearest first, x y z packed, and their number. */
const taken = /* @__PURE__ */ new Float64Array(3 * MOST_TAKEN);
const takenCount = /* @__PURE__ */ new Int32Array(1);

function takeNormal(o: number): void {
  const n = takenCount[0]++;
  for (let k = 0; k < 3; k++) taken[3 * n + k] = nearNormal[o + k];
}

/**
 * Whether a normal is parallel to one in the mean, to the tolerance. Faces that lie on each other, and their edges,
 * have nearly the same normal many times: it counts once.
 */
function isTaken(o: number): boolean {
  for (let t = 0; t < 3 * takenCount[0]; t += 3) {
    const c = nearNormal[o] * taken[t] + nearNormal[o + 1] * taken[t + 1] + nearNormal[o + 2] * taken[t + 2];
    if (c > 0 && 1 - c * c <= settings[PARALLEL]) return true;
  }
  return false;
}

/** Turns the mean towards the normal with the least |g| until |g| along it is within the bound. */
function turnToBound(): void {
  const least = weighing[LEAST];
  for (let k = 0; k < 3; k++) probe[k] = mean[k];
  gapAlong();
  const depth = Math.abs(extremes[SCANNED_GAP]);
  const most = MOST * least + settings[BAND];
  if (!(depth > most)) return;
  // g of a sum is at least the sum of g: along (1 - t) mean + t n the depth is at most ((1 - t) depth + t least) /
  // length.
  const c = 1 - (mean[0] * taken[0] + mean[1] * taken[1] + mean[2] * taken[2]);
  let short = 0;
  let far = 1;
  for (let halvings = 52; halvings > 0; halvings--) {
    const t = 0.5 * (short + far);
    if ((1 - t) * depth + t * least <= most * Math.sqrt(1 - 2 * t * (1 - t) * c)) far = t;
    else short = t;
  }
  for (let k = 0; k < 3; k++) mean[k] += far * (taken[k] - mean[k]);
  const length = Math.sqrt(mean[0] * mean[0] + mean[1] * mean[1] + mean[2] * mean[2]);
  for (let k = 0; k < 3; k++) mean[k] /= length;
}
