import type { BodySet, ContactList } from 'dem-contact';
import { gapClassOf } from './summary';

/** Closed contacts of one frame, by ascending pairs; a wall w of the detector is body `bodies.count + w`. */
export interface FrameContacts {
  a: Int32Array;
  b: Int32Array;
  kind: Uint8Array;
  /** Index into the report's gap classes: 0 or 1. */
  gapClass: Uint8Array;
  /** Number of contact points. */
  points: Int32Array;
  gap: Float64Array;
  area: Float64Array;
  /** Size of the force. */
  load: Float64Array;
  /** Middle of the two witness points from the centre of A, 3 a contact. */
  offset: Float64Array;
  /** 3 a contact. */
  normal: Float64Array;
}

export function emptyContacts(count: number): FrameContacts {
  return {
    a: new Int32Array(count),
    b: new Int32Array(count),
    kind: new Uint8Array(count),
    gapClass: new Uint8Array(count),
    points: new Int32Array(count),
    gap: new Float64Array(count),
    area: new Float64Array(count),
    load: new Float64Array(count),
    offset: new Float64Array(3 * count),
    normal: new Float64Array(3 * count),
  };
}

/** Copies the closed contacts of a list; `loads` are their forces. */
export function frameContacts(list: ContactList, loads: Float64Array, { count, positions }: BodySet): FrameContacts {
  const second = (c: number): number => (list.bodyB[c] < 0 ? count - 1 - list.bodyB[c] : list.bodyB[c]);
  const rows = Array.from({ length: list.count }, (_, c) => c)
    .filter((c) => gapClassOf(list.status[c]) < 2)
    .sort((p, q) => list.bodyA[p] - list.bodyA[q] || second(p) - second(q) || p - q);
  const out = emptyContacts(rows.length);
  rows.forEach((c, row) => {
    out.a[row] = list.bodyA[c];
    out.b[row] = second(c);
    out.kind[row] = list.kind[c];
    out.gapClass[row] = gapClassOf(list.status[c]);
    out.points[row] = list.pointStart[c + 1] - list.pointStart[c];
    out.gap[row] = list.gaps[c];
    out.area[row] = list.areas[c];
    out.load[row] = loads[c] ?? 0;
    for (let k = 0; k < 3; k++) {
      out.offset[3 * row + k] = 0.5 * (list.pointsA[3 * c + k] + list.pointsB[3 * c + k]) - positions[3 * out.a[row] + k];
      out.normal[3 * row + k] = list.normals[3 * c + k];
    }
  });
  return out;
}
