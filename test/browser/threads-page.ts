/** The page of threads.browser.ts: steps on two threads, and what came out. */
import { createParallelDetector, sharedBodyArrays, type WorkerLike } from '../../src/parallel';
import { hashOf, moveScene, STEPS, threadsScene } from './threads-scene';

/** Of the browser. */
const { Worker } = globalThis as unknown as { Worker: new (url: string, options: { type: string }) => WorkerLike };

async function run(): Promise<{ hashes: string[]; used: number[]; notice: string } | { error: string }> {
  try {
    const scene = threadsScene(sharedBodyArrays(216));
    const createWorker = () => new Worker('/worker.js', { type: 'module' });
    const detector = createParallelDetector({ ...scene, threads: 2, createWorker });
    await detector.ready;
    const hashes: string[] = [];
    const used: number[] = [];
    for (let step = 0; step < STEPS; step++) {
      hashes.push(hashOf(await detector.updateAsync()));
      used.push(detector.threadsUsed);
      moveScene(scene.bodies, step);
    }
    detector.close();
    return { hashes, used, notice: detector.notice };
  } catch (error) {
    return { error: (error as Error).message };
  }
}

(globalThis as unknown as { result: unknown }).result = run();
