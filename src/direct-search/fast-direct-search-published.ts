/**
 * The fast direct search with its decisions as printed (Zheng et al. 2017, sections 2.2 and 2.3), for measurement and
 * comparison. Use fast-direct-search.ts.
 *
 * Initial detection (figures 6 to 8): vertex-face pairs, then face-vertex pairs, then edge-edge pairs, one by one. A
 * valid entrance farther than dTol excludes the blocks. A vertex within dTol of the plane of a face is tested against
 * the planes of the faces around that face. n_j of these planes and the face's own are within dTol: 3 or more make a
 * v-v contact, 2 a v-e and 1 a v-f. Crossing edges within dTol of each other, with the nearest points between their
 * ends, are an e-e contact. After the first contact only features in the region of its virtual contact planes (VCP) are
 * tested.
 *
 * Updated detection (figure 9): the features of the last contact give the VCP. n_v vertices of both blocks are within
 * dTol of them. If n_v is that of the last step, the contact keeps its type, and only its geometry is computed. If not,
 * the features in the region of the VCP are tested again; if none of them meet, the blocks are searched anew.
 *
 * Errors, each shown by a test: planes can be near where the faces are not, so a contact can have a wrong type, or join
 * features that are far apart. The same n_v can belong to other features, so a type can be kept that does not hold any
 * more. The depth along the mean normal has no bound (published-normal.ts). Valid entrances include the tolerance of 1
 * degree, so an exclusion can be wrong for long edges. Contacts depend on the order of the features.
 *
 * Details that the paper does not give: "n_j > 3" is read as 3 or more, because a corner of a cube has 3 faces. The v-v
 * and v-e contacts are with the nearest corner of the face, and with the side that the other near face shares. A face
 * is in the region when one of its corners is. n_v counts all vertices of both blocks. Blocks without a near pair that
 * are not excluded have no contact as printed. Here the first entrance decides then whether they overlap by more than
 * dTol. Rounding radii make dTol larger by their sum.
 *
 * Frame: A's. Normal from A to B. state: that of the fast direct search and one integer, n_v (0: no stored set).
 */
import { isFinitePose, type Pose } from '../body/pose';
import { clearContact, type Contact } from '../contact/contact';
import { edgeFeature, faceFeature, vertexFeature } from '../contact/feature';
import { GAP, HIGH_A, LOW_B, SCANNED_GAP, SQUARE } from '../contact/layouts';
import type { ContactMethod, ContactState } from '../contact/method';
import { Status } from '../contact/status';
import { MAX_EDGES, MAX_FACES, MAX_VERTICES, type ConvexPolyhedron } from '../polyhedron/convex-polyhedron';
import { clearEntrance, entrance } from './best-entrance';
import {
  across,
  ACROSS_LINK,
  corner,
  EDGES_SQUARE,
  extremes,
  faceNormal,
  gapAlong,
  height,
  loadBlocks,
  measureToPlane,
  planeDistance,
  probe,
} from './block-pair';
import { addEdgeCandidate, addFaceCandidate, clearCandidates, takeCandidates } from './candidates';
import { writeContactSet, writeDeepContact, writeSeparated } from './contact-result';
import { addBasic, addSided, clearSet, CONTACTS, isCrossingInside, setCount } from './contact-set';
import { crossEdges, isCrossingEntrance, isVertexFaceEntrance } from './entrance';
import { searchEdges, searchFaces } from './first-entrance';
import { edgeTotal, flag, flaggedEdge, flaggedVertex, vertexTotal } from './flagged';
import { forgetSet, knowsPair, recallSet, rememberNormal, STATE_FLOATS, STATE_INTS, storeSet } from './memory';
import { addEdgeEntrance, addFaceEntrance, clearNear, findFirstEntrance, nearCount } from './near-entrances';
import {
  DEEP,
  directSearchWork,
  NEAR,
  NEAR_SQUARED,
  PARALLEL,
  REACH,
  REUSED,
  setTolerances,
  settings,
  squareNear,
  type DirectSearchOptions,
} from './settings';

/** Slot of n_v in the integers of the state. */
const LAST_COUNT = STATE_INTS;

/** What a test of two features finds. */
const NOTHING = 0;
const CONTACT = 1;
/** A valid entrance farther than dTol: the blocks have no contact. Its normal is in `entrance`. */
const EXCLUDED = 2;

/**
 * Fills `out` with the contact of A and B (B posed in A's frame) by the published decisions, and returns its status.
 * The normal is that of `variant: 'published'`.
 */
function publishedFastDirectSearch(
  out: Contact,
  a: ConvexPolyhedron,
  b: ConvexPolyhedron,
  pose: Pose,
  state: ContactState,
  options: DirectSearchOptions,
): Status {
  if (!isFinitePose(pose) || a.dimension + b.dimension < 6) return clearContact(out, Status.Invalid).status;
  setTolerances(a, b, pose, options, true);
  settings[NEAR] = settings[REACH];
  squareNear();
  loadBlocks(a, b, pose);
  const count = knowsPair(state) ? state.ints[state.intOffset + LAST_COUNT] : 0;
  if (!(count > 0 && update(out, a, b, state, options, count))) search(out, a, b, state, options);
  rememberNormal(state, out.normal);
  return out.status;
}

