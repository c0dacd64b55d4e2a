/**
 * The part of a job that one shard has done, as a file: what `merge` joins.
 *
 * Layout: a line of JSON (the head), blocks of contacts, a line of JSON (the foot), its place and its hash. A block
 * is a line of JSON (frame, numbers of contacts and points) and the arrays of {@link FIELDS}, as this machine keeps
 * them. Blocks come in the order of frames and of (A, B). A block is small, so that merging takes little memory.
 */
import { createHash } from 'node:crypto';
import { closeSync, existsSync, fstatSync, openSync, readSync } from 'node:fs';
import { endianness } from 'node:os';
import { basename, join } from 'node:path';
import { reasonOf, StoppedError } from './faults';
import type { ReadFile } from './read-file';
import type { ContactRows, Frame } from './rows';
import { fileTarget } from './target';

/** What the shards of a job have in common. */
export interface Job {
  readonly shards: number;
  readonly split: 'frames' | 'space';
  readonly method: string;
  readonly margin: number;
  /** Number of files, and a hash of their names. */
  readonly frames: number;
  readonly names: string;
}

export interface Failure {
  readonly frame: number;
  readonly file: string;
  readonly reason: string;
}

interface Head extends Job {
  readonly dem_contact_part: number;
  readonly endian: string;
  readonly shard: number;
}

interface BlockLine {
  readonly frame: number;
  readonly count: number;
  readonly pointCount: number;
}

interface Foot {
  readonly frames: readonly Frame[];
  readonly failures: readonly Failure[];
  /** Files that were read. */
  readonly inputs: readonly ReadFile[];
  readonly sha256: string;
}

/** A row of the detector and its number in the job: false for contacts of other shards. */
export interface Selection {
  readonly isMine: (bodyA: number, bodyB: number) => boolean;
  /** Row of the file for each body. */
  readonly rowOf: ArrayLike<number>;
}

const VERSION = 1;
/** Contacts of a block. */
const BLOCK = 4096;
/** Bytes of the end: the place of the foot, a double, and the hash of the foot. */
const HASH_AT = 8;
const END = HASH_AT + 32;
/** More bytes than the first line and the line of a block have. */
const LONGEST_HEAD = 4096;
const LONGEST_BLOCK_LINE = 256;
const LINE_END = 10;

/** Arrays of a block, with how many numbers a contact or a point has. */
const FIELDS = [
  ['bodyA', Int32Array, 'contact', 1],
  ['bodyB', Int32Array, 'contact', 1],
  ['status', Uint8Array, 'contact', 1],
  ['kind', Uint8Array, 'contact', 1],
  ['gaps', Float64Array, 'contact', 1],
  ['areas', Float64Array, 'contact', 1],
  ['volumes', Float64Array, 'contact', 1],
  ['normals', Float64Array, 'contact', 3],
  ['centres', Float64Array, 'contact', 3],
  ['pointsA', Float64Array, 'contact', 3],
  ['pointsB', Float64Array, 'contact', 3],
  ['featureA', Int32Array, 'contact', 1],
  ['featureB', Int32Array, 'contact', 1],
  ['points', Float64Array, 'point', 3],
  ['pointGaps', Float64Array, 'point', 1],
  ['pointShares', Float64Array, 'point', 1],
  ['pointFeatures', Int32Array, 'point', 2],
] as const;

type Arrays = { -readonly [name in (typeof FIELDS)[number][0]]: ContactRows[name] };

export function jobOf(files: readonly string[], shards: number, split: Job['split'], method: string, margin: number): Job {
  const names = createHash('sha256').update(JSON.stringify(files)).digest('hex').slice(0, 16);
  return { shards, split, method, margin, frames: files.length, names };
}

/** The name of a part in its folder. */
export function partPath(folder: string, shard: number, shards: number): string {
  const digits = String(shards).length;
  return join(folder, `part-${String(shard).padStart(digits, '0')}-of-${shards}.dcpart`);
}

