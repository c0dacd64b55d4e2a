import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createBodySet, createPose, relativePose, type Pose } from '../../src/body';
import { NO_FEATURE, Status, createCommonPlane, touchingBand, type CommonPlane, type ContactState } from '../../src/contact';
import * as pairs from '../arbitraries/pairs';
import { anyPair, buildPair, scalePair, size, type Pair, type PairCase } from '../arbitraries/pairs';
import { direction, fromFrame, multiply, poseOf, rotation, type Quaternion } from '../arbitraries/quaternion';
import { runs } from '../arbitraries/settings';
import { anyShape, grid, smallShape, tiny } from '../arbitraries/shapes';
import { ALLOWED_STEPS, allowance, judge, roundingStep } from '../oracles/judge';
import { gapAlong, solidOf } from '../oracles/solid';
import { coldState, numbersOf, poisonedPlane, solveBy, type PlaneMethod } from '../oracles/solve';
import { add, negate, normalize, scale, vec, type Vec } from '../oracles/vector';

const GENERATORS = {
  apart: pairs.apart,
  tumbled: pairs.tumbled,
  kissing: pairs.kissing,
  sliver: pairs.sliver,
  deep: pairs.deep,
  'face on face': pairs.faceOnFace,
  'near-parallel faces': pairs.nearParallelFaces,
  'edge on edge': pairs.edgeOnEdge,
  'vertex on vertex': pairs.vertexOnVertex,
  contained: pairs.contained,
  identical: pairs.identical,
  lattice: pairs.lattice,
};

/** R u of a pose. */
const rotate = (pose: Pose, u: Vec): Vec =>
  [0, 3, 6].map((r) => pose[r] * u[0] + pose[r + 1] * u[1] + pose[r + 2] * u[2]) as unknown as Vec;

/**
 * What holds for every method that promises the exact common plane: the oracles' judgement on the whole zoo,
 * equivariance, memory that changes nothing, and the result record.
 */
