/**
 * The shortest link between two features of two bodies, in closed form: vertex, edge or face of A against vertex, edge
 * or face of B (not two faces). A feature here is closed: an edge includes its ends, a face its border. The result
 * names the smallest feature that contains each end of the link.
 *
 * Nezami et al. 2006 find these links by projections on auxiliary planes (sections 3.4, 3.5.2, Appendix A), which are
 * undefined for parallel features. Here: a vertex and an edge by projection; two edges by the part of one perpendicular
 * to the other; a face by its border and, for vertices over it, by its plane.
 *
 * Conditioning. The normal comes from the features: the face normal, or a direction perpendicular to both edges or to
 * the edge. For two vertices, and for edges parallel to rounding, it is the direction of the link, with an error of
 * rounding / length. For two edges at a small angle, the part of v perpendicular to u has an error of eps / angle. This
 * error only moves the ends along the edges, which does no harm: the link and the normal are perpendicular to both
 * edges to rounding.
 *
 * Frame: A's. Features of B are transformed when they are used. No allocation; the face's corners bound the loops.
 */
import { edgeFeature, faceFeature, featureDimension, featureIndex, vertexFeature } from '../contact/feature';
import type { Pose } from '../body/pose';
import { LENGTH, P, Q } from '../contact/layouts';
import type { ConvexPolyhedron } from '../polyhedron/convex-polyhedron';
import { fetchedNormal, loadEdge, loadNormal, loadTurned, loadVertex, turned, VECTOR, vertex } from './load-feature';

/** P on A, Q on B, their distance (LENGTH), unit normal from A to B (NORMAL, 7..9). */
export const link = /* @__PURE__ */ new Float64Array(10);
/** Where the unit normal from A to B starts. */
export const NORMAL = 7;
/** The smallest features that contain P and Q. */
export const linkFeature = /* @__PURE__ */ new Int32Array(2);
/** Edges as loadEdge fetches them. */
const edgeOfA = /* @__PURE__ */ new Float64Array(6);
const edgeOfB = /* @__PURE__ */ new Float64Array(6);
/** The point of the other body that setLink joins with `vertex`; the direction perpendicular to two edges. */
const foot = /* @__PURE__ */ new Float64Array(3);
const across = /* @__PURE__ */ new Float64Array(3);

/**
 * Exact shortest link between a closed feature of A and one of B (not two faces), into link and linkFeature. Its length
 * link[LENGTH] is -1 when there is no such link: a point is behind a face into which it projects, or an edge passes
 * through a face.
 */
export function shortestBetween(a: ConvexPolyhedron, b: ConvexPolyhedron, pose: Pose, onA: number, onB: number): void {
  const dimensionA = featureDimension(onA);
  const dimensionB = featureDimension(onB);
  const indexA = featureIndex(onA);
  const indexB = featureIndex(onB);
  if (dimensionA === 2) {
    shortestToFace(a, 0, indexA, b, onB, pose);
    return;
  }
  if (dimensionB === 2) {
    shortestToFace(b, 1, indexB, a, onA, pose);
    return;
  }
  link[LENGTH] = Infinity;
  if (dimensionA === 1) loadEdge(edgeOfA, a, indexA, 0, pose);
  if (dimensionB === 1) loadEdge(edgeOfB, b, indexB, 1, pose);
  if (dimensionA === 1 && dimensionB === 1) {
    linkEdges(a, indexA, b, indexB);
  } else if (dimensionA === 1) {
    loadVertex(b, indexB, 1, pose);
    linkVertexEdge(1, onB, edgeOfA, a, indexA);
  } else if (dimensionB === 1) {
    loadVertex(a, indexA, 0, pose);
    linkVertexEdge(0, onA, edgeOfB, b, indexB);
  } else {
    loadVertex(b, indexB, 1, pose);
    foot.set(vertex);
    loadVertex(a, indexA, 0, pose);
    setLink(0, onA, onB);
    normalFromLink();
  }
}

