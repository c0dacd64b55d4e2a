/**
 * From the contacts that were found to those that the step keeps. Contacts that the seam filter drops do not get into
 * the list and hold no slot. Contacts that it turns get in with their new normal. The memory of both pairs is cleared,
 * because it belongs to another normal.
 */
import type { ContactRows, FoundContact } from '../contact/contact-rows';
import type { Keep } from './ask-pairs';
import { forgetPair, type PairTable } from './pair-table';
import type { Cover } from './seam-cover';
import { decideSeams, DROPPED, seamCount, TURNED } from './seam-filter';
import { Verdict } from './seam-rows';
import type { DetectorStatistics } from './statistics';

/** The seam filter of a detector. */
export interface Seams<List extends ContactRows, Found extends FoundContact> {
  /** What was found in this step. */
  readonly found: List;
  readonly cover: Cover;
  /** Begins a step. */
  readonly clear: () => void;
  /** Adds a contact to what was found. */
  readonly add: Keep<Found>;
  /** A contact of what was found, as it was found. */
  readonly load: (row: number) => Found;
  /** The same with its new normal. If the places along it are not {@link isFit}, its own points and depth stay. */
  readonly turn: (row: number) => Found;
  /** What it holds, for the count of bytes. */
  readonly held: () => object[];
}

/** Along its new normal a contact has at most this many times the volume of its region, and of its depth. */
const MOST_GROWTH = 2;

/**
 * Whether a turned contact is one of the bodies' fronts. Along a normal by which one body lies behind the other, the
 * places between their surfaces are no overlap, and the volume and the depth of the points are far too large.
 */
export function isFit({ gap, gaps, count }: FoundContact, volume: number, regionVolume: number): boolean {
  if (!(volume <= MOST_GROWTH * regionVolume)) return false;
  for (let p = 0; p < count; p++) if (!(gaps[p] >= MOST_GROWTH * gap)) return false;
  return true;
}

const shift = /* @__PURE__ */ new Float64Array(3);

/** Decides about the contacts that were found, which are in order, and passes on those that stay to `contacts`. */
export function passSeams<List extends ContactRows, Found extends FoundContact>(
  { cover, load, turn }: Seams<List, Found>,
  contacts: List,
  keep: Keep<Found>,
  table: PairTable,
  statistics: DetectorStatistics,
): void {
  const { list, rows, coordinates } = cover;
  decideSeams(cover);
  statistics.turnedContacts = seamCount[TURNED];
  statistics.droppedContacts = seamCount[DROPPED];
  let pair = 0;
  for (let c = 0; c < list.count; c++) {
    const i = list.bodyA[c];
    const j = list.bodyB[c];
    const verdict = rows.verdict[c];
    if (verdict !== Verdict.Kept) {
      // Both lists are in order of (A, B), and a contact with a wall is always kept.
      while (pair < table.count && (table.pairs[2 * pair] !== i || table.pairs[2 * pair + 1] !== j)) pair++;
      forgetPair(table, pair);
    }
    if (verdict === Verdict.Dropped) continue;
    for (let k = 0; k < coordinates; k++) shift[k] = list.shifts[coordinates * c + k];
    keep(i, j, verdict === Verdict.Turned ? turn(c) : load(c), shift);
  }
  contacts.droppedPoints += list.droppedPoints;
}
