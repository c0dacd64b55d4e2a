/**
 * The near pairs of a step, in order: which of them the method is called for, with the memory of each.
 *
 * Pairs do not depend on each other, so a range of them can be asked alone, by any thread that has the arrays.
 */
import type { FoundContact } from '../contact/contact-rows';
import type { ContactState } from '../contact/method';
import { Status } from '../contact/status';
import type { CellImages } from './moving-cell';
import type { NearList } from './near-list';
import { forgetPair, pairState } from './pair-table';
import { Health, type RowWatch } from './row-watch';
import { isStillApart, keepSlack } from './slack';

/** Takes contacts in the order of the list. `found` and `shift` are valid during the call only. */
export type Keep<Found> = (i: number, j: number, found: Found, shift: Float64Array) => void;

/** Pairs of round bodies whose rows are settled together: they stay in the cache of the processor. */
export const PAIRS_A_BLOCK = 256;

/** Where a finder writes rows itself, without {@link Keep}. */
export interface RowTarget<List> {
  readonly list: List;
  /** Whether rows can be appended without a look at the last step in between. */
  readonly isReady: () => boolean;
  /** Takes the rows from `first` to the end of the list, which have been appended. */
  readonly settle: (first: number) => void;
}

/** A list that takes rows as they come. */
export function rowsOf<List>(list: List): RowTarget<List> {
  return { list, isReady: () => true, settle: () => undefined };
}

/** What the pairs of space or of the plane need. */
export interface PairParts<Found extends FoundContact> {
  /** Whether the distances of the method are proved. */
  readonly certified: boolean;
  readonly list: NearPairs;
  readonly watch: Pick<RowWatch, 'health' | 'motion'>;
  /** Whether the bounds of two bodies are within the margin. Sets `shift`. */
  readonly mayReach: (i: number, j: number) => boolean;
  /** Translation of body j to the image that body i meets. */
  readonly shift: Float64Array;
  /** Calls the method for a pair of bodies with its memory. */
  readonly ask: (i: number, j: number, state: ContactState) => Found;
  readonly record: Keep<Found>;
  /**
   * Asks pairs from `from` on as long as they are of points (spheres, discs), at most up to `to`, and returns the pair
   * after the last one.
   */
  readonly askPoints: (from: number, to: number) => number;
}

/** Numbers of pairs: proved apart, asked, and those with Status.Unresolved. */
export interface PairCounts {
  apart: number;
  asked: number;
  unresolved: number;
}

/** What finds the contacts of a step and passes them on, those of a range in order. */
export interface Finder {
  /** Of all ranges since the caller set them to 0. */
  readonly counts: PairCounts;
  /** Checks a shape that the last step did not have, and makes room for its contacts. */
  readonly lookAtShape: (shape: number) => void;
  /** Contacts of near pairs `from` to `to`. */
  readonly pairs: (from: number, to: number) => void;
  /** Contacts of bodies `from` to `to` with the walls. */
  readonly walls: (from: number, to: number) => void;
  /** Records of arrays that the finder holds. */
  readonly held: () => readonly object[];
}

/** Finds all contacts of a step with one finder: those of all near pairs, then those of all bodies with the walls. */
export function findAll({ counts, pairs, walls }: Finder, pairCount: number, bodyCount: number): PairCounts {
  counts.apart = counts.asked = counts.unresolved = 0;
  pairs(0, pairCount);
  walls(0, bodyCount);
  return counts;
}

/** Near pairs, as far as a finder needs them. */
export type NearPairs = Pick<NearList, 'edges' | 'radii' | 'reach' | 'table'> & { readonly cell: CellImages | undefined };

/** A function that asks the near pairs `from` to `to` and adds to `counts`. */
export function createPairAsker<Found extends FoundContact>(
  parts: PairParts<Found>,
  counts: PairCounts,
): (from: number, to: number) => void {
  const { certified, list, watch, mayReach, shift, ask, record, askPoints } = parts;
  const state: ContactState = { ints: new Int32Array(0), floats: new Float64Array(0), intOffset: 0, floatOffset: 0 };
  return (from, to) => {
    const { table } = list;
    const { pairs, live } = table;
    const { health, motion } = watch;
    let apart = 0;
    let asked = 0;
    let unresolved = 0;
    for (let p = from; p < to; p++) {
      // Each round takes a pair at least, so it ends.
      for (let next = askPoints(p, to); next > p; next = askPoints(p, to)) p = next;
      if (p === to) break;
      const i = pairs[2 * p];
      const j = pairs[2 * p + 1];
      if (health[i] !== Health.Good || health[j] !== Health.Good || !mayReach(i, j)) {
        if (live[p] === 1) forgetPair(table, p);
        continue;
      }
      if (certified && isStillApart(table, p, motion, i, j)) {
        apart++;
        continue;
      }
      asked++;
      const found = ask(i, j, pairState(state, table, p));
      const { status } = found;
      if (status === Status.Unresolved) unresolved++;
      if (certified && status === Status.Separated && found.count === 0) keepSlack(list, p, i, j, found, shift);
      if (found.count > 0 || status === Status.Invalid) record(i, j, found, shift);
    }
    counts.apart += apart;
    counts.asked += asked;
    counts.unresolved += unresolved;
  };
}
