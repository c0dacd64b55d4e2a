/**
 * A small rigid-body loop on contact lists. The scenes, examples and tests of this library move their bodies with it.
 * It is not part of the package.
 *
 * Time stepping: velocity Verlet, as in most DEM codes. The velocities make half a step by the forces of the last
 * positions, the positions make a step, the forces are computed again, and the velocities make the other half step. So
 * positions and velocities belong to the same time at the end of each step. The method is of second order and
 * symplectic for forces that depend on positions alone. Friction and damping take the velocities of the half step, so
 * the method is of first order in them. The state of a rotation is the angular momentum in the world. So motion without
 * torque keeps it to the bit (turn-orientation.ts).
 *
 * Frames and units: positions, velocities, angular velocities and momenta are in the world, in consistent units such as
 * SI. Masses and inertia are those of the sharp polyhedra times one density; rounding radii add no mass. Spheres, rods
 * and plates have the mass of the round bodies.
 *
 * Bodies: static ones do not move, kinematic ones move with the `velocities` and `angularVelocities` that the caller
 * writes, free ones feel gravity and contacts. The set of bodies must not change after {@link createDynamics}. Nothing
 * is allocated in a step once the arrays have grown to the number of contact points.
 *
 * Contacts come from a function that the caller gives, so that the loop serves any detector. They must have point
 * slots, which friction needs.
 */
import { BodyFlag, box, principalFrame, roundedMass, type BodySet, type ContactList } from 'dem-contact';
import { dampingRatio } from './damping-ratio';
import { applyContacts } from './contact-forces';
import { multiply, rotationOf, turnFreely, turnWith } from './turn-orientation';

/** One law for all pairs; see contact-forces.ts. */
export interface Material {
  /** Mass per volume. */
  density: number;
  /** Of a contact, whatever the number of its points: force per length. */
  normalStiffness: number;
  /** The same along the contact plane. */
  shearStiffness: number;
  /** Coulomb coefficient, >= 0. */
  friction: number;
  /** Ratio of the speeds after and before a head-on collision of two free bodies, 0.01 .. 1. */
  restitution: number;
}

export interface Dynamics {
  readonly bodies: BodySet;
  readonly material: Material;
  /** Share of critical damping that gives the restitution. */
  readonly dampingRatio: number;
  /** Acceleration, length 3. */
  readonly gravity: Float64Array;
  /** 1 / mass, 0 for bodies that feel no force. */
  readonly inverseMasses: Float64Array;
  /** 3 a body, as the following. */
  readonly velocities: Float64Array;
  /** In the world. Of free bodies a result: to set one, see {@link spinBody}. */
  readonly angularVelocities: Float64Array;
  readonly angularMomenta: Float64Array;
  readonly forces: Float64Array;
  /** About the centroids. */
  readonly torques: Float64Array;
  /** Principal axes of each shape, 9 a shape: columns in the frame of the shape. */
  readonly axes: Float64Array;
  /** Reciprocal moments about them, 3 a shape. */
  readonly inverseMoments: Float64Array;
  /**
   * Motion of walls, 3 a wall: velocity of a point, angular velocity about it, the point. The caller moves the walls
   * themselves.
   */
  readonly wallVelocities: Float64Array;
  readonly wallSpins: Float64Array;
  readonly wallCentres: Float64Array;
  /** Friction springs by point slot, 6 each: stretch, normal. */
  history: Float64Array;
  /** Force on B at each point of the last contact list, 3 a point. */
  pointForces: Float64Array;
  /** Energy in the springs of the last step. */
  elasticEnergy: number;
  time: number;
  /** Whether `forces` belong to the positions as they are. */
  started: boolean;
}

/** Finds the contacts of the bodies as they stand now. */
export type FindContacts = () => ContactList;

/** Sums the forces and torques of all contacts anew; `dt` is the time since the last call, 0 at first. */
export type ApplyForces = (dynamics: Dynamics, list: ContactList, dt: number) => void;

