/**
 * The shortest link between a point and a body as published (Nezami et al. 2006, section 3.4), and the ends P and Q of
 * the published search.
 *
 * From a point on the surface, each step finds the point nearest to the target on the faces that contain the current
 * point only:
 *   case 1  a vertex: all faces that share it;
 *   case 2  inside an edge: its two faces;
 *   case 3  inside a face: that face;
 * It ends when no step comes nearer. This is the literal form, so it has the published error: a face also counts when
 * the target is behind it. A foot inside such a face is never left (case 3), although nearer points lie on other faces.
 *
 * The case is decided when a point is computed: by the clamps that applied, not by comparing coordinates. An end of an
 * edge is a vertex. Every step must come strictly nearer. It ends at the nearest point of some face, which has one
 * computed distance. So no face is used twice, and the walk ends after at most faceCount steps, also with rounding.
 *
 * Frame: the body's own, for the target too. No allocation.
 */
import { edgeFeature, faceFeature, featureDimension, featureIndex, vertexFeature } from '../contact/feature';
import { SQUARE } from '../contact/layouts';
import type { ConvexPolyhedron } from '../polyhedron/convex-polyhedron';

/** P in A's frame, Q in B's frame. */
export const ends = /* @__PURE__ */ new Float64Array(6);
/** The smallest features that contain P (of A) and Q (of B). */
export const holder = /* @__PURE__ */ new Int32Array(2);
/** The point to approach. */
export const target = /* @__PURE__ */ new Float64Array(3);

/** Nearest point so far (0..2) and its squared distance from the target (SQUARE); the feature that contains it. */
const nearestPoint = /* @__PURE__ */ new Float64Array(4);
const nearestHolder = /* @__PURE__ */ new Int32Array(1);

/** Moves the end of body `side` (0 A, 1 B) towards the target until it stands still. */
export function linkToBody(shape: ConvexPolyhedron, side: number): void {
  const o = 3 * side;
  const dx = ends[o] - target[0];
  const dy = ends[o + 1] - target[1];
  const dz = ends[o + 2] - target[2];
  nearestPoint[SQUARE] = dx * dx + dy * dy + dz * dz;
  for (let steps = 0; steps < shape.faceCount; steps++) {
    const before = nearestPoint[SQUARE];
    searchAround(shape, holder[side]);
    if (!(nearestPoint[SQUARE] < before)) return;
    takeNearest(side);
  }
}

/**
 * Puts the end of body `side` on the point of one closed feature that is nearest to the target. False, without a move,
 * when that point is not finite.
 */
export function placeOnFeature(shape: ConvexPolyhedron, side: number, feature: number): boolean {
  const index = featureIndex(feature);
  nearestPoint[SQUARE] = Infinity;
  if (featureDimension(feature) === 2) searchFace(shape, index);
  else if (featureDimension(feature) === 1) searchEdge(shape, 2 * index);
  else offerVertex(shape, index);
  if (!(nearestPoint[SQUARE] < Infinity)) return false;
  takeNearest(side);
  return true;
}

/** Whether the target is in the body: in front of none of its faces. */
export function holdsTarget(shape: ConvexPolyhedron): boolean {
  const { normals, offsets } = shape;
  for (let f = 0; f < shape.faceCount; f++) {
    if (normals[3 * f] * target[0] + normals[3 * f + 1] * target[1] + normals[3 * f + 2] * target[2] > offsets[f]) return false;
  }
  return true;
}

function takeNearest(side: number): void {
  for (let k = 0; k < 3; k++) ends[3 * side + k] = nearestPoint[k];
  holder[side] = nearestHolder[0];
}

/** The three cases of section 3.4. */
function searchAround(shape: ConvexPolyhedron, feature: number): void {
  const index = featureIndex(feature);
  const dimension = featureDimension(feature);
  if (dimension === 2) {
    searchFace(shape, index);
  } else if (dimension === 1) {
    searchFace(shape, shape.halfEdgeFace[2 * index]);
    searchFace(shape, shape.halfEdgeFace[2 * index + 1]);
  } else {
    const degree = shape.neighbourStart[index + 1] - shape.neighbourStart[index];
    let h = shape.vertexHalfEdge[index];
    for (let k = 0; k < degree; k++) {
      searchFace(shape, shape.halfEdgeFace[h]);
      h = shape.halfEdgeNext[h ^ 1];
    }
  }
}

