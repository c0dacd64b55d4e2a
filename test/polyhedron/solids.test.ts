import { describe, expect, it } from 'vitest';
import { createRandom } from '../../src/math/random';
import type { ConvexPolyhedron } from '../../src/polyhedron/convex-polyhedron';
import {
  box,
  dodecahedron,
  icosahedron,
  octahedron,
  prism,
  randomHull,
  rhombicDodecahedron,
  squarePyramid,
  tetrahedron,
  tetrakisHexahedron,
  truncatedIcosahedron,
} from '../../src/polyhedron/solids';
import { validatePolyhedron } from '../../src/polyhedron/validate';
import { codeOf } from './code-of';

const PHI = (1 + Math.sqrt(5)) / 2;
const SQRT5 = Math.sqrt(5);
const SCALES = [1e-9, 1e-3, 1, 7, 1e9];

interface Expected {
  name: string;
  make: (s: number) => ConvexPolyhedron;
  counts: [vertices: number, edges: number, faces: number];
  /** For size 1; moments for unit density, about x y z. */
  volume: number;
  area: number;
  moments: [number, number, number];
  radius: number;
  inradius: number;
  /** Whether all edges have length 1. */
  equilateral?: boolean;
}

/**
 * A solid that looks the same along x, y, z has moments of two thirds of the integral of r^2, here given per volume.
 */
const spherical = (volume: number, meanSquare: number): [number, number, number] => {
  const i = (2 / 3) * meanSquare * volume;
  return [i, i, i];
};

function regularPrism(n: number, radius: number, height: number): Pick<Expected, 'volume' | 'area' | 'moments' | 'radius' | 'inradius'> {
  const base = (n / 2) * radius ** 2 * Math.sin((2 * Math.PI) / n);
  const volume = base * height;
  const side = 2 * radius * Math.sin(Math.PI / n);
  // Second moment of a regular polygon about an axis in its plane, per area: radius^2 (2 + cos(2 pi / n)) / 12.
  const inPlane = (radius ** 2 * (2 + Math.cos((2 * Math.PI) / n))) / 12;
  const across = volume * (inPlane + height ** 2 / 12);
  return {
    volume,
    area: 2 * base + n * side * height,
    moments: [across, across, 2 * inPlane * volume],
    radius: Math.sqrt(radius ** 2 + height ** 2 / 4),
    inradius: Math.min(height / 2, radius * Math.cos(Math.PI / n)),
  };
}

