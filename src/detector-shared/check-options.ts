/** The checks of options that detectors of space and of the plane share. */
import { checkArray } from '../body/body-arrays';
import { checkRows, COMMON_ROWS } from '../body/row-arrays';
import { InputError } from '../math/input-error';
import type { BodyRows } from './row-watch';

interface CommonOptions {
  readonly bodies: BodyRows & { readonly positions: Float64Array };
  readonly method: { readonly name: string; readonly stateInts: number; readonly stateFloats: number; readonly sharpOnly?: boolean };
  readonly maxPoints?: number | undefined;
  readonly capacity?: number | undefined;
}

/**
 * Throws InputError for bodies, a method, lengths or a capacity that a detector cannot work with. `maker` and `methods`
 * are what messages name, `lengths` the options that are lengths. Returns the options.
 */
export function checkCommonOptions<Options extends CommonOptions>(
  options: Options,
  maker: string,
  methods: string,
  lengths: readonly (keyof Options & string)[],
): Options {
  // The types say so, but plain JavaScript does not.
  const given = (options as Options | null) ?? ({} as Partial<Options>);
  const { bodies, method, maxPoints, capacity } = given;
  if (!(bodies?.positions instanceof Float64Array) || !Array.isArray(bodies.shapes) || !(bodies.rounding instanceof Float64Array)) {
    throw new InputError('bad-option', `a detector needs bodies: a body set, such as ${maker} makes`);
  }
  if (
    typeof (method as { detect?: unknown } | undefined)?.detect !== 'function' ||
    !isCount(method?.stateInts) ||
    !isCount(method.stateFloats)
  ) {
    throw new InputError('bad-option', `a detector needs a method, such as ${methods}`);
  }
  if (method.sharpOnly === true) {
    const rounded = bodies.rounding.subarray(0, bodies.count).findIndex((radius) => radius > 0);
    if (rounded >= 0) {
      throw new InputError(
        'bad-option',
        `the method '${method.name}' takes sharp bodies only, but body ${rounded} has a rounding radius: set it to 0 or take another method`,
        rounded,
        bodies.rounding[rounded],
      );
    }
  }
  for (const name of lengths) {
    const value = given[name] as number | undefined;
    if (value !== undefined && !(Number.isFinite(value) && value >= 0)) {
      throw new InputError('bad-option', `${name} must be a finite number >= 0, got ${String(value)}`, -1, value);
    }
  }
  if (maxPoints !== undefined && !isCount(maxPoints)) {
    throw new InputError('bad-option', `maxPoints must be a whole number >= 0, got ${String(maxPoints)}`, -1, maxPoints);
  }
  if (capacity !== undefined && !(isCount(capacity) && capacity <= MOST_CONTACTS)) {
    throw new InputError('bad-option', `capacity must be a whole number from 0 to ${MOST_CONTACTS}, got ${String(capacity)}`, -1, capacity);
  }
  return options;
}

/**
 * Throws InputError when arrays of a body set that sets of space and of the plane have are missing ('bad-option') or
 * too short for its count ('bad-length').
 */
export function checkRowArrays(bodies: CommonOptions['bodies'], coordinates: number): void {
  const { count } = bodies;
  if (!isCount(count))
    throw new InputError('bad-option', `the body set's count must be a whole number >= 0, got ${String(count)}`, -1, count);
  if (!Array.isArray(bodies.shapes)) throw new InputError('bad-option', 'the shapes of the body set must be an array');
  if (typeof bodies.excluded !== 'object')
    throw new InputError('bad-option', 'the body set has no excluded pairs: createBodySet makes them');
  checkRows(bodies, COMMON_ROWS, count);
  checkArray('positions', bodies.positions, Float64Array, coordinates * count);
}

function isCount(value: unknown): value is number {
  return Number.isInteger(value) && (value as number) >= 0;
}

/** Three numbers a contact stay below the longest typed array. */
const MOST_CONTACTS = 2 ** 28;
