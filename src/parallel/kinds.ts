/** What differs between detectors of space and of the plane, for threads that serve both. */
import { appendContact, createContactList, type ContactList } from '../contact/contact-list';
import { createContact, type Contact } from '../contact/contact';
import { loadRow, type ContactRows } from '../contact/contact-rows';
import type { ContactMethod } from '../contact/method';
import { rowsOf, type Finder, type Keep } from '../detector-shared/ask-pairs';
import type { RowWatch } from '../detector-shared/row-watch';
import { carryPoints } from '../detector/carry-points';
import { createFinder, type Search } from '../detector/finder';
import type { MeshWall, PlaneWall } from '../walls';
import type { ContactMethod2d } from '../planar/contact/method-2d';
import type { LineWall } from '../planar/wall/line-wall';
import { appendContact2d, createContactList2d, type ContactList2d } from '../planar/contact/contact-list-2d';
import { createContact2d, type Contact2d } from '../planar/contact/contact-2d';
import { carryPoints2d } from '../planar/detector/carry-points-2d';
import { createFinder2d, type Search2d } from '../planar/detector/finder-2d';
import type { ListForm } from './merge-lists';
import { hasSharedMemory } from './shared-memory';

export type Wall = PlaneWall | MeshWall | LineWall;
export type Method = ContactMethod | ContactMethod2d;

/** Arrays of a body set that finders read. */
export const BODY_ARRAYS = ['shapeIndex', 'positions', 'rounding', 'flags'] as const;

/** One of the two kinds of detectors. */
export interface Kind extends ListForm {
  /** Name of the array of orientations. */
  readonly turns: string;
  /** A list of contacts on shared memory, where there is some. */
  readonly createList: (contacts: number, points: number) => ContactRows;
  /** A finder that appends what it finds to `list`. */
  readonly createFinder: (search: Search & Search2d, list: ContactRows) => Finder;
  /** Moves places with body i, as a history asks for. */
  readonly carry: (places: Float64Array, count: number, watch: RowWatch, bodies: Search['bodies'] & Search2d['bodies'], i: number) => void;
  /** A function that passes rows of lists on as contacts. */
  readonly createLoader: (record: Keep<Contact & Contact2d>) => (list: ContactRows, row: number) => void;
}

export const SPACE: Kind = {
  turns: 'orientations',
  coordinates: 3,
  sizes: ['areas', 'volumes'],
  carry: carryPoints,
  createList: (contacts, points) => createContactList(contacts, points, hasSharedMemory()),
  createFinder: (search, list) => {
    const out = list as ContactList;
    const append: Keep<Contact> = (i, j, found, shift) => {
      const row = appendContact(out, i, j, found);
      for (let k = 0; k < 3; k++) out.shifts[3 * row + k] = shift[k];
    };
    return createFinder(search, append, rowsOf(out));
  },
  createLoader: (record) => {
    let contact = createContact(16);
    const shift = new Float64Array(3);
    return (list, row) => {
      const from = list as ContactList;
      const points = from.pointStart[row + 1] - from.pointStart[row];
      if (points > contact.gaps.length) contact = createContact(2 * points);
      loadRow(contact, from, 3, row);
      contact.area = from.areas[row];
      contact.volume = from.volumes[row];
      for (let k = 0; k < 3; k++) shift[k] = from.shifts[3 * row + k];
      record(from.bodyA[row], from.bodyB[row], contact as Contact & Contact2d, shift);
    };
  },
};

export const PLANE: Kind = {
  turns: 'rotations',
  coordinates: 2,
  sizes: ['lengths', 'areas'],
  carry: carryPoints2d,
  createList: (contacts, points) => createContactList2d(contacts, points, hasSharedMemory()),
  createFinder: (search, list) => {
    const out = list as ContactList2d;
    const append: Keep<Contact2d> = (i, j, found, shift) => {
      const row = appendContact2d(out, i, j, found);
      for (let k = 0; k < 2; k++) out.shifts[2 * row + k] = shift[k];
    };
    return createFinder2d(search, append, rowsOf(out));
  },
  createLoader: (record) => {
    let contact = createContact2d(16);
    const shift = new Float64Array(2);
    return (list, row) => {
      const from = list as ContactList2d;
      const points = from.pointStart[row + 1] - from.pointStart[row];
      if (points > contact.gaps.length) contact = createContact2d(2 * points);
      loadRow(contact, from, 2, row);
      contact.length = from.lengths[row];
      contact.area = from.areas[row];
      for (let k = 0; k < 2; k++) shift[k] = from.shifts[2 * row + k];
      record(from.bodyA[row], from.bodyB[row], contact as Contact & Contact2d, shift);
    };
  },
};
