import { describe, expect, test } from 'vitest';
import type { InputErrorCode } from '../../src/math/input-error';
import { assemblePolyhedron } from '../../src/polyhedron/assemble';
import { polyhedronFromVertices, validatePolyhedron, type ConvexPolyhedron } from '../../src/polyhedron';
import { codeOf } from './code-of';
import { direction, uniform } from './polyhedron-checks';

type Mutable = { -readonly [K in keyof ConvexPolyhedron]: ConvexPolyhedron[K] };

const CUBE = [0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 1, 0, 0, 0, 1, 1, 0, 1, 0, 1, 1, 1, 1, 1];

/** A copy that can be spoiled. */
function copy(p: ConvexPolyhedron): Mutable {
  return Object.fromEntries(
    Object.entries(p).map(([name, x]) => [name, ArrayBuffer.isView(x) ? (x as Float64Array).slice() : (x as number)]),
  ) as unknown as Mutable;
}

const swap = (array: Int32Array | Float64Array, i: number, j: number): void => {
  [array[i], array[j]] = [array[j], array[i]];
};

/** Each entry breaks one invariant of a cube. */
const broken: Record<string, [InputErrorCode, (p: Mutable) => void]> = {
  'a missing coordinate': ['bad-length', (p) => (p.vertices = p.vertices.slice(1))],
  'a missing half-edge': ['bad-length', (p) => (p.halfEdgeNext = p.halfEdgeNext.slice(1))],
  'a missing entry of the tensor': ['bad-length', (p) => (p.inertia = p.inertia.slice(1))],
  'a count that breaks Euler': ['non-manifold', (p) => p.edgeCount++],
  'no vertices': ['too-few-points', (p) => (p.vertexCount = 0)],
  'too many vertices': ['too-many-vertices', (p) => (p.vertexCount = 6000)],
  'a coordinate that is not a number': ['not-finite', (p) => (p.vertices[5] = Number.NaN)],
  'an infinite offset': ['not-finite', (p) => (p.offsets[2] = Infinity)],
  'a negative volume': ['not-finite', (p) => (p.volume = -p.volume)],
  'no tolerance': ['not-finite', (p) => (p.tolerance = 0)],
  'an index past the end': ['bad-index', (p) => (p.halfEdgeNext[3] = 24)],
  'a negative index': ['bad-index', (p) => (p.halfEdgeOrigin[3] = -1)],
  'two half-edges with one successor': ['bad-index', (p) => (p.halfEdgeNext[0] = p.halfEdgeNext[1])],
  'swapped successors': ['bad-index', (p) => swap(p.halfEdgeNext, 0, 1)],
  'a wrong start': ['bad-index', (p) => (p.halfEdgeOrigin[7] = (p.halfEdgeOrigin[7] + 1) % 8)],
  'a half-edge of another face': ['bad-index', (p) => (p.halfEdgeFace[4] = (p.halfEdgeFace[4] + 1) % 6)],
  "a vertex with another vertex's half-edge": ['bad-index', (p) => swap(p.vertexHalfEdge, 0, 1)],
  "a face with another face's half-edge": ['bad-index', (p) => swap(p.faceHalfEdge, 0, 1)],
  'neighbours in another order': ['bad-index', (p) => swap(p.neighbours, 0, 1)],
  'neighbours that start elsewhere': ['bad-index', (p) => p.neighbourStart[3]++],
  'neighbours that do not start at 0': ['bad-index', (p) => p.neighbourStart[0]++],
  'a normal that is not of unit length': ['not-unit', (p) => [0, 1, 2].forEach((k) => (p.normals[k] *= 1 + 1e-14))],
  'a normal that points inwards': [
    'wrong-winding',
    (p) => {
      for (let k = 0; k < 3; k++) p.normals[k] = -p.normals[k];
    },
  ],
  'a plane too far out': ['non-planar', (p) => (p.offsets[1] += 1e-14)],
  'a plane too far in': ['non-convex', (p) => (p.offsets[1] -= 1e-14)],
  'a vertex pulled out': ['non-convex', (p) => [0, 1, 2].forEach((k) => (p.vertices[k] *= 1 + 1e-13))],
  'a vertex pushed in': ['non-planar', (p) => [0, 1, 2].forEach((k) => (p.vertices[k] *= 1 - 1e-13))],
  'another radius': ['bad-option', (p) => (p.radius *= 1 + 1e-14)],
  'another inradius': ['bad-option', (p) => (p.inradius *= 1 - 2 ** -52)],
  'another volume': ['bad-option', (p) => (p.volume *= 1 + 1e-13)],
  'another area': ['bad-option', (p) => (p.area *= 1 + 1e-12)],
  'another inertia': ['bad-option', (p) => (p.inertia[0] *= 1 + 1e-12)],
  'a product of inertia': ['bad-option', (p) => (p.inertia[1] = 1e-12)],
  'vertices about another point': [
    'bad-option',
    (p) => {
      for (let v = 0; v < 8; v++) p.vertices[3 * v] += 1e-13;
      for (let f = 0; f < 6; f++) p.offsets[f] += 1e-13 * p.normals[3 * f];
      p.inradius = Math.min(...p.offsets);
      p.radius = Math.max(...[0, 1, 2, 3, 4, 5, 6, 7].map((v) => Math.sqrt(p.vertices[3 * v] ** 2 + 0.5)));
    },
  ],
};