/**
 * Face f of `shape` (body `side`) against a vertex or edge of the other body, as shortestBetween. The test whether a
 * point is over the face uses the face's own frame, where its corners are not rounded.
 */
export function shortestToFace(
  shape: ConvexPolyhedron,
  side: number,
  f: number,
  other: ConvexPolyhedron,
  feature: number,
  pose: Pose,
): void {
  link[LENGTH] = Infinity;
  if (featureDimension(feature) === 1) linkEdgeFace(shape, side, f, other, featureIndex(feature), pose);
  else linkVertexFace(shape, side, f, other, featureIndex(feature), pose);
}

function linkVertexFace(shape: ConvexPolyhedron, side: number, f: number, other: ConvexPolyhedron, v: number, pose: Pose): void {
  const { vertices, normals, halfEdgeNext, halfEdgeOrigin } = shape;
  const nx = normals[3 * f];
  const ny = normals[3 * f + 1];
  const nz = normals[3 * f + 2];
  loadTurned(other, v, side, pose);
  const x = turned[0];
  const y = turned[1];
  const z = turned[2];
  const first = shape.faceHalfEdge[f];
  let inside = true;
  let h = first;
  const o = 3 * halfEdgeOrigin[first];
  let ox = vertices[o];
  let oy = vertices[o + 1];
  let oz = vertices[o + 2];
  const height = nx * (x - ox) + ny * (y - oy) + nz * (z - oz);
  const least2 = leastLeft2(shape, other);
  for (let k = 0; k < shape.vertexCount; k++) {
    const q = 3 * halfEdgeOrigin[h ^ 1];
    const qx = vertices[q];
    const qy = vertices[q + 1];
    const qz = vertices[q + 2];
    const ux = qx - ox;
    const uy = qy - oy;
    const uz = qz - oz;
    // Inward of the side: n x u.
    const left = (ny * uz - nz * uy) * (x - ox) + (nz * ux - nx * uz) * (y - oy) + (nx * uy - ny * ux) * (z - oz);
    if (!(left > 0) || (left * left <= least2 * (ux * ux + uy * uy + uz * uz) && !isBeside(x - ox, y - oy, z - oz, ux, uy, uz))) {
      // A shortest link to the border ends on a side whose left does not contain the other end.
      inside = false;
      const loopEdge = side === 0 ? edgeOfA : edgeOfB;
      loadEdge(loopEdge, shape, h >> 1, side, pose);
      loadVertex(other, v, 1 - side, pose);
      linkVertexEdge(1 - side, vertexFeature(v), loopEdge, shape, h >> 1);
    }
    ox = qx;
    oy = qy;
    oz = qz;
    h = halfEdgeNext[h];
    if (h === first) break;
  }
  if (!inside) return;
  link[LENGTH] = height > 0 ? height : -1;
  setFaceLink(shape, side, f, other, v, pose);
}

