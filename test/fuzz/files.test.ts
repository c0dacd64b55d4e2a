import { expect, it } from 'vitest';
import { fuzzFiles } from './files';

// A set seed, so that a run says something of the change at hand; `npm run fuzz -- --files` is the long search.
const seed = Number(process.env.DEM_CONTACT_SEED ?? 1);

it('mutated files give a result or an InputError', { timeout: 60_000 }, () => {
  const { rows, failures } = fuzzFiles(seed, { files: 1400, timed: false });
  expect(failures, `seed ${seed}`).toEqual([]);
  for (const { reader, files, results, noticed, errors } of rows) {
    expect(files, reader).toBe(200);
    expect(Math.min(results, noticed, errors), reader).toBeGreaterThan(5);
  }
});
