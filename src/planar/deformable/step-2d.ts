/** One time step of deformable blocks in the plane. Twin of src/deformable/step.ts. */
import { moveNodes, nodeGiven } from '../../deformable/node-loop';
import { checkOwner, isStable, longestStep } from '../../deformable/stable-step';
import { StepStatus } from '../../deformable/step-status';
import { addContacts2d, contactGiven2d } from './contact-forces-2d';
import type { DeformableContacts2d } from './deformable-contacts-2d';
import type { DeformableSet2d } from './deformable-set-2d';
import { LAMBDA, MU, TIME_STEP } from '../../deformable/element-loop';
import { advanceTriangles, triangleGiven } from './triangle-loop';

/**
 * Moves all blocks by one time step: nodes first, then the stresses and the contacts at the new places. Returns a
 * status and also keeps it in the set:
 * - `TooLong`: dt is above the stable step of the triangles and the contact points, or not above 0; nothing was moved;
 * - `Inverted`: a triangle has no positive area; its number is `statusElement`. Its stress does not change;
 * - `TooDeep`: an overlap is above half of `contacts.reach`, or, in the first step, `contacts.unseenPairs` is above 0;
 * - `OtherSet`: the contacts are those of another set; nothing was moved.
 *
 * Never throws. Allocates nothing, unless the list of near places of the contacts must grow.
 *
 * @param contacts of this set, from {@link createDeformableContacts2d}; without them blocks do not touch.
 *
 * @example
 * ```ts
 * const rock = createElasticMaterial(30e9, 0.22, 2500);
 * const blocks = createDeformables2d([{ mesh: meshPolygon(rectangle(1, 1)), material: rock }]);
 * console.log(stepDeformables2d(blocks, 1e-6) === StepStatus.Done); // true
 * ```
 */
export function stepDeformables2d(set: DeformableSet2d, dt: number, contacts?: DeformableContacts2d): StepStatus {
  set.statusElement = -1;
  if (contacts !== undefined && contacts.elements !== set.elements) return (set.status = StepStatus.OtherSet);
  if (!isStable(set.nodeCount, set.stepRates, dt, contacts)) return (set.status = StepStatus.TooLong);
  nodeGiven[0] = dt;
  moveNodes(set);
  set.time += dt;
  set.status = applyStresses(set, dt);
  contactGiven2d[0] = dt;
  if (contacts !== undefined && !addContacts2d(set, contacts) && set.status === StepStatus.Done) set.status = StepStatus.TooDeep;
  return set.status;
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
 * The longest stable step of the triangles, and with `contacts` of the contact points too. Of the triangles it is
 * 1 / (cp sqrt(3 / 4 sum of 1 / h^2)) of the worst one, with its heights h and cp^2 = (lambda + 2 mu) / density. Use
 * 0.8 of it, and less when the loads come from springs. Infinity for a set without triangles.
 *
 * Every node of the outline counts with two points at least. A node with more points can need a shorter step.
 * `stepDeformables2d` then returns `TooLong`; call this function again. Throws InputError 'bad-option' for contacts of
 * another set.
 *
 * @example
 * ```ts
 * const rock = createElasticMaterial(30e9, 0.22, 2500);
 * const blocks = createDeformables2d([{ mesh: meshPolygon(rectangle(1, 1)), material: rock }]);
 * console.log(stableStep2d(blocks) > 1e-5); // true
 * ```
 */
export function stableStep2d(set: DeformableSet2d, contacts?: DeformableContacts2d): number {
  if (contacts === undefined) return longestStep(set);
  checkOwner(set, contacts);
  const { nodes } = contacts.outline;
  return longestStep(set, { nodes, laws: [contacts.law, contacts.lineLaw], rates: contacts });
}
