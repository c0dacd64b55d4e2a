/**
 * Particles poured into a box: the bodies, walls, detector and rigid-body loop of the main job, and what a step of it
 * costs.
 *
 * Particles: mixed-particles.ts, 2600 kg / m^3. The law is the pressure law with dashpots and Coulomb friction
 * (docs/laws.md). It is the only law of that page that conserves energy and lets sharp bodies come to rest in every
 * contact.
 *
 * The paper that the particles are from (Nezami et al. 2006, section 5.2.1) has springs of 130 kN / m, 35 degrees of
 * friction, steps of 1.3e-4 s, and calls the stiffness small on purpose, for long steps. Ours is 1e9 N / m^3: 400 kN /
 * m for a face of 2 cm, far less for edges and corners, which sink in by a millimetre or so at rest and by several in
 * impacts. Twice that stiffness begins to gain energy at this step. The ratio of shear to normal stiffness is the
 * paper's. Damping, of which it says nothing, is a restitution of 0.2.
 *
 * The particles start apart from each other at random places above the floor, with FALL m / s downwards; the box is as
 * wide for its number of particles as 0.8 m are for 2,000, so that any number of them fills it to the same height.
 * Walls are planes.
 */
import {
  addBody,
  createBodySet,
  createContactFor,
  createPressureLaw,
  createRandom,
  detect,
  planeWall,
  shortestLinkMethod,
  Status,
  type BodySet,
  type ContactMethod,
  type ConvexPolyhedron,
  type Detector,
} from 'dem-contact';
import { createDynamics, stepDynamics, type Dynamics } from '../sim/dynamics/dynamics';
import { createLawForces, createSharedLawForces, type LawForces } from '../sim/dynamics/law-forces';
import { drawSize, mixedShapes, randomRotation } from '../sim/scenes/mixed-particles';
import { sharedBodyArrays, type ParallelDetector } from 'dem-contact/parallel';
import { createJobDetector } from './job-threads';
import { TIME_STEP } from './time-step';
import { createCounter, timedStep, type Counters, type StepTimes } from './step-times';

const MATERIAL = {
  density: 2600,
  // N / m^3
  normalStiffness: 1e9,
  shearStiffness: 0.78e9,
  // tan 35 degrees
  friction: 0.7002,
  restitution: 0.2,
};
/** The law in words. */
export const LAW = `Pressure law, ${MATERIAL.normalStiffness / 1e9} GN / m³, friction 35 degrees, restitution ${MATERIAL.restitution}, ${MATERIAL.density} kg / m³`;
const GRAVITY = 9.81;
/** Speed at the start, m / s. */
const FALL = 2.5;
/** Solid share of the space in which the particles start. */
const START_SHARE = 0.13;
/** Margin over the mean bounding radius: potential contacts keep the memory of pairs that are about to touch. */
const MARGIN = 0.01;
/** Side of the box for this many particles, m. */
const REFERENCE = { side: 0.8, particles: 2000 };
/** Tries to find a place for one particle: far more than START_SHARE asks for. */
const MOST_TRIES = 10_000;

export interface Pouring {
  bodies: BodySet;
  /** Shape of each body by name. */
  names: string[];
  /** Edge of the square floor and height up to which particles start, m. */
  side: number;
  height: number;
  margin: number;
  detector: Detector;
  dynamics: Dynamics;
  forces: LawForces;
  counter: Counters;
  /** Ends the threads. */
  close: () => void;
}

/** With several threads the step is shared by them; the result is the same. */
export function createPouring(particles: number, seed: number, method: ContactMethod, threads = 1): Pouring {
  const scale = Math.cbrt(particles / REFERENCE.particles);
  // Room for the largest particle in any case; whole millimetres, because Math.cbrt differs between engines in the last
  // bit.
  const side = Math.max(0.15, Math.round(1000 * REFERENCE.side * scale) / 1000);
  const random = createRandom(seed);
  const bodies = createBodySet(threads === 1 ? undefined : sharedBodyArrays(particles));
  const names: string[] = [];
  const { height, margin } = placeParticles(bodies, names, particles, side, random);
  const half = side / 2;
  const walls = [
    planeWall([0, 0, 1], 0),
    planeWall([1, 0, 0], -half),
    planeWall([-1, 0, 0], -half),
    planeWall([0, 1, 0], -half),
    planeWall([0, -1, 0], -half),
  ];
  const counter = createCounter(threads);
  const { detector, close } = createJobDetector({ bodies, method, margin, walls }, counter, threads);
  const dynamics = createDynamics(bodies, MATERIAL, { gravity: [0, 0, -GRAVITY], walls: walls.length, shared: threads > 1 });
  for (let b = 0; b < particles; b++) dynamics.velocities[3 * b + 2] = -FALL;
  const law = createPressureLaw(MATERIAL.normalStiffness, MATERIAL.shearStiffness, MATERIAL.friction);
  const forces =
    threads > 1
      ? createSharedLawForces(detector as ParallelDetector, law, MATERIAL.restitution)
      : createLawForces(law, MATERIAL.restitution);
  return { bodies, names, side, height, margin, detector, dynamics, forces, counter, close };
}

