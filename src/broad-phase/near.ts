/**
 * The one test of all searches of this folder: are two spheres near, |ci - cj| <= ri + rj + margin, touching included?
 *
 * Decided exactly, for the very numbers given: rounding neither loses a pair that touches nor adds one that does not, so every search lists
 * the same pairs, and the list does not change when bodies are renumbered.
 *
 * With u = 2^-53 the squares of both sides are computed with relative errors of at most 5u (distance: one difference, one product,
 * two sums of positive terms: 1 + 1 + 1 + 2; sum of radii: two sums of terms >= 0, doubled by squaring, and one product: 4 + 1).
 * Outside the band 1 +- SLACK, which is three times as wide, the computed comparison is the true one. Inside it (one pair in 1e14 by
 * chance, but every pair of a regular packing) the sign of
 *
 *     (ri + rj + margin)^2 - (dx^2 + dy^2 + dz^2)
 *
 * is taken from its exact value: products are split into two doubles (Dekker 1971) and summed into an expansion of doubles that do not
 * overlap (Shewchuk 1997, Adaptive precision floating-point arithmetic, Grow-Expansion), whose largest component has the sign of the whole.
 *
 * Overflow and underflow: squares leave the range of doubles for lengths beyond about 1e+-150; such pairs fall in the band and are
 * scaled by powers of two, which is exact. What is left is that parts below 1e-80 of the distance may be lost.
 */
import { appendPair, type PairList } from './pair-list';

/** Adds pair (p, q) if it is near. `margin` is one number in an array: numbers passed to functions would be allocated. */
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
  if (distance2 * SLACK + TINY < reach2 || isNearExactly(centres, radii, margin, p, q)) appendPair(out, p, q);
}

/** The sum is over products FACTOR_A[k] * FACTOR_B[k]: 6 of the square of the radii and margin, 3 for each axis. */
const FACTOR_A = /* @__PURE__ */ new Float64Array(15);
const FACTOR_B = /* @__PURE__ */ new Float64Array(15);
/** Two components a product, and one more while a component is being added. */
const EXPANSION = /* @__PURE__ */ new Float64Array(31);
/** 2^27 + 1 splits a double into two halves of 26 bits. */
const SPLITTER = 134217729;

function isNearExactly(centres: Float64Array, radii: Float64Array, margin: Float64Array, p: number, q: number): boolean {
  const sum = radii[p] + radii[q] + margin[0];
  const down = sum < 2 ** 1000 ? 1 : 2 ** -600;
  const up = sum < 2 ** -400 ? 2 ** 600 : 1;
  const scale = down * up;
  const rp = radii[p] * scale;
  const rq = radii[q] * scale;
  const m = margin[0] * scale;
  setProduct(0, rp, rp);
  setProduct(1, rq, rq);
  setProduct(2, m, m);
  setProduct(3, 2 * rp, rq);
  setProduct(4, 2 * rp, m);
  setProduct(5, 2 * rq, m);
  for (let axis = 0; axis < 3; axis++) {
    // The difference, exactly: high + low.
    const a = centres[3 * p + axis] * down;
    const b = centres[3 * q + axis] * down;
    const difference = a - b;
    // Only a difference beyond the largest double is infinite here, and the sum is below 2^1000 then.
    if (difference === Infinity || difference === -Infinity) return false;
    const virtual = a - difference;
    const high = difference * up;
    const low = (a - (difference + virtual) + (virtual - b)) * up;
    setProduct(6 + 3 * axis, -high, high);
    setProduct(7 + 3 * axis, -2 * high, low);
    setProduct(8 + 3 * axis, -low, low);
  }
  return signOfSum() >= 0;
}

function setProduct(k: number, a: number, b: number): void {
  FACTOR_A[k] = a;
  FACTOR_B[k] = b;
}

/** The sign of the sum of all products, exactly. */
function signOfSum(): number {
  let length = 0;
  for (let k = 0; k < 15; k++) {
    const a = FACTOR_A[k];
    const b = FACTOR_B[k];
    if (a === 0 || b === 0) continue;
    const product = a * b;
    const wideA = SPLITTER * a;
    const highA = wideA - (wideA - a);
    const lowA = a - highA;
    const wideB = SPLITTER * b;
    const highB = wideB - (wideB - b);
    const lowB = b - highB;
    const error = lowA * lowB - (product - highA * highB - lowA * highB - highA * lowB);
    for (let part = 0; part < 2; part++) {
      let carry = part === 0 ? error : product;
      // Components of zero are left out, so that sums of round numbers stay short.
      let kept = 0;
      for (let c = 0; c < length; c++) {
        const component = EXPANSION[c];
        const sum = carry + component;
        const virtual = sum - carry;
        const rest = carry - (sum - virtual) + (component - virtual);
        if (rest !== 0) EXPANSION[kept++] = rest;
        carry = sum;
      }
      if (carry !== 0) EXPANSION[kept++] = carry;
      length = kept;
    }
  }
  return length === 0 ? 0 : EXPANSION[length - 1];
}
