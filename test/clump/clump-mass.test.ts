import { describe, expect, test } from 'vitest';
import { createClump, MAX_COMMON_PARTS, meshMass, type Clump, type ClumpMass, type ClumpPart } from '../../src/clump';
import { InputError } from '../../src/math/input-error';
import { box, createRandom, polyhedronFromVertices, prism, randomHull } from '../../src/polyhedron';
import { unionMassByCells } from '../oracles/union-cells';
import { sweep } from '../sweep';
import { FAMILIES, loopsOf, type Place } from './parts';

/** A box by its corners of least and most coordinates. */
const boxAt = (low: number[], high: number[]): ClumpPart => ({
  shape: box(high[0] - low[0], high[1] - low[1], high[2] - low[2]),
  position: [0, 1, 2].map((k) => (low[k] + high[k]) / 2),
});

function expectMass(clump: Clump, mass: ClumpMass, tolerance: number): void {
  const size = clump.radius;
  expect(Math.abs(clump.volume - mass.volume)).toBeLessThanOrEqual(tolerance * size ** 3);
  for (let k = 0; k < 3; k++)
    expect(Math.abs(clump.origin[k] - mass.centroid[k])).toBeLessThanOrEqual((tolerance * size ** 4) / mass.volume);
  for (let k = 0; k < 9; k++) expect(Math.abs(clump.inertia[k] - mass.inertia[k])).toBeLessThanOrEqual(tolerance * size ** 5);
}

/** An L, 3 long and 2 high, 1 thick: twelve corners in a loop, closed by triangles. */
function elMesh(): [number[], number[]] {
  const loop = [0, 0, 3, 0, 3, 1, 1, 1, 1, 2, 0, 2];
  const positions = [0, 1].flatMap((z) => [0, 1, 2, 3, 4, 5].flatMap((k) => [loop[2 * k], loop[2 * k + 1], z]));
  const cap = [0, 1, 2, 0, 2, 3, 0, 3, 5, 3, 4, 5];
  const triangles = cap.map((_, k) => cap[k - (k % 3) + ((3 - (k % 3)) % 3)]).concat(cap.map((v) => v + 6));
  for (let k = 0; k < 6; k++) {
    const next = (k + 1) % 6;
    triangles.push(k, next, next + 6, k, next + 6, k + 6);
  }
  return [positions, triangles];
}

describe('an L', () => {
  const mesh = meshMass(...elMesh());

  test('by the divergence theorem', () => {
    expect(mesh.volume).toBe(4);
    // By hand: two boxes 3 x 1 x 1 and 1 x 1 x 1.
    expect(Array.from(mesh.centroid)).toEqual([1.25, 0.75, 0.5]);
    const [xx, yy, xy] = [3 * (9 / 12 + 1 / 16) + (1 / 12 + 9 / 16), 3 * (1 / 12 + 1 / 16) + (1 / 12 + 9 / 16), -0.75];
    [yy + 1 / 3, -xy, 0, -xy, xx + 1 / 3, 0, 0, 0, xx + yy].forEach((x, k) => expect(mesh.inertia[k]).toBeCloseTo(x, 14));
  });

  test.each([
    ['two boxes', [boxAt([0, 0, 0], [3, 1, 1]), boxAt([0, 1, 0], [1, 2, 1])], 0],
    ['three boxes', [boxAt([0, 0, 0], [1, 1, 1]), boxAt([1, 0, 0], [3, 1, 1]), boxAt([0, 1, 0], [1, 2, 1])], 0],
    ['two boxes that overlap', [boxAt([0, 0, 0], [3, 1, 1]), boxAt([0, 0, 0], [1, 2, 1])], 1],
  ])('%s have the mass of the mesh', (_, parts, shared) => {
    const el = createClump(parts);
    expectMass(el, mesh, 1e-15);
    expect(el.sharedVolume).toBeCloseTo(shared, 15);
    expect(el.volumeError).toBeLessThan(1e-12);
    const [least, middle, most] = el.moments;
    expect(least).toBeLessThan(middle);
    expect(least + middle).toBeGreaterThan(most);
    for (let a = 0; a < 3; a++) {
      for (let i = 0; i < 3; i++) {
        const product = [0, 1, 2].reduce((sum, j) => sum + el.inertia[3 * i + j] * el.axes[3 * j + a], 0);
        expect(product).toBeCloseTo(el.moments[a] * el.axes[3 * i + a], 13);
      }
    }
    expect(el.radius).toBeCloseTo(Math.sqrt(1.75 ** 2 + 0.75 ** 2 + 0.25), 14);
  });

  test('the same mass can be given', () => {
    const el = createClump([boxAt([0, 0, 0], [3, 1, 1]), boxAt([0, 0.5, 0], [1, 2, 1])], mesh);
    expect([el.volume, ...el.origin]).toEqual([4, 1.25, 0.75, 0.5]);
    expect(el.inertia).toEqual(mesh.inertia);
    expect([el.sharedVolume, el.volumeError]).toEqual([0, 0]);
    expect(Array.from(el.positions)).toEqual([0.25, -0.25, 0, -0.75, 0.5, 0]);
  });
});

