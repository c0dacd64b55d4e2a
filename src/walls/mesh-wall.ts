/* eslint-disable no-restricted-syntax -- data enters the library here: meshWall throws so that the kernels need not */
/**
 * A wall of triangles: any surface, open or closed, convex or not, solid on its back side. It stands still or is moved by the caller (a bucket, a drum), and is no body.
 *
 * Its parts, by number: triangle t is part t; edge e is part triangleCount + e; vertex v is part triangleCount + edgeCount + v. Only edges at which the surface ends or is
 * convex, and vertices that stick out, are parts of their own ({@link meshWallTriangles} lists no others): elsewhere the triangles beside them say all.
 *
 * Frame: vertices are in the mesh's own frame. Keep them near its origin and let `position` say where the wall is: so nothing is lost far from the world's origin.
 */
import type { ReadonlyQuat, ReadonlyVec3 } from 'gl-matrix';
import { InputError } from '../math/input-error';
import { QUATERNION_DRIFT } from '../math/rotation';
import { readPoints, type Points } from '../polyhedron/points';
import { meshTopology } from './mesh-topology';
import { partTree, type PartTree } from './part-tree';

/** How two triangles, or one and the open air, meet at an edge. */
export const WallEdge = {
  /** One triangle only: the surface ends. */
  Border: 0,
  /** In one plane, to rounding: no feature of the surface. */
  Flat: 1,
  /** The surface bends away from the free side: a ridge. */
  Convex: 2,
  /** The surface bends towards the free side: a valley. */
  Concave: 3,
} as const;
export type WallEdge = (typeof WallEdge)[keyof typeof WallEdge];

/** A surface of triangles that bodies cannot enter from its front; see {@link meshWall}. All arrays but position and orientation stay as they were built. */
export interface MeshWall {
  readonly kind: 'mesh';
  readonly vertexCount: number;
  readonly triangleCount: number;
  readonly edgeCount: number;
  /** Welded, x y z packed, in the mesh's frame. */
  readonly vertices: Float64Array;
  /** Three vertices a triangle, counter-clockwise seen from the free side. */
  readonly triangles: Int32Array;
  /** Unit normal of each triangle, out of the solid: one and the same for all triangles of a flat part. */
  readonly normals: Float64Array;
  /** n·x on the triangle. */
  readonly offsets: Float64Array;
  /** Triangles of one number are connected and in one plane. */
  readonly flatPart: Int32Array;
  /** 1: of the triangles of one flat part at this corner, this is the one that has a point exactly there. Three a triangle. */
  readonly ownsCorner: Uint8Array;
  /** Edge from corner k to corner k + 1, three a triangle. */
  readonly triangleEdges: Int32Array;
  /** Two a edge, the lower number first. */
  readonly edgeVertices: Int32Array;
  /** Two a edge, the lower number first; -1 beyond a border. */
  readonly edgeTriangles: Int32Array;
  /** {@link WallEdge}, one a edge. */
  readonly edgeKinds: Uint8Array;
  /** 1 for vertices that stick out: tips, corners, ends of ridges. 0 for those in faces, straight ridges and borders, or valleys. */
  readonly isPeak: Uint8Array;
  /** Triangles at vertex v: vertexTriangles[vertexTriangleStart[v]] up to, not including, vertexTriangles[vertexTriangleStart[v + 1]], ascending. */
  readonly vertexTriangleStart: Int32Array;
  readonly vertexTriangles: Int32Array;
  /** Boxes over the parts. */
  readonly tree: PartTree;
  /** How exactly the vertices are known, a length: 16 rounding steps at the largest coordinate. */
  readonly tolerance: number;
  /** Place of the mesh's origin in the world, length 3. The caller's to change. */
  readonly position: Float64Array;
  /** Quaternion x y z w. The caller's to change. */
  readonly orientation: Float64Array;
}

/** Where a mesh wall stands; default the origin, not turned. */
export interface MeshWallOptions {
  position?: ReadonlyVec3 | ArrayLike<number>;
  orientation?: ReadonlyQuat | ArrayLike<number>;
}

/**
 * A wall from a triangle mesh. Bodies are on the side from which its triangles are counter-clockwise. Vertices given several times (STL, texture seams) are welded within the tolerance.
 *
 * Throws InputError, `index` counting triangles unless said otherwise: 'bad-length' (buffers that are not whole triples, no triangle), 'not-finite' (index of the point),
 * 'bad-index' (no such vertex), 'degenerate-face' (a triangle without area; value: its width), 'non-manifold' (an edge of three triangles), 'wrong-winding' (two triangles that
 * run along an edge the same way: one has its front where the other has its back), 'not-unit' (orientation).
 *
 * @param vertices x y z packed or triples; a Float32Array counts as rounded to single precision.
 * @param triangles Three vertices a triangle; without it every three vertices are one.
 *
 * @example
 * ```ts
 * // A floor of two triangles, seen counter-clockwise from above.
 * const floor = meshWall([0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0], [0, 1, 2, 0, 2, 3]);
 * floor.position[2] = 0.1; // lift it
 * ```
 */
export function meshWall(vertices: Points, triangles?: ArrayLike<number> | null, options: MeshWallOptions = {}): MeshWall {
  const points = readPoints(vertices);
  const position = numbers('position', options.position ?? [0, 0, 0], 3);
  const orientation = numbers('orientation', options.orientation ?? [0, 0, 0, 1], 4);
  const norm = orientation.reduce((sum, q) => sum + q * q, 0);
  if (!(Math.abs(norm - 1) <= QUATERNION_DRIFT)) {
    throw new InputError('not-unit', `orientation of the mesh wall has squared length ${norm}, expected 1 (x y z w)`, -1, norm);
  }
  const topology = meshTopology(points, triangles ?? null);
  return { kind: 'mesh', ...topology, tree: partTree(topology), tolerance: points.tolerance, position, orientation };
}

function numbers(name: string, given: ArrayLike<number>, length: number): Float64Array {
  if (given?.length !== length)
    throw new InputError('bad-length', `${name} of the mesh wall must have ${length} numbers`, -1, given?.length);
  const out = new Float64Array(length);
  for (let k = 0; k < length; k++) {
    if (!Number.isFinite(given[k])) throw new InputError('not-finite', `${name}[${k}] of the mesh wall is ${given[k]}`, k, given[k]);
    out[k] = given[k];
  }
  return out;
}
