/**
 * How long threads of this process were ready to run and had no core, because other programs had it. A sample in which
 * they waited says more about those programs than about ours.
 */
import { readdirSync, readFileSync } from 'node:fs';

/** Milliseconds since the start, of all threads; 0 where the system does not tell (it is Linux that does). */
export function waitedForCores(): number {
  try {
    let nanoseconds = 0;
    for (const thread of readdirSync('/proc/self/task'))
      nanoseconds += Number(readFileSync(`/proc/self/task/${thread}/schedstat`, 'utf8').split(' ')[1]);
    return 1e-6 * nanoseconds;
  } catch {
    return 0;
  }
}

/** A window counts if no run waited for more than this part of it. */
const MOST_WAITED = 0.03;
/** If fewer windows are so quiet, this many of the quietest ones count. */
const LEAST_WINDOWS = 10;

/** Which windows count, from the part of each window that each run waited. */
export function quietWindows(waited: readonly (readonly number[])[]): boolean[] {
  const waits = waited[0].map((_, w) => Math.max(...waited.map((parts) => parts[w])));
  const limit = Math.max(MOST_WAITED, [...waits].sort((a, b) => a - b)[Math.min(LEAST_WINDOWS, waits.length) - 1]);
  return waits.map((wait) => wait <= limit);
}
