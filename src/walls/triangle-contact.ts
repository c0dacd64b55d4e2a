/**
 * The contact of a body with one triangle of a mesh wall: with the face of it, see mesh-wall-contact.ts.
 *
 * Kind and feature are those of the body on the triangle's plane. Where a face rests, its area is shared out among the triangles that have its corners, in equal parts: the areas of a floor's triangles
 * add up to what the plane wall reports.
 */
import type { Pose } from '../body/pose';
import { clearContact, type Contact } from '../contact/contact';
import { faceFeature, featureDimension, featureIndex, vertexFeature } from '../contact/feature';
import type { DetectOptions } from '../contact/method';
import { statusOfGap } from '../contact/rounding';
import { Status } from '../contact/status';
import type { ConvexPolyhedron } from '../polyhedron/convex-polyhedron';
import { ownsVertex } from './corner-place';
import type { MeshWall } from './mesh-wall';
import { setRestingKind, wallBand } from './plane-wall-contact';
import { resting } from './resting-feature';

/** Fills `out`; the pose is finite, the triangle one of the mesh. */
export function triangleContact(
  out: Contact,
  shape: ConvexPolyhedron,
  mesh: MeshWall,
  t: number,
  pose: Pose,
  options: DetectOptions,
): Status {
  const { vertices, vertexCount } = shape;
  const mx = mesh.normals[3 * t];
  const my = mesh.normals[3 * t + 1];
  const mz = mesh.normals[3 * t + 2];
  const nx = pose[0] * mx + pose[1] * my + pose[2] * mz;
  const ny = pose[3] * mx + pose[4] * my + pose[5] * mz;
  const nz = pose[6] * mx + pose[7] * my + pose[8] * mz;
  // Height of the body's centroid, which is where its frame has its origin.
  const height = -(nx * pose[9] + ny * pose[10] + nz * pose[11]) - mesh.offsets[t];
  const band = wallBand(shape, mesh.tolerance);
  const reach = options.margin > band ? options.margin : band;
  clearContact(out, Status.Separated);
  out.gap = Infinity;
  if (!(height > 0 && height <= shape.radius + reach)) return out.status;
  const wall = faceFeature(t);
  let lowest = -1;
  let gap = Infinity;
  let count = 0;
  for (let v = 0; v < vertexCount; v++) {
    const x = vertices[3 * v];
    const y = vertices[3 * v + 1];
    const z = vertices[3 * v + 2];
    const h = nx * x + ny * y + nz * z + height;
    if (!(h <= reach) || !ownsVertex(shape, v, mesh, t, pose)) continue;
    if (h < gap) {
      gap = h;
      lowest = v;
    }
    if (count < out.gaps.length) {
      out.points[3 * count] = x - h * nx;
      out.points[3 * count + 1] = y - h * ny;
      out.points[3 * count + 2] = z - h * nz;
      out.gaps[count] = h;
      out.features[2 * count] = vertexFeature(v);
      out.features[2 * count + 1] = wall;
    }
    count++;
  }
  if (count === 0) return out.status;
  resting[0] = nx;
  resting[1] = ny;
  resting[2] = nz;
  resting[3] = band;
  resting[4] = Math.max(band, -0.5 * gap, options.band > 0 ? options.band : 0);
  setRestingKind(out, shape, lowest, options);
  if (featureDimension(out.featureA) === 2) out.area *= shareOfFace(shape, featureIndex(out.featureA), mesh, t, pose);
  out.gap = gap;
  out.normal[0] = 0 - nx;
  out.normal[1] = 0 - ny;
  out.normal[2] = 0 - nz;
  for (let k = 0; k < 3; k++) {
    out.pointA[k] = vertices[3 * lowest + k];
    out.pointB[k] = vertices[3 * lowest + k] + gap * out.normal[k];
  }
  out.featureB = wall;
  out.count = count;
  out.status = statusOfGap(gap, band);
  return out.status;
}

/** The part of a face's corners that belong to the triangle. */
function shareOfFace(shape: ConvexPolyhedron, face: number, mesh: MeshWall, t: number, pose: Pose): number {
  const first = shape.faceHalfEdge[face];
  let corners = 0;
  let owned = 0;
  let h = first;
  do {
    corners++;
    if (ownsVertex(shape, shape.halfEdgeOrigin[h], mesh, t, pose)) owned++;
    h = shape.halfEdgeNext[h];
  } while (h !== first && corners < shape.vertexCount);
  return owned / corners;
}
