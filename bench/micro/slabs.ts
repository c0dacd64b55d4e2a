/**
 * One large scene in slabs: time and peak memory of `contacts` for the whole, of each of four slabs, and of `merge`,
 * each in a process of its own. The scene is the packing of sim/scenes/packing-500 laid many times side by side above
 * one floor. The merged file is compared with that of the whole, byte by byte.
 */
import { closeSync, copyFileSync, mkdtempSync, openSync, readFileSync, rmSync, statSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readSceneFile } from 'dem-contact';
import { compare, measure, PACKING, type Measured } from '../lib/command';
import { openBench } from '../lib/measure';

const bench = openBench('slabs');
/** Copies of the packing along x, y and z, of 500 particles each. */
const COPIES = bench.quick ? [8, 2, 2] : [20, 10, 10];
const SHARDS = 4;
/** Width and height of the packing. */
const PERIOD = [0.3201, 0.3201, 0.3401];
const folder = mkdtempSync(join(tmpdir(), 'dem-contact-slabs-'));

/** Writes the scene, and returns its number of bodies. */
function writeLargeScene(): number {
  const { count, driven, names, homotheties, positions, orientations } = readSceneFile(readFileSync(join(PACKING, 'scene.conf'), 'utf8'));
  copyFileSync(join(PACKING, 'shapes.shp'), join(folder, 'shapes.shp'));
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

async function space(): Promise<Record<string, string>[]> {
  const bodies = writeLargeScene();
  const whole = await measure(folder, 'contacts', 'large.conf', '--out', 'whole.npy');
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
        await measure(folder, 'contacts', 'large.conf', '--shard', `${k}/${SHARDS}`, '--split', 'space', '--parts', 'parts'),
      ),
    );
  }
  const bytes = statSync(join(folder, 'whole.npy')).size;
  rows.push(
    rowOf(`merge, ${(bytes / 1e6).toFixed(0)} MB of contacts`, await measure(folder, 'merge', '--parts', 'parts', '--out', 'merged.npy')),
  );
  compare(folder, 'whole.npy', 'merged.npy');
  return rows;
}

try {
  const rows = await space();
  console.log(rows);
  bench.note('slabs', rows);
  bench.save();
} finally {
  rmSync(folder, { recursive: true });
}
