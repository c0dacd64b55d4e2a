/**
 * The shortest link method, SLM (Nezami, Hashash, Zhao, Ghaboussi 2006, "Shortest link method for contact detection in
 * discrete element method"), in a form in which every result has a proof.
 *
 * The paper (section 3.3): the perpendicular bisector plane of the shortest link PQ between two bodies is their common
 * plane. Its search (3.4, 3.5) moves P and Q in turn and stops when they stand still, which is often too early (see
 * shortest-link-published). Here the state of the search is the pair of features (vertex, edge, face) that contain P
 * and Q. The link between them has a closed form. Rules:
 * - the search ends only with a certificate. Let n be the plane normal of the features. No edge or face at P's feature
 *   rises along n, and none at Q's feature sinks. For convex bodies this local test is global: all of A lies behind the
 *   plane at P, and all of B beyond the plane at Q. So no link is shorter;
 * - a test that fails gives an edge or face along which the link gets shorter. The next link is the exact shortest one
 *   between that feature and the other body's feature, so its length falls strictly. There are finitely many feature
 *   pairs, and each has one computed length. So the walk never returns to a pair, and it ends;
 * - when the link does not change, rounding has turned its normal. The normal is then snapped to the given feature (see
 *   snapped-normal), and the test is repeated. A few steps, which are counted, may change features and leave the length
 *   unchanged. The walk ends without a proof after more such steps, after MAX_MOVES steps, or when a point is behind
 *   the face over which it leans (overlap, or the far side). The local test is global only if the corners of a face are
 *   on its plane. Edges can be so short that rounding and merged faces decide whether they rise: then the certificate
 *   tests all corners.
 *
 * Without memory, and when the walk ends without a proof, a second walk visits the faces of the Minkowski difference
 * (overlap-certificate.ts). It proves a depth, or it finds a plane that separates the bodies. In the second case the
 * walk on links starts (again) from the support vertices of that plane. If neither walk has a proof (touching, ties),
 * the exhaustive search decides.
 *
 * The normal comes from the features: a face normal, or the cross product of crossing edges. It is the link itself only
 * when those are worse conditioned. Frame: A's; only the used features of B are transformed. Normal from A to B, gap >=
 * 0 from the walk. state (2 ints, 3 floats): features of the last link or face of the Minkowski difference (code + 1;
 * -1 in the first if there is none), last normal. Coordinates are not stored: the features give them. Warm and cold
 * results agree, because a certificate does not depend on the start of the walk. Cost: warm with unchanged features,
 * one closed form and a few sign tests, usually independent of the number of vertices. Cold: two climbs and a few
 * steps.
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
import { exhaustivePlane, invalidPlane } from '../exact-plane/exhaustive-plane';
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
import { publishedShortestLink, type SpecialCaseReading } from './shortest-link-published';

/** Options of {@link shortestLink}. */
export interface ShortestLinkOptions {
  /**
   * 'certified', the default: every result is proved. 'published': the search of the paper with its errors, for
   * comparison; it is often wrong. It needs the larger state slot of {@link publishedShortestLinkMethod}, which works
   * for both.
   */
  variant: 'certified' | 'published';
  /**
   * True: the plane of bodies that overlap stays near the last normal, by the separation step of the paper. It need not
   * give the shortest separating translation, and warm and cold results may differ. It needs the state slot of {@link
   * trackedShortestLinkMethod}.
   */
  track?: boolean;
  /**
   * With 'published': how section 3.5.2 is read. 'replaces', the default, is word for word: the special case takes the
   * place of the ordinary sweep. 'if-shorter': the sweep comes first, and the special case is kept only if its link is
   * shorter. It is wrong much less often.
   */
  specialCase?: SpecialCaseReading;
  /**
   * With `track` or 'published': the largest displacement of any vertex of A, and of B, since the last call; default 0.
   */
  motionA?: number;
  motionB?: number;
}

