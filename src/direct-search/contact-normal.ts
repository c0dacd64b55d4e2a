/**
 * The normal of a contact: where paper 001 (section 2.1.3) takes the mean of all potential normals, here the mean of those whose planes are near, and a bound.
 *
 * The potential normals are those of the near entrances (near-entrances.ts): faces of the Minkowski difference M, |g| being the distance of the origin from their planes. Each has a remoteness r, and with m the least r
 * the weight
 *
 *     w = (s - r / m)^2 where r < s m, else 0          s = 2 where the blocks touch, 1 where they are dTol deep or apart
 *
 * Overlap: r = |g|, of all near entrances, so m is the exact depth. The depth along the mean is at most sum w |g| / |sum w n|, because g is concave; were it more than 2 m, the normal is turned
 * towards that of the first entrance until it is not. Where only one plane is within twice the depth, as where a corner is over a face or faces lie on each other, the normal is that of the first entrance and the
 * depth is exact.
 *
 * Apart: r = q^2 / g, of the entrances with g > 0. The shortest link has the length d, the unit vector u and the end p on M; q = 2 d (n·u) - g is how deep the mirror image of the origin at p is behind the plane. If p
 * is on the plane, q and r are g; a plane that misses p is as remote as it is far from being one that parts the blocks. The mean is turned towards u by the part that d is of dTol. So a straight way through a corner
 * or a side of M has one normal where it enters, on both sides: r of all planes that meet there go to 0 in the same ratios. The gap along it is at most the distance, and more than the rounding band: blocks apart do
 * not touch. Farther than dTol, and for blocks with rounding radii, the normal is that of the shortest link and the gap is exact.
 *
 * Normals that differ from the first entrance's by less than the parallel tolerance count as that one: faces that lie on each other have no other ones.
 */
import type { ConvexPolyhedron } from '../polyhedron/convex-polyhedron';
import { entrance } from './best-entrance';
import { gapAlong, probe, reach } from './block-pair';
import { LENGTH, link, measureLink } from './nearest-link';
import { setCount } from './contact-set';
import { NEAR_CAPACITY, SAME, measureNearGap, nearCount, nearDistance, nearGap, nearNormal, nearOrder } from './near-entrances';
import { BAND, D_TOL, NEAR, PARALLEL, RADII, settings } from './settings';

/** The normal chosen, from A to B (0..2), the gap (3), and how far A reaches along the normal (4). */
export const normal = /* @__PURE__ */ new Float64Array(5);
export const GAP = 3;
export const HEIGHT = 4;
/** 1 when the normal is that of the shortest link (0), of the first entrance (1). */
export const normalSource = /* @__PURE__ */ new Uint8Array(2);
export const FROM_LINK = 0;
export const FROM_ENTRANCE = 1;

/** Depth and distance are at most this many times those of the entrance whose plane is nearest. */
const MOST = 2;

/** A sum of weighted normals shorter than this part of the weights has no direction to speak of. */
const LEAST_MEAN = 2 ** -10;

/** Most normals in a mean. */
const MOST_TAKEN = 32;

/** Bound s of r / m (0); least remoteness m (1). */
const weighing = /* @__PURE__ */ new Float64Array(2);
const WITHIN = 0;
const LEAST = 1;
/** Of each near entrance. */
const remoteness = /* @__PURE__ */ new Float64Array(NEAR_CAPACITY);
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
    if (entrance[3] < -band) {
      if (others) blendOverlap();
    } else {
      measureLink(a, b);
      if (!(link[LENGTH] > band)) blendOverlap();
      else if (isSharp && isNear) blendApart();
      else takeLink();
    }
  }
  const off = Math.abs(normal[0] - entrance[0]) + Math.abs(normal[1] - entrance[1]) + Math.abs(normal[2] - entrance[2]);
  if (off <= SAME) takeEntrance();
  else measureAlong();
}

/** Scans along the normal, unless it is the link, which knows its gap. */
export function measureAlong(): void {
  if (normalSource[FROM_LINK] === 1) return;
  for (let k = 0; k < 3; k++) probe[k] = normal[k];
  gapAlong();
  normal[GAP] = reach[2];
  normal[HEIGHT] = reach[0];
}

/** Takes the first entrance for the contact. */
export function takeEntrance(): void {
  for (let k = 0; k < 5; k++) normal[k] = entrance[k];
  normalSource[FROM_LINK] = 0;
  normalSource[FROM_ENTRANCE] = 1;
}

function takeLink(): void {
  if (setCount[1] > 0) {
    // Not all pairs of features had room in the set: what proves more is taken.
    for (let k = 0; k < 3; k++) probe[k] = link[k];
    gapAlong();
    if (!(reach[2] > entrance[3])) return;
  }
  for (let k = 0; k < 3; k++) normal[k] = link[k];
  normal[GAP] = link[LENGTH];
  normalSource[FROM_LINK] = setCount[1] > 0 ? 0 : 1;
  normalSource[FROM_ENTRANCE] = 0;
}

