/**
 * Contacts as rows, without history: what parts of a job hold and what writers take. A {@link ContactList} has these
 * fields.
 *
 * One table of columns for each kind of row serves all formats, so that they have the same columns in the same order.
 */
import type { ContactList } from '../contact/contact-list';
import { ContactKind, Status } from '../contact/status';

/** The fields of a contact list that are written. */
export type ContactRows = Pick<
  ContactList,
  | 'count'
  | 'bodyA'
  | 'bodyB'
  | 'status'
  | 'kind'
  | 'gaps'
  | 'areas'
  | 'volumes'
  | 'normals'
  | 'centres'
  | 'pointsA'
  | 'pointsB'
  | 'featureA'
  | 'featureB'
  | 'pointStart'
  | 'points'
  | 'pointGaps'
  | 'pointShares'
  | 'pointFeatures'
>;

/** A frame of a job: one file. */
export interface Frame {
  /** Number in the job, from 0. */
  readonly number: number;
  /** Name of the file as it was given. */
  readonly file: string;
  /** The `t` of a scene; of other files the number of the frame. */
  readonly time: number;
}

/** Where a row of a table comes from. */
export interface Place {
  frame: number;
  rows: ContactRows;
  /** Row of the contact. */
  c: number;
  /** Row of the contact point. */
  p: number;
}

/** i4, u1 and f8 are the types of numpy. */
export interface Column {
  readonly name: string;
  readonly type: 'i4' | 'u1' | 'f8';
  /** Words for the values, in formats for people. */
  readonly words?: readonly string[];
  readonly value: (place: Place) => number;
}

const i4 = (name: string, value: Column['value']): Column => ({ name, type: 'i4', value });
const f8 = (name: string, value: Column['value']): Column => ({ name, type: 'f8', value });
const xyz = (prefix: string, value: (place: Place, k: number) => number): Column[] =>
  ['x', 'y', 'z'].map((axis, k) => f8(prefix + axis, (place) => value(place, k)));

const BODIES: readonly Column[] = [
  i4('frame', ({ frame }) => frame),
  i4('bodyA', ({ rows, c }) => rows.bodyA[c]),
  i4('bodyB', ({ rows, c }) => rows.bodyB[c]),
];
const NORMAL = xyz('n', ({ rows, c }, k) => rows.normals[3 * c + k]);

const CONTACT_COLUMNS: readonly Column[] = [
  ...BODIES,
  { name: 'status', type: 'u1', words: Object.keys(Status), value: ({ rows, c }) => rows.status[c] },
  { name: 'kind', type: 'u1', words: Object.keys(ContactKind), value: ({ rows, c }) => rows.kind[c] },
  f8('gap', ({ rows, c }) => rows.gaps[c]),
  f8('area', ({ rows, c }) => rows.areas[c]),
  f8('volume', ({ rows, c }) => rows.volumes[c]),
  ...NORMAL,
  ...xyz('c', ({ rows, c }, k) => rows.centres[3 * c + k]),
  ...xyz('a', ({ rows, c }, k) => rows.pointsA[3 * c + k]),
  ...xyz('b', ({ rows, c }, k) => rows.pointsB[3 * c + k]),
  i4('featureA', ({ rows, c }) => rows.featureA[c]),
  i4('featureB', ({ rows, c }) => rows.featureB[c]),
  i4('points', ({ rows, c }) => rows.pointStart[c + 1] - rows.pointStart[c]),
];

const POINT_COLUMNS: readonly Column[] = [
  ...BODIES,
  i4('point', ({ rows, c, p }) => p - rows.pointStart[c]),
  ...xyz('', ({ rows, p }, k) => rows.points[3 * p + k]),
  f8('gap', ({ rows, p }) => rows.pointGaps[p]),
  f8('share', ({ rows, p }) => rows.pointShares[p]),
  ...NORMAL,
  i4('featureA', ({ rows, p }) => rows.pointFeatures[2 * p]),
  i4('featureB', ({ rows, p }) => rows.pointFeatures[2 * p + 1]),
];

/** What a row of a table is. */
export type RowKind = 'contacts' | 'points';

export const COLUMNS: Readonly<Record<RowKind, readonly Column[]>> = { contacts: CONTACT_COLUMNS, points: POINT_COLUMNS };

/** Calls `each` for every row of a table that contacts `from` up to, not including, `to` give. */
export function eachRow(kind: RowKind, frame: Frame, rows: ContactRows, from: number, to: number, each: (place: Place) => void): void {
  const place: Place = { frame: frame.number, rows, c: 0, p: 0 };
  for (place.c = from; place.c < to; place.c++) {
    if (kind === 'contacts') each(place);
    else for (place.p = rows.pointStart[place.c]; place.p < rows.pointStart[place.c + 1]; place.p++) each(place);
  }
}
