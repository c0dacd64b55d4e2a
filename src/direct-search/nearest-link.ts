/**
 * The shortest link of two blocks that are apart, from their contact set and near entrances: the nearest points of the
 * pairs of features in them.
 *
 * The nearest pair of points is on a face of the Minkowski difference that is near (contact-set.ts): inside it, on a
 * side or at a corner. The set has the corners (v-v), but a side (v-e) only if no end of it is near, and the inside
 * (v-f, crossing e-e) only if no side is. So for a corner the edges and faces that meet there are tested too, for a
 * side the faces beside it, and all near entrances that are pairs of edges. The result is therefore the distance, to
 * rounding.
 *
 * Frame: A's. Cost: the size of the set, plus the edges and faces at the features of its v-v and v-e contacts.
 */
import { edgeFeature, featureDimension, featureIndex } from '../contact/feature';
import { GAP, TOUCH, SQUARE } from '../contact/layouts';
import { MAX_FACES, MAX_VERTICES, type ConvexPolyhedron } from '../polyhedron/convex-polyhedron';
import { ends, placeBasic } from './basic-points';
import {
  across,
  ACROSS_LINK,
  corner,
  EDGES_SQUARE,
  faceNormal,
  foot,
  isNearEdge,
  measureToPlane,
  measureToSide,
  PLACE,
  planeDistance,
  SIDE_SQUARE,
  sideDistance,
  TIMES_SIDE,
} from './block-pair';
import { CONTACTS, isCrossingInside, setA, setB, setCount } from './contact-set';
import { crossEdges } from './entrance';
import { nearA, nearB, nearCount, nearDistance, nearGap } from './near-entrances';
import { PARALLEL, ROUNDING, settings } from './settings';

/** Unit vector of the link from A to B (0..2), its length (GAP), and its end on A (TOUCH, 4..6). */
export const linkWay = /* @__PURE__ */ new Float64Array(7);

/**
 * The shortest so far: from A to B, not of unit length (0..2), its length squared (SQUARE), and the edge perpendicular
 * to it (EDGE, 4..6), 0 if none.
 */
const shortest = /* @__PURE__ */ new Float64Array(7);
const EDGE = 4;
/**
 * The dimension of its feature. The direction of a link is more accurate for a feature of higher dimension. Of links
 * that are equal to rounding that with the higher dimension is chosen.
 */
const bestOf = /* @__PURE__ */ new Uint8Array(1);
const CORNERS = 0;
const PARALLEL_EDGES = 1;
const SIDE = 2;
const CROSSING = 3;
const FACE = 4;

/** Roundings of a distance by which two links are equal. */
const ROUNDINGS = 8;

/** The squared length of the offered link. */
const offered = /* @__PURE__ */ new Float64Array(1);

/** Whether the link with the squared length offered[0] is better. Then it becomes the best. */
function isBetter(of: number): boolean {
  const square = offered[0];
  const rounding = ROUNDINGS * settings[ROUNDING] * Math.sqrt(square);
  if (!(square < shortest[SQUARE] + (of > bestOf[0] ? rounding : of < bestOf[0] ? -rounding : 0))) return false;
  shortest[SQUARE] = square;
  bestOf[0] = of;
  return true;
}

/**
 * Quick tests accept squares up to this factor times the best. So links that are equal to rounding are not lost when
 * blocks are apart by more than the band.
 */
const WIDER = 1.5;

