/** Forces of the contacts of a parallel detector, computed and summed by its threads. */
import type { ContactRows } from '../contact/contact-rows';
import { emptyLike } from '../math/longer';
import { InputError } from '../math/input-error';
import { checkModel } from './check-forces';
import { BODY_COUNT, Command, FORCES } from './control';
import type { Crew, Waiting } from './crew';
import type { ForceModel, WriteRow } from './force-model';
import { createBuffer, isShared } from './shared-memory';
import { divideRows, firstBodyOf, sumRows, workOnRows } from './sum-rows';

/** Forces of the contacts of a detector; made by its `createForces`. */
export interface ParallelForces<Data extends object> {
  /**
   * Sums over the contacts of each body, `model.width` numbers a body, on shared memory. The array may be longer, and
   * another one after the next update.
   */
  readonly sums: Float64Array;
  /**
   * What each contact adds: `stride` numbers a contact, those for A, those for B, then the extras of the model.
   */
  readonly rows: Float64Array;
  readonly stride: number;
  /**
   * Computes the forces of the contacts of the last update of the detector. `sums` have the same bits for every number
   * of threads, and those of a loop over the contacts in order that adds to both bodies of each.
   *
   * Typed arrays in `data` must lie on shared memory. `data` is copied to the threads when an entry is another one than
   * in the last call: exchange objects, do not change them, and put numbers that change in each step into arrays.
   *
   * Throws InputError 'bad-option' for an array that is not shared, and what the update of the detector throws.
   */
  update(data: Data): void;
  /** As update, for the thread of a page. */
  updateAsync(data: Data): Promise<void>;
}

/** What forces need of their detector. */
export interface ForceHost {
  readonly bodies: { readonly count: number };
  readonly contacts: ContactRows;
  readonly threads: number;
  readonly crew: () => Crew;
  /** Whether the other threads have started. */
  readonly hasStarted: () => boolean;
  /** Sends arrays that have changed. */
  readonly share: () => void;
  /** Runs work that waits, in place and with the event loop, one piece at a time. Calls `failed` if it throws. */
  readonly wait: (work: Generator<Waiting, void>, failed: () => void) => void;
  readonly waitAsync: (work: Generator<Waiting, void>, failed: () => void) => Promise<void>;
}

export function createForces<Data extends object, Bodies, Contacts>(
  host: ForceHost,
  number: number,
  model: ForceModel<Data, Bodies, Contacts>,
): ParallelForces<Data> {
  checkModel(model);
  const { bodies, contacts, threads } = host;
  const { width } = model;
  const stride = 2 * width + model.extras;
  const arrays = { rows: new Float64Array(createBuffer(0)), sums: new Float64Array(createBuffer(0)) };
  let known: Data | undefined;
  let write: WriteRow = () => undefined;
  /** The threads that have what was sent last. */
  let informed: Crew | undefined;

  const take = (data: Data): void => {
    const { count } = contacts;
    if (arrays.rows.length < stride * count) {
      arrays.rows = emptyLike(arrays.rows, Math.ceil(1.5 * stride * count));
      informed = undefined;
    }
    if (arrays.sums.length < width * bodies.count) {
      arrays.sums = emptyLike(arrays.sums, Math.ceil(1.5 * width * bodies.count));
      informed = undefined;
    }
    if (known !== undefined && isSame(data, known)) return;
    checkArrays(data);
    known = undefined;
    informed = undefined;
    const copy = { ...data };
    write = model.create(bodies as Bodies, contacts as Contacts, copy);
    known = copy;
  };

  const sum = (from: number, to: number): void => {
    sumRows(arrays.sums, arrays.rows, width, stride, contacts, contacts.count, from, to);
  };

  function* run(data: Data): Generator<Waiting, void> {
    const crew = host.crew();
    crew.check();
    take(data);
    const { count } = contacts;
    if (threads === 1 || count < model.fewest || !host.hasStarted()) {
      for (let c = 0; c < count; c++) write(c, arrays.rows, stride * c);
      sum(0, bodies.count);
      return;
    }
    host.share();
    const { control } = crew;
    divideRows(control, threads, count);
    control.ints[FORCES] = number;
    control.ints[BODY_COUNT] = bodies.count;
    if (informed !== crew) {
      crew.tell(() => ({ kind: 'forces', forces: number, model: model.name, width, extras: model.extras, data, ...arrays }));
      informed = crew;
    }
    yield* crew.taken();
    crew.begin(Command.Force);
    workOnRows(control, write, arrays.rows, stride);
    yield* crew.finished();
    crew.begin(Command.Sum);
    sum(0, firstBodyOf(1, threads, bodies.count));
    yield* crew.finished();
  }

  const forget = (): void => {
    informed = undefined;
  };

  return {
    get sums() {
      return arrays.sums;
    },
    get rows() {
      return arrays.rows;
    },
    stride,
    update: (data) => {
      host.wait(run(data), forget);
    },
    updateAsync: (data) => host.waitAsync(run(data), forget),
  };
}

function isSame(a: object, b: object): boolean {
  const names = Object.keys(a);
  const [one, two] = [a, b] as Record<string, unknown>[];
  return names.length === Object.keys(b).length && names.every((name) => Object.is(one[name], two[name]));
}

function checkArrays(data: object): void {
  if (typeof data !== 'object' || data === null) throw new InputError('bad-option', 'data must be an object');
  for (const [name, value] of Object.entries(data)) {
    if (!ArrayBuffer.isView(value) || isShared(value)) continue;
    throw new InputError('bad-option', `data.${name} must lie on a SharedArrayBuffer`);
  }
}
