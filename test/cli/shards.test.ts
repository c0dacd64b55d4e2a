import {
  appendFileSync,
  copyFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { createRandom } from '../../src';
import { folderWith, heap, read, run, sceneFiles, spheres, twoCubes } from './helpers';

const FILES = ['f0.conf', 'f1.conf', 'f2.conf', 'f3.conf', 'f4.conf'];
const RESULTS = ['r.csv', 'r.ndjson', 'r.npy', 'r.arrow', 'r.pvd'];
let folder = '';

/** Results by their name, also the frames of VTK. */
function results(name: string): Map<string, string> {
  return new Map(
    readdirSync(folder)
      .filter((file) => file.startsWith(`${name}.`) || file.startsWith(`${name}-`))
      .map((file) => [file.slice(name.length), readFileSync(join(folder, file), 'latin1').replaceAll(`"${name}-`, '"-')]),
  );
}

async function writeAll(name: string, command: string): Promise<void> {
  for (const result of RESULTS) expect((await run(folder, `${command} --out ${result.replace('r', name)}`)).code).toBe(0);
}

let parts = 0;
const newParts = (): string => `parts-${++parts}`;
const SEARCH = '--margin 0.03 --method exact';

beforeAll(async () => {
  folder = folderWith(
    Object.assign({}, ...FILES.map((name, k) => sceneFiles(heap(70, k + 1, 9), name, `t ${k / 8}\n`))) as Record<string, string>,
  );
  await writeAll('whole', `contacts ${FILES.join(' ')} ${SEARCH}`);
});

function shuffled(count: number, seed: number): number[] {
  const random = createRandom(seed);
  return Array.from({ length: count }, (_, k) => ({ k, key: random() }))
    .sort((a, b) => a.key - b.key)
    .map(({ k }) => k);
}

describe.each(['frames', 'space'])('split by %s', (split) => {
  test.each([1, 2, 3, 4, 7, 13])('%i shards in any order: merged, all formats have the bytes of one machine', async (shards) => {
    const folderOfParts = newParts();
    for (const shard of shuffled(shards, shards)) {
      const { code, err } = await run(
        folder,
        `contacts ${FILES.join(' ')} ${SEARCH} --shard ${shard}/${shards} --split ${split} --parts ${folderOfParts}`,
      );
      expect([code, err]).toEqual([0, '']);
    }
    await writeAll('merged', `merge --parts ${folderOfParts}`);
    expect(results('merged')).toEqual(results('whole'));
    expect(results('whole').size).toBe(RESULTS.length + FILES.length);
  });
});

test('one frame of many bodies: blocks that hold a part of a frame, rows that are read in parts', async () => {
  const place = folderWith(sceneFiles(spheres(5000, 3, 200)));
  await run(place, 'contacts scene.conf --out whole.npy');
  for (const shards of [1, 2]) {
    for (let shard = 0; shard < shards; shard++) {
      await run(place, `contacts scene.conf --shard ${shard}/${shards} --split space --parts p${shards}`);
    }
    await run(place, `merge --parts p${shards} --out merged.npy`);
    expect(read(place, 'merged.npy').equals(read(place, 'whole.npy'))).toBe(true);
  }
  // A row has 161 bytes.
  expect(read(place, 'whole.npy').length).toBeGreaterThan(2 * 4096 * 161);
});

test.each(['\r\n', '\r'])('a scene with other line ends (%j), comments and interactions', async (end) => {
  const files = sceneFiles(heap(60, 4, 9));
  const row = '2 3 0 0 0 0 0 1 0.1 0 0 0 0 0 0 0 0 0 0 0 0 0 0';
  const scene = files['scene.conf'].replace('Interactions 0', `Interactions 2\n${row}\n# of another code\n${row}`).replaceAll('\n', end);
  const place = folderWith({ ...files, 'scene.conf': scene });
  await run(place, 'contacts scene.conf --out whole.csv');
  for (const shard of [0, 1, 2]) expect((await run(place, `contacts scene.conf --shard ${shard}/3 --split space --parts p`)).err).toBe('');
  await run(place, 'merge --parts p --out merged.csv');
  expect(read(place, 'merged.csv').toString()).toBe(read(place, 'whole.csv').toString());
  expect(read(place, 'whole.csv').toString().split('\n').length).toBeGreaterThan(30);
});

describe('a shard that is run again', () => {
  const SHARD = `contacts ${FILES.join(' ')} --shard`;
  const partOf = (folderOfParts: string, shard: number) => join(folder, folderOfParts, `part-${shard}-of-2.dcpart`);
  const once = async (folderOfParts: string, shard: number) => run(folder, `${SHARD} ${shard}/2 --parts ${folderOfParts}`);

  test('is skipped when it is finished', async () => {
    const p = newParts();
    await once(p, 0);
    const before = statSync(partOf(p, 0)).ino;
    const { code, err } = await once(p, 0);
    expect([code, err]).toEqual([0, 'dem-contact: part-0-of-2.dcpart is finished\n']);
    expect(statSync(partOf(p, 0)).ino).toBe(before);
  });

  test('after it was ended on the way: what it left is not a part', async () => {
    const p = newParts();
    await once(p, 0);
    await once(p, 1);
    // A run that was ended leaves the beginning of a part under another name.
    renameSync(partOf(p, 1), `${partOf(p, 1)}.0011aabb.tmp`);
    truncateSync(`${partOf(p, 1)}.0011aabb.tmp`, 3000);
    expect(await run(folder, `merge --parts ${p} --out m.csv`)).toMatchObject({
      code: 3,
      err: 'dem-contact: missing shards of 2: 1; run them, then merge again\n',
    });
    await once(p, 1);
    expect((await run(folder, `merge --parts ${p} --out m.csv`)).code).toBe(0);
    await run(folder, `contacts ${FILES.join(' ')} --out w.csv`);
    expect(read(folder, 'm.csv').equals(read(folder, 'w.csv'))).toBe(true);
  });

  test('works anew when a scene or its shapes have changed', async () => {
    for (const name of ['f2.conf', 'shapes.shp']) {
      const p = newParts();
      await once(p, 0);
      const before = statSync(partOf(p, 0)).ino;
      utimesSync(join(folder, name), 1000, 1000 + parts);
      expect((await once(p, 0)).err).toBe('');
      expect(statSync(partOf(p, 0)).ino).not.toBe(before);
      // Of the other shard.
      utimesSync(join(folder, 'f1.conf'), 1000, 1000 + parts);
      expect((await once(p, 0)).err).toMatch(/is finished/);
    }
  });

  test('works anew when a file failed; merge names the file', async () => {
    const place = folderWith(sceneFiles(twoCubes()));
    const command = 'contacts scene.conf late.conf --shard 0/1 --parts p';
    expect(await run(place, command)).toMatchObject({ code: 1, err: 'dem-contact: late.conf: there is no such file\n' });
    expect(await run(place, 'merge --parts p --out m.csv')).toMatchObject({
      code: 1,
      err: 'dem-contact: late.conf: there is no such file\n',
    });
    copyFileSync(join(place, 'scene.conf'), join(place, 'late.conf'));
    expect(await run(place, command)).toMatchObject({ code: 0, err: '' });
    await run(place, 'merge --parts p --out m.csv');
    expect(read(place, 'm.csv').toString().split('\n').length).toBe(4);
  });

  test('is refused when the part is of another job', async () => {
    const p = newParts();
    await once(p, 0);
    for (const other of [
      `${SHARD} 0/2 --margin 1`,
      `${SHARD} 0/2 --method exact`,
      'contacts f0.conf --shard 0/2',
      `${SHARD} 0/2 --split space`,
    ]) {
      const { code, err } = await run(folder, `${other} --parts ${p}`);
      expect(code).toBe(3);
      expect(err).toMatch(/part-0-of-2\.dcpart is a part of another job/);
    }
  });
});

test('a frame that fails in one slab is left out of all', async () => {
  const files = sceneFiles(heap(60, 4, 9));
  const rows = files['scene.conf'].split('\n');
  const at = rows.findIndex((row) => row.startsWith('Shape')) + 40;
  // A quaternion that is none: the slabs that do not need the body cannot see it.
  rows[at] = rows[at]
    .split(' ')
    .map((word, k) => (k >= 13 && k <= 16 ? '2' : word))
    .join(' ');
  const place = folderWith({ ...files, 'bad.conf': rows.join('\n') });
  await run(place, 'contacts bad.conf scene.conf --out whole.csv');
  const codes: number[] = [];
  for (const shard of [0, 1, 2, 3])
    codes.push((await run(place, `contacts bad.conf scene.conf --shard ${shard}/4 --split space --parts p`)).code);
  expect(codes).toContain(0);
  expect(codes).toContain(1);
  const { code, err } = await run(place, 'merge --parts p --out merged.csv');
  expect(code).toBe(1);
  // With the line of the file, not of the part of it that was read.
  expect(err).toContain(`bad.conf: line ${at + 1}: expected a quaternion`);
  expect(read(place, 'merged.csv').equals(read(place, 'whole.csv'))).toBe(true);
});

describe('merge refuses', () => {
  const start = async (): Promise<string> => {
    const p = newParts();
    for (const shard of [0, 1]) await run(folder, `contacts ${FILES.join(' ')} --shard ${shard}/2 --parts ${p}`);
    return p;
  };
  const merged = async (p: string) => run(folder, `merge --parts ${p} --out refused.csv`);

  test('a folder that is not there, and one without parts', async () => {
    expect(await merged('nowhere')).toMatchObject({ code: 3, err: 'dem-contact: nowhere: there is no such file\n' });
    mkdirSync(join(folder, 'empty'));
    expect((await merged('empty')).err).toMatch(/^dem-contact: empty has no parts/);
  });

  test('parts of two jobs', async () => {
    const p = await start();
    await run(folder, `contacts ${FILES.join(' ')} --shard 0/3 --parts ${p}`);
    expect((await merged(p)).err).toMatch(/are parts of two jobs/);
  });

  test('a part that is cut off, at any place', async () => {
    const p = await start();
    const path = join(folder, p, 'part-1-of-2.dcpart');
    const { size } = statSync(path);
    for (const length of [0, 5, 200, size >> 1, size - 1]) {
      const bytes = readFileSync(path).subarray(0, length);
      const cut = newParts();
      mkdirSync(join(folder, cut));
      copyFileSync(join(folder, p, 'part-0-of-2.dcpart'), join(folder, cut, 'part-0-of-2.dcpart'));
      writeFileSync(join(folder, cut, 'part-1-of-2.dcpart'), bytes);
      const { code, err } = await merged(cut);
      expect(code).toBe(3);
      expect(err).toMatch(/part-1-of-2\.dcpart is (cut off|damaged): delete it and run its shard again/);
    }
  });

  test('a part with a changed byte, and leaves no result', async () => {
    const p = await start();
    const path = join(folder, p, 'part-1-of-2.dcpart');
    const whole = readFileSync(path);
    const random = createRandom(7);
    for (let k = 0; k < 30; k++) {
      const bytes = Buffer.from(whole);
      // Anywhere, and in the last bytes, which say what the part holds.
      bytes[bytes.length - 1 - Math.floor(random() * (k % 2 === 0 ? bytes.length : 600))] ^= 1 << Math.floor(8 * random());
      writeFileSync(path, bytes);
      const { code, err } = await merged(p);
      expect(code).toBe(3);
      expect(err).toMatch(/part-1-of-2\.dcpart|two jobs|missing shards/);
    }
    expect(readdirSync(folder).filter((name) => name.startsWith('refused'))).toEqual([]);
    appendFileSync(path, 'x');
    expect((await merged(p)).code).toBe(3);
    rmSync(path);
    expect((await merged(p)).err).toMatch(/missing shards of 2: 1/);
  });
});

test('notices about a scene are said once, by whole frames and by slabs', async () => {
  const files = sceneFiles(twoCubes(), 'a.conf', 'usePeriodicCell 1\n');
  const place = folderWith({ ...files, 'b.conf': files['a.conf'] });
  const said = (await run(place, 'contacts a.conf b.conf')).err;
  expect(said).toMatch(/^dem-contact: a\.conf: line 2: the scene is periodic[^\n]*\n$/);
  expect((await run(place, 'contacts a.conf b.conf --shard 0/2 --split space --parts p')).err).toBe(said);
});
