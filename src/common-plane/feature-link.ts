/**
 * The shortest link between two features of two bodies, in closed form: vertex, edge or face of A against vertex, edge or face of B (not two faces).
 * The feature taken is closed (an edge has its ends, a face its border); what is reported is the smallest feature that holds each end of the link.
 *
 * Paper 000 finds these links by projections on auxiliary planes (sections 3.4, 3.5.2, Appendix A), which are undefined for parallel features.
 * Here: a vertex to an edge by projection; two edges by the part of one across the other; a face by its border and, for vertices over it, its plane.
 *
 * Conditioning. The normal comes from the features: the face's; across both edges; across the edge. Only two vertices, and edges parallel to rounding, take the
 * link itself, whose direction is off by rounding / length. Two edges at a small angle: the part of v across u has an error of eps / angle; what
 * follows from it loses no more than that along the edges, where it does not count: the link and the normal are across both edges to rounding.
 *
 * Frame: A's. Features of B are transformed as they are touched. No allocation, loops bounded by the face's corners.
 */
import { edgeFeature, faceFeature, featureDimension, featureIndex, vertexFeature } from '../contact/feature';
import type { Pose } from '../body/pose';
import type { ConvexPolyhedron } from '../polyhedron/convex-polyhedron';

/** P (0..2), Q (3..5), their distance (6), unit normal from A to B (7..9). */
export const link = /* @__PURE__ */ new Float64Array(10);
/** Features that hold P and Q: the smallest that do. */
export const on = /* @__PURE__ */ new Int32Array(2);
/** What loadVertex, loadEdge (origin, then vector to the end) and loadNormal fetched. */
const vertex = /* @__PURE__ */ new Float64Array(3);
const edgeOfA = /* @__PURE__ */ new Float64Array(6);
const edgeOfB = /* @__PURE__ */ new Float64Array(6);
const normal = /* @__PURE__ */ new Float64Array(3);

/**
 * Exact shortest link between a closed feature of A and one of B (not two faces), into link and on. Returns its length, or -1 where the features
 * show that there is no such link: a point behind a face that it projects into, or an edge through a face.
 */
export function shortestBetween(a: ConvexPolyhedron, b: ConvexPolyhedron, pose: Pose, onA: number, onB: number): number {
  const dimensionA = featureDimension(onA);
  const dimensionB = featureDimension(onB);
  link[6] = Infinity;
  if (dimensionA === 2) return shortestToFace(a, 0, featureIndex(onA), b, onB, pose);
  if (dimensionB === 2) return shortestToFace(b, 1, featureIndex(onB), a, onA, pose);
  if (dimensionA === 1 && dimensionB === 1) {
    loadEdge(edgeOfA, a, featureIndex(onA), 0, pose);
    loadEdge(edgeOfB, b, featureIndex(onB), 1, pose);
    linkEdges(a, featureIndex(onA), b, featureIndex(onB));
  } else if (dimensionA === 1) {
    loadEdge(edgeOfA, a, featureIndex(onA), 0, pose);
    loadVertex(b, featureIndex(onB), 1, pose);
    linkVertexEdge(1, onB, edgeOfA, a, featureIndex(onA));
  } else if (dimensionB === 1) {
    loadEdge(edgeOfB, b, featureIndex(onB), 1, pose);
    loadVertex(a, featureIndex(onA), 0, pose);
    linkVertexEdge(0, onA, edgeOfB, b, featureIndex(onB));
  } else {
    loadVertex(a, featureIndex(onA), 0, pose);
    const x = vertex[0];
    const y = vertex[1];
    const z = vertex[2];
    loadVertex(b, featureIndex(onB), 1, pose);
    setLink(0, x, y, z, vertex[0], vertex[1], vertex[2], onA, onB);
    normalFromLink();
  }
  return link[6];
}

