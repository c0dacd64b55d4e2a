/**
 * The shortest link method exactly as published (Nezami, Hashash, Zhao, Ghaboussi 2006, sections 3 to 3.5), with its
 * errors. It is here for measurement and comparison. Use the certified form (shortest-link.ts).
 *
 * One iteration: P moves to the point of A nearest to Q, and then Q to the point of B nearest to P, each by the walk of
 * 3.4 (point-link.ts). This is the ordinary sweep. If P and Q are inside edges or faces of both bodies, the special
 * case of 3.5.2 applies (special-link.ts). Section 3.5.2 has two readings:
 * - 'replaces', word for word: the special case is tested first and takes the place of the sweep;
 * - 'if-shorter': the sweep comes first, and the special case is kept only if its link is shorter.
 * The search ends when both points stand still. Without history it starts from the vertices with the smallest absolute
 * distance to the perpendicular bisector of the line of centroids (3.5.1). With history it starts from the last P and
 * Q. The normal is Q - P, the plane its perpendicular bisector.
 *
 * Bodies in contact are moved apart along the last normal (section 3; separation.ts). The link of the moved bodies is
 * found from the last P and Q, and its plane is moved back. Bodies are in contact when the last gap was negative, when
 * the link is within the rounding band, or when it has an end inside the other body. A wrong link may hide an overlap.
 *
 * Errors, each shown by a test: with 'replaces' a special case ends the search at features that are not the nearest.
 * The walk of 3.4 gets stuck on faces seen from behind, and 3.5.1 may start there. Standing still does not detect tilts
 * whose step is below rounding. A plane from two points 1e-9 apart has an error of 1e-7. The plane of the moved bodies
 * need not be the best plane of the bodies at their real positions.
 *
 * Details that the paper does not give:
 * - standing still means to rounding (STILL). The iterations are bounded: at MAX_ITERATIONS the status is Unresolved,
 *   and the fields have the last link;
 * - a contact without memory has no last normal. The exact plane decides there, and also when the bodies cannot be
 *   moved apart. Its features, points and normal are the memory of the next call;
 * - bodies that are apart along the plane that was moved back are searched again at their real positions;
 * - if a special case is undefined, the ordinary step is used.
 *
 * Frame: A's. state: 2 ints, the features of P and Q as in the certified form (code + 1), and 10 floats: the normal in
 * A's frame, the last gap (below 0 in contact, otherwise 0), P in A's frame and Q in B's. A slot of this size works for
 * all forms, also in turn. Cost: an iteration is O(corners of the faces at P and Q). A cold call first scans all
 * vertices of both bodies. The test for contact scans up to all faces.
 */
import { vertexFeature } from '../contact/feature';
import type { CommonPlane } from '../contact/common-plane';
import type { ContactState } from '../contact/method';
import { touchingBand } from '../contact/band';
import { planeStatus } from '../contact/rounding';
import { Status } from '../contact/status';
import { isFinitePose, type Pose } from '../body/pose';
import { LENGTH, P, Q } from '../contact/layouts';
import type { ConvexPolyhedron } from '../polyhedron/convex-polyhedron';
import { exactPlane } from '../exact-plane/exact-plane';
import { invalidPlane } from '../exact-plane/exhaustive-plane';
import { isFeature } from '../plane-links/feature-link';
import { placeFeet } from '../plane-links/plane-feet';
import { SEPARATION_FLOATS, beginSeparation, bringBack, parted, separateFurther, type Motion } from '../plane-links/separation';
import { ends, holder, holdsTarget, linkToBody, placeOnFeature, target } from './point-link';
import { specialCase } from './special-link';

/** How section 3.5.2 is read: the special case replaces the sweep, or it is kept after the sweep if it is shorter. */
export type SpecialCaseReading = 'replaces' | 'if-shorter';

/** Where the last gap, P and Q are in the floats of the state. */
const LAST_GAP = 3;
const LAST_P = SEPARATION_FLOATS;
const LAST_Q = SEPARATION_FLOATS + 3;

