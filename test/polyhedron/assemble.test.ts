import { describe, expect, test } from 'vitest';
import { assemblePolyhedron } from '../../src/polyhedron/assemble';
import { TOLERANCE_ULPS, polyhedronFromVertices, validatePolyhedron, type ConvexPolyhedron } from '../../src/polyhedron';
import type { Vec } from '../oracles/vector';
import { codeOf } from './code-of';
import { direction, rotate, turn, uniform } from './polyhedron-checks';

const PYRAMID = Float64Array.of(1, 1, 0, 3, 1, 0, 3, 3, 0, 1, 3, 0, 2, 2, 4);
const PYRAMID_FACES = [
  [0, 3, 2, 1],
  [0, 1, 4],
  [1, 2, 4],
  [2, 3, 4],
  [3, 0, 4],
];

describe('the arrays of a pyramid, written out', () => {
  const p = assemblePolyhedron(PYRAMID, PYRAMID_FACES);

  test('half-edges in pairs, numbered as the faces meet them', () => {
    // Edges: 0-3, 3-2, 2-1, 1-0, 1-4, 4-0, 2-4, 3-4.
    expect([p.vertexCount, p.edgeCount, p.faceCount]).toEqual([5, 8, 5]);
    expect(Array.from(p.halfEdgeOrigin)).toEqual([0, 3, 3, 2, 2, 1, 1, 0, 1, 4, 4, 0, 2, 4, 3, 4]);
    expect(Array.from(p.halfEdgeFace)).toEqual([0, 4, 0, 3, 0, 2, 0, 1, 1, 2, 1, 4, 2, 3, 3, 4]);
    expect(Array.from(p.halfEdgeNext)).toEqual([2, 11, 4, 14, 6, 12, 0, 8, 10, 5, 7, 15, 9, 3, 13, 1]);
    expect(Array.from(p.faceHalfEdge)).toEqual([0, 7, 5, 3, 1]);
    expect(Array.from(p.vertexHalfEdge)).toEqual([0, 6, 4, 2, 10]);
  });

  test('neighbours clockwise seen from outside, from vertexHalfEdge on', () => {
    expect(Array.from(p.neighbourStart)).toEqual([0, 3, 6, 9, 12, 16]);
    // The tip sees its base 0 1 2 3 counter-clockwise from above.
    expect(Array.from(p.neighbours.subarray(12))).toEqual([0, 3, 2, 1]);
    expect(Array.from(p.neighbours.subarray(0, 3))).toEqual([3, 4, 1]);
  });

  test('planes, centroid and radii', () => {
    expect(Array.from(p.origin)).toEqual([2, 2, 1]);
    expect(Array.from(p.vertices)).toEqual([-1, -1, -1, 1, -1, -1, 1, 1, -1, -1, 1, -1, 0, 0, 3]);
    expect(Array.from(p.normals.subarray(0, 3))).toEqual([0, 0, -1]);
    expect(p.normals[4]).toBeCloseTo(-4 / Math.sqrt(17), 15);
    expect(p.offsets[0]).toBe(1);
    expect(p.offsets[1]).toBeCloseTo(3 / Math.sqrt(17), 15);
    expect([p.radius, p.inradius]).toEqual([3, Math.min(...p.offsets)]);
    expect(p.volume).toBeCloseTo(16 / 3, 15);
    expect(p.tolerance).toBe(TOLERANCE_ULPS * 2 ** -52 * 4);
  });
});

describe('any polyhedron', () => {
  const walk = (p: ConvexPolyhedron): void => {
    for (let h = 0; h < 2 * p.edgeCount; h++) {
      expect(p.halfEdgeOrigin[p.halfEdgeNext[h]]).toBe(p.halfEdgeOrigin[h ^ 1]);
      expect(p.halfEdgeFace[h]).not.toBe(p.halfEdgeFace[h ^ 1]);
    }
    // Around a vertex the neighbours go clockwise: against the turn of the outward direction.
    for (let v = 0; v < p.vertexCount; v++) {
      const around = Array.from(p.neighbours.subarray(p.neighbourStart[v], p.neighbourStart[v + 1]));
      const at = (i: number): Vec => [p.vertices[3 * i], p.vertices[3 * i + 1], p.vertices[3 * i + 2]];
      const [x, y, z] = at(v);
      around.forEach((a, k) => {
        const b = around[(k + 1) % around.length];
        const [ax, ay, az] = at(a).map((c, i) => c - at(v)[i]);
        const [bx, by, bz] = at(b).map((c, i) => c - at(v)[i]);
        expect((ay * bz - az * by) * x + (az * bx - ax * bz) * y + (ax * by - ay * bx) * z).toBeLessThan(0);
      });
    }
  };

  test('has its half-edges in order and its neighbours clockwise', () => {
    const random = uniform(51);
    for (const count of [4, 6, 12, 60]) walk(polyhedronFromVertices(Array.from({ length: count }, () => direction(random))));
    walk(polyhedronFromVertices(PYRAMID));
  });

  test('keeps small bodies exact far from the origin: vertex + origin is the input', () => {
    const random = uniform(52);
    for (const far of [0, 1e3, 1e6, 1e9]) {
      const points = rotate(
        Array.from({ length: 20 }, () => direction(random)),
        turn(random),
      ).map((v): Vec => [v[0] + far, v[1] + far, v[2] - far]);
      const p = polyhedronFromVertices(points);
      validatePolyhedron(p);
      const flat = points.flat();
      p.vertices.forEach((x, i) => {
        // Near the origin the centring rounds once; far away it is exact.
        if (far > 0) expect(x + p.origin[i % 3]).toBe(flat[i]);
        else expect(Math.abs(x + p.origin[i % 3] - flat[i])).toBeLessThanOrEqual(2 ** -52);
      });
      expect(p.tolerance).toBe(TOLERANCE_ULPS * 2 ** -52 * Math.max(...flat.map(Math.abs), ...p.vertices.map(Math.abs)));
    }
  });

  test('has every vertex behind every plane to the rounding of a double', () => {
    const random = uniform(53);
    for (const squash of [1, 1e-3, 1e-6, 1e-9]) {
      const points = rotate(
        Array.from({ length: 60 }, (): Vec => {
          const [x, y, z] = direction(random);
          return [x, squash * y, z];
        }),
        turn(random),
      );
      const p = polyhedronFromVertices(points);
      let highest = -Infinity;
      for (let f = 0; f < p.faceCount; f++) {
        for (let v = 0; v < p.vertexCount; v++) {
          let height = -p.offsets[f];
          for (let k = 0; k < 3; k++) height += p.normals[3 * f + k] * p.vertices[3 * v + k];
          highest = Math.max(highest, height);
        }
      }
      expect(highest).toBeLessThanOrEqual(2 ** -51);
    }
  });

  test('may have 5,000 vertices and no more', () => {
    expect(codeOf(() => assemblePolyhedron(new Float64Array(3 * 5001), []))).toBe('too-many-vertices');
  });
});
