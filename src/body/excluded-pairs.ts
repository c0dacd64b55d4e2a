/**
 * Pairs of bodies that make no contact although their groups and masks allow it, such as two bodies that a joint holds
 * together.
 *
 * A hash table of rows (i, j), i < j, with linear probing (Knuth, The Art of Computer Programming 3, section 6.4,
 * algorithms L and R), in one flat array, so that a set of bodies stays plain data. Each pair is stored with the
 * generation of both rows. When one of the two bodies is removed, the entry is not valid any more. It is deleted when
 * the table is built again.
 */
import { InputError } from '../math/input-error';
import { checkHandle } from './body-arrays';
import type { BodySet } from './body-set';

export interface ExcludedPairs {
  /** Entries, those of removed bodies included. */
  count: number;
  /** Increases with each change. So the owner of a near list sees when to search near pairs again. */
  changes: number;
  /**
   * Four numbers an entry: i, j, generation of i, generation of j; i is -1 for an empty entry. Length 4 times a power
   * of two.
   */
  entries: Int32Array;
}

/** A body set of space or of the plane. */
export type ExcludingBodies = Pick<BodySet, 'count' | 'shapeIndex' | 'generation' | 'excluded'>;

const NUMBERS = 4;

export function createExcludedPairs(): ExcludedPairs {
  return { count: 0, changes: 0, entries: emptyEntries(8) };
}

/**
 * From the next step on bodies i and j make no contact, until {@link includePair} or until one of them is removed.
 * Nothing happens if they are excluded already. For bodies of space and of the plane. Masks and groups are cheaper
 * where they suffice. O(1). Throws InputError 'bad-index' for a handle that is not in use, or the same one twice.
 *
 * @example
 * ```ts
 * const bodies = createBodySet({ shapes: [box(1, 1, 1)], positions: new Float64Array(6) });
 * excludePair(bodies, 0, 1); // a hinge joins them
 * mayPair(bodies, 0, 1); // false
 * includePair(bodies, 0, 1); // the hinge is broken
 * ```
 */
export function excludePair(bodies: ExcludingBodies, i: number, j: number): void {
  const { excluded, generation } = bodies;
  checkPair(bodies, i, j);
  if (isExcluded(bodies, i, j)) return;
  // No more than half full, so that searches are short.
  if (NUMBERS * 2 * (excluded.count + 1) > excluded.entries.length) renew(bodies);
  const [first, second] = i < j ? [i, j] : [j, i];
  const e = place(excluded.entries, first, second);
  if (excluded.entries[e] < 0) excluded.count++;
  excluded.entries[e] = first;
  excluded.entries[e + 1] = second;
  excluded.entries[e + 2] = generation[first];
  excluded.entries[e + 3] = generation[second];
  excluded.changes++;
}

/** Bodies i and j make contacts again; the reverse of {@link excludePair}. Nothing happens if they do already. */
export function includePair(bodies: ExcludingBodies, i: number, j: number): void {
  const { excluded } = bodies;
  checkPair(bodies, i, j);
  if (!isExcluded(bodies, i, j)) return;
  const { entries } = excluded;
  remove(entries, i < j ? place(entries, i, j) : place(entries, j, i));
  excluded.count--;
  excluded.changes++;
}

/** Whether {@link excludePair} holds for bodies i and j. O(1). */
export function isExcluded(bodies: Pick<BodySet, 'generation' | 'excluded'>, i: number, j: number): boolean {
  return isExcludedPair(bodies.excluded, bodies.generation, i, j);
}

/** {@link isExcluded} for the inner loops, without a record of both. */
export function isExcludedPair(excluded: ExcludedPairs, generation: Uint32Array, i: number, j: number): boolean {
  if (excluded.count === 0) return false;
  const { entries } = excluded;
  const first = i < j ? i : j;
  const second = i < j ? j : i;
  const e = place(entries, first, second);
  return entries[e] >= 0 && entries[e + 2] === (generation[first] | 0) && entries[e + 3] === (generation[second] | 0);
}

