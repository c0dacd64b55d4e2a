import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyPair, buildPair } from '../arbitraries/pairs';
import { runs } from '../arbitraries/settings';
import { grid, smallShape, tiny } from '../arbitraries/shapes';
import { bruteSat } from './brute-sat';
import { loadBugPairs, loadStoredPairs } from './cases';
import { exactSignedDistance } from './exact-distance';
import { exhaustiveDistance } from './exhaustive-distance';
import { roundingStep } from './judge';
import { minkowskiGap } from './minkowski';
import { excess, fairTolerance, gapAlong, solidFromFaces, solidOf } from './solid';
import { closestOnTriangle } from './triangle';
import { add, cross, distance, dot, length, mean, scale, sub, type Vec } from './vector';

/**
 * The oracles against the stored reference values (made elsewhere, in exact arithmetic) and against each other: what
 * judges the kernels is judged first.
 */
const pairs = loadStoredPairs().map((pair) => {
  const origin = pair.a.vertices[0];
  const a = solidFromFaces(
    pair.a.vertices.map((v) => sub(v, origin)),
    pair.a.faces,
  );
  const b = solidFromFaces(
    pair.b.vertices.map((v) => sub(v, origin)),
    pair.b.faces,
  );
  return { ...pair, solidA: a, solidB: b, tolerance: fairTolerance(a, b, pair.expected.maxCoordinate) };
});

describe('stored pairs', () => {
  it('brute SAT gives the depth of every overlapping pair and never more than the distance of any', () => {
    for (const { name, solidA, solidB, tolerance, expected } of pairs) {
      const { gap, normal } = bruteSat(solidA, solidB);
      expect(gap, name).toBeLessThanOrEqual(expected.gap + tolerance);
      if (expected.state !== 'separated') expect(gap, name).toBeGreaterThanOrEqual(expected.gap - tolerance);
      expect(gapAlong(solidA, solidB, normal), name).toBe(gap);
    }
  });

  it('exhaustive feature pairs give the distance of every pair that does not overlap', () => {
    for (const { name, solidA, solidB, tolerance, expected } of pairs) {
      if (expected.state === 'overlapping') continue;
      const link = exhaustiveDistance(solidA, solidB);
      expect(Math.abs(link.distance - expected.distance), name).toBeLessThanOrEqual(tolerance);
      expect(distance(link.pointA, link.pointB), name).toBe(link.distance);
      expect(excess(solidA, link.pointA), name).toBeLessThanOrEqual(tolerance);
      expect(excess(solidB, link.pointB), name).toBeLessThanOrEqual(tolerance);
    }
  });

  it('the Minkowski difference gives the signed distance of all small pairs', () => {
    const small = pairs.filter((p) => p.solidA.vertices.length * p.solidB.vertices.length <= 48);
    expect(small.length).toBeGreaterThan(100);
    for (const { name, solidA, solidB, tolerance, expected } of small) {
      const { gap, normal } = minkowskiGap(solidA.vertices, solidB.vertices);
      expect(Math.abs(gap - expected.gap), name).toBeLessThanOrEqual(tolerance);
      // The direction of a link is off by its points' error over its length, and g by that times the size of the
      // bodies.
      const lever = expected.state === 'separated' ? 1 + (expected.size[0] + expected.size[1]) / gap : 1;
      expect(Math.abs(gapAlong(solidA, solidB, normal) - expected.gap), name).toBeLessThanOrEqual(tolerance * lever);
    }
  });

  it('exact arithmetic reproduces state and gap of the smallest pairs to the last bit', () => {
    const small = loadStoredPairs().filter((p) => p.a.vertices.length * p.b.vertices.length <= 40);
    expect(small.length).toBeGreaterThan(80);
    for (const { name, a, b, expected } of small) {
      const exact = exactSignedDistance(a.vertices, b.vertices);
      expect(['overlapping', 'touching', 'separated'][exact.sign + 1], name).toBe(expected.state);
      // toBe would tell 0 from -0.
      expect(exact.gap === expected.gap, `${name}: ${exact.gap} and ${expected.gap}`).toBe(true);
    }
  });
});

describe('pairs from bug reports', () => {
  it('exact arithmetic reproduces state and signed distance', () => {
    for (const { id, a, b, expected } of loadBugPairs()) {
      if (expected.dimA < 3 || expected.dimB < 3 || a.vertices.length * b.vertices.length > 80) continue;
      const exact = exactSignedDistance(a.vertices, b.vertices);
      expect(['overlapping', 'touching', 'separated'][exact.sign + 1], id).toBe(expected.state);
      expect(exact.gap === expected.signedDistance, `${id}: ${exact.gap} and ${expected.signedDistance}`).toBe(true);
    }
  });
});

