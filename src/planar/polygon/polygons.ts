import { cosSinOfTurn } from '../../math/elementary';
import { InputError } from '../../math/input-error';
import { assemblePolygon } from './assemble-polygon';
import { MAX_POLYGON_VERTICES, type ConvexPolygon } from './convex-polygon';
import { polygonFromVertices } from './from-vertices-2d';

/**
 * A rectangle about the origin with sides along the axes. Throws InputError 'bad-option' unless both sides are from
 * 2^-199 to 2^200, and what {@link polygonFromVertices} throws for a rectangle thinner than rounding.
 *
 * @example
 * ```ts
 * const brick = rectangle(0.2, 0.1);
 * ```
 */
export function rectangle(width: number, height: number): ConvexPolygon {
  const x = positive('width', width) / 2;
  const y = positive('height', height) / 2;
  return polygonFromVertices([-x, -y, x, -y, x, y, -x, y]);
}

/**
 * A regular polygon about the origin, with its first corner on the x axis. Throws InputError 'bad-option' unless count
 * is a whole number from 3 to 5,000 and the radius (of the circle through the corners) is from 2^-199 to 2^200.
 *
 * @example
 * ```ts
 * const hexagon = regularPolygon(6, 1);
 * ```
 */
export function regularPolygon(count: number, radius = 1): ConvexPolygon {
  if (!Number.isInteger(count) || count < 3 || count > MAX_POLYGON_VERTICES) {
    throw new InputError('bad-option', `count is a whole number from 3 to ${MAX_POLYGON_VERTICES}, not ${count}`, -1, count);
  }
  positive('radius', radius);
  const points = new Float64Array(2 * count);
  for (let k = 0; k < count; k++) {
    cosSinOfTurn(direction, k, count);
    points[2 * k] = radius * direction[0];
    points[2 * k + 1] = radius * direction[1];
  }
  return assemblePolygon(points);
}

const direction = /* @__PURE__ */ new Float64Array(2);

/** Sizes whose second moments neither vanish nor overflow. */
const LEAST_SIZE = 2 ** -199;
const LARGEST_SIZE = 2 ** 200;

/** The number, if it can be a size. */
function positive(name: string, value: number): number {
  if (value >= LEAST_SIZE && value <= LARGEST_SIZE) return value;
  const isSize = value > 0 && value < Infinity;
  const words = isSize ? `too ${value < 1 ? 'small: choose a smaller' : 'large: choose a larger'} unit of length` : 'no positive number';
  throw new InputError('bad-option', `${name} is ${value}, ${words}`, -1, value);
}
