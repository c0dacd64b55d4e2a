/**
 * The parts of a parallel detector's step that one thread does, with bodies that move, and what they let more threads
 * gain.
 *
 * Scene and motion are those of bench parallel "in motion", without walls. A method that notes the time of its first
 * call shows what comes before it: the look at all bodies, and the near list in steps that build it again. On two
 * threads the processor time over the wall time tells how long only one of them worked: two busy threads have 2. What is
 * missing is the part of one thread and the waiting at the end of chunks. The projection is Amdahl's law with that
 * part: it is no measurement.
 */
import { availableParallelism } from 'node:os';
import { createDetector, createRandom, shortestLinkMethod, type ContactMethod } from 'dem-contact';
import { createParallelDetector, sharedBodyArrays } from 'dem-contact/parallel';
import { openBench, spread } from '../lib/measure';
import { copies } from '../lib/packing-copies';

const bench = openBench('parallel-parts');
const SIZES = bench.quick ? [1000] : [10_000, 100_000];
const STEPS = (bodies: number): number => (bench.quick ? 6 : Math.max(10, 400_000 / bodies));
const MARGIN = 3e-4;
/** m: a body of the packing has some 3 cm. */
const TRAVEL = { step: 5e-5, length: 2e-3 };
const PROJECTED = [4, 8, 16];

const rows: Record<string, string>[] = [];
for (const bodies of SIZES) {
  rows.push(await run(bodies));
  console.log(rows[rows.length - 1]);
}
bench.note('parts', rows);
bench.save();

async function run(bodies: number): Promise<Record<string, string>> {
  if (availableParallelism() < 2) throw new Error('this bench needs two cores');
  const set = copies(bodies, sharedBodyArrays(bodies));
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
    const cpu = process.cpuUsage();
    const from = performance.now();
    two.update();
    const wall = performance.now() - from;
    const { user, system } = process.cpuUsage(cpu);
    if (two.contacts.count !== plain.contacts.count) throw new Error(`${bodies} bodies: other contacts`);
    if (step < warmUp) continue;
    (plain.statistics.builtForMotion > built ? builds : looks).push(first - begin);
    alone.push(end - begin);
    shared.push(wall);
    missing.push(wall - Math.max(0, 1e-3 * (user + system) - wall));
  }
  two.close();
  const time = mean(alone);
  const begins = [...looks, ...builds].reduce((sum, x) => sum + x, 0) / steps;
  // Of a step on two threads: the time in which one of them did not work, which Amdahl's law takes for a serial part.
  const serial = Math.min(1, mean(missing) / mean(shared));
  const parts = serial / (2 - serial);
  const digits = (x: number): string => x.toPrecision(3);
  const percent = (x: number): string => `${(100 * x).toFixed(1)} %`;
  return {
    bodies: String(bodies),
    'one thread, ms a step': digits(time),
    'two threads, ms a step': digits(mean(shared)),
    'look at the bodies': percent(spread(looks.length > 0 ? looks : builds).median / time),
    'step that builds the near list, ms': builds.length === 0 ? 'none' : digits(mean(builds)),
    'steps that build it': `${builds.length} of ${steps}`,
    'look and near list, mean': percent(begins / time),
    'processor time over wall time, 2 threads': (2 - serial).toFixed(2),
    'part of one thread': percent(parts),
    [`projection to ${PROJECTED.join(', ')} threads`]: PROJECTED.map((n) => (1 / (parts + (1 - parts) / n)).toFixed(1)).join(', '),
  };
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
