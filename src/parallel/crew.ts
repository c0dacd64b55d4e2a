/**
 * The threads of a parallel detector as the main thread sees them: they are started, told what to work on, waited for,
 * and ended.
 *
 * Waiting is written once, as a generator that says which slot has to change. `update` waits for it in place, and
 * `updateAsync` lets the page continue.
 */
import type { ContactRows } from '../contact/contact-rows';
import { ACTIVE, blockOf, Command, COMMAND, createControl, FAULT, faultText, LATEST, PULSE, TICKET, VIEWS, type Control } from './control';
import type { Message, Shape, StartMessage, Told, Views } from './messages';

/** A worker of Node (worker_threads) or of a browser. */
export interface WorkerLike {
  postMessage(message: unknown): void;
  terminate(): unknown;
  ref?(): void;
  unref?(): void;
  on?(event: string, listener: (value: unknown) => void): unknown;
  addEventListener?(event: string, listener: (event: unknown) => void): unknown;
}

/** A slot that must get another value than `old`. */
export interface Waiting {
  readonly slot: number;
  readonly old: number;
}

/** A thread that has shown no sign of life for this long is lost, milliseconds. */
const LOST = 60_000;
/** A sleep of the main thread between two looks at the pulse, milliseconds. */
const SLEEP = 1000;

export class Crew {
  readonly control: Control;
  private readonly workers: WorkerLike[] = [];
  private views: unknown[] = [];
  private shapes: Shape[] = [];
  private number = 0;
  private started = 0;
  private failure: Error | undefined;
  private isClosed = false;
  /** Resolves when all threads have started; rejects when one fails before that. */
  readonly ready: Promise<void>;
  private readonly stopWaiting: (error: Error) => void;

  readonly threads: number;

  constructor(threads: number, createWorker: () => WorkerLike, start: Omit<StartMessage, 'kind' | 'thread' | 'threads' | 'control'>) {
    this.threads = threads;
    this.control = createControl(threads);
    let resolve = (): void => undefined;
    let reject: (error: Error) => void = () => undefined;
    this.ready = new Promise((done, failed) => {
      resolve = done;
      reject = failed;
    });
    this.stopWaiting = reject;
    // Who does not wait for it learns of the failure from the next update.
    this.ready.catch(() => undefined);
    if (threads === 1) resolve();
    for (let thread = 1; thread < threads; thread++) {
      const worker = createWorker();
      this.workers.push(worker);
      listen(worker, {
        message: () => {
          // From here on the thread does not keep the program alive.
          worker.unref?.();
          if (++this.started === threads - 1) resolve();
        },
        error: (text) => this.end(`thread ${thread}: ${text}`),
        exit: () => this.end(`thread ${thread} has ended`),
      });
      this.post(worker, { kind: 'start', thread, threads, control: this.control, ...start });
    }
  }

  /** Throws the fault of a thread, if there is one; the threads are ended then. */
  check(): void {
    const { ints } = this.control;
    const thread = Atomics.load(ints, FAULT);
    if (thread !== 0) this.end(`thread ${thread}: ${faultText(this.control)}`);
    if (this.failure !== undefined) throw this.failure;
  }

  /** Whether all threads have said that they have started, which the event loop brings. */
  hasStarted(): boolean {
    return this.started === this.threads - 1;
  }

  /** Whether all threads have taken the message that was sent last. */
  isReady(): boolean {
    const { ints } = this.control;
    for (let t = 1; t < this.threads; t++) if (Atomics.load(ints, blockOf(t) + VIEWS) !== this.number) return false;
    return this.number > 0;
  }

  /** Sends arrays and shapes where they are others than those sent last, or if lists of threads are given. */
  share(views: Views, shapes: readonly Shape[], lists: readonly (ContactRows | undefined)[] | undefined): void {
    const { bodies, contacts, history, ...others } = views;
    const arrays = [bodies, contacts, history, { ...others, cell: undefined }].flatMap((record) => Object.values<unknown>(record));
    const sameShapes = shapes.length === this.shapes.length && shapes.every((shape, s) => shape === this.shapes[s]);
    if (lists === undefined && sameShapes && arrays.every((array, k) => array === this.views[k])) return;
    this.views = arrays;
    this.shapes = [...shapes];
    this.tell((thread) => ({ kind: 'views', views, shapes: sameShapes ? undefined : this.shapes, list: lists?.[thread] }));
  }

  /** Sends each thread a message. Wait for {@link taken} before the next job. */
  tell(message: (thread: number) => Told): void {
    Atomics.store(this.control.ints, LATEST, ++this.number);
    this.command(Command.Listen);
    this.workers.forEach((worker, w) => {
      this.post(worker, { ...message(w + 1), number: this.number });
    });
  }

