import { describe, expect, test } from 'vitest';
import { angleOf } from '../../src/math/elementary';
import {
  pointCore2d,
  polygonFromVertices,
  rectangle,
  regularPolygon,
  roundedMass2d,
  segmentCore2d,
  type ConvexPolygon,
} from '../../src/planar';
import { createRandom } from '../../src/math/random';
import { codeOf } from '../polyhedron/code-of';

describe('closed forms', () => {
  test('a disc', () => {
    const { area, centroid, inertia, secondMoments } = roundedMass2d(pointCore2d([3, 4]), 0.5);
    expect(area).toBeCloseTo(Math.PI / 4, 15);
    expect(roundedMass2d(pointCore2d(), 0.5).perimeter).toBeCloseTo(Math.PI, 15);
    expect([...centroid]).toEqual([0, 0]);
    expect(inertia).toBeCloseTo((Math.PI * 0.5 ** 4) / 2, 15);
    expect([...secondMoments].map((x) => x / inertia)).toEqual([0.5, 0.5, 0]);
  });

  test('a rod: rectangle and two half discs', () => {
    const [h, r] = [1.5, 0.4];
    const { area, centroid, secondMoments } = roundedMass2d(segmentCore2d(2 * h), r);
    expect(area).toBeCloseTo(4 * h * r + Math.PI * r ** 2, 14);
    expect(Math.hypot(...centroid)).toBeLessThan(1e-15);
    expect(roundedMass2d(segmentCore2d(2 * h), r).perimeter).toBeCloseTo(4 * h + 2 * Math.PI * r, 14);
    // Half discs: centroid 4 r / 3 π beyond the end.
    const xx = (2 * r * (2 * h) ** 3) / 12 + (Math.PI * r ** 4) / 4 + Math.PI * r ** 2 * h ** 2 + (8 / 3) * h * r ** 3;
    const yy = (2 * h * (2 * r) ** 3) / 12 + (Math.PI * r ** 4) / 4;
    expect(secondMoments[0]).toBeCloseTo(xx, 13);
    expect(secondMoments[1]).toBeCloseTo(yy, 13);
    expect(secondMoments[2]).toBeCloseTo(0, 14);
  });

  test('radius 0 gives the polygon, a radius of any size the area of Steiner', () => {
    const shape = polygonFromVertices([0, 0, 3, 0.2, 2, 2, 0.3, 1.5]);
    expect(roundedMass2d(shape, 0)).toMatchObject({ area: shape.area });
    expect(roundedMass2d(shape, 0).inertia).toBeCloseTo(shape.inertia, 14);
    for (const r of [1e-6, 0.1, 3]) {
      expect(roundedMass2d(shape, r).area).toBeCloseTo(shape.area + shape.perimeter * r + Math.PI * r * r, 12);
    }
  });
});

/** The swollen body with `count` points on each corner, as a polygon. */
function drawn({ vertices, normals, vertexCount: n }: ConvexPolygon, r: number, count: number): ConvexPolygon {
  const points: number[] = [];
  for (let v = 0; v < n; v++) {
    const [m, k] = [(v + n - 1) % n, v];
    const from = Math.atan2(normals[2 * m + 1], normals[2 * m]);
    const turn = (Math.atan2(normals[2 * k + 1], normals[2 * k]) - from + 2 * Math.PI) % (2 * Math.PI);
    for (let i = 0; i <= count; i++) {
      const angle = from + (turn * i) / count;
      points.push(vertices[2 * v] + r * Math.cos(angle), vertices[2 * v + 1] + r * Math.sin(angle));
    }
  }
  return polygonFromVertices(points);
}

test('any shape: the limit of polygons with ever more corners', () => {
  const random = createRandom(2);
  for (let run = 0; run < 60; run++) {
    const shape = [
      () => segmentCore2d([random(), random(), 3 * random(), 3 + random()]),
      () => rectangle(1 + random(), 0.01 + random()),
      () => regularPolygon(3 + Math.floor(5 * random()), 0.3 + random()),
      () => polygonFromVertices(Array.from({ length: 10 }, () => 2 * random())),
    ][run % 4]();
    const r = 0.01 + 1.5 * random();
    const mass = roundedMass2d(shape, r);
    // The errors go with the square of the step: extrapolated to 0.
    const [coarse, fine] = [60, 120].map((count) => drawn(shape, r, count));
    const limit = (of: (p: ConvexPolygon) => number): number => (4 * of(fine) - of(coarse)) / 3;
    const size = mass.inertia;
    expect(mass.area).toBeCloseTo(
      limit(({ area }) => area),
      6,
    );
    for (const k of [0, 1])
      expect(mass.centroid[k]).toBeCloseTo(
        limit(({ origin }) => origin[k]),
        6,
      );
    expect(mass.inertia / size).toBeCloseTo(limit(({ inertia }) => inertia) / size, 6);
    for (const k of [0, 1, 2]) expect(mass.secondMoments[k] / size).toBeCloseTo(limit(({ secondMoments }) => secondMoments[k]) / size, 6);
  }
});

test('bad radii', () => {
  expect(codeOf(() => roundedMass2d(pointCore2d(), 0))).toBe('bad-radius');
  expect(codeOf(() => roundedMass2d(undefined as never, 1))).toBe('bad-option');
  expect(codeOf(() => roundedMass2d(rectangle(1, 1), -1))).toBe('bad-radius');
  expect(codeOf(() => roundedMass2d(rectangle(1, 1), NaN))).toBe('bad-radius');
  expect(codeOf(() => roundedMass2d(rectangle(1, 1), '1' as unknown as number))).toBe('bad-radius');
  expect(codeOf(() => roundedMass2d(pointCore2d(), 1e100))).toBe('bad-radius');
});

test('angles of directions, to rounding', () => {
  for (const [c, s, angle] of [
    [1, 0, 0],
    [0, 1, Math.PI / 2],
    [-1, 0, Math.PI],
    [2, 2, Math.PI / 4],
    [-1, 1, 0.75 * Math.PI],
  ])
    expect(Math.abs(angleOf(c, s) - angle)).toBeLessThanOrEqual(4 * 2 ** -53 * angle);
  const random = createRandom(1);
  for (let run = 0; run < 1000; run++) {
    const [c, s] = [random() - 0.5, random() ** (1 + (run % 9))];
    expect(Math.abs(angleOf(c, s) - Math.atan2(s, c))).toBeLessThanOrEqual(10 * 2 ** -53 * Math.atan2(s, c));
  }
});
