/**
 * Near pairs in a periodic cell: is the nearest image of one sphere near the other, |ci - (cj + sum of s_m a_m)| <= ri
 * + rj + margin, a_m being the given vectors?
 *
 * Where the reach is below half the least height of the cell of shortest vectors (lattice.ts), no more than one image
 * is near: t of two images of one body differs by a height at least along one direction, and t of near bodies by no
 * more than the reach. That image is found by rounding along each direction. In smaller cells the search goes from
 * image to nearer image among the 26 around it: an image that is nearer than these is the nearest of all, since the
 * faces of the Voronoi cell of a lattice belong to sums of its shortest vectors with the numbers -1, 0, 1 (Nguyen and
 * Stehlé 2009, Low-dimensional lattice basis reduction revisited). Of images equally near it takes the one with the
 * smaller sum of s_m^2, then the one whose first different s_m is smaller.
 *
 * All of it is decided exactly for the very numbers given. Differences are split into eight doubles an axis without
 * error (Knuth's difference, Dekker's products). Their rounded sum errs by 3u of itself and 2^-100 of the parts.
 * Outside the band that this and the five roundings of the squares make (sphere-test.ts) the computed comparison is the
 * true one. Inside it the parts are summed to expansions (Shewchuk 1997) and squared exactly as in sphere-test.ts.
 */
import { SPLIT } from '../../math/split';
import { appendImagePair, type PairList } from '../pair-list';
import { addSquare, expansionTerms, lengthParts } from '../sphere-test';
import { LEAST_HEIGHT, type Lattice } from './lattice';
import type { SkewPlaces } from './skew-places';

/** A search in a cell: the lattice, the bodies in it, and the caller's own numbers, which decide. */
export interface SkewSearch {
  readonly lattice: Lattice;
  readonly placed: SkewPlaces;
  centres: Float64Array;
  radii: Float64Array;
}

/** As in sphere-test.ts; the errors of differences are three times as large: 1 + 64u. */
const SLACK = 1 + 2 ** -47;
const TINY = 2 ** -900;
/** Sixteen times the part of all summands that is lost. */
const LOST = 2 ** -96;
/** Each step leads to a nearer image; the first is one of the nearest 27. */
const MOST_STEPS = 8;

/** s_m of the image: the best so far, and one that is tried. */
const nearestShift = /* @__PURE__ */ new Float64Array(3);
const triedShift = /* @__PURE__ */ new Float64Array(3);
/** Eight parts an axis, whose sum is ci - cj - the sum of s_m a_m. */
const differenceParts = /* @__PURE__ */ new Float64Array(24);
const PARTS_AN_AXIS = 8;
/** Doubles that do not overlap, smallest first. */
const sumParts = /* @__PURE__ */ new Float64Array(10);
/** Squared distance, the length that rounding may have lost. */
const foundShift = /* @__PURE__ */ new Float64Array(2);
/** Where the parts of the reach, of the best image and of the tried one begin in lengthParts. */
const BEST = 3;
const OTHER = BEST + 3 * PARTS_AN_AXIS;

/** Adds the pair of p and q if it is near. */
export function appendIfNearSkew(out: PairList, search: SkewSearch, margin: Float64Array, p: number, q: number): void {
  const { lattice, placed, radii } = search;
  const i = p < q ? p : q;
  const j = p < q ? q : p;
  roundShift(lattice, placed, i, j);
  split(search, nearestShift, i, j);
  const reach = radii[i] + radii[j] + margin[0];
  if (reach > 0.5 * (1 - 2 ** -20) * lattice.sizes[LEAST_HEIGHT]) findNearest(search, i, j);
  const lost = foundShift[1];
  const far = reach + lost;
  const close = reach > lost ? reach - lost : 0;
  if (foundShift[0] > far * far * SLACK + TINY) return;
  if (foundShift[0] * SLACK + TINY < close * close || isNearExactly(search, margin, i, j)) appendImagePair(out, i, j, nearestShift);
}

/** The image of j that is nearest to i along each direction: nearestShift. */
function roundShift({ heights, numbers }: Lattice, { places, images }: SkewPlaces, i: number, j: number): void {
  for (let m = 0; m < 3; m++) nearestShift[m] = images[3 * i + m] - images[3 * j + m];
  for (let k = 0; k < 3; k++) {
    if (heights[k] === 0) continue;
    const whole = Math.floor((places[3 * i + k] - places[3 * j + k]) / heights[k] + 0.5);
    if (whole !== 0) for (let m = 0; m < 3; m++) nearestShift[m] += whole * numbers[3 * k + m];
  }
}

/**
 * Splits ci - cj - sum of s_m a_m into differenceParts without error. Its square, and its possible error as a length,
 * are written to foundShift.
 */
