/**
 * The memory of contact points: {@link SPRING_FLOATS} numbers a point in one array, plain data, at SPRING_FLOATS times
 * the point's slot. All zeros are a new point.
 *
 *     0..2  shear force on B, world            6  gap at which the normal spring is slack
 *     3..5  last normal; zeros for a new point 7  area of the bond
 *                                              8  1 when the bond has broken
 */
import type { ContactList } from '../contact/contact-list';
import { longer } from '../math/longer';

/** Numbers that one contact point keeps. The last one is 1 for a point without a bond. */
export const SPRING_FLOATS = 9;
export const LAST_NORMAL = 3;
export const SLACK_GAP = 6;
export const BOND_AREA = 7;
export const BROKEN = 8;

/** Clears a contact point. A new point starts unbroken. */
export function clearSpring(history: Float64Array, slot: number): void {
  for (let k = SPRING_FLOATS * slot, end = k + SPRING_FLOATS; k < end; k++) history[k] = 0;
}

/** The springs of all contact points, by slot. */
export interface Springs {
  /**
   * Plain data to save and restore. A longer array replaces it when there are more slots. In space SPRING_FLOATS
   * numbers for each slot, in the plane SPRING_FLOATS_2D.
   */
  history: Float64Array;
}

/** No springs yet; for space and for the plane. `shared`: on shared memory, for threads, where there is some. */
export function createSprings(shared = false): Springs {
  return { history: new Float64Array(shared && typeof SharedArrayBuffer !== 'undefined' ? new SharedArrayBuffer(0) : new ArrayBuffer(0)) };
}

/**
 * Prepares springs for the contacts of a step: room for all slots of the list, and a cleared spring for each new point
 * (`pointBegan`). Call it once in each step, before the forces. A point that has ended loses its spring: its slot is
 * cleared when another point gets it.
 *
 * `bonded` says whether new points have a bond, the cohesion and tension of the law. For blocks that are bonded at the
 * start and collide later, set it in the first step only. Allocates only when there is no room (the room doubles).
 *
 * @example
 * ```ts
 * const springs = createSprings();
 * for (let step = 0; step < 3; step++) beginSprings(springs, list, step === 0);
 * ```
 */
export function beginSprings(springs: Springs, list: NewPoints, bonded = true): Springs {
  return beginSlots(springs, list, bonded, SPRING_FLOATS);
}

/** The columns of a contact list for new points. */
export type NewPoints = Pick<ContactList, 'pointCount' | 'pointBegan' | 'pointSlot' | 'pointSlotCount'>;

/** The same for points with this many numbers. The last number marks a broken bond. */
export function beginSlots(
  springs: Springs,
  { pointCount, pointBegan, pointSlot, pointSlotCount }: NewPoints,
  bonded: boolean,
  floats: number,
): Springs {
  if (springs.history.length < floats * pointSlotCount) {
    springs.history = longer(springs.history, 2 * floats * pointSlotCount);
  }
  const { history } = springs;
  for (let p = 0; p < pointCount; p++) {
    if (pointBegan[p] !== 1 || pointSlot[p] < 0) continue;
    const end = floats * (pointSlot[p] + 1);
    for (let k = end - floats; k < end; k++) history[k] = 0;
    if (!bonded) history[end - 1] = 1;
  }
  return springs;
}
