/**
 * Near pairs in a periodic box. Test: is the nearest image of one sphere near the other, |ci - (cj + s edge)| <= ri +
 * rj + margin?
 *
 * Along each axis s is the whole number that makes |ci - cj - s edge| least; of two equally near images the one with
 * the smaller
 * |s|, so exchanging i and j only changes the sign of s. An axis that does not repeat has edge 0 and s = 0. Both
 * decisions are exact for the given doubles (including the edge): rounding changes neither s nor the list.
 *
 * With u = 2^-53: ci - cj and s edge are split without error into two doubles each (Knuth's difference, Dekker's
 * product), and
 *
 *     ((high - product) - product error) + low
 *
 * has an error of 3u of itself and 3u of the low part, which is at most u |ci - cj|. Bodies are at most 2^29 edges from
 * the box, so the second error is below 3 u^2 2^30 edge < 2^-74 edge. These errors and the five roundings of the
 * squares give a band (sphere-test.ts). Outside the band the computed comparison is correct. Inside it the four parts
 * of each axis are summed to an expansion (Shewchuk 1997) and squared exactly as in sphere-test.ts.
 */
import { SPLIT } from '../math/split';
import { addSquare, expansionTerms, lengthParts } from './sphere-test';
import { appendImagePair, type PairList } from './pair-list';

/** s of the three axes. */
const nearestShift = /* @__PURE__ */ new Float64Array(3);
/** Four parts for each axis; their sum is ci - cj - s edge. */
const differenceParts = /* @__PURE__ */ new Float64Array(12);
/** After the two parts of ci - cj: the two parts of -s edge. */
const PRODUCT = 2;
const ERROR = 3;
/** Up to five doubles that do not overlap, smallest first. */
const sumParts = /* @__PURE__ */ new Float64Array(6);

/** Adds the pair of p and q if it is near. `edges` has 0 for axes that do not repeat, where bodies may be anywhere. */
export function appendIfNearImage(
  out: PairList,
  centres: Float64Array,
  radii: Float64Array,
  margin: Float64Array,
  edges: Float64Array,
  p: number,
  q: number,
): void {
  // As in sphere-test.ts; the errors of differences are three times as large: 1 + 64u.
  const SLACK = 1 + 2 ** -47;
  const TINY = 2 ** -900;
  /** Sixteen times the bound 2^-74 above. */
  const LOST = 2 ** -70;
  const i = p < q ? p : q;
  const j = p < q ? q : p;
  let distance2 = 0;
  let lost = 0;
  for (let axis = 0; axis < 3; axis++) {
    const edge = edges[axis];
    let difference = centres[3 * i + axis] - centres[3 * j + axis];
    nearestShift[axis] = 0;
    if (edge > 0) {
      nearestShift[axis] = Math.floor(difference / edge + 0.5);
      if (nearestShift[axis] !== 0) difference = splitDifference(centres, edges, axis, i, j);
      // The error of the quotient is at most 2^-22, so s is wrong by at most one, and only in this case.
      if (Math.abs(difference) > 0.5 * edge * (1 - 2 ** -20)) difference = settleShift(centres, edges, axis, i, j);
      lost += LOST * edge;
    }
    distance2 += difference * difference;
  }
  const reach = radii[i] + radii[j] + margin[0];
  const far = reach + lost;
  const close = reach > lost ? reach - lost : 0;
  if (distance2 > far * far * SLACK + TINY) return;
  if (distance2 * SLACK + TINY < close * close || isNearExactly(centres, radii, margin, edges, i, j))
    appendImagePair(out, i, j, nearestShift);
}

