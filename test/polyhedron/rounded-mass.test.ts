import { describe, expect, test } from 'vitest';
import {
  box,
  createRandom,
  plateCore,
  pointCore,
  polyhedronFromVertices,
  randomPolyhedron,
  roundedMass,
  segmentCore,
  type ConvexPolyhedron,
} from '../../src/index';
import { codeOf } from './code-of';

const near = (found: number, expected: number, relative: number): void =>
  expect(Math.abs(found - expected)).toBeLessThanOrEqual(relative * Math.abs(expected));

test('a sphere', () => {
  const { volume, area, centroid, inertia } = roundedMass(pointCore(), 0.5);
  near(volume, Math.PI / 6, 1e-15);
  near(area, Math.PI, 1e-15);
  expect([...centroid]).toEqual([0, 0, 0]);
  for (let k = 0; k < 9; k++) near(inertia[k], k % 4 === 0 ? (2 / 5) * (Math.PI / 6) * 0.25 : 0, 1e-15);
});

test('a rod: a cylinder and two half spheres, in any direction', () => {
  const [l, r] = [3, 0.4];
  const cylinder = Math.PI * r * r * l;
  const ball = (4 / 3) * Math.PI * r ** 3;
  const along = 0.5 * cylinder * r * r + 0.4 * ball * r * r;
  const across =
    cylinder * (r * r * 0.25 + (l * l) / 12) +
    // Half spheres: 83/320 m r^2 about their centroids, which are 3 r / 8 beyond the ends of the core.
    ball * ((83 / 320) * r * r + (l / 2 + (3 / 8) * r) ** 2);
  for (const d of [
    [0, 0, 1],
    [1, 0, 0],
    [0.6, 0, 0.8],
  ]) {
    const rod = segmentCore([...d.map((x) => (-x * l) / 2), ...d.map((x) => (x * l) / 2)]);
    const { volume, area, centroid, inertia } = roundedMass(rod, r);
    near(volume, cylinder + ball, 1e-14);
    near(area, 2 * Math.PI * r * l + 4 * Math.PI * r * r, 1e-14);
    for (let k = 0; k < 3; k++) expect(Math.abs(centroid[k])).toBeLessThan(1e-15);
    for (let i = 0; i < 3; i++) {
      for (let k = 0; k < 3; k++) {
        const expected = (i === k ? across : 0) + (along - across) * d[i] * d[k];
        expect(Math.abs(inertia[3 * i + k] - expected)).toBeLessThan(1e-14 * across);
      }
    }
  }
});

/** Mass properties of the hull of n points on a ball about each vertex. */
function byHulls(shape: ConvexPolyhedron, r: number, n: number): { volume: number; centroid: number[]; inertia: number[] } {
  const points: number[] = [];
  for (let v = 0; v < shape.vertexCount; v++) {
    for (let k = 0; k < n; k++) {
      const z = 1 - (2 * k + 1) / n;
      const s = Math.sqrt(1 - z * z);
      const angle = k * Math.PI * (3 - Math.sqrt(5));
      const u = [s * Math.cos(angle), s * Math.sin(angle), z];
      for (let c = 0; c < 3; c++) points.push(shape.vertices[3 * v + c] + r * u[c]);
    }
  }
  const hull = polyhedronFromVertices(points);
  return { volume: hull.volume, centroid: [...hull.origin], inertia: [...hull.inertia] };
}

const random = createRandom(2);
const shapes: [string, ConvexPolyhedron][] = [
  ['rod', segmentCore([-1, 0.2, 0, 1, 0.5, 0.3])],
  ['square plate', plateCore([-1, -1, 0, 1, -1, 0, 1, 1, 0, -1, 1, 0])],
  ['triangular plate', plateCore([0, 0, 0, 2, 0, 0.5, 0, 1, 0.3])],
  ['box', box(1, 2, 0.5)],
  ['tetrahedron', polyhedronFromVertices([0, 0, 0, 1, 0, 0, 0, 1.5, 0, 0, 0, 2])],
  ['random solid', polyhedronFromVertices(Array.from({ length: 18 }, () => 2 * random() - 1))],
];

describe.each(shapes)('%s', (_, shape) => {
  test.each([0.1, 0.5])('swollen by %s of its radius is the limit of hulls', (part) => {
    const r = part * shape.radius;
    const mass = roundedMass(shape, r);
    // What a hull of n directions lacks falls with 1 / n: two hulls tell the limit.
    const n = Math.floor(1800 / shape.vertexCount);
    const [coarse, fine] = [byHulls(shape, r, n), byHulls(shape, r, 2 * n)];
    const limit = (a: number, b: number): number => 2 * b - a;
    near(mass.volume, limit(coarse.volume, fine.volume), 2e-3);
    const scale = mass.volume * (shape.radius + r) ** 2;
    for (let k = 0; k < 3; k++) {
      expect(Math.abs(mass.centroid[k] - limit(coarse.centroid[k], fine.centroid[k]))).toBeLessThan(3e-3 * shape.radius);
    }
    for (let k = 0; k < 9; k++) {
      expect(Math.abs(mass.inertia[k] - limit(coarse.inertia[k], fine.inertia[k]))).toBeLessThan(2e-3 * scale);
    }
  });

  test('has the area that its volume grows by', () => {
    const r = 0.3 * shape.radius;
    const step = 1e-4 * r;
    const growth = (roundedMass(shape, r + step).volume - roundedMass(shape, r - step).volume) / (2 * step);
    near(roundedMass(shape, r).area, growth, 1e-6);
  });
});

test('a rounded box by its parts', () => {
  const [a, b, c, r] = [1, 2, 0.5, 0.25];
  const mass = roundedMass(box(a, b, c), r);
  const cylinders = Math.PI * r * r * (a + b + c);
  near(mass.volume, a * b * c + 2 * r * (a * b + b * c + c * a) + cylinders + (4 / 3) * Math.PI * r ** 3, 1e-14);
  for (let k = 0; k < 3; k++) expect(Math.abs(mass.centroid[k])).toBeLessThan(1e-15);
  expect(Math.abs(mass.inertia[1])).toBeLessThan(1e-14);
});

test('without a radius it is the polyhedron', () => {
  const shape = randomPolyhedron(createRandom(9));
  const mass = roundedMass(shape, 0);
  expect(mass.volume).toBe(shape.volume);
  for (let k = 0; k < 9; k++) expect(Math.abs(mass.inertia[k] - shape.inertia[k])).toBeLessThan(1e-14 * shape.inertia[0]);
});

test('a bad radius is refused', () => {
  for (const radius of [-1, NaN, Infinity]) expect(codeOf(() => roundedMass(pointCore(), radius))).toBe('bad-radius');
  for (const shape of [undefined, null, 1, {}]) expect(codeOf(() => roundedMass(shape as never, 1))).toBe('bad-option');
});

test('a long thin rod keeps the small inertia about its axis', () => {
  const [l, r] = [1e9, 1e-9];
  near(roundedMass(segmentCore(l), r).inertia[8], 0.5 * Math.PI * r ** 4 * l, 1e-14);
});

test('a radius without a finite inertia, or no number, is an error', () => {
  for (const radius of [1e100, -1, Number.NaN, Infinity, null as unknown as number, '1' as unknown as number]) {
    expect(codeOf(() => roundedMass(pointCore(), radius))).toBe('bad-radius');
  }
});
