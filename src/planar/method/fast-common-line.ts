/**
 * The fast common plane in the plane (FCP; Nezami, Hashash, Zhao, Ghaboussi 2004): the common line among five
 * candidates that the two nearest corners a and b give.
 *
 * The best candidate (line-candidates.ts) gives new nearest corners. This repeats until none is better or the corners
 * stay. Of several corners that are level to rounding, the two closest to each other are used. The corners start from
 * the line of centroids or from the last call.
 *
 * Departures from the paper (we could not read the text of 2004): bodies in contact are not separated first; the search
 * works directly on overlapping bodies. A line between bodies that are apart is accepted when the shortest link between
 * its nearest corners and their edges is no longer than its gap, to rounding: this proves it. An overlap is accepted
 * when one of the nearest corners is inside the other body by more than rounding. If the search ends without either
 * proof, the exact line decides.
 *
 * Guarantee: apart, the exact line. Overlapping, a line that none of its candidates improves: a local maximum of g. The
 * exact line gives the global maximum. Frame: A's. Normal from A to B. state (2 ints): the nearest corners (+ 1).
 * `iterations` counts passes. Cost: five scans of all corners a pass, one or two passes.
 */
import { vertexFeature } from '../../contact/feature';
import type { ContactState } from '../../contact/method';
import type { Status } from '../../contact/status';
import { isFinitePose2d, type Pose2d } from '../body/pose-2d';
import { invalidLine, setStatusOfGap, touchingBand2d, type CommonLine } from '../contact/common-line';
import { GAP_2D, P_2D, Q_2D } from '../contact/layouts-2d';
import type { ConvexPolygon } from '../polygon/convex-polygon';
import { exactLine } from './exact-line';
import { publishedFastCommonLine } from './fast-common-line-published';
import {
  bestLine,
  evaluations,
  extreme,
  nearest,
  neighbour,
  REACH_A,
  REACH_B,
  roundingOfG,
  tryCandidates,
  tryDirection,
} from './line-candidates';
import { placeLineFeet } from './line-feet';
import { link, linkAtSupport, linkFeature } from './nearest-features';
import { ROUNDING, along, cornersB, loadCornersB, support } from './pair-frame-2d';

/** Options of {@link fastCommonLine}. */
export interface FastCommonLineOptions {
  /**
   * 'direct', the default. 'published': the search of the paper with its separation step, for comparison; it can stop
   * early. It needs the state slot of {@link publishedFastCommonLineMethod}.
   */
  variant: 'direct' | 'published';
  /** Largest displacement of any corner of A, and of B, since the last call. Only the published form reads them. */
  motionA: number;
  motionB: number;
}

export const FAST_LINE_INTS = 2;

/** The limit of the authors' own code. */
const MAX_PASSES = 10;

/**
 * Lengths of the pair. Corners and edges are known to one rounding band. Engines would allocate doubles that are passed
 * as arguments.
 */
const extent = /* @__PURE__ */ new Float64Array(2);
/** Size of the pair: both radii and the distance of the centroids. */
const PAIR_SIZE = 0;
/** Least depth of a corner inside the other body that proves an overlap: two rounding bands. */
const PROVED_DEPTH = 1;

/**
 * Common line of A and B from five candidates, B posed in A's frame by `pose` (length 4). Writes every field of `out`,
 * in A's frame.
 *
 * @example
 * ```ts
 * const state = createState(fastCommonLineMethod);
 * for (const pose of poses) fastCommonLine(line, a, b, pose, state);
 * ```
 */
export function fastCommonLine(
  out: CommonLine,
  a: ConvexPolygon,
  b: ConvexPolygon,
  pose: Pose2d,
  state: ContactState,
  options?: FastCommonLineOptions,
): Status {
  if (options !== undefined && options.variant === 'published') return publishedFastCommonLine(out, a, b, pose, state, options);
  if (!isFinitePose2d(pose) || a.dimension + b.dimension < 4) return invalidLine(out);
  const distance = Math.sqrt(pose[2] * pose[2] + pose[3] * pose[3]);
  // Poses whose squares overflow have no distance in double precision.
  if (!(distance < Infinity)) return invalidLine(out);
  extent[PAIR_SIZE] = a.radius + b.radius + distance;
  const rounding = ROUNDING * extent[PAIR_SIZE];
  roundingOfG[0] = rounding;
  extent[PROVED_DEPTH] = 2 * touchingBand2d(a, b);
  evaluations[0] = 0;
  loadCornersB(b, pose);
  const { ints, intOffset } = state;
  nearest[0] = ints[intOffset] - 1;
  nearest[1] = ints[intOffset + 1] - 1;
  const isKnown = nearest[0] >= 0 && nearest[0] < a.vertexCount && nearest[1] >= 0 && nearest[1] < b.vertexCount;
  bestLine[GAP_2D] = -Infinity;
  if (!isKnown) {
    along[0] = distance > 0 ? pose[2] / distance : 1;
    along[1] = distance > 0 ? pose[3] / distance : 0;
    tryDirection(a, b);
    takeNearest(a, b);
  }
  let passes = 0;
  let settled = false;
  let proved = false;
  while (!settled && !proved && passes < MAX_PASSES) {
    passes++;
    // The same corners would give the same candidates.
    settled = !tryCandidates(a, b, pose) || !takeNearest(a, b);
    if (bestLine[GAP_2D] > -rounding) proved = isProved(a, b);
  }
  ints[intOffset] = nearest[0] + 1;
  ints[intOffset + 1] = nearest[1] + 1;
  if (!proved && !(settled && shareCorner(a, b, pose))) return byExactLine(out, a, b, pose, passes);

  const gap = bestLine[GAP_2D];
  out.gap = gap;
  out.normal[0] = bestLine[0];
  out.normal[1] = bestLine[1];
  if (proved || touchesWhenParted(a, b)) {
    for (let k = 0; k < 2; k++) {
      const step = gap * bestLine[k];
      out.pointA[k] = link[k];
      out.pointB[k] = link[k] + step;
      out.point[k] = link[k] + 0.5 * step;
    }
    out.featureA = linkFeature[0];
    out.featureB = linkFeature[1];
  } else if (gap > -rounding) {
    return byExactLine(out, a, b, pose, passes);
  } else {
    loadCornersB(b, pose);
    placeLineFeet(out, a, nearest[0], nearest[1]);
    out.featureA = vertexFeature(nearest[0]);
    out.featureB = vertexFeature(nearest[1]);
  }
  out.iterations = passes;
  out.evaluations = evaluations[0];
  return setStatusOfGap(out, a, b);
}

