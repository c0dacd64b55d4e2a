/**
 * The module of a worker as one JavaScript file. Node starts no TypeScript in a worker.
 *
 * A program that runs on the built package (tsconfig.dist.json) has workers that import it too: their kernels are the
 * compiled ones. Then the file lies in the folder `out` of the project, from where the name of the package is found.
 * Elsewhere, in tests, the file contains the sources.
 */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildSync } from 'esbuild';

const root = fileURLToPath(new URL('../', import.meta.url));

export interface WorkerBundle {
  readonly file: string;
  readonly remove: () => void;
}

/** @param entry Path of the module in the project. */
export function bundleWorker(entry: string): WorkerBundle {
  const isBuilt = process.env.TSX_TSCONFIG_PATH?.endsWith('tsconfig.dist.json') === true;
  const parent = isBuilt ? join(root, 'out') : tmpdir();
  mkdirSync(parent, { recursive: true });
  const folder = mkdtempSync(join(parent, 'dem-contact-worker-'));
  const file = join(folder, 'worker.mjs');
  buildSync({
    entryPoints: [join(root, entry)],
    absWorkingDir: root,
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'es2022',
    outfile: file,
    ...(isBuilt ? { packages: 'external', tsconfig: join(root, 'tsconfig.dist.json') } : {}),
  });
  const remove = (): void => {
    rmSync(folder, { recursive: true, force: true });
  };
  return { file, remove };
}
