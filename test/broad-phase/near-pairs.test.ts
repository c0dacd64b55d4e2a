import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { BodyFlag, mayPair, type PairFilter } from '../../src/body';
import {
  createNearPairsWorkspace,
  createPairList,
  nearPairs,
  nearPairsMemory,
  type NearPairsOptions,
  type NearPairsWorkspace,
  type PairList,
  type PeriodicBox,
} from '../../src/broad-phase';
import { edgesOf, periodicLayouts } from '../arbitraries/periodic-spheres';
import { runs } from '../arbitraries/settings';
import { layouts, renumber, type Spheres } from '../arbitraries/spheres';
import { agreesTo, allPairs, compareExactly } from '../oracles/all-pairs';
import { periodicPairs } from '../oracles/periodic-pairs';
import { sweep } from '../sweep';
import { bytes } from '../bytes';

/** Everything may pair. */
const open = (count: number): PairFilter => ({
  group: new Int32Array(count),
  flags: new Uint8Array(count),
  category: new Uint32Array(count).fill(1),
  mask: new Uint32Array(count).fill(1),
});
const find = (s: Spheres, options: NearPairsOptions = {}, workspace = createNearPairsWorkspace(), list = createPairList(1)): PairList =>
  nearPairs(list, s.radii.length, s.centres, s.radii, { margin: s.margin, ...options }, workspace);
const listed = (list: PairList): string[] => Array.from({ length: list.count }, (_, p) => `${list.pairs[2 * p]}-${list.pairs[2 * p + 1]}`);
const listedImages = (list: PairList): string[] =>
  Array.from(
    { length: list.count },
    (_, p) => `${list.pairs[2 * p]}-${list.pairs[2 * p + 1]} ${list.shifts.slice(3 * p, 3 * p + 3).join()}`,
  );
const expected = (s: Spheres): string[] => allPairs(s.radii.length, s.centres, s.radii, s.margin).map(({ i, j }) => `${i}-${j}`);
/** Pairs about whose distance not even 80 digits decide (sphere-test.ts). */
const decided = (s: Spheres, pairs: string[]): string[] =>
  pairs
    .filter((pair) => {
      const [i, j] = pair.split('-').map(Number);
      return !agreesTo(265, s.centres, s.radii, s.margin, i, j) || compareExactly(s.centres, s.radii, s.margin, i, j) === 0;
    })
    .sort();
const spheres = (rows: readonly (readonly number[])[], margin = 0): Spheres => ({
  centres: Float64Array.from(rows.flatMap((row) => row.slice(0, 3))),
  radii: Float64Array.from(rows, (row) => row[3]),
  margin,
});

const real = (low: number, high: number) => fc.double({ min: low, max: high, noNaN: true });
/** More than FEW bodies of several levels, walls among them. */
const scenes: Record<string, fc.Arbitrary<Spheres>> = {
  'walls, buckets and grains': fc
    .tuple(
      fc.array(fc.tuple(real(0, 4), real(0, 4), real(0, 4), real(0.2, 0.4)), { minLength: 17, maxLength: 40 }),
      fc.array(fc.tuple(real(0, 4), real(0, 4), real(0, 4), real(0.004, 0.1)), { minLength: 10, maxLength: 80 }),
      fc.array(fc.constantFrom([0, 0, -1e4, 1e4], [2, 2, -2000, 2001], [1e4, 0, 0, 9998]), { maxLength: 3 }),
      fc.constantFrom(0, 0.05),
    )
    .map(([coarse, fine, walls, margin]) => spheres([...fine, ...walls, ...coarse], margin)),
  'a level for each of many sizes': fc
    .array(fc.tuple(fc.integer({ min: -900, max: 900 }), real(-3, 3), real(-3, 3), real(-3, 3), real(1, 1.9)), {
      minLength: 20,
      maxLength: 120,
    })
    .map((list) => spheres(list.map(([e, x, y, z, r]) => [x * 2 ** e, y * 2 ** e, z * 2 ** e, r * 2 ** e]))),
  'sizes in eighths on a lattice': fc
    .array(
      fc.tuple(
        ...[0, 1, 2].map(() => fc.integer({ min: -12, max: 12 }).map((k) => k / 4)),
        fc.constantFrom(1, 0.5, 0.5, 0.25, 0.25, 0.125),
      ),
      { minLength: 30, maxLength: 90 },
    )
    .map((list) => spheres(list)),
};

