import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  createHalfPlaneReport,
  createPolygonReport,
  polygonFromEdges,
  polygonFromHalfPlanes,
  polygonFromVertices,
  rectangle,
  regularPolygon,
  validatePolygon,
  type ConvexPolygon,
} from '../../src/planar';
import { runs } from '../arbitraries/settings';
import { codeOf } from '../polyhedron/code-of';
import { hostilePoints, points } from './shapes';

interface MassCase {
  name: string;
  a: { vertices: [number, number][] };
  expected: {
    area: number;
    centroid: [number, number];
    perimeter: number;
    secondMoments: { xx: number; yy: number; xy: number };
    polarInertia: number;
    vertices: number;
    boundingRadius: number;
  };
}

const cases = readFileSync(new URL('../cases/oracle/mass2d.jsonl', import.meta.url), 'utf8')
  .split('\n')
  .filter((line) => line !== '')
  .map((line) => JSON.parse(line) as MassCase);

test('there are cases', () => expect(cases).toHaveLength(40));

test.each(cases.map((c) => [c.name, c] as const))('%s', (_, { a, expected }) => {
  const polygon = polygonFromVertices(a.vertices);
  validatePolygon(polygon);
  const r = expected.boundingRadius;
  // 32 rounding steps of what goes into a sum; coordinates are known to half a step of the largest.
  const M = Math.max(...a.vertices.flat().map(Math.abs));
  const u = 2 ** -53;
  const near = (found: number, wanted: number, error: number) => expect(Math.abs(found - wanted)).toBeLessThanOrEqual(error);
  expect(polygon.vertexCount).toBe(expected.vertices);
  near(polygon.area, expected.area, 32 * u * r * r + 4 * u * M * r);
  near(polygon.perimeter, expected.perimeter, 32 * u * r);
  near(polygon.radius, r, 8 * u * (r + M));
  near(polygon.origin[0], expected.centroid[0], 4 * u * (r + M) + (32 * u * r ** 3) / expected.area);
  near(polygon.origin[1], expected.centroid[1], 4 * u * (r + M) + (32 * u * r ** 3) / expected.area);
  const moments = 32 * u * r ** 4 + 8 * u * M * r ** 3;
  near(polygon.inertia, expected.polarInertia, moments);
  near(polygon.secondMoments[0], expected.secondMoments.xx, moments);
  near(polygon.secondMoments[1], expected.secondMoments.yy, moments);
  near(polygon.secondMoments[2], expected.secondMoments.xy, moments);
});

/** How far the point farthest outside of the polygon is outside. */
function excess({ normals, offsets, origin }: ConvexPolygon, p: readonly number[]): number {
  let most = -Infinity;
  for (let i = 0; i < p.length; i += 2) {
    offsets.forEach((offset, k) => {
      most = Math.max(most, normals[2 * k] * (p[i] - origin[0]) + normals[2 * k + 1] * (p[i + 1] - origin[1]) - offset);
    });
  }
  return most;
}

