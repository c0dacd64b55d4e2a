import { describe, expect, it } from 'vitest';
import { createBodySet } from '../../src/body/body-set';
import { exactMethod } from '../../src/exact-plane/exact-method';
import { createContact, createContactFor } from '../../src/contact/contact';
import { appendContact, createContactList } from '../../src/contact/contact-list';
import { detect } from '../../src/contact/detect';
import { ContactKind, Status } from '../../src/contact/status';
import { csvContactPoints, csvContacts } from '../../src/io';
import { box } from '../../src/polyhedron/solids';
import { caught } from './caught';

/** Rows as records of words; every row must have all columns. */
function parse(text: string): Record<string, string>[] {
  const rows = text.split('\n');
  expect(rows.pop()).toBe('');
  const columns = rows[0].split(',');
  return rows.slice(1).map((row) => {
    const words = row.split(',');
    expect(words).toHaveLength(columns.length);
    return Object.fromEntries(words.map((word, k) => [columns[k], word]));
  });
}

function twoContacts() {
  const bodies = createBodySet({
    shapes: [box(1, 1, 1)],
    positions: new Float64Array([0, 0, 0, 1 / 3, 0.25, 0.99, 5, 5, 5, 6.5, 5, 5]),
  });
  const list = createContactList();
  const contact = createContactFor(bodies.shapes[0], bodies.shapes[0]);
  detect(contact, exactMethod, bodies, 0, 1);
  appendContact(list, 0, 1, contact);
  detect(contact, exactMethod, bodies, 2, 3);
  appendContact(list, 2, 3, contact);
  // As a detector would: a contact that lasts, with slots of its own.
  list.began[0] = 0;
  list.userSlot[0] = 17;
  list.pointBegan[2] = 0;
  list.pointSlot.set([5, 6, 70, 8]);
  return list;
}

describe('csvContacts', () => {
  it('has one row a contact, every number to the bit', () => {
    const list = twoContacts();
    const rows = parse(csvContacts(list));
    expect(rows).toHaveLength(2);
    rows.forEach((row, c) => {
      expect([row.contact, row.bodyA, row.bodyB].map(Number)).toEqual([c, list.bodyA[c], list.bodyB[c]]);
      expect(Status[row.status as keyof typeof Status]).toBe(list.status[c]);
      expect(ContactKind[row.kind as keyof typeof ContactKind]).toBe(list.kind[c]);
      const numbers = (...columns: string[]): number[] => columns.map((column) => Number(row[column]));
      expect(numbers('gap', 'area')).toEqual([list.gaps[c], list.areas[c]]);
      expect(numbers('nx', 'ny', 'nz')).toEqual([...list.normals.subarray(3 * c, 3 * c + 3)]);
      expect(numbers('ax', 'ay', 'az')).toEqual([...list.pointsA.subarray(3 * c, 3 * c + 3)]);
      expect(numbers('bx', 'by', 'bz')).toEqual([...list.pointsB.subarray(3 * c, 3 * c + 3)]);
      expect(numbers('featureA', 'featureB', 'points')).toEqual([
        list.featureA[c],
        list.featureB[c],
        list.pointStart[c + 1] - list.pointStart[c],
      ]);
      expect(numbers('began', 'slot')).toEqual([list.began[c], list.userSlot[c]]);
    });
    expect([rows[0].status, rows[0].kind, rows[0].points]).toEqual(['Overlapping', 'FaceFace', '4']);
    expect([rows[1].status, rows[1].kind, rows[1].points]).toEqual(['Separated', 'None', '0']);
  });

  it('has one row a contact point', () => {
    const list = twoContacts();
    const rows = parse(csvContactPoints(list));
    expect(rows).toHaveLength(list.pointCount);
    rows.forEach((row, p) => {
      const numbers = (...columns: string[]): number[] => columns.map((column) => Number(row[column]));
      expect(numbers('contact', 'point', 'bodyA', 'bodyB')).toEqual([0, p, 0, 1]);
      expect(numbers('x', 'y', 'z', 'gap')).toEqual([...list.points.subarray(3 * p, 3 * p + 3), list.pointGaps[p]]);
      expect(numbers('nx', 'ny', 'nz')).toEqual([...list.normals.subarray(0, 3)]);
      expect(numbers('began', 'slot')).toEqual([list.pointBegan[p], list.pointSlot[p]]);
      expect(numbers('featureA', 'featureB')).toEqual([...list.pointFeatures.subarray(2 * p, 2 * p + 2)]);
    });
  });

  it('writes an empty list, rows of walls and of bodies without a place', () => {
    expect(parse(csvContacts(createContactList()))).toEqual([]);
    expect(parse(csvContactPoints(createContactList()))).toEqual([]);
    const list = createContactList();
    appendContact(list, 4, -2, createContact(1));
    expect(parse(csvContacts(list))[0]).toMatchObject({ bodyA: '4', bodyB: '-2', status: 'Invalid', kind: 'None', featureA: '-1' });
  });

  it('refuses numbers that are none', () => {
    const list = twoContacts();
    list.gaps[1] = NaN;
    expect(caught(() => csvContacts(list)).code).toBe('not-finite');
    list.pointGaps[0] = Infinity;
    expect(caught(() => csvContactPoints(list)).code).toBe('not-finite');
  });
});
