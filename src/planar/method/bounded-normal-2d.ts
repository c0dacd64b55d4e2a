/**
 * The normal of a contact in the plane. Zheng, Jiao, Gardner, Sitar 2017 (section 2.1.3) take the mean of all potential
 * normals. Here it is the mean of those with near edges, with a bound. The rule is that of space
 * (direct-search/contact-normal.ts has the reasons).
 *
 * The potential normals are those of the near edges that are valid entrances: edges of the Minkowski difference M. |g|
 * is the distance of the origin from their lines. With m the least |g|, a normal has the weight
 *
 *     w = (s - |g| / m)^2 where |g| < s m, else 0   s = 2 where the blocks touch, 1 where they are dTol deep or apart
 *
 * Overlap. m is the exact depth. If the depth along the mean is more than twice that, the normal is turned to the
 * nearest one until it is not. If only one edge is within twice the depth, the normal is its normal, and the depth is
 * exact.
 *
 * Apart. The mean is over those with g > 0, turned towards the shortest link by the ratio of the distance to dTol. So
 * on a straight path through a corner of M the normal is the same on both sides. Farther than dTol, and for blocks with
 * rounding radii, the normal is that of the link.
 */
import { SCANNED_GAP } from '../../contact/layouts';
import { MAX_POLYGON_VERTICES, type ConvexPolygon } from '../polygon/convex-polygon';
import { PARALLEL_SINE, nearEdgeCount, nearEdges, shortest } from './contact-set-2d';
import { BAND, D_TOL, NEAR, RADII, ROUNDING_OF_G, entrance, normalsB, searchAllEntrances, settings } from './entrance-2d';
import { along, gapAlong, extremes } from './pair-frame-2d';

/** Depths are at most this many times the exact one. */
const MOST = 2;

/** A sum of weighted normals shorter than this part of the weights has no useful direction. */
const LEAST_MEAN = 2 ** -10;

/** Near edges: normal from A to B, g along it, and |g| of the listed ones, all in the order of `nearEdges`. */
const CAPACITY = 64;
const normals = /* @__PURE__ */ new Float64Array(2 * CAPACITY);
const gaps = /* @__PURE__ */ new Float64Array(CAPACITY);
const distance = /* @__PURE__ */ new Float64Array(CAPACITY);
/** The edges that can be in the mean, the nearest first, and their number. */
const listed = /* @__PURE__ */ new Int32Array(CAPACITY);
const listedCount = /* @__PURE__ */ new Int32Array(1);
/** Bound s of |g| / m (0); m (1). */
const weighing = /* @__PURE__ */ new Float64Array(2);
const WITHIN = 0;
const LEAST = 1;
/** The edges in the mean so far. */
const taken = /* @__PURE__ */ new Int32Array(CAPACITY);
const takenCount = /* @__PURE__ */ new Int32Array(1);
const LENGTH = 2;

/** Writes the normal of the contact set to `along`, and g along it to `extremes`. */
export function chooseNormal2d(a: ConvexPolygon, b: ConvexPolygon): void {
  const n = nearEdgeCount();
  const band = settings[BAND];
  const first = measureEdges(a, b, n);
  if (first < 0) {
    // Not all near edges had room: use the first entrance of all edges.
    searchAllEntrances(a, b);
    along[0] = entrance[0];
    along[1] = entrance[1];
  } else if (gaps[first] < -band || !(shortest[LENGTH] > band)) blendOverlap(a, b, n, first);
  else if (settings[RADII] > 0 || settings[NEAR] > settings[D_TOL]) takeLink();
  else blendApart(a, b, n);
  gapAlong(a, b);
}

/**
 * Sets the normals and gaps of the near edges; Returns the edge with the largest g (the first of equal ones), or -1 for
 * none.
 */
function measureEdges(a: ConvexPolygon, b: ConvexPolygon, n: number): number {
  let first = -1;
  for (let k = 0; k < n; k++) {
    const isOfB = nearEdges[k] >= MAX_POLYGON_VERTICES;
    const e = isOfB ? nearEdges[k] - MAX_POLYGON_VERTICES : nearEdges[k];
    along[0] = normals[2 * k] = isOfB ? -normalsB[2 * e] : a.normals[2 * e];
    along[1] = normals[2 * k + 1] = isOfB ? -normalsB[2 * e + 1] : a.normals[2 * e + 1];
    gapAlong(a, b);
    gaps[k] = extremes[SCANNED_GAP];
    if (first < 0 || gaps[k] > gaps[first] + settings[ROUNDING_OF_G]) first = k;
  }
  return first;
}

function takeLink(): void {
  along[0] = shortest[0];
  along[1] = shortest[1];
}

