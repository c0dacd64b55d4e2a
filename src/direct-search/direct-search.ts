/**
 * The direct search (DS): every pair of features of two convex blocks is tested. It is the baseline of the fast direct
 * search.
 *
 * Source: Zheng et al. 2017 (section 3.1) say only that DS "directly searches v-v, v-e, v-f and crossing e-e contact
 * types" and refers to papers that we could not read. This is our reading of it:
 *   every vertex of A and of B                : within dTol, with a valid entrance -> v-v
 *   every vertex and edge, both ways          : within dTol, no end of the edge is, with a valid entrance -> v-e
 *   every vertex and face, both ways          : plane within dTol, foot inside, no side within dTol, valid -> v-f
 *   every edge and edge that are not parallel : line within dTol, crossing inside, no end within dTol, valid ->
 *   crossing e-e
 * There is no early exit and no memory. It is as optimised as the definition allows: both blocks are transformed into
 * A's frame once, and distances are tested before entrances. Its contact set is that of contact-set.ts, so it equals
 * the set of the fast search, feature by feature.
 *
 * A pair without contacts is apart when some valid entrance has g > 0, or else overlaps by more than dTol: then the
 * entrance of largest distance is the contact. Faces are asked first, edges only where no face is an
 * entrance with g > 0.
 *
 * Frame: A's. Normal from A to B. Cost: all pairs of features.
 */
import { isFinitePose, type Pose } from '../body/pose';
import { clearContact, type Contact } from '../contact/contact';
import { edgeFeature, faceFeature, vertexFeature } from '../contact/feature';
import { GAP, SQUARE } from '../contact/layouts';
import type { ContactMethod, ContactState } from '../contact/method';
import { Status } from '../contact/status';
import { MAX_FACES, MAX_VERTICES, type ConvexPolyhedron } from '../polyhedron/convex-polyhedron';
import { clearEntrance, entrance } from './best-entrance';
import {
  across,
  ACROSS_LINK,
  areNear,
  isNearEdge,
  loadBlocks,
  measureToPlane,
  measureToSide,
  planeDistance,
  sideDistance,
  TIMES_SIDE,
} from './block-pair';
import { writeContactSet, writeDeepContact, writeSeparated } from './contact-result';
import { addBasic, addSided, clearSet, CONTACTS, isCrossingInside, setCount } from './contact-set';
import { collectVertexEdge, collectVertexVertex, crossEdges, isCrossingEntrance, isVertexFaceEntrance } from './entrance';
import { narrowFar, startFar, widenFar } from './far-search';
import { searchEdges, searchFaces } from './first-entrance';
import { addEdgeEntrance, addFaceEntrance, clearNear, findFirstEntrance } from './near-entrances';
import { DEEP, NEAR_SQUARED, setTolerances, settings, type DirectSearchOptions } from './settings';

/**
 * Fills `out` with the contact of A and B (B posed in A's frame) and returns its status. `out` needs the room of {@link
 * createContactFor}. There is no memory: `state` is not read, and may be undefined. The gap of a pair without contact
 * points is a lower bound, more than dTol and the margin.
 *
 * @example
 * ```ts
 * const contact = createContactFor(a, b);
 * directSearch(contact, a, b, pose, createState(directSearchMethod), createDetectOptions());
 * ```
 */
export function directSearch(
  out: Contact,
  a: ConvexPolyhedron,
  b: ConvexPolyhedron,
  pose: Pose,
  _state: ContactState | undefined,
  options: DirectSearchOptions,
): Status {
  if (!isFinitePose(pose) || a.dimension + b.dimension < 6) return clearContact(out, Status.Invalid).status;
  setTolerances(a, b, pose, options);
  loadBlocks(a, b, pose);
  searchPairs(a, b);
  if (setCount[CONTACTS] > 0 && entrance[GAP] >= settings[DEEP]) return writeContactSet(out, a, b, options);
  clearEntrance();
  searchFaces(a, b);
  if (entrance[GAP] < settings[DEEP]) searchEdges(a, b);
  if (entrance[GAP] < settings[DEEP]) return writeDeepContact(out, a, b, options);
  for (let k = 0; k < 4; k++) excluding[k] = entrance[k];
  if (startFar(excluding)) {
    do searchPairs(a, b);
    while (setCount[CONTACTS] === 0 && widenFar());
    if (setCount[CONTACTS] > 0 && narrowFar(a, b)) {
      searchPairs(a, b);
      return writeContactSet(out, a, b, options);
    }
    for (let k = 0; k < 4; k++) entrance[k] = excluding[k];
  }
  return writeSeparated(out);
}

/** The entrance that proves the blocks apart, or not deeper than dTol: its normal and g. */
const excluding = /* @__PURE__ */ new Float64Array(4);

