/**
 * Which feature of a body rests on a plane: the vertex, edge or face spanned by its corners within delta of the lowest one, with
 * delta = max(rounding, depth / 2, options.band): the rule of Cundall's common plane (1988), as docs/contact.md states it.
 *
 * Corners are taken in the order of their height as long as one feature holds them all. The second one is a neighbour of the lowest, the third lies in one of the two
 * faces of their edge, so the neighbours of both are all that is looked at. Corners at one height (to rounding) come together or not at all, so that a symmetric
 * shape gets no arbitrary neighbour; only faces level at the lowest corner itself are told apart, by their lean. A face or edge that leans more than 41 degrees
 * (cosine 3/4) does not rest.
 *
 * Frame: the body's. The plane's normal points out of the wall. Cost: the degrees of two corners.
 */
import { edgeFeature, faceFeature, vertexFeature } from '../contact/feature';
import type { ConvexPolyhedron } from '../polyhedron/convex-polyhedron';

/** Least cosine of the lean of a resting face or edge. */
const LEAST_COSINE = 0.75;

/** The wall's unit normal in the body's frame (0..2), rounding of a height (3) and delta (4): input of {@link restingFeature}. */
export const resting = /* @__PURE__ */ new Float64Array(5);

/** Output of {@link scanRing}. */
const ring = /* @__PURE__ */ new Float64Array(3);

/** Feature code of what rests on the plane, `lowest` being the lowest corner. */
export function restingFeature(shape: ConvexPolyhedron, lowest: number): number {
  const { vertices, halfEdgeNext, halfEdgeOrigin, halfEdgeFace } = shape;
  const nx = resting[0];
  const ny = resting[1];
  const nz = resting[2];
  const eps = resting[3];
  const delta = resting[4];
  const height = nx * vertices[3 * lowest] + ny * vertices[3 * lowest + 1] + nz * vertices[3 * lowest + 2];
  let d1 = Infinity;
  let d2 = Infinity;
  let d3 = Infinity;
  let h1 = 0;
  let h2 = 0;
  const first = shape.vertexHalfEdge[lowest];
  let h = first;
  for (let turns = shape.edgeCount; turns > 0; turns--) {
    const w = 3 * halfEdgeOrigin[h ^ 1];
    const d = nx * vertices[w] + ny * vertices[w + 1] + nz * vertices[w + 2] - height;
    if (d < d1) {
      d3 = d2;
      d2 = d1;
      d1 = d;
      h2 = h1;
      h1 = h;
    } else if (d < d2) {
      d3 = d2;
      d2 = d;
      h2 = h;
    } else if (d < d3) {
      d3 = d;
    }
    h = halfEdgeNext[h ^ 1];
    if (h === first) break;
  }
  if (!(d1 <= delta)) return vertexFeature(lowest);
  if (d2 <= d1 + eps) {
    // Two or more neighbours at one height.
    let face = d3 > d1 + eps ? sharedFace(shape, h1, h2) : -1;
    if (face < 0 && d1 <= eps) face = flattestFace(shape, lowest);
    return face >= 0 && lean(shape, face) >= LEAST_COSINE ? faceFeature(face) : vertexFeature(lowest);
  }
  // What comes next in height: in the left face, in the right face, or in neither. It lies beside one of the ends.
  scanRing(shape, h1);
  let right = ring[0];
  let left = ring[1];
  let other = ring[2];
  scanRing(shape, h1 ^ 1);
  left = Math.min(left, ring[0]) - height;
  right = Math.min(right, ring[1]) - height;
  other = Math.min(other, ring[2]) - height;
  const least = Math.min(left, right, other);
  if (least <= delta) {
    const leftFace = halfEdgeFace[h1];
    const rightFace = halfEdgeFace[h1 ^ 1];
    let face = -1;
    if (left + eps < Math.min(right, other)) face = leftFace;
    else if (right + eps < Math.min(left, other)) face = rightFace;
    else if (least <= eps) face = lean(shape, leftFace) >= lean(shape, rightFace) ? leftFace : rightFace;
    if (face >= 0 && lean(shape, face) >= LEAST_COSINE) return faceFeature(face);
  }
  const a = 3 * lowest;
  const b = 3 * halfEdgeOrigin[h1 ^ 1];
  const x = vertices[b] - vertices[a];
  const y = vertices[b + 1] - vertices[a + 1];
  const z = vertices[b + 2] - vertices[a + 2];
  const steep = d1 * d1 > (1 - LEAST_COSINE * LEAST_COSINE) * (x * x + y * y + z * z);
  return steep ? vertexFeature(lowest) : edgeFeature(h1 >> 1);
}

