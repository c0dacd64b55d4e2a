import { describe, expect, test } from 'vitest';
import {
  addBody,
  createBodySet,
  InputError,
  plateCore,
  pointCore,
  principalFrame,
  segmentCore,
  validatePolyhedron,
  type ConvexPolyhedron,
} from '../../src/index';
import { createRandom } from '../../src/math/random';
import { codeOf } from './code-of';

function faultOf(run: () => unknown): InputError {
  try {
    run();
  } catch (error) {
    if (error instanceof InputError) return error;
  }
  throw new Error('no InputError');
}

/** The corners of a face, in its order. */
function loopOf(shape: ConvexPolyhedron, f: number): number[] {
  const loop: number[] = [];
  let h = shape.faceHalfEdge[f];
  do {
    expect(shape.halfEdgeFace[h]).toBe(f);
    expect(shape.halfEdgeOrigin[shape.halfEdgeNext[h]]).toBe(shape.halfEdgeOrigin[h ^ 1]);
    loop.push(shape.halfEdgeOrigin[h]);
    h = shape.halfEdgeNext[h];
  } while (h !== shape.faceHalfEdge[f]);
  return loop;
}

describe('points and segments', () => {
  test('a point is one vertex at its origin', () => {
    const point = pointCore([1, 2, 3]);
    expect(point).toMatchObject({ dimension: 0, vertexCount: 1, edgeCount: 0, faceCount: 0, radius: 0, inradius: 0, volume: 0, area: 0 });
    expect([...point.vertices]).toEqual([0, 0, 0]);
    expect([...point.origin]).toEqual([1, 2, 3]);
    expect(point.tolerance).toBe(0);
  });

  test('a segment has two ends and one edge about its middle', () => {
    const rod = segmentCore(2);
    expect(rod).toMatchObject({ dimension: 1, vertexCount: 2, edgeCount: 1, faceCount: 0, radius: 1, inradius: 0 });
    expect([...rod.vertices]).toEqual([0, 0, -1, 0, 0, 1]);
    expect([...rod.neighbours]).toEqual([1, 0]);
    const placed = segmentCore([
      [1e6, 0, 0],
      [1e6 + 2, 0, 0],
    ]);
    expect([...placed.origin]).toEqual([1e6 + 1, 0, 0]);
    expect(placed.tolerance).toBe(16 * 2 ** -52 * (1e6 + 2));
  });

  test('faults have codes and values', () => {
    expect(codeOf(() => segmentCore([1, 1, 1, 1, 1, 1]))).toBe('coincident');
    expect(faultOf(() => segmentCore(0))).toMatchObject({ code: 'coincident', value: 0 });
    expect(faultOf(() => segmentCore(-2))).toMatchObject({ code: 'coincident', value: -2 });
    expect(codeOf(() => segmentCore(NaN))).toBe('not-finite');
    expect(codeOf(() => segmentCore([1, 2, 3]))).toBe('bad-length');
    expect(codeOf(() => segmentCore([1e6, 0, 0, 1e6 + 1e-9, 0, 0]))).toBe('coincident');
    expect(codeOf(() => pointCore([1, 2] as never))).toBe('bad-length');
    expect(codeOf(() => pointCore([1, 2, Infinity]))).toBe('not-finite');
  });
});

