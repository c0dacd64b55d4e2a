/* eslint-disable no-restricted-syntax -- data enters the library here: meshWall throws so that the kernels need not */
/**
 * A wall of triangles: any surface, open or closed, convex or not. It is at rest or the caller moves it (a bucket, a
 * drum). It is not a body.
 *
 * Frame: vertices are in the frame of the mesh. Keep them near its origin and use `position` to place the wall. Then no
 * precision is lost far from the origin of the world.
 */
import type { ReadonlyQuat, ReadonlyVec3 } from 'gl-matrix';
import { InputError } from '../math/input-error';
import { QUATERNION_DRIFT } from '../math/rotation';
import { readPoints, type Points } from '../polyhedron/points';
import { meshTopology } from './mesh-topology';
import type { TriangleTree } from './triangle-tree';

/** Findings and changes of {@link meshWall} in a mesh. */
export interface MeshReport {
  /** Vertices that were joined with others. */
  readonly welded: number;
  /** Triangles left out: without area, or duplicates. */
  readonly dropped: number;
  /** Reversed triangles. */
  readonly flipped: number;
  /** Edges of two triangles that still disagree in their orientation. */
  readonly unoriented: number;
  /** Edges of three triangles or more. */
  readonly junctions: number;
  /** Edges of one triangle that lie along edges of others: T-junctions. */
  readonly seams: number;
  /** Edges at which the surface ends. */
  readonly borders: number;
  /** Connected pieces, and how many of them have no border. */
  readonly pieces: number;
  readonly closedPieces: number;
}

/**
 * A surface of triangles that bodies cannot enter; see {@link meshWall}. Arrays do not change, except those of the
 * motion.
 */
export interface MeshWall {
  readonly kind: 'mesh';
  readonly vertexCount: number;
  readonly triangleCount: number;
  readonly edgeCount: number;
  /** Welded, x y z packed, in the mesh's frame. */
  readonly vertices: Float64Array;
  /** Three vertices for each triangle, counter-clockwise seen from the free side. */
  readonly triangles: Int32Array;
  /** The triangle of the input that each one was. */
  readonly sourceTriangle: Int32Array;
  /** Whether both sides are free. */
  readonly twoSided: boolean;
  /** Unit normal of each triangle, to its free side: the same for all triangles of a flat part. */
  readonly normals: Float64Array;
  /** n·x on the triangle. */
  readonly offsets: Float64Array;
  /**
   * The flat part of each triangle: triangles of one part are connected and in one plane. It is the lowest of their
   * numbers.
   */
  readonly flatPart: Int32Array;
  /** Number of triangles in the flat part of each triangle. */
  readonly partSize: Int32Array;
  /** Edge from corner k to corner k + 1, three for each triangle. */
  readonly triangleEdges: Int32Array;
  /** Two vertices for each edge, the lower number first. */
  readonly edgeVertices: Int32Array;
  /** {@link WallEdge}, one for each edge. */
  readonly edgeKinds: Uint8Array;
  /**
   * Feature of a contact point at corner k of a triangle: the vertex, or the flat part that contains it. Three for each
   * triangle.
   */
  readonly cornerCodes: Int32Array;
  /** Angle of each triangle at corner k, in radians. Three for each triangle. */
  readonly cornerAngles: Float64Array;
  /** As cornerCodes, for side k, from corner k to corner k + 1. */
  readonly sideCodes: Int32Array;
  /** 1: the surface bends by more than 15 degrees at the edge, or ends there; and at one of the edges of the vertex. */
  readonly isSharpEdge: Uint8Array;
  readonly isSharpVertex: Uint8Array;
  /** 1: the surface ends at side k. Three a triangle. */
  readonly openSides: Uint8Array;
  /** 1: the triangle belongs to a piece that has a border, and so it does not define an inside. */
  readonly isSheet: Uint8Array;
  /** Boxes over the triangles. */
  readonly tree: TriangleTree;
  /** The accuracy of the vertices, a length. */
  readonly tolerance: number;
  readonly report: MeshReport;
  /** Position of the origin of the mesh in the world, length 3. The caller may change it. */
  readonly position: Float64Array;
  /** Quaternion x y z w. The caller may change it. */
  readonly orientation: Float64Array;
  /**
   * Velocity of the origin of the mesh, in the world, length 3. The caller may change it. Contacts do not depend on it;
   * moveWall and wallMotion use it.
   */
  readonly velocity: Float64Array;
  /** Angular velocity about the mesh's origin, in the world, length 3, rad / time. */
  readonly angularVelocity: Float64Array;
}

