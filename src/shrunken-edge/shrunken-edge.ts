/**
 * The shrunken edge algorithm: contact type and points of two convex blocks. The edges of one block, moved a little
 * inwards on each of its faces, are tested against the faces of the other.
 *
 * Source: Wang, Li and Feng 2014, section 2. Rims that only touch, as in a cut rock mass, are not contacts: a shrunken
 * edge is on its own face, so only blocks that share a part of a face are in contact.
 *
 * Departures, each with its reason and a counterexample in docs/shrunken-edge.md:
 *   - eq. 6 has the maximum, and only sides that cut count (edge-on-face.ts); - over the inside of a face, distances
 *     are those of the true corners. Otherwise a tip could enter by lambda |OV| without a contact. Points are always on
 *     the true edges (zone.ts);
 *   - every pair of faces that look at each other is tested, not only the most opposed pair, which misses a slim tip on
 *     a face;
 *   - crossing edges have their own test with both pairs of faces. J = 0 never holds exactly with rounded numbers; -
 *     blocks that share more than rounding, with a depth above dTol along every found direction, are in contact: along
 *     the direction, or with the rims (rims.ts), of the least depth;
 *   - both blocks are main and target in turn; - with options.rims, rims that only touch are contacts too, as for
 *     separate blocks.
 *
 * The normal is the found direction with the largest g (g(n) = lB(n) - hA(n)). So a corner within dTol of a face, but
 * outside the block along another direction, is not a contact. A mean normal of a rim replaces it if its depth is at
 * most twice as large.
 *
 * Frame: A's. Normal from A to B. Status.Separated when nothing is found. The gap is then a lower bound, and 0 when
 * only rims touch. Gaps above dTol are not searched: a larger options.margin only lists more points. Cost: faces times
 * faces, and edges of faces that face each other. The state stores the places of the points, for springs. It does not
 * change results.
 */
import { isFinitePose, type Pose } from '../body/pose';
import { clearContact, type Contact } from '../contact/contact';
import { GAP } from '../contact/layouts';
import type { ContactMethod, ContactState } from '../contact/method';
import { NormalOwner, Status } from '../contact/status';
import type { ConvexPolyhedron } from '../polyhedron/convex-polyhedron';
import { direction, findOutermost, OWNER, raiseToCrossing, raiseToLink, source } from './best-direction';
import { isMiddleInside, loadBlocks, shrinkEdges } from './blocks';
import {
  bestGap,
  EDGES_CROSS,
  EDGES_NEAR,
  FACES_MEET,
  isBesideCorner,
  isInside,
  isOverFaceMovedIn,
  locateCrossing,
  searchBlocks,
} from './candidates';
import { INNER, STRICT } from './edge-on-face';
import { keepPlaces, STATE_FLOATS, STATE_INTS } from './point-places';
import { isFit } from './mean-normal';
import { publishedShrunkenEdge } from './published';
import { chosenRim, findRims, otherGap, PARALLEL_EDGES, RIM_SORT, rimPlane } from './rims';
import { BAND, D_TOL, OUTER_GAP, RIM_REACH, settings, setTolerances, SHRINK_DISTANCE, type ShrunkenEdgeOptions } from './settings';
import { writeContact, writeRim, writeSeparated } from './write-contact';

/** The gap (GAP) of the best direction of a contact deeper than dTol, for comparison with mean normals. */
const known = /* @__PURE__ */ new Float64Array(4);

