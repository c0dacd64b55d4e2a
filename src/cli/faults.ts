/** What can go wrong in a command, and the exit code for it. */
import { InputError } from '../math/input-error';

/** Exit codes of the command line. */
export const Exit = {
  /** Everything was done. */
  Done: 0,
  /** A file failed, or a check found a fault; the rest was done. */
  FileFailed: 1,
  /** The command line is wrong; nothing was done. */
  Usage: 2,
  /** The job cannot be done: a part is missing, the result cannot be written, a package is missing. */
  Stopped: 3,
} as const;
export type Exit = (typeof Exit)[keyof typeof Exit];

/** The command line is wrong. */
export class UsageError extends Error {}

/** The job cannot be done. */
export class StoppedError extends Error {}

/** The reason of an error of a file or of the machine, for a message. Other errors are faults of the program. */
export function reasonOf(error: unknown): string {
  if (error instanceof InputError) return error.message;
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === 'ENOENT') return 'there is no such file';
  if (code === 'EACCES') return 'it may not be opened';
  if (code === 'EISDIR') return 'it is a folder';
  if (code === 'ERR_STRING_TOO_LONG' || code === 'ERR_FS_FILE_TOO_LARGE') return 'it is too long to be read at once: use --split space';
  if (code !== undefined && error instanceof Error) return message;
  throw error;
}

/** One line of what prints: names of files, and names in files, may hold any characters. */
export function printable(message: string): string {
  const line = message.replace(/[\s\p{C}\p{M}\uFFFD]+/gu, ' ');
  return line.length > LONGEST_MESSAGE ? `${line.slice(0, LONGEST_MESSAGE)}...` : line;
}

/** More than a path and a reason need. */
const LONGEST_MESSAGE = 1000;
