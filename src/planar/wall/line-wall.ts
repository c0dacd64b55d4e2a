/* eslint-disable no-restricted-syntax -- data enters the library here: lineWall throws so that the kernel need not */
/**
 * A line wall: the half-plane n·x <= offset is solid, everything beyond it is free. What planeWall is in space, with
 * its signs.
 *
 * The line is carried into a body's frame by {@link wallLine}: offset - n·p for a body at p. Far from the origin that
 * is a small difference of large numbers, so products and sums carry their rounding errors along (Dekker 1971): the gap
 * is that of the stored numbers at any distance.
 */
import type { ReadonlyVec2 } from 'gl-matrix';
import { carryOffset, unitNormal } from '../../math/half-space';
import { InputError } from '../../math/input-error';
import type { BodySet2d } from '../body/body-set-2d';
import { ROTATION_DRIFT } from '../body/pose-2d';

/** A half-plane that bodies cannot enter; see {@link lineWall}. */
export interface LineWall {
  readonly kind: 'line';
  /**
   * Unit normal in the world, out of the solid, length 2. The caller may change it between steps; it must stay of unit
   * length.
   */
  readonly normal: Float64Array;
  /** The solid is n·x <= offset: a length, in the world. The caller may change it between steps. */
  offset: number;
}

/**
 * The wall whose solid side is n·x <= offset, n being the direction of `normal`, which may have any positive length.
 *
 * Throws InputError: 'bad-length' (normal not of 2 numbers), 'not-finite' (normal, index of the coordinate; offset,
 * index -1), 'not-unit' (normal of length zero).
 *
 * @param normal Points out of the solid, length 2.
 * @param offset Distance of the line from the origin along the normal, negative when the line lies behind it: a length.
 *
 * @example
 * ```ts
 * const floor = lineWall([0, 1], 0); // solid below y = 0
 * const ramp = lineWall([1, 2], 0.5); // normal of unit length: 0.447, 0.894
 * ```
 */
export function lineWall(normal: ReadonlyVec2 | ArrayLike<number>, offset: number): LineWall {
  const unit = unitNormal('line wall', normal, 2);
  if (!Number.isFinite(offset)) throw new InputError('not-finite', `the offset of the line wall is ${offset}`, -1, offset);
  return { kind: 'line', normal: unit, offset };
}

/**
 * The wall's line in the frame of body i: unit normal and offset into line3, which {@link lineWallContact} takes. A
 * body whose pose is not finite or not a rotation, and a wall that is not finite, give NaN: the kernel returns
 * Status.Invalid to that.
 *
 * @param line3 Length 3: normal, offset.
 */
export function wallLine(line3: Float64Array, wall: LineWall, bodies: BodySet2d, i: number): Float64Array {
  const { normal } = wall;
  const { positions, rotations } = bodies;
  const c = rotations[2 * i];
  const s = rotations[2 * i + 1];
  const square = c * c + s * s;
  const unit = Math.abs(square - 1) <= ROTATION_DRIFT ? 1 / Math.sqrt(square) : Number.NaN;
  line3[0] = (c * normal[0] + s * normal[1]) * unit;
  line3[1] = (c * normal[1] - s * normal[0]) * unit;
  carryOffset(line3, wall, positions, 2 * i, 2);
  return line3;
}
