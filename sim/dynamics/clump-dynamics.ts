/**
 * The rigid-body loop (dynamics.ts) for clumps: the clumps move, the parts meet.
 *
 * There are two loops on one set of clumps. That of the clumps integrates: its bodies are the poses of the clumps, with
 * the mass of each. That of the parts is only asked for contact forces: it has the rows of the body set, and the mass
 * of the clump for each of its parts, which is the one that a dashpot feels. Between the two, velocities go from clumps
 * to parts and forces from parts to clumps.
 *
 * The body set must hold parts of clumps alone. A plain body is a clump of one part.
 */
import { addClumpForces, createBodySet, moveParts, placeClumps, type ClumpSet } from 'dem-contact';
import { applyContacts } from './contact-forces';
import {
  createDynamics,
  stepDynamics,
  type ApplyForces,
  type Dynamics,
  type DynamicsOptions,
  type FindContacts,
  type Material,
} from './dynamics';

export interface ClumpDynamics {
  readonly set: ClumpSet;
  /** Moves the clumps: rows are clumps. */
  readonly clumps: Dynamics;
  /** Gives the contact forces: rows are parts. */
  readonly parts: Dynamics;
}

/** A loop for the clumps of a set, all at rest. */
export function createClumpDynamics(set: ClumpSet, material: Material, options: Omit<DynamicsOptions, 'solids'> = {}): ClumpDynamics {
  const { bodies, clumps: kinds, count, clumpIndex, positions, orientations, flags } = set;
  // Poses of the clumps as a body set; the loop reads no shapes of it.
  const poses = createBodySet({
    count,
    shapes: kinds.map(({ shapes }) => shapes[0]),
    shapeIndex: clumpIndex,
    positions,
    orientations,
    flags,
  });
  const solids = kinds.map(({ volume, axes, moments }) => ({ volume, rotation: axes, moments }));
  const clumps = createDynamics(poses, material, { ...options, solids });
  // Parts are not integrated: they need no moments.
  const parts = createDynamics(bodies, material, { ...options, solids: bodies.shapes.map(() => UNIT) });
  for (let row = 0; row < bodies.count; row++) parts.inverseMasses[row] = clumps.inverseMasses[set.clumpOf[row]];
  return { set, clumps, parts };
}

const UNIT = { volume: 1, rotation: Float64Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1), moments: Float64Array.of(1, 1, 1) };

/** One time step; `findContacts` is asked when the parts stand in their places. */
export function stepClumps(
  dynamics: ClumpDynamics,
  dt: number,
  findContacts: FindContacts,
  applyForces: ApplyForces = applyContacts,
): void {
  const { set, clumps, parts } = dynamics;
  const find: FindContacts = () => {
    placeClumps(set);
    return findContacts();
  };
  const apply: ApplyForces = (_, list, step) => {
    // Velocities are those of the middle of the step.
    moveParts(parts.velocities, parts.angularVelocities, set, clumps.velocities, clumps.angularVelocities, 0.5 * step);
    applyForces(parts, list, step);
    clumps.forces.fill(0);
    clumps.torques.fill(0);
    addClumpForces(clumps.forces, clumps.torques, set, parts.forces, parts.torques);
    clumps.elasticEnergy = parts.elasticEnergy;
  };
  stepDynamics(clumps, dt, find, apply);
}
