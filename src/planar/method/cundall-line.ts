/**
 * Cundall's common line: the line whose normal n maximises g(n) = lB(n) - hA(n), found by small tilts to both sides
 * (Cundall 1988; summary in Nezami et al. 2006, section 2.1). It is the baseline of the methods in the plane, for
 * measurements.
 *
 * From the line of centroids, or the last normal, with k = tan 5 degrees: the normal is tilted by k in both directions:
 * two trials, each evaluated over all corners of both bodies. If the better trial is better than the current line, it
 * becomes the current line; otherwise k is halved. The search ends when k is below tan 0.01 degrees. The line's move to
 * the middle of the nearest corners needs no step of its own, since g depends on the normal alone.
 *
 * Guarantee: g never falls, and is never above the true value. There is no other guarantee. Where g > 0 it has one
 * maximum, and tilts to both sides cannot miss it: after the line separates the bodies, the normal ends within a few
 * last tilts of the best one. In overlap, or from a start line that cuts a body, there can be several maxima, and the
 * result depends on the start. So Separated is certain, and Overlapping is not.
 *
 * Frame: A's. Normal from A to B. The features are the nearest corners; pointA and pointB are feet (line-feet.ts).
 * state (2 floats): the last normal. Unresolved: maxIterations reached. Coincident centroids start from +x. Cost: 2
 * scans of all corners an iteration.
 */
import { vertexFeature } from '../../contact/feature';
import { SCANNED_GAP } from '../../contact/layouts';
import type { ContactState } from '../../contact/method';
import { Status } from '../../contact/status';
import { isFinitePose2d, type Pose2d } from '../body/pose-2d';
import { invalidLine, setStatusOfGap, type CommonLine } from '../contact/common-line';
import { GAP_2D } from '../contact/layouts-2d';
import type { ConvexPolygon } from '../polygon/convex-polygon';
import { placeLineFeet } from './line-feet';
import { along, gapAlong, loadCornersB, extremes, support } from './pair-frame-2d';

/** Options of {@link cundallLine}. Tilts are tangents of angles. */
export interface CundallLineOptions {
  /** First tilt; the default is the tangent of 5 degrees. */
  startTilt: number;
  /** The search ends below this tilt; the default is the tangent of 0.01 degrees. */
  endTilt: number;
  /** Iterations after which the current line is returned as Unresolved. */
  maxIterations: number;
}

/** tan 5 degrees and tan 0.01 degrees. */
const START_TILT = 0.08748866352592401;
const END_TILT = 0.0001745329269716253;

/** Half a turn in steps of 5 degrees is 36. */
const MAX_ITERATIONS = 500;

export function createCundallLineOptions(): CundallLineOptions {
  return { startTilt: START_TILT, endTilt: END_TILT, maxIterations: MAX_ITERATIONS };
}

const defaults = /* @__PURE__ */ createCundallLineOptions();

export const CUNDALL_LINE_FLOATS = 2;

/** The line so far, and the better trial: normal (0, 1), g (GAP_2D). */
const bestLine = /* @__PURE__ */ new Float64Array(3);
const trialLine = /* @__PURE__ */ new Float64Array(3);
/** Nearest corners of the line so far (0, 1) and of the trial (OF_TRIAL). */
const nearest = /* @__PURE__ */ new Int32Array(4);
/** Slot of the corners of the trial. */
const OF_TRIAL = 2;

/**
 * Common line of A and B by Cundall's tilting search, B posed in A's frame by `pose` (length 4). Writes every field of
 * `out`, in A's frame; `out.evaluations` counts evaluations of g. Not exact.
 *
 * @example
 * ```ts
 * const state = createState(cundallLineMethod);
 * cundallLine(line, a, b, pose, state);
 * ```
 */
export function cundallLine(
  out: CommonLine,
  a: ConvexPolygon,
  b: ConvexPolygon,
  pose: Pose2d,
  state: ContactState,
  options: CundallLineOptions = defaults,
): Status {
  if (!isFinitePose2d(pose) || a.dimension + b.dimension < 4) return invalidLine(out);
  // Poses whose squares overflow have no centre line in double precision.
  if (!(pose[2] * pose[2] + pose[3] * pose[3] < Infinity)) return invalidLine(out);
  loadCornersB(b, pose);
  startNormal(a, b, pose, state);
  const { endTilt, maxIterations } = options;
  let tilt = options.startTilt;
  let iterations = 0;
  while (!(tilt < endTilt) && iterations < maxIterations) {
    iterations++;
    trialLine[GAP_2D] = -Infinity;
    for (let way = 1; way >= -1; way -= 2) {
      const k = way * tilt;
      const mx = bestLine[0] - k * bestLine[1];
      const my = bestLine[1] + k * bestLine[0];
      const scale = 1 / Math.sqrt(mx * mx + my * my);
      along[0] = scale * mx;
      along[1] = scale * my;
      gapAlong(a, b);
      // Tilts so large that they overflow are skipped.
      if (!(extremes[SCANNED_GAP] > trialLine[GAP_2D] && scale > 0)) continue;
      trialLine[0] = along[0];
      trialLine[1] = along[1];
      trialLine[GAP_2D] = extremes[SCANNED_GAP];
      nearest[OF_TRIAL] = support[0];
      nearest[OF_TRIAL + 1] = support[1];
    }
    if (trialLine[GAP_2D] > bestLine[GAP_2D]) {
      for (let c = 0; c < 3; c++) bestLine[c] = trialLine[c];
      nearest[0] = nearest[OF_TRIAL];
      nearest[1] = nearest[OF_TRIAL + 1];
    } else {
      tilt *= 0.5;
    }
  }
  for (let c = 0; c < 2; c++) {
    out.normal[c] = bestLine[c];
    state.floats[state.floatOffset + c] = bestLine[c];
  }
  out.gap = bestLine[GAP_2D];
  placeLineFeet(out, a, nearest[0], nearest[1]);
  out.featureA = vertexFeature(nearest[0]);
  out.featureB = vertexFeature(nearest[1]);
  out.iterations = iterations;
  out.evaluations = 1 + 2 * iterations;
  setStatusOfGap(out, a, b);
  if (!(tilt < endTilt)) out.status = Status.Unresolved;
  return out.status;
}

/** Sets bestLine to the line of the last normal, or of the line of centroids if there is no last normal. */
function startNormal(a: ConvexPolygon, b: ConvexPolygon, pose: Pose2d, state: ContactState): void {
  let x = state.floats[state.floatOffset];
  let y = state.floats[state.floatOffset + 1];
  let length = Math.sqrt(x * x + y * y);
  // Memory without a direction (zero, or not finite) is ignored.
  if (!(length > 0 && length < Infinity)) {
    x = pose[2];
    y = pose[3];
    length = Math.sqrt(x * x + y * y);
    if (!(length > 0)) x = length = 1;
  }
  bestLine[0] = along[0] = x / length;
  bestLine[1] = along[1] = y / length;
  gapAlong(a, b);
  bestLine[GAP_2D] = extremes[SCANNED_GAP];
  nearest[0] = support[0];
  nearest[1] = support[1];
}
