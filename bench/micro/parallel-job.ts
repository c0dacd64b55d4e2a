/**
 * The main job on one thread and on two: particles poured into a box, with their contacts, forces and motion. The runs
 * take turns, a window of steps each. A window counts if no thread waited for a core (bench/lib/run-queue.ts). Both
 * runs end with the same positions, to the bit.
 */
import { availableParallelism } from 'node:os';
import { shortestLinkMethod } from 'dem-contact';
import type { ParallelDetector } from 'dem-contact/parallel';
import { createPouring, stepPouring, type Pouring } from '../../app/pouring';
import type { StepTimes } from '../../app/step-times';
import { openBench, spread } from '../lib/measure';
import { quietWindows, waitedForCores } from '../lib/run-queue';

const bench = openBench('parallel-job');
const PARTICLES = bench.quick ? 500 : 2000;
/** Steps that are not measured, in which the lowest particles reach the floor, and those that are. */
const [FALL, STEPS, WINDOW] = bench.quick ? [20, 40, 10] : [2400, 800, 20];
if (availableParallelism() < 2) throw new Error('this bench needs two cores');

interface Run {
  readonly pouring: Pouring;
  readonly times: StepTimes;
  readonly all: number[];
  readonly parts: Record<keyof StepTimes, number[]>;
  readonly waited: number[];
}

const runs: Run[] = [];
for (const threads of [1, 2]) {
  const pouring = createPouring(PARTICLES, 1, shortestLinkMethod, threads);
  if (threads > 1) await (pouring.detector as ParallelDetector).ready;
  const parts = { broadPhase: [], contacts: [], motion: [] };
  runs.push({ pouring, times: { broadPhase: 0, contacts: 0, motion: 0 }, all: [], parts, waited: [] });
}
for (let step = 0; step < FALL + STEPS; step += WINDOW) for (const run of runs) doWindow(run, step >= FALL);
const [one, two] = runs;
if (one.pouring.bodies.positions.slice(0, 3 * PARTICLES).some((x, k) => !Object.is(x, two.pouring.bodies.positions[k])))
  throw new Error('two threads: other positions than on one');
two.pouring.close();

const quiet = quietWindows(runs.map(({ waited }) => waited));
const medianOf = (times: readonly number[]): number => spread(times.filter((_, w) => quiet[w])).median;
const gainOf = (times: (run: Run) => number[]): string => {
  const gains = spread(
    times(one)
      .map((ms, w) => ms / times(two)[w])
      .filter((_, w) => quiet[w]),
  );
  return `${gains.median.toFixed(2)} (${gains.low.toFixed(2)} to ${gains.high.toFixed(2)})`;
};
bench.note('job', [
  {
    particles: String(PARTICLES),
    'one thread, ms a step': medianOf(one.all).toPrecision(3),
    'two threads, ms a step': medianOf(two.all).toPrecision(3),
    'speed-up (quartiles)': gainOf(({ all }) => all),
    'of the contacts': gainOf(({ parts }) => parts.contacts),
    'of forces and motion': gainOf(({ parts }) => parts.motion),
    'forces and motion, of one thread': `${((100 * medianOf(one.parts.motion)) / medianOf(one.all)).toFixed(0)} %`,
    'quiet windows of 20 steps': `${quiet.filter(Boolean).length} of ${quiet.length}`,
    'waited for cores, at most': `${(100 * Math.max(...runs.flatMap(({ waited }) => waited.filter((_, w) => quiet[w])))).toFixed(0)} %`,
  },
]);
bench.save();

function doWindow({ pouring, times, all, parts, waited }: Run, isMeasured: boolean): void {
  const sums = { broadPhase: 0, contacts: 0, motion: 0 };
  const waits = waitedForCores();
  const begin = performance.now();
  for (let k = 0; k < WINDOW; k++) {
    stepPouring(pouring, times);
    for (const part of ['broadPhase', 'contacts', 'motion'] as const) sums[part] += times[part];
  }
  const wall = performance.now() - begin;
  if (!isMeasured) return;
  all.push(wall / WINDOW);
  waited.push((waitedForCores() - waits) / wall);
  for (const part of ['broadPhase', 'contacts', 'motion'] as const) parts[part].push((1000 * sums[part]) / WINDOW);
}
