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
import {
  beginSprings,
  contactForce,
  createPairForce,
  createSprings,
  NormalModel,
  SPRING_FLOATS,
  type BodyMotion,
  type ContactLaw,
  type ContactList,
  type Springs,
} from 'dem-contact';
import { cutDampingRatio } from './damping-ratio';
import type { ApplyForces, Dynamics } from './dynamics';

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
  const ratio = restitution === undefined ? -1 : cutDampingRatio(restitution);
  const springs = createSprings();
  // One object for all steps; the arrays of the loop stay the same.
  let motion: BodyMotion | undefined;
  const made: LawForces = {
    law,
    springs,
    loads: new Float64Array(0),
    apply: (dynamics, list, dt) => {
      motion ??= motionOf(dynamics);
      motion.lag = 0.5 * dt;
      if (made.loads.length < list.count) made.loads = new Float64Array(2 * list.count);
      applyLaw(own, ratio, springs, made.loads, motion, dynamics, list, dt);
    },
  };
  return made;
}

function motionOf({ bodies, velocities, angularVelocities, wallCentres, wallVelocities, wallSpins }: Dynamics): BodyMotion {
  const walls = { positions: wallCentres, velocities: wallVelocities, spins: wallSpins };
  return { positions: bodies.positions, velocities, spins: angularVelocities, walls, lag: 0 };
}

function applyLaw(
  law: ContactLaw,
  ratio: number,
  springs: Springs,
  loads: Float64Array,
  motion: BodyMotion,
  dynamics: Dynamics,
  list: ContactList,
  dt: number,
): void {
  const { inverseMasses, forces, torques, wallVelocities } = dynamics;
  if (list.pointCount > 0 && list.pointSlot[0] < 0)
    throw new Error('the contact points have no slots: friction needs the contacts of a detector');
  beginSprings(springs, list);
  forces.fill(0);
  torques.fill(0);
  dynamics.elasticEnergy = 0;
  for (let c = 0; c < list.count; c++) {
    const a = list.bodyA[c];
    const b = list.bodyB[c];
    if (-3 * b > wallVelocities.length)
      throw new Error(`a contact with wall ${-1 - b}, but the loop was made for ${wallVelocities.length / 3} walls`);
    const inverse = inverseMasses[a] + (b < 0 ? 0 : inverseMasses[b]);
    loads[c] = 0;
    if (inverse === 0) continue;
    if (ratio >= 0) setDamping(law, ratio, list, c, inverse);
    contactForce(pair, law, springs, list, c, motion, dt);
    loads[c] = Math.sqrt(pair.force[0] ** 2 + pair.force[1] ** 2 + pair.force[2] ** 2);
    for (let k = 0; k < 3; k++) {
      forces[3 * a + k] -= pair.force[k];
      torques[3 * a + k] += pair.torqueA[k];
      if (b < 0) continue;
      forces[3 * b + k] += pair.force[k];
      torques[3 * b + k] += pair.torqueB[k];
    }
    dynamics.elasticEnergy += storedIn(law, springs, list, c);
  }
}

const pair = createPairForce();

function setDamping(law: ContactLaw, ratio: number, list: ContactList, c: number, inverse: number): void {
  const volume = list.volumes[c];
  const area = list.areas[c];
  const depth = -list.gaps[c];
  law.normalDamping = law.shearDamping = 0;
  if (!(volume > 0 && depth > 0)) return;
  // Of a unit of area, or of the contact.
  const stiffness = (law.normalStiffness * volume) / (depth * area);
  const mass = law.model === NormalModel.Pressure ? 1 / (inverse * area) : 1 / inverse;
  law.normalDamping = 2 * ratio * Math.sqrt(stiffness * mass);
  law.shearDamping = law.normalDamping * Math.sqrt(law.shearStiffness / law.normalStiffness);
}

function storedIn(law: ContactLaw, { history }: Springs, list: ContactList, c: number): number {
  const volume = list.volumes[c];
  const area = list.areas[c];
  const depth = -list.gaps[c];
  const isPoints = law.model === NormalModel.Points;
  if (!isPoints && !(volume > 0 && depth > 0)) return 0;
  let energy = 0;
  if (law.model === NormalModel.Pressure) energy = (law.normalStiffness * volume * depth) / ((area * depth) / volume + 1);
  if (law.model === NormalModel.MeanDepth) energy = (0.5 * law.normalStiffness * volume * depth) / area;
  const over = law.model === NormalModel.Pressure ? area : 1;
  for (let p = list.pointStart[c]; p < list.pointStart[c + 1]; p++) {
    const overlap = Math.max(0, -list.pointGaps[p]);
    if (isPoints) energy += 0.5 * law.normalStiffness * overlap * overlap;
    const stiffness = law.shearStiffness * (isPoints ? 1 : (over * list.pointShares[p] * overlap) / volume);
    if (!(stiffness > 0)) continue;
    const h = SPRING_FLOATS * list.pointSlot[p];
    energy += (history[h] * history[h] + history[h + 1] * history[h + 1] + history[h + 2] * history[h + 2]) / (2 * stiffness);
  }
  return energy;
}
