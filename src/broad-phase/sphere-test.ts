/**
 * The test that all searches of this folder use: are two spheres (or discs in the plane) near, |ci - cj| <= ri + rj +
 * margin, touching included?
 *
 * The decision is exact for the given doubles: rounding neither loses a pair that touches nor adds one that does not.
 * So every search lists the same pairs, and the list does not change when bodies are renumbered.
 *
 * With u = 2^-53 the squares of both sides are computed with relative errors of at most 5u (distance: one difference,
 * one product, two sums of positive terms: 1 + 1 + 1 + 2; sum of radii: two sums of terms >= 0, doubled by squaring,
 * and one product: 4 + 1). The band 1 +- SLACK is three times as wide. Outside it the computed comparison is correct.
 * Inside it (one pair in 1e14 by chance, but every pair of a regular packing) the sign of
 *
 *     (ri + rj + margin)^2 - (dx^2 + dy^2 + dz^2)
 *
 * is that of its exact value: products are split into two doubles (Dekker 1971) and summed into an expansion of doubles
 * that do not overlap (Shewchuk 1997, Adaptive precision floating-point arithmetic, Grow-Expansion). The largest
 * component has the sign of the sum.
 *
 * Overflow and underflow: squares leave the range of doubles for lengths beyond about 1e+-150. Such pairs are in the
 * band and are scaled by powers of two, which is exact. Only parts below 1e-80 of the distance may be lost.
 */
import { SPLIT } from '../math/split';
import { appendPair, type PairList } from './pair-list';

/**
 * Adds pair (p, q) if it is near. `margin` is one number in an array: engines would allocate a number passed to a
 * function.
 */
export function appendIfNear(out: PairList, centres: Float64Array, radii: Float64Array, margin: Float64Array, p: number, q: number): void {
  // 1 + 32u: covers 5u + 5u and their products.
  const SLACK = 1 + 2 ** -48;
  // Squares below may have lost bits to underflow.
  const TINY = 2 ** -900;
  const dx = centres[3 * p] - centres[3 * q];
  const dy = centres[3 * p + 1] - centres[3 * q + 1];
  const dz = centres[3 * p + 2] - centres[3 * q + 2];
  const distance2 = dx * dx + dy * dy + dz * dz;
  const reach = radii[p] + radii[q] + margin[0];
  const reach2 = reach * reach;
  if (distance2 > reach2 * SLACK + TINY) return;
  if (distance2 * SLACK + TINY < reach2 || isNearExactly(centres, radii, margin, p, q, 3)) appendPair(out, p, q);
}

/** The same for bodies in the plane, x y packed: a distance without its third part, and so within the same bound. */
export function appendIfNear2d(
  out: PairList,
  centres: Float64Array,
  radii: Float64Array,
  margin: Float64Array,
  p: number,
  q: number,
): void {
  const SLACK = 1 + 2 ** -48;
  const TINY = 2 ** -900;
  const dx = centres[2 * p] - centres[2 * q];
  const dy = centres[2 * p + 1] - centres[2 * q + 1];
  const distance2 = dx * dx + dy * dy;
  const reach = radii[p] + radii[q] + margin[0];
  const reach2 = reach * reach;
  if (distance2 > reach2 * SLACK + TINY) return;
  if (distance2 * SLACK + TINY < reach2 || isNearExactly(centres, radii, margin, p, q, 2)) appendPair(out, p, q);
}

/**
 * The sum ri + rj + margin in 3 parts and the differences dx, dy, dz in 2 parts each; 4 parts each between images
 * (image-test.ts); 8 parts each for two images of a cell (lattice/skew-image-test.ts).
 */
export const lengthParts = /* @__PURE__ */ new Float64Array(51);
/** Slot of the parts of the differences. */
const DIFFERENCES = 3;
/** Two components for each of up to 6 * 36 products of parts, and one more while a component is being added. */
export const expansionTerms = /* @__PURE__ */ new Float64Array(433);

function isNearExactly(centres: Float64Array, radii: Float64Array, margin: Float64Array, p: number, q: number, dimension: number): boolean {
  const sum = radii[p] + radii[q] + margin[0];
  // Scaled so that squares neither overflow nor lose bits.
  const down = sum < 2 ** 500 ? 1 : 2 ** -600;
  const up = sum < 2 ** -400 ? 2 ** 600 : 1;
  lengthParts[0] = radii[p] * down * up;
  lengthParts[1] = radii[q] * down * up;
  lengthParts[2] = margin[0] * down * up;
  lengthParts[DIFFERENCES + 2 * 2] = 0;
  lengthParts[DIFFERENCES + 2 * 2 + 1] = 0;
  for (let axis = 0; axis < dimension; axis++) {
    const a = centres[dimension * p + axis] * down;
    const b = centres[dimension * q + axis] * down;
    const difference = a - b;
    // Only a difference beyond the largest double is infinite here. The sum is then below 2^500.
    if (difference === Infinity || difference === -Infinity) return false;
    const virtual = a - difference;
    lengthParts[DIFFERENCES + 2 * axis] = difference * up;
    lengthParts[DIFFERENCES + 1 + 2 * axis] = (a - (difference + virtual) + (virtual - b)) * up;
  }
  let length = addSquare(0, 0, 3, 1);
  length = addSquare(length, 3, 5, -1);
  length = addSquare(length, 5, 7, -1);
  length = addSquare(length, 7, 9, -1);
  return length === 0 || expansionTerms[length - 1] > 0;
}

/**
 * Adds sign * (sum of parts from .. to-1)^2 to the expansion and returns its new length. Components of zero are left
 * out.
 */
export function addSquare(length: number, from: number, to: number, sign: number): number {
  let used = length;
  for (let i = from; i < to; i++) {
    if (lengthParts[i] === 0) continue;
    for (let j = i; j < to; j++) {
      const a = lengthParts[i] * (i === j ? sign : 2 * sign);
      const b = lengthParts[j];
      const product = a * b;
      if (product === 0) continue;
      // 2^27 + 1 splits a double into two halves of 26 bits.
      const wideA = SPLIT * a;
      const highA = wideA - (wideA - a);
      const lowA = a - highA;
      const wideB = SPLIT * b;
      const highB = wideB - (wideB - b);
      const lowB = b - highB;
      const error = lowA * lowB - (product - highA * highB - lowA * highB - highA * lowB);
      for (let carry = error, step = 0; step < 2; carry = product, step++) {
        if (carry === 0) continue;
        let kept = 0;
        for (let k = 0; k < used; k++) {
          const other = expansionTerms[k];
          const sum = carry + other;
          const virtual = sum - carry;
          const rest = carry - (sum - virtual) + (other - virtual);
          if (rest !== 0) expansionTerms[kept++] = rest;
          carry = sum;
        }
        if (carry !== 0) expansionTerms[kept++] = carry;
        used = kept;
      }
    }
  }
  return used;
}
