/**
 * The other side of a parallel detector: a thread that waits for jobs, takes chunks and keeps what it finds in its own
 * list.
 *
 * A thread that waits for jobs sleeps in `Atomics.wait` and receives no message. So the main thread tells it to listen
 * before it sends one.
 */
import { clearRows, type ContactRows } from '../contact/contact-rows';
import type { Finder } from '../detector-shared/ask-pairs';
import type { Search } from '../detector/finder';
import type { Search2d } from '../planar/detector/finder-2d';
import type { OldContacts, Places } from '../detector-shared/contact-history';
import type { RowWatch } from '../detector-shared/row-watch';
import { workOnChunks } from './chunks';
import {
  ACTIVE,
  APART,
  ASKED,
  blockOf,
  BODY_COUNT,
  Command,
  COMMAND,
  DROPPED,
  FORCES,
  LATEST,
  OLD_COUNT,
  POINTS_NEEDED,
  ROW_COUNT,
  ROWS_NEEDED,
  setFault,
  TICKET,
  UNRESOLVED,
  VIEWS,
  waitForChange,
} from './control';
import type { ForceModel, ForceModel2d, WriteRow } from './force-model';
import { mergeChunks } from './merge-lists';
import { PLANE, SPACE, type Method, type Wall } from './kinds';
import type { ForcesMessage, Message, Shape, StartMessage, Views, ViewsMessage } from './messages';
import { firstBodyOf, sumRows, workOnRows } from './sum-rows';
import { readWallPlaces } from './wall-places';

/** What a thread can be asked for by name. */
export interface Known {
  readonly space: readonly Method[];
  readonly plane: readonly Method[];
  readonly forces: readonly ForceModel[];
  readonly forcesInPlane: readonly ForceModel2d[];
}

/** A thread to be given messages, one after the other. */
export function createThread(known: Known): (message: Message) => void {
  let start: StartMessage | undefined;
  let work: Work | undefined;
  return (message) => {
    if (message.kind === 'start') {
      start = message;
      // Of another detector: a pool lends workers to one after the other.
      work = undefined;
      return;
    }
    if (start === undefined) return;
    const { control, thread } = start;
    try {
      if (message.kind === 'views') {
        work ??= createWork(start, message, known);
        work.take(message);
      } else work?.takeForces(message);
    } catch (error) {
      setFault(control, thread, textOf(error));
    }
    const { ints } = control;
    const ticket = Atomics.load(ints, TICKET);
    Atomics.store(ints, blockOf(thread) + VIEWS, message.number);
    Atomics.notify(ints, blockOf(thread) + VIEWS);
    // Another message is on its way: this one has no job.
    if (Atomics.load(ints, LATEST) === message.number && work !== undefined) takeJobs(start, work, ticket);
  };
}

/** Works until the main thread wants the thread to listen or to end. */
function takeJobs({ control, thread }: StartMessage, work: Work, ticket: number): void {
  const { ints } = control;
  // A message that was on its way when the detector was closed.
  if (Atomics.load(ints, COMMAND) === Command.End) return;
  let seen = ticket;
  for (;;) {
    const next = waitForChange(ints, TICKET, seen);
    if (next === seen) continue;
    seen = next;
    const command = Atomics.load(ints, COMMAND);
    if (command === Command.Listen || command === Command.End) return;
    try {
      if (command === Command.Find) work.find();
      else if (command === Command.Merge) work.merge();
      else if (command === Command.Force) work.force();
      else work.sum();
    } catch (error) {
      setFault(control, thread, textOf(error));
    }
    if (Atomics.sub(ints, ACTIVE, 1) === 1) Atomics.notify(ints, ACTIVE);
  }
}

interface Work {
  /** Takes other arrays. */
  take(message: ViewsMessage): void;
  /** Finds contacts. */
  find(): void;
  /** Puts what it found into the list of the step and compares it with the last step. */
  merge(): void;
  /** Takes other data or arrays of forces. */
  takeForces(message: ForcesMessage): void;
  /** Computes rows of forces. */
  force(): void;
  /** Sums the rows of the thread's bodies. */
  sum(): void;
}