/** With a point beside the first body: bodies of one size have to go through the levels, too. */
const withPoint = (s: Spheres): Spheres => ({
  ...s,
  centres: Float64Array.from([...s.centres, ...(s.radii.length > 0 ? s.centres.subarray(0, 3) : [0, 0, 0])]),
  radii: Float64Array.from([...s.radii, 0]),
});

/** Four samples in one: fast-check keeps its lists short, and few bodies would not go into levels. */
const crowded = (layout: fc.Arbitrary<Spheres>): fc.Arbitrary<Spheres> =>
  fc.tuple(layout, layout, layout, layout).map((parts) => ({
    centres: Float64Array.from(parts.flatMap((s) => [...s.centres])),
    radii: Float64Array.from(parts.flatMap((s) => [...s.radii])),
    margin: parts[0].margin,
  }));

describe.each(Object.entries({ ...layouts, ...scenes }))('%s', (name, single) => {
  const layout = name in scenes || name === 'huge and tiny' ? single : crowded(single);
  // Whole numbers of thousands of bits in the oracle.
  const slow = name in scenes || name === 'huge and tiny';

  test('exactly the pairs of the exhaustive exact test, each once, through the levels and by the fast way', () => {
    const workspace = createNearPairsWorkspace();
    const list = createPairList(1);
    fc.assert(
      fc.property(layout, (s) => {
        const more = withPoint(s);
        const wanted = decided(more, expected(more));
        for (const scene of [more, s]) {
          for (const options of [{ filter: open(scene.radii.length) }, {}]) {
            find(scene, options, workspace, list);
            for (let p = 0; p < list.count; p++) expect(list.pairs[2 * p]).toBeLessThan(list.pairs[2 * p + 1]);
            const point = `-${s.radii.length}`;
            expect(decided(scene, listed(list))).toEqual(scene === more ? wanted : wanted.filter((pair) => !pair.endsWith(point)));
            expect([list.invalidCount, list.shifts.length]).toEqual([0, 0]);
          }
        }
      }),
      runs(slow ? 12 : 40, 4),
    );
  });

  test('masks: the pairs that may pair, and no others', () => {
    const workspace = createNearPairsWorkspace();
    const masks = layout.chain((s) => {
      const n = s.radii.length;
      const array = (x: fc.Arbitrary<number>) => fc.array(x, { minLength: n, maxLength: n });
      const few = fc.integer({ min: 0, max: 3 });
      return fc.tuple(fc.constant(s), array(few), array(few), array(few), array(few));
    });
    fc.assert(
      fc.property(masks, ([s, group, flags, category, mask]) => {
        const filter: PairFilter = {
          group: Int32Array.from(group),
          flags: Uint8Array.from(flags),
          category: Uint32Array.from(category, (c) => 1 << c),
          mask: Uint32Array.from(mask, (m) => 0x80000000 + 15 - (1 << m)),
        };
        const wanted = expected(s).filter((pair) => mayPair(filter, ...(pair.split('-').map(Number) as [number, number])));
        expect(decided(s, listed(find(s, { filter }, workspace)))).toEqual(decided(s, wanted));
      }),
      runs(slow ? 10 : 25, 4),
    );
  });
});

