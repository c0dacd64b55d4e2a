/**
 * What simulators stand on, with default options: blocks come to rest on each other and stay, and energy is kept by
 * what the pressure law keeps. Few blocks and little time; stability.long.ts has the full scenes.
 */
import { describe, expect, test } from 'vitest';
import { exactMethod, fastCommonPlaneMethod, shortestLinkMethod, trackedShortestLinkMethod } from '../../src';
import { exactLineMethod, fastCommonLineMethod, shortestLinkMethod2d } from '../../src/planar';
import { column, column2d, pour, pyramid, pyramid2d, wall } from './scenes';
import { drift, rest, rest2d, type Rest } from './simulate';

/** Every method, bare or rounded in turn. */
const methods = [
  ['exact', 0, exactMethod],
  ['slm', 0.05, shortestLinkMethod],
  ['slm-tracked', 0, trackedShortestLinkMethod],
  ['fcp', 0.05, fastCommonPlaneMethod],
] as const;
const methods2d = [
  ['exact', 0, exactLineMethod],
  ['slm', 0.05, shortestLinkMethod2d],
  ['fcp', 0, fastCommonLineMethod],
] as const;

function expectRest({ fall, kinetic, crept }: Rest, creep = 1e-6): void {
  expect(fall).toBeGreaterThan(0.01);
  expect(kinetic).toBeLessThan(1e-9);
  expect(crept).toBeLessThan(creep);
}

describe('damped, with friction: at rest', () => {
  test.each(methods)('%s, rounded by %s: a column of 3, with a drag', (_, rounding, method) => {
    expectRest(rest(column(3, rounding, 1), method, 6000, 1));
  });
  test.each(methods)('%s, rounded by %s: bricks on two bricks', (_, rounding, method) => {
    expectRest(rest(wall(2, 2, rounding, 1), method, 2500));
  });
  test('a pyramid of 3 rows', () => {
    expectRest(rest(pyramid(3, 0, 1), shortestLinkMethod, 4000));
  });
  test('polyhedra poured into a box, with a drag', () => {
    expectRest(rest(pour(3, 0, 2), shortestLinkMethod, 14_000, 1), 1e-4);
  });
  test.each(methods2d)('in the plane, %s, rounded by %s: a column of 3 and a pyramid of 4 rows', (_, rounding, method) => {
    expectRest(rest2d(column2d(3, rounding, 1), method, 7000, 1));
    expectRest(rest2d(pyramid2d(4, rounding, 1), method, 5000));
  });
});

describe('without damping and friction: energy', () => {
  // Faces a hundredth of a radian from flush meet block on block: the normal changes between those of both.
  test.each(methods)('%s, rounded by %s: of a column of 3 and of bricks on bricks', (_, rounding, method) => {
    for (const scene of [column(3, rounding, 1), wall(2, 2, rounding, 1)]) {
      const { lost, gained } = drift(scene, method, 1000);
      expect(gained).toBeLessThan(0.01);
      expect(lost).toBeGreaterThan(-0.01);
    }
  });
});
