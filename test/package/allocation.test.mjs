// Kernels allocate nothing in a steady state, in the code that users run. Run after `npm run build`.
//
// Which functions an engine compiles into one, and with it which doubles it boxes between them, depends on what it has
// seen at the moment when it compiles, and that moment on how busy the machine is. So each file of test/allocation
// counts in processes of its own, and a count must be good in one of them: code that has to allocate does so in all.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const PROCESSES = 8;
const folder = fileURLToPath(new URL('../allocation/', import.meta.url));
const files = readdirSync(folder).filter((name) => name !== 'steady-allocation.mjs');
assert.ok(files.length > 0);

for (const file of files) {
  /** What each count of the file said last; true once it was good. */
  const counts = new Map();
  let output = '';
  for (let k = 0; k < PROCESSES && (counts.size === 0 || [...counts.values()].includes(false)); k++) {
    const child = spawnSync(process.execPath, ['--test-reporter=tap', folder + file], {
      encoding: 'utf8',
      env: { ...process.env, NODE_TEST_CONTEXT: undefined },
    });
    output = child.stdout + child.stderr;
    for (const [, result, name] of output.matchAll(/^(ok|not ok) \d+ - (.*)$/gm))
      counts.set(name, counts.get(name) === true || result === 'ok');
  }
  test(`${file} counts`, () => assert.ok(counts.size > 0, output));
  for (const [name, good] of counts) test(`${file}: ${name}`, () => assert.ok(good, output));
}
