import { createCommonPlane, createState, Status, type CommonPlane, type ContactState } from '../../src/contact';
import { createRandom } from '../../src/math/random';
import { createPose, type Pose } from '../../src/body';
import type { PairCase } from '../arbitraries/pairs';
import { EXACT, type PlaneMethod } from '../oracles/solve';
import { createPlacement, drawShapes, nudge, place, type DrawnShape } from './placing';
import { CHECKS, disprove, steps } from './proof';

/** Small motions between two calls: a fraction of the smaller body's radius, and radians. */
export const MOTIONS = [1e-4, 1e-3, 1e-2] as const;

/** Pairs drawn from one lot of shapes, and the shapes in a lot. */
const LOT = 10_000;
const SHAPES = 300;

/** Iterations are counted one by one up to this. */
export const MOST_ITERATIONS = 99;

/** What many pairs have shown. */
export interface ManyReport {
  method: string;
  seed: number;
  pairs: number;
  /** Answers proved: one cold, one warm, one after each motion, one with another pair's memory. */
  answers: number;
  /** Cold answers by status: Separated, Touching, Overlapping, Unresolved, Invalid. */
  statuses: number[];
  /** Largest error of each check in rounding steps of its pair (2^-53 of the extent), and the pair. */
  worst: { steps: number; pair: PairCase | null }[];
  /** Bodies apart, by kind of call (cold, warm, after each motion): calls with k iterations of the method's own, k = 0 .. MOST_ITERATIONS and more. */
  iterations: number[][];
  /** Of the same: calls that the method handed to the exact plane. */
  handedOver: number[];
  failures: { fault: string; pair: PairCase }[];
}

/**
 * Proves the answers of a method on many pairs (see placing.ts), all of them by the duality gap in O(n): cold, warm in the same place, after small
 * motions, and with the memory of another pair, which may name features that these shapes do not have. Where bodies overlap or touch, warm answers
 * must have the gap of the cold one, and that of the cold exact plane.
 */
export function many(method: PlaneMethod, seed: number, pairs: number, maxFailures = 20): ManyReport {
  const report: ManyReport = {
    method: method.name,
    seed,
    pairs: 0,
    answers: 0,
    statuses: [0, 0, 0, 0, 0],
    worst: CHECKS.map(() => ({ steps: -Infinity, pair: null })),
    iterations: Array.from({ length: 2 + MOTIONS.length }, () => new Array<number>(MOST_ITERATIONS + 1).fill(0)),
    handedOver: new Array<number>(2 + MOTIONS.length).fill(0),
    failures: [],
  };
  const random = createRandom(seed >>> 0);
  const placement = createPlacement();
  const plane = createCommonPlane();
  const reference = createCommonPlane();
  const pose = createPose();
  const state = createState(method);
  const warm = createState(method);
  const garbage = createState(method);
  const exactState = createState(EXACT);
  let shapes: DrawnShape[] = [];

  const prove = (answer: CommonPlane, a: DrawnShape, b: DrawnShape, where: Pose, temperature: string, gapFrom: number): void => {
    const n = placement.normal;
    // The placement's own direction bounds the gap only where B was placed.
    const exact = where === placement.pose ? n : answer.normal;
    let failed = disprove(answer, a.shape, b.shape, where, a.misfit + b.misfit, exact[0], exact[1], exact[2]);
    report.answers++;
    const pairCase = (): PairCase => ({ kind: `${a.kind}, ${b.kind}`, a: a.points, b: b.points, pose: Array.from(where) });
    for (let k = 0; k < CHECKS.length; k++) {
      if (steps[k] > report.worst[k].steps) report.worst[k] = { steps: steps[k], pair: pairCase() };
    }
    let fault =
      failed < 0
        ? ''
        : failed < CHECKS.length
          ? `${CHECKS[failed]}: ${steps[failed]} steps`
          : `status ${answer.status} of gap ${answer.gap}`;
    // The proof leaves open whether bodies overlap less than claimed.
    if (failed < 0 && answer.gap <= 0 && Math.abs(answer.gap - gapFrom) > 32 * stepOf(a, b, where) + a.misfit + b.misfit) {
      failed = 0;
      fault = `gap ${answer.gap}, by the exact plane ${gapFrom}`;
    }
    if (failed >= 0 && report.failures.length < maxFailures) report.failures.push({ fault: `${temperature}: ${fault}`, pair: pairCase() });
  };
  const solve = (memory: ContactState, a: DrawnShape, b: DrawnShape, where: Pose, kind: number, temperature: string): void => {
    method.solve(plane, a.shape, b.shape, where, memory);
    let gapFrom = plane.gap;
    if (plane.gap <= 0 && method !== EXACT) {
      exactState.floats.fill(0);
      EXACT.solve(reference, a.shape, b.shape, where, exactState);
      gapFrom = reference.gap;
    }
    prove(plane, a, b, where, temperature, gapFrom);
    if (kind < 0 || plane.status !== Status.Separated) return;
    if (method !== EXACT && plane.evaluations > 0) report.handedOver[kind]++;
    else report.iterations[kind][Math.min(MOST_ITERATIONS, plane.iterations)]++;
  };

  for (let k = 0; k < pairs && report.failures.length < maxFailures; k++) {
    if (k % LOT === 0) shapes = drawShapes(Math.floor(random() * 2 ** 31), SHAPES, random);
    const a = shapes[Math.floor(random() * SHAPES)];
    const b = shapes[Math.floor(random() * SHAPES)];
    place(placement, a.shape, b.shape, random);
    report.pairs++;

    state.ints.fill(0);
    state.floats.fill(0);
    solve(state, a, b, placement.pose, 0, 'cold');
    report.statuses[plane.status]++;
    // Memory of bodies that touched is none of a link.
    const apart = plane.status === Status.Separated;
    copyState(warm, state);
    solve(warm, a, b, placement.pose, 1, 'warm');
    solve(garbage, a, b, placement.pose, -1, 'with the memory of another pair');
    copyState(garbage, state);
    const size = Math.min(a.shape.radius, b.shape.radius);
    MOTIONS.forEach((motion, m) => {
      copyState(warm, state);
      nudge(pose, placement.pose, motion, size, random);
      solve(warm, a, b, pose, apart ? 2 + m : -1, `after a motion of ${motion}`);
    });
  }
  return report;
}

function copyState(to: ContactState, from: ContactState): void {
  to.ints.set(from.ints);
  to.floats.set(from.floats);
}

function stepOf(a: DrawnShape, b: DrawnShape, pose: Pose): number {
  return 2 ** -53 * (a.shape.radius + b.shape.radius + Math.sqrt(pose[9] ** 2 + pose[10] ** 2 + pose[11] ** 2));
}