test('one part has the mass of its polyhedron, to the bit', () => {
  const shape = randomHull(createRandom(3), 20);
  const one = createClump([{ shape }]);
  expect([one.volume, one.radius]).toEqual([shape.volume, shape.radius]);
  expect(one.inertia).toEqual(shape.inertia);
  expect(one.origin).toEqual(shape.origin);
  expect(Array.from(one.positions)).toEqual([0, 0, 0]);
});

/**
 * Mass of a union of boxes along the axes by the cells of the grid of their sides: exact for short binary fractions.
 */
function gridMass(boxes: readonly (readonly [number[], number[]])[]): ClumpMass {
  const cuts = [0, 1, 2].map((k) => [...new Set(boxes.flatMap(([low, high]) => [low[k], high[k]]))].sort((a, b) => a - b));
  const sum = { volume: 0, first: [0, 0, 0], second: new Array<number>(9).fill(0) };
  const spans = cuts.map((c) => c.slice(1).map((high, k) => [c[k], high]));
  for (const x of spans[0]) {
    for (const y of spans[1]) {
      for (const z of spans[2]) {
        const cell = [x, y, z];
        if (!boxes.some(([low, high]) => cell.every(([l, h], k) => low[k] <= l && h <= high[k]))) continue;
        const volume = cell.reduce((product, [l, h]) => product * (h - l), 1);
        const middle = cell.map(([l, h]) => (l + h) / 2);
        sum.volume += volume;
        for (let i = 0; i < 3; i++) {
          sum.first[i] += volume * middle[i];
          for (let j = 0; j < 3; j++) {
            sum.second[3 * i + j] += volume * middle[i] * middle[j] + (i === j ? (volume * (cell[i][1] - cell[i][0]) ** 2) / 12 : 0);
          }
        }
      }
    }
  }
  const centroid = sum.first.map((x) => x / sum.volume);
  const about = sum.second.map((s, k) => s - sum.volume * centroid[Math.floor(k / 3)] * centroid[k % 3]);
  const trace = about[0] + about[4] + about[8];
  return { volume: sum.volume, centroid, inertia: about.map((s, k) => (k % 4 === 0 ? trace - s : -s)) };
}

test('boxes that overlap in twos and more, against cells of a grid', () => {
  const random = createRandom(11);
  let deepest = 0;
  for (let round = 0; round < sweep(400, 25); round++) {
    const boxes = Array.from({ length: 2 + Math.floor(6 * random()) }, (): [number[], number[]] => {
      const low = [0, 1, 2].map(() => Math.floor(8 * random()) / 8);
      return [low, low.map((x) => x + (1 + Math.floor(8 * random())) / 8)];
    });
    const clump = createClump(boxes.map(([low, high]) => boxAt(low, high)));
    const mass = gridMass(boxes);
    expectMass(clump, mass, 1e-13);
    expect(Math.abs(clump.volume - mass.volume)).toBeLessThanOrEqual(clump.volumeError);
    deepest = Math.max(deepest, boxes.length);
  }
  expect(deepest).toBe(7);
});

