import { InputError } from '../../src/math/input-error';

/** The code of the InputError that `run` throws, 'nothing thrown' where it throws none; other errors pass through. */
export function codeOf(run: () => unknown): string {
  try {
    run();
  } catch (error) {
    if (error instanceof InputError) return error.code;
    throw error;
  }
  return 'nothing thrown';
}
