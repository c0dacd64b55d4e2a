/**
 * The loop in the plane (dynamics-2d.ts) for clumps: the clumps move, the parts meet. It is the twin of
 * clump-dynamics.ts: one loop integrates the clumps, the other gives the contact forces of their parts.
 *
 * The body set must hold parts of clumps alone. A plain body is a clump of one part.
 */
import { addClumpForces2d, createBodySet2d, moveParts2d, placeClumps2d, type ClumpSet2d, type ContactList2d } from 'dem-contact/planar';
import { applyContacts2d } from './contact-forces-2d';
import { createDynamics2d, stepDynamics2d, type Dynamics2d, type Material2d } from './dynamics-2d';

export interface ClumpDynamics2d {
  readonly set: ClumpSet2d;
  /** Moves the clumps: rows are clumps. */
  readonly clumps: Dynamics2d;
  /** Gives the contact forces: rows are parts. */
  readonly parts: Dynamics2d;
}

/** A loop for the clumps of a set, all at rest. */
export function createClumpDynamics2d(set: ClumpSet2d, material: Material2d, gravity: readonly [number, number]): ClumpDynamics2d {
  const { bodies, clumps: kinds, count, clumpIndex, positions, rotations, flags } = set;
  // Poses of the clumps as a body set. Its shapes and radii are those of the first parts; the masses are set below.
  const rounding = Float64Array.from(clumpIndex.subarray(0, count), (kind) => (kind < 0 ? 0 : kinds[kind].rounding[0]));
  const shapes = kinds.map((kind) => kind.shapes[0]);
  const clumps = createDynamics2d(
    createBodySet2d({ count, shapes, shapeIndex: clumpIndex, positions, rotations, flags, rounding }),
    material,
    gravity,
  );
  for (let c = 0; c < count; c++) {
    if (clumps.inverseMasses[c] === 0) continue;
    const { area, inertia } = kinds[clumpIndex[c]];
    clumps.inverseMasses[c] = 1 / (material.density * area);
    clumps.inverseInertias[c] = 1 / (material.density * inertia);
  }
  const parts = createDynamics2d(bodies, material, gravity);
  for (let row = 0; row < bodies.count; row++) parts.inverseMasses[row] = clumps.inverseMasses[set.clumpOf[row]];
  return { set, clumps, parts };
}

/** One time step; `findContacts` is asked when the parts stand in their places. */
export function stepClumps2d({ set, clumps, parts }: ClumpDynamics2d, dt: number, findContacts: () => ContactList2d): void {
  const find = (): ContactList2d => {
    placeClumps2d(set);
    return findContacts();
  };
  stepDynamics2d(clumps, dt, find, (_, list, step) => {
    // Velocities are those of the middle of the step.
    moveParts2d(parts.velocities, parts.spins, set, clumps.velocities, clumps.spins, 0.5 * step);
    applyContacts2d(parts, list, step);
    clumps.forces.fill(0);
    clumps.torques.fill(0);
    addClumpForces2d(clumps.forces, clumps.torques, set, parts.forces, parts.torques);
    clumps.elasticEnergy = parts.elasticEnergy;
  });
}
