import { describe, expect, test } from 'vitest';
import type { InputErrorCode } from '../../src/math/input-error';
import { createHullReport, polyhedronFromFaces, polyhedronFromVertices, validatePolyhedron } from '../../src/polyhedron';
import type { Vec } from '../oracles/vector';
import { codeOf } from './code-of';
import { direction, faceLoops, rotate, turn, uniform } from './polyhedron-checks';

const CUBE: Vec[] = [0, 1, 2, 3, 4, 5, 6, 7].map((i) => [i & 1, (i >> 1) & 1, (i >> 2) & 1]);
const CUBE_FACES = [
  [0, 2, 3, 1],
  [4, 5, 7, 6],
  [0, 1, 5, 4],
  [2, 6, 7, 3],
  [0, 4, 6, 2],
  [1, 3, 7, 5],
];
const TETRAHEDRON: Vec[] = [
  [0, 0, 0],
  [1, 0, 0],
  [0, 1, 0],
  [0, 0, 1],
];
const TETRAHEDRON_FACES = [
  [0, 2, 1],
  [0, 1, 3],
  [1, 2, 3],
  [2, 0, 3],
];

const refuse = (points: readonly Vec[], faces: readonly number[][], code: InputErrorCode, index: number, value?: number): void => {
  const expected = value === undefined ? { code, index } : { code, index, value };
  expect(() => polyhedronFromFaces(points, faces)).toThrow(expect.objectContaining(expected) as Error);
};
const replaced = <T>(list: readonly T[], at: number, by: T): T[] => list.map((x, i) => (i === at ? by : x));

describe('good surfaces', () => {
  test('a cube keeps the numbers of its points and faces', () => {
    const p = polyhedronFromFaces(CUBE, CUBE_FACES);
    validatePolyhedron(p);
    expect(Array.from(p.vertices)).toEqual(CUBE.flatMap((v) => v.map((x) => x - 0.5)));
    expect(Array.from(p.normals)).toEqual([0, 0, -1, 0, 0, 1, 0, -1, 0, 0, 1, 0, -1, 0, 0, 1, 0, 0]);
    expect(Array.from(p.offsets)).toEqual([0.5, 0.5, 0.5, 0.5, 0.5, 0.5]);
  });

  test('faces in any order and from any corner on', () => {
    const shuffled = [3, 5, 0, 4, 1, 2].map((f, i) => [...CUBE_FACES[f].slice(i % 4), ...CUBE_FACES[f].slice(0, i % 4)]);
    const p = polyhedronFromFaces(CUBE, shuffled);
    validatePolyhedron(p);
    expect(Array.from(p.normals.subarray(0, 6))).toEqual([0, 1, 0, 1, 0, 0]);
  });

  test('flat arrays and typed arrays', () => {
    const p = polyhedronFromFaces(
      Float64Array.from(CUBE.flat()),
      CUBE_FACES.map((face) => Uint16Array.from(face)),
    );
    expect(p.volume).toBe(1);
  });

  test('a triangulated cube becomes six faces, and this is told', () => {
    const triangles = CUBE_FACES.flatMap(([a, b, c, d]) => [
      [a, b, c],
      [a, c, d],
    ]);
    const report = createHullReport();
    const p = polyhedronFromFaces(CUBE, triangles, report);
    validatePolyhedron(p);
    expect([p.vertexCount, p.edgeCount, p.faceCount]).toEqual([8, 12, 6]);
    expect(report.facetsMerged).toBe(6);
    expect(Array.from(p.normals)).toEqual(Array.from(polyhedronFromFaces(CUBE, CUBE_FACES).normals));
  });

  test('corners on a face and on an edge are left out, and so is a point that no face uses', () => {
    // The bottom as four triangles around its middle 8; the front and the bottom edge 0-1 divided by 9.
    const points: Vec[] = [...CUBE, [0.5, 0.5, 0], [0.5, 0, 0], [7, 7, 7]];
    const faces = [[0, 2, 8], [2, 3, 8], [3, 1, 8], [1, 9, 8], [9, 0, 8], CUBE_FACES[1], [0, 9, 5, 4], [9, 1, 5], ...CUBE_FACES.slice(3)];
    const report = createHullReport();
    const p = polyhedronFromFaces(points, faces, report);
    validatePolyhedron(p);
    expect([p.vertexCount, p.faceCount, p.volume]).toEqual([8, 6, 1]);
    expect([report.onFaces, report.onEdges, report.unused]).toEqual([[8], [9], [10]]);
    expect(report.facetsMerged).toBe(5);
  });

  test('turned, moved and scaled surfaces with rounded corners', () => {
    const random = uniform(21);
    for (let k = 0; k < 40; k++) {
      const scale = 10 ** (18 * random() - 9);
      const far = [0, 1, 1e6][k % 3];
      const points = rotate(CUBE, turn(random)).map((v): Vec => [scale * (v[0] + far), scale * v[1], scale * (v[2] - far)]);
      const p = polyhedronFromFaces(points, CUBE_FACES);
      validatePolyhedron(p);
      expect([p.vertexCount, p.faceCount]).toEqual([8, 6]);
    }
  });

  test('the surface of any hull is accepted and gives that hull', () => {
    const random = uniform(22);
    for (let k = 0; k < 20; k++) {
      const hull = polyhedronFromVertices(Array.from({ length: 4 + 3 * k }, () => direction(random)));
      const p = polyhedronFromFaces(hull.vertices, faceLoops(hull));
      validatePolyhedron(p);
      expect(faceLoops(p)).toEqual(faceLoops(hull));
    }
  });
});

