/**
 * Workers from the sources, for tests. Each entry is bundled once a run: a worker then starts in a tenth of a second.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { buildSync } from 'esbuild';
import { createWorkerPool, type WorkerLike } from '../../src/parallel';

const folder = mkdtempSync(join(tmpdir(), 'dem-contact-threads-'));
process.once('exit', () => {
  rmSync(folder, { recursive: true, force: true });
});
const bundles = new Map<string, string>();

/** The bundle of an entry; its path is relative to this folder. */
export function bundleOf(entry: string): string {
  let bundle = bundles.get(entry);
  if (bundle === undefined) {
    bundle = join(folder, `${bundles.size}.mjs`);
    const entryPoints = [fileURLToPath(new URL(entry, import.meta.url))];
    buildSync({
      entryPoints,
      bundle: true,
      format: 'esm',
      platform: 'neutral',
      external: ['node:*'],
      target: 'es2022',
      outfile: bundle,
      mainFields: ['module', 'main'],
    });
    bundles.set(entry, bundle);
  }
  return bundle;
}

const startWorker = (entry: string): WorkerLike & Worker => new Worker(bundleOf(entry));
export const WORKER_ENTRY = '../../src/worker/index.ts';

/** A worker of its own. */
export const createFreshWorker = (): WorkerLike & Worker => startWorker(WORKER_ENTRY);
/** A worker that other tests of the file have used: it is ended with the file. */
export const { createWorker } = createWorkerPool(createFreshWorker);
export const createThrowingWorker = (): WorkerLike & Worker => startWorker('./throwing-worker.ts');
