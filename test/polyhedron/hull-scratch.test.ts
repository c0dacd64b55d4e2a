import { isDeepStrictEqual } from 'node:util';
import { describe, expect, test } from 'vitest';
import { createRandom, randomDirection } from '../../src/math/random';
import { createHullReport, polyhedronFromVertices, validatePolyhedron } from '../../src/polyhedron';

/** Points that make scratch arrays grow, shrink in use, and that join, weld, leave out and fail. */
function inputs(): number[][] {
  const random = createRandom(11);
  const direction = new Float64Array(3);
  const sphere = (count: number): number[] =>
    Array.from({ length: count }, () => {
      randomDirection(direction, random);
      return [...direction];
    }).flat();
  const cube = [0, 1, 2, 3, 4, 5, 6, 7].flatMap((i) => [i & 1, (i >> 1) & 1, (i >> 2) & 1]);
  const grid: number[] = [];
  for (let x = 0; x < 6; x++) for (let y = 0; y < 6; y++) for (let z = 0; z < 6; z++) grid.push(x, y, z);
  return [
    sphere(4),
    sphere(400),
    cube,
    sphere(8),
    grid,
    [...cube, ...cube, ...cube.map((x) => x + 1e-16)],
    [0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 1, 1e-17],
    sphere(60),
    // More points than scratch arrays are kept for.
    [...cube, ...Array.from({ length: 60_000 }, random)],
    [...sphere(30), ...sphere(30).map((x) => x * (1 - 1e-15))],
    sphere(5),
  ];
}

function build(points: readonly number[]): unknown {
  const report = createHullReport();
  try {
    return { polyhedron: polyhedronFromVertices(points, report), report };
  } catch (error) {
    return error;
  }
}

describe('scratch arrays of the hull', () => {
  test('leave nothing behind: every polyhedron is the same whatever was built before', () => {
    const given = inputs();
    const forward = given.map(build);
    const backward = [...given].reverse().map(build).reverse();
    expect(isDeepStrictEqual(backward, forward)).toBe(true);
    const random = createRandom(3);
    for (let k = 0; k < 40; k++) {
      const i = Math.floor(given.length * random());
      if (given[i].length < 10_000) expect(isDeepStrictEqual(build(given[i]), forward[i])).toBe(true);
    }
  });

  test('are not handed out: a polyhedron does not change when others are built', () => {
    const [small, large] = inputs();
    const first = polyhedronFromVertices(small);
    const copy = structuredClone(first);
    const second = polyhedronFromVertices(large);
    polyhedronFromVertices(small.map((x) => -x));
    expect(first).toEqual(copy);
    validatePolyhedron(second);
  });

  test('and the points given are not written to', () => {
    const [, given] = inputs();
    const points = Float64Array.from(given);
    polyhedronFromVertices(points);
    expect([...points]).toEqual(given);
  });

  test('of equal points the first is the corner', () => {
    const cube = [0, 1, 2, 3, 4, 5, 6, 7].flatMap((i) => [i & 1, (i >> 1) & 1, (i >> 2) & 1]);
    const report = createHullReport();
    // Minus zero is zero.
    polyhedronFromVertices([...cube, ...cube.map((x) => (x === 0 ? -0 : x)), ...cube], report);
    expect([...report.vertexOfInput]).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 0, 1, 2, 3, 4, 5, 6, 7, 0, 1, 2, 3, 4, 5, 6, 7]);
    expect(report.welded.length).toBe(16);
  });
});
