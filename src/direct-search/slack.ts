/**
 * The slack of a contact set: the motion of two blocks within which no decision of the direct search can change. While
 * the motion is within the slack, the set is proved to be the result of a full search. This is more than in Zheng et
 * al. 2017. Their updated detection (section 2.3) keeps the types of a pair while the number of vertices near it stays
 * the same. But that number can stay the same while the set changes.
 *
 * The set depends on (contact-set.ts):
 * - distances of a corner from a corner, an edge and a face, and of an edge from an edge that it crosses: near means up
 *   to dTol. Each is a distance of a set of points of A from a set of points of B. So it changes by at most the largest
 *   motion of a point of B in A's frame: |t - t0| + |R - R0| r, with r the bounding radius of B.
 * - validity of entrances: scalar products of unit vectors of A and of B, compared with the sine of the parallel
 *   tolerance. They change by at most the turn of a unit vector of B: |R - R0|. The common perpendicular of two edges
 *   turns by up to sqrt(2) / sine of their angle times as much, because it depends on parts perpendicular to one edge,
 *   whose length is that sine.
 *
 * A v-v or v-e pair is valid if any of the covers that meet there is: its safety margin is the largest of the valid
 * covers. If there is no valid cover, it is the smallest of the others. Covers that are surely invalid have no effect.
 * Edges that are nearly parallel have no safety margin. They need none if the faces beside them have the pair. Suppose
 * that a corner over a face, or edges that cross, have no side or end within dTol. They can only leave it over a side
 * or end, which would first come within dTol. So only the distance counts for them, not the position of the foot.
 *
 * The candidates for the first entrance are the faces and edges of near and valid covers. The margin of a face is that
 * of its surest cover. All edges that are near and not surely invalid are kept, and are tested again. No near feature
 * is missed: features within 2 dTol are flagged, and the slack is at most dTol.
 *
 * Cost: about that of the search before it.
 */
import { edgeFeature, faceFeature, vertexFeature } from '../contact/feature';
import { GAP, SQUARE } from '../contact/layouts';
import { MAX_EDGES, MAX_FACES, MAX_VERTICES, type ConvexPolyhedron } from '../polyhedron/convex-polyhedron';
import {
  across,
  ACROSS_LINK,
  corner,
  faceNormal,
  foot,
  isNearEdge,
  measureToPlane,
  measureToSide,
  planeDistance,
  SIDE_SQUARE,
  sideDistance,
  TIMES_SIDE,
} from './block-pair';
import { addEdgeCandidate } from './candidates';
import { CONTACTS, isCrossingInside, setA, setB, setCount } from './contact-set';
import { direction } from './direction';
import { crossEdges } from './entrance';
import { doBoxesMeet, edgeTotal, flaggedEdge, flaggedVertex, vertexTotal } from './flagged';
import { MOTION, NEAR, NEAR_SQUARED, PARALLEL, settings } from './settings';

/** Motion of B that is proved to change nothing. 0: there is no proof. */
export const slack = /* @__PURE__ */ new Float64Array(2);
/** Largest displacement of a point of B. */
export const OF_WAY = 0;
/** Largest turn of a unit vector of B. */
export const OF_TURN = 1;

/** The largest turn of a proof: about 6 degrees. Entrances that are invalid by more are ignored. */
const MOST_TURN = 0.1;

/** Most near pairs of features, and near faces, of a proof. */
const NEAR_CAPACITY = 32;

/** Near pairs of features, and the safety margin of their validity: > 0 valid, < 0 not valid. */
const nearA = /* @__PURE__ */ new Int32Array(NEAR_CAPACITY);
const nearB = /* @__PURE__ */ new Int32Array(NEAR_CAPACITY);
const sureness = /* @__PURE__ */ new Float64Array(NEAR_CAPACITY);
/** Near faces, and the safety margin of their candidacy. */
const nearFace = /* @__PURE__ */ new Int32Array(NEAR_CAPACITY);
const faceSureness = /* @__PURE__ */ new Float64Array(NEAR_CAPACITY);
/** The near pairs of the current cover. */
const part = /* @__PURE__ */ new Int32Array(NEAR_CAPACITY);
/** Counts. */
const nearTotal = /* @__PURE__ */ new Int32Array(4);
/** Near pairs. */
const PAIRS = 0;
/** Near faces. */
const FACES = 1;
/** Parts of the current cover. */
const PARTS = 2;
/** Pairs and faces that had no room. */
const NO_ROOM = 3;
/** Limits of distances, and values of the current cover; its squared distance is at SQUARE. */
const limit = /* @__PURE__ */ new Float64Array(4);
/** dTol plus the largest slack; and its square. */
const FARTHEST = 0;
const FARTHEST_SQUARE = 1;
/** Safety margin of the current cover. */
const SURENESS = 2;

