/** Shared by the body sets of space and of the plane: the check of their arrays, and their growth. */
import { InputError } from '../math/input-error';

/** Most rows of a set. Four numbers for each row fit in the longest typed array. */
export const MAX_BODIES = 2 ** 28;

export const ALL_CATEGORIES = 0xffffffff;

export function checkCount(count: number): void {
  if (!Number.isInteger(count) || count < 0 || count > MAX_BODIES) {
    throw new InputError('bad-option', `count must be a whole number from 0 to ${MAX_BODIES}, got ${count}`, -1, count);
  }
}

/** Kernels read these arrays by index and expect exactly these kinds. Another kind would be slower, or rounded. */
export function checkArray(name: string, array: ArrayLike<number>, kind: { new (): object; name: string }, needed: number): void {
  if (!(array instanceof kind)) throw new InputError('bad-option', `${name} must be of kind ${kind.name}, got ${kindOf(array)}`);
  if (array.length < needed)
    throw new InputError('bad-length', `${name} has ${array.length} entries, ${needed} are needed`, -1, array.length);
}

function kindOf(value: unknown): string {
  return typeof value === 'object' && value !== null ? value.constructor.name : String(value);
}

/** Plain JavaScript may pass any value. */
export function checkRecord(arrays: unknown): void {
  if (typeof arrays !== 'object' || arrays === null)
    throw new InputError('bad-option', `a body set is made of arrays, got ${String(arrays)}`);
}

export function checkSet(bodies: unknown, maker: string): void {
  const given = bodies as { shapes?: unknown; freeRows?: unknown } | null | undefined;
  if (!Array.isArray(given?.shapes) || !Array.isArray(given.freeRows)) {
    throw new InputError('bad-option', `this is no body set, such as ${maker} makes`);
  }
}

/** The numbers of a new body, or of all parts of a new clump, that its rows of whole numbers must hold. */
interface Settings {
  readonly group?: number | undefined;
  readonly flags?: number | undefined;
  readonly category?: number | undefined;
  readonly mask?: number | undefined;
}

/**
 * Least and largest number that a row holds as it is given. Category and mask are 32 bits. So they may be negative:
 * `~2` is all bits but one.
 */
const SETTINGS = [
  ['group', -(2 ** 31), 2 ** 31 - 1],
  ['flags', 0, 255],
  ['category', -(2 ** 31), ALL_CATEGORIES],
  ['mask', -(2 ** 31), ALL_CATEGORIES],
] as const;

/** Throws InputError 'bad-option' for a number that the rows would change: it is no whole number, or out of range. */
export function checkSettings(of: 'body' | 'clump', settings: Settings, row: number): void {
  for (const [name, least, most] of SETTINGS) {
    const value = settings[name];
    if (value === undefined || (Number.isInteger(value) && value >= least && value <= most)) continue;
    const text = `${name} of the new ${of} is ${String(value)}, expected a whole number from ${least} to ${most}`;
    throw new InputError('bad-option', text, row, value);
  }
}

/**
 * Throws InputError unless the array has `width` numbers for each of `rows` rows: 'bad-option' for another kind,
 * 'bad-length' for one that is too short. The index is that of the first row without numbers.
 */
export function checkWidth(name: string, array: Float64Array, width: number, rows: number): void {
  checkArray(name, array, Float64Array, 0);
  if (array.length >= width * rows) return;
  const text = `${name} has ${array.length} entries, ${width * rows} are needed: ${width} for each of ${rows} rows`;
  throw new InputError('bad-length', text, Math.floor(array.length / width), array.length);
}

/** Throws InputError 'bad-option' unless these are shapes; the index is that of the first wrong entry. */
export function checkShapes(shapes: unknown, isShape: (shape: unknown) => boolean, what: string): void {
  if (!Array.isArray(shapes)) throw new InputError('bad-option', `shapes must be an array, each of them a ${what}`);
  for (let s = 0; s < shapes.length; s++) checkShape(shapes[s], s, isShape, what);
}

export function checkShape(shape: unknown, s: number, isShape: (shape: unknown) => boolean, what: string): void {
  if (!isShape(shape)) throw new InputError('bad-option', `shapes[${s}] is no ${what}`, s);
}

/** Throws InputError 'bad-length' unless this has `length` entries. */
export function checkNumbers(name: string, numbers: ArrayLike<number>, length: number, row: number): void {
  const given: unknown = (numbers as ArrayLike<number> | null | undefined)?.length;
  if (given === length) return;
  throw new InputError(
    'bad-length',
    `${name} of the new body has ${length} numbers, got ${String(given)}`,
    row,
    typeof given === 'number' ? given : Number.NaN,
  );
}

export function checkShapeIndex(shape: number, shapeCount: number, row: number): void {
  if (shape < -1 || shape >= shapeCount) {
    throw new InputError('bad-index', `shapeIndex[${row}] is ${shape}, but there are ${shapeCount} shapes`, row, shape);
  }
}

export function checkRounding(rounding: number, row: number): void {
  if (!(rounding >= 0 && rounding < Infinity)) {
    throw new InputError('bad-radius', `rounding of body ${row} is ${rounding}, expected a finite length >= 0`, row, rounding);
  }
}

/** Throws InputError 'bad-radius' for a body without thickness: a point, segment or plate that no radius swells. */
export function checkThickness(dimension: number, rounding: number, row: number): void {
  if (!(dimension < 3) || rounding > 0) return;
  const [core, body] = CORES[dimension];
  const text = `body ${row} is a ${core} with rounding ${rounding}: give it a rounding radius > 0, that of the ${body}`;
  throw new InputError('bad-radius', text, row, rounding);
}

const CORES = [
  ['point', 'sphere'],
  ['segment', 'rod'],
  ['flat plate', 'rim of the plate, half its thickness'],
] as const;

export function checkHandle(bodies: { readonly count: number; readonly shapeIndex: Int32Array }, handle: number): void {
  if (!Number.isInteger(handle) || handle < 0 || handle >= bodies.count || bodies.shapeIndex[handle] < 0) {
    throw new InputError('bad-index', `no body has the handle ${handle}`, handle, handle);
  }
}
