/**
 * Contact forces by the spring law of src/force/spring-law.ts (Wang, Li and Feng 2014, section 4) for the rigid-body
 * loop.
 *
 * Points: the law acts at each contact point by itself, its history under the point's slot. A flat contact of four
 * points so is four times as stiff as one of one point. The area of a contact is divided evenly among its points.
 *
 * Region: a method that gives one point for the whole region that two bodies share cannot hold a flat contact upright
 * by a spring there. Its normal force is the volume of the region times a stiffness per area (Nassauer, Liedke and Kuna
 * 2012, eq. 43), at the centroid of the region; shear spring and limit are the same law with that load. The history is
 * under the contact's slot, since the features of such a contact change while it lasts.
 *
 * Energy of a point: o^2 Kn / 2 with the overlap o, and F^2 / (2 Ks) of the shear force F. Of a region: k V e / (p +
 * 1), e its extent along the normal, for a volume that grows as e^p: p = 1 for faces on each other, 2 for an edge or a
 * rim on a face, 3 for crossing edges and corners. That is exact while the bodies do not turn.
 */
import {
  ContactKind,
  SPRING_FLOATS,
  Status,
  clearSpring,
  createOverlap,
  createPairForce,
  createPose,
  overlap,
  overlapToWorld,
  relativePose,
  springForce,
  type SpringPoint,
  type BodyMotion,
  type ContactList,
  type SpringLaw,
} from 'dem-contact';
import type { ApplyForces, Dynamics } from './dynamics';

export interface SpringForces {
  readonly law: SpringLaw;
  /** SPRING_FLOATS numbers a slot. */
  history: Float64Array;
  /** Largest overlap since the start. */
  penetration: number;
  /** Hand it to stepDynamics. */
  readonly apply: ApplyForces;
}

/** Springs at contact points, or, of `isRegion`, of regions: the law's normal stiffness is then a force a volume. */
export function createSpringForces(law: SpringLaw, isRegion: boolean): SpringForces {
  const springs: SpringForces = {
    law,
    history: new Float64Array(0),
    penetration: 0,
    apply: (dynamics, list, dt) => (isRegion ? applyRegions : applyPoints)(springs, dynamics, list, dt),
  };
  return springs;
}

function applyPoints(springs: SpringForces, dynamics: Dynamics, list: ContactList, dt: number): void {
  begin(springs, dynamics, list.pointSlotCount);
  const { law, history } = springs;
  for (let c = 0; c < list.count; c++) {
    const first = list.pointStart[c];
    const end = list.pointStart[c + 1];
    for (let k = 0; k < 3; k++) normal[k] = list.normals[3 * c + k];
    contact.bodyA = list.bodyA[c];
    contact.bodyB = list.bodyB[c];
    contact.point = point;
    contact.normal = normal;
    contact.area = list.areas[c] / (end - first);
    for (let p = first; p < end; p++) {
      const slot = list.pointSlot[p];
      if (list.pointBegan[p] === 1) clearSpring(history, slot);
      for (let k = 0; k < 3; k++) point[k] = list.points[3 * p + k];
      const gap = list.pointGaps[p];
      contact.gap = gap;
      springForce(pair, law, history, slot, contact, motion, dt);
      add(dynamics, list.bodyA[c], list.bodyB[c]);
      springs.penetration = Math.max(springs.penetration, -gap);
      if (gap < 0) dynamics.elasticEnergy += 0.5 * law.normalStiffness * gap * gap;
      dynamics.elasticEnergy += shearEnergy(springs, slot);
    }
  }
}

function applyRegions(springs: SpringForces, dynamics: Dynamics, list: ContactList, dt: number): void {
  begin(springs, dynamics, list.slotCount);
  const { law, history } = springs;
  const { bodies } = dynamics;
  for (let c = 0; c < list.count; c++) {
    const i = list.bodyA[c];
    const j = list.bodyB[c];
    const slot = list.userSlot[c];
    if (list.began[c] === 1) clearSpring(history, slot);
    const shapes = [i, j].map((body) => bodies.shapes[bodies.shapeIndex[body]]);
    if (overlap(region, shapes[0], shapes[1], relativePose(pose, bodies, i, j)) !== Status.Overlapping) continue;
    overlapToWorld(region, bodies, i);
    contact.bodyA = i;
    contact.bodyB = j;
    contact.point = region.centroid;
    contact.normal = region.normal;
    contact.gap = -region.volume;
    contact.area = region.normalArea;
    springForce(pair, law, history, slot, contact, motion, dt);
    add(dynamics, i, j);
    springs.penetration = Math.max(springs.penetration, -list.gaps[c]);
    const power = list.kind[c] === ContactKind.FaceFace ? 1 : list.kind[c] === ContactKind.EdgeFace ? 2 : 3;
    dynamics.elasticEnergy += (law.normalStiffness * region.volume * -list.gaps[c]) / (power + 1) + shearEnergy(springs, slot);
  }
}

const pair = createPairForce();
const point = new Float64Array(3);
const normal = new Float64Array(3);
const contact: SpringPoint = { bodyA: 0, bodyB: 0, point, normal, gap: 0, area: 0 };
const region = createOverlap(0, 0, 0);
const pose = createPose();
const motion: BodyMotion = { positions: new Float64Array(0), velocities: new Float64Array(0), spins: new Float64Array(0) };

/** Forces and energy anew; room for the slots. */
function begin(springs: SpringForces, dynamics: Dynamics, slots: number): void {
  motion.positions = dynamics.bodies.positions;
  motion.velocities = dynamics.velocities;
  motion.spins = dynamics.angularVelocities;
  dynamics.forces.fill(0);
  dynamics.torques.fill(0);
  dynamics.elasticEnergy = 0;
  if (springs.history.length >= SPRING_FLOATS * slots) return;
  const longer = new Float64Array(2 * SPRING_FLOATS * slots);
  longer.set(springs.history);
  springs.history = longer;
}

function add({ forces, torques }: Dynamics, i: number, j: number): void {
  for (let k = 0; k < 3; k++) {
    forces[3 * i + k] -= pair.force[k];
    forces[3 * j + k] += pair.force[k];
    torques[3 * i + k] += pair.torqueA[k];
    torques[3 * j + k] += pair.torqueB[k];
  }
}

function shearEnergy({ law, history }: SpringForces, slot: number): number {
  const h = SPRING_FLOATS * slot;
  const [x, y, z] = [history[h], history[h + 1], history[h + 2]];
  return law.shearStiffness > 0 ? (x * x + y * y + z * z) / (2 * law.shearStiffness) : 0;
}
