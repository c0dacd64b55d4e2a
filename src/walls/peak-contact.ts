/**
 * The contact of a body with a vertex that sticks out of a mesh wall: a tip, a corner, the end of a ridge.
 *
 * Inside the body, the tip is pushed out through the face that is nearest among those whose normal, turned round, lies strictly inside the tip's cone: m·(q - p) < 0 for all its
 * neighbours q. Outside and within the margin, along the line to the nearest point of the body, if that lies inside the cone. Normals on the cone's boundary or
 * beyond it are those of ridges and triangles. One point. Cost: the faces of the body times the neighbours of the tip, while apart the body's edges.
 */
import type { Pose } from '../body/pose';
import { clearContact, type Contact } from '../contact/contact';
import { edgeFeature, faceFeature, vertexFeature } from '../contact/feature';
import type { DetectOptions } from '../contact/method';
import { statusOfGap } from '../contact/rounding';
import { ContactKind, Status } from '../contact/status';
import type { ConvexPolyhedron } from '../polyhedron/convex-polyhedron';
import type { MeshWall } from './mesh-wall';
import { wallBand } from './plane-wall-contact';
import { addPoint, nextPoint } from './wall-points';

/** The tip in the body's frame (0..2), a normal out of the wall (3..5) in the body's frame. */
const tip = /* @__PURE__ */ new Float64Array(6);

/** Fills `out`; the pose is finite. Vertices that do not stick out give no contact. */
export function peakContact(
  out: Contact,
  shape: ConvexPolyhedron,
  mesh: MeshWall,
  vertex: number,
  pose: Pose,
  options: DetectOptions,
): Status {
  const band = wallBand(shape, mesh.tolerance);
  const reach = options.margin > band ? options.margin : band;
  clearContact(out, Status.Separated);
  out.gap = Infinity;
  if (mesh.isPeak[vertex] === 0) return out.status;
  const x = mesh.vertices[3 * vertex];
  const y = mesh.vertices[3 * vertex + 1];
  const z = mesh.vertices[3 * vertex + 2];
  for (let k = 0; k < 3; k++) tip[k] = pose[3 * k] * x + pose[3 * k + 1] * y + pose[3 * k + 2] * z + pose[9 + k];
  const { faceCount, normals, offsets } = shape;

  // How far the tip is out of the body, and the best of the faces that may push it.
  let outside = -Infinity;
  let gap = -Infinity;
  let face = -1;
  for (let f = 0; f < faceCount; f++) {
    const g = normals[3 * f] * tip[0] + normals[3 * f + 1] * tip[1] + normals[3 * f + 2] * tip[2] - offsets[f];
    if (g > outside) outside = g;
    if (!(g > gap)) continue;
    for (let k = 0; k < 3; k++) tip[3 + k] = 0 - normals[3 * f + k];
    if (!isInCone(shape, mesh, vertex, pose, band) || !isOver(shape, f, band)) continue;
    gap = g;
    face = f;
  }
  if (!(outside <= reach)) return out.status;
  if (face >= 0 && (outside <= band || gap >= outside)) {
    for (let k = 0; k < 3; k++) nextPoint[4 + k] = 0 - normals[3 * face + k];
    for (let k = 0; k < 3; k++) nextPoint[k] = tip[k];
    nextPoint[3] = gap;
    addPoint(out, faceFeature(face), vertexFeature(vertex));
    out.kind = ContactKind.VertexFace;
  } else if (outside > band) {
    nearestEdge(out, shape, mesh, vertex, pose, band, reach);
  }
  if (out.count === 0) return out.status;
  out.area = options.minArea > 0 ? options.minArea : 0;
  out.status = statusOfGap(out.gap, band);
  return out.status;
}

