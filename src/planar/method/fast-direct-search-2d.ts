/**
 * The fast direct search, FDS, in the plane (Zheng, Jiao, Gardner, Sitar 2017), with the contact set of the direct
 * search.
 *
 * Initial detection (section 2.2): entrances of the edges of B, then of A, until the first whose signed distance g is
 * at least -dTol. If g is above dTol, it excludes the pair. This is exact, since g is a lower bound of the gap. If
 * there is no such entrance, the bodies overlap by more than dTol, and the entrance of largest distance is the contact.
 * Otherwise only features in the region of its virtual contact lines are tested (2.1.3): a contact within dTol joins
 * points p of A and q of B with n·p >= n·q - dTol >= lB(n) - dTol, so corners of A that are not farther than dTol
 * behind B's line, corners of B likewise, and edges with such an end give the whole contact set.
 *
 * Updated detection (2.3): the edge of the last first entrance is tested first at the new poses, and is mostly one
 * again. The paper keeps a contact as long as the number of corners near it stays the same. Here the near pairs are
 * tested each time, so initial and updated detection give the same contact after any motion.
 *
 * Frame: A's. Normal from A to B. state (2 ints): the features of the last first entrance (code + 1). Cost: O(n), and
 * the near pairs; the initial one O(edges of one times corners of the other) at worst.
 */
import { featureDimension, featureIndex } from '../../contact/feature';
import { HIGH_A, LOW_B } from '../../contact/layouts';
import type { ContactState } from '../../contact/method';
import { Status } from '../../contact/status';
import { isFinitePose2d, type Pose2d } from '../body/pose-2d';
import { clearContact2d, type Contact2d } from '../contact/contact-2d';
import { GAP_2D } from '../contact/layouts-2d';
import type { ContactMethod2d } from '../contact/method-2d';
import { MAX_POLYGON_VERTICES, type ConvexPolygon } from '../polygon/convex-polygon';
import { writeContact2d } from './contact-result-2d';
import { addNear, clearSet } from './contact-set-2d';
import {
  D_TOL,
  NEAR,
  ROUNDING_OF_G,
  entrance,
  entranceFeatures,
  loadBlocks2d,
  offerEntrance,
  searchEntrance,
  settings,
  type DirectSearchOptions2d,
} from './entrance-2d';
import { isFar2d } from './far-pair-2d';
import { along, cornersB, gapAlong, extremes } from './pair-frame-2d';

/** Flagged corners and edges, of A and B, and their numbers: corners of A (0) and B (1), edges of A (2) and B (3). */
const flaggedCorners = [
  /* @__PURE__ */ new Int32Array(MAX_POLYGON_VERTICES),
  /* @__PURE__ */ new Int32Array(MAX_POLYGON_VERTICES),
] as const;
const flaggedEdges = [/* @__PURE__ */ new Int32Array(MAX_POLYGON_VERTICES), /* @__PURE__ */ new Int32Array(MAX_POLYGON_VERTICES)] as const;
const flaggedCounts = /* @__PURE__ */ new Int32Array(4);
/** Slot of the numbers of edges of A and B. */
const EDGES_FROM = 2;
/** Least heights of flagged corners of A, and of B (0, 1). */
const levels = /* @__PURE__ */ new Float64Array(2);

/**
 * Fills `out` with the contact of A and B (B posed in A's frame) and returns its status. `state` is the pair's slot of
 * 2 integers, zeros for an initial detection.
 *
 * @example
 * ```ts
 * const state = createState(fastDirectSearchMethod2d);
 * fastDirectSearch2d(contact, a, b, pose, state, { ...createDetectOptions2d(), motionA: 1e-4, motionB: 1e-4 });
 * ```
 */