/**
 * Sets the slack of the contact set of the last search, and adds edges to the candidates. The features within 2 dTol
 * are flagged, and the last startSlack was for these blocks. A slack below the motion of a step would not last until
 * the next call: then the slack is 0, and the search for it stops.
 */
export function measureSlack(a: ConvexPolyhedron, b: ConvexPolyhedron): void {
  nearTotal.fill(0);
  limit[FARTHEST] = 2 * settings[NEAR];
  limit[FARTHEST_SQUARE] = limit[FARTHEST] * limit[FARTHEST];
  measureVertices(a, b, 0);
  measureVertices(b, a, 1);
  measureEdges(a, b);
  let valid = 0;
  for (let k = 0; k < nearTotal[PAIRS]; k++) {
    slack[OF_TURN] = Math.min(slack[OF_TURN], Math.abs(sureness[k]));
    if (sureness[k] > 0) valid++;
  }
  for (let k = 0; k < nearTotal[FACES]; k++) slack[OF_TURN] = Math.min(slack[OF_TURN], Math.abs(faceSureness[k]));
  // The near pairs here must equal the contact set; otherwise a decision is within rounding.
  if (nearTotal[NO_ROOM] > 0 || valid !== setCount[CONTACTS] || !(slack[OF_TURN] > 0) || !isOfUse()) slack[OF_WAY] = 0;
  for (let k = 0; k < setCount[CONTACTS] && slack[OF_WAY] > 0; k++) if (!isSurelyNear(setA[k], setB[k])) slack[OF_WAY] = 0;
}

/**
 * Sets the upper bound of the slack: while g of the found direction stays at least -dTol, the overlap is not deep.
 */
export function startSlack(): void {
  slack[OF_WAY] = Math.min(settings[NEAR], direction[GAP] + settings[NEAR]);
  slack[OF_TURN] = MOST_TURN;
}

function isOfUse(): boolean {
  return slack[OF_WAY] >= settings[MOTION];
}

function isSurelyNear(featureA: number, featureB: number): boolean {
  for (let k = 0; k < nearTotal[PAIRS]; k++) if (nearA[k] === featureA && nearB[k] === featureB) return sureness[k] > 0;
  return false;
}

/** Reduces the slack so that a distance (squared in limit[SQUARE]) stays on its side of dTol. */
function restrict(): void {
  const square = limit[SQUARE];
  if (square <= limit[FARTHEST_SQUARE]) slack[OF_WAY] = Math.min(slack[OF_WAY], Math.abs(Math.sqrt(square) - settings[NEAR]));
}

/** Flagged vertices of block `side` over faces of the other block: all v-v, v-e and v-f pairs. */
function measureVertices(own: ConvexPolyhedron, other: ConvexPolyhedron, side: number): void {
  const row = side * MAX_VERTICES;
  const faces = (1 - side) * MAX_FACES;
  for (let k = 0; k < vertexTotal[side] && isOfUse(); k++) {
    const v = flaggedVertex[row + k];
    for (let f = 0; f < other.faceCount; f++) {
      measureToPlane(row + v, faces + f);
      if (!(Math.abs(planeDistance[0]) <= limit[FARTHEST]) || !mayBeValid(own, side, v, f)) continue;
      nearTotal[PARTS] = 0;
      if (!measureVertexFace(other, side, v, f)) continue;
      raiseParts();
      raiseFace(faces + f);
    }
  }
}

