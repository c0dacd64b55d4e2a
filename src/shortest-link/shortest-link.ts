/**
 * The shortest link method, SLM (Nezami, Hashash, Zhao, Ghaboussi 2006, "Shortest link method for contact detection in
 * discrete element method"), in a form whose every answer carries a proof.
 *
 * The paper (section 3.3): the perpendicular bisector plane of the shortest link PQ between two bodies is their common
 * plane. Its search (3.4, 3.5) moves P and Q in turn and stops when they stand still, which is often too early (see
 * shortest-link-published). Here the state of the search is the pair of features (vertex, edge, face) that hold P and
 * Q, the link between them is closed-form, and
 * - it ends only with a certificate: with the plane normal n of the features, no edge or face that starts at P's
 *   feature rises along n, and none at Q's sinks. For convex bodies local is global: all of A lies behind the plane at
 *   P, all of B beyond the plane at Q, so no link is shorter;
 * - a test that fails names an edge or face along which the link gets shorter. The next link is the exact shortest one
 *   between that feature and the other body's, so its length falls strictly. There are finitely many feature pairs and
 *   each has one computed length, so the walk cannot return to one: it ends. Where the link stays what it was, rounding
 *   has turned it: its normal is snapped to what was named (see snapped-normal), and the certificate is asked again. A
 *   few steps may change features and leave the length as it is, each counted. More of those, a point that is behind
 *   the face it leans over (overlap, or the far side), or MAX_MOVES end the walk without a proof;
 * - local is global only where the corners of a face are on its plane. Next to edges so short that rounding and merged
 *   faces decide whether they rise, the certificate asks all corners.
 *
 * Without memory, and where the walk ends without a proof, the faces of the Minkowski difference are walked
 * (overlap-certificate.ts). That proves a depth, or finds a plane that separates the bodies, from whose support
 * vertices the walk on links starts (again). What neither proves (touching, ties) the exhaustive search answers.
 *
 * The normal comes from the features: face normal, cross product of crossing edges; only where those are worse
 * conditioned is it the link itself. Frame: A's; only the features of B that are touched are transformed. Normal from A
 * to B, gap >= 0 from the walk. state (2 ints, 3 floats): features of the last link or face of the Minkowski difference
 * (code + 1; -1 in the first where there is none), last normal. Coordinates need not be kept: features
 * give them. Warm and cold agree: a certificate does not know where the walk began.
 * Cost: warm, unchanged features: one closed form and a handful of sign tests, as a rule whatever the number of
 * vertices. Cold: two climbs and a few steps.
 */
import { touchingBand } from '../contact/band';
import { createCommonPlane, type CommonPlane } from '../contact/common-plane';
import { NO_FEATURE, featureDimension } from '../contact/feature';
import { createState, type ContactState } from '../contact/method';
import { planeStatus } from '../contact/rounding';
import { Status } from '../contact/status';
import type { Pose } from '../body/pose';
import { LENGTH, P, Q } from '../contact/layouts';
import type { ConvexPolyhedron } from '../polyhedron/convex-polyhedron';
import { EXACT_STATE_FLOATS, EXACT_STATE_INTS, exactPlane } from '../exact-plane/exact-plane';
import { exhaustivePlane } from '../exact-plane/exhaustive-plane';
import { apartFeature } from '../exact-plane/minkowski-face';
import {
  BODIES_APART,
  FOOT_WITHOUT_PROOF,
  LINK_PROVED,
  NO_CERTIFICATE,
  OVERLAP_PROVED,
  aim,
  beginCertificate,
  certified,
  certify,
  certifyFromDirection,
  provedFeature,
  startAtFeatures,
  writeCertified,
} from '../exact-plane/overlap-certificate';
import { isFeature, link, linkFeature, NORMAL } from '../plane-links/feature-link';
import { coldStart, askedFeature, walkLink } from './link-walk';
import { provesOverlap } from '../plane-links/overlap-proof';
import { placeFeet } from '../plane-links/plane-feet';
import { SEPARATION_FLOATS, beginSeparation, bringBack, parted, separateFurther, type Motion } from '../plane-links/separation';
import { publishedShortestLink } from './shortest-link-published';

/** Options of {@link shortestLink}. */
export interface ShortestLinkOptions {
  /**
   * 'certified', the default: every answer is proved. 'published': the search of the paper with its errors, to measure
   * and compare; often wrong. It needs the larger state slot of {@link publishedShortestLinkMethod}, which serves both.
   */
  variant: 'certified' | 'published';
  /**
   * True: bodies that overlap keep to the last normal, by the separation step of the paper, and need not get the
   * shortest way out. Exempt from the rule that warm and cold agree. It needs the state slot of {@link
   * trackedShortestLinkMethod}.
   */
  track?: boolean;
  /** With `track`, the largest displacement of any vertex of A, and of B, since the last call; 0 if not given. */
  motionA?: number;
  motionB?: number;
}

