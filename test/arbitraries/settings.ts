import { sweep } from '../sweep';

/**
 * Settings of all property tests. The seed is fixed, so that a run can be repeated and a red test is the fault of a
 * change; set DEM_CONTACT_SEED to another one (fast-check prints it with a failure), and run `npm run fuzz` for the
 * open-ended search. `part`: the number of cases in `npm test` (sweep.ts), where they are fewer.
 */
export function runs(numRuns: number, part = Math.ceil(numRuns / 3)): { seed: number; numRuns: number } {
  return { seed: Number(process.env.DEM_CONTACT_SEED ?? 20260), numRuns: sweep(numRuns, part) };
}
