/**
 * From a common plane to a full contact: which features meet, where, over which area, and how deep at each point.
 *
 * Source: paper 000 (contact types on the common plane) and the rules of the code of its authors; the steps are
 *   1  the contact feature of each body on the plane (contact-feature.ts);
 *   2  both projected along the normal on the plane, and their common part there (plane-clip.ts, plane-edges.ts): the contact points, at
 *      least one;
 *   3  the kind, from the smallest features of both bodies that hold all points. So two faces that share no more than an edge when projected are
 *      ParallelEdges, an edge that meets a face in a corner only is VertexVertex or VertexEdge, and the kind of touching bodies is the same for each of
 *      the planes that separate them;
 *   4  at each point the signed gap, the distance along the normal from A's feature to B's above it. It is never below the gap of the plane
 *      (to rounding) and equals it at the points of the extreme vertices. Where features are inclined it may be > 0 at some points of an
 *      overlap: no force there.
 *
 * featureA and featureB are those smallest features, so their dimensions tell the kind; a FaceFace contact has the two faces. Normal, gap, status and
 * witness points are the plane's. A pair with a gap above options.margin (and above rounding) is no contact: kind None, no points, and the plane's features.
 *
 * Frame: that of the plane, A's. Any unit normal will do, the best one or not, so every method that finds a common plane uses this.
 * NaN anywhere in pose or plane gives Status.Invalid. Cost: O(p + q) for faces of p and q corners, and a few vertex degrees; no
 * allocation.
 */
import { isFinitePose, type Pose } from '../body/pose';
import { touchingBand } from '../contact/band';
import type { CommonPlane } from '../contact/common-plane';
import { clearContact, type Contact } from '../contact/contact';
import { featureDimension, featureIndex } from '../contact/feature';
import type { DetectOptions } from '../contact/method';
import { ContactKind, Status } from '../contact/status';
import type { ConvexPolyhedron } from '../polyhedron/convex-polyhedron';
import { bands, contactFeature, extremeVertex } from './contact-feature';
import { clipByFace } from './plane-clip';
import { planeAxes, setPlaneAxes } from './plane-coordinates';
import { meetEdges, nearestCorners } from './plane-edges';
import { isWide, loadFeature, longestSide, pointApart, pointCode, pointX, pointY, polygonArea, sharedEdge } from './plane-points';

/** Coordinates of a pair that is `gap` apart carry the rounding of that distance as well: two steps for each body's origin. */
const GAP_ULPS = 4 * Number.EPSILON;

/**
 * A unit normal along a link of two rounded points is off by about eps / gap, and the ends of a feature out of level by that times the extent. Links
 * so short that this is more than 2^-26 (1.5e-8) of the extent give no normal; it is then one of a feature, and level.
 */
const LEAST_LEVEL = 1 / 67108864;

/** Kinds by the dimensions of A's and B's feature, 3 * dimA + dimB; two edges at one point cross. */
const KINDS = /* @__PURE__ */ new Uint8Array([
  ContactKind.VertexVertex,
  ContactKind.VertexEdge,
  ContactKind.VertexFace,
  ContactKind.VertexEdge,
  ContactKind.EdgeEdge,
  ContactKind.EdgeFace,
  ContactKind.VertexFace,
  ContactKind.EdgeFace,
  ContactKind.FaceFace,
]);

/** Height of a feature over the plane, z = constant + slopeX x + slopeY y: A in 0..2, B in 3..5. */
const heights = /* @__PURE__ */ new Float64Array(6);

/**
 * Fills `out` from the common plane of A and B (B posed in A's frame), and returns its status.
 *
 * `out` needs room for as many points as the largest faces of both bodies have corners together ({@link createContactFor}).
 * `options.band` widens the contact zone, `options.margin` admits contacts that are still apart, `options.minArea` is the area of contacts that have none.
 *
 * @example
 * ```ts
 * exactPlane(plane, a, b, pose, state);
 * planeContact(contact, a, b, pose, plane, createDetectOptions());
 * for (let k = 0; k < contact.count; k++) console.log(contact.points[3 * k], contact.gaps[k]);
 * ```
 */
