import { expect, test } from 'vitest';
import { createNbsWorkspace, createPairList, nbsMemory, nbsPairs3d, type NbsWorkspace } from '../../src/broad-phase';

function block(nx: number, ny: number, nz: number, spacing = 1) {
  const count = nx * ny * nz;
  const centres = new Float64Array(3 * count);
  for (let b = 0; b < count; b++) {
    centres[3 * b] = spacing * (b % nx);
    centres[3 * b + 1] = spacing * (Math.floor(b / nx) % ny);
    centres[3 * b + 2] = spacing * Math.floor(b / nx / ny);
  }
  return { count, centres, radii: new Float64Array(count).fill(0.5) };
}

const arrays = (w: NbsWorkspace) => [w.headX, w.headY, w.headZ, w.nextX, w.nextY, w.nextZ];
const integers = (w: NbsWorkspace) => arrays(w).reduce((sum, array) => sum + array.length, 0);

test.each([
  [block(20, 10, 5), 20, 10, 5],
  [block(6, 6, 6, 3.5), 18, 18, 18],
  [block(1, 1, 1), 1, 1, 1],
] as const)('memory is nz + 2 ny + 5 nx + 3 N integers', ({ count, centres, radii }, nx, ny, nz) => {
  const workspace = createNbsWorkspace();
  nbsPairs3d(createPairList(), count, centres, radii, 0, workspace);
  const [cx, cy, cz] = workspace.grid.cells;
  // Centres on cell borders: the last cell may be one less.
  expect([nx - cx, ny - cy, nz - cz].every((less) => less === 0 || less === 1)).toBe(true);
  expect(nbsMemory(count, cx, cy, cz)).toBe(cz + 2 * cy + 5 * cx + 3 * count);
  expect(integers(workspace)).toBe(nbsMemory(count, cx, cy, cz));
});

test('memory stays within 19 N + 8 integers however far bodies are scattered', () => {
  const { count, centres, radii } = block(5, 5, 5);
  for (let k = 0; k < centres.length; k++) centres[k] *= k % 2 === 0 ? 1e300 : -1e5;
  const workspace = createNbsWorkspace();
  nbsPairs3d(createPairList(), count, centres, radii, 0, workspace);
  expect(integers(workspace)).toBeLessThanOrEqual(19 * count + 8);
});

test('nothing is allocated in a steady step: all arrays stay the same', () => {
  const { count, centres, radii } = block(10, 10, 10, 0.95);
  const list = createPairList(1);
  const workspace = createNbsWorkspace();
  nbsPairs3d(list, count, centres, radii, 0, workspace);
  const before = [list.pairs, list.invalid, ...arrays(workspace)];
  for (let step = 0; step < 20; step++) {
    // A breathing assembly: never larger than at first, so that there is nothing to grow.
    for (let k = 0; k < centres.length; k++) centres[k] *= step % 2 === 0 ? 0.999 : 1 / 0.9991;
    nbsPairs3d(list, count, centres, radii, 0, workspace);
    expect(list.count).toBe(2700);
  }
  [list.pairs, list.invalid, ...arrays(workspace)].forEach((array, k) => expect(array).toBe(before[k]));
});

test('lists and workspaces grow, and are not shrunk', () => {
  const small = block(2, 2, 2);
  const large = block(9, 9, 9);
  const list = createPairList(0);
  const workspace = createNbsWorkspace();
  nbsPairs3d(list, small.count, small.centres, small.radii, 0, workspace);
  expect(list.count).toBe(12);
  nbsPairs3d(list, large.count, large.centres, large.radii, 0, workspace);
  expect(list.count).toBe(3 * 8 * 81);
  const { pairs } = list;
  nbsPairs3d(list, small.count, small.centres, small.radii, 0, workspace);
  expect(list.count).toBe(12);
  expect(list.pairs).toBe(pairs);
});

test('heads are clear after each search, so no search pays for cells that it does not use', () => {
  const { count, centres, radii } = block(10, 10, 10, 1.5);
  const workspace = createNbsWorkspace();
  nbsPairs3d(createPairList(), count, centres, radii, 0, workspace);
  for (const heads of [workspace.headX, workspace.headY, workspace.headZ]) expect(heads.every((head) => head === -1)).toBe(true);
});

test('a search that was broken off (no memory for its pairs) does not spoil the next', () => {
  const { count, centres, radii } = block(4, 4, 4);
  const workspace = createNbsWorkspace();
  const full = createPairList(0);
  Object.defineProperty(full, 'pairs', {
    get: () => new Int32Array(0),
    set: () => {
      throw new RangeError('Array buffer allocation failed');
    },
  });
  expect(() => nbsPairs3d(full, count, centres, radii, 0, workspace)).toThrow(RangeError);
  const list = nbsPairs3d(createPairList(), count, centres, radii, 0, workspace);
  expect(list.count).toBe(3 * 48);
});

test('arrays on shared memory', () => {
  const { count, centres, radii } = block(3, 3, 3);
  const shared = (from: Float64Array) => {
    const out = new Float64Array(new SharedArrayBuffer(from.byteLength));
    out.set(from);
    return out;
  };
  expect(nbsPairs3d(createPairList(), count, shared(centres), shared(radii), 0).count).toBe(3 * 18);
});
