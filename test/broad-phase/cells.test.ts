/** Near pairs in periodic cells with vectors in any directions. */
import { describe, expect, test } from 'vitest';
import {
  checkPeriodicCell,
  checkPeriodicCell2d,
  createNearPairsWorkspace,
  createPairList,
  nearPairs,
  nearPairs2d,
  type PeriodicCell,
} from '../../src/broad-phase';
import { InputError } from '../../src/math/input-error';
import { createRandom } from '../../src/polyhedron';
import { cellPairs } from '../oracles/cell-pairs';
import { sweep } from '../sweep';

interface Scene {
  centres: Float64Array;
  radii: Float64Array;
  margin: number;
  vectors: number[];
  axes: [boolean, boolean, boolean];
}

const all: [boolean, boolean, boolean] = [true, true, true];
const workspace = createNearPairsWorkspace();

function found({ centres, radii, margin, vectors, axes }: Scene, origin = [0, 0, 0]): string[] {
  const list = nearPairs(createPairList(1), radii.length, centres, radii, { margin, periodic: { vectors, axes, origin } }, workspace);
  return Array.from({ length: list.count }, (_, p) => {
    const shift = axes.includes(true) ? list.shifts.slice(3 * p, 3 * p + 3).join() : '0,0,0';
    return `${list.pairs[2 * p]}-${list.pairs[2 * p + 1]} ${shift}`;
  }).sort();
}

function expected({ centres, radii, margin, vectors, axes }: Scene): string[] {
  return cellPairs(radii.length, centres, radii, margin, vectors, axes)
    .map(({ i, j, shift }) => `${i}-${j} ${shift.join()}`)
    .sort();
}

type Maker = (random: () => number, signed: () => number) => Scene;

const bodies = (count: number, random: () => number, size: number, axes = all): Omit<Scene, 'vectors'> => ({
  centres: Float64Array.from({ length: 3 * count }, () => size * random()),
  radii: Float64Array.from({ length: count }, () => (random() < 0.2 ? 0.02 : 0.1 + 0.3 * random())),
  margin: random() < 0.5 ? 0 : 0.25,
  axes,
});
const skewed = (size: number, signed: () => number): number[] => [size, 0, 0, 0, size, 0, 0, 0, size].map((x) => x + 0.4 * size * signed());
/** Vectors of the same images: the second and third with whole numbers of the others added. */
function sheared(v: number[], signed: () => number, most: number): number[] {
  const out = [...v];
  for (const [k, m] of [
    [1, 0],
    [2, 0],
    [2, 1],
  ]) {
    const n = Math.floor(most * signed());
    for (let c = 0; c < 3; c++) out[3 * k + c] += n * out[3 * m + c];
  }
  return out;
}

const families: Record<string, Maker> = {
  'skewed cells': (random, signed) => ({ ...bodies(9, random, 3), vectors: skewed(3, signed) }),
  'cells smaller than the bodies': (random, signed) => ({ ...bodies(6, random, 1), vectors: skewed(0.6, signed) }),
  'cells sheared by hundreds of edges': (random, signed) => ({ ...bodies(8, random, 3), vectors: sheared(skewed(3, signed), signed, 400) }),
  'some directions': (random, signed) => ({
    ...bodies(9, random, 3, [random() < 0.5, random() < 0.5, random() < 0.5]),
    vectors: skewed(3, signed),
  }),
  'many cells away': (random, signed) => {
    const scene = { ...bodies(8, random, 3), vectors: sheared(skewed(3, signed), signed, 3) };
    for (let b = 0; b < 8; b++) {
      const away = [0, 1, 2].map(() => Math.floor((random() < 0.5 ? 1e6 : 4) * signed()));
      for (let c = 0; c < 3; c++) scene.centres[3 * b + c] += away.reduce((sum, n, k) => sum + n * scene.vectors[3 * k + c], 0);
    }
    return scene;
  },
  'lattices with touching bodies and images equally near': (random) => {
    const scale = random() < 0.5 ? 1 : 4;
    const shapes = [
      [1, 0, 0, 0.5, 1, 0, 0, 0, 1],
      [1, 0, 0, 0.5, 1, 0, 0.5, 0.5, 1],
      [0.5, 0.5, 0, 0.5, 0, 0.5, 0, 0.5, 0.5],
      [-0.5, 0.5, 0.5, 0.5, -0.5, 0.5, 0.5, 0.5, -0.5],
    ];
    return {
      centres: Float64Array.from({ length: 27 }, () => Math.floor(16 * random()) / 4),
      radii: Float64Array.from({ length: 9 }, () => [0.5, 0.25, 0.125][Math.floor(3 * random())]),
      margin: 0,
      axes: all,
      vectors: shapes[Math.floor(4 * random())].map((x) => scale * x),
    };
  },
  'any scale': (random, signed) => {
    const scale = 2 ** Math.floor(400 * signed());
    const { centres, radii, margin } = bodies(8, random, 3);
    return {
      centres: centres.map((x) => scale * x),
      radii: radii.map((x) => scale * x),
      margin: scale * margin,
      axes: all,
      vectors: skewed(3, signed).map((x) => scale * x),
    };
  },
  'long cells': (random, signed) => {
    const vectors = [1e6, 3e5, 0, 0.2, 3, 0.1, signed(), 0.3, 3];
    const { centres, ...rest } = bodies(9, random, 3);
    for (let b = 0; b < 9; b++) {
      const far = Math.floor(3 * random()) / 3;
      for (let c = 0; c < 3; c++) centres[3 * b + c] += far * vectors[c];
    }
    return { ...rest, centres, vectors };
  },
};

