/**
 * The contact zone of two faces: the part of their common projection along the normal where the gap between their
 * planes is at most the rounding of the pair.
 *
 * The polygon of A's face is cut by the sides of B's face one after another (Sutherland and Hodgman 1974), then by the
 * line where the gap equals the level. The gap is linear over it, so area, volume and pressure centre are sums over
 * triangles. The corners that the last cut makes are the rim. The share of a corner of the zone is half of each of its
 * two triangles (corner, neighbour, centroid). It is added to the nearest contact point, or belongs to the rim corner.
 * So the shares add up to the area.
 *
 * Frame: A's. Cost O((p + q) q) for faces of p and q corners.
 */
import { edgeFeature, faceFeature } from '../contact/feature';
import { MAX_FACES, MAX_VERTICES, type ConvexPolyhedron } from '../polyhedron/convex-polyhedron';
import { corner, faceNormal, faceOffset } from './block-pair';
import { normal } from './contact-normal';
import { pointShare, pointX, pointY, pointZ } from './contact-points';
import { CONTACTS, setCount } from './contact-set';

/** Each cut adds at most one corner: p corners, q cuts, and the cut at the level. */
const CORNERS = 2 * MAX_VERTICES + 2;
/**
 * The polygon before and after a cut, x y z packed, about A's first corner; and the source of its side to the next
 * corner: 2 * edge of A, 2 * edge of B + 1, or CUT.
 */
const before = /* @__PURE__ */ new Float64Array(3 * CORNERS);
const after = /* @__PURE__ */ new Float64Array(3 * CORNERS);
const sideBefore = /* @__PURE__ */ new Int32Array(CORNERS);
const sideAfter = /* @__PURE__ */ new Int32Array(CORNERS);
const CUT = -1;
/** For each corner of the zone: level minus gap; and its number as a rim corner, -1 for none. */
const weight = /* @__PURE__ */ new Float64Array(CORNERS);
const rimOf = /* @__PURE__ */ new Int32Array(CORNERS);

/**
 * Input: the largest gap in the zone. Results: area, integral of the weight, and integral of weight times place midway
 * between the faces.
 */
export const zone = /* @__PURE__ */ new Float64Array(6);
export const LEVEL = 0;
export const AREA = 1;
export const WEIGHT = 2;
export const WEIGHT_X = 3;

/** Corners of the rim: at most two. */
export const rimTotal = /* @__PURE__ */ new Int32Array(1);
/** Place midway, x y z packed; features of A and of B; share. */
export const rimPlace = /* @__PURE__ */ new Float64Array(6);
export const rimCode = /* @__PURE__ */ new Int32Array(4);
export const rimShare = /* @__PURE__ */ new Float64Array(2);

/**
 * A face with a smaller cosine to the normal of the contact has no zone: its gap is that of a side, not of a face.
 */
const LEAST_COSINE = 0.5;

/** The first corner of A's face; the plane of B's along the normal from there: offset, and slope x y z. */
const origin = /* @__PURE__ */ new Float64Array(3);
const plane = /* @__PURE__ */ new Float64Array(4);
/** Slots of `plane`: its offset at the origin, and its slope x y z. */
const AT_ORIGIN = 0;
const SLOPE = 1;

/** No zone. */
export function clearZone(): void {
  zone[AREA] = 0;
  zone[WEIGHT] = 0;
  rimTotal[0] = 0;
}

/** Measures the zone of face f of A and g of B, and adds the shares of the contact points. zone[LEVEL] is set. */
export function measureZone(a: ConvexPolyhedron, b: ConvexPolyhedron, f: number, g: number): void {
  clearZone();
  const m = 3 * (MAX_FACES + g);
  const cosineA = normal[0] * faceNormal[3 * f] + normal[1] * faceNormal[3 * f + 1] + normal[2] * faceNormal[3 * f + 2];
  const cosineB = -(normal[0] * faceNormal[m] + normal[1] * faceNormal[m + 1] + normal[2] * faceNormal[m + 2]);
  if (!(cosineA > LEAST_COSINE && cosineB > LEAST_COSINE)) return;
  // (n_B·x - offset) / cosine is how far x is over B's face along the normal.
  const first = 3 * a.halfEdgeOrigin[a.faceHalfEdge[f]];
  let d = -faceOffset[MAX_FACES + g];
  for (let k = 0; k < 3; k++) {
    origin[k] = corner[first + k];
    plane[SLOPE + k] = faceNormal[m + k] / cosineB;
    d += faceNormal[m + k] * origin[k];
  }
  plane[AT_ORIGIN] = d / cosineB;
  let n = loadFace(a, f);
  n = cutByFace(b, g, n);
  n = cutAtLevel(f, g, n);
  if (n >= 3) addZone(n);
}