/** Apart: the nearest point of the body's edges, if the way there is inside the cone. */
function nearestEdge(out: Contact, shape: ConvexPolyhedron, mesh: MeshWall, vertex: number, pose: Pose, band: number, reach: number): void {
  const { vertices, halfEdgeOrigin, edgeCount } = shape;
  let least = Infinity;
  let code = 0;
  let nx = 0;
  let ny = 0;
  let nz = 0;
  for (let e = 0; e < edgeCount; e++) {
    const v = halfEdgeOrigin[2 * e];
    const w = halfEdgeOrigin[2 * e + 1];
    const dx = vertices[3 * w] - vertices[3 * v];
    const dy = vertices[3 * w + 1] - vertices[3 * v + 1];
    const dz = vertices[3 * w + 2] - vertices[3 * v + 2];
    let x = vertices[3 * v] - tip[0];
    let y = vertices[3 * v + 1] - tip[1];
    let z = vertices[3 * v + 2] - tip[2];
    const t = Math.max(0, Math.min(1, -(x * dx + y * dy + z * dz) / (dx * dx + dy * dy + dz * dz)));
    x += t * dx;
    y += t * dy;
    z += t * dz;
    const square = x * x + y * y + z * z;
    if (!(square < least)) continue;
    least = square;
    code = t === 0 ? vertexFeature(v) : t === 1 ? vertexFeature(w) : edgeFeature(e);
    nx = x;
    ny = y;
    nz = z;
  }
  const gap = Math.sqrt(least);
  if (!(gap > band && gap <= reach)) return;
  tip[3] = nx / gap;
  tip[4] = ny / gap;
  tip[5] = nz / gap;
  if (!isInCone(shape, mesh, vertex, pose, band)) return;
  for (let k = 0; k < 3; k++) {
    nextPoint[k] = tip[k];
    nextPoint[4 + k] = tip[3 + k];
  }
  nextPoint[3] = gap;
  addPoint(out, code, vertexFeature(vertex));
  out.kind = (code & 3) === 0 ? ContactKind.VertexVertex : ContactKind.VertexEdge;
}

/** Whether the normal is strictly inside the tip's cone and not behind all its triangles, and the centroid is in front. */
function isInCone(shape: ConvexPolyhedron, mesh: MeshWall, vertex: number, pose: Pose, band: number): boolean {
  if (!(tip[0] * tip[3] + tip[1] * tip[4] + tip[2] * tip[5] < 0)) return false;
  const { vertices, triangles, normals } = mesh;
  // In the mesh's frame.
  const mx = pose[0] * tip[3] + pose[3] * tip[4] + pose[6] * tip[5];
  const my = pose[1] * tip[3] + pose[4] * tip[4] + pose[7] * tip[5];
  const mz = pose[2] * tip[3] + pose[5] * tip[4] + pose[8] * tip[5];
  const x = vertices[3 * vertex];
  const y = vertices[3 * vertex + 1];
  const z = vertices[3 * vertex + 2];
  let front = false;
  for (let r = mesh.vertexTriangleStart[vertex]; r < mesh.vertexTriangleStart[vertex + 1]; r++) {
    const t = mesh.vertexTriangles[r];
    if (mx * normals[3 * t] + my * normals[3 * t + 1] + mz * normals[3 * t + 2] > 0) front = true;
    for (let k = 0; k < 3; k++) {
      const q = triangles[3 * t + k];
      if (q === vertex) continue;
      const dx = vertices[3 * q] - x;
      const dy = vertices[3 * q + 1] - y;
      const dz = vertices[3 * q + 2] - z;
      // Directions are off by what is unknown of the ends: of the spoke, and of the body's face, of which no more is known than of the inner sphere.
      const unknown = band * (1 + Math.sqrt(dx * dx + dy * dy + dz * dz) / shape.inradius);
      if (!(mx * dx + my * dy + mz * dz < -unknown)) return false;
    }
  }
  return front;
}

/** Whether the tip's foot on a face lies in the face. */
function isOver(shape: ConvexPolyhedron, face: number, band: number): boolean {
  const { vertices, normals, halfEdgeNext, halfEdgeOrigin } = shape;
  const first = shape.faceHalfEdge[face];
  const nx = normals[3 * face];
  const ny = normals[3 * face + 1];
  const nz = normals[3 * face + 2];
  let h = first;
  for (let corners = shape.vertexCount; corners > 0; corners--) {
    const a = 3 * halfEdgeOrigin[h];
    const b = 3 * halfEdgeOrigin[h ^ 1];
    const ex = vertices[b] - vertices[a];
    const ey = vertices[b + 1] - vertices[a + 1];
    const ez = vertices[b + 2] - vertices[a + 2];
    const inward =
      (ny * ez - nz * ey) * (tip[0] - vertices[a]) +
      (nz * ex - nx * ez) * (tip[1] - vertices[a + 1]) +
      (nx * ey - ny * ex) * (tip[2] - vertices[a + 2]);
    if (inward < -band * Math.sqrt(ex * ex + ey * ey + ez * ez)) return false;
    h = halfEdgeNext[h];
    if (h === first) break;
  }
  return true;
}
