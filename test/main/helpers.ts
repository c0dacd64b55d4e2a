import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import { main } from '../../app/main-job';
import { findContacts } from '../../app/scene-contacts';
import type { SceneContacts } from '../../app/summary';
import { addBody, BodyFlag, box, createBodySet, createRandom, tetrahedron, tetrakisHexahedron } from '../../src';

/** Runs the job in a folder and collects what it prints. */
export function runMain(argv: readonly string[], folder: string): { code: number; out: string; progress: string } {
  let out = '';
  let progress = '';
  const code = main(argv, { out: { write: (t) => (out += t) }, progress: { write: (t) => (progress += t) }, folder });
  return { code, out, progress };
}

const folders: string[] = [];
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true });
});

/** A fresh folder with the given files, removed after the tests. */
export function folderWith(files: Record<string, string>): string {
  const folder = mkdtempSync(join(tmpdir(), 'dem-contact-'));
  folders.push(folder);
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  return folder;
}

/** Two cubes of side 1, the second standing 0.01 deep in the first: the smallest scene with a contact. */
export const CUBE_SHAPE = `<
name Cube
radius 0
nv 8
-0.5 -0.5 -0.5
0.5 -0.5 -0.5
0.5 0.5 -0.5
-0.5 0.5 -0.5
-0.5 -0.5 0.5
0.5 -0.5 0.5
0.5 0.5 0.5
-0.5 0.5 0.5
ne 12
0 1
1 2
2 3
3 0
4 5
5 6
6 7
7 4
0 4
1 5
2 6
3 7
nf 6
4 0 1 2 3
4 4 5 6 7
4 0 1 5 4
4 1 2 6 5
4 2 3 7 6
4 3 0 4 7
>
`;

export function twoCubes(second = '0 0 0.99'): string {
  const rest = '0 0 0 0 0 0 1 0 0 0 0 0 0 0 0 0';
  return `Rockable 29-11-2018\nnDriven 0\nshapeFile cube.shp\nParticles 2\nCube 0 0 1 0 0 0 ${rest}\nCube 0 0 1 ${second} ${rest}\n`;
}

/** Mixed bodies thrown at random into a unit box without regard to overlaps, on a floor and beside a turned wall. */
export function heap(count: number, seed: number, margin: number): SceneContacts {
  const random = createRandom(seed);
  const bodies = createBodySet();
  const names: string[] = [];
  addBody(bodies, { shape: box(3, 3, 0.1), position: [0.5, 0.5, -0.05], flags: BodyFlag.Static });
  // The wall x = 0, built along y and turned onto x by 90 degrees about z.
  addBody(bodies, {
    shape: box(3, 0.1, 3),
    position: [-0.05, 0.5, 1],
    orientation: [0, 0, Math.SQRT1_2, Math.SQRT1_2],
    flags: BodyFlag.Kinematic,
  });
  names.push('Floor', 'Wall');
  const shapes = [tetrahedron(0.3), box(0.2, 0.2, 0.2), tetrakisHexahedron(0.15)];
  for (let b = 0; b < count; b++) {
    const q = [0, 0, 0, 0].map(() => random() - 0.5);
    const length = Math.hypot(...q);
    const [x, y, z, w] = q.map((v) => v / length);
    addBody(bodies, {
      shape: shapes[b % 3],
      position: [random(), random(), random()],
      orientation: [x, y, z, w],
      rounding: b % 5 === 0 ? 0.01 : 0,
    });
    names.push(['Tetrahedron', 'Cube', 'Tetrakis'][b % 3]);
  }
  return findContacts({ bodies, names }, margin, []);
}
