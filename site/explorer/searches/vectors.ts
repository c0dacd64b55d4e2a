/** Vectors for drawings, and the corners and normals of a body in the frame of A. */
import type { ConvexPolyhedron, Pose } from 'dem-contact';

export type Vector = [number, number, number];

const IDENTITY: ArrayLike<number> = [1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0];

export function dot(u: Vector, v: Vector): number {
  return u[0] * v[0] + u[1] * v[1] + u[2] * v[2];
}

export function cross(u: Vector, v: Vector): Vector {
  return [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]];
}

export function minus(u: Vector, v: Vector): Vector {
  return [u[0] - v[0], u[1] - v[1], u[2] - v[2]];
}

export function times(s: number, v: Vector): Vector {
  return [s * v[0], s * v[1], s * v[2]];
}

/** The vector with length 1; undefined for one that is too short to have a direction. */
export function unit(v: Vector): Vector | undefined {
  const length = Math.sqrt(dot(v, v));
  return length > 1e-12 ? times(1 / length, v) : undefined;
}

/** The corners of a body; with a pose in the frame of A. */
export function placeCorners({ vertices, vertexCount }: ConvexPolyhedron, pose: Pose | typeof IDENTITY = IDENTITY): Vector[] {
  return Array.from({ length: vertexCount }, (_, v) => {
    const [x, y, z] = turned(vertices, v, pose);
    return [x + pose[9], y + pose[10], z + pose[11]];
  });
}

/** The outward normals of the faces of a body; with a pose in the frame of A. */
export function placeNormals({ normals, faceCount }: ConvexPolyhedron, pose: Pose | typeof IDENTITY = IDENTITY): Vector[] {
  return Array.from({ length: faceCount }, (_, f) => turned(normals, f, pose));
}

function turned(list: Float64Array, row: number, pose: ArrayLike<number>): Vector {
  const [x, y, z] = list.subarray(3 * row, 3 * row + 3);
  const at = (k: number): number => pose[3 * k] * x + pose[3 * k + 1] * y + pose[3 * k + 2] * z;
  return [at(0), at(1), at(2)];
}
