/**
 * The fast direct search, FDS (Zheng, Jiao, Gardner, Sitar 2017, "A fast direct search algorithm for contact detection of convex polygonal or polyhedral
 * particles"), with the contact set of the direct search.
 *
 * Initial detection (section 2.2): vertex-face entrances, faces of B, then of A, then crossing edges, until the first valid one whose signed distance g is at least
 * -dTol. Beyond dTol it excludes the pair: exact, since g(n) is a lower bound of the gap. Otherwise only what is near it is looked at. None at all: the
 * blocks overlap by more than dTol, and the entrance of largest distance is the contact.
 *
 * Near it (sections 2.1.3 and 2.2.1, "only vertices, edges and faces within the VCP region are flagged"): the virtual contact planes (VCP) are the two
 * planes with the entrance's normal n that touch A and B. A vertex of A is flagged when it is not farther than dTol behind B's plane, a vertex of B when it is
 * not farther than dTol behind A's. **This loses nothing**, whatever n is: a contact within dTol joins points p of A and q of B with n·p >= n·q - dTol >= lB(n) - dTol, and the
 * vertex, or an end of the edge, that holds p is at least as high. So flagged vertices over faces, and edges with a flagged end, give the whole contact set.
 *
 * Updated detection (section 2.3): the entrance of the last call, kept by its features, gives the VCPs at the new poses; the scan for the first entrance is
 * left out. The paper keeps the contact types as long as the number of flagged vertices is what it was. Neither this number nor the set decides:
 * a vertex slides from a face over its edge, or an edge leans from parallel to not, with the same vertices flagged. Here the pairs of flagged features
 * are looked at each time, and the answer is that of the initial detection, whatever the motion was.
 *
 * Frame: A's. Normal from A to B. state (2 ints): the features of the last first entrance, code + 1. Cost: O(n) to place the blocks and flag, and the
 * flagged pairs; the first entrance O(vertices * faces), and O(edges * edges) where edges cross or the overlap is deep.
 */
import { isFinitePose, type Pose } from '../body/pose';
import { clearContact, type Contact } from '../contact/contact';
import { featureDimension, featureIndex } from '../contact/feature';
import type { ContactMethod, ContactState } from '../contact/method';
import { Status } from '../contact/status';
import { MAX_EDGES, MAX_FACES, MAX_VERTICES, type ConvexPolyhedron } from '../polyhedron/convex-polyhedron';
import { clearEntrance, entrance, entranceFeatures, offerEdgeEntrance, offerFaceEntrance, setAside, takeBack } from './best-entrance';
import { corner, gapAlong, loadBlocks, measureToPlane, planeDistance, reach } from './block-pair';
import { writeContactSet, writeDeepContact, writeSeparated } from './contact-result';
import { addCrossingCover, addVertexFaceCover, clearSet, setCount } from './contact-set';
import { across, crossEdges, isCrossingEntrance, isVertexFaceEntrance } from './entrance';
import { searchEdges, searchFaces } from './first-entrance';
import { setTolerances, settings, type DirectSearchOptions } from './settings';

const STATE_INTS = 2;

/** Flagged vertices and edges (half-edges 2k) of A from row 0, of B from row MAX_VERTICES and MAX_EDGES, and their numbers. */
const flaggedVertex = /* @__PURE__ */ new Int32Array(2 * MAX_VERTICES);
const flaggedEdge = /* @__PURE__ */ new Int32Array(2 * MAX_EDGES);
const vertexTotal = /* @__PURE__ */ new Int32Array(2);
const edgeTotal = /* @__PURE__ */ new Int32Array(2);
/** Height below which a vertex is not flagged, along n for A and against it for B. */
const floor = /* @__PURE__ */ new Float64Array(2);