describe('validatePolyhedron', () => {
  test('accepts what the constructors make', () => {
    const random = uniform(61);
    validatePolyhedron(polyhedronFromVertices(CUBE));
    for (const count of [4, 5, 8, 40, 200])
      validatePolyhedron(polyhedronFromVertices(Array.from({ length: count }, () => direction(random))));
    const copied = copy(polyhedronFromVertices(CUBE));
    validatePolyhedron(copied);
  });

  test.each(Object.entries(broken))('refuses %s', (_, [code, spoil]) => {
    const p = copy(polyhedronFromVertices(CUBE));
    spoil(p);
    expect(codeOf(() => validatePolyhedron(p))).toBe(code);
  });

  test('refuses any single wrong entry of the topology', () => {
    const p = polyhedronFromVertices(CUBE);
    for (const name of ['halfEdgeNext', 'halfEdgeOrigin', 'halfEdgeFace', 'neighbours', 'neighbourStart'] as const) {
      for (let i = 0; i < p[name].length; i++) {
        for (const step of [1, 2, 5]) {
          const q = copy(p);
          q[name][i] += step;
          expect(
            codeOf(() => validatePolyhedron(q)),
            `${name}[${i}] + ${step}`,
          ).not.toBe('nothing thrown');
        }
      }
    }
  });

  test('says what and where', () => {
    const p = copy(polyhedronFromVertices(CUBE));
    p.offsets[4] += 0.25;
    expect(() => validatePolyhedron(p)).toThrow(expect.objectContaining({ code: 'non-planar', index: 4, value: 0.25 }) as Error);
    expect(() => validatePolyhedron(p)).toThrow(/of face 4 lies 0\.25 behind the plane/);
  });

  test('refuses faces that meet in two places', () => {
    // Two rhombi, each cut along its short diagonal, joined by an edge at the top and one at the bottom: the two faces
    // at the sides share both edges. Every loop, ring and count is in order.
    const rhombus = [0, 1, -0.5, 0, 0.5, 0, 0, -1];
    const points = [1, -1].flatMap((z) => [0, 2, 4, 6].flatMap((k) => [rhombus[k], rhombus[k + 1], z]));
    const faces = [
      [0, 1, 2],
      [1, 3, 2],
      [5, 4, 6],
      [7, 5, 6],
      [3, 1, 0, 4, 5, 7],
      [0, 2, 3, 7, 6, 4],
    ];
    const p = assemblePolyhedron(Float64Array.from(points), faces);
    expect(codeOf(() => validatePolyhedron(p))).toBe('non-manifold');
    expect(() => validatePolyhedron(p)).toThrow(/meet in more than a vertex or an edge/);
  });
});
