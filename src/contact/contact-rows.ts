/**
 * The common part of contact lists of space and of the plane: their rows, how contacts are appended and how the arrays
 * grow. `coordinates` is 3 in space and 2 in the plane. Each of the two lists keeps the sizes of a contact itself (area
 * and volume, or length and area).
 */
import { longer } from '../math/longer';
import { createBodyIndex } from './body-contacts';
import type { Contact } from './contact';
import type { ContactList } from './contact-list';

export type ContactRows = Omit<ContactList, 'areas' | 'volumes'>;

export type FoundContact = Omit<Contact, 'area' | 'volume'>;

export function createContactRows(coordinates: number, contacts: number, points: number, shared: boolean): ContactRows {
  const ints = (n: number): Int32Array => (shared ? new Int32Array(new SharedArrayBuffer(4 * n)) : new Int32Array(n));
  const bytes = (n: number): Uint8Array => (shared ? new Uint8Array(new SharedArrayBuffer(n)) : new Uint8Array(n));
  const floats = (n: number): Float64Array => (shared ? new Float64Array(new SharedArrayBuffer(8 * n)) : new Float64Array(n));
  return {
    count: 0,
    pointCount: 0,
    droppedPoints: 0,
    bodyA: ints(contacts),
    bodyB: ints(contacts),
    status: bytes(contacts),
    kind: bytes(contacts),
    normals: floats(coordinates * contacts),
    gaps: floats(contacts),
    owner: bytes(contacts),
    centres: floats(coordinates * contacts),
    pointsA: floats(coordinates * contacts),
    pointsB: floats(coordinates * contacts),
    featureA: ints(contacts),
    featureB: ints(contacts),
    pointStart: ints(contacts + 1),
    points: floats(coordinates * points),
    pointGaps: floats(points),
    pointFeatures: ints(2 * points),
    pointShares: floats(points),
    shifts: floats(coordinates * contacts),
    shiftVelocities: floats(coordinates * contacts),
    began: bytes(contacts),
    userSlot: ints(contacts),
    pointBegan: bytes(points),
    pointSlot: ints(points),
    slotCount: 0,
    pointSlotCount: 0,
    endedCount: 0,
    endedBodyA: ints(contacts),
    endedBodyB: ints(contacts),
    endedUserSlot: ints(contacts),
    endedPointCount: 0,
    endedPointSlot: ints(points),
    bodyIndex: createBodyIndex(),
    shared,
  };
}

/** Empties the list for the next step. */
export function clearRows(list: ContactRows): void {
  list.count = 0;
  list.pointCount = 0;
  list.droppedPoints = 0;
  list.pointStart[0] = 0;
  list.endedCount = 0;
  list.endedPointCount = 0;
  list.bodyIndex.isMade = false;
}

/** Copies a contact, except its size, to the end of the list and returns its row. */
export function appendRow(list: ContactRows, coordinates: number, i: number, j: number, contact: FoundContact): number {
  const row = list.count;
  const first = list.pointCount;
  const points = Math.min(contact.count, contact.gaps.length);
  list.droppedPoints += contact.dropped;
  if (row >= list.bodyA.length || first + points > list.pointGaps.length) growRows(list, coordinates, row + 1, first + points);
  list.bodyA[row] = i;
  list.bodyB[row] = j;
  list.status[row] = contact.status;
  list.kind[row] = contact.kind;
  list.gaps[row] = contact.gap;
  list.owner[row] = contact.owner;
  list.featureA[row] = contact.featureA;
  list.featureB[row] = contact.featureB;
  const at = coordinates * row;
  copyPlace(list.normals, at, contact.normal, 0, coordinates);
  copyPlace(list.pointsA, at, contact.pointA, 0, coordinates);
  copyPlace(list.pointsB, at, contact.pointB, 0, coordinates);
  copyPlace(list.centres, at, contact.centre, 0, coordinates);
  copyPlace(list.shifts, at, NO_SHIFT, 0, coordinates);
  copyPlace(list.shiftVelocities, at, NO_SHIFT, 0, coordinates);
  list.began[row] = 1;
  list.userSlot[row] = -1;
  for (let p = 0; p < points; p++) {
    const to = first + p;
    copyPlace(list.points, coordinates * to, contact.points, coordinates * p, coordinates);
    list.pointGaps[to] = contact.gaps[p];
    list.pointFeatures[2 * to] = contact.features[2 * p];
    list.pointFeatures[2 * to + 1] = contact.features[2 * p + 1];
    list.pointShares[to] = contact.shares[p];
    list.pointBegan[to] = 1;
    list.pointSlot[to] = -1;
  }
  list.count = row + 1;
  list.bodyIndex.isMade = false;
  list.pointCount = first + points;
  list.pointStart[row + 1] = list.pointCount;
  return row;
}

