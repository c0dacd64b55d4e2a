/**
 * The fast direct search, FDS (Zheng, Jiao, Gardner, Sitar 2017, "A fast direct search algorithm for contact detection
 * of convex polygonal or polyhedral particles"), with the contact set of the direct search.
 *
 * Initial detection (section 2.2). First find a direction along which the blocks are apart or overlap by no more than
 * dTol. A direction with g > dTol excludes the pair; any other gives the virtual contact planes (direction.ts). Then
 * only the vertex-face and edge-edge pairs in their regions are tested. By the theorems in entrance.ts and flagged.ts
 * both steps are exact. The paper begins with vertex-face pairs one by one until the first valid one. Here all
 * entrances are tested only if no direction was found. This happens for blocks that overlap by more than dTol, and then
 * the entrance of largest distance is the contact.
 *
 * Updated detection (section 2.3). The paper keeps the contact types as long as the number of vertices in the VCP
 * regions is the same, and then computes the geometry again. Neither this number nor the set of these vertices is
 * sufficient: with the same flagged vertices, a vertex can slide from a face over its edge, or parallel edges can stop
 * being parallel. Here the types are kept as long as a proof shows that no decision can have changed. The second call
 * for a pair measures how far the blocks may move before a decision can change (slack.ts). Within that motion only the
 * geometry is computed again, by the steps of a search. Otherwise the last normal gives the VCPs, and the pairs in
 * their regions are tested again. Memory never changes the result: after any motion a contact equals that of the
 * initial detection, to the bit. A pair without contacts stays apart as long as its motion cannot bring it within dTol.
 *
 * Frame: A's. Normal from A to B. state: memory.ts. Cost: O(n) to place the blocks, and for a search the flagged pairs;
 * O(1) for blocks known to be apart; for deep overlaps O(vertices * faces + edges * edges).
 */
import { isFinitePose, type Pose } from '../body/pose';
import { clearContact, type Contact } from '../contact/contact';
import { GAP } from '../contact/layouts';
import type { ContactMethod, ContactState } from '../contact/method';
import { Status } from '../contact/status';
import { MAX_EDGES, MAX_FACES, MAX_VERTICES, type ConvexPolyhedron } from '../polyhedron/convex-polyhedron';
import { clearEntrance, entrance, entranceFeatures, startEntrance } from './best-entrance';
import { gapAlong, loadBlocks, measureToPlane, planeDistance, probe } from './block-pair';
import { addFaceCandidate, clearCandidates, isValidCrossing, takeCandidates } from './candidates';
import { writeContactSet, writeDeepContact, writeSeparated } from './contact-result';
import { addCrossingCover, addVertexFaceCover, clearSet, CONTACTS, setCount } from './contact-set';
import { direction, findDirection, nearest } from './direction';
import { isVertexFaceEntrance } from './entrance';
import { isWholeReach, narrowFar, startFar, widenFar } from './far-search';
import { searchEdges, searchFaces } from './first-entrance';
import { doBoxesMeet, edgeTotal, flag, flaggedEdge, flaggedVertex, vertexTotal } from './flagged';
import {
  STATE_FLOATS,
  STATE_INTS,
  forgetSet,
  isSetSame,
  knowsPair,
  recallApart,
  recallSet,
  rememberApart,
  rememberNormal,
  rememberSet,
} from './memory';
import { addEdgeEntrance, addFaceEntrance, clearNear, findFirstEntrance } from './near-entrances';
import {
  D_TOL,
  DEEP,
  type DirectSearchOptions,
  directSearchWork,
  MOTION,
  NEAR_SQUARED,
  REACH,
  REUSED,
  settings,
  setTolerances,
} from './settings';
import { measureSlack, OF_WAY, slack, startSlack } from './slack';

/**
 * Fills `out` with the contact of A and B (B posed in A's frame) and returns its status. `out` needs the room of {@link
 * createContactFor}. `state` is the pair's slot ({@link fastDirectSearchMethod} has its size); zeros mean an initial
 * detection. The gap of a pair without contact points is a lower bound, larger than dTol and the margin. With memory it
 * is less tight than without.
 *
 * @example
 * ```ts
 * const state = createState(fastDirectSearchMethod);
 * const contact = createContactFor(a, b);
 * fastDirectSearch(contact, a, b, pose, state, { ...createDetectOptions(), motionA: 1e-4, motionB: 1e-4 });
 * ```
 */
export function fastDirectSearch(
  out: Contact,
  a: ConvexPolyhedron,
  b: ConvexPolyhedron,
  pose: Pose,
  state: ContactState,
  options: DirectSearchOptions,
): Status {
  if (!isFinitePose(pose) || a.dimension + b.dimension < 6) return clearContact(out, Status.Invalid).status;
  setTolerances(a, b, pose, options);
  const isKnown = knowsPair(state);
  if (isKnown && isSetSame(state, b, pose)) refresh(out, a, b, pose, state, options);
  else search(out, a, b, pose, state, options, isKnown);
  rememberNormal(state, out.normal);
  return out.status;
}

/** The contact of the stored set. */
function refresh(
  out: Contact,
  a: ConvexPolyhedron,
  b: ConvexPolyhedron,
  pose: Pose,
  state: ContactState,
  options: DirectSearchOptions,
): void {
  directSearchWork[REUSED] = 1;
  clearSet();
  recallSet(state);
  if (setCount[CONTACTS] > 0) {
    loadBlocks(a, b, pose);
    clearNear();
    takeCandidates(a, b);
    findFirstEntrance();
    writeContactSet(out, a, b, options);
    return;
  }
  recallApart(state);
  writeSeparated(out);
}

/**
 * The largest step for which a slack is measured, as a part of the largest possible slack. For falling tetrahedra (npm
 * run bench:papers -- fds) larger values make the updates slower.
 */
