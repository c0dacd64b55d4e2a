/**
 * The two numbers by which the fast direct search decides as printed (Zheng et al. 2017): n_j, the faces around a face
 * whose planes are within dTol of a vertex (figure 7), and n_v, the vertices within dTol of the virtual contact planes
 * (figure 9). Beside n_j: what true distances say.
 */
import { ContactKind, type ConvexPolyhedron, type Pose } from 'dem-contact';

type Point = readonly number[];

/** A corner is level with a face up to one degree, as edges are parallel. */
const SINE = Math.sin(Math.PI / 180);

const dot = (p: ArrayLike<number>, q: ArrayLike<number>): number => p[0] * q[0] + p[1] * q[1] + p[2] * q[2];
const minus = (p: ArrayLike<number>, q: ArrayLike<number>): number[] => [p[0] - q[0], p[1] - q[1], p[2] - q[2]];
const length = (p: Point): number => Math.sqrt(dot(p, p));

const corner = ({ vertices }: ConvexPolyhedron, v: number): Float64Array => vertices.subarray(3 * v, 3 * v + 3);

/** Vertices and faces around a face. */
function around({ faceHalfEdge, halfEdgeNext, halfEdgeOrigin, halfEdgeFace }: ConvexPolyhedron, face: number) {
  const corners: number[] = [];
  const faces: number[] = [];
  let h = faceHalfEdge[face];
  do {
    corners.push(halfEdgeOrigin[h]);
    faces.push(halfEdgeFace[h ^ 1]);
    h = halfEdgeNext[h];
  } while (h !== faceHalfEdge[face]);
  return { corners, faces };
}

/** The smallest edge of a shape. */
export function smallestEdge(shape: ConvexPolyhedron): number {
  let least = Infinity;
  for (let h = 0; h < shape.halfEdgeOrigin.length; h += 2)
    least = Math.min(least, length(minus(corner(shape, shape.halfEdgeOrigin[h]), corner(shape, shape.halfEdgeOrigin[h + 1]))));
  return least;
}

/** A point of B in A's frame. */
export function toA(pose: Pose, p: ArrayLike<number>): number[] {
  return [0, 1, 2].map((c) => pose[3 * c] * p[0] + pose[3 * c + 1] * p[1] + pose[3 * c + 2] * p[2] + pose[9 + c]);
}

/** A point of A in B's frame. */
export function toB(pose: Pose, p: ArrayLike<number>): number[] {
  const d = [p[0] - pose[9], p[1] - pose[10], p[2] - pose[11]];
  return [0, 1, 2].map((c) => pose[c] * d[0] + pose[3 + c] * d[1] + pose[6 + c] * d[2]);
}

/** Figure 7 for one vertex and one face: the kind by n_j, None when the pair is no contact. */
export function kindByCount(point: Point, neighbours: readonly Point[], shape: ConvexPolyhedron, face: number, dTol: number): ContactKind {
  const height = (f: number): number => dot(shape.normals.subarray(3 * f, 3 * f + 3), point) - shape.offsets[f];
  if (Math.abs(height(face)) > dTol) return ContactKind.None;
  const normal = shape.normals.subarray(3 * face, 3 * face + 3);
  if (neighbours.some((other) => dot(normal, minus(other, point)) < -SINE * length(minus(other, point)))) return ContactKind.None;
  let near = 1;
  for (const other of around(shape, face).faces) {
    const h = height(other);
    if (h > dTol) return ContactKind.None;
    if (h >= -dTol) near++;
  }
  // Printed is "more than 3"; a corner of three faces then has no case.
  return near >= 3 ? ContactKind.VertexVertex : near === 2 ? ContactKind.VertexEdge : ContactKind.VertexFace;
}

/** The same by true distances: to the corners of the face, its sides, the face itself. */
export function kindByDistance(point: Point, shape: ConvexPolyhedron, face: number, dTol: number): ContactKind {
  const { corners } = around(shape, face);
  const ends = corners.map((v) => corner(shape, v));
  if (ends.some((p) => length(minus(point, p)) <= dTol)) return ContactKind.VertexVertex;
  const normal = shape.normals.subarray(3 * face, 3 * face + 3);
  let isOver = true;
  for (let k = 0; k < ends.length; k++) {
    const side = minus(ends[(k + 1) % ends.length], ends[k]);
    const way = minus(point, ends[k]);
    const part = Math.min(1, Math.max(0, dot(way, side) / dot(side, side)));
    if (length(way.map((x, c) => x - part * side[c])) <= dTol) return ContactKind.VertexEdge;
    const out = [
      side[1] * normal[2] - side[2] * normal[1],
      side[2] * normal[0] - side[0] * normal[2],
      side[0] * normal[1] - side[1] * normal[0],
    ];
    if (dot(out, way) > 0) isOver = false;
  }
  return isOver && Math.abs(dot(normal, point) - shape.offsets[face]) <= dTol ? ContactKind.VertexFace : ContactKind.None;
}

/** n_v: vertices of both bodies within dTol of the planes through their outermost points along the normal. */
export function verticesAtPlanes(a: ConvexPolyhedron, b: ConvexPolyhedron, pose: Pose, normal: Float64Array, dTol: number): number {
  const heights = (count: number, at: (v: number) => ArrayLike<number>): number[] =>
    Array.from({ length: count }, (_, v) => dot(normal, at(v)));
  const above = heights(a.vertexCount, (v) => corner(a, v));
  const below = heights(b.vertexCount, (v) => toA(pose, corner(b, v)));
  const [top, bottom] = [Math.max(...above), Math.min(...below)];
  return above.filter((h) => h >= top - dTol).length + below.filter((h) => h <= bottom + dTol).length;
}

/** Corners of a shape and those they have edges to. */
export function cornersOf(
  shape: ConvexPolyhedron,
  move: (p: ArrayLike<number>) => number[],
): { point: number[]; neighbours: number[][] }[] {
  const { halfEdgeOrigin } = shape;
  const all = Array.from({ length: shape.vertexCount }, (_, v) => ({ point: move(corner(shape, v)), neighbours: [] as number[][] }));
  for (let h = 0; h < halfEdgeOrigin.length; h++) all[halfEdgeOrigin[h]].neighbours.push(all[halfEdgeOrigin[h ^ 1]].point);
  return all;
}
