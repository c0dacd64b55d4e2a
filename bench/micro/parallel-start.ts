/**
 * A scene that is asked once: what threads cost to start, and from how many bodies on they pay. This is what the
 * command line does for each frame of a file: a new detector without memory. Its first frame starts the threads, the
 * next ones take them from a pool.
 */
import { availableParallelism } from 'node:os';
import { createDetector, shortestLinkMethod } from 'dem-contact';
import { createParallelDetector, createWorkerPool, sharedBodyArrays } from 'dem-contact/parallel';
import { openBench, spread } from '../lib/measure';
import { copies } from '../lib/packing-copies';

const bench = openBench('parallel-start');
const SIZES = bench.quick ? [500] : [500, 1000, 2000, 5000, 10_000, 20_000];
const ROUNDS = bench.quick ? 2 : 5;
if (availableParallelism() < 2) throw new Error('this bench needs two cores');

const rows: Record<string, string>[] = [];
for (const count of SIZES) {
  const bodies = copies(count, sharedBodyArrays(count));
  const options = { bodies, method: shortestLinkMethod, margin: 3e-4, skin: 0 };
  const [one, two, starts, again]: number[][] = [[], [], [], []];
  const pool = createWorkerPool();
  for (let round = 0; round < ROUNDS + 1; round++) {
    const begin = performance.now();
    const { count: alone } = createDetector(options).update();
    const middle = performance.now();
    const detector = createParallelDetector({ ...options, threads: 2 });
    await detector.ready;
    const started = performance.now();
    const { count: shared } = detector.update();
    const end = performance.now();
    detector.close();
    const next = performance.now();
    const { createWorker } = pool;
    const lent = createParallelDetector({ ...options, threads: 2, createWorker });
    await lent.ready;
    lent.update();
    const last = performance.now();
    lent.close();
    if (alone !== shared) throw new Error(`${count} bodies: other contacts`);
    // The compiler works in the first round.
    if (round === 0) continue;
    one.push(middle - begin);
    starts.push(started - middle);
    two.push(end - middle);
    again.push(last - next);
  }
  pool.close();
  const [a, b, c] = [one, two, again].map((times) => spread(times).median);
  rows.push({
    bodies: String(count),
    'one thread, ms': a.toFixed(0),
    'start of a second thread, ms': spread(starts).median.toFixed(0),
    'two threads with their start, ms': b.toFixed(0),
    'one thread / two threads': (a / b).toFixed(2),
    'two threads of a pool, ms': c.toFixed(0),
    'one thread / a pool': (a / c).toFixed(2),
  });
  console.log(rows[rows.length - 1]);
}
bench.note('start', rows);
bench.save();
