/**
 * The fast common plane, FCP (Nezami, Hashash, Zhao, Ghaboussi 2004, "A fast contact detection algorithm for 3-D
 * discrete element method"; summary in Nezami et al. 2006, section 2.1): the common plane is one of a few candidates,
 * so one or two passes over these replace Cundall's many small tilts.
 *
 * A pass (plane-candidates.ts) takes the best of the four candidate types of the nearest vertices a and b. It is at
 * least as good as any plane with these nearest vertices. Then a and b are found again. There are at most MAX_PASSES
 * passes. The direct form, the default, does not move the bodies, also in overlap. Where it departs from the paper:
 * - the next a and b are not the closest pair of the vertices that touch the plane. They are corners of the features
 *   with the nearest points of the touching parts (touching-link.ts). Where those points do not face each other, a
 *   plane with these nearest vertices is always better. The closest pair may contain a corner that gives no better
 *   plane: there the search of the paper ends early (see docs/fcp.md);
 * - bodies apart: the search ends with a proof (points P and Q that face each other), and not with a pass that finds
 *   nothing better. So it needs only the candidates that keep a and b nearest, a few instead of dozens. All candidates
 *   are tried only when there is no proof;
 * - bodies that overlap are not moved apart first (`variant: 'published'` does that).
 *
 * Guarantee: the status is proved and is that of the exact plane. For bodies apart and touching, the plane is also that
 * of the exact plane. In overlap, it is a plane for which no tilt gives a larger g. This is nearly always the best
 * plane, but not always, because g has many such planes (docs/fcp.md has the frequency). Such a plane may have g < 0
 * while another plane has g > 0, so an overlap is accepted only with a common point (overlap-proof.ts). Without such a
 * point, or if the search does not come to an end, the exact plane decides.
 *
 * Frame: A's. Normal from A to B. state (2 ints): the features of P and Q when the bodies were last apart (code + 1; -1
 * in the first after an overlap). Their plane is tried first. Memory does not decide: if that plane is not proved, and
 * for every overlap, the search starts from the line of centroids (from +x for coincident centroids). Cost: apart and
 * warm with unchanged features, one evaluation of g. Apart and cold, one or two passes of about 4 evaluations.
 * Overlapping, two or three passes with all candidates, most of which end at the first vertices, and a scan of all
 * faces for the common point.
 */
import { touchingBand } from '../contact/band';
import type { CommonPlane } from '../contact/common-plane';
import { createState, type ContactState } from '../contact/method';
import { planeStatus } from '../contact/rounding';
import type { Status } from '../contact/status';
import { isFinitePose, type Pose } from '../body/pose';
import { GAP, LENGTH } from '../contact/layouts';
import type { ConvexPolyhedron } from '../polyhedron/convex-polyhedron';
import { EXACT_STATE_FLOATS, EXACT_STATE_INTS, exactPlane } from '../exact-plane/exact-plane';
import { LEAST_LENGTH, invalidPlane } from '../exact-plane/exhaustive-plane';
import { publishedFastCommonPlane } from './fast-common-plane-published';
import { isFeature, link, linkFeature, NORMAL, shortestBetween } from '../plane-links/feature-link';
import { provesOverlap } from '../plane-links/overlap-proof';
import {
  bestPlane,
  confined,
  evaluations,
  nearest,
  setGain,
  collectTies,
  startAt,
  takeTie,
  trialPlane,
  tryEdgePairs,
  tryVertexCandidates,
} from './plane-candidates';
import { linkFits, linkSource, linkTouching, nearestCorner } from './touching-link';

/** Options of {@link fastCommonPlane}. */
export interface FastCommonPlaneOptions {
  /**
   * 'direct', the default. 'published': the search of the authors with their separation step, for comparison; it can
   * stop early. It needs the state slot of {@link publishedFastCommonPlaneMethod}.
   */
  variant: 'direct' | 'published';
  /**
   * Largest displacement of any vertex of A, and of B, since the last call; the published form moves bodies apart by at
   * least that.
   */
  motionA: number;
  motionB: number;
}

export const FAST_PLANE_STATE_INTS = 2;
export const FAST_PLANE_STATE_FLOATS = 0;

/** The limit of the authors' own code. */
const MAX_PASSES = 10;

/** Memory of a pair that was not apart: a search with few candidates would fail again. */
const OVERLAPPED = -1;

/** State for the exact plane, which is always computed cold: memory does not decide. */
const noMemory = /* @__PURE__ */ createState({ stateInts: EXACT_STATE_INTS, stateFloats: EXACT_STATE_FLOATS });

/** Passes of the call (0). */
const passes = /* @__PURE__ */ new Int32Array(1);

/**
 * Common plane of A and B from few candidates, B posed in A's frame by `pose` (length 12). Writes every field of `out`,
 * in A's frame: `out.iterations` counts passes, `out.evaluations` candidates compared with more than the two nearest
 * vertices.
 *
 * @example
 * ```ts
 * const state = createState(fastCommonPlaneMethod);
 * const plane = createCommonPlane();
 * for (const pose of poses) fastCommonPlane(plane, a, b, pose, state);
 * ```
 */
