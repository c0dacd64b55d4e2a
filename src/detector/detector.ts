/**
 * A detector: broad phase, method, memory and history of each pair, as one call a time step.
 *
 * A step (detector-shared/step.ts) looks at all bodies (body-watch.ts) and builds the near list again if necessary
 * (build-near-list.ts). It asks the method about each pair whose bounds are within the margin, with the pair's own
 * memory, then the walls (wall-contacts.ts). It compares with the last step what began and what ended
 * (contact-history.ts).
 *
 * Guarantee: the list has exactly the pairs that may pair and that the method finds in contact when it is called for
 * all pairs: gap <= margin, or within the rounding band. It is in order of (A, B), then walls. The same bodies and the
 * same memory give the same bits. The skin does not change them.
 */
import { findAll, rowsOf, type Keep, type RowTarget } from '../detector-shared/ask-pairs';
import { createContact, type Contact } from '../contact/contact';
import { appendContact, createContactList, type ContactList } from '../contact/contact-list';
import { createDetectOptions } from '../contact/method';
import { createContactHistory, recordContact, recordRows } from '../detector-shared/contact-history';
import { bytesOf } from '../detector-shared/bytes';
import { readMovingCell } from '../detector-shared/moving-cell';
import { createNearList } from '../detector-shared/near-list';
import { passSeams } from '../detector-shared/seam-record';
import { slotSize } from '../detector-shared/slack';
import { createRowWatch } from '../detector-shared/row-watch';
import type { DetectorStatistics } from '../detector-shared/statistics';
import { createStep } from '../detector-shared/step';
import { watchBodies } from './body-watch';
import { carryPoints } from './carry-points';
import { restoreMemory, saveMemory, type DetectorMemory } from './detector-memory';
import { checkBodyArrays, checkDetectorOptions, type DetectorOptions } from './detector-options';
import { buildNearList, createNearSearcher, edgesOf, movingCellOf } from './build-near-list';
import { createFinder } from './finder';
import { createSeams } from './seams';

export interface Detector {
  /** Finds the contacts of the bodies as they are now. Returns `contacts`. */
  update(): ContactList;
  /** The contacts of the last update, always the same object. Do not write to it. */
  readonly contacts: ContactList;
  readonly statistics: Readonly<DetectorStatistics>;
  /**
   * Number and rows, ascending, of the bodies that were invalid in the last update. The array may be longer, and
   * another one after the next update.
   */
  readonly invalidCount: number;
  readonly invalid: Int32Array;
  /** The skin that the near list was built with. */
  readonly skin: number;
  /**
   * Everything on which the next step depends, except the bodies, as typed arrays. They can be written, cloned or
   * transferred without change.
   */
  save(): DetectorMemory;
  /**
   * Continues from a memory of {@link save}: the next update gives the same bits. The body set must be as it was then,
   * or moved since.
   */
  restore(memory: DetectorMemory): void;
  /** Bytes that the detector holds, the contact list included. */
  memory(): number;
}

/**
 * A detector for these bodies. Throws InputError: 'bad-option' (index: the wrong wall, or the rounded body if the
 * method takes sharp bodies only) and 'not-finite' (periodic box).
 *
 * `update` throws InputError 'bad-length' when an array of the body set is too short for its count, and 'bad-option'
 * when an array is missing, a shape (index) is not a polyhedron, or the periodic box is too small for the bodies: a
 * body may then meet two images of another. An update that throws changes nothing: the next update continues from the
 * last successful one. Bad poses are not an error: see `invalid`.
 *
 * @example
 * ```ts
 * const detector = createDetector({ bodies, method: shortestLinkMethod, margin: 1e-3 });
 * const contacts = detector.update(); // once a step
 * for (let c = 0; c < contacts.count; c++) console.log(contacts.bodyA[c], contacts.bodyB[c], contacts.gaps[c]);
 * ```
 */
