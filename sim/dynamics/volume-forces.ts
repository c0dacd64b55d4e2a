/**
 * Contact forces by the volume law (Nassauer, Liedke and Kuna 2012, eqs 42-46; src/force/volume-law.ts) for the
 * rigid-body loop, and the balance of their energy.
 *
 * The contact list says which pairs overlap. The law needs the region itself, with its centroid and normal, so the
 * region of each of these pairs is found a second time. Most pairs are apart and are asked about only once.
 *
 * Energy: the elastic part of the law, stiffness times volume along the normal, has no potential. What can be counted
 * is its work. `stored` is the work done against it so far: kinetic + potential + stored then changes by damping and
 * friction alone, which only take (both oppose the relative velocity at the point where they act), and by errors of the
 * time step. Kinetic + potential by itself also rises when pressed bodies push each other off. A body's elastic force
 * does the work F v dt in the two half kicks of a step, v being the velocity between them, to rounding for
 * translations. Bodies must not overlap at the start: nothing is stored then.
 *
 * Time step: with a flat contact of area A a body is held by a spring of the stiffness k A. Pressed on its whole
 * surface S it has k S / 3 along each axis in the mean, and twice that in the highest mode of a row of such bodies, in
 * which neighbours move against each other. Corners far off the centre add turning of about the same frequency. So no
 * frequency is much above w = sqrt(k S / m); the step is STEP / w of the body for which that is least, a 20th of its
 * period.
 */
import {
  createOverlap,
  createPairForce,
  createPose,
  overlap,
  overlapToWorld,
  relativePose,
  Status,
  volumeForce,
  type BodyMotion,
  type BodySet,
  type VolumeLaw,
} from 'dem-contact';
import { createDynamics, stepDynamics, type ApplyForces, type Dynamics, type FindContacts, type Material } from './dynamics';

export interface VolumeDynamics {
  readonly dynamics: Dynamics;
  readonly law: VolumeLaw;
  /** Of the elastic parts alone, 3 a body. */
  readonly elasticForces: Float64Array;
  readonly elasticTorques: Float64Array;
  /** Size of the force of each contact of the last list. */
  loads: Float64Array;
  /** Work done against the elastic forces since the start; also in dynamics.elasticEnergy. */
  stored: number;
  /**
   * Largest volume that two bodies have shared, as a part of the smaller one's, and largest extent along the normal
   * over the bounding radius of the smaller one.
   */
  deepestVolume: number;
  deepestExtent: number;
}

const STEP = 0.3;

/** A loop for the bodies of a set, all at rest and apart. */
export function createVolumeDynamics(
  bodies: BodySet,
  density: number,
  law: VolumeLaw,
  gravity: readonly [number, number, number],
): VolumeDynamics {
  // The springs of contact-forces.ts are not used.
  const material: Material = { density, normalStiffness: 0, shearStiffness: 0, friction: 0, restitution: 1 };
  return {
    dynamics: createDynamics(bodies, material, { gravity }),
    law,
    elasticForces: new Float64Array(3 * bodies.count),
    elasticTorques: new Float64Array(3 * bodies.count),
    loads: new Float64Array(0),
    stored: 0,
    deepestVolume: 0,
    deepestExtent: 0,
  };
}

/** The length of the time step that the header derives. */
export function volumeTimeStep({ dynamics, law }: VolumeDynamics): number {
  const { bodies, inverseMasses } = dynamics;
  let most = 0;
  for (let i = 0; i < bodies.count; i++) {
    if (inverseMasses[i] > 0) most = Math.max(most, law.stiffness * bodies.shapes[bodies.shapeIndex[i]].area * inverseMasses[i]);
  }
  return STEP / Math.sqrt(most);
}

/** One time step. */
export function stepVolumeDynamics(volume: VolumeDynamics, dt: number, findContacts: FindContacts): void {
  const { dynamics, elasticForces, elasticTorques } = volume;
  const apply: ApplyForces = (_, list) => {
    applyVolumeForces(volume, list.count, list.bodyA, list.bodyB, list.gaps);
  };
  stepDynamics(dynamics, dt, findContacts, apply);
  const { velocities, angularVelocities, inverseMasses } = dynamics;
  let power = 0;
  for (let i = 0; i < inverseMasses.length; i++) {
    if (inverseMasses[i] === 0) continue;
    for (let k = 3 * i; k < 3 * i + 3; k++) power += elasticForces[k] * velocities[k] + elasticTorques[k] * angularVelocities[k];
  }
  volume.stored -= dt * power;
  dynamics.elasticEnergy = volume.stored;
}

/** Sums the forces and torques of all contacts anew. */
function applyVolumeForces(volume: VolumeDynamics, count: number, bodyA: Int32Array, bodyB: Int32Array, gaps: Float64Array): void {
  const { dynamics, law, elasticForces, elasticTorques } = volume;
  const { bodies, forces, torques } = dynamics;
  motion.positions = bodies.positions;
  motion.velocities = dynamics.velocities;
  motion.spins = dynamics.angularVelocities;
  forces.fill(0);
  torques.fill(0);
  elasticForces.fill(0);
  elasticTorques.fill(0);
  if (volume.loads.length < count) volume.loads = new Float64Array(2 * count);
  for (let c = 0; c < count; c++) {
    const i = bodyA[c];
    const j = bodyB[c];
    volume.loads[c] = 0;
    const a = bodies.shapes[bodies.shapeIndex[i]];
    const b = bodies.shapes[bodies.shapeIndex[j]];
    if (overlap(region, a, b, relativePose(pose, bodies, i, j)) !== Status.Overlapping) continue;
    overlapToWorld(region, bodies, i);
    volumeForce(pair, region, law, motion, i, j);
    volume.loads[c] = Math.sqrt(pair.force[0] ** 2 + pair.force[1] ** 2 + pair.force[2] ** 2);
    addPair(forces, torques, i, j);
    // The same without motion: the elastic part.
    volumeForce(pair, region, law, motionless(bodies), i, j);
    addPair(elasticForces, elasticTorques, i, j);
    volume.deepestVolume = Math.max(volume.deepestVolume, region.volume / Math.min(a.volume, b.volume));
    volume.deepestExtent = Math.max(volume.deepestExtent, -gaps[c] / Math.min(a.radius, b.radius));
  }
}

const region = createOverlap(0, 0, 0);
const pair = createPairForce();
const pose = createPose();
const motion: BodyMotion = { positions: new Float64Array(0), velocities: new Float64Array(0), spins: new Float64Array(0) };
const rest: BodyMotion = { positions: motion.positions, velocities: motion.velocities, spins: motion.spins };

function motionless({ positions, count }: BodySet): BodyMotion {
  if (rest.velocities.length < 3 * count) rest.velocities = rest.spins = new Float64Array(3 * count);
  rest.positions = positions;
  return rest;
}

function addPair(forces: Float64Array, torques: Float64Array, i: number, j: number): void {
  for (let k = 0; k < 3; k++) {
    forces[3 * i + k] -= pair.force[k];
    forces[3 * j + k] += pair.force[k];
    torques[3 * i + k] += pair.torqueA[k];
    torques[3 * j + k] += pair.torqueB[k];
  }
}