describe.each(Object.entries(families))('%s', (name, make) => {
  test('the nearest image of each pair is near, or the pair is not listed: exactly, against all images', () => {
    const random = createRandom(7);
    const signed = (): number => 2 * random() - 1;
    let pairs = 0;
    for (let k = 0; k < sweep(40, 6); k++) {
      const scene = make(random, signed);
      const want = expected(scene);
      expect(found(scene, name === 'any scale' ? undefined : [signed(), 3, -7])).toEqual(want);
      pairs += want.length;
    }
    expect(pairs).toBeGreaterThan(sweep(3, 1));
  });
});

/** All images within reach, by trying 5 x 5 x 5 of them, each body first brought into the cell. */
function bruteForce({ centres, radii, margin, vectors: v }: Scene): string[] {
  const n = radii.length;
  const det = v[0] * (v[4] * v[8] - v[5] * v[7]) - v[1] * (v[3] * v[8] - v[5] * v[6]) + v[2] * (v[3] * v[7] - v[4] * v[6]);
  const inside = new Float64Array(3 * n);
  for (let b = 0; b < n; b++) {
    const x = centres.subarray(3 * b, 3 * b + 3);
    const parts = [0, 1, 2].map((k) => {
      const [p, q] = [v.slice(3 * ((k + 1) % 3), 3 * ((k + 1) % 3) + 3), v.slice(3 * ((k + 2) % 3), 3 * ((k + 2) % 3) + 3)];
      return Math.floor(
        (x[0] * (p[1] * q[2] - p[2] * q[1]) + x[1] * (p[2] * q[0] - p[0] * q[2]) + x[2] * (p[0] * q[1] - p[1] * q[0])) / det,
      );
    });
    for (let c = 0; c < 3; c++) inside[3 * b + c] = x[c] - parts.reduce((sum, m, k) => sum + m * v[3 * k + c], 0);
  }
  const pairs: string[] = [];
  for (let i = 0; i < n; i++) {
    for (let j = i + 1; j < n; j++) {
      for (let image = 0; image < 125; image++) {
        const s = [(image % 5) - 2, (Math.floor(image / 5) % 5) - 2, Math.floor(image / 25) - 2];
        let square = 0;
        for (let c = 0; c < 3; c++) {
          const d = inside[3 * i + c] - inside[3 * j + c] - s[0] * v[c] - s[1] * v[3 + c] - s[2] * v[6 + c];
          square += d * d;
        }
        if (square <= (radii[i] + radii[j] + margin) ** 2) pairs.push(`${i}-${j}`);
      }
    }
  }
  return pairs.sort();
}

test('hundreds of bodies of many sizes: each image within reach is found', () => {
  const random = createRandom(11);
  for (const shear of [0.3, -0.9, 0, 0.5].slice(0, sweep(4, 2))) {
    const size = 6;
    const count = 250;
    const scene: Scene = {
      centres: Float64Array.from({ length: 3 * count }, () => 40 * random() - 20),
      radii: Float64Array.from({ length: count }, () => 0.04 / (1 - 0.97 * random())),
      margin: 0.05,
      axes: all,
      vectors: [size, 0.5, 0, shear * size, size, 0.2, -0.3, shear * size, size],
    };
    const pairs = found(scene).map((pair) => pair.split(' ')[0]);
    expect(pairs).toEqual(bruteForce(scene));
    expect(pairs.length).toBeGreaterThan(50);
  }
});