/**
 * Fills `out` with the contact of A and B (B posed in A's frame) and returns its status. `out` needs the room of {@link createContactFor};
 * `state` is the pair's slot of 2 integers, zeros for an initial detection.
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
  setTolerances(a, b, Math.sqrt(pose[9] * pose[9] + pose[10] * pose[10] + pose[11] * pose[11]), options);
  loadBlocks(a, b, pose);
  clearSet();
  clearEntrance();
  recall(a, b, state);
  if (entrance[3] < -settings[0]) searchFaces(a, b);
  if (entrance[3] < -settings[0]) searchEdges(a, b);
  if (entrance[3] > settings[0]) writeSeparated(out);
  else if (entrance[3] < -settings[0]) writeDeepContact(out, a, b, options);
  else {
    flag(a, b);
    setAside();
    searchFlaggedVertices(a, b, 0);
    searchFlaggedVertices(b, a, 1);
    searchFlaggedEdges(a, b);
    if (setCount[0] > 0) writeContactSet(out, a, b, options);
    else {
      takeBack();
      writeSeparated(out);
    }
  }
  state.ints[state.intOffset] = entranceFeatures[0] + 1;
  state.ints[state.intOffset + 1] = entranceFeatures[1] + 1;
  return out.status;
}

/** Offers the entrance of the last call at the new poses; features that the blocks do not have are no memory. */
function recall(a: ConvexPolyhedron, b: ConvexPolyhedron, state: ContactState): void {
  const codeA = state.ints[state.intOffset] - 1;
  const codeB = state.ints[state.intOffset + 1] - 1;
  if (codeA < 0 || codeB < 0) return;
  const dimA = featureDimension(codeA);
  const dimB = featureDimension(codeB);
  const i = featureIndex(codeA);
  const j = featureIndex(codeB);
  if (dimA === 0 && dimB === 2 && i < a.vertexCount && j < b.faceCount) offerFaceEntrance(0, i, j, Infinity);
  else if (dimA === 2 && dimB === 0 && i < a.faceCount && j < b.vertexCount) offerFaceEntrance(1, j, i, Infinity);
  else if (dimA === 1 && dimB === 1 && i < a.edgeCount && j < b.edgeCount) {
    if (!crossEdges(a, b, 2 * i, 2 * j) || !isCrossingEntrance(a, b, 2 * i, 2 * j)) return;
    const r = 1 / Math.sqrt(across[3]);
    offerEdgeEntrance(across[0] * r, across[1] * r, across[2] * r, Infinity, 2 * i, 2 * j);
  }
}

/** Flags the vertices within the VCP region of the first entrance, and the edges that have one. */
function flag(a: ConvexPolyhedron, b: ConvexPolyhedron): void {
  const nx = entrance[0];
  const ny = entrance[1];
  const nz = entrance[2];
  gapAlong(nx, ny, nz);
  // A billionth wider than dTol, so that rounding of the heights cannot lose a vertex that the distances keep.
  const width = settings[0] * (1 + 1e-9) + settings[3];
  floor[0] = reach[1] - width;
  floor[1] = -reach[0] - width;
  flagSide(a, 0, nx, ny, nz);
  flagSide(b, 1, -nx, -ny, -nz);
}

function flagSide(shape: ConvexPolyhedron, side: number, nx: number, ny: number, nz: number): void {
  const { halfEdgeNext, halfEdgeOrigin, vertexHalfEdge } = shape;
  const row = side * MAX_VERTICES;
  const least = floor[side];
  let vertices = row;
  let edges = side * MAX_EDGES;
  for (let v = 0; v < shape.vertexCount; v++) {
    const p = 3 * (row + v);
    if (!(nx * corner[p] + ny * corner[p + 1] + nz * corner[p + 2] >= least)) continue;
    flaggedVertex[vertices++] = v;
    const first = vertexHalfEdge[v];
    let h = first;
    for (let turns = shape.edgeCount; turns > 0; turns--) {
      // An edge with two flagged ends is listed by the lower one.
      const w = halfEdgeOrigin[h ^ 1];
      const q = 3 * (row + w);
      if (w > v || !(nx * corner[q] + ny * corner[q + 1] + nz * corner[q + 2] >= least)) flaggedEdge[edges++] = h & ~1;
      h = halfEdgeNext[h ^ 1];
      if (h === first) break;
    }
  }
  vertexTotal[side] = vertices - row;
  edgeTotal[side] = edges - side * MAX_EDGES;
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
      if (addVertexFaceCover(other, side, v, f)) offerFaceEntrance(side, v, f, d);
    }
  }
}

function searchFlaggedEdges(a: ConvexPolyhedron, b: ConvexPolyhedron): void {
  for (let k = 0; k < edgeTotal[0]; k++) {
    const i = flaggedEdge[k];
    for (let l = 0; l < edgeTotal[1]; l++) {
      const j = flaggedEdge[MAX_EDGES + l];
      if (!crossEdges(a, b, i, j) || !(across[4] * across[4] <= settings[1] * (1 + 1e-9) * across[3])) continue;
      if (!isCrossingEntrance(a, b, i, j) || !addCrossingCover(a, b, i, j)) continue;
      const r = 1 / Math.sqrt(across[3]);
      offerEdgeEntrance(across[0] * r, across[1] * r, across[2] * r, across[4] * r, i, j);
    }
  }
}

/** {@link fastDirectSearch} behind the common method interface, with the paper's tolerances. */
export const fastDirectSearchMethod: ContactMethod = {
  name: 'fds',
  stateInts: STATE_INTS,
  stateFloats: 0,
  detect: fastDirectSearch,
};