/** Area of a face projected on the plane. */
export function restingArea(shape: ConvexPolyhedron, face: number): number {
  const { vertices, halfEdgeNext, halfEdgeOrigin } = shape;
  const first = shape.faceHalfEdge[face];
  const o = 3 * halfEdgeOrigin[first];
  let sum = 0;
  let h = halfEdgeNext[first];
  for (let corners = shape.vertexCount; corners > 0; corners--) {
    const a = 3 * halfEdgeOrigin[h];
    h = halfEdgeNext[h];
    if (h === first) break;
    const b = 3 * halfEdgeOrigin[h];
    const ux = vertices[a] - vertices[o];
    const uy = vertices[a + 1] - vertices[o + 1];
    const uz = vertices[a + 2] - vertices[o + 2];
    const vx = vertices[b] - vertices[o];
    const vy = vertices[b + 1] - vertices[o + 1];
    const vz = vertices[b + 2] - vertices[o + 2];
    sum += resting[0] * (uy * vz - uz * vy) + resting[1] * (uz * vx - ux * vz) + resting[2] * (ux * vy - uy * vx);
  }
  return 0.5 * Math.abs(sum);
}

/** Cosine between a face's outward normal and the way down. */
function lean(shape: ConvexPolyhedron, face: number): number {
  const { normals } = shape;
  return -(resting[0] * normals[3 * face] + resting[1] * normals[3 * face + 1] + resting[2] * normals[3 * face + 2]);
}

/** The face that lies between two half-edges of one origin, or -1. */
function sharedFace(shape: ConvexPolyhedron, h: number, g: number): number {
  const { halfEdgeFace } = shape;
  if (halfEdgeFace[h] === halfEdgeFace[g ^ 1]) return halfEdgeFace[h];
  return halfEdgeFace[g] === halfEdgeFace[h ^ 1] ? halfEdgeFace[g] : -1;
}

/** The face at a vertex that leans least. */
function flattestFace(shape: ConvexPolyhedron, vertex: number): number {
  const first = shape.vertexHalfEdge[vertex];
  let best = shape.halfEdgeFace[first];
  let h = first;
  for (let turns = shape.edgeCount; turns > 0; turns--) {
    const face = shape.halfEdgeFace[h];
    if (lean(shape, face) > lean(shape, best)) best = face;
    h = shape.halfEdgeNext[h ^ 1];
    if (h === first) break;
  }
  return best;
}

/** Heights along n (no plane taken off) of the other neighbours of a half-edge's origin: the first after it in the ring, the last, and the least of those between. */
function scanRing(shape: ConvexPolyhedron, h: number): void {
  const { vertices, halfEdgeNext, halfEdgeOrigin } = shape;
  ring[0] = ring[1] = ring[2] = Infinity;
  let g = halfEdgeNext[h ^ 1];
  for (let turns = shape.edgeCount; turns > 0 && g !== h; turns--) {
    const v = 3 * halfEdgeOrigin[g ^ 1];
    const z = resting[0] * vertices[v] + resting[1] * vertices[v + 1] + resting[2] * vertices[v + 2];
    const next = halfEdgeNext[g ^ 1];
    if (next === h) ring[1] = z;
    else if (ring[0] === Infinity) ring[0] = z;
    else ring[2] = Math.min(ring[2], z);
    g = next;
  }
}
