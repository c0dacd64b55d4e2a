/**
 * The contact points of a face with the block that faces it: from cases B and D of the edges of that block, and, where faces lie on each other, from the edges of the face
 * on them (main and target exchanged), duplicates removed.
 *
 * The shrunken edge tells whether there is contact; the points are on the true edge, cut in the same way. Points on the shrunken edge, as the paper has them,
 * would be off by up to lambda |OV|, 1 % of a face, and so would arms and areas.
 */
import { edgeFeature, faceFeature, vertexFeature } from '../contact/feature';
import { MAX_EDGES, MAX_FACES, MAX_VERTICES, type ConvexPolyhedron } from '../polyhedron/convex-polyhedron';
import { best, isFacing } from './candidates';
import { corner, distance, faceNormal, measureTo } from './blocks';
import { LOOSE, clipToFace, cutBy, isNear, liesOn, part, touches } from './edge-on-face';
import { settings } from './settings';

/** Two polygons of p and q corners have p + q common ones at most; a point may be met from several faces first. */
const CAPACITY = 4 * MAX_VERTICES;
export const pointCount = /* @__PURE__ */ new Int32Array(1);
/** Middle between both blocks, x y z, and signed gap. */
export const pointAt = /* @__PURE__ */ new Float64Array(3 * CAPACITY);
export const pointGap = /* @__PURE__ */ new Float64Array(CAPACITY);
export const pointFeatureA = /* @__PURE__ */ new Int32Array(CAPACITY);
export const pointFeatureB = /* @__PURE__ */ new Int32Array(CAPACITY);
/**
 * Where each point is: 1 on an edge of A and a face of B, 2 on an edge of B and a face of A, 3 on edges of both (0); the half-edge (1); the face, or the half-edge of B (2).
 * A corner is the start of an edge.
 */
export const pointPlace = /* @__PURE__ */ new Int32Array(3 * CAPACITY);
/** Shares of these edges at which the point is, from their starts (0, 1); 0 for a face. */
export const pointShare = /* @__PURE__ */ new Float64Array(2 * CAPACITY);
/** First edge (0) of the other block on the face, a half-edge, and the face (1) of that block that faces it most and has such an edge; -1 for none. */
export const resting = /* @__PURE__ */ new Int32Array(2);

/** Collects the points of the best face. */
export function collectPoints(a: ConvexPolyhedron, b: ConvexPolyhedron): void {
  const side = best[0];
  const f = best[1];
  const target = side === 0 ? a : b;
  const main = side === 0 ? b : a;
  const mainFaces = (1 - side) * MAX_FACES;
  pointCount[0] = 0;
  resting[0] = -1;
  resting[1] = -1;
  measureTo(f, side);
  let least = 0;
  for (let alpha = 0; alpha < main.faceCount; alpha++) {
    if (!isFacing(mainFaces + alpha, side * MAX_FACES + f) || !collectEdges(target, main, side, f, alpha)) continue;
    const p = 3 * (mainFaces + alpha);
    const q = 3 * (side * MAX_FACES + f);
    const c = faceNormal[p] * faceNormal[q] + faceNormal[p + 1] * faceNormal[q + 1] + faceNormal[p + 2] * faceNormal[q + 2];
    if (c < least) {
      least = c;
      resting[1] = alpha;
    }
  }
  if (resting[1] < 0) return;
  const edge = resting[0];
  measureTo(resting[1], 1 - side);
  collectEdges(main, target, 1 - side, resting[1], f);
  resting[0] = edge;
}