describe('bad surfaces are refused with the face at fault', () => {
  test('indices', () => {
    for (const bad of [8, -1, 1.5, Number.NaN, 2 ** 32]) refuse(CUBE, replaced(CUBE_FACES, 2, [0, 1, 5, bad]), 'bad-index', 2, bad);
  });

  test('too few, repeated or aligned corners', () => {
    refuse(CUBE, replaced(CUBE_FACES, 3, [2, 6]), 'degenerate-face', 3, 2);
    refuse(CUBE, replaced(CUBE_FACES, 3, []), 'degenerate-face', 3, 0);
    refuse(CUBE, replaced(CUBE_FACES, 3, [2, 6, 6, 3]), 'degenerate-face', 3, 3);
    refuse([...TETRAHEDRON, [0.5, 0, 0]], [...TETRAHEDRON_FACES, [0, 4, 1]], 'degenerate-face', 4, 0);
  });

  test('a face out of plane, with how far', () => {
    for (const height of [1e-3, 1e-9, 1e-13]) {
      const points = replaced(CUBE, 7, [1, 1, 1 + height]);
      try {
        polyhedronFromFaces(points, CUBE_FACES);
        expect.unreachable();
      } catch (error) {
        expect(error).toMatchObject({ code: 'non-planar', index: 1 });
        const { value } = error as { value: number };
        // The corner is raised by `height`, its plane by half of it in the mean.
        expect(value).toBeGreaterThan(0.4 * height);
        expect(value).toBeLessThan(1.1 * height);
      }
    }
    polyhedronFromFaces(replaced(CUBE, 7, [1, 1, 1 + 2 ** -51]), CUBE_FACES);
  });

  test('an open surface, with the face beside the gap', () => {
    refuse(CUBE, CUBE_FACES.slice(0, 5), 'open-surface', 0, 1);
    refuse(TETRAHEDRON, [], 'open-surface', -1, 0);
    // A corner under two numbers opens the surface along it.
    const points: Vec[] = [...CUBE, [0, 0, 0]];
    expect(codeOf(() => polyhedronFromFaces(points, replaced(CUBE_FACES, 4, [8, 4, 6, 2])))).toBe('open-surface');
  });

  test('edges with too many faces, several pieces, pinched corners, holes', () => {
    refuse(CUBE, [...CUBE_FACES, [0, 1, 3, 2]], 'non-manifold', 6, 3);
    const twice = [...TETRAHEDRON, ...TETRAHEDRON.map((v): Vec => [v[0] + 5, v[1], v[2]])];
    const both = [...TETRAHEDRON_FACES, ...TETRAHEDRON_FACES.map((face) => face.map((v) => v + 4))];
    refuse(twice, both, 'non-manifold', 4, 4);
    // A ring of eight blocks: closed and well wound, but with a hole.
    const { points, faces } = frame();
    refuse(points, faces, 'non-manifold', -1, 0);
    // The two ends of a ring drawn together to one point: two cones that share it.
    const cones = doubleCone();
    expect(() => polyhedronFromFaces(cones.points, cones.faces)).toThrow(/faces at point 0 do not form one ring/);
  });

  test('one face wound the wrong way, several, and all', () => {
    const back = (face: number[]): number[] => [...face].reverse();
    for (let f = 0; f < 6; f++) refuse(CUBE, replaced(CUBE_FACES, f, back(CUBE_FACES[f])), 'wrong-winding', f, 1);
    refuse(
      CUBE,
      CUBE_FACES.map((face, f) => (f === 1 || f === 4 ? back(face) : face)),
      'wrong-winding',
      1,
      2,
    );
    refuse(CUBE, CUBE_FACES.map(back), 'wrong-winding', -1, -1);
  });

  test('a dent, with its depth', () => {
    // A square pyramid sunk into the top of the cube.
    for (const depth of [0.3, 1e-6, 1e-12]) {
      const points: Vec[] = [...CUBE, [0.5, 0.5, 1 - depth]];
      const sunk = [...CUBE_FACES.filter((_, f) => f !== 1), [4, 5, 8], [5, 7, 8], [7, 6, 8], [6, 4, 8]];
      try {
        polyhedronFromFaces(points, sunk);
        expect.unreachable();
      } catch (error) {
        expect(error).toMatchObject({ code: 'non-convex' });
        expect((error as { index: number }).index).toBeGreaterThanOrEqual(5);
        expect((error as { value: number }).value).toBeGreaterThan(0.5 * depth);
        expect((error as { value: number }).value).toBeLessThan(2.1 * depth);
      }
    }
  });

  test('a face that is no convex polygon', () => {
    const L: Vec[] = [
      [0, 0, 0],
      [2, 0, 0],
      [2, 1, 0],
      [1, 1, 0],
      [1, 2, 0],
      [0, 2, 0],
    ];
    const points = [...L, ...L.map((v): Vec => [v[0], v[1], 1])];
    const sides = L.map((_, i) => [i, (i + 1) % 6, ((i + 1) % 6) + 6, i + 6]);
    refuse(points, [[5, 4, 3, 2, 1, 0], [6, 7, 8, 9, 10, 11], ...sides], 'non-convex', 0);
  });

  test('a prism over a pentagram, whose edges are all convex one by one', () => {
    const star = [0, 2, 4, 1, 3].map((k): Vec => [Math.cos(0.4 * Math.PI * k), Math.sin(0.4 * Math.PI * k), 0]);
    const points = [...star, ...star.map((v): Vec => [v[0], v[1], 1])];
    const sides = star.map((_, i) => [i, (i + 1) % 5, ((i + 1) % 5) + 5, i + 5]);
    expect(codeOf(() => polyhedronFromFaces(points, [[4, 3, 2, 1, 0], [5, 6, 7, 8, 9], ...sides]))).toBe('non-convex');
    // Pyramids on it have only triangles: no polygon shows that the surface winds around twice.
    const spindle: Vec[] = [...star, [0, 0, 1], [0, 0, -1]];
    const cone = star.flatMap((_, i) => [
      [i, (i + 1) % 5, 5],
      [(i + 1) % 5, i, 6],
    ]);
    refuse(spindle, cone, 'non-convex', -1);
    expect(() => polyhedronFromFaces(spindle, cone)).toThrow(/encloses a volume of 0\.97\d+, its convex hull 1\.58\d+/);
  });

  test('points as for the hull', () => {
    refuse(replaced(CUBE, 2, [0, Number.NaN, 0]), CUBE_FACES, 'not-finite', 2);
    const plate = CUBE.map((v): Vec => [v[0], v[1], v[2] * 1e-16]);
    expect(codeOf(() => polyhedronFromFaces(plate, CUBE_FACES))).toBe('degenerate-face');
  });
});

