/**
 * The area of the surface that a contact point stands for, when stiffnesses are those of an area.
 *
 * A node has a third of each of its triangles, projected on the contact plane. Where faces of two blocks meet, the
 * nodes of both count, so each has a half of that. A crossing of edges has a third of the triangles beside both edges,
 * halved in the same way. A triangle that is turned away counts with a tenth: no point is without stiffness.
 */
import { contactNormal } from '../force/shear-spring';
import type { Surface } from './surface';

/** Output of {@link addNodeArea} and {@link addEdgeArea}, which add to it. */
export const pointArea = /* @__PURE__ */ new Float64Array(1);

/** Least cosine of the angle of a triangle with the contact plane. */
const LEAST_COSINE = 0.1;

/** Adds the area of a node of block A, times `part`. */
export function addNodeArea(positions: Float64Array, surface: Surface, node: number, part: number): void {
  const end = surface.nodeTriangleStart[node + 1];
  for (let k = surface.nodeTriangleStart[node]; k < end; k++) addThird(positions, surface.triangles, surface.nodeTriangles[k], part);
}

/** Adds the area of an edge, times `part`: above 0 for an edge of block A, below 0 for one of block B. */
export function addEdgeArea(positions: Float64Array, surface: Surface, edge: number, part: number): void {
  for (let side = 0; side < 2; side++) addThird(positions, surface.triangles, surface.edgeTriangles[2 * edge + side], part);
}

/** Adds a third of a triangle, which is n . normal / 6 for the cross product n of two sides. */
function addThird(positions: Float64Array, triangles: Int32Array, t: number, part: number): void {
  const a = 3 * triangles[3 * t];
  const b = 3 * triangles[3 * t + 1];
  const c = 3 * triangles[3 * t + 2];
  const ux = positions[b] - positions[a];
  const uy = positions[b + 1] - positions[a + 1];
  const uz = positions[b + 2] - positions[a + 2];
  const vx = positions[c] - positions[a];
  const vy = positions[c + 1] - positions[a + 1];
  const vz = positions[c + 2] - positions[a + 2];
  const x = uy * vz - uz * vy;
  const y = uz * vx - ux * vz;
  const z = ux * vy - uy * vx;
  const facing = part * (x * contactNormal[0] + y * contactNormal[1] + z * contactNormal[2]);
  const least = (part < 0 ? -part : part) * LEAST_COSINE * Math.sqrt(x * x + y * y + z * z);
  pointArea[0] += Math.max(facing, least) / 6;
}
