import type { ConvexPolyhedron } from '../polyhedron/convex-polyhedron';
import type { Pose } from '../body/pose';
import type { Contact } from './contact';
import type { Status } from './status';

/**
 * Warm-start memory of one pair: a fixed-size slot in flat arrays that the caller owns, plain data. All zeros mean no
 * memory. A method uses ints[intOffset .. + stateInts) and floats[floatOffset .. + stateFloats).
 */
export interface ContactState {
  ints: Int32Array;
  floats: Float64Array;
  intOffset: number;
  floatOffset: number;
}

/** Options of every method; methods with more options extend this. Lengths are in the unit of the shapes. */
export interface DetectOptions {
  /** Pairs with a gap of at most this still get a kind and points (potential contacts); >= 0. */
  margin: number;
  /** Pairs that touch or overlap list points with a gap of at most this, if it is larger than the margin; >= 0. */
  pointMargin: number;
  /** Largest number of points listed, chosen to span the contact (docs/contact-points.md); 0 for all. */
  maxPoints: number;
  /** Points within this depth of the deepest point decide the kind, which is only a label: no force depends on it. */
  band: number;
  /** Smallest area that a contact reports. */
  minArea: number;
  /**
   * Sum of the rounding radii of the two bodies: the kernel sees them sharp, and they press where the sharp gap is at
   * most this. {@link detect} sets it.
   */
  rounding: number;
  /** Largest displacement of any vertex of A, and of B, since the last call; for methods that use the motion. */
  motionA: number;
  motionB: number;
}

export function createDetectOptions(): DetectOptions {
  return { margin: 0, pointMargin: 0, maxPoints: 0, band: 0, minArea: 0, rounding: 0, motionA: 0, motionB: 0 };
}

/**
 * One method behind the common signature: `detect(out, a, b, pose, state, options)`. `pose` is the pose of B in A's
 * frame, results are in A's frame. Never throws, never allocates, writes every field of `out` on every path.
 */
export interface ContactMethod {
  readonly name: string;
  /** Entries that the method keeps in a state slot. */
  readonly stateInts: number;
  readonly stateFloats: number;
  /** True for a method that takes sharp bodies only: a pair with rounding radii gives Status.Invalid. */
  readonly sharpOnly?: boolean;
  /**
   * True for a method that takes points, segments and plates (polyhedra of a dimension below 3). With another method a
   * pair with such a body gives Status.Invalid.
   */
  readonly takesCores?: boolean;
  /**
   * True when the gap of every Separated result is proved to be at most the distance of the bodies, to rounding. A
   * detector then does not call the method again before the two bodies have moved enough to meet.
   */
  readonly certified?: boolean;
  detect(out: Contact, a: ConvexPolyhedron, b: ConvexPolyhedron, pose: Pose, state: ContactState, options: DetectOptions): Status;
}

/** Fresh memory for one pair. */
export function createState(method: { readonly stateInts: number; readonly stateFloats: number }): ContactState {
  return { ints: new Int32Array(method.stateInts), floats: new Float64Array(method.stateFloats), intOffset: 0, floatOffset: 0 };
}
