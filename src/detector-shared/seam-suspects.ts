/**
 * Which contacts another one may explain or align, by tests that cost little. In most piles there are few, and regions
 * are computed for them alone.
 *
 * A region has the contact's points in it, or below them by no more than the depth. So a contact whose points lie in
 * front of the plane of another one by more than the tolerance and its own depth is not explained by that one. The
 * point midway between the witness points is tested first.
 */
import {
  bodyAcross,
  END_GAP,
  END_NUMBERS,
  LEAST_COSINE,
  LEAST_HEIGHT,
  mayChange,
  MIDDLE,
  SAME_COSINE,
  setCovering,
  setEndNumbers,
  type Cover,
} from './seam-cover';
import { longer } from '../math/longer';
import { Verdict } from './seam-rows';

/** The ends at one body; the array grows as needed. */
const around = { numbers: new Float64Array(END_NUMBERS * 32) };

/** Opens the contacts that another one may explain or align. All others are kept; their regions need not be known. */
export function openSuspects(cover: Cover): void {
  const { bodies, rows } = cover;
  const { start, ends } = rows;
  for (let body = 0; body < bodies.count; body++) {
    const first = start[body];
    const count = start[body + 1] - first;
    if (count < 2) continue;
    if (END_NUMBERS * count > around.numbers.length) around.numbers = longer(around.numbers, 2 * END_NUMBERS * count);
    for (let k = 0; k < count; k++) setEndNumbers(cover, ends[first + k], around.numbers, END_NUMBERS * k);
    openAt(cover, first, count);
  }
}

/** The same for the ends at one body, whose numbers are set. */
function openAt(cover: Cover, first: number, count: number): void {
  const { numbers } = around;
  const { ends } = cover.rows;
  for (let i = 0; i < count; i++) {
    const o = END_NUMBERS * i;
    const x = numbers[o];
    const y = numbers[o + 1];
    const z = numbers[o + 2];
    const least = numbers[o + LEAST_HEIGHT];
    for (let j = 0; j < count; j++) {
      const p = END_NUMBERS * j;
      const cosine = x * numbers[p] + y * numbers[p + 1] + z * numbers[p + 2];
      if (!(cosine >= LEAST_COSINE && cosine < numbers[p + SAME_COSINE])) continue;
      const height = x * numbers[p + MIDDLE] + y * numbers[p + MIDDLE + 1] + z * numbers[p + MIDDLE + 2];
      if (height >= least + numbers[p + END_GAP]) openIfSuspect(cover, ends[first + i], ends[first + j]);
    }
  }
}

function openIfSuspect(cover: Cover, end: number, other: number): void {
  const { rows, list } = cover;
  const row = other >> 1;
  const bit = 1 << (other & 1);
  if ((rows.suspectEnds[row] & bit) !== 0 || bodyAcross(list, other) < 0) return;
  setCovering(cover, end);
  if (!mayChange(cover, other)) return;
  rows.suspectEnds[row] |= bit;
  if (rows.verdict[row] !== Verdict.Kept) return;
  rows.verdict[row] = Verdict.Open;
  rows.open[rows.openCount++] = row;
}
