import type { ReadonlyVec3 } from 'gl-matrix';
import { InputError } from '../math/input-error';
import { TOLERANCE_ULPS } from './convex-polyhedron';

/** Points as one flat array x y z x y z ..., or as triples. */
export type Points = ArrayLike<number> | readonly ReadonlyVec3[];

export interface PointSet {
  /** x y z packed. */
  readonly coordinates: Float64Array;
  /** Their accuracy, a length: {@link TOLERANCE_ULPS} rounding steps at the largest coordinate. */
  readonly tolerance: number;
}

/**
 * Reads points: copies them to doubles and finds their tolerance.
 *
 * Numbers in a Float32Array were rounded to single precision. Their rounding step is 2^-23 of the largest coordinate,
 * not 2^-52. For example, the corners of a rotated cube are coplanar only to about that step. If the single-precision
 * numbers are exact, pass a copy, `Float64Array.from(positions)`.
 *
 * Throws InputError: 'bad-length' (not a whole number of triples), 'not-finite' (index of the point, the number; also
 * for numbers above {@link LARGEST_COORDINATE}), 'coincident' (all below {@link SMALLEST_SOLID} / 2).
 */
export function readPoints(points: Points): PointSet {
  const length: unknown = (points as Points | null | undefined)?.length;
  if (typeof length !== 'number' || typeof points === 'string') {
    throw new InputError('bad-length', `points are an array of numbers x y z or of triples, not ${typeof points}`);
  }
  if (length > MAX_POINTS) throw new InputError('bad-length', `${length} points or numbers are more than ${MAX_POINTS}`, -1, length);
  const nested = length > 0 && typeof points[0] !== 'number';
  const coordinates = new Float64Array(nested ? 3 * points.length : points.length);
  let single = points instanceof Float32Array;
  if (nested) {
    for (let i = 0; i < points.length; i++) {
      const p = points[i] as ReadonlyVec3 | null | undefined;
      if (p?.length !== 3)
        throw new InputError(
          'bad-length',
          `point ${i} is ${p?.length === undefined ? String(p) : `of ${p.length} coordinates`}, expected 3`,
          i,
          p?.length,
        );
      if (p instanceof Float32Array) single = true;
      for (let k = 0; k < 3; k++) coordinates[3 * i + k] = p[k];
    }
  } else {
    if (points.length % 3 !== 0) {
      throw new InputError('bad-length', `${points.length} numbers are not a whole number of points x y z`, -1, points.length);
    }
    coordinates.set(points as ArrayLike<number>);
  }

  let largest = 0;
  for (let i = 0; i < coordinates.length; i++) {
    const x = coordinates[i];
    const point = Math.floor(i / 3);
    if (!Number.isFinite(x)) throw new InputError('not-finite', `coordinate ${'xyz'[i % 3]} of point ${point} is ${x}`, point, x);
    if (Math.abs(x) > LARGEST_COORDINATE) {
      const advice = `choose a larger unit of length`;
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

/**
 * Throws InputError 'coincident' if the coordinates are too small for a solid. If all are zero, the hull reports the
 * error.
 */
export function checkLargest(largest: number): void {
  if (largest > 0 && largest < SMALLEST_SOLID / 2) {
    throw new InputError('coincident', `all points are within ${largest} of the origin: choose a smaller unit of length`, -1, largest);
  }
}

/** The coordinates of 2^27 points. A longer list is a mistake, and would not fit in memory. */
const MAX_POINTS = 3 * 2 ** 27;

/** 2^200, about 1.6e60: the inertia of a solid of this size, which grows with the fifth power, is still finite. */
export const LARGEST_COORDINATE = 2 ** 200;

/**
 * 2^-200, about 6e-61: the inertia of a solid of this size is still a normal number. A smaller solid counts as one
 * point.
 */
export const SMALLEST_SOLID = 2 ** -200;