describe.each(Object.entries(periodicLayouts))('periodic: %s', (_, layout) => {
  test('exactly the nearest images of the exhaustive exact test', () => {
    const workspace = createNearPairsWorkspace();
    const list = createPairList(1);
    fc.assert(
      fc.property(layout, (s) => {
        find(s, { periodic: s.box }, workspace, list);
        const wanted = periodicPairs(s.radii.length, s.centres, s.radii, s.margin, edgesOf(s.box));
        const none = !s.box.axes.includes(true);
        expect((none ? listed : listedImages)(list).sort()).toEqual(
          wanted.map(({ i, j, shift }) => (none ? `${i}-${j}` : `${i}-${j} ${shift.join()}`)).sort(),
        );
        expect(list.invalidCount).toBe(0);
      }),
      runs(60, 20),
    );
  });

  test('renumbering and whole edges move shifts and nothing else', () => {
    // Eighths of edges that are whole numbers: every sum below is exact.
    fc.assert(
      fc.property(
        layout.chain((s) => {
          const n = s.radii.length;
          return fc.tuple(
            fc.constant(s),
            fc.shuffledSubarray([...s.radii.keys()], { minLength: n }),
            fc.array(fc.integer({ min: -4, max: 4 }), { minLength: 3 * n, maxLength: 3 * n }),
          );
        }),
        ([s, order, moves]) => {
          const edges = edgesOf(s.box);
          const list = find(s, { periodic: s.box });
          if (list.shifts.length === 0) return;
          const renumbered = find(renumber(s, order), { periodic: s.box });
          const wanted = listedImages(list).map((pair) => {
            const [bodies, shift] = pair.split(' ');
            const [i, j] = bodies.split('-').map(Number);
            const back = shift.split(',').map((x) => 0 - Number(x));
            return order[i] < order[j] ? `${order[i]}-${order[j]} ${shift}` : `${order[j]}-${order[i]} ${back.join()}`;
          });
          expect(listedImages(renumbered).sort()).toEqual(wanted.sort());
          const moved = { ...s, centres: s.centres.map((x, k) => x + moves[k] * edges[k % 3]) };
          if (moved.centres.some((x, k) => x - moves[k] * edges[k % 3] !== s.centres[k] || (x - s.centres[k]) / edges[k % 3] !== moves[k]))
            return;
          // Which of two equally near images is listed may change; which pairs are near does not, where adding edges is
          // exact.
          if (edges.every(Number.isInteger) && s.centres.every((x) => Number.isInteger(x * 8))) {
            expect(listed(find(moved, { periodic: s.box })).sort()).toEqual(listed(list).sort());
          }
        },
      ),
      runs(40, 15),
    );
  });
});

test('touching across the border, and a step too far', () => {
  const box: PeriodicBox = { min: [0, 0, 0], max: [8, 8, 8] };
  const at = (x: number) => find(spheres([[0.25, 4, 4, 0.5], [x, 4, 4, 0.5]]), { periodic: box }); // prettier-ignore
  expect(listedImages(at(7.25))).toEqual(['0-1 -1,0,0']);
  expect(listedImages(at(7.25 - 2 ** -50))).toEqual([]);
  expect(listedImages(at(8))).toEqual(['0-1 -1,0,0']);
  expect(listedImages(at(0))).toEqual(['0-1 0,0,0']);
});

test('the border has no meaning: the edges of 7 cells through every neighbour, at every corner', () => {
  for (let cell = 0; cell < 27; cell++) {
    const d = [(cell % 3) - 1, (Math.floor(cell / 3) % 3) - 1, Math.floor(cell / 9) - 1].map((k) => 0.55 * k);
    for (const corner of [0, 3, 6.9]) {
      const s = spheres([...Array.from({ length: 20 }, (_, k) => [20 + k, 2.5, 2.5, 0.01]), [corner, corner, corner, 0.5], [corner + d[0], corner + d[1], corner + d[2], 0.46]]); // prettier-ignore
      s.centres.forEach((x, k) => k >= 60 && (s.centres[k] = ((x % 7) + 7) % 7));
      const list = find(s, { periodic: { min: [0, 0, 0], max: [7, 7, 7] } });
      expect(listed(list).filter((pair) => pair === '20-21')).toHaveLength(1);
    }
  }
});

test('a body of the size of the box is listed with each other body once, and never with itself', () => {
  const s = spheres([[0, 0, 0, 2], ...Array.from({ length: 40 }, (_, k) => [k / 40, 0.5, 0.5, 0.001])]);
  const list = find(s, { periodic: { min: [0, 0, 0], max: [1, 1, 1] } });
  expect(listed(list).filter((pair) => pair.startsWith('0-'))).toHaveLength(40);
  expect(new Set(listed(list)).size).toBe(list.count);
});

test('bodies beyond 2^29 edges are invalid, as are bad ones; the rest is paired', () => {
  const s = spheres([
    [0.5, 0, 0, 0.1],
    [2 ** 29, 0, 0, 0.1],
    [2 ** 29 - 0.5, 0, 0, 0.1],
    [-(2 ** 29), 0, 0, 0.1],
    [0.5, 1e300, 0, 0.1],
    [Number.NaN, 0, 0, 0.1],
    [0.5, 0, 0, -1],
    [0.5, 0, Infinity, 1],
  ]);
  const list = find(s, { periodic: { min: [0, 0, 0], max: [1, 1, 1], axes: [true, false, false] } });
  expect(listedImages(list)).toEqual([`0-2 ${-(2 ** 29) + 1},0,0`]);
  expect([...list.invalid.subarray(0, list.invalidCount)]).toEqual([1, 3, 5, 6, 7]);
});

