/**
 * The shrunken edge algorithm: contact type and points of two convex blocks from the edges of one, drawn in a little on each of its faces, against the faces of the other.
 *
 * Source: Wang, Li and Feng 2014, section 2. Rims that only meet, as those of the blocks of a cut rock mass do everywhere, are no contacts: a shrunken edge is on its own
 * face, so of two blocks only those that share a part of a face find each other.
 *
 * Departures, each with its reason and a counterexample in docs/shrunken-edge.md:
 *   - the maximum in eq. 6, and nothing but a cut counts (edge-on-face.ts);
 *   - over the inside of a face, distances are those of the true corners: a tip would otherwise enter by lambda |OV| unseen; points are on the true edges everywhere;
 *   - every pair of faces that face each other is looked at, not only the most opposed: that one misses a slim tip on a face;
 *   - crossing edges are tested as such, with both pairs of faces, not by J = 0, which no rounded number is;
 *   - blocks that share more than rounding, along no direction found by less than dTol, are in contact: with the face, the crossing of edges or the rims (rims.ts) that let the
 *     blocks out soonest;
 *   - main and target change places, and points found twice are one;
 *   - options.rims asks for rims that only touch as well: of blocks that stand alone they are contacts.
 *
 * The normal is the one of largest g among those found (g(n) = lB(n) - hA(n)), so that a corner within dTol of a face whose block it leaves elsewhere is none.
 *
 * Frame: A's. Normal from A to B. Status.Separated where nothing is found; the gap then is a lower bound, and 0 where only rims meet. A gap above dTol is not
 * looked into: options.margin beyond it has no effect.
 * Cost: faces times faces, and edges of faces that face each other. The state keeps where the points are, for springs; it changes no answer.
 */
import { isFinitePose, type Pose } from '../body/pose';
import { clearContact, type Contact } from '../contact/contact';
import type { ContactMethod, ContactState } from '../contact/method';
import { Status } from '../contact/status';
import { MAX_FACES, type ConvexPolyhedron } from '../polyhedron/convex-polyhedron';
import { faceGap, faceNormal, gapAlong, isMiddleInside, loadBlocks, measureTo, probe, reach, shrinkEdges } from './blocks';
import { best, bestGap, clearCandidates, crossing, isBesideCorner, isInside, locateCrossing, search } from './candidates';
import { INNER, overWhat, STRICT } from './edge-on-face';
import { chosenRim, findRims, link, otherGap, PARALLEL_EDGES, rimPlane } from './rims';
import { setTolerances, settings, statusAt, type ShrunkenEdgeOptions } from './settings';
import { keepPlaces, STATE_FLOATS, STATE_INTS, writeCrossing, writeFaceContact, writeRim, writeSeparated } from './write-contact';

/** The face of either block with the largest gap: block (0), face (1). */
const outermost = /* @__PURE__ */ new Int32Array(2);
/** Normal from A to B and gap of that face; then of the direction of largest gap known. */
const plane = /* @__PURE__ */ new Float64Array(4);
/** The best gap known (0), and the least that a mean normal may have instead (1). */
const known = /* @__PURE__ */ new Float64Array(2);

/**
 * Fills `out` with the contact of A and B (B posed in A's frame) and returns its status. `out` needs the room of {@link createContactFor}. `state` is one of
 * `createState(shrunkenEdgeMethod)`: where the points are is written to it, nothing is read.
 *
 * @example
 * ```ts
 * const contact = createContactFor(a, b);
 * shrunkenEdge(contact, a, b, pose, createState(shrunkenEdgeMethod), createShrunkenEdgeOptions([a, b]));
 * ```
 */
export function shrunkenEdge(
  out: Contact,
  a: ConvexPolyhedron,
  b: ConvexPolyhedron,
  pose: Pose,
  state: ContactState,
  options: ShrunkenEdgeOptions,
): Status {
  if (isFinitePose(pose) && setTolerances(a, b, options)) detectBlocks(out, a, b, pose, options);
  else clearContact(out, Status.Invalid);
  keepPlaces(state, out.count);
  return out.status;
}

/** The shrunken edge algorithm behind the common signature. */
export const shrunkenEdgeMethod: ContactMethod = {
  name: 'shrunken-edge',
  stateInts: STATE_INTS,
  stateFloats: STATE_FLOATS,
  sharpOnly: true,
  detect: shrunkenEdge,
};