describe('the cell means its images alone', () => {
  const random = createRandom(19);
  const signed = (): number => 2 * random() - 1;
  const count = 120;
  const scene = { ...bodies(count, random, 5), vectors: [4, 0, 0, 0, 5, 0, 0, 0, 6] };
  const pairs = (s: Scene): string[] => found(s).map((pair) => pair.split(' ')[0]);

  test('with perpendicular vectors it gives the pairs and the shifts of the box', () => {
    const list = nearPairs(createPairList(), count, scene.centres, scene.radii, {
      margin: scene.margin,
      periodic: { min: [0, 0, 0], max: [4, 5, 6] },
    });
    const box = Array.from(
      { length: list.count },
      (_, p) => `${list.pairs[2 * p]}-${list.pairs[2 * p + 1]} ${list.shifts.slice(3 * p, 3 * p + 3).join()}`,
    );
    expect(found(scene)).toEqual(box.sort());
    expect(box.length).toBeGreaterThan(50);
  });

  test('other vectors of the same images, vectors in another order, of the other hand', () => {
    const vectors = [4, 0, 0, 1.5, 5, 0, 0.5, 2, 6];
    const want = pairs({ ...scene, vectors });
    expect(want.length).toBeGreaterThan(50);
    for (const n of [1, 2, 100]) expect(pairs({ ...scene, vectors: sheared(vectors, signed, n) })).toEqual(want);
    expect(pairs({ ...scene, vectors: [...vectors.slice(3), ...vectors.slice(0, 3)] })).toEqual(want);
    expect(pairs({ ...scene, vectors: [...vectors.slice(3, 6), ...vectors.slice(0, 3), ...vectors.slice(6)] })).toEqual(want);
    expect(pairs({ ...scene, vectors: vectors.map((x) => -x) })).toEqual(want);
  });

  test('turned with the bodies it gives the same pairs', () => {
    const vectors = [4, 0, 0, 1.5, 5, 0, 0.5, 2, 6];
    const want = found({ ...scene, vectors });
    const [c, s] = [0.6, 0.8];
    const turned = (list: ArrayLike<number>): number[] => {
      const out: number[] = [];
      for (let k = 0; k < list.length; k += 3) {
        const [x, y, z] = [c * list[k] - s * list[k + 1], s * list[k] + c * list[k + 1], list[k + 2]];
        out.push(c * x + s * z, y, c * z - s * x);
      }
      return out;
    };
    expect(found({ ...scene, centres: Float64Array.from(turned(scene.centres)), vectors: turned(vectors) })).toEqual(want);
  });
});

test('in the plane: the pairs in space of bodies at z = 0', () => {
  const random = createRandom(5);
  for (let k = 0; k < sweep(40, 6); k++) {
    const count = 40;
    const vectors = [2 + random(), random(), 3 * random() - 1.5, 2 + random()];
    const centres = Float64Array.from({ length: 2 * count }, () => 10 * random());
    const inSpace = Float64Array.from({ length: 3 * count }, (_, c) => (c % 3 === 2 ? 0 : centres[2 * Math.floor(c / 3) + (c % 3)]));
    const radii = Float64Array.from({ length: count }, () => 0.05 + 0.2 * random());
    const list = nearPairs2d(createPairList(), count, centres, radii, { margin: 0.05, periodic: { vectors } });
    const got = Array.from(
      { length: list.count },
      (_, p) => `${list.pairs[2 * p]}-${list.pairs[2 * p + 1]} ${list.shifts.slice(3 * p, 3 * p + 3).join()}`,
    ).sort();
    const [ax, ay, bx, by] = vectors;
    const plane: Scene = { centres: inSpace, radii, margin: 0.05, axes: [true, true, false], vectors: [ax, ay, 0, bx, by, 0, 0, 0, 1] };
    expect(got).toEqual(found(plane));
    if (k < sweep(3, 1)) expect(got).toEqual(expected(plane));
    expect(got.length).toBeGreaterThan(10);
  }
});

