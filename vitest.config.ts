import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const src = (path: string) => fileURLToPath(new URL(`./src/${path}`, import.meta.url));

// A file for the numbers of passed and failed tests, for scripts that count them.
const report = process.env['TEST_REPORT'];

// `npm run test:long` runs the tests that take minutes, `npm test` all others.
export default defineConfig(({ mode }) => ({
  resolve: {
    alias: [
      { find: /^dem-contact$/, replacement: src('index.ts') },
      { find: /^dem-contact\/(.+)$/, replacement: `${src('')}$1/index.ts` },
    ],
  },
  test: {
    include: [mode === 'long' ? 'test/**/*.long.ts' : 'test/**/*.test.ts'],
    testTimeout: mode === 'long' ? 3_600_000 : 60_000,
    reporters: report ? ['default', ['json', { outputFile: report }]] : ['default'],
  },
}));
