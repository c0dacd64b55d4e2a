/** The explorer of the site: links and the rows of its table. */
import { expect, test } from 'vitest';
import { contactMethods, Status } from '../src';
import { compare } from '../site/explorer/compare';
import { firstPair, pairFromText, pairToText } from '../site/explorer/pair';

test('a link gives the same pair back; a bad link gives none', () => {
  const pair = { a: 'plate', b: 'prism', position: [0.1, -2, 1e-17], angles: [10, -20, 30.5] };
  expect(pairFromText(pairToText(pair))).toEqual(pair);
  for (const bad of [
    '',
    'box',
    'box,cone,0,0,0,0,0,0',
    'toString,box,0,0,0,0,0,0',
    'box,box,0,0,0,0,0',
    'box,box,0,0,,0,0,0',
    'box,box,0,0,x,0,0,0',
  ])
    expect(pairFromText(bad)).toBeUndefined();
});

test('every method has a row; two boxes that overlap by 0.1 have that gap', () => {
  expect(compare(firstPair).map((row) => row.method)).toEqual(contactMethods.map((method) => method.name));
  const row = compare({ a: 'box', b: 'box', position: [0, 0, 0.9], angles: [0, 0, 90] }).find((each) => each.method === 'exact');
  expect(row?.status).toBe(Status.Overlapping);
  expect(row?.gap).toBeCloseTo(-0.1, 12);
  expect(row?.area).toBeCloseTo(1, 12);
});