describe('plates', () => {
  test('a square in order has its front to the upper side', () => {
    const plate = plateCore([1, 0, 5, 3, 0, 5, 3, 2, 5, 1, 2, 5]);
    expect(plate).toMatchObject({ dimension: 2, vertexCount: 4, edgeCount: 4, faceCount: 2, inradius: 0, volume: 0, area: 8 });
    expect([...plate.origin]).toEqual([2, 1, 5]);
    expect(loopOf(plate, 0)).toEqual([0, 1, 2, 3]);
    expect(loopOf(plate, 1)[0] >= 0).toBe(true);
    expect([...plate.normals]).toEqual([0, 0, 1, -0, -0, -1]);
    expect([...plate.offsets]).toEqual([0, 0]);
    expect(plate.radius).toBe(Math.sqrt(2));
    // Clockwise corners turn it over.
    expect(plateCore([1, 0, 5, 1, 2, 5, 3, 2, 5, 3, 0, 5]).normals[2]).toBe(-1);
  });

  test('corners in any order, in any plane, give the outline; far away as well', () => {
    const random = createRandom(1);
    for (let run = 0; run < 200; run++) {
      const n = 3 + Math.floor(random() * 9);
      const u = [random() - 0.5, random() - 0.5, random() - 0.5];
      const w = [random() - 0.5, random() - 0.5, random() - 0.5];
      const far = run % 3 === 0 ? 1e6 : 0;
      const turns = Array.from({ length: n }, (_, i) => (2 * Math.PI * (i + 0.8 * random())) / n);
      const order = turns.map((_, i) => i);
      for (let i = n - 1; i > 0; i--) {
        const j = Math.floor(random() * (i + 1));
        [order[i], order[j]] = [order[j], order[i]];
      }
      const corners = order.map((i) => [0, 1, 2].map((k) => far + Math.cos(turns[i]) * u[k] + Math.sin(turns[i]) * w[k]));
      const plate = plateCore(corners);
      expect(plate.vertexCount).toBe(n);
      // Neighbours in the outline are neighbours in turn.
      const around = loopOf(plate, 0).map((v) => order[v]);
      const start = around.indexOf(0);
      const turned = [...around.slice(start), ...around.slice(0, start)];
      const forward = Array.from({ length: n }, (_, i) => i);
      const backward = [0, ...forward.slice(1).reverse()];
      expect([forward, backward]).toContainEqual(turned);
      expect(loopOf(plate, 1)).toHaveLength(n);
      // A centroid: the moments of the triangles vanish; corners stay what they were.
      for (let v = 0; v < n; v++) {
        for (let k = 0; k < 3; k++)
          expect(Math.abs(plate.vertices[3 * v + k] + plate.origin[k] - corners[v][k])).toBeLessThanOrEqual(plate.tolerance);
      }
      for (let f = 0; f < 2; f++) expect(Math.abs(plate.offsets[f])).toBeLessThanOrEqual(plate.tolerance);
      // The front sees the first three vertices counter-clockwise.
      const [a, b, c] = [0, 1, 2].map((v) => plate.vertices.subarray(3 * v, 3 * v + 3));
      const [p, q] = [b.map((x, k) => x - a[k]), c.map((x, k) => x - a[k])];
      const turn = [0, 1, 2].reduce(
        (s, k) => s + plate.normals[k] * (p[(k + 1) % 3] * q[(k + 2) % 3] - p[(k + 2) % 3] * q[(k + 1) % 3]),
        0,
      );
      expect(turn).toBeGreaterThan(0);
    }
  });

  test('points on an edge and doubled corners are left out', () => {
    const plate = plateCore([0, 0, 0, 1, 0, 0, 2, 0, 0, 2, 2, 0, 2, 2, 1e-17, 0, 2, 0]);
    expect(plate.vertexCount).toBe(4);
    expect([...plate.origin]).toEqual([1, 1, 0]);
  });

  test('faults have codes, index and value', () => {
    expect(faultOf(() => plateCore([0, 0, 0, 1, 0, 0]))).toMatchObject({ code: 'too-few-points', value: 2 });
    expect(codeOf(() => plateCore([1, 1, 1, 1, 1, 1, 1, 1, 1]))).toBe('coincident');
    expect(faultOf(() => plateCore([0, 0, 0, 1, 1, 1, 2, 2, 2]))).toMatchObject({ code: 'collinear', value: 0 });
    expect(faultOf(() => plateCore([0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0.1])).code).toBe('non-planar');
    const dent = faultOf(() => plateCore([0, 0, 0, 2, 0, 0, 1, 0.5, 0, 2, 2, 0, 0, 2, 0]));
    expect(dent).toMatchObject({ code: 'non-convex', index: 2 });
    expect(dent.value).toBeCloseTo(0.5, 12);
    expect(codeOf(() => plateCore([0, 0, 0, 1, 0, 0, 0, NaN, 0]))).toBe('not-finite');
  });
});

describe('bodies of cores', () => {
  const square = plateCore([0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0]);

  test('need a rounding radius', () => {
    const bodies = createBodySet();
    addBody(bodies, { shape: pointCore(), rounding: 0.5 });
    for (const shape of [pointCore(), segmentCore(1), square]) {
      expect(faultOf(() => addBody(bodies, { shape }))).toMatchObject({ code: 'bad-radius', index: 1, value: 0 });
    }
    expect(bodies.count).toBe(1);
    expect(bodies.shapes).toHaveLength(1);
    expect(addBody(bodies, { shape: square, rounding: 0.1 })).toBe(1);
    expect([...bodies.positions.subarray(3, 6)]).toEqual([0.5, 0.5, 0]);
  });

  test('on the arrays of the caller need one, too', () => {
    const arrays = { shapes: [pointCore()], positions: new Float64Array(6), rounding: new Float64Array([1, 0]) };
    expect(faultOf(() => createBodySet(arrays))).toMatchObject({ code: 'bad-radius', index: 1, value: 0 });
    arrays.rounding[1] = 1;
    expect(createBodySet(arrays).count).toBe(2);
  });
});

describe('validatePolyhedron', () => {
  const shapes = [
    pointCore([1, 2, 3]),
    segmentCore([1, 0, 0, 3, 2, 0.3]),
    plateCore([0, 0, 0, 2, 0, 0.5, 0, 1, 0.3]),
    plateCore([1, 1, 0, -1, 1, 0, 1, -1, 0, -1, -1, 0]),
  ];

  test('takes what the makers make', () => {
    for (const shape of shapes) expect(() => validatePolyhedron(shape)).not.toThrow();
  });

  test('finds what is broken', () => {
    for (const shape of shapes.slice(1)) {
      expect(codeOf(() => validatePolyhedron({ ...shape, halfEdgeNext: shape.halfEdgeNext.slice().reverse() }))).toBe('bad-index');
      expect(codeOf(() => validatePolyhedron({ ...shape, radius: 2 * shape.radius }))).toBe('bad-option');
      expect(codeOf(() => validatePolyhedron({ ...shape, vertices: shape.vertices.map((x) => x + 1) }))).toBe('bad-option');
      expect(codeOf(() => validatePolyhedron({ ...shape, neighbours: shape.neighbours.subarray(1) }))).toBe('bad-length');
    }
  });

  test('principalFrame says that cores have no inertia', () => {
    for (const shape of shapes) expect(codeOf(() => principalFrame(shape))).toBe('flat');
  });
});
