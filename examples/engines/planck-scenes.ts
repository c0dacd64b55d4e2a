/**
 * Stacks for planck: a column of 16, three of 14, a pyramid of 20 rows and a heap of 120, each perturbed by a seed,
 * with the engine's own narrow phase or dem-contact.
 */
import { Box, CollidePolygons, Contact, PolygonShape, World, type Body, type Fixture, type Manifold, type TransformValue } from 'planck';
import { forget, useDemContact } from './planck-contacts';

export const planckScenes = ['column', 'columns', 'pyramid', 'heap'] as const;
export type PlanckScene = (typeof planckScenes)[number];

/** Numbers from 0 to 1, the same for each seed. */
function randomNumbers(seed: number): () => number {
  let state = (seed * 2654435761) >>> 0;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 4294967296;
  };
}

function build(scene: PlanckScene, seed: number): { world: World; boxes: Body[] } {
  const world = new World({ gravity: { x: 0, y: -10 } });
  world.createBody().createFixture(new Box(40, 1, { x: 0, y: -1 }, 0), { friction: 0.6 });
  const random = randomNumbers(seed + 1);
  const shake = (): number => 0.002 * (random() - 0.5);
  const boxes: Body[] = [];
  const add = (halfX: number, halfY: number, x: number, y: number, angle = 0): void => {
    const body = world.createDynamicBody({ position: { x: x + shake(), y }, angle });
    body.createFixture(new Box(halfX, halfY), { density: 1, friction: 0.6 });
    boxes.push(body);
  };
  if (scene === 'column') for (let k = 0; k < 16; k++) add(0.5, 0.5, 0, 0.5 + k);
  if (scene === 'columns') for (let c = 0; c < 3; c++) for (let k = 0; k < 14; k++) add(0.5, 0.5, 3 * c, 0.5 + k);
  if (scene === 'pyramid')
    for (let row = 0; row < 20; row++) for (let k = 0; k < 20 - row; k++) add(0.5, 0.5, 1.1 * (k + 0.5 * row), 0.5 + row);
  if (scene === 'heap')
    for (let k = 0; k < 120; k++) add(0.3 + 0.3 * random(), 0.3 + 0.3 * random(), 4 * (random() - 0.5), 1 + k, 6 * random());
  return { world, boxes };
}

/** The engine's own function for two polygons, put back. */
function useOwnContacts(): void {
  const own = (manifold: Manifold, xfA: TransformValue, a: Fixture, _i: number, xfB: TransformValue, b: Fixture): void =>
    CollidePolygons(manifold, a.getShape() as PolygonShape, xfA, b.getShape() as PolygonShape, xfB);
  (Contact as unknown as { addType(a: string, b: string, evaluate: typeof own): void }).addType(PolygonShape.TYPE, PolygonShape.TYPE, own);
}

export interface StackResult {
  readonly asleep: number;
  readonly boxes: number;
  readonly steps: number;
  /** Processor time of all steps. */
  readonly milliseconds: number;
}

/**
 * Runs a scene until all sleep, for `seconds` at most, and counts the boxes that sleep; of stacks only those that are
 * within half a box of where they were built.
 */
export function sleepers(scene: PlanckScene, seed: number, seconds: number, own: boolean): StackResult {
  if (own) useOwnContacts();
  else useDemContact();
  forget();
  const { world, boxes } = build(scene, seed);
  const built = boxes.map((body) => ({ x: body.getPosition().x, y: body.getPosition().y }));
  const start = process.cpuUsage();
  let steps = 0;
  while (steps < 60 * seconds && boxes.some((body) => body.isAwake())) {
    world.step(1 / 60);
    steps++;
  }
  const milliseconds = process.cpuUsage(start).user / 1000;
  const stands = (body: Body, k: number): boolean =>
    scene === 'heap' || Math.max(Math.abs(body.getPosition().x - built[k].x), Math.abs(body.getPosition().y - built[k].y)) < 0.5;
  return {
    asleep: boxes.filter((body, k) => !body.isAwake() && stands(body, k)).length,
    boxes: boxes.length,
    steps,
    milliseconds,
  };
}
