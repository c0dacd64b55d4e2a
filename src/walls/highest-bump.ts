/**
 * A body that rests on several bumps of a surface has one contact with all of them if they share a normal (that of a
 * face of the body). The deepest bump gives the depth. But the seed is the bump of the largest area, which may be
 * another one.
 */
import { GAP, OFFSET } from '../contact/layouts';
import { setBehind } from './behind-plane';
import { gapOfGroup, isBridge, meetGroup } from './group-plane';
import { plane, type Meeting } from './meeting';
import { classCount, classFirst, pieceNext, sidePlane } from './plane-classes';
import { cornerAt, pieceCorners, pieceStart, pieceUsed } from './touched-surface';
import { behindPlane } from './wall-rows';

/** Most bumps that are tried. */
const MAX_BUMPS = 4;
/** Least cosine between equal normals, and between the normal and pieces that look at the body. */
const ALIKE = 0.9999;
const LEAST_LOOK = 0.1;
/** The normal of the contact so far (0..2) and its gap (GAP). */
const lastPlane = /* @__PURE__ */ new Float64Array(4);

/**
 * Replaces the contact of a seed by that of a piece that extends out of its plane, as long as the normal stays. Returns
 * the seed of the contact.
 */
export function climbBumps(at: Meeting, first: number): number {
  let seed = first;
  for (let tries = 0; tries < MAX_BUMPS && gapOfGroup() < Infinity; tries++) {
    setBehind();
    const next = farthestOut(at.mesh.twoSided);
    if (next < 0 || next === seed) break;
    for (let k = 0; k < 3; k++) lastPlane[k] = plane.normal[k];
    lastPlane[GAP] = gapOfGroup();
    meetGroup(at, next);
    const cosine = lastPlane[0] * plane.normal[0] + lastPlane[1] * plane.normal[1] + lastPlane[2] * plane.normal[2];
    if (!(cosine > ALIKE && !isBridge() && gapOfGroup() < lastPlane[GAP])) {
      meetGroup(at, seed);
      break;
    }
    seed = next;
  }
  return seed;
}

/**
 * The side of the unused piece that extends farthest out of behindPlane, among pieces that look at the body along the
 * normal; -1 for none.
 */
function farthestOut(twoSided: boolean): number {
  let best = -1;
  let least = behindPlane[OFFSET];
  for (let c = 0; c < classCount[0]; c++) {
    const side = twoSided && !looksAtBody(2 * c) ? 2 * c + 1 : 2 * c;
    if (!looksAtBody(side)) continue;
    for (let p = classFirst[c]; p >= 0; p = pieceNext[p]) {
      if (pieceUsed[p] === 1) continue;
      const end = 3 * (pieceStart[p] + pieceCorners[p]);
      for (let a = 3 * pieceStart[p]; a < end; a += 3) {
        const h = behindPlane[0] * cornerAt[a] + behindPlane[1] * cornerAt[a + 1] + behindPlane[2] * cornerAt[a + 2];
        if (h < least) {
          least = h;
          best = side;
        }
      }
    }
  }
  return best;
}

function looksAtBody(side: number): boolean {
  const m = 4 * side;
  return -(sidePlane[m] * behindPlane[0] + sidePlane[m + 1] * behindPlane[1] + sidePlane[m + 2] * behindPlane[2]) > LEAST_LOOK;
}