export function fastDirectSearch2d(
  out: Contact2d,
  a: ConvexPolygon,
  b: ConvexPolygon,
  pose: Pose2d,
  state: ContactState,
  options: DirectSearchOptions2d,
): Status {
  if (!isFinitePose2d(pose) || !(pose[2] * pose[2] + pose[3] * pose[3] < Infinity)) return clearContact2d(out, Status.Invalid).status;
  if (a.dimension + b.dimension < 4) return clearContact2d(out, Status.Invalid).status;
  loadBlocks2d(a, b, pose, options);
  clearSet();
  const { ints, intOffset } = state;
  recall(a, b, ints[intOffset] - 1, ints[intOffset + 1] - 1);
  searchEntrance(a, b);
  ints[intOffset] = entranceFeatures[0] + 1;
  ints[intOffset + 1] = entranceFeatures[1] + 1;
  if (entrance[GAP_2D] >= -settings[D_TOL]) {
    if (!(entrance[GAP_2D] > settings[D_TOL])) searchFlagged(a, b);
    if (isFar2d(a, b, pose)) searchFlagged(a, b);
  }
  return writeContact2d(out, a, b, pose, options);
}

/** The near pairs in the regions of the virtual contact lines. */
function searchFlagged(a: ConvexPolygon, b: ConvexPolygon): void {
  clearSet();
  flag(a, b);
  for (let i = 0; i < flaggedCounts[0]; i++)
    for (let k = 0; k < flaggedCounts[EDGES_FROM + 1]; k++) addNear(a, b, 0, flaggedCorners[0][i], flaggedEdges[1][k]);
  for (let j = 0; j < flaggedCounts[1]; j++)
    for (let k = 0; k < flaggedCounts[EDGES_FROM]; k++) addNear(a, b, 1, flaggedCorners[1][j], flaggedEdges[0][k]);
}

/** Offers the edge of the last entrance. Features that the bodies do not have are ignored. */
function recall(a: ConvexPolygon, b: ConvexPolygon, featureA: number, featureB: number): void {
  if (featureA < 0 || featureB < 0) return;
  if (featureDimension(featureA) === 1 && featureIndex(featureA) < a.vertexCount) offerEntrance(a, b, 0, featureIndex(featureA));
  else if (featureDimension(featureB) === 1 && featureIndex(featureB) < b.vertexCount) offerEntrance(a, b, 1, featureIndex(featureB));
}

function flag(a: ConvexPolygon, b: ConvexPolygon): void {
  along[0] = entrance[0];
  along[1] = entrance[1];
  gapAlong(a, b);
  // Wider than near by 1e-9, so that rounding of the heights cannot exclude a corner that the distances accept.
  const width = settings[NEAR] * (1 + 1e-9) + settings[ROUNDING_OF_G];
  levels[0] = extremes[LOW_B] - width;
  levels[1] = -extremes[HIGH_A] - width;
  flagSide(0, a.vertices, a.vertexCount);
  flagSide(1, cornersB, b.vertexCount);
}

/**
 * Flags corners whose height along the normal (B: against it) reaches their level, and edges with such an end, in
 * order.
 */
function flagSide(side: 0 | 1, corners: Float64Array, n: number): void {
  const level = levels[side];
  const nx = side === 0 ? along[0] : -along[0];
  const ny = side === 0 ? along[1] : -along[1];
  let near = 0;
  let edges = 0;
  const isFirst = nx * corners[0] + ny * corners[1] >= level;
  let isNear = isFirst;
  for (let v = 0; v < n; v++) {
    const isNext = v + 1 < n ? nx * corners[2 * v + 2] + ny * corners[2 * v + 3] >= level : isFirst;
    if (isNear) flaggedCorners[side][near++] = v;
    if (isNear || isNext) flaggedEdges[side][edges++] = v;
    isNear = isNext;
  }
  flaggedCounts[side] = near;
  flaggedCounts[EDGES_FROM + side] = edges;
}

/** The fast direct search as a {@link ContactMethod2d}. */
export const fastDirectSearchMethod2d: ContactMethod2d = {
  name: 'fds',
  stateInts: 2,
  stateFloats: 0,
  detect: fastDirectSearch2d,
};