function byExactLine(out: CommonLine, a: ConvexPolygon, b: ConvexPolygon, pose: Pose2d, passes: number): Status {
  exactLine(out, a, b, pose);
  out.iterations += passes;
  out.evaluations += evaluations[0];
  return out.status;
}

/**
 * Sets the nearest corners along the best normal, among the extreme ones and their neighbours. Returns whether they
 * changed.
 */
function takeNearest(a: ConvexPolygon, b: ConvexPolygon): boolean {
  const rounding = roundingOfG[0];
  const v = nearest[0];
  const w = nearest[1];
  let least = Infinity;
  for (let i = -1; i <= 1; i++) {
    const p = neighbour(extreme[0], i, a.vertexCount);
    if (bestLine[0] * a.vertices[2 * p] + bestLine[1] * a.vertices[2 * p + 1] < bestLine[REACH_A] - rounding) continue;
    for (let j = -1; j <= 1; j++) {
      const q = neighbour(extreme[1], j, b.vertexCount);
      if (bestLine[0] * cornersB[2 * q] + bestLine[1] * cornersB[2 * q + 1] > bestLine[REACH_B] + rounding) continue;
      const x = cornersB[2 * q] - a.vertices[2 * p];
      const y = cornersB[2 * q + 1] - a.vertices[2 * p + 1];
      if (!(x * x + y * y < least)) continue;
      least = x * x + y * y;
      nearest[0] = p;
      nearest[1] = q;
    }
  }
  return nearest[0] !== v || nearest[1] !== w;
}

/** Whether one of the nearest corners is inside the other body by more than rounding, which proves an overlap. */
function shareCorner(a: ConvexPolygon, b: ConvexPolygon, pose: Pose2d): boolean {
  const w = nearest[1];
  if (isInside(a, cornersB[2 * w], cornersB[2 * w + 1])) return true;
  const v = nearest[0];
  const x = a.vertices[2 * v] - pose[2];
  const y = a.vertices[2 * v + 1] - pose[3];
  return isInside(b, pose[0] * x + pose[1] * y, pose[0] * y - pose[1] * x);
}

function isInside({ normals, offsets, vertexCount }: ConvexPolygon, x: number, y: number): boolean {
  for (let k = 0; k < vertexCount; k++)
    if (!(normals[2 * k] * x + normals[2 * k + 1] * y < offsets[k] - extent[PROVED_DEPTH])) return false;
  return true;
}

/**
 * Whether the shortest link between the nearest corners and their edges is along the normal to rounding, and as long as
 * the gap: none is shorter.
 */
function isProved(a: ConvexPolygon, b: ConvexPolygon): boolean {
  const rounding = roundingOfG[0];
  support[0] = nearest[0];
  support[1] = nearest[1];
  linkAtSupport(a, b, extent);
  const x = link[Q_2D] - link[P_2D] - bestLine[GAP_2D] * bestLine[0];
  const y = link[Q_2D + 1] - link[P_2D + 1] - bestLine[GAP_2D] * bestLine[1];
  return Math.abs(x) <= 2 * rounding && Math.abs(y) <= 2 * rounding;
}

/**
 * The same in overlap, at the place where the bodies touch after B has moved out by the depth. Moves the corners of B.
 */
function touchesWhenParted(a: ConvexPolygon, b: ConvexPolygon): boolean {
  const rounding = roundingOfG[0];
  if (bestLine[GAP_2D] > -rounding) return false;
  const sx = bestLine[GAP_2D] * bestLine[0];
  const sy = bestLine[GAP_2D] * bestLine[1];
  for (let o = 0; o < 2 * b.vertexCount; o += 2) {
    cornersB[o] -= sx;
    cornersB[o + 1] -= sy;
  }
  support[0] = nearest[0];
  support[1] = nearest[1];
  linkAtSupport(a, b, extent);
  return Math.abs(link[Q_2D] - link[P_2D]) <= 2 * rounding && Math.abs(link[Q_2D + 1] - link[P_2D + 1]) <= 2 * rounding;
}
