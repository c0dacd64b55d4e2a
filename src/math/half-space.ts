/**
 * What walls of space and of the plane share: the solid n·x <= offset, its normal as users give it, and how it is
 * carried to a body far from the origin.
 */
import { InputError } from './input-error';
import { SPLIT } from './split';

/**
 * The unit vector of a user's normal, which may have any positive length. `name` says in messages whose it is, and
 * `dimension` how many numbers it has.
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
  // Scaled first, so that squares neither overflow nor vanish.
  const unit = Float64Array.from({ length: dimension }, (_, k) => normal[k] / largest);
  let square = 0;
  for (let k = 0; k < dimension; k++) square += unit[k] * unit[k];
  const size = Math.sqrt(square);
  for (let k = 0; k < dimension; k++) unit[k] /= size;
  return unit;
}

/**
 * offset - n·p into out[dimension], for the point p at positions[first], of as many coordinates as the normal. Far from
 * the origin that is a small difference of large numbers, so products and sums carry their rounding errors along
 * (Dekker 1971): the result is that of the stored numbers, whatever the distance.
 */
export function carryOffset(
  out: Float64Array,
  solid: { readonly normal: Float64Array; offset: number },
  positions: Float64Array,
  first: number,
  dimension: number,
): void {
  const { normal } = solid;
  // The sum, and what its roundings took away.
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
