import { polyhedronFromVertices, type Points } from '../polyhedron/from-vertices';
import { addBody, createBodySet, type BodySet } from './body-set';

/**
 * Bodies from points in the world: each list becomes the convex hull of its points, at the place of the points. This is
 * the shortest code to create two bodies. Throws the errors of {@link polyhedronFromVertices} throws.
 *
 * @example
 * ```ts
 * const bodies = bodySetFromPoints([
 *   [0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1],
 *   [2, 0, 0, 3, 0, 0, 2, 1, 0, 2, 0, 1],
 * ]);
 * ```
 */
export function bodySetFromPoints(pointLists: readonly Points[]): BodySet {
  const bodies = createBodySet();
  for (const points of pointLists) addBody(bodies, { shape: polyhedronFromVertices(points) });
  return bodies;
}
