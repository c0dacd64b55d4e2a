/**
 * The fast direct search, FDS (Zheng, Jiao, Gardner, Sitar 2017, "A fast direct search algorithm for contact detection of convex polygonal or polyhedral
 * particles"), with the contact set of the direct search.
 *
 * Initial detection (section 2.2). First a direction along which the blocks are apart or overlap by no more than dTol: one with g > dTol excludes the pair, any
 * other places the virtual contact planes (direction.ts). Then the vertex-face and edge-edge pairs in their regions, and nothing else, are looked at: by
 * the theorems in entrance.ts and flagged.ts both steps are exact. The paper begins with vertex-face pairs one by one until the first valid one; here all entrances are
 * asked only where no direction was found, which is where blocks overlap by more than dTol, and then the entrance of largest distance is the contact.
 *
 * Updated detection (section 2.3): the normal of the last call gives the VCPs at the new poses. The paper keeps the contact types as long as the number of
 * flagged vertices is what it was. Neither this number nor the set decides: a vertex slides from a face over its edge, or an edge leans from parallel to not, with the
 * same vertices flagged. Here the pairs of flagged features are looked at each time. Memory says where to look first and decides nothing: the answer is
 * that of the initial detection, whatever the motion was.
 *
 * Frame: A's. Normal from A to B. state (3 floats): the last normal in A's frame. Cost: O(n) to place the blocks and flag, and the flagged pairs; for deep overlaps
 * O(vertices * faces + edges * edges).
 */
import { isFinitePose, type Pose } from '../body/pose';
import { clearContact, type Contact } from '../contact/contact';
import type { ContactMethod, ContactState } from '../contact/method';
import { Status } from '../contact/status';
import { MAX_EDGES, MAX_FACES, MAX_VERTICES, type ConvexPolyhedron } from '../polyhedron/convex-polyhedron';
import { clearEntrance, entrance, entranceFeatures, offerEdgeEntrance, offerFaceEntrance, startEntrance } from './best-entrance';
import { across, gapAlong, loadBlocks, measureToPlane, planeDistance, probe } from './block-pair';
import { writeContactSet, writeDeepContact, writeSeparated } from './contact-result';
import { addCrossingCover, addVertexFaceCover, clearSet, measureCrossing, setCount } from './contact-set';
import { direction, findDirection } from './direction';
import { crossEdges, isCrossingEntrance, isVertexFaceEntrance } from './entrance';
import { searchEdges, searchFaces } from './first-entrance';
import { doBoxesMeet, edgeTotal, flag, flaggedEdge, flaggedVertex, vertexTotal } from './flagged';
import { setTolerances, settings, type DirectSearchOptions } from './settings';

const STATE_FLOATS = 3;

/**
 * Fills `out` with the contact of A and B (B posed in A's frame) and returns its status. `out` needs the room of {@link createContactFor};
 * `state` is the pair's slot of 3 floats, zeros for an initial detection.
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
  if (!isFinitePose(pose)) return clearContact(out, Status.Invalid).status;
  setTolerances(a, b, pose, options);
  loadBlocks(a, b, pose);
  clearSet();
  if (!findDirection(a, b, pose, state.floats, state.floatOffset)) searchEntrances(a, b);
  if (direction[3] < -settings[0]) writeDeepContact(out, a, b, options);
  else {
    clearEntrance();
    if (direction[3] <= settings[0]) {
      flag(a, b);
      searchFlaggedVertices(a, b, 0);
      searchFlaggedVertices(b, a, 1);
      searchFlaggedEdges(a, b);
    }
    if (setCount[0] > 0) writeContactSet(out, a, b, options);
    else {
      for (let k = 0; k < 4; k++) entrance[k] = direction[k];
      writeSeparated(out);
    }
  }
  for (let k = 0; k < 3; k++) state.floats[state.floatOffset + k] = out.normal[k];
  return out.status;
}

/** The first entrance, or one of g >= -dTol, becomes the direction. */
function searchEntrances(a: ConvexPolyhedron, b: ConvexPolyhedron): void {
  startEntrance(direction);
  searchFaces(a, b);
  if (entrance[3] < -settings[0]) searchEdges(a, b);
  if (entranceFeatures[0] < 0) {
    // The start was above all by rounding.
    clearEntrance();
    searchFaces(a, b);
    if (entrance[3] < -settings[0]) searchEdges(a, b);
  }
  for (let k = 0; k < 3; k++) probe[k] = entrance[k];
  for (let k = 0; k < 4; k++) direction[k] = entrance[k];
  if (direction[3] >= -settings[0]) gapAlong();
}

function searchFlaggedVertices(own: ConvexPolyhedron, other: ConvexPolyhedron, side: number): void {
  const row = side * MAX_VERTICES;
  const faces = (1 - side) * MAX_FACES;
  for (let k = 0; k < vertexTotal[side]; k++) {
    const v = flaggedVertex[row + k];
    for (let f = 0; f < other.faceCount; f++) {
      measureToPlane(row + v, faces + f);
      const d = planeDistance[0];
      // A hair wider than dTol: at its very rim rounding may put a corner of the face within dTol and the plane beyond.
      if (!(d * d <= settings[1] * (1 + 1e-9)) || !isVertexFaceEntrance(own, side, v, f)) continue;
      planeDistance[0] = d;
      if (addVertexFaceCover(other, side, v, f)) offerFaceEntrance(side, v, f);
    }
  }
}

function searchFlaggedEdges(a: ConvexPolyhedron, b: ConvexPolyhedron): void {
  for (let k = 0; k < edgeTotal[0]; k++) {
    const i = flaggedEdge[k];
    for (let l = MAX_EDGES; l < MAX_EDGES + edgeTotal[1]; l++) {
      if (!doBoxesMeet(k, l)) continue;
      const j = flaggedEdge[l];
      if (!crossEdges(a, b, i, j) || !(across[4] * across[4] <= settings[1] * (1 + 1e-9) * across[3])) continue;
      if (!measureCrossing(a, b, i, j) || !isCrossingEntrance(a, b, i, j) || !addCrossingCover(a, b, i, j)) continue;
      offerEdgeEntrance(i, j);
    }
  }
}

/** {@link fastDirectSearch} behind the common method interface, with the paper's tolerances. */
export const fastDirectSearchMethod: ContactMethod = {
  name: 'fds',
  stateInts: 0,
  stateFloats: STATE_FLOATS,
  detect: fastDirectSearch,
};