/** Sets the link from the whole contact set, which is not empty. */
export function measureLink(a: ConvexPolyhedron, b: ConvexPolyhedron): void {
  shortest[SQUARE] = Infinity;
  bestOf[0] = CORNERS;
  for (let k = 0; k < setCount[CONTACTS]; k++) {
    const i = featureIndex(setA[k]);
    const j = featureIndex(setB[k]);
    const dimA = featureDimension(setA[k]);
    const dimB = featureDimension(setB[k]);
    if (dimA === 0 && dimB === 0) {
      linkCorners(i, j);
      linkAround(b, 0, i, j);
      linkAround(a, 1, j, i);
    } else if (dimA === 0 && dimB === 1) {
      linkSide(b, 0, i, 2 * j);
    } else if (dimA === 1 && dimB === 0) {
      linkSide(a, 1, j, 2 * i);
    } else if (dimB === 2) {
      linkFace(b, 0, i, j);
    } else if (dimA === 2) {
      linkFace(a, 1, j, i);
    }
  }
  const entrances = nearCount();
  for (let k = 0; k < entrances; k++) {
    if (featureDimension(nearA[k]) !== 1) continue;
    const d = nearDistance[k];
    const rounding = ROUNDINGS * settings[ROUNDING] * Math.abs(d);
    // Edges that are almost parallel must be nearer; for others a tie is enough (isBetter).
    if (d * d < shortest[SQUARE] + (nearGap[k] === -Infinity ? -0.5 : 2) * rounding)
      linkEdges(a, b, 2 * featureIndex(nearA[k]), 2 * featureIndex(nearB[k]));
  }
  // Removes the rounding along the edge, twice: it is a large part of a short link.
  const ee = shortest[EDGE] * shortest[EDGE] + shortest[EDGE + 1] * shortest[EDGE + 1] + shortest[EDGE + 2] * shortest[EDGE + 2];
  for (let pass = ee > 0 ? 2 : 0; pass > 0; pass--) {
    const r = (shortest[0] * shortest[EDGE] + shortest[1] * shortest[EDGE + 1] + shortest[2] * shortest[EDGE + 2]) / ee;
    for (let k = 0; k < 3; k++) shortest[k] -= r * shortest[EDGE + k];
  }
  const length = Math.sqrt(shortest[0] * shortest[0] + shortest[1] * shortest[1] + shortest[2] * shortest[2]);
  for (let k = 0; k < 3; k++) linkWay[k] = length > 0 ? shortest[k] / length : 0;
  linkWay[GAP] = length;
}

/** Corners v of A and w of B. */
function linkCorners(v: number, w: number): void {
  const p = 3 * v;
  const q = 3 * (MAX_VERTICES + w);
  const x = corner[q] - corner[p];
  const y = corner[q + 1] - corner[p + 1];
  const z = corner[q + 2] - corner[p + 2];
  offered[0] = x * x + y * y + z * z;
  if (!isBetter(CORNERS)) return;
  shortest[0] = x;
  shortest[1] = y;
  shortest[2] = z;
  for (let k = 0; k < 3; k++) {
    shortest[EDGE + k] = 0;
    linkWay[TOUCH + k] = corner[p + k];
  }
}

/**
 * Corner v of block `side`, and the edges and faces that meet in corner w of the other one. Only edges that lead
 * towards v, to rounding: if v is over a face, one of its two sides there does.
 */
function linkAround(other: ConvexPolyhedron, side: number, v: number, w: number): void {
  const { halfEdgeNext, halfEdgeOrigin, halfEdgeFace } = other;
  const row = (1 - side) * MAX_VERTICES;
  const p = 3 * (side * MAX_VERTICES + v);
  const q = 3 * (row + w);
  const x = corner[p] - corner[q];
  const y = corner[p + 1] - corner[q + 1];
  const z = corner[p + 2] - corner[q + 2];
  const first = other.vertexHalfEdge[w];
  let h = first;
  let leadsLast = false;
  let leadsFirst = false;
  for (let turns = other.edgeCount; turns > 0; turns--) {
    const r = 3 * (row + halfEdgeOrigin[h ^ 1]);
    const ex = corner[r] - corner[q];
    const ey = corner[r + 1] - corner[q + 1];
    const ez = corner[r + 2] - corner[q + 2];
    const along = x * ex + y * ey + z * ez;
    const leads = along > 0 || along * along <= settings[ROUNDING] * settings[ROUNDING] * (ex * ex + ey * ey + ez * ez);
    if (leads) linkEdge(other, side, v, h & ~1);
    // The face to the left of an edge is between this edge and the previous one.
    if (h === first) leadsFirst = leads;
    else if (leads || leadsLast) linkFace(other, side, v, halfEdgeFace[h]);
    leadsLast = leads;
    h = halfEdgeNext[h ^ 1];
    if (h === first) break;
  }
  if (leadsLast || leadsFirst) linkFace(other, side, v, halfEdgeFace[first]);
}

