/**
 * The one shape of this library: a convex polyhedron with true polygonal faces, immutable, in flat typed
 * arrays that kernels read by index. Many bodies share one polyhedron.
 *
 * Frame: coordinates are relative to the solid's own centroid (of volume), right-handed; faces are
 * counter-clockwise seen from outside, so normals point outward. Lengths are in the caller's unit.
 * Write n, e, m for the numbers of vertices, edges and faces.
 *
 * Topology is a half-edge structure: half-edges 2k and 2k+1 are the two directions of edge k, so the twin of h is `h ^
 * 1` and its edge is `h >> 1`. The half-edge h starts at vertex `halfEdgeOrigin[h]`, runs counter-clockwise around face
 * `halfEdgeFace[h]` (the face lies to its left), and is followed there by `halfEdgeNext[h]`. From h, the next half-edge
 * that leaves the same vertex is `halfEdgeNext[h ^ 1]`. Repeating this step visits all of them, clockwise seen from
 * outside.
 *
 * A core is a polyhedron without volume, for bodies that have their thickness from a rounding radius: a point (a
 * sphere), a segment (a rod with round ends) or a flat polygon (a plate with round rims). See {@link pointCore}, {@link
 * segmentCore} and {@link plateCore}.
 */
export interface ConvexPolyhedron {
  /**
   * 3 for a solid. 0 for a point (1 vertex, no edges, no faces; `vertexHalfEdge` is -1). 1 for a segment (2 vertices, 1
   * edge, no faces; `halfEdgeFace` is -1). 2 for a plate (n corners, n edges, 2 faces: face 0 is the front, face 1 the
   * back, in one plane).
   */
  readonly dimension: 0 | 1 | 2 | 3;
  readonly vertexCount: number;
  readonly edgeCount: number;
  readonly faceCount: number;
  /** Corners, x y z packed, length 3n, relative to the centroid. */
  readonly vertices: Float64Array;
  /** Outward unit normals of the faces, length 3m. */
  readonly normals: Float64Array;
  /** Distances of the face planes from the centroid, length m: every corner x has normal·x <= offset (+ tolerance). */
  readonly offsets: Float64Array;
  /** Following half-edge in the same face, length 2e. */
  readonly halfEdgeNext: Int32Array;
  /** Vertex where each half-edge starts, length 2e. */
  readonly halfEdgeOrigin: Int32Array;
  /** Face to the left of each half-edge, length 2e. */
  readonly halfEdgeFace: Int32Array;
  /** One half-edge that leaves each vertex, length n. */
  readonly vertexHalfEdge: Int32Array;
  /** One half-edge of each face, length m. */
  readonly faceHalfEdge: Int32Array;
  /**
   * Neighbours of vertex v are neighbours[neighbourStart[v]] up to, not including, neighbours[neighbourStart[v+1]];
   * length n + 1.
   */
  readonly neighbourStart: Int32Array;
  /** Neighbouring vertices, in the order in which `halfEdgeNext[h ^ 1]` visits them from vertexHalfEdge, length 2e. */
  readonly neighbours: Int32Array;
  /** Radius of the smallest sphere about the centroid that contains the solid. */
  readonly radius: number;
  /** Radius of the largest sphere about the centroid inside the solid: the least face offset. */
  readonly inradius: number;
  readonly volume: number;
  /** Surface area. */
  readonly area: number;
  /**
   * Inertia tensor about the centroid for unit density, row-major 3x3; off-diagonals are minus the products of inertia.
   */
  readonly inertia: Float64Array;
  /** The centroid in the coordinates of the input, length 3: input corner = vertex + origin. */
  readonly origin: Float64Array;
  /**
   * The accuracy of the coordinates, a length: {@link TOLERANCE_ULPS} rounding steps at the largest coordinate of the
   * input, or of the centred vertices if that is larger. Corners lie on the planes of their faces to within this
   * length.
   */
  readonly tolerance: number;
}

/**
 * Whether a value from plain JavaScript is a polyhedron. Checks only that the arrays exist; validatePolyhedron checks
 * everything.
 */
export function isPolyhedron(shape: unknown): shape is ConvexPolyhedron {
  const given = shape as Partial<ConvexPolyhedron> | null | undefined;
  return (
    given?.vertices instanceof Float64Array &&
    given.vertices.length === 3 * (given.vertexCount ?? 0) &&
    given.normals instanceof Float64Array &&
    given.faceHalfEdge instanceof Int32Array
  );
}

/**
 * tolerance = TOLERANCE_ULPS * 2^-52 * (largest coordinate). Corners that were computed elsewhere and rounded to
 * doubles are off a common plane by about one such step, and by a few after a rotation. 16 steps (2^-48) are safely
 * more. For a body near the origin they are 1e-14 of its size, far less than any real feature.
 */
export const TOLERANCE_ULPS = 16;

/**
 * The scratch arrays of kernels have room for this many vertices of a body. A polyhedron with more throws InputError
 * 'too-many-vertices'.
 */
export const MAX_VERTICES = 5000;

/** Euler: a convex polyhedron of n vertices has at most 2n - 4 faces and 3n - 6 edges. */
export const MAX_FACES = 2 * MAX_VERTICES - 4;
export const MAX_EDGES = 3 * MAX_VERTICES - 6;