test.each([
  ['margin -1', { margin: -1 }],
  ['margin NaN', { margin: Number.NaN }],
  ['margin infinite', { margin: Infinity }],
  ['margin null', { margin: null as unknown as number }],
  ['margin a word', { margin: '1' as unknown as number }],
  ['inverted box', { periodic: { min: [0, 0, 0], max: [1, -1, 1] } }],
  ['flat box', { periodic: { min: [0, 0, 0], max: [1, 1, 0] } }],
  ['NaN box', { periodic: { min: [0, Number.NaN, 0], max: [1, 1, 1] } }],
  ['infinite box', { periodic: { min: [0, 0, 0], max: [1, 1, Infinity] } }],
  ['a bound that is null', { periodic: { min: [-1, 0, 0], max: [null as unknown as number, 1, 1] } }],
  [
    'axes that are no booleans',
    { periodic: { min: [0, 0, 0], max: [1, 1, 1], axes: [1, 1, 1] as unknown as [boolean, boolean, boolean] } },
  ],
  ['two axes', { periodic: { min: [0, 0, 0], max: [1, 1, 1], axes: [true, true] as unknown as [boolean, boolean, boolean] } }],
  ['no box', { periodic: null as unknown as PeriodicBox }],
] as [string, NearPairsOptions][])('%s: all bodies are invalid', (_, options) => {
  for (const filter of [undefined, open(2)]) {
    const list = find(spheres([[0, 0, 0, 1], [1, 0, 0, 1]]), { ...options, filter }); // prettier-ignore
    expect([list.count, list.invalidCount, ...list.invalid.subarray(0, 2)]).toEqual([0, 2, 0, 1]);
  }
});

test('bounds along axes that do not repeat are not read', () => {
  const box: PeriodicBox = { min: [0, Number.NaN, 5], max: [4, 0, 1], axes: [true, false, false] };
  expect(listedImages(find(spheres([[0, 0, 0, 1], [3, 0, 0, 1]]), { periodic: box }))).toEqual(['0-1 -1,0,0']); // prettier-ignore
});

test('a search without box after one with a box leaves no shifts', () => {
  const s = spheres([[0, 0, 0, 1], [3, 0, 0, 1], [1, 0, 0, 0.5]]); // prettier-ignore
  const list = createPairList();
  const workspace = createNearPairsWorkspace();
  expect(find(s, { periodic: { min: [0, 0, 0], max: [4, 4, 4] } }, workspace, list).shifts.length).toBeGreaterThanOrEqual(9);
  expect([listed(find(s, {}, workspace, list)), list.shifts.length]).toEqual([['0-2'], 0]);
});

const inOnePlace = (count: number) => ({
  centres: new Float64Array(3 * count).fill(0.3),
  radii: new Float64Array(count).fill(1),
  margin: 0,
});

test('thousands of parts of one concave body in one place take no room in the list; nor thousands of static triangles', () => {
  const count = sweep(10_000, 2_000);
  const parts = open(count + 1);
  parts.group.fill(7, 0, count);
  const triangles = open(count + 1);
  triangles.flags.fill(BodyFlag.Static, 0, count);
  for (const filter of [parts, triangles]) {
    const list = find(inOnePlace(count + 1), { filter });
    expect(list.count).toBe(count);
    expect(list.pairs.length).toBeLessThanOrEqual(4 * count);
  }
});

test('one escaped body neither exhausts memory nor slows the others down', () => {
  for (const away of [1e30, -1e30, 1e300, 1e9]) {
    const rows = Array.from({ length: 1000 }, (_, k) => [k % 10, Math.floor(k / 10) % 10, Math.floor(k / 100), 0.5]);
    rows.splice(500, 0, [away, away, -away, 0.5]);
    const workspace = createNearPairsWorkspace();
    const s = spheres(rows);
    // One finer body, so that there are levels.
    s.radii[3] = 0.01;
    s.centres[9] = 1000;
    expect(find(s, { filter: open(1001) }, workspace).count).toBe(3 * 900 - 4);
    // Nine layers of nine rows (cells are a millionth wider than the bodies), and the one far away: no row holds more
    // than 20 bodies.
    expect(workspace.rows.rowCount).toBe(82);
  }
});

