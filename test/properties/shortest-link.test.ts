import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { shortestLink } from '../../src/shortest-link/shortest-link';
import { Status, createCommonPlane, touchingBand, vertexFeature } from '../../src/contact';
import { polyhedronFromVertices, type ConvexPolyhedron } from '../../src/polyhedron';
import { anyPair, apart, buildPair, type Pair } from '../arbitraries/pairs';
import { direction, fromAxisAngle, fromFrame, multiply, poseOf } from '../arbitraries/quaternion';
import { runs } from '../arbitraries/settings';
import { anyShape } from '../arbitraries/shapes';
import { allowance, judge, roundingStep } from '../oracles/judge';
import { SHORTEST_LINK, coldState, solveBy, solveExact } from '../oracles/solve';
import { add, distance, scale, vec, type Vec } from '../oracles/vector';
import { describePlaneMethod } from './plane-properties';

const solve = (pair: Omit<Pair, 'kind'>, state = coldState(SHORTEST_LINK)) => solveBy(SHORTEST_LINK, pair, state);
const box = (x: number, y: number, z: number): ConvexPolyhedron =>
  polyhedronFromVertices([0, 1, 2, 3, 4, 5, 6, 7].flatMap((k) => [k & 1 ? x : -x, k & 2 ? y : -y, k & 4 ? z : -z]));

/** Links that a walk may compute before it hands the pair over, and rounds that the exact plane adds. */
const MOST_ITERATIONS = 64 + 2;

describePlaneMethod(SHORTEST_LINK);

describe('the shortest link and the exact plane', () => {
  it('are one: status, gap, and the normal where there is one', () => {
    fc.assert(
      fc.property(anyPair(), (pairCase) => {
        const pair = buildPair(pairCase);
        const plane = solve(pair);
        const exact = solveExact(pair);
        const band = touchingBand(pair.a, pair.b);
        expect(Math.abs(plane.gap - exact.gap)).toBeLessThanOrEqual(allowance(pair));
        if (Math.abs(Math.abs(exact.gap) - band) > allowance(pair)) expect(plane.status).toBe(exact.status);
        // Apart, two planes with gaps within e of the distance d are within the angle acos((d - e) / d) of the one
        // normal.
        const d = exact.gap;
        if (d > 4 * allowance(pair))
          expect(distance(vec(plane.normal), vec(exact.normal))).toBeLessThanOrEqual(2 * Math.sqrt((2 * allowance(pair)) / d));
      }),
      runs(300, 120),
    );
  });

  it('take a bounded number of iterations, few where features stay', () => {
    fc.assert(
      fc.property(anyPair(), (pairCase) => {
        const pair = buildPair(pairCase);
        const state = coldState(SHORTEST_LINK);
        const cold = solve(pair, state);
        expect(cold.iterations).toBeLessThanOrEqual(MOST_ITERATIONS);
        const warm = solve(pair, state);
        expect(warm.iterations).toBeLessThanOrEqual(MOST_ITERATIONS);
        // A walk of its own; planes snapped to several features need a link for each.
        if (cold.evaluations === 0) expect(warm.iterations).toBeLessThanOrEqual(6);
      }),
      runs(150, 60),
    );
  });

  it('with a small motion the walk is a step or two for most bodies apart', () => {
    const counts = [0, 0];
    fc.assert(
      fc.property(apart(anyShape), direction(), direction(), (pairCase, axis, d) => {
        const pair = buildPair(pairCase);
        const state = coldState(SHORTEST_LINK);
        fc.pre(solve(pair, state).status === Status.Separated);
        const p = pair.pose;
        const turned = multiply(fromAxisAngle(axis, 1e-4), fromFrame([p[0], p[3], p[6]], [p[1], p[4], p[7]], [p[2], p[5], p[8]]));
        const warm = solve({ ...pair, pose: poseOf(turned, add(vec(p, 9), scale(d, 1e-4))) }, state);
        counts[warm.iterations <= 2 ? 0 : 1]++;
      }),
      runs(150, 60),
    );
    expect(counts[0] / (counts[0] + counts[1])).toBeGreaterThan(0.97);
  });
});

