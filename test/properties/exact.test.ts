import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createBodySet, createPose, relativePose, type Pose } from '../../src/body';
import { exactPlane } from '../../src/common-plane/exact-plane';
import { NO_FEATURE, Status, createCommonPlane, touchingBand } from '../../src/contact';
import * as pairs from '../arbitraries/pairs';
import { anyPair, buildPair, scalePair, size, type Pair, type PairCase } from '../arbitraries/pairs';
import { direction, fromFrame, multiply, poseOf, rotation, type Quaternion } from '../arbitraries/quaternion';
import { runs } from '../arbitraries/settings';
import { anyShape, grid, smallShape, tiny } from '../arbitraries/shapes';
import { ALLOWED_STEPS, judge, roundingStep } from '../oracles/judge';
import { minkowskiGap } from '../oracles/minkowski';
import { gapAlong, solidOf } from '../oracles/solid';
import { coldState, numbersOf, poisonedPlane, solveExact } from '../oracles/solve';
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

function expectNoFaults(pairCase: PairCase): void {
  const pair = buildPair(pairCase);
  expect(judge(solveExact(pair), pair, { exactLimit: 72, edgeLimit: 4000 }).faults).toEqual([]);
}

/** A normal is as good as the gap claims: g along it, by full scans. Equal gaps make it the normal, where there is only one. */
function expectSameAnswer(pair: Pair, gap: number, normal: Vec, extra = 0): void {
  const tolerance = ALLOWED_STEPS * roundingStep(pair) + extra;
  const own = solveExact(pair);
  expect(Math.abs(gap - own.gap)).toBeLessThanOrEqual(tolerance);
  expect(Math.abs(gapAlong(solidOf(pair.a), solidOf(pair.b, pair.pose), normal) - own.gap)).toBeLessThanOrEqual(tolerance);
}