const solids: Expected[] = [
  {
    name: 'tetrahedron',
    make: tetrahedron,
    counts: [4, 6, 4],
    volume: Math.SQRT2 / 12,
    area: Math.sqrt(3),
    moments: spherical(Math.SQRT2 / 12, 3 / 40), // the moment is edge^2 / 20 per volume
    radius: Math.sqrt(6) / 4,
    inradius: Math.sqrt(6) / 12,
    equilateral: true,
  },
  {
    name: 'square pyramid with equal edges',
    make: (s) => squarePyramid(s),
    counts: [5, 8, 5],
    volume: Math.SQRT2 / 6,
    area: 1 + Math.sqrt(3),
    // Base a, height h: a^2 / 20 + 3 h^2 / 80 about x and y, a^2 / 10 about z, per volume.
    moments: [(Math.SQRT2 / 6) * (1 / 20 + 3 / 160), (Math.SQRT2 / 6) * (1 / 20 + 3 / 160), Math.SQRT2 / 60],
    radius: Math.sqrt(0.5 + 1 / 32),
    inradius: Math.SQRT1_2 / 4,
    equilateral: true,
  },
  {
    name: 'box 1 2 3',
    make: (s) => box(s, 2 * s, 3 * s),
    counts: [8, 12, 6],
    volume: 6,
    area: 22,
    moments: [6.5, 5, 2.5],
    radius: Math.sqrt(14) / 2,
    inradius: 0.5,
  },
  {
    name: 'tetrakis hexahedron',
    make: tetrakisHexahedron,
    counts: [14, 36, 24],
    volume: 1.5,
    area: 3 * SQRT5,
    // Cube 1/6; six pyramids of volume 1/12 with centroid 9/16 from the centre: integral of r^2 is 1/4 + 6 (1/12) (1/10
    // + 3/1280 + 81/256).
    moments: spherical(1.5, (1 / 4 + 0.5 * (1 / 10 + 3 / 1280 + 81 / 256)) / 1.5),
    radius: Math.sqrt(3) / 2,
    inradius: 3 / (2 * SQRT5),
  },
  {
    name: 'rhombic dodecahedron',
    make: rhombicDodecahedron,
    counts: [14, 24, 12],
    volume: (16 * Math.sqrt(3)) / 9,
    area: 8 * Math.SQRT2,
    // Cube of side c = 2 / sqrt(3) and six pyramids of height c / 2 on it: together r^2 is c^2 (1/4 + 19/40) / 2 on
    // average.
    moments: spherical((16 * Math.sqrt(3)) / 9, (4 / 3) * (0.25 + 6 * (1 / 6) * (1 / 10 + 3 / 320 + 25 / 64)) * 0.5),
    radius: 2 / Math.sqrt(3),
    inradius: Math.sqrt(6) / 3,
    equilateral: true,
  },
  { name: 'triangular prism', make: (s) => prism(3, s, 2 * s), counts: [6, 9, 5], ...regularPrism(3, 1, 2) },
  { name: 'hexagonal prism', make: (s) => prism(6, s, 0.5 * s), counts: [12, 18, 8], ...regularPrism(6, 1, 0.5) },
  { name: 'prism of 7 sides', make: (s) => prism(7, s, s), counts: [14, 21, 9], ...regularPrism(7, 1, 1) },
  { name: 'prism of 100 sides', make: (s) => prism(100, s, s), counts: [200, 300, 102], ...regularPrism(100, 1, 1) },
  {
    name: 'octahedron',
    make: octahedron,
    counts: [6, 12, 8],
    volume: Math.SQRT2 / 3,
    area: 2 * Math.sqrt(3),
    moments: spherical(Math.SQRT2 / 3, 3 / 20),
    radius: Math.SQRT1_2,
    inradius: 1 / Math.sqrt(6),
    equilateral: true,
  },
  {
    name: 'dodecahedron',
    make: dodecahedron,
    counts: [20, 30, 12],
    volume: (15 + 7 * SQRT5) / 4,
    area: 3 * Math.sqrt(25 + 10 * SQRT5),
    // The moment is (95 + 39 sqrt 5) / 300 per volume.
    moments: spherical((15 + 7 * SQRT5) / 4, (3 / 2) * ((95 + 39 * SQRT5) / 300)),
    radius: (Math.sqrt(3) / 2) * PHI,
    inradius: 0.5 * Math.sqrt((25 + 11 * SQRT5) / 10),
    equilateral: true,
  },
  {
    name: 'icosahedron',
    make: icosahedron,
    counts: [12, 30, 20],
    volume: (5 * (3 + SQRT5)) / 12,
    area: 5 * Math.sqrt(3),
    moments: spherical((5 * (3 + SQRT5)) / 12, (3 / 2) * (PHI ** 2 / 10)),
    radius: Math.sqrt(PHI * SQRT5) / 2,
    inradius: PHI ** 2 / (2 * Math.sqrt(3)),
    equilateral: true,
  },
  {
    name: 'truncated icosahedron',
    make: truncatedIcosahedron,
    counts: [60, 90, 32],
    volume: (125 + 43 * SQRT5) / 4,
    area: 3 * (10 * Math.sqrt(3) + Math.sqrt(5) * Math.sqrt(5 + 2 * SQRT5)),
    // Icosahedron of edge 3 less twelve pyramids: from the sums over its 60 tetrahedra to the pentagons and 120 to the
    // hexagons.
    moments: spherical((125 + 43 * SQRT5) / 4, meanSquareOfTruncatedIcosahedron()),
    radius: Math.sqrt(58 + 18 * SQRT5) / 4,
    inradius: (Math.sqrt(3) / 4) * (3 + SQRT5), // of the icosahedron of edge 3: the hexagons are the nearer faces
    equilateral: true,
  },
];

