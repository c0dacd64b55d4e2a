import { clearContact, type Contact } from '../contact/contact';
import type { Pose } from '../body/pose';
import { touchingBand } from '../contact/band';
import { edgeFeature, faceFeature, featureDimension, featureIndex, NO_FEATURE, vertexFeature } from '../contact/feature';
import type { ContactMethod, DetectOptions } from '../contact/method';
import { createOverlap } from '../contact/overlap';
import { ContactKind, Status } from '../contact/status';
import { MAX_FACES, type ConvexPolyhedron } from '../polyhedron/convex-polyhedron';
import { FACES, faces, total } from './clip-mesh';
import { overlap } from './overlap';
import { extent, vectorArea } from './region-integrals';

/**
 * The overlap polyhedron as a {@link ContactMethod} ('half-space'). One contact point, the centroid of the common region; normal as the region gives it;
 * gap minus the extent of the region along that normal (where bodies dip into each other, at least the depth of the exact plane, which turns its normal until it is
 * least; of a body inside or through the other, less);
 * area the region's normalArea. Features and kind are those of the faces that take part: one face is a face, two that meet in
 * an edge are that edge, more that meet in a vertex are that vertex.
 *
 * The method sees overlaps only: a pair that is apart is Separated with a gap of 0 and without points, whatever the margin. It sees sharp bodies:
 * see docs/half-space.md on rounding radii.
 */
export const halfSpaceMethod: ContactMethod = {
  name: 'half-space',
  stateInts: 0,
  stateFloats: 0,
  sharpOnly: true,
  detect(out, a, b, pose, _state, options) {
    const status = overlap(region, a, b, pose);
    if (status === Status.Separated || status === Status.Invalid) return clearContact(out, status).status;
    return contactOf(out, a, b, pose, options);
  },
};

/**
 * A face takes part that gives the force at least this share of what its body's largest face gives (area times cosine). The sides of two shifted
 * boxes, depth d and width w, give (d / w)^2 and stay out up to a depth of 0.3 w; three faces at a right-angled corner take part until one of
 * them leans 18 degrees.
 */
const PART = 0.1;

/** The region of the call: only its integrals are read, its faces where they were clipped. */
const region = /* @__PURE__ */ createOverlap(0, 0, 0);

/** Faces of one body that take part: the largest, and two more. */
const taking = /* @__PURE__ */ new Int32Array(3);

function contactOf(out: Contact, a: ConvexPolyhedron, b: ConvexPolyhedron, pose: Pose, options: DetectOptions): Status {
  const { status, centroid, normal } = region;
  const isTouching = status === Status.Touching;
  const low = extent[0];
  const high = extent[1];
  const at = normal[0] * centroid[0] + normal[1] * centroid[1] + normal[2] * centroid[2];
  const gap = isTouching ? 0 : low - high;
  out.status = status;
  out.gap = gap;
  out.area = options.minArea > region.normalArea ? options.minArea : region.normalArea;
  out.iterations = region.iterations;
  out.featureA = featureOf(a, 0, 1);
  out.featureB = featureOf(b, 1, -1);
  out.kind = kindOf(out.featureA, out.featureB, a, b, pose);
  for (let k = 0; k < 3; k++) {
    out.normal[k] = normal[k];
    out.pointA[k] = centroid[k] + (isTouching ? 0 : (high - at) * normal[k]);
    out.pointB[k] = centroid[k] + (isTouching ? 0 : (low - at) * normal[k]);
  }
  out.count = 1;
  if (out.gaps.length > 0) {
    for (let k = 0; k < 3; k++) out.points[k] = centroid[k];
    out.gaps[0] = gap;
    out.features[0] = out.featureA;
    out.features[1] = out.featureB;
  }
  return status;
}

/**
 * The feature of one body (0 = A, 1 = B) that its faces in the region make. `sign` turns the normal outward. NO_FEATURE when none takes part: the body
 * holds the other one.
 */
