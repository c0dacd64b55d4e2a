/**
 * A contact at one point, in closed form: a corner of one body over the inside of a face of the other, or two edges that cross. Most contacts are of this kind.
 *
 * Around the point the gap grows linearly along a few rays: the edges of the corner, or both directions of both edges. Between two neighbouring rays one face of A lies over one face of B, so the gap is linear there, and
 * Z(t) is the polygon of the places on the rays where the gap is t: a cap. The cap is the whole of Z(t) if it lies inside the faces that it is made of.
 *
 *     place on ray k with gap t:  x0 + (t - g0) ray_k          ray_k: direction divided by the growth of the gap along it
 *     zone, w0 = level - g0:      area A = sum of triangles T_k = w0^2 ray_k x ray_(k+1) / 2,   integral of w = A w0 / 3,
 *                                 integral of w x = sum of T_k w0 (2 x0 + x_k + x_(k+1)) / 12
 *     shares:                     a third of each triangle for each of its corners
 *
 * The test is made with t = the limit of points, which is at least the level: then the point is the only one. If a ray does not rise, ends below the limit, leaves its face, or two neighbours are in line (a face that
 * stands upright), the answer is false and the general way is taken, which gives the same.
 */
import type { CommonPlane } from '../contact/common-plane';
import type { Contact } from '../contact/contact';
import { edgeFeature, faceFeature, featureDimension, featureIndex } from '../contact/feature';
import type { DetectOptions } from '../contact/method';
import { ContactKind, NormalOwner } from '../contact/status';
import type { ConvexPolyhedron } from '../polyhedron/convex-polyhedron';
import { AXES, planeAxes } from './coordinates';
import { contactBounds, EPS, FLAT, LEVEL, LIMIT } from './bounds';

/** Most rays; corners of more edges go the general way. */
const RAYS = 32;
/** Direction in the plane for a unit of gap, height of its own surface for a unit of gap, and how far up the middle between the surfaces is from there, for a unit of gap: 1/2 on A, -1/2 on B. */
const rayX = /* @__PURE__ */ new Float64Array(RAYS);
const rayY = /* @__PURE__ */ new Float64Array(RAYS);
const rayZ = /* @__PURE__ */ new Float64Array(RAYS);
const rayMiddle = /* @__PURE__ */ new Float64Array(RAYS);
/** Feature of A and of B on the ray. */
const rayCode = /* @__PURE__ */ new Int32Array(2 * RAYS);

/** The point, by slot: place, height of A's and of B's surface. */
const apex = /* @__PURE__ */ new Float64Array(4);
const X = 0;
const Y = 1;
const Z_A = 2;
const Z_B = 3;

/** A vector or place in plane coordinates. */
const turned = /* @__PURE__ */ new Float64Array(3);
/** Slopes of a face over the plane, x and y. */
const slope = /* @__PURE__ */ new Float64Array(2);
/** The place that isOver is asked about. */
const place = /* @__PURE__ */ new Float64Array(2);

/** Least cosine between the normal and a face of a cap: steeper faces go the general way, which knows how to keep heights on them exact. */
const LEAST_COSINE = 1e-3;
/** Least sine between two edges that cross. */
const LEAST_SINE = 1e-3;

/** Writes the contact and returns true if it is a cap. The plane's features must be a corner and a face, or two edges. */
export function meetCap(out: Contact, a: ConvexPolyhedron, b: ConvexPolyhedron, plane: CommonPlane, options: DetectOptions): boolean {
  const dimensionA = featureDimension(plane.featureA);
  const dimensionB = featureDimension(plane.featureB);
  const indexA = featureIndex(plane.featureA);
  const indexB = featureIndex(plane.featureB);
  let rays = 0;
  if (dimensionA === 2 && dimensionB === 0) rays = raysOfCorner(b, 1, indexB, a, indexA);
  else if (dimensionA === 0 && dimensionB === 2) rays = raysOfCorner(a, 0, indexA, b, indexB);
  else if (dimensionA === 1 && dimensionB === 1) rays = raysOfEdges(a, indexA, b, indexB);
  if (rays === 0 || out.gaps.length === 0) return false;
  out.kind = dimensionA === 1 ? ContactKind.EdgeEdge : ContactKind.VertexFace;
  out.owner = dimensionA === 1 ? NormalOwner.Edges : dimensionA === 2 ? NormalOwner.FaceA : NormalOwner.FaceB;
  // The slope of the face, over the whole of its body.
  const extent = 2 * (dimensionA === 2 ? a.radius : b.radius);
  if (dimensionA !== 1 && Math.max(Math.abs(slope[0]), Math.abs(slope[1])) * extent > contactBounds[FLAT]) out.owner = NormalOwner.None;
  writeCap(out, plane, rays, options);
  return true;
}