/** Finds the contact set of the near features, and the first entrance. */
function searchPairs(a: ConvexPolyhedron, b: ConvexPolyhedron): void {
  clearSet();
  clearNear();
  searchVertexVertex(a, b);
  searchVertexEdge(a, b, 0);
  searchVertexEdge(b, a, 1);
  searchVertexFace(a, b, 0);
  searchVertexFace(b, a, 1);
  searchEdgeEdge(a, b);
  findFirstEntrance();
}

function searchVertexVertex(a: ConvexPolyhedron, b: ConvexPolyhedron): void {
  for (let v = 0; v < a.vertexCount; v++) {
    for (let w = 0; w < b.vertexCount; w++) {
      if (areNear(v, MAX_VERTICES + w) && collectVertexVertex(a, b, v, w, true)) addBasic(vertexFeature(v), vertexFeature(w));
    }
  }
}

function searchVertexEdge(own: ConvexPolyhedron, other: ConvexPolyhedron, side: number): void {
  const row = side * MAX_VERTICES;
  const otherRow = MAX_VERTICES - row;
  for (let v = 0; v < own.vertexCount; v++) {
    for (let h = 0; h < 2 * other.edgeCount; h += 2) {
      const q0 = otherRow + other.halfEdgeOrigin[h];
      const q1 = otherRow + other.halfEdgeOrigin[h + 1];
      if (!isNearEdge(row + v, q0, q1) || areNear(row + v, q0) || areNear(row + v, q1)) continue;
      if (collectVertexEdge(own, other, side, v, h, true)) addSided(side, vertexFeature(v), edgeFeature(h >> 1));
    }
  }
}

function searchVertexFace(own: ConvexPolyhedron, other: ConvexPolyhedron, side: number): void {
  const row = side * MAX_VERTICES;
  const faces = (1 - side) * MAX_FACES;
  for (let v = 0; v < own.vertexCount; v++) {
    for (let f = 0; f < other.faceCount; f++) {
      measureToPlane(row + v, faces + f);
      const d = planeDistance[0];
      if (!(d * d <= settings[NEAR_SQUARED]) || !isFootInside(other, side, v, f) || !isVertexFaceEntrance(own, side, v, f)) continue;
      addSided(side, vertexFeature(v), faceFeature(f));
      planeDistance[0] = d;
      addFaceEntrance(side, v, f);
    }
  }
}

/**
 * Whether vertex v of block `side` is over the inside of face f of the other block, and farther than dTol from all its
 * sides.
 */
function isFootInside(other: ConvexPolyhedron, side: number, v: number, f: number): boolean {
  const p = side * MAX_VERTICES + v;
  const row = (1 - side) * MAX_VERTICES;
  const face = (1 - side) * MAX_FACES + f;
  const first = other.faceHalfEdge[f];
  let h = first;
  for (let turns = other.vertexCount; turns > 0; turns--) {
    const q0 = row + other.halfEdgeOrigin[h];
    const q1 = row + other.halfEdgeOrigin[h ^ 1];
    measureToSide(p, q0, q1, face);
    if (!(sideDistance[TIMES_SIDE] >= 0)) return false;
    if ((h & 1) === 0 ? isNearEdge(p, q0, q1) : isNearEdge(p, q1, q0)) return false;
    h = other.halfEdgeNext[h];
    if (h === first) break;
  }
  return true;
}

function searchEdgeEdge(a: ConvexPolyhedron, b: ConvexPolyhedron): void {
  for (let i = 0; i < 2 * a.edgeCount; i += 2) {
    for (let j = 0; j < 2 * b.edgeCount; j += 2) {
      if (!crossEdges(a, b, i, j) || !(across[ACROSS_LINK] * across[ACROSS_LINK] <= settings[NEAR_SQUARED] * across[SQUARE])) continue;
      if (!isCrossingInside(a, b, i, j) || !isCrossingEntrance(a, b, i, j) || isEndNear(a, b, i, j)) continue;
      addBasic(edgeFeature(i >> 1), edgeFeature(j >> 1));
      addEdgeEntrance(i, j, true);
    }
  }
}

function isEndNear(a: ConvexPolyhedron, b: ConvexPolyhedron, i: number, j: number): boolean {
  const v0 = a.halfEdgeOrigin[i];
  const v1 = a.halfEdgeOrigin[i + 1];
  const q0 = MAX_VERTICES + b.halfEdgeOrigin[j];
  const q1 = MAX_VERTICES + b.halfEdgeOrigin[j + 1];
  return isNearEdge(v0, q0, q1) || isNearEdge(v1, q0, q1) || isNearEdge(q0, v0, v1) || isNearEdge(q1, v0, v1);
}

/** {@link directSearch} behind the common method interface, with the paper's tolerances. */
export const directSearchMethod: ContactMethod = {
  name: 'direct-search',
  stateInts: 0,
  stateFloats: 0,
  detect: directSearch,
};
