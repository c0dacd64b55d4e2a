/**
 * Finds all contact points of the blocks, one for each place.
 *
 * Where nodes of two blocks meet, within dTol, both are on a face of the other. Only the node of the block with the
 * smaller number is a point. The place of the other keeps a copy of its spring for the time when the two move apart.
 */
import { BROKEN, LAST_NORMAL, SPRING_FLOATS } from '../force/spring-history';
import { BondEnd } from '../force/spring-law';
import { isSearchDue, placeOfNode, searchPlaces } from './contact-places';
import type { DeformableSet } from './deformable-set';
import { APART, IN_CONTACT, MERGED, RELIEVED, reservePoints, type DeformableContacts } from './deformable-contacts';
import { findEdgeContact, keepOneCrossing } from './edge-on-edge';
import { findNodeContact } from './node-on-face';
import { FLAT_SINE } from './surface';
import { weighWaysOut } from './ways-out';

export function findPoints(set: DeformableSet, contacts: DeformableContacts): void {
  const { surface, places, points, law } = contacts;
  const broken = law.bondEnd === BondEnd.Nothing ? 0 : 1;
  if (isSearchDue(set, surface, places)) searchPlaces(set, surface, places, contacts.hasBegun ? broken : 0);
  reservePoints(points, places.count, places.nodeCount);
  for (let p = 0; p < places.nodeCount; p++) findNodeContact(set, contacts, p);
  for (let p = places.nodeCount; p < places.count; p++) findEdgeContact(set, contacts, p);
  for (let p = 0; p < places.nodeCount; p++) if (points.state[p] === IN_CONTACT) mergeNodes(set, contacts, p);
  keepOneCrossing(contacts);
  weighWaysOut(set, contacts);
  for (let p = 0; p < places.count; p++) {
    const isApart = points.state[p] === APART || points.state[p] === RELIEVED;
    const isNew = !contacts.hasBegun && !(!isApart && points.gaps[p] <= contacts.tolerance);
    if (isNew) places.history[SPRING_FLOATS * p + BROKEN] = broken;
    else if (isApart) endSpring(places.history, p, broken);
  }
}

/** Forgets the spring of a place that has left its face. */
function endSpring(history: Float64Array, p: number, broken: number): void {
  const h = SPRING_FLOATS * p;
  if (history[h + LAST_NORMAL] === 0 && history[h + LAST_NORMAL + 1] === 0 && history[h + LAST_NORMAL + 2] === 0) return;
  for (let k = 0; k < SPRING_FLOATS; k++) history[h + k] = 0;
  history[h + BROKEN] = broken;
}

function mergeNodes(set: DeformableSet, contacts: DeformableContacts, p: number): void {
  const { surface, places, points, tolerance } = contacts;
  const { positions, blockCount } = set;
  const node = points.nodes[2 * p];
  const block = surface.nodeBlock[node];
  const triangle = points.triangle[p];
  if (surface.triangleBlock[triangle] > block) return;
  for (let c = 0; c < 3; c++) {
    const other = surface.triangles[3 * triangle + c];
    const x = positions[3 * other] - positions[3 * node];
    const y = positions[3 * other + 1] - positions[3 * node + 1];
    const z = positions[3 * other + 2] - positions[3 * node + 2];
    if (!(x * x + y * y + z * z <= tolerance * tolerance)) continue;
    const q = placeOfNode(places, blockCount, other, block);
    if (q < 0 || points.state[q] !== IN_CONTACT) continue;
    let facing = 0;
    for (let k = 0; k < 3; k++) facing -= points.normals[3 * p + k] * points.normals[3 * q + k];
    if (!(facing > 1 - FLAT_SINE)) continue;
    points.state[p] = MERGED;
    points.merged[p] = q;
    points.areas[q] += points.areas[p];
    return;
  }
}

/** Copies the springs of merged points; the order of the two blocks is the opposite. */
export function copyMerged({ places, points }: DeformableContacts): void {
  const { history } = places;
  for (let p = 0; p < places.nodeCount; p++) {
    if (points.state[p] !== MERGED) continue;
    const to = SPRING_FLOATS * p;
    const from = SPRING_FLOATS * points.merged[p];
    for (let k = 0; k < SPRING_FLOATS; k++) history[to + k] = k < LAST_NORMAL + 3 ? -history[from + k] : history[from + k];
  }
}
