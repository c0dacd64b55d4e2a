import fc from 'fast-check';
import { QuickHull } from 'quickhull3d/dist/quickhull3d.js';
import { describe, expect, test } from 'vitest';
import { createHullReport, polyhedronFromVertices, validatePolyhedron } from '../../src/polyhedron';
import { runs } from '../arbitraries/settings';
import { exactHull } from '../oracles/exact-hull';
import type { Vec } from '../oracles/vector';
import { codeOf } from './code-of';
import { direction, expectMass, faceLoops, heightOf, rotate, sorted, turn, uniform } from './polyhedron-checks';
import { sweep } from '../sweep';

const CUBE: Vec[] = [0, 1, 2, 3, 4, 5, 6, 7].map((i) => [i & 1, (i >> 1) & 1, (i >> 2) & 1]);

/** The hull must be exactly that of the exact oracle: same corners, same polygons, mass to the last digits. */
function expectExact(points: readonly Vec[]): void {
  const expected = exactHull(points);
  if (expected === null) {
    expect(['flat', 'collinear', 'coincident']).toContain(codeOf(() => polyhedronFromVertices(points)));
    return;
  }
  const report = createHullReport();
  const p = polyhedronFromVertices(points, report);
  validatePolyhedron(p);
  const corners = [...report.vertexOfInput.keys()].filter((i) => report.vertexOfInput[i] >= 0 && !report.welded.includes(i));
  expect(corners).toEqual(expected.vertices);
  expect(sorted(faceLoops(p).map((loop) => loop.map((v) => corners[v])))).toEqual(sorted(expected.faces));
  const largest = Math.max(...points.flat().map(Math.abs));
  expectMass(p, expected, largest, 16);
}

const lattice = (reach: number): fc.Arbitrary<Vec> => {
  const x = fc.integer({ min: -reach, max: reach });
  return fc.tuple(x, x, x);
};
const fine = fc.integer({ min: -(2 ** 30), max: 2 ** 30 }).map((k) => k / 2 ** 30);
const general: fc.Arbitrary<Vec> = fc.tuple(fine, fine, fine);

describe('the hull is exactly that of exact arithmetic', () => {
  test('of lattice points, with doubles, straight rows and flat sets', () => {
    fc.assert(
      fc.property(fc.array(lattice(2), { minLength: 4, maxLength: 11 }), (points) => expectExact(points)),
      runs(60),
    );
  });

  test('of points in general position', () => {
    fc.assert(
      fc.property(fc.array(general, { minLength: 4, maxLength: 10 }), (points) => expectExact(points)),
      runs(30),
    );
  });

  test('of lattice points a million sizes away, and in units of 2^-30 and 2^30', () => {
    fc.assert(
      fc.property(
        fc.array(lattice(3), { minLength: 5, maxLength: 9 }),
        fc.constantFrom(2 ** -30, 1, 2 ** 30),
        fc.constantFrom(0, 1_000_000),
        (points, scale, offset) =>
          expectExact(points.map(([x, y, z]) => [scale * (x + offset), scale * (y - offset), scale * (z + offset / 2)])),
      ),
      runs(30),
    );
  });

  test('of points in a plate of 1e-9 and a needle of 1e-6 thickness, turned', () => {
    const random = uniform(7);
    for (const [b, c] of [
      [1, 1e-9],
      [1e-6, 1e-6],
    ]) {
      for (let k = 0; k < sweep(4, 1); k++) {
        const points = Array.from({ length: 9 }, (): Vec => [random() - 0.5, b * (random() - 0.5), c * (random() - 0.5)]);
        expectExact(rotate(points, turn(random)));
      }
    }
  });
});

