/** Checks of what contacts of deformable blocks are given, in space and in the plane. */
import { createSpringLaw, type SpringLaw } from '../force/spring-law';
import { InputError } from '../math/input-error';

/** Throws what createSpringLaw throws for these numbers. */
export function checkLaw(law: SpringLaw | null): void {
  if (law === null || typeof law !== 'object')
    throw new InputError('bad-option', `a law must be what createSpringLaw gives, got ${String(law)}`);
  createSpringLaw(law.normalStiffness, law.shearStiffness, law.friction, law);
}

/** A fixed plane, or a line in the plane. */
interface Border {
  readonly normal: ArrayLike<number>;
  readonly offset: number;
}

/** A set in space has the dimension 3, one in the plane 2. */
export function checkDimension(dimension: number, needed: number): void {
  if (dimension !== needed)
    throw new InputError(
      'bad-option',
      `the set of blocks has the dimension ${dimension}; these contacts need the dimension ${needed}`,
      -1,
      dimension,
    );
}

/** `name` is plane or line; the normal has `size` numbers. */
export function checkBorder(name: string, size: number, { normal = [], offset }: Partial<Border>, index: number): void {
  if (normal.length !== size)
    throw new InputError(
      'bad-length',
      `normal of ${name} ${index} has ${normal.length} numbers; it must have ${size}`,
      index,
      normal.length,
    );
  for (const x of [...Array.from(normal), offset])
    if (!Number.isFinite(x)) throw new InputError('not-finite', `${name} ${index} has ${String(x)} in place of a number`, index, x);
  let square = 0;
  for (let k = 0; k < size; k++) square += normal[k] * normal[k];
  const length = Math.sqrt(square);
  if (!(Math.abs(length - 1) <= 1e-9))
    throw new InputError('not-unit', `normal of ${name} ${index} has the length ${length}; it must have the length 1`, index, length);
}

/** A tolerance is above 0 and up to `most`. */
export function checkTolerance(tolerance: number, most: number): void {
  if (!(tolerance > 0 && tolerance <= most))
    throw new InputError('bad-option', `tolerance is ${tolerance}; it must be above 0, and up to ${most}`, -1, tolerance);
}

/** A bond is felt up to a gap of the tolerance. One that never breaks has infinite strength. */
export function checkBond({ tensileStrength, normalStiffness }: SpringLaw, tolerance: number): void {
  if (tensileStrength < Infinity && tensileStrength > normalStiffness * tolerance)
    throw new InputError(
      'bad-option',
      `tensileStrength is ${tensileStrength}, but bonds end at a gap of tolerance, with ${normalStiffness * tolerance}; take a stiffer law`,
      -1,
      tensileStrength,
    );
}
