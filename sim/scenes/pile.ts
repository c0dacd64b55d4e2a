/**
 * Piles of the shortest-link paper's particles between walls, made quickly, and the loop that moves them (Nezami et al.
 * 2006, section 5.2).
 *
 * The paper drops its particles into a box, which takes tens of thousands of its time steps. Here they start on a
 * lattice as dense as they will about lie, turned at random and deep in each other, and are pushed apart without
 * gravity and without friction; then they sink and come to rest. Both with springs SOFTER times softer and so with
 * longer time steps, and with a limit on speeds; then with the paper's springs, until what the soft ones have stored is
 * spent, and at last with friction. The number of steps does not depend on the number of particles.
 *
 * The paper's values: stiffness 130 and 102 kN/m, friction 35 degrees, time step. Ours: density 2600 kg/m3, restitution
 * 0.3, gravity 9.81 m/s2, walls that are planes with the same law. With these the loop is not stable at the paper's
 * step: small particles pressed at their corners swing too fast. So it makes two steps of half that length for each.
 * Poses are found with the tracked shortest link. Seeded; only + - * / and sqrt, so a seed gives the same pile on every
 * engine.
 */
import { addBody, createBodySet, createDetector, createRandom, planeWall, trackedShortestLinkMethod } from 'dem-contact';
import type { BodySet, ContactMethod, ConvexPolyhedron, Detector, PlaneWall, Random } from 'dem-contact';
import { createDynamics, stepDynamics, type Dynamics, type Material } from '../dynamics/dynamics';
import { mixedShapes, randomRotation } from './mixed-particles';

export interface PileOptions {
  count: number;
  /** Inner sizes of the box along x and y, m; its floor is z = 0, its centre x = y = 0. */
  width: number;
  depth: number;
  /**
   * Draws a size, m: the diameter of the sphere of equal volume; a few different ones, since each makes four shapes.
   */
  drawSize: (draw: Random) => number;
  seed: number;
  /** The paper's time step, s. */
  timeStep: number;
}

export interface Pile {
  readonly bodies: BodySet;
  /** Floor, then the walls at -x, +x, -y, +y. */
  readonly walls: readonly PlaneWall[];
  readonly timeStep: number;
}

/** What {@link relax} does to the bodies. */
interface Stage {
  steps: number;
  /** m/s2, along -z. */
  gravity: number;
  friction: number;
  /** How many times softer than the paper's springs. */
  softer: number;
  /** Part of the velocities that a step leaves. */
  keep: number;
}

/** 35 degrees. */
const FRICTION = 0.7002;
const GRAVITY = 9.81;
const SOFTER = 16;

/** Steps of the loop in one of the paper's. */
export const SUBSTEPS = 2;

/** No particle moves, and no corner turns, by more than this part of the mean spacing in a step of {@link relax}. */
const MOST_MOTION = 0.03;

/**
 * Part of the space that the particles fill on the lattice: about that of the pile at rest, so that they have not far
 * to sink.
 */
const FILLED = 0.58;

const material = (friction: number, softer: number): Material => ({
  density: 2600,
  normalStiffness: 130e3 / softer,
  shearStiffness: 102e3 / softer,
  friction,
  restitution: 0.3,
});

/** A pile at rest, or nearly so. */
export function makePile(options: PileOptions): Pile {
  const bodies = createBodySet();
  const spacing = layOut(bodies, options);
  const { width, depth, timeStep } = options;
  const walls = [
    planeWall([0, 0, 1], 0),
    planeWall([1, 0, 0], -width / 2),
    planeWall([-1, 0, 0], -width / 2),
    planeWall([0, 1, 0], -depth / 2),
    planeWall([0, -1, 0], -depth / 2),
  ];
  const pile = { bodies, walls, timeStep };
  const stage = (next: Stage) => {
    relax(pile, next, MOST_MOTION * spacing);
  };
  stage({ steps: 150, gravity: 0, friction: 0, softer: SOFTER, keep: 0.7 });
  stage({ steps: 300, gravity: GRAVITY, friction: 0, softer: SOFTER, keep: 0.98 });
  stage({ steps: 400, gravity: GRAVITY, friction: 0, softer: 1, keep: 0.99 });
  stage({ steps: 150, gravity: GRAVITY, friction: FRICTION, softer: 1, keep: 0.95 });
  return pile;
}

/**
 * Lets a pile move for a time by longer steps, with softer springs and without damping beyond the contacts: what is to
 * be over before a recording begins.
 */
