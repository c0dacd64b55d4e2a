/**
 * Points of one overlap that have different normals: the way out with the least energy counts.
 *
 * Near rims and corners one overlap can have points with several normals. An example is a block that lies on another
 * one near its rim, pressed in by d. The node below the face has the depth d. The upright edge at this node crosses the
 * rim of the other block, and the depth there is the distance of the node from the side. Moved by the lesser depth
 * along its normal, the blocks are apart.
 *
 * Two deep points of the same two blocks are of one overlap when their normals differ by more than 6 degrees, and a
 * move by the depth of the less deep one, along its normal, ends the other one too:
 *   - a node is out of the other block, through a triangle;
 *   - two edges do not cross, or are apart.
 * Points of one overlap with nearly the same normal n are one way out: the vector n times the root of E = sum of
 * depth^2. The overlap has the energy K / 2 times the least square of all vectors of the convex hull of its ways out.
 *
 * This is a smooth least of the E: the force is its gradient, and does not jump; symmetric ways out have symmetric
 * forces. At an edge of a block with the angle a between the normals of its faces, a node has a foot on the one face as
 * long as its depth there is above cos a of that below the other face. Right there the vector of the other face leaves
 * the closest point of the hull. So points that appear or end beside an edge make no energy.
 */
import { sortAscending } from '../math/sort-ascending';
import type { DeformableSet } from './deformable-set';
import { IN_CONTACT, RELIEVED, type DeformableContacts } from './deformable-contacts';
import { isCrossingMoved } from './edge-on-edge';
import { leastSquare, leastWay, MOST_WAYS, ways, wayShares } from './least-way';
import { FLAT_COSINE, isNodeOut } from './node-on-face';
import { move } from './triangle-frame';

/** A move ends a little beyond the way out, by this part of the depth. */
const BEYOND = 1e-6;

/** Depths below this part of the reach are no overlap: the energies would have no quotients. */
const LEAST_DEPTH = 1e-9;

/** Writes the parts of all points: 1 for a point that is alone. Points without a part are RELIEVED. */
export function weighWaysOut(set: DeformableSet, contacts: DeformableContacts): void {
  const { points, reach } = contacts;
  let count = 0;
  for (let p = 0; p < points.rowCount; p++) {
    points.parts[p] = 1;
    if (points.state[p] !== IN_CONTACT || !(points.gaps[p] < -LEAST_DEPTH * reach)) continue;
    points.deep[count++] = pairName(set, contacts, p) * points.rowCount + p;
  }
  const { deep } = points;
  // Whole numbers below 2^53: the pair of blocks, then the row.
  sortAscending(deep, count);
  for (let first = 0; first < count;) {
    const pair = Math.floor(deep[first] / points.rowCount);
    let end = first;
    for (; end < count && Math.floor(deep[end] / points.rowCount) === pair; end++) deep[end] -= pair * points.rowCount;
    if (hasSeveralNormals(contacts, first, end)) weighPair(set, contacts, first, end);
    first = end;
  }
}

function pairName({ blockCount }: DeformableSet, { points, surface }: DeformableContacts, p: number): number {
  const a = surface.nodeBlock[points.nodes[2 * p]];
  const b = surface.triangleBlock[points.triangle[p]];
  return a < b ? a * blockCount + b : b * blockCount + a;
}

function hasSeveralNormals(contacts: DeformableContacts, first: number, end: number): boolean {
  const { deep } = contacts.points;
  for (let k = first + 1; k < end; k++) if (facing(contacts, deep[first], deep[k]) < FLAT_COSINE) return true;
  return false;
}

/** Cosine of the normals of two points of the same two blocks, both from the block of p to the other one. */
function facing(contacts: DeformableContacts, p: number, q: number): number {
  const { normals } = contacts.points;
  const along = normals[3 * p] * normals[3 * q] + normals[3 * p + 1] * normals[3 * q + 1] + normals[3 * p + 2] * normals[3 * q + 2];
  return isSameWay(contacts, p, q) ? along : -along;
}