/** A vector of body `side`, or with `origin` 1 a place, in plane coordinates. */
function turn(side: number, origin: number, x: number, y: number, z: number): void {
  const m = planeAxes;
  const o = AXES * side;
  turned[0] = m[o] * x + m[o + 1] * y + m[o + 2] * z + origin * m[o + 9];
  turned[1] = m[o + 3] * x + m[o + 4] * y + m[o + 5] * z + origin * m[o + 10];
  turned[2] = m[o + 6] * x + m[o + 7] * y + m[o + 8] * z + origin * m[o + 11];
}

/** The slopes of a face; false when it does not look at the other body, or stands too steep. */
function setSlope(shape: ConvexPolyhedron, side: number, face: number): boolean {
  turn(side, 0, shape.normals[3 * face], shape.normals[3 * face + 1], shape.normals[3 * face + 2]);
  const cosine = turned[2];
  if (!((side === 0 ? cosine : -cosine) > LEAST_COSINE)) return false;
  slope[0] = -turned[0] / cosine;
  slope[1] = -turned[1] / cosine;
  return true;
}

/** Rays along the edges of corner v of body `side`, over a face of the other body; their number, or 0 when they make no cap. */
function raysOfCorner(shape: ConvexPolyhedron, side: number, v: number, other: ConvexPolyhedron, face: number): number {
  const { vertices, halfEdgeNext, halfEdgeOrigin, vertexHalfEdge } = shape;
  if (!setSlope(other, 1 - side, face)) return 0;
  // gap = zB - zA: from B's corner it grows with the corner's edges, from A's against them.
  const up = side === 1 ? 1 : -1;
  const vx = vertices[3 * v];
  const vy = vertices[3 * v + 1];
  const vz = vertices[3 * v + 2];
  turn(side, 1, vx, vy, vz);
  apex[X] = turned[0];
  apex[Y] = turned[1];
  const z = turned[2];
  const w = 3 * other.halfEdgeOrigin[other.faceHalfEdge[face]];
  turn(1 - side, 1, other.vertices[w], other.vertices[w + 1], other.vertices[w + 2]);
  const otherZ = turned[2] + slope[0] * (apex[X] - turned[0]) + slope[1] * (apex[Y] - turned[1]);
  apex[Z_A] = side === 0 ? z : otherZ;
  apex[Z_B] = side === 0 ? otherZ : z;
  const g0 = apex[Z_B] - apex[Z_A];
  const rise = contactBounds[LIMIT] - g0;
  if (!(rise > 0)) return 0;
  const first = vertexHalfEdge[v];
  let h = first;
  let count = 0;
  do {
    if (count === RAYS) return 0;
    const e = 3 * halfEdgeOrigin[h ^ 1];
    turn(side, 0, vertices[e] - vx, vertices[e + 1] - vy, vertices[e + 2] - vz);
    const grow = up * (turned[2] - slope[0] * turned[0] - slope[1] * turned[1]);
    // Also when it falls or is NaN: the edge must reach above the limit.
    if (!(grow > rise)) return 0;
    rayX[count] = turned[0] / grow;
    rayY[count] = turned[1] / grow;
    rayZ[count] = turned[2] / grow;
    rayMiddle[count] = -0.5 * up;
    rayCode[2 * count + side] = edgeFeature(h >> 1);
    rayCode[2 * count + 1 - side] = faceFeature(face);
    count++;
    h = halfEdgeNext[h ^ 1];
  } while (h !== first);
  // The edges turn clockwise seen from outside, counter-clockwise for B seen from the tip of the normal. Rays in line belong to an upright face.
  for (let k = 0; k < count; k++) {
    const next = k + 1 < count ? k + 1 : 0;
    const cross = up * (rayX[k] * rayY[next] - rayY[k] * rayX[next]);
    if (!(cross * rise * rise > contactBounds[EPS] * contactBounds[EPS])) return 0;
  }
  for (let k = 0; k < count; k++) {
    place[0] = apex[X] + rise * rayX[k];
    place[1] = apex[Y] + rise * rayY[k];
    if (!isOver(other, 1 - side, face)) return 0;
  }
  return count;
}

