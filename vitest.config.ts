import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const src = (path: string) => fileURLToPath(new URL(`./src/${path}`, import.meta.url));

// A file for the numbers of passed and failed tests, for scripts that count them.
const report = process.env['TEST_REPORT'];

/** Files of each mode; of any other mode those of `npm test`. */
const INCLUDED: Record<string, readonly string[]> = {
  full: ['test/**/*.test.ts', 'test/**/*.full.ts'],
  long: ['test/**/*.long.ts'],
  browser: ['test/browser/*.browser.ts'],
};

// `npm test` runs a part of the long sweeps (test/sweep.ts), `npm run test:full` all of them, `npm run test:long` the simulations that take
// minutes, `npm run test:browser` those that need a browser.
export default defineConfig(({ mode }) => ({
  resolve: {
    alias: [
      { find: /^dem-contact$/, replacement: src('index.ts') },
      { find: /^dem-contact\/(.+)$/, replacement: `${src('')}$1/index.ts` },
    ],
  },
  test: {
    include: [...(INCLUDED[mode] ?? ['test/**/*.test.ts'])],
    // Files of a worker share the modules of src: importing them anew for each file takes half of the time. Tests leave no state behind.
    isolate: false,
    maxWorkers: '100%',
    hookTimeout: 120_000,
    testTimeout: mode === 'long' ? 3_600_000 : mode === 'full' || mode === 'browser' ? 300_000 : 60_000,
    env: { TEST_FULL: mode === 'full' ? '1' : '' },
    reporters: report ? ['default', ['json', { outputFile: report }]] : ['default'],
  },
}));
