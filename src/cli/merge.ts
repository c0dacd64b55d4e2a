/** `merge`: joins the parts of all shards into the result that one machine writes. */
import { readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { reasonOf, StoppedError, type Exit } from './faults';
import { openWriter, type Wanted } from './formats/open-writer';
import type { Writer } from './formats/writer';
import { createMessages, whileWriting } from './messages';
import { openPart, PART_NAME, type Block, type Failure, type Part } from './part-file';
import type { ContactRows, Frame } from './rows';
import type { Surroundings } from './surroundings';

export interface MergeOptions extends Wanted {
  /** Folder of the parts. */
  readonly parts: string;
}

export async function mergeCommand(options: MergeOptions, surroundings: Surroundings): Promise<Exit> {
  const messages = createMessages(surroundings.err, 'frame');
  const parts = openParts(resolve(surroundings.folder, options.parts), options.parts);
  try {
    const failures = failuresOf(parts);
    const frames = framesOf(parts).filter(({ number }) => !failures.has(number));
    for (const { file, reason } of failures.values()) messages.fail(file, reason);
    const writer = await openWriter(options, surroundings);
    return await whileWriting(messages, writer, async () => {
      let total = 0;
      const cursors = parts.map(cursorOf);
      for (const [k, frame] of frames.entries()) {
        messages.progress.update(k, frames.length, total);
        total += await mergeFrame(writer, frame, cursors);
      }
      // The blocks that are left are of frames that failed in another part.
      for (const cursor of cursors) cursor.skipTo(Infinity);
      writer.finish();
    });
  } finally {
    for (const part of parts) part.close();
  }
}

/** The parts of a folder in the order of their shards. Throws StoppedError unless they are all parts of one job. */
function openParts(folder: string, shown: string): Part[] {
  let names: string[];
  try {
    names = readdirSync(folder).filter((name) => PART_NAME.test(name));
  } catch (error) {
    throw new StoppedError(`${shown}: ${reasonOf(error)}`);
  }
  if (names.length === 0)
    throw new StoppedError(`${shown} has no parts; dem-contact contacts FILE... --shard K/N --parts ${shown} writes them`);
  const parts = names.map((name) => openPart(join(folder, name))).sort((a, b) => a.shard - b.shard);
  const [first] = parts;
  const other = parts.find(({ job }) => JSON.stringify(job) !== JSON.stringify(first.job));
  if (other !== undefined)
    throw new StoppedError(`${first.name} and ${other.name} are parts of two jobs (other shards, files, method or margin)`);
  const there = new Set(parts.map(({ shard }) => shard));
  const missing = Array.from({ length: first.job.shards }, (_, shard) => shard).filter((shard) => !there.has(shard));
  if (missing.length > 0) throw new StoppedError(`missing shards of ${first.job.shards}: ${missing.join(',')}; run them, then merge again`);
  return parts;
}

/** Files that failed in any part, in the order of the frames. */
function failuresOf(parts: readonly Part[]): Map<number, Failure> {
  const all = parts.flatMap(({ foot }) => foot.failures).sort((a, b) => a.frame - b.frame);
  return new Map(all.map((failure) => [failure.frame, failure]));
}

function framesOf(parts: readonly Part[]): Frame[] {
  const frames = new Map(parts.flatMap(({ foot }) => foot.frames).map((frame) => [frame.number, frame]));
  return [...frames.values()].sort((a, b) => a.number - b.number);
}

/** Where a part is read. */
interface Cursor {
  /** The block that is read; undefined at the end. */
  block: Block | undefined;
  /** The next contact of the block. */
  row: number;
  next(): void;
  /** Leaves out blocks of frames before this one. */
  skipTo(frame: number): void;
}

function cursorOf(part: Part): Cursor {
  const cursor: Cursor = {
    block: part.next(),
    row: 0,
    next: () => {
      cursor.block = part.next();
      cursor.row = 0;
    },
    skipTo: (frame) => {
      while (cursor.block !== undefined && cursor.block.frame < frame) cursor.next();
    },
  };
  return cursor;
}

/** Writes the contacts of a frame in the order of (A, B), from all parts that have some. Returns their number. */
async function mergeFrame(writer: Writer, frame: Frame, cursors: readonly Cursor[]): Promise<number> {
  for (const cursor of cursors) cursor.skipTo(frame.number);
  writer.begin(frame);
  let total = 0;
  let open = cursors.filter(({ block }) => block?.frame === frame.number);
  while (open.length > 0) {
    const first = open.reduce((least, cursor) => (isBefore(cursor, least) ? cursor : least));
    const others = open.filter((cursor) => cursor !== first);
    const { rows } = first.block!;
    const from = first.row;
    do first.row++;
    while (first.row < rows.count && others.every((other) => isBefore(first, other)));
    writer.add(frame, rows, from, first.row);
    total += first.row - from;
    if (first.row < rows.count) continue;
    first.next();
    await writer.ready();
    open = cursors.filter(({ block }) => block?.frame === frame.number);
  }
  writer.end(frame);
  await writer.ready();
  return total;
}

function isBefore(one: Cursor, other: Cursor): boolean {
  const [a, b] = bodiesAt(one);
  const [c, d] = bodiesAt(other);
  return a < c || (a === c && b < d);
}

function bodiesAt({ block, row }: Cursor): [number, number] {
  const { bodyA, bodyB }: ContactRows = block!.rows;
  return [bodyA[row], bodyB[row]];
}
