/**
 * Contact forces by a law of the library (contactForce, src/force) for the rigid-body loop.
 *
 * Damping is that of the law, or, with a restitution, made anew for each contact: c = 2 z sqrt(K M) along the normal,
 * with M = 1 / (1/massA + 1/massB) (one body's mass against walls and bodies that feel no force), z by
 * damping-ratio.ts, and K the elastic force over the depth as they are now. Of the mean depth that is constant while a
 * shape is pressed in, so that faces, edges and corners part with the same restitution; of the pressure law it grows
 * with the depth, and the restitution is that of a contact of constant stiffness, about. Along the plane: the same
 * times the square root of Ks / Kn.
 *
 * Energy in the springs, an estimate: the elastic normal force is taken to grow as a power of the depth d. The zone of
 * area A and volume V = A d / p is then that of a face (p = 1), a wedge (2) or a corner (3), and k V stores k V d / (p
 * + 1). A force by the mean depth goes with d, so it stores half of force times d. A shear spring: F^2 / (2 Ks).
 */
import { beginSprings, createSprings, type BodyMotion, type ContactLaw, type ContactList, type Springs } from 'dem-contact';
import type { ParallelDetector } from 'dem-contact/parallel';
import { cutDampingRatio } from './damping-ratio';
import type { ApplyForces, Dynamics } from './dynamics';
import { forceOfLaw, LAW_ENERGY, lawModel, lawMotion, lawPair, type LawData } from './law-model';

export interface LawForces {
  readonly law: ContactLaw;
  readonly springs: Springs;
  /** Size of the force of each contact of the last list; 0 where no body can move. */
  loads: Float64Array;
  /** Hand it to stepDynamics. */
  readonly apply: ApplyForces;
}

/** Forces by an area law. `restitution`, 0.01 .. 1, takes the place of the damping of the law. */
export function createLawForces(law: ContactLaw, restitution?: number): LawForces {
  const own = { ...law };
  const springs = createSprings();
  const data = dataOf(law, restitution, springs);
  let motion: BodyMotion | undefined;
  const made: LawForces = {
    law,
    springs,
    loads: new Float64Array(0),
    apply: (dynamics, list, dt) => {
      begin(springs, list);
      const given = data(dynamics, dt);
      motion ??= lawMotion(dynamics.bodies.positions, given);
      motion.lag = 0.5 * dt;
      made.loads = loadsFor(made.loads, list.count);
      applyLaw(own, made.loads, given, motion, dynamics, list);
    },
  };
  return made;
}

/** The same by the threads of a detector, to the bit; the loop must be made with `shared`. */
export function createSharedLawForces(detector: ParallelDetector, law: ContactLaw, restitution?: number): LawForces {
  const springs = createSprings(true);
  const data = dataOf(law, restitution, springs);
  const work = detector.createForces(lawModel);
  const made: LawForces = {
    law,
    springs,
    loads: new Float64Array(0),
    apply: (dynamics, list, dt) => {
      begin(springs, list);
      work.update(data(dynamics, dt));
      const { sums, rows, stride } = work;
      takeSums(dynamics, sums, 6);
      dynamics.elasticEnergy = 0;
      made.loads = loadsFor(made.loads, list.count);
      for (let c = 0; c < list.count; c++) {
        dynamics.elasticEnergy += rows[stride * c + LAW_ENERGY];
        made.loads[c] = sizeAt(rows, stride * c + 6);
      }
    },
  };
  return made;
}

/** The same array, or a longer one. */
export function loadsFor(loads: Float64Array, count: number): Float64Array {
  return loads.length < count ? new Float64Array(2 * count) : loads;
}

/** The length of the vector at a place of an array. */
export function sizeAt(array: Float64Array, at: number): number {
  return Math.sqrt(array[at] ** 2 + array[at + 1] ** 2 + array[at + 2] ** 2);
}

/** Forces and torques of the loop from sums of `width` numbers a body: force and torque come first. */
export function takeSums({ bodies, forces, torques }: Dynamics, sums: Float64Array, width: number): void {
  for (let b = 0; b < bodies.count; b++) {
    for (let k = 0; k < 3; k++) {
      forces[3 * b + k] = sums[width * b + k];
      torques[3 * b + k] = sums[width * b + 3 + k];
    }
  }
}

function begin(springs: Springs, list: ContactList): void {
  if (list.pointCount > 0 && list.pointSlot[0] < 0)
    throw new Error('the contact points have no slots: friction needs the contacts of a detector');
  beginSprings(springs, list);
}

/** What the forces of a step follow from; the same object while nothing in it changes. */
function dataOf(law: ContactLaw, restitution: number | undefined, springs: Springs): (dynamics: Dynamics, dt: number) => LawData {
  const ratio = restitution === undefined ? -1 : cutDampingRatio(restitution);
  let last: LawData | undefined;
  return ({ inverseMasses, velocities, angularVelocities: spins, wallCentres, wallVelocities, wallSpins }, dt) => {
    const { history } = springs;
    if (last?.history !== history || last.dt !== dt)
      last = { law, ratio, history, inverseMasses, velocities, spins, wallCentres, wallVelocities, wallSpins, dt };
    return last;
  };
}

function applyLaw(law: ContactLaw, loads: Float64Array, data: LawData, motion: BodyMotion, dynamics: Dynamics, list: ContactList): void {
  const { forces, torques } = dynamics;
  const { force, torqueA, torqueB } = lawPair;
  forces.fill(0);
  torques.fill(0);
  dynamics.elasticEnergy = 0;
  for (let c = 0; c < list.count; c++) {
    const a = list.bodyA[c];
    const b = list.bodyB[c];
    dynamics.elasticEnergy += forceOfLaw(law, data, motion, list, c);
    loads[c] = sizeAt(force, 0);
    for (let k = 0; k < 3; k++) {
      forces[3 * a + k] -= force[k];
      torques[3 * a + k] += torqueA[k];
      if (b < 0) continue;
      forces[3 * b + k] += force[k];
      torques[3 * b + k] += torqueB[k];
    }
  }
}
