/**
 * The memory of a detector as JSON and back, for small scenes, for which a text file is practical: about 15 characters
 * a number. Every number is an integer, a double being two of 32 bits (the lower one first), so JSON keeps every bit,
 * NaN and -0 included.
 */
import { InputError } from '../math/input-error';

/** What memoryToJson gives: numbers, texts, arrays of numbers, and records of these. */
export type JsonMemory = Record<string, unknown>;

/** The arrays that hold doubles. */
const DOUBLES = ['rounding', 'reach', 'floats', 'points', 'positions', 'orientations', 'rotations'];

/** Arrays of integers for typed arrays. */
export function toJson(memory: object): JsonMemory {
  const out: JsonMemory = {};
  for (const [name, value] of Object.entries(memory) as [string, unknown][]) {
    if (value instanceof Float64Array) out[name] = Array.from(new Int32Array(value.buffer, value.byteOffset, 2 * value.length));
    else if (value instanceof Int32Array) out[name] = Array.from(value);
    else out[name] = typeof value === 'object' && value !== null ? toJson(value) : value;
  }
  return out;
}

/**
 * The reverse of {@link toJson}. Throws InputError 'bad-option' for what is no record, 'bad-index' for numbers that are
 * no integers of 32 bits, 'bad-length' for half a double.
 */
export function fromJson(json: unknown, isInner = false): Record<string, unknown> {
  if (typeof json !== 'object' || json === null || Array.isArray(json))
    throw new InputError('bad-option', 'this is no memory of a detector, as memoryToJson gives it');
  const out: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(json) as [string, unknown][]) {
    // Slots are records in the record; there are no deeper ones.
    if (!Array.isArray(value)) out[name] = typeof value === 'object' && value !== null && !isInner ? fromJson(value, true) : value;
    else if (DOUBLES.includes(name)) out[name] = doubles(name, value);
    else out[name] = integers(name, value);
  }
  return out;
}

function integers(name: string, values: readonly unknown[]): Int32Array {
  const out = new Int32Array(values.length);
  values.forEach((value, k) => {
    out[k] = value as number;
    if (out[k] !== value) throw new InputError('bad-index', `${name}[${k}] of the memory is ${String(value)}`, k);
  });
  return out;
}

function doubles(name: string, halves: readonly unknown[]): Float64Array {
  if (halves.length % 2 !== 0)
    throw new InputError('bad-length', `${name} of the memory has ${halves.length} halves of doubles`, -1, halves.length);
  return new Float64Array(integers(name, halves).buffer);
}
