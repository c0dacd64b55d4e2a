/**
 * To which triangles of a mesh wall does a corner of a body belong? Each corner through a flat floor belongs to exactly one of its triangles.
 *
 * - Over a flat part the foot of the corner on the common plane is located among the triangles without rounding: the sides of the foot are exact determinants
 *   (robust-predicates) in the plane of two coordinates, so that the triangles of the part cover the plane without gap or overlap. A foot on an edge belongs to the triangle of the lower
 *   number, a foot on a vertex to the lowest at that vertex (MeshWall.ownsCorner); on a border the edge belongs to its one triangle.
 * - Beyond a valley edge, behind both triangles and over neither, both have it: a corner pushed into the corner of floor and wall is stopped by both. The same holds at a valley vertex
 *   for each flat part there. Beyond any other bend of that kind (there by rounding only) the triangle of the lower number has it.
 * - Over both sides of a ridge, a corner that is behind one only, on the far side of a sharp ridge, has left the solid and is no point of that one; behind both it belongs to one. Let S be the body's corners behind both; the side behind which S is less deep has it, of equal ones the
 *   lower number. A border counts as a ridge with an upright side: what came in from the side by less than its depth did not come from above.
 * - A corner came through the triangle only if the line from the body's centroid passes within the surface: a body that reaches round a thin solid is not thrown through it.
 *
 * Frames: corners in the body's, the rest in the mesh's. Cost: a few determinants; at ridges a pass over the corners of the body.
 */
import { orient2d } from 'robust-predicates';
import type { Pose } from '../body/pose';
import type { ConvexPolyhedron } from '../polyhedron/convex-polyhedron';
import { WallEdge, type MeshWall } from './mesh-wall';

/** The corner in the mesh's frame (0..2), its foot on the plane of the last {@link setFoot} (3..5), its height over it (6). */
const spot = /* @__PURE__ */ new Float64Array(7);

/** Error bound of a determinant of differences in doubles: (3 + 16u) u with u = 2^-53 (Shewchuk 1997), rounded up. */
const SIDE_ERROR = 4 * 2 ** -53;

/** Whether vertex v of the body, which is within reach of the plane of triangle t, is a contact point of that triangle. */
export function ownsVertex(shape: ConvexPolyhedron, v: number, mesh: MeshWall, t: number, pose: Pose): boolean {
  setSpot(shape, v, pose);
  setFoot(mesh, t);
  const s0 = side(mesh, t, 0);
  const s1 = side(mesh, t, 1);
  const s2 = side(mesh, t, 2);
  if (s0 < 0 || s1 < 0 || s2 < 0) {
    if (!(spot[6] <= 0)) return false;
    return (
      (s0 < 0 && inWedge(mesh, t, 0)) ||
      (s1 < 0 && inWedge(mesh, t, 1)) ||
      (s2 < 0 && inWedge(mesh, t, 2)) ||
      inCornerWedge(mesh, t, 0) ||
      inCornerWedge(mesh, t, 1) ||
      inCornerWedge(mesh, t, 2)
    );
  }
  const zeros = (s0 === 0 ? 1 : 0) + (s1 === 0 ? 1 : 0) + (s2 === 0 ? 1 : 0);
  if (zeros === 1) {
    const k = s0 === 0 ? 0 : s1 === 0 ? 1 : 2;
    const other = neighbour(mesh, t, k);
    if (other >= 0 && mesh.flatPart[other] === mesh.flatPart[t] && other < t) return false;
  } else if (zeros === 2) {
    // The vertex that the two edges share.
    const k = s0 !== 0 ? 2 : s1 !== 0 ? 0 : 1;
    if (mesh.ownsCorner[3 * t + k] === 0) return false;
  }
  if (!(spot[6] < 0)) return true;
  for (let k = 0; k < 3; k++) if (!keepsAtRidge(shape, v, mesh, t, k, pose)) return false;
  return cameThrough(mesh, t, pose);
}

