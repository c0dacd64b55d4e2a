/**
 * Along which normal does a body meet a ridge or border edge of a mesh wall?
 *
 * Let u be the edge's direction. Among the unit normals m at right angles to u, from one side's normal to the other's (at a border: from the triangle's to the outward one in its
 * plane), the one with the largest g(m) = min over the body of m·(x - p), p on the edge, pushes the body off the edge with the least shift. It is
 *   - an end of that arc: the body is met by that triangle, the edge adds no normal of its own; or
 *   - inside the arc: minus the outward normal of the body's silhouette along u, at the edge of the body whose faces lie to both sides of u, or while apart the direction from the
 *     edge to a corner.
 * So each crossing of a body's edge with a ridge belongs to one part of the wall: this edge or one of its two triangles.
 *
 * Inside the arc means by more than an angle that rounding of the two edges can make. Frame: the body's. Cost: two scalar products an edge of the body.
 */
import type { Pose } from '../body/pose';
import type { ConvexPolyhedron } from '../polyhedron/convex-polyhedron';
import { WallEdge, type MeshWall } from './mesh-wall';
import { wallBand } from './plane-wall-contact';

/** What {@link ridgeAxis} found: the normal is inside the arc, or that of the first or second triangle of the edge. */
export const Ridge = { None: 0, Inside: 1, First: 2, Second: 3 } as const;

/** Normal out of the wall (0..2) and g (3). */
export const ridge = /* @__PURE__ */ new Float64Array(4);
/** The corner of the body that is lowest along the normal. */
export const ridgeVertex = /* @__PURE__ */ new Int32Array(1);

/** Ends of the edge (0..2, 3..5), its direction (6..8), then for both sides the normal and the outward direction at the edge (9..20); angle of rounding (21); in the body's frame. */
export const ridgeFrame = /* @__PURE__ */ new Float64Array(22);

/** A candidate (0..2) and its g (3). */
const axis = /* @__PURE__ */ new Float64Array(4);

/** Fills `ridge` for edge e of the mesh; reach is how far apart the two may be. */
export function ridgeAxis(shape: ConvexPolyhedron, mesh: MeshWall, e: number, pose: Pose, reach: Float64Array): number {
  const kind = mesh.edgeKinds[e];
  ridgeVertex[0] = 0;
  ridge[3] = -Infinity;
  if (kind !== WallEdge.Convex && kind !== WallEdge.Border) return Ridge.None;
  setFrame(shape, mesh, e, pose);
  const { vertices, vertexCount, edgeCount, normals, halfEdgeFace, halfEdgeOrigin } = shape;
  const f = ridgeFrame;
  const px = f[0];
  const py = f[1];
  const pz = f[2];
  const ux = f[6];
  const uy = f[7];
  const uz = f[8];
  let found: number = Ridge.None;

  // The ends of the arc.
  for (let end = 0; end < 2; end++) {
    const o = 9 + 6 * end;
    let g = Infinity;
    let lowest = 0;
    for (let v = 0; v < vertexCount; v++) {
      const h = f[o] * (vertices[3 * v] - px) + f[o + 1] * (vertices[3 * v + 1] - py) + f[o + 2] * (vertices[3 * v + 2] - pz);
      if (h < g) {
        g = h;
        lowest = v;
      }
    }
    if (g > ridge[3]) {
      for (let k = 0; k < 3; k++) ridge[k] = f[o + k];
      ridge[3] = g;
      ridgeVertex[0] = lowest;
      found = end === 0 ? Ridge.First : Ridge.Second;
    }
  }

  // The body's silhouette.
  for (let k = 0; k < edgeCount; k++) {
    const a = 3 * halfEdgeFace[2 * k];
    const b = 3 * halfEdgeFace[2 * k + 1];
    const da = normals[a] * ux + normals[a + 1] * uy + normals[a + 2] * uz;
    const db = normals[b] * ux + normals[b + 1] * uy + normals[b + 2] * uz;
    if (da * db > 0) continue;
    const wa = Math.abs(db);
    const wb = Math.abs(da);
    // Both faces along the edge: each has a silhouette edge at its rim.
    if (wa + wb === 0) continue;
    axis[0] = -(wa * normals[a] + wb * normals[b]);
    axis[1] = -(wa * normals[a + 1] + wb * normals[b + 1]);
    axis[2] = -(wa * normals[a + 2] + wb * normals[b + 2]);
    if (!toUnit() || !isInside(kind)) continue;
    const v = halfEdgeOrigin[2 * k];
    const g = axis[0] * (vertices[3 * v] - px) + axis[1] * (vertices[3 * v + 1] - py) + axis[2] * (vertices[3 * v + 2] - pz);
    if (g > ridge[3]) {
      take(g, v);
      found = Ridge.Inside;
    }
  }

  // Corners, while apart.
  if (reach[0] > reach[1]) {
    for (let v = 0; v < vertexCount; v++) {
      const x = vertices[3 * v] - px;
      const y = vertices[3 * v + 1] - py;
      const z = vertices[3 * v + 2] - pz;
      const along = x * ux + y * uy + z * uz;
      axis[0] = x - along * ux;
      axis[1] = y - along * uy;
      axis[2] = z - along * uz;
      const g = Math.sqrt(axis[0] * axis[0] + axis[1] * axis[1] + axis[2] * axis[2]);
      if (!(g > reach[1] && g > ridge[3] && g <= reach[0]) || !toUnit() || !isInside(kind) || !isLowest(shape, v)) continue;
      take(g, v);
      found = Ridge.Inside;
    }
  }
  return found;
}