/** Name of a part that is whole; files that end in .tmp are not. */
export const PART_NAME = /^part-\d+-of-\d+\.dcpart$/;

export interface PartWriter {
  add(frame: Frame, rows: ContactRows, selection?: Selection): void;
  fail(failure: Failure): void;
  finish(inputs: readonly ReadFile[]): void;
  discard(): void;
}

/** Writes a part; it appears under its name when it is whole. Throws StoppedError. */
export function partWriter(path: string, job: Job, shard: number): PartWriter {
  const target = fileTarget(path);
  const hash = createHash('sha256');
  let place = 0;
  const put = (data: string | Uint8Array): void => {
    const bytes = typeof data === 'string' ? Buffer.from(data) : data;
    target.write(bytes);
    hash.update(bytes);
    place += bytes.length;
  };
  const frames: Frame[] = [];
  const failures: Failure[] = [];
  const head: Head = { dem_contact_part: VERSION, endian: endianness(), shard, ...job };
  put(`${JSON.stringify(head)}\n`);
  return {
    add: (frame, rows, selection) => {
      frames.push(frame);
      let picked: number[] = [];
      const flush = (): void => {
        if (picked.length === 0) return;
        const { count, pointCount, counts, arrays } = pick(rows, picked, selection?.rowOf);
        const line: BlockLine = { frame: frame.number, count, pointCount };
        put(`${JSON.stringify(line)}\n`);
        put(bytesOf(counts));
        for (const [name] of FIELDS) put(bytesOf(arrays[name]));
        picked = [];
      };
      for (let c = 0; c < rows.count; c++) {
        if (selection === undefined || selection.isMine(rows.bodyA[c], rows.bodyB[c])) picked.push(c);
        if (picked.length === BLOCK) flush();
      }
      flush();
    },
    fail: (failure) => failures.push(failure),
    finish: (inputs) => {
      const at = place;
      const foot: Foot = { frames, failures, inputs, sha256: hash.digest('hex') };
      const line = `${JSON.stringify(foot)}\n`;
      target.write(line);
      const end = new Uint8Array(END);
      new DataView(end.buffer).setFloat64(0, at, true);
      end.set(createHash('sha256').update(line).digest(), HASH_AT);
      target.write(end);
      target.finish();
    },
    discard: () => target.discard(),
  };
}

/** Copies of some rows; bodies get the rows of the file. */
function pick(rows: ContactRows, picked: readonly number[], rowOf: ArrayLike<number> | undefined) {
  const counts = Int32Array.from(picked, (c) => rows.pointStart[c + 1] - rows.pointStart[c]);
  const pointCount = counts.reduce((sum, count) => sum + count, 0);
  const arrays = arraysOf(picked.length, pointCount, (array) => array);
  let point = 0;
  picked.forEach((c, k) => {
    const from = rows.pointStart[c];
    for (const [name, , of, width] of FIELDS) {
      if (of === 'contact') arrays[name].set(rows[name].subarray(width * c, width * (c + 1)), width * k);
      else arrays[name].set(rows[name].subarray(width * from, width * (from + counts[k])), width * point);
    }
    if (rowOf !== undefined) {
      arrays.bodyA[k] = rowOf[rows.bodyA[c]];
      arrays.bodyB[k] = rowOf[rows.bodyB[c]];
    }
    point += counts[k];
  });
  return { count: picked.length, pointCount, counts, arrays };
}

type Numbers = Int32Array | Uint8Array | Float64Array;

/** The arrays of a block; `fill` writes each and returns it. */
function arraysOf(count: number, pointCount: number, fill: <T extends Numbers>(array: T) => T): Arrays {
  const arrays: Record<string, Numbers> = {};
  for (const [name, type, of, width] of FIELDS) {
    const array: Numbers = new type(width * (of === 'contact' ? count : pointCount));
    arrays[name] = fill(array);
  }
  return arrays as unknown as Arrays;
}

function bytesOf(array: Numbers): Uint8Array {
  return new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
}

/** Contacts of one frame. */
export interface Block {
  readonly frame: number;
  readonly rows: ContactRows;
}

