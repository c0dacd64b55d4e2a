/**
 * A seed over a void: the body touches its plane where there is no wall, such as a tip in a hole. The seed is cut by
 * each class behind it in turn. Of the contacts that bridge no void the shallowest is chosen: the tip touches the rim
 * of the hole.
 */
import { OFFSET } from '../contact/layouts';
import { isBridge, meetGroup, meetZone, setPlane } from './group-plane';
import type { Meeting } from './meeting';
import { classCount, classFirst, classOrder, classPart, classPieces, measureClass, pieceNext, setSides, sidePlane } from './plane-classes';
import { addSide, growGroup, isBehind, startGroup } from './surface-group';
import { CORNERS, cutPiece, cutPlane, pieceRow, PIECES, pieceUsed, touchedCount } from './touched-surface';
import { leastGap } from './wall-zone';

/** Most classes by which a seed is cut. */
const MAX_CUTS = 8;
/** Gap of the best cut so far. */
const best = /* @__PURE__ */ new Float64Array(1);

/**
 * Returns the side by which the seed is cut; -1 when no cut is suitable: then the contact of the whole seed is
 * restored.
 */
export function cutSeed(at: Meeting, seed: number): number {
  const { twoSided } = at.mesh;
  let by = -1;
  let tried = 0;
  best[0] = -Infinity;
  for (let k = 0; k < classCount[0] && tried < MAX_CUTS; k++) {
    const c = classOrder[k];
    if (classPieces[c] === 0 || c === seed >> 1) continue;
    const side = twoSided && sidePlane[8 * c + OFFSET] > 0 ? 2 * c + 1 : 2 * c;
    if (!isBehind(seed, side)) continue;
    tried++;
    const pieces = touchedCount[PIECES];
    const corners = touchedCount[CORNERS];
    if (meetCut(at, seed, side) && !isBridge() && leastGap[0] > best[0]) {
      by = side;
      best[0] = leastGap[0];
    }
    touchedCount[PIECES] = pieces;
    touchedCount[CORNERS] = corners;
  }
  if (by >= 0) meetCut(at, seed, by);
  else meetGroup(at, seed);
  return by;
}

/** The contact of a side and of the part of the seed behind it. The cut pieces are the class after the last. */
function meetCut(at: Meeting, seed: number, side: number): boolean {
  const cut = classCount[0];
  for (let k = 0; k < 4; k++) cutPlane[k] = sidePlane[4 * side + k];
  classFirst[cut] = -1;
  for (let p = classFirst[seed >> 1]; p >= 0; p = pieceNext[p]) {
    if (pieceUsed[p] === 1) continue;
    const part = cutPiece(p);
    if (part < 0) continue;
    pieceNext[part] = classFirst[cut];
    classFirst[cut] = part;
  }
  if (classFirst[cut] < 0) return false;
  setSides(cut, pieceRow[classFirst[cut]]);
  classPart[cut] = classPart[seed >> 1];
  measureClass(cut);
  startGroup(2 * cut + (seed & 1));
  if (!addSide(side)) return false;
  growGroup(at.mesh.twoSided, seed >> 1);
  setPlane(at);
  meetZone(at, cut, false);
  return true;
}
