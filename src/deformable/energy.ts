import { Work, type DeformableSet } from './deformable-set';
import type { MovingNodes } from './node-loop';
import { signedVolume } from './signed-volume';

/** Energies of deformable blocks at the time of the positions. */
export interface DeformableEnergy {
  kinetic: number;
  /** Of the stresses: half of stress times strain, times the volume. */
  elastic: number;
  /** Since the start: work of gravity, of loads, and of what drives held nodes. */
  gravity: number;
  loads: number;
  driven: number;
  /** Since the start: taken by damping. */
  damping: number;
}

/**
 * The energies. Of the velocities, half a step behind, the function makes those at the time of the positions. Without
 * error of the time step, kinetic + elastic + damping is the kinetic energy at the start plus
 * gravity + loads + driven. The error falls with the square of the time step.
 *
 * @param dt the last time step.
 *
 * @example
 * ```ts
 * const rock = createElasticMaterial(30e9, 0.22, 2500);
 * const block = { mesh: meshPolyhedron(box(1, 1, 1)), material: rock };
 * const blocks = createDeformables([block], { gravity: [0, 0, -9.81] });
 * const dt = 0.8 * stableStep(blocks);
 * stepDeformables(blocks, dt);
 * const { kinetic, elastic, gravity } = deformableEnergy(blocks, dt);
 * console.log(kinetic + elastic - gravity);
 * ```
 */
export function deformableEnergy(set: DeformableSet, dt: number): DeformableEnergy {
  return energiesOf(set, dt, elasticEnergy(set));
}

/** The energies of a set in space or in the plane. */
export function energiesOf(set: MovingNodes, dt: number, elastic: number): DeformableEnergy {
  const { work } = set;
  return {
    kinetic: kineticEnergy(set, dt),
    elastic,
    gravity: work[Work.Gravity],
    loads: work[Work.Loads],
    driven: work[Work.Driven],
    damping: work[Work.Damping],
  };
}

function kineticEnergy({ nodeCount, velocities, forces, masses, held, gravity }: MovingNodes, dt: number): number {
  const dimension = gravity.length;
  let sum = 0;
  for (let i = 0; i < dimension * nodeCount; i++) {
    const m = masses[Math.floor(i / dimension)];
    const v = held[i] !== 0 ? velocities[i] : velocities[i] + 0.5 * dt * (forces[i] / m + gravity[i % dimension]);
    sum += 0.5 * m * v * v;
  }
  return sum;
}

function elasticEnergy({ blockCount, elementStart, elements, positions, stresses, lambda, mu }: DeformableSet): number {
  let sum = 0;
  for (let b = 0; b < blockCount; b++) {
    // e = (s - nu / (1 + nu) tr(s) 1) / (2 mu), with nu / (1 + nu) = lambda / (3 lambda + 2 mu).
    const share = lambda[b] / (3 * lambda[b] + 2 * mu[b]);
    for (let e = elementStart[b]; e < elementStart[b + 1]; e++) {
      const [xx, yy, zz, xy, yz, xz] = stresses.subarray(6 * e, 6 * e + 6);
      const trace = xx + yy + zz;
      const squares = xx * xx + yy * yy + zz * zz + 2 * (xy * xy + yz * yz + xz * xz);
      sum += (signedVolume(positions, elements, 4 * e) * (squares - share * trace * trace)) / (4 * mu[b]);
    }
  }
  return sum;
}
