/**
 * The five candidates of the fast common line for two nearest corners a and b (Nezami, Hashash, Zhao, Ghaboussi 2004):
 * the perpendicular bisector of ab, the two edges of A at a, the two edges of B at b. Each is evaluated over all
 * corners. The direct and the published form have them in common.
 *
 * The corners of B must be those of the pose (loadCornersB). Frame: A's.
 */
import { HIGH_A, LOW_B, SCANNED_GAP } from '../../contact/layouts';
import type { Pose2d } from '../body/pose-2d';
import { GAP_2D } from '../contact/layouts-2d';
import type { ConvexPolygon } from '../polygon/convex-polygon';
import { along, cornersB, gapAlong, extremes, support } from './pair-frame-2d';

/** Rounding of g for the pair (0): a candidate has to gain more than this. */
export const roundingOfG = /* @__PURE__ */ new Float64Array(1);

/** The line so far: normal (0, 1), g (GAP_2D), hA and lB along it. */
export const bestLine = /* @__PURE__ */ new Float64Array(5);
/** hA along the normal. */
export const REACH_A = 3;
/** lB along the normal. */
export const REACH_B = 4;
/** The corners that gave hA and lB. */
export const extreme = /* @__PURE__ */ new Int32Array(2);
/** The nearest corners a and b. */
export const nearest = /* @__PURE__ */ new Int32Array(2);
/** Evaluations of g (0). */
export const evaluations = /* @__PURE__ */ new Int32Array(1);

/** Evaluates the unit vector in `along`; it is the new best one when it gains more than rounding. */
export function tryDirection(a: ConvexPolygon, b: ConvexPolygon): boolean {
  evaluations[0]++;
  gapAlong(a, b);
  if (!(extremes[SCANNED_GAP] > bestLine[GAP_2D] + roundingOfG[0])) return false;
  bestLine[0] = along[0];
  bestLine[1] = along[1];
  bestLine[GAP_2D] = extremes[SCANNED_GAP];
  bestLine[REACH_A] = extremes[HIGH_A];
  bestLine[REACH_B] = extremes[LOW_B];
  extreme[0] = support[0];
  extreme[1] = support[1];
  return true;
}

/** Tries the five candidates of the nearest corners. Returns whether one was better. */
export function tryCandidates(a: ConvexPolygon, b: ConvexPolygon, pose: Pose2d): boolean {
  const v = nearest[0];
  const w = nearest[1];
  const x = cornersB[2 * w] - a.vertices[2 * v];
  const y = cornersB[2 * w + 1] - a.vertices[2 * v + 1];
  const length = Math.sqrt(x * x + y * y);
  along[0] = x / length;
  along[1] = y / length;
  let improved = length > 0 && tryDirection(a, b);
  if (tryEdgeOfA(a, b, v)) improved = true;
  if (tryEdgeOfA(a, b, neighbour(v, -1, a.vertexCount))) improved = true;
  if (tryEdgeOfB(a, b, pose, w)) improved = true;
  if (tryEdgeOfB(a, b, pose, neighbour(w, -1, b.vertexCount))) improved = true;
  return improved;
}

/**
 * Along an edge normal the body of the edge ends at the edge. The scan of the other body ends as soon as the normal
 * cannot be the best.
 */
function tryEdgeOfA(a: ConvexPolygon, b: ConvexPolygon, k: number): boolean {
  evaluations[0]++;
  const nx = a.normals[2 * k];
  const ny = a.normals[2 * k + 1];
  const high = a.offsets[k];
  const level = high + bestLine[GAP_2D] + roundingOfG[0];
  let low = Infinity;
  let at = 0;
  for (let w = 0; w < b.vertexCount && low > level; w++) {
    const d = nx * cornersB[2 * w] + ny * cornersB[2 * w + 1];
    if (d < low) {
      low = d;
      at = w;
    }
  }
  if (!(low > level)) return false;
  bestLine[0] = nx;
  bestLine[1] = ny;
  bestLine[GAP_2D] = low - high;
  bestLine[REACH_A] = high;
  bestLine[REACH_B] = low;
  extreme[0] = k;
  extreme[1] = at;
  return true;
}

function tryEdgeOfB(a: ConvexPolygon, b: ConvexPolygon, pose: Pose2d, k: number): boolean {
  evaluations[0]++;
  const nx = pose[1] * b.normals[2 * k + 1] - pose[0] * b.normals[2 * k];
  const ny = -pose[1] * b.normals[2 * k] - pose[0] * b.normals[2 * k + 1];
  const low = nx * pose[2] + ny * pose[3] - b.offsets[k];
  const level = low - bestLine[GAP_2D] - roundingOfG[0];
  const { vertices } = a;
  let high = -Infinity;
  let at = 0;
  for (let v = 0; v < a.vertexCount && high < level; v++) {
    const d = nx * vertices[2 * v] + ny * vertices[2 * v + 1];
    if (d > high) {
      high = d;
      at = v;
    }
  }
  if (!(high < level)) return false;
  bestLine[0] = nx;
  bestLine[1] = ny;
  bestLine[GAP_2D] = low - high;
  bestLine[REACH_A] = high;
  bestLine[REACH_B] = low;
  extreme[0] = at;
  extreme[1] = k;
  return true;
}

export function neighbour(v: number, step: number, count: number): number {
  const w = v + step;
  return w < 0 ? count - 1 : w < count ? w : 0;
}
