/** The mesh of one block in the plane: triangles with constant strain. Twin of src/deformable/block-mesh.ts. */
import { splitBlocks } from '../../deformable/split-blocks';
import { InputError } from '../../math/input-error';
import type { ConvexPolygon } from '../polygon/convex-polygon';
import { checkMesh2d, TRIANGLES } from './check-mesh-2d';
import { cutPolygon, refineMesh2d } from './cut-polygon';

/** Nodes and triangles of one block. */
export interface BlockMesh2d {
  /** Nodes, x y packed, length 2n. */
  readonly nodes: Float64Array;
  /** Nodes of each triangle, counter-clockwise, length 3m. */
  readonly elements: Int32Array;
}

/** The most often that edges are halved: 4 ** 8 triangles from each one. */
const MOST_REFINEMENTS = 8;

/**
 * Cuts a convex polygon into triangles. A triangle stays one, one with four corners gives 2 along its shorter diagonal,
 * and any other is cut from its centroid. `refinements` halves all edges so many times: each time one triangle gives 4,
 * and no node hangs on an edge.
 *
 * The frame is that of the polygon: the centroid is at the origin.
 *
 * Throws InputError 'bad-option' for a number of refinements that is not 0 .. 8, and for a polygon without area.
 *
 * @example
 * ```ts
 * const mesh = meshPolygon(rectangle(2, 1), 3);
 * console.log(mesh.elements.length / 3); // 128
 * ```
 */
export function meshPolygon(polygon: ConvexPolygon, refinements = 0): BlockMesh2d {
  if (!(Number.isInteger(refinements) && refinements >= 0 && refinements <= MOST_REFINEMENTS))
    throw new InputError('bad-option', `refinements is ${refinements}; it must be 0, 1, .. ${MOST_REFINEMENTS}`, -1, refinements);
  if (polygon.dimension !== 2)
    throw new InputError(
      'bad-option',
      `the polygon has dimension ${polygon.dimension}; only one with an area can be cut into triangles`,
      -1,
      polygon.dimension,
    );
  let mesh = cutPolygon(polygon);
  for (let r = 0; r < refinements; r++) mesh = refineMesh2d(mesh);
  return mesh;
}

/**
 * A mesh from nodes and triangles that are given, checked and copied.
 *
 * Throws InputError with the node or the triangle as index:
 * - 'bad-length', 'not-finite', 'bad-index': arrays and their entries;
 * - 'flat': a triangle without area; 'wrong-winding': one that is clockwise;
 * - 'unused-node': a node that no triangle has;
 * - 'non-manifold': an edge of more than two triangles, or of two on the same side; a node that hangs on an edge;
 *   triangles in several pieces.
 *
 * @param nodes x y packed, length 2n.
 * @param elements three nodes a triangle, counter-clockwise, length 3m.
 *
 * @example
 * ```ts
 * const mesh = meshFromTriangles([0, 0, 1, 0, 1, 1, 0, 1], [0, 1, 2, 0, 2, 3]);
 * console.log(mesh.nodes.length / 2); // 4
 * ```
 */
export function meshFromTriangles(nodes: ArrayLike<number>, elements: ArrayLike<number>): BlockMesh2d {
  checkMesh2d(nodes, elements);
  return { nodes: Float64Array.from(nodes), elements: Int32Array.from(elements) };
}

/**
 * Meshes of several blocks from one list of nodes. `blocks` has the block of each triangle, 0, 1, 2 and so on.
 *
 * Throws InputError 'shared-node' for a node that two blocks have: blocks move apart, so each must have its own. Throws
 * 'bad-index' for a number of a block that is not a whole number from 0 on, or has no triangle, and all that
 * {@link meshFromTriangles} throws.
 *
 * @example
 * ```ts
 * const nodes = [0, 0, 1, 0, 0, 1, 2, 0, 3, 0, 2, 1];
 * const [first, second] = meshesFromTriangles(nodes, [0, 1, 2, 3, 4, 5], [0, 1]);
 * console.log(first.elements.length, second.elements.length); // 3 3
 * ```
 */
export function meshesFromTriangles(nodes: ArrayLike<number>, elements: ArrayLike<number>, blocks: ArrayLike<number>): BlockMesh2d[] {
  return splitBlocks(TRIANGLES, nodes, elements, blocks).map((part) => meshFromTriangles(part.nodes, part.elements));
}
