/**
 * A small loop for bodies in the plane on contact lists: the twin of dynamics.ts. It is not part of the package.
 *
 * Time stepping: semi-implicit Euler. First the forces at the current positions, then the velocities by these forces,
 * then the positions by the new velocities. It is of first order, and symplectic for forces that depend on positions
 * alone. Rotations turn by the angle with
 * tan(a / 2) = half the spin times the step (Cayley), so no function is used whose last bits differ between engines.
 *
 * Masses and inertia are those of the sharp polygons, one unit thick, times one density; those of discs and rods are of
 * the round bodies. Bodies with flags do not move. The set of bodies must not change after {@link createDynamics2d}.
 */
import { BodyFlag, NormalModel, type ContactLaw } from 'dem-contact';
import { roundedMass2d, type BodySet2d, type ContactList2d } from 'dem-contact/planar';
import { applyContacts2d, createLawForces2d, type LawForces2d } from './contact-forces-2d';

/** One law for all pairs. */
export interface Material2d {
  /** Mass per area. */
  density: number;
  law: ContactLaw;
}

export interface Dynamics2d {
  readonly bodies: BodySet2d;
  readonly law: ContactLaw;
  /** Acceleration, length 2. */
  readonly gravity: Float64Array;
  /** 1 / mass and 1 / moment of inertia, 0 for bodies that stand still. */
  readonly inverseMasses: Float64Array;
  readonly inverseInertias: Float64Array;
  /** 2 a body. */
  readonly velocities: Float64Array;
  /** Angular velocities, counter-clockwise. */
  readonly spins: Float64Array;
  readonly forces: Float64Array;
  /** About the centroids. */
  readonly torques: Float64Array;
  /** Shear springs by point slot, and the motion that the law sees. */
  readonly lawForces: LawForces2d;
  /** Energy in the springs at the last forces. */
  elasticEnergy: number;
}

/** A loop for the bodies of a set, all at rest. */
export function createDynamics2d(bodies: BodySet2d, { density, law }: Material2d, gravity: readonly [number, number]): Dynamics2d {
  const { count, shapes, shapeIndex, flags } = bodies;
  const dynamics = {
    bodies,
    law,
    gravity: Float64Array.from(gravity),
    inverseMasses: new Float64Array(count),
    inverseInertias: new Float64Array(count),
    velocities: new Float64Array(2 * count),
    spins: new Float64Array(count),
    forces: new Float64Array(2 * count),
    torques: new Float64Array(count),
    elasticEnergy: 0,
  };
  for (let i = 0; i < count; i++) {
    if (shapeIndex[i] < 0 || flags[i] !== BodyFlag.None) continue;
    const shape = shapes[shapeIndex[i]];
    const { area, inertia } = shape.dimension < 2 ? roundedMass2d(shape, bodies.rounding[i]) : shape;
    dynamics.inverseMasses[i] = 1 / (density * area);
    dynamics.inverseInertias[i] = 1 / (density * inertia);
  }
  return { ...dynamics, lawForces: createLawForces2d(dynamics) };
}

/**
 * A length of the time step that resolves collisions: a 50th of the time in which the two lightest free bodies bounce
 * off each other, with a side as long as the smallest body is wide.
 */
export function timeStepFor2d({ bodies, inverseMasses, law }: Dynamics2d): number {
  let most = 0;
  let width = Infinity;
  for (let i = 0; i < bodies.count; i++) {
    most = Math.max(most, inverseMasses[i]);
    const { dimension, inradius } = bodies.shapes[bodies.shapeIndex[i]];
    if (inverseMasses[i] > 0) width = Math.min(width, 2 * (dimension < 2 ? bodies.rounding[i] : inradius));
  }
  const stiffness = law.normalStiffness * (law.model === NormalModel.Pressure ? width : 1);
  return (Math.PI / 50) * Math.sqrt(1 / (2 * most * stiffness));
}

/** Sums the forces and torques of all contacts anew. */
type ApplyForces2d = (dynamics: Dynamics2d, list: ContactList2d, dt: number) => void;

/** One time step; `findContacts` finds the contacts of the bodies as they stand now, with point slots. */
export function stepDynamics2d(
  dynamics: Dynamics2d,
  dt: number,
  findContacts: () => ContactList2d,
  applyForces: ApplyForces2d = applyContacts2d,
): void {
  applyForces(dynamics, findContacts(), dt);
  const { bodies, gravity, inverseMasses, inverseInertias, velocities, spins, forces, torques } = dynamics;
  const { positions, rotations } = bodies;
  for (let i = 0; i < bodies.count; i++) {
    if (inverseMasses[i] === 0) continue;
    for (let k = 0; k < 2; k++) {
      velocities[2 * i + k] += dt * (gravity[k] + inverseMasses[i] * forces[2 * i + k]);
      positions[2 * i + k] += dt * velocities[2 * i + k];
    }
    spins[i] += dt * inverseInertias[i] * torques[i];
    const h = 0.5 * dt * spins[i];
    const x = rotations[2 * i] - h * rotations[2 * i + 1];
    const y = rotations[2 * i + 1] + h * rotations[2 * i];
    // (1 + ih)^2 / (1 + h^2) is one factor 1 + ih here and one below.
    const c = x - h * y;
    const s = y + h * x;
    const f = 1 / Math.sqrt(c * c + s * s);
    rotations[2 * i] = f * c;
    rotations[2 * i + 1] = f * s;
  }
}

/** Energy of motion of the free bodies. */
export function kineticEnergy2d({ bodies, inverseMasses, inverseInertias, velocities, spins }: Dynamics2d): number {
  let energy = 0;
  for (let i = 0; i < bodies.count; i++) {
    if (inverseMasses[i] === 0) continue;
    const [x, y] = [velocities[2 * i], velocities[2 * i + 1]];
    energy += (0.5 * (x * x + y * y)) / inverseMasses[i] + (0.5 * spins[i] * spins[i]) / inverseInertias[i];
  }
  return energy;
}

/** Energy in gravity, zero at the origin. */
export function potentialEnergy2d({ bodies, inverseMasses, gravity }: Dynamics2d): number {
  let energy = 0;
  for (let i = 0; i < bodies.count; i++) {
    if (inverseMasses[i] === 0) continue;
    energy -= (gravity[0] * bodies.positions[2 * i] + gravity[1] * bodies.positions[2 * i + 1]) / inverseMasses[i];
  }
  return energy;
}
