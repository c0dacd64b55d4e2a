/** Where results go: a file that appears under its name only when it is whole, or standard output. */
import { randomBytes } from 'node:crypto';
import { closeSync, mkdirSync, openSync, renameSync, rmSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { reasonOf, StoppedError } from './faults';
import type { Sink } from './surroundings';

export interface Target {
  write(data: string | Uint8Array): void;
  /** Overwrites bytes from `place` on; files only. */
  patch(place: number, bytes: Uint8Array): void;
  /** Resolves when more can be written. */
  ready(): Promise<void>;
  /** The result is whole. */
  finish(): void;
  /** Removes what was written. */
  discard(): void;
}

/** Bytes that are kept before they are written. */
const BUFFER = 1 << 16;

/**
 * A file that is written under another name in the same folder, with `.tmp` at its end, and renamed when it is whole.
 * So a file that is there is whole, and of two programs that write the same file one wins. Throws StoppedError when it
 * cannot be written.
 */
export function fileTarget(path: string): Target {
  const temporary = `${path}.${randomBytes(4).toString('hex')}.tmp`;
  const attempt = <T>(what: () => T): T => {
    try {
      return what();
    } catch (error) {
      throw new StoppedError(`${path} cannot be written: ${reasonOf(error)}`);
    }
  };
  const file = attempt(() => {
    mkdirSync(dirname(path), { recursive: true });
    return openSync(temporary, 'w');
  });
  const buffer = Buffer.alloc(BUFFER);
  let used = 0;
  /** `place`: where in the file; default: after what was written last. */
  const put = (bytes: Uint8Array, place?: number): void => {
    for (let done = 0; done < bytes.length;) {
      const at = place === undefined ? null : place + done;
      done += attempt(() => writeSync(file, bytes, done, bytes.length - done, at));
    }
  };
  const flush = (): void => {
    put(buffer.subarray(0, used));
    used = 0;
  };
  return {
    write: (data) => {
      const bytes = typeof data === 'string' ? Buffer.from(data) : data;
      if (used + bytes.length > BUFFER) flush();
      if (bytes.length > BUFFER) put(bytes);
      else {
        buffer.set(bytes, used);
        used += bytes.length;
      }
    },
    patch: (place, bytes) => {
      flush();
      put(bytes, place);
    },
    ready: () => Promise.resolve(),
    finish: () => {
      flush();
      attempt(() => {
        closeSync(file);
        renameSync(temporary, path);
      });
    },
    discard: () => {
      closeSync(file);
      rmSync(temporary, { force: true });
    },
  };
}

/** A stream, such as standard output, for text. */
export function streamTarget(sink: Sink): Target {
  let text = '';
  let isFull = false;
  const flush = (): void => {
    if (text !== '') isFull = !sink.write(text) || isFull;
    text = '';
  };
  return {
    write: (data) => {
      text += typeof data === 'string' ? data : Buffer.from(data).toString();
      if (text.length > BUFFER) flush();
    },
    patch: () => {
      throw new Error('a stream cannot be patched');
    },
    ready: async () => {
      flush();
      if (isFull) await new Promise<void>((resolve) => sink.once('drain', resolve));
      isFull = false;
    },
    finish: flush,
    discard: flush,
  };
}
