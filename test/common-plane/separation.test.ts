import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createPose } from '../../src/body';
import {
  exactMethod,
  exactPlane,
  fastCommonPlane,
  fastCommonPlaneMethod,
  publishedFastCommonPlaneMethod,
  shortestLink,
  trackedShortestLinkMethod,
} from '../../src/common-plane';
import { createCommonPlane, createState, NO_FEATURE, Status, touchingBand, type CommonPlane, type ContactState } from '../../src/contact';
import { box, octahedron, polyhedronFromVertices } from '../../src/polyhedron';
import { anyPair, apart, buildPair, type Pair } from '../arbitraries/pairs';
import { direction, fromAxisAngle, poseOf } from '../arbitraries/quaternion';
import { runs } from '../arbitraries/settings';
import { anyShape } from '../arbitraries/shapes';
import { allowance, judge, roundingStep } from '../oracles/judge';
import { gapAlong, solidOf } from '../oracles/solid';
import { numbersOf, poisonedPlane, solveExact } from '../oracles/solve';
import { distance, dot, length, vec, type Vec } from '../oracles/vector';

/** The two methods with a separation step. */
const METHODS = [
  {
    name: 'tracked shortest link',
    create: (): ContactState => createState(trackedShortestLinkMethod),
    into: (plane: CommonPlane, { a, b, pose }: Omit<Pair, 'kind'>, state: ContactState, motion: number): Status =>
      shortestLink(plane, a, b, pose, state, { variant: 'certified', track: true, motionA: motion, motionB: 0 }),
  },
  {
    name: 'published fast common plane',
    create: (): ContactState => createState(publishedFastCommonPlaneMethod),
    into: (plane: CommonPlane, { a, b, pose }: Omit<Pair, 'kind'>, state: ContactState, motion: number): Status =>
      fastCommonPlane(plane, a, b, pose, state, { variant: 'published', motionA: motion, motionB: 0 }),
  },
];
const [TRACKED, PUBLISHED] = METHODS;

function solve(method: (typeof METHODS)[number], pair: Omit<Pair, 'kind'>, state = method.create(), motion = 0): CommonPlane {
  const plane = createCommonPlane();
  expect(method.into(plane, pair, state, motion)).toBe(plane.status);
  return plane;
}

/** Memory of a contact with this normal and gap. */
function remember(method: (typeof METHODS)[number], normal: ArrayLike<number>, gap: number): ContactState {
  const state = method.create();
  state.floats.set([normal[0], normal[1], normal[2], gap]);
  return state;
}

/** g(n) along the plane's own normal is its gap, which no plane exceeds; its points are on the supporting planes. */
function expectPlane(pair: Pair, plane: CommonPlane): void {
  const n = vec(plane.normal);
  const a = solidOf(pair.a);
  const b = solidOf(pair.b, pair.pose);
  expect(numbersOf(plane).every(Number.isFinite)).toBe(true);
  expect(Math.abs(length(n) - 1)).toBeLessThanOrEqual(4 * Number.EPSILON);
  expect(Math.abs(plane.gap - gapAlong(a, b, n))).toBeLessThanOrEqual(allowance(pair));
  expect(plane.gap).toBeLessThanOrEqual(solveExact(pair).gap + allowance(pair));
  for (let k = 0; k < 3; k++) {
    expect(Math.abs(plane.pointB[k] - plane.pointA[k] - plane.gap * n[k])).toBeLessThanOrEqual(8 * roundingStep(pair));
    expect(Math.abs(plane.point[k] - 0.5 * (plane.pointA[k] + plane.pointB[k]))).toBeLessThanOrEqual(8 * roundingStep(pair));
  }
  const onA = dot(n, vec(plane.pointA));
  expect(Math.abs(onA - Math.max(...a.vertices.map((v) => dot(n, v))))).toBeLessThanOrEqual(allowance(pair));
  const band = touchingBand(pair.a, pair.b);
  if (plane.status !== Status.Unresolved)
    expect(plane.status).toBe(plane.gap > band ? Status.Separated : plane.gap < -band ? Status.Overlapping : Status.Touching);
}

