import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  createNbsWorkspace2d,
  createPairList,
  nbsMemory2d,
  nbsPairs2d,
  nbsPairs3d,
  type NbsWorkspace2d,
  type PairList,
} from '../../src/broad-phase';
import { cellAfter, cellBefore, cellOf2d, type CellGrid } from '../../src/broad-phase/cell-grid';
import { searchCells } from '../../src/broad-phase/nbs-2d';
import { runs } from '../arbitraries/settings';
import { layouts, type Spheres } from '../arbitraries/spheres';
import { agreesTo, allPairs, compareExactly, isValid } from '../oracles/all-pairs';

interface Discs {
  /** x y a body. */
  centres: Float64Array;
  radii: Float64Array;
  margin: number;
  /** The same with z = 0, for the oracle and the search in space. */
  inSpace: Float64Array;
}

const discs = (rows: readonly (readonly number[])[], margin = 0): Discs => ({
  centres: Float64Array.from(rows.flatMap(([x, y]) => [x, y])),
  radii: Float64Array.from(rows, (row) => row[2]),
  margin,
  inSpace: Float64Array.from(rows.flatMap(([x, y]) => [x, y, 0])),
});
/** The bodies of a layout, seen along y: the layouts have their long axes in x and z. */
const flattened = (s: Spheres): Discs =>
  discs(
    Array.from(s.radii, (r, i) => [s.centres[3 * i], s.centres[3 * i + 2], r]),
    s.margin,
  );
const listed = (list: PairList): string[] => Array.from({ length: list.count }, (_, p) => `${list.pairs[2 * p]}-${list.pairs[2 * p + 1]}`);
const find = (d: Discs, workspace = createNbsWorkspace2d()): PairList =>
  nbsPairs2d(createPairList(), d.radii.length, d.centres, d.radii, d.margin, workspace);
const expected = (d: Discs): string[] => allPairs(d.radii.length, d.inSpace, d.radii, d.margin).map(({ i, j }) => `${i}-${j}`);
/** Leaves out pairs about whose distance not even 80 digits decide (see nbs.test.ts). */
const decided = (d: Discs, pairs: string[]): string[] =>
  pairs
    .filter((pair) => {
      const [i, j] = pair.split('-').map(Number);
      return !agreesTo(265, d.inSpace, d.radii, d.margin, i, j) || compareExactly(d.inSpace, d.radii, d.margin, i, j) === 0;
    })
    .sort();
const arrays = (w: NbsWorkspace2d): Int32Array[] => [w.headX, w.headY, w.nextX, w.nextY];
const integers = (w: NbsWorkspace2d): number => arrays(w).reduce((sum, array) => sum + array.length, 0);

describe.each(Object.keys(layouts))('%s', (name) => {
  const layout = layouts[name].map(flattened);

  test('exactly the pairs of the exhaustive exact test and of the search in space, each once, smaller number first', () => {
    // One workspace and one list for all runs: nothing of an earlier search may show in a later one.
    const workspace = createNbsWorkspace2d();
    const list = createPairList(1);
    const inSpace = createPairList();
    fc.assert(
      fc.property(layout, (d) => {
        nbsPairs2d(list, d.radii.length, d.centres, d.radii, d.margin, workspace);
        for (let p = 0; p < list.count; p++) expect(list.pairs[2 * p]).toBeLessThan(list.pairs[2 * p + 1]);
        expect(decided(d, listed(list))).toEqual(decided(d, expected(d)));
        expect(list.invalidCount).toBe(0);
        nbsPairs3d(inSpace, d.radii.length, d.inSpace, d.radii, d.margin);
        expect(listed(list).sort()).toEqual(listed(inSpace).sort());
        expect(listed(find(d))).toEqual(listed(list));
      }),
      runs(120),
    );
  });

  test('the order is the one that docs/nbs.md states', () => {
    fc.assert(
      fc.property(layout, (d) => {
        const workspace = createNbsWorkspace2d();
        const list = find(d, workspace);
        const pairs = new Set(listed(list));
        expect(listed(list)).toEqual(statedOrder(d, workspace.grid).filter((pair) => pairs.has(pair)));
      }),
      runs(40),
    );
  });

  test('bodies that are not numbers are listed, the others paired as if alone', () => {
    const broken = fc.constantFrom(
      [Number.NaN, 0, 1],
      [0, Number.NaN, 1],
      [0, Infinity, 1],
      [-Infinity, 0, 1],
      [0, 0, Number.NaN],
      [0, 0, Infinity],
      [0, 0, -0.5],
      [0, 0, -5e-324],
    );
    fc.assert(
      fc.property(layout, fc.array(fc.tuple(fc.nat(100), broken), { maxLength: 5 }), (d, insertions) => {
        const rows: (readonly number[])[] = Array.from(d.radii, (r, i) => [...d.centres.subarray(2 * i, 2 * i + 2), r]);
        for (const [at, row] of insertions) rows.splice(at % (rows.length + 1), 0, row);
        const all = discs(rows, d.margin);
        const list = find(all);
        const invalid = rows.map((_, i) => i).filter((i) => !isValid(all.inSpace, all.radii, i));
        expect([...list.invalid.subarray(0, list.invalidCount)]).toEqual(invalid);
        expect(invalid).toHaveLength(insertions.length);
        expect(decided(all, listed(list))).toEqual(decided(all, expected(all)));
      }),
      runs(40),
    );
  });
});

