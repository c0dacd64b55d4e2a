import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { parseArguments } from '../../app/arguments';
import { UsageError } from '../../app/usage';
import type { SceneData } from '../../app/report/report-data';
import { createProgress } from '../../app/progress';
import { CUBE_SHAPE, folderWith, runMain, twoCubes } from './helpers';

describe('arguments of the main job', () => {
  it('are looked at before the package is built: no module of the start needs it', () => {
    const folder = fileURLToPath(new URL('../../app/', import.meta.url));
    const seen = new Set([join(folder, 'run.ts')]);
    const packages: string[] = [];
    for (const file of seen) {
      for (const [, name] of readFileSync(file, 'utf8').matchAll(/^(?:import|export) (?!type)[^;]*?from '([^']+)';/gm)) {
        if (name.startsWith('.')) seen.add(`${join(dirname(file), name)}.ts`);
        else packages.push(name);
      }
    }
    expect(seen.size).toBeGreaterThan(2);
    expect(packages.filter((name) => !name.startsWith('node:'))).toEqual([]);
  });

  it('has defaults and takes both ways of writing a value', () => {
    expect(parseArguments([])).toMatchObject({ scene: undefined, bodies: 2000, seed: 1, method: 'slm', help: false });
    expect(parseArguments(['--scene', 'a.conf'])).toMatchObject({ margin: undefined, method: 'slm' });
    expect(parseArguments(['--bodies', '20', '--steps=30', '--seed', '0', '--method', 'slm'])).toMatchObject({
      bodies: 20,
      steps: 30,
      seed: 0,
      method: 'slm',
    });
    expect(parseArguments(['--scene', 'a.conf', '--margin=0.5', '--method', 'exact', '--out', 'b.html'])).toMatchObject({
      scene: 'a.conf',
      margin: 0.5,
      method: 'exact',
      out: 'b.html',
      help: false,
    });
    expect(parseArguments(['--margin', '1e-3', '--scene', 'a']).margin).toBe(1e-3);
    expect(parseArguments(['--scene=a=b.conf']).scene).toBe('a=b.conf');
  });

  it.each([
    ['--scene', 'a', '--margin', '-1'],
    ['--scene', 'a', '--margin', 'NaN'],
    ['--scene', 'a', '--margin', 'Infinity'],
    ['--scene', 'a', '--margin', '1 mm'],
    ['--scene', 'a', '--margin', ' '],
    ['--margin='],
    ['--margin'],
    ['--scene'],
    ['--scene', ''],
    ['--method', 'fast'],
    ['--method', 'toString'],
    ['--colour', 'red'],
    ['--margin', '1'],
    ['--scene', 'a.conf', '--bodies', '5'],
    ['--scene', 'a.conf', '--steps=5'],
    ['--scene', 'a.conf', '--seed=5'],
    ['--bodies', '0'],
    ['--bodies', '1e3'],
    ['--bodies', '50001'],
    ['--bodies', '-5'],
    ['--steps', '0'],
    ['--steps', '1.5'],
    ['--seed', '-1'],
    ['--seed', '4294967296'],
    ['--seed'],
    ['scene.conf'],
    ['-x'],
  ])('refuses %s %s', (...argv) => {
    expect(() => parseArguments(argv)).toThrow(UsageError);
  });
});

