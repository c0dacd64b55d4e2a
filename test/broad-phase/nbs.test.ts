import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createNbsWorkspace, createPairList, nbsPairs3d, type PairList } from '../../src/broad-phase';
import { cellAfter, cellBefore, cellOf, type CellGrid } from '../../src/broad-phase/cell-grid';
import { runs } from '../arbitraries/settings';
import { layouts, renumber, type Spheres } from '../arbitraries/spheres';
import { agreesTo, allPairs, compareExactly, isValid } from '../oracles/all-pairs';

const listed = (list: PairList): string[] => Array.from({ length: list.count }, (_, p) => `${list.pairs[2 * p]}-${list.pairs[2 * p + 1]}`);
const find = (s: Spheres, workspace = createNbsWorkspace()): PairList =>
  nbsPairs3d(createPairList(), s.radii.length, s.centres, s.radii, s.margin, workspace);
const expected = (s: Spheres): string[] => allPairs(s.radii.length, s.centres, s.radii, s.margin).map(({ i, j }) => `${i}-${j}`);
/**
 * Pairs about whose distance not even 80 digits decide: parts that small are lost when numbers near both ends of the
 * range of doubles meet.
 */
const undecided = (s: Spheres, pair: string): boolean => {
  const [i, j] = pair.split('-').map(Number);
  return agreesTo(265, s.centres, s.radii, s.margin, i, j) && compareExactly(s.centres, s.radii, s.margin, i, j) !== 0;
};
const decided = (s: Spheres, pairs: string[]): string[] => pairs.filter((pair) => !undecided(s, pair)).sort();
const spheres = (rows: readonly (readonly number[])[], margin = 0): Spheres => ({
  centres: Float64Array.from(rows.flatMap((row) => row.slice(0, 3))),
  radii: Float64Array.from(rows, (row) => row[3]),
  margin,
});

describe.each(Object.keys(layouts))('%s', (name) => {
  const layout = layouts[name];

  test('exactly the pairs of the exhaustive exact test, each once, smaller number first', () => {
    // One workspace and one list for all runs: nothing of an earlier search may show in a later one.
    const workspace = createNbsWorkspace();
    const list = createPairList(1);
    fc.assert(
      fc.property(layout, (s) => {
        nbsPairs3d(list, s.radii.length, s.centres, s.radii, s.margin, workspace);
        for (let p = 0; p < list.count; p++) expect(list.pairs[2 * p]).toBeLessThan(list.pairs[2 * p + 1]);
        expect(decided(s, listed(list))).toEqual(decided(s, expected(s)));
        expect(list.invalidCount).toBe(0);
      }),
      runs(150),
    );
  });

  test('renumbering bodies renumbers pairs', () => {
    fc.assert(
      fc.property(
        layout.chain((s) => fc.tuple(fc.constant(s), fc.shuffledSubarray([...s.radii.keys()], { minLength: s.radii.length }))),
        ([s, order]) => {
          const list = find(s);
          const moved = Array.from({ length: list.count }, (_, p) => {
            const i = order[list.pairs[2 * p]];
            const j = order[list.pairs[2 * p + 1]];
            return `${Math.min(i, j)}-${Math.max(i, j)}`;
          });
          expect(listed(find(renumber(s, order))).sort()).toEqual(moved.sort());
        },
      ),
      runs(60),
    );
  });

  test('the order depends on the input alone', () => {
    const used = createNbsWorkspace();
    fc.assert(
      fc.property(layout, (s) => {
        const fresh = listed(find(s));
        expect(listed(find(s, used))).toEqual(fresh);
        expect(listed(find(s, used))).toEqual(fresh);
      }),
      runs(40),
    );
  });

  test('the order is the one that docs/nbs.md states', () => {
    fc.assert(
      fc.property(layout, (s) => {
        const workspace = createNbsWorkspace();
        const list = find(s, workspace);
        const pairs = new Set(listed(list));
        expect(listed(list)).toEqual(statedOrder(s, workspace.grid).filter((pair) => pairs.has(pair)));
      }),
      runs(40),
    );
  });

  test('bodies that are not numbers are listed, the others paired as if alone', () => {
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
      fc.property(layout, fc.array(fc.tuple(fc.nat(100), broken), { maxLength: 5 }), (s, insertions) => {
        const rows: (readonly number[])[] = Array.from(s.radii, (r, i) => [...s.centres.subarray(3 * i, 3 * i + 3), r]);
        for (const [at, row] of insertions) rows.splice(at % (rows.length + 1), 0, row);
        const all = spheres(rows, s.margin);
        const list = find(all);
        const invalid = rows.map((_, i) => i).filter((i) => !isValid(all.centres, all.radii, i));
        expect([...list.invalid.subarray(0, list.invalidCount)]).toEqual(invalid);
        expect(invalid).toHaveLength(insertions.length);
        expect(decided(all, listed(list))).toEqual(decided(all, expected(all)));
      }),
      runs(40),
    );
  });
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
    expect(nbsPairs3d(list, count, s.centres, s.radii, 0)).toBe(list);
    expect(listed(list)).toEqual(pairs);
    expect(list.invalidCount).toBe(0);
  }
});

