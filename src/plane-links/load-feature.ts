/**
 * Vertices, edges and normals of two bodies in one frame. Each is transformed when it is needed, and written to an
 * array that the caller reads. Engines would allocate a returned double.
 */
import type { Pose } from '../body/pose';
import type { ConvexPolyhedron } from '../polyhedron/convex-polyhedron';

/** Results of {@link loadVertex}, {@link loadNormal} and {@link loadTurned}. */
export const vertex = /* @__PURE__ */ new Float64Array(3);
export const fetchedNormal = /* @__PURE__ */ new Float64Array(3);
export const turned = /* @__PURE__ */ new Float64Array(3);
/** Where the vector from origin to end starts in an edge. */
export const VECTOR = 3;

/** Writes a vertex of body `side` in A's frame to `vertex`. */
export function loadVertex(shape: ConvexPolyhedron, v: number, side: number, pose: Pose): void {
  const x = shape.vertices[3 * v];
  const y = shape.vertices[3 * v + 1];
  const z = shape.vertices[3 * v + 2];
  if (side === 0) {
    vertex[0] = x;
    vertex[1] = y;
    vertex[2] = z;
  } else {
    vertex[0] = pose[0] * x + pose[1] * y + pose[2] * z + pose[9];
    vertex[1] = pose[3] * x + pose[4] * y + pose[5] * z + pose[10];
    vertex[2] = pose[6] * x + pose[7] * y + pose[8] * z + pose[11];
  }
}

/** Writes a vertex of the other body, in the frame of body `side`, to `turned`. */
export function loadTurned(other: ConvexPolyhedron, v: number, side: number, pose: Pose): void {
  let x = other.vertices[3 * v];
  let y = other.vertices[3 * v + 1];
  let z = other.vertices[3 * v + 2];
  if (side === 0) {
    turned[0] = pose[0] * x + pose[1] * y + pose[2] * z + pose[9];
    turned[1] = pose[3] * x + pose[4] * y + pose[5] * z + pose[10];
    turned[2] = pose[6] * x + pose[7] * y + pose[8] * z + pose[11];
  } else {
    x -= pose[9];
    y -= pose[10];
    z -= pose[11];
    turned[0] = pose[0] * x + pose[3] * y + pose[6] * z;
    turned[1] = pose[1] * x + pose[4] * y + pose[7] * z;
    turned[2] = pose[2] * x + pose[5] * y + pose[8] * z;
  }
}

/**
 * Edge of body `side` in A's frame: origin, then from {@link VECTOR} the vector to its end, length 6. The vector itself
 * is rotated. As a difference of rotated ends, a short edge of a large body would have the direction of their rounding.
 */
export function loadEdge(out: Float64Array, shape: ConvexPolyhedron, e: number, side: number, pose: Pose): void {
  const { vertices, halfEdgeOrigin } = shape;
  const p = 3 * halfEdgeOrigin[2 * e];
  const q = 3 * halfEdgeOrigin[2 * e + 1];
  const x = vertices[p];
  const y = vertices[p + 1];
  const z = vertices[p + 2];
  const ux = vertices[q] - x;
  const uy = vertices[q + 1] - y;
  const uz = vertices[q + 2] - z;
  if (side === 0) {
    out[0] = x;
    out[1] = y;
    out[2] = z;
    out[VECTOR] = ux;
    out[VECTOR + 1] = uy;
    out[VECTOR + 2] = uz;
  } else {
    out[0] = pose[0] * x + pose[1] * y + pose[2] * z + pose[9];
    out[1] = pose[3] * x + pose[4] * y + pose[5] * z + pose[10];
    out[2] = pose[6] * x + pose[7] * y + pose[8] * z + pose[11];
    out[VECTOR] = pose[0] * ux + pose[1] * uy + pose[2] * uz;
    out[VECTOR + 1] = pose[3] * ux + pose[4] * uy + pose[5] * uz;
    out[VECTOR + 2] = pose[6] * ux + pose[7] * uy + pose[8] * uz;
  }
}

/** Writes the outward normal of a face of body `side` in A's frame to `fetchedNormal`. */
export function loadNormal(shape: ConvexPolyhedron, f: number, side: number, pose: Pose): void {
  const x = shape.normals[3 * f];
  const y = shape.normals[3 * f + 1];
  const z = shape.normals[3 * f + 2];
  if (side === 0) {
    fetchedNormal[0] = x;
    fetchedNormal[1] = y;
    fetchedNormal[2] = z;
  } else {
    fetchedNormal[0] = pose[0] * x + pose[1] * y + pose[2] * z;
    fetchedNormal[1] = pose[3] * x + pose[4] * y + pose[5] * z;
    fetchedNormal[2] = pose[6] * x + pose[7] * y + pose[8] * z;
  }
}
