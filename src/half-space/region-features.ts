/**
 * The features of two bodies at their common region, the kind of contact, and the owner of the normal. They follow from
 * the vector areas of the faces that remain after the cuts.
 */
import { touchingBand } from '../contact/band';
import { edgeFeature, faceFeature, featureDimension, featureIndex, vertexFeature } from '../contact/feature';
import type { Overlap } from '../contact/overlap';
import { ContactKind, NormalOwner } from '../contact/status';
import type { Pose } from '../body/pose';
import { MAX_FACES, type ConvexPolyhedron } from '../polyhedron/convex-polyhedron';
import { FACES, faces, meshTotal } from './clip-mesh';
import { vectorArea } from './region-integrals';

/**
 * A face takes part if its contribution to the force (area times cosine) is at least this part of that of its body's
 * largest face. Examples: the sides of two shifted boxes, depth d and width w, give (d / w)^2 and do not take part up
 * to a depth of 0.3 w. Three faces at a right-angled corner take part until one of them leans 18 degrees.
 */
const PART = 0.1;

/**
 * The normal counts as that of a face, or as perpendicular to two edges, if it differs by no more than the rounding of
 * a sum of vector areas and of the face's own normal.
 */
const SAME_NORMAL = 2 ** -44;

/** Faces of one body that take part: the largest, and at most two more. */
const taking = /* @__PURE__ */ new Int32Array(3);

/**
 * The feature of one body (0 = A, 1 = B), from its faces in the region. For a body without such faces: the face through
 * which the normal at the region's point leaves it.
 */
export function featureOf(region: Overlap, shape: ConvexPolyhedron, body: 0 | 1, pose: Pose): number {
  const normal = region.normal;
  const outward = body === 0 ? 1 : -1;
  let most = 0;
  let count = 0;
  for (let pass = 0; pass < 2; pass++) {
    for (let f = 0; f < meshTotal[FACES]; f++) {
      const face = body === 0 ? faces[f] : faces[f] - MAX_FACES;
      if (face < 0 || face >= MAX_FACES) continue;
      const k = 3 * f;
      const share = outward * (vectorArea[k] * normal[0] + vectorArea[k + 1] * normal[1] + vectorArea[k + 2] * normal[2]);
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
  if (most === 0) {
    lookOut(region, body, pose);
    return faceFeature(faceOnTheWay(shape));
  }
  if (count === 1) {
    const edge = commonEdge(shape, taking[0], taking[1]);
    if (edge >= 0) return edgeFeature(edge);
  } else if (count > 1) {
    const vertex = commonVertex(shape, taking[0], taking[1], taking[2]);
    if (vertex >= 0) return vertexFeature(vertex);
  }
  // One face, or faces that do not meet (both sides of a thin body): the feature is the largest face.
  return faceFeature(taking[0]);
}

/** The region's point (0..2) and its outward normal (3..5), in the frame of the tested body. */
const way = /* @__PURE__ */ new Float64Array(6);
/** Where the normal starts in `way`. */
const OUTWARD = 3;

function lookOut({ centroid, normal }: Overlap, body: 0 | 1, pose: Pose): void {
  if (body === 0) {
    for (let k = 0; k < 3; k++) {
      way[k] = centroid[k];
      way[OUTWARD + k] = normal[k];
    }
    return;
  }
  const x = centroid[0] - pose[9];
  const y = centroid[1] - pose[10];
  const z = centroid[2] - pose[11];
  for (let k = 0; k < 3; k++) {
    way[k] = pose[k] * x + pose[3 + k] * y + pose[6 + k] * z;
    way[OUTWARD + k] = -(pose[k] * normal[0] + pose[3 + k] * normal[1] + pose[6 + k] * normal[2]);
  }
}

/** The face through which `way` leaves the body; the first of several. */
function faceOnTheWay({ normals, offsets, faceCount }: ConvexPolyhedron): number {
  let nearest = Infinity;
  let face = 0;
  for (let f = 0, k = 0; f < faceCount; f++, k += 3) {
    const ahead = normals[k] * way[OUTWARD] + normals[k + 1] * way[OUTWARD + 1] + normals[k + 2] * way[OUTWARD + 2];
    if (!(ahead > 0)) continue;
    const distance = (offsets[f] - (normals[k] * way[0] + normals[k + 1] * way[1] + normals[k + 2] * way[2])) / ahead;
    if (distance < nearest) {
      nearest = distance;
      face = f;
    }
  }
  return face;
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

/** A vertex that f, g and i share, or -1. */
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

export function kindOf(featureA: number, featureB: number, a: ConvexPolyhedron, b: ConvexPolyhedron, pose: Pose): ContactKind {
  const dimensionA = featureDimension(featureA);
  const dimensionB = featureDimension(featureB);
  const least = Math.min(dimensionA, dimensionB);
  const most = Math.max(dimensionA, dimensionB);
  if (least === 2) return ContactKind.FaceFace;
  if (least === 0) return most === 0 ? ContactKind.VertexVertex : most === 1 ? ContactKind.VertexEdge : ContactKind.VertexFace;
  if (most === 2) return ContactKind.EdgeFace;
  return areParallel(a, featureIndex(featureA), b, featureIndex(featureB), pose) ? ContactKind.ParallelEdges : ContactKind.EdgeEdge;
}

/** Whether two edges are parallel to the rounding of their ends: |u x v| <= (tolerances) (|u| + |v|). */
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

/** The owner of the normal. The normal is a mean of face normals, so it mostly has no owner. */
export function ownerOf(
  region: Overlap,
  featureA: number,
  featureB: number,
  a: ConvexPolyhedron,
  b: ConvexPolyhedron,
  pose: Pose,
): NormalOwner {
  lookOut(region, 0, pose);
  const isOfA = isOwner(a, featureA);
  if (isOfA && featureDimension(featureA) === 2) return NormalOwner.FaceA;
  lookOut(region, 1, pose);
  if (!isOwner(b, featureB)) return NormalOwner.None;
  if (featureDimension(featureB) === 2) return NormalOwner.FaceB;
  return isOfA ? NormalOwner.Edges : NormalOwner.None;
}

/** Whether `way` is the normal of the face, or perpendicular to the edge. */
function isOwner({ normals, vertices, halfEdgeOrigin }: ConvexPolyhedron, feature: number): boolean {
  const dimension = featureDimension(feature);
  const x = way[OUTWARD];
  const y = way[OUTWARD + 1];
  const z = way[OUTWARD + 2];
  if (dimension === 2) {
    const f = 3 * featureIndex(feature);
    return Math.max(Math.abs(x - normals[f]), Math.abs(y - normals[f + 1]), Math.abs(z - normals[f + 2])) <= SAME_NORMAL;
  }
  if (dimension !== 1) return false;
  const p = 3 * halfEdgeOrigin[2 * featureIndex(feature)];
  const q = 3 * halfEdgeOrigin[2 * featureIndex(feature) + 1];
  const ux = vertices[q] - vertices[p];
  const uy = vertices[q + 1] - vertices[p + 1];
  const uz = vertices[q + 2] - vertices[p + 2];
  return Math.abs(ux * x + uy * y + uz * z) <= SAME_NORMAL * Math.sqrt(ux * ux + uy * uy + uz * uz);
}
