/**
 * Which rows of a body set are parts of which clump: the bookkeeping that clump sets of space and of the plane share.
 *
 * Parts of one clump have one group, so they never meet. That is the user's group of the clump, or, without one, a
 * group of the clump's own: {@link OWN_GROUPS} plus the row of its first part. A row belongs to one clump, so the
 * groups of clumps differ, also those of several sets of clumps on one body set.
 */
import { MAX_BODIES } from '../body/body-arrays';
import { capacityOf, growRows, type RowArray, type RowKinds } from '../body/row-arrays';
import { InputError } from '../math/input-error';

/** Groups of clumps that have no group of the user's: this plus the row of the first part. */
const OWN_GROUPS = -(2 ** 31);

/** The least group that is not one of those. */
const LEAST_GROUP = OWN_GROUPS + MAX_BODIES;

/** What body sets of space and of the plane have in common. */
export interface PartBodies {
  count: number;
  shapeIndex: Int32Array;
  generation: Uint32Array;
  group: Int32Array;
  readonly freeRows: number[];
}

/** What sets of clumps of space and of the plane have in common. */
export interface ClumpRows {
  /** Rows of clumps handed out so far, removed ones included. Arrays may be longer. */
  count: number;
  /** Index into clumps, length >= count; -1 marks a removed clump. */
  clumpIndex: Int32Array;
  /** Bits of BodyFlag, length >= count; for all parts. */
  flags: Uint8Array;
  /** Row in the body set of the first part of each clump, -1 if none is left; length >= count. */
  firstPart: Int32Array;
  /** By row of the body set: the clump that it is a part of; -1 for a body that is not a part. */
  clumpOf: Int32Array;
  /** By row of the body set: the number of the part in its clump. */
  partOf: Int32Array;
  /** By row of the body set: the row of the next part of the same clump, -1 for the last one. */
  nextPart: Int32Array;
  /** By row of the body set: its generation when it became a part. */
  partGeneration: Uint32Array;
  /** Rows of removed clumps, used again by addClump. */
  readonly freeClumps: number[];
  readonly grow: true;
  /**
   * Names of the arrays that were replaced by longer ones, each once. The program empties the list after reading it:
   * `clumps.moved.length = 0`.
   */
  readonly moved: string[];
}

export const CLUMP_ROWS = {
  clumpIndex: { kind: Int32Array, width: 1 },
  flags: { kind: Uint8Array, width: 1 },
  firstPart: { kind: Int32Array, width: 1 },
} as const;

const PART_ROWS = {
  clumpOf: { kind: Int32Array, width: 1 },
  partOf: { kind: Int32Array, width: 1 },
  nextPart: { kind: Int32Array, width: 1 },
  partGeneration: { kind: Uint32Array, width: 1 },
} as const;

/** The fields of a set without clumps, for a body set with these many rows. */
export function createClumpRows(bodies: PartBodies): ClumpRows {
  const rows = bodies.count;
  return {
    count: 0,
    clumpIndex: new Int32Array(1),
    flags: new Uint8Array(1),
    firstPart: new Int32Array(1),
    clumpOf: new Int32Array(rows).fill(-1),
    partOf: new Int32Array(rows),
    nextPart: new Int32Array(rows),
    partGeneration: new Uint32Array(rows),
    freeClumps: [],
    grow: true,
    moved: [],
  };
}

/** Longer arrays by row of the body set, when that has grown. Returns how many rows it has. */
export function fitParts(set: ClumpRows, { count }: PartBodies): number {
  const room = set.clumpOf.length;
  if (count > room) growRows(set, PART_ROWS, Math.max(16, count, 2 * room), fillParts);
  return count;
}

function fillParts(name: string, array: RowArray, from: number): void {
  if (name === 'clumpOf') array.fill(-1, from);
}

/** The row that the next clump gets; makes room for it in all arrays of `kinds`. */
export function nextClump(set: ClumpRows, kinds: RowKinds): number {
  const { freeClumps } = set;
  if (freeClumps.length > 0) return freeClumps[freeClumps.length - 1];
  const room = capacityOf(set, kinds);
  if (set.count >= room) growRows(set, kinds, Math.max(16, 2 * room), leaveZeros);
  return set.count;
}

function leaveZeros(): void {
  // New numbers of an array are 0.
}

/** The rows become the parts of clump c, in their order, and the clump is there. They have one group. */
export function linkParts(set: ClumpRows, bodies: PartBodies, c: number, rows: readonly number[]): void {
  fitParts(set, bodies);
  for (const row of rows) if (set.clumpOf[row] >= 0) dropPart(set, bodies, row);
  const hasOwnGroup = bodies.group[rows[0]] === 0;
  rows.forEach((row, part) => {
    if (hasOwnGroup) bodies.group[row] = OWN_GROUPS + rows[0];
    set.clumpOf[row] = c;
    set.partOf[row] = part;
    set.nextPart[row] = part + 1 < rows.length ? rows[part + 1] : -1;
    set.partGeneration[row] = bodies.generation[row];
  });
  set.firstPart[c] = rows[0];
  if (c === set.count) set.count++;
  else set.freeClumps.pop();
}

/** The body of a row has been removed alone: the row is then not a part, and the list of its clump leaves it out. */
export function dropPart({ clumpOf, firstPart, nextPart }: ClumpRows, { group }: PartBodies, row: number): void {
  const c = clumpOf[row];
  clumpOf[row] = -1;
  if (firstPart[c] !== row) {
    for (let part = firstPart[c]; part >= 0; part = nextPart[part]) {
      if (nextPart[part] === row) nextPart[part] = nextPart[row];
    }
    return;
  }
  const first = nextPart[row];
  firstPart[c] = first;
  // The row may become the first part of another clump, so its group is free.
  for (let part = first; part >= 0; part = nextPart[part]) {
    if (group[part] === OWN_GROUPS + row) group[part] = OWN_GROUPS + first;
  }
}

/** Removes clump c with its parts. */
export function unlinkParts(set: ClumpRows, bodies: PartBodies, c: number, remove: (row: number) => void): void {
  for (let row = set.firstPart[c]; row >= 0; row = set.nextPart[row]) {
    set.clumpOf[row] = -1;
    if (bodies.generation[row] === set.partGeneration[row]) remove(row);
  }
  set.clumpIndex[c] = -1;
  set.freeClumps.push(c);
}

export function checkClumpHandle(set: ClumpRows, handle: number): void {
  if (!Number.isInteger(handle) || handle < 0 || handle >= set.count || set.clumpIndex[handle] < 0) {
    throw new InputError('bad-index', `no clump has the handle ${handle}`, handle, handle);
  }
}

/** Throws InputError 'bad-option' for a group of clump c that belongs to clump sets. */
export function checkGroup(c: number, group: number): void {
  if (Number.isInteger(group) && group >= LEAST_GROUP && group < 2 ** 31) return;
  const range = `${LEAST_GROUP} to ${2 ** 31 - 1}`;
  throw new InputError('bad-option', `group of the new clump is ${group}, expected a whole number from ${range}`, c, group);
}