/** The updated detection; false when no feature of the last contact is of use. */
function update(
  out: Contact,
  a: ConvexPolyhedron,
  b: ConvexPolyhedron,
  state: ContactState,
  options: DirectSearchOptions,
  lastCount: number,
): boolean {
  clearSet();
  clearNear();
  recallSet(state);
  takeCandidates(a, b);
  if (setCount[CONTACTS] === 0 || nearCount() === 0) return false;
  findFirstEntrance();
  writeContactSet(out, a, b, options);
  if (countAtPlanes(a, b, out.normal) === lastCount) {
    directSearchWork[REUSED] = 1;
    return true;
  }
  flag(a, b, false);
  searchRegion(a, b);
  if (setCount[CONTACTS] === 0) return false;
  finish(out, a, b, state, options);
  return true;
}

/** The initial detection. */
function search(out: Contact, a: ConvexPolyhedron, b: ConvexPolyhedron, state: ContactState, options: DirectSearchOptions): void {
  clearAll();
  forgetSet(state);
  state.ints[state.intOffset + LAST_COUNT] = 0;
  let found = firstOfFaces(a, b, 0);
  if (found === NOTHING) found = firstOfFaces(b, a, 1);
  if (found === NOTHING) found = firstOfEdges(a, b);
  if (found === CONTACT) {
    flag(a, b, false);
    searchRegion(a, b);
    if (setCount[CONTACTS] > 0) {
      finish(out, a, b, state, options);
      return;
    }
  }
  if (found !== EXCLUDED) {
    clearEntrance();
    searchFaces(a, b);
    if (entrance[GAP] < settings[DEEP]) searchEdges(a, b);
    if (entrance[GAP] < settings[DEEP]) {
      writeDeepContact(out, a, b, options);
      return;
    }
  }
  writeSeparated(out);
}

function clearAll(): void {
  clearSet();
  clearNear();
  clearCandidates();
}

/** Writes the contact of the found set, and stores the set with n_v. */
function finish(out: Contact, a: ConvexPolyhedron, b: ConvexPolyhedron, state: ContactState, options: DirectSearchOptions): void {
  const isStored = storeSet(state);
  forgetSet(state);
  findFirstEntrance();
  writeContactSet(out, a, b, options);
  state.ints[state.intOffset + LAST_COUNT] = isStored ? countAtPlanes(a, b, out.normal) : 0;
}

/** n_v: vertices of A and of B within dTol of the two planes with this normal that touch A and B. */
function countAtPlanes(a: ConvexPolyhedron, b: ConvexPolyhedron, direction: Float64Array): number {
  for (let k = 0; k < 3; k++) probe[k] = direction[k];
  gapAlong();
  const floor = extremes[HIGH_A] - settings[NEAR];
  const ceiling = extremes[LOW_B] + settings[NEAR];
  let total = 0;
  for (let v = 0; v < a.vertexCount; v++) if (height[v] >= floor) total++;
  for (let w = 0; w < b.vertexCount; w++) if (height[MAX_VERTICES + w] <= ceiling) total++;
  return total;
}

/** Tests vertices of block `side` with faces of the other one, until a contact or an exclusion. */
function firstOfFaces(own: ConvexPolyhedron, other: ConvexPolyhedron, side: number): number {
  for (let v = 0; v < own.vertexCount; v++) {
    for (let f = 0; f < other.faceCount; f++) {
      const found = testVertexFace(own, other, side, v, f);
      if (found === NOTHING) continue;
      scanFace(side, f);
      return found;
    }
  }
  return NOTHING;
}

/** The same for all pairs of edges. */
function firstOfEdges(a: ConvexPolyhedron, b: ConvexPolyhedron): number {
  for (let i = 0; i < 2 * a.edgeCount; i += 2) {
    for (let j = 0; j < 2 * b.edgeCount; j += 2) {
      const found = testEdges(a, b, i, j);
      if (found === NOTHING) continue;
      const r = 1 / Math.sqrt(across[SQUARE]);
      for (let k = 0; k < 3; k++) probe[k] = r * across[k];
      gapAlong();
      keepExcluding();
      return found;
    }
  }
  return NOTHING;
}

/** Heights along the normal of a face of block 1 - `side`: the VCP of a contact on it. */
function scanFace(side: number, f: number): void {
  const m = 3 * ((1 - side) * MAX_FACES + f);
  for (let k = 0; k < 3; k++) probe[k] = (2 * side - 1) * faceNormal[m + k];
  gapAlong();
  keepExcluding();
}

/** The direction of the last scan and its gap, for blocks that it excludes. */
function keepExcluding(): void {
  for (let k = 0; k < 3; k++) entrance[k] = probe[k];
  entrance[GAP] = extremes[SCANNED_GAP];
}

/** All contacts of the flagged features: vertices with faces that have a flagged corner, edges with edges. */
function searchRegion(a: ConvexPolyhedron, b: ConvexPolyhedron): void {
  clearAll();
  searchVertices(a, b, 0);
  searchVertices(b, a, 1);
  for (let k = 0; k < edgeTotal[0]; k++) for (let l = 0; l < edgeTotal[1]; l++) testEdges(a, b, flaggedEdge[k], flaggedEdge[MAX_EDGES + l]);
}