/** How a mesh is read, the place of the wall and its motion. Default: at the origin, not rotated, at rest. */
export interface MeshWallOptions {
  position?: ReadonlyVec3 | ArrayLike<number>;
  orientation?: ReadonlyQuat | ArrayLike<number>;
  velocity?: ReadonlyVec3 | ArrayLike<number>;
  angularVelocity?: ReadonlyVec3 | ArrayLike<number>;
  /**
   * The precision of the vertices, a length: triangles within it of one plane are in one plane. Default: 16 rounding
   * steps of the largest coordinate. For text with six digits, give a step of the last digit, such as 1e-6.
   */
  tolerance?: number;
  /**
   * Bodies may be on both sides of every triangle: sheets without thickness. The winding then has no meaning. Default
   * false.
   */
  twoSided?: boolean;
  /**
   * Repairs meshes that are otherwise refused: triangles without area and duplicates are left out, triangles with the
   * wrong orientation are reversed, edges of three triangles are accepted. With a number, vertices within that length
   * are also welded. Default false. See `report`.
   */
  repair?: boolean | number;
}

/**
 * A wall from a triangle mesh. Bodies are on the side from which its triangles are counter-clockwise. Vertices given
 * several times (STL, texture seams) are welded within the tolerance.
 *
 * Throws InputError, `index` counting triangles unless said otherwise: 'bad-length' (buffers that are not whole
 * triples, no triangle), 'not-finite' (index of the point), 'bad-index' (no such vertex), 'bad-option', 'not-unit'
 * (orientation); and unless `repair` or `twoSided` allows it: 'degenerate-face' (a triangle without area; value: its
 * width; also with `twoSided`), 'non-manifold' (an edge of three triangles or more that do not come in pairs),
 * 'wrong-winding' (two triangles that pass an edge in the same direction: one has its front where the other has its
 * back).
 *
 * @param vertices x y z packed or triples; a Float32Array counts as rounded to single precision.
 * @param triangles Three vertices for each triangle; without it every three vertices are a triangle.
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
  const { twoSided = false, repair = false } = options;
  const position = numbers('position', options.position ?? [0, 0, 0], 3);
  const orientation = numbers('orientation', options.orientation ?? [0, 0, 0, 1], 4);
  const velocity = numbers('velocity', options.velocity ?? [0, 0, 0], 3);
  const angularVelocity = numbers('angularVelocity', options.angularVelocity ?? [0, 0, 0], 3);
  const norm = orientation.reduce((sum, q) => sum + q * q, 0);
  if (!(Math.abs(norm - 1) <= QUATERNION_DRIFT)) {
    throw new InputError('not-unit', `orientation of the mesh wall has squared length ${norm}, expected 1 (x y z w)`, -1, norm);
  }
  const weld = typeof repair === 'number' ? length('repair', repair) : 0;
  const tolerance = Math.max(points.tolerance, length('tolerance', options.tolerance ?? 0));
  const topology = meshTopology({ ...points, tolerance }, triangles ?? null, twoSided, repair !== false, weld);
  return { kind: 'mesh', twoSided, ...topology, tolerance, position, orientation, velocity, angularVelocity };
}

function length(name: string, given: number): number {
  if (!(given >= 0 && given < Infinity)) {
    throw new InputError('bad-option', `${name} of the mesh wall is ${given}, expected a length from 0 on`, -1, given);
  }
  return given;
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
