/**
 * A detector in the plane: broad phase, method, memory and history of each pair, as one call a time step. It is
 * createDetector in the plane, with the same options, rules and results.
 *
 * A step (detector-shared/step.ts) looks at all bodies (body-watch-2d.ts) and builds the near list again if it has to
 * (build-near-list-2d.ts). It asks the method about each pair whose bounds are within the margin, with the pair's own
 * memory, then the walls (wall-contacts-2d.ts). It compares with the last step what began and what ended
 * (contact-history.ts).
 *
 * Guarantee: the list has exactly the pairs that may pair and that the method finds in contact when it is called for
 * all pairs: gap <= margin, or within the rounding band. It is in order of (A, B), then walls. The same bodies and the
 * same memory give the same bits. The skin and the search do not change them.
 */
import { findAll, rowsOf, type Keep, type RowTarget } from '../../detector-shared/ask-pairs';
import { bytesOf } from '../../detector-shared/bytes';
import { createContactHistory, recordContact, recordRows } from '../../detector-shared/contact-history';
import { readMovingCell } from '../../detector-shared/moving-cell';
import { createNearList } from '../../detector-shared/near-list';
import { passSeams } from '../../detector-shared/seam-record';
import { slotSize } from '../../detector-shared/slack';
import { createRowWatch } from '../../detector-shared/row-watch';
import type { DetectorStatistics } from '../../detector-shared/statistics';
import { createStep } from '../../detector-shared/step';
import { createContact2d, type Contact2d } from '../contact/contact-2d';
import { appendContact2d, createContactList2d, type ContactList2d } from '../contact/contact-list-2d';
import { createDetectOptions2d } from '../contact/method-2d';
import { watchBodies2d } from './body-watch-2d';
import { carryPoints2d } from './carry-points-2d';
import { restoreMemory2d, saveMemory2d, type DetectorMemory2d } from './detector-memory-2d';
import { checkBodyArrays2d, checkDetectorOptions2d, type DetectorOptions2d } from './detector-options-2d';
import { buildNearList2d, createNearSearcher2d, edgesOf2d, movingCellOf2d } from './build-near-list-2d';
import { createFinder2d } from './finder-2d';
import { createSeams2d } from './seams-2d';

export interface Detector2d {
  /** Finds the contacts of the bodies as they are now. Returns `contacts`. */
  update(): ContactList2d;
  /** The contacts of the last update, always the same object. Do not write to it. */
  readonly contacts: ContactList2d;
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
  save(): DetectorMemory2d;
  /**
   * Continues from a memory of {@link save}: the next update gives the same bits. The body set must be as it was then,
   * or moved since.
   */
  restore(memory: DetectorMemory2d): void;
  /** Bytes that the detector holds, the contact list included. */
  memory(): number;
}

/**
 * A detector for these bodies in the plane. Throws InputError: 'bad-option' (index: the wrong wall, the rounded body if
 * the method takes sharp bodies only, or the disc or rod if it takes polygons only) and 'not-finite' (periodic box).
 *
 * `update` throws InputError 'bad-length' when an array of the body set is too short for its count, and 'bad-option'
 * when an array is missing, a shape (index) is not a polygon, or the periodic box is too small for the bodies: a body
 * may then meet two images of another. An update that throws changes nothing: the next update continues from the last
 * successful one. Bad poses are not an error: see `invalid`.
 *
 * @example
 * ```ts
 * const detector = createDetector2d({ bodies, method: shortestLinkMethod2d, margin: 1e-3 });
 * const contacts = detector.update(); // once a step
 * for (let c = 0; c < contacts.count; c++) console.log(contacts.bodyA[c], contacts.bodyB[c], contacts.gaps[c]);
 * ```
 */
export function createDetector2d(options: DetectorOptions2d): Detector2d {
  const core = createDetectorCore2d(options, false);
  const { step, finder, bodies, contacts, list } = core;
  return detectorOf2d(core, () => {
    step.begin();
    step.end(findAll(finder, list.table.count, bodies.count));
    return contacts;
  });
}

/** @internal What a detector is made of, but for the order of its work. */
export type DetectorCore2d = ReturnType<typeof createDetectorCore2d>;

/** @internal Throws what {@link createDetector2d} throws. `shared`: what finders read lies on shared memory. */
export function createDetectorCore2d(given: DetectorOptions2d, shared: boolean) {
  checkDetectorOptions2d(given);
  const { bodies, method } = given;
  const options = createDetectOptions2d();
  options.margin = given.margin ?? 0;
  options.pointMargin = given.pointMargin ?? 0;
  options.maxPoints = given.maxPoints ?? 0;
  options.band = given.band ?? 0;
  options.minLength = given.minLength ?? 0;
  const list = createNearList(
    options.margin,
    given.skin ?? Number.NaN,
    edgesOf2d(given.periodic, shared),
    slotSize(method),
    movingCellOf2d(given.periodic, shared),
    shared,
  );
  if (list.cell !== undefined) readMovingCell(list.cell, list.edges);
  const searcher = createNearSearcher2d(bodies, given.periodic, given.search ?? 'near-pairs');
  const watch = createRowWatch(2, 2, shared);
  // As it is made, a contact is Status.Invalid and has no points.
  const history = createContactHistory(
    appendContact2d,
    createContact2d(0),
    {
      coordinates: 2,
      bodies,
      carry: (places, count, i) => carryPoints2d(places, count, watch, bodies, i),
    },
    shared,
  );
  const contacts = createContactList2d(given.capacity ?? 64, 2 * (given.capacity ?? 64), shared || (given.shared ?? false));
  const walls = [...(given.walls ?? [])];
  const keep: Keep<Contact2d> = (i, j, found, shift) => {
    const row = recordContact(history, contacts, watch, i, j, found);
    for (let k = 0; k < 2; k++) contacts.shifts[2 * row + k] = shift[k];
  };
  const seams = given.seams === undefined ? undefined : createSeams2d(bodies, given.seams, options);
  const record = seams?.add ?? keep;
  const rows: RowTarget<ContactList2d> = {
    list: contacts,
    // Contacts of invalid bodies stay in the list, between others.
    isReady: () => watch.invalidCount === 0,
    settle: (first) => {
      recordRows(history, contacts, watch, first);
    },
  };
  const finder = createFinder2d({ bodies, method, options, list, watch, walls }, record, seams === undefined ? rows : rowsOf(seams.found));
  const step = createStep({
    bodies,
    certified: method.certified === true,
    list,
    watch,
    history,
    contacts,
    checkBodies: () => {
      checkBodyArrays2d(bodies);
      if (list.cell !== undefined) readMovingCell(list.cell, list.edges);
    },
    lookAtShape: finder.lookAtShape,
    watchBodies: () => watchBodies2d(watch, bodies, list),
    buildNearList: () => {
      buildNearList2d(list, searcher, bodies, watch);
    },
    turns: () => bodies.rotations,
    beginFilter: () => seams?.clear(),
    endFilter: (statistics) => {
      if (seams !== undefined) passSeams(seams, contacts, keep, list.table, statistics);
    },
  });
  return { bodies, method, options, list, searcher, watch, history, contacts, walls, seams, record, finder, step };
}

/** @internal The detector of a core that is updated like this. */
export function detectorOf2d(core: DetectorCore2d, update: () => ContactList2d): Detector2d {
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
    save: () => saveMemory2d(method, bodies, watch, list, history),
    restore: (memory) => {
      restoreMemory2d(memory, method, bodies, watch, list, history);
      step.restart();
    },
    memory: () => bytesOf(watch, list, searcher, history, contacts, ...finder.held(), ...(seams?.held() ?? [])),
  };
}
