/* eslint-disable no-restricted-syntax -- data enters the library here: checkPeriodicBox throws, searches do not */
/**
 * A box that repeats along some of its axes: a body that leaves it on one side enters on the other side. A body
 * represents all its images, which are at its position + k * edge, with integer k. The edge of an axis is the double
 * max - min. The border itself has no meaning, so bodies may lie anywhere, also many edges outside.
 */
import type { ReadonlyVec2, ReadonlyVec3 } from 'gl-matrix';
import { InputError } from '../math/input-error';

export interface PeriodicBox {
  readonly min: ReadonlyVec3;
  readonly max: ReadonlyVec3;
  /** Which axes repeat; default all three. Bounds on the others are not read. */
  readonly axes?: readonly [boolean, boolean, boolean];
}

/** A {@link PeriodicBox} of the plane. */
export interface PeriodicBox2d {
  readonly min: ReadonlyVec2;
  readonly max: ReadonlyVec2;
  /** Which axes repeat; default both. Bounds on the other are not read. */
  readonly axes?: readonly [boolean, boolean];
}

/** For edges outside this range, squares and products of the exact decisions would overflow or underflow. */
const LEAST_EDGE = 2 ** -500;
const LARGEST_EDGE = 2 ** 500;

/**
 * Checks a periodic box, for programs that need an error instead of a list of invalid bodies.
 *
 * Throws InputError, with the axis (0 x, 1 y, 2 z) as `index` and the number as `value`, only for axes that repeat:
 * - 'not-finite': a bound is NaN, infinite or not a number;
 * - 'bad-option': max - min is not above 0, or not between 2^-500 and 2^500 (1e-150 .. 1e150); `axes` are not three
 *   booleans, or there is no box.
 *
 * @example
 * ```ts
 * checkPeriodicBox({ min: [0, 0, 0], max: [1, 1, 2], axes: [true, true, false] });
 * ```
 */
export function checkPeriodicBox(box: PeriodicBox): void {
  check('xyz', 'three', box);
}

/**
 * The same for a box of the plane: two axes.
 *
 * @example
 * ```ts
 * checkPeriodicBox2d({ min: [0, 0], max: [1, 2], axes: [true, false] });
 * ```
 */
export function checkPeriodicBox2d(box: PeriodicBox2d): void {
  check('xy', 'two', box);
}

function check(names: string, number: string, box: PeriodicBox | PeriodicBox2d): void {
  const n = names.length;
  // Plain JavaScript does not check the type.
  const { min, max, axes } = (box as PeriodicBox | null) ?? ({} as Partial<PeriodicBox>);
  if (!min || !max || min.length !== n || max.length !== n) {
    throw new InputError('bad-option', `a periodic box needs min and max, ${number} numbers each`);
  }
  if (axes !== undefined && !(Array.isArray(axes) && axes.length === n && axes.every((axis) => typeof axis === 'boolean'))) {
    throw new InputError('bad-option', `axes of a periodic box must be ${number} booleans`);
  }
  for (let axis = 0; axis < n; axis++) {
    if (axes !== undefined && !axes[axis]) continue;
    for (const [name, bound] of [
      ['min', min[axis]],
      ['max', max[axis]],
    ] as const) {
      if (!Number.isFinite(bound))
        throw new InputError('not-finite', `${name} of the periodic box is ${bound} along ${names[axis]}`, axis, bound);
    }
    const edge = max[axis] - min[axis];
    if (!(edge >= LEAST_EDGE && edge <= LARGEST_EDGE)) {
      throw new InputError(
        'bad-option',
        `the periodic box goes from ${min[axis]} to ${max[axis]} along ${names[axis]}: max - min must be a length from 2^-500 to 2^500, got ${edge}`,
        axis,
        edge,
      );
    }
  }
}

/**
 * Writes the edges of the box (0 on axes that do not repeat) and its start. False for a box that checkPeriodicBox
 * refuses.
 */
export function layBox(edges: Float64Array, starts: Float64Array, box: PeriodicBox | undefined): boolean {
  for (let axis = 0; axis < 3; axis++) {
    edges[axis] = 0;
    starts[axis] = 0;
    if (box === undefined) continue;
    if (box === null || !box.min || !box.max || box.min.length !== 3 || box.max.length !== 3) return false;
    if (box.axes !== undefined) {
      if (!Array.isArray(box.axes) || box.axes.length !== 3 || typeof box.axes[axis] !== 'boolean') return false;
      if (!box.axes[axis]) continue;
    }
    const edge = box.max[axis] - box.min[axis];
    if (!(Number.isFinite(box.min[axis]) && Number.isFinite(box.max[axis]) && edge >= LEAST_EDGE && edge <= LARGEST_EDGE)) return false;
    edges[axis] = edge;
    starts[axis] = box.min[axis];
  }
  return true;
}
