import type { ConvexPolyhedron } from '../polyhedron/convex-polyhedron';

/**
 * The polyhedron `factor` times as large, about the origin of its input: corner = factor * vertex + factor * origin.
 *
 * Topology and normals are shared with the original, so features keep their numbers; lengths are multiplied by the
 * factor, areas by its square, volume by its cube, inertia (unit density) by its fifth power. Each product rounds by
 * half a step, which the tolerance (16 steps, scaled along) covers. The factor must be > 0.
 */
export function scaledPolyhedron(polyhedron: ConvexPolyhedron, factor: number): ConvexPolyhedron {
  const square = factor * factor;
  return {
    ...polyhedron,
    vertices: polyhedron.vertices.map((x) => factor * x),
    offsets: polyhedron.offsets.map((x) => factor * x),
    radius: factor * polyhedron.radius,
    inradius: factor * polyhedron.inradius,
    volume: square * factor * polyhedron.volume,
    area: square * polyhedron.area,
    inertia: polyhedron.inertia.map((x) => square * square * factor * x),
    origin: polyhedron.origin.map((x) => factor * x),
    tolerance: factor * polyhedron.tolerance,
  };
}
