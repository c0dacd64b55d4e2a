import fc from 'fast-check';
import { expect, test } from 'vitest';
import { spatialOrder } from '../../src/broad-phase';
import { runs } from '../arbitraries/settings';
import { layouts } from '../arbitraries/spheres';

const order = (centres: number[], cellSize: number): number[] =>
  Array.from(spatialOrder(new Int32Array(centres.length / 3), centres.length / 3, Float64Array.from(centres), cellSize));

test('layers, rows, columns, then numbers', () => {
  const places = [
    [2.5, 0, 0],
    [0, 0, 2.5],
    [0, 2.5, 0],
    [0, 0, 0],
    [0.5, 0.5, 0.5],
    [1.5, 0, 0.9],
  ];
  expect(order(places.flat(), 1)).toEqual([3, 4, 5, 0, 2, 1]);
});

test('bodies whose centre is not finite come last', () => {
  expect(order([Number.NaN, 0, 0, 9, 0, 0, 0, Infinity, 0, 1, 0, 0], 1)).toEqual([3, 1, 0, 2]);
});

test.each([Number.NaN, -1, Infinity])('cell size %s: as they were', (cellSize) => {
  expect(order([9, 0, 0, 1, 0, 0], cellSize)).toEqual([0, 1]);
});

test.each(Object.keys(layouts))('a permutation in which the order of cells rises: %s', (name) => {
  fc.assert(
    fc.property(layouts[name], fc.constantFrom(0, 0.25, 1, 1e9), ({ centres, radii }, cellSize) => {
      const found = Array.from(spatialOrder(new Int32Array(radii.length), radii.length, centres, cellSize));
      expect([...found].sort((a, b) => a - b)).toEqual([...radii.keys()]);
      // z may fall by no more than a cell from one body to a later one.
      const z = found.map((b) => centres[3 * b + 2]);
      const cell = cellSize * 1.001 + 1e-200;
      let highest = -Infinity;
      for (const value of z) {
        if (Math.abs(value) < 1e6 * cell && Math.abs(highest) < 1e6 * cell) expect(value).toBeGreaterThan(highest - cell);
        highest = Math.max(highest, value);
      }
    }),
    runs(40),
  );
});