/** Whether a near entrance has a normal that is not that of the first one, to the parallel tolerance. */
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
  const depth = Math.max(-entrance[3], 0);
  weighing[WITHIN] = MOST - Math.min(1, depth / settings[D_TOL]);
  const most = weighing[WITHIN] * (depth + band) - band;
  const n = nearCount();
  listedCount[0] = 0;
  for (let l = 0; l < n; l++) {
    const k = nearOrder[l];
    // g is not above the distance of its pair: of most no scan is needed.
    if (!(-nearDistance[k] < most)) continue;
    measureNearGap(k);
    remoteness[k] = Math.abs(nearGap[k]);
    if (remoteness[k] < most) list(k);
  }
  if (listedCount[0] === 0) return;
  findMean();
  for (let k = 0; k < 3; k++) normal[k] = mean[k];
  normalSource[FROM_ENTRANCE] = 0;
}

/** Apart: the mean of the entrances that part the blocks, turned towards the link. */
function blendApart(): void {
  const band = settings[BAND];
  const part = Math.min(1, link[LENGTH] / settings[D_TOL]);
  const n = nearCount();
  listedCount[0] = 0;
  for (let l = 0; l < n && part < 1; l++) {
    const k = nearOrder[l];
    // g is not above the distance of its pair: of most no scan is needed.
    if (!(nearDistance[k] > band)) continue;
    measureNearGap(k);
    const g = nearGap[k];
    if (!(g > band)) continue;
    const c = nearNormal[3 * k] * link[0] + nearNormal[3 * k + 1] * link[1] + nearNormal[3 * k + 2] * link[2];
    const q = Math.max(g, 2 * link[LENGTH] * c - g);
    remoteness[k] = (q / g) * q;
    list(k);
  }
  if (listedCount[0] === 0) {
    takeLink();
    return;
  }
  weighing[WITHIN] = MOST - part;
  findMean();
  // Both are within a right angle of the link, so the sum does not vanish.
  for (let k = 0; k < 3; k++) mean[k] += part * (link[k] - mean[k]);
  const length = Math.sqrt(mean[0] * mean[0] + mean[1] * mean[1] + mean[2] * mean[2]);
  for (let k = 0; k < 3; k++) normal[k] = mean[k] / length;
  normalSource[FROM_ENTRANCE] = 0;
}

/** The near entrances that can be in the mean, the least remote first, and their number. */
const listed = /* @__PURE__ */ new Int32Array(NEAR_CAPACITY);
const listedCount = /* @__PURE__ */ new Int32Array(1);

/** Puts a near entrance in its place in the list. */
function list(k: number): void {
  const r = remoteness[k];
  let l = listedCount[0]++;
  for (; l > 0 && remoteness[listed[l - 1]] > r; l--) listed[l] = listed[l - 1];
  listed[l] = k;
}

/** The bounded mean of the list. */
function findMean(): void {
  const band = settings[BAND];
  const m = remoteness[listed[0]];
  // The band keeps the ratios finite, and near 1 where all planes are touched.
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
    const ratio = (remoteness[k] + band) / least;
    if (l > 0 && !(ratio < within)) break;
    if (isTaken(3 * k)) continue;
    const rest = l > 0 ? (within - ratio) / (within - 1) : 1;
    const w = rest * rest;
    x += w * nearNormal[3 * k];
    y += w * nearNormal[3 * k + 1];
    z += w * nearNormal[3 * k + 2];
    sum += w;
    deep += w * remoteness[k];
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
  // |g| along the mean is not above that of the normals in it, nor apart above their remoteness.
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

/** Whether a normal is parallel to one in the mean, to the tolerance. Faces that lie on each other, and edges of these, have about one normal many times: it counts once. */
function isTaken(o: number): boolean {
  for (let t = 0; t < 3 * takenCount[0]; t += 3) {
    const c = nearNormal[o] * taken[t] + nearNormal[o + 1] * taken[t + 1] + nearNormal[o + 2] * taken[t + 2];
    if (c > 0 && 1 - c * c <= settings[PARALLEL]) return true;
  }
  return false;
}

/** Turns the mean towards the normal of least remoteness until |g| along it is within the bound. */
function turnToBound(): void {
  const least = weighing[LEAST];
  for (let k = 0; k < 3; k++) probe[k] = mean[k];
  gapAlong();
  const depth = Math.abs(reach[2]);
  const most = MOST * least + settings[BAND];
  if (!(depth > most)) return;
  // g of a sum is at least the sum of g: along (1 - t) mean + t n the depth is at most ((1 - t) depth + t least) / length.
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
