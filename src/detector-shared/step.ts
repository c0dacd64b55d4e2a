/**
 * One step of a detector, in space or in the plane: what both do, in the same order. The detector gives what differs:
 * poses, the near list, what finds contacts.
 *
 * A step that throws changes nothing that the next one compares with ({@link keepRows}).
 */
import { clearRows, type ContactRows, type FoundContact } from '../contact/contact-rows';
import type { PairCounts } from './ask-pairs';
import { beginHistory, endHistory, type ContactHistory } from './contact-history';
import { isSkinUsed, setReach, type NearList } from './near-list';
import { firstOtherShape, keepBuilt, keepPoses, keepRows, Rebuild, type BodyRows, type RowWatch } from './row-watch';
import { clearSlack } from './slack';
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
  /** Finds the contacts of all near pairs, then those with walls, and records them in order. */
  readonly find: () => PairCounts;
}

export interface DetectorStep<List> {
  readonly statistics: DetectorStatistics;
  /** Finds the contacts of the bodies as they are now. */
  readonly update: () => List;
  /** Empties the list; the next update builds the near list: the memory has been exchanged. */
  readonly restart: () => void;
}

export function createStep<List extends ContactRows, Found extends FoundContact>(parts: StepParts<List, Found>): DetectorStep<List> {
  const { bodies, certified, list, watch, history, contacts } = parts;
  const statistics = createStatistics();
  let first = true;

  const build = (reason: number): void => {
    // If that throws (a box too small for the bodies), the list is incomplete: the next step builds it again.
    first = true;
    parts.buildNearList();
    keepBuilt(watch, bodies.positions, parts.turns(), bodies.count);
    countBuilt(statistics, reason);
    first = false;
  };

  const find = (): void => {
    if (certified && watch.resized) clearSlack(list.table);
    const { apart, asked, unresolved } = parts.find();
    statistics.nearPairs = list.table.count;
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
    find();
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
