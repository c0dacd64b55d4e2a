import { InputError } from '../math/input-error';

/** A linear elastic, isotropic material. SI units suggested. */
export interface ElasticMaterial {
  /** Young's modulus E, force an area. */
  readonly youngsModulus: number;
  /** Poisson's ratio, from 0 to below 0.5. */
  readonly poissonRatio: number;
  /** Mass a volume; in the plane mass an area of a slice of unit thickness. */
  readonly density: number;
}

/**
 * A checked material. Throws InputError 'bad-option' unless E > 0, 0 <= nu < 0.5 and density > 0.
 *
 * @example
 * ```ts
 * const rock = createElasticMaterial(30e9, 0.22, 2500);
 * console.log(rock.youngsModulus);
 * ```
 */
export function createElasticMaterial(youngsModulus: number, poissonRatio: number, density: number): ElasticMaterial {
  const material = { youngsModulus, poissonRatio, density };
  checkMaterial(material, -1);
  return material;
}

/** The index is that of the block, or -1. */
export function checkMaterial({ youngsModulus, poissonRatio, density }: ElasticMaterial, index: number): void {
  if (!(youngsModulus > 0 && youngsModulus < Infinity))
    throw new InputError('bad-option', `youngsModulus is ${youngsModulus}; it must be a number above 0`, index, youngsModulus);
  if (!(poissonRatio >= 0 && poissonRatio < 0.5))
    throw new InputError(
      'bad-option',
      `poissonRatio is ${poissonRatio}; it must be from 0 to below 0.5, because a material of 0.5 does not change its volume`,
      index,
      poissonRatio,
    );
  if (!(density > 0 && density < Infinity))
    throw new InputError('bad-option', `density is ${density}; it must be a number above 0`, index, density);
}

/** First Lame constant. */
export function lameLambda({ youngsModulus, poissonRatio }: ElasticMaterial): number {
  return (youngsModulus * poissonRatio) / ((1 + poissonRatio) * (1 - 2 * poissonRatio));
}

/** Second Lame constant, the shear modulus. */
export function lameMu({ youngsModulus, poissonRatio }: ElasticMaterial): number {
  return youngsModulus / (2 * (1 + poissonRatio));
}
