import { afterEach, describe, expect, test, vi } from 'vitest';
import {
  createCellWorkspace,
  createNbsWorkspace,
  createNbsWorkspace2d,
  createNearPairsWorkspace,
  createPairList,
  denseCellPairs,
  nbsPairs2d,
  nbsPairs3d,
  nearPairs,
  sortedRowPairs,
  spatialOrder,
  type PairList,
} from '../../src/broad-phase';

// What a search leaves in its workspace when it finds nothing, or is broken off, must not show in the next one.

interface Scene {
  count: number;
  centres: Float64Array;
  radii: Float64Array;
}
type Search = (out: PairList, scene: Scene, margin: number) => PairList;

const periodic = { min: [0, 0, 0], max: [9, 9, 9] } as const;
/** Each makes a search with a workspace of its own. */
const searches: Record<string, () => Search> = {
  nbsPairs3d: () => {
    const workspace = createNbsWorkspace();
    return (out, { count, centres, radii }, margin) => nbsPairs3d(out, count, centres, radii, margin, workspace);
  },
  nbsPairs2d: () => {
    const workspace = createNbsWorkspace2d();
    const plane = (centres: Float64Array) => centres.filter((_, k) => k % 3 !== 2);
    return (out, { count, centres, radii }, margin) => nbsPairs2d(out, count, plane(centres), radii, margin, workspace);
  },
  sortedRowPairs: () => {
    const workspace = createCellWorkspace();
    return (out, { count, centres, radii }, margin) => sortedRowPairs(out, count, centres, radii, margin, workspace);
  },
  denseCellPairs: () => {
    const workspace = createCellWorkspace();
    return (out, { count, centres, radii }, margin) => denseCellPairs(out, count, centres, radii, margin, workspace);
  },
  nearPairs: () => {
    const workspace = createNearPairsWorkspace();
    return (out, { count, centres, radii }, margin) => nearPairs(out, count, centres, radii, { margin }, workspace);
  },
  'nearPairs, periodic': () => {
    const workspace = createNearPairsWorkspace();
    return (out, { count, centres, radii }, margin) => nearPairs(out, count, centres, radii, { margin, periodic }, workspace);
  },
};

/** Crowded, with bodies of two sizes; `away` moves one of them so far that cells cannot be numbered. */
function scene(count: number, away = 0): Scene {
  let state = 7;
  const random = () => ((state = (Math.imul(state, 1664525) + 1013904223) >>> 0) / 2 ** 32) * 9;
  const centres = Float64Array.from({ length: 3 * count }, random);
  centres[0] += away;
  return { count, centres, radii: Float64Array.from({ length: count }, (_, b) => (b % 10 === 0 ? 0.9 : 0.1)) };
}

const listed = (list: PairList): number[] => [...list.pairs.subarray(0, 2 * list.count)];

afterEach(() => {
  vi.unstubAllGlobals();
});

describe.each(Object.entries(searches))('%s', (_, create) => {
  test.each([-1, -5e-324, Number.NaN, Infinity, null, '1', undefined])('margin %s after a search: all bodies are invalid', (margin) => {
    const s = scene(200);
    const used = create();
    const list = used(createPairList(), s, 1);
    expect(list.count).toBeGreaterThan(100);
    used(list, s, margin as number);
    // The margin of nearPairs is an option: without it there is none.
    const isLeftOut = margin === undefined && create.toString().includes('nearPairs');
    expect(list.invalidCount).toBe(isLeftOut ? 0 : 200);
    if (!isLeftOut) expect(listed(list)).toEqual([]);
    expect(listed(used(list, s, 0.1))).toEqual(listed(create()(createPairList(), s, 0.1)));
  });

  test.each([0, 1e30])('memory that ends at any array does not spoil the next search (a body moved by %d)', (away) => {
    const small = scene(40);
    const large = scene(300, away);
    const wanted = listed(create()(createPairList(), large, 0.1));
    const arrays = { Int32Array, Float64Array };
    for (let room = 0; ; room++) {
      const used = create();
      const list = createPairList(4);
      used(list, small, 0.1);
      let left = room;
      for (const [name, array] of Object.entries(arrays)) {
        vi.stubGlobal(
          name,
          new Proxy(array, {
            construct: (target, parameters: [number]) => {
              if (left-- === 0) throw new RangeError('Array buffer allocation failed');
              return new target(...parameters);
            },
          }),
        );
      }
      let isBrokenOff = false;
      try {
        used(list, large, 0.1);
      } catch (error) {
        expect(error).toBeInstanceOf(RangeError);
        isBrokenOff = true;
      }
      vi.unstubAllGlobals();
      expect(listed(used(list, large, 0.1))).toEqual(wanted);
      expect(listed(used(list, small, 0.1))).toEqual(listed(create()(createPairList(), small, 0.1)));
      if (!isBrokenOff) {
        expect(room).toBeGreaterThan(3);
        return;
      }
    }
  });
});

test.each([null, -1, Number.NaN, Infinity])('spatialOrder with cells of %s leaves the order', (size) => {
  const { count, centres } = scene(50);
  expect([...spatialOrder(new Int32Array(count), count, centres, size as number)]).toEqual([...Array(count).keys()]);
});
