import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll } from 'vitest';
import { main } from '../../src/cli/main';
import {
  addBody,
  BodyFlag,
  box,
  createBodySet,
  createRandom,
  dodecahedron,
  plateCore,
  pointCore,
  sceneFileFromBodies,
  segmentCore,
  shapeRecord,
  tetrahedron,
  writeScene,
  writeShapes,
  type BodySet,
} from '../../src';
import { createFreshWorker } from '../parallel/threads';

export const PACKING = fileURLToPath(new URL('../../sim/scenes/packing-500/', import.meta.url));

/** What a command printed, and its exit code. */
export interface Ran {
  readonly code: number;
  readonly out: Buffer;
  readonly err: string;
}

/** Workers that commands have started. */
export const startedWorkers = { count: 0 };

/** Runs a command in this process, with a terminal for messages if asked. */
export async function run(folder: string, command: string | readonly string[], isTTY = false): Promise<Ran> {
  const out: Buffer[] = [];
  let err = '';
  const code = await main(
    typeof command === 'string' ? command.split(' ') : command,
    {
      out: { write: (data) => out.push(Buffer.from(data as Uint8Array)) > 0, once: () => undefined },
      err: { isTTY, write: (text) => ((err += text.toString()), true), once: () => undefined },
      folder,
      createWorker: () => {
        startedWorkers.count++;
        return createFreshWorker();
      },
    },
    '1.2.3',
  );
  return { code, out: Buffer.concat(out), err };
}

const folders: string[] = [];
afterAll(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

/** A fresh folder with the given files, removed after the tests. */
export function folderWith(files: Readonly<Record<string, string | Uint8Array>> = {}): string {
  const folder = mkdtempSync(join(tmpdir(), 'dem-contact-cli-'));
  folders.push(folder);
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  return folder;
}

export function read(folder: string, name: string): Buffer {
  return readFileSync(join(folder, name));
}

/** A scene and its shapes as files. */
export function sceneFiles(bodies: BodySet, name = 'scene.conf', settings = ''): Record<string, string> {
  const records = bodies.shapes.map((shape, s) => shapeRecord(`Shape${s}`, shape, bodies.rounding[bodies.shapeIndex.indexOf(s)]));
  const scene = writeScene(sceneFileFromBodies(bodies, records, 'shapes.shp'));
  return { [name]: scene.replace('\n', `\n${settings}`), 'shapes.shp': writeShapes(records) };
}

/** Two cubes of side 1, the second 0.01 deep in the first. */
export function twoCubes(depth = 0.01): BodySet {
  const bodies = createBodySet();
  const shape = box(1, 1, 1);
  addBody(bodies, { shape });
  addBody(bodies, { shape, position: [0, 0, 1 - depth] });
  return bodies;
}

/** Solids, spheres, rods and plates at random places of a box, a floor and a side that are driven. */
export function heap(count: number, seed: number, length = 6): BodySet {
  const random = createRandom(seed);
  const bodies = createBodySet();
  addBody(bodies, { shape: box(2 * length, 6, 0.4), position: [length / 2, 1, -0.6], flags: BodyFlag.Kinematic });
  addBody(bodies, {
    shape: plateCore(
      [
        [-3, -3, 0],
        [3, -3, 0],
        [3, 3, 0],
        [-3, 3, 0],
      ].flat(),
    ),
    rounding: 0.1,
    position: [0.5, 1, 1],
    orientation: [0, Math.SQRT1_2, 0, Math.SQRT1_2],
    flags: BodyFlag.Kinematic,
  });
  const shapes = [
    { shape: box(0.8, 0.6, 0.5) },
    { shape: dodecahedron(0.4) },
    { shape: tetrahedron(0.5), rounding: 0.05 },
    { shape: pointCore(), rounding: 0.3 },
    { shape: segmentCore([-0.3, 0, 0, 0.3, 0, 0]), rounding: 0.2 },
  ];
  for (let b = 0; b < count; b++) {
    const q = [random() - 0.5, random() - 0.5, random() - 0.5, random() - 0.5];
    const norm = Math.sqrt(q.reduce((sum, x) => sum + x * x, 0));
    addBody(bodies, {
      ...shapes[b % shapes.length],
      position: [length * random(), 2 * random(), 2 * random()],
      orientation: q.map((x) => x / norm),
    });
  }
  return bodies;
}

/** Spheres at random places of a long box: many bodies whose contacts take little time. */
export function spheres(count: number, seed: number, length: number): BodySet {
  const random = createRandom(seed);
  const bodies = createBodySet();
  const shape = pointCore();
  for (let b = 0; b < count; b++) addBody(bodies, { shape, rounding: 0.3, position: [length * random(), 2 * random(), 2 * random()] });
  return bodies;
}