describe('polygonFromVertices', () => {
  test('is valid, holds all points, and has only points as corners', () => {
    fc.assert(
      fc.property(fc.oneof(points, hostilePoints), (p) => {
        let polygon: ConvexPolygon;
        const report = createPolygonReport();
        try {
          polygon = polygonFromVertices(p, report);
        } catch (error) {
          expect(['collinear', 'coincident']).toContain((error as { code: string }).code);
          return;
        }
        validatePolygon(polygon);
        expect(excess(polygon, p)).toBeLessThanOrEqual(2.5 * polygon.tolerance);
        for (let v = 0; v < polygon.vertexCount; v++) {
          const i = report.vertexOfInput.indexOf(v);
          expect(Math.abs(p[2 * i] - polygon.origin[0] - polygon.vertices[2 * v])).toBeLessThanOrEqual(2.5 * polygon.tolerance);
        }
        const { welded, onEdges, inside } = report;
        expect(welded.length + onEdges.length + inside.length + polygon.vertexCount).toBe(p.length / 2);
      }),
      runs(2000, 400),
    );
  });

  test('merges points on edges and doubled corners, far away too', () => {
    for (const [size, at] of [
      [1, 0],
      [1e-9, 0],
      [1e9, 0],
      [1, 1e6],
    ]) {
      const p: number[] = [];
      // Each side in ten parts, turned so that nothing is exactly collinear.
      for (let side = 0; side < 4; side++) {
        for (let k = 0; k < 10; k++) {
          const [x, y] = [k / 5 - 1, -1];
          const [qx, qy] = [
            [x, y],
            [-y, x],
            [-x, -y],
            [y, -x],
          ][side];
          p.push(at + size * (0.8 * qx - 0.6 * qy), at + size * (0.6 * qx + 0.8 * qy));
        }
      }
      const report = createPolygonReport();
      const square = polygonFromVertices([...p, ...p.map((x) => x * (1 + 2 ** -52))], report);
      validatePolygon(square);
      expect(square.vertexCount).toBe(4);
      expect(report.onEdges.length).toBe(72);
      expect(report.welded.length).toBe(4);
    }
  });

  test('keeps what stands out by more than the tolerance', () => {
    const bulge = 2 ** -48;
    expect(polygonFromVertices([0, 0, 1, 0, 1, 1, 0.5, 1 + 4 * bulge, 0, 1]).vertexCount).toBe(5);
    expect(polygonFromVertices([0, 0, 1, 0, 1, 1, 0.5, 1 + bulge / 2, 0, 1]).vertexCount).toBe(4);
  });

  test('an arc of corners each within the tolerance of its neighbours’ chord is not flattened', () => {
    // Far away a circle of radius 1e-9 has steps of 1e-13: the corners left must still be near all.
    const p: number[] = [];
    for (let k = 0; k < 4000; k++) p.push(1 + 1e-12 * Math.cos(k * 0.00157), 1e-12 * Math.sin(k * 0.00157));
    const polygon = polygonFromVertices(p);
    validatePolygon(polygon);
    expect(polygon.vertexCount).toBeGreaterThan(20);
    expect(excess(polygon, p)).toBeLessThanOrEqual(2.5 * polygon.tolerance);
  });

  test('single precision is merged to single precision', () => {
    const c = Math.cos(0.3);
    const s = Math.sin(0.3);
    const p: number[] = [];
    for (const [x, y] of [
      [-1, -1],
      [0, -1],
      [1, -1],
      [1, 1],
      [-1, 1],
    ])
      p.push(c * x - s * y, s * x + c * y);
    expect(polygonFromVertices(new Float32Array(p)).vertexCount).toBe(4);
  });

  test.each([
    ['too-few-points', [0, 0, 1, 1]],
    ['bad-length', [0, 0, 1, 1, 2]],
    ['not-finite', [0, 0, 1, Number.NaN, 1, 1]],
    ['not-finite', [0, 0, 1, 1e70, 1, 1]],
    ['collinear', [0, 0, 1, 1, 2, 2]],
    ['collinear', [0, 0, 1, 0, 0.5, 1e-17]],
    ['collinear', [0, 0, 1, 0, 1, 1e-16, 0, 1e-16]],
    ['coincident', [3, 3, 3, 3, 3, 3]],
    ['coincident', [1e-70, 0, 0, 1e-70, 0, 0]],
  ])('%s: %j', (code, p) => expect(codeOf(() => polygonFromVertices(p))).toBe(code));

  test('what is no number is taken for none', () => {
    for (const bad of [null, '1', true, undefined, {}]) {
      expect(codeOf(() => polygonFromVertices([0, 0, 1, bad, 1, 1] as never))).toBe('not-finite');
      expect(codeOf(() => polygonFromEdges([[0, 0], [1, bad], [1, 1]] as never))).toBe('not-finite'); // prettier-ignore
    }
    expect(codeOf(() => polygonFromVertices({ length: -2 }))).toBe('bad-length');
  });

  test('too many corners', () => {
    const p: number[] = [];
    for (let k = 0; k < 5001; k++) p.push(Math.cos(0.00125 * k), Math.sin(0.00125 * k));
    expect(codeOf(() => polygonFromVertices(p))).toBe('too-many-vertices');
  });
});

