import type { ContactState } from '../../contact/method';
import type { Status } from '../../contact/status';
import type { Pose2d } from '../body/pose-2d';
import type { ConvexPolygon } from '../polygon/convex-polygon';
import type { Contact2d } from './contact-2d';

/**
 * Options of every method in the plane; methods with more options extend this. Lengths are in the unit of the shapes.
 */
export interface DetectOptions2d {
  /** Pairs with a gap of at most this still get a kind and points (potential contacts); >= 0. */
  margin: number;
  /** Pairs that touch or overlap list points with a gap of at most this, if it is larger than the margin; >= 0. */
  pointMargin: number;
  /** Largest number of points listed: the deepest first, then the farthest from it; 0 for all. */
  maxPoints: number;
  /** Points within this depth of the deepest point decide the kind, which is only a label: no force depends on it. */
  band: number;
  /** Least length that a contact reports. */
  minLength: number;
  /**
   * Sum of the rounding radii of the two bodies: the kernel sees them sharp, and they press where the sharp gap is at
   * most this. {@link detect2d} sets it.
   */
  rounding: number;
  /** Largest displacement of any vertex of A, and of B, since the last call; for methods that use the motion. */
  motionA: number;
  motionB: number;
}

export function createDetectOptions2d(): DetectOptions2d {
  return { margin: 0, pointMargin: 0, maxPoints: 0, band: 0, minLength: 0, rounding: 0, motionA: 0, motionB: 0 };
}

/**
 * One method behind the common signature, as ContactMethod in space: `pose` is the pose of B in A's frame, results are
 * in A's frame. Never throws, never allocates, writes every field of `out` on every path. createState of dem-contact
 * makes slots of memory.
 */
export interface ContactMethod2d {
  readonly name: string;
  /** Entries that the method keeps in a state slot. */
  readonly stateInts: number;
  readonly stateFloats: number;
  /** True for a method that takes sharp bodies only: a pair with rounding radii gives Status.Invalid. */
  readonly sharpOnly?: boolean;
  /**
   * True for a method that takes points and segments (polygons of a dimension below 2). With another method a pair with
   * such a body gives Status.Invalid. A pair of two points has a closed form: {@link detect2d} does not ask the method.
   */
  readonly takesCores?: boolean;
  /**
   * True when the gap of every Separated result is proved to be at most the distance of the bodies, to rounding. A
   * detector then does not call the method again before the two bodies have moved enough to meet.
   */
  readonly certified?: boolean;
  detect(out: Contact2d, a: ConvexPolygon, b: ConvexPolygon, pose: Pose2d, state: ContactState, options: DetectOptions2d): Status;
}