/** Points of the edges of face alpha of `main` on face f of `target`; true when one of them lies on it (case D). */
function collectEdges(target: ConvexPolyhedron, main: ConvexPolyhedron, side: number, f: number, alpha: number): boolean {
  const vertices = (1 - side) * MAX_VERTICES;
  const edges = (1 - side) * 2 * MAX_EDGES;
  const first = main.faceHalfEdge[alpha];
  let rests = false;
  let h = first;
  for (let turns = main.vertexCount; turns > 0; turns--) {
    const next = main.halfEdgeNext[h];
    const m = vertices + main.halfEdgeOrigin[h];
    const n = vertices + main.halfEdgeOrigin[next];
    if (isNear(m) && isNear(n)) {
      if (liesOn(target, side, f, m, n, edges + h, edges + next)) {
        rests = true;
        if (resting[0] < 0) resting[0] = h;
        const cut0 = cutBy[0];
        const cut1 = cutBy[1];
        const t0 = part[0];
        const t1 = part[1];
        if (!clipToFace(target, side, f, corner, 3 * m, 3 * n, LOOSE)) {
          // The true edge is outside by less than the shrink distance.
          part[0] = t0;
          part[1] = t1;
        }
        addEnd(side, f, h, m, n, 0, cut0, main.halfEdgeOrigin[h]);
        addEnd(side, f, h, m, n, 1, cut1, main.halfEdgeOrigin[next]);
      }
    } else if (isNear(m) && touches(target, side, f, m, edges + h)) {
      part[0] = 0;
      addEnd(side, f, h, m, n, 0, -1, main.halfEdgeOrigin[h]);
    } else if (isNear(n) && touches(target, side, f, n, edges + next)) {
      part[1] = 1;
      addEnd(side, f, h, m, n, 1, -1, main.halfEdgeOrigin[next]);
    }
    h = next;
    if (h === first) break;
  }
  return rests;
}

/** The point at share {@link part}[end] of edge mn, an end v of it where nothing cuts. */
function addEnd(side: number, f: number, h: number, m: number, n: number, end: number, cut: number, v: number): void {
  const t = part[end];
  const d = distance[m] + t * (distance[n] - distance[m]);
  const o = 3 * (side * MAX_FACES + f);
  const count = pointCount[0];
  if (count >= CAPACITY) return;
  const at = 3 * count;
  for (let k = 0; k < 3; k++)
    pointAt[at + k] = corner[3 * m + k] + t * (corner[3 * n + k] - corner[3 * m + k]) - 0.5 * d * faceNormal[o + k];
  const own = cut < 0 ? vertexFeature(v) : edgeFeature(h >> 1);
  const other = cut < 0 ? faceFeature(f) : edgeFeature(cut >> 1);
  const featureA = side === 0 ? other : own;
  const featureB = side === 0 ? own : other;
  const near2 = settings[1] * settings[1];
  for (let p = 0; p < count; p++) {
    const x = pointAt[3 * p] - pointAt[at];
    const y = pointAt[3 * p + 1] - pointAt[at + 1];
    const z = pointAt[3 * p + 2] - pointAt[at + 2];
    if (x * x + y * y + z * z <= near2 || (pointFeatureA[p] === featureA && pointFeatureB[p] === featureB)) return;
  }
  pointGap[count] = d;
  pointFeatureA[count] = featureA;
  pointFeatureB[count] = featureB;
  placePoint(count, side === 0 ? ON_EDGE_OF_B : ON_EDGE_OF_A, h, f);
  pointShare[2 * count] = t;
  pointCount[0] = count + 1;
}

export const ON_EDGE_OF_A = 1;
export const ON_EDGE_OF_B = 2;
export const ON_EDGES = 3;

/** Puts point p there, at the starts of the edges: who knows better sets {@link pointShare} after it. */
export function placePoint(p: number, sort: number, edge: number, other: number): void {
  pointPlace[3 * p] = sort;
  pointPlace[3 * p + 1] = edge;
  pointPlace[3 * p + 2] = other;
  pointShare[2 * p] = 0;
  pointShare[2 * p + 1] = 0;
}

/** The point that is farthest from point p. */
export function farthestFrom(p: number): number {
  let most = -1;
  let far = 0;
  for (let q = 0; q < pointCount[0]; q++) {
    const x = pointAt[3 * q] - pointAt[3 * p];
    const y = pointAt[3 * q + 1] - pointAt[3 * p + 1];
    const z = pointAt[3 * q + 2] - pointAt[3 * p + 2];
    const d = x * x + y * y + z * z;
    if (d > most) {
      most = d;
      far = q;
    }
  }
  return far;
}

