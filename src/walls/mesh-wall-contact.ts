/**
 * The contact of a body with one part of a mesh wall: a triangle, a ridge or border edge, or a peak.
 *
 * Problem: a surface cut into triangles must act like the surface. Triangle by triangle, a body that slides over a flat floor is stopped by the inner edges, whose contacts
 * have normals of their own (internal edge collisions). Here each part answers with normals that the surface itself has there, and each point of the surface is the business of one part:
 *   triangle    the face normal and nothing else, for the corners of the body that belong to it (corner-place.ts), and, where it ends at a ridge or border and that leaves the normal to it,
 *               for the crossings of the body's resting face or edge with the ridge and the peaks under it (triangle-contact.ts);
 *   ridge       normals strictly between those of its two triangles; at a border between the triangle's and the outward one in its plane (ridge-contact.ts);
 *   peak        normals strictly inside the cone of those of its triangles (peak-contact.ts).
 * Flat and concave edges are no parts: on them a box has the contact points that it has on a plane wall, each once, and in a valley both sides answer.
 *
 * Guarantee, for a body whose overlap is small against the triangles and against the body: as above, and over a flat part exactly the points of {@link planeWallContact}. One-sided: a triangle answers
 * only while the body's centroid is in front of it, so a body more than half behind is let through rather than thrown out.
 *
 * Frame: the body's; pose is that of the mesh in it. No contact: kind None, no points, gap Infinity, Status.Separated. featureB and the second code of each point: faceFeature(triangle),
 * edgeFeature(edge), vertexFeature(vertex) of the mesh. NaN in pose, or no such part: Status.Invalid. Cost: one scalar product a corner for triangles, a few for each edge of the body for ridges and peaks.
 */
import { isFinitePose, type Pose } from '../body/pose';
import { clearContact, type Contact } from '../contact/contact';
import type { DetectOptions } from '../contact/method';
import { Status } from '../contact/status';
import type { ConvexPolyhedron } from '../polyhedron/convex-polyhedron';
import type { MeshWall } from './mesh-wall';
import { peakContact } from './peak-contact';
import { ridgeContact } from './ridge-contact';
import { triangleContact } from './triangle-contact';

/**
 * Fills `out` with the contact of a body and part `part` of a mesh wall ({@link meshWallTriangles}), and returns its status.
 *
 * `out.count` is the true number of points, at most the corners of the body and six; `out` keeps those that fit.
 *
 * @param pose Pose of the mesh in the body's frame.
 */
export function meshWallContact(
  out: Contact,
  shape: ConvexPolyhedron,
  mesh: MeshWall,
  part: number,
  pose: Pose,
  options: DetectOptions,
): Status {
  if (!isFinitePose(pose) || !(part >= 0)) return clearContact(out, Status.Invalid).status;
  const edge = part - mesh.triangleCount;
  if (edge < 0) return triangleContact(out, shape, mesh, part, pose, options);
  const vertex = edge - mesh.edgeCount;
  if (vertex < 0) return ridgeContact(out, shape, mesh, edge, pose, options);
  if (vertex < mesh.vertexCount) return peakContact(out, shape, mesh, vertex, pose, options);
  return clearContact(out, Status.Invalid).status;
}
