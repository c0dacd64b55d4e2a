/**
 * The separation step for bodies in contact, which FCP and SLM share as published (Nezami et al. 2006, sections 2.1 and
 * 3): A and B are moved apart along the last normal, the method finds the plane of the moved bodies, and its points are
 * moved back.
 *
 * The papers do not give the distance. It is that of their authors' code: at least a small part of the smaller body
 * (ten times that without memory), at least the motion since the last call, and more than the last depth. It is doubled
 * until the bodies are apart. Departures: the small part refers to the inradius, not to the shortest edge, which can be
 * tiny at a chipped corner. The doubling ends at the sum of the bounding radii (the authors' code has no limit); the
 * caller then uses the exact plane. Walls do not use this step: their normal is known.
 *
 * Disadvantage: the plane is that of the moved bodies. It stays near the last normal if that is nearly right, so a
 * sliding contact keeps its face. But it need not give the shortest separating translation. For two corners the link of
 * the moved bodies is nearly along the last normal, for any last normal. docs/separation.md has the frequency and the
 * size of the difference.
 *
 * The result depends only on the pair, the last normal, the last gap and the motions. Frame: A's, so only B moves, by
 * the whole distance. Memory, 4 floats: last normal (3), last gap (1; below 0 in contact).
 */
import { TX } from '../body/pose';
import type { CommonPlane } from '../contact/common-plane';
import type { Pose } from '../body/pose';
import type { ConvexPolyhedron } from '../polyhedron/convex-polyhedron';
import { startDirection } from './start-direction';

export const SEPARATION_FLOATS = 4;

/** The options of a method that a separation uses. */
export interface Motion {
  /** Largest displacement of any vertex of A, and of B, since the last call. */
  readonly motionA: number;
  readonly motionB: number;
}

/** The authors' contact tolerance, 0.04 of a length of the body. */
const SMALL_PART = 0.04;
const UNKNOWN = 10;

/** The pose of B after the move. */
export const parted = /* @__PURE__ */ new Float64Array(12);
/** Direction (0..2) and DISTANCE of the move. */
const away = /* @__PURE__ */ new Float64Array(4);
/** Slot of the distance in `away`. */
const DISTANCE = 3;

/** Moves B away along the last normal in floats[offset..]. Without one: along the line of centroids, or +x. */
export function beginSeparation(
  a: ConvexPolyhedron,
  b: ConvexPolyhedron,
  pose: Pose,
  floats: Float64Array,
  offset: number,
  motion: Motion,
): void {
  const known = startDirection(away, pose, floats, offset);
  const least = (known ? 1 : UNKNOWN) * SMALL_PART * Math.min(a.inradius, b.inradius);
  const moved = motion.motionA + motion.motionB;
  const depth = -floats[offset + 3];
  const wanted = depth > 0 ? depth + (moved > depth ? moved : depth) : moved;
  const most = a.radius + b.radius;
  away[DISTANCE] = wanted > least ? Math.min(wanted, most) : least;
  partBodies(pose);
}

/** Doubles the distance; false when it is already the sum of the radii. */
export function separateFurther(a: ConvexPolyhedron, b: ConvexPolyhedron, pose: Pose): boolean {
  const most = a.radius + b.radius;
  if (!(away[DISTANCE] < most)) return false;
  away[DISTANCE] = Math.min(2 * away[DISTANCE], most);
  partBodies(pose);
  return true;
}

/**
 * Converts the plane of the moved bodies to a plane of the bodies at their real positions. The normal stays, and so do
 * the extreme points P and Q, which are pointA and pointB. When the normal differs from the direction of the move, P
 * and Q do not face each other. Then the reference point is midway between them, and placeFeet gives its feet.
 */
export function bringBack(out: CommonPlane): void {
  const s = away[DISTANCE];
  const { normal, point, pointA, pointB } = out;
  let slide = 0;
  for (let k = 0; k < 3; k++) {
    const step = s * away[k];
    slide += step * normal[k];
    pointB[k] -= step;
    point[k] = 0.5 * (pointA[k] + pointB[k]);
  }
  out.gap -= slide;
}

function partBodies(pose: Pose): void {
  for (let k = 0; k < 9; k++) parted[k] = pose[k];
  for (let k = 0; k < 3; k++) parted[TX + k] = pose[TX + k] + away[DISTANCE] * away[k];
}
