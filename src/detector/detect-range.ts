/**
 * Contacts of a range of near pairs, for programs that divide the work among threads of their own. The near list is
 * data: a pair table (pair-table.ts), which can lie on shared memory. A pair follows from its two bodies and its own
 * memory. So the contacts do not depend on how the pairs are divided.
 */
import type { BodySet } from '../body/body-set';
import { appendContact, type ContactList } from '../contact/contact-list';
import { detect } from '../contact/detect';
import { createDetectOptions, createState, type ContactMethod, type DetectOptions } from '../contact/method';
import { Status } from '../contact/status';
import { checkRange } from '../detector-shared/check-range';
import { copyPairState, pairState, type PairTable } from '../detector-shared/pair-table';
import { createScratch, growScratch, reserveScratch } from './scratch-contact';

const scratch = /* @__PURE__ */ createScratch();
const slot = /* @__PURE__ */ createState({ stateInts: 0, stateFloats: 0 });
/** The memory of a pair before the method is called. */
const before = /* @__PURE__ */ createState({ stateInts: 0, stateFloats: 0 });
const defaults = /* @__PURE__ */ createDetectOptions();

/**
 * Appends the contacts of the pairs `from` to `to` (without `to`) of a table to a list, in order of the pairs, and
 * returns the list. Pairs without a contact point add no row. The rows have no history: `userSlot`, `pointSlot` are -1.
 *
 * Call it in each thread with a range of its own, a list of its own, and the same table and bodies on shared memory.
 * Ranges of two threads must not overlap, since each call writes to the memory of its pairs. The lists one after the
 * other, in order of the ranges, are the same to the bit for every division. They are the contacts of a detector with
 * the same bodies, method and options, if the answer of the method does not depend on its memory. The tracked link
 * can find another plane than in a detector, which does not ask all pairs in each step. There are no walls and no
 * periodic box.
 *
 * The table must have all pairs that are within `options.margin`, and none that may not collide (`mayPair`).
 *
 * Throws InputError: 'bad-index' for a range that is not of the table (value: the wrong end), 'bad-option' for a table
 * whose slots are too short for the method.
 *
 * @param options Default: no margin, all points. For methods that use the motion, `motionA` and `motionB` must be at
 * least the largest displacement of a vertex of any body since the last call.
 *
 * @example
 * ```ts
 * const table = createPairTable(shortestLinkMethod, true); // on shared memory
 * setPairs(table, new Int32Array([0, 1]), 1, bodies.count);
 * const list = createContactList(64, 256);
 * clearContactList(list);
 * detectRange(list, shortestLinkMethod, bodies, table, 0, table.count);
 * ```
 */
export function detectRange(
  list: ContactList,
  method: ContactMethod,
  bodies: BodySet,
  table: PairTable,
  from: number,
  to: number,
  options: DetectOptions = defaults,
): ContactList {
  checkRange(method, table, from, to);
  if (before.ints.length < method.stateInts) before.ints = new Int32Array(method.stateInts);
  if (before.floats.length < method.stateFloats) before.floats = new Float64Array(method.stateFloats);
  for (const shape of bodies.shapes) reserveScratch(scratch, shape);
  for (let p = from; p < to; p++) {
    const i = table.pairs[2 * p];
    const j = table.pairs[2 * p + 1];
    const { contact } = scratch;
    const state = pairState(slot, table, p);
    copyPairState(before, state, method);
    detect(contact, method, bodies, i, j, state, options);
    while (growScratch(scratch)) {
      // Again with the memory from before the call. So the room does not change the result.
      copyPairState(state, before, method);
      detect(scratch.contact, method, bodies, i, j, state, options);
    }
    if (scratch.contact.count > 0 && scratch.contact.status !== Status.Invalid) appendContact(list, i, j, scratch.contact);
  }
  return list;
}
