import { expect, test } from 'vitest';
import { checkDiscs, checkSpheres } from '../../src/broad-phase';
import { InputError } from '../../src/math/input-error';

const centres = (...bad: [at: number, value: number][]) => {
  const out = new Float64Array(12).fill(1);
  for (const [at, value] of bad) out[at] = value;
  return out;
};
const radii = (at = 0, value = 0.5) => {
  const out = new Float64Array(4).fill(0.5);
  out[at] = value;
  return out;
};

function thrown(run: () => void): InputError {
  try {
    run();
  } catch (error) {
    expect(error).toBeInstanceOf(InputError);
    return error as InputError;
  }
  throw new Error('nothing was thrown');
}

test('accepts points, huge numbers, longer arrays and no bodies', () => {
  checkSpheres(4, centres([0, 1e308]), radii(1, 0), 0);
  checkSpheres(3, centres([9, Number.NaN]), radii(3, -1), 1e308);
  checkSpheres(0, new Float64Array(0), new Float64Array(0));
});

test.each([
  ['not-finite', 2, Number.NaN, () => checkSpheres(4, centres([7, Number.NaN]), radii(), 0), 'coordinate y of body 2 is NaN'],
  ['not-finite', 0, -Infinity, () => checkSpheres(4, centres([2, -Infinity]), radii(), 0), 'coordinate z of body 0 is -Infinity'],
  ['not-finite', 1, Infinity, () => checkSpheres(4, centres([3, Infinity], [9, Number.NaN]), radii(1, -1), 0), 'coordinate x of body 1'],
  ['bad-radius', 3, -1, () => checkSpheres(4, centres(), radii(3, -1), 0), 'radius of body 3 is -1'],
  ['bad-radius', 1, Number.NaN, () => checkSpheres(4, centres(), radii(1, Number.NaN), 0), 'radius of body 1 is NaN'],
  ['bad-radius', 0, Infinity, () => checkSpheres(4, centres(), radii(0, Infinity), 0), 'radius of body 0 is Infinity'],
  ['bad-length', -1, 12, () => checkSpheres(5, centres(), new Float64Array(5), 0), 'centres has 12 entries, 15 are needed'],
  ['bad-length', -1, 4, () => checkSpheres(5, new Float64Array(15), radii(), 0), 'radii has 4 entries, 5 are needed'],
  ['bad-option', -1, -0.1, () => checkSpheres(4, centres(), radii(), -0.1), 'margin'],
  ['bad-option', -1, Number.NaN, () => checkSpheres(4, centres(), radii(), Number.NaN), 'margin'],
  ['bad-option', -1, Infinity, () => checkSpheres(4, centres(), radii(), Infinity), 'margin'],
  [
    'bad-option',
    -1,
    null,
    () => checkSpheres(4, centres(), radii(), null as unknown as number),
    'margin must be a finite length >= 0, got null',
  ],
  ['bad-option', -1, -1, () => checkSpheres(-1, centres(), radii(), 0), 'count'],
  ['bad-option', -1, 2.5, () => checkSpheres(2.5, centres(), radii(), 0), 'count'],
  ['bad-option', -1, Number.NaN, () => checkSpheres(Number.NaN, centres(), radii(), 0), 'count'],
])('%s at %d, value %d', (code, index, value, run, words) => {
  const error = thrown(run);
  expect([error.code, error.index, error.value]).toEqual([code, index, value]);
  expect(error.message).toContain(words);
});

test('discs: two coordinates a body', () => {
  checkDiscs(2, new Float64Array([0, 1, 2, 3]), new Float64Array([0, 1]));
  checkDiscs(1, new Float64Array([0, 1, Number.NaN]), new Float64Array([0.5]), 0.1);
  const short = thrown(() => checkDiscs(2, new Float64Array(3), new Float64Array(2)));
  expect([short.code, short.value]).toEqual(['bad-length', 3]);
  expect(short.message).toContain('4 are needed (x y of 2 bodies)');
  const y = thrown(() => checkDiscs(2, new Float64Array([0, 0, 0, Infinity]), new Float64Array(2)));
  expect([y.code, y.index, y.value]).toEqual(['not-finite', 1, Infinity]);
  expect(y.message).toContain('coordinate y of body 1');
  expect(thrown(() => checkDiscs(1, new Float64Array(2), new Float64Array([-1]))).code).toBe('bad-radius');
  expect(thrown(() => checkDiscs(1, new Float64Array(2), new Float64Array(1), -1)).code).toBe('bad-option');
});