/** Whether the points of two rows of two blocks are on the same block. */
function isSameWay({ points, surface }: DeformableContacts, p: number, q: number): boolean {
  return surface.nodeBlock[points.nodes[2 * p]] === surface.nodeBlock[points.nodes[2 * q]];
}

/** Finds the overlaps of two blocks, each a set of points that are linked, and weighs them. */
function weighPair(set: DeformableSet, contacts: DeformableContacts, first: number, end: number): void {
  const { deep, overlaps } = contacts.points;
  for (let k = first; k < end; k++) overlaps[k] = k;
  for (let k = first; k < end; k++) {
    for (let i = first; i < k; i++) {
      if (overlaps[i] === overlaps[k] || !isOneOverlap(set, contacts, deep[k], deep[i])) continue;
      const [from, to] = [overlaps[k], overlaps[i]];
      for (let j = first; j <= k; j++) if (overlaps[j] === from) overlaps[j] = to;
    }
  }
  for (let k = first; k < end; k++) if (overlaps[k] === k) weighOverlap(contacts, k, first, end);
}

/** Whether two points have different normals, and the way out at the less deep one ends the other. */
function isOneOverlap(set: DeformableSet, contacts: DeformableContacts, p: number, q: number): boolean {
  const { points, places } = contacts;
  if (!(facing(contacts, p, q) < FLAT_COSINE)) return false;
  if (points.place[p] === points.place[q]) return true;
  const isLess = points.gaps[q] > points.gaps[p];
  const deeper = isLess ? p : q;
  const other = isLess ? q : p;
  const way = (isSameWay(contacts, p, q) ? 1 + BEYOND : -1 - BEYOND) * points.gaps[other];
  for (let k = 0; k < 3; k++) move[k] = way * points.normals[3 * other + k];
  return points.place[deeper] < places.nodeCount ? isNodeOut(set, contacts, deeper) : !isCrossingMoved(set, contacts, deeper);
}

/** Writes the parts of the points of overlap `name`: those with nearly the same normal are one way out. */
function weighOverlap(contacts: DeformableContacts, name: number, first: number, end: number): void {
  const { deep, overlaps, gaps, parts, state, normals } = contacts.points;
  let count = 0;
  for (let k = first; k < end; k++) {
    if (overlaps[k] !== name) continue;
    const p = deep[k];
    let way = 0;
    while (way < count && facing(contacts, wayRows[way], p) < FLAT_COSINE) way++;
    if (way === MOST_WAYS) way--;
    if (way === count) {
      wayRows[count] = p;
      energies[count++] = 0;
      for (let i = 0; i < 3; i++) ways[3 * way + i] = 0;
    }
    const energy = gaps[p] * gaps[p];
    const sign = isSameWay(contacts, wayRows[0], p) ? 1 : -1;
    energies[way] += energy;
    for (let i = 0; i < 3; i++) ways[3 * way + i] += sign * energy * normals[3 * p + i];
    overlaps[k] = -1 - way;
  }
  for (let way = 0; way < count; way++) {
    const w = 3 * way;
    const size = ways[w] * ways[w] + ways[w + 1] * ways[w + 1] + ways[w + 2] * ways[w + 2];
    const scale = Math.sqrt(energies[way] / size);
    for (let i = 0; i < 3; i++) ways[w + i] *= scale;
  }
  leastWay(count);
  for (let k = first; k < end; k++) {
    if (overlaps[k] >= 0 || overlaps[k] === DONE) continue;
    const way = -1 - overlaps[k];
    parts[deep[k]] = (wayShares[way] * leastSquare[0]) / energies[way];
    if (parts[deep[k]] === 0) state[deep[k]] = RELIEVED;
    overlaps[k] = DONE;
  }
}

/** Row of a point of each way out, and the energy of the way. */
const wayRows = /* @__PURE__ */ new Int32Array(MOST_WAYS);
const energies = /* @__PURE__ */ new Float64Array(MOST_WAYS);
/** In place of the name of an overlap, when its parts are written. */
const DONE = -1 - MOST_WAYS;