/** All pairs of bodies in the same or neighbouring cells, in the order of docs/nbs.md, by sorting and grouping. */
function statedOrder(d: Discs, grid: CellGrid): string[] {
  const bodies = [...d.radii.keys()];
  const cell = (b: number, axis: number) => cellOf2d(grid, axis, d.centres, b);
  const before = (axis: number, i: number) => cellBefore(i, grid.cells[axis], grid.folded[axis]);
  const after = (i: number) => cellAfter(i, grid.cells[0], grid.folded[0]);
  const among = (x: number, y: number) => bodies.filter((b) => cell(b, 0) === x && cell(b, 1) === y);
  const out: string[] = [];
  // A Set keeps the order in which its members were met.
  for (const y of new Set(bodies.map((b) => cell(b, 1)))) {
    const row = bodies.filter((b) => cell(b, 1) === y).reverse();
    for (const x of new Set(row.map((b) => cell(b, 0)))) {
      const [west, south] = [before(0, x), before(1, y)];
      const own = among(x, y);
      for (const p of own) {
        const others = own.filter((q) => q > p);
        others.push(...among(west, y), ...among(west, south), ...among(x, south), ...among(after(x), south));
        for (const q of others) out.push(`${Math.min(p, q)}-${Math.max(p, q)}`);
      }
    }
  }
  return out;
}

describe('the example of the paper, figures 7 to 11', () => {
  // Cells of the eight discs as the text gives them; it does not say where disc 2 is, only that rows 0 and 2 and the
  // empty cells named have it not.
  const cells = [[2, 2], [3, 1], [1, 4], [5, 5], [5, 2], [6, 2], [4, 2], [4, 2]]; // prettier-ignore
  // Discs of diameter 1 in the middle of unit cells, moved so that each touches its neighbours on an axis.
  const example = discs(cells.map(([x, y]) => [x + 0.5, y + 0.5, 0.5]));

  /** 8 x 6 unit cells from (0, 0), as in the paper; the library would lay cells from the first disc on. */
  function drawn(): NbsWorkspace2d {
    const workspace = createNbsWorkspace2d();
    workspace.grid.cells.set([8, 6]);
    workspace.grid.axes.set([0, 4, 0, 8, 0, 4, 0, 6]);
    workspace.grid.largest[0] = 0.5;
    return workspace;
  }

  /** A list that calls back before each pair is entered: the search is seen in the middle of a row. */
  function watched(onPair: () => void): PairList {
    const list = createPairList();
    const pairs = list.pairs;
    Object.defineProperty(list, 'pairs', {
      get: () => {
        onPair();
        return pairs;
      },
    });
    return list;
  }

  test('the arrays while row 2 is searched', () => {
    const seen: Record<string, number[]>[] = [];
    const workspace = drawn();
    const list = watched(() => {
      // A list marked as old, head h, is stored as -2 - h.
      const heads = (array: Int32Array) => Array.from(array, (stored) => (stored < -1 ? -2 - stored : stored));
      seen.push({
        heady: heads(workspace.headY),
        nexty: [...workspace.nextY],
        headx: heads(workspace.headX.subarray(0, 8)),
        headxBefore: heads(workspace.headX.subarray(8)),
        nextx: [...workspace.nextX],
        marks: [...workspace.headY, ...workspace.headX].filter((stored) => stored < -1).map((stored) => -2 - stored),
      });
    });
    searchCells(workspace, list, 8, example.centres, example.radii);

    // Row 2 is met first, through disc 0. Its list is searched from disc 7 on, so the first pair is that of cell (4,
    // 2).
    const { heady, nexty, headx, headxBefore, nextx, marks } = seen[0];
    expect(heady).toEqual([-1, 1, 7, -1, 2, 3]);
    expect(nexty).toEqual([-1, -1, -1, -1, 0, 4, 5, 6]);
    expect(headx).toEqual([-1, -1, 0, -1, 6, 4, 5, -1]);
    // nextx of discs 2 and 3, of rows that are not being searched, has not been written yet.
    expect(nextx).toEqual([-1, -1, 0, 0, -1, -1, 7, -1]);
    // headsx[1], the row before, holds disc 1 alone.
    expect(headxBefore).toEqual([-1, -1, -1, 1, -1, -1, -1, -1]);
    expect(marks).toEqual([7, 6]);
  });

  test('its pairs, in the order of the loops', () => {
    const list = createPairList();
    const workspace = drawn();
    searchCells(workspace, list, 8, example.centres, example.radii);
    // Cell (4, 2): 6 and 7; cell (6, 2) meets (5, 2); cell (5, 2) meets (4, 2).
    expect(listed(list)).toEqual(['6-7', '4-5', '4-6', '4-7']);
    expect(listed(find(example)).sort()).toEqual(listed(list).sort());
    for (const head of [workspace.headX, workspace.headY]) expect(head.every((h) => h === -1)).toBe(true);
    expect(integers(workspace)).toBe(6 + 2 * 8 + 2 * 8);
  });
});

