import { expect, test } from 'vitest';
import { fuzzStatuses } from './statuses';
import { sweep } from '../sweep';

const PAIRS = sweep(1500, 250);

test('statuses and gaps of exact, slm and fcp are those of the exhaustive search, cold and warm', () => {
  const { rows, faults } = fuzzStatuses(11, PAIRS);
  expect(faults).toEqual([]);
  expect(rows.map(({ pairs }) => pairs)).toEqual(Array(6).fill(PAIRS));
  for (const { separated, touching, overlapping } of rows)
    expect(Math.min(separated, touching, overlapping)).toBeGreaterThan(0.006 * PAIRS);
});
