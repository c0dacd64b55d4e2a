/** `contacts`: the contacts of each file, in the order of the files. */
import { resolve } from 'node:path';
import type { BodySet } from '../body/body-set';
import type { FileNotice } from '../io/reading';
import { Exit, reasonOf, StoppedError } from './faults';
import { findContacts, type Search } from './find-contacts';
import { openWriter, type Wanted } from './formats/open-writer';
import { createMessages, whileWriting, type Messages } from './messages';
import { jobOf, partAt, partPath, partWriter, type Job, type Selection } from './part-file';
import { createFileReader, stampOf, type FileReader, type ReadFile } from './read-file';
import type { Frame } from './rows';
import { readSlab } from './slab';
import type { Surroundings } from './surroundings';

export interface ContactsOptions extends Search, Wanted {
  readonly files: readonly string[];
}

/** Which shard of how many, and the folder of its part. */
export interface ShardOptions extends Search {
  readonly files: readonly string[];
  readonly shard: number;
  readonly shards: number;
  readonly split: Job['split'];
  readonly parts: string;
}

export async function contactsCommand(options: ContactsOptions, surroundings: Surroundings): Promise<Exit> {
  const { files } = options;
  const messages = createMessages(surroundings.err);
  const reader = createFileReader(surroundings.folder);
  const writer = await openWriter(options, surroundings);
  let total = 0;
  return whileWriting(messages, writer, async () => {
    for (const [number, file] of files.entries()) {
      messages.progress.update(number, files.length, total);
      const found = await attempt(messages, file, async () => {
        const { bodies, time, notices } = readBodies(file, reader);
        sayNotices(file, notices, messages);
        return { time, rows: await findContacts(bodies, options, surroundings) };
      });
      if (found === undefined) continue;
      const { rows, time = number } = found;
      const frame: Frame = { number, file, time };
      writer.begin(frame);
      writer.add(frame, rows, 0, rows.count);
      writer.end(frame);
      await writer.ready();
      total += rows.count;
    }
    writer.finish();
  });
}

/** One shard of a job. Its part is written when all its files are done; a part that is there and whole is kept. */
export async function shardCommand(options: ShardOptions, surroundings: Surroundings): Promise<Exit> {
  const { files, shard, shards, split, parts, margin } = options;
  const { folder } = surroundings;
  const messages = createMessages(surroundings.err);
  const job = jobOf(files, shards, split, options.method.name, margin);
  const path = partPath(resolve(folder, parts), shard, shards);
  if (isFinished(path, job, folder, messages)) return Exit.Done;
  const reader = createFileReader(folder);
  const writer = partWriter(path, job, shard);
  let total = 0;
  return whileWriting(messages, writer, async () => {
    for (const [number, file] of files.entries()) {
      if (split === 'frames' && number % shards !== shard) continue;
      messages.progress.update(number, files.length, total);
      const found = await attempt(
        messages,
        file,
        async () => {
          const slab: SlabOrWhole = split === 'space' ? readSlab(file, shard, shards, margin, reader, folder) : readBodies(file, reader);
          sayNotices(file, slab.notices, messages);
          return { ...slab, rows: await findContacts(slab.bodies, options, surroundings) };
        },
        (reason) => writer.fail({ frame: number, file, reason }),
      );
      if (found === undefined) continue;
      const { rows, time = number, selection } = found;
      writer.add({ number, file, time }, rows, selection);
      total += rows.count;
    }
    writer.finish(reader.files);
  });
}

interface SlabOrWhole {
  readonly bodies: BodySet;
  readonly time: number | undefined;
  readonly notices: readonly FileNotice[];
  readonly selection?: Selection;
}

/** Throws StoppedFile for a file without positions. */
function readBodies(file: string, reader: FileReader): SlabOrWhole {
  const { kind, bodies, time, notices } = reader.read(file);
  if (kind === 'shapes') throw new StoppedFile('a file of shapes has no positions: give the scene that names it');
  return { bodies, time, notices };
}

function sayNotices(file: string, notices: readonly FileNotice[], messages: Messages): void {
  for (const { line, reason } of notices) messages.notice(file, line, reason);
}

/** A file that is of no use for the command. */
class StoppedFile extends Error {}

/** What a file gives; undefined when it fails, which is said. */
async function attempt<T>(
  messages: Messages,
  file: string,
  what: () => Promise<T>,
  failed: (reason: string) => void = () => undefined,
): Promise<T | undefined> {
  try {
    return await what();
  } catch (error) {
    const reason = error instanceof StoppedFile ? error.message : reasonOf(error);
    messages.fail(file, reason);
    failed(reason);
    return undefined;
  }
}

/**
 * Whether the part is there, of this job, without failures, and none of the files it was made from has changed since.
 * Throws StoppedError for a part of another job.
 */
function isFinished(path: string, job: Job, folder: string, messages: Messages): boolean {
  const part = partAt(path);
  if (part === undefined) return false;
  part.close();
  if (JSON.stringify(part.job) !== JSON.stringify(job)) {
    throw new StoppedError(`${path} is a part of another job (other files, method or margin): delete it or use another folder for --parts`);
  }
  if (part.foot.failures.length > 0 || !part.foot.inputs.every((file) => isUnchanged(file, folder))) return false;
  messages.say(`${part.name} is finished`);
  return true;
}

function isUnchanged(file: ReadFile, folder: string): boolean {
  try {
    return JSON.stringify(stampOf(folder, file.path)) === JSON.stringify(file);
  } catch {
    return false;
  }
}