export const SHORTEST_LINK_STATE_INTS = 2;
export const SHORTEST_LINK_STATE_FLOATS = 3;
/** With `track` the state also has the last gap. */
export const TRACKED_LINK_STATE_FLOATS = SEPARATION_FLOATS;

const motion = { motionA: 0, motionB: 0 };

const exactly = /* @__PURE__ */ createCommonPlane();
const noMemory = /* @__PURE__ */ createState({ stateInts: EXACT_STATE_INTS, stateFloats: EXACT_STATE_FLOATS });

/** Memory of a pair that overlapped or touched: no features, because a walk on links would fail again. */
const NOT_APART = -1;

/**
 * Shortest link and common plane of A and B, B posed in A's frame by `pose` (length 12). Writes every field of `out`,
 * in A's frame. `out.iterations` counts links computed; 1 means that the features of the last call still hold.
 * `options` can choose the published form.
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
    const published = options.variant === 'published';
    if (published || options.track === true) {
      motion.motionA = options.motionA ?? 0;
      motion.motionB = options.motionB ?? 0;
      if (published) return publishedShortestLink(out, a, b, pose, state, motion, options.specialCase ?? 'replaces');
      return trackedShortestLink(out, a, b, pose, state, motion);
    }
  }
  return certifiedShortestLink(out, a, b, pose, state);
}

/** The default form. */
function certifiedShortestLink(out: CommonPlane, a: ConvexPolyhedron, b: ConvexPolyhedron, pose: Pose, state: ContactState): Status {
  // The walk and the certificates are about solids.
  if (a.dimension + b.dimension < 6) return exhaustivePlane(out, a, b, pose, state);
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
  // Start from the features that the separating plane touches. If there are none, from the corners along the line of
  // centroids.
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
 * The form that stays near the last normal. For bodies apart, and in the first contact, it is the certified form: the
 * walk, or the exact plane. After that, as long as an overlap is proved (overlap-proof.ts, or the exact plane), it is
 * the walk on the bodies moved apart (separation.ts), at the cost of a walk for bodies apart.
 */
export function trackedShortestLink(
  out: CommonPlane,
  a: ConvexPolyhedron,
  b: ConvexPolyhedron,
  pose: Pose,
  state: ContactState,
  since: Motion,
): Status {
  if (a.dimension + b.dimension < 6) return invalidPlane(out);
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
      // The plane near the last normal can have a negative gap while another plane has a positive one. Bodies that are
      // apart again get the certified link.
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

/** Whether the exact plane, computed cold, finds an overlap. Used when no common point is found. */
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

/** Contact, ties or rounding prevented a proof: the exhaustive search decides, with the last normal as its bound. */
function byExhaustivePlane(
  out: CommonPlane,
  a: ConvexPolyhedron,
  b: ConvexPolyhedron,
  pose: Pose,
  state: ContactState,
  moves: number,
): Status {
  const { ints, intOffset } = state;
  // A pose that is not finite comes here too, because its links have no length.
  if (exhaustivePlane(out, a, b, pose, state) === Status.Invalid) return out.status;
  out.iterations += moves;
  const apart = out.status === Status.Separated;
  ints[intOffset] = apart ? out.featureA + 1 : NOT_APART;
  ints[intOffset + 1] = apart ? out.featureB + 1 : 0;
  return out.status;
}

/**
 * Writes the features of the last call to askedFeature. False if there are none, or if the memory is of other shapes.
 */
function recall(a: ConvexPolyhedron, b: ConvexPolyhedron, state: ContactState): boolean {
  askedFeature[0] = state.ints[state.intOffset] - 1;
  askedFeature[1] = state.ints[state.intOffset + 1] - 1;
  // Two faces have no closed form, and are never a result of the walk.
  return (
    isFeature(a, askedFeature[0]) &&
    isFeature(b, askedFeature[1]) &&
    (featureDimension(askedFeature[0]) < 2 || featureDimension(askedFeature[1]) < 2)
  );
}
