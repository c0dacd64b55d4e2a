/**
 * Deformable blocks: the nodes and the tetrahedra of all blocks, on flat arrays.
 *
 * Source: Wang, Li and Feng 2014, section 3, eq. 9. Masses are lumped: a tetrahedron gives a quarter of its mass to
 * each corner. Blocks share no nodes. Forces between blocks are loads that the caller gives.
 */
import { InputError } from '../math/input-error';
import type { BlockMesh } from './block-mesh';
import { checkMaterial, lameLambda, lameMu, type ElasticMaterial } from './material';
import { signedVolume } from './signed-volume';
import { StepStatus } from './step-status';

/** One block of {@link createDeformables}. */
export interface DeformableBlock {
  mesh: BlockMesh;
  material: ElasticMaterial;
  /** Added to all nodes, length 3; default 0 0 0. */
  position?: ArrayLike<number>;
  /** Velocity of all nodes at the start, length 3; default 0 0 0. */
  velocity?: ArrayLike<number>;
}

/** Blocks in motion. World coordinates; x y z packed. The caller may read all arrays and write those that say so. */
export interface DeformableSet {
  readonly blockCount: number;
  readonly nodeCount: number;
  readonly elementCount: number;
  /** Nodes of block b are nodeStart[b] up to, not including, nodeStart[b + 1]; length blockCount + 1. */
  readonly nodeStart: Int32Array;
  /** Tetrahedra of block b, in the same way. */
  readonly elementStart: Int32Array;
  /** Nodes of each tetrahedron, length 4 * elementCount. */
  readonly elements: Int32Array;
  /** Places of the nodes at the start, length 3 * nodeCount. */
  readonly startPositions: Float64Array;
  /** Places of the nodes, length 3 * nodeCount. */
  readonly positions: Float64Array;
  /** Velocities of the nodes half a step before the time of the positions, length 3 * nodeCount. May be written. */
  readonly velocities: Float64Array;
  /** Sum of the forces of stress and `loads` on each node, length 3 * nodeCount. Gravity is not in it. */
  readonly forces: Float64Array;
  /** Forces from outside that the caller gives, length 3 * nodeCount. May be written. */
  readonly loads: Float64Array;
  /** Lumped masses, length nodeCount. */
  readonly masses: Float64Array;
  /**
   * 1 where a component of a velocity is given: no force changes it. A node with three zero velocities held is fixed;
   * with others it is driven. Length 3 * nodeCount. May be written.
   */
  readonly held: Uint8Array;
  /** Stress of each tetrahedron, tension above 0: xx yy zz xy yz xz, length 6 * elementCount. */
  readonly stresses: Float64Array;
  /** Lame constants of each block, length blockCount. */
  readonly lambda: Float64Array;
  readonly mu: Float64Array;
  /** Acceleration of gravity, length 3. May be written. */
  readonly gravity: Float64Array;
  /** Largest 1 / dt^2 of the tetrahedra at each node (stable-step.ts), length nodeCount. */
  readonly stepRates: Float64Array;
  /** Damping: see {@link DeformableOptions}. May be written. */
  massDamping: number;
  localDamping: number;
  /** Sums since the start: see {@link Work}. */
  readonly work: Float64Array;
  /** Result of the last step, and the tetrahedron that it is about, or -1. */
  status: StepStatus;
  statusElement: number;
  time: number;
}

/** Options of {@link createDeformables}. */
export interface DeformableOptions {
  /** Acceleration of gravity, length 3; default 0 0 0. */
  gravity?: ArrayLike<number>;
  /**
   * Damping proportional to mass, C = alpha M of eq. 9, 1 / s; default 0. It brakes free motion too.
   */
  massDamping?: number;
  /**
   * Local damping (Cundall 1987): a force of this part of the whole force of a node, against its motion; from 0 to
   * below 1, default 0. It is for settling only: it brakes free fall too.
   */
  localDamping?: number;
}

/** Slots of `work`. */
export const Work = {
  /** Work of gravity. */
  Gravity: 0,
  /** Work of `loads`. */
  Loads: 1,
  /** Work of what drives held components. */
  Driven: 2,
  /** Energy taken by damping, >= 0. */
  Damping: 3,
} as const;
const WORK_SLOTS = 4;

/**
 * Blocks at rest or in motion, without stress.
 *
 * Throws InputError with the block as index: 'bad-option' for a material or an option out of range, 'bad-length' and
 * 'not-finite' for a position or a velocity, 'wrong-winding' for a mesh with a volume that is not positive.
 *
 * @example
 * ```ts
 * const rock = createElasticMaterial(30e9, 0.22, 2500);
 * const block = { mesh: meshPolyhedron(box(1, 1, 1)), material: rock };
 * const blocks = createDeformables([block], { gravity: [0, 0, -9.81] });
 * const dt = 0.8 * stableStep(blocks);
 * for (let k = 0; k < 10; k++) stepDeformables(blocks, dt);
 * ```
 */