function createWork(start: StartMessage, first: ViewsMessage, known: Known): Work {
  const { control, thread, stateInts, stateFloats } = start;
  const kind = start.space ? SPACE : PLANE;
  const method = (start.space ? known.space : known.plane).find(({ name }) => name === start.method);
  if (method === undefined) throw new Error(`the thread has no method '${start.method}': see registerMethod`);
  if (method.certified !== start.certified || method.stateInts !== start.methodInts || method.stateFloats !== start.methodFloats)
    throw new Error(`the method '${start.method}' of the thread is not that of the detector: certified or the size of its state differ`);
  const walls = start.walls as Wall[];
  const bodies: Record<string, unknown> = { count: 0, shapes: [] };
  const table: Record<string, unknown> = { stateInts, stateFloats };
  const list: Record<string, unknown> = { table };
  const watch: Record<string, unknown> = {};
  const contacts: Record<string, unknown> = {};
  const history: Record<string, unknown> = {
    coordinates: kind.coordinates,
    bodies,
    carry: (points: Float64Array, count: number, i: number) => {
      kind.carry(points, count, watch as unknown as RowWatch, search.bodies, i);
    },
  };
  /** Forces by their numbers. */
  const forces: (ForcesMessage & { readonly write: WriteRow })[] = [];
  let places: Float64Array = first.views.walls;
  const own = first.list as ContactRows;
  let { bodyA, pointGaps } = own;
  const search = { bodies, method, options: start.options, list, watch, walls } as unknown as Search & Search2d;
  const finder: Finder = kind.createFinder(search, own);

  const takeViews = (views: Views): void => {
    Object.assign(bodies, views.bodies);
    const { radii, edges, cell, reach, health, motion, lastPositions, lastTurns, pairs, live, ints, floats } = views;
    Object.assign(list, { radii, edges, cell, reach });
    Object.assign(watch, { health, motion, lastPositions, lastTurns });
    Object.assign(contacts, views.contacts);
    Object.assign(history, views.history);
    Object.assign(table, { pairs, live, ints, floats });
    places = views.walls;
  };

  const setCounts = (): void => {
    bodies['count'] = control.ints[BODY_COUNT];
    contacts['count'] = control.ints[ROW_COUNT];
  };

  return {
    take: ({ views, shapes, list: given }) => {
      takeViews(views);
      if (shapes !== undefined) {
        const own = bodies['shapes'] as Shape[];
        own.length = 0;
        own.push(...shapes);
        shapes.forEach((_, s) => finder.lookAtShape(s));
      }
      if (given === undefined) return;
      if (given !== own) moveRows(own, given);
      ({ bodyA, pointGaps } = own);
    },
    find: () => {
      const { ints } = control;
      const block = blockOf(thread);
      readWallPlaces(places, walls);
      clearRows(own);
      finder.counts.apart = finder.counts.asked = finder.counts.unresolved = 0;
      workOnChunks(control, thread, finder, own);
      ints[block + DROPPED] = own.droppedPoints;
      const hasGrown = own.bodyA !== bodyA || own.pointGaps !== pointGaps;
      ints[block + ROWS_NEEDED] = hasGrown ? own.count : 0;
      ints[block + POINTS_NEEDED] = hasGrown ? own.pointCount : 0;
      ints[block + APART] = finder.counts.apart;
      ints[block + ASKED] = finder.counts.asked;
      ints[block + UNRESOLVED] = finder.counts.unresolved;
    },
    merge: () => {
      history['count'] = control.ints[OLD_COUNT];
      const old = history as unknown as OldContacts & Places;
      mergeChunks(control, thread, () => own, contacts as unknown as ContactRows, old, kind);
    },
    takeForces: (message) => {
      const models = start.space ? known.forces : known.forcesInPlane;
      const model = models.find(({ name }) => name === message.model);
      if (model === undefined) throw new Error(`the thread has no forces '${message.model}': see registerForceModel`);
      if (model.width !== message.width || model.extras !== message.extras)
        throw new Error(`the forces '${message.model}' of the thread are not those of the program: width or extras differ`);
      setCounts();
      const write = model.create(bodies as never, contacts as never, message.data);
      forces[message.forces] = { ...message, write };
    },
    force: () => {
      setCounts();
      const { write, rows, width, extras } = forces[control.ints[FORCES]];
      workOnRows(control, write, rows, 2 * width + extras);
    },
    sum: () => {
      const { ints } = control;
      const { rows, sums, width, extras } = forces[ints[FORCES]];
      const [from, to] = [thread, thread + 1].map((t) => firstBodyOf(t, start.threads, ints[BODY_COUNT]));
      sumRows(sums, rows, width, 2 * width + extras, contacts as unknown as ContactRows, ints[ROW_COUNT], from, to);
    },
  };
}

/** Takes the arrays of another list, which are at least as long as what this one holds, and copies its rows to them. */
function moveRows(own: ContactRows, given: ContactRows): void {
  const from = own as unknown as Record<string, unknown>;
  for (const [name, to] of Object.entries(given)) {
    const old = from[name];
    if (!(to instanceof Float64Array || to instanceof Int32Array || to instanceof Uint8Array)) continue;
    to.set((old as typeof to).subarray(0, to.length));
    from[name] = to;
  }
}

function textOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
