/**
 * The contact of a body with one triangle of a mesh wall: with its face, see mesh-wall-contact.ts.
 *
 * Points:
 * - corners of the body that belong to the triangle (corner-place.ts), with their feet on its plane;
 * - where the triangle ends at a ridge or border whose best normal is the triangle's (ridge-axis.ts), the crossings of the edge with what rests of the body on the plane: a box that juts out over the rim of a
 *   table rests on the rim, too;
 * - peaks at its corners that lie under the resting face, when the same holds for the ridges there: a box that covers the table rests on its corners.
 * Flat and concave edges give none. Gaps are taken along the triangle's normal.
 *
 * Kind and feature are those of the body on the plane. Where a face rests, its area is shared out in equal parts among the triangles that have its corners, so that the areas of a floor's triangles add up
 * to what the plane wall reports.
 */
import type { Pose } from '../body/pose';
import { clearContact, type Contact } from '../contact/contact';
import { edgeFeature, faceFeature, featureDimension, featureIndex, vertexFeature } from '../contact/feature';
import type { DetectOptions } from '../contact/method';
import { statusOfGap } from '../contact/rounding';
import { ContactKind, Status } from '../contact/status';
import type { ConvexPolyhedron } from '../polyhedron/convex-polyhedron';
import { ownsVertex } from './corner-place';
import { WallEdge, type MeshWall } from './mesh-wall';
import { wallBand } from './plane-wall-contact';
import { resting, restingArea, restingFeature } from './resting-feature';
import { Ridge, ridgeAxis, ridgeFrame } from './ridge-axis';
import { crossing, crossingCode, crossRidge, entersBody, isUnderFace } from './ridge-crossing';
import { addPoint, nextPoint } from './wall-points';

/** How far apart a point may be (0), the rounding band (1). */
const reach = /* @__PURE__ */ new Float64Array(2);

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
  reach[0] = options.margin > band ? options.margin : band;
  reach[1] = band;
  clearContact(out, Status.Separated);
  out.gap = Infinity;
  if (!(height > 0 && height <= shape.radius + reach[0])) return out.status;
  nextPoint[4] = nx;
  nextPoint[5] = ny;
  nextPoint[6] = nz;
  let lowest = 0;
  let least = Infinity;
  let lowestOwned = -1;
  for (let v = 0; v < vertexCount; v++) {
    const x = vertices[3 * v];
    const y = vertices[3 * v + 1];
    const z = vertices[3 * v + 2];
    const h = nx * x + ny * y + nz * z + height;
    if (h < least) {
      least = h;
      lowest = v;
    }
    if (!(h <= reach[0]) || !ownsVertex(shape, v, mesh, t, pose)) continue;
    if (h < out.gap) lowestOwned = v;
    nextPoint[0] = x - h * nx;
    nextPoint[1] = y - h * ny;
    nextPoint[2] = z - h * nz;
    nextPoint[3] = h;
    addPoint(out, vertexFeature(v), faceFeature(t));
  }
  if (!(least <= reach[0])) return out.status;
  resting[0] = nx;
  resting[1] = ny;
  resting[2] = nz;
  resting[3] = band;
  resting[4] = Math.max(band, -0.5 * least, options.band > 0 ? options.band : 0);
  addRims(out, shape, mesh, t, pose, restingFeature(shape, lowest));
  if (out.count === 0) return out.status;
  resting[4] = Math.max(band, -0.5 * out.gap, options.band > 0 ? options.band : 0);
  setRestingKind(out, shape, lowestOwned >= 0 ? lowestOwned : lowest, options);
  if (featureDimension(out.featureA) === 2) out.area *= shareOfFace(shape, featureIndex(out.featureA), mesh, t, pose);
  out.featureB = faceFeature(t);
  out.status = statusOfGap(out.gap, band);
  return out.status;
}