describe('random parts against cells of cuts', () => {
  test.each(Object.entries(FAMILIES))('%s', (_, family) => {
    const random = createRandom(23);
    for (let round = 0; round < sweep(300, 10); round++) {
      const parts = family(random);
      const about = (parts[0].position ?? [0, 0, 0]) as Place;
      const clump = createClump(parts);
      const oracle = unionMassByCells(parts.map((part) => loopsOf(part, about)));
      const far = Math.max(...about.map(Math.abs));
      const mass = { ...oracle, centroid: oracle.centroid.map((x, k) => x + about[k]) };
      // Far from the origin a position is known to a rounding step of its coordinate, and so is the centroid.
      expectMass(clump, mass, 2e-12 + (far / clump.radius) * 2 ** -50);
    }
  });
});

test('the order of the parts changes rounding alone', () => {
  const random = createRandom(5);
  for (let round = 0; round < 10; round++) {
    const parts = FAMILIES['random'](random);
    const mass = createClump(parts);
    expectMass(createClump(parts.slice().reverse()), { ...mass, centroid: mass.origin }, 1e-13);
  }
});

test('parts that lie flush to within rounding share nothing', () => {
  const third = 1 / 3;
  const clump = createClump([boxAt([0, 0, 0], [third, 1, 1]), boxAt([third - 2 ** -54, 0, 0], [1, 1, 1])]);
  expect(clump.sharedVolume).toBe(0);
  expect(clump.volume).toBeCloseTo(1, 15);
});

describe('bad input', () => {
  const cube = box(1, 1, 1);
  const mass = createClump([{ shape: cube }]);
  const given = { volume: 1, centroid: [0, 0, 0], inertia: Array.from(mass.inertia) };
  const many = (count: number) => Array.from({ length: count }, (_, k): ClumpPart => ({ shape: cube, position: [k / 64, 0, 0] }));
  test.each<[string, () => unknown, string, number, number]>([
    ['no part', () => createClump([]), 'bad-length', -1, 0],
    ['no array', () => createClump({ length: 1 } as never), 'bad-length', -1, 1],
    ['no shape', () => createClump([{ shape: cube }, {} as never]), 'bad-option', 1, NaN],
    ['a hole', () => createClump([{ shape: cube }, null as never]), 'bad-option', 1, NaN],
    ['negative volume', () => createClump([{ shape: cube }, { shape: { ...cube, volume: -1 } }]), 'bad-option', 1, -1],
    ['short position', () => createClump([{ shape: cube, position: [0, 0] as never }]), 'bad-length', 0, 2],
    ['endless position', () => createClump([{ shape: cube }, { shape: cube, position: [0, Infinity, 0] }]), 'not-finite', 1, Infinity],
    ['parts too far apart', () => createClump([1e200, -1e200].map((x) => ({ shape: cube, position: [x, 0, 0] }))), 'not-finite', -1, NaN],
    ['long orientation', () => createClump([{ shape: cube, orientation: [0, 0, 0, 2] }]), 'not-unit', 0, 4],
    ['short orientation', () => createClump([{ shape: cube, orientation: [0, 0, 1] as never }]), 'bad-length', 0, 3],
    ['too many in one place', () => createClump(many(MAX_COMMON_PARTS + 1)), 'bad-option', MAX_COMMON_PARTS, MAX_COMMON_PARTS + 1],
    ['mass without volume', () => createClump([{ shape: cube }], { ...given, volume: 0 }), 'bad-option', -1, 0],
    ['mass with a short centroid', () => createClump([{ shape: cube }], { ...given, centroid: [1] }), 'bad-length', -1, 1],
    ['mass that is not a number', () => createClump([{ shape: cube }], { ...given, centroid: [NaN, 0, 0] }), 'not-finite', -1, NaN],
    ['lopsided inertia', () => createClump([{ shape: cube }], { ...given, inertia: [1, 0.5, 0, 0, 1, 0, 0, 0, 1] }), 'bad-option', -1, 0.5],
    ['impossible inertia', () => createClump([{ shape: cube }], { ...given, inertia: [1, 0, 0, 0, 1, 0, 0, 0, 3] }), 'bad-option', -1, 3],
    ['negative inertia', () => createClump([{ shape: cube }], { ...given, inertia: [-1, 0, 0, 0, 1, 0, 0, 0, 1] }), 'bad-option', -1, -1],
  ])('%s', (_, run, code, index, value) => {
    let error: unknown;
    try {
      run();
    } catch (caught) {
      error = caught;
    }
    expect(error).toBeInstanceOf(InputError);
    expect({ code: (error as InputError).code, index: (error as InputError).index, value: (error as InputError).value }).toEqual({
      code,
      index,
      value,
    });
  });

  test(`${MAX_COMMON_PARTS} parts may share a place`, () => {
    expect(createClump(many(MAX_COMMON_PARTS)).volume).toBeCloseTo(1 + (MAX_COMMON_PARTS - 1) / 64, 12);
  });
});

