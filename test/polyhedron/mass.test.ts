import { describe, expect, test } from 'vitest';
import { areaVector, loopVector, sixVolumes } from '../../src/polyhedron/area-vector';
import { massProperties } from '../../src/polyhedron/mass';
import { polyhedronFromVertices } from '../../src/polyhedron';
import { exactHull } from '../oracles/exact-hull';
import { add, multiply, rational, subtract, toNumber, type Rational } from '../oracles/rational';
import type { Vec } from '../oracles/vector';
import { direction, expectMass, rotate, turn, uniform } from './polyhedron-checks';
import { sweep } from '../sweep';

const TETRAHEDRON = Float64Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1);
const TETRAHEDRON_FACES = [
  [0, 2, 1],
  [0, 1, 3],
  [1, 2, 3],
  [2, 0, 3],
];
const box = (x: number, y: number, z: number): Vec[] =>
  [0, 1, 2, 3, 4, 5, 6, 7].map((i) => [x * (i & 1), y * ((i >> 1) & 1), z * ((i >> 2) & 1)]);

describe('mass properties', () => {
  test('of the corner tetrahedron: 1/6, 1/4, products of inertia 1/480 with a plus, moments 1/80', () => {
    const { volume, area, centroid, inertia } = massProperties(TETRAHEDRON, TETRAHEDRON_FACES);
    expect(volume).toBe(1 / 6);
    expect(area).toBeCloseTo(1.5 + Math.sqrt(3) / 2, 15);
    expect(Array.from(centroid)).toEqual([0.25, 0.25, 0.25]);
    // The integral of x y about the centroid is -1/480; the tensor has minus that.
    const expected = [1 / 80, 1 / 480, 1 / 480, 1 / 480, 1 / 80, 1 / 480, 1 / 480, 1 / 480, 1 / 80];
    for (let k = 0; k < 9; k++) expect(inertia[k]).toBeCloseTo(expected[k], 16);
  });

  test('of boxes: V (b^2 + c^2) / 12', () => {
    for (const [a, b, c] of [
      [1, 2, 3],
      [1, 1e-4, 1e-4],
      [1, 1, 1e-9],
      [1e-5, 1e9, 1],
    ]) {
      const p = polyhedronFromVertices(box(a, b, c));
      const v = a * b * c;
      const moments = [(v * (b * b + c * c)) / 12, (v * (a * a + c * c)) / 12, (v * (a * a + b * b)) / 12];
      expect(p.volume / v).toBeCloseTo(1, 14);
      expect(p.area / (2 * (a * b + b * c + c * a))).toBeCloseTo(1, 14);
      for (let k = 0; k < 3; k++) {
        // The small moment of a needle is as exact as the others: along the axes nothing is subtracted.
        expect(p.inertia[4 * k] / moments[k]).toBeCloseTo(1, 13);
        expect(p.origin[k] / [a, b, c][k]).toBeCloseTo(0.5, 15);
      }
      for (const k of [1, 2, 3, 5, 6, 7]) expect(Math.abs(p.inertia[k])).toBeLessThan(1e-15 * Math.max(...moments));
    }
  });

  test('of needles and plates turned any way, to a few last digits whatever the proportions', () => {
    const random = uniform(41);
    for (const [b, c] of [
      [1, 1],
      [1e-3, 1e-3],
      [1, 1e-6],
      [1e-8, 1e-8],
      [1e-2, 1e-8],
    ]) {
      for (let k = 0; k < sweep(4, 1); k++) {
        const points = rotate(
          Array.from({ length: 8 }, (): Vec => {
            const [x, y, z] = direction(random);
            return [x, b * y, c * z];
          }),
          turn(random),
        );
        const expected = exactHull(points);
        expect(expected).not.toBeNull();
        const p = polyhedronFromVertices(points);
        if (expected) expectMass(p, expected, 0, 64);
      }
    }
  });

  test('of a body far from the origin', () => {
    const random = uniform(42);
    for (const far of [1e3, 1e6, 1e9]) {
      const points = rotate(box(1, 2, 3), turn(random)).map((v): Vec => [v[0] + far, v[1] - far, v[2] + far / 3]);
      const expected = exactHull(points);
      if (!expected) throw new Error('the box is flat');
      expectMass(polyhedronFromVertices(points), expected, far);
    }
  });

  test('a surface turned inside out has minus the volume, centroid and inertia about it unchanged', () => {
    const p = massProperties(TETRAHEDRON, TETRAHEDRON_FACES);
    const q = massProperties(
      TETRAHEDRON,
      TETRAHEDRON_FACES.map((face) => [...face].reverse()),
    );
    expect(q.volume).toBe(-p.volume);
    expect(Array.from(q.centroid)).toEqual(Array.from(p.centroid));
  });
});

