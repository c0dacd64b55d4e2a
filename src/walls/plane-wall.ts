/* eslint-disable no-restricted-syntax -- data enters the library here: planeWall throws so that the kernel need not */
/**
 * A plane wall: the half-space n·x <= offset is solid, everything beyond it is free.
 *
 * {@link wallPlane} transforms the plane into a body's frame: offset - n·p for a body at p. Far from the origin that is
 * a small difference of large numbers, so the rounding errors of products and sums are added (Dekker 1971): the gap is
 * that of the stored numbers at any distance.
 */
import type { ReadonlyVec3 } from 'gl-matrix';
import type { BodySet } from '../body/body-set';
import { YX, ZX } from '../body/pose';
import { carryOffset, unitNormal } from '../math/half-space';
import { InputError } from '../math/input-error';
import { rotationFromQuaternion } from '../math/rotation';

/** A half-space that bodies cannot enter; see {@link planeWall}. */
export interface PlaneWall {
  readonly kind: 'plane';
  /**
   * Unit normal in the world, out of the solid, length 3. The caller may change it between steps; it must stay of unit
   * length.
   */
  readonly normal: Float64Array;
  /** The solid is n·x <= offset: a length, in the world. The caller may change it between steps. */
  offset: number;
}

/**
 * The wall whose solid side is n·x <= offset, n being the direction of `normal`.
 *
 * `offset` is the distance of the plane from the origin along that direction (negative when the plane lies behind it).
 * `normal` may have any length and is normalised. Throws InputError: 'bad-length' (normal not of 3 numbers),
 * 'not-finite' (normal, index of the coordinate; offset, index -1), 'not-unit' (normal of length zero).
 *
 * @param normal Points out of the solid, length 3, any positive length.
 * @param offset A length.
 *
 * @example
 * ```ts
 * const floor = planeWall([0, 0, 1], 0); // solid below z = 0
 * const ramp = planeWall([1, 0, 2], 0.5); // normal of unit length: 0.447, 0, 0.894
 * ```
 */
export function planeWall(normal: ReadonlyVec3 | ArrayLike<number>, offset: number): PlaneWall {
  const unit = unitNormal('plane wall', normal, 3);
  if (!Number.isFinite(offset)) throw new InputError('not-finite', `the offset of the plane wall is ${offset}`, -1, offset);
  return { kind: 'plane', normal: unit, offset };
}

/**
 * The wall's plane in the frame of body i: unit normal and offset into plane4, which {@link planeWallContact} takes.
 * No precision is lost far from the origin. A body whose pose is not finite or not a rotation, and a wall that is not
 * finite, give NaN. Every kernel then returns Status.Invalid.
 *
 * @param plane4 Length 4: normal, offset.
 */
export function wallPlane(plane4: Float64Array, wall: PlaneWall, bodies: BodySet, i: number): Float64Array {
  const { normal } = wall;
  const { positions } = bodies;
  rotationFromQuaternion(rotation, 0, bodies.orientations, 4 * i);
  carryOffset(plane4, wall, positions, 3 * i, 3);
  // n = R^T n_wall
  for (let k = 0; k < 3; k++) plane4[k] = rotation[k] * normal[0] + rotation[YX + k] * normal[1] + rotation[ZX + k] * normal[2];
  return plane4;
}

const rotation = /* @__PURE__ */ new Float64Array(9);
