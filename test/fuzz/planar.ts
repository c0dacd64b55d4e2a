import fc from 'fast-check';
import { complaintsAbout, trueGap } from '../planar/judge-pair';
import type { Pair2d } from '../planar/judge-2d';
import { hostilePairs, latticePairs, pairs } from '../planar/shapes';

/** A pair as one line of JSON: corners about the centroid, and the pose. */
interface PairCase2d {
  a: number[];
  b: number[];
  pose: number[];
}

export interface PlanarReport {
  seed: number;
  pairs: number;
  /** Pairs apart, touching exactly, overlapping, by the reference. */
  states: number[];
  /** Shrunken failing pairs with the complaints. */
  failures: { faults: string[]; pair: PairCase2d }[];
}

const BATCH = 50;

/** Draws pairs of polygons of all sorts and judges every method in the plane on each, until the time is over or `maxFailures` have been found. Errors thrown are failures too. */
export function fuzzPlanar(seed: number, milliseconds: number, maxFailures = 5): PlanarReport {
  const report: PlanarReport = { seed, pairs: 0, states: [0, 0, 0], failures: [] };
  const end = performance.now() + milliseconds;
  const zoo = fc.oneof(pairs, latticePairs, hostilePairs);
  const complain = (pair: Pair2d): string[] => {
    try {
      return complaintsAbout(pair);
    } catch (error) {
      return [String(error)];
    }
  };
  for (let batch = 0; performance.now() < end && report.failures.length < maxFailures; batch++) {
    // Multiplied by a large odd number, so that batches of neighbouring seeds do not repeat each other.
    const batchSeed = (Math.imul(seed, 0x9e3779b1) + batch) | 0;
    const run = fc.check<[Pair2d]>(
      fc.property(zoo, (pair) => {
        report.pairs++;
        report.states[1 - Math.sign(trueGap(pair))]++;
        return complain(pair).length === 0;
      }),
      { seed: batchSeed, numRuns: BATCH, plugins: [fc.interruptAfterTimeLimit(Math.max(1, end - performance.now()))] },
    );
    if (!run.counterexample) continue;
    const [pair] = run.counterexample;
    report.failures.push({ faults: complain(pair), pair: { a: [...pair.a.vertices], b: [...pair.b.vertices], pose: [...pair.pose] } });
  }
  return report;
}
