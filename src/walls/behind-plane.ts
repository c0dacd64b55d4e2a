/**
 * The surface that a contact covers: its group, and all of the touched surface behind its plane, within the bend. A
 * motion along the normal frees the body from all of it. So the sides of a table give no contacts for a body that
 * extends over the rim, although the body touches them. A second bump of equal height belongs to the contact with the
 * first.
 */
import { OFFSET } from '../contact/layouts';
import { gapOfGroup } from './group-plane';
import { BEND, bounds, plane } from './meeting';
import { classCount, classFirst, pieceNext, sidePlane } from './plane-classes';
import { groupCount, groupSides, isInGroup, SIDES } from './surface-group';
import { cutPiece, cutPlane, pieceUsed } from './touched-surface';
import { behindPlane, isBehindPlane } from './wall-rows';

/** The plane of the current contact, moved out by the bend. */
export function setBehind(): void {
  const { normal, pointA } = plane;
  for (let k = 0; k < 3; k++) behindPlane[k] = normal[k];
  behindPlane[OFFSET] = normal[0] * pointA[0] + normal[1] * pointA[1] + normal[2] * pointA[2] + gapOfGroup() - bounds[BEND];
}

/** Whether pieces that are not in the group are behind the plane. */
export function hasOthersBehind(): boolean {
  for (let c = 0; c < classCount[0]; c++) {
    if (isInGroup(c, groupCount[SIDES])) continue;
    for (let p = classFirst[c]; p >= 0; p = pieceNext[p]) if (pieceUsed[p] === 0 && isBehindPlane(p)) return true;
  }
  return false;
}

/**
 * Marks the pieces that the contact covers. If a piece crosses the plane, its part in front remains. If a side cut the
 * seed (`by`), the rest of the seed remains.
 */
export function useUp(seed: number, by: number): void {
  for (let k = 0; k < groupCount[SIDES]; k++) {
    for (let p = classFirst[groupSides[k] >> 1]; p >= 0; p = pieceNext[p]) pieceUsed[p] = 1;
  }
  if (by >= 0) {
    for (let k = 0; k < 4; k++) cutPlane[k] = 0 - sidePlane[4 * by + k];
    let rest = -1;
    for (let p = classFirst[seed >> 1]; p >= 0; p = pieceNext[p]) if (pieceUsed[p] === 0) rest = replace(p, rest);
    prepend(seed >> 1, rest);
  }
  for (let k = 0; k < 4; k++) cutPlane[k] = behindPlane[k];
  for (let c = 0; c < classCount[0]; c++) {
    let fronts = -1;
    for (let p = classFirst[c]; p >= 0; p = pieceNext[p]) if (pieceUsed[p] === 0 && isBehindPlane(p)) fronts = replace(p, fronts);
    prepend(c, fronts);
  }
}

/** Marks a piece as used, and puts its remaining part (by cutPlane) before a chain of pieces. Returns the chain. */
function replace(p: number, chain: number): number {
  pieceUsed[p] = 1;
  const part = cutPiece(p);
  if (part < 0) return chain;
  pieceNext[part] = chain;
  return part;
}

/** Puts a chain of pieces before those of a class. */
function prepend(c: number, chain: number): void {
  if (chain < 0) return;
  let last = chain;
  while (pieceNext[last] >= 0) last = pieceNext[last];
  pieceNext[last] = classFirst[c];
  classFirst[c] = chain;
}