/** Whether the cover of a vertex and a face is near; its near pairs become the current parts. */
function measureVertexFace(other: ConvexPolyhedron, side: number, v: number, f: number): boolean {
  const { halfEdgeNext, halfEdgeOrigin } = other;
  const p = side * MAX_VERTICES + v;
  const row = (1 - side) * MAX_VERTICES;
  const first = other.faceHalfEdge[f];
  const d = planeDistance[0];
  let h = first;
  let inside = true;
  for (let turns = other.vertexCount; turns > 0; turns--) {
    const w0 = halfEdgeOrigin[h];
    const w1 = halfEdgeOrigin[h ^ 1];
    measureToSide(p, row + w0, row + w1, (1 - side) * MAX_FACES + f);
    const s = sideDistance[TIMES_SIDE];
    if (!(s * s > limit[FARTHEST_SQUARE] * sideDistance[SIDE_SQUARE])) {
      const near0 = measureCorners(p, row + w0);
      const near1 = measureCorners(p, row + w1);
      const h0 = h & ~1;
      const nearEdge = measureToEdge(p, row + halfEdgeOrigin[h0], row + halfEdgeOrigin[h0 + 1]);
      if (near0) addPart(side, vertexFeature(v), vertexFeature(w0));
      if (near1) addPart(side, vertexFeature(v), vertexFeature(w1));
      if (nearEdge && !near0 && !near1) addPart(side, vertexFeature(v), edgeFeature(h >> 1));
      if (!nearEdge && !near0 && !near1 && !(s >= 0)) inside = false;
    } else if (s < 0) return false;
    h = halfEdgeNext[h];
    if (h === first) break;
  }
  if (nearTotal[PARTS] > 0) return true;
  if (!inside) return false;
  limit[SQUARE] = d * d;
  restrict();
  if (!(d * d <= settings[NEAR_SQUARED])) return false;
  addPart(side, vertexFeature(v), faceFeature(f));
  return true;
}

/** Whether two corners are near. */
function measureCorners(p: number, q: number): boolean {
  const x = corner[3 * q] - corner[3 * p];
  const y = corner[3 * q + 1] - corner[3 * p + 1];
  const z = corner[3 * q + 2] - corner[3 * p + 2];
  const square = x * x + y * y + z * z;
  limit[SQUARE] = square;
  restrict();
  return square <= settings[NEAR_SQUARED];
}

/** Whether a corner is near an edge. */
function measureToEdge(p: number, q0: number, q1: number): boolean {
  const near = isNearEdge(p, q0, q1);
  limit[SQUARE] = foot[SQUARE];
  restrict();
  return near;
}

/** Flagged pairs of edges: e-e pairs, and their covers with other near pairs. */
function measureEdges(a: ConvexPolyhedron, b: ConvexPolyhedron): void {
  for (let k = 0; k < edgeTotal[0] && isOfUse(); k++) {
    const i = flaggedEdge[k];
    for (let l = 0; l < edgeTotal[1]; l++) {
      if (!doBoxesMeet(k, MAX_EDGES + l)) continue;
      const j = flaggedEdge[MAX_EDGES + l];
      const crossing = crossEdges(a, b, i, j);
      if (crossing && across[ACROSS_LINK] * across[ACROSS_LINK] > 2 * limit[FARTHEST_SQUARE] * across[SQUARE]) continue;
      if (!mayCross(a, b, i, j, crossing)) continue;
      nearTotal[PARTS] = 0;
      if (!measureEdgePair(a, b, i, j, crossing)) continue;
      raiseParts();
      addEdgeCandidate(i, j);
    }
  }
}

