/**
 * A direction along which two blocks are apart, or overlap by no more than dTol. It excludes a pair, or gives the
 * virtual contact planes (VCP).
 *
 * Any unit vector n is allowed. g(n) = lB(n) - hA(n) is a lower bound of the gap, so g > dTol proves the pair apart
 * (Zheng et al. 2017, section 2.1.4: exclusion). The features near a contact are in the VCP region of any n
 * (flagged.ts). The paper tests all vertex-face and edge-edge pairs for the first valid one. Here the most likely
 * directions are tested first, with one scan of the corners each: the direction of the last call, the line of
 * centroids, for each block the face that is farthest from the centroid of the other, then turns of the best direction.
 * A turn mirrors n at the plane perpendicular to the link r of the two nearest corners, n - 2 (n.r) r / r.r (Chung and
 * Wang 1996). Along the new direction this link is as long as it was deep. So every direction that separates is nearer
 * to the new direction than to n.
 *
 * If no direction is found, this decides nothing: all entrances are tested then (first-entrance.ts).
 *
 * Frame: A's. From A to B. Cost: at most 4 + TURNS scans of all corners.
 */
import type { Pose } from '../body/pose';
import { GAP, SCANNED_GAP } from '../contact/layouts';
import { MAX_FACES, MAX_VERTICES, type ConvexPolyhedron } from '../polyhedron/convex-polyhedron';
import { corner, faceNormal, faceOffset, gapAlong, probe, extremes, support } from './block-pair';
import { DEEP, settings } from './settings';

/** The best direction (0..2) and its g (GAP); its two nearest corners. */
export const direction = /* @__PURE__ */ new Float64Array(4);
export const nearest = /* @__PURE__ */ new Int32Array(2);

/** For pairs that are not deep a few turns are enough. For deep pairs they are wasted. */
const TURNS = 6;

/**
 * Looks for a direction with g >= -dTol, starting with the one in floats[at..]. True when found; `height` then has the
 * heights of the corners along it.
 */
export function findDirection(a: ConvexPolyhedron, b: ConvexPolyhedron, pose: Pose, floats: Float64Array, at: number): boolean {
  direction[0] = direction[1] = direction[2] = 0;
  direction[GAP] = -Infinity;
  for (let k = 0; k < 3; k++) probe[k] = floats[at + k];
  if (tryProbe()) return true;
  for (let k = 0; k < 3; k++) probe[k] = pose[9 + k];
  if (tryProbe()) return true;
  for (let k = 0; k < 3; k++) probe[k] = pose[9 + k];
  const f = 3 * outermost(a, 0);
  for (let k = 0; k < 3; k++) probe[k] = faceNormal[f + k];
  if (tryProbe()) return true;
  probe[0] = probe[1] = probe[2] = 0;
  const g = 3 * outermost(b, MAX_FACES);
  for (let k = 0; k < 3; k++) probe[k] = -faceNormal[g + k];
  if (tryProbe()) return true;
  for (let turns = TURNS; turns > 0; turns--) {
    const p = 3 * nearest[0];
    const q = 3 * (MAX_VERTICES + nearest[1]);
    const x = corner[q] - corner[p];
    const y = corner[q + 1] - corner[p + 1];
    const z = corner[q + 2] - corner[p + 2];
    const before = direction[GAP];
    const twice = (-2 * before) / (x * x + y * y + z * z);
    probe[0] = direction[0] + twice * x;
    probe[1] = direction[1] + twice * y;
    probe[2] = direction[2] + twice * z;
    if (tryProbe()) return true;
    if (!(direction[GAP] > before)) return false;
  }
  return false;
}

/** Tries the vector in `probe`, of any length. False when it is zero or not finite. */
function tryProbe(): boolean {
  const square = probe[0] * probe[0] + probe[1] * probe[1] + probe[2] * probe[2];
  if (!(square > 0 && square < Infinity)) return false;
  if (Math.abs(square - 1) > UNIT) {
    const r = 1 / Math.sqrt(square);
    probe[0] *= r;
    probe[1] *= r;
    probe[2] *= r;
  }
  gapAlong();
  if (!(extremes[SCANNED_GAP] > direction[GAP])) return false;
  for (let k = 0; k < 3; k++) direction[k] = probe[k];
  direction[GAP] = extremes[SCANNED_GAP];
  nearest[0] = support[0];
  nearest[1] = support[1];
  return direction[GAP] >= settings[DEEP];
}

/** A vector whose square is this near 1 has unit length to rounding. So the normal of a face keeps its bits. */
const UNIT = 8 * 2 ** -53;

/** The face (row) above whose plane the point in `probe` is farthest. */
function outermost(shape: ConvexPolyhedron, row: number): number {
  let best = row;
  let most = -Infinity;
  for (let f = row; f < row + shape.faceCount; f++) {
    const d = faceNormal[3 * f] * probe[0] + faceNormal[3 * f + 1] * probe[1] + faceNormal[3 * f + 2] * probe[2] - faceOffset[f];
    if (d > most) {
      most = d;
      best = f;
    }
  }
  return best;
}