function linkEdgeFace(shape: ConvexPolyhedron, side: number, f: number, other: ConvexPolyhedron, e: number, pose: Pose): void {
  const { vertices, normals, halfEdgeNext, halfEdgeOrigin } = shape;
  const nx = normals[3 * f];
  const ny = normals[3 * f + 1];
  const nz = normals[3 * f + 2];
  const from = other.halfEdgeOrigin[2 * e];
  const to = other.halfEdgeOrigin[2 * e + 1];
  loadTurned(other, from, side, pose);
  const x0 = turned[0];
  const y0 = turned[1];
  const z0 = turned[2];
  loadTurned(other, to, side, pose);
  const x1 = turned[0];
  const y1 = turned[1];
  const z1 = turned[2];
  loadEdge(side === 0 ? edgeOfB : edgeOfA, other, e, 1 - side, pose);
  const first = shape.faceHalfEdge[f];
  let h = first;
  let o = 3 * halfEdgeOrigin[first];
  const height0 = nx * (x0 - vertices[o]) + ny * (y0 - vertices[o + 1]) + nz * (z0 - vertices[o + 2]);
  const height1 = nx * (x1 - vertices[o]) + ny * (y1 - vertices[o + 1]) + nz * (z1 - vertices[o + 2]);
  // If the edge passes through the face's plane, the loop also tests that point.
  const crosses = height0 > 0 !== height1 > 0;
  const s = crosses ? height0 / (height0 - height1) : 0;
  let inside0 = true;
  let inside1 = true;
  let insideCrossing = crosses;
  const least2 = leastLeft2(shape, other);
  for (let k = 0; k < shape.vertexCount; k++) {
    const q = 3 * halfEdgeOrigin[h ^ 1];
    const ox = vertices[o];
    const oy = vertices[o + 1];
    const oz = vertices[o + 2];
    const ux = vertices[q] - ox;
    const uy = vertices[q + 1] - oy;
    const uz = vertices[q + 2] - oz;
    const ix = ny * uz - nz * uy;
    const iy = nz * ux - nx * uz;
    const iz = nx * uy - ny * ux;
    const left0 = ix * (x0 - ox) + iy * (y0 - oy) + iz * (z0 - oz);
    const left1 = ix * (x1 - ox) + iy * (y1 - oy) + iz * (z1 - oz);
    const uu = ux * ux + uy * uy + uz * uz;
    const isLeft0 = left0 > 0 && (left0 * left0 > least2 * uu || isBeside(x0 - ox, y0 - oy, z0 - oz, ux, uy, uz));
    const isLeft1 = left1 > 0 && (left1 * left1 > least2 * uu || isBeside(x1 - ox, y1 - oy, z1 - oz, ux, uy, uz));
    if (!isLeft0) inside0 = false;
    if (!isLeft1) inside1 = false;
    if (!(left0 + s * (left1 - left0) > 0)) insideCrossing = false;
    // If the whole edge is left of a side, the shortest link does not end on that side.
    if (!(isLeft0 && isLeft1)) {
      loadEdge(side === 0 ? edgeOfA : edgeOfB, shape, h >> 1, side, pose);
      if (side === 0) linkEdges(shape, h >> 1, other, e);
      else linkEdges(other, e, shape, h >> 1);
    }
    o = q;
    h = halfEdgeNext[h];
    if (h === first) break;
  }
  if (insideCrossing || (inside0 && !(height0 > 0)) || (inside1 && !(height1 > 0))) {
    link[LENGTH] = -1;
    return;
  }
  if (inside1 && height1 <= link[LENGTH]) {
    link[LENGTH] = height1;
    setFaceLink(shape, side, f, other, to, pose);
  }
  if (inside0 && height0 <= link[LENGTH]) {
    link[LENGTH] = height0;
    setFaceLink(shape, side, f, other, from, pose);
  }
}

/**
 * The square of a distance that is only rounding. A point that is left of a side by less than this must also be beside
 * the side to be inside the face. Reason: a point beyond the tip of a needle-thin face is left of both sides by as
 * little.
 */
function leastLeft2(shape: ConvexPolyhedron, other: ConvexPolyhedron): number {
  const least = shape.tolerance + other.tolerance;
  return least * least;
}

/**
 * Whether the projection of point w on the line of edge u is between the ends of the edge; w is relative to its origin.
 */
function isBeside(wx: number, wy: number, wz: number, ux: number, uy: number, uz: number): boolean {
  const along = ux * wx + uy * wy + uz * wz;
  return along >= 0 && along <= ux * ux + uy * uy + uz * uz;
}

/** Whether a code from memory is a feature of this shape. */
export function isFeature(shape: ConvexPolyhedron, feature: number): boolean {
  if (feature < 0) return false;
  const dimension = featureDimension(feature);
  const count = dimension === 0 ? shape.vertexCount : dimension === 1 ? shape.edgeCount : dimension === 2 ? shape.faceCount : 0;
  return featureIndex(feature) < count;
}

/**
 * Computes the link of two edges (in edgeOfA, edgeOfB) and keeps it when it is shorter. It joins their insides when
 * they cross; otherwise it starts at an end of one.
 */
