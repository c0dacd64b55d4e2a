/** A program that does not close its detector and its pool: it ends when its work is done. */
import { Worker } from 'node:worker_threads';
import { createBodySet, addBody } from '../../src/body';
import { exactMethod } from '../../src/common-plane';
import { createParallelDetector, createWorkerPool, sharedBodyArrays } from '../../src/parallel';
import { box } from '../../src/polyhedron';

const bodies = createBodySet(sharedBodyArrays(400));
for (let b = 0; b < 400; b++) addBody(bodies, { shape: box(1, 1, 1), position: [0.99 * (b % 20), 0.99 * Math.floor(b / 20), 0] });
const createWorker = () => new Worker(process.argv[2]);
const detector = createParallelDetector({ bodies, method: exactMethod, threads: 2, createWorker });
await detector.ready;
const { count } = await detector.updateAsync();
const pool = createWorkerPool(createWorker);
const lent = createParallelDetector({ bodies, method: exactMethod, threads: 2, createWorker: pool.createWorker });
await lent.ready;
lent.update();
lent.close();
const waiting = createParallelDetector({ bodies, method: exactMethod, threads: 2, createWorker: pool.createWorker });
await waiting.ready;
console.log(`${detector.threadsUsed} threads, ${waiting.update().count - count} more contacts`);
