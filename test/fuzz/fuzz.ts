import fc from 'fast-check';
import { anyPair, buildPair, scalePair, size, type PairCase } from '../arbitraries/pairs';
import { anyShape, smallShape } from '../arbitraries/shapes';
import { judge } from '../oracles/judge';
import { coldState, solveBy, type PlaneMethod } from '../oracles/solve';

export interface FuzzReport {
  /** The seed to start the same search again with. */
  seed: number;
  pairs: number;
  /** Pairs by status: Separated, Touching, Overlapping, Unresolved, Invalid. */
  statuses: number[];
  /** Largest error of each kind in rounding steps of its pair, and the pair. */
  worst: Record<string, { steps: number; pair: PairCase }>;
  /** Shrunk failing pairs with the complaints: paste `pair` into a test. */
  failures: { faults: string[]; pair: PairCase }[];
}

/** Pairs that are drawn and judged in one go, from one seed. */
const BATCH = 100;

/**
 * Draws pairs of the whole zoo at all sizes and judges a method on each, until the time is over or `maxFailures` have been found: pairs apart by
 * the duality proof, overlapping ones by brute force, small ones in exact arithmetic as well. Every pair is asked cold and then warm. Errors thrown are failures too.
 */
export function fuzz(method: PlaneMethod, seed: number, milliseconds: number, maxFailures = 5): FuzzReport {
  const report: FuzzReport = { seed, pairs: 0, statuses: [0, 0, 0, 0, 0], worst: {}, failures: [] };
  const end = performance.now() + milliseconds;
  const zoo = fc.tuple(fc.oneof(anyPair(smallShape), anyPair(anyShape)), size()).map(([pair, s]) => scalePair(pair, s));
  const complain = (pairCase: PairCase): string[] => {
    try {
      const pair = buildPair(pairCase);
      const state = coldState(method);
      const faults: string[] = [];
      for (const temperature of ['cold', 'warm']) {
        const plane = solveBy(method, pair, state);
        const verdict = judge(plane, pair, { exactLimit: 72, edgeLimit: 4000 });
        faults.push(...verdict.faults.map((fault) => `${temperature}: ${fault}`));
        if (temperature === 'warm') continue;
        report.statuses[plane.status]++;
        for (const [name, steps] of Object.entries(verdict.errors)) {
          if (!(steps <= (report.worst[name]?.steps ?? -Infinity))) report.worst[name] = { steps, pair: pairCase };
        }
      }
      return faults;
    } catch (error) {
      return [String(error)];
    }
  };
  for (let batch = 0; performance.now() < end && report.failures.length < maxFailures; batch++) {
    // Multiplied by a large odd number, so that batches of neighbouring seeds do not repeat each other.
    const batchSeed = (Math.imul(seed, 0x9e3779b1) + batch) | 0;
    const run = fc.check<[PairCase]>(
      fc.property(zoo, (pairCase) => {
        report.pairs++;
        return complain(pairCase).length === 0;
      }),
      { seed: batchSeed, numRuns: BATCH, plugins: [fc.interruptAfterTimeLimit(Math.max(1, end - performance.now()))] },
    );
    if (run.counterexample) report.failures.push({ faults: complain(run.counterexample[0]), pair: run.counterexample[0] });
  }
  return report;
}