describe('large sets', () => {
  test('5,000 points on a sphere: all are corners, all faces triangles', () => {
    const random = uniform(1);
    const p = polyhedronFromVertices(Array.from({ length: 5000 }, () => direction(random)));
    expect([p.vertexCount, p.edgeCount, p.faceCount]).toEqual([5000, 14994, 9996]);
    validatePolyhedron(p);
  });

  test('5,001 points on a sphere are too many', () => {
    const random = uniform(2);
    const points = Array.from({ length: 5001 }, () => direction(random));
    expect(() => polyhedronFromVertices(points)).toThrow(expect.objectContaining({ code: 'too-many-vertices', value: 5001 }) as Error);
  });

  test('50,000 points inside a hull change nothing', () => {
    const random = uniform(3);
    const shell = Array.from({ length: 100 }, () => direction(random));
    const p = polyhedronFromVertices(shell);
    const inside = Array.from({ length: 50_000 }, (): Vec => {
      const [x, y, z] = direction(random);
      const r = p.inradius * random();
      return [x * r + p.origin[0], y * r + p.origin[1], z * r + p.origin[2]];
    });
    const q = polyhedronFromVertices([...inside, ...shell]);
    expect(faceLoops(q)).toEqual(faceLoops(p));
    expect(Array.from(q.vertices)).toEqual(Array.from(p.vertices));
  });

  test('a lattice of 20 x 20 x 20 points is a cube', () => {
    const points: Vec[] = [];
    for (let i = 0; i < 8000; i++) points.push([i % 20, Math.floor(i / 20) % 20, Math.floor(i / 400)]);
    const report = createHullReport();
    const p = polyhedronFromVertices(points, report);
    expect([p.vertexCount, p.faceCount, p.volume]).toEqual([8, 6, 6859]);
    expect([report.onEdges.length, report.onFaces.length, report.inside.length]).toEqual([12 * 18, 6 * 18 * 18, 18 ** 3]);
  });

  test('20,000 points on the faces of a turned cube are a cube', () => {
    const random = uniform(4);
    const points = [...CUBE];
    for (let i = 0; i < 20_000; i++) {
      const v = [random(), random(), random()];
      v[i % 3] = Math.floor(2 * random());
      points.push([v[0], v[1], v[2]]);
    }
    const p = polyhedronFromVertices(rotate(points, turn(random)));
    validatePolyhedron(p);
    expect([p.vertexCount, p.faceCount]).toEqual([8, 6]);
    expect(p.volume).toBeCloseTo(1, 14);
  });

  test.each([3, 8, 256, 2500])('a turned prism of %i sides has two more faces than sides', (sides) => {
    const points: Vec[] = [];
    for (let k = 0; k < sides; k++) {
      const angle = (2 * Math.PI * k) / sides;
      for (const z of [-0.5, 0.5]) points.push([Math.cos(angle), Math.sin(angle), z]);
    }
    const p = polyhedronFromVertices(rotate(points, turn(uniform(sides))));
    validatePolyhedron(p);
    expect([p.vertexCount, p.edgeCount, p.faceCount]).toEqual([2 * sides, 3 * sides, sides + 2]);
  });

  test('the same corners as another hull builder', () => {
    const random = uniform(5);
    for (const spread of [1, 0.3]) {
      const points = Array.from({ length: 2000 }, (): Vec => {
        const [x, y, z] = direction(random);
        const r = 1 - spread * random();
        return [r * x, r * y, r * z];
      });
      const builder = new QuickHull(points.map(([x, y, z]) => [x, y, z]));
      builder.build();
      const expected = [...new Set(builder.collectFaces(true).flat())].sort((a, b) => a - b);
      const report = createHullReport();
      polyhedronFromVertices(points, report);
      expect([...report.vertexOfInput.keys()].filter((i) => report.vertexOfInput[i] >= 0)).toEqual(expected);
    }
  });
});

