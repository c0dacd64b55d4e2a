// Run by run.sh, which starts Slurm. The frames are the packing of the repository, with the particles moved a little.
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { createRandom, readSceneFile, writeScene } from 'dem-contact';

const root = fileURLToPath(new URL('../../', import.meta.url));
const examples = join(root, 'examples/cluster');
const folder = process.env.CLUSTER_FOLDER;
const FRAMES = 64;
const SHARDS = 8;
const files = Array.from({ length: FRAMES }, (_, k) => `conf${k}`);
const env = { ...process.env, DEM_CONTACT: `node ${join(root, 'dist/cli/bin.js')}` };
const run = (command, args) => execFileSync(command, args, { cwd: folder, env, encoding: 'utf8' }).trim();
const tool = (...args) => run(process.execPath, [join(root, 'dist/cli/bin.js'), ...args]);
const result = (name) => readFileSync(join(folder, name));

before(() => {
  const packing = join(root, 'sim/scenes/packing-500');
  const scene = readSceneFile(readFileSync(join(packing, 'scene.conf'), 'utf8'));
  const rest = scene.positions.slice();
  copyFileSync(join(packing, 'shapes.shp'), join(folder, 'shapes.shp'));
  files.forEach((name, frame) => {
    const random = createRandom(frame + 1);
    scene.positions = rest.map((x, k) => x + (k < 3 * scene.driven ? 0 : 2e-4 * (random() - 0.5)));
    writeFileSync(join(folder, name), writeScene(scene));
  });
  tool('contacts', ...files, '--out', 'whole.csv');
});

/** States of the tasks of a job, by their number in the array ('' for a job that is none). */
function states(job) {
  const text = run('squeue', ['--noheader', '--array', '--states=all', `--jobs=${job}`, '--format=%K %T']);
  return new Map(text.split('\n').map((line) => line.trim().split(/\s+/)));
}

async function until(what, seconds = 120) {
  for (let k = 0; k < 10 * seconds; k++) {
    const found = what();
    if (found) return found;
    await sleep(100);
  }
  throw new Error(`not within ${seconds} s: ${what}; ${run('squeue', ['--array', '--states=all'])}`);
}

const ended = (job) => [...states(job).values()].every((state) => /^(COMPLETED|FAILED|CANCELLED|TIMEOUT|NODE_FAIL)$/.test(state));
const submit = (parts, out) => run(join(examples, 'slurm.sh'), [parts, out, String(SHARDS), ...files]).split(' ');

test('Slurm: a task is ended by scancel and requeued; the result has the bytes of one machine', { timeout: 300_000 }, async () => {
  const [array, merge] = submit('slurm', 'merged.csv');
  // A task that works has the beginning of its part under another name.
  const victim = await until(() => {
    const found = readdirSync(join(folder, 'slurm')).find((name) => name.endsWith('.tmp'));
    return found && /^part-(\d)/.exec(found)[1];
  });
  run('scancel', [`${array}_${victim}`]);
  await until(() => states(array).get(victim) === 'CANCELLED');
  assert.ok(!readdirSync(join(folder, 'slurm')).includes(`part-${victim}-of-${SHARDS}.dcpart`));
  run('scontrol', ['requeue', `${array}_${victim}`]);
  await until(() => ended(array) && ended(merge), 240);
  assert.deepEqual([...states(array).values()], Array(SHARDS).fill('COMPLETED'));
  assert.deepEqual([...states(merge).values()], ['COMPLETED']);
  assert.ok(readdirSync(join(folder, 'slurm')).some((name) => name.startsWith(`part-${victim}`) && name.endsWith('.tmp')));
  assert.ok(result('merged.csv').equals(result('whole.csv')));
});

test('Slurm: a cancelled task fails the merge, and the same command again does what is missing', { timeout: 300_000 }, async () => {
  const [array, merge] = submit('again', 'again.csv');
  await until(() => states(array).get('0') === 'RUNNING');
  run('scancel', [`${array}_3`]);
  await until(() => ended(array) && ended(merge), 240);
  assert.deepEqual([...states(merge).values()], ['FAILED']);
  assert.match(result('again/merge.log').toString(), /missing shards of 8: 3; run them, then merge again/);
  const [second, secondMerge] = submit('again', 'again.csv');
  await until(() => ended(second) && ended(secondMerge), 240);
  assert.match(result('again/shard-0.log').toString(), /part-0-of-8\.dcpart is finished/);
  assert.ok(result('again.csv').equals(result('whole.csv')));
});

test('GNU parallel: the same bytes', () => {
  run(join(examples, 'parallel.sh'), ['local', 'local.csv', '3', ...files]);
  assert.ok(result('local.csv').equals(result('whole.csv')));
  assert.equal(result('local/jobs.tsv').toString().trim().split('\n').length, 4);
});

test('Kubernetes: the commands of the manifest give the same bytes', () => {
  const manifest = readFileSync(join(examples, 'kubernetes.yaml'), 'utf8');
  const [shard, merge] = [...manifest.matchAll(/command: \[sh, -c, '(.*)'\]/g)].map((match) => match[1]);
  const completions = Number(/completions: (\d+)/.exec(manifest)[1]);
  const bin = join(folder, 'bin');
  mkdirSync(bin);
  writeFileSync(join(bin, 'dem-contact'), `#!/bin/sh\nexec ${env.DEM_CONTACT} "$@"\n`, { mode: 0o755 });
  const shell = (command, more = {}) =>
    spawnSync('sh', ['-c', command], { cwd: folder, env: { ...env, PATH: `${bin}:${env.PATH}`, ...more }, encoding: 'utf8' });
  for (let index = 0; index < completions; index++) {
    const { status, stderr } = shell(shard, { JOB_COMPLETION_INDEX: String(index) });
    assert.equal(status, 0, stderr);
  }
  assert.equal(shell(merge).status, 0);
  // The manifest takes the files in the order of the shell.
  tool('contacts', ...[...files].sort(), '--out', 'sorted.csv');
  assert.ok(result('contacts.csv').equals(result('sorted.csv')));
});