describe.each(METHODS)('$name', (method) => {
  it('gives a plane of the pair, whatever it remembers and however far the bodies have moved', () => {
    const number = fc.constantFrom(0, 1, -1, 1e-12, -1e-3, 1e300, -1e300, Infinity, -Infinity, Number.NaN);
    const memory = fc.oneof(
      fc.tuple(number, number, number, number),
      fc.tuple(direction(), number).map(([d, g]) => [...d, g]),
    );
    fc.assert(
      fc.property(anyPair(), memory, number, (pairCase, floats, motion) => {
        const pair = buildPair(pairCase);
        const state = remember(method, floats, floats[3]);
        const before = { ints: state.ints.slice(), floats: state.floats.slice() };
        const plane = solve(method, pair, state, motion);
        expectPlane(pair, plane);
        // Plain memory: the same gives the same bits.
        const again = method.create();
        again.ints.set(before.ints);
        again.floats.set(before.floats);
        expect(numbersOf(solve(method, pair, again, motion))).toEqual(numbersOf(plane));
      }),
      runs(250),
    );
  });

  it('writes every field, and Invalid for a pose that is not finite, which it forgets', () => {
    fc.assert(
      fc.property(anyPair(), fc.nat(11), fc.constantFrom(Number.NaN, Infinity), direction(), (pairCase, entry, bad, d) => {
        const pair = buildPair(pairCase);
        const one = poisonedPlane(Number.NaN);
        const two = poisonedPlane(1e300);
        method.into(one, pair, remember(method, d, -0.1), 0);
        method.into(two, pair, remember(method, d, -0.1), 0);
        expect(numbersOf(one)).toEqual(numbersOf(two));
        const pose = pair.pose.slice();
        pose[entry] = bad;
        for (const gap of [0, -0.1]) {
          const state = remember(method, d, gap);
          expect(method.into(one, { ...pair, pose }, state, 0)).toBe(Status.Invalid);
          expect(numbersOf(one)).toEqual([Status.Invalid, 0, NO_FEATURE, NO_FEATURE, ...new Array<number>(14).fill(0)]);
          expectPlane(pair, solve(method, pair, state));
        }
      }),
      runs(60),
    );
  });

  it('keeps the normal of a contact that is remembered exactly, for corners and edges on faces', () => {
    let kept = 0;
    let total = 0;
    for (const pairCase of fc.sample(apart(anyShape), { numRuns: 200, seed: 4 })) {
      const pair = buildPair(pairCase);
      const start = solveExact(pair);
      // Pressed together along the normal: 1 % of the smaller inradius deep.
      const depth = 0.01 * Math.min(pair.a.inradius, pair.b.inradius);
      for (let k = 0; k < 3; k++) pair.pose[9 + k] -= (start.gap + depth) * start.normal[k];
      const exact = solveExact(pair);
      const plane = solve(method, pair, remember(method, exact.normal, exact.gap));
      expectPlane(pair, plane);
      total++;
      if (dot(vec(plane.normal), vec(exact.normal)) > Math.cos(0.1 * (Math.PI / 180))) kept++;
    }
    expect(kept / total).toBeGreaterThan(0.9);
  });
});

describe('the tracked shortest link', () => {
  it('is the certified one when bodies are apart, and the exact plane in the first contact', () => {
    fc.assert(
      fc.property(anyPair(), (pairCase) => {
        const pair = buildPair(pairCase);
        const plane = solve(TRACKED, pair);
        expect(judge(plane, pair, { exactLimit: 0, edgeLimit: 4000 }).faults).toEqual([]);
        expect(Math.abs(plane.gap - solveExact(pair).gap)).toBeLessThanOrEqual(allowance(pair));
      }),
      runs(100),
    );
  });

  it('of bodies that have parted is the certified one again, whatever it remembers of the contact', () => {
    fc.assert(
      fc.property(apart(anyShape), direction(), fc.constantFrom(-1e-9, -0.1, -10), (pairCase, d, gap) => {
        const pair = buildPair(pairCase);
        const exact = solveExact(pair);
        fc.pre(exact.status === Status.Separated);
        const state = remember(TRACKED, d, gap);
        const plane = solve(TRACKED, pair, state);
        // Also where the bodies lie behind each other, seen along a wrong direction, and the plane of the last normal
        // is closed.
        expect(plane.status).toBe(Status.Separated);
        expect(judge(plane, pair, { exactLimit: 0, edgeLimit: 4000 }).faults).toEqual([]);
        expect(state.floats[3]).toBe(0);
      }),
      runs(100),
    );
  });

  it('of a resting box is a few links, without an exhaustive search, and is exact', () => {
    const cube = box(1, 1, 1);
    const plate = box(4, 4, 0.5);
    const state = TRACKED.create();
    for (let k = 0; k < 50; k++) {
      const tilt = 1e-4 * Math.sin(k);
      const pair: Pair = { kind: 'at rest', a: plate, b: cube, pose: poseOf(fromAxisAngle([1, 2, 0], tilt), [0.001 * k, 0, 0.749]) };
      const plane = solve(TRACKED, pair, state, 0.001);
      const exact = solveExact(pair);
      expect(Math.abs(plane.gap - exact.gap)).toBeLessThanOrEqual(allowance(pair));
      expect(distance(vec(plane.normal), vec(exact.normal))).toBeLessThanOrEqual(1e-15);
      if (k > 1) expect([plane.evaluations, plane.iterations <= 6]).toEqual([0, true]);
    }
  });

  it('of two corners keeps to the last normal: it depends on how they came there', () => {
    const shape = octahedron(1);
    // Corner (0, 0, 1) of A and corner (0, 0, -1) of B, which is 1 % deep beside it.
    const corner = shape.vertices.reduce((most, x) => Math.max(most, x), 0);
    const pose = createPose();
    pose.set([0.002, 0, 1.99 * corner], 9);
    const pair: Pair = { kind: 'corners', a: shape, b: shape, pose };
    const answers = (
      [
        [0, 0, 1],
        [0.1, 0, Math.sqrt(0.99)],
      ] as Vec[]
    ).map((n) => solve(TRACKED, pair, remember(TRACKED, n, -0.01)));
    for (const plane of answers) {
      expectPlane(pair, plane);
      expect(plane.gap).toBeLessThan(solveExact(pair).gap);
    }
    expect(distance(vec(answers[0].normal), vec(answers[1].normal))).toBeGreaterThan(0.05);
  });

  it('follows a contact over an edge, where the shortest way out turns at once', () => {
    // A box that slides over the rim of a plate: at first the way up is the shortest, then the way out.
    const cube = box(1, 1, 1);
    const plate = box(4, 4, 0.5);
    const state = TRACKED.create();
    let last = 0;
    let turned = 0;
    for (let k = 0; k < 40; k++) {
      const x = 2.3 + 0.005 * k;
      const pair: Pair = { kind: 'sliding off', a: plate, b: cube, pose: poseOf([0, 0, 0, 1], [x, 0, 0.7]) };
      const plane = solve(TRACKED, pair, state, 0.005);
      expectPlane(pair, plane);
      last = dot(vec(plane.normal), [0, 0, 1]);
      if (dot(vec(solveExact(pair).normal), [0, 0, 1]) < 0.5) turned++;
    }
    expect(turned).toBeGreaterThan(5);
    expect(last).toBe(1);
    // A step on the box is beside the plate: the plane of the last normal is still closed, another one has opened.
    const beside: Pair = { kind: 'off', a: plate, b: cube, pose: poseOf([0, 0, 0, 1], [2.501, 0, 0.7]) };
    const plane = solve(TRACKED, beside, state, 0.006);
    expect([plane.status, plane.gap]).toEqual([Status.Separated, expect.closeTo(0.001, 12)]);
  });
});