describe('the main job on files', () => {
  const good = { 'scene.conf': twoCubes(), 'cube.shp': CUBE_SHAPE };

  it('finds the contact, prints the table and writes the report', () => {
    const folder = folderWith(good);
    const { code, out, progress } = runMain(['--scene', 'scene.conf', '--margin', '0', '--out', 'deep/report.html'], folder);
    expect(code).toBe(0);
    expect(out).toMatch(/Bodies +2 \(2 particles, 0 walls\)/);
    expect(out).toMatch(/Candidate pairs +1 \(100 % of all 1\)/);
    expect(out).toMatch(/Face – face +1 +0 +0 +1\n/);
    expect(out).toMatch(/deepest overlap 10 mm/);
    expect(out).toContain(join(folder, 'deep', 'report.html'));
    expect(readFileSync(join(folder, 'deep', 'report.html'), 'utf8')).toContain('</html>');
    // Without a terminal: plain lines, one for each phase.
    expect(progress).not.toContain('\u001b');
    expect(progress.match(/^(Read|Broad phase|Shortest link|Report): .+$/gm)).toHaveLength(4);
  });

  it('finds the same contacts with either method', () => {
    const folder = folderWith(good);
    const tables = ['slm', 'exact'].map((method) => runMain(['--scene', 'scene.conf', '--method', method], folder).out);
    const contacts = (table: string): string => /Candidate pairs[^]*(?=Phase)/.exec(table)?.[0] ?? '';
    expect(contacts(tables[0])).not.toBe('');
    expect(contacts(tables[1])).toBe(contacts(tables[0]));
    expect(tables[0]).toContain('Shortest link');
    expect(tables[1]).toContain('Exact plane');
  });

  it('finds and draws spheres, rods and plates; methods of solids are an error', () => {
    const shapeOf = (name: string, radius: number, rows: string[]): string =>
      `<\nname ${name}\nradius ${radius}\nnv ${rows.length}\n${rows.join('\n')}\nne 0\nnf 0\n>\n`;
    const shapes =
      shapeOf('Floor', 0.1, ['-3 -3 0', '3 -3 0', '3 3 0', '-3 3 0']) +
      shapeOf('Ball', 0.5, ['0 0 0']) +
      shapeOf('Rod', 0.2, ['-1 0 0', '1 0 0']);
    const row = (name: string, size: number, x: number, z: number): string =>
      `${name} 0 0 ${size} ${x} 0 ${z} 0 0 0 0 0 0 1 0 0 0 0 0 0 0 0 0\n`;
    const rows = row('Floor', 1, 0, 0) + row('Ball', 1, -2, 0.59) + row('Ball', 0.5, 2, 0.34) + row('Rod', 1, 0, 0.29);
    const folder = folderWith({ 's.conf': `Rockable 1\nnDriven 1\nshapeFile s.shp\nParticles 4\n${rows}`, 's.shp': shapes });
    const { code, out } = runMain(['--scene', 's.conf', '--margin', '0', '--out', 'r.html'], folder);
    expect(code).toBe(0);
    expect(out).toMatch(/Bodies +4 \(3 particles, 1 walls\)/);
    expect(out).toMatch(/deepest overlap 10 mm/);
    const page = readFileSync(join(folder, 'r.html'), 'utf8');
    const scene = JSON.parse(/<script type="application\/json" id="scene-data">(.*?)<\/script>/s.exec(page)![1]) as SceneData;
    expect(Array.from(scene.contacts.points).sort()).toEqual([1, 1, 2]);
    // Balls of two sizes are one shape.
    expect(scene.shapes.map(({ name }) => name)).toEqual(['Floor', 'Ball', 'Rod']);
    expect(scene.bodies.scale.map((x) => +x.toFixed(9))).toEqual([1, 1, 0.5, 1]);
    const [floor, ball] = scene.shapes;
    expect(Math.max(...floor.vertices.filter((_, k) => k % 3 === 2))).toBe(0.1);
    expect(floor.faces[0]).toHaveLength(4);
    for (let v = 0; v < ball.vertices.length; v += 3) expect(Math.hypot(...ball.vertices.slice(v, v + 3))).toBeCloseTo(0.5, 8);
    const refused = runMain(['--scene', 's.conf', '--method', 'fcp'], folder);
    expect(refused.code).toBe(2);
    expect(refused.progress).toContain('spheres, rods or plates');
  });

  it('prints its help and does nothing else', () => {
    const folder = folderWith({});
    const { code, out, progress } = runMain(['--help', '--out', 'report.html'], folder);
    expect([code, progress]).toEqual([0, '']);
    for (const option of ['--bodies', '--steps', '--seed', '--scene', '--margin', '--method', '--out', '--help'])
      expect(out).toContain(option);
    expect(existsSync(join(folder, 'report.html'))).toBe(false);
  });

  const scene = ['--scene', 'scene.conf'];
  it.each<[string, Record<string, string>, string[], RegExp]>([
    ['an unknown option', good, ['--fast'], /unknown argument '--fast'/],
    ['a scene that is not there', good, ['--scene', 'other.conf'], /cannot read .*other\.conf: no such file/],
    ['a folder for a scene', good, ['--scene', '.'], /cannot read .*: illegal operation on a directory/],
    ['a shape file that is not there', { 'scene.conf': twoCubes() }, scene, /cannot read .*cube\.shp: no such file/],
    ['a folder as the report', good, [...scene, '--out', '.'], /cannot write .*: illegal operation on a directory/],
    ['an empty scene', { ...good, 'scene.conf': '' }, scene, /scene\.conf: line 1: expected 'Rockable'/],
    ['a bad number', { ...good, 'scene.conf': twoCubes('0 zero 0') }, scene, /scene\.conf: line 6: .*'zero'/],
    [
      'an unknown shape',
      { ...good, 'scene.conf': twoCubes().replace('\nCube', '\nCone') },
      scene,
      /cube\.shp: line 1: expected a shape named 'Cone'/,
    ],
    ['a scene without shape file', { ...good, 'scene.conf': twoCubes().replace(/shapeFile.*\n/, '') }, scene, /no 'shapeFile' line/],
    [
      'a scene without bodies',
      { ...good, 'scene.conf': 'Rockable 1\nnDriven 0\nshapeFile cube.shp\nParticles 0\n' },
      scene,
      /no particles/,
    ],
    ['a damaged shape', { ...good, 'cube.shp': CUBE_SHAPE.replace('0.5 0.5 0.5\n', '0.5 0.5\n') }, scene, /cube\.shp: line 11: /],
  ])('ends with code 2 and one line for %s', (_, files, argv, message) => {
    const { code, out, progress } = runMain(argv, folderWith(files));
    const errors = progress.split('\n').filter((line) => line.startsWith('dem-contact: '));
    expect(code).toBe(2);
    expect(out).toBe('');
    expect(errors).toHaveLength(1);
    expect(errors[0]).toMatch(message);
    expect(progress.endsWith(`${errors[0]}\n`)).toBe(true);
    expect(progress).not.toMatch(/^\s+at /m);
  });
});

