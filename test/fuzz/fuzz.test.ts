import { expect, it } from 'vitest';
import { fuzz } from './fuzz';

it('a few seconds of fuzzing find nothing', () => {
  // A fresh seed each time: the open-ended part of the tests. It is printed, so that a find can be repeated.
  const seed = Number(process.env.DEM_CONTACT_SEED ?? Math.floor(Math.random() * 2 ** 31));
  console.info(`fuzz seed ${seed}`);
  const report = fuzz(seed, 3000);
  expect(
    report.failures.map((f) => JSON.stringify(f)),
    `seed ${seed}`,
  ).toEqual([]);
  expect(report.pairs).toBeGreaterThan(0);
});
