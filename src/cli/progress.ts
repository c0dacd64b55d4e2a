/** One changing line on a terminal; nothing anywhere else. */
import type { Sink } from './surroundings';

export interface Progress {
  /** Frames done; cheap, it writes at most ten times a second. */
  update(done: number, total: number, contacts: number): void;
  /** Removes the line, so that other text starts on an empty one. */
  clear(): void;
}

/** Milliseconds between two changes of the line. */
const PAUSE = 100;

export function createProgress(sink: Sink, what: string, now: () => number = () => performance.now()): Progress {
  const begin = now();
  let last = begin;
  let isShown = false;
  const clear = (): void => {
    if (isShown) sink.write('\r\u001b[K');
    isShown = false;
  };
  return {
    update: (done, total, contacts) => {
      const time = now();
      if (sink.isTTY !== true || time - last < PAUSE) return;
      last = time;
      const left = done > 0 ? `, ${Math.ceil(((time - begin) / done) * (total - done) * 1e-3)} s left` : '';
      clear();
      sink.write(`${what} ${done} of ${total}, ${contacts} contacts${left}`);
      isShown = true;
    },
    clear,
  };
}
