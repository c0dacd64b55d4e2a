/**
 * One step of a parallel detector. The main thread looks at the bodies and builds the near list; all threads find
 * contacts; all threads put the contacts of the chunks together in order and compare them with the last step; the main
 * thread gives out the new slots.
 *
 * The list does not depend on the number of threads: one thread asks a pair, with the memory of the pair, which is in
 * shared memory. Nothing else enters.
 */
import type { ContactRows } from '../contact/contact-rows';
import { findAll, type Finder, type NearPairs, type PairCounts } from '../detector-shared/ask-pairs';
import type { OldContacts, Places } from '../detector-shared/contact-history';
import { settleRows } from '../detector-shared/match-rows';
import type { RowWatch } from '../detector-shared/row-watch';
import type { DetectorStep } from '../detector-shared/step';
import { InputError } from '../math/input-error';
import { clearRows } from '../contact/contact-rows';
import { divideWork, workOnChunks } from './chunks';
import {
  APART,
  ASKED,
  blockOf,
  CHUNK_END,
  CHUNK_FIRST,
  CHUNK_RECORD,
  CHUNK_THREAD,
  CHUNKS,
  Command,
  DROPPED,
  OLD_COUNT,
  POINTS_NEEDED,
  ROWS_NEEDED,
  UNRESOLVED,
} from './control';
import { Crew, type Waiting, type WorkerLike } from './crew';
import { BODY_ARRAYS, type Kind, type Method, type Wall } from './kinds';
import { arraysOf, mergeChunks, placeChunks } from './merge-lists';
import type { Shape, Views } from './messages';
import { createBuffer, isShared } from './shared-memory';
import { WALL_NUMBERS, writeWallPlaces } from './wall-places';

/** A detector's core, of space or of the plane, as far as its step is divided. */
export interface SharedCore {
  readonly bodies: { readonly count: number; readonly shapes: readonly Shape[] };
  readonly method: Method;
  readonly options: object;
  readonly list: NearPairs;
  readonly watch: RowWatch;
  readonly history: OldContacts & Places;
  readonly seams: object | undefined;
  readonly contacts: ContactRows;
  readonly walls: readonly Wall[];
  readonly finder: Finder;
  readonly step: DetectorStep;
}

/**
 * By default the main thread works alone with fewer pairs to ask than this. Two idle cores are 1.5 to 1.7 times as fast
 * with 400 pairs of the shortest link method. With 170 to 210 a quarter of the steps is slower than on one thread.
 */
export const FEWEST_ASKED = 400;
/** With fewer contacts than this the main thread puts them together alone. */
const FEWEST_ROWS = 500;
/** Room of the lists of the threads at the beginning. */
const FIRST_ROWS = 256;
const FIRST_POINTS = 1024;

export interface SharedStep {
  readonly crew: () => Crew;
  /** Threads that found the contacts of the last step. */
  readonly used: () => number;
  readonly run: () => Generator<Waiting, void>;
  /** Whether the other threads have started. */
  readonly hasStarted: () => boolean;
  /** Sends arrays and shapes that have changed to the threads. */
  readonly share: () => void;
  /** As the restart of a step; starts new threads if one has failed. */
  readonly restart: () => void;
}