/** Rays along two edges that cross: 4, counter-clockwise or clockwise, or 0 when they make no cap. */
function raysOfEdges(a: ConvexPolyhedron, edgeA: number, b: ConvexPolyhedron, edgeB: number): number {
  const pa = 3 * a.halfEdgeOrigin[2 * edgeA];
  const qa = 3 * a.halfEdgeOrigin[2 * edgeA + 1];
  const pb = 3 * b.halfEdgeOrigin[2 * edgeB];
  const qb = 3 * b.halfEdgeOrigin[2 * edgeB + 1];
  const va = a.vertices;
  const vb = b.vertices;
  turn(0, 1, va[pa], va[pa + 1], va[pa + 2]);
  const ox = turned[0];
  const oy = turned[1];
  const oz = turned[2];
  turn(0, 0, va[qa] - va[pa], va[qa + 1] - va[pa + 1], va[qa + 2] - va[pa + 2]);
  const ax = turned[0];
  const ay = turned[1];
  const az = turned[2];
  turn(1, 1, vb[pb], vb[pb + 1], vb[pb + 2]);
  const cx = turned[0] - ox;
  const cy = turned[1] - oy;
  const cz = turned[2];
  turn(1, 0, vb[qb] - vb[pb], vb[qb + 1] - vb[pb + 1], vb[qb + 2] - vb[pb + 2]);
  const bx = turned[0];
  const by = turned[1];
  const bz = turned[2];
  const cross = ax * by - ay * bx;
  if (!(cross * cross > LEAST_SINE * LEAST_SINE * (ax * ax + ay * ay) * (bx * bx + by * by))) return 0;
  // o + s a = o + c + t b
  const s = (cx * by - cy * bx) / cross;
  const t = (cx * ay - cy * ax) / cross;
  apex[X] = ox + s * ax;
  apex[Y] = oy + s * ay;
  apex[Z_A] = oz + s * az;
  apex[Z_B] = cz + t * bz;
  const rise = contactBounds[LIMIT] - (apex[Z_B] - apex[Z_A]);
  if (!(rise > 0)) return 0;
  // In turn: along a, along b, against a, against b. B's edge goes to the left of A's where cross > 0, and then the face of B over the ray along a is on the right of b: that of half-edge 2 e,
  // since B is seen from inside.
  const left = cross > 0 ? 0 : 1;
  for (let k = 0; k < 4; k++) {
    const onA = (k & 1) === 0;
    const sign = k < 2 ? 1 : -1;
    const shape = onA ? b : a;
    // Over a ray of A a face of B: right of b along a, left of it against a; under a ray of B a face of A: left of a along b, right of it against b.
    const half = sign > 0 ? left : 1 - left;
    const face = shape.halfEdgeFace[2 * (onA ? edgeB : edgeA) + half];
    if (!setSlope(shape, onA ? 1 : 0, face)) return 0;
    const dx = sign * (onA ? ax : bx);
    const dy = sign * (onA ? ay : by);
    const dz = sign * (onA ? az : bz);
    const fall = slope[0] * dx + slope[1] * dy;
    const grow = onA ? fall - dz : dz - fall;
    const length = onA ? (sign > 0 ? 1 - s : s) : sign > 0 ? 1 - t : t;
    if (!(length * grow > rise)) return 0;
    rayX[k] = dx / grow;
    rayY[k] = dy / grow;
    rayZ[k] = dz / grow;
    rayMiddle[k] = onA ? 0.5 : -0.5;
    rayCode[2 * k] = onA ? edgeFeature(edgeA) : faceFeature(face);
    rayCode[2 * k + 1] = onA ? faceFeature(face) : edgeFeature(edgeB);
    place[0] = apex[X] + rise * rayX[k];
    place[1] = apex[Y] + rise * rayY[k];
    if (!isOver(shape, onA ? 1 : 0, face)) return 0;
  }
  return 4;
}

