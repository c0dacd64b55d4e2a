/**
 * Writes the rotation matrix of a quaternion (x y z w, not necessarily of unit length), row-major, to out[o..o+8]. The
 * factor 2/(q·q) makes the matrix orthogonal for any non-zero quaternion, so the slow drift of an integrated
 * orientation does no harm. Returns false, and writes NaN, when the quaternion is not finite or
 * |q·q - 1| exceeds {@link QUATERNION_DRIFT}: such an orientation is a mistake of the caller, not drift.
 * Works on flat arrays at offsets, so it serves bodies stored as structure of arrays.
 */
export function rotationFromQuaternion(out: Float64Array, o: number, q: Float64Array, i: number): boolean {
  const x = q[i];
  const y = q[i + 1];
  const z = q[i + 2];
  const w = q[i + 3];
  const norm = x * x + y * y + z * z + w * w;
  // The comparison is false for NaN.
  if (!(Math.abs(norm - 1) <= QUATERNION_DRIFT)) {
    for (let k = 0; k < 9; k++) out[o + k] = Number.NaN;
    return false;
  }
  const s = 2 / norm;
  const xx = s * x * x;
  const yy = s * y * y;
  const zz = s * z * z;
  const xy = s * x * y;
  const xz = s * x * z;
  const yz = s * y * z;
  const wx = s * w * x;
  const wy = s * w * y;
  const wz = s * w * z;
  out[o] = 1 - (yy + zz);
  out[o + 1] = xy - wz;
  out[o + 2] = xz + wy;
  out[o + 3] = xy + wz;
  out[o + 4] = 1 - (xx + zz);
  out[o + 5] = yz - wx;
  out[o + 6] = xz - wy;
  out[o + 7] = yz + wx;
  out[o + 8] = 1 - (xx + yy);
  return true;
}

/** Largest |q·q - 1| that counts as drift of a unit quaternion; more is Status.Invalid. */
export const QUATERNION_DRIFT = 1e-3;