test('all bodies invalid', () => {
  const list = find(spheres([[Number.NaN, 0, 0, 1], [0, 0, 0, -1]])); // prettier-ignore
  expect([list.count, list.invalidCount, ...list.invalid.subarray(0, 2)]).toEqual([0, 2, 0, 1]);
});

test.each([-1, -5e-324, Number.NaN, Infinity, -Infinity])('with margin %d no pair can be decided: all bodies are invalid', (margin) => {
  const list = find(spheres([[0, 0, 0, 1], [1, 0, 0, 1]], margin)); // prettier-ignore
  expect([list.count, list.invalidCount, ...list.invalid.subarray(0, 2)]).toEqual([0, 2, 0, 1]);
});

test('a margin of -0 is a margin of 0', () => {
  expect(listed(find(spheres([[0, 0, 0, 1], [2, 0, 0, 1]], -0)))).toEqual(['0-1']); // prettier-ignore
});

test('bodies at the ends of the axes: the paper has one cell too few for them', () => {
  // Extent 3 = 3 cells of 1 by eq. 4, but the bodies at 3 are in the fourth.
  const s = spheres([0, 1, 2, 3].map((x) => [x, x, x, 0.5 * Math.sqrt(3)]));
  const list = find(s);
  expect(listed(list).sort()).toEqual(expected(s).sort());
});

test('every one of the 26 neighbouring cells is met, and met once', () => {
  // A body in the middle of a cell of 1 and one in the middle of each neighbour, the ends of the grid being elsewhere;
  // margin reaches the corners.
  for (let cell = 0; cell < 27; cell++) {
    const shift = [(cell % 3) - 1, (Math.floor(cell / 3) % 3) - 1, Math.floor(cell / 9) - 1];
    const s = spheres([[0, 0, 0, 0], [5, 5, 5, 0], [2, 2, 2, 0], [2 + shift[0] * 0.55, 2 + shift[1] * 0.55, 2 + shift[2] * 0.55, 0]], 1); // prettier-ignore
    expect(listed(find(s)), shift.join()).toEqual(['2-3']);
  }
});

test('a full block: 26 neighbours inside', () => {
  const rows = Array.from({ length: 343 }, (_, k) => [k % 7, Math.floor(k / 7) % 7, Math.floor(k / 49), 0.9]);
  const s = spheres(rows);
  const list = find(s);
  const middle = 171;
  expect(listed(list).filter((pair) => pair.split('-').includes(String(middle)))).toHaveLength(26);
  expect(list.count).toBe(expected(s).length);
});