export const SHORTEST_LINK_STATE_INTS = 2;
export const SHORTEST_LINK_STATE_FLOATS = 3;
/** With `track`: the last gap as well. */
export const TRACKED_LINK_STATE_FLOATS = SEPARATION_FLOATS;

const motion = { motionA: 0, motionB: 0 };

const exactly = /* @__PURE__ */ createCommonPlane();
const noMemory = /* @__PURE__ */ createState({ stateInts: EXACT_STATE_INTS, stateFloats: EXACT_STATE_FLOATS });

/** Memory of a pair that overlapped or touched, without features: the walk would only find that again. */
const NOT_APART = -1;

/**
 * Shortest link and common plane of A and B, B posed in A's frame by `pose` (length 12). Writes every field of `out`,
 * in A's frame. `out.iterations` counts links computed; 1 means that the features of the last call still hold.
 * `options` may ask for the published form.
 *
 * @example
 * ```ts
 * const state = createState(shortestLinkMethod);
 * const plane = createCommonPlane();
 * for (const pose of poses) shortestLink(plane, a, b, pose, state);
 * ```
 */
export function shortestLink(
  out: CommonPlane,
  a: ConvexPolyhedron,
  b: ConvexPolyhedron,
  pose: Pose,
  state: ContactState,
  options?: ShortestLinkOptions,
): Status {
  if (options !== undefined) {
    if (options.variant === 'published') return publishedShortestLink(out, a, b, pose, state);
    if (options.track === true) {
      motion.motionA = options.motionA ?? 0;
      motion.motionB = options.motionB ?? 0;
      return trackedShortestLink(out, a, b, pose, state, motion);
    }
  }
  return certifiedShortestLink(out, a, b, pose, state);
}

/** The default form. */
function certifiedShortestLink(out: CommonPlane, a: ConvexPolyhedron, b: ConvexPolyhedron, pose: Pose, state: ContactState): Status {
  const { ints, intOffset } = state;
  const onA = ints[intOffset] - 1;
  const onB = ints[intOffset + 1] - 1;
  let moves = 0;
  let end = NO_CERTIFICATE;
  const begun = beginCertificate(a, b, pose);
  if (begun && startAtFeatures(a, b, onA, onB)) {
    end = certify(a, b);
  } else {
    if (recall(a, b, state)) {
      moves = walkLink(a, b, pose);
      if (moves > 0) return finishLink(out, a, b, state, moves);
      moves = -moves;
    }
    if (begun && aim(pose, 9)) end = certifyFromDirection(a, b);
  }
  if (end === OVERLAP_PROVED || end === LINK_PROVED) return finishCertified(out, state, moves);
  if (end === FOOT_WITHOUT_PROOF) {
    const status = byExhaustivePlane(out, a, b, pose, state, moves);
    if (status === Status.Overlapping && provedFeature[0] !== NO_FEATURE)
      for (let k = 0; k < 2; k++) ints[intOffset + k] = provedFeature[k] + 1;
    return status;
  }
  // From what separates the bodies; where nothing is known, from their corners along the line of centroids.
  if (end === BODIES_APART) {
    askedFeature[0] = apartFeature[0];
    askedFeature[1] = apartFeature[1];
  } else if (moves === 0) {
    coldStart(a, b, pose);
  }
  if (end === BODIES_APART || moves === 0) {
    const more = walkLink(a, b, pose);
    if (more > 0) return finishLink(out, a, b, state, moves + more);
    moves -= more;
  }
  return byExhaustivePlane(out, a, b, pose, state, moves);
}

/** Writes and remembers a link with a proof. */
function finishLink(out: CommonPlane, a: ConvexPolyhedron, b: ConvexPolyhedron, state: ContactState, moves: number): Status {
  writeLink(out, state);
  out.iterations = moves;
  out.status = planeStatus(out, a, b);
  return out.status;
}

/** Writes and remembers a depth, or a link, that a face of the Minkowski difference proves. */
function finishCertified(out: CommonPlane, state: ContactState, moves: number): Status {
  const { ints, floats, intOffset, floatOffset } = state;
  writeCertified(out);
  out.iterations += moves;
  ints[intOffset] = out.featureA + 1;
  ints[intOffset + 1] = out.featureB + 1;
  floats[floatOffset] = certified[0];
  floats[floatOffset + 1] = certified[1];
  floats[floatOffset + 2] = certified[2];
  return out.status;
}

