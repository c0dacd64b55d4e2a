import { describe, expect, test } from 'vitest';
import type { InputErrorCode } from '../../src/math/input-error';
import { createHullReport, polyhedronFromTriangles, validatePolyhedron } from '../../src/polyhedron';
import type { Vec } from '../oracles/vector';
import { codeOf } from './code-of';
import { rotate, turn, uniform } from './polyhedron-checks';

const CUBE: Vec[] = [0, 1, 2, 3, 4, 5, 6, 7].map((i) => [i & 1, (i >> 1) & 1, (i >> 2) & 1]);
const QUADS = [
  [0, 2, 3, 1],
  [4, 5, 7, 6],
  [0, 1, 5, 4],
  [2, 6, 7, 3],
  [0, 4, 6, 2],
  [1, 3, 7, 5],
];
const TRIANGLES = QUADS.flatMap(([a, b, c, d]) => [
  [a, b, c],
  [a, c, d],
]);

/** A box as graphics libraries make it: four corners for each side, 24 in all, two triangles a side. */
function boxBuffers(corners: readonly Vec[]): { positions: number[]; indices: number[] } {
  const positions = QUADS.flatMap((quad) => quad.flatMap((v) => corners[v]));
  const indices = QUADS.flatMap((_, f) => [0, 1, 2, 0, 2, 3].map((k) => 4 * f + k));
  return { positions, indices };
}

/**
 * A sphere of rings as graphics libraries make it: each pole once for each segment, the seam twice; quadrangles as two
 * triangles.
 */
function sphereBuffers(segments: number, rings: number): { positions: number[]; indices: number[] } {
  const positions: number[] = [];
  const indices: number[] = [];
  for (let j = 0; j <= rings; j++) {
    for (let i = 0; i <= segments; i++) {
      const [u, v] = [(2 * Math.PI * i) / segments, (Math.PI * j) / rings];
      positions.push(-Math.cos(u) * Math.sin(v), Math.cos(v), Math.sin(u) * Math.sin(v));
    }
  }
  for (let j = 0; j < rings; j++) {
    for (let i = 0; i < segments; i++) {
      const a = j * (segments + 1) + i;
      const b = a + segments + 1;
      indices.push(a, b, b + 1, a, b + 1, a + 1);
    }
  }
  return { positions, indices };
}

const refuse = (positions: ArrayLike<number>, indices: ArrayLike<number> | null, code: InputErrorCode, index: number): void => {
  expect(() => polyhedronFromTriangles(positions, indices)).toThrow(expect.objectContaining({ code, index }) as Error);
};