describe('the surface integrals of the paper (Nassauer 2012, equations 15 to 24)', () => {
  /**
   * The integral over a triangle of x_a x_b x_c, coordinates a, b, c: exact for cubic polynomials by the vertices, the
   * middle and the sides' middles.
   */
  const cubic = (triangle: readonly Vec[], a: number, b: number, c: number): number => {
    const at = (u: number, v: number): Vec =>
      [0, 1, 2].map(
        (k) => triangle[0][k] + u * (triangle[1][k] - triangle[0][k]) + v * (triangle[2][k] - triangle[0][k]),
      ) as unknown as Vec;
    const f = (p: Vec): number => p[a] * p[b] * p[c];
    const corners = f(at(0, 0)) + f(at(1, 0)) + f(at(0, 1));
    const middles = f(at(0.5, 0)) + f(at(0, 0.5)) + f(at(0.5, 0.5));
    return (3 * corners + 8 * middles + 27 * f(at(1 / 3, 1 / 3))) / 60 / 2;
  };

  /**
   * One off-diagonal F of equation 20: F = factor x_a x_b x_c / 2 in the component h of the normal. As printed, F_13 is
   * x_1^2 x_3 / 2 in the component 3, whose derivative there is x_1^2 / 2 and not -x_1 x_3 (equation 17).
   */
  interface Product {
    entry: number;
    h: number;
    coordinates: readonly [number, number, number];
    factor: number;
  }
  const PRINTED: readonly Product[] = [
    { entry: 1, h: 0, coordinates: [0, 0, 1], factor: 1 },
    { entry: 2, h: 2, coordinates: [0, 0, 2], factor: 1 },
    { entry: 5, h: 1, coordinates: [1, 1, 2], factor: 1 },
  ];
  const RIGHT: readonly Product[] = [
    { entry: 1, h: 0, coordinates: [0, 0, 1], factor: -1 },
    { entry: 2, h: 2, coordinates: [0, 2, 2], factor: -1 },
    { entry: 5, h: 1, coordinates: [1, 1, 2], factor: -1 },
  ];

  /** Equation 24 with the F of equation 20. */
  function surfaceInertia(points: readonly Vec[], faces: readonly number[][], products: readonly Product[]): number[] {
    const flat = Float64Array.from(points.flat());
    const I = Array.from({ length: 9 }, () => 0);
    for (const [a, b, c] of faces) {
      const n = areaVector(flat, a, b, c);
      const t = [points[a], points[b], points[c]];
      const cubes = [0, 1, 2].map((k) => (n[k] * cubic(t, k, k, k)) / 3);
      I[0] += cubes[1] + cubes[2];
      I[4] += cubes[0] + cubes[2];
      I[8] += cubes[0] + cubes[1];
      for (const { entry, h, coordinates, factor } of products) I[entry] += (factor * n[h] * cubic(t, ...coordinates)) / 2;
    }
    [I[3], I[6], I[7]] = [I[1], I[2], I[5]];
    return I;
  }

  /** A random tetrahedron about its centroid, its faces outward. */
  function randomTetrahedron(random: () => number): { points: Vec[]; faces: number[][]; inertia: Float64Array } {
    const points = Array.from({ length: 4 }, (): Vec => [random(), random(), random()]);
    const { origin, inertia } = polyhedronFromVertices(points);
    const isOutward = sixVolumes(Float64Array.from(points.flat()), 0, 2, 1, 3) > 0;
    return {
      points: points.map((v): Vec => [v[0] - origin[0], v[1] - origin[1], v[2] - origin[2]]),
      faces: TETRAHEDRON_FACES.map((f) => (isOutward ? f : [...f].reverse())),
      inertia,
    };
  }

  test('give the same tensor with F_13 = -x_1 x_3^2 / 2 and a minus sign at F_12 and F_23', () => {
    const random = uniform(43);
    for (let k = 0; k < 10; k++) {
      const { points, faces, inertia } = randomTetrahedron(random);
      const found = surfaceInertia(points, faces, RIGHT);
      for (let i = 0; i < 9; i++) expect(found[i]).toBeCloseTo(inertia[i], 15);
    }
  });

  test('as printed: I_12 and I_23 have the wrong sign, and I_13 is the integral of x_1^2 / 2', () => {
    const random = uniform(43);
    for (let k = 0; k < 10; k++) {
      const { points, faces, inertia } = randomTetrahedron(random);
      const printed = surfaceInertia(points, faces, PRINTED);
      for (const i of [0, 4, 8]) expect(printed[i]).toBeCloseTo(inertia[i], 15);
      for (const i of [1, 5]) expect(printed[i]).toBeCloseTo(-inertia[i], 15);
      // I_22 + I_33 - I_11 is twice the integral of x_1^2.
      expect(printed[2]).toBeCloseTo((inertia[4] + inertia[8] - inertia[0]) / 4, 15);
      // It is not I_13, nor minus I_13: no sign mends it.
      expect(Math.abs(Math.abs(printed[2]) - Math.abs(inertia[2]))).toBeGreaterThan(1e-6);
    }
  });
});