describe('polygonFromEdges', () => {
  test('takes a convex loop from any corner on', () => {
    fc.assert(
      fc.property(points, fc.nat(), (p, start) => {
        const { vertices, vertexCount, area } = polygonFromVertices(p);
        const loop = Array.from({ length: vertexCount }, (_, k) => (k + start) % vertexCount).flatMap((v) => [
          vertices[2 * v],
          vertices[2 * v + 1],
        ]);
        const polygon = polygonFromEdges(loop);
        validatePolygon(polygon);
        expect(polygon.vertexCount).toBe(vertexCount);
        expect(Math.abs(polygon.area - area)).toBeLessThanOrEqual(1e-12 * area + 1e-15);
        const turned = loop.slice(0, 2).concat(...Array.from({ length: vertexCount - 1 }, (_, k) => loop.slice(-2 * k - 2).slice(0, 2)));
        expect(codeOf(() => polygonFromEdges(turned))).toBe('wrong-winding');
      }),
      runs(300),
    );
  });

  test('allows corners on edges and doubled ones', () => {
    const report = createPolygonReport();
    expect(polygonFromEdges([0, 0, 0.5, 0, 1, 0, 1, 0, 1, 1, 0, 1, 0, 0.25, 0, 0], report).vertexCount).toBe(4);
    expect(report).toMatchObject({ onEdges: [1, 6], welded: [3, 7], inside: [] });
  });

  test.each([
    ['non-convex', [0, 0, 2, 0, 1, 0.5, 2, 2, 0, 2]],
    // Goes back along an edge.
    ['non-convex', [0, 0, 2, 0, 1, 0, 3, 0, 3, 3, 0, 3]],
    // Twice around.
    ['non-convex', [0, 0, 1, 0, 1, 1, 0, 1, 0, 0, 1, 0, 1, 1, 0, 1]],
    // A pentagram.
    ['non-convex', [0, 1, -0.6, -0.8, 0.95, 0.3, -0.95, 0.3, 0.6, -0.8]],
    ['wrong-winding', [0, 0, 0, 1, 1, 1, 1, 0]],
    ['collinear', [0, 0, 1, 0, 2, 0]],
    ['too-few-points', [0, 0, 1, 0]],
  ])('%s: %j', (code, loop) => expect(codeOf(() => polygonFromEdges(loop))).toBe(code));
});

describe('polygonFromHalfPlanes', () => {
  test('gives back a polygon from its own lines, in any order, with lines that do not count', () => {
    fc.assert(
      fc.property(points, fc.infiniteStream(fc.double({ min: 0, max: 1, noNaN: true })), (p, random) => {
        const polygon = polygonFromVertices(p);
        const n = polygon.vertexCount;
        const order = Array.from({ length: n }, (_, k) => ({ k, key: random.next().value as number })).sort((a, b) => a.key - b.key);
        const normals: number[] = [];
        const offsets: number[] = [];
        for (const { k } of order) {
          normals.push(polygon.normals[2 * k], polygon.normals[2 * k + 1]);
          offsets.push(polygon.offsets[k]);
          // The same line again, and one farther out.
          normals.push(polygon.normals[2 * k], polygon.normals[2 * k + 1], polygon.normals[2 * k], polygon.normals[2 * k + 1]);
          offsets.push(polygon.offsets[k], polygon.offsets[k] + polygon.radius);
        }
        const report = createHalfPlaneReport();
        const back = polygonFromHalfPlanes(normals, offsets, report);
        validatePolygon(back);
        // Corners of two lines at a small angle are only known along them to rounding over its sine: compare lines.
        for (let v = 0; v < back.vertexCount; v++) {
          const x = back.vertices[2 * v] + back.origin[0];
          const y = back.vertices[2 * v + 1] + back.origin[1];
          for (let k = 0; k < n; k++) {
            expect(polygon.normals[2 * k] * x + polygon.normals[2 * k + 1] * y - polygon.offsets[k]).toBeLessThanOrEqual(
              4 * back.tolerance,
            );
          }
        }
        expect(Math.abs(back.area - polygon.area)).toBeLessThanOrEqual(40 * n * back.tolerance * polygon.radius);
        expect(report.redundant.length).toBe(3 * n - back.vertexCount);
        for (let i = 2; i < 3 * n; i += 3) expect(report.edgeOfLine[i]).toBe(-1);
      }),
      runs(500),
    );
  });

  test('a needle of two lines 1e-9 apart in direction', () => {
    const polygon = polygonFromHalfPlanes([1e-9, 1, 1e-9, -1, -1, 0], [0, 0, 1e3]);
    expect(polygon.vertexCount).toBe(3);
    expect(polygon.area).toBeCloseTo(1e-3, 15);
  });

  const r = Math.SQRT1_2;
  test.each([
    ['unbounded', [1, 0, -1, 0, 0, 1], [1, 1, 1]],
    ['unbounded', [1, 0, 0, 1, r, r], [1, 1, 1]],
    ['unbounded', [1, 0, -1, 0, 0, 1, 0, 1], [1, 1, 1, 2]],
    ['empty', [1, 0, -1, 0, 0, 1, 0, -1], [1, -2, 1, 1]],
    ['empty', [-r, -r, 1, 0, 0, 1], [-2, 1, 1]],
    ['flat', [1, 0, -1, 0, 0, 1, 0, -1], [1, -1, 1, 1]],
    ['flat', [1, 0, -1, 0, 0, 1, 0, -1], [0, 0, 0, 0]],
    ['flat', [1, 0, -1, 0, 0, 1, 0, -1], [1, -1 + 2 ** -52, 1, 1]],
    ['not-unit', [1, 0, -2, 0, 0, 1], [1, 1, 1]],
    ['not-finite', [1, 0, -1, 0, 0, Number.NaN], [1, 1, 1]],
    ['not-finite', [1, 0, -1, 0, 0, 1], [1, 1, Infinity]],
    ['too-few-points', [1, 0, -1, 0], [1, 1]],
    ['bad-length', [1, 0, -1, 0], [1, 1, 1]],
  ])('%s: %j %j', (code, normals, offsets) => expect(codeOf(() => polygonFromHalfPlanes(normals, offsets))).toBe(code));
});

