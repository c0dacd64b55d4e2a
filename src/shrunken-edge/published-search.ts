/**
 * Contact points of the shrunken edge algorithm as printed (Wang, Li and Feng 2014, section 2.2, eqs 1-7): the shrunken
 * edges of each face of the main block against its one approaching face on the target block. docs/shrunken-edge.md
 * lists what it omits and where it is wrong. The main block is A, the target block is B; they are not exchanged.
 *
 * As printed: distances are those of the shrunken points; |d| is compared with dTol; case C requires a J of exactly 0;
 * eq. 6 takes the minimum of the ratios of the sides that cut. The paper does not define when a point is "on" an edge
 * or a corner of the face; shrunken points never are exactly. Here a point is on it if it is as near as its corner was
 * moved, lambda |OV|.
 */
import { edgeFeature, faceFeature, featureDimension, vertexFeature } from '../contact/feature';
import { Q } from '../contact/layouts';
import { MAX_FACES, MAX_VERTICES, type ConvexPolyhedron } from '../polyhedron/convex-polyhedron';
import { corner, faceNormal, faceOffset, shrunken } from './blocks';
import { D_TOL, settings } from './settings';

/** At most two points for each edge of a face. */
const CAPACITY = 2 * MAX_VERTICES;
export const publishedCount = /* @__PURE__ */ new Int32Array(1);
/** Places on the plane of the approaching face, x y z. */
export const publishedAt = /* @__PURE__ */ new Float64Array(3 * CAPACITY);
/** Signed distance of the shrunken edge from that plane there. */
export const publishedGap = /* @__PURE__ */ new Float64Array(CAPACITY);
export const publishedA = /* @__PURE__ */ new Int32Array(CAPACITY);
export const publishedB = /* @__PURE__ */ new Int32Array(CAPACITY);
/** Edges of the main face by case: their numbers, and the first of each from slot FIRST. */
export const cases = /* @__PURE__ */ new Int32Array(6);
/** Numbers of edges in the cases B, C and D. */
export const CASE_B = 0;
export const CASE_C = 1;
export const CASE_D = 2;
/** The first edge of each case, -1 for none. */
export const FIRST = 3;

/** Places of points p (P) and q (Q) on the plane of the approaching face, and their distances from it (DISTANCES). */
const segment = /* @__PURE__ */ new Float64Array(8);
/** Slot of the distances of p and q. */
const DISTANCES = 6;
/** lambda_p and lambda_q of eqs 5 to 7. */
const ratio = /* @__PURE__ */ new Float64Array(2);
/** The half-edges that cut at p and at q, -1 for none. */
const cutter = /* @__PURE__ */ new Int32Array(2);

/** The face of the target block whose normal is most opposed to that of face alpha (eq. 2), the first of several. */
export function approachingFace(b: ConvexPolyhedron, alpha: number): number {
  const p = 3 * alpha;
  let least = Infinity;
  let beta = 0;
  for (let f = 0; f < b.faceCount; f++) {
    const q = 3 * (MAX_FACES + f);
    const v = faceNormal[p] * faceNormal[q] + faceNormal[p + 1] * faceNormal[q + 1] + faceNormal[p + 2] * faceNormal[q + 2];
    if (!(v < least)) continue;
    least = v;
    beta = f;
  }
  return beta;
}

/** Collects the contact points of main face alpha with its approaching face beta. */
export function searchFaces(a: ConvexPolyhedron, b: ConvexPolyhedron, alpha: number, beta: number): void {
  publishedCount[0] = 0;
  cases.fill(0, 0, 3);
  cases.fill(-1, 3);
  const tolerance = settings[D_TOL];
  const first = a.faceHalfEdge[alpha];
  let h = first;
  for (let turns = a.vertexCount; turns > 0; turns--) {
    const next = a.halfEdgeNext[h];
    project(beta, h, 0);
    project(beta, next, 3);
    const dm = segment[DISTANCES];
    const dn = segment[DISTANCES + 1];
    const isNearM = Math.abs(dm) < tolerance;
    const isNearN = Math.abs(dn) < tolerance;
    if (isNearM && isNearN) searchD(a, b, beta, h, next);
    else if (isNearM || isNearN) searchB(a, b, beta, isNearM ? h : next, isNearM ? 0 : 1);
    else if (dm * dn < 0) searchC(b, beta, h);
    h = next;
    if (h === first) break;
  }
}