export function planeContact(
  out: Contact,
  a: ConvexPolyhedron,
  b: ConvexPolyhedron,
  pose: Pose,
  plane: CommonPlane,
  options: DetectOptions,
): Status {
  if (plane.status === Status.Invalid || !isFinitePose(pose) || !isFinitePlane(plane)) return clearContact(out, Status.Invalid).status;
  const gap = plane.gap;
  out.status = plane.status;
  out.gap = gap;
  out.iterations = plane.iterations;
  out.normal[0] = plane.normal[0];
  out.normal[1] = plane.normal[1];
  out.normal[2] = plane.normal[2];
  out.pointA[0] = plane.pointA[0];
  out.pointA[1] = plane.pointA[1];
  out.pointA[2] = plane.pointA[2];
  out.pointB[0] = plane.pointB[0];
  out.pointB[1] = plane.pointB[1];
  out.pointB[2] = plane.pointB[2];
  const eps = touchingBand(a, b) + GAP_ULPS * Math.abs(gap);
  if (!(gap <= options.margin || gap <= eps)) {
    out.kind = ContactKind.None;
    out.area = 0;
    out.featureA = plane.featureA;
    out.featureB = plane.featureB;
    out.count = 0;
    return out.status;
  }

  bands[0] = eps;
  bands[1] = Math.max(eps, -0.5 * gap, options.band);
  const extent = a.radius + b.radius;
  bands[2] = gap > eps ? Math.min(eps + (eps / gap) * extent, LEAST_LEVEL * extent) : eps;
  setPlaneAxes(pose, plane);
  const featureA = contactFeature(a, 0, plane.featureA);
  const featureB = contactFeature(b, 1, plane.featureB);
  const p = loadFeature(a, 0, featureA);
  const q = loadFeature(b, 1, featureB);
  let count = 0;
  if (q > 2 && isWide(1, q)) count = clipByFace(0, p, q, featureA, featureB);
  else if (p > 2 && isWide(0, p)) count = clipByFace(1, q, p, featureB, featureA);
  else if (p === 2 && q === 2) count = meetEdges();
  if (count === 0) count = nearestCorners(p, q);

  setHeight(a, 0, featureA);
  setHeight(b, 1, featureB);
  writePoints(out, count, plane);
  if (count > 2) {
    out.kind = ContactKind.FaceFace;
    out.featureA = featureA;
    out.featureB = featureB;
    out.area = polygonArea[0];
    return out.status;
  }
  out.area = options.minArea;
  if (count === 1) {
    out.featureA = pointCode[0];
    out.featureB = pointCode[1];
    out.kind = KINDS[3 * featureDimension(out.featureA) + featureDimension(out.featureB)] as ContactKind;
  } else {
    out.featureA = sharedEdge(a, featureA, pointCode[0], pointCode[2]);
    out.featureB = sharedEdge(b, featureB, pointCode[1], pointCode[3]);
    // A face narrower than the rounding of the pair has no edge for both ends: it is the edge of its longest side.
    if (featureDimension(out.featureA) === 2 && featureDimension(out.featureB) === 2) {
      if (longestSide[0] === 0) out.featureA = longestSide[1];
      else out.featureB = longestSide[1];
    }
    const edges = featureDimension(out.featureA) === 1 && featureDimension(out.featureB) === 1;
    out.kind = edges ? ContactKind.ParallelEdges : ContactKind.EdgeFace;
  }
  return out.status;
}

function isFinitePlane(plane: CommonPlane): boolean {
  // 0 * x is NaN for NaN and infinities, and NaN stays.
  let sum = 0 * plane.gap;
  for (let k = 0; k < 3; k++) sum += 0 * plane.normal[k] + 0 * plane.point[k];
  return sum === 0;
}

