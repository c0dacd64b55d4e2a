/**
 * `npm run test:browser`: the tests of test/browser in a real browser. Where there is no browser it says so and ends
 * with exit code 3, so that a run without one does not count as passed.
 */
import { spawnSync } from 'node:child_process';
import { findBrowser } from './driver';

if (findBrowser() === undefined) {
  console.log('Browser tests did not run: no Chromium found (apt-get install chromium).');
  process.exitCode = 3;
} else {
  const { status } = spawnSync('npx', ['vitest', 'run', '--mode', 'browser', '--maxWorkers', '1', ...process.argv.slice(2)], {
    stdio: 'inherit',
  });
  process.exitCode = status ?? 1;
}
