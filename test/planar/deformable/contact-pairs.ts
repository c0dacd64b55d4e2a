/** Pairs of blocks in the plane for tests of contacts: placed, moved, and their contact energy. */
import { createElasticMaterial, createRandom, createSpringLaw, StepStatus, type Random } from '../../../src/index';
import {
  createDeformableContacts2d,
  createDeformables2d,
  meshPolygon,
  rectangle,
  regularPolygon,
  stepDeformables2d,
  type ConvexPolygon,
  type DeformableContacts2d,
  type DeformableSet2d,
} from '../../../src/planar';

/** Hardly any stiffness: all forces are those of contacts. */
const weak = createElasticMaterial(1, 0, 1e3);
export const STIFFNESS = 1e6;

export interface Pair2d {
  set: DeformableSet2d;
  contacts: DeformableContacts2d;
}

/** Two blocks whose nodes do not move by themselves, without friction. */
export function heldPair(shapes: ConvexPolygon[], refinements: number[]): Pair2d {
  const set = createDeformables2d(shapes.map((shape, b) => ({ mesh: meshPolygon(shape, refinements[b]), material: weak })));
  set.held.fill(1);
  return { set, contacts: createDeformableContacts2d(set, createSpringLaw(STIFFNESS, 0, 0)) };
}

/** Turns and moves block b from its start. */
export function place(set: DeformableSet2d, b: number, angle: number, x: number, y: number): void {
  const [c, s] = [Math.cos(angle), Math.sin(angle)];
  for (let n = set.nodeStart[b]; n < set.nodeStart[b + 1]; n++) {
    const [p, q] = set.startPositions.subarray(2 * n, 2 * n + 2);
    set.positions[2 * n] = c * p - s * q + x;
    set.positions[2 * n + 1] = s * p + c * q + y;
  }
}

/** Energy of the contacts at the present places; the forces are then in `set.forces`. */
export function energyOf({ set, contacts }: Pair2d): number {
  const status = stepDeformables2d(set, 1e-12, contacts);
  if (status !== StepStatus.Done && status !== StepStatus.TooDeep) throw new Error(`status ${status}`);
  return contacts.springEnergy[0];
}

/** Largest error of the work of the contact forces along a way, over K times the square of a step; steps in contact. */
export function workError(pair: Pair2d, steps: number, move: (step: number) => void): { worst: number; touched: number; jump: number } {
  const { set, contacts } = pair;
  const lastForces = new Float64Array(set.forces.length);
  const lastPlaces = new Float64Array(set.forces.length);
  let last = Number.NaN;
  let worst = 0;
  let jump = 0;
  let touched = 0;
  for (let k = 0; k < steps; k++) {
    move(k);
    const energy = energyOf(pair);
    if (contacts.deepest[0] > 0.5 * contacts.reach) break;
    if (energy > 0) touched++;
    let work = 0;
    let square = 0;
    for (let i = 0; i < lastPlaces.length; i++) {
      const way = set.positions[i] - lastPlaces[i];
      work -= 0.5 * (set.forces[i] + lastForces[i]) * way;
      square += way * way;
    }
    const error = Math.abs(energy - last - work);
    if (k > 0) worst = Math.max(worst, error / (STIFFNESS * square));
    if (k > 0 && energy > 0) jump = Math.max(jump, error / energy);
    last = energy;
    lastForces.set(set.forces);
    lastPlaces.set(set.positions);
  }
  return { worst, touched, jump };
}

export type Family2d = 'free' | 'flush';

export interface Approach {
  pair: Pair2d;
  /** Turn of the second block, direction of its way in. */
  angle: number;
  direction: number[];
  /** Distance along it at the first touch. */
  first: number;
}

/** Two blocks of any kind and the place of their first touch along a random direction; null if they do not meet. */
export function approach(random: Random, family: Family2d): Approach | null {
  const anyShape = () => (random() < 0.5 ? rectangle(0.5 + random(), 0.5 + random()) : regularPolygon(3 + Math.floor(8 * random()), 0.7));
  const shapes = [0, 1].map(() => (family === 'flush' ? rectangle(1, 0.5 + 0.5 * random()) : anyShape()));
  const pair = heldPair(
    shapes,
    [0, 1].map(() => Math.floor(2 * random())),
  );
  const { set, contacts } = pair;
  for (let i = 0; i < set.startPositions.length; i++) set.startPositions[i] += 1e-4 * (random() - 0.5);
  const angle = family === 'flush' ? (Math.floor(4 * random()) * Math.PI) / 2 + 0.3 * (random() - 0.5) * random() ** 2 : 7 * random();
  const heading = 7 * random();
  const direction = [Math.cos(heading), Math.sin(heading)];
  place(set, 0, 0, 0, 0);
  const touches = (d: number) => {
    place(set, 1, angle, d * direction[0], d * direction[1]);
    return energyOf(pair) > 0;
  };
  let low = 3;
  while (low > 0 && !touches(low)) low -= 0.4 * contacts.reach;
  if (low <= 0) return null;
  let high = low + 0.4 * contacts.reach;
  for (let k = 0; k < 50; k++) {
    const middle = 0.5 * (low + high);
    if (touches(middle)) low = middle;
    else high = middle;
  }
  return { pair, angle, direction, first: low };
}

export const seeded = (seed: number): Random => createRandom(seed);