/**
 * Cones from the centre: a regular n-gon of side 1 at distance d has r^2 = 3/5 (d^2 + second polar moment per area) on
 * average.
 */
function meanSquareOfTruncatedIcosahedron(): number {
  const circum = 58 + 18 * SQRT5;
  let volume = 0;
  let sum = 0;
  for (const [n, count] of [
    [5, 12],
    [6, 20],
  ]) {
    const radius = 1 / (2 * Math.sin(Math.PI / n));
    const d = Math.sqrt(circum / 16 - radius ** 2);
    const area = (n / 2) * radius ** 2 * Math.sin((2 * Math.PI) / n);
    const polar = (radius ** 2 * (2 + Math.cos((2 * Math.PI) / n))) / 6;
    volume += (count * area * d) / 3;
    sum += ((count * area * d) / 3) * (3 / 5) * (d ** 2 + polar);
  }
  return sum / volume;
}

function edgeLengths({ edgeCount, halfEdgeOrigin, vertices }: ConvexPolyhedron): number[] {
  return Array.from({ length: edgeCount }, (_, k) => {
    const [a, b] = [3 * halfEdgeOrigin[2 * k], 3 * halfEdgeOrigin[2 * k + 1]];
    return Math.sqrt(
      (vertices[a] - vertices[b]) ** 2 + (vertices[a + 1] - vertices[b + 1]) ** 2 + (vertices[a + 2] - vertices[b + 2]) ** 2,
    );
  });
}

function expectClose(actual: number, expected: number, relative: number): void {
  expect(Math.abs(actual - expected)).toBeLessThanOrEqual(relative * Math.abs(expected));
}

describe.each(solids)('$name', ({ make, counts, volume, area, moments, radius, inradius, equilateral }) => {
  it.each(SCALES)('has the measures of the textbook at size %s', (s) => {
    const p = make(s);
    validatePolyhedron(p);
    expect([p.vertexCount, p.edgeCount, p.faceCount]).toEqual(counts);
    expectClose(p.volume, volume * s ** 3, 1e-14);
    expectClose(p.area, area * s ** 2, 1e-14);
    expectClose(p.radius, radius * s, 1e-15 * 2);
    expectClose(p.inradius, inradius * s, 1e-15 * 4);
    const largest = Math.max(...moments) * s ** 5;
    for (let j = 0; j < 9; j++) {
      const expected = j % 4 === 0 ? moments[j / 4] * s ** 5 : 0;
      expect(Math.abs(p.inertia[j] - expected)).toBeLessThanOrEqual(2e-14 * largest);
    }
    for (const x of p.origin) expect(Math.abs(x)).toBeLessThanOrEqual(p.tolerance / 2);
    if (equilateral) for (const length of edgeLengths(p)) expectClose(length, s, 4e-15);
  });
});