const MOST_STEP = 0.125;

/** The contact by a search. The slack is measured at the second call for a pair, because many pairs have only one. */
function search(
  out: Contact,
  a: ConvexPolyhedron,
  b: ConvexPolyhedron,
  pose: Pose,
  state: ContactState,
  options: DirectSearchOptions,
  isKnown: boolean,
): void {
  loadBlocks(a, b, pose);
  clearSet();
  forgetSet(state);
  if (!findDirection(a, b, pose, state.floats, state.floatOffset)) searchEntrances(a, b);
  if (direction[GAP] < settings[DEEP]) {
    writeDeepContact(out, a, b, options);
    return;
  }
  if (direction[GAP] > settings[REACH]) {
    rememberApart(state, pose);
  } else {
    if (!(direction[GAP] > settings[D_TOL])) searchNear(a, b, pose, state, isKnown, true, !(settings[REACH] > settings[D_TOL]));
    if (setCount[CONTACTS] === 0) searchFar(a, b, pose, state, isKnown);
    if (setCount[CONTACTS] > 0) {
      writeContactSet(out, a, b, options);
      return;
    }
  }
  for (let k = 0; k < 4; k++) entrance[k] = direction[k];
  writeSeparated(out);
}

/** The first entrance, or one that is not deep, becomes the direction. */
function searchEntrances(a: ConvexPolyhedron, b: ConvexPolyhedron): void {
  startEntrance(direction, nearest);
  searchFaces(a, b);
  if (entrance[GAP] < settings[DEEP]) searchEdges(a, b);
  if (entranceFeatures[0] < 0) {
    // The start was above all entrances by rounding.
    clearEntrance();
    searchFaces(a, b);
    if (entrance[GAP] < settings[DEEP]) searchEdges(a, b);
  }
  for (let k = 0; k < 4; k++) direction[k] = entrance[k];
  if (direction[GAP] >= settings[DEEP]) scanDirection();
}

/** Writes heights along the direction, for the flags. */
function scanDirection(): void {
  for (let k = 0; k < 3; k++) probe[k] = direction[k];
  gapAlong();
}

/**
 * Searches near features by the heights along the direction. For a known pair the slack is measured and stored: of a
 * contact set if `keepsSet`, of a pair without contacts if `keepsNone`.
 */
function searchNear(
  a: ConvexPolyhedron,
  b: ConvexPolyhedron,
  pose: Pose,
  state: ContactState,
  isKnown: boolean,
  keepsSet: boolean,
  keepsNone: boolean,
): void {
  // If blocks move by a large part of the slack in a step, no set would last. Then the slack is not measured.
  startSlack();
  const isSlow = isKnown && (keepsSet || keepsNone) && settings[MOTION] <= MOST_STEP * slack[OF_WAY];
  clearSet();
  clearNear();
  clearCandidates();
  flag(a, b, isSlow);
  searchFlaggedVertices(a, b, 0);
  searchFlaggedVertices(b, a, 1);
  searchFlaggedEdges(a, b);
  if (isSlow && (setCount[CONTACTS] > 0 ? keepsSet : keepsNone)) {
    measureSlack(a, b);
    rememberSet(state, pose);
  }
  findFirstEntrance();
}

/**
 * Searches near features of blocks that are farther apart than dTol. Their set is not stored, because the near features
 * change with the distance.
 */
function searchFar(a: ConvexPolyhedron, b: ConvexPolyhedron, pose: Pose, state: ContactState, isKnown: boolean): void {
  if (!startFar(direction)) return;
  do {
    scanDirection();
    searchNear(a, b, pose, state, isKnown, false, isWholeReach());
  } while (setCount[CONTACTS] === 0 && widenFar());
  if (setCount[CONTACTS] === 0) return;
  if (narrowFar(a, b)) {
    scanDirection();
    searchNear(a, b, pose, state, isKnown, false, false);
  } else {
    clearSet();
  }
}

function searchFlaggedVertices(own: ConvexPolyhedron, other: ConvexPolyhedron, side: number): void {
  const row = side * MAX_VERTICES;
  const faces = (1 - side) * MAX_FACES;
  for (let k = 0; k < vertexTotal[side]; k++) {
    const v = flaggedVertex[row + k];
    for (let f = 0; f < other.faceCount; f++) {
      measureToPlane(row + v, faces + f);
      const d = planeDistance[0];
      // Slightly wider than dTol: exactly at this distance, rounding may put a corner of the face within dTol and the
      // plane beyond.
      if (!(d * d <= settings[NEAR_SQUARED] * (1 + 1e-9)) || !isVertexFaceEntrance(own, side, v, f)) continue;
      planeDistance[0] = d;
      if (addVertexFaceCover(other, side, v, f) && addFaceEntrance(side, v, f)) addFaceCandidate(side, v, f);
    }
  }
}

function searchFlaggedEdges(a: ConvexPolyhedron, b: ConvexPolyhedron): void {
  for (let k = 0; k < edgeTotal[0]; k++) {
    const i = flaggedEdge[k];
    for (let l = MAX_EDGES; l < MAX_EDGES + edgeTotal[1]; l++) {
      if (!doBoxesMeet(k, l)) continue;
      const j = flaggedEdge[l];
      if (isValidCrossing(a, b, i, j) && addCrossingCover(a, b, i, j)) addEdgeEntrance(i, j, false);
    }
  }
}

/** {@link fastDirectSearch} behind the common method interface, with the paper's tolerances. */
export const fastDirectSearchMethod: ContactMethod = {
  name: 'fds',
  stateInts: STATE_INTS,
  stateFloats: STATE_FLOATS,
  detect: fastDirectSearch,
};