/** Whether the cover of two edges is near; its near pairs become the current parts. */
function measureEdgePair(a: ConvexPolyhedron, b: ConvexPolyhedron, i: number, j: number, crossing: boolean): boolean {
  const v0 = a.halfEdgeOrigin[i];
  const v1 = a.halfEdgeOrigin[i + 1];
  const w0 = b.halfEdgeOrigin[j];
  const w1 = b.halfEdgeOrigin[j + 1];
  const q0 = MAX_VERTICES + w0;
  const q1 = MAX_VERTICES + w1;
  const near00 = measureCorners(v0, q0);
  const near01 = measureCorners(v0, q1);
  const near10 = measureCorners(v1, q0);
  const near11 = measureCorners(v1, q1);
  if (near00) addPart(0, vertexFeature(v0), vertexFeature(w0));
  if (near01) addPart(0, vertexFeature(v0), vertexFeature(w1));
  if (near10) addPart(0, vertexFeature(v1), vertexFeature(w0));
  if (near11) addPart(0, vertexFeature(v1), vertexFeature(w1));
  if (measureToEdge(v0, q0, q1) && !near00 && !near01) addPart(0, vertexFeature(v0), edgeFeature(j >> 1));
  if (measureToEdge(v1, q0, q1) && !near10 && !near11) addPart(0, vertexFeature(v1), edgeFeature(j >> 1));
  if (measureToEdge(q0, v0, v1) && !near00 && !near10) addPart(0, edgeFeature(i >> 1), vertexFeature(w0));
  if (measureToEdge(q1, v0, v1) && !near01 && !near11) addPart(0, edgeFeature(i >> 1), vertexFeature(w1));
  if (nearTotal[PARTS] > 0) return true;
  if (!crossing || !isCrossingInside(a, b, i, j)) return false;
  const square = (across[ACROSS_LINK] * across[ACROSS_LINK]) / across[SQUARE];
  limit[SQUARE] = square;
  restrict();
  if (!(square <= settings[NEAR_SQUARED])) return false;
  addPart(0, edgeFeature(i >> 1), edgeFeature(j >> 1));
  return true;
}

/** Adds a near pair of the current cover, of a feature of block `side` and a feature of the other block. */
function addPart(side: number, own: number, other: number): void {
  const featureA = side === 0 ? own : other;
  const featureB = side === 0 ? other : own;
  let k = 0;
  while (k < nearTotal[PAIRS] && (nearA[k] !== featureA || nearB[k] !== featureB)) k++;
  if (k === NEAR_CAPACITY || nearTotal[PARTS] === NEAR_CAPACITY) {
    nearTotal[NO_ROOM]++;
    return;
  }
  if (k === nearTotal[PAIRS]) {
    nearA[k] = featureA;
    nearB[k] = featureB;
    sureness[k] = -Infinity;
    nearTotal[PAIRS]++;
  }
  part[nearTotal[PARTS]++] = k;
}

/** Raises the safety margin of each near pair to that of the current cover, if that is larger. */
function raiseParts(): void {
  for (let k = 0; k < nearTotal[PARTS]; k++) sureness[part[k]] = Math.max(sureness[part[k]], limit[SURENESS]);
}

function raiseFace(row: number): void {
  let k = 0;
  while (k < nearTotal[FACES] && nearFace[k] !== row) k++;
  if (k === NEAR_CAPACITY) {
    nearTotal[NO_ROOM]++;
    return;
  }
  if (k === nearTotal[FACES]) {
    nearFace[k] = row;
    faceSureness[k] = -Infinity;
    nearTotal[FACES]++;
  }
  faceSureness[k] = Math.max(faceSureness[k], limit[SURENESS]);
}

/**
 * Whether vertex v over face f is not surely invalid. Its safety margin is the sine by which its lowest edge is above
 * the tolerance.
 */
function mayBeValid(own: ConvexPolyhedron, side: number, v: number, f: number): boolean {
  const { halfEdgeNext, halfEdgeOrigin } = own;
  const row = side * MAX_VERTICES;
  const m = 3 * ((1 - side) * MAX_FACES + f);
  const p = 3 * (row + v);
  const tolerance = Math.sqrt(settings[PARALLEL]);
  const first = own.vertexHalfEdge[v];
  let least = 1;
  let h = first;
  for (let turns = own.edgeCount; turns > 0; turns--) {
    const q = 3 * (row + halfEdgeOrigin[h ^ 1]);
    const x = corner[q] - corner[p];
    const y = corner[q + 1] - corner[p + 1];
    const z = corner[q + 2] - corner[p + 2];
    const sine = (x * faceNormal[m] + y * faceNormal[m + 1] + z * faceNormal[m + 2]) / Math.sqrt(x * x + y * y + z * z);
    if (sine < least) least = sine;
    if (tolerance + least <= -MOST_TURN) return false;
    h = halfEdgeNext[h ^ 1];
    if (h === first) break;
  }
  limit[SURENESS] = tolerance + least;
  return true;
}