describe('solids', () => {
  it('the pyramid takes any height', () => {
    const p = squarePyramid(2, 5);
    validatePolyhedron(p);
    expectClose(p.volume, 20 / 3, 1e-15);
    expect(Math.min(...p.vertices.filter((_, i) => i % 3 === 2))).toBeCloseTo(-1.25, 14);
    expectClose(p.inertia[0], (20 / 3) * (4 / 20 + 75 / 80), 1e-14);
    validatePolyhedron(squarePyramid(1, 1e-6));
    validatePolyhedron(squarePyramid(1, 1e6));
  });

  it('the tetrakis hexahedron has 24 faces equally far from the centre and 36 equal dihedral angles', () => {
    const p = tetrakisHexahedron(1);
    for (const offset of p.offsets) expectClose(offset, 3 / (2 * Math.sqrt(5)), 4e-16);
    for (let k = 0; k < p.edgeCount; k++) {
      const [f, g] = [3 * p.halfEdgeFace[2 * k], 3 * p.halfEdgeFace[2 * k + 1]];
      const cosine = p.normals[f] * p.normals[g] + p.normals[f + 1] * p.normals[g + 1] + p.normals[f + 2] * p.normals[g + 2];
      expectClose(cosine, 4 / 5, 1e-15);
    }
  });

  it('large prisms are possible up to the bound on vertices', () => {
    const p = prism(2500, 1, 1);
    expect([p.vertexCount, p.faceCount]).toEqual([5000, 2502]);
    validatePolyhedron(prism(2500, 1e-3, 1));
    expect(codeOf(() => prism(2501, 1, 1))).toBe('bad-option');
    expect(codeOf(() => prism(5, 1e-17, 1))).toBe('collinear');
    expect(codeOf(() => prism(5, 1, 1e-17))).toBe('flat');
  });

  it('needles and plates are as exact as cubes', () => {
    for (const s of [1e-3, 1e-6, 1e-9]) {
      for (const p of [box(1, s, s), box(1, 1, s), prism(16, s, 1), prism(16, 1, s), squarePyramid(1, s), squarePyramid(s, 1)])
        validatePolyhedron(p);
      for (const n of [3, 4, 31]) expect(prism(n, s, 1).faceCount).toBe(n + 2);
      expectClose(box(1, s, s).volume, s * s, 1e-15);
      expectClose(box(1, 1, s).inertia[8], s / 6, 1e-14);
      expectClose(prism(16, s, 1).volume, regularPrism(16, s, 1).volume, 1e-14);
    }
  });

  it('refuse sizes that are none', () => {
    for (const bad of [0, -1, Number.NaN, Infinity]) {
      for (const make of [
        () => tetrahedron(bad),
        () => squarePyramid(bad),
        () => squarePyramid(1, bad),
        () => box(bad, 1, 1),
        () => box(1, bad, 1),
        () => box(1, 1, bad),
        () => tetrakisHexahedron(bad),
        () => rhombicDodecahedron(bad),
        () => prism(5, bad, 1),
        () => prism(5, 1, bad),
        () => prism(bad, 1, 1),
        () => octahedron(bad),
        () => dodecahedron(bad),
        () => icosahedron(bad),
        () => truncatedIcosahedron(bad),
        () => randomHull(createRandom(1), bad),
        () => randomHull(createRandom(1), 8, bad),
        () => randomHull(createRandom(1), 8, 1, bad),
        () => randomHull(createRandom(1), 8, 1, 1, bad),
      ]) {
        expect(codeOf(make)).toBe('bad-option');
      }
    }
    for (const n of [2, 3.5]) expect(codeOf(() => prism(n, 1, 1))).toBe('bad-option');
    for (const count of [3, 4.5, 5001]) expect(codeOf(() => randomHull(createRandom(1), count))).toBe('bad-option');
  });
});

describe('randomHull', () => {
  it('makes every point a vertex and every face a triangle', () => {
    const random = createRandom(99);
    for (const count of [4, 5, 8, 14, 60, 300]) {
      for (const [rx, ry, rz] of [
        [1, 1, 1],
        [1, 1, 0.02],
        [3, 0.05, 0.05],
        [1e-9, 1e-9, 1e-9],
        [1e9, 1e9, 1e9],
      ]) {
        const p = randomHull(random, count, rx, ry, rz);
        validatePolyhedron(p);
        expect([p.vertexCount, p.edgeCount, p.faceCount]).toEqual([count, 3 * count - 6, 2 * count - 4]);
        for (let i = 0; i < count; i++) {
          const [x, y, z] = [0, 1, 2].map((k) => (p.vertices[3 * i + k] + p.origin[k]) / [rx, ry, rz][k]);
          expectClose(x * x + y * y + z * z, 1, 1e-14);
        }
      }
    }
  });

  it('is the same for the same seed and another for another', () => {
    const make = (seed: number) => [...randomHull(createRandom(seed), 20).vertices];
    expect(make(5)).toEqual(make(5));
    expect(make(5)).not.toEqual(make(6));
  });
});
