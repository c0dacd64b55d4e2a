/**
 * The common part of all readers of this folder: their options, and the notices that they return.
 *
 * A record is a shape, a particle, an interaction, a solid, a face or a triangle. A reader does one of three things
 * with a record: it reads it, it reads it with a change, or it leaves it out. In the last two cases it returns a {@link
 * FileNotice}.
 */
import { InputError, type InputErrorCode } from '../math/input-error';
import { fileError, quoted } from './text';

/**
 * What a notice is about. A code of {@link InputError}: the record is left out for this reason. The other codes:
 *
 * - `'skipped'`: a part of the file has no meaning here and was skipped.
 * - `'mended'`: the text breaks the rules of its format, but only one meaning is possible, and that meaning was read.
 * - `'changed'`: the result differs a little from the file.
 */
export type NoticeCode = InputErrorCode | 'skipped' | 'mended' | 'changed';

/** One change that a reader made, or one record that it left out. */
export interface FileNotice {
  readonly code: NoticeCode;
  /** Name of the shape, object or solid; '' without a name. */
  readonly name: string;
  /** Line of the file, from 1; in a binary file the byte, from 0. */
  readonly line: number;
  /** The action and its reason, in words. */
  readonly reason: string;
}

/** The result of a reader: the records of the file in its order, and the notices. */
export interface FileRecords<T> extends Array<T> {
  readonly notices: readonly FileNotice[];
}

/** Options of all readers. */
export interface ReadOptions {
  /**
   * Names of the shapes (.shp), objects (OBJ) or solids (STL) to read; all others are skipped without checks. A name
   * that the file does not have is an error. Names may repeat. Default: all. Scenes and OFF files have no named records
   * and do not use it.
   */
  readonly names?: readonly string[] | ReadonlySet<string>;
  /**
   * What to do with a bad record: `'throw'` (default) throws an InputError; `'collect'` makes a notice of the error,
   * leaves the record out and continues. A file without any structure of its format is an InputError in both cases.
   */
  readonly onError?: 'throw' | 'collect';
  /**
   * OBJ, OFF and STL: corners within this share of the largest coordinate of the file become one, from 0 to 0.1. 0
   * joins equal corners. 1e-6 closes surfaces that are open because of six printed digits. Default: 0 for STL files; no
   * welding for OBJ and OFF files.
   */
  readonly weld?: number;
}

/** The state of one call of a reader. */
export interface Reading {
  readonly notices: FileNotice[];
  readonly collects: boolean;
  readonly weld: number | undefined;
  /** undefined when all names are wanted. */
  readonly names: ReadonlySet<string> | undefined;
  /** Those of `names` that were not met yet. */
  readonly unmet: Set<string>;
}

/** Checks the options. Throws InputError 'bad-option'. */
export function beginReading(options: ReadOptions): Reading {
  if (typeof options !== 'object' || options === null) {
    throw new InputError('bad-option', `the options are ${String(options)}, expected an object such as { onError: 'collect' }`);
  }
  const { names, onError = 'throw', weld } = options;
  if (names !== undefined && !Array.isArray(names) && !(names instanceof Set)) {
    throw new InputError('bad-option', `names must be an array or a set of names, got ${typeof names}`);
  }
  if (onError !== 'throw' && onError !== 'collect') {
    throw new InputError('bad-option', `onError is '${String(onError)}', expected 'throw' or 'collect'`);
  }
  if (weld !== undefined && !(weld >= 0 && weld <= 0.1)) {
    throw new InputError('bad-option', `weld is ${weld}, expected a share of the largest coordinate from 0 to 0.1`, -1, weld);
  }
  const wanted = names === undefined ? undefined : new Set(names as readonly string[]);
  return { notices: [], collects: onError === 'collect', weld, names: wanted, unmet: new Set(wanted) };
}

export function addNotice(reading: Reading, code: NoticeCode, line: number, reason: string, name = ''): void {
  reading.notices.push({ code, name, line, reason });
}

/** Adds an error as a notice. The place moves from the message to `line`. */
export function addError(reading: Reading, error: InputError, name = ''): void {
  addNotice(reading, error.code, error.index, error.message.replace(/^(?:line|byte) \d+: /, ''), name);
}

/** What `read` returns. When bad records are collected, its InputError becomes a notice and the result is undefined. */
export function attempt<T>(reading: Reading, name: string, read: () => T): T | undefined {
  if (!reading.collects) return read();
  try {
    return read();
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    addError(reading, error, name);
    return undefined;
  }
}

/** Whether a record of this name is to be read. */
export function wants(reading: Reading, name: string): boolean {
  reading.unmet.delete(name);
  return reading.names === undefined || reading.names.has(name);
}

/** Throws if the file does not have a requested name. */
export function checkMet(reading: Reading, what: string): void {
  for (const name of reading.unmet) {
    attempt(reading, name, () => {
      throw fileError(1, `expected ${what} named ${quoted(name)}, found none in the file`);
    });
  }
}

/** The records and notices of a finished reading. */
export function recordsOf<T>(records: T[], reading: Reading): FileRecords<T> {
  return Object.assign(records, { notices: reading.notices });
}
