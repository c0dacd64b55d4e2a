/**
 * A detector on several threads: time of a step by the number of threads, at rest and in motion, with walls and
 * history, beside the plain detector on the same bodies.
 *
 * Scene and motions are those of bench detector. A floor and four walls stand around the block. Variants run in turns,
 * by the wall clock. Each row gives what other programs took of the machine meanwhile: with more than a few hundredths
 * the speed-up is too small. Lists are compared: they have the same bits.
 */
import { availableParallelism, cpus } from 'node:os';
import { createDetector, createRandom, planeWall, shortestLinkMethod, type BodySet, type ContactList } from 'dem-contact';
import { createParallelDetector, sharedBodyArrays } from 'dem-contact/parallel';
import { openBench } from '../lib/measure';
import { copies } from '../lib/packing-copies';

const bench = openBench('parallel');
const SIZES = bench.quick ? [200, 1000] : [200, 1000, 10_000, 100_000];
const STEPS = (bodies: number): number => (bench.quick ? 4 : Math.max(9, Math.min(200, 400_000 / bodies)));
const MARGIN = 3e-4;
const SWING = 1e-6;
const TRAVEL = { step: 5e-5, length: 2e-3 };
const cores = availableParallelism();
const THREADS = [1, 2, 4, 8].filter((threads) => threads <= cores);
/** Cores of the projection. */
const PROJECTED = [4, 8, 16].filter((n) => n > cores);

const rows: Record<string, string>[] = [];
for (const bodies of SIZES) {
  for (const [motion, offset] of [
    ['at rest', (step: number) => (step % 2) * SWING],
    ['in motion', toAndFro],
  ] as const) {
    rows.push(await run(bodies, motion, offset));
    console.log(rows[rows.length - 1]);
  }
}
bench.note('threads', rows);
bench.save();

async function run(bodies: number, motion: string, offset: (step: number) => number): Promise<Record<string, string>> {
  const set = copies(bodies, sharedBodyArrays(bodies));
  const options = { bodies: set, method: shortestLinkMethod, margin: MARGIN, walls: wallsAround(set) };
  const plain = createDetector(options);
  const parallel = THREADS.map((threads) => createParallelDetector({ ...options, threads }));
  for (const detector of parallel) await detector.ready;
  const random = createRandom(1);
  const directions = Float64Array.from({ length: 3 * bodies }, () => 2 * random() - 1);
  const start = set.positions.slice();
  const variants = [{ update: () => plain.update() }, ...parallel];
  const times: number[][] = variants.map(() => []);
  const warmUp = Math.ceil(STEPS(bodies) / 3);
  const busy = busyTime();
  const ours = process.cpuUsage();
  const since = performance.now();
  for (let step = 0; step < warmUp + STEPS(bodies); step++) {
    const moved = offset(step);
    for (let k = 0; k < 3 * bodies; k++) set.positions[k] = start[k] + moved * directions[k];
    for (const [v, variant] of variants.entries()) {
      const begin = performance.now();
      const list = variant.update();
      const wall = performance.now() - begin;
      if (v > 0 && step % 10 === 0 && fingerprint(list) !== fingerprint(plain.contacts))
        throw new Error(`${bodies} bodies: other contacts`);
      if (step >= warmUp) times[v].push(wall);
    }
  }
  const alone = median(times[0]);
  const row: Record<string, string> = {
    bodies: String(bodies),
    motion,
    'plain, ms a step': alone.toPrecision(3),
    'one thread / plain': (median(times[1]) / alone).toFixed(2),
  };
  THREADS.slice(1).forEach((threads, k) => {
    const [low, middle, high] = [0.75, 0.5, 0.25].map((part) => median(times[1]) / quantile(times[k + 2], part));
    row[`speed-up of ${threads} threads (quartiles)`] = `${middle.toFixed(2)} (${low.toFixed(2)} to ${high.toFixed(2)})`;
    if (k > 0) return;
    // Amdahl: a part s of the work is done by one thread.
    const serial = Math.max(0, 2 / middle - 1);
    row['part of one thread'] = `${(100 * serial).toFixed(0)} %`;
    row[`projection to ${PROJECTED.join(', ')}`] = PROJECTED.map((n) => (1 / (serial + (1 - serial) / n)).toFixed(1)).join(', ');
  });
  const { user, system } = process.cpuUsage(ours);
  const others = (busyTime() - busy - 1e-3 * (user + system)) / (cores * (performance.now() - since));
  row['taken by other programs'] = `${(100 * Math.max(0, others)).toFixed(0)} %`;
  for (const detector of parallel) detector.close();
  return row;
}

/** Milliseconds that all cores have been busy, with any program. */
function busyTime(): number {
  return cpus().reduce((sum, { times }) => sum + times.user + times.nice + times.sys + times.irq, 0);
}

/** A floor and four walls that touch the bounds of the block. */
function wallsAround(set: BodySet) {
  const least = [0, 1, 2].map((k) => Math.min(...every(set.positions, k)));
  const most = [0, 1, 2].map((k) => Math.max(...every(set.positions, k)));
  const room = 0.5 * set.shapes[0].radius;
  return [
    planeWall([0, 0, 1], least[2] - room),
    ...[0, 1].flatMap((k) => {
      const along = [k === 0 ? 1 : 0, k === 1 ? 1 : 0, 0] as const;
      return [planeWall(along, least[k] - room), planeWall([-along[0], -along[1], 0], -most[k] - room)];
    }),
  ];
}

function* every(positions: Float64Array, axis: number): Generator<number> {
  for (let k = axis; k < Math.min(positions.length, 30_000); k += 3) yield positions[k];
}

/** To and fro between 0 and the length of travel. */
function toAndFro(step: number): number {
  const turn = Math.round(TRAVEL.length / TRAVEL.step);
  const k = step % (2 * turn);
  return TRAVEL.step * (k < turn ? k : 2 * turn - k);
}

/** A hash of the bits of a list. */
function fingerprint(list: ContactList): string {
  let hash = 0;
  const add = (array: Float64Array | Int32Array, length: number): void => {
    const ints = new Int32Array(array.slice(0, length).buffer);
    for (const value of ints) hash = (Math.imul(hash, 31) + value) | 0;
  };
  add(list.gaps, list.count);
  add(list.points, 3 * list.pointCount);
  add(list.userSlot, list.count);
  add(list.pointSlot, list.pointCount);
  return `${list.count} ${list.pointCount} ${hash}`;
}

function median(values: readonly number[]): number {
  return quantile(values, 0.5);
}

function quantile(values: readonly number[], part: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(part * sorted.length))];
}
