import { InputError } from '../../src/math/input-error';

/** The InputError that a call throws; fails when it throws something else or nothing. */
export function caught(call: () => unknown): InputError {
  try {
    call();
  } catch (error) {
    if (error instanceof InputError) return error;
    throw error;
  }
  throw new Error('nothing was thrown');
}