describe('the order and the frame of the points do not matter', () => {
  const cloud = fc.array(general, { minLength: 6, maxLength: 24 });

  test('a permutation permutes the corners and nothing else', () => {
    fc.assert(
      fc.property(cloud, fc.integer(), (points, seed) => {
        fc.pre(codeOf(() => polyhedronFromVertices(points)) === 'nothing thrown');
        const random = uniform(seed);
        const order = points
          .map((_, i) => ({ i, at: random() }))
          .sort((a, b) => a.at - b.at)
          .map(({ i }) => i);
        const [here, there] = [createHullReport(), createHullReport()];
        const p = polyhedronFromVertices(points, here);
        const q = polyhedronFromVertices(
          order.map((i) => points[i]),
          there,
        );
        // Vertex of q -> vertex of p.
        const image = new Map([...there.vertexOfInput].map((v, k) => [v, here.vertexOfInput[order[k]]]));
        const renamed = faceLoops(q).map((loop) => {
          const back = loop.map((v) => image.get(v) as number);
          const at = back.indexOf(Math.min(...back));
          return [...back.slice(at), ...back.slice(0, at)];
        });
        expect(sorted(renamed)).toEqual(faceLoops(p));
        expect(q.volume).toBeCloseTo(p.volume, 13);
      }),
      runs(60),
    );
  });

  test('a power of two scales every length by itself, to the bit', () => {
    fc.assert(
      fc.property(cloud, fc.integer({ min: -180, max: 180 }), (points, exponent) => {
        fc.pre(codeOf(() => polyhedronFromVertices(points)) === 'nothing thrown');
        const s = 2 ** exponent;
        const p = polyhedronFromVertices(points);
        const q = polyhedronFromVertices(points.map(([x, y, z]) => [s * x, s * y, s * z]));
        expect(faceLoops(q)).toEqual(faceLoops(p));
        expect(Array.from(q.vertices)).toEqual(Array.from(p.vertices, (x) => s * x));
        expect(Array.from(q.normals)).toEqual(Array.from(p.normals));
        expect([q.radius, q.inradius, q.tolerance, q.volume]).toEqual([
          s * p.radius,
          s * p.inradius,
          s * p.tolerance,
          s * s * s * p.volume,
        ]);
      }),
      runs(60),
    );
  });

  test('a rigid motion keeps corners, faces, volume and area', () => {
    fc.assert(
      fc.property(cloud, fc.integer(), fc.constantFrom(0, 1, 1000), (points, seed, far) => {
        fc.pre(codeOf(() => polyhedronFromVertices(points)) === 'nothing thrown');
        const random = uniform(seed);
        const [u, v, w] = direction(random);
        const moved = rotate(points, turn(random)).map(([x, y, z]): Vec => [x + far * u, y + far * v, z + far * w]);
        const p = polyhedronFromVertices(points);
        // Points of 30 bits in general position are far from flat or double: nothing is near the tolerance.
        fc.pre(p.inradius > 1e-6);
        const q = polyhedronFromVertices(moved);
        validatePolyhedron(q);
        expect(faceLoops(q)).toEqual(faceLoops(p));
        expect(Math.abs(q.volume - p.volume)).toBeLessThanOrEqual(q.tolerance * p.area);
        expect(Math.abs(q.radius - p.radius)).toBeLessThanOrEqual((q.tolerance * p.area * p.radius) / p.volume);
      }),
      runs(60),
    );
  });

  test('means of points are inside and change nothing', () => {
    fc.assert(
      fc.property(cloud, fc.array(fc.tuple(fc.nat(), fc.nat(), fc.nat(), fc.nat()), { maxLength: 10 }), (points, picks) => {
        fc.pre(codeOf(() => polyhedronFromVertices(points)) === 'nothing thrown');
        const means = picks.map((four): Vec => {
          const [a, b, c, d] = four.map((k) => points[k % points.length]);
          return [0, 1, 2].map((k) => (a[k] + b[k] + c[k] + d[k]) / 4) as unknown as Vec;
        });
        const p = polyhedronFromVertices(points);
        const q = polyhedronFromVertices([...points, ...means]);
        expect(faceLoops(q)).toEqual(faceLoops(p));
        expect(Array.from(q.vertices)).toEqual(Array.from(p.vertices));
      }),
      runs(60),
    );
  });
});