describe('counterexamples to the published search', () => {
  const hull = (...corners: Vec[]): ConvexPolyhedron => polyhedronFromVertices(corners.flat());
  const pairOf = (a: ConvexPolyhedron, b: ConvexPolyhedron): Pair => ({
    kind: 'counterexample',
    a,
    b,
    pose: Float64Array.from([1, 0, 0, 0, 1, 0, 0, 0, 1, ...[0, 1, 2].map((k) => b.origin[k] - a.origin[k])]),
  });
  const slab = (): ConvexPolyhedron =>
    polyhedronFromVertices([0, 1, 2, 3, 4, 5, 6, 7].flatMap((k) => [k & 1 ? 10 : -10, k & 2 ? 10 : -10, k >> 2]));
  const cases: [string, Pair, number][] = [
    ['two edges that are not optimal', pairOf(box(1, 1, 1), hull([0, 0, 1.5], [0, 2, 2.5], [-1, 0, 4], [1, 0, 4])), 0.5],
    [
      'two edges, from the cold start',
      pairOf(hull([-1, 1, 1], [-2, -2, -1], [1, 1, 2], [2, 1, 0]), hull([2, 0, 5], [-2, -2, 3], [-1, 1, 4], [1, 0, 4])),
      Math.sqrt(4.8),
    ],
    [
      'two edges, five times too long',
      pairOf(hull([-1, -1, 2], [-2, 0, 2], [-1, 1, 2], [-2, 2, -2]), hull([-1, 0, 3], [-1, -2, 6], [-2, 2, 2], [2, -1, 2])),
      Math.sqrt(0.02),
    ],
    ['the back of a slab', pairOf(slab(), hull([3, 6, 4], [2, 6, 3], [2, 7, 4], [-6, -1, 4])), 2],
  ];

  it.each(cases)('%s', (_, pair, expected) => {
    const { a, b } = pair;
    expect(Math.abs(solve(pair).gap - expected)).toBeLessThanOrEqual(8 * roundingStep(pair));
    // From every pair of corners, the paper's start among them.
    for (let v = 0; v < a.vertexCount; v++) {
      for (let w = 0; w < b.vertexCount; w++) {
        const state = coldState(SHORTEST_LINK);
        state.ints.set([vertexFeature(v) + 1, vertexFeature(w) + 1]);
        const plane = solve(pair, state);
        expect(plane.status).toBe(Status.Separated);
        expect(Math.abs(plane.gap - expected)).toBeLessThanOrEqual(8 * roundingStep(pair));
      }
    }
  });
});

describe('bodies that meet and part', () => {
  it('are handed to the exact plane and come back', () => {
    const cube = box(0.5, 0.5, 0.5);
    const state = coldState(SHORTEST_LINK);
    const plane = createCommonPlane();
    for (const z of [1.5, 1.2, 1.0, 0.9, 0.1, 0, -0.4, -0.9, -1, -1.1, -1.5]) {
      const pose = poseOf(fromAxisAngle([1, 2, 3], 0.2), [0.1, 0.2, z]);
      const pair = { kind: 'cubes', a: cube, b: cube, pose };
      expect(shortestLink(plane, cube, cube, pose, state)).toBe(plane.status);
      expect(judge(plane, pair, { exactLimit: 100, edgeLimit: 4000 }).faults).toEqual([]);
      expect(Math.abs(plane.gap - solveExact(pair).gap)).toBeLessThanOrEqual(8 * roundingStep(pair));
    }
    // Apart for a while: one link, no scans.
    const pose = poseOf(fromAxisAngle([1, 2, 3], 0.2), [0.1, 0.2, -1.5]);
    shortestLink(plane, cube, cube, pose, state);
    shortestLink(plane, cube, cube, pose, state);
    expect([plane.status, plane.iterations, plane.evaluations]).toEqual([Status.Separated, 1, 0]);
  });
});
