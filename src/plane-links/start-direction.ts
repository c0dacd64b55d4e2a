import { LEAST_LENGTH } from '../exact-plane/exhaustive-plane';
import type { Pose } from '../body/pose';

/**
 * Writes the start direction of a search, or of a separation of B from A, to out[0..2], with unit length. It is the
 * last normal in floats[offset..offset + 2]; otherwise the line of centroids; otherwise +x. A memory without a
 * direction (zero, or not finite) is ignored. Returns whether the last normal is known.
 */
export function startDirection(out: Float64Array, pose: Pose, floats: Float64Array, offset: number): boolean {
  let x = floats[offset];
  let y = floats[offset + 1];
  let z = floats[offset + 2];
  let length = Math.sqrt(x * x + y * y + z * z);
  const known = length >= LEAST_LENGTH && length < Infinity;
  if (!known) {
    x = pose[9];
    y = pose[10];
    z = pose[11];
    length = Math.sqrt(x * x + y * y + z * z);
    if (!(length >= LEAST_LENGTH)) {
      x = length = 1;
      y = z = 0;
    }
  }
  out[0] = x / length;
  out[1] = y / length;
  out[2] = z / length;
  return known;
}
