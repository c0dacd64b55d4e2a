/** The contacts of one body: an index of a list by body, made at the first use. */
import type { ContactList } from './contact-list';
import type { ContactRows } from './contact-rows';

/** Rows of a list by body: rows[start[b]] up to, not including, rows[start[b + 1]] are the contacts of body b. */
export interface BodyIndex {
  /** Whether the index is that of the current list. */
  isMade: boolean;
  start: Int32Array;
  rows: Int32Array;
}

export function createBodyIndex(): BodyIndex {
  return { isMade: false, start: new Int32Array(1), rows: new Int32Array(0) };
}

/**
 * Rows of the contacts of a body in a list, of space or of the plane, ascending; walls included. A view, valid until
 * the list changes. The first call after a change makes an index, O(contacts + bodies); others cost O(1).
 *
 * @example
 * ```ts
 * const detector = createDetector({ bodies, method: exactMethod });
 * const contacts = detector.update();
 * for (const c of contactsOf(contacts, 7)) console.log(contacts.bodyA[c], contacts.bodyB[c], contacts.gaps[c]);
 * ```
 */
export function contactsOf(list: Omit<ContactList, 'areas' | 'volumes'>, body: number): Int32Array {
  const index = list.bodyIndex;
  if (!index.isMade) makeIndex(index, list);
  const first = index.start[body] ?? 0;
  return index.rows.subarray(first, index.start[body + 1] ?? first);
}

/** Counting sort of the rows by their bodies. */
function makeIndex(index: BodyIndex, { count, bodyA, bodyB }: ContactRows): void {
  let bodies = 0;
  for (let c = 0; c < count; c++) bodies = Math.max(bodies, bodyA[c] + 1, bodyB[c] + 1);
  if (index.start.length < bodies + 1) index.start = new Int32Array(Math.ceil(1.5 * bodies) + 1);
  if (index.rows.length < 2 * count) index.rows = new Int32Array(3 * count);
  const { start, rows } = index;
  start.fill(0);
  for (let c = 0; c < count; c++) {
    start[bodyA[c]]++;
    if (bodyB[c] >= 0) start[bodyB[c]]++;
  }
  for (let b = 1; b < start.length; b++) start[b] += start[b - 1];
  // Backwards, so that each start ends where it begins and rows ascend.
  for (let c = count - 1; c >= 0; c--) {
    rows[--start[bodyA[c]]] = c;
    if (bodyB[c] >= 0) rows[--start[bodyB[c]]] = c;
  }
  index.isMade = true;
}
