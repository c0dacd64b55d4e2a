import { QUATERNION_DRIFT } from '../math/rotation';
import type { BodySet } from './body-set';

/** Pose of B in A's frame, length 12: rotation row-major (0..8), then translation (9..11): x_A = R x_B + t. */
export type Pose = Float64Array;

/** Slots of the rotation: R[row][column], rows and columns x, y, z. */
export const XX = 0;
export const XY = 1;
export const XZ = 2;
export const YX = 3;
export const YY = 4;
export const YZ = 5;
export const ZX = 6;
export const ZY = 7;
export const ZZ = 8;
/** Where the translation starts. */
export const TX = 9;
export const TY = 10;
export const TZ = 11;

/** The identity pose. */
export function createPose(): Pose {
  const pose = new Float64Array(12);
  pose[0] = pose[4] = pose[8] = 1;
  return pose;
}

/**
 * Pose of body j in the frame of body i. The difference of the positions is taken first, so no precision is lost far
 * from the origin. `shift`, length 3, first moves body j to the image that body i meets in a periodic box. A position
 * that is not finite or an orientation that is not a rotation makes the pose NaN. Every kernel then returns
 * Status.Invalid.
 */
export function relativePose(
  pose: Pose,
  bodies: Pick<BodySet, 'positions' | 'orientations'>,
  i: number,
  j: number,
  shift: Float64Array = NO_SHIFT,
): Pose {
  const { positions, orientations } = bodies;
  const ax = orientations[4 * i];
  const ay = orientations[4 * i + 1];
  const az = orientations[4 * i + 2];
  const aw = orientations[4 * i + 3];
  const bx = orientations[4 * j];
  const by = orientations[4 * j + 1];
  const bz = orientations[4 * j + 2];
  const bw = orientations[4 * j + 3];
  const aa = ax * ax + ay * ay + az * az + aw * aw;
  const bb = bx * bx + by * by + bz * bz + bw * bw;
  if (!(Math.abs(aa - 1) <= QUATERNION_DRIFT && Math.abs(bb - 1) <= QUATERNION_DRIFT)) {
    pose.fill(Number.NaN);
    return pose;
  }
  // The quaternion of B in A, conj(a) b: bodies with the same orientation get the identity, to the bit.
  const x = aw * bx - ax * bw - (ay * bz - az * by);
  const y = aw * by - ay * bw - (az * bx - ax * bz);
  const z = aw * bz - az * bw - (ax * by - ay * bx);
  const w = aw * bw + (ax * bx + ay * by + az * bz);
  const s = 2 / (x * x + y * y + z * z + w * w);
  const xx = s * x * x;
  const yy = s * y * y;
  const zz = s * z * z;
  const xy = s * x * y;
  const xz = s * x * z;
  const yz = s * y * z;
  const wx = s * w * x;
  const wy = s * w * y;
  const wz = s * w * z;
  pose[0] = 1 - (yy + zz);
  pose[1] = xy - wz;
  pose[2] = xz + wy;
  pose[3] = xy + wz;
  pose[4] = 1 - (xx + zz);
  pose[5] = yz - wx;
  pose[6] = xz - wy;
  pose[7] = yz + wx;
  pose[8] = 1 - (xx + yy);
  const dx = positions[3 * j] - positions[3 * i] + shift[0];
  const dy = positions[3 * j + 1] - positions[3 * i + 1] + shift[1];
  const dz = positions[3 * j + 2] - positions[3 * i + 2] + shift[2];
  // The difference of the positions turned by conj(a), with v its vector and c = v x d: t = d + 2 / a·a (v x c - w c).
  const cx = ay * dz - az * dy;
  const cy = az * dx - ax * dz;
  const cz = ax * dy - ay * dx;
  const r = 2 / aa;
  pose[9] = dx + r * (ay * cz - az * cy - aw * cx);
  pose[10] = dy + r * (az * cx - ax * cz - aw * cy);
  pose[11] = dz + r * (ax * cy - ay * cx - aw * cz);
  return pose;
}

const NO_SHIFT = /* @__PURE__ */ new Float64Array(3);

/** True when every entry is finite: the first check of kernels (0 * x is NaN for NaN and infinities, and NaN stays). */
export function isFinitePose(pose: Pose): boolean {
  // Sums of three: additions that wait for one another are what this costs.
  const x = 0 * pose[0] + 0 * pose[1] + 0 * pose[2];
  const y = 0 * pose[3] + 0 * pose[4] + 0 * pose[5];
  const z = 0 * pose[6] + 0 * pose[7] + 0 * pose[8];
  const origin = 0 * pose[9] + 0 * pose[10] + 0 * pose[11];
  return x + y + (z + origin) === 0;
}
