import { rotationFromQuaternion } from '../math/rotation';
import type { BodySet } from './body-set';

/** Pose of B in A's frame, length 12: rotation row-major (0..8), then translation (9..11): x_A = R x_B + t. */
export type Pose = Float64Array;

/** The identity pose. */
export function createPose(): Pose {
  const pose = new Float64Array(12);
  pose[0] = pose[4] = pose[8] = 1;
  return pose;
}

const rotationA = /* @__PURE__ */ new Float64Array(9);
const rotationB = /* @__PURE__ */ new Float64Array(9);

/**
 * Pose of body j in the frame of body i. The difference of the positions is taken first, so nothing is lost far from the origin.
 * A position that is not finite or an orientation that is no rotation makes the pose NaN, and every kernel answers Status.Invalid to that.
 */
export function relativePose(pose: Pose, bodies: BodySet, i: number, j: number): Pose {
  const { positions, orientations } = bodies;
  const a = rotationA;
  const b = rotationB;
  rotationFromQuaternion(a, 0, orientations, 4 * i);
  rotationFromQuaternion(b, 0, orientations, 4 * j);
  const dx = positions[3 * j] - positions[3 * i];
  const dy = positions[3 * j + 1] - positions[3 * i + 1];
  const dz = positions[3 * j + 2] - positions[3 * i + 2];
  // R = A^T B and t = A^T d.
  for (let r = 0; r < 3; r++) {
    const ax = a[r];
    const ay = a[3 + r];
    const az = a[6 + r];
    pose[3 * r] = ax * b[0] + ay * b[3] + az * b[6];
    pose[3 * r + 1] = ax * b[1] + ay * b[4] + az * b[7];
    pose[3 * r + 2] = ax * b[2] + ay * b[5] + az * b[8];
    pose[9 + r] = ax * dx + ay * dy + az * dz;
  }
  return pose;
}

/** True when every entry is finite: the door check of kernels (0 * x is NaN for NaN and infinities, and NaN stays). */
export function isFinitePose(pose: Pose): boolean {
  let sum = 0;
  for (let k = 0; k < 12; k++) sum += 0 * pose[k];
  return sum === 0;
}