/** Face f of `shape` (body `side`) against a vertex or edge of the other body. */
export function shortestToFace(
  shape: ConvexPolyhedron,
  side: number,
  f: number,
  other: ConvexPolyhedron,
  feature: number,
  pose: Pose,
): number {
  const otherSide = 1 - side;
  const isEdge = featureDimension(feature) === 1;
  const index = featureIndex(feature);
  const otherEdge = otherSide === 0 ? edgeOfA : edgeOfB;
  const loopEdge = side === 0 ? edgeOfA : edgeOfB;
  loadNormal(shape, f, side, pose);
  const nx = normal[0];
  const ny = normal[1];
  const nz = normal[2];

  // The point, or the two ends of the edge, x0 and x1.
  const from = isEdge ? other.halfEdgeOrigin[2 * index] : index;
  const to = isEdge ? other.halfEdgeOrigin[2 * index + 1] : index;
  loadVertex(other, from, otherSide, pose);
  const x0 = vertex[0];
  const y0 = vertex[1];
  const z0 = vertex[2];
  loadVertex(other, to, otherSide, pose);
  const x1 = vertex[0];
  const y1 = vertex[1];
  const z1 = vertex[2];

  // Height over the face, and whether the projection is strictly left of every edge of the loop.
  const first = shape.faceHalfEdge[f];
  loadVertex(shape, shape.halfEdgeOrigin[first], side, pose);
  const cx = vertex[0];
  const cy = vertex[1];
  const cz = vertex[2];
  const h0 = nx * (x0 - cx) + ny * (y0 - cy) + nz * (z0 - cz);
  const h1 = nx * (x1 - cx) + ny * (y1 - cy) + nz * (z1 - cz);
  // Where an edge goes through the face's plane, that point is followed round the loop too.
  const crosses = h0 > 0 !== h1 > 0;
  const s = crosses ? h0 / (h0 - h1) : 0;
  const xs = x0 + s * (x1 - x0);
  const ys = y0 + s * (y1 - y0);
  const zs = z0 + s * (z1 - z0);
  let inside0 = true;
  let inside1 = isEdge;
  let insideCrossing = crosses;
  let h = first;
  let ox = cx;
  let oy = cy;
  let oz = cz;
  for (let k = 0; k < shape.vertexCount; k++) {
    loadVertex(shape, shape.halfEdgeOrigin[h ^ 1], side, pose);
    const ux = vertex[0] - ox;
    const uy = vertex[1] - oy;
    const uz = vertex[2] - oz;
    // Inward: n x u.
    const ix = ny * uz - nz * uy;
    const iy = nz * ux - nx * uz;
    const iz = nx * uy - ny * ux;
    if (!(ix * (x0 - ox) + iy * (y0 - oy) + iz * (z0 - oz) > 0)) inside0 = false;
    if (!(ix * (x1 - ox) + iy * (y1 - oy) + iz * (z1 - oz) > 0)) inside1 = false;
    if (!(ix * (xs - ox) + iy * (ys - oy) + iz * (zs - oz) > 0)) insideCrossing = false;
    ox = vertex[0];
    oy = vertex[1];
    oz = vertex[2];
    h = shape.halfEdgeNext[h];
    if (h === first) break;
  }
  if (insideCrossing || (inside0 && h0 <= 0) || (inside1 && h1 <= 0)) return -1;
  const face = faceFeature(f);
  if (inside0) setFaceLink(side, x0, y0, z0, h0, nx, ny, nz, face, vertexFeature(from));
  if (inside1 && h1 < link[6]) setFaceLink(side, x1, y1, z1, h1, nx, ny, nz, face, vertexFeature(to));
  // A vertex inside the face has its link there; every other shortest link ends on the face's border.
  if (inside0 && !isEdge) return link[6];
  if (isEdge) loadEdge(otherEdge, other, index, otherSide, pose);
  h = first;
  for (let k = 0; k < shape.vertexCount; k++) {
    loadEdge(loopEdge, shape, h >> 1, side, pose);
    if (!isEdge) {
      vertex[0] = x0;
      vertex[1] = y0;
      vertex[2] = z0;
      linkVertexEdge(otherSide, feature, loopEdge, shape, h >> 1);
    } else if (side === 0) linkEdges(shape, h >> 1, other, index);
    else linkEdges(other, index, shape, h >> 1);
    h = shape.halfEdgeNext[h];
    if (h === first) break;
  }
  return link[6];
}

/** Whether a code from memory is a feature of this shape. */
export function isFeature(shape: ConvexPolyhedron, feature: number): boolean {
  if (feature < 0) return false;
  const dimension = featureDimension(feature);
  const count = dimension === 0 ? shape.vertexCount : dimension === 1 ? shape.edgeCount : dimension === 2 ? shape.faceCount : 0;
  return featureIndex(feature) < count;
}