/** Whether the place lies over the inside of a face of body `side`, by more than rounding. */
function isOver(shape: ConvexPolyhedron, side: number, face: number): boolean {
  const { vertices, halfEdgeNext, halfEdgeOrigin } = shape;
  const m = planeAxes;
  const o = AXES * side;
  const eps = contactBounds[EPS];
  // B is seen from inside: its faces turn clockwise.
  const sense = side === 0 ? 1 : -1;
  const px = place[0] - m[o + 9];
  const py = place[1] - m[o + 10];
  const first = shape.faceHalfEdge[face];
  let h = first;
  let v = 3 * halfEdgeOrigin[h];
  let x = m[o] * vertices[v] + m[o + 1] * vertices[v + 1] + m[o + 2] * vertices[v + 2] - px;
  let y = m[o + 3] * vertices[v] + m[o + 4] * vertices[v + 1] + m[o + 5] * vertices[v + 2] - py;
  for (let corners = shape.vertexCount; corners > 0; corners--) {
    h = halfEdgeNext[h];
    v = 3 * halfEdgeOrigin[h];
    const nextX = m[o] * vertices[v] + m[o + 1] * vertices[v + 1] + m[o + 2] * vertices[v + 2] - px;
    const nextY = m[o + 3] * vertices[v] + m[o + 4] * vertices[v + 1] + m[o + 5] * vertices[v + 2] - py;
    const band = eps * (Math.abs(nextX - x) + Math.abs(nextY - y));
    if (!(sense * (x * nextY - y * nextX) > band)) return false;
    if (h === first) break;
    x = nextX;
    y = nextY;
  }
  return true;
}

/** The contact of the apex and its rays. */
function writeCap(out: Contact, plane: CommonPlane, rays: number, options: DetectOptions): void {
  const g0 = apex[Z_B] - apex[Z_A];
  const z0 = 0.5 * (apex[Z_A] + apex[Z_B]);
  const { points, gaps, shares, features } = out;
  out.featureA = plane.featureA;
  out.featureB = plane.featureB;
  out.count = 1;
  gaps[0] = g0;
  shares[0] = 0;
  features[0] = plane.featureA;
  features[1] = plane.featureB;
  writePlace(points, 0, plane, apex[X], apex[Y], z0);
  for (let k = 0; k < 3; k++) out.centre[k] = points[k];
  out.area = options.minArea;
  const w0 = contactBounds[LEVEL] - g0;
  if (!(w0 > 0)) return;
  const room = gaps.length - 1;
  const rim = rays < room ? rays : room;
  out.rimCount = rim;
  out.dropped = rays - rim;
  let area = 0;
  let x = 0;
  let y = 0;
  let z = 0;
  let triangle = 0;
  for (let k = 0; k < rays; k++) {
    const next = k + 1 < rays ? k + 1 : 0;
    const t = 0.5 * w0 * w0 * Math.abs(rayX[k] * rayY[next] - rayY[k] * rayX[next]);
    area += t;
    x += t * (rayX[k] + rayX[next]);
    y += t * (rayY[k] + rayY[next]);
    z += t * (middleAt(k) + middleAt(next));
    if (k < rim) shares[1 + k] = (t + triangle) / 3;
    triangle = t;
  }
  if (rim > 0) shares[1] += triangle / 3;
  shares[0] = area / 3;
  out.area = area > options.minArea ? area : options.minArea;
  // w0 = level - g0 and gap = level - w: the integral of -gap is that of w less level times the area, and gaps count from the rounding radius on.
  out.volume = Math.max(0, (w0 / 3 - contactBounds[EPS]) * area);
  for (let k = 0; k < rim; k++) {
    gaps[1 + k] = contactBounds[LEVEL];
    features[2 + 2 * k] = rayCode[2 * k];
    features[3 + 2 * k] = rayCode[2 * k + 1];
    writePlace(points, 1 + k, plane, apex[X] + w0 * rayX[k], apex[Y] + w0 * rayY[k], z0 + w0 * middleAt(k));
  }
  if (!(area > 0)) return;
  const r = w0 / (4 * area);
  writePlace(out.centre, 0, plane, apex[X] + r * x, apex[Y] + r * y, z0 + r * z);
}

/** How far the middle between the surfaces rises along ray k for a unit of gap. */
function middleAt(k: number): number {
  return rayZ[k] + rayMiddle[k];
}

function writePlace(out: Float64Array, row: number, plane: CommonPlane, x: number, y: number, z: number): void {
  const m = planeAxes;
  for (let i = 0; i < 3; i++) out[3 * row + i] = plane.point[i] + m[i] * x + m[3 + i] * y + m[6 + i] * z;
}
