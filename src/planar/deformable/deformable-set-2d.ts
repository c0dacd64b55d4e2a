/**
 * Deformable blocks in the plane: the nodes and the triangles of all blocks, on flat arrays. Plane strain: the blocks
 * are long across the plane and keep their thickness; forces, masses and energies are those of a slice of thickness 1.
 * Twin of src/deformable/deformable-set.ts.
 */
import type { DeformableOptions, DeformableState } from '../../deformable/deformable-set';
import type { ElasticMaterial } from '../../deformable/material';
import { createSetArrays, type ElementSize, type SetLayout } from '../../deformable/set-arrays';
import type { BlockMesh2d } from './block-mesh-2d';
import { checkMesh2d } from './check-mesh-2d';
import { signedArea } from './signed-area';

/** One block of {@link createDeformables2d}. */
export interface DeformableBlock2d {
  mesh: BlockMesh2d;
  material: ElasticMaterial;
  /** Added to all nodes, length 2; default 0 0. */
  position?: ArrayLike<number>;
  /** Velocity of all nodes at the start, length 2; default 0 0. */
  velocity?: ArrayLike<number>;
}

/** Blocks in motion. World coordinates; x y packed. The caller may read all arrays and write those that say so. */
export interface DeformableSet2d extends DeformableState {
  readonly dimension: 2;
  /** Nodes of each triangle, length 3 * elementCount. */
  readonly elements: Int32Array;
  /** Places of the nodes at the start, length 2 * nodeCount. */
  readonly startPositions: Float64Array;
  /** Places of the nodes, length 2 * nodeCount. */
  readonly positions: Float64Array;
  /** Velocities of the nodes half a step before the time of the positions, length 2 * nodeCount. May be written. */
  readonly velocities: Float64Array;
  /** Sum of the forces of stress and `loads` on each node, length 2 * nodeCount. Gravity is not in it. */
  readonly forces: Float64Array;
  /** Forces from outside that the caller gives, length 2 * nodeCount. May be written. */
  readonly loads: Float64Array;
  /**
   * 1 where a component of a velocity is given: no force changes it. A node with two zero velocities held is fixed;
   * with others it is driven. Length 2 * nodeCount. May be written.
   */
  readonly held: Uint8Array;
  /** Stress of each triangle, tension above 0: xx yy xy, length 3 * elementCount. zz is nu (xx + yy). */
  readonly stresses: Float64Array;
  /** Acceleration of gravity, length 2. May be written. */
  readonly gravity: Float64Array;
}

/**
 * Blocks at rest or in motion, without stress. Options are those of `createDeformables`, with a gravity of length 2.
 * Each corner has a third of the mass of a triangle. The material's density is mass a volume.
 *
 * Throws InputError with the block as index: 'bad-option' for a material or an option out of range, 'bad-length' and
 * 'not-finite' for a position or a velocity, all that `meshFromTriangles` throws for a mesh, and 'flat' for a block so
 * far from the origin that rounding changes its shape.
 *
 * @example
 * ```ts
 * const rock = createElasticMaterial(30e9, 0.22, 2500);
 * const block = { mesh: meshPolygon(rectangle(4, 1), 3), material: rock };
 * const blocks = createDeformables2d([block], { gravity: [0, -9.81] });
 * const dt = 0.8 * stableStep2d(blocks);
 * for (let k = 0; k < 10; k++) stepDeformables2d(blocks, dt);
 * ```
 */
export function createDeformables2d(blocks: readonly DeformableBlock2d[], options: DeformableOptions = {}): DeformableSet2d {
  return createSetArrays(PLANE, blocks, options);
}

const PLANE: SetLayout<2> = { dimension: 2, stresses: 3, element: 'triangle', measure: measureTriangle, check: checkMesh2d };

/** Area of the triangle whose nodes start at elements[at], and the sum of 1 / h^2 over its three heights. */
function measureTriangle({ nodes, elements }: BlockMesh2d, at: number): ElementSize {
  const area = signedArea(nodes, elements, at);
  let heights = 0;
  for (let c = 0; c < 3; c++) {
    const p = 2 * elements[at + c];
    const q = 2 * elements[at + ((c + 1) % 3)];
    const x = nodes[q] - nodes[p];
    const y = nodes[q + 1] - nodes[p + 1];
    // 1 / h = length / (2 area).
    heights += (x * x + y * y) / (4 * area * area);
  }
  return { volume: area, heights };
}