function split({ lattice, centres }: SkewSearch, shift: Float64Array, i: number, j: number): void {
  const { given } = lattice;
  let square = 0;
  let lost = 0;
  for (let axis = 0; axis < 3; axis++) {
    const a = centres[3 * i + axis];
    const b = centres[3 * j + axis];
    const at = PARTS_AN_AXIS * axis;
    const high = a - b;
    const virtual = a - high;
    const low = a - (high + virtual) + (virtual - b);
    differenceParts[at] = high;
    differenceParts[at + 1] = low;
    let sum = high;
    let rest = low;
    let size = Math.abs(high);
    for (let m = 0; m < 3; m++) {
      const s = -shift[m];
      const edge = given[3 * m + axis];
      const product = s * edge;
      // 2^27 + 1 splits a double into two halves of 26 bits.
      const wideS = SPLIT * s;
      const highS = wideS - (wideS - s);
      const lowS = s - highS;
      const wideE = SPLIT * edge;
      const highE = wideE - (wideE - edge);
      const lowE = edge - highE;
      const error = lowS * lowE - (product - highS * highE - lowS * highE - highS * lowE);
      differenceParts[at + 2 + 2 * m] = product;
      differenceParts[at + 3 + 2 * m] = error;
      const next = sum + product;
      const part = next - sum;
      rest += sum - (next - part) + (product - part) + error;
      size += Math.abs(product);
      sum = next;
    }
    const difference = sum + rest;
    square += difference * difference;
    lost += LOST * size;
  }
  foundShift[0] = square;
  foundShift[1] = lost;
}

/**
 * Goes from nearestShift to nearer images until there is none. Then nearestShift, differenceParts and foundShift belong
 * to the nearest image.
 */
function findNearest(search: SkewSearch, i: number, j: number): void {
  const { heights, numbers } = search.lattice;
  for (let step = 0; step < MOST_STEPS; step++) {
    let changed = false;
    const bx = nearestShift[0];
    const by = nearestShift[1];
    const bz = nearestShift[2];
    for (let around = 0; around < 27; around++) {
      const x = (around % 3) - 1;
      const y = (((around / 3) | 0) % 3) - 1;
      const z = ((around / 9) | 0) - 1;
      if ((x !== 0 && heights[0] === 0) || (y !== 0 && heights[1] === 0) || (z !== 0 && heights[2] === 0)) continue;
      for (let m = 0; m < 3; m++)
        triedShift[m] = (m === 0 ? bx : m === 1 ? by : bz) + x * numbers[m] + y * numbers[3 + m] + z * numbers[6 + m];
      if (triedShift[0] === nearestShift[0] && triedShift[1] === nearestShift[1] && triedShift[2] === nearestShift[2]) continue;
      if (!isNearer(search, i, j)) continue;
      nearestShift.set(triedShift);
      changed = true;
    }
    if (!changed) break;
  }
  split(search, nearestShift, i, j);
}

/** Whether the image triedShift is to be taken instead of nearestShift. */
function isNearer(search: SkewSearch, i: number, j: number): boolean {
  split(search, nearestShift, i, j);
  const best = Math.sqrt(foundShift[0]);
  const bestLost = foundShift[1];
  split(search, triedShift, i, j);
  const other = Math.sqrt(foundShift[0]);
  const band = 4 * (bestLost + foundShift[1]) + (best + other) * (SLACK - 1) + TINY;
  if (other > best + band) return false;
  if (other < best - band) return true;
  loadParts(OTHER, 1);
  split(search, nearestShift, i, j);
  loadParts(BEST, 1);
  let length = 0;
  for (let axis = 0; axis < 3; axis++) {
    length = addSquare(length, BEST + PARTS_AN_AXIS * axis, BEST + PARTS_AN_AXIS * (axis + 1), 1);
    length = addSquare(length, OTHER + PARTS_AN_AXIS * axis, OTHER + PARTS_AN_AXIS * (axis + 1), -1);
  }
  if (length > 0) return expansionTerms[length - 1] > 0;
  const order =
    triedShift[0] * triedShift[0] +
    triedShift[1] * triedShift[1] +
    triedShift[2] * triedShift[2] -
    (nearestShift[0] * nearestShift[0] + nearestShift[1] * nearestShift[1] + nearestShift[2] * nearestShift[2]);
  if (order !== 0) return order < 0;
  for (let m = 0; m < 3; m++) if (triedShift[m] !== nearestShift[m]) return triedShift[m] < nearestShift[m];
  return false;
}

/** Sums the parts of each axis to doubles that do not overlap, times `scale`, in lengthParts from `at` on. */
function loadParts(at: number, scale: number): void {
  for (let axis = 0; axis < 3; axis++) {
    let length = 0;
    for (let part = 0; part < PARTS_AN_AXIS; part++) {
      let carry = differenceParts[PARTS_AN_AXIS * axis + part];
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
    for (let k = 0; k < PARTS_AN_AXIS; k++) lengthParts[at + PARTS_AN_AXIS * axis + k] = k < length ? sumParts[k] * scale : 0;
  }
}

function isNearExactly({ radii }: SkewSearch, margin: Float64Array, i: number, j: number): boolean {
  const sum = radii[i] + radii[j] + margin[0];
  // So that squares neither overflow nor lose bits: they are no longer than the reach, nearly.
  const scale = sum < 2 ** 500 ? (sum < 2 ** -400 ? 2 ** 600 : 1) : 2 ** -600;
  lengthParts[0] = radii[i] * scale;
  lengthParts[1] = radii[j] * scale;
  lengthParts[2] = margin[0] * scale;
  loadParts(BEST, scale);
  let length = addSquare(0, 0, 3, 1);
  for (let axis = 0; axis < 3; axis++) length = addSquare(length, BEST + PARTS_AN_AXIS * axis, BEST + PARTS_AN_AXIS * (axis + 1), -1);
  return length === 0 || expansionTerms[length - 1] > 0;
}