/**
 * Fills `out` with the contact of A and B (B posed in A's frame) and returns its status. `out` needs the room of {@link
 * createContactFor}. `state` comes from `createState(shrunkenEdgeMethod)`. The places of the points are written to it;
 * nothing is read.
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
  if (options.variant === 'published') return publishedShrunkenEdge(out, a, b, pose, state, options);
  if (isFinitePose(pose) && !(a.dimension + b.dimension < 6) && setTolerances(a, b, options)) detectBlocks(out, a, b, pose, options);
  else clearContact(out, Status.Invalid);
  keepPlaces(state, out, a, b);
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
  const tolerance = settings[D_TOL];
  loadBlocks(a, b, pose);
  findOutermost(a, b);
  if (!(direction[GAP] <= tolerance)) return writeSeparated(out, direction);

  shrinkEdges(a, 0);
  shrinkEdges(b, 1);
  searchBlocks(a, b, INNER);
  const most = settings[OUTER_GAP];
  raiseToCrossing(a, b);
  if (!(direction[GAP] <= tolerance)) return writeSeparated(out, direction);
  // A feature lies on a face, or edges cross away from their ends.
  if (Math.max(bestGap[FACES_MEET], bestGap[EDGES_CROSS]) >= -tolerance) return writeContact(out, a, b, options);
  if (options.rims === true) return detectRims(out, a, b, options);
  // No depth is below dTol, or only that of a crossing near an end while other edges have crossed already. This is a
  // contact if the blocks share more than rounding.
  const isDeep = (bestGap[EDGES_CROSS] > most || Math.max(most, bestGap[EDGES_NEAR]) < -tolerance) && doOverlap(a, b);
  return isDeep ? writeDeep(out, a, b, options) : writeSeparated(out, direction);
}

/** Rims that touch, with options.rims. */
function detectRims(out: Contact, a: ConvexPolyhedron, b: ConvexPolyhedron, options: ShrunkenEdgeOptions): Status {
  const tolerance = settings[D_TOL];
  settings[RIM_REACH] = RIM_STEPS * tolerance;
  otherGap[0] = -Infinity;
  const isFound = findRims(a, b, true);
  if (isFound) raiseToLink();
  const isMean = isFound && isFit(rimPlane, direction);
  const n = isMean ? rimPlane : direction;
  const isClose = isFound && n[3] >= -tolerance;
  if (isClose && n[3] <= tolerance) {
    // If the blocks do not overlap, but every known direction gives an overlap, their gap is between 0 and dTol.
    if (!(n[3] >= -settings[BAND] || doOverlap(a, b))) n[3] = 0;
    return writeRim(out, a, b, options, n, isMean ? NormalOwner.None : (source[OWNER] as NormalOwner));
  }
  if (!isClose && doOverlap(a, b)) return writeDeep(out, a, b, options);
  // A corner or an edge may touch a face between the shrunken face and the rim.
  searchBlocks(a, b, STRICT);
  return bestGap[FACES_MEET] >= -settings[BAND] ? writeContact(out, a, b, options) : writeSeparated(out, direction);
}

/** Rims that overlap by dTol along their mean normal are at most about this many times dTol apart. */
const RIM_STEPS = 2;

/**
 * Whether the blocks overlap by more than rounding: a part of an edge of one block is inside the other by more than
 * rounding, or the middle of one block is inside the other.
 */
function doOverlap(a: ConvexPolyhedron, b: ConvexPolyhedron): boolean {
  return isMiddleInside(b, 0) || isMiddleInside(a, 1) || isInside(b, a, 1) || isInside(a, b, 0);
}

/**
 * The contact of blocks that overlap by more than dTol: of rims that have passed each other by up to the shrink
 * distance, or along the best direction.
 */
function writeDeep(out: Contact, a: ConvexPolyhedron, b: ConvexPolyhedron, options: ShrunkenEdgeOptions): Status {
  const most = settings[OUTER_GAP];
  const others = Math.max(most, bestGap[EDGES_CROSS], bestGap[EDGES_NEAR]);
  settings[RIM_REACH] = Math.max(settings[SHRINK_DISTANCE], RIM_STEPS * settings[D_TOL]);
  otherGap[0] = others;
  // A feature that entered over a face, away from its rim, is not a contact of rims.
  const isFound = others >= -settings[RIM_REACH] && !isOverFaceMovedIn(a, b) && findRims(a, b, false);
  // Edges that cross beside a corner have a slightly smaller depth, sideways. The corner keeps the kind of contact with
  // which it entered.
  let isCrossing = isFound && bestGap[EDGES_CROSS] > most + settings[BAND] && bestGap[EDGES_CROSS] >= rimPlane[GAP];
  if (isCrossing) {
    locateCrossing(a, b, 1);
    isCrossing = !isBesideCorner(a, b, 1);
  }
  known[GAP] = others;
  // A corner that is well over a face near its rim must not be pushed out sideways.
  if (isFound && !isCrossing && isFit(rimPlane, known)) return writeRim(out, a, b, options, rimPlane, NormalOwner.None);
  writeContact(out, a, b, options);
  // Parallel edges have two points, also with another normal.
  if (!(isFound && out.count === 1 && chosenRim[RIM_SORT] === PARALLEL_EDGES)) return out.status;
  return writeRim(out, a, b, options, direction, source[OWNER] as NormalOwner);
}