/** Eq. 3, and the projection on the plane of face beta, of the shrunken point of half-edge h. */
function project(beta: number, h: number, to: number): void {
  const o = 3 * (MAX_FACES + beta);
  let d = -faceOffset[MAX_FACES + beta];
  for (let k = 0; k < 3; k++) d += faceNormal[o + k] * shrunken[3 * h + k];
  for (let k = 0; k < 3; k++) segment[to + k] = shrunken[3 * h + k] - d * faceNormal[o + k];
  segment[to === 0 ? 6 : 7] = d;
}

/** J_i of p (0) and q (1), of the side of half-edge i of face beta (eq. 4). */
const inside = /* @__PURE__ */ new Float64Array(2);

function measureSide(b: ConvexPolyhedron, beta: number, i: number): void {
  const o = 3 * (MAX_FACES + beta);
  const p = 3 * (MAX_VERTICES + b.halfEdgeOrigin[i]);
  const q = 3 * (MAX_VERTICES + b.halfEdgeOrigin[i ^ 1]);
  const ex = corner[q] - corner[p];
  const ey = corner[q + 1] - corner[p + 1];
  const ez = corner[q + 2] - corner[p + 2];
  for (let c = 0; c < 2; c++) {
    const x = segment[3 * c] - corner[p];
    const y = segment[3 * c + 1] - corner[p + 1];
    const z = segment[3 * c + 2] - corner[p + 2];
    inside[c] = (ey * z - ez * y) * faceNormal[o] + (ez * x - ex * z) * faceNormal[o + 1] + (ex * y - ey * x) * faceNormal[o + 2];
  }
}

/**
 * Case B: the point of half-edge h, p (0) or q (1), is within dTol: a contact if it is inside face beta. Two edges
 * share the point; they count as one.
 */
function searchB(a: ConvexPolyhedron, b: ConvexPolyhedron, beta: number, h: number, c: number): void {
  const first = b.faceHalfEdge[beta];
  let i = first;
  for (let turns = b.vertexCount; turns > 0; turns--) {
    measureSide(b, beta, i);
    if (!(inside[c] > 0)) return;
    i = b.halfEdgeNext[i];
    if (i === first) break;
  }
  addPoint(a, b, beta, h, c, vertexFeature(a.halfEdgeOrigin[h]), -1);
  countCase(0, h);
}

/** Case C: the edge crosses the plane at a point of a side of face beta: one J is 0 and the others are greater. */
function searchC(b: ConvexPolyhedron, beta: number, h: number): void {
  const share = segment[DISTANCES] / (segment[DISTANCES] - segment[DISTANCES + 1]);
  for (let k = 0; k < 3; k++) segment[k] += share * (segment[Q + k] - segment[k]);
  segment[DISTANCES] = 0;
  let zeros = 0;
  let edge = -1;
  const first = b.faceHalfEdge[beta];
  let i = first;
  for (let turns = b.vertexCount; turns > 0; turns--) {
    measureSide(b, beta, i);
    if (inside[0] < 0) return;
    if (inside[0] === 0) {
      zeros++;
      edge = i;
    }
    i = b.halfEdgeNext[i];
    if (i === first) break;
  }
  if (zeros !== 1) return;
  pushPoint(0, edgeFeature(h >> 1), edgeFeature(edge >> 1));
  countCase(1, h);
}

/** Case D: the part of the edge inside face beta (eqs 5 to 7). */
function searchD(a: ConvexPolyhedron, b: ConvexPolyhedron, beta: number, h: number, next: number): void {
  ratio[0] = ratio[1] = 0;
  cutter[0] = cutter[1] = -1;
  const first = b.faceHalfEdge[beta];
  let i = first;
  for (let turns = b.vertexCount; turns > 0; turns--) {
    measureSide(b, beta, i);
    if (inside[0] < 0 && inside[1] < 0) return;
    if (inside[0] < 0 && inside[1] > 0) cut(0, i);
    else if (inside[1] < 0 && inside[0] > 0) cut(1, i);
    i = b.halfEdgeNext[i];
    if (i === first) break;
  }
  if (!(ratio[0] + ratio[1] < 1)) return;
  const own = edgeFeature(h >> 1);
  movePoints();
  addPoint(a, b, beta, h, 0, cutter[0] < 0 ? vertexFeature(a.halfEdgeOrigin[h]) : own, cutter[0]);
  addPoint(a, b, beta, next, 1, cutter[1] < 0 ? vertexFeature(a.halfEdgeOrigin[next]) : own, cutter[1]);
  countCase(2, h);
}

