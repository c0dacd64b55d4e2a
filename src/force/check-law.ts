import { InputError } from '../math/input-error';

/** Throws for a number of a law that is negative or not finite. */
export function requireNotNegative(numbers: Record<string, number>): void {
  for (const [name, value] of Object.entries(numbers))
    if (!(value >= 0 && value < Infinity))
      throw new InputError('bad-option', `${name} is ${value}; it must be a finite number from 0 on`, -1, value);
}

/** Throws for a strength that is negative or NaN. Infinity is a bond that cannot break. */
export function requireStrength(numbers: Record<string, number>): void {
  for (const [name, value] of Object.entries(numbers))
    if (!(value >= 0)) throw new InputError('bad-option', `${name} is ${value}; it must be a number from 0 on`, -1, value);
}

/** Throws for a choice that is not in its table. */
export function requireChoice(name: string, value: number, table: string, choices: Record<string, number>): void {
  if (!Object.values(choices).includes(value)) {
    const names = Object.keys(choices).map((choice) => `${table}.${choice}`);
    throw new InputError('bad-option', `${name} is ${value}; it must be one of ${names.join(', ')}`, -1, value);
  }
}
