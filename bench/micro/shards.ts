/**
 * Shards of the command line, each in a process of its own. Merged files are compared with those of one process, byte by
 * byte.
 *
 * Frames: the packing of sim/scenes/packing-500 as a series of files, whole and in shards, two processes at a time.
 * Space: time and peak memory of `contacts` for one large scene, of each of its four slabs, and of `merge`. The scene is
 * the packing laid many times side by side above one floor.
 */
import { spawn } from 'node:child_process';
import { closeSync, copyFileSync, mkdtempSync, openSync, readFileSync, readSync, rmSync, statSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readSceneFile } from 'dem-contact';
import { openBench } from '../lib/measure';

const bench = openBench('shards');
/** Copies of the packing along x, y and z, of 500 particles each. */
const COPIES = bench.quick ? [8, 2, 2] : [20, 10, 10];
const SHARDS = 4;
/** Frames of the series. */
const FRAMES = bench.quick ? 4 : 512;
/** Width and height of the packing. */
const PERIOD = [0.3201, 0.3201, 0.3401];

const root = fileURLToPath(new URL('../../', import.meta.url));
const packing = join(root, 'sim/scenes/packing-500');
const folder = mkdtempSync(join(tmpdir(), 'dem-contact-shards-'));

/** Writes the scene, and returns its number of bodies. */
function writeLargeScene(): number {
  const { count, driven, names, homotheties, positions, orientations } = readSceneFile(readFileSync(join(packing, 'scene.conf'), 'utf8'));
  copyFileSync(join(packing, 'shapes.shp'), join(folder, 'shapes.shp'));
  const file = openSync(join(folder, 'large.conf'), 'w');
  const bodies = 1 + (count - driven) * COPIES[0] * COPIES[1] * COPIES[2];
  const row = (name: string, h: number, place: readonly number[], [x, y, z, w]: ArrayLike<number> & Iterable<number>): string =>
    `${name} 0 0 ${h} ${place.join(' ')} 0 0 0 0 0 0 ${w} ${x} ${y} ${z} 0 0 0 0 0 0\n`;
  // A floor as large as all copies, whose top is at z = 0.
  const size = Math.max(COPIES[0], COPIES[1]);
  const middle = [PERIOD[0] * (COPIES[0] - 1), PERIOD[1] * (COPIES[1] - 1)].map((length) => length / 2);
  writeSync(file, `Rockable 29-11-2018\nnDriven 1\nshapeFile shapes.shp\nParticles ${bodies}\n`);
  writeSync(file, row('Floor', size, [...middle, -0.01 * size], [0, 0, 0, 1]));
  for (let k = 0; k < COPIES[0] * COPIES[1] * COPIES[2]; k++) {
    const cell = [k % COPIES[0], Math.floor(k / COPIES[0]) % COPIES[1], Math.floor(k / COPIES[0] / COPIES[1])];
    let text = '';
    for (let i = driven; i < count; i++) {
      const place = cell.map((step, axis) => positions[3 * i + axis] + step * PERIOD[axis]);
      text += row(names[i], homotheties[i], place, orientations.subarray(4 * i, 4 * i + 4));
    }
    writeSync(file, text);
  }
  writeSync(file, 'Interactions 0\nInterfaces 0\n');
  closeSync(file);
  return bodies;
}

interface Measured {
  readonly seconds: number;
  /** Time of the processor, seconds. */
  readonly processor: number;
  /** Peak memory, bytes. */
  readonly peak: number;
}

/** Prints what a process has taken when it ends. */
const AT_EXIT = `data:text/javascript,process.on('exit', () => {
  const { maxRSS, userCPUTime, systemCPUTime } = process.resourceUsage();
  process.stderr.write(JSON.stringify([1024 * maxRSS, 1e-6 * (userCPUTime + systemCPUTime)]));
})`;

function measure(...args: readonly string[]): Promise<Measured> {
  const begin = performance.now();
  const child = spawn(process.execPath, ['--import', AT_EXIT, join(root, 'dist/cli/bin.js'), ...args], { cwd: folder });
  let messages = '';
  child.stderr.on('data', (text: Buffer) => (messages += text.toString()));
  return new Promise((resolve, reject) => {
    child.once('close', (code) => {
      if (code !== 0) {
        reject(new Error(`${args.join(' ')}: ${messages}`));
        return;
      }
      const [peak, processor] = JSON.parse(messages) as [number, number];
      resolve({ seconds: (performance.now() - begin) / 1000, peak, processor });
    });
  });
}

