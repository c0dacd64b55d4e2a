import type { ReadonlyVec2 } from 'gl-matrix';
import { InputError } from '../../math/input-error';
import { TOLERANCE_ULPS } from './convex-polygon';

/** Points as one flat array x y x y ..., or as pairs. */
export type Points2d = ArrayLike<number> | readonly ReadonlyVec2[];

export interface PointSet2d {
  /** x y packed. */
  readonly coordinates: Float64Array;
  /** How exactly they are known, a length: {@link TOLERANCE_ULPS} rounding steps at the largest coordinate. */
  readonly tolerance: number;
}

/**
 * Reads points: copies them to doubles and finds their tolerance. Numbers from a Float32Array were rounded to single
 * precision, so their rounding step is 2^-23 of the largest coordinate and not 2^-52.
 *
 * Throws InputError: 'bad-length' (not a whole number of pairs), 'not-finite' (index of the point, the number; also for
 * what is no number, such as null, and for numbers above {@link LARGEST_COORDINATE}), 'coincident' (all below {@link
 * SMALLEST_POLYGON} / 2).
 */
export function readPoints2d(points: Points2d): PointSet2d {
  const length: unknown = (points as Points2d | null | undefined)?.length;
  if (typeof length !== 'number' || length < 0 || typeof points === 'string') {
    throw new InputError('bad-length', `points are an array of numbers x y or of pairs, not ${typeof points}`);
  }
  if (length > MAX_POINTS) throw new InputError('bad-length', `${length} points or numbers are more than ${MAX_POINTS}`, -1, length);
  const nested = length > 0 && typeof points[0] !== 'number';
  const coordinates = new Float64Array(nested ? 2 * length : length);
  let single = points instanceof Float32Array;
  if (nested) {
    for (let i = 0; i < length; i++) {
      const p = points[i] as ReadonlyVec2 | null | undefined;
      if (p?.length !== 2) {
        const found = p?.length === undefined ? String(p) : `of ${p.length} coordinates`;
        throw new InputError('bad-length', `point ${i} is ${found}, expected 2`, i, p?.length);
      }
      if (p instanceof Float32Array) single = true;
      coordinates[2 * i] = numberAt(p[0], i);
      coordinates[2 * i + 1] = numberAt(p[1], i);
    }
  } else {
    if (length % 2 !== 0) throw new InputError('bad-length', `${length} numbers are not a whole number of points x y`, -1, length);
    for (let i = 0; i < length; i++) coordinates[i] = numberAt((points as ArrayLike<number>)[i], i >> 1);
  }

  let largest = 0;
  for (let i = 0; i < coordinates.length; i++) {
    const x = coordinates[i];
    const point = i >> 1;
    const name = i % 2 === 0 ? 'x' : 'y';
    if (!Number.isFinite(x)) throw new InputError('not-finite', `coordinate ${name} of point ${point} is ${x}`, point, x);
    if (Math.abs(x) > LARGEST_COORDINATE) {
      const advice = 'choose a larger unit of length';
      throw new InputError(
        'not-finite',
        `coordinate ${x} of point ${point} is so large that its inertia is not finite: ${advice}`,
        point,
        x,
      );
    }
    largest = Math.max(largest, Math.abs(x));
  }
  checkLargest(largest);
  return { coordinates, tolerance: TOLERANCE_ULPS * (single ? 2 ** -23 : 2 ** -52) * largest };
}

/** The number itself: null and texts would be taken for numbers without a word. */
function numberAt(x: unknown, point: number): number {
  if (typeof x === 'number') return x;
  throw new InputError('not-finite', `a coordinate of point ${point} is no number but ${String(x)}`, point);
}

/**
 * Throws InputError 'coincident' for coordinates so small that no polygon has them. All zero is left to the hull, which
 * says what is wrong.
 */
export function checkLargest(largest: number): void {
  if (largest > 0 && largest < SMALLEST_POLYGON / 2) {
    throw new InputError('coincident', `all points are within ${largest} of the origin: choose a smaller unit of length`, -1, largest);
  }
}

/** As many as a list of 2^27 points has coordinates. */
const MAX_POINTS = 2 ** 28;

/** 2^200: the inertia of a polygon of this size, which grows with the fourth power of the size, is still finite. */
export const LARGEST_COORDINATE = 2 ** 200;

/** 2^-200: the inertia of a polygon of this size is still a normal number. Smaller ones count as one point. */
export const SMALLEST_POLYGON = 2 ** -200;
