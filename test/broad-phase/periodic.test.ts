import { expect, test } from 'vitest';
import { checkPeriodicBox, type PeriodicBox } from '../../src/broad-phase';
import { InputError } from '../../src/math/input-error';

test('accepts boxes of any size and place, typed arrays, and any bounds on axes that do not repeat', () => {
  checkPeriodicBox({ min: [0, 0, 0], max: [1, 1, 1] });
  checkPeriodicBox({ min: new Float32Array([-1e6, 0, 3]), max: new Float32Array([1e6, 1e-6, 4]) });
  checkPeriodicBox({ min: [0, Number.NaN, 5], max: [1e-140, 0, 1], axes: [true, false, false] });
  checkPeriodicBox({ min: [1, 1, 1], max: [0, 0, 0], axes: [false, false, false] });
});

const box = (min: number[], max: number[], axes?: unknown) => ({ min, max, axes }) as unknown as PeriodicBox;

test.each([
  ['not-finite', 1, Number.NaN, box([0, Number.NaN, 0], [1, 1, 1]), 'min of the periodic box is NaN along y'],
  ['not-finite', 2, Infinity, box([0, 0, 0], [1, 1, Infinity]), 'max of the periodic box is Infinity along z'],
  ['not-finite', 0, null, box([null as unknown as number, 0, 0], [1, 1, 1]), 'min of the periodic box is null'],
  ['bad-option', 0, -1, box([1, 0, 0], [0, 1, 1]), 'from 1 to 0 along x'],
  ['bad-option', 1, 0, box([0, 3, 0], [1, 3, 1]), 'got 0'],
  ['bad-option', 2, Infinity, box([0, 0, -1.7e308], [1, 1, 1.7e308]), 'got Infinity'],
  ['bad-option', 2, 1e-200, box([0, 0, 0], [1, 1, 1e-200]), '2^-500'],
  ['bad-option', 0, 1e200, box([0, 0, 0], [1e200, 1, 1]), '2^500'],
  ['bad-option', -1, Number.NaN, box([0, 0], [1, 1, 1]), 'three numbers'],
  ['bad-option', -1, Number.NaN, null as unknown as PeriodicBox, 'needs min and max'],
  ['bad-option', -1, Number.NaN, box([0, 0, 0], [1, 1, 1], [true, true]), 'three booleans'],
  ['bad-option', -1, Number.NaN, box([0, 0, 0], [1, 1, 1], [1, 1, 0]), 'three booleans'],
])('%s at %d, value %d', (code, index, value, bad, words) => {
  let error: unknown;
  try {
    checkPeriodicBox(bad);
  } catch (thrown) {
    error = thrown;
  }
  expect(error).toBeInstanceOf(InputError);
  const { code: gotCode, index: gotIndex, value: gotValue, message } = error as InputError;
  expect([gotCode, gotIndex, gotValue]).toEqual([code, index, value]);
  expect(message).toContain(words);
});
