/** Contact lists written by hand: one contact of bodies 0 and 1, with a slot for each point. */
import { appendContact, createContact, createContactList, Status, type ContactList } from '../../src/contact';
import { appendContact2d, createContact2d, createContactList2d, type ContactList2d } from '../../src/planar';

export interface Row {
  normal: number[];
  centre: number[];
  /** Of the zone: area and volume, or length and area. */
  size: number;
  volume: number;
  points: number[][];
  gaps: number[];
  /** Default: 0, that is unknown. */
  shares?: number[];
}

const FEW = 16;

export function listOf(row: Row, slots = row.gaps.map((_, p) => p)): ContactList {
  const contact = createContact(FEW);
  fill(contact, row);
  contact.area = row.size;
  contact.volume = row.volume;
  const list = createContactList();
  appendContact(list, 0, 1, contact);
  return withSlots(list, slots);
}

export function listOf2d(row: Row, slots = row.gaps.map((_, p) => p)): ContactList2d {
  const contact = createContact2d(FEW);
  fill(contact, row);
  contact.length = row.size;
  contact.area = row.volume;
  const list = createContactList2d();
  appendContact2d(list, 0, 1, contact);
  return withSlots(list, slots);
}

function fill(
  contact: Pick<ReturnType<typeof createContact>, 'status' | 'gap' | 'normal' | 'centre' | 'count' | 'points' | 'gaps' | 'shares'>,
  row: Row,
): void {
  contact.status = Status.Overlapping;
  contact.gap = Math.min(...row.gaps);
  contact.normal.set(row.normal);
  contact.centre.set(row.centre);
  contact.count = row.gaps.length;
  contact.points.set(row.points.flat());
  contact.gaps.set(row.gaps);
  contact.shares.set(row.shares ?? []);
}

function withSlots<L extends ContactList | ContactList2d>(list: L, slots: readonly number[]): L {
  list.pointSlot.set(slots);
  list.pointSlotCount = Math.max(0, ...slots) + 1;
  return list;
}

/** A square of 1 m on a plate at z = 0, pressed by `depth`; bodies 0 below and 1 above. */
export function square(depth: number): Row {
  const corners = [
    [-0.5, -0.5, 0],
    [0.5, -0.5, 0],
    [0.5, 0.5, 0],
    [-0.5, 0.5, 0],
  ];
  return {
    normal: [0, 0, 1],
    centre: [0, 0, 0],
    size: 1,
    volume: Math.max(0, depth),
    points: corners,
    gaps: [-depth, -depth, -depth, -depth],
    shares: [0.25, 0.25, 0.25, 0.25],
  };
}

/**
 * A side of 1 m on a line at y = 0, pressed by `left` and `right` at its ends (both >= 0); bodies 0 below and 1 above.
 */
export function side(left: number, right: number): Row {
  const area = 0.5 * (left + right);
  // Centroid of a trapezoid, and the integral of the depth by shares: half of both triangles (centre of the cell, end,
  // other end) in one dimension is half the length.
  const x = area > 0 ? (right - left) / (12 * area) : 0;
  return {
    normal: [0, 1],
    centre: [x, 0],
    size: 1,
    volume: area,
    points: [
      [-0.5, 0],
      [0.5, 0],
    ],
    gaps: [-left, -right],
    shares: [0.5, 0.5],
  };
}
