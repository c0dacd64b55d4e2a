/**
 * The mesh of one block: tetrahedra with constant strain.
 *
 * Source: Wang, Li and Feng 2014, section 3 (constant-strain tetrahedra); the paper does not say how blocks are cut.
 */
import type { ConvexPolyhedron } from '../polyhedron/convex-polyhedron';
import { InputError } from '../math/input-error';
import { checkMesh } from './check-mesh';
import { TETRAHEDRA } from './check-arrays';
import { refineMesh } from './refine-mesh';
import { splitBlocks } from './split-blocks';
import { splitPolyhedron } from './split-polyhedron';

/** Nodes and tetrahedra of one block. */
export interface BlockMesh {
  /** Nodes, x y z packed, length 3n. */
  readonly nodes: Float64Array;
  /**
   * Nodes of each tetrahedron, length 4m. From its fourth node the first three are clockwise: its signed volume (b -
   * a) x (c - a) . (d - a) / 6 is above 0.
   */
  readonly elements: Int32Array;
}

/** The most often that edges are halved: 8 ** 6 tetrahedra from each one. */
const MOST_REFINEMENTS = 6;

/**
 * Cuts a convex polyhedron into tetrahedra. A tetrahedron stays one, a body with the faces of a prism of three sides
 * gives 3, one with the faces of a box 6 (all have the same long diagonal, Kuhn 1960). Any other is cut from its
 * centroid. `refinements` halves all edges so many times: each time one tetrahedron gives 8, and no node hangs on an
 * edge or a face.
 *
 * The frame is that of the shape: the centroid is at the origin.
 *
 * Throws InputError 'bad-option' for a number of refinements that is not 0 .. 6, and for a shape without volume.
 *
 * @example
 * ```ts
 * const mesh = meshPolyhedron(box(1, 1, 2), 1);
 * console.log(mesh.elements.length / 4); // 48
 * ```
 */
export function meshPolyhedron(shape: ConvexPolyhedron, refinements = 0): BlockMesh {
  if (!(Number.isInteger(refinements) && refinements >= 0 && refinements <= MOST_REFINEMENTS))
    throw new InputError('bad-option', `refinements is ${refinements}; it must be 0, 1, .. ${MOST_REFINEMENTS}`, -1, refinements);
  if (shape.dimension !== 3)
    throw new InputError(
      'bad-option',
      `the shape has dimension ${shape.dimension}; only a solid can be cut into tetrahedra`,
      -1,
      shape.dimension,
    );
  let mesh = splitPolyhedron(shape);
  for (let r = 0; r < refinements; r++) mesh = refineMesh(mesh);
  return mesh;
}

/**
 * A mesh from nodes and tetrahedra that are given, checked and copied.
 *
 * Throws InputError with the node or the tetrahedron as index:
 * - 'bad-length', 'not-finite', 'bad-index': arrays and their entries;
 * - 'flat': a tetrahedron without volume; 'wrong-winding': one with a negative volume;
 * - 'unused-node': a node that no tetrahedron has;
 * - 'non-manifold': a triangle of more than two tetrahedra, or of two on the same side; a node that hangs on an edge or
 *   a face; tetrahedra in several pieces.
 *
 * @param nodes x y z packed, length 3n.
 * @param elements four nodes a tetrahedron, length 4m.
 *
 * @example
 * ```ts
 * const mesh = meshFromElements([0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1], [0, 1, 2, 3]);
 * console.log(mesh.nodes.length / 3); // 4
 * ```
 */
export function meshFromElements(nodes: ArrayLike<number>, elements: ArrayLike<number>): BlockMesh {
  checkMesh(nodes, elements);
  return { nodes: Float64Array.from(nodes), elements: Int32Array.from(elements) };
}

/**
 * Meshes of several blocks from one list of nodes. `blocks` has the block of each tetrahedron, 0, 1, 2 and so on.
 *
 * Throws InputError 'shared-node' for a node that two blocks have: blocks move apart, so each must have its own. Throws
 * 'bad-index' for a number of a block that is not a whole number from 0 on, or has no tetrahedron, and all that
 * {@link meshFromElements} throws.
 *
 * @example
 * ```ts
 * const nodes = [0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 2, 1, 0, 2, 0, 1, 2, 0, 0, 3];
 * const [first, second] = meshesFromElements(nodes, [0, 1, 2, 3, 4, 5, 6, 7], [0, 1]);
 * console.log(first.elements.length, second.elements.length); // 4 4
 * ```
 */
export function meshesFromElements(nodes: ArrayLike<number>, elements: ArrayLike<number>, blocks: ArrayLike<number>): BlockMesh[] {
  return splitBlocks(TETRAHEDRA, nodes, elements, blocks).map((part) => meshFromElements(part.nodes, part.elements));
}