function searchVertices(own: ConvexPolyhedron, other: ConvexPolyhedron, side: number): void {
  for (let f = 0; f < other.faceCount; f++) {
    if (!hasFlaggedCorner(other, 1 - side, f)) continue;
    for (let k = 0; k < vertexTotal[side]; k++) testVertexFace(own, other, side, flaggedVertex[side * MAX_VERTICES + k], f);
  }
}

/** Whether a corner of a face is flagged. */
function hasFlaggedCorner({ faceHalfEdge, halfEdgeNext, halfEdgeOrigin, vertexCount }: ConvexPolyhedron, side: number, f: number): boolean {
  const row = side * MAX_VERTICES;
  let h = faceHalfEdge[f];
  for (let turns = vertexCount; turns > 0; turns--) {
    for (let k = 0; k < vertexTotal[side]; k++) if (flaggedVertex[row + k] === halfEdgeOrigin[h]) return true;
    h = halfEdgeNext[h];
    if (h === faceHalfEdge[f]) return false;
  }
  return false;
}

/** Figure 7: vertex v of block `side` and face f of the other. A contact is added to the set. */
function testVertexFace(own: ConvexPolyhedron, other: ConvexPolyhedron, side: number, v: number, f: number): number {
  const p = side * MAX_VERTICES + v;
  const faces = (1 - side) * MAX_FACES;
  measureToPlane(p, faces + f);
  const d = planeDistance[0];
  if (d < -settings[NEAR]) return NOTHING;
  if (!isVertexFaceEntrance(own, side, v, f)) return NOTHING;
  if (d > settings[NEAR]) return EXCLUDED;
  const first = other.faceHalfEdge[f];
  let near = 1;
  let shared = first;
  let h = first;
  for (let turns = other.vertexCount; turns > 0; turns--) {
    measureToPlane(p, faces + other.halfEdgeFace[h ^ 1]);
    if (planeDistance[0] > settings[NEAR]) return NOTHING;
    if (planeDistance[0] >= -settings[NEAR]) {
      near++;
      shared = h;
    }
    h = other.halfEdgeNext[h];
    if (h === first) break;
  }
  if (near > 2) addSided(side, vertexFeature(v), vertexFeature(nearestCorner(other, 1 - side, f, p)));
  else if (near === 2) addSided(side, vertexFeature(v), edgeFeature(shared >> 1));
  else addSided(side, vertexFeature(v), faceFeature(f));
  planeDistance[0] = d;
  if (addFaceEntrance(side, v, f)) addFaceCandidate(side, v, f);
  return CONTACT;
}

/** The corner of face f of block `side` that is nearest to corner p (a row). */
function nearestCorner(
  { faceHalfEdge, halfEdgeNext, halfEdgeOrigin, vertexCount }: ConvexPolyhedron,
  side: number,
  f: number,
  p: number,
): number {
  const first = faceHalfEdge[f];
  let h = first;
  let best = halfEdgeOrigin[first];
  let least = Infinity;
  for (let turns = vertexCount; turns > 0; turns--) {
    const q = 3 * (side * MAX_VERTICES + halfEdgeOrigin[h]);
    const x = corner[q] - corner[3 * p];
    const y = corner[q + 1] - corner[3 * p + 1];
    const z = corner[q + 2] - corner[3 * p + 2];
    const square = x * x + y * y + z * z;
    if (square < least) {
      least = square;
      best = halfEdgeOrigin[h];
    }
    h = halfEdgeNext[h];
    if (h === first) break;
  }
  return best;
}

/** Figure 8: edges i of A and j of B (half-edges 2k). A contact is added to the set. */
function testEdges(a: ConvexPolyhedron, b: ConvexPolyhedron, i: number, j: number): number {
  if (!crossEdges(a, b, i, j) || !(across[SQUARE] > settings[PARALLEL] * across[EDGES_SQUARE])) return NOTHING;
  const isNear = across[ACROSS_LINK] * across[ACROSS_LINK] <= settings[NEAR_SQUARED] * across[SQUARE];
  if (!isNear) return isCrossingEntrance(a, b, i, j) && across[ACROSS_LINK] > 0 ? EXCLUDED : NOTHING;
  if (!isCrossingInside(a, b, i, j) || !isCrossingEntrance(a, b, i, j)) return NOTHING;
  addBasic(edgeFeature(i >> 1), edgeFeature(j >> 1));
  addEdgeEntrance(i, j, true);
  addEdgeCandidate(i, j);
  return CONTACT;
}

/**
 * {@link fastDirectSearchMethod} with the decisions as printed, for comparison: contact types by the numbers of near
 * planes and of near vertices, and the printed normal. Its results are not proved.
 */
export const publishedFastDirectSearchMethod: ContactMethod = {
  name: 'fds-published',
  stateInts: STATE_INTS + 1,
  stateFloats: STATE_FLOATS,
  detect: publishedFastDirectSearch,
};
