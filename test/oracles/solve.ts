import { EXACT_STATE_FLOATS, EXACT_STATE_INTS, exactPlane } from '../../src/exact-plane/exact-plane';
import { SHORTEST_LINK_STATE_FLOATS, SHORTEST_LINK_STATE_INTS, shortestLink } from '../../src/shortest-link/shortest-link';
import { createCommonPlane, createState, type CommonPlane, type ContactState } from '../../src/contact';
import type { Pair } from '../arbitraries/pairs';

/** A kernel that finds the exact common plane of any pair. */
export interface PlaneMethod {
  readonly name: 'exact' | 'slm';
  readonly stateInts: number;
  readonly stateFloats: number;
  readonly solve: typeof exactPlane;
}

export const EXACT: PlaneMethod = { name: 'exact', stateInts: EXACT_STATE_INTS, stateFloats: EXACT_STATE_FLOATS, solve: exactPlane };
export const SHORTEST_LINK: PlaneMethod = {
  name: 'slm',
  stateInts: SHORTEST_LINK_STATE_INTS,
  stateFloats: SHORTEST_LINK_STATE_FLOATS,
  solve: shortestLink,
};
export const PLANE_METHODS: readonly PlaneMethod[] = [EXACT, SHORTEST_LINK];

export const coldState = (method: PlaneMethod = EXACT): ContactState => createState(method);

/** The common plane of a pair, into a fresh result; cold unless a state is given. */
export function solveBy(method: PlaneMethod, { a, b, pose }: Omit<Pair, 'kind'>, state: ContactState = createState(method)): CommonPlane {
  const plane = createCommonPlane();
  method.solve(plane, a, b, pose, state);
  return plane;
}

/** The exact plane of a pair. */
export const solveExact = (pair: Omit<Pair, 'kind'>, state?: ContactState): CommonPlane => solveBy(EXACT, pair, state);

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
