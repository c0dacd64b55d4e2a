/**
 * Contact forces of the loop in the plane, by a law of the library (contactForce2d): what law-forces.ts is in space.
 * Walls stand still.
 *
 * Energy in the springs, an estimate as in law-forces.ts: a zone of length L pressed to the depth d has the area A = L
 * d / p, with p = 1 for a side and 2 for a corner, and k A stores k A d / (p + 1).
 */
import { createSprings, NormalModel, type ContactLaw, type Springs } from 'dem-contact';
import {
  beginSprings2d,
  contactForce2d,
  createPairForce2d,
  SPRING_FLOATS_2D,
  type BodyMotion2d,
  type ContactList2d,
} from 'dem-contact/planar';
import type { Dynamics2d } from './dynamics-2d';

const pair = createPairForce2d();

/** What the forces keep from step to step. */
export interface LawForces2d {
  readonly springs: Springs;
  readonly motion: BodyMotion2d;
  /** Size of the force of each contact of the last step. */
  loads: Float64Array;
}

export function createLawForces2d({ bodies, velocities, spins }: Omit<Dynamics2d, 'lawForces'>): LawForces2d {
  return { springs: createSprings(), motion: { positions: bodies.positions, velocities, spins, lag: 0 }, loads: new Float64Array(0) };
}

/** Sums the forces and torques of all contacts anew; `dt` is the time since the last call. */
export function applyContacts2d(dynamics: Dynamics2d, list: ContactList2d, dt: number): void {
  const { law, inverseMasses, forces, torques, lawForces } = dynamics;
  const { springs, motion } = lawForces;
  beginSprings2d(springs, list);
  // Velocities are those of the middle of the last step.
  motion.lag = 0.5 * dt;
  forces.fill(0);
  torques.fill(0);
  dynamics.elasticEnergy = 0;
  if (lawForces.loads.length < list.count) lawForces.loads = new Float64Array(2 * list.count);
  lawForces.loads.fill(0);
  for (let c = 0; c < list.count; c++) {
    const a = list.bodyA[c];
    const b = list.bodyB[c];
    if (inverseMasses[a] + (b < 0 ? 0 : inverseMasses[b]) === 0) continue;
    contactForce2d(pair, law, springs, list, c, motion, dt);
    for (let k = 0; k < 2; k++) {
      forces[2 * a + k] -= pair.force[k];
      if (b >= 0) forces[2 * b + k] += pair.force[k];
    }
    torques[a] += pair.torques[0];
    if (b >= 0) torques[b] += pair.torques[1];
    lawForces.loads[c] = Math.sqrt(pair.force[0] * pair.force[0] + pair.force[1] * pair.force[1]);
    dynamics.elasticEnergy += storedIn(law, springs, list, c);
  }
}

function storedIn(law: ContactLaw, { history }: Springs, list: ContactList2d, c: number): number {
  const area = list.areas[c];
  const length = list.lengths[c];
  const depth = -list.gaps[c];
  const isPoints = law.model === NormalModel.Points;
  if (!isPoints && !(area > 0 && depth > 0)) return 0;
  let energy = 0;
  if (law.model === NormalModel.Pressure) energy = (law.normalStiffness * area * depth) / ((length * depth) / area + 1);
  if (law.model === NormalModel.MeanDepth) energy = (0.5 * law.normalStiffness * area * depth) / length;
  const over = law.model === NormalModel.Pressure ? length : 1;
  for (let p = list.pointStart[c]; p < list.pointStart[c + 1]; p++) {
    const overlap = Math.max(0, -list.pointGaps[p]);
    if (isPoints) energy += 0.5 * law.normalStiffness * overlap * overlap;
    const stiffness = law.shearStiffness * (isPoints ? 1 : (over * list.pointShares[p] * overlap) / area);
    if (!(stiffness > 0)) continue;
    const shear = history[SPRING_FLOATS_2D * list.pointSlot[p]];
    energy += (shear * shear) / (2 * stiffness);
  }
  return energy;
}
