/**
 * One contact of the forces by a law of the library, as threads compute it: law-forces.ts has damping and energies in
 * words.
 */
import {
  contactForce,
  createPairForce,
  NormalModel,
  SPRING_FLOATS,
  type BodyMotion,
  type ContactLaw,
  type ContactList,
  type PairForce,
  type Springs,
} from 'dem-contact';
import { writeForce, type ForceModel } from 'dem-contact/parallel';

/** What the forces of a contact follow from. Arrays are those of the loop. */
export interface LawData {
  readonly law: ContactLaw;
  /** Damping as a share of the critical one; below 0: the damping of the law. */
  readonly ratio: number;
  readonly history: Float64Array;
  readonly inverseMasses: Float64Array;
  readonly velocities: Float64Array;
  readonly spins: Float64Array;
  readonly wallCentres: Float64Array;
  readonly wallVelocities: Float64Array;
  readonly wallSpins: Float64Array;
  readonly dt: number;
}

/** Where a row has the energy in the springs of its contact. */
export const LAW_ENERGY = 12;

export const lawModel: ForceModel<LawData> = {
  name: 'law with restitution',
  width: 6,
  extras: 1,
  fewest: 300,
  create: (bodies, contacts, data) => {
    const own = { ...data.law };
    const motion = lawMotion(bodies.positions, data);
    return (c, out, at) => {
      motion.positions = bodies.positions;
      out[at + LAW_ENERGY] = forceOfLaw(own, data, motion, contacts, c);
      writeForce(out, at, lawPair);
    };
  },
};

/** Velocities are those of the middle of the last step. */
export function lawMotion(positions: Float64Array, data: LawData): BodyMotion {
  const { velocities, spins, wallCentres, wallVelocities, wallSpins, dt } = data;
  const walls = { positions: wallCentres, velocities: wallVelocities, spins: wallSpins };
  return { positions, velocities, spins, walls, lag: 0.5 * dt };
}

/**
 * Writes the force of contact c to {@link lawPair} and returns the energy in its springs. `law` is a copy to write to.
 */
export function forceOfLaw(law: ContactLaw, data: LawData, motion: BodyMotion, list: ContactList, c: number): number {
  const { ratio, inverseMasses, wallVelocities, dt } = data;
  const a = list.bodyA[c];
  const b = list.bodyB[c];
  if (-3 * b > wallVelocities.length)
    throw new Error(`a contact with wall ${-1 - b}, but the loop was made for ${wallVelocities.length / 3} walls`);
  const inverse = inverseMasses[a] + (b < 0 ? 0 : inverseMasses[b]);
  if (inverse === 0) {
    for (const part of [lawPair.force, lawPair.torqueA, lawPair.torqueB]) part.fill(0);
    return 0;
  }
  if (ratio >= 0) setDamping(law, ratio, list, c, inverse);
  contactForce(lawPair, law, data, list, c, motion, dt);
  return storedIn(law, data, list, c);
}

/** Force and torques of the last contact. */
export const lawPair: PairForce = createPairForce();

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