test.each([
  [20, 10, 1],
  [6, 6, 3.5],
  [1, 1, 1],
  [1, 30, 200],
])('memory is ny + 2 nx + 2 N integers, eq. 13: %d x %d discs, spacing %d', (nx, ny, spacing) => {
  const rows = Array.from({ length: nx * ny }, (_, b) => [spacing * (b % nx), spacing * Math.floor(b / nx), 0.5]);
  const workspace = createNbsWorkspace2d();
  find(discs(rows), workspace);
  const [cx, cy] = workspace.grid.cells;
  expect(nbsMemory2d(rows.length, cx, cy)).toBe(cy + 2 * cx + 2 * rows.length);
  expect(integers(workspace)).toBe(nbsMemory2d(rows.length, cx, cy));
  expect(integers(workspace)).toBeLessThanOrEqual(8 * rows.length + 3);
  for (const heads of [workspace.headX, workspace.headY]) expect(heads.every((head) => head === -1)).toBe(true);
});

test('nothing is allocated in a steady step: all arrays stay the same', () => {
  const d = discs(Array.from({ length: 400 }, (_, b) => [0.95 * (b % 20), 0.95 * Math.floor(b / 20), 0.5]));
  const list = createPairList(1);
  const workspace = createNbsWorkspace2d();
  nbsPairs2d(list, 400, d.centres, d.radii, 0, workspace);
  const before = [list.pairs, ...arrays(workspace)];
  for (let step = 0; step < 20; step++) {
    for (let k = 0; k < d.centres.length; k++) d.centres[k] *= step % 2 === 0 ? 0.999 : 1 / 0.9991;
    nbsPairs2d(list, 400, d.centres, d.radii, 0, workspace);
    expect(list.count).toBe(2 * 19 * 20);
  }
  [list.pairs, ...arrays(workspace)].forEach((array, k) => expect(array).toBe(before[k]));
});

test('a search that was broken off (no memory for its pairs) does not spoil the next', () => {
  const d = discs(Array.from({ length: 100 }, (_, b) => [b % 10, Math.floor(b / 10), 0.5]));
  const workspace = createNbsWorkspace2d();
  const full = createPairList(0);
  Object.defineProperty(full, 'pairs', {
    get: () => new Int32Array(0),
    set: () => {
      throw new RangeError('Array buffer allocation failed');
    },
  });
  expect(() => nbsPairs2d(full, 100, d.centres, d.radii, 0, workspace)).toThrow(RangeError);
  expect(find(d, workspace).count).toBe(180);
});

