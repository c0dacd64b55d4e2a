/**
 * Figures 7 and 8 of the half-space paper (Nassauer, Liedke and Kuna 2012, section 6): computing time of the hopper
 * over the number of processors and over the number of particles.
 *
 *     npm run bench:papers -- processors              200, 400 and 800 particles, some four minutes
 *     npm run bench:papers -- processors --quick      a few particles and steps
 *
 * The paper ran 200, 400 and 800 particles on 1, 2 and 4 processors. Its figures could not be read, and it prints no
 * time: only its words can stand beside a number of ours. Here the threads of a detector find the contacts and compute
 * and sum the forces. Motion is the work of one thread. Threads beyond the cores of the machine are left out.
 *
 * Runs on different numbers of threads take turns, a window of some steps each, by the wall clock. A window counts if
 * no run waited for a core for more than a part of it (bench/lib/run-queue.ts). Positions of all runs are compared
 * after each window: they have the same bits. The time of a step is divided into search, forces and the rest. The part
 * of one thread is the rest, measured, and those parts of search and forces which Amdahl's law gives for their speed-up
 * on two threads. The projection to more threads uses that part and nothing else.
 */
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { createParallelDetector, sharedBodyArrays, type ParallelDetector } from 'dem-contact/parallel';
import { createHopper, FEWEST_PAIRS, stepHopper, type Hopper } from '../../sim/scenes/hopper';
import { bundleWorker } from '../../sim/worker-bundle';
import { openBench, spread } from '../lib/measure';
import { quietWindows, waitedForCores } from '../lib/run-queue';

const bench = openBench('papers-processors');
const worker = bundleWorker('sim/force-worker.ts');
const createWorker = () => new Worker(worker.file);
const COUNTS = bench.quick ? [12, 24] : [200, 400, 800];
/** Simulated time of the run, s, and of its begin, which is not measured: the particles fall apart from each other. */
const SECONDS = bench.quick ? 0.02 : 0.32;
const FALL = bench.quick ? 0.01 : 0.2;
/** Steps of one run before the next run has its turn. */
const WINDOW = 20;
const SEED = 1;
const WALLS = 9;
const cores = availableParallelism();
const THREADS = [1, 2, 4].filter((threads) => threads <= cores);
const PROJECTED = [4, 8, 16].filter((threads) => threads > cores);

/** One run: its scene, and the milliseconds a step of each window, in the search and in all. */
interface Run {
  readonly threads: number;
  readonly hopper: Hopper;
  readonly detector: ParallelDetector;
  readonly search: number[];
  readonly forces: number[];
  readonly all: number[];
  /** Part of each window in which a thread waited for a core. */
  readonly waited: number[];
  /** Milliseconds in the forces since it was set to 0. */
  spent: number;
  used: number;
}

const rows: Record<string, string>[] = [];
const parts: Record<string, string>[] = [];
const values: { what: string; paper: string; here: string }[] = [];
/** Median milliseconds a step of each count of particles, one thread and two. */
const steps: number[][] = [];

for (const count of COUNTS) {
  const runs: Run[] = [];
  for (const threads of THREADS) runs.push(await startRun(count, threads));
  const [unmeasured, windows] = [FALL, SECONDS].map((seconds) => Math.ceil(seconds / runs[0].hopper.timeStep / WINDOW));
  for (let w = 0; w < windows; w++) {
    // The order turns, so that no run is always the first.
    for (let k = 0; k < runs.length; k++) doWindow(runs[(w + k) % runs.length], w >= unmeasured);
    for (const run of runs) compare(run, runs[0], count);
  }
  report(count, runs);
  for (const { detector } of runs) detector.close();
}
compareSizes();
bench.note('runs', rows);
bench.note('parts', parts);
bench.note('values', values);
bench.save();
worker.remove();

async function startRun(count: number, threads: number): Promise<Run> {
  let made: ParallelDetector | undefined;
  const hopper = createHopper(count, SEED, {
    arrays: sharedBodyArrays(count + WALLS),
    makeDetector: (options) => (made = createParallelDetector({ ...options, threads, createWorker, fewestPairs: FEWEST_PAIRS })),
  });
  const detector = made as unknown as ParallelDetector;
  await detector.ready;
  const run: Run = { threads, hopper, detector, search: [], forces: [], all: [], waited: [], spent: 0, used: 1 };
  const { volume } = hopper;
  const { apply } = volume;
  volume.apply = (...given) => {
    const begin = performance.now();
    apply(...given);
    run.spent += performance.now() - begin;
  };
  return run;
}

