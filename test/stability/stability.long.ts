/**
 * The full scenes of stability.full.ts: `npm run test:long`. Each prints a row for the table of docs/stability.md.
 */
import { describe, expect, test } from 'vitest';
import { exactMethod, fastCommonPlaneMethod, shortestLinkMethod, trackedShortestLinkMethod } from '../../src';
import { exactLineMethod, shortestLinkMethod2d } from '../../src/planar';
import { column, column2d, pour, pyramid, pyramid2d, wall } from './scenes';
import { drift, rest, rest2d, TIME_STEP, type Drift, type Rest } from './simulate';

const methods = [exactMethod, shortestLinkMethod, trackedShortestLinkMethod, fastCommonPlaneMethod];
const bothSorts = methods.flatMap((method) => [0, 0.05].map((rounding) => [method.name, rounding, method] as const));

function expectRest(what: string, steps: number, { fall, kinetic, crept }: Rest, creep = 1e-6): void {
  console.log(`| ${what} | ${steps} | ${steps * TIME_STEP} | ${kinetic.toExponential(0)} | ${crept.toExponential(0)} |`);
  expect(fall).toBeGreaterThan(0.01);
  expect(kinetic).toBeLessThan(1e-9);
  expect(crept).toBeLessThan(creep);
}

function expectKept(what: string, steps: number, { lost, gained }: Drift): void {
  console.log(`| ${what} | ${steps} | ${steps * TIME_STEP} | ${(100 * lost).toFixed(2)} % to +${(100 * gained).toFixed(2)} % |`);
  expect(gained).toBeLessThan(0.01);
  expect(lost).toBeGreaterThan(-0.01);
}

const name = (rounding: number): string => (rounding > 0 ? `rounded by ${rounding}` : 'sharp');

describe('damped, with friction: at rest', () => {
  test.each(bothSorts)('%s, rounded by %s: a column of 10, with a drag', (method, rounding, kernel) => {
    expectRest(`column of 10, ${method}, ${name(rounding)}`, 24_000, rest(column(10, rounding, 1), kernel, 24_000, 1));
  });
  test('a column of 20, with a drag', () => {
    expectRest('column of 20, slm, sharp', 40_000, rest(column(20, 0, 1), shortestLinkMethod, 40_000, 1));
  });
  test.each(bothSorts)('%s, rounded by %s: a wall of 3 x 3 bricks', (method, rounding, kernel) => {
    expectRest(`wall of 3 × 3, ${method}, ${name(rounding)}`, 6000, rest(wall(3, 3, rounding, 1), kernel, 6000));
  });
  test.each([
    [0, trackedShortestLinkMethod],
    [0.05, shortestLinkMethod],
  ] as const)('a pyramid of 10 rows, rounded by %s', (rounding, kernel) => {
    expectRest(`pyramid of 10 rows, ${kernel.name}, ${name(rounding)}`, 24_000, rest(pyramid(10, rounding, 1), kernel, 24_000, 1));
  });
  test('60 polyhedra poured into a box, with a drag', () => {
    expectRest('60 polyhedra poured, slm, sharp', 200_000, rest(pour(60, 0, 1), shortestLinkMethod, 200_000, 0.2), 1e-4);
  });
});

describe('the same in the plane', () => {
  test.each([
    [10, 0.05, exactLineMethod],
    [20, 0, shortestLinkMethod2d],
  ] as const)('a column of %s, rounded by %s, with a drag', (count, rounding, kernel) => {
    expectRest(
      `plane: column of ${count}, ${kernel.name}, ${name(rounding)}`,
      40_000,
      rest2d(column2d(count, rounding, 1), kernel, 40_000, 1),
    );
  });
  test.each([
    [0, shortestLinkMethod2d],
    [0.05, exactLineMethod],
  ] as const)('a pyramid of 20 rows, rounded by %s, with a drag', (rounding, kernel) => {
    expectRest(
      `plane: pyramid of 20 rows, ${kernel.name}, ${name(rounding)}`,
      30_000,
      rest2d(pyramid2d(20, rounding, 1), kernel, 30_000, 1),
    );
  });
});

describe('without damping and friction: energy', () => {
  test.each(bothSorts)('%s, rounded by %s: a column of 10', (method, rounding, kernel) => {
    expectKept(`column of 10, ${method}, ${name(rounding)}`, 3000, drift(column(10, rounding, 1), kernel, 3000));
  });
  test.each(bothSorts)('%s, rounded by %s: a wall of 3 x 3 bricks', (method, rounding, kernel) => {
    expectKept(`wall of 3 × 3, ${method}, ${name(rounding)}`, 2000, drift(wall(3, 3, rounding, 1), kernel, 2000));
  });
  test('a pyramid of 10 rows', () => {
    expectKept('pyramid of 10 rows, slm, sharp', 2000, drift(pyramid(10, 0, 1), shortestLinkMethod, 2000));
  });
});
