import { featureDimension, featureIndex } from '../../src/contact';
import type { ConvexPolyhedron } from '../../src/polyhedron';
import { faceLoops, type Solid } from './solid';
import { closestOnTriangle } from './triangle';
import { length, sub, type Vec } from './vector';

/** The corners that span a feature: one, two, or a face loop. `solid` is the shape in the frame that is wanted. */
export function featureCorners(shape: ConvexPolyhedron, solid: Solid, feature: number): Vec[] {
  const index = featureIndex(feature);
  switch (featureDimension(feature)) {
    case 0:
      return [solid.vertices[index]];
    case 1:
      return [2 * index, 2 * index + 1].map((h) => solid.vertices[shape.halfEdgeOrigin[h]]);
    case 2:
      return faceLoops(shape)[index].map((v) => solid.vertices[v]);
    default:
      throw new Error(`${feature} is no feature`);
  }
}

/** Distance of a point from a corner, an edge or a face given by its corners. */
export function distanceToFeature(p: Vec, corners: readonly Vec[]): number {
  const [first, second, ...rest] = corners.map((c) => sub(c, p));
  if (!second) return length(first);
  if (rest.length === 0) return length(closestOnTriangle(first, second, second));
  let least = Infinity;
  let previous = second;
  for (const next of rest) {
    least = Math.min(least, length(closestOnTriangle(first, previous, next)));
    previous = next;
  }
  return least;
}

/** The features that bound a feature: nothing for a corner, two corners for an edge, the edges of a face. */
export function rimOf(corners: readonly Vec[]): Vec[][] {
  if (corners.length === 1) return [];
  if (corners.length === 2) return corners.map((c) => [c]);
  return corners.map((c, k) => [c, corners[(k + 1) % corners.length]]);
}
