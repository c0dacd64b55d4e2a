import { expect, it } from 'vitest';
import { fuzzFiles } from './files';
import { sweep } from '../sweep';

// A set seed, so that a run says something of the change at hand; `npm run fuzz -- --files` is the long search.
const seed = Number(process.env.DEM_CONTACT_SEED ?? 1);
/** For each of the seven readers. */
const FILES = sweep(200, 80);

it('mutated files give a result or an InputError', { timeout: 60_000 }, () => {
  const { rows, failures } = fuzzFiles(seed, { files: 7 * FILES, timed: false });
  expect(failures, `seed ${seed}`).toEqual([]);
  for (const { reader, files, results, noticed, errors } of rows) {
    expect(files, reader).toBe(FILES);
    expect(Math.min(results, noticed, errors), reader).toBeGreaterThan(sweep(5, 2));
  }
});
