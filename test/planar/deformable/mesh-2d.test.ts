import { describe, expect, it } from 'vitest';
import { createRandom, InputError } from '../../../src/index';
import {
  createDeformables2d,
  meshesFromTriangles,
  meshFromTriangles,
  meshPolygon,
  pointCore2d,
  polygonFromVertices,
  rectangle,
  regularPolygon,
  segmentCore2d,
  stableStep2d,
} from '../../../src/planar';
import { denseStiffness, largestFrequency, lumpedMasses } from '../../oracles/dense-plane-strain';
import { E, NU, rock } from './shapes-2d';

function errorOf(build: () => unknown): InputError {
  try {
    build();
  } catch (error) {
    if (error instanceof InputError) return error;
    throw error;
  }
  throw new Error('nothing was thrown');
}

const SQUARE = [0, 0, 1, 0, 1, 1, 0, 1];
const TWO = [0, 1, 2, 0, 2, 3];

describe('meshPolygon', () => {
  it('keeps area and centroid, halves edges, and passes the checks of given meshes', () => {
    const skew = polygonFromVertices([0, 0, 3, 0.2, 2.5, 1.4, 0.1, 0.9]);
    const shapes = [regularPolygon(3, 1), rectangle(2, 1), skew, regularPolygon(5, 1), regularPolygon(12, 0.3)];
    shapes.forEach((shape, k) => {
      for (const refinements of [0, 1, 3]) {
        const mesh = meshPolygon(shape, refinements);
        const first = [1, 2, 2, 5, 12][k];
        expect(mesh.elements.length / 3).toBe(first * 4 ** refinements);
        expect(meshFromTriangles(mesh.nodes, mesh.elements)).toEqual(mesh);
        const masses = lumpedMasses(mesh, 1);
        expect(masses.reduce((sum, m) => sum + m, 0) / shape.area).toBeCloseTo(1, 12);
        for (const axis of [0, 1])
          expect(Math.abs(masses.reduce((sum, m, node) => sum + m * mesh.nodes[2 * node + axis], 0))).toBeLessThan(1e-14);
      }
    });
  });

  it('takes the shorter diagonal of four corners', () => {
    const kite = polygonFromVertices([-2, 0, 0, -0.5, 2, 0, 0, 0.5]);
    const { nodes, elements } = meshPolygon(kite);
    const shared = [0, 1, 2, 3].filter((node) => elements.filter((n) => n === node).length === 2);
    expect(shared.map((node) => Math.abs(nodes[2 * node + 1]))).toEqual([0.5, 0.5]);
  });

  it('refuses other numbers of refinements and bodies without area', () => {
    for (const refinements of [-1, 0.5, 9, Number.NaN]) {
      const { code, value } = errorOf(() => meshPolygon(rectangle(1, 1), refinements));
      expect([code, value]).toEqual(['bad-option', refinements]);
    }
    for (const core of [pointCore2d(), segmentCore2d(1)]) {
      const { code, value } = errorOf(() => meshPolygon(core));
      expect([code, value]).toEqual(['bad-option', core.dimension]);
    }
  });
});

