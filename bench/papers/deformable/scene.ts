/** What the problems of deformable blocks have in common: turned meshes, energies, motion of the whole block. */
import { deformableEnergy, type BlockMesh, type DeformableContacts, type DeformableSet } from 'dem-contact';

export const G = 9.81;
export const radians = (degrees: number): number => (degrees * Math.PI) / 180;

/** Kinetic and elastic energy, energy of the springs, and work of gravity since the start, J. */
export interface Balance {
  kinetic: number;
  elastic: number;
  springs: number;
  gravity: number;
}

/** Looks at the blocks after a time step of length dt. */
export type Watch = (set: DeformableSet, contacts: DeformableContacts, dt: number) => void;

/** At the time of the last step. */
export function balanceOf(set: DeformableSet, contacts: DeformableContacts, dt: number): Balance {
  const { kinetic, elastic, gravity } = deformableEnergy(set, dt);
  return { kinetic, elastic, springs: contacts.springEnergy[0] + contacts.springEnergy[1], gravity };
}

/** Mass of block b. */
export const massOf = ({ masses, nodeStart }: DeformableSet, b: number): number =>
  masses.subarray(nodeStart[b], nodeStart[b + 1]).reduce((sum, m) => sum + m, 0);

/** Mean over the nodes of block b of a vector for each node, with their masses. */
export function meanOf({ masses, nodeStart }: DeformableSet, vectors: Float64Array, b: number): number[] {
  const sum = [0, 0, 0];
  let mass = 0;
  for (let n = nodeStart[b]; n < nodeStart[b + 1]; n++) {
    mass += masses[n];
    for (let k = 0; k < 3; k++) sum[k] += masses[n] * vectors[3 * n + k];
  }
  return sum.map((x) => x / mass);
}

/** The mesh with its nodes mapped by a proper rotation and a shift. */
export function placed({ nodes, elements }: BlockMesh, map: (node: number[]) => number[]): BlockMesh {
  const out = nodes.slice();
  for (let n = 0; n < nodes.length; n += 3) out.set(map([...nodes.subarray(n, n + 3)]), n);
  return { nodes: out, elements };
}

/** Holds the nodes of block b for which `isHeld` is true. */
export function hold(set: DeformableSet, b: number, isHeld: (x: number, y: number, z: number) => boolean): void {
  for (let n = set.nodeStart[b]; n < set.nodeStart[b + 1]; n++) {
    const [x, y, z] = set.positions.subarray(3 * n, 3 * n + 3);
    if (isHeld(x, y, z)) set.held.fill(1, 3 * n, 3 * n + 3);
  }
}