/**
 * Copies row `row` of a list back into a contact, except its size, to be appended to another list; the contact has room
 * for its points. Rows keep no rim of the zone, so it has none.
 */
export function loadRow(out: FoundContact, list: ContactRows, coordinates: number, row: number): void {
  const first = list.pointStart[row];
  const points = list.pointStart[row + 1] - first;
  out.status = list.status[row] as Contact['status'];
  out.kind = list.kind[row] as Contact['kind'];
  out.gap = list.gaps[row];
  out.owner = list.owner[row] as Contact['owner'];
  out.featureA = list.featureA[row];
  out.featureB = list.featureB[row];
  for (let k = 0; k < coordinates; k++) {
    out.normal[k] = list.normals[coordinates * row + k];
    out.pointA[k] = list.pointsA[coordinates * row + k];
    out.pointB[k] = list.pointsB[coordinates * row + k];
    out.centre[k] = list.centres[coordinates * row + k];
  }
  for (let p = 0; p < points; p++) {
    for (let k = 0; k < coordinates; k++) out.points[coordinates * p + k] = list.points[coordinates * (first + p) + k];
    out.gaps[p] = list.pointGaps[first + p];
    out.features[2 * p] = list.pointFeatures[2 * (first + p)];
    out.features[2 * p + 1] = list.pointFeatures[2 * (first + p) + 1];
    out.shares[p] = list.pointShares[first + p];
  }
  out.count = points;
  out.rimCount = 0;
  out.dropped = 0;
  out.iterations = 0;
}

const NO_SHIFT = /* @__PURE__ */ new Float64Array(3);

/** Copies a place or a direction of 2 or 3 coordinates, without a loop: this is done six times a contact. */
function copyPlace(to: Float64Array, at: number, from: Float64Array, start: number, coordinates: number): void {
  to[at] = from[start];
  to[at + 1] = from[start + 1];
  if (coordinates === 3) to[at + 2] = from[start + 2];
}

/** Adds a contact of the last step that has ended. Allocates only when there is no room (it doubles). */
export function appendEnded(list: ContactRows, i: number, j: number, slot: number): void {
  const at = list.endedCount++;
  if (at >= list.endedBodyA.length) {
    list.endedBodyA = longer(list.endedBodyA, 2 * at + 16);
    list.endedBodyB = longer(list.endedBodyB, 2 * at + 16);
    list.endedUserSlot = longer(list.endedUserSlot, 2 * at + 16);
  }
  list.endedBodyA[at] = i;
  list.endedBodyB[at] = j;
  list.endedUserSlot[at] = slot;
}

/** Adds the slot of a contact point of the last step that has ended. */
export function appendEndedPoint(list: ContactRows, slot: number): void {
  const at = list.endedPointCount++;
  if (at >= list.endedPointSlot.length) list.endedPointSlot = longer(list.endedPointSlot, 2 * at + 16);
  list.endedPointSlot[at] = slot;
}

/** Makes room for this many contacts and points, twice as many where there is too little; rows stay. */
export function growRows(list: ContactRows, coordinates: number, contacts: number, points: number): void {
  if (contacts > list.bodyA.length) {
    const room = 2 * contacts;
    list.bodyA = longer(list.bodyA, room);
    list.bodyB = longer(list.bodyB, room);
    list.status = longer(list.status, room);
    list.kind = longer(list.kind, room);
    list.normals = longer(list.normals, coordinates * room);
    list.gaps = longer(list.gaps, room);
    list.owner = longer(list.owner, room);
    list.centres = longer(list.centres, coordinates * room);
    list.pointsA = longer(list.pointsA, coordinates * room);
    list.pointsB = longer(list.pointsB, coordinates * room);
    list.featureA = longer(list.featureA, room);
    list.featureB = longer(list.featureB, room);
    list.pointStart = longer(list.pointStart, room + 1);
    list.shifts = longer(list.shifts, coordinates * room);
    list.shiftVelocities = longer(list.shiftVelocities, coordinates * room);
    list.began = longer(list.began, room);
    list.userSlot = longer(list.userSlot, room);
  }
  if (points > list.pointGaps.length) {
    const room = 2 * points;
    list.points = longer(list.points, coordinates * room);
    list.pointGaps = longer(list.pointGaps, room);
    list.pointFeatures = longer(list.pointFeatures, 2 * room);
    list.pointShares = longer(list.pointShares, room);
    list.pointBegan = longer(list.pointBegan, room);
    list.pointSlot = longer(list.pointSlot, room);
  }
}