export function movePoint(from: number, to: number): void {
  for (let k = 0; k < 3; k++) pointAt[3 * to + k] = pointAt[3 * from + k];
  pointGap[to] = pointGap[from];
  pointFeatureA[to] = pointFeatureA[from];
  pointFeatureB[to] = pointFeatureB[from];
  for (let k = 0; k < 3; k++) pointPlace[3 * to + k] = pointPlace[3 * from + k];
  for (let k = 0; k < 2; k++) pointShare[2 * to + k] = pointShare[2 * from + k];
}

const angles = /* @__PURE__ */ new Float64Array(CAPACITY);
/** Area of the polygon of the points, after {@link orderAround}. */
export const polygonArea = /* @__PURE__ */ new Float64Array(1);

/** Sorts the points counter-clockwise about the normal n, around their middle, and takes the area of their polygon. */
export function orderAround(n: Float64Array): void {
  const count = pointCount[0];
  const nx = n[0];
  const ny = n[1];
  const nz = n[2];
  let cx = 0;
  let cy = 0;
  let cz = 0;
  for (let p = 0; p < count; p++) {
    cx += pointAt[3 * p] / count;
    cy += pointAt[3 * p + 1] / count;
    cz += pointAt[3 * p + 2] / count;
  }
  // x axis through the first point: any direction in the plane will do.
  const ux = pointAt[0] - cx;
  const uy = pointAt[1] - cy;
  const uz = pointAt[2] - cz;
  const vx = ny * uz - nz * uy;
  const vy = nz * ux - nx * uz;
  const vz = nx * uy - ny * ux;
  const spare = count < CAPACITY ? count : CAPACITY - 1;
  for (let p = 0; p < count; p++) {
    const rx = pointAt[3 * p] - cx;
    const ry = pointAt[3 * p + 1] - cy;
    const rz = pointAt[3 * p + 2] - cz;
    const x = ux * rx + uy * ry + uz * rz;
    const y = vx * rx + vy * ry + vz * rz;
    const size = Math.abs(x) + Math.abs(y);
    // Grows with the angle, from -1 to 3, without trigonometry.
    const t = size > 0 ? y / size : 0;
    const angle = x < 0 ? 2 - t : t;
    movePoint(p, spare);
    let l = p;
    for (; l > 0 && angles[l - 1] > angle; l--) {
      angles[l] = angles[l - 1];
      movePoint(l - 1, l);
    }
    angles[l] = angle;
    movePoint(spare, l);
  }
  let sum = 0;
  for (let p = 0; p < count; p++) {
    const q = 3 * (p + 1 < count ? p + 1 : 0);
    const x = pointAt[3 * p] - cx;
    const y = pointAt[3 * p + 1] - cy;
    const z = pointAt[3 * p + 2] - cz;
    const x2 = pointAt[q] - cx;
    const y2 = pointAt[q + 1] - cy;
    const z2 = pointAt[q + 2] - cz;
    sum += nx * (y * z2 - z * y2) + ny * (z * x2 - x * z2) + nz * (x * y2 - y * x2);
  }
  polygonArea[0] = sum > 0 ? 0.5 * sum : 0;
}

/**
 * Of points in order, drops those that add least to the polygon until no more than `most` remain. Faces that are all but in one plane have a common outline of more
 * corners than any contact polygon.
 */
export function thinOut(n: Float64Array, most: number): void {
  while (pointCount[0] > most) {
    const count = pointCount[0];
    let least = Infinity;
    let drop = 0;
    for (let p = 0; p < count; p++) {
      const o = 3 * (p > 0 ? p - 1 : count - 1);
      const q = 3 * (p + 1 < count ? p + 1 : 0);
      const x = pointAt[3 * p] - pointAt[o];
      const y = pointAt[3 * p + 1] - pointAt[o + 1];
      const z = pointAt[3 * p + 2] - pointAt[o + 2];
      const x2 = pointAt[q] - pointAt[o];
      const y2 = pointAt[q + 1] - pointAt[o + 1];
      const z2 = pointAt[q + 2] - pointAt[o + 2];
      const area = n[0] * (y * z2 - z * y2) + n[1] * (z * x2 - x * z2) + n[2] * (x * y2 - y * x2);
      if (!(area < least)) continue;
      least = area;
      drop = p;
    }
    for (let p = drop; p + 1 < count; p++) movePoint(p + 1, p);
    pointCount[0] = count - 1;
  }
}
