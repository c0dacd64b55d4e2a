/**
 * Points of a mesh inside a body, by brute force: each triangle is sampled on a grid, each sample is held against every
 * half-space of the body. Trust: what is found is there; what lies between samples is missed. Independent of all that
 * makes contacts of a mesh.
 */
import type { Pose } from '../../src/body';
import type { ConvexPolyhedron } from '../../src/polyhedron';

/** In the body's frame: x y z of each sample and the unit normal of its triangle, six numbers a sample. */
export function touchedPoints(
  shape: ConvexPolyhedron,
  vertices: ArrayLike<number>,
  triangles: ArrayLike<number>,
  pose: Pose,
  perSide: number,
): number[][] {
  const found: number[][] = [];
  const x = [0, 0, 0];
  const corner = (v: number): number[] =>
    [0, 1, 2].map(
      (r) => pose[3 * r] * vertices[3 * v] + pose[3 * r + 1] * vertices[3 * v + 1] + pose[3 * r + 2] * vertices[3 * v + 2] + pose[9 + r],
    );
  for (let t = 0; t < triangles.length; t += 3) {
    const [a, b, c] = [0, 1, 2].map((k) => corner(triangles[t + k]));
    const u = b.map((x, k) => x - a[k]);
    const v = c.map((x, k) => x - a[k]);
    const m = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]];
    const size = Math.sqrt(m[0] ** 2 + m[1] ** 2 + m[2] ** 2);
    for (let i = 0; i <= perSide; i++) {
      for (let j = 0; i + j <= perSide; j++) {
        for (let k = 0; k < 3; k++) x[k] = a[k] + (u[k] * i + v[k] * j) / perSide;
        if (isInside(shape, x)) found.push([...x, ...m.map((n) => n / size)]);
      }
    }
  }
  return found;
}

function isInside({ normals, offsets, faceCount }: ConvexPolyhedron, x: readonly number[]): boolean {
  for (let f = 0; f < faceCount; f++) {
    if (normals[3 * f] * x[0] + normals[3 * f + 1] * x[1] + normals[3 * f + 2] * x[2] > offsets[f]) return false;
  }
  return true;
}

/** How far it is from a point inside the body along a direction to its surface. */
export function wayOut({ normals, offsets, faceCount }: ConvexPolyhedron, x: readonly number[], n: ArrayLike<number>): number {
  let way = Infinity;
  for (let f = 0; f < faceCount; f++) {
    const along = normals[3 * f] * n[0] + normals[3 * f + 1] * n[1] + normals[3 * f + 2] * n[2];
    if (!(along > 0)) continue;
    way = Math.min(way, (offsets[f] - (normals[3 * f] * x[0] + normals[3 * f + 1] * x[1] + normals[3 * f + 2] * x[2])) / along);
  }
  return way;
}
