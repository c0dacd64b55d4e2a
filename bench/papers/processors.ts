/**
 * Figures 7 and 8 of the half-space paper (Nassauer, Liedke and Kuna 2012, section 6): computing time of the hopper over
 * the number of processors and over the number of particles.
 *
 *     npm run bench:papers -- processors              200, 400 and 800 particles, some four minutes
 *     npm run bench:papers -- processors --quick      a few particles and steps
 *
 * The paper ran 200, 400 and 800 particles on 1, 2 and 4 processors. Its figures could not be read, and it prints no
 * time: only its words can stand beside a number of ours. Here a detector on threads finds the contacts, and forces and
 * motion are the work of one thread. Threads beyond the cores of the machine are left out.
 *
 * Runs on different numbers of threads take turns, a window of some steps each, by the wall clock. Positions of all runs
 * are compared after each window: they have the same bits. The time of a step is divided into the search and the rest.
 * The part of one thread is the rest, measured, and that part of the search which Amdahl's law gives for the speed-up
 * of the search on two threads. The projection to more threads uses that part and nothing else.
 */
import { availableParallelism } from 'node:os';
import { createParallelDetector, sharedBodyArrays, type ParallelDetector } from 'dem-contact/parallel';
import { createHopper, stepHopper, type Hopper } from '../../sim/scenes/hopper';
import { openBench, spread } from '../lib/measure';

const bench = openBench('papers-processors');
const COUNTS = bench.quick ? [12, 24] : [200, 400, 800];
/** Simulated time of the measured run, s: the fall, and the first third of the flow. */
const SECONDS = bench.quick ? 0.02 : 0.4;
/** Steps of one run before the next run has its turn. */
const WINDOW = bench.quick ? 20 : 100;
/** Windows at the start that are not measured: the compiler works then. */
const WARM_UP = bench.quick ? 1 : 3;
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
  readonly all: number[];
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
  const windows = Math.ceil(SECONDS / runs[0].hopper.timeStep / WINDOW);
  for (let w = 0; w < windows; w++) {
    // The order turns, so that no run is always the first.
    for (let k = 0; k < runs.length; k++) doWindow(runs[(w + k) % runs.length], w >= WARM_UP);
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

async function startRun(count: number, threads: number): Promise<Run> {
  let made: ParallelDetector | undefined;
  const hopper = createHopper(count, SEED, {
    arrays: sharedBodyArrays(count + WALLS),
    makeDetector: (options) => (made = createParallelDetector({ ...options, threads })),
  });
  const detector = made as unknown as ParallelDetector;
  await detector.ready;
  return { threads, hopper, detector, search: [], all: [], used: 1 };
}

function doWindow(run: Run, isMeasured: boolean): void {
  const { hopper, detector } = run;
  let search = 0;
  const find = () => {
    const begin = performance.now();
    const list = detector.update();
    search += performance.now() - begin;
    run.used = Math.max(run.used, detector.threadsUsed);
    return list;
  };
  const begin = performance.now();
  for (let step = 0; step < WINDOW; step++) stepHopper(hopper, find);
  if (!isMeasured) return;
  run.all.push((performance.now() - begin) / WINDOW);
  run.search.push(search / WINDOW);
}

/** Throws unless both runs have the same positions and orientations, to the bit. */
function compare({ threads, hopper: { bodies } }: Run, { hopper: first }: Run, count: number): void {
  const turned = bodies.orientations.findIndex((value, k) => !Object.is(value, first.bodies.orientations[k]));
  const moved = bodies.positions.findIndex((value, k) => !Object.is(value, first.bodies.positions[k]));
  if (turned >= 0 || moved >= 0) throw new Error(`${count} particles on ${threads} threads: other positions than on one thread`);
}

function report(count: number, runs: readonly Run[]): void {
  const [one, two] = runs;
  const alone = spread(one.all);
  steps.push(runs.map(({ all }) => spread(all).median));
  for (const { threads, all, used } of runs) {
    const time = spread(all);
    // Windows of one round have the same steps, so their ratio is that of the same work.
    const gain = spread(all.map((ms, w) => one.all[w] / ms));
    rows.push({
      particles: String(count),
      threads: String(threads),
      'threads that searched': String(used),
      'ms a step (quartiles)': `${digits(time.median)} (${digits(time.low)} to ${digits(time.high)})`,
      'µs a particle and step': digits((1000 * time.median) / count),
      'speed-up (quartiles)': `${gain.median.toFixed(2)} (${gain.low.toFixed(2)} to ${gain.high.toFixed(2)})`,
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
  const searched = spread(one.search).median / alone.median;
  const searchGain = spread(two.search.map((ms, w) => one.search[w] / ms)).median;
  // Amdahl: with a part s on one thread, two threads are 2 / (1 + s) times as fast.
  const searchAlone = Math.min(1, Math.max(0, 2 / searchGain - 1));
  const serial = 1 - searched + searched * searchAlone;
  const projection = PROJECTED.map((n) => (1 / (serial + (1 - serial) / n)).toFixed(2)).join(', ');
  parts.push({
    particles: String(count),
    'forces and motion, one thread': percent(1 - searched),
    search: percent(searched),
    'speed-up of the search on 2 threads': searchGain.toFixed(2),
    'part of the search on one thread': percent(searchAlone),
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