export interface Part {
  readonly name: string;
  readonly shard: number;
  readonly job: Job;
  readonly foot: Foot;
  /** The next block; undefined after the last, when the contents have been compared with their hash. */
  next(): Block | undefined;
  close(): void;
}

/** Opens a part. Throws StoppedError for a file that is no whole part of this version. */
export function openPart(path: string): Part {
  const name = basename(path);
  const refuse = (why: string): never => {
    throw new StoppedError(`${name} ${why}: delete it and run its shard again`);
  };
  const file = attempt(path, () => openSync(path, 'r'));
  const size = attempt(path, () => fstatSync(file).size);
  /** At most `length` bytes from `place` on. */
  const bytesAt = (place: number, length: number): Uint8Array => {
    const bytes = new Uint8Array(Math.max(0, Math.min(length, size - place)));
    for (let done = 0; done < bytes.length;) {
      const got = attempt(path, () => readSync(file, bytes, done, bytes.length - done, place + done));
      if (got === 0) refuse('is cut off');
      done += got;
    }
    return bytes;
  };
  const lineAt = (place: number, most: number): { readonly bytes: Uint8Array; readonly values: unknown } => {
    const all = bytesAt(place, most);
    const bytes = all.subarray(0, all.indexOf(LINE_END) + 1);
    try {
      return { bytes, values: JSON.parse(Buffer.from(bytes).toString('utf8')) as unknown };
    } catch {
      return refuse('is damaged');
    }
  };
  const end = size < END ? new Uint8Array(END) : bytesAt(size - END, END);
  const foot = new DataView(end.buffer).getFloat64(0, true);
  if (!(Number.isInteger(foot) && foot > 0 && foot < size - END)) refuse('is cut off');
  const footBytes = bytesAt(foot, size - END - foot);
  if (!createHash('sha256').update(footBytes).digest().equals(end.subarray(HASH_AT))) refuse('is damaged');
  const footLine = JSON.parse(Buffer.from(footBytes).toString('utf8')) as Foot;
  const headLine = lineAt(0, LONGEST_HEAD);
  const { dem_contact_part: version, endian, shard, ...job } = headLine.values as Head;
  if (version !== VERSION || endian !== endianness()) refuse('is of another version or another kind of machine');
  const hash = createHash('sha256').update(headLine.bytes);
  let place = headLine.bytes.length;
  /** The next bytes before the foot. */
  const take = (length: number): Uint8Array => {
    if (!(length <= foot - place)) refuse('is damaged');
    const bytes = bytesAt(place, length);
    place += length;
    hash.update(bytes);
    return bytes;
  };
  const takeArray = <T extends Numbers>(array: T): T => {
    bytesOf(array).set(take(array.byteLength));
    return array;
  };
  return {
    name,
    shard,
    job,
    foot: footLine,
    next: () => {
      if (place === foot) {
        if (hash.copy().digest('hex') !== footLine.sha256) refuse('is damaged');
        return undefined;
      }
      const line = lineAt(place, LONGEST_BLOCK_LINE);
      take(line.bytes.length);
      const { frame, count, pointCount } = line.values as BlockLine;
      // Damaged numbers must not ask for memory.
      if (!(count + pointCount <= foot - place)) refuse('is damaged');
      const counts = takeArray(new Int32Array(count));
      const pointStart = new Int32Array(count + 1);
      for (let c = 0; c < count; c++) pointStart[c + 1] = pointStart[c] + counts[c];
      return { frame, rows: { count, pointStart, ...arraysOf(count, pointCount, takeArray) } };
    },
    close: () => {
      closeSync(file);
    },
  };
}

/** The part at this path, or undefined if there is none. */
export function partAt(path: string): Part | undefined {
  return existsSync(path) ? openPart(path) : undefined;
}

function attempt<T>(path: string, what: () => T): T {
  try {
    return what();
  } catch (error) {
    throw new StoppedError(`${path} cannot be read: ${reasonOf(error)}`);
  }
}