describe('a mesh that is given', () => {
  it('is copied', () => {
    const nodes = Float64Array.from(SQUARE);
    const mesh = meshFromTriangles(nodes, TWO);
    nodes[0] = 9;
    expect(mesh.nodes[0]).toBe(0);
  });

  it.each([
    ['bad-length', -1, 7, SQUARE.slice(1), TWO],
    ['bad-length', -1, 5, SQUARE, TWO.slice(1)],
    ['bad-length', -1, 0, SQUARE, []],
    ['not-finite', 1, Infinity, SQUARE.with(3, Infinity), TWO],
    ['not-finite', 2, Number.NaN, SQUARE.with(4, Number.NaN), TWO],
    ['bad-index', 1, 4, SQUARE, TWO.with(4, 4)],
    ['bad-index', 0, -1, SQUARE, TWO.with(0, -1)],
    ['bad-index', 0, 0.5, SQUARE, TWO.with(1, 0.5)],
    ['unused-node', 3, 3, SQUARE, TWO.slice(0, 3)],
    ['flat', 0, 0, [0, 0, 1, 0, 2, 0], [0, 1, 2]],
    ['flat', 0, 0, [0, 0, 1, 0, 1, 1], [0, 1, 1, 0, 1, 2]],
    ['wrong-winding', 1, -0.5, SQUARE, [0, 1, 2, 2, 0, 3]],
    // Three triangles on one edge; two on the same side of one; two that share one node only.
    ['non-manifold', 2, 1, [...SQUARE, 0.2, 0.9], [...TWO, 0, 2, 4]],
    ['non-manifold', 1, 0, [0, 0, 1, 0, 1, 1, 0.5, 2], [0, 1, 2, 0, 1, 3]],
    ['non-manifold', 1, Number.NaN, [0, 0, 1, 0, 0, 1, -1, 0, 0, -1], [0, 1, 2, 0, 3, 4]],
    // A square and beside it two of half its size: the node between these hangs.
    ['non-manifold', 4, 0.5, [...SQUARE, 1, 0.5, 2, 0.5, 2, 0, 2, 1], [...TWO, 1, 6, 5, 1, 5, 4, 4, 5, 7, 4, 7, 2]],
  ] as const)('is refused: %s of %s', (code, index, value, nodes, elements) => {
    const error = errorOf(() => meshFromTriangles(nodes, elements));
    expect([error.code, error.index, error.value]).toEqual([code, index, value]);
    expect(error.message.length).toBeGreaterThan(20);
  });

  it('may be bent, may have holes, and may have thin triangles', () => {
    // A ring of four trapezia around a hole.
    const outer = [-2, -2, 2, -2, 2, 2, -2, 2];
    const ring = [...outer, ...outer.map((x) => x / 2)];
    const cells = [0, 1, 2, 3].flatMap((k) => [k, (k + 1) % 4, 4 + ((k + 1) % 4), k, 4 + ((k + 1) % 4), 4 + k]);
    expect(meshFromTriangles(ring, cells).elements.length).toBe(24);
    const thin = meshFromTriangles([0, 0, 1, 0, 0.5, 1e-7], [0, 1, 2]);
    const set = createDeformables2d([{ mesh: thin, material: rock }]);
    const exact = 2 / largestFrequency(denseStiffness(thin, E, NU), lumpedMasses(thin, 2500));
    expect(stableStep2d(set) / exact).toBeLessThanOrEqual(1);
    expect(stableStep2d(set) / exact).toBeGreaterThan(0.4);
  });

  it('gives one mesh for each block, with nodes of its own', () => {
    const nodes = [0, 0, 1, 0, 0, 1, 2, 0, 3, 0, 2, 1];
    const meshes = meshesFromTriangles(nodes, [3, 4, 5, 0, 1, 2], [1, 0]);
    expect(meshes.map((mesh) => [...mesh.nodes])).toEqual([nodes.slice(0, 6), nodes.slice(6)]);
    const shared = errorOf(() => meshesFromTriangles(SQUARE, TWO, [0, 1]));
    expect([shared.code, shared.index, shared.value]).toEqual(['shared-node', 0, 1]);
    expect(errorOf(() => meshesFromTriangles(nodes, [0, 1, 2, 3, 4, 5], [0, 2])).code).toBe('bad-index');
    expect(errorOf(() => meshesFromTriangles(nodes, [0, 1, 2, 3, 4, 5], [1, 1])).code).toBe('bad-index');
    expect(errorOf(() => meshesFromTriangles(nodes, [0, 1, 2, 3, 4, 5], [0])).code).toBe('bad-length');
    expect(errorOf(() => meshesFromTriangles([...nodes, 9, 9], [0, 1, 2, 3, 4, 5], [0, 1])).code).toBe('unused-node');
  });

  it('of random fans is accepted or refused, and what is accepted runs', () => {
    const random = createRandom(5);
    let accepted = 0;
    for (let round = 0; round < 500; round++) {
      const count = 3 + Math.floor(5 * random());
      const nodes = Array.from({ length: 2 * count }, () => (random() < 0.1 ? 0 : random()));
      const elements = Array.from({ length: 3 * (count - 2) }, (_, k) => [0, Math.floor(k / 3) + 1, Math.floor(k / 3) + 2][k % 3]);
      try {
        const set = createDeformables2d([{ mesh: meshFromTriangles(nodes, elements), material: rock }]);
        accepted++;
        expect(stableStep2d(set)).toBeGreaterThan(0);
        expect(set.masses.every((m) => m > 0)).toBe(true);
      } catch (error) {
        if (!(error instanceof InputError)) throw error;
      }
    }
    expect(accepted).toBeGreaterThan(20);
  });
});

describe('createDeformables2d', () => {
  const mesh = meshPolygon(rectangle(1, 1));
  it.each([
    ['bad-option', 1, 0.5, { material: { ...rock, poissonRatio: 0.5 } }, {}],
    ['bad-option', 1, -1, { material: { ...rock, density: -1 } }, {}],
    ['bad-option', 1, Number.NaN, { material: { ...rock, youngsModulus: Number.NaN } }, {}],
    ['bad-length', 1, 3, { position: [0, 0, 0] }, {}],
    ['not-finite', 1, Infinity, { velocity: [0, Infinity] }, {}],
    ['wrong-winding', 1, -0.5, { mesh: { nodes: mesh.nodes.slice(0, 6), elements: Int32Array.of(0, 2, 1) } }, {}],
    ['bad-length', -1, 3, {}, { gravity: [0, 0, -9.81] }],
    ['bad-option', -1, 1, {}, { localDamping: 1 }],
    ['bad-option', -1, -1, {}, { massDamping: -1 }],
  ])('refuses %s of block %s: %s', (code, index, value, change, options) => {
    const block = { mesh, material: rock };
    const error = errorOf(() => createDeformables2d([block, { ...block, ...change }], options));
    expect([error.code, error.index, error.value]).toEqual([code, index, value]);
  });
});
