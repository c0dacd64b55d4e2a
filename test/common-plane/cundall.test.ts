import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createPose, type Pose } from '../../src/body';
import {
  createCundallOptions,
  cundallMethod,
  cundallPlane,
  exactPlane,
  fastCommonPlane,
  shortestLink,
  type CundallOptions,
} from '../../src/common-plane';
import {
  createCommonPlane,
  createState,
  featureIndex,
  NO_FEATURE,
  Status,
  touchingBand,
  type CommonPlane,
  type ContactState,
} from '../../src/contact';
import { box } from '../../src/polyhedron';
import { anyPair, apart, buildPair, type Pair } from '../arbitraries/pairs';
import { direction } from '../arbitraries/quaternion';
import { runs } from '../arbitraries/settings';
import { anyShape } from '../arbitraries/shapes';
import { allowance, roundingStep } from '../oracles/judge';
import { gapAlong, solidOf, supportMax, supportMin } from '../oracles/solid';
import { numbersOf, poisonedPlane, solveExact } from '../oracles/solve';
import { dot, length, vec } from '../oracles/vector';

const DEGREE = Math.PI / 180;

function solve({ a, b, pose }: Pair, options?: Partial<CundallOptions>, state: ContactState = createState(cundallMethod)) {
  const plane = createCommonPlane();
  cundallPlane(plane, a, b, pose, state, { ...createCundallOptions(), ...options });
  return plane;
}