test('no bodies, one body, and only as many as told', () => {
  const d = discs([[0, 0, 1], [1, 0, 1], [Number.NaN, 0, 1]]); // prettier-ignore
  const list = createPairList();
  for (const [count, pairs] of [
    [0, []],
    [1, []],
    [2, ['0-1']],
  ] as const) {
    expect(nbsPairs2d(list, count, d.centres, d.radii, 0)).toBe(list);
    expect(listed(list)).toEqual(pairs);
    expect(list.invalidCount).toBe(0);
  }
});

test.each([-1, -5e-324, Number.NaN, Infinity, -Infinity])('with margin %d no pair can be decided: all bodies are invalid', (margin) => {
  const list = find(discs([[0, 0, 1], [1, 0, 1]], margin)); // prettier-ignore
  expect([list.count, list.invalidCount, ...list.invalid.subarray(0, 2)]).toEqual([0, 2, 0, 1]);
});

test('bodies at the ends of the axes: the paper has one cell too few for them', () => {
  const d = discs([0, 1, 2, 3].map((x) => [x, x, 0.5 * Math.sqrt(2)]));
  const list = find(d);
  expect(listed(list).sort()).toEqual(expected(d).sort());
  expect(list.count).toBeGreaterThan(0);
});

test('every one of the 8 neighbouring cells is met, and met once', () => {
  // A body in the middle of a unit cell and one in the middle of each neighbour, the ends of the grid being elsewhere;
  // margin reaches the corners.
  for (let cell = 0; cell < 9; cell++) {
    const [dx, dy] = [(cell % 3) - 1, Math.floor(cell / 3) - 1];
    const d = discs([[0, 0, 0], [5, 5, 0], [2, 2, 0], [2 + 0.7 * dx, 2 + 0.7 * dy, 0]], 1); // prettier-ignore
    expect(listed(find(d)), `${dx} ${dy}`).toEqual(['2-3']);
  }
});

test('folded axes: the last row and column are neighbours of the first', () => {
  // Two pairs 1e6 cells apart on both axes: 9 cells an axis.
  const d = discs([[0, 0, 0.5], [0.5, 0.5, 0.5], [1e6, 1e6, 0.5], [1e6 + 0.5, 1e6 - 0.5, 0.5]]); // prettier-ignore
  const workspace = createNbsWorkspace2d();
  for (let k = 0; k < 40; k++) {
    for (let b = 2; b < 4; b++) for (let axis = 0; axis < 2; axis++) d.centres[2 * b + axis] += axis === 0 ? 0.35 : 0.55;
    expect(listed(find(d, workspace)).sort()).toEqual(['0-1', '2-3']);
    expect([...workspace.grid.cells, ...workspace.grid.folded]).toEqual([9, 9, 1, 1]);
  }
});

test('exact ties that rounding would miss: triangles (3, 4, 5) of any size', () => {
  let missed = 0;
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 2 ** 50 }), fc.integer({ min: -60, max: 60 }), (size, exponent) => {
      const unit = size * 2 ** exponent;
      const [x, y, r] = [3 * unit, 4 * unit, 5 * unit];
      if (x * x + y * y > r * r) missed++;
      expect(find(discs([[0, 0, r], [x, y, 0]])).count).toBe(1); // prettier-ignore
      // Too far by 1e-31 of the distance.
      expect(find(discs([[0, 0, r], [5 * unit, 0, 0], [-5 * unit, 2 ** -50 * unit, 0]])).count).toBe(1); // prettier-ignore
    }),
    runs(500, 500),
  );
  expect(missed).toBeGreaterThan(20);
});

test('one escaped body neither exhausts memory nor pushes the others into one cell', () => {
  for (const away of [1e30, -1e300, 1e9, -1e9]) {
    const rows = Array.from({ length: 400 }, (_, k) => [k % 20, Math.floor(k / 20), 0.5]);
    rows.splice(200, 0, [away, -away, 0.5]);
    const workspace = createNbsWorkspace2d();
    expect(find(discs(rows), workspace).count).toBe(2 * 19 * 20);
    expect(integers(workspace)).toBeLessThanOrEqual(8 * 401 + 3);
    const used = new Set(rows.map((row) => [0, 1].map((axis) => cellOf2d(workspace.grid, axis, Float64Array.from(row), 0)).join()));
    expect(used.size).toBeGreaterThanOrEqual(361);
  }
});