/** The link of two edges (in edgeOfA, edgeOfB), kept when shorter: across their insides where they cross, else from an end of one. */
function linkEdges(a: ConvexPolyhedron, e: number, b: ConvexPolyhedron, f: number): void {
  const px = edgeOfA[0];
  const py = edgeOfA[1];
  const pz = edgeOfA[2];
  const ux = edgeOfA[3];
  const uy = edgeOfA[4];
  const uz = edgeOfA[5];
  const qx = edgeOfB[0];
  const qy = edgeOfB[1];
  const qz = edgeOfB[2];
  const vx = edgeOfB[3];
  const vy = edgeOfB[4];
  const vz = edgeOfB[5];
  const wx = qx - px;
  const wy = qy - py;
  const wz = qz - pz;
  // With c and x the parts of v and w across u, t = -x·c / c·c: its error is eps / sin(angle), where the usual 2x2 system has that squared.
  const uu = ux * ux + uy * uy + uz * uz;
  const k = (ux * vx + uy * vy + uz * vz) / uu;
  const cx = vx - k * ux;
  const cy = vy - k * uy;
  const cz = vz - k * uz;
  const m = (wx * ux + wy * uy + wz * uz) / uu;
  const xx = wx - m * ux;
  const xy = wy - m * uy;
  const xz = wz - m * uz;
  const t = -(xx * cx + xy * cy + xz * cz) / (cx * cx + cy * cy + cz * cz);
  if (t > 0 && t < 1) {
    // Projected on the other edge, so that the link stays across it whatever the error of t.
    const s = m + t * k;
    if (s > 0 && s < 1) {
      if (setLink(0, px + s * ux, py + s * uy, pz + s * uz, qx + t * vx, qy + t * vy, qz + t * vz, edgeFeature(e), edgeFeature(f))) {
        // u x c is across both edges to rounding, however nearly parallel they are.
        normalFromEdges(uy * cz - uz * cy, uz * cx - ux * cz, ux * cy - uy * cx);
      }
      return;
    }
  }
  const a0 = a.halfEdgeOrigin[2 * e];
  const a1 = a.halfEdgeOrigin[2 * e + 1];
  const b0 = b.halfEdgeOrigin[2 * f];
  const b1 = b.halfEdgeOrigin[2 * f + 1];
  vertex[0] = px;
  vertex[1] = py;
  vertex[2] = pz;
  linkVertexEdge(0, vertexFeature(a0), edgeOfB, b, f);
  vertex[0] = px + ux;
  vertex[1] = py + uy;
  vertex[2] = pz + uz;
  linkVertexEdge(0, vertexFeature(a1), edgeOfB, b, f);
  vertex[0] = qx;
  vertex[1] = qy;
  vertex[2] = qz;
  linkVertexEdge(1, vertexFeature(b0), edgeOfA, a, e);
  vertex[0] = qx + vx;
  vertex[1] = qy + vy;
  vertex[2] = qz + vz;
  linkVertexEdge(1, vertexFeature(b1), edgeOfA, a, e);
}

/** The link of a vertex (in `vertex`, of body `side`) to an edge of the other body `shape`, kept when shorter. */
function linkVertexEdge(side: number, feature: number, edge: Float64Array, shape: ConvexPolyhedron, e: number): void {
  const x = vertex[0];
  const y = vertex[1];
  const z = vertex[2];
  const ux = edge[3];
  const uy = edge[4];
  const uz = edge[5];
  const along = (x - edge[0]) * ux + (y - edge[1]) * uy + (z - edge[2]) * uz;
  const uu = ux * ux + uy * uy + uz * uz;
  if (along > 0 && along < uu) {
    const t = along / uu;
    if (setLink(side, x, y, z, edge[0] + t * ux, edge[1] + t * uy, edge[2] + t * uz, feature, edgeFeature(e)))
      normalAcrossEdge(ux, uy, uz, uu);
    return;
  }
  // An end is a vertex, not a point of the edge: the certificate has more to ask there.
  const end = along > 0 ? 1 : 0;
  if (
    setLink(
      side,
      x,
      y,
      z,
      edge[0] + end * ux,
      edge[1] + end * uy,
      edge[2] + end * uz,
      feature,
      vertexFeature(shape.halfEdgeOrigin[2 * e + end]),
    )
  ) {
    normalFromLink();
  }
}

/** Keeps the link from x (feature of body `side`) to y (of the other) when it is shorter than the one there. */
function setLink(
  side: number,
  x: number,
  y: number,
  z: number,
  fx: number,
  fy: number,
  fz: number,
  feature: number,
  otherFeature: number,
): boolean {
  const dx = fx - x;
  const dy = fy - y;
  const dz = fz - z;
  const d = Math.sqrt(dx * dx + dy * dy + dz * dz);
  if (!(d < link[6])) return false;
  const p = 3 * side;
  const q = 3 - p;
  link[p] = x;
  link[p + 1] = y;
  link[p + 2] = z;
  link[q] = fx;
  link[q + 1] = fy;
  link[q + 2] = fz;
  link[6] = d;
  on[side] = feature;
  on[1 - side] = otherFeature;
  return true;
}

