import { readFileSync, readdirSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import {
  createHullReport,
  polyhedronFromFaces,
  polyhedronFromTriangles,
  polyhedronFromVertices,
  validatePolyhedron,
} from '../../src/polyhedron';
import type { InputErrorCode } from '../../src/math/input-error';
import type { Vec } from '../oracles/vector';
import { codeOf } from './code-of';
import { expectMass } from './polyhedron-checks';

const cases = new URL('../cases/', import.meta.url);
const largestOf = (points: readonly Vec[]): number => Math.max(...points.flat().map(Math.abs));

interface MassCase {
  name: string;
  a: { vertices: Vec[]; faces: number[][] };
  expected: {
    volume: number;
    area: number;
    centroid: number[];
    inertia: number[][];
    vertices: number;
    facesMerged: number;
    edgesMerged: number;
    boundingRadius: number;
  };
}

const oracle = readFileSync(new URL('oracle/mass.jsonl', cases), 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as MassCase);

describe('stored single bodies, computed in exact arithmetic', () => {
  test('all 102 are there', () => expect(oracle).toHaveLength(102));

  test.each(oracle)('$name', ({ a, expected }) => {
    const p = polyhedronFromVertices(a.vertices);
    validatePolyhedron(p);
    expect([p.vertexCount, p.edgeCount, p.faceCount]).toEqual([expected.vertices, expected.edgesMerged, expected.facesMerged]);
    const largest = largestOf(a.vertices);
    expectMass(p, { ...expected, inertia: expected.inertia.flat() }, largest);
    expect(Math.abs(p.radius - expected.boundingRadius)).toBeLessThanOrEqual(8 * 2 ** -53 * (p.radius + largest));
    // The stored faces were found independently; they are accepted, and bound the same solid.
    const q = polyhedronFromFaces(a.vertices, a.faces);
    expect([q.vertexCount, q.edgeCount, q.faceCount]).toEqual([p.vertexCount, p.edgeCount, p.faceCount]);
    expect(q.volume / p.volume).toBeCloseTo(1, 14);
  });
});

interface BodyExpectation {
  volume: number;
  area: number;
  centroid: number[];
  inertiaAtCentroidUnitDensity: number[][];
}
interface BugCase {
  id: string;
  kind: string;
  points: Vec[];
  vertices: Vec[];
  faces: number[][];
  expected: BodyExpectation & {
    dimension?: number;
    distinctPoints: number;
    extremeVertices: number;
    exactFacets: number;
    hull: BodyExpectation & { vertices: number; facets: number };
  };
}
const bugs = readdirSync(new URL('bugs/', cases)).map(
  (file) => JSON.parse(readFileSync(new URL(`bugs/${file}`, cases), 'utf8')) as BugCase,
);

const refused: Record<string, InputErrorCode> = {
  'box3d-coplanar': 'flat',
  'parry-planar-hull': 'flat',
  'quickhull3d-30': 'flat',
  'quickhull3d-5': 'flat',
  'manifold-degenerate-1d': 'collinear',
  'mujoco-nan-vertex': 'not-finite',
};

/**
 * Counts that differ from the exact ones because corners or planes are equal to within the tolerance; exact elsewhere.
 */
const tolerant: Record<string, { vertices?: number; faces?: number }> = {
  // A profile whose rows are straight and whose strips are flat up to the rounding of their coordinates.
  'cgal-traits-fp': { vertices: 20, faces: 20 },
  // At its thin side the disc is thinner than the tolerance: two pairs of corners are one, and sides are quadrangles.
  'jolt-wedge-disc': { vertices: 79, faces: 42 },
  // Single-precision numbers; one pair of facets happens to be flat to 2^-48.
  'parry-complex-hull': { faces: 326 },
};

describe('hard point sets from public bug reports', () => {
  const hulls = bugs.filter((c) => c.kind === 'hull');

  test('all 27 are there', () => expect(hulls).toHaveLength(27));

  test.each(hulls.filter((c) => c.id in refused))('$id is refused', (c) => {
    const points = c.points.map((v) => v.map(Number)) as unknown as Vec[];
    expect(codeOf(() => polyhedronFromVertices(points))).toBe(refused[c.id]);
  });

  test.each(hulls.filter((c) => !(c.id in refused)))('$id', ({ id, points, expected }) => {
    expect(expected.dimension).toBe(3);
    const report = createHullReport();
    const p = polyhedronFromVertices(points, report);
    validatePolyhedron(p);
    expect(p.vertexCount).toBe(tolerant[id]?.vertices ?? expected.extremeVertices);
    expect(p.faceCount).toBe(tolerant[id]?.faces ?? expected.exactFacets);
    // Left-out corners move the surface by up to two tolerances, which is 64 ulps of the largest coordinate.
    const largest = largestOf(points) * (id in tolerant ? 32 : 1);
    expectMass(p, { ...expected, inertia: expected.inertiaAtCentroidUnitDensity.flat() }, largest);
    const told = report.welded.length + report.onEdges.length + report.onFaces.length + report.inside.length;
    expect(told + p.vertexCount).toBe(points.length);
  });
});

describe('hard meshes from public bug reports', () => {
  const meshes = bugs.filter((c) => c.kind === 'mass');
  const wrong: Record<string, { code: InputErrorCode; index: number }> = {
    // Of six faces the first is one of four that wind against the other two.
    'morpho-133': { code: 'wrong-winding', index: 0 },
    'mujoco-flipped-face': { code: 'degenerate-face', index: 4 },
    'mujoco-open-mesh': { code: 'open-surface', index: -1 },
    'phobos-233': { code: 'wrong-winding', index: -1 },
  };

  test('all 7 are there', () => expect(meshes).toHaveLength(7));

  test.each(meshes)('$id', ({ id, vertices, faces, expected: { hull } }) => {
    const p = polyhedronFromVertices(vertices);
    validatePolyhedron(p);
    expect(p.vertexCount).toBe(hull.vertices);
    // Of the turned box twelve triangles are exactly planar, and six faces to within the tolerance.
    expect(p.faceCount).toBe(id === 'parry-331' ? 6 : hull.facets);
    expectMass(p, { ...hull, inertia: hull.inertiaAtCentroidUnitDensity.flat() }, largestOf(vertices));
    if (id in wrong) {
      expect(() => polyhedronFromFaces(vertices, faces)).toThrow(expect.objectContaining(wrong[id]) as Error);
    } else {
      const q = polyhedronFromFaces(vertices, faces);
      validatePolyhedron(q);
      expectMass(q, { ...hull, inertia: hull.inertiaAtCentroidUnitDensity.flat() }, largestOf(vertices));
    }
  });

  test('a mesh whose doubled corner makes a face without area is good once it is welded, and this is told', () => {
    const { vertices, faces } = meshes.find((c) => c.id === 'mujoco-flipped-face') as BugCase;
    const report = createHullReport();
    const p = polyhedronFromTriangles(vertices.flat(), faces.flat(), report);
    validatePolyhedron(p);
    expect(p.volume).toBe(1);
    expect(report.collapsed).toEqual([4]);
    expect(report.welded).toEqual([4]);
  });
});