export function runSoftly(pile: Pile, seconds: number): void {
  const steps = Math.ceil((SUBSTEPS * seconds) / (pile.timeStep * Math.sqrt(SOFTER)));
  relax(pile, { steps, gravity: GRAVITY, friction: FRICTION, softer: SOFTER, keep: 1 }, Infinity);
}

/**
 * The loop with the paper's material; one call of `step` is one of the paper's time steps. `before` is called before
 * each step of the loop with its length, to set the velocities of kinematic bodies. Friction begins anew.
 */
export function pileLoop(
  { bodies, walls, timeStep }: Pile,
  before: (dynamics: Dynamics, dt: number) => void = () => undefined,
): () => void {
  const dt = timeStep / SUBSTEPS;
  const { dynamics, detector } = pileDynamics({ bodies, walls });
  return () => {
    for (let k = 0; k < SUBSTEPS; k++) {
      before(dynamics, dt);
      stepDynamics(dynamics, dt, () => detector.update());
    }
  };
}

/** What moves the bodies of a pile, all at rest at the start, and what finds their contacts. */
export function pileDynamics(
  { bodies, walls }: Pick<Pile, 'bodies' | 'walls'>,
  method: ContactMethod = trackedShortestLinkMethod,
  law: Material = material(FRICTION, 1),
  gravity: number = GRAVITY,
): { dynamics: Dynamics; detector: Detector } {
  return {
    detector: createDetector({ bodies, method, walls }),
    dynamics: createDynamics(bodies, law, { gravity: [0, 0, -gravity], walls: walls.length }),
  };
}

/**
 * Particles in random order on a lattice that fills the box from the floor up, each turned at random; returns the
 * spacing.
 */
function layOut(bodies: BodySet, { count, width, depth, drawSize, seed }: PileOptions): number {
  const random = createRandom(seed);
  const kinds = new Map<string, ConvexPolyhedron>();
  const shapes: ConvexPolyhedron[] = [];
  let volume = 0;
  for (let i = 0; i < count; i++) {
    const size = drawSize(random);
    const key = `${i % 4} ${size}`;
    let shape = kinds.get(key);
    if (shape === undefined) kinds.set(key, (shape = mixedShapes(size)[i % 4][1]));
    shapes.push(shape);
    volume += shape.volume;
  }
  for (let i = count - 1; i > 0; i--) {
    const j = Math.floor(random() * (i + 1));
    [shapes[i], shapes[j]] = [shapes[j], shapes[i]];
  }
  const spacing = Math.cbrt(volume / (FILLED * count));
  const [nx, ny] = [width, depth].map((length) => Math.max(1, Math.round(length / spacing)));
  const height = volume / (FILLED * width * depth);
  const layers = Math.ceil(count / (nx * ny));
  shapes.forEach((shape, i) => {
    const at = [i % nx, Math.floor(i / nx) % ny, Math.floor(i / (nx * ny))];
    const x = ((at[0] + 0.5) / nx - 0.5) * width;
    const y = ((at[1] + 0.5) / ny - 0.5) * depth;
    const z = ((at[2] + 0.5) / layers) * height;
    addBody(bodies, { shape, position: [x, y, z], orientation: randomRotation(random) });
  });
  return spacing;
}

/** Moves the bodies by damped steps that go no farther than `most`, all at rest at the start. */
function relax({ bodies, walls, timeStep }: Pile, { steps, gravity, friction, softer, keep }: Stage, most: number): void {
  const dt = (timeStep / SUBSTEPS) * Math.sqrt(softer);
  const { dynamics, detector } = pileDynamics({ bodies, walls }, trackedShortestLinkMethod, material(friction, softer), gravity);
  const { velocities, angularVelocities, angularMomenta } = dynamics;
  for (let s = 0; s < steps; s++) {
    stepDynamics(dynamics, dt, () => detector.update());
    for (let i = 0; i < bodies.count; i++) {
      const radius = bodies.shapes[bodies.shapeIndex[i]].radius;
      slow(velocities, i, keep, most / dt);
      const kept = slow(angularVelocities, i, keep, most / (dt * radius));
      for (let k = 3 * i; k < 3 * i + 3; k++) angularMomenta[k] *= kept;
    }
  }
}

/** Scales the vector of row i by `keep`, or to the length `most` if it is longer; returns the scale. */
function slow(vectors: Float64Array, i: number, keep: number, most: number): number {
  const x = vectors[3 * i];
  const y = vectors[3 * i + 1];
  const z = vectors[3 * i + 2];
  const length = Math.sqrt(x * x + y * y + z * z);
  const scale = length * keep > most ? most / length : keep;
  for (let k = 3 * i; k < 3 * i + 3; k++) vectors[k] *= scale;
  return scale;
}
