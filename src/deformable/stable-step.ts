/**
 * The longest stable time step of explicit central differences.
 *
 * One tetrahedron: dt_e = 1 / (cp sqrt(sum of 1 / h^2)) with its four heights h and cp^2 = (lambda + 2 mu) / rho. The
 * trace of its stiffness against its lumped masses bounds the largest eigenvalue: w^2 <= 4 cp^2 sum of 1 / h^2, and
 * dt = 2 / w. The least h / cp, which is often used, can be twice too long. The largest eigenvalue of a mesh is not
 * above that of its worst tetrahedron. A triangle of three corners has w^2 <= 3 cp^2 sum of 1 / h^2.
 *
 * A contact point has the stiffness K and the shares b_i of its nodes. The sum S of |b_i| is 2 between two blocks,
 * and 1 on a plane. The point adds S K |b_i| / (4 m_i) to 1 / dt^2 at node i, because (sum b_i x_i)^2 <= S sum |b_i|
 * x_i^2. A dashpot c adds S c |b_i| / (2 m_i dt), because its velocity is half a step late. Each node must obey
 *
 *     1 / dt^2 >= rate of its worst tetrahedron + those of all its points.
 */
import { InputError } from '../math/input-error';
import type { DeformableContacts } from './deformable-contacts';
import type { SpringLaw } from '../force/spring-law';
import type { DeformableSet, DeformableState } from './deformable-set';

/**
 * The longest stable step of the elements, and with `contacts` of the contact points too. Use 0.8 of it. Infinity for a
 * set without elements.
 *
 * Every node of the surface counts with two points at least: one of its own, and one of a node of another block on it.
 * A node with more points can need a shorter step. `stepDeformables` then returns `TooLong`; call this function again.
 *
 * Throws InputError 'bad-option' for contacts of another set; the value is the number of nodes of that set.
 *
 * @example
 * ```ts
 * const rock = createElasticMaterial(30e9, 0.22, 2500);
 * console.log(stableStep(createDeformables([{ mesh: meshPolyhedron(box(1, 1, 1)), material: rock }])) > 1e-5); // true
 * ```
 */
export function stableStep(set: DeformableSet, contacts?: DeformableContacts): number {
  if (contacts === undefined) return longestStep(set);
  const { nodes } = contacts.surface;
  checkOwner(set, contacts);
  return longestStep(set, { nodes, laws: [contacts.law, contacts.planeLaw], rates: contacts, sizes: contacts.nodeSizes });
}

/** Throws for contacts of another set, with their number of nodes. */
export function checkOwner({ elements }: { elements: Int32Array }, contacts: PointRates & { elements: Int32Array }): void {
  if (contacts.elements !== elements)
    throw new InputError(
      'bad-option',
      'the contacts are those of another set of blocks; give the set that they were made for',
      -1,
      contacts.stiffnessRates.length,
    );
}

/** Contacts of a set in space or in the plane: nodes that may touch, laws, rates of the last step, areas of nodes. */
export interface SteppedContacts {
  readonly nodes: Int32Array;
  readonly laws: readonly SpringLaw[];
  readonly rates: PointRates;
  /** For laws of an area: see {@link DeformableContacts}. */
  readonly sizes?: Float64Array;
}

export function longestStep({ nodeCount, stepRates, masses }: DeformableState, contacts?: SteppedContacts): number {
  const stiffness = stepRates.slice();
  const damping = new Float64Array(nodeCount);
  if (contacts !== undefined) {
    const { nodes, laws, rates, sizes } = contacts;
    const stiffest = Math.max(...laws.flatMap((law) => [law.normalStiffness, law.shearStiffness]));
    const slowest = Math.max(...laws.flatMap((law) => [law.normalDamping, law.shearDamping]));
    for (const node of nodes) {
      const part = (sizes?.[node] ?? 1) / masses[node];
      stiffness[node] += Math.max(part * stiffest, rates.stiffnessRates[node]);
      damping[node] = Math.max(2 * part * slowest, rates.dampingRates[node]);
    }
  }
  let least = Infinity;
  // 1 / dt^2 = stiffness + damping / dt.
  for (let node = 0; node < nodeCount; node++)
    least = Math.min(least, 2 / (damping[node] + Math.sqrt(damping[node] * damping[node] + 4 * stiffness[node])));
  return least;
}

/** Sums for each node of what its contact points add to 1 / dt^2, and to 1 / dt. */
export interface PointRates {
  readonly stiffnessRates: Float64Array;
  readonly dampingRates: Float64Array;
}

/** Whether dt is above 0, finite, and not above the bound of any node. */
export function isStable(nodeCount: number, stepRates: Float64Array, dt: number, points: PointRates | undefined): boolean {
  const most = 1 / (dt * dt);
  let isBelow = dt > 0 && dt < Infinity;
  for (let node = 0; node < nodeCount; node++) {
    const springs = points === undefined ? 0 : points.stiffnessRates[node] + points.dampingRates[node] / dt;
    if (!(stepRates[node] + springs <= most)) isBelow = false;
  }
  return isBelow;
}
