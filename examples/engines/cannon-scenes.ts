/**
 * Stacks for cannon-es: columns, a wall, a jenga tower and a pyramid of boxes, each perturbed a little by a seed.
 * `fallsAsleep` runs one with the engine's own narrow phase or with dem-contact and tells whether all boxes come to
 * rest where they were built.
 */
import { Body, Box, Vec3, World } from 'cannon-es';
import { useDemContact, type EngineOptions } from './cannon-contacts';

export const cannonScenes = ['column', 'wall', 'jenga', 'pyramid'] as const;
export type CannonScene = (typeof cannonScenes)[number];

/** Numbers from 0 to 1, the same for each seed. */
function randomNumbers(seed: number): () => number {
  let state = (seed * 2654435761) >>> 0;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 4294967296;
  };
}

function build(scene: CannonScene, seed: number): World {
  const world = new World({ gravity: new Vec3(0, 0, -9.82) });
  world.allowSleep = true;
  const solver = world.solver as unknown as { iterations: number };
  solver.iterations = 20;
  world.defaultContactMaterial.friction = 0.5;
  world.defaultContactMaterial.restitution = 0;
  world.addBody(new Body({ mass: 0, shape: new Box(new Vec3(20, 20, 1)), position: new Vec3(0, 0, -1) }));
  const random = randomNumbers(seed + 1);
  const shake = (): number => 0.01 * (random() - 0.5);
  const add = (half: Vec3, x: number, y: number, z: number): void => {
    const body = new Body({ mass: 8 * half.x * half.y * half.z, shape: new Box(half), position: new Vec3(x + shake(), y + shake(), z) });
    body.quaternion.setFromAxisAngle(new Vec3(0, 0, 1), shake());
    body.allowSleep = true;
    body.sleepSpeedLimit = 0.1;
    body.sleepTimeLimit = 0.5;
    world.addBody(body);
  };
  const cube = new Vec3(0.5, 0.5, 0.5);
  if (scene === 'column') for (let k = 0; k < 8; k++) add(cube, 0, 0, 0.5 + 1.001 * k);
  if (scene === 'wall') for (let row = 0; row < 4; row++) for (let k = 0; k < 4; k++) add(cube, 1.02 * k, 0, 0.5 + 1.001 * row);
  if (scene === 'jenga')
    for (let row = 0; row < 8; row++)
      for (let k = -1; k <= 1; k++)
        if (row % 2 === 0) add(new Vec3(1.5, 0.48, 0.3), 0, k, 0.3 + 0.601 * row);
        else add(new Vec3(0.48, 1.5, 0.3), k, 0, 0.3 + 0.601 * row);
  if (scene === 'pyramid')
    for (let row = 0; row < 6; row++) for (let k = 0; k < 6 - row; k++) add(cube, 1.05 * (k + 0.5 * row), 0, 0.5 + 1.001 * row);
  return world;
}

export interface StackResult {
  readonly asleep: boolean;
  readonly steps: number;
  /** Processor time of all steps. */
  readonly milliseconds: number;
}

/** Runs a scene for up to `seconds`; `options` of dem-contact, or none for the engine's own narrow phase. */
export function fallsAsleep(scene: CannonScene, seed: number, seconds: number, options?: EngineOptions): StackResult {
  const world = build(scene, seed);
  if (options !== undefined) useDemContact(world, options);
  const boxes = world.bodies.filter((body) => body.mass > 0);
  const built = boxes.map((body) => body.position.clone());
  const start = process.cpuUsage();
  let steps = 0;
  let asleep = false;
  while (steps < 60 * seconds && !asleep) {
    world.step(1 / 60);
    steps++;
    asleep = boxes.every((body) => body.sleepState === Body.SLEEPING);
  }
  const milliseconds = process.cpuUsage(start).user / 1000;
  const stands = boxes.every((body, k) => body.position.distanceTo(built[k]) < 0.25);
  return { asleep: asleep && stands, steps, milliseconds };
}