/** Points at the ridges, borders and peaks of the triangle; `feature` is what rests of the body. */
function addRims(out: Contact, shape: ConvexPolyhedron, mesh: MeshWall, t: number, pose: Pose, feature: number): void {
  const dimension = featureDimension(feature);
  if (dimension === 0) return;
  for (let k = 0; k < 3; k++) {
    const e = mesh.triangleEdges[3 * t + k];
    if (leavesToTriangle(shape, mesh, e, t, pose)) {
      const count = crossRidge(shape, feature);
      for (let end = 0; end < count; end++) {
        // The edge's own ends are peaks, below, or nothing.
        if (crossingCode[2 + end] >= 0 || !(crossing[2 + end] <= reach[0])) continue;
        if (crossing[2 + end] < -reach[1] && !entersBody(shape)) continue;
        for (let i = 0; i < 3; i++) nextPoint[i] = ridgeFrame[i] + crossing[end] * (ridgeFrame[3 + i] - ridgeFrame[i]);
        nextPoint[3] = crossing[2 + end];
        addPoint(out, crossingCode[end], edgeFeature(e));
      }
    }
    if (dimension === 2 && mesh.ownsCorner[3 * t + k] === 1) addPeak(out, shape, mesh, t, mesh.triangles[3 * t + k], pose, feature);
  }
}

/** Whether an edge is a ridge or border at which the body is best met by triangle t. */
function leavesToTriangle(shape: ConvexPolyhedron, mesh: MeshWall, e: number, t: number, pose: Pose): boolean {
  const kind = mesh.edgeKinds[e];
  if (kind !== WallEdge.Convex && kind !== WallEdge.Border) return false;
  return ridgeAxis(shape, mesh, e, pose, reach) === (mesh.edgeTriangles[2 * e] === t ? Ridge.First : Ridge.Second);
}

/** A peak under the resting face is a point if every ridge and border there leaves the body to this flat part. */
function addPeak(out: Contact, shape: ConvexPolyhedron, mesh: MeshWall, t: number, vertex: number, pose: Pose, feature: number): void {
  if (mesh.isPeak[vertex] === 0) return;
  for (let r = mesh.vertexTriangleStart[vertex]; r < mesh.vertexTriangleStart[vertex + 1]; r++) {
    const u = mesh.vertexTriangles[r];
    if (mesh.flatPart[u] !== mesh.flatPart[t]) continue;
    for (let k = 0; k < 3; k++) {
      const e = mesh.triangleEdges[3 * u + k];
      if (mesh.edgeVertices[2 * e] !== vertex && mesh.edgeVertices[2 * e + 1] !== vertex) continue;
      if (mesh.edgeKinds[e] !== WallEdge.Convex && mesh.edgeKinds[e] !== WallEdge.Border) continue;
      if (!leavesToTriangle(shape, mesh, e, u, pose)) return;
    }
  }
  const p = 3 * vertex;
  const { vertices } = mesh;
  for (let k = 0; k < 3; k++) {
    nextPoint[k] = pose[3 * k] * vertices[p] + pose[3 * k + 1] * vertices[p + 1] + pose[3 * k + 2] * vertices[p + 2] + pose[9 + k];
  }
  const face = featureIndex(feature);
  if (!isUnderFace(shape, face)) return;
  const { normals, offsets } = shape;
  const bx = normals[3 * face];
  const by = normals[3 * face + 1];
  const bz = normals[3 * face + 2];
  const gap =
    (offsets[face] - (bx * nextPoint[0] + by * nextPoint[1] + bz * nextPoint[2])) / (bx * resting[0] + by * resting[1] + bz * resting[2]);
  if (!(gap <= reach[0])) return;
  if (gap < -reach[1]) {
    for (let f = 0; f < shape.faceCount; f++) {
      if (normals[3 * f] * nextPoint[0] + normals[3 * f + 1] * nextPoint[1] + normals[3 * f + 2] * nextPoint[2] > offsets[f]) return;
    }
  }
  nextPoint[3] = gap;
  addPoint(out, feature, vertexFeature(vertex));
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

/** Kinds by the dimension of the body's feature, the wall being a face. */
const KINDS = /* @__PURE__ */ new Uint8Array([ContactKind.VertexFace, ContactKind.EdgeFace, ContactKind.FaceFace]);

/** Kind, feature and area of a contact by the feature of the body that rests on the plane in `resting`. */
function setRestingKind(out: Contact, shape: ConvexPolyhedron, lowest: number, options: DetectOptions): void {
  out.featureA = restingFeature(shape, lowest);
  const dimension = featureDimension(out.featureA);
  out.kind = KINDS[dimension] as ContactKind;
  if (dimension === 2) out.area = restingArea(shape, featureIndex(out.featureA));
  else out.area = options.minArea > 0 ? options.minArea : 0;
}
