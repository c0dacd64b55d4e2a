import type { PairCase } from '../arbitraries/pairs';
import type { Family } from './families';
import type { FuzzMethod, Tally } from './fuzz-method';
import { pairCaseOf, type FuzzPair } from './fuzz-pair';

/** What one method has shown on the pairs of one family. */
export interface FuzzRow {
  method: string;
  family: string;
  pairs: number;
  /** First answers by status: Separated, Touching, Overlapping, Unresolved, Invalid. */
  statuses: number[];
  /** Pairs with something wrong. */
  faulty: number;
  /** Other things counted, by name. */
  counts: Record<string, number>;
}

export interface FuzzFailure {
  method: string;
  faults: string[];
  /** Paste it into a test. */
  pair: PairCase;
}

export interface FuzzReport {
  /** The seed to start the same search again with. */
  seed: number;
  rows: FuzzRow[];
  /** The first failing pairs of each method, made simple where their family can. */
  failures: FuzzFailure[];
}

export interface FuzzLimits {
  /** Pairs of each family. */
  pairs: number;
  milliseconds: number;
  /** Failing pairs that are kept, of each method. A search goes on after them: the rows count all. */
  kept: number;
}

/** Pairs that are drawn in one go, from one seed. */
const BATCH = 100;

/**
 * Draws pairs of every family in turn and has every method judged on each, until there are enough or the time is over.
 * Errors thrown are faults too.
 */
export function fuzz(
  methods: readonly FuzzMethod[],
  families: readonly Family[],
  seed: number,
  { pairs = Infinity, milliseconds = Infinity, kept = 3 }: Partial<FuzzLimits>,
): FuzzReport {
  const rows = families.map((family) =>
    methods.map((method): FuzzRow => ({
      method: method.name,
      family: family.name,
      pairs: 0,
      statuses: [0, 0, 0, 0, 0],
      faulty: 0,
      counts: {},
    })),
  );
  const failures: FuzzFailure[] = [];
  const end = performance.now() + milliseconds;
  for (let done = 0, batch = 0; done < pairs && performance.now() < end; done += BATCH, batch++) {
    // Multiplied by a large odd number, so that batches of neighbouring seeds do not repeat each other.
    const batchSeed = (Math.imul(seed, 0x9e3779b1) + batch) | 0;
    const count = Math.min(BATCH, pairs - done);
    families.forEach((family, f) => {
      for (const pair of performance.now() < end ? family.draw(batchSeed, count) : []) {
        methods.forEach((method, m) => {
          const row = rows[f][m];
          row.pairs++;
          const faults = judged(method, pair, row);
          if (faults.length === 0) return;
          row.faulty++;
          if (failures.filter((failure) => failure.method === method.name).length >= kept) return;
          const simple = family.shrink(batchSeed, count, (other) => judged(method, other).length > 0) ?? pair;
          failures.push({ method: method.name, faults: judged(method, simple), pair: pairCaseOf(simple) });
        });
      }
    });
  }
  return { seed, rows: rows.flat(), failures };
}

/** The complaints about a method and a pair, each once; what is counted goes to the row. */
function judged(method: FuzzMethod, pair: FuzzPair, row?: FuzzRow): string[] {
  const faults = new Set<string>();
  const tally: Tally = {
    status(status) {
      if (row) row.statuses[status]++;
    },
    fault: (complaint) => faults.add(complaint),
    count(what) {
      if (row) row.counts[what] = (row.counts[what] ?? 0) + 1;
    },
  };
  try {
    method.judge(pair, tally);
  } catch (error) {
    faults.add(String(error));
  }
  return [...faults];
}
