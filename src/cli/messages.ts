/** Messages on standard error, and the progress line that they must not break. */
import { Exit, printable } from './faults';
import { createProgress, type Progress } from './progress';
import type { Sink } from './surroundings';

export interface Messages {
  readonly progress: Progress;
  say(message: string): void;
  /** A notice about a file; one with the same words about another file is said once. */
  notice(file: string, line: number, reason: string): void;
  /** A file failed. */
  fail(file: string, reason: string): void;
  /** Files that failed so far. */
  failed(): number;
}

/** More notices than this are only counted. */
const MOST_NOTICES = 20;

export function createMessages(sink: Sink, what = 'file'): Messages {
  const progress = createProgress(sink, what);
  const said = new Set<string>();
  let failed = 0;
  const say = (message: string): void => {
    progress.clear();
    sink.write(`dem-contact: ${printable(message)}\n`);
  };
  return {
    progress,
    say,
    notice: (file, line, reason) => {
      if (said.has(reason) || said.size > MOST_NOTICES) return;
      said.add(reason);
      say(said.size > MOST_NOTICES ? `more notices are not shown: dem-contact info ${file}` : `${file}: line ${line}: ${reason}`);
    },
    fail: (file, reason) => {
      failed++;
      say(`${file}: ${reason}`);
    },
    failed: () => failed,
  };
}

/**
 * Runs the work of a command that writes. What was written is removed when it fails, and the progress line in any case.
 * Returns the exit code.
 */
export async function whileWriting(messages: Messages, writer: { discard(): void }, work: () => Promise<void>): Promise<Exit> {
  try {
    await work();
  } catch (error) {
    writer.discard();
    throw error;
  } finally {
    messages.progress.clear();
  }
  return messages.failed() > 0 ? Exit.FileFailed : Exit.Done;
}
