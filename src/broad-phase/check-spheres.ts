/* eslint-disable no-restricted-syntax -- data enters the library here: this check throws, the searches do not */
import { InputError } from '../math/input-error';

/**
 * Checks the input of a broad-phase search, for programs that need an error instead of a list of invalid bodies. Cold:
 * O(count), for set-up and for debugging, not for every step.
 *
 * Throws InputError, with the body as `index` and the number as `value`:
 * - 'bad-option': `count` is not a whole number >= 0, `margin` is negative or not finite, or an array is missing;
 * - 'bad-length': `centres` has fewer than 3 count entries or `radii` fewer than count (longer arrays are allowed);
 * - 'not-finite': a coordinate is NaN or infinite;
 * - 'bad-radius': a radius is negative, NaN or infinite (zero is a point and is allowed).
 *
 * @param centres x y z of each body.
 * @param radii Bounding radii, a length each.
 * @param margin Largest distance of listed bodies that do not touch, a length >= 0.
 *
 * @example
 * ```ts
 * checkSpheres(2, new Float64Array([0, 0, 0, 1, 0, 0]), new Float64Array([0.5, 0.5]), 0.1);
 * ```
 */
export function checkSpheres(count: number, centres: Float64Array, radii: Float64Array, margin = 0): void {
  check('x y z', count, centres, radii, margin);
}

/**
 * The same for bodies in the plane ({@link nbsPairs2d}): two coordinates x y for each body.
 *
 * @param centres x y of each body.
 *
 * @example
 * ```ts
 * checkDiscs(2, new Float64Array([0, 0, 1, 0]), new Float64Array([0.5, 0.5]), 0.1);
 * ```
 */
export function checkDiscs(count: number, centres: Float64Array, radii: Float64Array, margin = 0): void {
  check('x y', count, centres, radii, margin);
}

function check(coordinates: string, count: number, centres: Float64Array, radii: Float64Array, margin: number): void {
  const axes = coordinates.split(' ');
  if (!(Number.isInteger(count) && count >= 0)) {
    throw new InputError('bad-option', `count must be a whole number >= 0, got ${count}`, -1, count);
  }
  if (!Number.isFinite(margin) || margin < 0) {
    throw new InputError('bad-option', `margin must be a finite length >= 0, got ${margin}`, -1, margin);
  }
  // Plain JavaScript does not check the type.
  for (const [name, array] of Object.entries({ centres, radii })) {
    if (!ArrayBuffer.isView(array)) throw new InputError('bad-option', `${name} must be a Float64Array, got ${String(array)}`);
  }
  if (centres.length < axes.length * count) {
    throw new InputError(
      'bad-length',
      `centres has ${centres.length} entries, ${axes.length * count} are needed (${coordinates} of ${count} bodies)`,
      -1,
      centres.length,
    );
  }
  if (radii.length < count) throw new InputError('bad-length', `radii has ${radii.length} entries, ${count} are needed`, -1, radii.length);
  for (let i = 0; i < count; i++) {
    for (let k = 0; k < axes.length; k++) {
      const x = centres[axes.length * i + k];
      if (!Number.isFinite(x)) throw new InputError('not-finite', `coordinate ${axes[k]} of body ${i} is ${x}`, i, x);
    }
    if (!(radii[i] >= 0 && radii[i] < Infinity)) {
      throw new InputError('bad-radius', `radius of body ${i} is ${radii[i]}, expected a finite length >= 0`, i, radii[i]);
    }
  }
}