describe('what is left out or joined is told', () => {
  test('doubles, points on edges, on faces and inside', () => {
    const report = createHullReport();
    const points: Vec[] = [...CUBE, CUBE[3], [0.5, 0, 0], [0.5, 0.5, 1], [0.5, 0.5, 0.5], [1, 1, 1 + 2 ** -52]];
    const p = polyhedronFromVertices(points, report);
    expect(p.vertexCount).toBe(8);
    expect(report.inputCount).toBe(13);
    expect(report.welded).toHaveLength(2);
    expect(report.welded).toContain(8);
    expect(report.onEdges).toEqual([9]);
    expect(report.onFaces).toEqual([10]);
    expect(report.inside).toEqual([11]);
    expect(Array.from(report.vertexOfInput.subarray(0, 7))).toEqual([0, 1, 2, 3, 4, 5, 6]);
    expect([report.vertexOfInput[8], report.vertexOfInput[7], report.vertexOfInput[12]]).toEqual([3, 7, 7]);
    expect(report.facetsMerged).toBe(6);
    expect(report.planeError).toBeLessThanOrEqual(p.tolerance);
  });

  test('a report is written anew', () => {
    const report = createHullReport();
    polyhedronFromVertices([...CUBE, CUBE[3], [0.5, 0.5, 0.5]], report);
    polyhedronFromVertices([0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1], report);
    expect(report).toEqual({
      inputCount: 4,
      vertexOfInput: Int32Array.of(0, 1, 2, 3),
      welded: [],
      onEdges: [],
      onFaces: [],
      inside: [],
      unused: [],
      facetsMerged: 0,
      collapsed: [],
      planeError: 0,
    });
  });

  test('planes that differ by more than the tolerance stay faces of their own', () => {
    for (const height of [1e-3, 1e-6, 1e-9, 1e-12, 5e-14]) {
      const report = createHullReport();
      const p = polyhedronFromVertices([...CUBE, [0.5, 0.5, 1 + height]], report);
      validatePolyhedron(p);
      expect([p.vertexCount, p.faceCount, report.facetsMerged]).toEqual([9, 9, 5]);
    }
    for (const height of [2 ** -52, 8 * 2 ** -52]) {
      const report = createHullReport();
      const p = polyhedronFromVertices([...CUBE, [0.5, 0.5, 1 + height]], report);
      expect([p.vertexCount, p.faceCount]).toEqual([8, 6]);
      expect(report.onFaces).toEqual([8]);
    }
  });

  test('corners keep the order of the input', () => {
    const p = polyhedronFromVertices([[0.5, 0.5, 0.5], ...CUBE]);
    const corners = CUBE.flatMap((v) => v.map((x) => x - 0.5));
    expect(Array.from(p.vertices)).toEqual(corners);
    expect(Array.from(p.origin)).toEqual([0.5, 0.5, 0.5]);
  });
});

describe('a finely rounded surface does not drift into a flat one', () => {
  test.each([1e-4, 1e-7, 1e-9, 1e-11, 1e-13])('edge rounded with radius %d in 200 steps', (radius) => {
    const points: Vec[] = [];
    for (const z of [0, 1]) {
      points.push([0, 0, z], [1, 0, z], [0, 1, z]);
      for (let k = 0; k <= 200; k++) {
        const angle = (Math.PI / 2) * (k / 200);
        points.push([1 - radius + radius * Math.cos(angle), 1 - radius + radius * Math.sin(angle), z]);
      }
    }
    const p = polyhedronFromVertices(points);
    validatePolyhedron(p);
    // Neighbouring steps turn by 8e-3, in heights by radius * 3e-5: faces are joined only where that is rounding.
    for (const point of points) expect(Math.abs(heightOf(p, point))).toBeLessThanOrEqual(2 * p.tolerance);
    const lost = (1 - Math.PI / 4) * radius * radius;
    expect(Math.abs(p.volume - (1 - lost))).toBeLessThanOrEqual(2 * p.tolerance * p.area + 1e-4 * lost);
    if (radius >= 1e-7) expect(p.faceCount).toBe(206);
  });
});

