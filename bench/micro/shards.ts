/**
 * Shards by frames: time of the processor and by the clock of a job in one process, in shards with two processes at a
 * time, and of merge. The job is the packing of sim/scenes/packing-500 as a series of files. Merged files are compared
 * with that of one process, byte by byte.
 */
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { compare, measure, measureAll, PACKING, type Measured } from '../lib/command';
import { openBench } from '../lib/measure';

const bench = openBench('shards');
/** Frames of the series. */
const FRAMES = bench.quick ? 4 : 512;
const folder = mkdtempSync(join(tmpdir(), 'dem-contact-shards-'));

async function frames(): Promise<Record<string, string>[]> {
  for (const name of ['scene.conf', 'shapes.shp']) copyFileSync(join(PACKING, name), join(folder, name));
  const files = new Array<string>(FRAMES).fill('scene.conf');
  const alone = await measure(folder, 'contacts', ...files, '--out', 'whole.npy');
  const rows = [rowOf('one process', alone)];
  for (const shards of [2, 8]) {
    const parts = `frames-${shards}`;
    const tasks = Array.from({ length: shards }, (_, k) => ['contacts', ...files, '--shard', `${k}/${shards}`, '--parts', parts]);
    const cut = await measureAll(folder, tasks, 2);
    const merge = await measure(folder, 'merge', '--parts', parts, '--out', 'merged.npy');
    compare(folder, 'whole.npy', 'merged.npy');
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

try {
  const rows = await frames();
  console.log(rows);
  bench.note('frames', rows);
  bench.save();
} finally {
  rmSync(folder, { recursive: true });
}