describe('meshMass', () => {
  const [positions, triangles] = elMesh();

  test('a convex mesh has the mass of the polyhedron, with corners given once or once a triangle', () => {
    const shape = prism(5, 1, 2);
    const corners = Array.from(shape.vertices);
    const faces: number[] = [];
    for (let f = 0; f < shape.faceCount; f++) {
      const loop: number[] = [];
      let h = shape.faceHalfEdge[f];
      do {
        loop.push(shape.halfEdgeOrigin[h]);
        h = shape.halfEdgeNext[h];
      } while (h !== shape.faceHalfEdge[f]);
      for (let k = 2; k < loop.length; k++) faces.push(loop[0], loop[k - 1], loop[k]);
    }
    const mass = meshMass(corners, faces);
    expect(mass.volume).toBeCloseTo(shape.volume, 14);
    mass.inertia.forEach((x, k) => expect(x).toBeCloseTo(shape.inertia[k], 13));
    expect(meshMass(faces.flatMap((v) => corners.slice(3 * v, 3 * v + 3)))).toEqual(mass);
    expect(mass.volume).toBeCloseTo(polyhedronFromVertices(corners).volume, 14);
  });

  test.each<[string, () => unknown, string, number, number]>([
    ['no corners', () => meshMass(undefined as never), 'bad-option', -1, NaN],
    [
      'a mesh too large for a double',
      () =>
        meshMass(
          positions.map((x) => 1e120 * x),
          triangles,
        ),
      'not-finite',
      -1,
      NaN,
    ],
    ['half a corner', () => meshMass([0, 0], triangles), 'bad-length', -1, 2],
    ['half a triangle', () => meshMass(positions, triangles.slice(1)), 'bad-length', -1, triangles.length - 1],
    ['no triangle', () => meshMass(positions, []), 'bad-length', -1, 0],
    ['no number', () => meshMass([...positions.slice(0, 4), NaN, ...positions.slice(5)], triangles), 'not-finite', 1, NaN],
    ['no corner', () => meshMass(positions, [...triangles.slice(0, 5), 12, ...triangles.slice(6)]), 'bad-index', 5, 12],
    ['a hole', () => meshMass(positions, triangles.slice(0, -3)), 'open-surface', 6, 1],
    ['inside out', () => meshMass(positions, triangles.slice().reverse()), 'wrong-winding', -1, -4],
  ])('%s', (_, run, code, index, value) => {
    let error: unknown;
    try {
      run();
    } catch (caught) {
      error = caught;
    }
    const { code: found, index: at, value: measured } = error as InputError;
    expect({ code: found, index: at, value: measured }).toEqual({ code, index, value });
  });
});
