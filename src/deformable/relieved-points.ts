/**
 * Deep points that the way out at another point ends.
 *
 * Near rims one overlap can have points with several normals. An example is a block that lies on another one near its
 * rim, pressed in by d. The node below the face has the depth d. The upright edge at this node crosses the rim of the
 * other block, and the depth there is the distance of the node from the side. Only the first one is right: moved by d
 * along its normal, the blocks are apart.
 *
 * So a point p that is deeper than dTol is dropped when there is a less deep point q of the same two blocks with
 * another normal, and p does not overlap after a move by the depth of q along its normal:
 *   - a node, when the move takes it out of the other block through a triangle;
 *   - two edges, when they do not cross, or are apart.
 * Each deep point asks all others. Overlaps above dTol are rare in a simulation.
 */
import type { DeformableSet } from './deformable-set';
import { APART, IN_CONTACT, MERGED, RELIEVED, type DeformableContacts } from './deformable-contacts';
import { isCrossingMoved } from './edge-on-edge';
import { FLAT_COSINE, isNodeOut } from './node-on-face';
import { move } from './triangle-frame';

/** A move ends a little beyond the way out, by this part of the depth. */
const BEYOND = 1e-6;

export function dropRelieved(set: DeformableSet, contacts: DeformableContacts): void {
  const { places, points, tolerance } = contacts;
  for (let p = 0; p < places.count; p++) {
    if (points.state[p] !== IN_CONTACT || !(points.gaps[p] < -tolerance)) continue;
    for (let q = 0; q < places.count; q++) {
      if (!isLessDeep(contacts, p, q) || !loadMove(contacts, p, q)) continue;
      if (!(p < places.nodeCount ? isNodeOut(set, contacts, p) : !isCrossingMoved(set, contacts, p))) continue;
      points.state[p] = RELIEVED;
      break;
    }
  }
}

function isLessDeep({ points }: DeformableContacts, p: number, q: number): boolean {
  const state = points.state[q];
  return state !== APART && state !== MERGED && points.gaps[q] < 0 && points.gaps[q] > points.gaps[p];
}

/** Writes {@link move} for the way out at q. False when q is of other blocks, or has nearly the same normal. */
function loadMove({ points, surface }: DeformableContacts, p: number, q: number): boolean {
  const a = surface.nodeBlock[points.nodes[2 * p]];
  const b = surface.triangleBlock[points.triangle[p]];
  const c = surface.nodeBlock[points.nodes[2 * q]];
  const d = surface.triangleBlock[points.triangle[q]];
  const isSame = a === c && b === d;
  if (!isSame && !(a === d && b === c)) return false;
  const way = (isSame ? 1 + BEYOND : -1 - BEYOND) * points.gaps[q];
  let along = 0;
  for (let k = 0; k < 3; k++) {
    move[k] = way * points.normals[3 * q + k];
    along += points.normals[3 * p + k] * points.normals[3 * q + k];
  }
  return (isSame ? along : -along) < FLAT_COSINE;
}
