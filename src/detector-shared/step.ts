/**
 * One step of a detector, in space or in the plane: what both do, in the same order. The detector gives what differs:
 * poses, the near list, what finds contacts.
 *
 * A step that throws changes nothing that the next one compares with ({@link keepRows}).
 */
import { clearRows, type ContactRows, type FoundContact } from '../contact/contact-rows';
import type { PairCounts } from './ask-pairs';
import { beginHistory, endHistory, type ContactHistory } from './contact-history';
import { keepCell, setShiftVelocities } from './moving-cell';
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
  /** Called before contacts are recorded and after all of them: for a filter that looks at all contacts of a step. */
  readonly beginFilter: () => void;
  readonly endFilter: (statistics: DetectorStatistics) => void;
}

/** Call `begin`, find the contacts of all near pairs and then those with walls, record them in order, call `end`. */
export interface DetectorStep {
  readonly statistics: DetectorStatistics;
  readonly begin: () => void;
  readonly end: (counts: PairCounts) => void;
  /** Empties the list; the next step builds the near list: the memory has been exchanged. */
  readonly restart: () => void;
}

export function createStep<List extends ContactRows, Found extends FoundContact>(parts: StepParts<List, Found>): DetectorStep {
  const { bodies, certified, list, watch, history, contacts } = parts;
  const statistics = createStatistics();
  let first = true;

  const build = (reason: number): void => {
    // If that throws (a box too small for the bodies), the list is incomplete: the next step builds it again.
    first = true;
    parts.buildNearList();
    keepBuilt(watch, bodies.positions, parts.turns(), bodies.count);
    keepCell(list.cell, 'sinceBuilt');
    countBuilt(statistics, reason);
    first = false;
  };

  const begin = (): void => {
    parts.checkBodies();
    for (let s = firstOtherShape(watch, bodies.shapes); s < bodies.shapes.length; s++) parts.lookAtShape(s);
    let reason = parts.watchBodies();
    if (first) reason = Rebuild.First;
    else if (reason === Rebuild.None && isSkinUsed(list, watch)) reason = Rebuild.Moved;
    if (reason !== Rebuild.None) build(reason);
    keepRows(watch, bodies);
    setReach(list);
    if (certified && watch.resized) clearSlack(list.table);
    clearRows(contacts);
    beginHistory(history);
    parts.beginFilter();
  };

  const end = ({ apart, asked, unresolved }: PairCounts): void => {
    parts.endFilter(statistics);
    endHistory(history, contacts, watch);
    keepPoses(watch, bodies.positions, parts.turns());
    keepCell(list.cell, 'sinceLast');
    if (list.cell !== undefined) setShiftVelocities(list.cell, contacts);
    statistics.nearPairs = list.table.count;
    statistics.apartPairs = apart;
    statistics.askedPairs = asked;
    statistics.unresolvedPairs = unresolved;
    statistics.steps++;
  };

  const restart = (): void => {
    clearRows(contacts);
    first = true;
  };

  return { statistics, begin, end, restart };
}