/** Triangles that {@link cameThrough} follows; small overlaps pass one or two. */
const STEPS = 256;

/**
 * Whether the line from the body's centroid to the corner passes the triangle's plane within the surface, and not beyond a ridge or border: else the body reaches round the surface, and the
 * corner did not come through it. Walks from the corner's foot to that passage, over flat edges; past a valley edge everything is solid.
 */
function cameThrough(mesh: MeshWall, t: number, pose: Pose): boolean {
  const { vertices, triangles } = mesh;
  const depth = -spot[6];
  for (let k = 0; k < 3; k++) passage[k] = -(pose[k] * pose[9] + pose[3 + k] * pose[10] + pose[6 + k] * pose[11]);
  const nx = mesh.normals[3 * t];
  const ny = mesh.normals[3 * t + 1];
  const nz = mesh.normals[3 * t + 2];
  const height = nx * passage[0] + ny * passage[1] + nz * passage[2] - mesh.offsets[t];
  const part = depth / (depth + height);
  for (let k = 0; k < 3; k++) passage[k] = spot[k] + part * (passage[k] - spot[k]);
  let at = t;
  let from = -1;
  for (let steps = STEPS; steps > 0; steps--) {
    let exit = -1;
    let first = Infinity;
    for (let k = 0; k < 3; k++) {
      const e = mesh.triangleEdges[3 * at + k];
      if (e === from) continue;
      const a = 3 * triangles[3 * at + k];
      const b = 3 * triangles[3 * at + (k === 2 ? 0 : k + 1)];
      const dx = vertices[b] - vertices[a];
      const dy = vertices[b + 1] - vertices[a + 1];
      const dz = vertices[b + 2] - vertices[a + 2];
      const ox = dy * nz - dz * ny;
      const oy = dz * nx - dx * nz;
      const oz = dx * ny - dy * nx;
      const end = ox * (passage[0] - vertices[a]) + oy * (passage[1] - vertices[a + 1]) + oz * (passage[2] - vertices[a + 2]);
      if (!(end > 0)) continue;
      const start = ox * (spot[3] - vertices[a]) + oy * (spot[4] - vertices[a + 1]) + oz * (spot[5] - vertices[a + 2]);
      const fraction = start / (start - end);
      if (fraction < first) {
        first = fraction;
        exit = k;
      }
    }
    if (exit < 0) return true;
    from = mesh.triangleEdges[3 * at + exit];
    const kind = mesh.edgeKinds[from];
    if (kind === WallEdge.Concave) return true;
    if (kind !== WallEdge.Flat) return false;
    at = neighbour(mesh, at, exit);
  }
  return true;
}

/** Where the line from the centroid passes the plane, in the mesh's frame. */
const passage = /* @__PURE__ */ new Float64Array(3);

/** The triangle beyond edge k, or -1. */
function neighbour(mesh: MeshWall, t: number, k: number): number {
  const e = mesh.triangleEdges[3 * t + k];
  const other = mesh.edgeTriangles[2 * e];
  return other === t ? mesh.edgeTriangles[2 * e + 1] : other;
}

function setSpot(shape: ConvexPolyhedron, v: number, pose: Pose): void {
  const x = shape.vertices[3 * v] - pose[9];
  const y = shape.vertices[3 * v + 1] - pose[10];
  const z = shape.vertices[3 * v + 2] - pose[11];
  spot[0] = pose[0] * x + pose[3] * y + pose[6] * z;
  spot[1] = pose[1] * x + pose[4] * y + pose[7] * z;
  spot[2] = pose[2] * x + pose[5] * y + pose[8] * z;
}

function setFoot(mesh: MeshWall, t: number): void {
  const { normals } = mesh;
  const nx = normals[3 * t];
  const ny = normals[3 * t + 1];
  const nz = normals[3 * t + 2];
  const h = nx * spot[0] + ny * spot[1] + nz * spot[2] - mesh.offsets[t];
  spot[3] = spot[0] - h * nx;
  spot[4] = spot[1] - h * ny;
  spot[5] = spot[2] - h * nz;
  spot[6] = h;
}

