import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  createCellWorkspace,
  createNbsWorkspace,
  createPairList,
  denseCellMemory,
  denseCellPairs,
  nbsPairs3d,
  sortedRowMemory,
  sortedRowPairs,
  type CellWorkspace,
  type PairList,
} from '../../src/broad-phase';
import { canNumber } from '../../src/broad-phase/cell-order';
import { runs } from '../arbitraries/settings';
import { layouts, renumber, type Spheres } from '../arbitraries/spheres';
import { agreesTo, allPairs, compareExactly } from '../oracles/all-pairs';

// Sorted rows and dense cells list the pairs of NBS and of the exhaustive exact test.

const searches = { sortedRowPairs, denseCellPairs };
type Search = typeof sortedRowPairs;

const listed = (list: PairList): string[] => Array.from({ length: list.count }, (_, p) => `${list.pairs[2 * p]}-${list.pairs[2 * p + 1]}`);
const find = (search: Search, s: Spheres, workspace = createCellWorkspace(), list = createPairList(1)): PairList =>
  search(list, s.radii.length, s.centres, s.radii, s.margin, workspace);
const nbs = (s: Spheres): PairList => nbsPairs3d(createPairList(), s.radii.length, s.centres, s.radii, s.margin, createNbsWorkspace());
/** Pairs about whose distance not even 80 digits decide: see docs/nbs.md. */
const undecided = (s: Spheres, pair: string): boolean => {
  const [i, j] = pair.split('-').map(Number);
  return agreesTo(265, s.centres, s.radii, s.margin, i, j) && compareExactly(s.centres, s.radii, s.margin, i, j) !== 0;
};
const spheres = (rows: readonly (readonly number[])[], margin = 0): Spheres => ({
  centres: Float64Array.from(rows.flatMap((row) => row.slice(0, 3))),
  radii: Float64Array.from(rows, (row) => row[3]),
  margin,
});

/** A linear congruential generator. */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

/** Spheres at random in a box of the given edges. */
function cloud(count: number, edges: readonly [number, number, number], seed = 1): Spheres {
  const random = createRandom(seed);
  return spheres(
    Array.from({ length: count }, () => [edges[0] * random() - 1, edges[1] * random() + 7, edges[2] * random(), 0.3 + 0.2 * random()]),
    0.05,
  );
}