/** Writes the corners of A's face to `before`. */
function loadFace(a: ConvexPolyhedron, f: number): number {
  const first = a.faceHalfEdge[f];
  let n = 0;
  let h = first;
  do {
    const p = 3 * a.halfEdgeOrigin[h];
    for (let k = 0; k < 3; k++) before[3 * n + k] = corner[p + k] - origin[k];
    sideBefore[n] = 2 * (h >> 1);
    n++;
    h = a.halfEdgeNext[h];
  } while (h !== first && n < MAX_VERTICES);
  return n;
}

/** Cuts `before` by the sides of B's face. The rest is in `before` again. Returns the number of its corners. */
function cutByFace(b: ConvexPolyhedron, g: number, corners: number): number {
  const start = b.faceHalfEdge[g];
  let n = corners;
  let h = start;
  for (let turns = b.vertexCount; turns > 0 && n > 0; turns--) {
    // B's face looks against the normal and turns clockwise about it: its inside is to the right, e × n.
    const p = 3 * (MAX_VERTICES + b.halfEdgeOrigin[h]);
    const q = 3 * (MAX_VERTICES + b.halfEdgeOrigin[h ^ 1]);
    const ex = corner[q] - corner[p];
    const ey = corner[q + 1] - corner[p + 1];
    const ez = corner[q + 2] - corner[p + 2];
    const ix = ey * normal[2] - ez * normal[1];
    const iy = ez * normal[0] - ex * normal[2];
    const iz = ex * normal[1] - ey * normal[0];
    const c = ix * (corner[p] - origin[0]) + iy * (corner[p + 1] - origin[1]) + iz * (corner[p + 2] - origin[2]);
    for (let k = 0; k < n; k++) weight[k] = ix * before[3 * k] + iy * before[3 * k + 1] + iz * before[3 * k + 2] - c;
    n = cut(n, 2 * (h >> 1) + 1);
    h = b.halfEdgeNext[h];
    if (h === start) break;
  }
  return n;
}

/** Keeps the part of the `n` corners of `before` with a weight >= 0. The new side gets the code `code`. */
function cut(n: number, code: number): number {
  let m = 0;
  for (let k = 0; k < n; k++) {
    const next = k + 1 < n ? k + 1 : 0;
    const w = weight[k];
    const v = weight[next];
    if (w >= 0 && m < CORNERS) {
      for (let c = 0; c < 3; c++) after[3 * m + c] = before[3 * k + c];
      sideAfter[m] = sideBefore[k];
      m++;
    }
    if (((w > 0 && v < 0) || (w < 0 && v > 0)) && m < CORNERS) {
      const t = w / (w - v);
      for (let c = 0; c < 3; c++) after[3 * m + c] = before[3 * k + c] + t * (before[3 * next + c] - before[3 * k + c]);
      sideAfter[m] = w > 0 ? code : sideBefore[k];
      m++;
    }
  }
  for (let k = 0; k < 3 * m; k++) before[k] = after[k];
  for (let k = 0; k < m; k++) sideBefore[k] = sideAfter[k];
  return m;
}

/** Cuts `before` where the gap is the level. Sets the weights, and the corners of the rim. */
function cutAtLevel(f: number, g: number, n: number): number {
  measureWeights(n);
  let isWhole = true;
  for (let k = 0; k < n; k++) {
    rimOf[k] = -1;
    if (weight[k] < 0) isWhole = false;
  }
  if (isWhole) return n;
  const m = cut(n, CUT);
  measureWeights(m);
  for (let k = 0; k < m; k++) {
    const last = k > 0 ? k - 1 : m - 1;
    rimOf[k] = -1;
    // A corner of the rim lies between the cut and the side that was cut.
    const isCutNext = sideBefore[k] === CUT;
    const isCutLast = sideBefore[last] === CUT;
    if (isCutNext === isCutLast || rimTotal[0] === 2) continue;
    const r = rimTotal[0]++;
    const side = isCutNext ? sideBefore[last] : sideBefore[k];
    const isOfB = (side & 1) === 1;
    rimCode[2 * r] = isOfB ? faceFeature(f) : edgeFeature(side >> 1);
    rimCode[2 * r + 1] = isOfB ? edgeFeature(side >> 1) : faceFeature(g);
    rimShare[r] = 0;
    const half = 0.5 * (zone[LEVEL] - weight[k]);
    for (let c = 0; c < 3; c++) rimPlace[3 * r + c] = origin[c] + before[3 * k + c] + half * normal[c];
    rimOf[k] = r;
  }
  return m;
}

