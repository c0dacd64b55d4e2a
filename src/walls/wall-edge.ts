/** The bend of the surface at an edge. */
export const WallEdge = {
  /** One triangle only: the surface ends. */
  Border: 0,
  /** In one plane, to rounding: not a feature of the surface. */
  Flat: 1,
  /** The surface bends away from the free side: a ridge. */
  Convex: 2,
  /** The surface bends towards the free side: a valley. */
  Concave: 3,
  /**
   * Three triangles or more; or two whose orientations cannot agree; or an edge that lies along edges of other
   * triangles.
   */
  Junction: 4,
} as const;
export type WallEdge = (typeof WallEdge)[keyof typeof WallEdge];
