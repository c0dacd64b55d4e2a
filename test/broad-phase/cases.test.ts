import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { createNbsWorkspace, createPairList, nbsPairs2d, nbsPairs3d, type PairList } from '../../src/broad-phase';
import { cellAfter, cellBefore, cellOf } from '../../src/broad-phase/cell-grid';

// The stored reference cases (test/cases/README.md), computed elsewhere in exact arithmetic.

type Pair = [number, number];

interface StoredSpheres {
  name: string;
  dim: 2 | 3;
  spheres: number[][];
  expected: { overlapping: Pair[]; touching: Pair[]; cellSize: number; cellPairs: Pair[]; cellBoundary: boolean };
}

type Body = { center: number[]; radius: number } | { min: number[]; max: number[] };

interface StoredBug {
  id: string;
  kind: string;
  bodies: Body[];
  expected: { pairsTouchingCounts: Pair[]; pairsStrictOverlapOnly: Pair[]; invalidBodies: number[] };
}

const folder = new URL('../cases/', import.meta.url);
const stored = readFileSync(new URL('oracle/spheres.jsonl', folder), 'utf8')
  .split('\n')
  .filter((line) => line.trim() !== '')
  .map((line) => JSON.parse(line) as StoredSpheres);
const bugs = readdirSync(new URL('bugs/', folder))
  .filter((file) => file.endsWith('.json'))
  .sort()
  .map((file) => JSON.parse(readFileSync(new URL(`bugs/${file}`, folder), 'utf8')) as StoredBug)
  .filter((bug) => bug.kind === 'broadphase');

const listed = (list: PairList): string[] =>
  Array.from({ length: list.count }, (_, p) => `${list.pairs[2 * p]}-${list.pairs[2 * p + 1]}`).sort();
const names = (pairs: Pair[]): string[] => pairs.map(([i, j]) => `${Math.min(i, j)}-${Math.max(i, j)}`).sort();

test('all cases are there', () => {
  expect([stored.length, bugs.length]).toEqual([41, 10]);
});

describe.each(stored.map((s) => [s.name, s] as const))('%s', (_, { dim, spheres, expected }) => {
  // Bodies in the plane lie at z = 0.
  const centres = Float64Array.from(spheres.flatMap((s) => (dim === 2 ? [s[0], s[1], 0] : s.slice(0, 3))));
  const radii = Float64Array.from(spheres, (s) => s[dim]);
  const workspace = createNbsWorkspace();
  const list = nbsPairs3d(createPairList(), spheres.length, centres, radii, 0, workspace);

  test('pairs that overlap or touch', () => {
    expect(listed(list)).toEqual(names([...expected.overlapping, ...expected.touching]));
    expect(list.invalidCount).toBe(0);
  });

  if (dim === 2)
    test('the same pairs from the search in the plane', () => {
      const plane = nbsPairs2d(createPairList(), spheres.length, Float64Array.from(spheres.flatMap((s) => s.slice(0, 2))), radii, 0);
      expect(listed(plane)).toEqual(listed(list));
      expect(plane.invalidCount).toBe(0);
    });

  test('cells', () => {
    const { axes, cells, folded } = workspace.grid;
    const [perCell] = [axes[1]];
    expect(4 / perCell / expected.cellSize).toBeCloseTo(1, 5);
    const neighbours: Pair[] = [];
    for (let i = 0; i < spheres.length; i++) {
      for (let j = i + 1; j < spheres.length; j++) {
        const near = [0, 1, 2].every((axis) => {
          const a = cellOf(workspace.grid, axis, centres, i);
          const b = cellOf(workspace.grid, axis, centres, j);
          return a === b || cellBefore(a, cells[axis], folded[axis]) === b || cellAfter(a, cells[axis], folded[axis]) === b;
        });
        if (near) neighbours.push([i, j]);
      }
    }
    // Cells are a millionth larger than in the file, which matters only where centres lie on their borders; folding
    // adds neighbours.
    if (!expected.cellBoundary && !folded.includes(1)) expect(names(neighbours)).toEqual(names(expected.cellPairs));
    else if (!expected.cellBoundary) expect(names(neighbours)).toEqual(expect.arrayContaining(names(expected.cellPairs)));
    else expect(names(neighbours)).toEqual(expect.arrayContaining(listed(list)));
  });
});

/**
 * The bounding sphere of a body; of a box the one through its corners, rounded up; a box turned inside out has a
 * negative radius.
 */
function sphereOf(body: Body): number[] {
  if ('center' in body) return [...body.center, body.radius];
  const half = body.min.map((min, k) => 0.5 * body.max[k] - 0.5 * min);
  const centre = body.min.map((min, k) => 0.5 * min + 0.5 * body.max[k]);
  const most = Math.max(...half);
  if (Math.min(...half) < 0) return [...centre, Math.min(...half)];
  const radius = most === 0 ? 0 : most * Math.sqrt(half.reduce((sum, h) => sum + (h / most) * (h / most), 0));
  return [...centre, radius * (1 + 2 ** -50)];
}

describe.each(bugs.map((b) => [b.id, b] as const))('%s', (_, { bodies, expected }) => {
  const spheres = bodies.map(sphereOf);
  const centres = Float64Array.from(spheres.flatMap((s) => s.slice(0, 3)));
  const radii = Float64Array.from(spheres, (s) => s[3]);

  test('finds every pair, in the same order each time', () => {
    const workspace = createNbsWorkspace();
    const list = nbsPairs3d(createPairList(), bodies.length, centres, radii, 0, workspace);
    const first = Array.from(list.pairs.subarray(0, 2 * list.count));
    // Boxes are searched by their bounding spheres, which may be near where boxes are not.
    const wanted = names(expected.pairsTouchingCounts);
    if (bodies.every((body) => 'center' in body)) expect(listed(list)).toEqual(wanted);
    else expect(listed(list)).toEqual(expect.arrayContaining(wanted));
    expect([...list.invalid.subarray(0, list.invalidCount)]).toEqual(expected.invalidBodies);
    for (let again = 0; again < 3; again++) {
      nbsPairs3d(list, bodies.length, centres, radii, 0, workspace);
      expect(Array.from(list.pairs.subarray(0, 2 * list.count))).toEqual(first);
    }
  });
});