export const PUBLISHED_LINK_STATE_INTS = 2;
export const PUBLISHED_LINK_STATE_FLOATS = SEPARATION_FLOATS + 6;

/**
 * The paper reports 2 to 3 iterations. The longest of 188,000 searches took 31; many of them were between nearly
 * parallel features and had random starts.
 */
const MAX_ITERATIONS = 100;

/**
 * A point that is projected again on the same feature returns to within rounding. The roundings are those of the
 * transformation into the other body's frame and back (twice four terms and an inexact rotation) and of the projection,
 * each a few 2^-53 of the extent.
 */
const STILL = 16 * 2 ** -53;

/** P and Q in A's frame, their distance (LENGTH). */
const link = /* @__PURE__ */ new Float64Array(7);
/** The vector d from one centroid to the other (0..2), and HALF_SQUARE. */
const line = /* @__PURE__ */ new Float64Array(4);
/** Slot of d·d / 2: the bisector is d·x = d·d / 2, relative to the first centroid. */
const HALF_SQUARE = 3;
/** The ends of the link before the iteration, as in ends. */
const before = /* @__PURE__ */ new Float64Array(6);
/** The link after the sweep: its ends and their features. */
const swept = /* @__PURE__ */ new Float64Array(6);
const sweptHolder = /* @__PURE__ */ new Int32Array(2);
/** Iterations of the call (ITERATIONS); whether the last of them still moved P or Q (MOVING). */
const progress = /* @__PURE__ */ new Int32Array(2);
const ITERATIONS = 0;
const MOVING = 1;

/**
 * Common plane of A and B by the published search, B posed in A's frame by `pose`. Writes every field of `out`, in A's
 * frame.
 */
export function publishedShortestLink(
  out: CommonPlane,
  a: ConvexPolyhedron,
  b: ConvexPolyhedron,
  pose: Pose,
  state: ContactState,
  since: Motion,
  reading: SpecialCaseReading,
): Status {
  if (!isFinitePose(pose) || a.dimension + b.dimension < 6) return invalidPlane(out);
  progress[ITERATIONS] = 0;
  const { floats, floatOffset } = state;
  const known = recall(a, b, state);
  if (!known || !(floats[floatOffset + LAST_GAP] < 0)) {
    if ((known || coldStart(a, b, pose)) && findLink(a, b, pose, reading)) return finishApart(out, a, b, state);
    if (!known) return byExactPlane(out, a, b, pose, state);
  }
  beginSeparation(a, b, pose, floats, floatOffset, since);
  do {
    recall(a, b, state);
    if (!findLink(a, b, parted, reading)) continue;
    writeLink(out);
    bringBack(out);
    if (out.gap < 0) return finishContact(out, a, b, state);
    if (findLink(a, b, pose, reading)) return finishApart(out, a, b, state);
    break;
  } while (separateFurther(a, b, pose));
  return byExactPlane(out, a, b, pose, state);
}

/**
 * Moves P and Q until they stand still. False for contact: a link within the rounding band, or an end inside a body.
 */
function findLink(a: ConvexPolyhedron, b: ConvexPolyhedron, pose: Pose, reading: SpecialCaseReading): boolean {
  const still = STILL * (a.radius + b.radius + Math.abs(pose[9]) + Math.abs(pose[10]) + Math.abs(pose[11]));
  const band = touchingBand(a, b);
  let moving = true;
  placeLink(pose);
  for (let k = 0; k < MAX_ITERATIONS && moving && link[LENGTH] > band; k++) {
    progress[ITERATIONS]++;
    before.set(ends);
    if (reading === 'if-shorter') {
      sweep(a, b, pose);
      keepShorterSpecialCase(a, b, pose);
    } else if (specialCase(a, b, pose)) placeLink(pose);
    else sweep(a, b, pose);
    moving = false;
    for (let i = 0; i < 6; i++) if (Math.abs(ends[i] - before[i]) > still) moving = true;
  }
  progress[MOVING] = moving ? 1 : 0;
  // The exact plane decides for lengths that overflowed.
  return link[LENGTH] > band && link[LENGTH] < Infinity && !isInside(a, b, pose);
}