/** 1: the foot lies on the inner side of edge k, -1: outside, 0: on it; exact, in the two coordinates across the normal's largest. */
function side(mesh: MeshWall, t: number, k: number): number {
  const { normals, triangles, vertices } = mesh;
  const nx = Math.abs(normals[3 * t]);
  const ny = Math.abs(normals[3 * t + 1]);
  const nz = Math.abs(normals[3 * t + 2]);
  const axis = nx > ny && nx > nz ? 0 : ny > nz ? 1 : 2;
  const i = axis === 2 ? 0 : axis + 1;
  const j = axis === 0 ? 2 : axis - 1;
  const a = 3 * triangles[3 * t + k];
  const b = 3 * triangles[3 * t + (k === 2 ? 0 : k + 1)];
  const ax = vertices[a + i];
  const ay = vertices[a + j];
  const bx = vertices[b + i];
  const by = vertices[b + j];
  const x = spot[3 + i];
  const y = spot[3 + j];
  const left = (ax - x) * (by - y);
  const right = (ay - y) * (bx - x);
  let det = left - right;
  // orient2d counts the y axis downwards.
  if (!(Math.abs(det) > SIDE_ERROR * (Math.abs(left) + Math.abs(right)))) det = -orient2d(ax, ay, bx, by, x, y);
  const sign = det > 0 ? 1 : det < 0 ? -1 : 0;
  return normals[3 * t + axis] > 0 ? sign : -sign;
}

/** Behind a bend and over neither of its sides: whether triangle t has the corner beyond its edge k. */
function inWedge(mesh: MeshWall, t: number, k: number): boolean {
  const other = neighbour(mesh, t, k);
  if (other < 0 || mesh.flatPart[other] === mesh.flatPart[t]) return false;
  const e = mesh.triangleEdges[3 * t + k];
  const concave = mesh.edgeKinds[e] === WallEdge.Concave;
  if (!concave && other < t) return false;
  if (!isAlong(mesh, mesh.edgeVertices[2 * e], mesh.edgeVertices[2 * e + 1])) return false;
  const beyond = isBeyond(mesh, other, e);
  setFoot(mesh, t);
  return beyond;
}

/** Whether the corner lies between the ends a and b of an edge; an end a counts, an end b does not. */
function isAlong(mesh: MeshWall, a: number, b: number): boolean {
  return spoke(mesh, a, b) >= 0 && spoke(mesh, b, a) > 0;
}

/** (corner - p) . (q - p) for two mesh vertices. */
function spoke(mesh: MeshWall, p: number, q: number): number {
  const { vertices } = mesh;
  let sum = 0;
  for (let k = 0; k < 3; k++) sum += (spot[k] - vertices[3 * p + k]) * (vertices[3 * q + k] - vertices[3 * p + k]);
  return sum;
}

/** Whether the corner is behind a triangle and its foot on it lies outside of edge e. Moves the foot. */
function isBeyond(mesh: MeshWall, t: number, e: number): boolean {
  setFoot(mesh, t);
  if (!(spot[6] <= 0)) return false;
  for (let k = 0; k < 3; k++) if (mesh.triangleEdges[3 * t + k] === e) return side(mesh, t, k) < 0;
  return false;
}

