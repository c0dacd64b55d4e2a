/**
 * One step of a detector, in space or in the plane: what both do, in the same order. The detector gives what differs:
 * poses, bounds, the call of the method, walls.
 *
 * A step that throws changes nothing that the next one compares with ({@link keepRows}).
 */
import { clearRows, type ContactRows, type FoundContact } from '../contact/contact-rows';
import type { ContactState } from '../contact/method';
import { Status } from '../contact/status';
import { beginHistory, endHistory, recordContact, type ContactHistory } from './contact-history';
import { isSkinUsed, setReach, type NearList } from './near-list';
import { forgetPair, pairState } from './pair-table';
import { firstOtherShape, Health, keepBuilt, keepPoses, keepRows, Rebuild, type BodyRows, type RowWatch } from './row-watch';
import { clearSlack, isStillApart, keepSlack } from './slack';
import { countBuilt, createStatistics, type DetectorStatistics } from './statistics';

/** What the step of a detector is made of. */
export interface StepParts<List extends ContactRows, Found extends FoundContact> {
  readonly bodies: BodyRows & { readonly positions: Float64Array };
  /** Whether the distances of the method are proved. */
  readonly certified: boolean;
  readonly list: NearList;
  readonly watch: RowWatch;
  readonly history: ContactHistory<List, Found>;
  readonly contacts: List;
  /** Throws InputError when arrays of the body set are missing or too short. */
  readonly checkBodies: () => void;
  /** Checks a shape that the last step did not have, and makes room for its contacts. */
  readonly lookAtShape: (shape: number) => void;
  /** Health and motion of all bodies. Returns why the near list has to be built again, of {@link Rebuild}. */
  readonly watchBodies: () => number;
  readonly buildNearList: () => void;
  /** The array of orientations. */
  readonly turns: () => Float64Array;
  /** Whether the bounds of two bodies are within the margin. Sets `shift`. */
  readonly mayReach: (i: number, j: number) => boolean;
  /** Translation of body j to the image that body i meets. */
  readonly shift: Float64Array;
  /** Calls the method for a pair of bodies with its memory. */
  readonly ask: (i: number, j: number, state: ContactState) => Found;
  /** Records the contacts with walls, after those of all pairs. */
  readonly recordWalls: () => void;
}

export interface DetectorStep<List> {
  readonly statistics: DetectorStatistics;
  /** Finds the contacts of the bodies as they are now. */
  readonly update: () => List;
  /** Empties the list; the next update builds the near list: the memory has been exchanged. */
  readonly restart: () => void;
}

export function createStep<List extends ContactRows, Found extends FoundContact>(parts: StepParts<List, Found>): DetectorStep<List> {
  const { bodies, certified, list, watch, history, contacts, mayReach, shift, ask } = parts;
  const statistics = createStatistics();
  const state: ContactState = { ints: new Int32Array(0), floats: new Float64Array(0), intOffset: 0, floatOffset: 0 };
  let first = true;

  const build = (reason: number): void => {
    // If that throws (a box too small for the bodies), the list is incomplete: the next step builds it again.
    first = true;
    parts.buildNearList();
    keepBuilt(watch, bodies.positions, parts.turns(), bodies.count);
    countBuilt(statistics, reason);
    first = false;
  };

  const askPairs = (): void => {
    const { table } = list;
    const { pairs, live, count } = table;
    const { health, motion } = watch;
    statistics.nearPairs = count;
    if (certified && watch.resized) clearSlack(table);
    let apart = 0;
    let asked = 0;
    let unresolved = 0;
    for (let p = 0; p < count; p++) {
      const i = pairs[2 * p];
      const j = pairs[2 * p + 1];
      if (health[i] !== Health.Good || health[j] !== Health.Good || !mayReach(i, j)) {
        if (live[p] === 1) forgetPair(table, p);
        continue;
      }
      if (certified && isStillApart(table, p, motion, i, j)) {
        apart++;
        continue;
      }
      asked++;
      const found = ask(i, j, pairState(state, table, p));
      const { status } = found;
      if (status === Status.Unresolved) unresolved++;
      if (certified && status === Status.Separated && found.count === 0) keepSlack(list, p, i, j, found, shift);
      if (found.count === 0 && status !== Status.Invalid) continue;
      const row = recordContact(history, contacts, watch, i, j, found);
      for (let k = 0; k < shift.length; k++) contacts.shifts[shift.length * row + k] = shift[k];
    }
    statistics.apartPairs = apart;
    statistics.askedPairs = asked;
    statistics.unresolvedPairs = unresolved;
  };

  const update = (): List => {
    parts.checkBodies();
    for (let s = firstOtherShape(watch, bodies.shapes); s < bodies.shapes.length; s++) parts.lookAtShape(s);
    let reason = parts.watchBodies();
    if (first) reason = Rebuild.First;
    else if (reason === Rebuild.None && isSkinUsed(list, watch)) reason = Rebuild.Moved;
    if (reason !== Rebuild.None) build(reason);
    keepRows(watch, bodies);
    setReach(list);
    clearRows(contacts);
    beginHistory(history);
    askPairs();
    parts.recordWalls();
    endHistory(history, contacts, watch);
    keepPoses(watch, bodies.positions, parts.turns());
    statistics.steps++;
    return contacts;
  };

  const restart = (): void => {
    clearRows(contacts);
    first = true;
  };

  return { statistics, update, restart };
}
