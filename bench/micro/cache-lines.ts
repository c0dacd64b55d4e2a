/**
 * What lines of the cache cost that two threads write: two threads raise counters of their own, in one line of 64
 * bytes, and 128 bytes apart. A parallel detector has the counters of its threads 128 bytes apart. It raises them once
 * in 32 pairs. So the difference times the number of writes bounds what shared lines could cost it.
 */
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { openBench, spread } from '../lib/measure';

const bench = openBench('cache-lines');
const WRITES = bench.quick ? 10_000 : 2_000_000;
const ROUNDS = bench.quick ? 3 : 15;
if (availableParallelism() < 2) throw new Error('this bench needs two cores');

/** Slots: the ticket, the end of the job, and the counters of the calling thread and of the other. */
const TICKET = 0;
const DONE = 64;
const MINE = 128;
const NEAR = 130;
const FAR = 160;

const ints = new Int32Array(new SharedArrayBuffer(1024));
function raise(counters: Int32Array, slot: number, writes: number): void {
  for (let k = 0; k < writes; k++) Atomics.add(counters, slot, 1);
}

const worker = new Worker(
  `const { workerData: ints } = require('node:worker_threads');
   const raise = ${raise.toString()};
   for (let seen = 0; ; ) {
     while (Atomics.load(ints, ${TICKET}) === seen);
     seen = Atomics.load(ints, ${TICKET});
     raise(ints, Atomics.load(ints, ${DONE + 1}), ${WRITES});
     Atomics.store(ints, ${DONE}, seen);
   }`,
  { eval: true, workerData: ints },
);

/** Nanoseconds a write with both threads at it. */
function round(slot: number): number {
  Atomics.store(ints, DONE + 1, slot);
  const ticket = Atomics.add(ints, TICKET, 1) + 1;
  const begin = performance.now();
  raise(ints, MINE, WRITES);
  while (Atomics.load(ints, DONE) !== ticket);
  return (1e6 * (performance.now() - begin)) / WRITES;
}

const near: number[] = [];
const far: number[] = [];
for (let k = 0; k < ROUNDS + 2; k++) {
  const [a, b] = [round(NEAR), round(FAR)];
  if (k < 2) continue;
  near.push(a);
  far.push(b);
}
await worker.terminate();
const [one, apart] = [spread(near), spread(far)];
const show = ({ median, low, high }: typeof one): string => `${median.toPrecision(3)} (${low.toPrecision(3)} to ${high.toPrecision(3)})`;
// 10,000 bodies of bench parallel: pairs of the near list over those of a pulse, and milliseconds of a step on two
// threads.
const pairs = 106_000;
const writes = pairs / 32;
bench.note('lines', [
  {
    'one line, ns a write (quartiles)': show(one),
    '128 bytes apart, ns a write (quartiles)': show(apart),
    'writes a step of 10,000 bodies': writes.toFixed(0),
    'what one line would cost that step, ms': (1e-6 * Math.max(0, one.median - apart.median) * writes).toPrecision(2),
  },
]);
console.log(show(one), show(apart));
bench.save();