export function describePlaneMethod(method: PlaneMethod): void {
  const solve = (pair: Omit<Pair, 'kind'>, state?: ContactState): CommonPlane => solveBy(method, pair, state);

  function expectNoFaults(pairCase: PairCase): void {
    const pair = buildPair(pairCase);
    expect(judge(solve(pair), pair, { exactLimit: 72, edgeLimit: 4000 }).faults).toEqual([]);
  }

  /**
   * A normal is as good as the gap claims: g along it, by full scans. Equal gaps make it the normal, where there is
   * only one.
   */
  function expectSameAnswer(pair: Pair, gap: number, normal: Vec, extra = 0): void {
    const tolerance = allowance(pair) + extra;
    const own = solve(pair);
    expect(Math.abs(gap - own.gap)).toBeLessThanOrEqual(tolerance);
    expect(Math.abs(gapAlong(solidOf(pair.a), solidOf(pair.b, pair.pose), normal) - own.gap)).toBeLessThanOrEqual(tolerance);
  }

  describe('against the oracles', () => {
    for (const [name, generator] of Object.entries(GENERATORS)) {
      it(`${name}: small solids, exact arithmetic`, () => fc.assert(fc.property(generator(smallShape), expectNoFaults), runs(40)));
      it(`${name}: the whole zoo, brute force and duality`, () => fc.assert(fc.property(generator(anyShape), expectNoFaults), runs(40)));
    }

    it('no direction gives a wider gap: random ones, and those a hair away', () => {
      fc.assert(
        fc.property(anyPair(), fc.array(direction(), { minLength: 20, maxLength: 20 }), tiny(1, 9), (pairCase, directions, hair) => {
          const pair = buildPair(pairCase);
          const a = solidOf(pair.a);
          const b = solidOf(pair.b, pair.pose);
          const { gap, normal } = solve(pair);
          for (const d of directions) {
            for (const n of [d, negate(d), normalize(add(vec(normal), scale(d, hair)))!]) {
              expect(gapAlong(a, b, n)).toBeLessThanOrEqual(gap + ALLOWED_STEPS * roundingStep(pair));
            }
          }
        }),
        runs(80),
      );
    });
  });

  describe('equivariance', () => {
    it('exchanging A and B turns the normal round and keeps the gap', () => {
      fc.assert(
        fc.property(anyPair(), (pairCase) => {
          const pair = buildPair(pairCase);
          const p = pair.pose;
          const inverse = createPose();
          for (let r = 0; r < 3; r++) {
            for (let c = 0; c < 3; c++) inverse[3 * r + c] = p[3 * c + r];
            inverse[9 + r] = -(p[r] * p[9] + p[3 + r] * p[10] + p[6 + r] * p[11]);
          }
          const swapped = solve({ a: pair.b, b: pair.a, pose: inverse });
          expectSameAnswer(pair, swapped.gap, negate(rotate(p, vec(swapped.normal))));
        }),
        runs(120),
      );
    });

    /** Both bodies moved by one rigid motion, with positions up to `far` from the origin. */
    const moved = (pair: Pair, q: Quaternion, t: Vec): Pair => {
      const p = pair.pose;
      const relative = fromFrame([p[0], p[3], p[6]], [p[1], p[4], p[7]], [p[2], p[5], p[8]]);
      const both = multiply(q, relative);
      const centre = add(rotate(poseOf(q, [0, 0, 0]), vec(p, 9)), t);
      const bodies = createBodySet({
        shapes: [pair.a, pair.b],
        shapeIndex: new Int32Array([0, 1]),
        positions: Float64Array.from([...t, ...centre]),
        orientations: Float64Array.from([...q, ...both]),
      });
      return { ...pair, pose: relativePose(createPose(), bodies, 0, 1) };
    };

    it('a rigid motion of both changes nothing but rounding', () => {
      fc.assert(
        fc.property(anyPair(), rotation(), direction(), (pairCase, q, t) => {
          const pair = buildPair(pairCase);
          const { gap, normal } = solve(moved(pair, q, t));
          // The composed rotation is known to a few steps, and the centre to the step of the position.
          expectSameAnswer(pair, gap, vec(normal), 8 * roundingStep(pair) + 2 ** -50);
        }),
        runs(120),
      );
    });

    it('1e6 from the origin costs the rounding of the positions, nothing else', () => {
      fc.assert(
        fc.property(anyPair(), rotation(), direction(), (pairCase, q, t) => {
          const pair = buildPair(pairCase);
          const { gap, normal } = solve(moved(pair, q, scale(t, 1e6)));
          expectSameAnswer(pair, gap, vec(normal), 8 * roundingStep(pair) + 1e6 * 2 ** -51);
        }),
        runs(150),
      );
    });

    it('a scale that is a power of two gives the same bits', () => {
      fc.assert(
        fc.property(anyPair(), fc.integer({ min: -40, max: 40 }), (pairCase, power) => {
          const s = 2 ** power;
          const plain = solve(buildPair(pairCase));
          const scaled = solve(buildPair(scalePair(pairCase, s)));
          expect(Array.from(scaled.normal)).toEqual(Array.from(plain.normal));
          expect(scaled.gap).toBe(plain.gap * s);
          expect(Array.from(scaled.pointA)).toEqual(Array.from(plain.pointA, (x) => x * s));
          expect(Array.from(scaled.pointB)).toEqual(Array.from(plain.pointB, (x) => x * s));
          expect([scaled.status, scaled.featureA, scaled.featureB]).toEqual([plain.status, plain.featureA, plain.featureB]);
        }),
        runs(100),
      );
    });

    it('sizes from 1e-9 to 1e9 are judged the same', () => {
      fc.assert(
        fc.property(anyPair(), size(), (pairCase, s) => expectNoFaults(scalePair(pairCase, s))),
        runs(100),
      );
    });

    it('renumbered corners change nothing but rounding', () => {
      fc.assert(
        fc.property(anyPair(), fc.integer(), (pairCase, seed) => {
          const shuffle = (points: readonly number[]): number[] => {
            const rows = Array.from({ length: points.length / 3 }, (_, k) => points.slice(3 * k, 3 * k + 3));
            const key = (k: number): number => Math.imul(k + 1, 2654435761 ^ seed) >>> 0;
            return rows
              .map((row, k) => ({ row, key: key(k) }))
              .sort((x, y) => x.key - y.key)
              .flatMap(({ row }) => row);
          };
          const pair = buildPair(pairCase);
          const renumbered = buildPair({ ...pairCase, a: shuffle(pairCase.a), b: shuffle(pairCase.b) });
          const { gap, normal } = solve(renumbered);
          // Centroids move by rounding with the order of summation, and nearly coplanar or doubled corners may merge
          // otherwise: within the tolerance.
          expectSameAnswer(pair, gap, vec(normal), touchingBand(pair.a, pair.b));
        }),
        runs(100),
      );
    });

    it('corners given 1e6 from the origin: the same to the rounding of the corners', () => {
      fc.assert(
        fc.property(anyPair(), direction(), (pairCase, d) => {
          const pair = buildPair(pairCase);
          const offset = scale(d, 1e6);
          const shift = (points: readonly number[]): number[] => points.map((x, k) => x + offset[k % 3]);
          let far: Pair;
          try {
            far = buildPair({ ...pairCase, a: shift(pairCase.a), b: shift(pairCase.b) });
          } catch {
            // Needles and plates of less than a micrometre are flat there, as they should be.
            return;
          }
          const plane = solve(far);
          expect(Math.abs(plane.gap - solve(pair).gap)).toBeLessThanOrEqual(touchingBand(far.a, far.b));
          expect(judge(plane, far, { exactLimit: 0, edgeLimit: 0 }).faults).toEqual([]);
        }),
        runs(100),
      );
    });
  });

  describe('memory', () => {
    /** Plain data, more of it than any slot holds. */
    interface Memory {
      ints: readonly number[];
      floats: readonly number[];
    }
    const remember = ({ ints, floats }: Memory): ContactState => {
      const state = coldState(method);
      state.ints.set(ints.slice(0, state.ints.length));
      state.floats.set(floats.slice(0, state.floats.length));
      return state;
    };
    const expectAsCold = (pairCase: PairCase, memory: Memory): void => {
      const pair = buildPair(pairCase);
      const cold = solve(pair);
      const warm = solve(pair, remember(memory));
      expect(judge(warm, pair, { exactLimit: 0, edgeLimit: 0 }).faults).toEqual([]);
      expect(Math.abs(warm.gap - cold.gap)).toBeLessThanOrEqual(allowance(pair));
      if (Math.abs(Math.abs(cold.gap) - touchingBand(pair.a, pair.b)) > allowance(pair)) expect(warm.status).toBe(cold.status);
      // The same memory gives the same bits.
      expect(numbersOf(solve(pair, remember(memory)))).toEqual(numbersOf(warm));
    };
    /** Features that a shape has, features that it has not, and no features at all. */
    const code = (): fc.Arbitrary<number> => fc.oneof(fc.nat(60), fc.integer(), fc.constantFrom(-1, 0, 2 ** 31 - 1, -(2 ** 31)));
    const ints = (): fc.Arbitrary<number[]> => fc.array(code(), { minLength: 2, maxLength: 2 });

    it('of any direction and any features leaves the answer as it is', () => {
      fc.assert(
        fc.property(anyPair(), direction(), ints(), (pairCase, floats, features) => expectAsCold(pairCase, { ints: features, floats })),
        runs(150),
      );
    });

    it('of the answer itself, or a hair off, leaves it as it is', () => {
      fc.assert(
        fc.property(anyPair(), direction(), fc.oneof(fc.constant(0), tiny(1, 15)), (pairCase, d, hair) => {
          const state = coldState(method);
          const { normal } = solve(buildPair(pairCase), state);
          expectAsCold(pairCase, { ints: [...state.ints], floats: add(vec(normal), scale(d, hair)) });
        }),
        runs(100),
      );
    });

    it('of another pair leaves it as it is', () => {
      fc.assert(
        fc.property(anyPair(), anyPair(), (pairCase, other) => {
          const state = coldState(method);
          solve(buildPair(other), state);
          expectAsCold(pairCase, { ints: [...state.ints], floats: [...state.floats] });
        }),
        runs(100),
      );
    });

    it('that is no direction is ignored', () => {
      const rubbish = fc.constantFrom(0, Number.NaN, Infinity, -Infinity, 1e308, 5e-324, -1e200);
      fc.assert(
        fc.property(anyPair(), fc.array(rubbish, { minLength: 3, maxLength: 3 }), ints(), (pairCase, floats, features) =>
          expectAsCold(pairCase, { ints: features, floats }),
        ),
        runs(60),
      );
    });

    it('carried along a motion agrees with cold at every step', () => {
      fc.assert(
        fc.property(anyPair(), direction(), direction(), tiny(0, 3), (pairCase, axis, d, step) => {
          const pair = buildPair(pairCase);
          const p = pair.pose;
          const state = coldState(method);
          for (let k = 0; k < 12; k++) {
            const start = fromFrame([p[0], p[3], p[6]], [p[1], p[4], p[7]], [p[2], p[5], p[8]]);
            const half = 0.5 * step * k;
            const turn: Quaternion = [axis[0] * Math.sin(half), axis[1] * Math.sin(half), axis[2] * Math.sin(half), Math.cos(half)];
            const here = { ...pair, pose: poseOf(multiply(turn, start), add(vec(p, 9), scale(d, step * k))) };
            const warm = solve(here, state);
            expect(Math.abs(warm.gap - solve(here).gap)).toBeLessThanOrEqual(ALLOWED_STEPS * roundingStep(here));
            expect(judge(warm, here, { exactLimit: 0, edgeLimit: 0 }).faults).toEqual([]);
          }
        }),
        runs(60),
      );
    });
  });

  describe('the result record', () => {
    it('is written in full, whatever was in it, and inputs are left alone', () => {
      fc.assert(
        fc.property(anyPair(), (pairCase) => {
          const { a, b, pose } = buildPair(pairCase);
          const before = [a.vertices, a.normals, b.vertices, b.normals, pose].map((x) => x.slice());
          const first = poisonedPlane(Number.NaN);
          const second = poisonedPlane(1e300);
          const status = method.solve(first, a, b, pose, coldState(method));
          method.solve(second, a, b, pose, coldState(method));
          expect(status).toBe(first.status);
          expect(numbersOf(first)).toEqual(numbersOf(second));
          expect(numbersOf(first).every(Number.isFinite)).toBe(true);
          expect(first.iterations).toBeGreaterThanOrEqual(0);
          expect(first.evaluations).toBeGreaterThanOrEqual(0);
          expect(first.iterations + first.evaluations).toBeGreaterThan(0);
          expect([a.vertices, a.normals, b.vertices, b.normals, pose]).toEqual(before);
        }),
        runs(150),
      );
    });

    it('does not depend on the pairs before', () => {
      fc.assert(
        fc.property(anyPair(), anyPair(), (one, other) => {
          const pair = buildPair(one);
          const alone = numbersOf(solve(pair));
          solve(buildPair(other));
          expect(numbersOf(solve(pair))).toEqual(alone);
        }),
        runs(100),
      );
    });

    it('of a pose that is not finite is Invalid, all zero, and memory keeps a later call right', () => {
      fc.assert(
        fc.property(anyPair(smallShape), fc.nat(11), fc.constantFrom(Number.NaN, Infinity, -Infinity), (pairCase, entry, bad) => {
          const pair = buildPair(pairCase);
          const broken = pair.pose.slice();
          broken[entry] = bad;
          const state = coldState(method);
          const plane = poisonedPlane(Number.NaN);
          expect(method.solve(plane, pair.a, pair.b, broken, state)).toBe(Status.Invalid);
          const { status, gap, featureA, featureB } = plane;
          expect({ status, gap, featureA, featureB }).toEqual({
            status: Status.Invalid,
            gap: 0,
            featureA: NO_FEATURE,
            featureB: NO_FEATURE,
          });
          for (const field of ['normal', 'point', 'pointA', 'pointB'] as const) expect(Array.from(plane[field])).toEqual([0, 0, 0]);
          expect(plane.iterations).toBe(0);
          expect(plane.evaluations).toBe(0);
          const after = solve(pair, state);
          expect(Math.abs(after.gap - solve(pair).gap)).toBeLessThanOrEqual(ALLOWED_STEPS * roundingStep(pair));
        }),
        runs(100),
      );
    });

    it('of bodies so far apart that squares overflow is Invalid or right, never NaN', () => {
      fc.assert(
        fc.property(fc.tuple(smallShape(), smallShape()), direction(), grid(6, 308), ([a, b], d, exponent) => {
          const plane = createCommonPlane();
          const pair = buildPair({ kind: 'far', a: a.points, b: b.points, pose: [1, 0, 0, 0, 1, 0, 0, 0, 1, ...scale(d, 10 ** exponent)] });
          method.solve(plane, pair.a, pair.b, pair.pose, coldState(method));
          expect(numbersOf(plane).every(Number.isFinite)).toBe(true);
          if (plane.status === Status.Invalid) expect(exponent).toBeGreaterThan(150);
          else expect(plane.status).toBe(Status.Separated);
        }),
        runs(100),
      );
    });
  });
}