/** Corner v of block `side`, and edge h (half-edge 2k) of the other one with the faces beside it. */
function linkSide(other: ConvexPolyhedron, side: number, v: number, h: number): void {
  linkEdge(other, side, v, h);
  linkFace(other, side, v, other.halfEdgeFace[h]);
  linkFace(other, side, v, other.halfEdgeFace[h + 1]);
}

/** Corner v of block `side` and edge h (half-edge 2k) of the other one. */
function linkEdge(other: ConvexPolyhedron, side: number, v: number, h: number): void {
  const p = side * MAX_VERTICES + v;
  const row = (1 - side) * MAX_VERTICES;
  const q0 = row + other.halfEdgeOrigin[h];
  const q1 = row + other.halfEdgeOrigin[h + 1];
  isNearEdge(p, q0, q1);
  const isInside = foot[PLACE] > 0 && foot[PLACE] < 1;
  offered[0] = foot[SQUARE];
  if (!isBetter(isInside ? SIDE : CORNERS)) return;
  const sense = 2 * side - 1;
  for (let k = 0; k < 3; k++) {
    shortest[k] = sense * (corner[3 * p + k] - foot[k]);
    shortest[EDGE + k] = isInside ? corner[3 * q1 + k] - corner[3 * q0 + k] : 0;
    linkWay[TOUCH + k] = side === 0 ? corner[3 * p + k] : foot[k];
  }
}

/**
 * Corner v of block `side` and face f of the other block, if v is over its inside, or over a side to rounding. The
 * direction from the face is more accurate, and the test is the same for both orders of the blocks.
 */
function linkFace(other: ConvexPolyhedron, side: number, v: number, f: number): void {
  const p = side * MAX_VERTICES + v;
  const row = (1 - side) * MAX_VERTICES;
  const face = (1 - side) * MAX_FACES + f;
  measureToPlane(p, face);
  const d = planeDistance[0];
  if (d * d > shortest[SQUARE] * WIDER) return;
  const first = other.faceHalfEdge[f];
  let h = first;
  for (let turns = other.vertexCount; turns > 0; turns--) {
    measureToSide(p, row + other.halfEdgeOrigin[h], row + other.halfEdgeOrigin[h ^ 1], face);
    const s = sideDistance[TIMES_SIDE];
    if (!(s >= 0 || s * s <= settings[ROUNDING] * settings[ROUNDING] * sideDistance[SIDE_SQUARE])) return;
    h = other.halfEdgeNext[h];
    if (h === first) break;
  }
  offered[0] = d * d;
  if (!isBetter(FACE)) return;
  const sense = 2 * side - 1;
  for (let k = 0; k < 3; k++) {
    shortest[k] = sense * d * faceNormal[3 * face + k];
    shortest[EDGE + k] = 0;
    linkWay[TOUCH + k] = side === 0 ? corner[3 * p + k] : corner[3 * p + k] - d * faceNormal[3 * face + k];
  }
}

/** Edges i of A and j of B (half-edges 2k), if they cross between their ends. */
function linkEdges(a: ConvexPolyhedron, b: ConvexPolyhedron, i: number, j: number): void {
  if (!crossEdges(a, b, i, j)) return;
  const part = across[ACROSS_LINK] / across[SQUARE];
  if (part * across[ACROSS_LINK] > shortest[SQUARE] * WIDER || !isCrossingInside(a, b, i, j)) return;
  offered[0] = part * across[ACROSS_LINK];
  if (!isBetter(across[SQUARE] > settings[PARALLEL] * across[EDGES_SQUARE] ? CROSSING : PARALLEL_EDGES)) return;
  placeBasic(a, b, edgeFeature(i >> 1), edgeFeature(j >> 1));
  for (let k = 0; k < 3; k++) {
    shortest[k] = part * across[k];
    shortest[EDGE + k] = 0;
    linkWay[TOUCH + k] = ends[k];
  }
}
