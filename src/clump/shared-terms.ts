/**
 * Inclusion and exclusion over parts, in space and in the plane: the regions that two parts, three parts and so on
 * share, depth first. The region that some parts share is cut by each later part that meets it. A region that is empty
 * ends its branch, and with it all terms of more parts.
 */
import { InputError } from '../math/input-error';

/** Most parts that may share one place: each further part can double the number of terms. */
export const MAX_COMMON_PARTS = 10;

/** Most regions that are added and subtracted for one part and those after it. */
export const MAX_TERMS = 100_000;

/** Regions of one kind, with the first part as the frame. */
export interface Sharing<R> {
  /** What a region shares with a part; undefined if that is empty. */
  share: (region: R, part: number) => R | undefined;
  /** Takes a region with the sign of its term: -1 for two parts, 1 for three, and so on. */
  add: (region: R, sign: number) => void;
}

/**
 * All terms of a part (as a region) and parts after it. Throws InputError 'bad-option' when more parts than {@link
 * MAX_COMMON_PARTS} share a place or there are more than {@link MAX_TERMS} terms; the index is that of the part.
 */
export function addSharedTerms<R>(sharing: Sharing<R>, part: R, later: readonly number[]): void {
  addTerms(sharing, part, later, 1, { terms: 0 });
}

/** Adds the terms of the region that `depth` parts share with each of the `later` ones, and theirs. */
function addTerms<R>(sharing: Sharing<R>, region: R, later: readonly number[], depth: number, count: { terms: number }): void {
  const found: { part: number; region: R }[] = [];
  for (const part of later) {
    const shared = sharing.share(region, part);
    if (shared !== undefined) found.push({ part, region: shared });
  }
  if (found.length > 0 && depth === MAX_COMMON_PARTS) {
    const { part } = found[0];
    throw new InputError(
      'bad-option',
      `part ${part} has a place in common with ${depth} other parts that overlap there; at most ${MAX_COMMON_PARTS} parts may. ` +
        'Make the parts disjoint or give the mass of the clump',
      part,
      depth + 1,
    );
  }
  for (let k = 0; k < found.length; k++) {
    if (++count.terms > MAX_TERMS) {
      const text = `parts share more than ${MAX_TERMS} regions. Make the parts disjoint or give the mass of the clump`;
      throw new InputError('bad-option', text, found[k].part, count.terms);
    }
    sharing.add(found[k].region, depth % 2 === 1 ? -1 : 1);
    const next = found.slice(k + 1).map(({ part }) => part);
    if (next.length > 0) addTerms(sharing, found[k].region, next, depth + 1, count);
  }
}
