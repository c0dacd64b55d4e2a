import { expect, it } from 'vitest';
import { PLANE_METHODS } from '../oracles/solve';
import { fuzz } from './fuzz';
import { many } from './many';
import { fuzzPlanar } from './planar';

it.each(PLANE_METHODS)('a few seconds of fuzzing find nothing wrong with $name', (method) => {
  // A set seed, so that a run says something of the change at hand; `npm run fuzz` is the open-ended search.
  const seed = Number(process.env.DEM_CONTACT_SEED ?? 1);
  console.info(`fuzz seed ${seed}, ${method.name}`);
  const report = fuzz(method, seed, 2000);
  expect(
    report.failures.map((f) => JSON.stringify(f)),
    `seed ${seed}`,
  ).toEqual([]);
  expect(report.pairs).toBeGreaterThan(0);
});

it('a second of fuzzing finds nothing wrong with the methods of the plane', { timeout: 20_000 }, () => {
  const seed = Number(process.env.DEM_CONTACT_SEED ?? 1);
  console.info(`fuzz seed ${seed}, planar`);
  const report = fuzzPlanar(seed, 1000);
  expect(
    report.failures.map((f) => JSON.stringify(f)),
    `seed ${seed}`,
  ).toEqual([]);
  expect(report.pairs).toBeGreaterThan(0);
});

it.each(PLANE_METHODS)('thousands of pairs are proved for $name', (method) => {
  const report = many(method, 1, 3000);
  expect(report.failures.map((f) => JSON.stringify(f))).toEqual([]);
  expect(report.answers).toBe(6 * 3000);
  // The pairs are of all kinds, and the method answers itself.
  const [separated, touching, overlapping, unresolved, invalid] = report.statuses;
  expect(Math.min(separated / 2000, touching / 30, overlapping / 200)).toBeGreaterThan(1);
  expect(unresolved + invalid).toBe(0);
  expect(report.handedOver[0]).toBeLessThan(0.01 * separated);
});
