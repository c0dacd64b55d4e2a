import type { DeformableSet2d } from './deformable-set-2d';
import { poissonRatio } from './energy-2d';

/**
 * Von Mises stress of each triangle, with the stress across the plane, written to `out`, length at least elementCount.
 *
 * @example
 * ```ts
 * const rock = createElasticMaterial(30e9, 0.22, 2500);
 * const blocks = createDeformables2d([{ mesh: meshPolygon(rectangle(1, 1)), material: rock }]);
 * console.log(vonMisesStress2d(new Float64Array(blocks.elementCount), blocks)[0]); // 0
 * ```
 */
export function vonMisesStress2d(out: Float64Array, { blockCount, elementStart, stresses, lambda, mu }: DeformableSet2d): Float64Array {
  for (let b = 0; b < blockCount; b++) {
    const nu = poissonRatio(lambda[b], mu[b]);
    for (let e = elementStart[b]; e < elementStart[b + 1] && e < out.length; e++) {
      const xx = stresses[3 * e];
      const yy = stresses[3 * e + 1];
      const xy = stresses[3 * e + 2];
      const zz = nu * (xx + yy);
      out[e] = Math.sqrt(0.5 * ((xx - yy) * (xx - yy) + (yy - zz) * (yy - zz) + (zz - xx) * (zz - xx)) + 3 * xy * xy);
    }
  }
  return out;
}
