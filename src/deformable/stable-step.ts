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
import type { DeformableSet } from './deformable-set';

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
export function stableStep({ nodeCount, stepRates, masses, elements }: DeformableSet, contacts?: DeformableContacts): number {
  if (contacts !== undefined && contacts.elements !== elements)
    throw new InputError(
      'bad-option',
      'the contacts are those of another set of blocks; give the set that createDeformableContacts got',
      -1,
      contacts.surface.nodeBlock.length,
    );
  let least = Infinity;
  const law = contacts === undefined ? NONE : largest(contacts);
  for (let node = 0; node < nodeCount; node++) {
    const isInside = contacts === undefined || contacts.surface.nodeTriangleStart[node] === contacts.surface.nodeTriangleStart[node + 1];
    const points = isInside ? 0 : 1 / masses[node];
    const stiffness = stepRates[node] + Math.max(points * law.stiffness, contacts?.stiffnessRates[node] ?? 0);
    const damping = Math.max(2 * points * law.damping, contacts?.dampingRates[node] ?? 0);
    // 1 / dt^2 = stiffness + damping / dt.
    least = Math.min(least, 2 / (damping + Math.sqrt(damping * damping + 4 * stiffness)));
  }
  return least;
}

const NONE = { stiffness: 0, damping: 0 };

/** Largest stiffness and damping of both laws. */
function largest({ law, planeLaw }: DeformableContacts): typeof NONE {
  return {
    stiffness: Math.max(law.normalStiffness, law.shearStiffness, planeLaw.normalStiffness, planeLaw.shearStiffness),
    damping: Math.max(law.normalDamping, law.shearDamping, planeLaw.normalDamping, planeLaw.shearDamping),
  };
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
