/**
 * The shape of the plane family: a convex polygon, immutable, in flat typed arrays that kernels read by index. Many
 * bodies share one polygon. It is the twin of ConvexPolyhedron in space, with the same names for the same quantities.
 *
 * Frame: coordinates are relative to the polygon's own centroid (of area), x to the right and y up, vertices
 * counter-clockwise. Lengths are in the caller's unit. Write n for the number of vertices, which is that of edges: edge
 * k runs from vertex k to vertex k + 1 (the last one to vertex 0), and its outward normal points to its right.
 *
 * A core is a polygon without area, for bodies that have their thickness from a rounding radius: a point (a disc) or a
 * segment (a rod with round ends). See {@link pointCore2d} and {@link segmentCore2d}.
 */
export interface ConvexPolygon {
  /**
   * 2 for a polygon. 0 for a point: 1 vertex, no edge (`normals` and `offsets` are empty). 1 for a segment: 2 vertices,
   * and 2 edges, which are its two sides: edge 0 runs from vertex 0 to vertex 1, edge 1 back.
   */
  readonly dimension: 0 | 1 | 2;
  readonly vertexCount: number;
  /** Corners, x y packed, counter-clockwise, length 2n, relative to the centroid. */
  readonly vertices: Float64Array;
  /** Outward unit normals of the edges, length 2n. */
  readonly normals: Float64Array;
  /** Distances of the edge lines from the centroid, length n: every corner x has normal·x <= offset. */
  readonly offsets: Float64Array;
  /** Radius of the smallest circle about the centroid that contains the polygon. */
  readonly radius: number;
  /** Radius of the largest circle about the centroid inside the polygon: the least edge offset. */
  readonly inradius: number;
  readonly area: number;
  readonly perimeter: number;
  /** Polar moment of inertia about the centroid for unit density: integral of x² + y². */
  readonly inertia: number;
  /** Second moments about the centroid, length 3: integrals of x², y² and xy. */
  readonly secondMoments: Float64Array;
  /** The centroid in the coordinates of the input, length 2: input corner = vertex + origin. */
  readonly origin: Float64Array;
  /**
   * The accuracy of the coordinates, a length: {@link TOLERANCE_ULPS} rounding steps at the largest coordinate of the
   * input, or of the centred vertices if that is larger.
   */
  readonly tolerance: number;
}

/** Whether plain JavaScript has passed a polygon, and not a polyhedron, which has vertices too. */
export function isPolygon(shape: unknown): shape is ConvexPolygon {
  const given = shape as Partial<ConvexPolygon> | null | undefined;
  return (
    given?.vertices instanceof Float64Array &&
    given.vertices.length === 2 * (given.vertexCount ?? 0) &&
    given.normals instanceof Float64Array
  );
}

/**
 * tolerance = TOLERANCE_ULPS * 2^-52 * (largest coordinate), for the reasons of the polyhedra: rounded corners are off
 * a common line by a few steps.
 */
export const TOLERANCE_ULPS = 16;

/**
 * The scratch arrays of kernels have room for this many vertices of a body. A polygon with more throws InputError
 * 'too-many-vertices'.
 */
export const MAX_POLYGON_VERTICES = 5000;
