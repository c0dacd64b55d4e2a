import { expect, test } from 'vitest';
import { fuzzStatuses } from './statuses';

test('statuses and gaps of exact, slm and fcp are those of the exhaustive search, cold and warm', () => {
  const { rows, faults } = fuzzStatuses(11, 1500);
  expect(faults).toEqual([]);
  expect(rows.map(({ pairs }) => pairs)).toEqual([1500, 1500, 1500, 1500, 1500, 1500]);
  for (const { separated, touching, overlapping } of rows) expect(Math.min(separated, touching, overlapping)).toBeGreaterThan(10);
});