function doWindow(run: Run, isMeasured: boolean): void {
  const { hopper, detector } = run;
  let search = 0;
  run.spent = 0;
  const find = () => {
    const begin = performance.now();
    const list = detector.update();
    search += performance.now() - begin;
    run.used = Math.max(run.used, detector.threadsUsed);
    return list;
  };
  const waited = waitedForCores();
  const begin = performance.now();
  for (let step = 0; step < WINDOW; step++) stepHopper(hopper, find);
  const wall = performance.now() - begin;
  if (!isMeasured) return;
  run.all.push(wall / WINDOW);
  run.waited.push((waitedForCores() - waited) / wall);
  run.search.push(search / WINDOW);
  run.forces.push(run.spent / WINDOW);
}

/** Throws unless both runs have the same positions and orientations, to the bit. */
function compare({ threads, hopper: { bodies } }: Run, { hopper: first }: Run, count: number): void {
  const turned = bodies.orientations.findIndex((value, k) => !Object.is(value, first.bodies.orientations[k]));
  const moved = bodies.positions.findIndex((value, k) => !Object.is(value, first.bodies.positions[k]));
  if (turned >= 0 || moved >= 0) throw new Error(`${count} particles on ${threads} threads: other positions than on one thread`);
}

/** The runs with the windows alone that count. */
function quietRuns(runs: readonly Run[]): Run[] {
  const quiet = quietWindows(runs.map(({ waited }) => waited));
  const keep = (times: readonly number[]): number[] => times.filter((_, w) => quiet[w]);
  return runs.map((run) => ({ ...run, search: keep(run.search), forces: keep(run.forces), all: keep(run.all), waited: keep(run.waited) }));
}

function report(count: number, all: readonly Run[]): void {
  const runs = quietRuns(all);
  const [one, two] = runs;
  const windows = `${one.all.length} of ${all[0].all.length}`;
  const alone = spread(one.all);
  steps.push(runs.map(({ all }) => spread(all).median));
  for (const { threads, all: times, used, waited } of runs) {
    const time = spread(times);
    // Windows of one round have the same steps, so their ratio is that of the same work.
    const gain = spread(times.map((ms, w) => one.all[w] / ms));
    rows.push({
      particles: String(count),
      threads: String(threads),
      'threads that searched': String(used),
      'ms a step (quartiles)': `${digits(time.median)} (${digits(time.low)} to ${digits(time.high)})`,
      'µs a particle and step': digits((1000 * time.median) / count),
      'speed-up (quartiles)': `${gain.median.toFixed(2)} (${gain.low.toFixed(2)} to ${gain.high.toFixed(2)})`,
      'windows of 20 steps': windows,
      'waited for cores, at most': percent(Math.max(...waited)),
      'equal positions': 'to the bit',
    });
    console.log(rows[rows.length - 1]);
    if (threads > 1) {
      values.push({
        what: `${count} particles, speed-up of ${threads} threads (quartiles)`,
        paper: `"almost" ${threads}: time "decreases almost inversely proportional with the number of processors"`,
        here: rows[rows.length - 1]['speed-up (quartiles)'],
      });
    }
  }
  if (runs.length < 2) return;
  // Amdahl: with a part s on one thread, two threads are 2 / (1 + s) times as fast.
  const partOf = (times: (run: Run) => number[]) => {
    const part = spread(times(one)).median / alone.median;
    const gain = spread(times(two).map((ms, w) => times(one)[w] / ms)).median;
    return { part, gain, serial: Math.min(1, Math.max(0, 2 / gain - 1)) };
  };
  const search = partOf((run) => run.search);
  const forces = partOf((run) => run.forces);
  const motion = 1 - search.part - forces.part;
  const serial = motion + search.part * search.serial + forces.part * forces.serial;
  const projection = PROJECTED.map((n) => (1 / (serial + (1 - serial) / n)).toFixed(2)).join(', ');
  parts.push({
    particles: String(count),
    search: percent(search.part),
    'speed-up of the search on 2 threads': search.gain.toFixed(2),
    forces: percent(forces.part),
    'speed-up of the forces on 2 threads': forces.gain.toFixed(2),
    'motion, one thread': percent(motion),
    'part of the step on one thread': percent(serial),
    [`projection to ${PROJECTED.join(', ')} threads`]: projection,
  });
  console.log(parts[parts.length - 1]);
  if (PROJECTED.length > 0) {
    values.push({
      what: `${count} particles, projection of the speed-up to ${PROJECTED.join(', ')} threads`,
      paper: 'not printed',
      here: `${projection}; not measured: Amdahl's law with ${percent(serial)} of the step on one thread`,
    });
  }
}

/** Figure 8: what twice the particles cost. */
function compareSizes(): void {
  THREADS.forEach((threads, t) => {
    values.push({
      what: `Time a particle and step, ${COUNTS.join(', ')} particles, ${threads} ${threads === 1 ? 'thread' : 'threads'}`,
      paper: '"almost constant"',
      here: `${steps.map((times, n) => digits((1000 * times[t]) / COUNTS[n])).join(', ')} µs`,
    });
  });
}

function digits(x: number): string {
  return x.toPrecision(3);
}

function percent(part: number): string {
  return `${(100 * part).toFixed(0)} %`;
}
