/**
 * All near pairs of spheres in a periodic cell by testing every pair and all images around the nearest in exact integer
 * arithmetic: the nearest image of the second body, of images equally near that with the smaller sum of squares of its
 * numbers, then that whose first different number is smaller.
 *
 * All numbers are multiplied by one power of two that makes them whole (BigInt). The vectors are made short exactly,
 * and 7 x 7 x 7 sums of them around a first guess are tried, again and again around the nearest.
 *
 * Trust: always, for exactly the numbers given. Cost O(343 n^2), a millisecond a pair.
 */
import { integers, isValid } from './all-pairs';
import type { ImagePair } from './periodic-pairs';

type Whole = [bigint, bigint, bigint];
interface Short {
  vector: Whole;
  numbers: Whole;
}

const dot = (a: Whole, b: Whole) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const plus = (a: Whole, n: bigint, b: Whole): Whole => [a[0] + n * b[0], a[1] + n * b[1], a[2] + n * b[2]];
const abs = (x: bigint) => (x < 0n ? -x : x);

/** The whole number nearest to a / b, b > 0. */
function nearest(a: bigint, b: bigint): bigint {
  const twice = 2n * a + b;
  return twice >= 0n ? twice / (2n * b) : -((-twice + 2n * b - 1n) / (2n * b));
}

/** Vectors that repeat, as short as subtracting others makes them. */
function shorten(vectors: Short[]): Short[] {
  const list = vectors.map((v) => ({ ...v }));
  for (let changed = true; changed;) {
    changed = false;
    for (const a of list) {
      for (const signs of list.flatMap((b) => (b === a ? [] : [[b]])).concat(list.length === 3 ? [list.filter((b) => b !== a)] : [])) {
        // By one of the others, or by sums of both.
        const steps: [Short, bigint][][] =
          signs.length === 1
            ? [[[signs[0], -nearest(dot(a.vector, signs[0].vector), dot(signs[0].vector, signs[0].vector))]]]
            : [1n, -1n].flatMap((x) =>
                [1n, -1n].map((y): [Short, bigint][] => [
                  [signs[0], x],
                  [signs[1], y],
                ]),
              );
        for (const step of steps) {
          let vector = a.vector;
          let numbers = a.numbers;
          for (const [b, n] of step) {
            vector = plus(vector, n, b.vector);
            numbers = plus(numbers, n, b.numbers);
          }
          if (dot(vector, vector) >= dot(a.vector, a.vector)) continue;
          a.vector = vector;
          a.numbers = numbers;
          changed = true;
        }
      }
    }
  }
  return list;
}

export interface CellPair extends ImagePair {
  /** Images that are near. */
  near: number;
}

/** `vectors`: nine numbers; `axes`: which of the three repeat. */
export function cellPairs(
  count: number,
  centres: ArrayLike<number>,
  radii: ArrayLike<number>,
  margin: number,
  vectors: ArrayLike<number>,
  axes: readonly boolean[] = [true, true, true],
): CellPair[] {
  const valid = Array.from({ length: count }, (_, b) => b).filter((b) => isValid(centres, radii, b));
  const numbers = integers(
    [...Array.from(centres), ...Array.from(radii), margin, ...Array.from(vectors)].map((x) => (Number.isFinite(x) ? x : 0)),
  );
  const centre = (b: number) => numbers.slice(3 * b, 3 * b + 3) as Whole;
  const radius = (b: number) => numbers[centres.length + b];
  const rest = centres.length + radii.length;
  const given: Short[] = [0, 1, 2]
    .filter((k) => axes[k])
    .map((k) => ({
      vector: numbers.slice(rest + 1 + 3 * k, rest + 4 + 3 * k) as Whole,
      numbers: [0, 1, 2].map((m) => (m === k ? 1n : 0n)) as Whole,
    }));
  const short = shorten(given);
  const around = short.reduce<Short[]>(
    (sums, v) =>
      sums.flatMap((s) =>
        [-3n, -2n, -1n, 0n, 1n, 2n, 3n].map((n) => ({ vector: plus(s.vector, n, v.vector), numbers: plus(s.numbers, n, v.numbers) })),
      ),
    [{ vector: [0n, 0n, 0n], numbers: [0n, 0n, 0n] }],
  );
  const squares = (v: Whole) => dot(v, v);
  const pairs: CellPair[] = [];
  for (const i of valid) {
    for (const j of valid.filter((b) => b > i)) {
      const reach = radius(i) + radius(j) + numbers[rest];
      const start = plus(centre(i), -1n, centre(j));
      let best: Short = { vector: start, numbers: [0n, 0n, 0n] };
      // By projections to the vectors, then by trying.
      for (let round = 0; round < 60; round++) {
        for (const v of short) {
          const n = nearest(dot(best.vector, v.vector), squares(v.vector));
          best = { vector: plus(best.vector, -n, v.vector), numbers: plus(best.numbers, n, v.numbers) };
        }
      }
      let near = 0;
      for (let moved = true; moved;) {
        moved = false;
        near = 0;
        const from = best;
        for (const image of around) {
          const tried = { vector: plus(from.vector, -1n, image.vector), numbers: plus(from.numbers, 1n, image.numbers) };
          const distance = squares(tried.vector);
          if (distance <= reach * reach) near++;
          const order =
            distance - squares(best.vector) ||
            squares(tried.numbers) - squares(best.numbers) ||
            firstDifference(tried.numbers, best.numbers);
          if (order < 0n) {
            best = tried;
            moved = true;
          }
        }
      }
      if (squares(best.vector) <= reach * reach) pairs.push({ i, j, shift: best.numbers.map(Number) as [number, number, number], near });
    }
  }
  return pairs;
}

function firstDifference(a: Whole, b: Whole): bigint {
  const k = [0, 1, 2].find((m) => a[m] !== b[m]);
  return k === undefined ? 0n : a[k] - b[k];
}

/** Whether numbers of an image are within what a list of pairs can hold. */
export const isSmall = (shift: readonly number[]): boolean => shift.every((s) => abs(BigInt(s)) < 2n ** 31n);
