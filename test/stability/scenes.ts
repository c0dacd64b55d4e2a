/**
 * Scenes of blocks on a plate, in space and in the plane, for what force laws keep and whether bodies come to rest.
 * Units: a cube has the edge 1 and the mass 1, and gravity is 1. Blocks are bare or rounded; rounded ones stand a skin
 * apart.
 */
import { addBody, BodyFlag, box, createBodySet, createRandom, planeWall, randomPolyhedron, type BodySet, type PlaneWall } from '../../src';
import { addBody2d, createBodySet2d, rectangle, type BodySet2d } from '../../src/planar';

export interface Scene {
  readonly bodies: BodySet;
  readonly walls: PlaneWall[];
}

export interface Scene2d {
  readonly bodies: BodySet2d;
}

const cube = box(1, 1, 1);
const brick = box(2, 1, 1);
/** Blocks are let go this far over their places, for each block below them. */
const CLEARANCE = 0.002;

/** A plate of this size; its top is z = 0. */
function plate(size: number, rounding: number): Scene {
  const bodies = createBodySet();
  addBody(bodies, { shape: box(size, size, 1), position: [0, 0, -0.5 - rounding], flags: BodyFlag.Static, rounding });
  return { bodies, walls: [] };
}

/** Places of a body are those of the bare shape; it is lifted by the skins below it. */
function lift(row: number, rounding: number): number {
  return row * (1 + 2 * rounding + CLEARANCE) + rounding + 0.5 + CLEARANCE;
}

/** A turn about z by an angle whose half has the tangent `t`. */
function about(t: number): [number, number, number, number] {
  const length = Math.sqrt(1 + t * t);
  return [0, 0, t / length, 1 / length];
}

/** Cubes on each other, each a little off its place and turned. */
export function column(count: number, rounding: number, seed: number): Scene {
  const scene = plate(4, rounding);
  const random = createRandom(seed);
  const shake = (): number => 0.01 * (random() - 0.5);
  for (let k = 0; k < count; k++)
    addBody(scene.bodies, { shape: cube, position: [shake(), shake(), lift(k, rounding)], orientation: about(shake()), rounding });
  return scene;
}

/** Rows of bricks, each half a brick on from the row below. */
export function wall(rows: number, columns: number, rounding: number, seed: number): Scene {
  const scene = plate(4 * columns, rounding);
  const random = createRandom(seed);
  const shake = (): number => 0.01 * (random() - 0.5);
  const pitch = 2 + 2 * rounding + 0.02;
  for (let row = 0; row < rows; row++)
    for (let k = 0; k < columns; k++) {
      const x = (k - 0.5 * columns + 0.35 + 0.3 * (row % 2)) * pitch;
      addBody(scene.bodies, {
        shape: brick,
        position: [x + shake(), shake(), lift(row, rounding)],
        orientation: about(0.1 * shake()),
        rounding,
      });
    }
  return scene;
}

/** A pyramid one cube thick: `rows` cubes below, one on top. */
export function pyramid(rows: number, rounding: number, seed: number): Scene {
  const scene = plate(3 * rows, rounding);
  const random = createRandom(seed);
  const shake = (): number => 0.01 * (random() - 0.5);
  for (let row = 0; row < rows; row++)
    for (let k = 0; k < rows - row; k++) {
      const x = (k - 0.5 * (rows - row - 1)) * (1.1 + 2 * rounding);
      addBody(scene.bodies, { shape: cube, position: [x + shake(), shake(), lift(row, rounding)], orientation: about(shake()), rounding });
    }
  return scene;
}

/** Random polyhedra poured into a box of plane walls: layers of 2 x 2 or, of more than 16, of 3 x 3. */
export function pour(count: number, rounding: number, seed: number): Scene {
  const bodies = createBodySet();
  const random = createRandom(seed);
  const across = count > 16 ? 3 : 2;
  const pitch = 1.9;
  const place = (k: number): number => (k - 0.5 * (across - 1)) * pitch + 0.1 * (random() - 0.5);
  for (let k = 0; k < count; k++) {
    const shape = randomPolyhedron(random);
    const q = [0, 0, 0, 0].map(() => 2 * random() - 1);
    const length = Math.sqrt(q.reduce((sum, x) => sum + x * x, 0));
    const layer = Math.floor(k / across ** 2);
    addBody(bodies, {
      shape,
      position: [place(k % across), place(Math.floor(k / across) % across), 1 + pitch * layer],
      orientation: q.map((x) => x / length),
      rounding,
    });
  }
  const side = 0.5 * across * pitch;
  const walls = [
    planeWall([0, 0, 1], 0),
    planeWall([1, 0, 0], -side),
    planeWall([-1, 0, 0], -side),
    planeWall([0, 1, 0], -side),
    planeWall([0, -1, 0], -side),
  ];
  return { bodies, walls };
}

function plate2d(size: number, rounding: number): Scene2d {
  const bodies = createBodySet2d();
  addBody2d(bodies, { shape: rectangle(size, 1), position: [0, -0.5 - rounding], flags: BodyFlag.Static, rounding });
  return { bodies };
}

/** {@link column} in the plane: squares are a little off their places. */
export function column2d(count: number, rounding: number, seed: number): Scene2d {
  const scene = plate2d(4, rounding);
  const random = createRandom(seed);
  for (let k = 0; k < count; k++)
    addBody2d(scene.bodies, { shape: rectangle(1, 1), position: [0.01 * (random() - 0.5), lift(k, rounding)], rounding });
  return scene;
}

/** {@link pyramid} in the plane. */
export function pyramid2d(rows: number, rounding: number, seed: number): Scene2d {
  const scene = plate2d(3 * rows, rounding);
  const random = createRandom(seed);
  for (let row = 0; row < rows; row++)
    for (let k = 0; k < rows - row; k++) {
      const x = (k - 0.5 * (rows - row - 1)) * (1.1 + 2 * rounding) + 0.01 * (random() - 0.5);
      addBody2d(scene.bodies, { shape: rectangle(1, 1), position: [x, lift(row, rounding)], rounding });
    }
  return scene;
}