describe('area vectors and volumes of single triangles and tetrahedra', () => {
  type Exact = readonly [Rational, Rational, Rational];
  const minus = (p: Float64Array, a: number, b: number): Exact =>
    [0, 1, 2].map((k) => subtract(rational(p[3 * a + k]), rational(p[3 * b + k]))) as unknown as Exact;
  const cross = (u: Exact, v: Exact): Exact =>
    [0, 1, 2].map((k) => {
      const [i, j] = [(k + 1) % 3, (k + 2) % 3];
      return subtract(multiply(u[i], v[j]), multiply(u[j], v[i]));
    }) as unknown as Exact;

  test('are right to the last bits however thin', () => {
    const random = uniform(44);
    for (let k = 0; k < 400; k++) {
      // Three corners on a line to within 10^-1 to 10^-14, and a fourth as near to their plane, anywhere.
      const [thin, far] = [10 ** -(14 * random()), k % 4 === 0 ? 100 : 1];
      const points = rotate(
        [0, 1, 2, 3].map((): Vec => [random(), thin * random(), thin * random()]),
        turn(random),
      ).map((v): Vec => [v[0] + far, v[1], v[2] - far]);
      const p = Float64Array.from(points.flat());
      const n = cross(minus(p, 1, 0), minus(p, 2, 0));
      const found = areaVector(p, 0, 1, 2);
      const length = Math.max(...n.map((x) => Math.abs(toNumber(x))));
      for (let i = 0; i < 3; i++) expect(Math.abs(found[i] - toNumber(n[i]))).toBeLessThanOrEqual(2 ** -52 * length);
      const v = minus(p, 0, 3);
      const volume = toNumber(add(add(multiply(n[0], v[0]), multiply(n[1], v[1])), multiply(n[2], v[2])));
      // 2^-100 of the cube of the size is left where the volume vanishes.
      expect(Math.abs(sixVolumes(p, 0, 1, 2, 3) - volume)).toBeLessThanOrEqual(2 ** -51 * Math.abs(volume) + 2 ** -100);
    }
  });

  test('and so is the sum over a polygon of 2,000 corners', () => {
    for (const seed of [45, 46, 47].slice(0, sweep(3, 1))) {
      const points = rotate(
        Array.from({ length: 2000 }, (_, k): Vec => [Math.cos((Math.PI * k) / 1000), Math.sin((Math.PI * k) / 1000), 0]),
        turn(uniform(seed)),
      );
      const p = Float64Array.from(points.flat());
      const found = loopVector(p, [...points.keys()]);
      for (let k = 0; k < 3; k++) {
        const [i, j] = [(k + 1) % 3, (k + 2) % 3];
        let sum = rational(0);
        for (let a = 0; a < 2000; a++) {
          const b = (a + 1) % 2000;
          sum = add(sum, multiply(rational(p[3 * a + i]), rational(p[3 * b + j])));
          sum = subtract(sum, multiply(rational(p[3 * a + j]), rational(p[3 * b + i])));
        }
        // Each triangle is right to a rounding; a plain sum would be off by ten times as much.
        expect(Math.abs(found[k] + found[k + 3] - toNumber(sum))).toBeLessThanOrEqual(2 ** -50);
      }
    }
  });
});
