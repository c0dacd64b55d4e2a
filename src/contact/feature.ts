/**
 * A feature of a polyhedron as one integer: index * 4 + dimension, dimension 0 a vertex, 1 an edge, 2 a face.
 * Codes depend on the shape only, so they are stable from step to step and can be keys of friction history.
 */
export const NO_FEATURE = -1;

export function vertexFeature(vertex: number): number {
  return vertex * 4;
}

/** The edge index is half-edge >> 1. */
export function edgeFeature(edge: number): number {
  return edge * 4 + 1;
}

export function faceFeature(face: number): number {
  return face * 4 + 2;
}

/** 0 a vertex, 1 an edge, 2 a face; 3 for {@link NO_FEATURE}. */
export function featureDimension(feature: number): number {
  return feature & 3;
}

export function featureIndex(feature: number): number {
  return feature >> 2;
}