/** Runs so many at a time. */
async function measureAll(tasks: readonly (readonly string[])[], atOnce: number): Promise<Measured> {
  const begin = performance.now();
  const waiting = [...tasks];
  const done: Measured[] = [];
  const worker = async (): Promise<void> => {
    for (let task = waiting.shift(); task !== undefined; task = waiting.shift()) done.push(await measure(...task));
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  return {
    seconds: (performance.now() - begin) / 1000,
    processor: done.reduce((sum, { processor }) => sum + processor, 0),
    peak: Math.max(...done.map(({ peak }) => peak)),
  };
}

/** Throws unless two files have the same bytes. */
function compare(one: string, other: string): void {
  const files = [one, other].map((name) => openSync(join(folder, name), 'r'));
  const [a, b] = files.map(() => Buffer.alloc(1 << 20));
  for (;;) {
    const [left, right] = [readSync(files[0], a), readSync(files[1], b)];
    if (left !== right || !a.subarray(0, left).equals(b.subarray(0, right))) throw new Error(`${one} and ${other} differ`);
    if (left === 0) break;
  }
  files.forEach((file) => {
    closeSync(file);
  });
}

async function frames(): Promise<Record<string, string>[]> {
  for (const name of ['scene.conf', 'shapes.shp']) copyFileSync(join(packing, name), join(folder, name));
  const files = new Array<string>(FRAMES).fill('scene.conf');
  const alone = await measure('contacts', ...files, '--out', 'whole.npy');
  const rows = [rowOf('one process', alone)];
  for (const shards of [2, 8]) {
    const parts = `frames-${shards}`;
    const tasks = Array.from({ length: shards }, (_, k) => ['contacts', ...files, '--shard', `${k}/${shards}`, '--parts', parts]);
    const cut = await measureAll(tasks, 2);
    const merge = await measure('merge', '--parts', parts, '--out', 'merged.npy');
    compare('whole.npy', 'merged.npy');
    rows.push(rowOf(`${shards} shards`, cut), rowOf(`merge of ${shards}`, merge));
  }
  return rows;

  function rowOf(run: string, { seconds, processor, peak }: Measured): Record<string, string> {
    return {
      run,
      seconds: seconds.toFixed(1),
      'processor, seconds': processor.toFixed(1),
      'of one process': (processor / alone.processor).toFixed(2),
      'peak memory of a process, MB': (peak / 1e6).toFixed(0),
    };
  }
}

async function space(): Promise<Record<string, string>[]> {
  const bodies = writeLargeScene();
  const whole = await measure('contacts', 'large.conf', '--out', 'whole.npy');
  const rowOf = (run: string, { processor, peak }: Measured): Record<string, string> => ({
    run,
    'processor, seconds': processor.toFixed(0),
    'peak memory, MB': (peak / 1e6).toFixed(0),
    'of the whole': (peak / whole.peak).toFixed(2),
  });
  const rows = [rowOf(`whole, ${bodies} bodies`, whole)];
  for (let k = 0; k < SHARDS; k++) {
    rows.push(
      rowOf(
        `shard ${k}/${SHARDS}`,
        await measure('contacts', 'large.conf', '--shard', `${k}/${SHARDS}`, '--split', 'space', '--parts', 'parts'),
      ),
    );
  }
  const bytes = statSync(join(folder, 'whole.npy')).size;
  rows.push(rowOf(`merge, ${(bytes / 1e6).toFixed(0)} MB of contacts`, await measure('merge', '--parts', 'parts', '--out', 'merged.npy')));
  compare('whole.npy', 'merged.npy');
  return rows;
}

try {
  for (const [key, measured] of [
    ['frames', await frames()],
    ['shards', await space()],
  ] as const) {
    console.log(measured);
    bench.note(key, measured);
  }
  bench.save();
} finally {
  rmSync(folder, { recursive: true });
}