test('bodies that are not finite or 2^29 cells away are invalid, and so are all in a cell without volume', () => {
  const centres = Float64Array.from([0, 0, 0, 0.1, 0, 0, Number.NaN, 0, 0, 4 * 2 ** 30, 0, 0, 0, Infinity, 0]);
  const radii = new Float64Array(5).fill(0.2);
  const list = nearPairs(createPairList(), 5, centres, radii, { periodic: { vectors: [4, 0, 0, 1, 4, 0, 0, 1, 4] } });
  expect([list.count, list.invalidCount, Array.from(list.invalid.subarray(0, 3))]).toEqual([1, 3, [2, 3, 4]]);
  for (const vectors of [
    [4, 0, 0, 8, 0, 0, 0, 0, 4],
    [1, 2, 3],
    [4, 0, 0, Number.NaN, 4, 0, 0, 0, 4],
  ])
    expect(nearPairs(createPairList(), 5, centres, radii, { periodic: { vectors } }).invalidCount).toBe(5);
  expect(nearPairs2d(createPairList(), 2, centres, radii, { periodic: { vectors: [1, 1, 2, 2] } }).invalidCount).toBe(2);
});

describe('checks', () => {
  test('accepts cells of either hand, any size and shear, and anything in vectors that do not repeat', () => {
    checkPeriodicCell({ vectors: [4, 0, 0, 1, 4, 0, 0, 0, 4] });
    checkPeriodicCell({ vectors: new Float64Array([0, 4, 0, 4, 1, 0, 0, 0, -4]), origin: [1, 2, 3], velocities: new Float64Array(9) });
    checkPeriodicCell({ vectors: [1, 0, 0, 1e5, 1, 0, 0, 0, 1].map((x) => 1e-140 * x) });
    checkPeriodicCell({ vectors: [1, 0, 0, 2, 0, 0, 0, Number.NaN, 1], axes: [true, false, false] });
    checkPeriodicCell2d({ vectors: [1, 0, 0.5, 1] });
  });

  const cell = (vectors: unknown, rest: object = {}) => ({ vectors, ...rest }) as PeriodicCell;
  const unit = [1, 0, 0, 0, 1, 0, 0, 0, 1];
  test.each([
    ['bad-option', -1, Number.NaN, null as unknown as PeriodicCell, 'needs vectors'],
    ['bad-option', -1, Number.NaN, cell(undefined), 'needs vectors'],
    ['bad-length', -1, 4, cell([1, 0, 0, 1]), 'has 4 entries, not 9'],
    ['bad-length', -1, 2, cell(unit, { origin: [0, 0] }), 'origin of a periodic cell has 2'],
    ['bad-length', -1, 3, cell(unit, { velocities: [0, 0, 0] }), 'velocities of a periodic cell has 3'],
    ['bad-option', -1, Number.NaN, cell(unit, { axes: [true, true] }), 'three booleans'],
    ['not-finite', 1, Number.NaN, cell([1, 0, 0, Number.NaN, 1, 0, 0, 0, 1]), 'vector 1'],
    ['not-finite', 2, Infinity, cell(unit, { velocities: [0, 0, 0, 0, 0, 0, 0, Infinity, 0] }), 'velocity of vector 2'],
    ['not-finite', 0, Infinity, cell(unit, { origin: [Infinity, 0, 0] }), 'origin'],
    ['bad-option', 2, 0, cell([1, 0, 0, 0, 1, 0, 0, 0, 0]), 'got 0'],
    ['bad-option', 0, 1e200, cell([1e200, 0, 0, 0, 1, 0, 0, 0, 1]), '2^500'],
    ['flat', -1, 0, cell([1, 0, 0, 2, 0, 0, 0, 0, 1]), 'no volume'],
    ['flat', -1, 0, cell([1, 1, 0, 1, 1, 1, 0, 0, 1]), 'no volume'],
  ])('%s at %d, value %d', (code, index, value, bad, words) => {
    const error = thrownBy(() => checkPeriodicCell(bad));
    expect([error.code, error.index]).toEqual([code, index]);
    if (Number.isFinite(value)) expect(error.value).toBeCloseTo(value, 7);
    else expect(error.value).toBe(value);
    expect(error.message).toContain(words);
  });

  test('in the plane', () => {
    expect(thrownBy(() => checkPeriodicCell2d({ vectors: [1, 2, 2, 4] })).code).toBe('flat');
    expect(thrownBy(() => checkPeriodicCell2d({ vectors: [1, 2, 3] })).code).toBe('bad-length');
  });
});

function thrownBy(run: () => void): InputError {
  try {
    run();
  } catch (error) {
    expect(error).toBeInstanceOf(InputError);
    return error as InputError;
  }
  throw new Error('nothing was thrown');
}