/** The two steps of section 3.5. */
function sweep(a: ConvexPolyhedron, b: ConvexPolyhedron, pose: Pose): void {
  for (let k = 0; k < 3; k++) target[k] = link[Q + k];
  linkToBody(a, 0);
  targetInB(pose);
  linkToBody(b, 1);
  placeLink(pose);
}

/** The special case of the link after a sweep. It is undone if its link is not shorter. */
function keepShorterSpecialCase(a: ConvexPolyhedron, b: ConvexPolyhedron, pose: Pose): void {
  const length = link[LENGTH];
  swept.set(ends);
  sweptHolder.set(holder);
  if (!specialCase(a, b, pose)) return;
  placeLink(pose);
  if (link[LENGTH] < length) return;
  ends.set(swept);
  holder.set(sweptHolder);
  placeLink(pose);
}

/** Writes the link, its bisector and its features. */
function writeLink(out: CommonPlane): void {
  const length = link[LENGTH];
  out.gap = length;
  for (let k = 0; k < 3; k++) {
    const p = link[k];
    const q = link[Q + k];
    out.pointA[k] = p;
    out.pointB[k] = q;
    out.point[k] = 0.5 * (p + q);
    out.normal[k] = (q - p) / length;
  }
  out.featureA = holder[0];
  out.featureB = holder[1];
  out.iterations = progress[ITERATIONS];
  out.evaluations = 0;
}

/** Writes and remembers a link of bodies apart. */
function finishApart(out: CommonPlane, a: ConvexPolyhedron, b: ConvexPolyhedron, state: ContactState): Status {
  writeLink(out);
  return remember(out, a, b, state);
}

/** Remembers the plane that was moved back, and writes its feet: P and Q do not face each other along it. */
function finishContact(out: CommonPlane, a: ConvexPolyhedron, b: ConvexPolyhedron, state: ContactState): Status {
  placeFeet(out);
  return remember(out, a, b, state);
}

/** Stores P and Q, their features, the normal and the gap. */
function remember(out: CommonPlane, a: ConvexPolyhedron, b: ConvexPolyhedron, state: ContactState): Status {
  const { ints, intOffset, floats, floatOffset } = state;
  for (let k = 0; k < 3; k++) {
    floats[floatOffset + k] = out.normal[k];
    floats[floatOffset + LAST_P + k] = ends[P + k];
    floats[floatOffset + LAST_Q + k] = ends[Q + k];
  }
  floats[floatOffset + LAST_GAP] = out.gap < 0 ? out.gap : 0;
  ints[intOffset] = holder[0] + 1;
  ints[intOffset + 1] = holder[1] + 1;
  out.status = progress[MOVING] === 1 ? Status.Unresolved : planeStatus(out, a, b);
  return out.status;
}

/** The exact plane decides. Its normal, gap, points and features are the start of the next call. */
function byExactPlane(out: CommonPlane, a: ConvexPolyhedron, b: ConvexPolyhedron, pose: Pose, state: ContactState): Status {
  const { ints, intOffset, floats, floatOffset } = state;
  const status = exactPlane(out, a, b, pose, state);
  if (status === Status.Invalid) return status;
  out.iterations += progress[ITERATIONS];
  ints[intOffset] = out.featureA + 1;
  ints[intOffset + 1] = out.featureB + 1;
  const x = out.pointB[0] - pose[9];
  const y = out.pointB[1] - pose[10];
  const z = out.pointB[2] - pose[11];
  for (let k = 0; k < 3; k++) {
    floats[floatOffset + k] = out.normal[k];
    floats[floatOffset + LAST_P + k] = out.pointA[k];
    floats[floatOffset + LAST_Q + k] = pose[k] * x + pose[3 + k] * y + pose[6 + k] * z;
  }
  floats[floatOffset + LAST_GAP] = out.gap < 0 ? out.gap : 0;
  return status;
}

