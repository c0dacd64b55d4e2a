import type { Contact } from './contact';

/**
 * Many contacts, structure of arrays, in the order in which they were appended. Points of contact c are rows pointStart[c] up to,
 * not including, pointStart[c + 1] of points, pointGaps and pointFeatures. Arrays may be longer than count and pointCount.
 */
export interface ContactList {
  count: number;
  pointCount: number;
  bodyA: Int32Array;
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
    shared,
  };
}

export function clearContactList(list: ContactList): ContactList {
  list.count = 0;
  list.pointCount = 0;
  list.pointStart[0] = 0;
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
  }
  for (let p = 0; p < points; p++) {
    for (let k = 0; k < 3; k++) list.points[3 * (first + p) + k] = contact.points[3 * p + k];
    list.pointGaps[first + p] = contact.gaps[p];
    list.pointFeatures[2 * (first + p)] = contact.features[2 * p];
    list.pointFeatures[2 * (first + p) + 1] = contact.features[2 * p + 1];
  }
  list.count = row + 1;
  list.pointCount = first + points;
  list.pointStart[row + 1] = list.pointCount;
  return row;
}

function grow(list: ContactList, contacts: number, points: number): void {
  const bigger = createContactList(
    contacts > list.bodyA.length ? 2 * contacts : list.bodyA.length,
    points > list.pointGaps.length ? 2 * points : list.pointGaps.length,
    list.shared,
  );
  bigger.bodyA.set(list.bodyA);
  bigger.bodyB.set(list.bodyB);
  bigger.status.set(list.status);
  bigger.kind.set(list.kind);
  bigger.normals.set(list.normals);
  bigger.gaps.set(list.gaps);
  bigger.areas.set(list.areas);
  bigger.pointsA.set(list.pointsA);
  bigger.pointsB.set(list.pointsB);
  bigger.featureA.set(list.featureA);
  bigger.featureB.set(list.featureB);
  bigger.pointStart.set(list.pointStart);
  bigger.points.set(list.points);
  bigger.pointGaps.set(list.pointGaps);
  bigger.pointFeatures.set(list.pointFeatures);
  Object.assign(list, bigger, { count: list.count, pointCount: list.pointCount });
}