/** The height of a contact feature over the plane as a linear function, exact at the extreme vertex. */
function setHeight(shape: ConvexPolyhedron, side: number, feature: number): void {
  const { vertices } = shape;
  const m = planeAxes;
  const o = 12 * side;
  const v = 3 * extremeVertex[side];
  const x = vertices[v];
  const y = vertices[v + 1];
  const z = vertices[v + 2];
  let slopeX = 0;
  let slopeY = 0;
  const dimension = featureDimension(feature);
  if (dimension === 2) {
    // Along the plane of a face its normal (p, q, r) in plane coordinates allows z = -(p x + q y) / r; contact faces have |r| >= 3/4.
    const f = 3 * featureIndex(feature);
    const nx = shape.normals[f];
    const ny = shape.normals[f + 1];
    const nz = shape.normals[f + 2];
    const r = -1 / (m[o + 6] * nx + m[o + 7] * ny + m[o + 8] * nz);
    slopeX = (m[o] * nx + m[o + 1] * ny + m[o + 2] * nz) * r;
    slopeY = (m[o + 3] * nx + m[o + 4] * ny + m[o + 5] * nz) * r;
  } else if (dimension === 1) {
    const e = featureIndex(feature);
    const w0 = 3 * shape.halfEdgeOrigin[2 * e];
    const w1 = 3 * shape.halfEdgeOrigin[2 * e + 1];
    const ex = vertices[w1] - vertices[w0];
    const ey = vertices[w1 + 1] - vertices[w0 + 1];
    const ez = vertices[w1 + 2] - vertices[w0 + 2];
    const dx = m[o] * ex + m[o + 1] * ey + m[o + 2] * ez;
    const dy = m[o + 3] * ex + m[o + 4] * ey + m[o + 5] * ez;
    // Contact edges have at least 3/4 of their length in the plane.
    const r = (m[o + 6] * ex + m[o + 7] * ey + m[o + 8] * ez) / (dx * dx + dy * dy);
    slopeX = dx * r;
    slopeY = dy * r;
  }
  const vx = m[o] * x + m[o + 1] * y + m[o + 2] * z + m[o + 9];
  const vy = m[o + 3] * x + m[o + 4] * y + m[o + 5] * z + m[o + 10];
  const vz = m[o + 6] * x + m[o + 7] * y + m[o + 8] * z + m[o + 11];
  heights[3 * side] = vz - slopeX * vx - slopeY * vy;
  heights[3 * side + 1] = slopeX;
  heights[3 * side + 2] = slopeY;
}

/** Contact points in A's frame, their gaps and features. An `out` that is too small keeps the first points and the true count. */
function writePoints(out: Contact, count: number, plane: CommonPlane): void {
  const { points, gaps, features } = out;
  const m = planeAxes;
  const cx = plane.point[0];
  const cy = plane.point[1];
  const cz = plane.point[2];
  const constant = heights[3] - heights[0];
  const slopeX = heights[4] - heights[1];
  const slopeY = heights[5] - heights[2];
  out.count = count;
  const room = Math.min(count, gaps.length);
  for (let k = 0; k < room; k++) {
    const x = pointX[k];
    const y = pointY[k];
    points[3 * k] = cx + m[0] * x + m[3] * y;
    points[3 * k + 1] = cy + m[1] * x + m[4] * y;
    points[3 * k + 2] = cz + m[2] * x + m[5] * y;
    gaps[k] = constant + slopeX * x + slopeY * y;
    features[2 * k] = pointCode[2 * k];
    features[2 * k + 1] = pointCode[2 * k + 1];
  }
  // Midway between features that are beside each other, each has its height where it is.
  if (count < 3) {
    for (let k = 0; k < room; k++) {
      gaps[k] += (heights[1] + heights[4]) * pointApart[2 * k] + (heights[2] + heights[5]) * pointApart[2 * k + 1];
    }
  }
}