const arrays = ({ search, levels, rows, cover }: NearPairsWorkspace) => [
  search.body,
  search.spheres,
  ...[levels.body, levels.rest, levels.spheres],
  ...[
    rows.cellStart,
    rows.cellX,
    rows.cellY,
    rows.cellZ,
    rows.order,
    rows.other,
    rows.column,
    rows.rowStart,
    rows.rowY,
    rows.rowZ,
    rows.table,
  ],
  ...[cover.entries, cover.table],
];

test('memory is as stated, and nothing is allocated in a steady step', () => {
  for (const scale of [1, 1e3, 1e200]) {
    const random = fc.sample(fc.array(real(0, 1), { minLength: 2100, maxLength: 2100 }), { seed: 5, numRuns: 1 })[0];
    const s = spheres(
      Array.from({ length: 700 }, (_, k) => [...random.slice(3 * k, 3 * k + 3).map((x) => x * scale), k < 80 ? 0.1 : 0.01]),
    );
    const workspace = createNearPairsWorkspace();
    const list = find(s, {}, workspace);
    const size = arrays(workspace).reduce((sum, array) => sum + array.byteLength, 0);
    expect(size).toBeLessThanOrEqual(nearPairsMemory(700, 80));
    expect(size).toBeGreaterThan(0.95 * nearPairsMemory(700, 80));
    const before = [list.pairs, list.invalid, ...arrays(workspace)];
    const first = bytes(list.pairs, 2 * list.count);
    for (let step = 0; step < 5; step++) {
      find(s, {}, workspace, list);
      expect(bytes(list.pairs, 2 * list.count)).toBe(first);
    }
    [list.pairs, list.invalid, ...arrays(workspace)].forEach((array, k) => expect(array).toBe(before[k]));
  }
});

test('a lattice in a box of each number of cells, many bodies: pairs across each face, edge and corner', () => {
  // Spacing 1, reach 1 (faces) or 1.5 (edges, too); boxes of n x n x n bodies.
  for (const n of [1, 2, 3, 4, 5]) {
    for (const radius of [0.5, 0.72]) {
      const rows = Array.from({ length: n * n * n }, (_, k) => [k % n, Math.floor(k / n) % n, Math.floor(k / n / n), radius]);
      const s = spheres(rows);
      const edges = [n, n, n];
      const list = find(s, { periodic: { min: [-0.5, 0, 0.25], max: [n - 0.5, n, n + 0.25] } });
      const wanted = periodicPairs(n * n * n, s.centres, s.radii, 0, edges);
      expect(listedImages(list).sort()).toEqual(wanted.map(({ i, j, shift }) => `${i}-${j} ${shift.join()}`).sort());
      if (n >= 3) expect(list.count).toBe(n * n * n * (radius === 0.5 ? 3 : 9));
    }
  }
});

test('few finer bodies, and many, meet coarse ones across the border', () => {
  const coarse = Array.from({ length: 125 }, (_, k) => [k % 5, Math.floor(k / 5) % 5, Math.floor(k / 25)].map((x) => x + 0.5).concat(0.5));
  const axes = [0, 1, 2];
  for (const copies of [1, sweep(30, 15)]) {
    // At both ends of each axis, a little within reach of the bodies at the other end; edges are longer than the
    // lattice by 0.05.
    const fine = axes.flatMap((axis) => [0.02, 5.03].map((x) => [2.5, 2.5, 2.5].map((y, k) => (k === axis ? x : y)).concat(0.1)));
    const s = spheres([...coarse, ...Array.from({ length: copies }, () => fine).flat()]);
    const wanted = periodicPairs(s.radii.length, s.centres, s.radii, 0, [5.05, 5.05, 5.05]);
    const list = find(s, { periodic: { min: [0, 0, 0], max: [5.05, 5.05, 5.05] } });
    expect(listedImages(list).sort()).toEqual(wanted.map(({ i, j, shift }) => `${i}-${j} ${shift.join()}`).sort());
    expect(wanted.filter(({ j, shift }) => j >= 125 && shift.some((x) => x !== 0)).length).toBeGreaterThanOrEqual(6 * copies);
  }
});

test('a long chain of bodies on folded axes, with finer ones beside it', () => {
  for (const axis of [0, 1, 2]) {
    const at = (x: number, r: number) => [0, 1, 2].map((k) => (k === axis ? x : 0)).concat(r);
    const rows = Array.from({ length: 30 }, (_, k) => [at(61 * k, 0.5), at(61 * k + 0.9, 0.45), at(61 * k - 0.6, 0.1)]).flat();
    rows.push(...Array.from({ length: 3 }, (_, k) => at(61 * k + 30.5, 0.2)));
    for (const filter of [undefined, open(rows.length)]) {
      const s = spheres(rows);
      expect(listed(find(s, { filter })).sort()).toEqual(expected(s).sort());
    }
  }
});

