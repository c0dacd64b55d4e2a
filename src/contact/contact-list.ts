import { longer } from '../math/longer';
import type { BodyIndex } from './body-contacts';
import type { Contact } from './contact';
import { appendRow, clearRows, createContactRows, growRows } from './contact-rows';

/**
 * Many contacts, as a structure of arrays, in the order in which they were appended. Points of contact c are rows
 * pointStart[c] up to, not including, pointStart[c + 1] of points, pointGaps and pointFeatures. Arrays may be longer
 * than count and pointCount.
 *
 * A list that a detector fills also has a history: which contacts are new in this step, which have ended, and for each
 * contact and each contact point a slot. A slot is a number that stays the same as long as the contact or point lasts.
 * Users keep their own arrays (friction history) indexed by slots. In a list filled by {@link appendContact} alone
 * everything is new and has no slot (-1).
 */
export interface ContactList {
  count: number;
  pointCount: number;
  /**
   * Number of points for which the copied contacts had no room: 0 unless a contact was made too small.
   */
  droppedPoints: number;
  bodyA: Int32Array;
  /** Row of B; -1 - w for a contact with wall w. */
  bodyB: Int32Array;
  status: Uint8Array;
  kind: Uint8Array;
  /** 3 a contact. */
  normals: Float64Array;
  gaps: Float64Array;
  /** {@link NormalOwner}. */
  owner: Uint8Array;
  areas: Float64Array;
  volumes: Float64Array;
  /** Pressure centres, 3 a contact. */
  centres: Float64Array;
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
  /** Part of the area that belongs to the point. */
  pointShares: Float64Array;
  /**
   * Translation of B to the image that A meets in a periodic box, 3 a contact, a length: B is at its position + shift.
   * Zero without a box.
   */
  shifts: Float64Array;
  /**
   * Velocity of that image from B itself, 3 a contact: B meets A with its own velocity + this. Zero unless a periodic
   * cell moves.
   */
  shiftVelocities: Float64Array;
  /** 1: the two had no contact in the last step. */
  began: Uint8Array;
  /** Slot of the contact, in 0 .. slotCount - 1; used again after the contact has ended. -1: no slot. */
  userSlot: Int32Array;
  /** 1: the contact had no point with these features in the last step. */
  pointBegan: Uint8Array;
  /** Slot of the contact point, in 0 .. pointSlotCount - 1; used again after the point has ended. -1: no slot. */
  pointSlot: Int32Array;
  /** Number of slots used so far: the lengths that arrays indexed by userSlot and by pointSlot need. */
  slotCount: number;
  pointSlotCount: number;
  /**
   * Contacts of the last step that have ended. Their slots, and those of their points, may be used again from the next
   * step on.
   */
  endedCount: number;
  endedBodyA: Int32Array;
  endedBodyB: Int32Array;
  endedUserSlot: Int32Array;
  /** Points of the last step that have ended, those of ended contacts included. */
  endedPointCount: number;
  endedPointSlot: Int32Array;
  /** Contacts by body: see contactsOf. */
  readonly bodyIndex: BodyIndex;
  /** Whether arrays lie on SharedArrayBuffers. */
  readonly shared: boolean;
}

/**
 * An empty list with room for some contacts and points; it grows as needed. `shared` puts all arrays on
 * SharedArrayBuffers for workers.
 */
export function createContactList(contacts = 64, points = 4 * contacts, shared = false): ContactList {
  const rows = createContactRows(3, contacts, points, shared);
  return { ...rows, areas: longer(rows.gaps, contacts), volumes: longer(rows.gaps, contacts) };
}

/** Empties the list for the next step, ended contacts included; keeps the arrays and the numbers of slots. */
export function clearContactList(list: ContactList): ContactList {
  clearRows(list);
  return list;
}

/**
 * Copies a contact of bodies i and j to the end of the list and returns its row. Allocates only when the list is full
 * (it doubles). If the arrays of the contact were too small for all its points, the stored points are copied.
 */
export function appendContact(list: ContactList, i: number, j: number, contact: Contact): number {
  const row = appendRow(list, 3, i, j, contact);
  if (row >= list.areas.length) growSizes(list);
  list.areas[row] = contact.area;
  list.volumes[row] = contact.volume;
  return row;
}

/** @internal Makes room for this many contacts and points in all; rows stay. */
export function reserveContacts(list: ContactList, contacts: number, points: number): void {
  if (contacts > list.bodyA.length || points > list.pointGaps.length) growRows(list, 3, contacts, points);
  if (contacts > list.areas.length) growSizes(list);
}

function growSizes(list: ContactList): void {
  list.areas = longer(list.areas, list.gaps.length);
  list.volumes = longer(list.volumes, list.gaps.length);
}
