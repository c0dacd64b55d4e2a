/**
 * The memory of contact points of the plane: {@link SPRING_FLOATS_2D} numbers for each point in one array, at
 * SPRING_FLOATS_2D times the point's slot. All zeros are a new point.
 *
 *     0  shear force on B along the tangent, the normal turned left      3  length of the bond
 *     1  1 when the point has been in contact                            4  1 when the bond has broken
 *     2  gap at which the normal spring is slack
 *
 * The spring is stored along the tangent, so it rotates with the contact.
 */
import { beginSlots, type NewPoints, type Springs } from '../../force/spring-history';

/** Numbers that one contact point keeps. The last one is 1 for a point without a bond. */
export const SPRING_FLOATS_2D = 5;
export const HELD = 1;
export const SLACK_GAP = 2;
export const BOND_LENGTH = 3;
export const BROKEN = 4;

/** Clears a contact point. A new point starts unbroken. */
export function clearSpring2d(history: Float64Array, slot: number): void {
  for (let k = SPRING_FLOATS_2D * slot, end = k + SPRING_FLOATS_2D; k < end; k++) history[k] = 0;
}

/**
 * Prepares springs for the contacts of a step, as beginSprings in space: room for all slots of the list, and a cleared
 * spring for each new point. Call it once in each step. `bonded` says whether new points have a bond.
 */
export function beginSprings2d(springs: Springs, list: NewPoints, bonded = true): Springs {
  return beginSlots(springs, list, bonded, SPRING_FLOATS_2D);
}