/**
 * The form that keeps to the last normal. Apart, and in the first contact, it is the certified one: the walk, or the
 * exact plane. Then, as long as it is proved that the bodies overlap (overlap-proof.ts, or the exact plane), it is the
 * walk on the bodies moved apart (separation.ts), which costs what it costs for bodies apart.
 */
export function trackedShortestLink(
  out: CommonPlane,
  a: ConvexPolyhedron,
  b: ConvexPolyhedron,
  pose: Pose,
  state: ContactState,
  since: Motion,
): Status {
  const { ints, floats, intOffset, floatOffset } = state;
  if (floats[floatOffset + 3] < 0) {
    beginSeparation(a, b, pose, floats, floatOffset, since);
    let moves = 0;
    do {
      if (!recall(a, b, state)) coldStart(a, b, parted);
      const steps = walkLink(a, b, parted);
      moves += Math.abs(steps);
      if (steps < 0) continue;
      writeLink(out, state);
      bringBack(out);
      // The plane of the last normal can be closed while another one is open. Bodies that have parted get the certified
      // link.
      if (!(out.gap < -touchingBand(a, b) && (provesOverlap(out, a, b, pose) || overlapsExactly(a, b, pose)))) break;
      placeFeet(out);
      out.iterations = moves;
      out.status = planeStatus(out, a, b);
      floats[floatOffset + 3] = out.gap;
      return out.status;
    } while (separateFurther(a, b, pose));
  }
  if (certifiedShortestLink(out, a, b, pose, state) === Status.Invalid) return out.status;
  floats[floatOffset + 3] = out.gap < 0 ? out.gap : 0;
  if (out.gap < 0) {
    ints[intOffset] = out.featureA + 1;
    ints[intOffset + 1] = out.featureB + 1;
  }
  return out.status;
}

/** What the exact plane says, asked cold: where no common point is found. */
function overlapsExactly(a: ConvexPolyhedron, b: ConvexPolyhedron, pose: Pose): boolean {
  noMemory.floats.fill(0);
  return exactPlane(exactly, a, b, pose, noMemory) === Status.Overlapping;
}

/** Writes the link and remembers it. */
function writeLink(out: CommonPlane, state: ContactState): void {
  const { normal, point, pointA, pointB } = out;
  const { ints, floats, intOffset, floatOffset } = state;
  const gap = link[LENGTH];
  out.gap = gap;
  normal[0] = link[NORMAL];
  normal[1] = link[NORMAL + 1];
  normal[2] = link[NORMAL + 2];
  pointA[0] = link[P];
  pointA[1] = link[P + 1];
  pointA[2] = link[P + 2];
  pointB[0] = link[Q];
  pointB[1] = link[Q + 1];
  pointB[2] = link[Q + 2];
  point[0] = 0.5 * (link[P] + link[Q]);
  point[1] = 0.5 * (link[P + 1] + link[Q + 1]);
  point[2] = 0.5 * (link[P + 2] + link[Q + 2]);
  floats[floatOffset] = link[NORMAL];
  floats[floatOffset + 1] = link[NORMAL + 1];
  floats[floatOffset + 2] = link[NORMAL + 2];
  out.featureA = linkFeature[0];
  out.featureB = linkFeature[1];
  out.evaluations = 0;
  ints[intOffset] = linkFeature[0] + 1;
  ints[intOffset + 1] = linkFeature[1] + 1;
}

/** Contact, ties or rounding left no proof: the exhaustive search answers, with the last normal as its bound. */
function byExhaustivePlane(
  out: CommonPlane,
  a: ConvexPolyhedron,
  b: ConvexPolyhedron,
  pose: Pose,
  state: ContactState,
  moves: number,
): Status {
  const { ints, intOffset } = state;
  // A pose that is not finite ends up here too: its links have no length.
  if (exhaustivePlane(out, a, b, pose, state) === Status.Invalid) return out.status;
  out.iterations += moves;
  const apart = out.status === Status.Separated;
  ints[intOffset] = apart ? out.featureA + 1 : NOT_APART;
  ints[intOffset + 1] = apart ? out.featureB + 1 : 0;
  return out.status;
}

/** Features of the last call into next; false when there are none (or the memory is not that of these shapes). */
function recall(a: ConvexPolyhedron, b: ConvexPolyhedron, state: ContactState): boolean {
  askedFeature[0] = state.ints[state.intOffset] - 1;
  askedFeature[1] = state.ints[state.intOffset + 1] - 1;
  // Two faces have no closed form; they never are a result of the walk.
  return (
    isFeature(a, askedFeature[0]) &&
    isFeature(b, askedFeature[1]) &&
    (featureDimension(askedFeature[0]) < 2 || featureDimension(askedFeature[1]) < 2)
  );
}
