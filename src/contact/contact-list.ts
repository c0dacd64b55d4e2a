import type { Contact } from './contact';

/**
 * Many contacts, structure of arrays, in the order in which they were appended. Points of contact c are rows pointStart[c] up to,
 * not including, pointStart[c + 1] of points, pointGaps and pointFeatures. Arrays may be longer than count and pointCount.
 *
 * A list that a detector fills has a history as well: what is new in this step, what has ended, and for each contact and each contact
 * point a slot, a number that stays the same as long as it lasts. Users keep their own arrays (friction history) indexed by slots. In a
 * list filled by {@link appendContact} alone everything is new and has no slot (-1).
 */
export interface ContactList {
  count: number;
  pointCount: number;
  bodyA: Int32Array;
  /** Row of B; -1 - w for a contact with wall w. */
  bodyB: Int32Array;
  status: Uint8Array;
  kind: Uint8Array;
  /** 3 a contact. */
  normals: Float64Array;
  gaps: Float64Array;
  areas: Float64Array;
  /** 3 a contact. */
  pointsA: Float64Array;
  pointsB: Float64Array;
  featureA: Int32Array;
  featureB: Int32Array;
  /** Length count + 1. */
  pointStart: Int32Array;
  /** 3 a point. */
  points: Float64Array;
  pointGaps: Float64Array;
  /** 2 a point: feature of A, feature of B. */
  pointFeatures: Int32Array;
  /**
   * Translation of B to the image that A meets in a periodic box, 3 a contact, a length: B stands at its position + shift. Zero elsewhere.
   */
  shifts: Float64Array;
  /** 1: the two had no contact in the last step. */
  began: Uint8Array;
  /** Slot of the contact, in 0 .. slotCount - 1; used again after the contact has ended. -1: none. */
  userSlot: Int32Array;
  /** 1: the contact had no point with these features in the last step. */
  pointBegan: Uint8Array;
  /** Slot of the contact point, in 0 .. pointSlotCount - 1; used again after the point has ended. -1: none. */
  pointSlot: Int32Array;
  /** Slots handed out so far: the lengths that arrays indexed by userSlot and by pointSlot need. */
  slotCount: number;
  pointSlotCount: number;
  /** Contacts of the last step that are none now. Their slots, and those of their points, may be handed out from the next step on. */
  endedCount: number;
  endedBodyA: Int32Array;
  endedBodyB: Int32Array;
  endedUserSlot: Int32Array;
  /** Points of the last step that are gone, those of ended contacts included. */
  endedPointCount: number;
  endedPointSlot: Int32Array;
  /** Whether arrays lie on SharedArrayBuffers. */
  readonly shared: boolean;
}

/** An empty list with room for some contacts and points; it grows as needed. `shared` puts all arrays on SharedArrayBuffers for workers. */
export function createContactList(contacts = 64, points = 4 * contacts, shared = false): ContactList {
  const ints = (n: number): Int32Array => (shared ? new Int32Array(new SharedArrayBuffer(4 * n)) : new Int32Array(n));
  const bytes = (n: number): Uint8Array => (shared ? new Uint8Array(new SharedArrayBuffer(n)) : new Uint8Array(n));
  const floats = (n: number): Float64Array => (shared ? new Float64Array(new SharedArrayBuffer(8 * n)) : new Float64Array(n));
  return {
    count: 0,
    pointCount: 0,
    bodyA: ints(contacts),
    bodyB: ints(contacts),
    status: bytes(contacts),
    kind: bytes(contacts),
    normals: floats(3 * contacts),
    gaps: floats(contacts),
    areas: floats(contacts),
    pointsA: floats(3 * contacts),
    pointsB: floats(3 * contacts),
    featureA: ints(contacts),
    featureB: ints(contacts),
    pointStart: ints(contacts + 1),
    points: floats(3 * points),
    pointGaps: floats(points),
    pointFeatures: ints(2 * points),
    shifts: floats(3 * contacts),
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
    shared,
  };
}

/** Empties the list for the next step, ended contacts included; keeps the arrays and the numbers of slots. */
export function clearContactList(list: ContactList): ContactList {
  list.count = 0;
  list.pointCount = 0;
  list.pointStart[0] = 0;
  list.endedCount = 0;
  list.endedPointCount = 0;
  return list;
}