export function createSharedStep(
  core: SharedCore,
  kind: Kind,
  own: { readonly finder: Finder; readonly list: ContactRows; readonly load: (list: ContactRows, row: number) => void },
  threads: number,
  createWorker: () => WorkerLike,
  fewestPairs: number,
): SharedStep {
  const { bodies, list, watch, history, contacts, walls, finder, step } = core;
  const { stateInts, stateFloats } = list.table;
  const startCrew = (): Crew =>
    new Crew(threads, createWorker, {
      space: kind.turns === 'orientations',
      method: core.method.name,
      certified: core.method.certified,
      methodInts: core.method.stateInts,
      methodFloats: core.method.stateFloats,
      options: core.options,
      walls,
      stateInts,
      stateFloats,
    });
  let crew = startCrew();
  const places = new Float64Array(createBuffer(8 * WALL_NUMBERS * walls.length));
  /** The lists of the threads; the first is the main thread's. */
  const lists: ContactRows[] = [own.list];
  for (let t = 1; t < threads; t++) lists.push(kind.createList(FIRST_ROWS, FIRST_POINTS));
  const knownShapes: Shape[] = [];
  let sent = false;
  let hadStarted = false;
  let used = 1;
  /** Pairs asked in the last step; before the first one the near list is all that is known. */
  let asked = Infinity;

  const views = (): Views => {
    const of = bodies as unknown as Record<string, Float64Array | Int32Array | Uint8Array>;
    const { pairs, live, ints: stateOfInts, floats } = list.table;
    return {
      bodies: Object.fromEntries([...BODY_ARRAYS, kind.turns].map((name) => [name, of[name]])),
      radii: list.radii,
      edges: list.edges,
      cell: list.cell === undefined ? undefined : { vectors: list.cell.vectors, duals: list.cell.duals },
      reach: list.reach,
      health: watch.health,
      motion: watch.motion,
      lastPositions: watch.lastPositions,
      lastTurns: watch.lastTurns,
      contacts: arraysOf(contacts),
      history: oldArrays(history),
      pairs,
      live,
      ints: stateOfInts,
      floats,
      walls: places,
    };
  };

  const findAlone = (): PairCounts => {
    used = 1;
    return findAll(finder, list.table.count, bodies.count);
  };

  function* findTogether(): Generator<Waiting, PairCounts> {
    const { ints } = crew.control;
    used = threads;
    bodies.shapes.forEach((shape, s) => {
      if (knownShapes[s] === shape) return;
      own.finder.lookAtShape(s);
      knownShapes[s] = shape;
    });
    writeWallPlaces(places, walls);
    divideWork(crew.control, threads, list.table.count, walls.length === 0 ? 0 : bodies.count);
    clearRows(own.list);
    const { counts } = own.finder;
    counts.apart = counts.asked = counts.unresolved = 0;
    crew.begin(Command.Find);
    workOnChunks(crew.control, 0, own.finder, own.list);
    yield* crew.finished();
    yield* takeLists();
    // Filters take contacts one by one, and so does a step in which old contacts may go on under other rules.
    if (core.seams !== undefined || watch.invalidCount > 0 || watch.changed) passRows();
    else yield* merge();
    contacts.droppedPoints += own.list.droppedPoints;
    for (let t = 1; t < threads; t++) {
      const block = blockOf(t);
      contacts.droppedPoints += ints[block + DROPPED];
      counts.apart += ints[block + APART];
      counts.asked += ints[block + ASKED];
      counts.unresolved += ints[block + UNRESOLVED];
    }
    return counts;
  }

  /** The main thread alone takes the rows of all chunks, in order. */
  function passRows(): void {
    const { ints, chunks } = crew.control;
    for (let c = 0; c < ints[CHUNKS]; c++) {
      const from = lists[chunks[CHUNK_RECORD * c + CHUNK_THREAD]];
      const end = chunks[CHUNK_RECORD * c + CHUNK_END];
      for (let row = chunks[CHUNK_RECORD * c + CHUNK_FIRST]; row < end; row++) own.load(from, row);
    }
  }

  /** All threads put their rows into the list of the step. */
  function* merge(): Generator<Waiting, void> {
    const { control } = crew;
    const hasGrown = placeChunks(control, contacts, lists, kind);
    if (contacts.count < FEWEST_ROWS) mergeChunks(control, -1, (t) => lists[t], contacts, history, kind);
    else {
      if (hasGrown) {
        crew.share(views(), bodies.shapes, undefined);
        yield* crew.taken();
      }
      control.ints[OLD_COUNT] = history.count;
      crew.begin(Command.Merge);
      mergeChunks(control, 0, () => own.list, contacts, history, kind);
      yield* crew.finished();
    }
    settleRows(history, contacts);
  }

  /** Lists that have become longer than their arrays are moved to longer ones. */
  function* takeLists(): Generator<Waiting, void> {
    const { ints } = crew.control;
    let isShort = false;
    const given = lists.map((old, t) => {
      if (t === 0 || ints[blockOf(t) + ROWS_NEEDED] === 0) return undefined;
      isShort = true;
      const rows = Math.max(old.bodyA.length, 2 * ints[blockOf(t) + ROWS_NEEDED]);
      return kind.createList(rows, Math.max(old.pointGaps.length, 2 * ints[blockOf(t) + POINTS_NEEDED]));
    });
    if (!isShort) return;
    crew.share(views(), bodies.shapes, given);
    yield* crew.taken();
    given.forEach((longer, t) => {
      if (longer !== undefined) lists[t] = longer;
    });
  }

  const share = (): void => {
    crew.share(views(), bodies.shapes, sent ? undefined : lists);
    sent = true;
  };

  const hasStarted = (): boolean => (hadStarted ||= crew.hasStarted() || crew.isReady());

  function* run(): Generator<Waiting, void> {
    crew.check();
    step.begin();
    let counts: PairCounts;
    if (threads === 1 || Math.min(asked, list.table.count) < fewestPairs) counts = findAlone();
    else {
      share();
      // Threads that start do so while the main thread works alone.
      if (hasStarted()) yield* crew.taken();
      counts = hadStarted ? yield* findTogether() : findAlone();
    }
    ({ asked } = counts);
    step.end(counts);
  }

  const restart = (): void => {
    step.restart();
    if (!crew.hasFailed()) return;
    crew = startCrew();
    sent = false;
    hadStarted = false;
  };

  return { crew: () => crew, used: () => used, run, hasStarted, share, restart };
}

/** Arrays of the last step that {@link mergeChunks} reads and writes. */
function oldArrays(history: OldContacts): Views['history'] {
  const { bodyA, bodyB, featureB, userSlot, pointStart, pointFeatures, points, pointSlot, matched, found } = history;
  return { bodyA, bodyB, featureB, userSlot, pointStart, pointFeatures, points, pointSlot, matched, found };
}

/** Throws InputError 'bad-option' when an array of a body set is not on shared memory. */
export function checkShared(bodies: object, kind: Kind): void {
  for (const name of [...BODY_ARRAYS, kind.turns]) {
    const array = (bodies as Record<string, unknown>)[name];
    if (ArrayBuffer.isView(array) && isShared(array)) continue;
    throw new InputError('bad-option', `bodies.${name} must lie on a SharedArrayBuffer: make the set on sharedBodyArrays()`);
  }
}