function take(g: number, v: number): void {
  ridge[0] = axis[0];
  ridge[1] = axis[1];
  ridge[2] = axis[2];
  ridge[3] = g;
  ridgeVertex[0] = v;
}

function toUnit(): boolean {
  const size = Math.sqrt(axis[0] * axis[0] + axis[1] * axis[1] + axis[2] * axis[2]);
  if (!(size > 0)) return false;
  for (let k = 0; k < 3; k++) axis[k] /= size;
  return true;
}

/** Whether the candidate lies inside the arc. A border has no triangle at its far end: there the end belongs to the edge. */
function isInside(kind: number): boolean {
  const f = ridgeFrame;
  const first = axis[0] * f[12] + axis[1] * f[13] + axis[2] * f[14];
  if (!(first > f[21])) return false;
  if (kind === WallEdge.Border) return axis[0] * f[9] + axis[1] * f[10] + axis[2] * f[11] >= -f[21];
  return axis[0] * f[18] + axis[1] * f[19] + axis[2] * f[20] > f[21];
}

/** Whether no neighbour of the vertex is lower along the candidate. */
function isLowest(shape: ConvexPolyhedron, v: number): boolean {
  const { vertices, neighbours, neighbourStart } = shape;
  for (let r = neighbourStart[v]; r < neighbourStart[v + 1]; r++) {
    const w = 3 * neighbours[r];
    let rise = 0;
    for (let k = 0; k < 3; k++) rise += axis[k] * (vertices[w + k] - vertices[3 * v + k]);
    if (rise < 0) return false;
  }
  return true;
}

function setFrame(shape: ConvexPolyhedron, mesh: MeshWall, e: number, pose: Pose): void {
  const f = ridgeFrame;
  for (let end = 0; end < 2; end++) {
    const p = 3 * mesh.edgeVertices[2 * e + end];
    const x = mesh.vertices[p];
    const y = mesh.vertices[p + 1];
    const z = mesh.vertices[p + 2];
    for (let k = 0; k < 3; k++) f[3 * end + k] = pose[3 * k] * x + pose[3 * k + 1] * y + pose[3 * k + 2] * z + pose[9 + k];
  }
  const dx = f[3] - f[0];
  const dy = f[4] - f[1];
  const dz = f[5] - f[2];
  const length = Math.sqrt(dx * dx + dy * dy + dz * dz);
  f[6] = dx / length;
  f[7] = dy / length;
  f[8] = dz / length;
  const first = mesh.edgeTriangles[2 * e];
  const second = mesh.edgeTriangles[2 * e + 1];
  setSide(mesh, first, e, 9, pose);
  if (second >= 0) {
    setSide(mesh, second, e, 15, pose);
  } else {
    // The upright side of a border: its normal points outward in the triangle's plane.
    for (let k = 0; k < 3; k++) {
      f[15 + k] = f[12 + k];
      f[18 + k] = -f[9 + k];
    }
  }
  // Directions of both edges are off by what is unknown of their ends over their lengths; of the body's edge no more is known than of its inner sphere.
  f[21] = wallBand(shape, mesh.tolerance) * (1 / length + 1 / shape.inradius);
}

/** A triangle's normal, and outward direction at the edge, into ridgeFrame from entry o on. */
function setSide(mesh: MeshWall, t: number, e: number, o: number, pose: Pose): void {
  const f = ridgeFrame;
  const x = mesh.normals[3 * t];
  const y = mesh.normals[3 * t + 1];
  const z = mesh.normals[3 * t + 2];
  for (let k = 0; k < 3; k++) f[o + k] = pose[3 * k] * x + pose[3 * k + 1] * y + pose[3 * k + 2] * z;
  // Counter-clockwise the edge runs from its first to its second vertex, or back.
  let forward = -1;
  for (let k = 0; k < 3; k++) {
    if (mesh.triangleEdges[3 * t + k] === e && mesh.triangles[3 * t + k] === mesh.edgeVertices[2 * e]) forward = 1;
  }
  f[o + 3] = forward * (f[7] * f[o + 2] - f[8] * f[o + 1]);
  f[o + 4] = forward * (f[8] * f[o] - f[6] * f[o + 2]);
  f[o + 5] = forward * (f[6] * f[o + 1] - f[7] * f[o]);
}