  /** Waits until all threads have taken the messages. */
  *taken(): Generator<Waiting, void> {
    const { ints } = this.control;
    for (let t = 1; t < this.threads; t++) {
      const slot = blockOf(t) + VIEWS;
      for (let old = Atomics.load(ints, slot); old !== this.number; old = Atomics.load(ints, slot)) yield { slot, old };
    }
    this.check();
  }

  /** Starts the job that is written in the control array: one of {@link Command}. */
  begin(command: number): void {
    Atomics.store(this.control.ints, ACTIVE, this.threads - 1);
    this.command(command);
  }

  /** Waits until all threads have finished. */
  *finished(): Generator<Waiting, void> {
    const { ints } = this.control;
    for (let old = Atomics.load(ints, ACTIVE); old !== 0; old = Atomics.load(ints, ACTIVE)) yield { slot: ACTIVE, old };
    this.check();
  }

  /** Waits in place. Where a page may not sleep, it looks again and again: a chunk takes milliseconds at most. */
  wait<T>(work: Generator<Waiting, T>): T {
    const { ints } = this.control;
    for (;;) {
      const step = work.next();
      if (step.done === true) return step.value;
      const { slot, old } = step.value;
      let pulse = this.pulse();
      let since = Date.now();
      while (Atomics.load(ints, slot) === old) {
        this.check();
        for (let spin = 0; spin < 2000 && Atomics.load(ints, slot) === old; spin++);
        if (maySleep) Atomics.wait(ints, slot, old, SLEEP);
        const beat = this.pulse();
        if (beat !== pulse) {
          pulse = beat;
          since = Date.now();
        } else if (Date.now() - since > LOST) this.end(`a thread has not answered for ${LOST / 1000} s`);
      }
    }
  }

  /** Waits while the event loop runs; the program is kept alive until then. */
  async waitAsync<T>(work: Generator<Waiting, T>): Promise<T> {
    const { ints } = this.control;
    const workers = [...this.workers];
    for (const worker of workers) worker.ref?.();
    try {
      for (;;) {
        const step = work.next();
        if (step.done === true) return step.value;
        const { slot, old } = step.value;
        while (Atomics.load(ints, slot) === old) {
          this.check();
          await changed(ints, slot, old);
        }
      }
    } finally {
      for (const worker of workers) worker.unref?.();
    }
  }

  /** Whether a thread has failed, so that only new threads can continue. */
  hasFailed(): boolean {
    return this.failure !== undefined && !this.isClosed;
  }

  /** Ends the threads. Later updates throw. */
  close(): void {
    this.isClosed = true;
    this.end('the detector is closed');
  }

  private end(reason: string): void {
    if (this.failure !== undefined) return;
    this.failure = new Error(reason);
    this.stopWaiting(this.failure);
    if (this.threads > 1) this.command(Command.End);
    for (const worker of this.workers.splice(0)) worker.terminate();
  }

  private command(command: number): void {
    const { ints } = this.control;
    Atomics.store(ints, COMMAND, command);
    Atomics.add(ints, TICKET, 1);
    Atomics.notify(ints, TICKET);
  }

  private post(worker: WorkerLike, message: Message): void {
    worker.postMessage(message);
  }

  private pulse(): number {
    let sum = 0;
    for (let t = 1; t < this.threads; t++) sum += Atomics.load(this.control.ints, blockOf(t) + PULSE);
    return sum;
  }
}

/** In browsers, Node, Deno and Bun. */
declare const setTimeout: (call: (value: unknown) => void, milliseconds: number) => unknown;

/** Whether this thread may sleep: not that of a page. */
const maySleep = /* @__PURE__ */ (() => {
  try {
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 0);
    return true;
  } catch {
    return false;
  }
})();

/** Resolves when the slot may have changed: by Atomics.waitAsync, else after a millisecond. */
function changed(ints: Int32Array, slot: number, old: number): Promise<unknown> {
  const atomics = Atomics as unknown as { waitAsync?: (a: Int32Array, i: number, v: number, t: number) => { value: unknown } };
  const wait = atomics.waitAsync?.(ints, slot, old, 50);
  if (wait === undefined) return new Promise((resolve) => setTimeout(resolve, 1));
  return Promise.resolve(wait.value);
}

/** Listens to a worker of Node or of a browser. */
export function listen(worker: WorkerLike, on: { message: () => void; error: (text: string) => void; exit: () => void }): void {
  const text = (value: unknown): string => String((value as { message?: unknown } | undefined)?.message ?? value);
  if (worker.on !== undefined) {
    worker.on('message', on.message);
    worker.on('error', (error) => {
      on.error(text(error));
    });
    worker.on('exit', on.exit);
    return;
  }
  worker.addEventListener?.('message', on.message);
  worker.addEventListener?.('error', (event) => {
    on.error(text(event));
  });
}