test('a larger search after a smaller one, and back', () => {
  const workspace = createNearPairsWorkspace();
  const block = (n: number) => spheres(Array.from({ length: n * n * n }, (_, k) => [k % n, Math.floor(k / n) % n, Math.floor(k / n / n), k % 2 === 0 ? 0.5 : 0.2])); // prettier-ignore
  for (const n of [3, 8, 4, 9, 2]) {
    const s = block(n);
    expect(listed(find(s, {}, workspace)).sort()).toEqual(expected(s).sort());
  }
});

test('every level of a wide range of sizes, and those beyond the last', () => {
  // 25 largest, then a body of each size 4^-k, near the one before it.
  const rows = Array.from({ length: 25 }, (_, k) => [1.2, 4 * k, 0, 1]);
  for (let k = 1; k < 100; k++) rows.push([1.2 * 4 ** -k, 0, 0, 4 ** -k]);
  const s = spheres(rows);
  const workspace = createNearPairsWorkspace();
  expect(listed(find(s, {}, workspace)).sort()).toEqual(expected(s).sort());
  expect(workspace.levels.count).toBe(64);
  expect(workspace.levels.starts[64]).toBe(124);
});

test('a level takes sizes down to a quarter where few are small, and to a half where many are', () => {
  const levelsOf = (large: number, small: number, r: number) => {
    const rows = Array.from({ length: large + small }, (_, k) => [3 * k, 0, 0, k < large ? 1 : r]);
    const workspace = createNearPairsWorkspace();
    const periodic: PeriodicBox = { min: [0, 0, 0], max: [1e4, 1, 1], axes: [true, false, false] };
    find(spheres(rows), { periodic }, workspace);
    const { count, starts } = workspace.levels;
    const byFastest = createNearPairsWorkspace();
    find(spheres(rows), { filter: open(rows.length) }, byFastest);
    expect(byFastest.levels.count).toBe(count === 1 ? 0 : count);
    return [...starts.subarray(1, count + 1)];
  };
  expect(levelsOf(1, 300, 0.51)).toEqual([301]);
  expect(levelsOf(100, 1000, 0.3)).toEqual([1100]);
  // The mean volume is (1 + 0.3^3 n) / (n + 1), above a sixteenth of the largest up to n = 26.
  expect(levelsOf(20, 520, 0.3)).toEqual([540]);
  expect(levelsOf(20, 560, 0.3)).toEqual([20, 580]);
  expect(levelsOf(100, 100, 0.2499)).toEqual([100, 200]);
});

test('finer bodies in, on and beside coarse ones, wherever these lie in the cells', () => {
  // Swollen spheres are as wide as a cell, so most reach into two on each axis.
  let state = 9;
  const random = Float64Array.from({ length: 4800 }, () => (state = (Math.imul(state, 1664525) + 1013904223) | 0) / 2 ** 31);
  const coarse = Array.from({ length: 27 }, (_, k) => [2.37 * (k % 3), 2.29 * (Math.floor(k / 3) % 3), 2.43 * Math.floor(k / 9), 0.5]);
  const fine = Array.from({ length: 1600 }, (_, k) => {
    const [x, y, z] = coarse[k % 27];
    const d = random.slice(3 * k, 3 * k + 3);
    const length = Math.sqrt(d[0] * d[0] + d[1] * d[1] + d[2] * d[2]);
    const at = (k % 2 === 0 ? 0.61999 : 0.3) / length;
    return [x + at * d[0], y + at * d[1], z + at * d[2], 0.12];
  });
  for (const r of [0.02, 0.12]) {
    const rows = [...coarse, ...fine.map(([x, y, z]) => [x, y, z, r])];
    const s = spheres(rows);
    const wanted = expected(s).filter((pair) => Number(pair.split('-')[0]) < 27);
    expect(wanted.length).toBeGreaterThanOrEqual(r === 0.12 ? 1600 : 800);
    const group = new Int32Array(rows.length).fill(1).fill(0, 0, 27);
    expect(listed(find(s, { filter: { ...open(rows.length), group } })).sort()).toEqual(wanted.sort());
  }
});
