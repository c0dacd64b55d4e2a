/**
 * The fast common line as published (Nezami, Hashash, Zhao, Ghaboussi 2004; their later code for what the summary of
 * 2006 omits), as the published form in space. It is here for measurement and comparison. Use the direct form
 * (fast-common-line.ts).
 *
 * The search starts from the last normal, or from the line of centroids. A pass takes the best of the five candidates
 * of the nearest corners a and b (line-candidates.ts). Then a and b become the closest pair of the corners within NEAR
 * of the line. Passes repeat until no candidate is better, at most MAX_PASSES times. Bodies in contact are moved apart
 * first (separation-2d.ts). When they cannot be moved apart, the exact line decides.
 *
 * Errors, each shown by a test: the closest pair may contain a corner from which no candidate gains, so the search ends
 * early. The line of the moved bodies need not be the best line at their real positions.
 *
 * Frame: A's. Normal from A to B. state (3 floats): last normal, last gap. `iterations` counts passes. Unresolved: the
 * last pass still gained after MAX_PASSES. Warm and cold results may differ.
 */
import { vertexFeature } from '../../contact/feature';
import type { ContactState } from '../../contact/method';
import { Status } from '../../contact/status';
import { isFinitePose2d, type Pose2d } from '../body/pose-2d';
import { invalidLine, setStatusOfGap, touchingBand2d, type CommonLine } from '../contact/common-line';
import { GAP_2D } from '../contact/layouts-2d';
import type { ConvexPolygon } from '../polygon/convex-polygon';
import { exactLine } from './exact-line';
import { bestLine, evaluations, extreme, nearest, REACH_A, REACH_B, roundingOfG, tryCandidates, tryDirection } from './line-candidates';
import { placeLineFeet } from './line-feet';
import { ROUNDING, along, cornersB, loadCornersB } from './pair-frame-2d';
import {
  beginSeparation2d,
  bringBack2d,
  LAST_GAP_2D,
  parted2d,
  separateFurther2d,
  SEPARATION_FLOATS_2D,
  startDirection2d,
  type Motion2d,
} from './separation-2d';

export const PUBLISHED_LINE_FLOATS = SEPARATION_FLOATS_2D;

/** The authors' limit. */
const MAX_PASSES = 10;

/** Corners within this part of the smaller inradius of the extreme one also touch the line, as in space. */
const NEAR = 1e-4;

/** Passes of the call (0). */
const passes = /* @__PURE__ */ new Int32Array(1);
/** The length within which corners touch the line (0). */
const near = /* @__PURE__ */ new Float64Array(1);

/**
 * Common line of A and B by the published search, B posed in A's frame by `pose` (length 4). Writes every field of
 * `out`, in A's frame.
 */
export function publishedFastCommonLine(
  out: CommonLine,
  a: ConvexPolygon,
  b: ConvexPolygon,
  pose: Pose2d,
  state: ContactState,
  motion: Motion2d,
): Status {
  if (!isFinitePose2d(pose) || a.dimension + b.dimension < 4) return invalidLine(out);
  const distance = Math.sqrt(pose[2] * pose[2] + pose[3] * pose[3]);
  if (!(distance < Infinity)) return invalidLine(out);
  roundingOfG[0] = ROUNDING * (a.radius + b.radius + distance);
  near[0] = NEAR * Math.min(a.inradius, b.inradius);
  evaluations[0] = 0;
  passes[0] = 0;
  const { floats, floatOffset } = state;
  let settled = false;
  let apart = false;
  if (!(floats[floatOffset + LAST_GAP_2D] < 0)) {
    settled = search(a, b, pose, pose, state);
    apart = bestLine[GAP_2D] > touchingBand2d(a, b);
    if (apart) writeLine(out, a);
  }
  if (!apart) {
    beginSeparation2d(a, b, pose, floats, floatOffset, motion);
    do {
      settled = search(a, b, parted2d, pose, state);
      apart = bestLine[GAP_2D] > 0;
    } while (!apart && separateFurther2d(a, b, pose));
    if (apart) {
      writeLine(out, a);
      bringBack2d(out);
    } else {
      exactLine(out, a, b, pose);
      settled = out.status !== Status.Unresolved;
      evaluations[0] += out.evaluations;
    }
  }
  floats[floatOffset] = out.normal[0];
  floats[floatOffset + 1] = out.normal[1];
  floats[floatOffset + LAST_GAP_2D] = out.gap < 0 ? out.gap : 0;
  out.iterations = passes[0];
  out.evaluations = evaluations[0];
  setStatusOfGap(out, a, b);
  if (!settled) out.status = Status.Unresolved;
  return out.status;
}

/**
 * Passes for B at `at`, from the last normal or else the line of centroids of the real pose. False when the last pass
 * still gained.
 */
function search(a: ConvexPolygon, b: ConvexPolygon, at: Pose2d, pose: Pose2d, { floats, floatOffset }: ContactState): boolean {
  loadCornersB(b, at);
  bestLine[GAP_2D] = -Infinity;
  startDirection2d(along, pose, floats, floatOffset);
  tryDirection(a, b);
  for (let pass = 0; pass < MAX_PASSES; pass++) {
    takeClosestPair(a, b);
    passes[0]++;
    if (!tryCandidates(a, b, at)) return true;
  }
  return false;
}

/** Sets a and b to the closest pair of the corners that touch the line. */
function takeClosestPair(a: ConvexPolygon, b: ConvexPolygon): void {
  const [nx, ny] = [bestLine[0], bestLine[1]];
  const least = bestLine[REACH_A] - near[0];
  const most = bestLine[REACH_B] + near[0];
  const { vertices } = a;
  let shortest = Infinity;
  for (let v = 0; v < a.vertexCount; v++) {
    if (nx * vertices[2 * v] + ny * vertices[2 * v + 1] < least) continue;
    for (let w = 0; w < b.vertexCount; w++) {
      if (nx * cornersB[2 * w] + ny * cornersB[2 * w + 1] > most) continue;
      const x = cornersB[2 * w] - vertices[2 * v];
      const y = cornersB[2 * w + 1] - vertices[2 * v + 1];
      if (!(x * x + y * y < shortest)) continue;
      shortest = x * x + y * y;
      nearest[0] = v;
      nearest[1] = w;
    }
  }
}

function writeLine(out: CommonLine, a: ConvexPolygon): void {
  out.gap = bestLine[GAP_2D];
  out.normal[0] = bestLine[0];
  out.normal[1] = bestLine[1];
  placeLineFeet(out, a, extreme[0], extreme[1]);
  out.featureA = vertexFeature(extreme[0]);
  out.featureB = vertexFeature(extreme[1]);
}