function featureOf(shape: ConvexPolyhedron, body: number, sign: number): number {
  const normal = region.normal;
  let most = 0;
  let count = 0;
  for (let pass = 0; pass < 2; pass++) {
    for (let f = 0; f < total[FACES]; f++) {
      const face = body === 0 ? faces[f] : faces[f] - MAX_FACES;
      if (face < 0 || face >= MAX_FACES) continue;
      const k = 3 * f;
      const share = sign * (vectorArea[k] * normal[0] + vectorArea[k + 1] * normal[1] + vectorArea[k + 2] * normal[2]);
      if (pass === 0) {
        if (share > most) {
          most = share;
          taking[0] = face;
        }
      } else if (share > PART * most && face !== taking[0] && ++count < 3) {
        taking[count] = face;
      }
    }
  }
  if (most === 0) return NO_FEATURE;
  if (count === 1) {
    const edge = commonEdge(shape, taking[0], taking[1]);
    if (edge >= 0) return edgeFeature(edge);
  } else if (count > 1) {
    const vertex = commonVertex(shape, taking[0], taking[1], taking[2]);
    if (vertex >= 0) return vertexFeature(vertex);
  }
  // Alone, or with faces that it does not meet (both sides of a thin body): the largest speaks for all.
  return faceFeature(taking[0]);
}

/** The edge that two faces share, or -1. */
function commonEdge(shape: ConvexPolyhedron, f: number, g: number): number {
  const first = shape.faceHalfEdge[f];
  let h = first;
  do {
    if (shape.halfEdgeFace[h ^ 1] === g) return h >> 1;
    h = shape.halfEdgeNext[h];
  } while (h !== first);
  return -1;
}

/** A vertex of f at which g and i are, too, or -1. */
function commonVertex(shape: ConvexPolyhedron, f: number, g: number, i: number): number {
  const first = shape.faceHalfEdge[f];
  let h = first;
  do {
    let found = 0;
    let spoke = h;
    do {
      const face = shape.halfEdgeFace[spoke];
      if (face === g || face === i) found++;
      spoke = shape.halfEdgeNext[spoke ^ 1];
    } while (spoke !== h);
    if (found === 2) return shape.halfEdgeOrigin[h];
    h = shape.halfEdgeNext[h];
  } while (h !== first);
  return -1;
}

function kindOf(featureA: number, featureB: number, a: ConvexPolyhedron, b: ConvexPolyhedron, pose: Pose): ContactKind {
  const dimensionA = featureDimension(featureA);
  const dimensionB = featureDimension(featureB);
  const least = Math.min(dimensionA, dimensionB);
  const most = Math.max(dimensionA, dimensionB);
  if (most > 2) return ContactKind.None;
  if (least === 2) return ContactKind.FaceFace;
  if (least === 0) return most === 0 ? ContactKind.VertexVertex : most === 1 ? ContactKind.VertexEdge : ContactKind.VertexFace;
  if (most === 2) return ContactKind.EdgeFace;
  return areParallel(a, featureIndex(featureA), b, featureIndex(featureB), pose) ? ContactKind.ParallelEdges : ContactKind.EdgeEdge;
}

/** Whether rounding of their ends is all that turns two edges: |u x v| <= (tolerances) (|u| + |v|). */
function areParallel(a: ConvexPolyhedron, e: number, b: ConvexPolyhedron, f: number, pose: Pose): boolean {
  const p = 3 * a.halfEdgeOrigin[2 * e];
  const q = 3 * a.halfEdgeOrigin[2 * e + 1];
  const r = 3 * b.halfEdgeOrigin[2 * f];
  const s = 3 * b.halfEdgeOrigin[2 * f + 1];
  const ux = a.vertices[q] - a.vertices[p];
  const uy = a.vertices[q + 1] - a.vertices[p + 1];
  const uz = a.vertices[q + 2] - a.vertices[p + 2];
  const x = b.vertices[s] - b.vertices[r];
  const y = b.vertices[s + 1] - b.vertices[r + 1];
  const z = b.vertices[s + 2] - b.vertices[r + 2];
  const vx = pose[0] * x + pose[1] * y + pose[2] * z;
  const vy = pose[3] * x + pose[4] * y + pose[5] * z;
  const vz = pose[6] * x + pose[7] * y + pose[8] * z;
  const cx = uy * vz - uz * vy;
  const cy = uz * vx - ux * vz;
  const cz = ux * vy - uy * vx;
  const bound = touchingBand(a, b) * (Math.sqrt(ux * ux + uy * uy + uz * uz) + Math.sqrt(vx * vx + vy * vy + vz * vz));
  return cx * cx + cy * cy + cz * cz <= bound * bound;
}