/** One time step; the times of its parts into `times`. */
export function stepPouring({ detector, dynamics, forces, counter }: Pouring, times: StepTimes): void {
  timedStep(detector, counter, times, (findContacts) => {
    stepDynamics(dynamics, TIME_STEP, findContacts, forces.apply);
  });
}

/**
 * Random places, one particle after the other (random sequential addition): one that would overlap an earlier particle
 * is tried elsewhere. Shapes of one size are shared.
 */
function placeParticles(
  bodies: BodySet,
  names: string[],
  particles: number,
  side: number,
  random: () => number,
): { height: number; margin: number } {
  const bySize = new Map<number, [string, ConvexPolyhedron][]>();
  const chosen: [string, ConvexPolyhedron][] = [];
  for (let p = 0; p < particles; p++) {
    const size = drawSize(random);
    const shapes = bySize.get(size) ?? mixedShapes(size);
    bySize.set(size, shapes);
    // Equal shares; places are random, so the order of shapes does not matter.
    chosen.push(shapes[p % shapes.length]);
  }
  let volume = 0;
  let radius = 0;
  let largest = 0;
  for (const [, shape] of chosen) {
    volume += shape.volume;
    radius += shape.radius / particles;
    largest = Math.max(largest, shape.radius);
  }
  const height = volume / (START_SHARE * side * side) + 2 * largest;
  // Cells as wide as two of the largest particles: only neighbouring cells hold what may be met.
  const width = 2 * largest;
  const across = Math.ceil(side / width);
  const cells = new Map<number, number[]>();
  const cellOf = (x: number, y: number, z: number): number =>
    Math.floor((x + side / 2) / width) + (across + 2) * (Math.floor((y + side / 2) / width) + (across + 2) * Math.floor(z / width));
  const largestFaces = [...bySize.values()].flat().map(([, shape]) => createContactFor(shape, shape));
  const contact = largestFaces.reduce((most, one) => (one.gaps.length > most.gaps.length ? one : most));
  const overlaps = (b: number, other: number, x: number, y: number, z: number): boolean => {
    const dx = bodies.positions[3 * other] - x;
    const dy = bodies.positions[3 * other + 1] - y;
    const dz = bodies.positions[3 * other + 2] - z;
    const distance = Math.sqrt(dx * dx + dy * dy + dz * dz);
    if (distance > chosen[b][1].radius + chosen[other][1].radius) return false;
    return detect(contact, shortestLinkMethod, bodies, b, other) !== Status.Separated;
  };
  const isFree = (b: number, x: number, y: number, z: number): boolean => {
    for (let k = 0; k < 27; k++) {
      const cell = cellOf(x + width * ((k % 3) - 1), y + width * ((Math.floor(k / 3) % 3) - 1), z + width * (Math.floor(k / 9) - 1));
      for (const other of cells.get(cell) ?? []) if (overlaps(b, other, x, y, z)) return false;
    }
    return true;
  };
  for (const [name, shape] of chosen) {
    names.push(name);
    const r = shape.radius;
    const b = addBody(bodies, { shape, position: [0, 0, 0], orientation: randomRotation(random) });
    for (let tries = 0; ; tries++) {
      if (tries === MOST_TRIES) throw new Error(`no place for particle ${b} in ${MOST_TRIES} tries`);
      const x = (random() - 0.5) * (side - 2 * r);
      const y = (random() - 0.5) * (side - 2 * r);
      const z = r + random() * (height - 2 * r);
      bodies.positions.set([x, y, z], 3 * b);
      if (!isFree(b, x, y, z)) continue;
      const cell = cellOf(x, y, z);
      cells.set(cell, [...(cells.get(cell) ?? []), b]);
      break;
    }
  }
  return { height, margin: Number((MARGIN * radius).toPrecision(2)) };
}