describe('against the oracles', () => {
  for (const [name, generator] of Object.entries(GENERATORS)) {
    it(`${name}: small solids, exact arithmetic`, () => fc.assert(fc.property(generator(smallShape), expectNoFaults), runs(60)));
    it(`${name}: the whole zoo, brute force and duality`, () => fc.assert(fc.property(generator(anyShape), expectNoFaults), runs(60)));
  }

  it('the Minkowski difference agrees', () => {
    fc.assert(
      fc.property(anyPair(smallShape), (pairCase) => {
        const pair = buildPair(pairCase);
        fc.pre(pair.a.vertexCount * pair.b.vertexCount <= 36);
        const { gap } = minkowskiGap(solidOf(pair.a).vertices, solidOf(pair.b, pair.pose).vertices);
        expect(solveExact(pair).gap).toBeGreaterThanOrEqual(gap - ALLOWED_STEPS * roundingStep(pair));
        // Apart, the oracle's links are upper bounds; overlapping, it may have lost digits with a badly shaped facet.
        if (gap > 0) expect(solveExact(pair).gap).toBeLessThanOrEqual(gap + ALLOWED_STEPS * roundingStep(pair));
      }),
      runs(60),
    );
  });

  it('no direction gives a wider gap: random ones, and those a hair away', () => {
    fc.assert(
      fc.property(anyPair(), fc.array(direction(), { minLength: 20, maxLength: 20 }), tiny(1, 9), (pairCase, directions, hair) => {
        const pair = buildPair(pairCase);
        const a = solidOf(pair.a);
        const b = solidOf(pair.b, pair.pose);
        const { gap, normal } = solveExact(pair);
        for (const d of directions) {
          for (const n of [d, negate(d), normalize(add(vec(normal), scale(d, hair)))!]) {
            expect(gapAlong(a, b, n)).toBeLessThanOrEqual(gap + ALLOWED_STEPS * roundingStep(pair));
          }
        }
      }),
      runs(150),
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
        const swapped = solveExact({ a: pair.b, b: pair.a, pose: inverse });
        expectSameAnswer(pair, swapped.gap, negate(rotate(p, vec(swapped.normal))));
      }),
      runs(300),
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
        const { gap, normal } = solveExact(moved(pair, q, t));
        // The composed rotation is known to a few steps, and the centre to the step of the position.
        expectSameAnswer(pair, gap, vec(normal), 8 * roundingStep(pair) + 2 ** -50);
      }),
      runs(300),
    );
  });

  it('1e6 from the origin costs the rounding of the positions, nothing else', () => {
    fc.assert(
      fc.property(anyPair(), rotation(), direction(), (pairCase, q, t) => {
        const pair = buildPair(pairCase);
        const { gap, normal } = solveExact(moved(pair, q, scale(t, 1e6)));
        expectSameAnswer(pair, gap, vec(normal), 8 * roundingStep(pair) + 1e6 * 2 ** -51);
      }),
      runs(150),
    );
  });

  it('a scale that is a power of two gives the same bits', () => {
    fc.assert(
      fc.property(anyPair(), fc.integer({ min: -40, max: 40 }), (pairCase, power) => {
        const s = 2 ** power;
        const plain = solveExact(buildPair(pairCase));
        const scaled = solveExact(buildPair(scalePair(pairCase, s)));
        expect(Array.from(scaled.normal)).toEqual(Array.from(plain.normal));
        expect(scaled.gap).toBe(plain.gap * s);
        expect(Array.from(scaled.pointA)).toEqual(Array.from(plain.pointA, (x) => x * s));
        expect(Array.from(scaled.pointB)).toEqual(Array.from(plain.pointB, (x) => x * s));
        expect([scaled.status, scaled.featureA, scaled.featureB]).toEqual([plain.status, plain.featureA, plain.featureB]);
      }),
      runs(200),
    );
  });

  it('sizes from 1e-9 to 1e9 are judged the same', () => {
    fc.assert(
      fc.property(anyPair(), size(), (pairCase, s) => expectNoFaults(scalePair(pairCase, s))),
      runs(200),
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
        const { gap, normal } = solveExact(renumbered);
        // Centroids move by rounding with the order of summation, and nearly coplanar or doubled corners may merge otherwise: within the tolerance.
        expectSameAnswer(pair, gap, vec(normal), touchingBand(pair.a, pair.b));
      }),
      runs(200),
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
        const plane = solveExact(far);
        expect(Math.abs(plane.gap - solveExact(pair).gap)).toBeLessThanOrEqual(touchingBand(far.a, far.b));
        expect(judge(plane, far, { exactLimit: 0, edgeLimit: 0 }).faults).toEqual([]);
      }),
      runs(100),
    );
  });
});

