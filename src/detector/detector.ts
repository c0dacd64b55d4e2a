/**
 * A detector: broad phase, method, memory and history of each pair, as one call a time step.
 *
 * A step looks at all bodies (body-watch.ts), builds the near list again if it has to (build-near-list.ts), asks the
 * method about each pair whose bounds are within the margin, with the pair's own memory, then the walls
 * (wall-contacts.ts), and compares with the last step what began and what ended (contact-history.ts).
 *
 * Guarantee: the list has exactly the pairs that may pair and that the method finds in contact when it is called for
 * all pairs: gap <= margin, or within the rounding band. It is in order of (A, B), then walls. The same bodies and the
 * same memory give the same bits. The skin does not change them.
 */
import { checkShape } from '../body/body-arrays';
import { createContact } from '../contact/contact';
import { appendContact, clearContactList, createContactList, type ContactList } from '../contact/contact-list';
import { detect } from '../contact/detect';
import { createDetectOptions, createState, type ContactState } from '../contact/method';
import { Status } from '../contact/status';
import { isPolyhedron } from '../polyhedron/convex-polyhedron';
import { beginHistory, createContactHistory, endHistory, recordContact } from '../detector-shared/contact-history';
import { bytesOf } from '../detector-shared/bytes';
import { createNearList, isSkinUsed, setReach } from '../detector-shared/near-list';
import { copyPairState, forgetPair, pairState } from '../detector-shared/pair-table';
import { clearSlack, isStillApart, keepSlack, slotSize } from '../detector-shared/slack';
import { createRowWatch, firstOtherShape, Health, keepBuilt, keepPoses, keepRows, Rebuild } from '../detector-shared/row-watch';
import { countBuilt, createStatistics, type DetectorStatistics } from '../detector-shared/statistics';
import { watchBodies } from './body-watch';
import { carryPoints } from './carry-points';
import { restoreMemory, saveMemory, type DetectorMemory } from './detector-memory';
import { checkBodyArrays, checkDetectorOptions, type DetectorOptions } from './detector-options';
import { buildNearList, createNearSearcher, edgesOf } from './build-near-list';
import { imageShift, mayReach } from './reach';
import { createScratch, growScratch, reserveScratch } from './scratch-contact';
import { appendWallContacts, createWallContacts } from './wall-contacts';

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
  checkDetectorOptions(options);
  const { bodies, method } = options;
  const detectOptions = createDetectOptions();
  detectOptions.margin = options.margin ?? 0;
  detectOptions.pointMargin = options.pointMargin ?? 0;
  detectOptions.maxPoints = options.maxPoints ?? 0;
  detectOptions.band = options.band ?? 0;
  detectOptions.minArea = options.minArea ?? 0;
  const list = createNearList(detectOptions.margin, options.skin ?? Number.NaN, edgesOf(options.periodic), slotSize(method));
  const searcher = createNearSearcher(bodies, options.periodic);
  const watch = createRowWatch(3, 4);
  // As it is made, a contact is Status.Invalid and has no points.
  const history = createContactHistory(appendContact, createContact(0), {
    coordinates: 3,
    bodies,
    carry: (places, count, i) => carryPoints(places, count, watch, bodies, i),
  });
  const walls = createWallContacts([...(options.walls ?? [])]);
  const contacts = createContactList(options.capacity ?? 64, 4 * (options.capacity ?? 64), options.shared ?? false);
  const state: ContactState = { ints: new Int32Array(0), floats: new Float64Array(0), intOffset: 0, floatOffset: 0 };
  /** The memory of the current pair, before the call of the method. */
  const before = createState(method);
  const statistics = createStatistics();
  const scratch = createScratch();
  let first = true;

  /** Shapes that are not known from the last step, also where one was put in the place of another. */
  const lookAtShapes = (): void => {
    const { shapes } = bodies;
    for (let s = firstOtherShape(watch, shapes); s < shapes.length; s++) {
      checkShape(shapes[s], s, isPolyhedron, 'polyhedron, such as box(1, 1, 1)');
      reserveScratch(scratch, shapes[s]);
    }
  };

  const build = (reason: number): void => {
    // If that throws (a box too small for the bodies), the list is incomplete: the next step builds it again.
    first = true;
    buildNearList(list, searcher, bodies, watch);
    keepBuilt(watch, bodies.positions, bodies.orientations, bodies.count);
    countBuilt(statistics, reason);
    first = false;
  };

  const askPairs = (): void => {
    const { table } = list;
    const { pairs, live, count } = table;
    const { health, motion } = watch;
    statistics.nearPairs = count;
    const certified = method.certified === true;
    if (certified && watch.changed) clearSlack(table);
    let apart = 0;
    let asked = 0;
    let unresolved = 0;
    for (let p = 0; p < count; p++) {
      const i = pairs[2 * p];
      const j = pairs[2 * p + 1];
      if (health[i] !== Health.Good || health[j] !== Health.Good || !mayReach(list, bodies, i, j)) {
        if (live[p] === 1) forgetPair(table, p);
        continue;
      }
      if (certified && isStillApart(table, p, motion, i, j)) {
        apart++;
        continue;
      }
      asked++;
      pairState(state, table, p);
      detectOptions.motionA = motion[i];
      detectOptions.motionB = motion[j];
      copyPairState(before, state, method);
      let status = detect(scratch.contact, method, bodies, i, j, state, detectOptions, imageShift);
      while (growScratch(scratch)) {
        // The method is called again with the memory from before the call, so that the room does not change the result.
        copyPairState(state, before, method);
        status = detect(scratch.contact, method, bodies, i, j, state, detectOptions, imageShift);
      }
      const { contact } = scratch;
      if (status === Status.Unresolved) unresolved++;
      if (certified && status === Status.Separated && contact.count === 0) keepSlack(list, p, i, j, contact);
      if (contact.count === 0 && status !== Status.Invalid) continue;
      const row = recordContact(history, contacts, watch, i, j, contact);
      for (let k = 0; k < 3; k++) contacts.shifts[3 * row + k] = imageShift[k];
    }
    statistics.apartPairs = apart;
    statistics.askedPairs = asked;
    statistics.unresolvedPairs = unresolved;
  };

  const update = (): ContactList => {
    checkBodyArrays(bodies);
    lookAtShapes();
    let reason = watchBodies(watch, bodies, list.edges);
    if (first) reason = Rebuild.First;
    else if (reason === Rebuild.None && isSkinUsed(list, watch)) reason = Rebuild.Moved;
    if (reason !== Rebuild.None) build(reason);
    keepRows(watch, bodies);
    setReach(list);
    clearContactList(contacts);
    beginHistory(history);
    askPairs();
    appendWallContacts(walls, contacts, history, watch, bodies, scratch, detectOptions);
    endHistory(history, contacts, watch);
    keepPoses(watch, bodies.positions, bodies.orientations);
    statistics.steps++;
    return contacts;
  };

  return {
    update,
    contacts,
    statistics,
    get invalidCount() {
      return watch.invalidCount;
    },
    get invalid() {
      return watch.invalid;
    },
    get skin() {
      return list.skin[0];
    },
    save: () => saveMemory(method, watch, list, history),
    restore: (memory) => {
      restoreMemory(memory, method, bodies, watch, list, history);
      clearContactList(contacts);
      first = true;
    },
    memory: () => bytesOf(watch, list, searcher.workspace, history, contacts, scratch, walls.near, ...walls.found),
  };
}
