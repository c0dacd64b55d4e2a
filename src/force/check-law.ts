import { InputError } from '../math/input-error';

/** Throws for a number of a law that is negative or not finite. */
export function requireNotNegative(numbers: Record<string, number>): void {
  for (const [name, value] of Object.entries(numbers))
    if (!(value >= 0 && value < Infinity))
      throw new InputError('bad-option', `${name} is ${value}; it must be a finite number from 0 on`, -1, value);
}