describe('memory', () => {
  const expectAsCold = (pairCase: PairCase, fill: readonly number[]): void => {
    const pair = buildPair(pairCase);
    const cold = solveExact(pair);
    const state = coldState();
    state.floats.set(fill.slice(0, state.floats.length));
    const warm = solveExact(pair, state);
    expect(judge(warm, pair, { exactLimit: 0, edgeLimit: 0 }).faults).toEqual([]);
    expect(Math.abs(warm.gap - cold.gap)).toBeLessThanOrEqual(ALLOWED_STEPS * roundingStep(pair));
    if (Math.abs(Math.abs(cold.gap) - touchingBand(pair.a, pair.b)) > ALLOWED_STEPS * roundingStep(pair))
      expect(warm.status).toBe(cold.status);
    // Plain data: the same memory gives the same bits.
    const again = coldState();
    again.floats.set(fill.slice(0, again.floats.length));
    expect(numbersOf(solveExact(pair, again))).toEqual(numbersOf(warm));
  };

  it('of any direction leaves the answer as it is', () => {
    fc.assert(
      fc.property(anyPair(), direction(), fc.boolean(), (pairCase, d, back) => expectAsCold(pairCase, back ? negate(d) : d)),
      runs(200),
    );
  });

  it('of the answer itself, or a hair off, leaves it as it is', () => {
    fc.assert(
      fc.property(anyPair(), direction(), fc.oneof(fc.constant(0), tiny(1, 15)), (pairCase, d, hair) => {
        const { normal } = solveExact(buildPair(pairCase));
        expectAsCold(pairCase, add(vec(normal), scale(d, hair)));
      }),
      runs(200),
    );
  });

  it('that is no direction is ignored', () => {
    const rubbish = fc.constantFrom(0, Number.NaN, Infinity, -Infinity, 1e308, 5e-324, -1e200);
    fc.assert(
      fc.property(anyPair(), fc.array(rubbish, { minLength: 3, maxLength: 3 }), (pairCase, fill) => expectAsCold(pairCase, fill)),
      runs(100),
    );
  });

  it('carried along a motion agrees with cold at every step', () => {
    fc.assert(
      fc.property(anyPair(), direction(), direction(), tiny(0, 3), (pairCase, axis, d, step) => {
        const pair = buildPair(pairCase);
        const p = pair.pose;
        const state = coldState();
        for (let k = 0; k < 12; k++) {
          const start = fromFrame([p[0], p[3], p[6]], [p[1], p[4], p[7]], [p[2], p[5], p[8]]);
          const half = 0.5 * step * k;
          const turn: Quaternion = [axis[0] * Math.sin(half), axis[1] * Math.sin(half), axis[2] * Math.sin(half), Math.cos(half)];
          const here = { ...pair, pose: poseOf(multiply(turn, start), add(vec(p, 9), scale(d, step * k))) };
          const warm = solveExact(here, state);
          expect(Math.abs(warm.gap - solveExact(here).gap)).toBeLessThanOrEqual(ALLOWED_STEPS * roundingStep(here));
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
        const status = exactPlane(first, a, b, pose, coldState());
        exactPlane(second, a, b, pose, coldState());
        expect(status).toBe(first.status);
        expect(numbersOf(first)).toEqual(numbersOf(second));
        expect(numbersOf(first).every(Number.isFinite)).toBe(true);
        expect(first.iterations).toBeGreaterThanOrEqual(0);
        expect(first.evaluations).toBeGreaterThan(0);
        expect([a.vertices, a.normals, b.vertices, b.normals, pose]).toEqual(before);
      }),
      runs(150),
    );
  });

  it('does not depend on the pairs before', () => {
    fc.assert(
      fc.property(anyPair(), anyPair(), (one, other) => {
        const pair = buildPair(one);
        const alone = numbersOf(solveExact(pair));
        solveExact(buildPair(other));
        expect(numbersOf(solveExact(pair))).toEqual(alone);
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
        const state = coldState();
        const plane = poisonedPlane(Number.NaN);
        expect(exactPlane(plane, pair.a, pair.b, broken, state)).toBe(Status.Invalid);
        const { status, gap, featureA, featureB } = plane;
        expect({ status, gap, featureA, featureB }).toEqual({ status: Status.Invalid, gap: 0, featureA: NO_FEATURE, featureB: NO_FEATURE });
        for (const field of ['normal', 'point', 'pointA', 'pointB'] as const) expect(Array.from(plane[field])).toEqual([0, 0, 0]);
        expect(plane.iterations).toBe(0);
        expect(plane.evaluations).toBe(0);
        const after = solveExact(pair, state);
        expect(Math.abs(after.gap - solveExact(pair).gap)).toBeLessThanOrEqual(ALLOWED_STEPS * roundingStep(pair));
      }),
      runs(100),
    );
  });

  it('of bodies so far apart that squares overflow is Invalid or right, never NaN', () => {
    fc.assert(
      fc.property(fc.tuple(smallShape(), smallShape()), direction(), grid(6, 308), ([a, b], d, exponent) => {
        const plane = createCommonPlane();
        const pair = buildPair({ kind: 'far', a: a.points, b: b.points, pose: [1, 0, 0, 0, 1, 0, 0, 0, 1, ...scale(d, 10 ** exponent)] });
        exactPlane(plane, pair.a, pair.b, pair.pose, coldState());
        expect(numbersOf(plane).every(Number.isFinite)).toBe(true);
        if (plane.status === Status.Invalid) expect(exponent).toBeGreaterThan(150);
        else expect(plane.status).toBe(Status.Separated);
      }),
      runs(100),
    );
  });
});