/** The parts of ci - cj - nearestShift edge along an axis, without error, and their sum, rounded. */
function splitDifference(centres: Float64Array, edges: Float64Array, axis: number, i: number, j: number): number {
  const a = centres[3 * i + axis];
  const b = centres[3 * j + axis];
  const high = a - b;
  const virtual = a - high;
  const low = a - (high + virtual) + (virtual - b);
  const s = nearestShift[axis];
  const edge = edges[axis];
  const product = s * edge;
  // 2^27 + 1 splits a double into two halves of 26 bits.
  const wideS = SPLIT * s;
  const highS = wideS - (wideS - s);
  const lowS = s - highS;
  const wideE = SPLIT * edge;
  const highE = wideE - (wideE - edge);
  const lowE = edge - highE;
  const error = lowS * lowE - (product - highS * highE - lowS * highE - highS * lowE);
  differenceParts[4 * axis] = high;
  differenceParts[4 * axis + 1] = low;
  differenceParts[4 * axis + PRODUCT] = -product;
  differenceParts[4 * axis + ERROR] = -error;
  return high - product - error + low;
}

/** Moves to the next image if it is nearer, or equally near with a smaller |s|. Returns the difference, rounded. */
function settleShift(centres: Float64Array, edges: Float64Array, axis: number, i: number, j: number): number {
  const difference = splitDifference(centres, edges, axis, i, j);
  const step = difference > 0 ? 1 : -1;
  const excess = sumUp(axis, -0.5 * step * edges[axis]);
  const sign = excess === 0 ? 0 : sumParts[excess - 1] * step;
  const s = nearestShift[axis];
  if (sign < 0 || (sign === 0 && Math.abs(s + step) > Math.abs(s))) return difference;
  nearestShift[axis] = s + step;
  return splitDifference(centres, edges, axis, i, j);
}

/**
 * Sums `first` and the parts of an axis to sumParts. Returns the number of its components. The last component has the
 * sign of the sum.
 */
function sumUp(axis: number, first: number): number {
  let length = 0;
  for (let part = -1; part < 4; part++) {
    let carry = part < 0 ? first : differenceParts[4 * axis + part];
    let kept = 0;
    for (let k = 0; k < length; k++) {
      const other = sumParts[k];
      const sum = carry + other;
      const virtual = sum - carry;
      const rest = carry - (sum - virtual) + (other - virtual);
      if (rest !== 0) sumParts[kept++] = rest;
      carry = sum;
    }
    if (carry !== 0) sumParts[kept++] = carry;
    length = kept;
  }
  return length;
}

function isNearExactly(
  centres: Float64Array,
  radii: Float64Array,
  margin: Float64Array,
  edges: Float64Array,
  i: number,
  j: number,
): boolean {
  const sum = radii[i] + radii[j] + margin[0];
  const down = sum < 2 ** 500 ? 1 : 2 ** -600;
  const up = sum < 2 ** -400 ? 2 ** 600 : 1;
  lengthParts[0] = radii[i] * down * up;
  lengthParts[1] = radii[j] * down * up;
  lengthParts[2] = margin[0] * down * up;
  for (let axis = 0; axis < 3; axis++) {
    const at = 3 + 4 * axis;
    lengthParts.fill(0, at, at + 4);
    if (edges[axis] > 0) {
      splitDifference(centres, edges, axis, i, j);
      const length = sumUp(axis, 0);
      // The last component is at least half of the sum. Without this test, scaling up might overflow.
      if (length > 0 && Math.abs(sumParts[length - 1]) * 0.25 > sum) return false;
      for (let k = 0; k < length; k++) lengthParts[at + k] = sumParts[k] * down * up;
      continue;
    }
    const a = centres[3 * i + axis] * down;
    const b = centres[3 * j + axis] * down;
    const difference = a - b;
    // Only a difference beyond the largest double is infinite here. The sum is then below 2^500.
    if (difference === Infinity || difference === -Infinity) return false;
    const virtual = a - difference;
    lengthParts[at] = difference * up;
    lengthParts[at + 1] = (a - (difference + virtual) + (virtual - b)) * up;
  }
  let length = addSquare(0, 0, 3, 1);
  for (let axis = 0; axis < 3; axis++) length = addSquare(length, 3 + 4 * axis, 7 + 4 * axis, -1);
  return length === 0 || expansionTerms[length - 1] > 0;
}
