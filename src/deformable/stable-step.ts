/**
 * The longest stable time step of explicit central differences.
 *
 * One tetrahedron: dt_e = 1 / (cp sqrt(sum of 1 / h^2)) with its four heights h and cp^2 = (lambda + 2 mu) / rho. The
 * trace of its stiffness against its lumped masses bounds the largest eigenvalue: w^2 <= 4 cp^2 sum of 1 / h^2, and
 * dt = 2 / w. The least h / cp, which is often used, can be twice too long. The largest eigenvalue of a mesh is not
 * above that of its worst tetrahedron.
 */
import type { DeformableSet } from './deformable-set';

/**
 * The longest stable step of the elements. Use 0.8 of it, and less when the loads come from springs. Infinity for a set
 * without elements.
 *
 * @example
 * ```ts
 * const rock = createElasticMaterial(30e9, 0.22, 2500);
 * console.log(stableStep(createDeformables([{ mesh: meshPolyhedron(box(1, 1, 1)), material: rock }])) > 1e-5); // true
 * ```
 */
export function stableStep({ nodeCount, stepRates }: DeformableSet): number {
  let most = 0;
  for (let node = 0; node < nodeCount; node++) most = Math.max(most, stepRates[node]);
  return 1 / Math.sqrt(most);
}
