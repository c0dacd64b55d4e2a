/** Memory of a detector in the plane: what is saved in space too (saved-tracks.ts), and rotations. */
import type { OldContacts } from '../../detector-shared/contact-history';
import { fromJson, toJson, type JsonMemory } from '../../detector-shared/memory-json';
import type { NearList } from '../../detector-shared/near-list';
import type { RowWatch } from '../../detector-shared/row-watch';
import { checkFormat, restoreTracks, saveTracks, type SavedTracks } from '../../detector-shared/saved-tracks';
import type { BodySet2d } from '../body/body-set-2d';
import type { ContactMethod2d } from '../contact/method-2d';

/** See {@link Detector2d.save}. */
export interface DetectorMemory2d extends SavedTracks {
  format: 'dem-contact detector 2d 4';
  /** Rotations of the last step, cosine and sine, 2 a body. */
  rotations: Float64Array;
}

const FORMAT = 'dem-contact detector 2d 4';

export function saveMemory2d(
  method: ContactMethod2d,
  bodies: BodySet2d,
  watch: RowWatch,
  list: NearList,
  history: OldContacts,
): DetectorMemory2d {
  return { format: FORMAT, ...saveTracks(method, bodies, watch, list, history), rotations: watch.lastTurns.slice(0, 2 * watch.count) };
}

/** Restores a memory of {@link saveMemory2d}. Throws what restoreTracks throws, before anything is changed. */
export function restoreMemory2d(
  memory: DetectorMemory2d,
  method: ContactMethod2d,
  bodies: BodySet2d,
  watch: RowWatch,
  list: NearList,
  history: OldContacts,
): void {
  checkFormat(memory, FORMAT);
  restoreTracks(memory, { name: 'rotations', array: memory.rotations }, method, bodies, watch, list, history);
}

/**
 * The memory of a detector in the plane as a record of numbers, texts and arrays of integers, which JSON keeps to the
 * bit. For small scenes: the typed arrays of a memory can be written as they are, in less room.
 *
 * @example
 * ```ts
 * const detector = createDetector2d({ bodies, method: exactLineMethod });
 * const text = JSON.stringify(memoryToJson2d(detector.save()));
 * detector.restore(memoryFromJson2d(JSON.parse(text)));
 * ```
 */
export function memoryToJson2d(memory: DetectorMemory2d): JsonMemory {
  checkFormat(memory, FORMAT);
  return toJson(memory);
}

/**
 * The reverse of {@link memoryToJson2d}, for restore, which checks the rest. Throws InputError 'bad-option' (not such a
 * record), 'bad-length' or 'bad-index' (numbers that are no integers of 32 bits).
 */
export function memoryFromJson2d(json: unknown): DetectorMemory2d {
  checkFormat(json, FORMAT);
  return fromJson(json) as unknown as DetectorMemory2d;
}
