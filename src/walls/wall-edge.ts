/** How the surface goes on at an edge. */
export const WallEdge = {
  /** One triangle only: the surface ends. */
  Border: 0,
  /** In one plane, to rounding: no feature of the surface. */
  Flat: 1,
  /** The surface bends away from the free side: a ridge. */
  Convex: 2,
  /** The surface bends towards the free side: a valley. */
  Concave: 3,
  /**
   * Three triangles or more, or two whose sides cannot agree; or an edge along which the edges of other triangles run.
   */
  Junction: 4,
} as const;
export type WallEdge = (typeof WallEdge)[keyof typeof WallEdge];
