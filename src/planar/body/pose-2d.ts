import type { BodySet2d } from './body-set-2d';

/** Pose of B in A's frame, length 4: cosine, sine, then translation x y: x_A = R x_B + t. */
export type Pose2d = Float64Array;

/** The identity pose. */
export function createPose2d(): Pose2d {
  const pose = new Float64Array(4);
  pose[0] = 1;
  return pose;
}

/**
 * Pose of body j in the frame of body i. The difference of the positions is taken first, so no precision is lost far
 * from the origin. `shift`, length 2, first moves body j to the image that body i meets in a periodic box. A position
 * that is not finite or an invalid rotation makes the pose NaN. Every kernel then returns Status.Invalid.
 */
export function relativePose2d(
  pose: Pose2d,
  bodies: Pick<BodySet2d, 'positions' | 'rotations'>,
  i: number,
  j: number,
  shift: Float64Array = NO_SHIFT,
): Pose2d {
  const { positions, rotations } = bodies;
  const ac = rotations[2 * i];
  const as = rotations[2 * i + 1];
  const bc = rotations[2 * j];
  const bs = rotations[2 * j + 1];
  const aa = ac * ac + as * as;
  const bb = bc * bc + bs * bs;
  if (!(Math.abs(aa - 1) <= ROTATION_DRIFT && Math.abs(bb - 1) <= ROTATION_DRIFT)) {
    pose.fill(Number.NaN);
    return pose;
  }
  // Bodies with the same rotation get the identity, to the bit.
  const c = ac * bc + as * bs;
  const s = ac * bs - as * bc;
  const r = 1 / Math.sqrt(c * c + s * s);
  pose[0] = s === 0 && c > 0 ? 1 : c * r;
  pose[1] = s * r;
  const dx = positions[2 * j] - positions[2 * i] + shift[0];
  const dy = positions[2 * j + 1] - positions[2 * i + 1] + shift[1];
  const unit = 1 / Math.sqrt(aa);
  pose[2] = (ac * dx + as * dy) * unit;
  pose[3] = (ac * dy - as * dx) * unit;
  return pose;
}

/** Largest |c² + s² - 1| that counts as drift of a rotation; more is Status.Invalid. */
export const ROTATION_DRIFT = 1e-3;

const NO_SHIFT = /* @__PURE__ */ new Float64Array(2);

/** True when every entry is finite: the first check of kernels (0 * x is NaN for NaN and infinities, and NaN stays). */
export function isFinitePose2d(pose: Pose2d): boolean {
  return 0 * pose[0] + 0 * pose[1] + 0 * pose[2] + 0 * pose[3] === 0;
}