test('one escaped body neither exhausts memory nor pushes the others into one cell', () => {
  for (const away of [1e30, -1e30, 1e300, -1e300, 1e9, -1e9]) {
    const rows = Array.from({ length: 1000 }, (_, k) => [k % 10, Math.floor(k / 10) % 10, Math.floor(k / 100), 0.5]);
    rows.splice(500, 0, [away, away, -away, 0.5]);
    const workspace = createNbsWorkspace();
    const list = find(spheres(rows), workspace);
    expect(list.count).toBe(3 * 900);
    expect(Math.max(...workspace.grid.cells)).toBeLessThanOrEqual(2 * 1001 + 1);
    // Bodies keep cells of their own size: the 1000 still lie in 9 or 10 cells on each axis (centres are on the
    // borders).
    const { axes } = workspace.grid;
    for (let axis = 0; axis < 3; axis++) expect(4 / axes[4 * axis + 1]).toBeCloseTo(1, 5);
    const used = new Set(rows.map((row) => [0, 1, 2].map((axis) => cellOf(workspace.grid, axis, Float64Array.from(row), 0)).join()));
    expect(used.size).toBeGreaterThanOrEqual(729);
  }
});

/** All pairs of bodies in the same or neighbouring cells, in the order of docs/nbs.md, by sorting and grouping. */
function statedOrder(s: Spheres, grid: CellGrid): string[] {
  const bodies = [...s.radii.keys()];
  const cell = (b: number) => [0, 1, 2].map((axis) => cellOf(grid, axis, s.centres, b));
  const after = (axis: number, i: number) => cellAfter(i, grid.cells[axis], grid.folded[axis]);
  const before = (axis: number, i: number) => cellBefore(i, grid.cells[axis], grid.folded[axis]);
  const among = (list: number[], axis: number, i: number) => list.filter((b) => cell(b)[axis] === i);
  /** Cell numbers along an axis: runs without an empty cell between, the first cells of runs in the given order. */
  const inRuns = (list: number[], axis: number, order: (a: number[], b: number[]) => number): number[] => {
    const used = new Set(list.map((b) => cell(b)[axis]));
    const starts = [...used].filter((i) => !used.has(before(axis, i)));
    starts.sort((i, j) => order(among(list, axis, i), among(list, axis, j)));
    return starts.flatMap((start) => {
      const run: number[] = [];
      for (let i = start; used.has(i); i = after(axis, i)) run.push(i);
      return run;
    });
  };
  const out: string[] = [];
  for (const z of inRuns(bodies, 2, (a, b) => Math.min(...b) - Math.min(...a))) {
    const layer = among(bodies, 2, z);
    for (const y of inRuns(layer, 1, (a, b) => Math.max(...a) - Math.max(...b))) {
      const row = among(layer, 1, y);
      const columns = [...new Set(row.map((b) => cell(b)[0]))];
      columns.sort((i, j) => Math.min(...among(row, 0, j)) - Math.min(...among(row, 0, i)));
      for (const x of columns) {
        const [west, south, under] = [before(0, x), before(1, y), before(2, z)];
        const line = [west, x, after(0, x)];
        const met = [
          [west, y, z],
          ...line.map((i) => [i, south, z]),
          ...[south, y, after(1, y)].flatMap((j) => line.map((i) => [i, j, under])),
        ];
        const own = among(row, 0, x).sort((a, b) => b - a);
        for (const p of own) {
          const others = [...own.filter((q) => q < p)];
          for (const [i, j, k] of met) others.push(...among(among(among(bodies, 2, k), 1, j), 0, i).sort((a, b) => b - a));
          for (const q of others) out.push(`${Math.min(p, q)}-${Math.max(p, q)}`);
        }
      }
    }
  }
  return out;
}

test('the order by hand', () => {
  // Unit cells from the corner body 6. Layers: 0 holds 1 2 3 6, 1 holds 4, 5 holds 0 5. Rows of layer 0: 0 holds 1 2 6,
  // 1 holds 3.
  const s = spheres([
    [0, 0, 5, 0.5],
    [0, 0, 0, 0.5],
    [1, 0, 0, 0.5],
    [0, 1, 0, 0.5],
    [0, 0, 1, 0.5],
    [1, 0, 5, 0.5],
    [-0.5, -0.5, -0.5, 0],
  ]);
  // The run of layers 0 and 1 begins with a layer whose lowest body is 1, that of layer 5 with body 0: the former comes
  // first.
  expect(listed(find(s))).toEqual(['1-2', '1-3', '1-4', '0-5']);
});