/**
 * The excluded pairs, two rows a pair, i < j, in order. Save them with a scene, and restore them with {@link
 * excludePair}. Allocates a new array.
 *
 * @example
 * ```ts
 * const pairs = excludedPairs(bodies);
 * for (let k = 0; k < pairs.length; k += 2) includePair(bodies, pairs[k], pairs[k + 1]); // all joints are broken
 * ```
 */
export function excludedPairs(bodies: ExcludingBodies): Int32Array {
  const { entries } = bodies.excluded;
  const pairs: [number, number][] = [];
  for (let e = 0; e < entries.length; e += NUMBERS) {
    if (isLive(bodies, e)) pairs.push([entries[e], entries[e + 1]]);
  }
  pairs.sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  return Int32Array.from(pairs.flat());
}

function checkPair(bodies: ExcludingBodies, i: number, j: number): void {
  checkHandle(bodies, i);
  checkHandle(bodies, j);
  if (i === j) throw new InputError('bad-index', `a pair is two bodies, got ${i} twice`, i, i);
}

function emptyEntries(capacity: number): Int32Array {
  return new Int32Array(NUMBERS * capacity).fill(-1);
}

/** Where the pair is, or the empty place where it would be. There always is one, as the table is half empty. */
function place(entries: Int32Array, i: number, j: number): number {
  const last = entries.length - NUMBERS;
  let e = home(entries, i, j);
  for (let tried = 0; tried <= last; tried += NUMBERS) {
    if (entries[e] < 0 || (entries[e] === i && entries[e + 1] === j)) return e;
    e = e === last ? 0 : e + NUMBERS;
  }
  return e;
}

function home(entries: Int32Array, i: number, j: number): number {
  let h = Math.imul(i, 0x9e3779b1) ^ Math.imul(j, 0x85ebca6b);
  h ^= h >>> 15;
  h = Math.imul(h, 0x2c1b3c6d);
  h ^= h >>> 13;
  return NUMBERS * (h & (entries.length / NUMBERS - 1));
}

/** Empties a place and moves up entries behind it that could not be where they belong. */
function remove(entries: Int32Array, place: number): void {
  const last = entries.length - NUMBERS;
  let hole = place;
  let e = place;
  for (let tried = 0; tried <= last; tried += NUMBERS) {
    e = e === last ? 0 : e + NUMBERS;
    if (entries[e] < 0) break;
    const h = home(entries, entries[e], entries[e + 1]);
    // It stays when its home lies behind the hole, going round.
    if (hole <= e ? hole < h && h <= e : hole < h || h <= e) continue;
    for (let k = 0; k < NUMBERS; k++) entries[hole + k] = entries[e + k];
    hole = e;
  }
  for (let k = 0; k < NUMBERS; k++) entries[hole + k] = -1;
}

/** Builds the table again, with room for twice the number of valid pairs. */
function renew(bodies: ExcludingBodies): void {
  const { excluded } = bodies;
  const old = excluded.entries;
  let live = 0;
  for (let e = 0; e < old.length; e += NUMBERS) if (isLive(bodies, e)) live++;
  let capacity = 8;
  while (capacity < 4 * (live + 1)) capacity *= 2;
  const entries = emptyEntries(capacity);
  for (let e = 0; e < old.length; e += NUMBERS) {
    if (!isLive(bodies, e)) continue;
    const to = place(entries, old[e], old[e + 1]);
    for (let k = 0; k < NUMBERS; k++) entries[to + k] = old[e + k];
  }
  excluded.entries = entries;
  excluded.count = live;
}

/** Whether there is an entry, of bodies that are both there still. */
function isLive({ excluded: { entries }, generation }: ExcludingBodies, e: number): boolean {
  const [i, j] = [entries[e], entries[e + 1]];
  return i >= 0 && entries[e + 2] === (generation[i] | 0) && entries[e + 3] === (generation[j] | 0);
}