function linkEdges(a: ConvexPolyhedron, e: number, b: ConvexPolyhedron, f: number): void {
  const px = edgeOfA[0];
  const py = edgeOfA[1];
  const pz = edgeOfA[2];
  const ux = edgeOfA[VECTOR];
  const uy = edgeOfA[VECTOR + 1];
  const uz = edgeOfA[VECTOR + 2];
  const qx = edgeOfB[0];
  const qy = edgeOfB[1];
  const qz = edgeOfB[2];
  const vx = edgeOfB[VECTOR];
  const vy = edgeOfB[VECTOR + 1];
  const vz = edgeOfB[VECTOR + 2];
  const wx = qx - px;
  const wy = qy - py;
  const wz = qz - pz;
  // Let c and x be the parts of v and w perpendicular to u. Then t = -x·c / c·c has an error of eps / sin(angle), while
  // the usual 2x2 system has eps / sin^2(angle).
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
    // Projected on the other edge, so that the link is perpendicular to it for any error of t.
    const s = m + t * k;
    if (s > 0 && s < 1) {
      vertex[0] = px + s * ux;
      vertex[1] = py + s * uy;
      vertex[2] = pz + s * uz;
      foot[0] = qx + t * vx;
      foot[1] = qy + t * vy;
      foot[2] = qz + t * vz;
      if (!setLink(0, edgeFeature(e), edgeFeature(f))) return;
      // u x c is perpendicular to both edges to rounding, also when they are nearly parallel.
      across[0] = uy * cz - uz * cy;
      across[1] = uz * cx - ux * cz;
      across[2] = ux * cy - uy * cx;
      normalFromEdges();
      return;
    }
  }
  linkEnds(0, a, e, edgeOfA, b, f, edgeOfB);
  linkEnds(1, b, f, edgeOfB, a, e, edgeOfA);
}

/** Tries the links from the ends of edge e of body `side` to edge f of the other body. */
function linkEnds(
  side: number,
  shape: ConvexPolyhedron,
  e: number,
  edge: Float64Array,
  other: ConvexPolyhedron,
  f: number,
  otherEdge: Float64Array,
): void {
  for (let end = 0; end < 2; end++) {
    vertex[0] = edge[0] + end * edge[3];
    vertex[1] = edge[1] + end * edge[4];
    vertex[2] = edge[2] + end * edge[5];
    linkVertexEdge(side, vertexFeature(shape.halfEdgeOrigin[2 * e + end]), otherEdge, other, f);
  }
}

/** Tries the link from `vertex` of body `side` to an edge of the other body `shape`. Keeps it when it is shorter. */
function linkVertexEdge(side: number, feature: number, edge: Float64Array, shape: ConvexPolyhedron, e: number): void {
  const ux = edge[3];
  const uy = edge[4];
  const uz = edge[5];
  const along = (vertex[0] - edge[0]) * ux + (vertex[1] - edge[1]) * uy + (vertex[2] - edge[2]) * uz;
  const uu = ux * ux + uy * uy + uz * uz;
  const within = along > 0 && along < uu;
  // An end counts as a vertex, not as a point of the edge: the certificate has more tests for a vertex.
  const end = along > 0 ? 1 : 0;
  const t = within ? along / uu : end;
  foot[0] = edge[0] + t * ux;
  foot[1] = edge[1] + t * uy;
  foot[2] = edge[2] + t * uz;
  if (!setLink(side, feature, within ? edgeFeature(e) : vertexFeature(shape.halfEdgeOrigin[2 * e + end]))) return;
  if (within) normalAcrossEdge(edge);
  else normalFromLink();
}

/**
 * Keeps the link from `vertex` (on a feature of body `side`) to `foot` (of the other body) when it is shorter than the
 * current link.
 */
