import fc from 'fast-check';
import { complaintsAbout, trueGap } from '../planar/judge-pair';
import type { Pair2d } from '../planar/judge-2d';
import { hostilePairs, latticePairs, lensPairs, pairs } from '../planar/shapes';
import type { FuzzLimits, FuzzReport, FuzzRow } from './fuzz';

const FAMILIES = [
  ['any', pairs],
  ['lattice', latticePairs],
  ['hostile', hostilePairs],
  ['lens', lensPairs],
] as const;

const BATCH = 50;

/**
 * Draws pairs of polygons of all sorts and judges every method in the plane on each, as {@link fuzz} does in space.
 * Statuses are those of the reference.
 */
export function fuzzPlanar(seed: number, { pairs: most = Infinity, milliseconds = Infinity, kept = 3 }: Partial<FuzzLimits>): FuzzReport {
  const rows = FAMILIES.map(([family]): FuzzRow => ({
    method: 'planar',
    family,
    pairs: 0,
    statuses: [0, 0, 0, 0, 0],
    faulty: 0,
    counts: {},
  }));
  const report: FuzzReport = { seed, rows, failures: [] };
  const end = performance.now() + milliseconds;
  for (let done = 0, batch = 0; done < most && performance.now() < end; done += BATCH, batch++) {
    const settings = { seed: (Math.imul(seed, 0x9e3779b1) + batch) | 0, numRuns: Math.min(BATCH, most - done) };
    FAMILIES.forEach(([, source], f) => {
      for (const pair of fc.sample(source, settings)) {
        rows[f].pairs++;
        rows[f].statuses[1 - Math.sign(trueGap(pair))]++;
        if (complain(pair).length === 0) continue;
        rows[f].faulty++;
        if (report.failures.length >= kept) continue;
        const run = fc.check<[Pair2d]>(
          fc.property(source, (other) => complain(other).length === 0),
          settings,
        );
        const { a, b, pose } = run.counterexample?.[0] ?? pair;
        report.failures.push({
          method: 'planar',
          faults: complain({ a, b, pose }),
          pair: { kind: '', a: [...a.vertices], b: [...b.vertices], pose: [...pose] },
        });
      }
    });
  }
  return report;
}

function complain(pair: Pair2d): string[] {
  try {
    return complaintsAbout(pair);
  } catch (error) {
    return [String(error)];
  }
}
