/**
 * What contact points of the plane remember: {@link SPRING_FLOATS_2D} numbers a point in one array, at SPRING_FLOATS_2D
 * times the point's slot. All zeros are a new point.
 *
 *     0  shear force on B along the tangent, the normal turned left      3  length of the bond
 *     1  1 when the point has been in contact                            4  1 when the bond has broken
 *     2  gap at which the normal spring is slack
 *
 * Along the tangent the spring turns with the contact by itself.
 */
import { beginSlots, type NewPoints, type Springs } from '../../force/spring-history';

/** Numbers that one contact point keeps. The last one is 1 for a point without a bond. */
export const SPRING_FLOATS_2D = 5;
export const HELD = 1;
export const SLACK_GAP = 2;
export const BOND_LENGTH = 3;
export const BROKEN = 4;

/** Forgets a contact point: a new one begins unbroken. */
export function clearSpring2d(history: Float64Array, slot: number): void {
  for (let k = SPRING_FLOATS_2D * slot, end = k + SPRING_FLOATS_2D; k < end; k++) history[k] = 0;
}

/**
 * Makes springs ready for the contacts of a step, as beginSprings in space: room for all slots of the list, and a fresh
 * spring for each point that is new. Call it once a step. `bonded` says whether new points have a bond.
 */
export function beginSprings2d(springs: Springs, list: NewPoints, bonded = true): Springs {
  return beginSlots(springs, list, bonded, SPRING_FLOATS_2D);
}
