/**
 * The arrays of a body set, in space or in the plane: how many bodies they have room for, and how they grow.
 *
 * The caller may have other views on the given arrays, perhaps in other threads. So a set on the caller's arrays grows
 * only if the caller asks for it, and it lists the replaced arrays.
 */
import { InputError } from '../math/input-error';
import { ALL_CATEGORIES, checkArray, checkCount, checkSettings } from './body-arrays';
import { longer } from '../math/longer';

export type RowArray = Float64Array | Int32Array | Uint32Array | Uint8Array;

/** Kind of each array, and numbers a body. */
export type RowKinds = Readonly<
  Record<string, { readonly kind: { new (length?: number): RowArray; name: string }; readonly width: number }>
>;

/** Sets the numbers of an array from `from` on to the default values of a body; other arrays have the default 0. */
type FillRows = (name: string, array: RowArray, from: number) => void;

/** The common fields of sets of space and of the plane; each adds its positions and rotations. */
export const COMMON_ROWS = {
  shapeIndex: { kind: Int32Array, width: 1 },
  rounding: { kind: Float64Array, width: 1 },
  group: { kind: Int32Array, width: 1 },
  flags: { kind: Uint8Array, width: 1 },
  category: { kind: Uint32Array, width: 1 },
  mask: { kind: Uint32Array, width: 1 },
  generation: { kind: Uint32Array, width: 1 },
} as const;

interface GrowingSet {
  readonly grow: boolean;
  readonly moved: string[];
}

const arraysOf = (set: object): Record<string, RowArray | undefined> => set as Record<string, RowArray | undefined>;

/** The arrays that are given, and new ones with room for `capacity` bodies for those that are not. */
export function createRows(given: object, kinds: RowKinds, capacity: number, fill: FillRows): Record<string, unknown> {
  const rows: Record<string, unknown> = {};
  for (const [name, { kind, width }] of Object.entries(kinds)) {
    rows[name] = arraysOf(given)[name];
    if (rows[name] !== undefined) continue;
    const array = new kind(width * capacity);
    fill(name, array, 0);
    rows[name] = array;
  }
  return rows;
}

/** Whether any of the arrays is given. */
export function hasRows(given: object, kinds: RowKinds): boolean {
  return Object.keys(kinds).some((name) => arraysOf(given)[name] !== undefined);
}

/** Throws InputError 'bad-option' for given arrays of another kind, and for null. */
export function checkKinds(given: object, kinds: RowKinds): void {
  for (const [name, { kind }] of Object.entries(kinds)) {
    const array = arraysOf(given)[name];
    if (array !== undefined) checkArray(name, array, kind, 0);
  }
}

/** Number of bodies for which all given arrays have room; Infinity if no array is given. */
export function capacityOf(set: object, kinds: RowKinds): number {
  let capacity = Infinity;
  for (const [name, { width }] of Object.entries(kinds)) {
    const array = arraysOf(set)[name];
    if (array !== undefined) capacity = Math.min(capacity, Math.floor(array.length / width));
  }
  return capacity;
}

/** Throws InputError for arrays of another kind ('bad-option') or too short for `count` bodies ('bad-length'). */
export function checkRows(set: object, kinds: RowKinds, count: number): void {
  for (const [name, { kind, width }] of Object.entries(kinds)) {
    const array = arraysOf(set)[name];
    checkArray(name, array as ArrayLike<number>, kind, width * count);
  }
}

/**
 * Room for `capacity` bodies: arrays that are too short are replaced by longer ones. Throws InputError 'bad-length' if
 * the set may not grow, 'bad-option' for a value that is not a number of bodies.
 */
export function growRows(set: GrowingSet, kinds: RowKinds, capacity: number, fill: FillRows): void {
  checkCount(capacity);
  const room = capacityOf(set, kinds);
  if (capacity <= room) return;
  const short = Object.keys(kinds).filter((name) => Math.floor((arraysOf(set)[name]?.length ?? 0) / kinds[name].width) < capacity);
  if (!set.grow) {
    throw new InputError(
      'bad-length',
      `the body set stands on the caller's arrays and is full: ${short.join(', ')} have room for ${room} bodies, ${capacity} are needed. ` +
        'Give longer arrays and a count, or let the set make new ones: grow: true',
      capacity - 1,
      room,
    );
  }
  for (const name of short) {
    const old = arraysOf(set)[name] ?? new kinds[name].kind();
    const array = longer(old, kinds[name].width * capacity);
    fill(name, array, old.length);
    arraysOf(set)[name] = array;
    if (!set.moved.includes(name)) set.moved.push(name);
  }
}

/** Sets new rows to the default values of a body. */
export function fillCommonRows(name: string, array: RowArray, from: number): void {
  if (name === 'category') array.fill(1, from);
  else if (name === 'mask') array.fill(ALL_CATEGORIES, from);
}

/** What a body set of space and of the plane have in common for its rows. */
interface RowSet<S> extends GrowingSet {
  count: number;
  readonly shapes: S[];
  readonly shapeIndex: Int32Array;
  readonly rounding: Float64Array;
  readonly group: Int32Array;
  readonly flags: Uint8Array;
  readonly category: Uint32Array;
  readonly mask: Uint32Array;
  readonly generation: Uint32Array;
  readonly freeRows: number[];
}

/** The common data of a new body. */
interface NewRow<S> {
  readonly shape: S;
  readonly rounding?: number;
  readonly group?: number;
  readonly flags?: number;
  readonly category?: number;
  readonly mask?: number;
}

/** The row of the next new body: one of a removed body, or the row after the last. */
export function nextRow({ freeRows, count }: Pick<RowSet<unknown>, 'freeRows' | 'count'>): number {
  return freeRows.length > 0 ? freeRows[freeRows.length - 1] : count;
}

/**
 * Puts a body with checked shape, pose and rounding in the row of {@link nextRow}, all fields except the pose. Makes
 * longer arrays when there is no room. Throws as {@link checkSettings} and {@link growRows}.
 */
export function takeRow<S>(set: RowSet<S>, kinds: RowKinds, row: number, body: NewRow<S>, fill: FillRows): void {
  checkSettings('body', body, row);
  const room = capacityOf(set, kinds);
  if (row >= room) growRows(set, kinds, set.grow ? Math.max(16, 2 * room) : row + 1, fill);
  let shape = set.shapes.indexOf(body.shape);
  if (shape < 0) shape = set.shapes.push(body.shape) - 1;
  set.shapeIndex[row] = shape;
  set.rounding[row] = body.rounding ?? 0;
  set.group[row] = body.group ?? 0;
  set.flags[row] = body.flags ?? 0;
  set.category[row] = body.category ?? 1;
  set.mask[row] = body.mask ?? ALL_CATEGORIES;
  set.generation[row]++;
  if (row === set.count) set.count++;
  else set.freeRows.pop();
}

/** Marks the row of a removed body as free. */
export function releaseRow(set: Pick<RowSet<unknown>, 'shapeIndex' | 'generation' | 'freeRows'>, row: number): void {
  set.shapeIndex[row] = -1;
  set.generation[row]++;
  set.freeRows.push(row);
}