/** Eq. 5 for the end c of the segment, and the minimum of eq. 6. */
function cut(c: number, i: number): void {
  const share = Math.abs(inside[c]) / (Math.abs(inside[0]) + Math.abs(inside[1]));
  if (cutter[c] >= 0 && !(share < ratio[c])) return;
  ratio[c] = share;
  cutter[c] = i;
}

/** Eq. 7. */
function movePoints(): void {
  for (let k = 0; k < 3; k++) {
    const pq = segment[Q + k] - segment[k];
    segment[k] += ratio[0] * pq;
    segment[Q + k] -= ratio[1] * pq;
  }
  const rise = segment[DISTANCES + 1] - segment[DISTANCES];
  segment[DISTANCES] += ratio[0] * rise;
  segment[DISTANCES + 1] -= ratio[1] * rise;
}

/**
 * Adds p (0) or q (1), which belongs to the shrunken point of half-edge h; `side` is the half-edge of the face that cut
 * there, -1 for none.
 */
function addPoint(a: ConvexPolyhedron, b: ConvexPolyhedron, beta: number, h: number, c: number, own: number, side: number): void {
  pushPoint(c, own, side >= 0 ? edgeFeature(side >> 1) : featureUnder(a, b, beta, h, c));
}

/** The edge or corner of face beta that is as near to the point as its corner was moved; otherwise the face. */
function featureUnder(a: ConvexPolyhedron, b: ConvexPolyhedron, beta: number, h: number, c: number): number {
  let moved2 = 0;
  for (let k = 0; k < 3; k++) {
    const x = shrunken[3 * h + k] - corner[3 * a.halfEdgeOrigin[h] + k];
    moved2 += x * x;
  }
  let vertex = -1;
  let edge = -1;
  let nearestVertex = moved2;
  let nearestEdge = moved2;
  const first = b.faceHalfEdge[beta];
  let i = first;
  for (let turns = b.vertexCount; turns > 0; turns--) {
    measureSide(b, beta, i);
    const p = 3 * (MAX_VERTICES + b.halfEdgeOrigin[i]);
    const q = 3 * (MAX_VERTICES + b.halfEdgeOrigin[i ^ 1]);
    let r2 = 0;
    let ee = 0;
    for (let k = 0; k < 3; k++) {
      r2 += (segment[3 * c + k] - corner[p + k]) * (segment[3 * c + k] - corner[p + k]);
      ee += (corner[q + k] - corner[p + k]) * (corner[q + k] - corner[p + k]);
    }
    const s2 = (inside[c] * inside[c]) / ee;
    if (r2 <= nearestVertex) {
      nearestVertex = r2;
      vertex = b.halfEdgeOrigin[i];
    }
    if (s2 <= nearestEdge) {
      nearestEdge = s2;
      edge = i >> 1;
    }
    i = b.halfEdgeNext[i];
    if (i === first) break;
  }
  return vertex >= 0 ? vertexFeature(vertex) : edge >= 0 ? edgeFeature(edge) : faceFeature(beta);
}

/** Adds p (0) or q (1), unless a corner of the main face is there already. */
function pushPoint(c: number, own: number, other: number): void {
  const count = publishedCount[0];
  if (featureDimension(own) === 0) for (let p = 0; p < count; p++) if (publishedA[p] === own) return;
  if (count >= CAPACITY) return;
  for (let k = 0; k < 3; k++) publishedAt[3 * count + k] = segment[3 * c + k];
  publishedGap[count] = segment[DISTANCES + c];
  publishedA[count] = own;
  publishedB[count] = other;
  publishedCount[0] = count + 1;
}

function countCase(which: number, h: number): void {
  if (cases[which] === 0) cases[FIRST + which] = h;
  cases[which]++;
}
