import { EXACT_STATE_FLOATS, EXACT_STATE_INTS, exactPlane } from '../../src/common-plane/exact-plane';
import { createCommonPlane, createState, type CommonPlane, type ContactState } from '../../src/contact';
import type { Pair } from '../arbitraries/pairs';

export const coldState = (): ContactState => createState({ stateInts: EXACT_STATE_INTS, stateFloats: EXACT_STATE_FLOATS });

/** The exact plane of a pair, into a fresh result; cold unless a state is given. */
export function solveExact({ a, b, pose }: Omit<Pair, 'kind'>, state: ContactState = coldState()): CommonPlane {
  const plane = createCommonPlane();
  exactPlane(plane, a, b, pose, state);
  return plane;
}

/** A result whose every field is wrong. */
export function poisonedPlane(poison: number): CommonPlane {
  const plane = createCommonPlane();
  for (const field of ['normal', 'point', 'pointA', 'pointB'] as const) plane[field].fill(poison);
  return Object.assign(plane, { status: 77, gap: poison, featureA: 7777, featureB: 7777, iterations: -7, evaluations: -7 });
}

/** All numbers of a result, in one list: for comparing bit by bit. */
export function numbersOf(plane: CommonPlane): number[] {
  const { status, gap, featureA, featureB, iterations, evaluations } = plane;
  return [status, gap, featureA, featureB, iterations, evaluations, ...plane.normal, ...plane.point, ...plane.pointA, ...plane.pointB];
}