describe.each(Object.entries(searches))('%s', (_, search) => {
  describe.each(Object.keys(layouts))('%s', (name) => {
    const layout = layouts[name];

    test('the pairs of NBS and of the exhaustive exact test, each once, smaller number first', () => {
      // One workspace and one list for all runs: nothing of an earlier search may show in a later one.
      const workspace = createCellWorkspace();
      const list = createPairList(1);
      fc.assert(
        fc.property(layout, (s) => {
          find(search, s, workspace, list);
          for (let p = 0; p < list.count; p++) expect(list.pairs[2 * p]).toBeLessThan(list.pairs[2 * p + 1]);
          const found = listed(list).sort();
          expect(found).toEqual(listed(nbs(s)).sort());
          const expected = allPairs(s.radii.length, s.centres, s.radii, s.margin).map(({ i, j }) => `${i}-${j}`);
          const decided = (pairs: string[]) => pairs.filter((pair) => !undecided(s, pair)).sort();
          expect(decided(found)).toEqual(decided(expected));
          expect(list.invalidCount).toBe(0);
        }),
        runs(120, 20),
      );
    });

    test('renumbering bodies renumbers pairs', () => {
      fc.assert(
        fc.property(
          layout.chain((s) => fc.tuple(fc.constant(s), fc.shuffledSubarray([...s.radii.keys()], { minLength: s.radii.length }))),
          ([s, order]) => {
            const moved = listed(find(search, s)).map((pair) => {
              const [i, j] = pair.split('-').map((b) => order[Number(b)]);
              return `${Math.min(i, j)}-${Math.max(i, j)}`;
            });
            expect(listed(find(search, renumber(s, order))).sort()).toEqual(moved.sort());
          },
        ),
        runs(40, 12),
      );
    });

    test('the order depends on the input alone', () => {
      const used = createCellWorkspace();
      fc.assert(
        fc.property(layout, (s) => {
          const fresh = listed(find(search, s));
          expect(listed(find(search, s, used))).toEqual(fresh);
          expect(listed(find(search, s, used))).toEqual(fresh);
        }),
        runs(30, 10),
      );
    });

    test('bodies that are not numbers are listed as by NBS, the others paired as if alone', () => {
      const broken = fc.constantFrom(
        [Number.NaN, 0, 0, 1],
        [0, Infinity, 0, 1],
        [0, 0, -Infinity, 1],
        [0, 0, 0, Number.NaN],
        [0, 0, 0, Infinity],
        [0, 0, 0, -0.5],
        [0, 0, 0, -5e-324],
      );
      fc.assert(
        fc.property(layout, fc.array(fc.tuple(fc.nat(100), broken), { minLength: 1, maxLength: 5 }), (s, insertions) => {
          const rows: (readonly number[])[] = Array.from(s.radii, (r, i) => [...s.centres.subarray(3 * i, 3 * i + 3), r]);
          for (const [at, row] of insertions) rows.splice(at % (rows.length + 1), 0, row);
          const all = spheres(rows, s.margin);
          const list = find(search, all);
          const other = nbs(all);
          expect(list.invalidCount).toBe(insertions.length);
          expect([...list.invalid.subarray(0, list.invalidCount)]).toEqual([...other.invalid.subarray(0, other.invalidCount)]);
          expect(listed(list).sort()).toEqual(listed(other).sort());
        }),
        runs(40, 12),
      );
    });
  });

  // More bodies than one block, in every shape: rows longer than a block, rows of one body, layers of one row, one
  // layer, more than one digit.
  test.each([
    ['a block', 6000, [18, 18, 18]],
    ['a plate', 6000, [80, 80, 0]],
    ['a wall', 6000, [80, 0, 80]],
    ['a wall along y', 6000, [0, 80, 80]],
    ['a chain along x', 5000, [4000, 0, 0]],
    ['a chain along y', 5000, [0, 4000, 0]],
    ['a chain along z', 5000, [0, 0, 4000]],
    ['one crowded row', 3000, [30, 1.5, 1.5]],
    ['a thin gas', 5000, [900, 900, 900]],
    ['a very thin gas', 3000, [1e5, 1e5, 1e5]],
    ['long axes', 3000, [1e9, 3, 2]],
    ['a long plate', 5000, [1e7, 1, 400]],
  ] as const)('%s of several blocks', (_name, count, edges) => {
    const s = cloud(count, edges);
    expect(listed(find(search, s)).sort()).toEqual(listed(nbs(s)).sort());
  });

  test.each([
    ['dense', 1],
    ['loose', 40],
  ])('a %s scene with bodies that have escaped', (_name, spread) => {
    const s = cloud(4000, [14 * spread, 14 * spread, 14 * spread]);
    s.centres.set([1e30, -1e300, 5e15], 3 * 17);
    s.centres.set([1e30, -1e300, 5e15], 3 * 3100);
    const workspace = createCellWorkspace();
    const found = listed(find(search, s, workspace));
    expect(canNumber(workspace.grid)).toBe(false);
    expect(found).toContain('17-3100');
    expect(found.sort()).toEqual(listed(nbs(s)).sort());
  });

  test('few bodies close together in a wide space, most of them with none near', () => {
    const s = cloud(4000, [500, 500, 500]);
    const crowd = cloud(300, [4, 4, 4], 5);
    s.centres.set(crowd.centres, 3 * 1000);
    const workspace = createCellWorkspace();
    const found = listed(find(search, s, workspace));
    expect(workspace.copied).toBe(false);
    expect(found.length).toBeGreaterThan(300);
    expect(found.sort()).toEqual(listed(nbs(s)).sort());
  });

  test('touching lattice: pairs in the band of rounding are decided exactly', () => {
    const rows: number[][] = [];
    for (let k = 0; k < 3000; k++) rows.push([0.1 * (k % 15), 0.1 * (Math.floor(k / 15) % 15), 0.1 * Math.floor(k / 225), 0.05]);
    const s = spheres(rows);
    expect(listed(find(search, s)).sort()).toEqual(listed(nbs(s)).sort());
  });

  test('no bodies, one body, and bodies past count are not looked at', () => {
    const s = spheres([
      [0, 0, 0, 1],
      [1, 0, 0, 1],
      [Number.NaN, 0, 0, 1],
    ]);
    const list = createPairList();
    for (const [count, pairs] of [
      [0, []],
      [1, []],
      [2, ['0-1']],
    ] as const) {
      search(list, count, s.centres, s.radii, 0);
      expect(listed(list)).toEqual(pairs);
      expect(list.invalidCount).toBe(0);
    }
  });

  test.each([-1, -5e-324, Number.NaN, Infinity])('margin %s: all bodies are invalid', (margin) => {
    const s = cloud(5, [2, 2, 2]);
    const list = search(createPairList(), 5, s.centres, s.radii, margin);
    expect([list.count, list.invalidCount]).toEqual([0, 5]);
  });

  test('nothing is allocated in a steady step: all arrays stay the same', () => {
    const s = cloud(5000, [17, 17, 17]);
    const workspace = createCellWorkspace();
    const list = createPairList(1);
    find(search, s, workspace, list);
    const arrays = (w: CellWorkspace) => new Set([w.order, w.spare, w.spheres, w.starts, w.counters, w.merged, list.pairs, list.invalid]);
    const before = arrays(workspace);
    for (let step = 0; step < 10; step++) {
      for (let k = 0; k < s.centres.length; k++) s.centres[k] *= step % 2 === 0 ? 0.99999 : 1 / 0.99999;
      find(search, s, workspace, list);
      expect(arrays(workspace)).toEqual(before);
      for (const array of arrays(workspace)) expect(before.has(array)).toBe(true);
    }
  });

  test('a search that was broken off (no memory for its pairs) does not spoil the next', () => {
    const s = cloud(500, [6, 6, 6]);
    const workspace = createCellWorkspace();
    const full = createPairList(0);
    Object.defineProperty(full, 'pairs', {
      get: () => new Int32Array(0),
      set: () => {
        throw new RangeError('Array buffer allocation failed');
      },
    });
    expect(() => find(search, s, workspace, full)).toThrow(RangeError);
    expect(listed(find(search, s, workspace))).toEqual(listed(find(search, s)));
  });
});

