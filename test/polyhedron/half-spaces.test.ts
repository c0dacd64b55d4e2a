import { readFileSync, readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { InputError } from '../../src/math/input-error';
import type { ConvexPolyhedron } from '../../src/polyhedron/convex-polyhedron';
import { createHalfSpaceReport, polyhedronFromHalfSpaces } from '../../src/polyhedron/from-half-spaces';
import { validatePolyhedron } from '../../src/polyhedron/validate';
import { codeOf } from './code-of';

type Plane = readonly [nx: number, ny: number, nz: number, d: number];

/** Planes n·x <= d, n of any length. */
function fromPlanes(planes: readonly Plane[], report = createHalfSpaceReport()): ConvexPolyhedron {
  const normals: number[] = [];
  const offsets: number[] = [];
  for (const [x, y, z, d] of planes) {
    const length = Math.sqrt(x * x + y * y + z * z);
    normals.push(x / length, y / length, z / length);
    offsets.push(d / length);
  }
  const p = polyhedronFromHalfSpaces(normals, offsets, report);
  validatePolyhedron(p);
  return p;
}

/** Corners in the coordinates of the input. */
function pointsOf(p: ConvexPolyhedron): number[][] {
  return Array.from({ length: p.vertexCount }, (_, i) => [0, 1, 2].map((k) => p.vertices[3 * i + k] + p.origin[k]));
}

function expectSamePoints(actual: number[][], expected: readonly number[][], tolerance: number): void {
  expect(actual.length).toBe(expected.length);
  for (const e of expected) {
    const nearest = Math.min(...actual.map((a) => Math.max(...a.map((x, k) => Math.abs(x - e[k])))));
    expect(nearest).toBeLessThanOrEqual(tolerance);
  }
}

function errorOf(run: () => unknown): InputError {
  try {
    run();
  } catch (error) {
    return error as InputError;
  }
  throw new Error('nothing thrown');
}

const CUBE: readonly Plane[] = [
  [1, 0, 0, 1],
  [-1, 0, 0, 1],
  [0, 1, 0, 1],
  [0, -1, 0, 1],
  [0, 0, 1, 1],
  [0, 0, -1, 1],
];

interface BugCase {
  id: string;
  kind: string;
  planes: [number, number, number, number][];
  expected: {
    status: 'bounded' | 'flat' | 'empty' | 'unbounded';
    vertices: number[][];
    volume: number;
    area: number;
    centroid: number[];
    facetCount: number;
    edgeCount: number;
    redundantPlanes: number[];
  };
}

const folder = new URL('../cases/bugs/', import.meta.url);
const bugs = readdirSync(folder)
  .filter((name) => name.endsWith('.json'))
  .map((name) => JSON.parse(readFileSync(new URL(name, folder), 'utf8')) as BugCase)
  .filter(({ kind }) => kind === 'halfspaces');

describe('half-spaces from public bug reports', () => {
  it('are all here', () => {
    expect(bugs.length).toBe(8);
  });

  it.each(bugs)('$id', ({ planes, expected }) => {
    const given = planes.map(([a, b, c, d]) => [a, b, c, -d] as const);
    const report = createHalfSpaceReport();
    if (expected.status !== 'bounded') {
      expect(codeOf(() => fromPlanes(given))).toBe(expected.status);
      return;
    }
    const p = fromPlanes(given, report);
    expectSamePoints(pointsOf(p), expected.vertices, p.tolerance);
    expect([p.faceCount, p.edgeCount]).toEqual([expected.facetCount, expected.edgeCount]);
    expect(Math.abs(p.volume - expected.volume)).toBeLessThanOrEqual(1e-14 * expected.volume);
    expect(Math.abs(p.area - expected.area)).toBeLessThanOrEqual(1e-14 * expected.area);
    for (let k = 0; k < 3; k++) expect(Math.abs(p.origin[k] - expected.centroid[k])).toBeLessThanOrEqual(p.tolerance);
    expect(report.redundant).toEqual(expected.redundantPlanes);
    expect(report.faceOfPlane.length).toBe(planes.length);
  });
});

describe('polyhedronFromHalfSpaces', () => {
  it('gives the exact corners of a cube, wherever the origin is', () => {
    for (const shift of [0, 1, -1, 5, 1e6, -1e9]) {
      const p = fromPlanes(CUBE.map(([x, y, z, d]) => [x, y, z, d + (x + y + z) * shift]));
      const coordinates = [shift - 1, shift + 1];
      expectSamePoints(
        pointsOf(p),
        coordinates.flatMap((x) => coordinates.flatMap((y) => coordinates.map((z) => [x, y, z]))),
        0,
      );
      expect(p.volume).toBe(8);
    }
  });

  it('takes normals as triples too', () => {
    const p = polyhedronFromHalfSpaces(
      CUBE.map(([x, y, z]) => [x, y, z] as const),
      CUBE.map(([, , , d]) => d),
    );
    expect(p.volume).toBe(8);
  });

  it('leaves out planes that are doubled, that lie outside, and that touch an edge or a corner', () => {
    const report = createHalfSpaceReport();
    const p = fromPlanes(
      [
        [1, 0, 0, 7], // outside
        ...CUBE,
        [1, 0, 0, 1], // again
        [1, 1, 1, 3], // touches a corner
        [1, 1, 0, 2], // touches an edge
        [0, -1, 0, 1 + 2 ** -52], // again, one rounding step farther out
        [2, -3, 5, 10], // touches a corner, normal rounded
        [-1, -1, 1, 1e9], // far away
      ],
      report,
    );
    expect([p.vertexCount, p.edgeCount, p.faceCount]).toEqual([8, 12, 6]);
    expect(p.volume).toBe(8);
    expect(report.redundant).toEqual([0, 7, 8, 9, 10, 11, 12]);
    expect(report.faceOfPlane[1]).toBe(report.faceOfPlane[7]);
    expect(report.faceOfPlane[4]).toBe(report.faceOfPlane[10]);
    expect([0, 8, 9, 11, 12].map((i) => report.faceOfPlane[i])).toEqual([-1, -1, -1, -1, -1]);
    for (let i = 1; i <= 6; i++) {
      const f = 3 * report.faceOfPlane[i];
      expect([p.normals[f], p.normals[f + 1], p.normals[f + 2]].map((x) => x + 0)).toEqual(CUBE[i - 1].slice(0, 3));
    }
  });

  it('makes one corner where many rounded planes meet', () => {
    // A cone of 24 planes through the tip of a square tower, at any steepness.
    for (const slope of [10, 1, 1e-3, 1e-6]) {
      for (const n of [5, 8, 24]) {
        const planes: Plane[] = CUBE.filter(([, , z]) => z <= 0);
        for (let k = 0; k < n; k++) {
          const angle = (2 * Math.PI * k) / n + 0.1;
          // Through (0.1, 0.2, 0.3) scaled down with the slope so that the sides of the tower stay.
          const [x, y, z] = [slope * Math.cos(angle), slope * Math.sin(angle), 1];
          planes.push([x, y, z, 0.1 * x + 0.2 * y + 0.3 * z]);
        }
        const report = createHalfSpaceReport();
        const p = fromPlanes(planes, report);
        const tip = pointsOf(p).filter(([x, y, z]) => Math.max(Math.abs(x - 0.1), Math.abs(y - 0.2), Math.abs(z - 0.3)) < 1e-8);
        expect(tip.length).toBe(1);
        expect(report.faceOfPlane.slice(5).every((f) => f >= 0)).toBe(true);
        expect(p.faceCount).toBe(n + 5 - report.redundant.length);
      }
    }
  });

  it('keeps planes apart that differ by more than the tolerance, and joins those that differ by less', () => {
    for (const tilt of [1e-3, 1e-6, 1e-9, 1e-12, 1e-13]) {
      const roof = fromPlanes([...CUBE.filter(([, , z]) => z <= 0), [tilt, 0, 1, 1], [-tilt, 0, 1, 1]]);
      expect([roof.vertexCount, roof.faceCount]).toEqual([10, 7]);
      expect(Math.abs(roof.volume - (8 - 2 * tilt))).toBeLessThan(1e-14);
    }
    for (const tilt of [1e-16, 2 ** -52, 1e-15]) {
      const roof = fromPlanes([...CUBE.filter(([, , z]) => z <= 0), [tilt, 0, 1, 1], [-tilt, 0, 1, 1]]);
      expect([roof.vertexCount, roof.faceCount]).toEqual([8, 6]);
    }
    for (const step of [1e-3, 1e-9, 1e-12, 1e-14]) {
      const report = createHalfSpaceReport();
      const clipped = fromPlanes([...CUBE, [1, 0, 0, 1 - step]], report);
      expect(Math.abs(clipped.volume - 4 * (2 - step))).toBeLessThan(2e-15);
      expect(report.redundant).toEqual([0]);
      const corner = fromPlanes([...CUBE, [1, 1, 1, 3 - 10 * step]], report);
      expect(corner.faceCount).toBe(7);
      expect(report.redundant).toEqual([]);
    }
    expect(fromPlanes([...CUBE, [1, 1, 1, 3 - 1e-15]]).faceCount).toBe(6);
  });

  it('tells thin from flat from empty', () => {
    const slab = (thickness: number, at = 0): Plane[] => [
      [0.48, 0.6, 0.64, at + thickness],
      [-0.48, -0.6, -0.64, -at],
      [1, 0, 0, 1],
      [-1, 0, 0, 1],
      [0, 1, 0, 1],
      [0, -1, 0, 1],
    ];
    for (const thickness of [1, 1e-6, 1e-12, 1e-13]) {
      const p = fromPlanes(slab(thickness));
      expect(Math.abs(p.volume / ((4 * thickness) / 0.64) - 1)).toBeLessThan(1e-2 * (1e-12 / thickness) + 1e-14);
    }
    for (const thickness of [1e-16, 1e-17, 0, -1e-17, -1e-16]) expect(codeOf(() => fromPlanes(slab(thickness)))).toBe('flat');
    for (const gap of [1e-13, 1e-9, 1e-3, 1, 1e9]) {
      const error = errorOf(() => fromPlanes(slab(-gap)));
      expect(error.code).toBe('empty');
      // Both planes would have to move by half the gap.
      expect(Math.abs(error.value / (gap / 2) - 1)).toBeLessThan(1e-16 / gap + 1e-9);
      expect(error.message).toContain('0, 1');
    }
    // Far away rounding is coarser.
    expect(codeOf(() => fromPlanes([...CUBE.slice(0, 4), [0, 0, 1, 1e6], [0, 0, -1, -1e6 - 1e-9]]))).toBe('flat');
    expect(codeOf(() => fromPlanes([...CUBE.slice(0, 4), [0, 0, 1, 1e6], [0, 0, -1, -1e6 - 1e-6]]))).toBe('empty');
  });

  it('tells flat sets of every dimension', () => {
    const point: Plane[] = CUBE.map(([x, y, z]) => [x, y, z, 3 * x + 4 * y + 5 * z]);
    expect(codeOf(() => fromPlanes(point))).toBe('flat');
    const segment: Plane[] = [...point.slice(0, 4), [0, 0, 1, 9], [0, 0, -1, 9]];
    expect(codeOf(() => fromPlanes(segment))).toBe('flat');
    const tip: Plane[] = [...CUBE, [-1, -1, -1, -3]];
    expect(codeOf(() => fromPlanes(tip))).toBe('flat');
    const edge: Plane[] = [...CUBE, [-1, -1, 0, -2]];
    expect(codeOf(() => fromPlanes(edge))).toBe('flat');
    // The same, turned and rounded: 'empty by 1e-17' is not meant.
    const r = [
      [0.36, 0.48, -0.8],
      [-0.8, 0.6, 0],
      [0.48, 0.64, 0.6],
    ];
    for (const set of [point, segment, tip, edge]) {
      const turned = set.map(([x, y, z, d]) => [...r.map((row) => row[0] * x + row[1] * y + row[2] * z), d] as unknown as Plane);
      expect(codeOf(() => fromPlanes(turned))).toBe('flat');
    }
  });

  it('tells unbounded sets', () => {
    const sets: Plane[][] = [
      CUBE.slice(0, 5),
      CUBE.slice(0, 4),
      [...CUBE.slice(0, 2), [1, 0, 0, 3], [-1, 0, 0, 4]], // slab of parallel planes only
      [1, 2, 3, 4].map((d) => [0.6, 0.8, 0, d]), // one half-space, four times
      [...CUBE.slice(0, 5), [1, 1, 1, 1], [0, 0, 1, 2], [1, 2, 3, 9]],
      // Cones with tip at the origin and elsewhere.
      [1, 2, 3, 4, 5].map((k) => [Math.cos(k), Math.sin(k), 0.5, 0] as const),
      [1, 2, 3, 4, 5].map((k) => [Math.cos(k), Math.sin(k), 0.5, Math.cos(k) + 3 * Math.sin(k)] as const),
      // Prisms whose sides are parallel to one line but for the rounding of their normals: with one cap, and with none.
      [0, 1, 2, 3, 4].map((k) => turned([Math.cos(k), Math.sin(k), 0], 1)),
      [...[0, 1, 2, 3, 4].map((k) => turned([Math.cos(k), Math.sin(k), 0], 1)), turned([0, 0, 1], 1)],
      // The same far from the origin.
      [0, 1, 2, 3, 4].map((k) => turned([Math.cos(k), Math.sin(k), 0], 1 + 1e3 * Math.cos(k))),
    ];
    for (const set of sets) expect(codeOf(() => fromPlanes(set))).toBe('unbounded');
    // A spindle that does close, however slowly.
    for (const taper of [1e-3, 1e-6, 1e-9]) {
      const spindle = [0, 1, 2, 3, 4, 5].map((k) => [Math.cos(2 * k), Math.sin(2 * k), k % 2 ? taper : -taper, 1] as const);
      expect(fromPlanes(spindle).radius).toBeGreaterThan(0.3 / taper);
    }
  });

  it('says what is wrong with the input', () => {
    const normals = CUBE.flatMap(([x, y, z]) => [x, y, z]);
    const offsets = CUBE.map(([, , , d]) => d);
    expect(codeOf(() => polyhedronFromHalfSpaces(normals.slice(1), offsets))).toBe('bad-length');
    expect(codeOf(() => polyhedronFromHalfSpaces(normals, offsets.slice(1)))).toBe('bad-length');
    expect(codeOf(() => polyhedronFromHalfSpaces([[1, 0, 0]], offsets))).toBe('bad-length');
    expect(codeOf(() => polyhedronFromHalfSpaces([[1, 0]], [1]))).toBe('bad-length');
    expect(codeOf(() => polyhedronFromHalfSpaces([], []))).toBe('too-few-points');
    expect(codeOf(() => polyhedronFromHalfSpaces(normals.slice(0, 9), offsets.slice(0, 3)))).toBe('too-few-points');
    for (const bad of [Number.NaN, Infinity, -Infinity]) {
      const inNormal = errorOf(() => polyhedronFromHalfSpaces(normals.with(7, bad), offsets));
      expect([inNormal.code, inNormal.index, inNormal.value]).toEqual(['not-finite', 2, bad]);
      const inOffset = errorOf(() => polyhedronFromHalfSpaces(normals, offsets.with(4, bad)));
      expect([inOffset.code, inOffset.index, inOffset.value]).toEqual(['not-finite', 4, bad]);
    }
    for (const length of [0, 0.5, 1 - 1e-6, 1 + 1e-6, 2, 1e200, 1e-200]) {
      const error = errorOf(() => polyhedronFromHalfSpaces(normals.with(14, length), offsets));
      expect([error.code, error.index]).toEqual(['not-unit', 4]);
    }
  });

  it('takes single precision for what it is', () => {
    // A dodecahedron with rounded normals: five planes at each of 20 corners do not meet, and do within single
    // precision.
    const phi = (1 + Math.sqrt(5)) / 2;
    const length = Math.sqrt(1 + phi * phi);
    const normals: number[] = [];
    for (const [a, b] of [
      [1, phi],
      [-1, phi],
      [1, -phi],
      [-1, -phi],
    ]) {
      normals.push(0, a / length, b / length, b / length, 0, a / length, a / length, b / length, 0);
    }
    // Turned, so that no symmetry survives the rounding, and cut by octahedral planes through its corners.
    const planes = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11].map((i) => turned(normals.slice(3 * i, 3 * i + 3), 1));
    const corner = Math.sqrt(3) * Math.sqrt(5 - 2 * Math.sqrt(5)) * phi * Math.sqrt((5 + Math.sqrt(5)) / 10);
    for (const s of [1, -1]) planes.push(turned([s / Math.sqrt(3), s / Math.sqrt(3), s / Math.sqrt(3)], corner));
    const p = polyhedronFromHalfSpaces(
      Float32Array.from(planes.flatMap(([x, y, z]) => [x, y, z])),
      Float32Array.from(planes, (q) => q[3]),
    );
    validatePolyhedron(p);
    expect([p.vertexCount, p.edgeCount, p.faceCount]).toEqual([20, 30, 12]);
    expect(p.tolerance).toBeGreaterThan(1e-6);
    expect(Math.abs(p.inradius - 1)).toBeLessThan(1e-6);
  });

  it('works at extreme scales', () => {
    for (const s of [1e-59, 1e-30, 1e-9, 1e9, 1e30, 1e59]) {
      const p = fromPlanes(CUBE.map(([x, y, z, d]) => [x, y, z, s * (d + 3 * x)]));
      expect(p.radius / (s * Math.sqrt(3))).toBeCloseTo(1, 14);
    }
    // Offsets of very different size: the far ones cut nothing, or make a needle.
    const p = fromPlanes([...CUBE.map(([x, y, z, d]) => [x, y, z, 1e-9 * d] as const), [1, 1, 1, 1e200], [-1, 2, 1, 1e9]]);
    expect([p.vertexCount, p.faceCount]).toEqual([8, 6]);
    const needle = fromPlanes(CUBE.map(([x, y, z, d]) => [x, y, z, x === 0 ? d : 1e9 * d]));
    expect(Math.abs(needle.volume / 8e9 - 1)).toBeLessThan(1e-15);
  });

  it('does not depend on the order of the planes beyond their numbering', () => {
    const planes: Plane[] = [...CUBE, [1, 1, 1, 2.5], [1, -1, 1, 2.2], [1, 1, 0, 2], [3, 1, 1, 4.4]];
    const reference = pointsOf(fromPlanes(planes))
      .map((q) => q.join())
      .sort();
    for (let shift = 1; shift < planes.length; shift++) {
      const rotated = [...planes.slice(shift), ...planes.slice(0, shift)];
      expectSamePoints(
        pointsOf(fromPlanes(rotated)),
        reference.map((q) => q.split(',').map(Number)),
        1e-15,
      );
    }
  });
});

/** A plane turned by a rotation with no zero and no exact entries. */
function turned([x, y, z]: readonly number[], d: number): Plane {
  const q = [0.3, -0.5, 0.7, 0.4];
  const s = 2 / (q[0] ** 2 + q[1] ** 2 + q[2] ** 2 + q[3] ** 2);
  const [a, b, c, w] = q;
  return [
    (1 - s * (b * b + c * c)) * x + s * (a * b - c * w) * y + s * (a * c + b * w) * z,
    s * (a * b + c * w) * x + (1 - s * (a * a + c * c)) * y + s * (b * c - a * w) * z,
    s * (a * c - b * w) * x + s * (b * c + a * w) * y + (1 - s * (a * a + b * b)) * z,
    d,
  ];
}
