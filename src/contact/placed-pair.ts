/**
 * Two bodies side by side in A's frame, for kernels that scan them whole. Rows of vertices and of faces: A from 0, B
 * from MAX_VERTICES and MAX_FACES.
 *
 * Each kernel passes its own arrays. Reason: an engine compiles the address of a typed array into the code only if its
 * binding is a constant of the same module. With arrays of another module the direct search takes 10 to 20 % longer.
 */
import type { Pose } from '../body/pose';
import { MAX_FACES, MAX_VERTICES, type ConvexPolyhedron } from '../polyhedron/convex-polyhedron';

/** Corners of both, x y z packed: length of `corner` 6 MAX_VERTICES. */
export function placeCorners(corner: Float64Array, a: ConvexPolyhedron, b: ConvexPolyhedron, pose: Pose): void {
  for (let k = 0; k < 3 * a.vertexCount; k++) corner[k] = a.vertices[k];
  const r0 = pose[0];
  const r1 = pose[1];
  const r2 = pose[2];
  const r3 = pose[3];
  const r4 = pose[4];
  const r5 = pose[5];
  const r6 = pose[6];
  const r7 = pose[7];
  const r8 = pose[8];
  const tx = pose[9];
  const ty = pose[10];
  const tz = pose[11];
  const vertices = b.vertices;
  for (let v = 0, o = 3 * MAX_VERTICES; v < 3 * b.vertexCount; v += 3, o += 3) {
    const x = vertices[v];
    const y = vertices[v + 1];
    const z = vertices[v + 2];
    corner[o] = r0 * x + r1 * y + r2 * z + tx;
    corner[o + 1] = r3 * x + r4 * y + r5 * z + ty;
    corner[o + 2] = r6 * x + r7 * y + r8 * z + tz;
  }
}

/** Outward unit normals and offsets (normal·x = offset on the face) of both: lengths 6 and 2 MAX_FACES. */
export function placeFaces(faceNormal: Float64Array, faceOffset: Float64Array, a: ConvexPolyhedron, b: ConvexPolyhedron, pose: Pose): void {
  for (let k = 0; k < 3 * a.faceCount; k++) faceNormal[k] = a.normals[k];
  for (let k = 0; k < a.faceCount; k++) faceOffset[k] = a.offsets[k];
  const r0 = pose[0];
  const r1 = pose[1];
  const r2 = pose[2];
  const r3 = pose[3];
  const r4 = pose[4];
  const r5 = pose[5];
  const r6 = pose[6];
  const r7 = pose[7];
  const r8 = pose[8];
  const tx = pose[9];
  const ty = pose[10];
  const tz = pose[11];
  const normals = b.normals;
  for (let f = 0, o = 3 * MAX_FACES; f < b.faceCount; f++, o += 3) {
    const x = normals[3 * f];
    const y = normals[3 * f + 1];
    const z = normals[3 * f + 2];
    const nx = r0 * x + r1 * y + r2 * z;
    const ny = r3 * x + r4 * y + r5 * z;
    const nz = r6 * x + r7 * y + r8 * z;
    faceNormal[o] = nx;
    faceNormal[o + 1] = ny;
    faceNormal[o + 2] = nz;
    faceOffset[MAX_FACES + f] = b.offsets[f] + nx * tx + ny * ty + nz * tz;
  }
}