/**
 * Whether two edges are not surely invalid. Their safety margin is the turn of the edges until `across` changes a test
 * of isCrossingEntrance (entrance.ts).
 */
function mayCross(a: ConvexPolyhedron, b: ConvexPolyhedron, i: number, j: number, crossing: boolean): boolean {
  limit[SURENESS] = 0;
  if (!crossing) return true;
  measureEdge(a, 0, i, 0);
  measureEdge(b, 1, j, 4);
  const upA = wedge[SUM_HEIGHT];
  const upB = wedge[WEDGE_B + SUM_HEIGHT];
  const tolerance = Math.sqrt(settings[PARALLEL]);
  // Agreement on the outward direction: the sum of two unit normals has a length of up to 2.
  const agree = 0.5 * Math.max(Math.min(upA, -upB), Math.min(-upA, upB));
  // The rise of the faces beside the edges, along the direction out of A.
  const fits =
    tolerance - (upA > 0 ? Math.max(wedge[RISE], wedge[WEDGE_B + RISE_AGAINST]) : Math.max(wedge[RISE_AGAINST], wedge[WEDGE_B + RISE]));
  // If they do not agree, no direction points out of both. If they agree but do not fit, one of the two must change.
  const unit = agree < 0 ? agree : fits < 0 ? Math.max(-agree, fits) : Math.min(agree, fits);
  limit[SURENESS] = (unit * Math.SQRT1_2 * Math.sqrt(across[SQUARE])) / (wedge[EDGE_LENGTH] * wedge[WEDGE_B + EDGE_LENGTH]);
  return limit[SURENESS] > -MOST_TURN;
}

/**
 * One row for the edge of A and one for the edge of B: length, component of the sum of its normals along the unit
 * vector of `across`, rise of its faces along that vector and against it.
 */
const wedge = /* @__PURE__ */ new Float64Array(8);
/** Slots of a row of `wedge`, and where the row of B starts. */
const EDGE_LENGTH = 0;
const SUM_HEIGHT = 1;
const RISE = 2;
const RISE_AGAINST = 3;
const WEDGE_B = 4;

function measureEdge(shape: ConvexPolyhedron, side: number, h: number, o: number): void {
  const p = 3 * (side * MAX_VERTICES + shape.halfEdgeOrigin[h]);
  const q = 3 * (side * MAX_VERTICES + shape.halfEdgeOrigin[h + 1]);
  const n0 = 3 * (side * MAX_FACES + shape.halfEdgeFace[h]);
  const n1 = 3 * (side * MAX_FACES + shape.halfEdgeFace[h + 1]);
  const r = 1 / Math.sqrt(across[SQUARE]);
  const cx = r * across[0];
  const cy = r * across[1];
  const cz = r * across[2];
  const ex = corner[q] - corner[p];
  const ey = corner[q + 1] - corner[p + 1];
  const ez = corner[q + 2] - corner[p + 2];
  const length = Math.sqrt(ex * ex + ey * ey + ez * ez);
  const wx = (ey * cz - ez * cy) / length;
  const wy = (ez * cx - ex * cz) / length;
  const wz = (ex * cy - ey * cx) / length;
  const left = faceNormal[n0] * wx + faceNormal[n0 + 1] * wy + faceNormal[n0 + 2] * wz;
  const right = -(faceNormal[n1] * wx + faceNormal[n1 + 1] * wy + faceNormal[n1 + 2] * wz);
  wedge[o] = length;
  wedge[o + SUM_HEIGHT] =
    cx * (faceNormal[n0] + faceNormal[n1]) +
    cy * (faceNormal[n0 + 1] + faceNormal[n1 + 1]) +
    cz * (faceNormal[n0 + 2] + faceNormal[n1 + 2]);
  wedge[o + RISE] = Math.max(left, right);
  wedge[o + RISE_AGAINST] = Math.max(-left, -right);
}
