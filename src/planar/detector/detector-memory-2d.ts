/** Memory of a detector in the plane: what is saved in space too (saved-tracks.ts), and poses. */
import type { OldContacts } from '../../tracking/contact-history';
import type { NearList } from '../../tracking/near-list';
import type { RowWatch } from '../../tracking/row-watch';
import { checkFormat, halvesOf, restoreTracks, saveTracks, type SavedTracks } from '../../tracking/saved-tracks';
import type { BodySet2d } from '../body/body-set-2d';
import type { ContactMethod2d } from '../contact/method-2d';

/** See {@link Detector2d.save}. */
export interface DetectorMemory2d extends SavedTracks {
  format: 'dem-contact detector 2d 1';
  /** Poses of the last step: 2 and 2 doubles a body. */
  positions: number[];
  rotations: number[];
}

const FORMAT = 'dem-contact detector 2d 1';

export function saveMemory2d(method: ContactMethod2d, watch: RowWatch, list: NearList, history: OldContacts): DetectorMemory2d {
  return {
    format: FORMAT,
    ...saveTracks(method, watch, list, history),
    positions: halvesOf(watch.lastPositions, 2 * watch.count),
    rotations: halvesOf(watch.lastTurns, 2 * watch.count),
  };
}

/** Takes on what {@link saveMemory2d} gave; throws what restoreTracks throws, before anything is changed. */
export function restoreMemory2d(
  memory: DetectorMemory2d,
  method: ContactMethod2d,
  bodies: BodySet2d,
  watch: RowWatch,
  list: NearList,
  history: OldContacts,
): void {
  checkFormat(memory, FORMAT);
  const { positions, rotations } = memory;
  const poses = [
    { name: 'positions', halves: positions },
    { name: 'rotations', halves: rotations },
  ] as const;
  restoreTracks(memory, poses, method, bodies, watch, list, history);
}