/** The link from a vertex (x y z, at height h) to the face of body `side` under it; the normal from A to B is the face's, turned for faces of B. */
function setFaceLink(
  side: number,
  x: number,
  y: number,
  z: number,
  h: number,
  nx: number,
  ny: number,
  nz: number,
  face: number,
  feature: number,
): void {
  const p = 3 * side;
  const q = 3 - p;
  link[p] = x - h * nx;
  link[p + 1] = y - h * ny;
  link[p + 2] = z - h * nz;
  link[q] = x;
  link[q + 1] = y;
  link[q + 2] = z;
  link[6] = h;
  const sign = side === 0 ? 1 : -1;
  link[7] = sign * nx;
  link[8] = sign * ny;
  link[9] = sign * nz;
  on[side] = face;
  on[1 - side] = feature;
}

/** Two vertices: the link is the normal. */
function normalFromLink(): void {
  const d = link[6];
  link[7] = (link[3] - link[0]) / d;
  link[8] = (link[4] - link[1]) / d;
  link[9] = (link[5] - link[2]) / d;
}

/** A vertex and an edge u: the link without what rounding left of it along the edge. */
function normalAcrossEdge(ux: number, uy: number, uz: number, uu: number): void {
  const dx = link[3] - link[0];
  const dy = link[4] - link[1];
  const dz = link[5] - link[2];
  const t = (dx * ux + dy * uy + dz * uz) / uu;
  const x = dx - t * ux;
  const y = dy - t * uy;
  const z = dz - t * uz;
  const length = Math.sqrt(x * x + y * y + z * z);
  link[7] = x / length;
  link[8] = y / length;
  link[9] = z / length;
}

/**
 * Two crossing edges: their common normal c, turned along the link. Edges that are parallel to rounding have none: there c has nothing to do with the
 * link, which is across both, and the link is the normal.
 */
function normalFromEdges(cx: number, cy: number, cz: number): void {
  const dx = link[3] - link[0];
  const dy = link[4] - link[1];
  const dz = link[5] - link[2];
  const cc = cx * cx + cy * cy + cz * cz;
  const k = (cx * dx + cy * dy + cz * dz) / cc;
  const x = dx - k * cx;
  const y = dy - k * cy;
  const z = dz - k * cz;
  if (x * x + y * y + z * z > ALIGNED * link[6] * link[6]) {
    normalFromLink();
    return;
  }
  const scale = (k < 0 ? -1 : 1) / Math.sqrt(cc);
  link[7] = scale * cx;
  link[8] = scale * cy;
  link[9] = scale * cz;
}

/** Squared sine of 8 degrees: edges 1e-15 rad apart define their normal about as well. */
const ALIGNED = 0.02;

/** Vertex of body `side` in A's frame, into `vertex`. */
function loadVertex(shape: ConvexPolyhedron, v: number, side: number, pose: Pose): void {
  const x = shape.vertices[3 * v];
  const y = shape.vertices[3 * v + 1];
  const z = shape.vertices[3 * v + 2];
  if (side === 0) {
    vertex[0] = x;
    vertex[1] = y;
    vertex[2] = z;
  } else {
    vertex[0] = pose[0] * x + pose[1] * y + pose[2] * z + pose[9];
    vertex[1] = pose[3] * x + pose[4] * y + pose[5] * z + pose[10];
    vertex[2] = pose[6] * x + pose[7] * y + pose[8] * z + pose[11];
  }
}

/** Edge of body `side` in A's frame: origin and vector to its end, length 6. */
function loadEdge(out: Float64Array, shape: ConvexPolyhedron, e: number, side: number, pose: Pose): void {
  loadVertex(shape, shape.halfEdgeOrigin[2 * e], side, pose);
  const x = vertex[0];
  const y = vertex[1];
  const z = vertex[2];
  loadVertex(shape, shape.halfEdgeOrigin[2 * e + 1], side, pose);
  out[0] = x;
  out[1] = y;
  out[2] = z;
  out[3] = vertex[0] - x;
  out[4] = vertex[1] - y;
  out[5] = vertex[2] - z;
}

/** Outward normal of a face of body `side` in A's frame, into `normal`. */
function loadNormal(shape: ConvexPolyhedron, f: number, side: number, pose: Pose): void {
  const x = shape.normals[3 * f];
  const y = shape.normals[3 * f + 1];
  const z = shape.normals[3 * f + 2];
  if (side === 0) {
    normal[0] = x;
    normal[1] = y;
    normal[2] = z;
  } else {
    normal[0] = pose[0] * x + pose[1] * y + pose[2] * z;
    normal[1] = pose[3] * x + pose[4] * y + pose[5] * z;
    normal[2] = pose[6] * x + pose[7] * y + pose[8] * z;
  }
}
