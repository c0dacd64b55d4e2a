/** Memory of a detector in space: what is saved in the plane too (saved-tracks.ts), and poses. */
import type { BodySet } from '../body/body-set';
import type { ContactMethod } from '../contact/method';
import type { OldContacts } from '../tracking/contact-history';
import type { NearList } from '../tracking/near-list';
import type { RowWatch } from '../tracking/row-watch';
import { checkFormat, halvesOf, restoreTracks, saveTracks, type SavedTracks } from '../tracking/saved-tracks';

/** See {@link Detector.save}. */
export interface DetectorMemory extends SavedTracks {
  format: 'dem-contact detector 1';
  /** Poses of the last step: 3 and 4 doubles a body. */
  positions: number[];
  orientations: number[];
}

const FORMAT = 'dem-contact detector 1';

export function saveMemory(method: ContactMethod, watch: RowWatch, list: NearList, history: OldContacts): DetectorMemory {
  return {
    format: FORMAT,
    ...saveTracks(method, watch, list, history),
    positions: halvesOf(watch.lastPositions, 3 * watch.count),
    orientations: halvesOf(watch.lastTurns, 4 * watch.count),
  };
}

/**
 * Takes on what {@link saveMemory} gave. Throws InputError, before anything is changed: 'bad-option' (not such data, another method), 'bad-length' (arrays that do not fit each
 * other or the bodies), 'bad-index' (another shape than then, numbers out of range).
 */
export function restoreMemory(
  memory: DetectorMemory,
  method: ContactMethod,
  bodies: BodySet,
  watch: RowWatch,
  list: NearList,
  history: OldContacts,
): void {
  checkFormat(memory, FORMAT);
  const { positions, orientations } = memory;
  const poses = [
    { name: 'positions', halves: positions },
    { name: 'orientations', halves: orientations },
  ] as const;
  restoreTracks(memory, poses, method, bodies, watch, list, history);
}
