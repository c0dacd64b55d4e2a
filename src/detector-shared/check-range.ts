/** Checks of what detectRange and detectRange2d are given. */
import { InputError } from '../math/input-error';
import type { PairTable, StateSize } from './pair-table';

/**
 * Throws InputError 'bad-index' for a range that is not of the table (value: the wrong end), 'bad-option' for a table
 * whose slots are too short for the method.
 */
export function checkRange(method: StateSize & { name: string }, table: PairTable, from: number, to: number): void {
  const { count, stateInts, stateFloats } = table;
  if (stateInts < method.stateInts || stateFloats < method.stateFloats) {
    throw new InputError(
      'bad-option',
      `slots of the table have ${stateInts} integers and ${stateFloats} doubles, the method '${method.name}' needs ${method.stateInts} and ${method.stateFloats}`,
    );
  }
  if (!(Number.isInteger(from) && from >= 0 && from <= count))
    throw new InputError('bad-index', `a range of ${count} pairs cannot begin at ${from}`, -1, from);
  if (!(Number.isInteger(to) && to >= from && to <= count))
    throw new InputError('bad-index', `a range of ${count} pairs from ${from} cannot end at ${to}`, -1, to);
}
