/* eslint-disable no-restricted-syntax -- data enters the library here: planeWall throws so that the kernel need not */
/**
 * A plane wall: the half-space n·x <= offset is solid, everything beyond it is free.
 *
 * The plane is carried into a body's frame by {@link wallPlane}: offset - n·p for a body at p. Far from the origin that is a small difference of large
 * numbers, so products and sums carry their rounding errors along (Dekker 1971): the gap is that of the stored numbers, whatever the distance.
 */
import type { ReadonlyVec3 } from 'gl-matrix';
import type { BodySet } from '../body/body-set';
import { InputError } from '../math/input-error';
import { rotationFromQuaternion } from '../math/rotation';

/** A half-space that bodies cannot enter; see {@link planeWall}. */
export interface PlaneWall {
  readonly kind: 'plane';
  /** Unit normal in the world, out of the solid, length 3. The caller may change it between steps; it must stay of unit length. */
  readonly normal: Float64Array;
  /** The solid is n·x <= offset: a length, in the world. The caller may change it between steps. */
  offset: number;
}

/**
 * The wall whose solid side is n·x <= offset, n being the direction of `normal`.
 *
 * `offset` is the distance of the plane from the origin along that direction (negative when the plane lies behind it), whatever the length of `normal`,
 * which is brought to unit length. Throws InputError: 'bad-length' (normal not of 3 numbers), 'not-finite' (normal, index of the coordinate; offset, index -1),
 * 'not-unit' (normal of length zero).
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
  const length: unknown = (normal as ArrayLike<number> | null | undefined)?.length;
  if (length !== 3) throw new InputError('bad-length', `the normal of a plane wall has 3 numbers, got ${String(length)}`);
  let largest = 0;
  for (let k = 0; k < 3; k++) {
    if (!Number.isFinite(normal[k])) throw new InputError('not-finite', `normal[${k}] of the plane wall is ${normal[k]}`, k, normal[k]);
    largest = Math.max(largest, Math.abs(normal[k]));
  }
  if (largest === 0) throw new InputError('not-unit', 'the normal of the plane wall is zero: it has no direction', -1, 0);
  if (!Number.isFinite(offset)) throw new InputError('not-finite', `the offset of the plane wall is ${offset}`, -1, offset);
  // Scaled first, so that squares neither overflow nor vanish.
  const x = normal[0] / largest;
  const y = normal[1] / largest;
  const z = normal[2] / largest;
  const size = Math.sqrt(x * x + y * y + z * z);
  return { kind: 'plane', normal: new Float64Array([x / size, y / size, z / size]), offset };
}

/**
 * The wall's plane in the frame of body i: unit normal and offset into plane4, which {@link planeWallContact} takes. Nothing is lost far from the origin.
 * A body whose pose is not finite or no rotation, and a wall that is not finite, give NaN: every kernel answers Status.Invalid to that.
 *
 * @param plane4 Length 4: normal, offset.
 */
export function wallPlane(plane4: Float64Array, wall: PlaneWall, bodies: BodySet, i: number): Float64Array {
  const { normal } = wall;
  const { positions } = bodies;
  rotationFromQuaternion(rotation, 0, bodies.orientations, 4 * i);
  // offset - n·p: the sum, and what its roundings took away.
  let sum = wall.offset;
  let lost = 0;
  for (let k = 0; k < 3; k++) {
    const a = normal[k];
    const b = -positions[3 * i + k];
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
  plane4[3] = sum + lost;
  for (let k = 0; k < 3; k++) plane4[k] = rotation[k] * normal[0] + rotation[3 + k] * normal[1] + rotation[6 + k] * normal[2];
  return plane4;
}

const rotation = /* @__PURE__ */ new Float64Array(9);

/** 2^27 + 1: splits a double into two halves whose products are exact. */
const SPLIT = 134217729;
