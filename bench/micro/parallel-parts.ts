/**
 * The parts of a parallel detector's step that one thread does, with bodies that move, and what they let more threads
 * gain.
 *
 * Scene and motion are those of bench parallel "in motion", without walls. A method that notes the time of its first
 * call shows what comes before it: the look at all bodies, and the near list in steps that build it again. On two
 * threads the processor time over the wall time tells how long only one of them worked: two busy threads have 2. What
 * is missing is the part of one thread and the waiting at the end of chunks. The projection is Amdahl's law with that
 * part: it is no measurement.
 *
 * The last scene has costly pairs in its first rows and cheap ones in the others: whether both threads keep busy.
 */
import { availableParallelism } from 'node:os';
import {
  addBody,
  box,
  createBodySet,
  createDetector,
  createRandom,
  randomHull,
  shortestLinkMethod,
  type BodySet,
  type ContactMethod,
} from 'dem-contact';
import { createParallelDetector, sharedBodyArrays } from 'dem-contact/parallel';
import { openBench, spread } from '../lib/measure';
import { quietWindows, waitedForCores } from '../lib/run-queue';
import { copies } from '../lib/packing-copies';

const bench = openBench('parallel-parts');
const SIZES = bench.quick ? [1000] : [10_000, 100_000];
const HULLS = bench.quick ? 100 : 1000;
const CORNERS = 60;
const STEPS = (bodies: number): number => (bench.quick ? 6 : Math.max(20, 400_000 / bodies));
const MARGIN = 3e-4;
/** m: a body of the packing has some 3 cm. */
const TRAVEL = { step: 5e-5, length: 2e-3 };
const PROJECTED = [4, 8, 16];

const rows: Record<string, string>[] = [];
if (availableParallelism() < 2) throw new Error('this bench needs two cores');
for (const bodies of SIZES) await run(`${bodies} of the packing`, copies(bodies, sharedBodyArrays(bodies)));
await run(`${HULLS} hulls of ${CORNERS} corners that touch, ${9 * HULLS} cubes apart`, hullsAndCubes());
bench.note('parts', rows);
bench.save();

async function run(scene: string, set: BodySet): Promise<void> {
  const bodies = set.count;
  let first = 0;
  const watched: ContactMethod = {
    ...shortestLinkMethod,
    detect: (out, a, b, pose, state, options) => {
      if (first === 0) first = performance.now();
      return shortestLinkMethod.detect(out, a, b, pose, state, options);
    },
  };
  const plain = createDetector({ bodies: set, method: watched, margin: MARGIN });
  const two = createParallelDetector({ bodies: set, method: shortestLinkMethod, margin: MARGIN, threads: 2 });
  await two.ready;
  const random = createRandom(1);
  const directions = Float64Array.from({ length: 3 * bodies }, () => 2 * random() - 1);
  const start = set.positions.slice();
  const looks: number[] = [];
  const builds: number[] = [];
  const alone: number[] = [];
  const shared: number[] = [];
  const missing: number[] = [];
  const waits: number[] = [];
  const steps = STEPS(bodies);
  const warmUp = Math.ceil(steps / 5);
  for (let step = 0; step < warmUp + steps; step++) {
    const moved = toAndFro(step);
    for (let k = 0; k < 3 * bodies; k++) set.positions[k] = start[k] + moved * directions[k];
    first = 0;
    const built = plain.statistics.builtForMotion;
    const begin = performance.now();
    plain.update();
    const end = performance.now();
    const waited = waitedForCores();
    const cpu = process.cpuUsage();
    const from = performance.now();
    two.update();
    const wall = performance.now() - from;
    const { user, system } = process.cpuUsage(cpu);
    if (two.contacts.count !== plain.contacts.count) throw new Error(`${scene}: other contacts`);
    if (step < warmUp) continue;
    (plain.statistics.builtForMotion > built ? builds : looks).push(first - begin);
    alone.push(end - begin);
    shared.push(wall);
    missing.push(wall - Math.max(0, 1e-3 * (user + system) - wall));
    waits.push((waitedForCores() - waited) / wall);
  }
  two.close();
  const time = mean(alone);
  const begins = [...looks, ...builds].reduce((sum, x) => sum + x, 0) / steps;
  // Steps in which no other program had the cores, or the best ones.
  const quietSteps = quietWindows([waits]);
  const isQuiet = (_: number, k: number): boolean => quietSteps[k];
  const quiet = quietSteps.filter(Boolean).length;
  // Of a step on two threads: the time in which one of them did not work, which Amdahl's law takes for a serial part.
  const serial = Math.min(1, mean(missing.filter(isQuiet)) / mean(shared.filter(isQuiet)));
  const parts = serial / (2 - serial);
  const digits = (x: number): string => x.toPrecision(3);
  const percent = (x: number): string => `${(100 * x).toFixed(1)} %`;
  rows.push({
    bodies: scene,
    'one thread, ms a step': digits(time),
    'two threads, ms a step': digits(mean(shared.filter(isQuiet))),
    'quiet steps': `${quiet} of ${steps}`,
    'waited for cores, at most': percent(Math.max(...waits.filter(isQuiet))),
    'look at the bodies': percent(spread(looks.length > 0 ? looks : builds).median / time),
    'step that builds the near list, ms': builds.length === 0 ? 'none' : digits(mean(builds)),
    'steps that build it': `${builds.length} of ${steps}`,
    'look and near list, mean': percent(begins / time),
    'processor time over wall time, 2 threads': (2 - serial).toFixed(2),
    'part of one thread': percent(parts),
    [`projection to ${PROJECTED.join(', ')} threads`]: PROJECTED.map((n) => (1 / (parts + (1 - parts) / n)).toFixed(1)).join(', '),
  });
  console.log(rows[rows.length - 1]);
}

/** Hulls with the first rows, on a lattice on which they overlap a little, and small cubes beside each other. */
function hullsAndCubes(): BodySet {
  const set = createBodySet(sharedBodyArrays(10 * HULLS));
  const hull = randomHull(createRandom(5), CORNERS);
  const side = Math.ceil(Math.cbrt(HULLS));
  const pitch = 2 * hull.inradius;
  const cube = box(0.01, 0.01, 0.01);
  const place = (k: number, across: number): number[] => [k % across, Math.floor(k / across) % across, Math.floor(k / across / across)];
  for (let k = 0; k < HULLS; k++) addBody(set, { shape: hull, position: place(k, side).map((n) => pitch * n) });
  const many = Math.ceil(Math.cbrt(9 * HULLS));
  // Between the surfaces three times the margin.
  for (let k = 0; k < 9 * HULLS; k++) addBody(set, { shape: cube, position: place(k, many).map((n) => (0.01 + 3 * MARGIN) * n - 10) });
  return set;
}

/** To and fro between 0 and the length of travel. */
function toAndFro(step: number): number {
  const turn = Math.round(TRAVEL.length / TRAVEL.step);
  const k = step % (2 * turn);
  return TRAVEL.step * (k < turn ? k : 2 * turn - k);
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, x) => sum + x, 0) / values.length;
}
