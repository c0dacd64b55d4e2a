/**
 * Makes the scene packing-500: 500 mixed particles that settled in a box, as a scene file with its shapes.
 *
 *     npx tsx --tsconfig tsconfig.dist.json sim/scenes/make-packing.ts [particles] [seed] [folder]
 *
 * Particles: those of mixed-particles.ts, in a box of 0.30 m x 0.30 m; walls are slabs 2 cm thick, with a lid above
 * that touches nothing. The particles start on a loose grid and settle without friction (settle.ts). The same arguments
 * and the same version of the library give the same files on every engine.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  box,
  createRandom,
  createSceneFile,
  readScene,
  readShapes,
  shapeRecord,
  writeScene,
  writeShapes,
  type ConvexPolyhedron,
  type Random,
  type SceneFile,
  type ShapeRecord,
} from 'dem-contact';
import { drawSize, mixedShapes, randomRotation } from './mixed-particles';
import { createSettling, settleStep } from './settle';

const SIDE = 0.3;
const THICKNESS = 0.02;
const WALLS = 6;
/** Shapes in the file have this size, so that a particle's homothety is its size in centimetres. */
const UNIT_SIZE = 0.01;
/**
 * Rock. Contact points are stiffer than the paper's 130 kN / m, which is small to allow long time steps: without
 * friction wedged particles carry many times their weight, and overlaps are to stay below a thousandth of a size.
 */
const MATERIAL = { density: 2600, stiffness: 1e6, gravity: 9.81 };
/** Sinking per step (m), number of steps, sweeps: fall and pile up, then come to rest. */
const STAGES: readonly [number, number, number][] = [
  [2e-3, 0, 12],
  [1e-3, 150, 16],
  [3e-4, 150, 20],
  [1e-4, 200, 30],
  [3e-5, 250, 40],
  [1e-5, 300, 50],
  [3e-6, 200, 50],
];

const particles = Number(process.argv[2] ?? 500);
const seed = Number(process.argv[3] ?? 1);
const folder = process.argv[4] ?? fileURLToPath(new URL(`packing-${particles}/`, import.meta.url));

const random = createRandom(seed);
const solids = mixedShapes(UNIT_SIZE);
const start = looseScene();
const shapes = shapeFile(start.height);
const scene = readScene(writeScene(start.file), readShapes(writeShapes(shapes)));
settle();
write();

/** Walls around a space of the given height, then the particles' shapes. */
function shapeFile(height: number): ShapeRecord[] {
  const wide = SIDE + 2 * THICKNESS;
  const walls: [string, ConvexPolyhedron][] = [
    ['Floor', box(wide, wide, THICKNESS)],
    ['SideX', box(THICKNESS, wide, height)],
    ['SideY', box(SIDE, THICKNESS, height)],
    ['Lid', box(wide, wide, THICKNESS)],
  ];
  return [...walls, ...solids].map(([name, solid]) => shapeRecord(name, solid));
}

function placeWalls(file: SceneFile, height: number): void {
  const out = (SIDE + THICKNESS) / 2;
  const places: [string, number, number, number][] = [
    ['Floor', 0, 0, -THICKNESS / 2],
    ['SideX', -out, 0, height / 2],
    ['SideX', out, 0, height / 2],
    ['SideY', 0, -out, height / 2],
    ['SideY', 0, out, height / 2],
    ['Lid', 0, 0, height + THICKNESS / 2],
  ];
  places.forEach(([name, ...position], i) => {
    file.names[i] = name;
    file.groups[i] = 1;
    file.positions.set(position, 3 * i);
  });
  file.driven = WALLS;
}

/** Particles in random order on a jittered grid, high enough above each other to be apart, each turned at random. */
function looseScene(): { file: SceneFile; height: number } {
  const file = createSceneFile(WALLS + particles);
  file.shapeFile = 'shapes.shp';
  const perRow = 4;
  const spacing = SIDE / perRow;
  for (let p = 0; p < particles; p++) {
    const i = WALLS + p;
    file.names[i] = solids[p % solids.length][0];
    file.homotheties[i] = Math.round(1000 * drawSize(random)) / 10;
  }
  shuffle(file, random);
  for (let p = 0; p < particles; p++) {
    const i = WALLS + p;
    const place = [p % perRow, Math.floor(p / perRow) % perRow];
    for (let k = 0; k < 2; k++) file.positions[3 * i + k] = (place[k] + 0.5) * spacing - SIDE / 2 + 0.008 * (random() - 0.5);
    file.positions[3 * i + 2] = (Math.floor(p / perRow ** 2) + 0.5) * spacing;
    file.orientations.set(randomRotation(random), 4 * i);
  }
  const height = (Math.ceil(particles / perRow ** 2) + 1) * spacing;
  placeWalls(file, height);
  return { file, height };
}

/** Fisher and Yates, on names and homotheties together. */
function shuffle(file: SceneFile, draw: Random): void {
  for (let i = WALLS + particles - 1; i > WALLS; i--) {
    const j = WALLS + Math.floor(draw() * (i - WALLS + 1));
    [file.names[i], file.names[j]] = [file.names[j], file.names[i]];
    [file.homotheties[i], file.homotheties[j]] = [file.homotheties[j], file.homotheties[i]];
  }
}

function settle(): void {
  const settling = createSettling(scene.bodies, WALLS, MATERIAL);
  const begin = performance.now();
  STAGES.forEach(([sink, fixed, sweeps], stage) => {
    // The first stage lasts until the highest particle has fallen all the way.
    const steps = fixed || Math.ceil(start.height / sink);
    for (let step = 0; step < steps; step++) {
      const moved = settleStep(settling, sink, sweeps);
      if (step % 50 > 0 && step < steps - 1) continue;
      const seconds = ((performance.now() - begin) / 1000).toFixed(0);
      console.log(
        `stage ${stage + 1} of ${STAGES.length}, step ${step + 1} of ${steps}, largest move ${moved.toExponential(1)} m, ${seconds} s`,
      );
    }
  });
}

/** The settled particles between walls cut to a little more than their height. */
function write(): void {
  const { bodies, file } = scene;
  let top = 0;
  for (let i = WALLS; i < bodies.count; i++) top = Math.max(top, bodies.positions[3 * i + 2] + bodies.shapes[bodies.shapeIndex[i]].radius);
  const height = Math.ceil(100 * top) / 100;
  const settled = createSceneFile(bodies.count);
  Object.assign(settled, { shapeFile: file.shapeFile, names: [...file.names] });
  settled.homotheties.set(file.homotheties);
  settled.positions.set(bodies.positions.subarray(0, 3 * bodies.count));
  settled.orientations.set(bodies.orientations.subarray(0, 4 * bodies.count));
  placeWalls(settled, height);
  settled.settings.push(
    { keyword: 'density', values: ['0', String(MATERIAL.density)] },
    { keyword: 'density', values: ['1', String(MATERIAL.density)] },
    { keyword: 'gravity', values: ['0', '0', String(-MATERIAL.gravity)] },
  );
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'shapes.shp'), writeShapes(shapeFile(height)));
  writeFileSync(join(folder, 'scene.conf'), writeScene(settled));
  console.log(`wrote ${folder}`);
}
