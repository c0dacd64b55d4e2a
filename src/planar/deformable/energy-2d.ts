import { energiesOf, type DeformableEnergy } from '../../deformable/energy';
import type { DeformableSet2d } from './deformable-set-2d';
import { signedArea } from './signed-area';

/**
 * The energies of a slice of thickness 1: see `deformableEnergy` of space.
 *
 * @param dt the last time step.
 *
 * @example
 * ```ts
 * const rock = createElasticMaterial(30e9, 0.22, 2500);
 * const block = { mesh: meshPolygon(rectangle(1, 1)), material: rock };
 * const blocks = createDeformables2d([block], { gravity: [0, -9.81] });
 * const dt = 0.8 * stableStep2d(blocks);
 * stepDeformables2d(blocks, dt);
 * const { kinetic, elastic, gravity } = deformableEnergy2d(blocks, dt);
 * console.log(kinetic + elastic - gravity);
 * ```
 */
export function deformableEnergy2d(set: DeformableSet2d, dt: number): DeformableEnergy {
  return energiesOf(set, dt, elasticEnergy(set));
}

function elasticEnergy({ blockCount, elementStart, elements, positions, stresses, lambda, mu }: DeformableSet2d): number {
  let sum = 0;
  for (let b = 0; b < blockCount; b++) {
    // e = (s - nu tr(s) 1) / (2 mu) in the plane, with the trace of xx and yy.
    const nu = poissonRatio(lambda[b], mu[b]);
    for (let e = elementStart[b]; e < elementStart[b + 1]; e++) {
      const [xx, yy, xy] = stresses.subarray(3 * e, 3 * e + 3);
      const squares = xx * xx + yy * yy + 2 * xy * xy;
      sum += (signedArea(positions, elements, 3 * e) * (squares - nu * (xx + yy) * (xx + yy))) / (4 * mu[b]);
    }
  }
  return sum;
}

/** Of Lame constants. */
export function poissonRatio(lambda: number, mu: number): number {
  return lambda / (2 * (lambda + mu));
}
