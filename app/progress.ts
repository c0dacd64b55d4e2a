/** Where progress goes: process.stderr, or a stand-in in tests. */
export interface Sink {
  isTTY?: boolean;
  write(text: string): unknown;
}

/** Progress of the job: one line that changes on a terminal, a line for each finished phase elsewhere. */
export interface Progress {
  /**
   * Share done of the running phase. Cheap: writes at most ten times a second on a terminal, once in five seconds
   * elsewhere. With `detail`, asked only when it is written, there is a bar too.
   */
  update(phase: string, done: number, total: number, detail?: () => string): void;
  /** A finished phase and what came out of it. */
  finish(phase: string, result: string): void;
  /** Removes the changing line, so that other output starts on an empty one. */
  clear(): void;
}

/** Characters of the bar. */
const BAR = 20;

export function createProgress(sink: Sink, now: () => number = () => performance.now()): Progress {
  const isTerminal = sink.isTTY === true;
  const pause = isTerminal ? 100 : 5000;
  let last = now();
  let open = false;
  const clear = (): void => {
    if (open) sink.write('\r\u001b[K');
    open = false;
  };
  return {
    update(phase, done, total, detail) {
      const time = now();
      if (time - last < pause) return;
      last = time;
      const share = total > 0 ? done / total : 0;
      const bar = detail ? `[${'#'.repeat(Math.floor(BAR * share)).padEnd(BAR, '.')}] ` : '';
      const text = `${phase}: ${bar}${Math.floor(100 * share)} %${detail ? `, ${detail()}` : ''}`;
      clear();
      sink.write(isTerminal ? text : `${text}\n`);
      open = isTerminal;
    },
    finish(phase, result) {
      clear();
      last = now();
      sink.write(`${phase}: ${result}\n`);
    },
    clear,
  };
}
