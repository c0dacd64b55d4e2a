/**
 * The contact of a body with a ridge or border edge of a mesh wall, along a normal strictly between those of its sides (ridge-axis.ts).
 *
 * Points: the crossings of the edge with the body's resting feature along that normal: one where two edges cross or, while apart, a corner of the body is beside the edge; two where the body's
 * face or edge lies along it. An end of the edge is a point only if it is a peak, so a straight ridge of many edges has the points of one. Features: of the body, and
 * edgeFeature(edge) or vertexFeature(vertex) of the mesh.
 */
import type { Pose } from '../body/pose';
import { clearContact, type Contact } from '../contact/contact';
import { edgeFeature, featureDimension, vertexFeature } from '../contact/feature';
import type { DetectOptions } from '../contact/method';
import { statusOfGap } from '../contact/rounding';
import { ContactKind, Status } from '../contact/status';
import type { ConvexPolyhedron } from '../polyhedron/convex-polyhedron';
import type { MeshWall } from './mesh-wall';
import { wallBand } from './plane-wall-contact';
import { resting, restingFeature } from './resting-feature';
import { Ridge, ridge, ridgeAxis, ridgeFrame, ridgeVertex } from './ridge-axis';
import { crossing, crossingCode, crossRidge, entersBody } from './ridge-crossing';
import { addPoint, nextPoint } from './wall-points';

const reach = /* @__PURE__ */ new Float64Array(2);

/** Fills `out`; the pose is finite. Edges that are neither ridge nor border give no contact. */
export function ridgeContact(out: Contact, shape: ConvexPolyhedron, mesh: MeshWall, e: number, pose: Pose, options: DetectOptions): Status {
  const band = wallBand(shape, mesh.tolerance);
  reach[0] = options.margin > band ? options.margin : band;
  reach[1] = band;
  clearContact(out, Status.Separated);
  out.gap = Infinity;
  if (ridgeAxis(shape, mesh, e, pose, reach) !== Ridge.Inside) return out.status;
  // In front of the edge is the centroid, the origin of the body's frame.
  const f = ridgeFrame;
  const height = -(ridge[0] * f[0] + ridge[1] * f[1] + ridge[2] * f[2]);
  if (!(height > 0 && ridge[3] <= reach[0])) return out.status;
  if (ridge[3] < -band && !entersBody(shape)) return out.status;
  for (let k = 0; k < 3; k++) resting[k] = nextPoint[4 + k] = ridge[k];
  resting[3] = band;
  resting[4] = Math.max(band, -0.5 * ridge[3], options.band > 0 ? options.band : 0);
  const feature = restingFeature(shape, ridgeVertex[0]);
  const count = crossRidge(shape, feature);
  for (let end = 0; end < count; end++) {
    const meshEnd = crossingCode[2 + end];
    const vertex = meshEnd >= 0 ? mesh.edgeVertices[2 * e + meshEnd] : -1;
    if ((vertex >= 0 && mesh.isPeak[vertex] === 0) || !(crossing[2 + end] <= reach[0])) continue;
    for (let k = 0; k < 3; k++) nextPoint[k] = f[k] + crossing[end] * (f[3 + k] - f[k]);
    nextPoint[3] = crossing[2 + end];
    addPoint(out, crossingCode[end], vertex >= 0 ? vertexFeature(vertex) : edgeFeature(e));
  }
  if (out.count === 0) return out.status;
  out.kind =
    out.count === 2
      ? featureDimension(feature) === 2
        ? ContactKind.EdgeFace
        : ContactKind.ParallelEdges
      : featureDimension(out.featureA) === 0
        ? ContactKind.VertexEdge
        : featureDimension(out.featureB) === 0
          ? ContactKind.VertexFace
          : ContactKind.EdgeEdge;
  if (out.count === 2) out.featureA = feature;
  // The part, also where its only point is a peak.
  out.featureB = edgeFeature(e);
  out.area = options.minArea > 0 ? options.minArea : 0;
  out.status = statusOfGap(out.gap, band);
  return out.status;
}