describe('named polygons', () => {
  test('rectangle', () => {
    const brick = rectangle(4, 2);
    validatePolygon(brick);
    expect([brick.area, brick.perimeter, brick.inradius, brick.radius]).toEqual([8, 12, 1, Math.sqrt(5)]);
    expect([...brick.secondMoments]).toEqual([(2 * 4 ** 3) / 12, (4 * 2 ** 3) / 12, 0]);
  });

  test('regular polygons', () => {
    for (const n of [3, 4, 5, 6, 17, 100, 5000]) {
      const polygon = regularPolygon(n, 2);
      validatePolygon(polygon);
      expect(polygon.vertexCount).toBe(n);
      expect(polygon.area).toBeCloseTo(2 * n * Math.sin((2 * Math.PI) / n), 10);
      expect(polygon.inradius).toBeCloseTo(2 * Math.cos(Math.PI / n), 10);
    }
  });

  test.each([
    () => rectangle(0, 1),
    () => rectangle(1, Number.NaN),
    () => rectangle(-1, 1),
    () => regularPolygon(2),
    () => regularPolygon(3.5),
    () => regularPolygon(5001),
    () => regularPolygon(5, Infinity),
  ])('%s', (make) => expect(codeOf(make)).toBe('bad-option'));

  test.each([
    [1e-60, 'too small: choose a smaller unit of length'],
    [1e61, 'too large: choose a larger unit of length'],
    [-1, 'no positive number'],
    [Infinity, 'no positive number'],
  ])('a side of %s is refused with the reason', (side, reason) => {
    expect(() => rectangle(side, 1)).toThrow(`width is ${side}, ${reason}`);
    expect(() => regularPolygon(5, side)).toThrow(`radius is ${side}, ${reason}`);
  });
});

test.each<[string, (p: { -readonly [K in keyof ConvexPolygon]: ConvexPolygon[K] }) => void]>([
  ['bad-length', (p) => (p.offsets = p.offsets.slice(1))],
  ['not-finite', (p) => (p.vertices[3] = Number.NaN)],
  ['not-finite', (p) => (p.area = -1)],
  ['too-few-points', (p) => (p.vertexCount = 2)],
  ['not-unit', (p) => (p.normals[1] *= 1.001)],
  ['wrong-winding', (p) => p.normals.forEach((x, k) => (p.normals[k] = -x))],
  ['non-convex', (p) => (p.offsets[0] -= 0.1)],
  ['bad-option', (p) => (p.offsets[0] += 0.1)],
  ['bad-option', (p) => (p.inertia *= 1.01)],
  ['bad-option', (p) => (p.radius *= 2)],
])('validatePolygon: %s, %s', (code, damage) => {
  const polygon = { ...rectangle(2, 1) };
  damage(polygon);
  expect(codeOf(() => validatePolygon(polygon))).toBe(code);
});
