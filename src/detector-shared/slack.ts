/**
 * Pairs for which the method is not called: they were farther apart than the margin, and the two bodies have not moved
 * enough since to come within it.
 *
 * Slack of a pair: a lower bound of distance - margin. A method whose distance is proved (`certified`) gives it when it
 * returns Separated. No point of a body moves by more than the motion of the body (body-watch.ts), so each step
 * subtracts the two motions. When no slack remains, the method is called again.
 *
 * Slack depends on the poses of all steps since the pair's bounds met, and on nothing else. So it changes neither the
 * list nor what the skin must not change. The slack of a pair is the last double of its slot of memory, behind those of
 * the method, and is moved with that memory. 0: the method must be called.
 */
import { MARGIN_SLACK, type NearList } from './near-list';
import type { PairTable, StateSize } from './pair-table';

/** Each step rounds the slack, by 2^-53 of it at most; it is made smaller by more than that. */
const LESS_ROUNDING = 1 - 2 ** -52;

/** The slot of a pair of this method: one double more when the method's distances are proved. */
export function slotSize({ stateInts, stateFloats, certified }: StateSize & { readonly certified?: boolean }): StateSize {
  return { stateInts, stateFloats: certified === true ? stateFloats + 1 : stateFloats };
}

/** Subtracts the motions of bodies i and j since the last step from the slack; true when some slack remains. */
export function isStillApart({ floats, stateFloats }: PairTable, pair: number, motion: Float64Array, i: number, j: number): boolean {
  const at = stateFloats * pair + stateFloats - 1;
  if (!(floats[at] > 0)) return false;
  floats[at] = (floats[at] - (motion[i] + motion[j])) * LESS_ROUNDING;
  return floats[at] > 0;
}

/** Stores the slack of a pair with the distance of this result. */
export function keepSlack(list: NearList, pair: number, i: number, j: number, { gap }: { readonly gap: number }): void {
  const { edges, radii, reach, table } = list;
  const widths = radii[i] + radii[j];
  let distance = gap;
  // Beyond half an edge of the periodic box another image of the second body may be the nearer one.
  for (let axis = 0; axis < edges.length; axis++) {
    if (edges[axis] > 0) distance = Math.min(distance, 0.5 * edges[axis] - widths);
  }
  // The distance errs by some rounding steps of the sizes; motions err by less than their own 2^-40 part.
  const slack = distance - reach[0] - MARGIN_SLACK * (widths + Math.abs(distance));
  table.floats[table.stateFloats * (pair + 1) - 1] = slack > 0 ? slack * (1 - MARGIN_SLACK) : 0;
}

/** Forgets the slack of all pairs: bodies have changed in more than their poses. */
export function clearSlack({ floats, stateFloats, count }: PairTable): void {
  for (let p = 0; p < count; p++) floats[stateFloats * (p + 1) - 1] = 0;
}
