/** One time step of deformable blocks in the plane. Twin of src/deformable/step.ts. */
import { moveNodes, nodeGiven } from '../../deformable/node-loop';
import { isStable } from '../../deformable/stable-step';
import { StepStatus } from '../../deformable/step-status';
import type { DeformableSet2d } from './deformable-set-2d';
import { LAMBDA, MU, TIME_STEP } from '../../deformable/element-loop';
import { advanceTriangles, triangleGiven } from './triangle-loop';

/**
 * Moves all blocks by one time step: nodes first, then the stresses at the new places. Returns a status and also keeps
 * it in the set:
 * - `TooLong`: dt is above the stable step of the triangles, or not above 0; nothing was moved;
 * - `Inverted`: a triangle has no positive area; its number is `statusElement`. Its stress does not change.
 *
 * Allocates nothing and never throws.
 *
 * @example
 * ```ts
 * const rock = createElasticMaterial(30e9, 0.22, 2500);
 * const blocks = createDeformables2d([{ mesh: meshPolygon(rectangle(1, 1)), material: rock }]);
 * console.log(stepDeformables2d(blocks, 1e-6) === StepStatus.Done); // true
 * ```
 */
export function stepDeformables2d(set: DeformableSet2d, dt: number): StepStatus {
  set.statusElement = -1;
  if (!isStable(set.nodeCount, set.stepRates, dt, undefined)) return (set.status = StepStatus.TooLong);
  nodeGiven[0] = dt;
  moveNodes(set);
  set.time += dt;
  return (set.status = applyStresses(set, dt));
}

/** Writes the forces of loads and stresses, with the stresses after the last move. */
function applyStresses(set: DeformableSet2d, dt: number): StepStatus {
  const { elementStart, elements, positions, velocities, stresses, forces } = set;
  forces.set(set.loads);
  triangleGiven[TIME_STEP] = dt;
  for (let b = 0; b < set.blockCount; b++) {
    triangleGiven[LAMBDA] = set.lambda[b];
    triangleGiven[MU] = set.mu[b];
    const inverted = advanceTriangles(elementStart[b], elementStart[b + 1], elements, positions, velocities, stresses, forces);
    if (inverted >= 0 && set.statusElement < 0) set.statusElement = inverted;
  }
  return set.statusElement < 0 ? StepStatus.Done : StepStatus.Inverted;
}

/**
 * The longest stable step of the triangles: 1 / (cp sqrt(3 / 4 sum of 1 / h^2)) of the worst one, with its heights h
 * and cp^2 = (lambda + 2 mu) / density. Use 0.8 of it, and less when the loads come from springs. Infinity for a set
 * without triangles.
 *
 * @example
 * ```ts
 * const rock = createElasticMaterial(30e9, 0.22, 2500);
 * const blocks = createDeformables2d([{ mesh: meshPolygon(rectangle(1, 1)), material: rock }]);
 * console.log(stableStep2d(blocks) > 1e-5); // true
 * ```
 */
export function stableStep2d({ nodeCount, stepRates }: DeformableSet2d): number {
  let most = 0;
  for (let node = 0; node < nodeCount; node++) most = Math.max(most, stepRates[node]);
  return 1 / Math.sqrt(most);
}
