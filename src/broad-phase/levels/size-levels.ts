/**
 * Size levels: bodies in order of size, coarse to fine. So the cells of one level contain only bodies of similar size.
 *
 * The first level has the bodies larger than half of the largest. The next level has the remaining bodies larger than
 * half of the largest remaining one, and so on. So bodies with a size ratio below 2 are never split by the positions of
 * powers of two. The size is radius + margin / 2, half of the reach between equal bodies. So all bodies smaller than
 * the margin are one level. The last of MOST_LEVELS takes all remaining bodies. Points without margin are one level
 * too.
 *
 * In every level all finer bodies must search the cells, which costs as much as about a hundred tests. Suppose that
 * bodies fill half of the volume, and let v and V be their mean and largest volume. Then a body of a level is tested
 * with about 13 V / v others. So a level goes down to a quarter of its largest size while V / v is below MOST_PER_MEAN.
 * It does not go further: small bodies may all be in one place, with 64 of them in the volume of the largest.
 *
 * Cost: two passes over the remaining bodies for each level.
 */
import { SPLIT } from '../../math/split';
import { isValidSphere } from '../cell-grid';
import type { NearSearch } from './level-search';
import { appendInvalid } from '../pair-list';

/** Enough for size ratios of 2^64: a planet and a grain of dust. */
const MOST_LEVELS = 64;

export interface SizeLevels {
  count: number;
  /** Level k has the places starts[k] .. starts[k + 1] - 1. */
  readonly starts: Int32Array;
  /** Largest size in each level, a quarter. */
  readonly largest: Float64Array;
  /** Copies of the bodies, level by level, in a level by number: four numbers each, as in NearSearch.spheres. */
  spheres: Float64Array;
  body: Int32Array;
  /** Bodies not yet in a level. */
  rest: Int32Array;
}

export function createSizeLevels(): SizeLevels {
  return {
    count: 0,
    starts: new Int32Array(MOST_LEVELS + 1),
    largest: new Float64Array(MOST_LEVELS + 1),
    spheres: new Float64Array(0),
    body: new Int32Array(0),
    rest: new Int32Array(0),
  };
}

/** Largest ratio of largest to mean volume in a level with a size ratio above 2. */
const MOST_PER_MEAN = 16;

/** Whether bodies whose sizes differ by less than 4 are one level. `volume` is the sum of (size / largest size)^3. */
export function isOneLevel(bodies: number, volume: number): boolean {
  return MOST_PER_MEAN * volume > bodies;
}

/**
 * Bodies may be at most this many edges from the start of the box. Shifts are 32-bit integers, and so far away a double
 * uses 29 of its 53 bits for the number of edges.
 */
const FARTHEST = 2 ** 29;

/** Lists bodies that cannot be paired in search.out.invalid and sorts the others into levels. Returns their number. */
export function sortLevels(levels: SizeLevels, search: NearSearch, bodies: number): number {
  const { starts } = levels;
  let left = takeValid(levels, search, bodies);
  const valid = left;
  levels.count = 0;
  starts[0] = 0;
  while (left > 0) {
    left = fillLevel(levels, search, levels.count, left);
    levels.count++;
  }
  return valid;
}

/** Writes the valid bodies to `rest`, and the largest size to largest[0]. */
function takeValid(levels: SizeLevels, search: NearSearch, bodies: number): number {
  const { centres, radii, margin, edges, starts, extra, out } = search;
  const { rest, largest } = levels;
  const marginIsValid = margin[0] >= 0 && margin[0] < Infinity;
  largest[0] = 0;
  let valid = 0;
  for (let b = 0; b < bodies; b++) {
    let isValid = marginIsValid && isValidSphere(centres, radii, b);
    for (let axis = 0; search.periodic && axis < 3; axis++) {
      if (edges[axis] > 0 && !(Math.abs(centres[3 * b + axis] - starts[axis]) < FARTHEST * edges[axis])) isValid = false;
    }
    if (!isValid) {
      appendInvalid(out, b);
      continue;
    }
    rest[valid++] = b;
    const size = 0.25 * radii[b] + extra[0];
    if (size > largest[0]) largest[0] = size;
  }
  return valid;
}

/** Moves bodies of one level from `rest` to their places. The remaining bodies stay in order. Returns their number. */
function fillLevel(levels: SizeLevels, search: NearSearch, level: number, left: number): number {
  const { centres, radii, extra } = search;
  const { rest, largest, spheres, body, starts } = levels;
  const bound = level === MOST_LEVELS - 1 || largest[level] === 0 ? -1 : leastPart(levels, search, left, largest[level]) * largest[level];
  let at = starts[level];
  let kept = 0;
  largest[level + 1] = 0;
  for (let k = 0; k < left; k++) {
    const b = rest[k];
    const size = 0.25 * radii[b] + extra[0];
    if (size > bound) {
      body[at] = b;
      spheres[4 * at] = 0.25 * centres[3 * b];
      spheres[4 * at + 1] = 0.25 * centres[3 * b + 1];
      spheres[4 * at + 2] = 0.25 * centres[3 * b + 2];
      spheres[4 * at + 3] = size;
      at++;
    } else {
      rest[kept++] = b;
      if (size > largest[level + 1]) largest[level + 1] = size;
    }
  }
  if (search.periodic) bringIn(search, spheres, starts[level], at);
  starts[level + 1] = at;
  return kept;
}

/** The sizes of a level are above this part of its largest: a quarter or a half. */
function leastPart(levels: SizeLevels, search: NearSearch, left: number, largest: number): number {
  const { radii, extra } = search;
  const { rest } = levels;
  let bodies = 0;
  let volume = 0;
  for (let k = 0; k < left; k++) {
    const size = (0.25 * radii[rest[k]] + extra[0]) / largest;
    if (!(size > 0.25)) continue;
    bodies++;
    volume += size * size * size;
  }
  return isOneLevel(bodies, volume) ? 0.25 : 0.5;
}

/**
 * Moves coordinates on periodic axes into the box, relative to its start (level-search.ts has the accuracy).
 */
function bringIn(search: NearSearch, spheres: Float64Array, from: number, to: number): void {
  for (let axis = 0; axis < 3; axis++) {
    const edge = 0.25 * search.edges[axis];
    if (!(edge > 0)) continue;
    const start = 0.25 * search.starts[axis];
    const wideE = SPLIT * edge;
    const highE = wideE - (wideE - edge);
    const lowE = edge - highE;
    for (let k = from; k < to; k++) {
      const x = spheres[4 * k + axis];
      const high = x - start;
      const virtual = x - high;
      const low = x - (high + virtual) + (virtual - start);
      const edges = Math.floor(high / edge);
      const product = edges * edge;
      const wide = SPLIT * edges;
      const highK = wide - (wide - edges);
      const lowK = edges - highK;
      const error = lowK * lowE - (product - highK * highE - lowK * highE - highK * lowE);
      spheres[4 * k + axis] = high - product - error + low;
    }
  }
}

/** Makes room for `count` bodies. */
export function reserveLevels(levels: SizeLevels, count: number): void {
  if (levels.body.length >= count) return;
  levels.spheres = new Float64Array(4 * count);
  levels.rest = new Int32Array(count);
  levels.body = new Int32Array(count);
}
