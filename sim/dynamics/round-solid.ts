import { polyhedronFromVertices, roundedMesh, type ConvexPolyhedron } from 'dem-contact';

/** Steps of a quarter circle: the volume of a sphere comes out 0.6 % too small, its moment 1 %. */
const STEPS = 16;

/**
 * The sphere, rod or plate that a radius makes of a core, as a polyhedron of many faces: its volume and inertia stand
 * for those of the round body, about the centroid of the core.
 */
export function roundSolid(core: ConvexPolyhedron, radius: number): ConvexPolyhedron {
  return polyhedronFromVertices(roundedMesh(core, radius, STEPS).positions);
}
