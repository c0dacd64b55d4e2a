/**
 * Deformable blocks: the nodes and the tetrahedra of all blocks, on flat arrays.
 *
 * Source: Wang, Li and Feng 2014, section 3, eq. 9. Masses are lumped: a tetrahedron gives a quarter of its mass to
 * each corner. Blocks share no nodes. Forces between blocks are loads that the caller gives.
 */
import type { BlockMesh } from './block-mesh';
import { checkMesh } from './check-mesh';
import type { ElasticMaterial } from './material';
import { createSetArrays, type ElementSize, type SetLayout } from './set-arrays';
import { signedVolume } from './signed-volume';
import type { StepStatus } from './step-status';

/** One block of {@link createDeformables}. */
export interface DeformableBlock {
  mesh: BlockMesh;
  material: ElasticMaterial;
  /** Added to all nodes, length 3; default 0 0 0. */
  position?: ArrayLike<number>;
  /** Velocity of all nodes at the start, length 3; default 0 0 0. */
  velocity?: ArrayLike<number>;
}

/** What blocks in space and in the plane have in common. An element is a tetrahedron, in the plane a triangle. */
export interface DeformableState {
  readonly blockCount: number;
  readonly nodeCount: number;
  readonly elementCount: number;
  /** Nodes of block b are nodeStart[b] up to, not including, nodeStart[b + 1]; length blockCount + 1. */
  readonly nodeStart: Int32Array;
  /** Elements of block b, in the same way. */
  readonly elementStart: Int32Array;
  /** Lumped masses, length nodeCount. */
  readonly masses: Float64Array;
  /** Lame constants of each block, length blockCount. */
  readonly lambda: Float64Array;
  readonly mu: Float64Array;
  /** Largest 1 / dt^2 of the elements at each node (stable-step.ts), length nodeCount. */
  readonly stepRates: Float64Array;
  /** Damping: see {@link DeformableOptions}. May be written. */
  massDamping: number;
  localDamping: number;
  /** Sums since the start: see {@link Work}. */
  readonly work: Float64Array;
  /** Result of the last step, and the element that it is about, or -1. */
  status: StepStatus;
  statusElement: number;
  time: number;
}

/** Blocks in motion. World coordinates; x y z packed. The caller may read all arrays and write those that say so. */
export interface DeformableSet extends DeformableState {
  readonly dimension: 3;
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
  /**
   * 1 where a component of a velocity is given: no force changes it. A node with three zero velocities held is fixed;
   * with others it is driven. Length 3 * nodeCount. May be written.
   */
  readonly held: Uint8Array;
  /** Stress of each tetrahedron, tension above 0: xx yy zz xy yz xz, length 6 * elementCount. */
  readonly stresses: Float64Array;
  /** Acceleration of gravity, length 3. May be written. */
  readonly gravity: Float64Array;
}

/** Options of {@link createDeformables}. */
export interface DeformableOptions {
  /** Acceleration of gravity, length 3, in the plane 2; default 0. */
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

/**
 * Blocks at rest or in motion, without stress.
 *
 * Throws InputError with the block as index: 'bad-option' for a material or an option out of range, 'bad-length' and
 * 'not-finite' for a position or a velocity, all that `meshFromElements` throws for a mesh, and 'flat' for a block so
 * far from the origin that rounding changes its shape.
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
  return createSetArrays(SPACE, blocks, options);
}

const SPACE: SetLayout<3> = { dimension: 3, stresses: 6, element: 'tetrahedron', measure: measureTetrahedron, check: checkMesh };

/** Volume of the tetrahedron whose nodes start at elements[at], and the sum of 1 / h^2 over its four heights. */
function measureTetrahedron({ nodes, elements }: BlockMesh, at: number): ElementSize {
  const volume = signedVolume(nodes, elements, at);
  const point = (c: number) => [0, 1, 2].map((i) => nodes[3 * elements[at + c] + i]);
  let heights = 0;
  for (let c = 0; c < 4; c++) {
    const [p, q, r] = [0, 1, 2, 3].filter((other) => other !== c).map(point);
    const u = [q[0] - p[0], q[1] - p[1], q[2] - p[2]];
    const v = [r[0] - p[0], r[1] - p[1], r[2] - p[2]];
    const x = u[1] * v[2] - u[2] * v[1];
    const y = u[2] * v[0] - u[0] * v[2];
    const z = u[0] * v[1] - u[1] * v[0];
    // 1 / h = area / (3 volume).
    heights += (x * x + y * y + z * z) / (36 * volume * volume);
  }
  return { volume, heights };
}
