/**
 * The measuring harness of every bench.
 *
 * A task is one job (a scene in one regime) and the variants that can do it. All variants of a task are run in one
 * process, in rounds, in an order that rotates from round to round, so that drift of the machine (clock, neighbours,
 * heat) hits all of them alike. The figure that means something is the ratio of a variant to the baseline, taken within
 * each round and reported as median and quartiles over rounds: absolute times of one sitting cannot be compared with
 * those of another. Times are processor time of the process, all threads, so that waiting for a core that others use
 * does not count and garbage collection does. Counts (evaluations, tests, bytes) are reported beside the times, since
 * they do not depend on the machine.
 *
 * Before any timing the results of all variants are compared: a fast wrong answer is no answer.
 *
 * Benches import the built package by its name ('dem-contact'), never src: run them with `npm run bench -- NAME`, which
 * builds first.
 *
 * @example
 * ```ts
 * const bench = openBench('exact-plane');
 * const gaps = new Float64Array(pairs);
 * bench.measure({
 *   name: 'separated, 24 vertices',
 *   operations: pairs,
 *   variants: [
 *     { name: 'all axes', run: () => allAxes(gaps), results: () => gaps },
 *     { name: 'pruned', run: () => pruned(gaps), results: () => gaps, counts: () => ({ evaluations }) },
 *   ],
 * });
 * bench.save();
 * ```
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { fileURLToPath } from 'node:url';

export interface Variant {
  name: string;
  /**
   * Does all operations of the task once. What it computes must escape (into an array that results() reads), or it is
   * optimized away.
   */
  run: () => void;
  /**
   * The mean duration of `repeats` runs, ms, for work that keeps its own time (another process, several threads).
   * Absent: run() is timed here.
   */
  time?: (repeats: number) => number;
  /**
   * The answers of the last run, to be compared with those of the baseline. Absent: not compared (say why in the
   * bench).
   */
  results?: () => ArrayLike<number>;
  /** Largest |difference| from the baseline's answers; the default 0 asks for the same bits. */
  tolerance?: number;
  /** Counts of the last run, by name; reported per operation. */
  counts?: () => Record<string, number>;
}

export interface Task {
  name: string;
  /** Operations (pairs, steps, bodies) that one run() does: times and counts are per operation. */
  operations: number;
  /** The first variant is the baseline unless `baseline` names another. */
  variants: Variant[];
  baseline?: string;
  /** Rounds, for work of which one run takes far longer than a sample should; default 25. A quick run has fewer. */
  rounds?: number;
}

export interface Spread {
  median: number;
  /** First and third quartile over rounds. */
  low: number;
  high: number;
}

export interface VariantResult {
  name: string;
  /** Nanoseconds per operation. */
  ns: Spread;
  /** Time of this variant / time of the baseline in the same round: below 1 is faster. */
  ratio: Spread;
  counts: Record<string, number>;
  /** FNV-1a of the bits of results(): equal hashes, equal answers, on any machine. */
  hash: string | null;
}

export interface TaskResult {
  name: string;
  operations: number;
  baseline: string;
  rounds: number;
  variants: VariantResult[];
}

export interface Bench {
  /** A short run that proves that the bench works; scenes may be made smaller for it. Its figures mean nothing. */
  readonly quick: boolean;
  /** Measures a task, prints its table and returns it. Throws when variants disagree. */
  measure: (task: Task) => TaskResult;
  /** Adds a fact to the saved file: the parameters of the scenes, a fitted exponent. */
  note: (key: string, value: unknown) => void;
  /**
   * Writes bench/results/NAME.json; a quick run writes out/bench/NAME.json, so that it never replaces measured figures.
   */
  save: () => void;
}

/** Opens the bench NAME, the name of its file. `--quick` on the command line makes it quick. */
export function openBench(name: string): Bench {
  const quick = process.argv.includes('--quick');
  const tasks: TaskResult[] = [];
  const notes: Record<string, unknown> = {};
  const built = import.meta.resolve('dem-contact');
  if (!built.includes('/dist/')) throw new Error(`benches measure the built package, but this one got ${built}: use npm run bench`);
  console.log(`\n# ${name}${quick ? ' (quick: the figures mean nothing)' : ''}`);
  return {
    quick,
    measure(task) {
      const result = measureTask(task, quick);
      tasks.push(result);
      print(result);
      return result;
    },
    note(key, value) {
      notes[key] = value;
    },
    save() {
      const folder = new URL(quick ? '../../out/bench/' : '../results/', import.meta.url);
      mkdirSync(folder, { recursive: true });
      writeFileSync(new URL(`${name}.json`, folder), `${JSON.stringify({ name, quick, ...circumstances(), notes, tasks }, null, 2)}\n`);
    },
  };
}

/**
 * Time that one sample (a variant in a round) should take, ms: long beside the clock's step and a garbage collection.
 */
const SAMPLE = 20;
const ROUNDS = 25;
/** Time for which each variant runs before any sample counts, ms: enough for the optimizing compiler. */
const WARM_UP = 200;

