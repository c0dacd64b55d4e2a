/**
 * The separation step for bodies in contact, in the plane (Nezami et al. 2006, sections 2.1 and 3): A and B are moved
 * apart along the last normal, the method finds the line of the moved bodies, and its points are moved back. The
 * distance, its doubling and its limit are those of the step in space (src/plane-links/separation.ts).
 *
 * Disadvantage, as in space: the line is that of the moved bodies, so it need not give the shortest separating
 * translation, and it depends on the last normal.
 *
 * Frame: A's, so only B moves, by the whole distance. Memory, 3 floats: last normal (2), last gap (below 0 in contact).
 */
import type { Pose2d } from '../body/pose-2d';
import type { CommonLine } from '../contact/common-line';
import type { ConvexPolygon } from '../polygon/convex-polygon';

export const SEPARATION_FLOATS_2D = 3;
/** Slot of the last gap in this memory. */
export const LAST_GAP_2D = 2;

/** The options of a method that a separation uses. */
export interface Motion2d {
  /** Largest displacement of any corner of A, and of B, since the last call. */
  readonly motionA: number;
  readonly motionB: number;
}

/** The authors' contact tolerance, as a part of the smaller inradius; ten times that without a last normal. */
const SMALL_PART = 0.04;
const UNKNOWN = 10;

/** A shorter vector has no direction: its square comes near 2^-1022, below which doubles lose digits. */
const LEAST_LENGTH = 2 ** -500;

/** The pose of B after the move. */
export const parted2d = /* @__PURE__ */ new Float64Array(4);
/** Direction (0, 1) and DISTANCE of the move. */
const away = /* @__PURE__ */ new Float64Array(3);
const DISTANCE = 2;

/**
 * Writes the start direction of a search, or of a separation, to out[0..1]: the last normal in floats[offset..];
 * without one the line of centroids; or +x. Returns whether the last normal is known.
 */
export function startDirection2d(out: Float64Array, pose: Pose2d, floats: Float64Array, offset: number): boolean {
  let x = floats[offset];
  let y = floats[offset + 1];
  let length = Math.sqrt(x * x + y * y);
  const known = length >= LEAST_LENGTH && length < Infinity;
  if (!known) {
    x = pose[2];
    y = pose[3];
    length = Math.sqrt(x * x + y * y);
    if (!(length >= LEAST_LENGTH)) {
      x = length = 1;
      y = 0;
    }
  }
  out[0] = x / length;
  out[1] = y / length;
  return known;
}

/** Moves B away along the start direction. */
export function beginSeparation2d(
  a: ConvexPolygon,
  b: ConvexPolygon,
  pose: Pose2d,
  floats: Float64Array,
  offset: number,
  motion: Motion2d,
): void {
  const known = startDirection2d(away, pose, floats, offset);
  const least = (known ? 1 : UNKNOWN) * SMALL_PART * Math.min(a.inradius, b.inradius);
  const moved = motion.motionA + motion.motionB;
  const depth = -floats[offset + LAST_GAP_2D];
  const wanted = depth > 0 ? depth + (moved > depth ? moved : depth) : moved;
  const most = a.radius + b.radius;
  away[DISTANCE] = wanted > least ? Math.min(wanted, most) : least;
  partBodies(pose);
}

/** Doubles the distance; false when it is already the sum of the radii. */
export function separateFurther2d(a: ConvexPolygon, b: ConvexPolygon, pose: Pose2d): boolean {
  const most = a.radius + b.radius;
  if (!(away[DISTANCE] < most)) return false;
  away[DISTANCE] = Math.min(2 * away[DISTANCE], most);
  partBodies(pose);
  return true;
}

/**
 * Converts the line of the moved bodies, with pointA and pointB on both, to a line of the bodies at their real
 * positions. The normal stays. The reference point is midway between the points after the move back; pointA and pointB
 * become its feet, because the points need not face each other along the normal.
 */
export function bringBack2d(out: CommonLine): void {
  const { normal, point, pointA, pointB } = out;
  out.gap -= away[DISTANCE] * (away[0] * normal[0] + away[1] * normal[1]);
  for (let k = 0; k < 2; k++) {
    point[k] = 0.5 * (pointA[k] + pointB[k] - away[DISTANCE] * away[k]);
    pointA[k] = point[k] - 0.5 * out.gap * normal[k];
    pointB[k] = point[k] + 0.5 * out.gap * normal[k];
  }
}

function partBodies(pose: Pose2d): void {
  parted2d[0] = pose[0];
  parted2d[1] = pose[1];
  for (let k = 0; k < 2; k++) parted2d[2 + k] = pose[2 + k] + away[DISTANCE] * away[k];
}