export function fastCommonPlane(
  out: CommonPlane,
  a: ConvexPolyhedron,
  b: ConvexPolyhedron,
  pose: Pose,
  state: ContactState,
  options?: FastCommonPlaneOptions,
): Status {
  if (options !== undefined && options.variant === 'published') return publishedFastCommonPlane(out, a, b, pose, state, options);
  if (!isFinitePose(pose) || a.dimension + b.dimension < 6 || !setGain(a, b, pose)) return invalidPlane(out);
  evaluations[0] = 0;
  passes[0] = 0;
  const settled =
    isRemembered(a, b, pose, state) ||
    // Few candidates are enough when a proof ends the search.
    (state.ints[state.intOffset] !== OVERLAPPED && searchFromCentres(a, b, pose, 1) && bestPlane[GAP] > 0) ||
    searchFromCentres(a, b, pose, 0);

  const { normal, point, pointA, pointB } = out;
  const gap = bestPlane[GAP];
  out.gap = gap;
  for (let k = 0; k < 3; k++) {
    const step = gap * bestPlane[k];
    normal[k] = bestPlane[k];
    pointA[k] = link[k];
    pointB[k] = link[k] + step;
    point[k] = link[k] + 0.5 * step;
  }
  // P and Q that face each other prove a gap >= 0, and the gap of bodies that touch.
  const proved = settled && (gap >= -touchingBand(a, b) || provesOverlap(out, a, b, pose));
  if (!proved) return byExactPlane(out, a, b, pose, state);
  out.featureA = linkFeature[0];
  out.featureB = linkFeature[1];
  remember(out, gap > 0, state);
  out.iterations = passes[0];
  out.evaluations = evaluations[0];
  out.status = planeStatus(out, a, b);
  return out.status;
}

function byExactPlane(out: CommonPlane, a: ConvexPolyhedron, b: ConvexPolyhedron, pose: Pose, state: ContactState): Status {
  noMemory.floats.fill(0);
  exactPlane(out, a, b, pose, noMemory);
  remember(out, out.gap > 0, state);
  out.iterations += passes[0];
  out.evaluations += evaluations[0];
  return out.status;
}

function remember(plane: CommonPlane, apart: boolean, { ints, intOffset }: ContactState): void {
  ints[intOffset] = apart ? plane.featureA + 1 : OVERLAPPED;
  ints[intOffset + 1] = apart ? plane.featureB + 1 : 0;
}

/**
 * Tries the plane of the last features of P and Q. True when a proof shows that it is the common plane. Otherwise it
 * may be the start of a search with a proof.
 */
function isRemembered(a: ConvexPolyhedron, b: ConvexPolyhedron, pose: Pose, state: ContactState): boolean {
  const onA = state.ints[state.intOffset] - 1;
  const onB = state.ints[state.intOffset + 1] - 1;
  // Two faces have no closed-form link.
  if (!(isFeature(a, onA) && isFeature(b, onB)) || ((onA & 3) === 2 && (onB & 3) === 2)) return false;
  shortestBetween(a, b, pose, onA, onB);
  if (!(link[LENGTH] > 0 && link[LENGTH] < Infinity)) return false;
  for (let k = 0; k < 3; k++) trialPlane[k] = link[NORMAL + k];
  confined[0] = 1;
  startAt(a, b, pose);
  if (!(bestPlane[GAP] > 0)) return false;
  return linkFits(bestPlane[GAP]) || (search(a, b, pose) && bestPlane[GAP] > 0);
}

function searchFromCentres(a: ConvexPolyhedron, b: ConvexPolyhedron, pose: Pose, within: 0 | 1): boolean {
  confined[0] = within;
  const x = pose[9];
  const y = pose[10];
  const z = pose[11];
  const length = Math.sqrt(x * x + y * y + z * z);
  trialPlane[0] = length >= LEAST_LENGTH ? x / length : 1;
  trialPlane[1] = length >= LEAST_LENGTH ? y / length : 0;
  trialPlane[2] = length >= LEAST_LENGTH ? z / length : 0;
  startAt(a, b, pose);
  return search(a, b, pose);
}

/** Passes from the best plane. True when it is proved (apart), or when no pass improves it (overlapping). */
function search(a: ConvexPolyhedron, b: ConvexPolyhedron, pose: Pose): boolean {
  for (let pass = 0; pass < MAX_PASSES; pass++) {
    passes[0]++;
    const va = nearest[0];
    const vb = nearest[1];
    let improved = tryVertexCandidates(a, b, pose);
    // A corner over a face is the most frequent contact. Its proof saves the test of edge pairs.
    if (improved && bestPlane[GAP] > 0 && linkSource(a, b, pose)) return true;
    if (tryEdgePairs(a, b, pose)) improved = true;
    // Overlap, or a start that is far from the common plane: this needs all candidates.
    if (confined[0] === 1 && !(bestPlane[GAP] > 0)) return false;
    const faces = linkTouching(a, b, pose);
    if (faces && (bestPlane[GAP] > 0 || !improved)) return true;
    if (!improved && restsOnTie(a, b, pose)) return true;
    nearest[0] = nearestCorner(0, a);
    nearest[1] = nearestCorner(1, b);
    if (!improved && nearest[0] === va && nearest[1] === vb) return false;
  }
  return false;
}

/** Finds a plane that is as good as the best to rounding and whose own features face each other. */
function restsOnTie(a: ConvexPolyhedron, b: ConvexPolyhedron, pose: Pose): boolean {
  // The first is the best plane itself. It stays if no tie is suitable.
  for (let k = collectTies(a, b, pose) - 1; k >= 0; k--) {
    takeTie(k);
    if (linkSource(a, b, pose)) return true;
  }
  linkTouching(a, b, pose);
  return false;
}