/** Compares, warms up and times the variants of one task. */
export function measureTask(task: Task, quick: boolean): TaskResult {
  const { variants, operations } = task;
  const baseline = task.baseline === undefined ? 0 : variants.findIndex((variant) => variant.name === task.baseline);
  if (baseline < 0) throw new Error(`${task.name}: no variant is called ${String(task.baseline)}`);
  const checked = compare(task, variants[baseline]);

  const sample = quick ? 1 : SAMPLE;
  const rounds = quick ? 3 : (task.rounds ?? ROUNDS);
  // Warm up in turns too: compiled code that later meets another variant's shapes would be thrown away during the
  // rounds.
  const repeats = variants.map(() => 1);
  for (let turn = 0; turn < 2; turn++) {
    variants.forEach((variant, v) => {
      const duration = warmUp(variant, quick ? 1 : WARM_UP / 2);
      repeats[v] = Math.max(1, Math.round(sample / duration));
    });
  }

  const times = variants.map(() => new Float64Array(rounds));
  for (let round = 0; round < rounds; round++) {
    for (let k = 0; k < variants.length; k++) {
      const v = (round + k) % variants.length;
      times[v][round] = (1e6 * time(variants[v], repeats[v])) / operations;
    }
  }
  return {
    name: task.name,
    operations,
    baseline: variants[baseline].name,
    rounds,
    variants: variants.map((variant, v) => ({
      name: variant.name,
      ns: spread(times[v]),
      ratio: spread(times[v].map((t, round) => t / times[baseline][round])),
      ...checked[v],
    })),
  };
}

/** Runs every variant once, compares its results with the baseline's, and collects hashes and counts per operation. */
function compare(task: Task, baseline: Variant): Pick<VariantResult, 'hash' | 'counts'>[] {
  baseline.run();
  const expected = baseline.results && Float64Array.from(baseline.results());
  return task.variants.map((variant) => {
    variant.run();
    const results = variant.results && Float64Array.from(variant.results());
    if (expected && results) {
      const tolerance = variant.tolerance ?? 0;
      if (results.length !== expected.length)
        throw new Error(`${task.name}: ${variant.name} gives ${results.length} results, not ${expected.length}`);
      const at = results.findIndex((value, i) => !(Object.is(value, expected[i]) || Math.abs(value - expected[i]) <= tolerance));
      if (at >= 0) throw new Error(`${task.name}: result ${at} of ${variant.name} is ${results[at]}, of ${baseline.name} ${expected[at]}`);
    }
    const counts = Object.entries(variant.counts?.() ?? {}).map(([key, count]) => [key, count / task.operations]);
    return { hash: results ? hash(results) : null, counts: Object.fromEntries(counts) as Record<string, number> };
  });
}

/** Runs for at least the given time, ms, in ever longer samples; returns the duration of one run, ms. */
function warmUp(variant: Variant, duration: number): number {
  let elapsed = 0;
  for (let repeats = 1; ; repeats *= 2) {
    const mean = time(variant, repeats);
    elapsed += repeats * mean;
    if (elapsed >= duration) return mean;
  }
}

/** Mean duration of `repeats` runs, ms. */
function time(variant: Variant, repeats: number): number {
  if (variant.time) return variant.time(repeats);
  const start = process.cpuUsage();
  for (let k = 0; k < repeats; k++) variant.run();
  const { user, system } = process.cpuUsage(start);
  return (1e-3 * (user + system)) / repeats;
}

/** Median and quartiles. */
export function spread(samples: ArrayLike<number>): Spread {
  const sorted = Float64Array.from(samples).sort();
  const at = (part: number) => sorted[Math.round(part * (sorted.length - 1))];
  return { median: at(0.5), low: at(0.25), high: at(0.75) };
}

function hash(values: Float64Array): string {
  let h = 0x811c9dc5;
  for (const byte of new Uint8Array(values.buffer)) h = Math.imul(h ^ byte, 0x01000193);
  return (h >>> 0).toString(16).padStart(8, '0');
}

function circumstances() {
  const git = (...args: string[]) => {
    try {
      return execFileSync('git', args, { cwd: fileURLToPath(new URL('.', import.meta.url)), encoding: 'utf8', stdio: 'pipe' }).trim();
    } catch {
      return '';
    }
  };
  const commit = git('rev-parse', '--short', 'HEAD') || 'unknown';
  const changed = git('status', '--porcelain', '--untracked-files=no', '--', '../../src') !== '';
  return {
    date: new Date().toISOString().slice(0, 10),
    commit: changed ? `${commit} with changes in src` : commit,
    node: process.version,
    machine: `${cpus().length} x ${cpus()[0]?.model.trim() ?? 'unknown'}, ${process.platform} ${process.arch}`,
  };
}

function print(result: TaskResult): void {
  const countNames = [...new Set(result.variants.flatMap((variant) => Object.keys(variant.counts)))];
  const head = ['variant', 'ns/op', 'x baseline', 'quartiles', ...countNames.map((name) => `${name}/op`)];
  const rows = result.variants.map((variant) => [
    variant.name,
    variant.ns.median.toPrecision(4),
    variant.ratio.median.toFixed(3),
    `${variant.ratio.low.toFixed(3)} - ${variant.ratio.high.toFixed(3)}`,
    ...countNames.map((name) => (name in variant.counts ? variant.counts[name].toPrecision(4) : '')),
  ]);
  const widths = head.map((title, c) => Math.max(title.length, ...rows.map((row) => row[c].length)));
  console.log(`\n${result.name} (${result.operations} operations a run, baseline: ${result.baseline})`);
  for (const row of [head, ...rows])
    console.log(row.map((cell, c) => (c === 0 ? cell.padEnd(widths[c]) : cell.padStart(widths[c]))).join('  '));
}