it.each([
  ['bytes instead of a scene', (noise: string) => ({ 'scene.conf': noise })],
  [
    'bytes in a scene',
    (noise: string) => ({ 'scene.conf': twoCubes().replace('Cube 0', `${noise.replace(/\s/g, '')} 0`), 'cube.shp': CUBE_SHAPE }),
  ],
  ['bytes for the name of the shape file', (noise: string) => ({ 'scene.conf': twoCubes().replace('cube.shp', noise.replace(/\s/g, '')) })],
  ['bytes instead of shapes', (noise: string) => ({ 'scene.conf': twoCubes(), 'cube.shp': noise })],
])('%s reach the terminal in print and in short', (_, files) => {
  // Every byte that a text decoder can give, and far more of it than a terminal shows.
  const noise = new TextDecoder().decode(Uint8Array.from({ length: 20_000 }, (_, k) => (k * k + (k >> 8)) & 255));
  const { code, out, progress } = runMain(['--scene', 'scene.conf'], folderWith(files(noise)));
  expect(code).toBe(2);
  expect(out).toBe('');
  expect(progress).toMatch(/^dem-contact: [^\p{C}\p{M}\uFFFD]{1,1010}\n$/u);
});

describe('progress', () => {
  const clock =
    (...times: number[]): (() => number) =>
    () =>
      times.shift()!;

  it('keeps one changing line on a terminal', () => {
    let text = '';
    const progress = createProgress({ isTTY: true, write: (t) => (text += t) }, clock(0, 50, 150, 300, 310));
    progress.update('Exact plane', 1, 4); // too soon
    progress.update('Exact plane', 2, 4);
    progress.update('Exact plane', 3, 4);
    progress.finish('Exact plane', 'done');
    expect(text).toBe('Exact plane: 50 %\r\u001b[KExact plane: 75 %\r\u001b[KExact plane: done\n');
  });

  it('writes whole lines elsewhere, and few of them', () => {
    let text = '';
    const progress = createProgress({ write: (t) => (text += t) }, clock(0, 4000, 6000, 6100));
    progress.update('Exact plane', 1, 4);
    progress.update('Exact plane', 2, 4);
    progress.finish('Exact plane', 'done');
    expect(text).toBe('Exact plane: 50 %\nExact plane: done\n');
  });
});
