// The command line of the installed package, as processes. Run after `npm run build`.
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { installPacked } from './unpack.mjs';

const { root, folder, manifest, remove } = installPacked();
after(remove);
const bin = join(folder, 'node_modules/dem-contact', manifest.bin['dem-contact']);
const run = (...args) => spawnSync(process.execPath, [bin, ...args], { cwd: folder, encoding: 'utf8' });

/** Unit cubes on a grid, each 0.01 deep in the next along x, with walls of no kind. */
function scene(along, across) {
  const rows = [];
  for (let k = 0; k < along * across * across; k++) {
    const [x, y, z] = [k % along, Math.floor(k / along) % across, Math.floor(k / along / across)];
    rows.push(`Cube 0 0 1 ${0.99 * x} ${1.5 * y} ${1.5 * z} 0 0 0 0 0 0 1 0 0 0 0 0 0 0 0 0`);
  }
  return `Rockable 29-11-2018\nnDriven 0\nshapeFile cube.shp\nParticles ${rows.length}\n${rows.join('\n')}\nInteractions 0\nInterfaces 0\n`;
}
const corners = [0, 1, 2, 3, 4, 5, 6, 7].map((k) => [k & 1, (k >> 1) & 1, k >> 2].map((x) => x - 0.5).join(' '));
writeFileSync(join(folder, 'cube.shp'), `<\nname Cube\nradius 0\nnv 8\n${corners.join('\n')}\nne 0\nnf 0\n>\n`);
writeFileSync(join(folder, 'small.conf'), scene(4, 2));
writeFileSync(join(folder, 'large.conf'), scene(56, 20));

test('it has a first line for shells, and tells its version', () => {
  assert.match(readFileSync(bin, 'utf8'), /^#!\/usr\/bin\/env node\n/);
  assert.deepEqual([run('--version').stdout, run('--version').status], [`${manifest.version}\n`, 0]);
});

test('contacts of a scene, and exit codes', () => {
  const good = run('contacts', 'small.conf');
  assert.equal(good.status, 0);
  assert.equal(good.stderr, '');
  assert.equal(good.stdout.trim().split('\n').length, 1 + 3 * 4);
  assert.match(good.stdout, /^0,0,1,Overlapping,FaceFace,-0\.01/m);
  assert.equal(run('contacts', 'small.conf', 'nosuch').status, 1);
  assert.equal(run('contacts', '--nosuch').status, 2);
  assert.equal(run('merge', '--parts', 'nosuch').status, 3);
});

test('two threads of its own give the same bytes', () => {
  assert.equal(run('contacts', 'large.conf', '--out', 'one.csv').status, 0);
  const two = run('contacts', 'large.conf', '--threads', '2', '--out', 'two.csv');
  assert.deepEqual([two.status, two.stderr], [0, '']);
  const one = readFileSync(join(folder, 'one.csv'), 'utf8');
  assert.equal(one.split('\n').length, 2 + 55 * 400);
  assert.ok(readFileSync(join(folder, 'two.csv'), 'utf8') === one);
});

test('a reader that closes the pipe early is no error', () => {
  const { status, stdout, stderr } = spawnSync('sh', ['-c', `"${process.execPath}" "${bin}" contacts large.conf | head -n 1`], {
    cwd: folder,
    encoding: 'utf8',
  });
  assert.deepEqual([status, stderr], [0, '']);
  assert.match(stdout, /^frame,bodyA,bodyB,[^\n]*\n$/);
});

test('Arrow: a plain message without the optional package, and a file with it', () => {
  const without = run('contacts', 'small.conf', '--out', 'r.arrow');
  assert.equal(without.status, 3);
  assert.equal(without.stderr, 'dem-contact: --format arrow needs the package @uwdata/flechette: npm install @uwdata/flechette@2.6.0\n');
  assert.ok(!readdirSync(folder).some((name) => name.startsWith('r.arrow')));
  mkdirSync(join(folder, 'node_modules/@uwdata'));
  symlinkSync(join(root, 'node_modules/@uwdata/flechette'), join(folder, 'node_modules/@uwdata/flechette'));
  assert.deepEqual(
    [run('contacts', 'small.conf', '--out', 'r.arrow').stderr, readFileSync(join(folder, 'r.arrow')).length > 500],
    ['', true],
  );
});

test('a shard that was killed leaves no part; run again, the merged result has the bytes of one machine', async () => {
  const files = Array.from({ length: 12 }, () => 'large.conf');
  const shard = ['contacts', ...files, '--parts', 'parts', '--shard'];
  const child = spawn(process.execPath, [bin, ...shard, '0/2'], { cwd: folder });
  const names = () => {
    try {
      return readdirSync(join(folder, 'parts'));
    } catch {
      return [];
    }
  };
  for (let k = 0; k < 600 && names().length === 0; k++) await sleep(50);
  await sleep(500);
  const ended = new Promise((resolve) => child.once('exit', (code, signal) => resolve(signal)));
  child.kill('SIGKILL');
  assert.equal(await ended, 'SIGKILL');
  assert.deepEqual(
    names().map((name) => name.replace(/[0-9a-f]{8}/, '*')),
    ['part-0-of-2.dcpart.*.tmp'],
  );
  assert.equal(run(...shard, '1/2').status, 0);
  assert.match(run('merge', '--parts', 'parts').stderr, /missing shards of 2: 0/);
  assert.equal(run(...shard, '0/2').status, 0);
  assert.match(run(...shard, '0/2').stderr, /is finished/);
  assert.equal(run('merge', '--parts', 'parts', '--out', 'merged.csv').status, 0);
  assert.equal(run('contacts', ...files, '--out', 'whole.csv').status, 0);
  assert.ok(readFileSync(join(folder, 'merged.csv')).equals(readFileSync(join(folder, 'whole.csv'))));
});
