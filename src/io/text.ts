/**
 * Shared by the readers and writers of text formats: lines split into words, numbers with checks, errors with the line.
 *
 * All formats of this folder consist of lines of words between blanks. A reader requests a number at a place, with
 * words that describe it. So every mistake in a file gives one kind of error: InputError 'bad-file', whose `index` is
 * the line (from 1), and whose message says what was expected and what was found.
 *
 * Numbers are decimal literals as C and C++ print them. NaN and infinity are refused, since no format here has a
 * meaning for them. A literal too large for a double is refused too. Written numbers are the shortest decimals that
 * read back as the same double. So a file loses nothing, not even the sign of zero.
 */
import { InputError } from '../math/input-error';

/** A line with words: its number in the file, from 1, and its words. */
export interface Line {
  readonly number: number;
  readonly words: string[];
}

/** The rows of a text, with any of the three line ends. Throws InputError for a value that is not a string. */
export function rowsOf(text: string): string[] {
  if (typeof text !== 'string') throw fileError(1, `expected the text of a file, not ${typeof text}`);
  return text.split(/\r\n|\n|\r/);
}

/** The lines with words, without comments: a word that `comment` matches ends its line. */
export function linesOf(text: string, comment: RegExp): Line[] {
  return [...linesOfRows(rowsOf(text), comment)];
}

/** {@link linesOf}, one at a time: the words of a large file need several times the memory of its text. */
export function* linesOfRows(rows: readonly string[], comment: RegExp): Generator<Line> {
  for (let k = 0; k < rows.length; k++) {
    const words = wordsOf(rows[k], comment);
    if (words.length > 0) yield { number: k + 1, words };
  }
}

/** The words of a row, up to one that `comment` matches. */
export function wordsOf(row: string, comment: RegExp): string[] {
  // \s matches a byte order mark too, so it needs no special treatment.
  const words = row.split(/\s+/).filter((word) => word !== '');
  const end = words.findIndex((word) => comment.test(word));
  if (end >= 0) words.length = end;
  return words;
}

/** `#`, `!` and `//` start comments in the files of Rockable. */
export const COMMENT = /^(?:#|!|\/\/)/;

/** The error of all readers; `line` from 1; `value` is the wrong number or count, if there is one. */
export function fileError(line: number, message: string, value = Number.NaN): InputError {
  return new InputError('bad-file', `line ${line}: ${message}`, line, value);
}

/**
 * A word of a file between quotes, for messages. A file may contain bytes that control a terminal, or a line of
 * megabytes. So characters that do not print become their codes, and only the beginning is shown.
 */
export function quoted(word: string): string {
  let shown = '';
  for (const character of word) {
    if (shown.length >= LONGEST_EXCERPT) return `'${shown}...'`;
    shown += UNPRINTABLE.test(character) ? `\\u{${character.codePointAt(0)!.toString(16)}}` : character;
  }
  return `'${shown}'`;
}

/** Most characters of a word in a message: more than any number has. */
const LONGEST_EXCERPT = 40;

/**
 * Control characters, direction marks, lone surrogates, unusual blanks, combining marks, and the replacement character
 * of decoders.
 */
const UNPRINTABLE = /[\p{C}\p{M}\uFFFD]|[^\S ]/u;

// No two parts of the pattern can match the same digits, so a long row of digits needs linear time.
const NUMBER = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/;
const INTEGER = /^[+-]?\d+$/;

export function isNumber(word: string): boolean {
  return NUMBER.test(word);
}

/** Word k of a line as a finite number; `what` describes it in the error. */
export function numberAt(line: Line, k: number, what: string): number {
  const word = line.words[k];
  if (k >= line.words.length) throw fileError(line.number, `expected ${what}, found the end of the line`);
  const value = NUMBER.test(word) ? Number(word) : Number.NaN;
  if (!Number.isFinite(value)) throw fileError(line.number, `expected ${what}, a finite number, found ${quoted(word)}`, Number(word));
  return value;
}

/** Word k of a line as a whole number from `least` to `most`. */
export function integerAt(line: Line, k: number, what: string, least: number, most: number): number {
  const word = line.words[k];
  if (k >= line.words.length) throw fileError(line.number, `expected ${what}, found the end of the line`);
  const value = INTEGER.test(word) ? Number(word) : Number.NaN;
  if (!(value >= least && value <= most)) {
    throw fileError(line.number, `expected ${what}, a whole number from ${least} to ${most}, found ${quoted(word)}`, Number(word));
  }
  // + 0 turns -0 into 0.
  return value + 0;
}

/** Throws unless the line has exactly `count` words. */
export function expectWords(line: Line, count: number, what: string): void {
  if (line.words.length !== count) {
    throw fileError(line.number, `expected ${what} (${count} words), found ${line.words.length} words`, line.words.length);
  }
}

/** The shortest decimal that reads back as the same double; throws InputError 'not-finite' for NaN and infinity. */
export function formatNumber(value: number): string {
  if (!Number.isFinite(value)) throw new InputError('not-finite', `${value} cannot be written to a file`, -1, value);
  return Object.is(value, -0) ? '-0' : String(value);
}

/** `count` numbers of an array from `start`, with a blank or what `between` says between them. */
export function formatNumbers(values: ArrayLike<number>, start: number, count: number, between = ' '): string {
  let text = formatNumber(values[start]);
  for (let k = 1; k < count; k++) text += between + formatNumber(values[start + k]);
  return text;
}

/**
 * Returns a name or value that is about to be written; throws InputError 'bad-option' unless it reads back as one word.
 */
export function checkWord(name: string, what: string): string {
  if (!/^\S+$/.test(name) || name === '<' || name === '>' || COMMENT.test(name))
    throw new InputError('bad-option', `${what} must be one word, got ${quoted(name)}`);
  return name;
}
