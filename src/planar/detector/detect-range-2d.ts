/** Contacts of a range of near pairs in the plane. See the twin in space (detector/detect-range.ts). */
import { Status } from '../../contact/status';
import { createState } from '../../contact/method';
import { checkRange } from '../../detector-shared/check-range';
import { pairState, type PairTable } from '../../detector-shared/pair-table';
import type { BodySet2d } from '../body/body-set-2d';
import { createContact2d, createContactFor2d } from '../contact/contact-2d';
import { appendContact2d, type ContactList2d } from '../contact/contact-list-2d';
import { detect2d } from '../contact/detect-2d';
import { createDetectOptions2d, type ContactMethod2d, type DetectOptions2d } from '../contact/method-2d';

/** The contact has room for two bodies of as many vertices as `vertices`. */
const scratch = { contact: /* @__PURE__ */ createContact2d(0), vertices: 0 };
const slot = /* @__PURE__ */ createState({ stateInts: 0, stateFloats: 0 });
const defaults = /* @__PURE__ */ createDetectOptions2d();

/**
 * Appends the contacts of the pairs `from` to `to` (without `to`) of a table to a list, in order of the pairs, and
 * returns the list. The rules, the guarantee and the errors are those of `detectRange` in space.
 *
 * @example
 * ```ts
 * const table = createPairTable(exactLineMethod, true); // on shared memory
 * setPairs(table, new Int32Array([0, 1]), 1, bodies.count);
 * const list = createContactList2d(64, 128);
 * detectRange2d(list, exactLineMethod, bodies, table, 0, table.count);
 * ```
 */
export function detectRange2d(
  list: ContactList2d,
  method: ContactMethod2d,
  bodies: BodySet2d,
  table: PairTable,
  from: number,
  to: number,
  options: DetectOptions2d = defaults,
): ContactList2d {
  checkRange(method, table, from, to);
  for (const shape of bodies.shapes) {
    if (shape.vertexCount <= scratch.vertices) continue;
    scratch.vertices = shape.vertexCount;
    scratch.contact = createContactFor2d(shape, shape);
  }
  const { contact } = scratch;
  for (let p = from; p < to; p++) {
    const i = table.pairs[2 * p];
    const j = table.pairs[2 * p + 1];
    detect2d(contact, method, bodies, i, j, pairState(slot, table, p), options);
    if (contact.count > 0 && contact.status !== Status.Invalid) appendContact2d(list, i, j, contact);
  }
  return list;
}
