/**
 * The comparison with the last step (contact-history.ts) in two parts, for a list whose rows are all there: ranges of
 * rows find their old contacts, each by itself, then one pass gives out the new slots.
 *
 * It gives what recordContact gives row by row. Slots are taken in the order of the new rows, and slots that ended in a
 * step are free from the next step on, so both orders can be kept apart. It is not for steps in which a body was
 * replaced or is invalid: those add rows or part old contacts from new ones.
 */
import { appendEnded, type ContactRows } from '../contact/contact-rows';
import { compare, endPoints, matchPoints, type OldContacts, type Places } from './contact-history';
import { giveBackSlot, takeSlot } from './slot-pool';

/** Rows `from` to `to` take the slots of the contacts of the last step that they are. Writes to no other row. */
export function matchRows(history: OldContacts & Places, list: ContactRows, from: number, to: number): void {
  if (from === to) return;
  const { count, found, userSlot } = history;
  const { bodyA, bodyB, featureB, pointStart } = list;
  let old = firstNotBefore(history, bodyA[from], bodyB[from], featureB[from]);
  for (let row = from; row < to; row++) {
    const i = bodyA[row];
    const j = bodyB[row];
    const feature = featureB[row];
    while (old < count && compare(history, old, i, j, feature) < 0) old++;
    if (old >= count || compare(history, old, i, j, feature) !== 0) continue;
    found[old] = 1;
    list.began[row] = 0;
    list.userSlot[row] = userSlot[old];
    matchPoints(history, list, old, pointStart[row], pointStart[row + 1], i, j);
    old++;
  }
}

/** After all rows are matched: slots for what is new, and the list of what has ended. */
export function settleRows(history: OldContacts, list: ContactRows): void {
  const { contactSlots, pointSlots, found } = history;
  for (let row = 0; row < list.count; row++) if (list.began[row] === 1) list.userSlot[row] = takeSlot(contactSlots);
  for (let p = 0; p < list.pointCount; p++) if (list.pointBegan[p] === 1) list.pointSlot[p] = takeSlot(pointSlots);
  for (let old = 0; old < history.count; old++) {
    endPoints(history, list, old);
    if (found[old] === 0) {
      appendEnded(list, history.bodyA[old], history.bodyB[old], history.userSlot[old]);
      giveBackSlot(contactSlots, history.userSlot[old]);
    }
    found[old] = 0;
  }
  history.next = history.count;
}

/** The first contact of the last step that does not come before (i, j, feature), by bisection. */
function firstNotBefore(history: OldContacts, i: number, j: number, feature: number): number {
  let low = 0;
  let high = history.count;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (compare(history, middle, i, j, feature) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}