/**
 * Restores the last P and Q and projects them on their features. False when there are none. The projection moves only
 * points from the memory of another pair, and points that the exact plane found in an overlap. So P and Q are always on
 * the bodies, for any memory.
 */
function recall(a: ConvexPolyhedron, b: ConvexPolyhedron, state: ContactState): boolean {
  const onA = state.ints[state.intOffset] - 1;
  const onB = state.ints[state.intOffset + 1] - 1;
  if (!isFeature(a, onA) || !isFeature(b, onB)) return false;
  const o = state.floatOffset;
  for (let k = 0; k < 3; k++) target[k] = state.floats[o + LAST_P + k];
  if (!placeOnFeature(a, 0, onA)) return false;
  for (let k = 0; k < 3; k++) target[k] = state.floats[o + LAST_Q + k];
  return placeOnFeature(b, 1, onB);
}

/** Section 3.5.1; false for coincident centroids, which have no line (and lie in both bodies). */
function coldStart(a: ConvexPolyhedron, b: ConvexPolyhedron, pose: Pose): boolean {
  const x = pose[9];
  const y = pose[10];
  const z = pose[11];
  const half = 0.5 * (x * x + y * y + z * z);
  if (!(half > 0)) return false;
  line[0] = x;
  line[1] = y;
  line[2] = z;
  line[HALF_SQUARE] = half;
  startAtVertex(a, 0);
  // The bisector and the line, seen from B's centroid in B's frame.
  for (let k = 0; k < 3; k++) line[k] = -(pose[k] * x + pose[3 + k] * y + pose[6 + k] * z);
  startAtVertex(b, 1);
  return true;
}

/** The vertex with the smallest absolute distance to the bisector. */
function startAtVertex(shape: ConvexPolyhedron, side: number): void {
  const vertices = shape.vertices;
  let least = Infinity;
  let nearest = 0;
  for (let v = 0; v < shape.vertexCount; v++) {
    const distance = Math.abs(
      vertices[3 * v] * line[0] + vertices[3 * v + 1] * line[1] + vertices[3 * v + 2] * line[2] - line[HALF_SQUARE],
    );
    if (distance < least) {
      least = distance;
      nearest = v;
    }
  }
  holder[side] = vertexFeature(nearest);
  for (let k = 0; k < 3; k++) ends[3 * side + k] = vertices[3 * nearest + k];
}

/** P and Q in A's frame, and their distance. */
function placeLink(pose: Pose): void {
  const qx = pose[0] * ends[Q] + pose[1] * ends[Q + 1] + pose[2] * ends[Q + 2] + pose[9];
  const qy = pose[3] * ends[Q] + pose[4] * ends[Q + 1] + pose[5] * ends[Q + 2] + pose[10];
  const qz = pose[6] * ends[Q] + pose[7] * ends[Q + 1] + pose[8] * ends[Q + 2] + pose[11];
  const dx = qx - ends[P];
  const dy = qy - ends[P + 1];
  const dz = qz - ends[P + 2];
  link[P] = ends[P];
  link[P + 1] = ends[P + 1];
  link[P + 2] = ends[P + 2];
  link[Q] = qx;
  link[Q + 1] = qy;
  link[Q + 2] = qz;
  link[LENGTH] = Math.sqrt(dx * dx + dy * dy + dz * dz);
}

/** Writes P in B's frame to `target`. */
function targetInB(pose: Pose): void {
  const x = ends[P] - pose[9];
  const y = ends[P + 1] - pose[10];
  const z = ends[P + 2] - pose[11];
  for (let k = 0; k < 3; k++) target[k] = pose[k] * x + pose[3 + k] * y + pose[6 + k] * z;
}

/** Whether Q is in A or P in B. */
function isInside(a: ConvexPolyhedron, b: ConvexPolyhedron, pose: Pose): boolean {
  for (let k = 0; k < 3; k++) target[k] = link[Q + k];
  if (holdsTarget(a)) return true;
  targetInB(pose);
  return holdsTarget(b);
}
