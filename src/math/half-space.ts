/**
 * Shared by walls of space and of the plane: the solid n·x <= offset, the check of a user's normal, and the
 * transformation to a body far from the origin.
 */
import { InputError } from './input-error';
import { SPLIT } from './split';

/**
 * The unit vector of a user's normal, which may have any positive length. `name` names its owner in messages;
 * `dimension` is its number of coordinates.
 *
 * Throws InputError: 'bad-length' (not that many numbers), 'not-finite' (index of the coordinate), 'not-unit' (length
 * zero).
 */
export function unitNormal(name: string, normal: ArrayLike<number>, dimension: number): Float64Array {
  const length: unknown = (normal as ArrayLike<number> | null | undefined)?.length;
  if (length !== dimension) throw new InputError('bad-length', `the normal of a ${name} has ${dimension} numbers, got ${String(length)}`);
  let largest = 0;
  for (let k = 0; k < dimension; k++) {
    if (!Number.isFinite(normal[k])) throw new InputError('not-finite', `normal[${k}] of the ${name} is ${normal[k]}`, k, normal[k]);
    largest = Math.max(largest, Math.abs(normal[k]));
  }
  if (largest === 0) throw new InputError('not-unit', `the normal of the ${name} is zero: it has no direction`, -1, 0);
  // Scaled first, so that squares neither overflow nor underflow.
  const unit = Float64Array.from({ length: dimension }, (_, k) => normal[k] / largest);
  let square = 0;
  for (let k = 0; k < dimension; k++) square += unit[k] * unit[k];
  const size = Math.sqrt(square);
  for (let k = 0; k < dimension; k++) unit[k] /= size;
  return unit;
}

/**
 * Writes offset - n·p to out[dimension], for the point p at positions[first] with as many coordinates as the normal.
 * Far from the origin this is a small difference of large numbers. So products and sums keep their rounding errors
 * (Dekker 1971), and the result is accurate for the stored numbers at any distance.
 */
export function carryOffset(
  out: Float64Array,
  solid: { readonly normal: Float64Array; offset: number },
  positions: Float64Array,
  first: number,
  dimension: number,
): void {
  const { normal } = solid;
  // The sum and its rounding errors.
  let sum = solid.offset;
  let lost = 0;
  for (let k = 0; k < dimension; k++) {
    const a = normal[k];
    const b = -positions[first + k];
    const product = a * b;
    const ah = SPLIT * a - (SPLIT * a - a);
    const bh = SPLIT * b - (SPLIT * b - b);
    const al = a - ah;
    const bl = b - bh;
    const total = sum + product;
    const part = total - sum;
    lost += sum - (total - part) + (product - part) + (al * bl - (product - ah * bh - al * bh - ah * bl));
    sum = total;
  }
  out[dimension] = sum + lost;
}
