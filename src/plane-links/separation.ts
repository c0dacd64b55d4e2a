/**
 * The separation step for bodies in contact, which FCP and SLM share as published (Nezami et al. 2006, sections 2.1 and
 * 3): A and B are moved apart along the last normal, the method finds the plane of the bodies so parted, and its points
 * are brought back.
 *
 * The papers do not say how far. Here as in the code of their authors: at least a small part of the smaller body (ten
 * times that where nothing is remembered), at least the motion since the last call, and beyond the last depth; doubled
 * until the bodies are apart. Departures: the small part is measured by the inradius, not the shortest edge, which is
 * no measure of a body with a chipped corner; and the doubling ends at the sum of the bounding radii (theirs has no
 * end), where the caller goes on to the exact plane. Not for walls: their normal is known.
 *
 * What it costs: the plane is that of other bodies. It keeps to the last normal where that is not far from right, so a
 * contact that slides keeps its face; it need not be the shortest way out. For two corners the link of the parted
 * bodies is nearly along the last normal, whatever that was. See docs/separation.md for how often and by how much.
 *
 * A pure function of the pair, the last normal, the last gap and the motions. Frame: A's, so that B alone moves, by the
 * whole distance. Memory, 4 floats: last normal (3), last gap (1; below 0 in contact).
 */
import { TX } from '../body/pose';
import type { CommonPlane } from '../contact/common-plane';
import type { Pose } from '../body/pose';
import type { ConvexPolyhedron } from '../polyhedron/convex-polyhedron';
import { startDirection } from './start-direction';

export const SEPARATION_FLOATS = 4;

/** What a separation uses of the options of a method. */
export interface Motion {
  /** Largest displacement of any vertex of A, and of B, since the last call. */
  readonly motionA: number;
  readonly motionB: number;
}

/** The authors' contact tolerance, 0.04 of a length of the body. */
const SMALL_PART = 0.04;
const UNKNOWN = 10;

/** The pose of B moved away. */
export const parted = /* @__PURE__ */ new Float64Array(12);
/** Direction (0..2) and DISTANCE of the move. */
export const away = /* @__PURE__ */ new Float64Array(4);
/** Slot of the distance in `away`. */
const DISTANCE = 3;

/** Moves B away, along the last normal in floats[offset..], or along the line of centroids (+x where there is none). */
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
 * Turns the plane of the parted bodies into that of the bodies where they are: the normal stays, and with it the
 * extreme points P and Q, which are pointA and pointB. Where the normal is not the direction of the move they do not
 * face each other: the reference point is midway between them, and placeFeet gives its feet.
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