/** A square picture frame: 16 points, 16 quadrangles, Euler characteristic 0. */
function frame(): { points: Vec[]; faces: number[][] } {
  const points: Vec[] = [];
  for (const z of [0, 1]) {
    for (const r of [1, 2]) points.push([r, r, z], [-r, r, z], [-r, -r, z], [r, -r, z]);
  }
  // Inner ring below 0-3, outer below 4-7, inner above 8-11, outer above 12-15.
  const faces: number[][] = [];
  for (let i = 0; i < 4; i++) {
    const j = (i + 1) % 4;
    faces.push([i, j, j + 4, i + 4], [i + 8, i + 12, j + 12, j + 8], [i + 4, j + 4, j + 12, i + 12], [j, i, i + 8, j + 8]);
  }
  return { points, faces };
}

/** Two pyramids tip to tip, their bases joined by a tube around: one closed surface that passes the tip twice. */
function doubleCone(): { points: Vec[]; faces: number[][] } {
  const points: Vec[] = [[0, 0, 0]];
  for (const [r, z] of [
    [1, -1],
    [1, 1],
    [2, 1],
    [2, -1],
  ]) {
    points.push([r, 0, z], [0, r, z], [-r, 0, z], [0, -r, z]);
  }
  const faces: number[][] = [];
  for (let i = 0; i < 4; i++) {
    const j = (i + 1) % 4;
    const [a, b, c, d] = [1, 5, 9, 13].map((ring) => [ring + i, ring + j]);
    faces.push([0, a[0], a[1]], [0, b[1], b[0]], [b[0], b[1], c[1], c[0]], [c[0], c[1], d[1], d[0]], [d[0], d[1], a[1], a[0]]);
  }
  return { points, faces };
}