export function createDetector(options: DetectorOptions): Detector {
  const core = createDetectorCore(options, false);
  const { step, finder, bodies, contacts, list } = core;
  return detectorOf(core, () => {
    step.begin();
    step.end(findAll(finder, list.table.count, bodies.count));
    return contacts;
  });
}

/** @internal What a detector is made of, but for the order of its work. */
export type DetectorCore = ReturnType<typeof createDetectorCore>;

/** @internal Throws what {@link createDetector} throws. `shared`: what finders read lies on shared memory. */
export function createDetectorCore(given: DetectorOptions, shared: boolean) {
  checkDetectorOptions(given);
  const { bodies, method } = given;
  const options = createDetectOptions();
  options.margin = given.margin ?? 0;
  options.pointMargin = given.pointMargin ?? 0;
  options.maxPoints = given.maxPoints ?? 0;
  options.band = given.band ?? 0;
  options.minArea = given.minArea ?? 0;
  const list = createNearList(
    options.margin,
    given.skin ?? Number.NaN,
    edgesOf(given.periodic, shared),
    slotSize(method),
    movingCellOf(given.periodic, shared),
    shared,
  );
  if (list.cell !== undefined) readMovingCell(list.cell, list.edges);
  const searcher = createNearSearcher(bodies, given.periodic);
  const watch = createRowWatch(3, 4, shared);
  // As it is made, a contact is Status.Invalid and has no points.
  const history = createContactHistory(
    appendContact,
    createContact(0),
    {
      coordinates: 3,
      bodies,
      carry: (places, count, i) => carryPoints(places, count, watch, bodies, i),
    },
    shared,
  );
  const contacts = createContactList(given.capacity ?? 64, 4 * (given.capacity ?? 64), shared || (given.shared ?? false));
  const walls = [...(given.walls ?? [])];
  const keep: Keep<Contact> = (i, j, found, shift) => {
    const row = recordContact(history, contacts, watch, i, j, found);
    for (let k = 0; k < 3; k++) contacts.shifts[3 * row + k] = shift[k];
  };
  const seams = given.seams === undefined ? undefined : createSeams(bodies, given.seams, options);
  const record = seams?.add ?? keep;
  const rows: RowTarget<ContactList> = {
    list: contacts,
    // Contacts of invalid bodies stay in the list, between others.
    isReady: () => watch.invalidCount === 0,
    settle: (first) => {
      recordRows(history, contacts, watch, first);
    },
  };
  const finder = createFinder({ bodies, method, options, list, watch, walls }, record, seams === undefined ? rows : rowsOf(seams.found));
  const step = createStep({
    bodies,
    certified: method.certified === true,
    list,
    watch,
    history,
    contacts,
    checkBodies: () => {
      checkBodyArrays(bodies);
      if (list.cell !== undefined) readMovingCell(list.cell, list.edges);
    },
    lookAtShape: finder.lookAtShape,
    watchBodies: () => watchBodies(watch, bodies, list),
    buildNearList: () => {
      buildNearList(list, searcher, bodies, watch);
    },
    turns: () => bodies.orientations,
    beginFilter: () => seams?.clear(),
    endFilter: (statistics) => {
      if (seams !== undefined) passSeams(seams, contacts, keep, list.table, statistics);
    },
  });
  return { bodies, method, options, list, searcher, watch, history, contacts, walls, seams, record, finder, step };
}

/** @internal The detector of a core that is updated like this. */
export function detectorOf(core: DetectorCore, update: () => ContactList): Detector {
  const { bodies, method, list, searcher, watch, history, contacts, seams, finder, step } = core;
  return {
    update,
    contacts,
    statistics: step.statistics,
    get invalidCount() {
      return watch.invalidCount;
    },
    get invalid() {
      return watch.invalid;
    },
    get skin() {
      return list.skin[0];
    },
    save: () => saveMemory(method, bodies, watch, list, history),
    restore: (memory) => {
      restoreMemory(memory, method, bodies, watch, list, history);
      step.restart();
    },
    memory: () => bytesOf(watch, list, searcher.workspace, history, contacts, ...finder.held(), ...(seams?.held() ?? [])),
  };
}