/**
 * Finds the point of a face nearest to the target: its foot if that is inside the face, otherwise a point on one of the
 * sides that the foot is outside of. Keeps the point when it is nearer than the current one.
 */
function searchFace(shape: ConvexPolyhedron, f: number): void {
  const { vertices, normals, halfEdgeNext, halfEdgeOrigin } = shape;
  const nx = normals[3 * f];
  const ny = normals[3 * f + 1];
  const nz = normals[3 * f + 2];
  const first = shape.faceHalfEdge[f];
  let h = first;
  let inside = true;
  for (let k = 0; k < shape.edgeCount; k++) {
    const p = 3 * halfEdgeOrigin[h];
    const q = 3 * halfEdgeOrigin[h ^ 1];
    const ux = vertices[q] - vertices[p];
    const uy = vertices[q + 1] - vertices[p + 1];
    const uz = vertices[q + 2] - vertices[p + 2];
    // Inward: n x u.
    const left =
      (ny * uz - nz * uy) * (target[0] - vertices[p]) +
      (nz * ux - nx * uz) * (target[1] - vertices[p + 1]) +
      (nx * uy - ny * ux) * (target[2] - vertices[p + 2]);
    if (!(left > 0)) {
      inside = false;
      searchEdge(shape, h);
    }
    h = halfEdgeNext[h];
    if (h === first) break;
  }
  if (!inside) return;
  const o = 3 * halfEdgeOrigin[first];
  const height = nx * (target[0] - vertices[o]) + ny * (target[1] - vertices[o + 1]) + nz * (target[2] - vertices[o + 2]);
  if (!(height * height < nearestPoint[SQUARE])) return;
  nearestPoint[0] = target[0] - height * nx;
  nearestPoint[1] = target[1] - height * ny;
  nearestPoint[2] = target[2] - height * nz;
  nearestPoint[SQUARE] = height * height;
  nearestHolder[0] = faceFeature(f);
}

/** Finds the point of the edge of half-edge h nearest to the target. An end of the edge is a vertex. */
function searchEdge(shape: ConvexPolyhedron, h: number): void {
  const { vertices, halfEdgeOrigin } = shape;
  const p = 3 * halfEdgeOrigin[h];
  const q = 3 * halfEdgeOrigin[h ^ 1];
  const ux = vertices[q] - vertices[p];
  const uy = vertices[q + 1] - vertices[p + 1];
  const uz = vertices[q + 2] - vertices[p + 2];
  const along = (target[0] - vertices[p]) * ux + (target[1] - vertices[p + 1]) * uy + (target[2] - vertices[p + 2]) * uz;
  const uu = ux * ux + uy * uy + uz * uz;
  if (!(along > 0 && along < uu)) {
    offerVertex(shape, halfEdgeOrigin[along > 0 ? h ^ 1 : h]);
    return;
  }
  const t = along / uu;
  const x = vertices[p] + t * ux;
  const y = vertices[p + 1] + t * uy;
  const z = vertices[p + 2] + t * uz;
  const dx = x - target[0];
  const dy = y - target[1];
  const dz = z - target[2];
  const d2 = dx * dx + dy * dy + dz * dz;
  if (!(d2 < nearestPoint[SQUARE])) return;
  nearestPoint[0] = x;
  nearestPoint[1] = y;
  nearestPoint[2] = z;
  nearestPoint[SQUARE] = d2;
  nearestHolder[0] = edgeFeature(h >> 1);
}

function offerVertex(shape: ConvexPolyhedron, v: number): void {
  const x = shape.vertices[3 * v];
  const y = shape.vertices[3 * v + 1];
  const z = shape.vertices[3 * v + 2];
  const dx = x - target[0];
  const dy = y - target[1];
  const dz = z - target[2];
  const d2 = dx * dx + dy * dy + dz * dz;
  if (!(d2 < nearestPoint[SQUARE])) return;
  nearestPoint[0] = x;
  nearestPoint[1] = y;
  nearestPoint[2] = z;
  nearestPoint[SQUARE] = d2;
  nearestHolder[0] = vertexFeature(v);
}