/**
 * Copies a contact of bodies i and j to the end of the list and returns its row. Allocates only when the list is full (it doubles).
 * Of a contact whose arrays were too small for all its points, those that fitted are copied.
 */
export function appendContact(list: ContactList, i: number, j: number, contact: Contact): number {
  const row = list.count;
  const first = list.pointCount;
  const points = Math.min(contact.count, contact.gaps.length);
  if (row >= list.bodyA.length || first + points > list.pointGaps.length) grow(list, row + 1, first + points);
  list.bodyA[row] = i;
  list.bodyB[row] = j;
  list.status[row] = contact.status;
  list.kind[row] = contact.kind;
  list.gaps[row] = contact.gap;
  list.areas[row] = contact.area;
  list.featureA[row] = contact.featureA;
  list.featureB[row] = contact.featureB;
  for (let k = 0; k < 3; k++) {
    list.normals[3 * row + k] = contact.normal[k];
    list.pointsA[3 * row + k] = contact.pointA[k];
    list.pointsB[3 * row + k] = contact.pointB[k];
    list.shifts[3 * row + k] = 0;
  }
  list.began[row] = 1;
  list.userSlot[row] = -1;
  for (let p = 0; p < points; p++) {
    for (let k = 0; k < 3; k++) list.points[3 * (first + p) + k] = contact.points[3 * p + k];
    list.pointGaps[first + p] = contact.gaps[p];
    list.pointFeatures[2 * (first + p)] = contact.features[2 * p];
    list.pointFeatures[2 * (first + p) + 1] = contact.features[2 * p + 1];
    list.pointBegan[first + p] = 1;
    list.pointSlot[first + p] = -1;
  }
  list.count = row + 1;
  list.pointCount = first + points;
  list.pointStart[row + 1] = list.pointCount;
  return row;
}

/** Adds a contact of the last step that is none now. Allocates only when there is no room (it doubles). */
export function appendEnded(list: ContactList, i: number, j: number, slot: number): void {
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

/** Adds the slot of a contact point of the last step that is none now. */
export function appendEndedPoint(list: ContactList, slot: number): void {
  const at = list.endedPointCount++;
  if (at >= list.endedPointSlot.length) list.endedPointSlot = longer(list.endedPointSlot, 2 * at + 16);
  list.endedPointSlot[at] = slot;
}

function grow(list: ContactList, contacts: number, points: number): void {
  if (contacts > list.bodyA.length) {
    const room = 2 * contacts;
    list.bodyA = longer(list.bodyA, room);
    list.bodyB = longer(list.bodyB, room);
    list.status = longer(list.status, room);
    list.kind = longer(list.kind, room);
    list.normals = longer(list.normals, 3 * room);
    list.gaps = longer(list.gaps, room);
    list.areas = longer(list.areas, room);
    list.pointsA = longer(list.pointsA, 3 * room);
    list.pointsB = longer(list.pointsB, 3 * room);
    list.featureA = longer(list.featureA, room);
    list.featureB = longer(list.featureB, room);
    list.pointStart = longer(list.pointStart, room + 1);
    list.shifts = longer(list.shifts, 3 * room);
    list.began = longer(list.began, room);
    list.userSlot = longer(list.userSlot, room);
  }
  if (points > list.pointGaps.length) {
    const room = 2 * points;
    list.points = longer(list.points, 3 * room);
    list.pointGaps = longer(list.pointGaps, room);
    list.pointFeatures = longer(list.pointFeatures, 2 * room);
    list.pointBegan = longer(list.pointBegan, room);
    list.pointSlot = longer(list.pointSlot, room);
  }
}

/** A longer copy on a buffer of the same kind, so that what is shared between threads stays so. */
function longer<T extends Float64Array | Int32Array | Uint8Array>(old: T, length: number): T {
  const Buffer = old.buffer.constructor as new (bytes: number) => ArrayBufferLike;
  const out = new (old.constructor as new (buffer: ArrayBufferLike) => T)(new Buffer(length * old.BYTES_PER_ELEMENT));
  out.set(old);
  return out;
}