function measureWeights(n: number): void {
  // The gap is the distance from a corner to B's face along the normal.
  for (let k = 0; k < n; k++)
    weight[k] =
      zone[LEVEL] -
      (plane[AT_ORIGIN] + plane[SLOPE] * before[3 * k] + plane[SLOPE + 1] * before[3 * k + 1] + plane[SLOPE + 2] * before[3 * k + 2]);
}

/** Sums over the polygon of `n` corners in `before`, and its shares. */
function addZone(n: number): void {
  const nx = normal[0];
  const ny = normal[1];
  const nz = normal[2];
  const x0 = before[0];
  const y0 = before[1];
  const z0 = before[2];
  const w0 = weight[0];
  let area = 0;
  let sum = 0;
  let sumX = 0;
  let sumY = 0;
  let sumZ = 0;
  let sumSquare = 0;
  let areaX = 0;
  let areaY = 0;
  let areaZ = 0;
  for (let k = 1; k + 1 < n; k++) {
    const ax = before[3 * k] - x0;
    const ay = before[3 * k + 1] - y0;
    const az = before[3 * k + 2] - z0;
    const next = 3 * k + 3;
    const bx = before[next] - x0;
    const by = before[next + 1] - y0;
    const bz = before[next + 2] - z0;
    const wa = weight[k];
    const wb = weight[k + 1];
    const t = 0.5 * (nx * (ay * bz - az * by) + ny * (az * bx - ax * bz) + nz * (ax * by - ay * bx));
    const w = w0 + wa + wb;
    area += t;
    areaX += t * (ax + bx);
    areaY += t * (ay + by);
    areaZ += t * (az + bz);
    sum += (t * w) / 3;
    sumX += (t / 12) * (w * (ax + bx) + wa * ax + wb * bx);
    sumY += (t / 12) * (w * (ay + by) + wa * ay + wb * by);
    sumZ += (t / 12) * (w * (az + bz) + wa * az + wb * bz);
    sumSquare += (t / 12) * (w * w + w0 * w0 + wa * wa + wb * wb);
  }
  if (!(area > 0)) return;
  zone[AREA] = area;
  zone[WEIGHT] = sum;
  // Midway: half the gap from A's face along the normal. The gap is the level minus the weight.
  const up = 0.5 * (zone[LEVEL] * sum - sumSquare);
  zone[WEIGHT_X] = sumX + sum * (origin[0] + x0) + up * nx;
  zone[WEIGHT_X + 1] = sumY + sum * (origin[1] + y0) + up * ny;
  zone[WEIGHT_X + 2] = sumZ + sum * (origin[2] + z0) + up * nz;
  const cx = x0 + areaX / (3 * area);
  const cy = y0 + areaY / (3 * area);
  const cz = z0 + areaZ / (3 * area);
  let last = n - 1;
  for (let k = 0; k < n; k++) {
    const px = before[3 * last] - cx;
    const py = before[3 * last + 1] - cy;
    const pz = before[3 * last + 2] - cz;
    const qx = before[3 * k] - cx;
    const qy = before[3 * k + 1] - cy;
    const qz = before[3 * k + 2] - cz;
    share[0] = 0.25 * (nx * (py * qz - pz * qy) + ny * (pz * qx - px * qz) + nz * (px * qy - py * qx));
    giveShare(last);
    giveShare(k);
    last = k;
  }
}

/** A share to be given. */
const share = /* @__PURE__ */ new Float64Array(1);

/** Adds it to corner k of the zone: to its rim corner, or to the contact point that is nearest in the plane. */
function giveShare(k: number): void {
  if (rimOf[k] >= 0) {
    rimShare[rimOf[k]] += share[0];
    return;
  }
  let best = -1;
  let least = Infinity;
  for (let p = 0; p < setCount[CONTACTS]; p++) {
    const x = pointX[p] - origin[0] - before[3 * k];
    const y = pointY[p] - origin[1] - before[3 * k + 1];
    const z = pointZ[p] - origin[2] - before[3 * k + 2];
    const d = normal[0] * x + normal[1] * y + normal[2] * z;
    const square = x * x + y * y + z * z - d * d;
    if (!(square < least)) continue;
    least = square;
    best = p;
  }
  if (best >= 0) pointShare[best] += share[0];
}
