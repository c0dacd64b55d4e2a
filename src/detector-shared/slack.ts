/**
 * Pairs for which the method is not called: they were farther apart than the margin, and the two bodies have not moved
 * enough since to come within it.
 *
 * Slack of a pair: a lower bound of distance - margin. A method whose distance is proved (`certified`) gives it when it
 * returns Separated. No point of a body moves by more than the motion of the body (body-watch.ts), so each step
 * subtracts the two motions. When no slack remains, the method is called again.
 *
 * Slack depends on the poses of all steps since the bounds of the pair met. It does not depend on the skin. A changed
 * rounding radius clears the slack of all pairs. A body with another shape, or another body in its row, has pairs
 * without memory. A memory of another margin or periodic box is restored without slack.
 *
 * The slack of a pair is the last double of its slot of memory, behind those of the method, and is moved with that
 * memory. 0: the method must be called.
 */
import { MARGIN_SLACK, type NearList } from './near-list';
import { SHIFT_ROUNDING } from './row-watch';
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

/**
 * Stores the slack of a pair with the distance of this result.
 *
 * @param shift Translation of body j to the image that was measured, one number an axis.
 */
export function keepSlack(
  list: Pick<NearList, 'edges' | 'radii' | 'reach' | 'table'>,
  pair: number,
  i: number,
  j: number,
  { gap }: { readonly gap: number },
  shift: Float64Array,
): void {
  const { edges, radii, reach, table } = list;
  const widths = radii[i] + radii[j];
  let distance = gap;
  let shifted = 0;
  // Beyond half an edge of the periodic box another image of the second body may be the nearer one.
  for (let axis = 0; axis < edges.length; axis++) {
    if (edges[axis] > 0) distance = Math.min(distance, 0.5 * edges[axis] - widths);
    shifted += Math.abs(shift[axis]);
  }
  // The distance errs by some rounding steps of the sizes, and of the shift. Motions err by less than their own 2^-40
  // part; a body that is put back into the box has moved by SHIFT_ROUNDING of the way (travel).
  const slack = distance - reach[0] - MARGIN_SLACK * (widths + Math.abs(distance)) - SHIFT_ROUNDING * shifted;
  table.floats[table.stateFloats * (pair + 1) - 1] = slack > 0 ? slack * (1 - MARGIN_SLACK) : 0;
}

/** Forgets the slack of all pairs: distances have changed without motion. */
export function clearSlack({ floats, stateFloats, count }: PairTable): void {
  for (let p = 0; p < count; p++) floats[stateFloats * (p + 1) - 1] = 0;
}