function detectBlocks(out: Contact, a: ConvexPolyhedron, b: ConvexPolyhedron, pose: Pose, options: ShrunkenEdgeOptions): Status {
  const tolerance = settings[1];
  loadBlocks(a, b, pose);
  findOutermost(a, b);
  if (!(plane[3] <= tolerance)) return writeSeparated(out, plane);

  shrinkEdges(a, 0);
  shrinkEdges(b, 1);
  clearCandidates();
  overWhat[0] = INNER;
  search(b, a, 1);
  search(a, b, 0);
  // Crossing edges count before a face where they let the blocks be farther apart than rounding can say.
  const isCrossing = bestGap[1] > bestGap[0] + settings[2];
  const g = isCrossing ? bestGap[1] : bestGap[0];
  if (g >= -tolerance) {
    if (g > tolerance && !(g <= options.margin)) {
      plane[3] = g;
      return writeSeparated(out, plane);
    }
    if (isCrossing) return writeCrossing(out, a, b, options, 1);
    if (g < -settings[2]) raisePlane(a, b, false);
    return writeFaceContact(out, a, b, options, plane);
  }
  if (options.rims === true) {
    settings[5] = RIM_REACH * tolerance;
    otherGap[0] = -Infinity;
    const isFound = findRims(a, b);
    if (isFound) raisePlane(a, b, true);
    known[0] = plane[3];
    known[1] = plane[3] - tolerance;
    const n = isFound && isMeanFit() ? rimPlane : plane;
    const isClose = isFound && n[3] >= -tolerance;
    if (isClose && (n[3] <= tolerance || n[3] <= options.margin)) {
      // Where no direction known lets blocks touch that do not overlap, their gap is between 0 and dTol.
      if (!(n[3] >= -settings[2] || doOverlap(a, b))) n[3] = 0;
      return writeRim(out, a, b, options, n);
    }
    if (!isClose && doOverlap(a, b)) return writeDeep(out, a, b, options);
    // A corner or an edge may touch a face between the shrunken one and its rim.
    overWhat[0] = STRICT;
    search(b, a, 1);
    search(a, b, 0);
    return bestGap[0] >= -settings[2] ? writeFaceContact(out, a, b, options, plane) : writeSeparated(out, n);
  }
  // No way out is as short as dTol, or only one past an end of an edge and edges have crossed already: a contact if the blocks share more than rounding.
  const isDeep = (bestGap[1] > plane[3] || Math.max(plane[3], bestGap[2]) < -tolerance) && doOverlap(a, b);
  return isDeep ? writeDeep(out, a, b, options) : writeSeparated(out, plane);
}

/** Rims that overlap by dTol along their mean normal are up to about so many times dTol from each other. */
const RIM_REACH = 2;

/** Whether a part of an edge of one block is inside the other one by more than rounding: as good as any overlap, unless one block is inside the other by less, then its middle tells. */
function doOverlap(a: ConvexPolyhedron, b: ConvexPolyhedron): boolean {
  return isMiddleInside(b, 0) || isMiddleInside(a, 1) || isInside(b, a, 1) || isInside(a, b, 0);
}

/** The contact of blocks that overlap by more than dTol: of crossing edges, of rims that have gone past each other by up to the shrink distance, or of the outermost face. */
function writeDeep(out: Contact, a: ConvexPolyhedron, b: ConvexPolyhedron, options: ShrunkenEdgeOptions): Status {
  const most = faceGap[outermost[0] * MAX_FACES + outermost[1]];
  const others = Math.max(most, bestGap[1], bestGap[2]);
  settings[5] = Math.max(settings[3], RIM_REACH * settings[1]);
  otherGap[0] = others;
  const isFound = others >= -settings[5] && findRims(a, b);
  // Edges that cross beside a corner would let it out sideways a little sooner: it keeps the contact as which it came in.
  let isCrossing = isFound && bestGap[1] > most + settings[2] && bestGap[1] >= rimPlane[3];
  if (isCrossing) {
    locateCrossing(a, b, 1);
    isCrossing = !isBesideCorner(a, b, 1);
  }
  // The mean normal of rims may ask for twice the depth, but no more: a corner well over a face, at its rim, must not be pushed out sideways.
  known[0] = others;
  known[1] = 2 * others - settings[1];
  if (isFound && !isCrossing && isMeanFit()) return writeRim(out, a, b, options, rimPlane);
  if (bestGap[1] > most) return writeCrossing(out, a, b, options, 1);
  if (bestGap[2] > most + 2 * settings[1]) return writeCrossing(out, a, b, options, 2);
  best[0] = outermost[0];
  best[1] = outermost[1];
  settings[4] = most;
  writeFaceContact(out, a, b, options, plane);
  // Edges along each other hold at two points, also along the normal of a face.
  return isFound && out.count === 1 && chosenRim[4] === PARALLEL_EDGES ? writeRim(out, a, b, options, plane) : out.status;
}

/** Whether the mean normal of the chosen rim may stand for the best one {@link known}. */
function isMeanFit(): boolean {
  return rimPlane[3] >= known[1] && statusAt(rimPlane, 3) === statusAt(known, 0);
}

/** Finds {@link outermost} and its {@link plane}. */
function findOutermost(a: ConvexPolyhedron, b: ConvexPolyhedron): void {
  let most = -Infinity;
  for (let side = 0; side < 2; side++) {
    const faces = side === 0 ? a.faceCount : b.faceCount;
    for (let f = 0; f < faces; f++) {
      measureTo(f, side);
      const g = faceGap[side * MAX_FACES + f];
      if (!(g > most)) continue;
      most = g;
      outermost[0] = side;
      outermost[1] = f;
    }
  }
  const sense = outermost[0] === 0 ? 1 : -1;
  const o = 3 * (outermost[0] * MAX_FACES + outermost[1]);
  for (let k = 0; k < 3; k++) plane[k] = sense * faceNormal[o + k];
  plane[3] = most;
}

/** Puts into {@link plane} the direction of largest gap known: it, a crossing of edges, or the line between the features of the chosen rim. */
function raisePlane(a: ConvexPolyhedron, b: ConvexPolyhedron, hasRim: boolean): void {
  if (hasRim) {
    for (let k = 0; k < 3; k++) probe[k] = link[k];
    gapAlong();
    if (reach[0] > plane[3] && reach[0] > 0) {
      for (let k = 0; k < 3; k++) plane[k] = link[k];
      plane[3] = reach[0];
    }
  }
  for (let sort = 1; sort <= 2; sort++) {
    if (!(bestGap[sort] > plane[3])) continue;
    locateCrossing(a, b, sort);
    for (let k = 0; k < 3; k++) plane[k] = crossing[k];
    plane[3] = bestGap[sort];
  }
}