describe('good meshes', () => {
  test('indexed, in doubles', () => {
    const report = createHullReport();
    const p = polyhedronFromTriangles(CUBE.flat(), TRIANGLES.flat(), report);
    validatePolyhedron(p);
    expect([p.vertexCount, p.faceCount, p.volume]).toEqual([8, 6, 1]);
    expect([report.facetsMerged, report.collapsed, report.welded]).toEqual([6, [], []]);
  });

  test('without indices: every three positions a triangle', () => {
    const soup = TRIANGLES.flat().flatMap((v) => CUBE[v]);
    const report = createHullReport();
    for (const p of [polyhedronFromTriangles(soup), polyhedronFromTriangles(soup, null, report)]) {
      validatePolyhedron(p);
      expect([p.vertexCount, p.faceCount, p.volume]).toEqual([8, 6, 1]);
    }
    expect(report.inputCount).toBe(36);
    expect(report.welded).toHaveLength(28);
    expect(report.unused).toEqual([]);
    expect(report.vertexOfInput).not.toContain(-1);
  });

  test('a box of 24 positions in single precision, turned, moved and scaled', () => {
    const random = uniform(31);
    for (let k = 0; k < 60; k++) {
      const scale = 10 ** (8 * random() - 4);
      const far = [0, 1, 30][k % 3];
      const corners = rotate(CUBE, turn(random)).map((v): Vec => [scale * (v[0] + far), scale * (v[1] - far), scale * v[2]]);
      const { positions, indices } = boxBuffers(corners);
      const p = polyhedronFromTriangles(Float32Array.from(positions), Uint16Array.from(indices));
      validatePolyhedron(p);
      expect([p.vertexCount, p.faceCount]).toEqual([8, 6]);
      expect(Math.abs(p.volume - scale ** 3)).toBeLessThan(p.tolerance * p.area);
    }
  });

  test('positions that differ in the last bit of single precision are welded', () => {
    const { positions, indices } = boxBuffers(rotate(CUBE, turn(uniform(32))));
    const jittered = Float32Array.from(positions, (x, i) => Math.fround(x) * (1 + ((i % 3) - 1) * 2 ** -23));
    const report = createHullReport();
    const p = polyhedronFromTriangles(jittered, indices, report);
    validatePolyhedron(p);
    expect([p.vertexCount, p.faceCount]).toEqual([8, 6]);
    expect(report.welded).toHaveLength(16);
  });

  test('a sphere whose seam and poles are doubled', () => {
    const { positions, indices } = sphereBuffers(24, 12);
    for (const array of [Float64Array.from(positions), Float32Array.from(positions)]) {
      const report = createHullReport();
      const p = polyhedronFromTriangles(array, indices, report);
      validatePolyhedron(p);
      // 11 rings and two poles; the rings' quadrangles are flat.
      expect(p.vertexCount).toBe(11 * 24 + 2);
      expect(p.faceCount).toBe(12 * 24);
      expect(report.collapsed).toHaveLength(48);
    }
  });

  test('a corner amid a side, closed by a triangle without area', () => {
    // The top's edge 4-5 has the corner 8; the front has it as a side of a triangle of no height.
    const positions = [...CUBE, [0.5, 0, 1]].flat();
    const top = [
      [4, 8, 6],
      [8, 7, 6],
      [8, 5, 7],
    ];
    const triangles = [...TRIANGLES.filter((_, f) => f !== 2 && f !== 3), ...top, [4, 5, 8]];
    const p = polyhedronFromTriangles(positions, triangles.flat());
    validatePolyhedron(p);
    expect([p.vertexCount, p.faceCount, p.volume]).toEqual([8, 6, 1]);
  });

  test('positions that no triangle uses are told', () => {
    const report = createHullReport();
    polyhedronFromTriangles([...CUBE.flat(), 0.5, 0.5, 0.5, 9, 9, 9], TRIANGLES.flat(), report);
    expect(report.unused).toEqual([8, 9]);
  });
});

describe('bad meshes are refused, index counting triangles', () => {
  test('lengths and indices', () => {
    refuse(CUBE.flat().slice(1), TRIANGLES.flat(), 'bad-length', -1);
    refuse(CUBE.flat(), TRIANGLES.flat().slice(1), 'bad-length', -1);
    refuse(CUBE.flat(), null, 'bad-length', -1);
    refuse(CUBE.flat(), [...TRIANGLES.flat(), 0, 1, 8], 'bad-index', 12);
    refuse([0, 0, Number.NaN, ...CUBE.flat()], TRIANGLES.flat(), 'not-finite', 0);
  });

  test('holes, flips, turned inside out, dents', () => {
    // Without the last triangle 1-7-5, triangle 2 is the first at one of its sides.
    refuse(CUBE.flat(), TRIANGLES.slice(0, 11).flat(), 'open-surface', 2);
    refuse(CUBE.flat(), TRIANGLES.map((t, f) => (f === 7 ? [...t].reverse() : t)).flat(), 'wrong-winding', 7);
    refuse(CUBE.flat(), TRIANGLES.map((t) => [...t].reverse()).flat(), 'wrong-winding', -1);
    const dented = [...CUBE, [0.5, 0.5, 0.8]].flat();
    const sunk = [...TRIANGLES.filter((_, f) => f !== 2 && f !== 3), [4, 5, 8], [5, 7, 8], [7, 6, 8], [6, 4, 8]];
    expect(codeOf(() => polyhedronFromTriangles(dented, sunk.flat()))).toBe('non-convex');
  });

  test('numbers count triangles even after some have collapsed', () => {
    const doubled = [...CUBE, CUBE[0]].flat();
    const triangles = [[0, 8, 1], ...TRIANGLES.map((t, f) => (f === 7 ? [...t].reverse() : t))];
    refuse(doubled, triangles.flat(), 'wrong-winding', 8);
  });

  test('a mesh of which nothing is left', () => {
    refuse([], [], 'open-surface', -1);
    refuse([1, 1, 1, 1, 1, 1, 1, 1, 1], null, 'open-surface', -1);
  });

  test('a flat mesh', () => {
    const flat = CUBE.map((v): Vec => [v[0], v[1], 0]).flat();
    expect(codeOf(() => polyhedronFromTriangles(flat, TRIANGLES.flat()))).not.toBe('nothing thrown');
  });
});