describe("Cundall's plane", () => {
  it('is a plane of the pair, never wider than the exact one', () => {
    fc.assert(
      fc.property(anyPair(), fc.constantFrom(4 as const, 8 as const), (pairCase, tilts) => {
        const pair = buildPair(pairCase);
        const plane = solve(pair, { tilts });
        const a = solidOf(pair.a);
        const b = solidOf(pair.b, pair.pose);
        const n = vec(plane.normal);
        const rounding = 8 * roundingStep(pair);
        expect(Math.abs(length(n) - 1)).toBeLessThanOrEqual(4 * Number.EPSILON);
        expect(Math.abs(plane.gap - gapAlong(a, b, n))).toBeLessThanOrEqual(rounding);
        expect(plane.gap).toBeLessThanOrEqual(solveExact(pair).gap + allowance(pair));
        // The nearest vertices, the point midway between them, its feet on the supporting planes.
        const v = a.vertices[featureIndex(plane.featureA)];
        const w = b.vertices[featureIndex(plane.featureB)];
        expect(Math.abs(dot(n, v) - supportMax(a, n))).toBeLessThanOrEqual(rounding);
        expect(Math.abs(dot(n, w) - supportMin(b, n))).toBeLessThanOrEqual(rounding);
        for (let k = 0; k < 3; k++) {
          expect(Math.abs(plane.point[k] - 0.5 * (v[k] + w[k]))).toBeLessThanOrEqual(rounding);
          expect(Math.abs(plane.pointB[k] - plane.pointA[k] - plane.gap * plane.normal[k])).toBeLessThanOrEqual(rounding);
        }
        expect(Math.abs(dot(n, vec(plane.pointA)) - supportMax(a, n))).toBeLessThanOrEqual(rounding);
      }),
      runs(200),
    );
  });

  it('has a gap that never falls from one iteration to the next, and ends Unresolved when the iterations do', () => {
    fc.assert(
      fc.property(anyPair(), fc.constantFrom(4 as const, 8 as const), (pairCase, tilts) => {
        const pair = buildPair(pairCase);
        const { iterations } = solve(pair, { tilts });
        let before = -Infinity;
        for (let k = 0; k < Math.min(iterations, 60); k++) {
          const plane = solve(pair, { tilts, maxIterations: k });
          expect(plane.gap).toBeGreaterThanOrEqual(before);
          expect([plane.status, plane.iterations, plane.evaluations]).toEqual([Status.Unresolved, k, 1 + tilts * k]);
          before = plane.gap;
        }
      }),
      runs(40),
    );
  });

  it('from any memory is no worse than what it remembers, nor than its own last answer', () => {
    fc.assert(
      fc.property(anyPair(), direction(), (pairCase, d) => {
        const pair = buildPair(pairCase);
        const state = createState(cundallMethod);
        state.floats.set(d);
        const start = gapAlong(solidOf(pair.a), solidOf(pair.b, pair.pose), d);
        const first = solve(pair, {}, state);
        expect(first.gap).toBeGreaterThanOrEqual(start - 8 * roundingStep(pair));
        expect(Array.from(state.floats)).toEqual(Array.from(first.normal));
        expect(solve(pair, {}, state).gap).toBeGreaterThanOrEqual(first.gap - 8 * roundingStep(pair));
      }),
      runs(150),
    );
  });

  it('says Separated only of bodies that are', () => {
    fc.assert(
      fc.property(anyPair(), (pairCase) => {
        const pair = buildPair(pairCase);
        const { status, gap } = solve(pair);
        const band = touchingBand(pair.a, pair.b);
        if (status !== Status.Unresolved)
          expect(status).toBe(gap > band ? Status.Separated : gap < -band ? Status.Overlapping : Status.Touching);
        if (status === Status.Separated) expect(solveExact(pair).gap).toBeGreaterThan(0);
      }),
      runs(200),
    );
  });

  it('finds most planes of bodies apart to a degree, and more with 8 tilts than with 4', () => {
    const right = { 4: 0, 8: 0 };
    const pairs = fc.sample(apart(anyShape), { numRuns: 300, seed: 11 });
    for (const pairCase of pairs) {
      const pair = buildPair(pairCase);
      const n = vec(solveExact(pair).normal);
      for (const tilts of [4, 8] as const) if (dot(vec(solve(pair, { tilts }).normal), n) > Math.cos(DEGREE)) right[tilts]++;
    }
    expect(right[4]).toBeGreaterThan(0.4 * pairs.length);
    expect(right[8]).toBeGreaterThan(right[4]);
    // It is not exact, and need not be.
    expect(right[8]).toBeLessThan(pairs.length);
  });

  it('stalls on a ridge: cubes corner to corner', () => {
    // The exact plane is that of a face; on the way there no tilt of the cross gains.
    const cube = box(1, 1, 1);
    const pose = createPose();
    pose.set([1.2, 0.9, 0.4], 9);
    const pair: Pair = { kind: 'cubes', a: cube, b: cube, pose };
    const exact = solveExact(pair);
    expect([...exact.normal]).toEqual([1, 0, 0]);
    expect(Math.abs(exact.gap - 0.2)).toBeLessThanOrEqual(1e-15);
    const plane = solve(pair);
    expect(plane.status).not.toBe(Status.Unresolved);
    expect(plane.gap).toBeLessThan(exact.gap);
  });

  it('ends with any options', () => {
    const { a, b, pose } = buildPair(fc.sample(anyPair(), { numRuns: 1, seed: 3 })[0]);
    const plane = createCommonPlane();
    const options = { ...createCundallOptions(), endTilt: 0, maxIterations: Infinity };
    cundallPlane(plane, a, b, pose, createState(cundallMethod), options);
    expect(plane.iterations).toBeLessThanOrEqual(1e5);
    cundallPlane(plane, a, b, pose, createState(cundallMethod), { ...options, startTilt: Infinity, endTilt: Number.NaN });
    expect(plane.iterations).toBeLessThanOrEqual(1e5);
  });

  it('starts coincident centroids from +x', () => {
    const pair: Pair = { kind: 'one in the other', a: box(2, 3, 4), b: box(1, 1, 1), pose: createPose() };
    const start = solve(pair, { maxIterations: 0 });
    expect([...start.normal]).toEqual([1, 0, 0]);
    expect(solve(pair).gap).toBeGreaterThanOrEqual(start.gap);
  });

  it('takes directions too short to be squared for none, as every method does', () => {
    const a = box(2, 3, 4);
    const b = box(1, 1, 1);
    const variant = 'published';
    const methods = {
      cundall: (p: CommonPlane, q: Pose, s: ContactState) => cundallPlane(p, a, b, q, s),
      exact: (p: CommonPlane, q: Pose, s: ContactState) => exactPlane(p, a, b, q, s),
      fast: (p: CommonPlane, q: Pose, s: ContactState) => fastCommonPlane(p, a, b, q, s),
      'fast, published': (p: CommonPlane, q: Pose, s: ContactState) => fastCommonPlane(p, a, b, q, s, { variant, motionA: 0, motionB: 0 }),
      'link, tracked': (p: CommonPlane, q: Pose, s: ContactState) => shortestLink(p, a, b, q, s, { variant: 'certified', track: true }),
    };
    for (const [name, method] of Object.entries(methods)) {
      const answer = (distance: number, offset: number, remembered: number) => {
        const state = { ints: new Int32Array(2), floats: new Float64Array([remembered, 0, 0, 0]), intOffset: 0, floatOffset: 0 };
        const pose = createPose();
        pose[9] = distance;
        pose[10] = offset;
        const plane = createCommonPlane();
        method(plane, pose, state);
        return numbersOf(plane);
      };
      // The square of 2e-162 is below the least number that there is, and rounds to that.
      for (const x of [2e-162, 2.7e-162, 1e-160]) {
        for (const distance of [0, 4]) expect(answer(distance, 0, x), name).toEqual(answer(distance, 0, 0));
        expect(answer(0, x, 0), name).toEqual(answer(0, 0, 0));
      }
    }
  });

  it('ends with any options, in numbers', () => {
    const numbers = fc.constantFrom(0, 1, -1, 1e-300, 1e300, Infinity, -Infinity, Number.NaN);
    fc.assert(
      fc.property(anyPair(), numbers, numbers, fc.constantFrom(0, 3, 50, Number.NaN, -1), (pairCase, startTilt, endTilt, maxIterations) => {
        const pair = buildPair(pairCase);
        const plane = solve(pair, { startTilt, endTilt, maxIterations });
        expect(numbersOf(plane).every(Number.isFinite)).toBe(true);
        expect(Math.abs(length(vec(plane.normal)) - 1)).toBeLessThanOrEqual(4 * Number.EPSILON);
        // Nor does the memory of no direction matter.
        const state = createState(cundallMethod);
        state.floats.set([startTilt, Number.NaN, endTilt]);
        expect(numbersOf(solve(pair, {}, state))).toEqual(numbersOf(solve(pair)));
      }),
      runs(100),
    );
  });

  it('writes every field, and Invalid for a pose that is not finite', () => {
    fc.assert(
      fc.property(anyPair(), fc.nat(11), fc.constantFrom(Number.NaN, Infinity), (pairCase, entry, bad) => {
        const { a, b, pose } = buildPair(pairCase);
        const one = poisonedPlane(Number.NaN);
        const two = poisonedPlane(1e300);
        expect(cundallPlane(one, a, b, pose, createState(cundallMethod))).toBe(one.status);
        cundallPlane(two, a, b, pose, createState(cundallMethod));
        expect(numbersOf(one)).toEqual(numbersOf(two));
        pose[entry] = bad;
        expect(cundallPlane(one, a, b, pose, createState(cundallMethod))).toBe(Status.Invalid);
        expect(numbersOf(one)).toEqual([Status.Invalid, 0, NO_FEATURE, NO_FEATURE, ...new Array<number>(14).fill(0)]);
      }),
      runs(60),
    );
  });
});
