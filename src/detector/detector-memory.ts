/** Memory of a detector in space: what is saved in the plane too (saved-tracks.ts), and orientations. */
import type { BodySet } from '../body/body-set';
import type { ContactMethod } from '../contact/method';
import type { OldContacts } from '../detector-shared/contact-history';
import { fromJson, toJson, type JsonMemory } from '../detector-shared/memory-json';
import type { NearList } from '../detector-shared/near-list';
import type { RowWatch } from '../detector-shared/row-watch';
import { checkFormat, restoreTracks, saveTracks, type SavedTracks } from '../detector-shared/saved-tracks';

/** See {@link Detector.save}. */
export interface DetectorMemory extends SavedTracks {
  format: 'dem-contact detector 4';
  /** Orientations of the last step, quaternions, 4 a body. */
  orientations: Float64Array;
}

const FORMAT = 'dem-contact detector 4';

export function saveMemory(method: ContactMethod, bodies: BodySet, watch: RowWatch, list: NearList, history: OldContacts): DetectorMemory {
  return { format: FORMAT, ...saveTracks(method, bodies, watch, list, history), orientations: watch.lastTurns.slice(0, 4 * watch.count) };
}

/** Restores a memory of {@link saveMemory}. Throws what restoreTracks throws, before anything is changed. */
export function restoreMemory(
  memory: DetectorMemory,
  method: ContactMethod,
  bodies: BodySet,
  watch: RowWatch,
  list: NearList,
  history: OldContacts,
): void {
  checkFormat(memory, FORMAT);
  restoreTracks(memory, { name: 'orientations', array: memory.orientations }, method, bodies, watch, list, history);
}

/**
 * The memory of a detector in space as a record of numbers, texts and arrays of integers, which JSON keeps to the bit.
 * For small scenes: the typed arrays of a memory can be written as they are, in less room.
 *
 * @example
 * ```ts
 * const detector = createDetector({ bodies, method: exactMethod });
 * const text = JSON.stringify(memoryToJson(detector.save()));
 * detector.restore(memoryFromJson(JSON.parse(text)));
 * ```
 */
export function memoryToJson(memory: DetectorMemory): JsonMemory {
  checkFormat(memory, FORMAT);
  return toJson(memory);
}

/**
 * The reverse of {@link memoryToJson}, for restore, which checks the rest. Throws InputError 'bad-option' (not such a
 * record), 'bad-length' or 'bad-index' (numbers that are no integers of 32 bits).
 */
export function memoryFromJson(json: unknown): DetectorMemory {
  checkFormat(json, FORMAT);
  return fromJson(json) as unknown as DetectorMemory;
}
