import type { Sink } from './progress';

/** Fault of the user: its message is printed as one line, and the job ends with code 2. */
export class UsageError extends Error {}

/** Prints a fault of the user and returns the exit code, 2; throws any other error again. */
export function sayUsage(error: unknown, sink: Sink): number {
  if (!(error instanceof UsageError)) throw error;
  sink.write(`dem-contact: ${printable(error.message)}\n`);
  return 2;
}

/**
 * One line of what prints: paths may hold anything, and so may the name of a shape file that a scene file of bytes
 * seems to state.
 */
function printable(message: string): string {
  const line = message.replace(/[\s\p{C}\p{M}\uFFFD]+/gu, ' ');
  return line.length > LONGEST_MESSAGE ? `${line.slice(0, LONGEST_MESSAGE)}...` : line;
}

/** More than a path and a reason need. */
const LONGEST_MESSAGE = 1000;
