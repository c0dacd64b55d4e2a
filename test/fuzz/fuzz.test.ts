import { beforeAll, expect, it } from 'vitest';
import { contactMethods } from '../../src/methods';
import { fuzzCores } from './cores';
import { families } from './families';
import { fuzz, type FuzzReport } from './fuzz';
import { fuzzMethods } from './methods';
import { fuzzPlanar } from './planar';
import { sweep } from '../sweep';

// A set seed, so that a run says something of the change at hand; `npm run fuzz` is the open-ended search.
const seed = Number(process.env.DEM_CONTACT_SEED ?? 1);
const PAIRS = sweep(40, 5);
const CORE_PAIRS = sweep(50, 5);
const PLANAR_PAIRS = sweep(100, 8);
let report: FuzzReport;

beforeAll(() => {
  report = fuzz(fuzzMethods, families, seed, { pairs: PAIRS, kept: 1 });
}, 120_000);

it.each(fuzzMethods)('pairs of every family find nothing wrong with $name', ({ name }) => {
  const failures = report.failures.filter(({ method }) => method === name);
  expect(
    failures.map((failure) => JSON.stringify(failure)),
    `seed ${seed}`,
  ).toEqual([]);
  expect(report.rows.filter(({ method }) => method === name).map(({ pairs }) => pairs)).toEqual(families.map(() => PAIRS));
});

it('every method of the library has a judge of the same name', () => {
  const judged = new Set(fuzzMethods.map(({ name }) => name));
  expect(contactMethods.map(({ name }) => name).filter((name) => !judged.has(name))).toEqual([]);
});

it('the families are of all kinds', () => {
  const rows = report.rows.filter(({ method }) => method === 'exact');
  const [separated, touching, overlapping, ...others] = [0, 1, 2, 3, 4].map((k) => rows.reduce((sum, row) => sum + row.statuses[k], 0));
  expect(Math.min(separated / 2, touching, overlapping / 2)).toBeGreaterThan(0.7 * PAIRS);
  expect(others).toEqual([0, 0]);
});

it('pairs of polygons find nothing wrong with the methods of the plane', { timeout: 20_000 }, () => {
  const { rows, failures } = fuzzPlanar(seed, { pairs: PLANAR_PAIRS, kept: 1 });
  expect(
    failures.map((failure) => JSON.stringify(failure)),
    `seed ${seed}`,
  ).toEqual([]);
  expect(rows.map((row) => row.pairs)).toEqual([PLANAR_PAIRS, PLANAR_PAIRS, PLANAR_PAIRS, PLANAR_PAIRS]);
});

it('pairs with points, segments and plates find nothing wrong with exact and slm', { timeout: 20_000 }, () => {
  const { rows, failures } = fuzzCores(seed, { pairs: CORE_PAIRS, kept: 1 });
  expect(
    failures.map((failure) => JSON.stringify(failure)),
    `seed ${seed}`,
  ).toEqual([]);
  expect(rows.map((row) => row.pairs)).toEqual(rows.map(() => CORE_PAIRS));
  const overlapping = rows.reduce((sum, row) => sum + row.statuses[2], 0);
  expect(overlapping).toBeGreaterThan(CORE_PAIRS);
});