test('memory of sorted rows is at most 16 integers a body, of dense cells 10 and one a cell', () => {
  const integers = (w: CellWorkspace) => w.order.length + w.spare.length + 2 * w.spheres.length + w.starts.length;
  for (const [edge, perBody] of [
    [10, 12],
    [300, 12],
    [1e12, 16],
  ] as const) {
    const s = cloud(1000, [edge, edge, edge]);
    const workspace = createCellWorkspace();
    find(sortedRowPairs, s, workspace);
    expect(integers(workspace)).toBe(perBody * 1000);
    expect(integers(workspace)).toBeLessThanOrEqual(sortedRowMemory(1000));
  }
  const s = cloud(1000, [10, 10, 10]);
  const workspace = createCellWorkspace();
  find(denseCellPairs, s, workspace);
  const [nx, ny, nz] = workspace.grid.cells;
  const needed = denseCellMemory(1000, nx, ny, nz);
  expect(integers(workspace)).toBeGreaterThanOrEqual(needed);
  // A quarter more cells than needed, so that a spreading scene does not grow at each step.
  expect(integers(workspace)).toBeLessThanOrEqual(needed + 0.25 * (needed - 10_000) + 1);
});

test('dense cells make no table beyond four cells a body', () => {
  const workspace = createCellWorkspace();
  const s = cloud(1000, [30, 30, 30]);
  expect(listed(find(denseCellPairs, s, workspace))).toEqual(listed(find(sortedRowPairs, s)));
  expect(workspace.starts.length).toBe(0);
});
