import type { ContactState } from '../../contact/method';
import type { Status } from '../../contact/status';
import type { Pose2d } from '../body/pose-2d';
import type { ConvexPolygon } from '../polygon/convex-polygon';
import type { Contact2d } from './contact-2d';

/** Options that every method in the plane understands; methods with more extend this. Lengths in the unit of the shapes. */
export interface DetectOptions2d {
  /** Pairs with a gap of at most this still get a kind and points (potential contacts); >= 0. */
  margin: number;
  /** Vertices within this of the extreme one belong to the contact feature; widens the zone of depth. */
  band: number;
  /** Length that contacts at a point report. */
  minLength: number;
  /** Largest displacement of any vertex of A, and of B, since the last call; for methods that use the motion. */
  motionA: number;
  motionB: number;
}

export function createDetectOptions2d(): DetectOptions2d {
  return { margin: 0, band: 0, minLength: 0, motionA: 0, motionB: 0 };
}

/**
 * One method behind the common signature, as ContactMethod in space: `pose` is the pose of B in A's frame, results are in A's frame. Never
 * throws, never allocates, writes every field of `out` on every path. Slots of memory are made by createState of dem-contact.
 */
export interface ContactMethod2d {
  readonly name: string;
  /** Entries that the method keeps in a state slot. */
  readonly stateInts: number;
  readonly stateFloats: number;
  /** True for a method that knows sharp bodies only: a pair with rounding radii is Status.Invalid. */
  readonly sharpOnly?: boolean;
  detect(out: Contact2d, a: ConvexPolygon, b: ConvexPolygon, pose: Pose2d, state: ContactState, options: DetectOptions2d): Status;
}
