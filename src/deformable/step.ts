/** One time step of deformable blocks. */
import { advanceElements, elementGiven, LAMBDA, MU, TIME_STEP } from './element-loop';
import { addContacts, contactGiven } from './contact-forces';
import type { DeformableContacts } from './deformable-contacts';
import type { DeformableSet } from './deformable-set';
import { moveNodes, nodeGiven } from './node-loop';
import { isStable } from './stable-step';
import { StepStatus } from './step-status';

/**
 * Moves all blocks by one time step: nodes first, then the stresses and the contacts at the new places. Returns a
 * status and also keeps it in the set:
 * - `TooLong`: dt is above the stable step of the elements and the contact points, or not above 0; nothing was moved;
 * - `Inverted`: a tetrahedron has no positive volume; its number is `statusElement`. Its stress does not change;
 * - `TooDeep`: an overlap is above half of `contacts.reach`, or, in the first step, `contacts.unseenPairs` is above 0;
 * - `OtherSet`: the contacts are those of another set; nothing was moved.
 *
 * Never throws. Allocates nothing, unless the list of near places of the contacts must grow.
 *
 * @param contacts of this set, from {@link createDeformableContacts}; without them blocks do not touch.
 *
 * @example
 * ```ts
 * const rock = createElasticMaterial(30e9, 0.22, 2500);
 * const blocks = createDeformables([{ mesh: meshPolyhedron(box(1, 1, 1)), material: rock }]);
 * console.log(stepDeformables(blocks, 1e-6) === StepStatus.Done); // true
 * ```
 */
export function stepDeformables(set: DeformableSet, dt: number, contacts?: DeformableContacts): StepStatus {
  set.statusElement = -1;
  if (contacts !== undefined && contacts.elements !== set.elements) return (set.status = StepStatus.OtherSet);
  if (!isStable(set.nodeCount, set.stepRates, dt, contacts)) return (set.status = StepStatus.TooLong);
  nodeGiven[0] = dt;
  moveNodes(set);
  set.time += dt;
  set.status = applyStresses(set, dt);
  contactGiven[0] = dt;
  if (contacts !== undefined && !addContacts(set, contacts) && set.status === StepStatus.Done) set.status = StepStatus.TooDeep;
  return set.status;
}

/** Writes the forces of loads and stresses, with the stresses after the last move. */
function applyStresses(set: DeformableSet, dt: number): StepStatus {
  const { elementStart, elements, positions, velocities, stresses, forces } = set;
  forces.set(set.loads);
  elementGiven[TIME_STEP] = dt;
  for (let b = 0; b < set.blockCount; b++) {
    elementGiven[LAMBDA] = set.lambda[b];
    elementGiven[MU] = set.mu[b];
    const inverted = advanceElements(elementStart[b], elementStart[b + 1], elements, positions, velocities, stresses, forces);
    if (inverted >= 0 && set.statusElement < 0) set.statusElement = inverted;
  }
  return set.statusElement < 0 ? StepStatus.Done : StepStatus.Inverted;
}