/** Behind a valley vertex: over no triangle and along no edge there. One triangle of each flat part has the corner. */
function inCornerWedge(mesh: MeshWall, t: number, k: number): boolean {
  if (mesh.ownsCorner[3 * t + k] === 0) return false;
  const p = mesh.triangles[3 * t + k];
  for (let r = mesh.vertexTriangleStart[p]; r < mesh.vertexTriangleStart[p + 1]; r++) {
    const u = mesh.vertexTriangles[r];
    for (let i = 0; i < 3; i++) {
      const q = mesh.triangles[3 * u + i];
      if (q !== p) {
        const along = spoke(mesh, p, q);
        if (!(along < 0 || (along === 0 && q < p))) return false;
      }
      const e = mesh.triangleEdges[3 * u + i];
      if (mesh.edgeVertices[2 * e] !== p && mesh.edgeVertices[2 * e + 1] !== p) continue;
      if (mesh.edgeKinds[e] !== WallEdge.Concave && mesh.edgeKinds[e] !== WallEdge.Flat) return false;
    }
    setFoot(mesh, u);
    if (!(spot[6] <= 0)) return false;
  }
  setFoot(mesh, t);
  return true;
}

/** Whether triangle t has a corner that is behind it and over it, as far as its edge k is concerned. */
function keepsAtRidge(shape: ConvexPolyhedron, v: number, mesh: MeshWall, t: number, k: number, pose: Pose): boolean {
  const e = mesh.triangleEdges[3 * t + k];
  const kind = mesh.edgeKinds[e];
  if (kind !== WallEdge.Convex && kind !== WallEdge.Border) return true;
  const other = neighbour(mesh, t, k);
  let keeps = true;
  if (other < 0) {
    keeps = !(depthsBehind(shape, mesh, t, t, k, pose) < 0);
  } else {
    setFoot(mesh, other);
    let over = false;
    for (let i = 0; i < 3; i++) if (mesh.triangleEdges[3 * other + i] === e) over = side(mesh, other, i) >= 0;
    if (over && spot[6] > 0) {
      // Out on the other side of a sharp ridge.
      keeps = false;
    } else if (over) {
      // The same difference from both sides, to the bit, so that exactly one of them has the corner.
      const first = Math.min(t, other);
      const more = depthsBehind(shape, mesh, first, Math.max(t, other), -1, pose);
      keeps = more >= 0 ? first === t : first !== t;
    }
  }
  setSpot(shape, v, pose);
  setFoot(mesh, t);
  return keeps;
}

/**
 * Depth behind the second plane minus depth behind the first, each the largest of the corners behind both. The first plane is that of triangle `first`; the second that of triangle
 * `second`, or for k >= 0 the upright plane on edge k of the first. Moves the spot.
 */
function depthsBehind(shape: ConvexPolyhedron, mesh: MeshWall, first: number, second: number, k: number, pose: Pose): number {
  const { normals, offsets, triangles, vertices } = mesh;
  let ox = normals[3 * second];
  let oy = normals[3 * second + 1];
  let oz = normals[3 * second + 2];
  let offset = offsets[second];
  if (k >= 0) {
    const a = 3 * triangles[3 * first + k];
    const b = 3 * triangles[3 * first + (k === 2 ? 0 : k + 1)];
    const dx = vertices[b] - vertices[a];
    const dy = vertices[b + 1] - vertices[a + 1];
    const dz = vertices[b + 2] - vertices[a + 2];
    const length = Math.sqrt(dx * dx + dy * dy + dz * dz);
    const nx = ox;
    const ny = oy;
    const nz = oz;
    ox = (dy * nz - dz * ny) / length;
    oy = (dz * nx - dx * nz) / length;
    oz = (dx * ny - dy * nx) / length;
    offset = ox * vertices[a] + oy * vertices[a + 1] + oz * vertices[a + 2];
  }
  let depthFirst = 0;
  let depthSecond = 0;
  for (let v = 0; v < shape.vertexCount; v++) {
    setSpot(shape, v, pose);
    const d = offsets[first] - (normals[3 * first] * spot[0] + normals[3 * first + 1] * spot[1] + normals[3 * first + 2] * spot[2]);
    if (!(d > 0)) continue;
    const e = offset - (ox * spot[0] + oy * spot[1] + oz * spot[2]);
    if (!(e > 0)) continue;
    if (d > depthFirst) depthFirst = d;
    if (e > depthSecond) depthSecond = e;
  }
  return depthSecond - depthFirst;
}