/** Overlap, or touch: the mean of all near edges. */
function blendOverlap(a: ConvexPolygon, b: ConvexPolygon, n: number, first: number): void {
  const band = settings[BAND];
  const depth = Math.max(-gaps[first], 0);
  weighing[WITHIN] = MOST - Math.min(1, depth / settings[D_TOL]);
  const most = weighing[WITHIN] * (depth + band) - band;
  listedCount[0] = 0;
  for (let k = 0; k < n; k++) {
    distance[k] = Math.abs(gaps[k]);
    if (distance[k] < most) list(k);
  }
  if (listedCount[0] === 0) list(first);
  findMean(a, b);
}

/** Apart: the mean of the edges that separate the blocks, turned towards the link. */
function blendApart(a: ConvexPolygon, b: ConvexPolygon, n: number): void {
  const band = settings[BAND];
  const part = Math.min(1, shortest[LENGTH] / settings[D_TOL]);
  listedCount[0] = 0;
  for (let k = 0; k < n && part < 1; k++) {
    if (!(gaps[k] > band)) continue;
    distance[k] = gaps[k];
    list(k);
  }
  if (listedCount[0] === 0) {
    takeLink();
    return;
  }
  weighing[WITHIN] = MOST - part;
  findMean(a, b);
  // Both are within a right angle of the link, so the sum does not vanish.
  const meanX = along[0];
  const meanY = along[1];
  const x = meanX + part * (shortest[0] - meanX);
  const y = meanY + part * (shortest[1] - meanY);
  const length = Math.sqrt(x * x + y * y);
  along[0] = x / length;
  along[1] = y / length;
  gapAlong(a, b);
  if (extremes[SCANNED_GAP] > band) return;
  // A link of a few roundings has no direction. Along the mean alone the bodies are apart.
  along[0] = meanX;
  along[1] = meanY;
}

/** Inserts a near edge in the list. */
function list(k: number): void {
  let l = listedCount[0]++;
  for (; l > 0 && distance[listed[l - 1]] > distance[k]; l--) listed[l] = listed[l - 1];
  listed[l] = k;
}

/** Writes the bounded mean of the list to `along`. */
function findMean(a: ConvexPolygon, b: ConvexPolygon): void {
  const band = settings[BAND];
  const m = distance[listed[0]];
  // The band keeps the ratios finite, and near 1 when the origin touches all lines.
  const least = m + band;
  const within = weighing[WITHIN];
  let x = 0;
  let y = 0;
  let sum = 0;
  let deep = 0;
  takenCount[0] = 0;
  for (let l = 0; l < listedCount[0]; l++) {
    const k = listed[l];
    const ratio = (distance[k] + band) / least;
    if (l > 0 && !(ratio < within)) break;
    if (isTaken(k)) continue;
    const rest = l > 0 ? (within - ratio) / (within - 1) : 1;
    const w = rest * rest;
    x += w * normals[2 * k];
    y += w * normals[2 * k + 1];
    sum += w;
    deep += w * distance[k];
    taken[takenCount[0]++] = k;
  }
  const length = Math.sqrt(x * x + y * y);
  const nearest = 2 * listed[0];
  along[0] = normals[nearest];
  along[1] = normals[nearest + 1];
  if (takenCount[0] === 1 || !(length > LEAST_MEAN * sum)) return;
  along[0] = x / length;
  along[1] = y / length;
  // |g| along the mean is at most deep / length. This also holds for blocks apart, whose lines meet in the nearest
  // point.
  if (deep <= MOST * m * length) return;
  weighing[LEAST] = m;
  turnToBound(a, b, nearest);
}

/** Whether a normal is parallel to one in the mean, to the tolerance: edges that lie on each other count once. */
function isTaken(k: number): boolean {
  for (let t = 0; t < takenCount[0]; t++) {
    const o = 2 * taken[t];
    const x = normals[2 * k];
    const y = normals[2 * k + 1];
    if (normals[o] * x + normals[o + 1] * y > 0 && Math.abs(normals[o] * y - normals[o + 1] * x) <= PARALLEL_SINE) return true;
  }
  return false;
}

/** Turns `along` towards the nearest normal until |g| along it is within the bound. */
function turnToBound(a: ConvexPolygon, b: ConvexPolygon, nearest: number): void {
  gapAlong(a, b);
  const least = weighing[LEAST];
  const depth = Math.abs(extremes[SCANNED_GAP]);
  const most = MOST * least + settings[BAND];
  if (!(depth > most)) return;
  const dx = normals[nearest] - along[0];
  const dy = normals[nearest + 1] - along[1];
  // g of a sum is at least the sum of g: along (1 - t) mean + t n the depth is at most ((1 - t) depth + t least) /
  // length.
  const c = 0.5 * (dx * dx + dy * dy);
  let short = 0;
  let far = 1;
  for (let halvings = 52; halvings > 0; halvings--) {
    const t = 0.5 * (short + far);
    if ((1 - t) * depth + t * least <= most * Math.sqrt(1 - 2 * t * (1 - t) * c)) far = t;
    else short = t;
  }
  const x = along[0] + far * dx;
  const y = along[1] + far * dy;
  const length = Math.sqrt(x * x + y * y);
  along[0] = x / length;
  along[1] = y / length;
}
