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
import type { BodyMotion, BodySet, ContactList, PairForce, VolumeLaw } from 'dem-contact';
import type { ParallelDetector } from 'dem-contact/parallel';
import { createDynamics, stepDynamics, type ApplyForces, type Dynamics, type FindContacts, type Material } from './dynamics';
import { loadsFor, sizeAt, takeSums } from './law-forces';
import { DEEPEST_EXTENT, DEEPEST_VOLUME, forceOfVolume, VOLUME_WIDTH, volumeModel, volumePair } from './volume-model';

export interface VolumeDynamics {
  readonly dynamics: Dynamics;
  readonly law: VolumeLaw;
  /** Sums the forces: in one thread, or see {@link shareVolumeForces}. */
  apply: ApplyForces;
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

/** A loop for the bodies of a set, all at rest and apart. `shared`: its arrays lie on shared memory, for threads. */
export function createVolumeDynamics(
  bodies: BodySet,
  density: number,
  law: VolumeLaw,
  gravity: readonly [number, number, number],
  shared = false,
): VolumeDynamics {
  // The springs of contact-forces.ts are not used.
  const material: Material = { density, normalStiffness: 0, shearStiffness: 0, friction: 0, restitution: 1 };
  const volume: VolumeDynamics = {
    dynamics: createDynamics(bodies, material, { gravity, shared }),
    law,
    apply: (_, list) => {
      applyVolumeForces(volume, list);
    },
    elasticForces: new Float64Array(3 * bodies.count),
    elasticTorques: new Float64Array(3 * bodies.count),
    loads: new Float64Array(0),
    stored: 0,
    deepestVolume: 0,
    deepestExtent: 0,
  };
  return volume;
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
  stepDynamics(dynamics, dt, findContacts, volume.apply);
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
function applyVolumeForces(volume: VolumeDynamics, list: ContactList): void {
  const { dynamics, law, elasticForces, elasticTorques } = volume;
  const { bodies, forces, torques } = dynamics;
  motion.positions = bodies.positions;
  motion.velocities = dynamics.velocities;
  motion.spins = dynamics.angularVelocities;
  forces.fill(0);
  torques.fill(0);
  elasticForces.fill(0);
  elasticTorques.fill(0);
  volume.loads = loadsFor(volume.loads, list.count);
  for (let c = 0; c < list.count; c++) {
    const i = list.bodyA[c];
    const j = list.bodyB[c];
    forceOfVolume(law, motion, bodies, list, c);
    volume.loads[c] = sizeAt(volumePair.whole.force, 0);
    addPair(forces, torques, volumePair.whole, i, j);
    addPair(elasticForces, elasticTorques, volumePair.elastic, i, j);
    volume.deepestVolume = Math.max(volume.deepestVolume, volumePair.volume);
    volume.deepestExtent = Math.max(volume.deepestExtent, volumePair.extent);
  }
}

/** Forces of a loop by the threads of a detector, the same to the bit; the loop must be made with `shared`. */
export function shareVolumeForces(volume: VolumeDynamics, detector: ParallelDetector): void {
  const { dynamics, law, elasticForces, elasticTorques } = volume;
  const work = detector.createForces(volumeModel);
  const data = { law, velocities: dynamics.velocities, spins: dynamics.angularVelocities };
  volume.apply = (_, list) => {
    work.update(data);
    const { sums, rows, stride } = work;
    takeSums(dynamics, sums, VOLUME_WIDTH);
    for (let b = 0; b < dynamics.bodies.count; b++) {
      for (let k = 0; k < 3; k++) {
        elasticForces[3 * b + k] = sums[VOLUME_WIDTH * b + 6 + k];
        elasticTorques[3 * b + k] = sums[VOLUME_WIDTH * b + 9 + k];
      }
    }
    volume.loads = loadsFor(volume.loads, list.count);
    for (let c = 0; c < list.count; c++) {
      volume.loads[c] = sizeAt(rows, stride * c + VOLUME_WIDTH);
      volume.deepestVolume = Math.max(volume.deepestVolume, rows[stride * c + DEEPEST_VOLUME]);
      volume.deepestExtent = Math.max(volume.deepestExtent, rows[stride * c + DEEPEST_EXTENT]);
    }
  };
}

const motion: BodyMotion = { positions: new Float64Array(0), velocities: new Float64Array(0), spins: new Float64Array(0) };

function addPair(forces: Float64Array, torques: Float64Array, pair: PairForce, i: number, j: number): void {
  for (let k = 0; k < 3; k++) {
    forces[3 * i + k] -= pair.force[k];
    forces[3 * j + k] += pair.force[k];
    torques[3 * i + k] += pair.torqueA[k];
    torques[3 * j + k] += pair.torqueB[k];
  }
}