describe('bad input is refused with its cause', () => {
  const thrown = (points: number[]): { code: string; index: number; value: number; message: string } => {
    try {
      polyhedronFromVertices(points);
    } catch (error) {
      return error as { code: string; index: number; value: number; message: string };
    }
    throw new Error('nothing thrown');
  };
  const tetrahedron = [0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1];

  test('lengths', () => {
    expect(thrown([...tetrahedron, 1])).toMatchObject({ code: 'bad-length', index: -1, value: 13 });
    const pair = [
      [0, 0, 0],
      [1, 0],
    ] as unknown as Vec[];
    expect(() => polyhedronFromVertices(pair)).toThrow(expect.objectContaining({ code: 'bad-length', index: 1, value: 2 }) as Error);
  });

  test('numbers', () => {
    for (const bad of [Number.NaN, Infinity, -Infinity]) {
      const points = [...tetrahedron];
      points[7] = bad;
      expect(thrown(points)).toMatchObject({ code: 'not-finite', index: 2, value: bad });
      expect(thrown(points).message).toContain('coordinate y of point 2');
    }
  });

  test('too few, coincident, collinear, flat, with the measured extent', () => {
    expect(thrown([])).toMatchObject({ code: 'too-few-points', value: 0 });
    expect(thrown([0, 0, 0, 1, 0, 0, 0, 1, 0])).toMatchObject({ code: 'too-few-points', value: 3 });
    expect(thrown([5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5])).toMatchObject({ code: 'coincident', value: 0 });
    expect(thrown([0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0])).toMatchObject({ code: 'coincident', value: 0 });
    expect(thrown([0, 0, 0, 1, 1, 1, 2, 2, 2, 5, 5, 5])).toMatchObject({ code: 'collinear', value: 0 });
    expect(thrown([0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 1, 0])).toMatchObject({ code: 'flat', value: 0 });
  });

  test('thickness within the tolerance is flat, more is a solid', () => {
    const slab = (thickness: number): number[] => CUBE.flatMap(([x, y, z]) => [x, y, z * thickness]);
    const tolerance = 16 * 2 ** -52;
    expect(thrown(slab(tolerance))).toMatchObject({ code: 'flat', value: tolerance });
    const p = polyhedronFromVertices(slab(1.25 * tolerance));
    validatePolyhedron(p);
    expect([p.vertexCount, p.faceCount]).toEqual([8, 6]);
    expect(p.volume).toBe(1.25 * tolerance);
    // Far away the same slab is thinner than what the coordinates can tell.
    expect(thrown(slab(1e-10).map((x) => x + 1e6)).code).toBe('flat');
  });

  test('collinear and coincident are judged by the tolerance as well', () => {
    expect(thrown([1, 1, 1, 1 + 2 ** -52, 1, 1, 1, 1 + 2 ** -51, 1, 1, 1, 1 - 2 ** -52]).code).toBe('coincident');
    expect(thrown([0, 0, 0, 1, 1e-17, 0, 0.5, 1e-16, 1e-16, 0.25, 0, 1e-16]).code).toBe('collinear');
  });

  test('lengths whose inertia leaves the range of doubles', () => {
    expect(thrown(tetrahedron.map((x) => x * 1e61)).code).toBe('not-finite');
    expect(thrown(tetrahedron.map((x) => x * 1e-61))).toMatchObject({ code: 'coincident' });
    for (const s of [1e60, 1e-60]) {
      const p = polyhedronFromVertices(tetrahedron.map((x) => x * s));
      validatePolyhedron(p);
      expect(p.inertia[0]).toBeGreaterThan(0);
      expect(p.inertia[0] / p.volume / (s * s)).toBeCloseTo(3 / 40, 12);
    }
  });
});

describe('numbers of single precision', () => {
  const turned = rotate(CUBE, turn(uniform(11)));

  test('in a Float32Array are known to single precision', () => {
    const p = polyhedronFromVertices(Float32Array.from(turned.flat()));
    validatePolyhedron(p);
    expect([p.vertexCount, p.faceCount]).toEqual([8, 6]);
    const largest = Math.max(...Float32Array.from(turned.flat()).map(Math.abs));
    expect(p.tolerance).toBe(16 * 2 ** -23 * largest);
    expect(Math.abs(p.volume - 1)).toBeLessThan(1e-6);
  });

  test('triples that are Float32Arrays too', () => {
    const p = polyhedronFromVertices(turned.map((v) => Float32Array.from(v) as unknown as Vec));
    expect([p.vertexCount, p.faceCount]).toEqual([8, 6]);
  });

  test('copied to doubles are exact', () => {
    const p = polyhedronFromVertices(Float64Array.from(Float32Array.from(turned.flat())));
    validatePolyhedron(p);
    expect(p.vertexCount).toBe(8);
    expect(p.faceCount).toBeGreaterThan(6);
  });
});