/** What the loop needs of a rigid body, for unit density; `rotation` has the principal axes as columns. */
export interface SolidMoments {
  volume: number;
  rotation: Float64Array;
  moments: Float64Array;
}

export interface DynamicsOptions {
  /** Default: none. */
  gravity?: readonly [number, number, number];
  /** Number of walls of the detector; default 0. */
  walls?: number;
  /** Mass data in place of those of the shapes, one a shape. */
  solids?: readonly SolidMoments[];
  /** Whether what threads read for the forces lies on shared memory; default: no. */
  shared?: boolean;
}

/** A loop for the bodies of a set, all at rest. */
export function createDynamics(
  bodies: BodySet,
  material: Material,
  { gravity = [0, 0, 0], walls = 0, solids = solidsOf(bodies), shared = false }: DynamicsOptions = {},
): Dynamics {
  const { count, shapes } = bodies;
  const zeros = (n: number) => new Float64Array(shared ? new SharedArrayBuffer(8 * n) : new ArrayBuffer(8 * n));
  const dynamics: Dynamics = {
    bodies,
    material,
    dampingRatio: dampingRatio(material.restitution),
    gravity: Float64Array.from(gravity),
    inverseMasses: zeros(count),
    velocities: zeros(3 * count),
    angularVelocities: zeros(3 * count),
    angularMomenta: new Float64Array(3 * count),
    forces: new Float64Array(3 * count),
    torques: new Float64Array(3 * count),
    axes: new Float64Array(9 * shapes.length),
    inverseMoments: new Float64Array(3 * shapes.length),
    wallVelocities: zeros(3 * walls),
    wallSpins: zeros(3 * walls),
    wallCentres: zeros(3 * walls),
    history: new Float64Array(0),
    pointForces: new Float64Array(0),
    elasticEnergy: 0,
    time: 0,
    started: false,
  };
  solids.forEach(({ rotation, moments }, s) => {
    dynamics.axes.set(rotation, 9 * s);
    dynamics.inverseMoments.set(
      moments.map((moment) => 1 / (material.density * moment)),
      3 * s,
    );
  });
  for (let i = 0; i < count; i++) {
    if (bodies.shapeIndex[i] < 0 || bodies.flags[i] !== BodyFlag.None) continue;
    dynamics.inverseMasses[i] = 1 / (material.density * solids[bodies.shapeIndex[i]].volume);
  }
  return dynamics;
}

function solidsOf(bodies: BodySet): SolidMoments[] {
  return bodies.shapes.map((shape, s) => {
    if (shape.dimension === 3) return { volume: shape.volume, ...principalFrame(shape) };
    const { volume, inertia } = roundedMass(shape, radiusOf(bodies, s));
    // The axes are those of the inertia alone; a core has no faces to turn.
    return { volume, ...principalFrame({ ...box(1, 1, 1), inertia }) };
  });
}

/** The one radius of all bodies of a core. */
function radiusOf({ count, shapeIndex, rounding }: BodySet, s: number): number {
  const radii = new Set(rounding.subarray(0, count).filter((_, i) => shapeIndex[i] === s));
  if (radii.size > 1) throw new Error(`bodies of shape ${s} have ${radii.size} radii: give each radius a core of its own`);
  return radii.values().next().value ?? 1;
}

/** Gives a free body an angular velocity in the world. */
export function spinBody(
  { bodies, axes, inverseMoments, angularMomenta, angularVelocities }: Dynamics,
  i: number,
  spin: readonly number[],
): void {
  const s = bodies.shapeIndex[i];
  rotationOf(frame, bodies.orientations, 4 * i);
  multiply(principal, frame, axes, 9 * s);
  for (let k = 0; k < 3; k++) {
    angularMomenta[3 * i + k] = 0;
    angularVelocities[3 * i + k] = spin[k];
  }
  for (let a = 0; a < 3; a++) {
    const about = (principal[a] * spin[0] + principal[3 + a] * spin[1] + principal[6 + a] * spin[2]) / inverseMoments[3 * s + a];
    for (let k = 0; k < 3; k++) angularMomenta[3 * i + k] += about * principal[3 * k + a];
  }
}