describe('the published fast common plane', () => {
  const pairOf = (a: Vec[], b: Vec[]): Pair => {
    const shapes = [polyhedronFromVertices(a.flat()), polyhedronFromVertices(b.flat())];
    const t = [0, 1, 2].map((k) => shapes[1].origin[k] - shapes[0].origin[k]);
    return { kind: 'counterexample', a: shapes[0], b: shapes[1], pose: Float64Array.from([1, 0, 0, 0, 1, 0, 0, 0, 1, ...t]) };
  };
  const direct = (pair: Pair): CommonPlane => {
    const plane = createCommonPlane();
    fastCommonPlane(plane, pair.a, pair.b, pair.pose, createState(fastCommonPlaneMethod));
    return plane;
  };

  it('stops at a closest pair from which nothing is gained, bodies apart', () => {
    const pair = pairOf(
      [
        [0, 1, 1],
        [2, -1, 1],
        [1, -2, 1],
        [0, -2, 0],
      ],
      [
        [-1, 0, 2],
        [1, -2, 3],
        [-2, -2, 3],
        [2, 1, 3],
      ],
    );
    const exact = solveExact(pair);
    const plane = solve(PUBLISHED, pair);
    expect(plane.status).toBe(Status.Separated);
    expect(plane.gap).toBeCloseTo(1.1625, 4);
    expect(exact.gap).toBeCloseTo(1.3348, 4);
    expect(Math.abs(direct(pair).gap - exact.gap)).toBeLessThanOrEqual(allowance(pair));
  });

  it('is right for most bodies apart', () => {
    let right = 0;
    const cases = fc.sample(apart(anyShape), { numRuns: 400, seed: 8 });
    for (const pairCase of cases) {
      const pair = buildPair(pairCase);
      if (solve(PUBLISHED, pair).gap >= solveExact(pair).gap - allowance(pair)) right++;
    }
    expect(right / cases.length).toBeGreaterThan(0.95);
  });

  it('and the direct form have other planes than the shortest way out on deep tetrahedra', () => {
    const pair = pairOf(
      [
        [-2, -2, 2],
        [0, 2, 1],
        [2, 0, -1],
        [-1, -1, 2],
      ],
      [
        [-2, -1, 0],
        [2, -2, 2],
        [1, 2, 2],
        [-2, 0, -1],
      ],
    );
    const plane = createCommonPlane();
    exactPlane(plane, pair.a, pair.b, pair.pose, createState(exactMethod));
    expect(plane.gap).toBeCloseTo(-1.633, 3);
    const local = direct(pair);
    expect(local.status).toBe(Status.Overlapping);
    expect(local.gap).toBeCloseTo(-2.1978, 4);
    expectPlane(pair, local);
  });
});