function setLink(side: number, feature: number, otherFeature: number): boolean {
  const dx = foot[0] - vertex[0];
  const dy = foot[1] - vertex[1];
  const dz = foot[2] - vertex[2];
  const d = Math.sqrt(dx * dx + dy * dy + dz * dz);
  if (!(d < link[LENGTH])) return false;
  const p = 3 * side;
  const q = 3 - p;
  link[p] = vertex[0];
  link[p + 1] = vertex[1];
  link[p + 2] = vertex[2];
  link[q] = foot[0];
  link[q + 1] = foot[1];
  link[q + 2] = foot[2];
  link[LENGTH] = d;
  linkFeature[side] = feature;
  linkFeature[1 - side] = otherFeature;
  return true;
}

/**
 * The link of length link[6] from a vertex v of `other` down to face f of `shape` (body `side`); the normal is the
 * face's, with the opposite sign for faces of B.
 */
function setFaceLink(shape: ConvexPolyhedron, side: number, f: number, other: ConvexPolyhedron, v: number, pose: Pose): void {
  loadNormal(shape, f, side, pose);
  loadVertex(other, v, 1 - side, pose);
  const height = link[LENGTH];
  const p = 3 * side;
  const q = 3 - p;
  link[p] = vertex[0] - height * fetchedNormal[0];
  link[p + 1] = vertex[1] - height * fetchedNormal[1];
  link[p + 2] = vertex[2] - height * fetchedNormal[2];
  link[q] = vertex[0];
  link[q + 1] = vertex[1];
  link[q + 2] = vertex[2];
  const sign = side === 0 ? 1 : -1;
  link[NORMAL] = sign * fetchedNormal[0];
  link[NORMAL + 1] = sign * fetchedNormal[1];
  link[NORMAL + 2] = sign * fetchedNormal[2];
  linkFeature[side] = faceFeature(f);
  linkFeature[1 - side] = vertexFeature(v);
}

/** Two vertices: the link is the normal. */
function normalFromLink(): void {
  const d = link[LENGTH];
  link[NORMAL] = (link[Q] - link[P]) / d;
  link[NORMAL + 1] = (link[Q + 1] - link[P + 1]) / d;
  link[NORMAL + 2] = (link[Q + 2] - link[P + 2]) / d;
}

/** A vertex and an edge: the link without its part along the edge, which is only rounding. */
function normalAcrossEdge(edge: Float64Array): void {
  const ux = edge[3];
  const uy = edge[4];
  const uz = edge[5];
  const dx = link[Q] - link[P];
  const dy = link[Q + 1] - link[P + 1];
  const dz = link[Q + 2] - link[P + 2];
  const t = (dx * ux + dy * uy + dz * uz) / (ux * ux + uy * uy + uz * uz);
  const x = dx - t * ux;
  const y = dy - t * uy;
  const z = dz - t * uz;
  const length = Math.sqrt(x * x + y * y + z * z);
  link[NORMAL] = x / length;
  link[NORMAL + 1] = y / length;
  link[NORMAL + 2] = z / length;
}

/**
 * Two crossing edges: their common normal `across`, with the sign of the link. Edges parallel to rounding have no
 * common normal: `across` may then have any direction. The link is perpendicular to both, so it is the normal.
 */
function normalFromEdges(): void {
  const cx = across[0];
  const cy = across[1];
  const cz = across[2];
  const dx = link[Q] - link[P];
  const dy = link[Q + 1] - link[P + 1];
  const dz = link[Q + 2] - link[P + 2];
  const cc = cx * cx + cy * cy + cz * cz;
  const k = (cx * dx + cy * dy + cz * dz) / cc;
  const x = dx - k * cx;
  const y = dy - k * cy;
  const z = dz - k * cz;
  if (x * x + y * y + z * z > ALIGNED * link[LENGTH] * link[LENGTH]) {
    normalFromLink();
    return;
  }
  const scale = (k < 0 ? -1 : 1) / Math.sqrt(cc);
  link[NORMAL] = scale * cx;
  link[NORMAL + 1] = scale * cy;
  link[NORMAL + 2] = scale * cz;
}

/** Squared sine of 8 degrees. Edges 1e-15 rad apart define their normal about as accurately. */
const ALIGNED = 0.02;