/**
 * A length of the time step that resolves collisions: a 50th of the time in which the two lightest free bodies bounce
 * off each other. A body pressed by several neighbours, or far off its centre, swings a few times faster than that.
 */
export function timeStepFor({ inverseMasses, material }: Dynamics): number {
  let most = 0;
  for (const inverse of inverseMasses) most = Math.max(most, inverse);
  return (Math.PI / 50) * Math.sqrt(1 / (2 * most * material.normalStiffness));
}

/** One time step, by the law of contact-forces.ts or another one. */
export function stepDynamics(dynamics: Dynamics, dt: number, findContacts: FindContacts, applyForces: ApplyForces = applyContacts): void {
  if (!dynamics.started) {
    turnRates(dynamics);
    applyForces(dynamics, findContacts(), 0);
    dynamics.started = true;
  }
  kick(dynamics, 0.5 * dt);
  drift(dynamics, dt);
  turnRates(dynamics);
  applyForces(dynamics, findContacts(), dt);
  kick(dynamics, 0.5 * dt);
  turnRates(dynamics);
  dynamics.time += dt;
}

/** Velocities and angular momenta of free bodies by their forces and gravity. */
function kick({ bodies, inverseMasses, velocities, angularMomenta, forces, torques, gravity }: Dynamics, dt: number): void {
  for (let i = 0; i < bodies.count; i++) {
    const inverse = inverseMasses[i];
    if (inverse === 0) continue;
    for (let k = 0; k < 3; k++) {
      velocities[3 * i + k] += dt * (gravity[k] + inverse * forces[3 * i + k]);
      angularMomenta[3 * i + k] += dt * torques[3 * i + k];
    }
  }
}

/** Positions and orientations by the velocities; static bodies do not move. */
function drift(dynamics: Dynamics, dt: number): void {
  const { bodies, inverseMasses, velocities, angularVelocities, angularMomenta, axes, inverseMoments } = dynamics;
  const { positions, orientations, flags, shapeIndex } = bodies;
  for (let i = 0; i < bodies.count; i++) {
    const s = shapeIndex[i];
    if (s < 0 || (flags[i] & BodyFlag.Static) !== 0) continue;
    for (let k = 3 * i; k < 3 * i + 3; k++) positions[k] += dt * velocities[k];
    if (inverseMasses[i] > 0) turnFreely(orientations, 4 * i, angularMomenta, 3 * i, axes, 9 * s, inverseMoments, 3 * s, dt);
    else turnWith(orientations, 4 * i, angularVelocities, 3 * i, dt);
  }
}

/** Angular velocities of free bodies from their angular momenta. */
function turnRates({ bodies, inverseMasses, angularMomenta, angularVelocities, axes, inverseMoments }: Dynamics): void {
  for (let i = 0; i < bodies.count; i++) {
    if (inverseMasses[i] === 0) continue;
    const s = bodies.shapeIndex[i];
    const lx = angularMomenta[3 * i];
    const ly = angularMomenta[3 * i + 1];
    const lz = angularMomenta[3 * i + 2];
    rotationOf(frame, bodies.orientations, 4 * i);
    multiply(principal, frame, axes, 9 * s);
    const a = inverseMoments[3 * s] * (principal[0] * lx + principal[3] * ly + principal[6] * lz);
    const b = inverseMoments[3 * s + 1] * (principal[1] * lx + principal[4] * ly + principal[7] * lz);
    const c = inverseMoments[3 * s + 2] * (principal[2] * lx + principal[5] * ly + principal[8] * lz);
    angularVelocities[3 * i] = principal[0] * a + principal[1] * b + principal[2] * c;
    angularVelocities[3 * i + 1] = principal[3] * a + principal[4] * b + principal[5] * c;
    angularVelocities[3 * i + 2] = principal[6] * a + principal[7] * b + principal[8] * c;
  }
}

const frame = new Float64Array(9);
const principal = new Float64Array(9);
