/**
 * The best of the known directions: that along which the blocks are farthest apart. Known are the normal of the
 * outermost face, the normal of crossing edges and, for rims that touch, the line between their features. It is the
 * normal of a contact, unless the mean normal of a rim replaces it.
 */
import { GAP } from '../contact/layouts';
import { NormalOwner } from '../contact/status';
import { MAX_FACES, type ConvexPolyhedron } from '../polyhedron/convex-polyhedron';
import { faceGap, faceNormal, gapAlong, measureTo, probe, reach } from './blocks';
import { bestGap, crossing, locateCrossing } from './candidates';
import { rimLink } from './rims';
import { BAND, OUTER_GAP, settings } from './settings';

/** Normal from A to B (0..2) and gap (GAP). */
export const direction = /* @__PURE__ */ new Float64Array(4);
/**
 * The owner of the normal (0); block and face of the outermost face (1, 2); sort of the crossing, 0 for none (3).
 */
export const source = /* @__PURE__ */ new Int32Array(4);
/** Slots of {@link source}. */
export const OWNER = 0;
export const OUTER_SIDE = 1;
export const OUTER_FACE = 2;
export const CROSSING_SORT = 3;

/** Finds the face of either block with the largest g. Writes its g also to settings. */
export function findOutermost(a: ConvexPolyhedron, b: ConvexPolyhedron): void {
  let most = -Infinity;
  for (let side = 0; side < 2; side++) {
    const faces = side === 0 ? a.faceCount : b.faceCount;
    // For flush faces it is A's face.
    let least = side === 0 ? most : most + settings[BAND];
    for (let f = 0; f < faces; f++) {
      measureTo(f, side);
      const g = faceGap[side * MAX_FACES + f];
      if (!(g > least)) continue;
      least = most = g;
      source[OUTER_SIDE] = side;
      source[OUTER_FACE] = f;
    }
  }
  const side = source[OUTER_SIDE];
  const sense = side === 0 ? 1 : -1;
  const o = 3 * (side * MAX_FACES + source[OUTER_FACE]);
  for (let k = 0; k < 3; k++) direction[k] = sense * faceNormal[o + k];
  direction[GAP] = most;
  source[OWNER] = side === 0 ? NormalOwner.FaceA : NormalOwner.FaceB;
  source[CROSSING_SORT] = 0;
  settings[OUTER_GAP] = most;
}

/**
 * Uses the normal of the best crossing if its g is larger than that of the current direction by more than rounding.
 */
export function raiseToCrossing(a: ConvexPolyhedron, b: ConvexPolyhedron): void {
  for (let sort = 1; sort <= 2; sort++) {
    if (!(bestGap[sort] > direction[GAP] + settings[BAND])) continue;
    locateCrossing(a, b, sort);
    for (let k = 0; k < 3; k++) direction[k] = crossing[k];
    direction[GAP] = bestGap[sort];
    source[OWNER] = NormalOwner.Edges;
    source[CROSSING_SORT] = sort;
  }
}

/**
 * Uses the line between the features of the chosen rim if the blocks are apart along it, and farther than along the
 * current direction.
 */
export function raiseToLink(): void {
  for (let k = 0; k < 3; k++) probe[k] = rimLink[k];
  gapAlong();
  if (!(reach[0] > direction[GAP] && reach[0] > 0)) return;
  for (let k = 0; k < 3; k++) direction[k] = rimLink[k];
  direction[GAP] = reach[0];
  source[OWNER] = NormalOwner.None;
  source[CROSSING_SORT] = 0;
}