describe('against each other', () => {
  it('brute SAT and exhaustive distance are within a few rounding steps of exact arithmetic on the whole zoo of small pairs', () => {
    fc.assert(
      fc.property(anyPair(smallShape), (pairCase) => {
        const pair = buildPair(pairCase);
        const a = solidOf(pair.a);
        const b = solidOf(pair.b, pair.pose);
        fc.pre(a.vertices.length * b.vertices.length <= 72);
        const exact = exactSignedDistance(a.vertices, b.vertices);
        const sat = bruteSat(a, b);
        const steps = 8 * roundingStep(pair);
        expect(sat.gap).toBeLessThanOrEqual(exact.gap + steps);
        if (exact.sign < 0) expect(sat.gap).toBeGreaterThanOrEqual(exact.gap - steps);
        else expect(Math.abs(exhaustiveDistance(a, b).distance - exact.gap)).toBeLessThanOrEqual(steps);
      }),
      runs(800),
    );
  });
});

describe('slivers', () => {
  it('the closest point of a thin triangle is a point of the triangle', () => {
    const point = (): fc.Arbitrary<Vec> => fc.tuple(grid(-1, 1), grid(-1, 1), grid(-1, 1));
    fc.assert(
      fc.property(
        fc.array(point(), { minLength: 30, maxLength: 30 }),
        tiny(1, 15),
        grid(-1, 2),
        ([where, e, f, ...directions], width, along) => {
          // Nearly one line, placed so that the foot often falls inside.
          const over = scale(cross(e, f), where[0]);
          const a = sub(over, scale(e, 0.5));
          const b = add(a, e);
          const c = add(add(over, scale(e, along - 0.5)), scale(f, width));
          const p = closestOnTriangle(a, b, c);
          // A point of the triangle is nowhere beyond all three corners.
          for (const d of directions) expect(dot(d, p)).toBeLessThanOrEqual(Math.max(dot(d, a), dot(d, b), dot(d, c)) + 8 * Number.EPSILON);
          // No corner, nor any point of the sides, is nearer.
          for (const v of [a, b, c, mean([a, b]), mean([b, c]), mean([c, a]), mean([a, b, c])])
            expect(length(p)).toBeLessThanOrEqual(length(v) + 8 * Number.EPSILON);
        },
      ),
      runs(500),
    );
  });

  it('of the Minkowski difference do not shorten the distance', () => {
    const pair = buildPair({
      kind: 'edges 1e-12 rad from parallel',
      a: [4, 1, 2, 0, -1, 3, -1, 3, -4, 2, 2, 0],
      b: [0, 1, 2, 3, 4, 5].flatMap(
        (k) =>
          [
            [0.2, 0, k % 2 ? 0.05 : -0.05],
            [-0.09999999999999996, 0.17320508075688776, k % 2 ? 0.05 : -0.05],
            [-0.10000000000000009, -0.1732050807568877, k % 2 ? 0.05 : -0.05],
          ][k >> 1],
      ),
      pose: [
        ...[0.5181390943911974, 0.8477887265019733, -0.1130758775320007, 0.8102101130727851, -0.5288750878553303, -0.25268698842758214],
        ...[-0.2740281947866942, 0.0393117878272997, -0.9609178590284222, 1.9999708718593177, -0.7257628271689626, 2.016391192975972],
      ],
    });
    const a = solidOf(pair.a);
    const b = solidOf(pair.b, pair.pose);
    const exact = exactSignedDistance(a.vertices, b.vertices).gap;
    expect(Math.abs(minkowskiGap(a.vertices, b.vertices).gap - exact)).toBeLessThanOrEqual(8 * roundingStep(pair));
  });
});

describe('known answers', () => {
  const cube = (size: number, at: Vec = [0, 0, 0]): Vec[] =>
    [0, 1, 2, 3, 4, 5, 6, 7].map((k): Vec => [at[0] + size * (k & 1), at[1] + size * ((k >> 1) & 1), at[2] + size * (k >> 2)]);

  it('exact signed distance of unit cubes: face to face, corner to corner, flush, sunk, contained', () => {
    expect(exactSignedDistance(cube(1), cube(1, [2.5, 0.25, 0]))).toEqual({ sign: 1, gap: 1.5 });
    expect(exactSignedDistance(cube(1), cube(1, [2, 2, 2]))).toEqual({ sign: 1, gap: Math.sqrt(3) });
    expect(exactSignedDistance(cube(1), cube(1, [1, 0, 0])).sign).toBe(0);
    expect(exactSignedDistance(cube(1), cube(1, [0.75, 0, 0]))).toEqual({ sign: -1, gap: -0.25 });
    expect(exactSignedDistance(cube(4), cube(1, [1, 1, 2]))).toEqual({ sign: -1, gap: -2 });
    // One smallest step decides, with coordinates as far apart as doubles allow.
    expect(exactSignedDistance(cube(1), cube(1, [1 + Number.EPSILON, 0, 0]))).toEqual({ sign: 1, gap: Number.EPSILON });
    expect(exactSignedDistance(cube(2 ** -500), cube(2 ** 500, [2 ** -500, 0, 0])).sign).toBe(0);
  });

  it('exact arithmetic scales with any power of two', () => {
    const a = cube(1);
    const b = cube(0.7, [1.1, 0.3, 0.2]);
    const { gap } = exactSignedDistance(a, b);
    for (const power of [-300, -40, 40, 300]) {
      const s = 2 ** power;
      expect(
        exactSignedDistance(
          a.map((v) => scale(v, s)),
          b.map((v) => scale(v, s)),
        ).gap,
      ).toBe(gap * s);
    }
  });
});
