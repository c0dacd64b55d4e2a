import { createDetectOptions } from '../contact/method';
import { InputError } from '../math/input-error';
import type { ConvexPolyhedron } from '../polyhedron/convex-polyhedron';
import { LEAST_SHRINK, MOST_SHRINK, leastArm, type ShrunkenEdgeOptions } from './settings';

/**
 * Options for bodies of the given shapes, checked.
 *
 * Throws InputError 'bad-option' for a lambda outside 0.001 .. 0.01, and for a dTol that is not above the rounding of
 * the shapes and below the least shrink distance.
 *
 * @example
 * ```ts
 * const options = createShrunkenEdgeOptions([box(1, 1, 1)], { shrink: 0.005, tolerance: 1e-3 });
 * ```
 */
export function createShrunkenEdgeOptions(
  shapes: readonly ConvexPolyhedron[],
  {
    variant = 'corrected',
    shrink = MOST_SHRINK,
    tolerance,
    rims = false,
  }: Pick<ShrunkenEdgeOptions, 'variant' | 'shrink' | 'tolerance' | 'rims'> = {},
): ShrunkenEdgeOptions {
  if (!(shrink >= LEAST_SHRINK && shrink <= MOST_SHRINK))
    throw new InputError('bad-option', `shrink is ${shrink}; it must be from ${LEAST_SHRINK} to ${MOST_SHRINK}`, -1, shrink);
  if (variant !== 'corrected' && variant !== 'published')
    throw new InputError('bad-option', `variant is ${String(variant)}; it must be 'corrected' or 'published'`, -1);
  const options: ShrunkenEdgeOptions = { ...createDetectOptions(), variant, shrink, rims };
  if (tolerance === undefined) return options;
  shapes.forEach((shape, s) => {
    const most = shrink * leastArm(shape)[0];
    if (!(tolerance < most && tolerance > 2 * shape.tolerance))
      throw new InputError(
        'bad-option',
        `tolerance is ${tolerance}; for shape ${s} it must be above its rounding, ${2 * shape.tolerance}, and below its least shrink distance, ${most}`,
        s,
        tolerance,
      );
  });
  options.tolerance = tolerance;
  return options;
}