export function createDeformables(blocks: readonly DeformableBlock[], options: DeformableOptions = {}): DeformableSet {
  const { gravity = NONE, massDamping = 0, localDamping = 0 } = options;
  checkVector('gravity', gravity, -1);
  if (!(massDamping >= 0 && massDamping < Infinity))
    throw new InputError('bad-option', `massDamping is ${massDamping}; it must be a number from 0 on`, -1, massDamping);
  if (!(localDamping >= 0 && localDamping < 1))
    throw new InputError('bad-option', `localDamping is ${localDamping}; it must be from 0 to below 1`, -1, localDamping);
  const nodeStart = new Int32Array(blocks.length + 1);
  const elementStart = new Int32Array(blocks.length + 1);
  blocks.forEach(({ mesh, material, position = NONE, velocity = NONE }, b) => {
    checkMaterial(material, b);
    checkVector('position', position, b);
    checkVector('velocity', velocity, b);
    nodeStart[b + 1] = nodeStart[b] + mesh.nodes.length / 3;
    elementStart[b + 1] = elementStart[b] + mesh.elements.length / 4;
  });
  const nodeCount = nodeStart[blocks.length];
  const elementCount = elementStart[blocks.length];
  const set: DeformableSet = {
    blockCount: blocks.length,
    nodeCount,
    elementCount,
    nodeStart,
    elementStart,
    elements: new Int32Array(4 * elementCount),
    startPositions: new Float64Array(3 * nodeCount),
    positions: new Float64Array(3 * nodeCount),
    velocities: new Float64Array(3 * nodeCount),
    forces: new Float64Array(3 * nodeCount),
    loads: new Float64Array(3 * nodeCount),
    masses: new Float64Array(nodeCount),
    held: new Uint8Array(3 * nodeCount),
    stresses: new Float64Array(6 * elementCount),
    lambda: Float64Array.from(blocks, ({ material }) => lameLambda(material)),
    mu: Float64Array.from(blocks, ({ material }) => lameMu(material)),
    gravity: Float64Array.from(gravity),
    stepRates: new Float64Array(nodeCount),
    massDamping,
    localDamping,
    work: new Float64Array(WORK_SLOTS),
    status: StepStatus.Done,
    statusElement: -1,
    time: 0,
  };
  blocks.forEach((block, b) => placeBlock(set, block, b));
  set.startPositions.set(set.positions);
  return set;
}

const NONE = [0, 0, 0];

function checkVector(name: string, vector: ArrayLike<number>, index: number): void {
  if (vector.length !== 3) throw new InputError('bad-length', `${name} has ${vector.length} numbers; it must have 3`, index, vector.length);
  for (let k = 0; k < 3; k++)
    if (!Number.isFinite(vector[k])) throw new InputError('not-finite', `${name} has the component ${vector[k]}`, index, vector[k]);
}

function placeBlock(set: DeformableSet, { mesh, material, position = NONE, velocity = NONE }: DeformableBlock, b: number): void {
  const first = set.nodeStart[b];
  for (let k = 0; k < mesh.nodes.length; k++) {
    set.positions[3 * first + k] = mesh.nodes[k] + position[k % 3];
    set.velocities[3 * first + k] = velocity[k % 3];
  }
  const { elements, masses, stepRates } = set;
  for (let k = 0; k < mesh.elements.length; k += 4) {
    const e = 4 * set.elementStart[b] + k;
    const volume = signedVolume(mesh.nodes, mesh.elements, k);
    if (!(volume > 0)) throw new InputError('wrong-winding', `tetrahedron ${k / 4} of block ${b} has the volume ${volume}`, b, volume);
    const rate = elementRate(mesh, k, volume, material);
    for (let c = 0; c < 4; c++) {
      const node = first + mesh.elements[k + c];
      elements[e + c] = node;
      masses[node] += (material.density * volume) / 4;
      stepRates[node] = Math.max(stepRates[node], rate);
    }
  }
}

/** cp^2 times the sum of 1 / h^2 over the four heights: see stable-step.ts. */
function elementRate({ nodes, elements }: BlockMesh, k: number, volume: number, material: ElasticMaterial): number {
  const point = (c: number) => [0, 1, 2].map((i) => nodes[3 * elements[k + c] + i]);
  let sum = 0;
  for (let c = 0; c < 4; c++) {
    const [p, q, r] = [0, 1, 2, 3].filter((other) => other !== c).map(point);
    const u = [q[0] - p[0], q[1] - p[1], q[2] - p[2]];
    const v = [r[0] - p[0], r[1] - p[1], r[2] - p[2]];
    const x = u[1] * v[2] - u[2] * v[1];
    const y = u[2] * v[0] - u[0] * v[2];
    const z = u[0] * v[1] - u[1] * v[0];
    // 1 / h = area / (3 volume).
    sum += (x * x + y * y + z * z) / (36 * volume * volume);
  }
  return ((lameLambda(material) + 2 * lameMu(material)) / material.density) * sum;
}
