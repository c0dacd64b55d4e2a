import { roundedMesh, type ConvexPolyhedron } from 'dem-contact';
import type { ShapeData } from './report-data';

/**
 * The solid as the page draws it, about its centroid. A rounding radius moves every face out by the radius and closes
 * the surface with a strip along each edge and a polygon at each vertex: corners lie on the rounded body, so the
 * drawing touches where the body touches with its faces. Spheres, rods and plates are drawn as roundedMesh makes them.
 */
export function drawnShape(name: string, polyhedron: ConvexPolyhedron, rounding: number): Omit<ShapeData, 'colour'> {
  if (polyhedron.dimension < 3) {
    const { positions, faces } = roundedMesh(polyhedron, rounding);
    return { name, rounded: true, vertices: rounded(positions), faces: faces.map((face) => [...face]) };
  }
  if (rounding > 0) return { name, rounded: true, ...chamfered(polyhedron, rounding) };
  const faces = Array.from(polyhedron.faceHalfEdge, (h) => faceCycle(polyhedron, h).map((g) => polyhedron.halfEdgeOrigin[g]));
  return { name, rounded: false, vertices: rounded(polyhedron.vertices), faces };
}

/** Half-edges of the face of h, counter-clockwise from h on. */
function faceCycle(polyhedron: ConvexPolyhedron, h: number): number[] {
  const cycle = [h];
  for (let g = polyhedron.halfEdgeNext[h]; g !== h; g = polyhedron.halfEdgeNext[g]) cycle.push(g);
  return cycle;
}

/** One corner per half-edge: its vertex, moved out with the face of the half-edge. */
function chamfered(polyhedron: ConvexPolyhedron, rounding: number): { vertices: number[]; faces: number[][] } {
  const { halfEdgeNext, halfEdgeOrigin, halfEdgeFace, normals, vertices } = polyhedron;
  const corners = new Float64Array(3 * halfEdgeOrigin.length);
  halfEdgeOrigin.forEach((v, h) => {
    for (let k = 0; k < 3; k++) corners[3 * h + k] = vertices[3 * v + k] + rounding * normals[3 * halfEdgeFace[h] + k];
  });
  const faces = Array.from(polyhedron.faceHalfEdge, (h) => faceCycle(polyhedron, h));
  for (let h = 0; h < halfEdgeOrigin.length; h += 2) faces.push([halfEdgeNext[h], h, halfEdgeNext[h + 1], h + 1]);
  for (const first of polyhedron.vertexHalfEdge) {
    // halfEdgeNext[h ^ 1] goes round the vertex clockwise.
    const around = [first];
    for (let h = halfEdgeNext[first ^ 1]; h !== first; h = halfEdgeNext[h ^ 1]) around.unshift(h);
    faces.push(around);
  }
  return { vertices: rounded(corners), faces };
}

/** Numbers to nine figures (or more): far below a pixel, and the page stays small. */
export function rounded(values: ArrayLike<number>, figures = 9): number[] {
  return Array.from(values, (value) => Number(value.toPrecision(figures)));
}
