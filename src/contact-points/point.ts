/**
 * The contact at one point: a vertex over a level face, or two edges that cross, with rays that all rise above the
 * limit inside the faces below them. It is the plateau of one corner (plateau.ts) and has the same numbers, to the last
 * bit, as the general way gives. Most contacts are of this kind, so the whole of it is done here in a few passes:
 *
 *     vertex     one pass around the face for the distance from its border, one around the vertex for the rays
 *     edges      one pass over the four rays, each beside an edge of the face below it
 *     contact    one pass over the rays for the rim, one for the triangles between them
 *
 * Where anything is in doubt, the general way decides: a ray that may leave its face, an edge that stays within the
 * limit, a face that is level but for rounding, no room for the rim.
 */
import { YX, YY, YZ, ZX, ZY, ZZ, TX, TY, TZ } from '../body/pose';
import type { CommonPlane } from '../contact/common-plane';
import type { Contact } from '../contact/contact';
import { edgeFeature, faceFeature, featureDimension, featureIndex, vertexFeature } from '../contact/feature';
import { KINDS } from '../contact/incidence';
import type { DetectOptions } from '../contact/method';
import { NormalOwner, type ContactKind } from '../contact/status';
import { MAX_FACES, MAX_VERTICES, type ConvexPolyhedron } from '../polyhedron/convex-polyhedron';
import { contactBounds, EPS, FLAT, LEVEL, LIMIT } from './bounds';
import { AXES, planeAxes } from './coordinates';
import { LEAST_SINE, LEVEL_COSINE, RAYS, rayCode, rayCount, rayWedge, rayX, rayY, rayZ, X, Y, Z_A, Z_B } from './plateau';
import { LEAST_COSINE } from './surface';

/** The point: place, height of A's and of B's surface; slots as in `apex`. */
const top = /* @__PURE__ */ new Float64Array(4);
/** Its features, of A and of B. */
const topCode = /* @__PURE__ */ new Int32Array(2);
/** The ends of the two edges that cross, x, y, z: of that of A, then of that of B. */
const ends = /* @__PURE__ */ new Float64Array(12);
const FIRST_A = 0;
const SECOND_A = 3;
const FIRST_B = 6;
const SECOND_B = 9;

/**
 * Writes the contact of a pair whose plane's features make one point: all but status, gap, normal and witness points.
 * False, and nothing written, where they do not or where that is in doubt. planeAxes and contactBounds are set.
 */
export function meetAtPoint(out: Contact, a: ConvexPolyhedron, b: ConvexPolyhedron, plane: CommonPlane, options: DetectOptions): boolean {
  const owner = setPoint(a, b, plane.featureA, plane.featureB);
  if (owner === NO_POINT) return false;
  const rim = top[Z_B] - top[Z_A] < contactBounds[LEVEL] ? rayCount[0] : 0;
  if (rim >= out.gaps.length || (options.maxPoints > 0 && options.maxPoints < 1)) return false;
  out.kind = KINDS[3 * featureDimension(topCode[0]) + featureDimension(topCode[1])] as ContactKind;
  out.owner = owner as NormalOwner;
  out.featureA = topCode[0];
  out.featureB = topCode[1];
  out.count = 1;
  out.rimCount = rim;
  out.dropped = 0;
  writePoint(out, plane, options, rim);
  return true;
}

/** Sets the point of two features and its rays. Returns what the normal belongs to, or NO_POINT. */
function setPoint(a: ConvexPolyhedron, b: ConvexPolyhedron, featureA: number, featureB: number): number {
  const dimensionA = featureDimension(featureA);
  const dimensionB = featureDimension(featureB);
  const i = featureIndex(featureA);
  const k = featureIndex(featureB);
  if (dimensionA === 2 && dimensionB === 0) return setVertex(b, 1, k, a, i) ? NormalOwner.FaceA : NO_POINT;
  if (dimensionA === 0 && dimensionB === 2) return setVertex(a, 0, i, b, k) ? NormalOwner.FaceB : NO_POINT;
  return dimensionA === 1 && dimensionB === 1 && setEdges(a, i, b, k) ? NormalOwner.Edges : NO_POINT;
}

/** The general way has to decide. */
const NO_POINT = -1;

/** Sets vertex v of body `side` over a level face of the other body as the point, and its rays. */
function setVertex(shape: ConvexPolyhedron, side: number, v: number, other: ConvexPolyhedron, face: number): boolean {
  const m = planeAxes;
  const o = AXES * side;
  const m0 = m[o];
  const m1 = m[o + 1];
  const m2 = m[o + 2];
  const m3 = m[o + YX];
  const m4 = m[o + YY];
  const m5 = m[o + YZ];
  const m6 = m[o + ZX];
  const m7 = m[o + ZY];
  const m8 = m[o + ZZ];
  const { vertices } = shape;
  const vx = vertices[3 * v];
  const vy = vertices[3 * v + 1];
  const vz = vertices[3 * v + 2];
  const x = m0 * vx + m1 * vy + m2 * vz + m[o + TX];
  const y = m3 * vx + m4 * vy + m5 * vz + m[o + TY];
  const z = m6 * vx + m7 * vy + m8 * vz + m[o + TZ];
  top[X] = x;
  top[Y] = y;
  top[side === 0 ? Z_A : Z_B] = z;
  topCode[side] = vertexFeature(v);
  topCode[1 - side] = faceFeature(face);
  if (!setBase(other, 1 - side, face)) return false;
  const rise = contactBounds[LIMIT] - (top[Z_B] - top[Z_A]);
  if (!(rise >= 0)) return false;

  const slopeX = base[SLOPE_X];
  const slopeY = base[SLOPE_Y];
  const clearance = base[CLEARANCE];
  const { normals, halfEdgeNext, halfEdgeOrigin, halfEdgeFace } = shape;
  const sense = side === 0 ? 1 : -1;
  const ox = m[o + TX];
  const oy = m[o + TY];
  const oz = m[o + TZ];
  const first = shape.vertexHalfEdge[v];
  let h = first;
  const f = 3 * halfEdgeFace[h];
  let before = sense * (m6 * normals[f] + m7 * normals[f + 1] + m8 * normals[f + 2]) > LEAST_COSINE;
  let count = 0;
  for (let turns = MAX_FACES; ; turns--) {
    const g = 3 * halfEdgeFace[h ^ 1];
    const after = sense * (m6 * normals[g] + m7 * normals[g + 1] + m8 * normals[g + 2]) > LEAST_COSINE;
    if (before || after) {
      if (count === RAYS) return false;
      const w = 3 * halfEdgeOrigin[h ^ 1];
      const wx = vertices[w];
      const wy = vertices[w + 1];
      const wz = vertices[w + 2];
      const dx = m0 * wx + m1 * wy + m2 * wz + ox - x;
      const dy = m3 * wx + m4 * wy + m5 * wz + oy - y;
      const dz = m6 * wx + m7 * wy + m8 * wz + oz - z;
      const fall = dz - slopeX * dx - slopeY * dy;
      const grow = side === 0 ? -fall : fall;
      if (!(grow > rise)) return false;
      const rx = dx / grow;
      const ry = dy / grow;
      if (!(rise * rise * (rx * rx + ry * ry) < clearance)) {
        rayEnd[X] = x + rise * rx;
        rayEnd[Y] = y + rise * ry;
        if (!isOverBase(1 - side)) return false;
      }
      rayX[count] = rx;
      rayY[count] = ry;
      rayZ[count] = dz / grow + 0.5 * sense;
      rayCode[2 * count + side] = edgeFeature(h >> 1);
      rayCode[2 * count + 1 - side] = faceFeature(face);
      rayWedge[count] = after ? 1 : 0;
      count++;
    }
    before = after;
    h = halfEdgeNext[h ^ 1];
    if (h === first) break;
    if (turns === 0) return false;
  }
  rayCount[0] = count;
  return count > 0;
}

/** Of the face below a vertex: its slopes, and the square of the point's distance from its border. */
const base = /* @__PURE__ */ new Float64Array(3);
const SLOPE_X = 0;
const SLOPE_Y = 1;
const CLEARANCE = 2;

/** The corners of that face, in its order. */
const baseX = /* @__PURE__ */ new Float64Array(MAX_VERTICES);
const baseY = /* @__PURE__ */ new Float64Array(MAX_VERTICES);
/** Their number. */
const baseCount = /* @__PURE__ */ new Int32Array(1);

/** Sets `base` for the place of the point, and the height there. False unless the face is level and holds the place. */
function setBase(shape: ConvexPolyhedron, side: number, face: number): boolean {
  const m = planeAxes;
  const o = AXES * side;
  const m0 = m[o];
  const m1 = m[o + 1];
  const m2 = m[o + 2];
  const m3 = m[o + YX];
  const m4 = m[o + YY];
  const m5 = m[o + YZ];
  const ox = m[o + TX];
  const oy = m[o + TY];
  const { normals, vertices, halfEdgeNext, halfEdgeOrigin } = shape;
  const nx = normals[3 * face];
  const ny = normals[3 * face + 1];
  const nz = normals[3 * face + 2];
  const cosine = m[o + ZX] * nx + m[o + ZY] * ny + m[o + ZZ] * nz;
  if (!((side === 0 ? cosine : -cosine) > LEVEL_COSINE)) return false;
  const slopeX = -(m0 * nx + m1 * ny + m2 * nz) / cosine;
  const slopeY = -(m3 * nx + m4 * ny + m5 * nz) / cosine;
  if (!(2 * shape.radius * Math.max(Math.abs(slopeX), Math.abs(slopeY)) <= contactBounds[FLAT])) return false;
  const eps = contactBounds[EPS];
  const sense = side === 0 ? 1 : -1;
  const px = top[X];
  const py = top[Y];
  const first = shape.faceHalfEdge[face];
  let h = first;
  let v = 3 * halfEdgeOrigin[h];
  let vx = vertices[v];
  let vy = vertices[v + 1];
  let vz = vertices[v + 2];
  let x = m0 * vx + m1 * vy + m2 * vz + ox;
  let y = m3 * vx + m4 * vy + m5 * vz + oy;
  const z = m[o + ZX] * vx + m[o + ZY] * vy + m[o + ZZ] * vz + m[o + TZ];
  top[side === 0 ? Z_A : Z_B] = z + slopeX * (px - x) + slopeY * (py - y);
  let least = Infinity;
  let count = 0;
  for (let corners = shape.vertexCount; corners > 0; corners--) {
    baseX[count] = x;
    baseY[count++] = y;
    h = halfEdgeNext[h];
    v = 3 * halfEdgeOrigin[h];
    vx = vertices[v];
    vy = vertices[v + 1];
    vz = vertices[v + 2];
    const nextX = m0 * vx + m1 * vy + m2 * vz + ox;
    const nextY = m3 * vx + m4 * vy + m5 * vz + oy;
    const ex = nextX - x;
    const ey = nextY - y;
    const inside = sense * (ex * (py - y) - ey * (px - x)) - 2 * eps * (Math.abs(ex) + Math.abs(ey));
    if (!(inside > 0)) return false;
    const clearance = (inside * inside) / (ex * ex + ey * ey);
    if (clearance < least) least = clearance;
    if (h === first) break;
    x = nextX;
    y = nextY;
  }
  base[SLOPE_X] = slopeX;
  base[SLOPE_Y] = slopeY;
  base[CLEARANCE] = least;
  baseCount[0] = count;
  return true;
}

/** Where a ray reaches the limit: x and y. */
const rayEnd = /* @__PURE__ */ new Float64Array(2);

/** Whether rayEnd lies over the inside of that face, a face of body `side`, by more than rounding. */
function isOverBase(side: number): boolean {
  const px = rayEnd[X];
  const py = rayEnd[Y];
  const eps = contactBounds[EPS];
  const sense = side === 0 ? 1 : -1;
  const count = baseCount[0];
  let x = baseX[count - 1] - px;
  let y = baseY[count - 1] - py;
  for (let k = 0; k < count; k++) {
    const nextX = baseX[k] - px;
    const nextY = baseY[k] - py;
    const band = eps * (Math.abs(nextX - x) + Math.abs(nextY - y));
    if (!(sense * (x * nextY - y * nextX) > band)) return false;
    x = nextX;
    y = nextY;
  }
  return true;
}

/** Whether a face at an edge of A may be level: then more than a point touches, as a rule. */
function hasLevelFace(a: ConvexPolyhedron, edge: number): boolean {
  const { normals, halfEdgeFace } = a;
  const m = planeAxes;
  const nx = m[ZX];
  const ny = m[ZY];
  const nz = m[ZZ];
  const f = 3 * halfEdgeFace[2 * edge];
  const g = 3 * halfEdgeFace[2 * edge + 1];
  return (
    nx * normals[f] + ny * normals[f + 1] + nz * normals[f + 2] > LEVEL_COSINE ||
    nx * normals[g] + ny * normals[g + 1] + nz * normals[g + 2] > LEVEL_COSINE
  );
}

/** Writes the place and height of a vertex of body `side` to `ends`, from slot `end`. */
function setEnd(shape: ConvexPolyhedron, side: number, v: number, end: number): void {
  const m = planeAxes;
  const o = AXES * side;
  const { vertices } = shape;
  const x = vertices[3 * v];
  const y = vertices[3 * v + 1];
  const z = vertices[3 * v + 2];
  ends[end] = m[o] * x + m[o + 1] * y + m[o + 2] * z + m[o + TX];
  ends[end + 1] = m[o + YX] * x + m[o + YY] * y + m[o + YZ] * z + m[o + TY];
  ends[end + 2] = m[o + ZX] * x + m[o + ZY] * y + m[o + ZZ] * z + m[o + TZ];
}

/** Sets the place where two edges cross as the point, and its rays: along a, along b, against a, against b. */
function setEdges(a: ConvexPolyhedron, edgeA: number, b: ConvexPolyhedron, edgeB: number): boolean {
  if (hasLevelFace(a, edgeA)) return false;
  setEnd(a, 0, a.halfEdgeOrigin[2 * edgeA], FIRST_A);
  setEnd(a, 0, a.halfEdgeOrigin[2 * edgeA + 1], SECOND_A);
  setEnd(b, 1, b.halfEdgeOrigin[2 * edgeB], FIRST_B);
  setEnd(b, 1, b.halfEdgeOrigin[2 * edgeB + 1], SECOND_B);
  const px = ends[FIRST_A];
  const py = ends[FIRST_A + 1];
  const pz = ends[FIRST_A + 2];
  const vx = ends[FIRST_B];
  const vy = ends[FIRST_B + 1];
  const vz = ends[FIRST_B + 2];
  const ax = ends[SECOND_A] - px;
  const ay = ends[SECOND_A + 1] - py;
  const bx = ends[SECOND_B] - vx;
  const by = ends[SECOND_B + 1] - vy;
  const cx = vx - px;
  const cy = vy - py;
  const cross = ax * by - ay * bx;
  if (!(cross * cross > LEAST_SINE * LEAST_SINE * (ax * ax + ay * ay) * (bx * bx + by * by))) return false;
  const s = (cx * by - cy * bx) / cross;
  const t = (cx * ay - cy * ax) / cross;
  if (!(s > 0 && s < 1 && t > 0 && t < 1)) return false;
  top[X] = px + s * ax;
  top[Y] = py + s * ay;
  top[Z_A] = pz + s * (ends[SECOND_A + 2] - pz);
  top[Z_B] = vz + t * (ends[SECOND_B + 2] - vz);
  topCode[0] = edgeFeature(edgeA);
  topCode[1] = edgeFeature(edgeB);
  if (!(top[Z_B] - top[Z_A] <= contactBounds[LIMIT])) return false;
  rayCount[0] = 0;
  const left = cross > 0 ? 0 : 1;
  let isFirstThere = true;
  for (let k = 0; k < 4; k++) {
    const half = k < 2 ? left : 1 - left;
    const isAlongA = (k & 1) === 0;
    const row = rayCount[0];
    const isThere = isAlongA
      ? addEdgeRay(0, edgeA, k === 0 ? SECOND_A : FIRST_A, b, edgeB, half)
      : addEdgeRay(1, edgeB, k === 1 ? SECOND_B : FIRST_B, a, edgeA, half);
    if (isThere === IN_DOUBT) return false;
    if (isThere === MISSING) {
      if (row > 0) rayWedge[row - 1] = 0;
      if (k === 0) isFirstThere = false;
    } else {
      rayWedge[row] = k < 3 || isFirstThere ? 1 : 0;
    }
  }
  return rayCount[0] > 1;
}

/** What addEdgeRay returns: the ray is there; its face has no shadow; the general way has to decide. */
const ADDED = 0;
const MISSING = 1;
const IN_DOUBT = 2;

/**
 * Adds the ray from the point along an edge of body `side`, to the end in slot `end` of `ends`. It lies over the face
 * beside half `half` of the edge `below` of the other body.
 */
function addEdgeRay(side: number, edge: number, end: number, other: ConvexPolyhedron, below: number, half: number): number {
  const m = planeAxes;
  const o = AXES * (1 - side);
  const m0 = m[o];
  const m1 = m[o + 1];
  const m2 = m[o + 2];
  const m3 = m[o + YX];
  const m4 = m[o + YY];
  const m5 = m[o + YZ];
  const { normals, vertices, halfEdgeNext, halfEdgeOrigin } = other;
  const face = other.halfEdgeFace[2 * below + half];
  const nx = normals[3 * face];
  const ny = normals[3 * face + 1];
  const nz = normals[3 * face + 2];
  const cosine = m[o + ZX] * nx + m[o + ZY] * ny + m[o + ZZ] * nz;
  // Faces of A look along the normal, those of B against it.
  const visible = side === 0 ? -cosine : cosine;
  if (visible > LEVEL_COSINE) return IN_DOUBT;
  if (!(visible > LEAST_COSINE)) return MISSING;
  const slopeX = -(m0 * nx + m1 * ny + m2 * nz) / cosine;
  const slopeY = -(m3 * nx + m4 * ny + m5 * nz) / cosine;
  const dx = ends[end] - top[X];
  const dy = ends[end + 1] - top[Y];
  const dz = ends[end + 2] - top[side === 0 ? Z_A : Z_B];
  const fall = dz - slopeX * dx - slopeY * dy;
  const grow = side === 0 ? -fall : fall;
  const rise = contactBounds[LIMIT] - (top[Z_B] - top[Z_A]);
  if (!(grow > rise)) return IN_DOUBT;
  const rx = dx / grow;
  const ry = dy / grow;
  // Where it reaches the limit it must lie over the triangle between the edge below and the next corner of the face.
  const sense = side === 0 ? -1 : 1;
  const h = 2 * below + half;
  const from = FIRST_B * (1 - side) + SECOND_A * half;
  const to = FIRST_B * (1 - side) + SECOND_A * (1 - half);
  const c = 3 * halfEdgeOrigin[halfEdgeNext[halfEdgeNext[h]]];
  const x = m0 * vertices[c] + m1 * vertices[c + 1] + m2 * vertices[c + 2] + m[o + TX];
  const y = m3 * vertices[c] + m4 * vertices[c + 1] + m5 * vertices[c + 2] + m[o + TY];
  const px = sense * (top[X] + rise * rx - x);
  const py = sense * (top[Y] + rise * ry - y);
  const toX = x - ends[to];
  const toY = y - ends[to + 1];
  const fromX = ends[from] - x;
  const fromY = ends[from + 1] - y;
  const eps = contactBounds[EPS];
  if (!(toX * py - toY * px > eps * (Math.abs(toX) + Math.abs(toY)))) return IN_DOUBT;
  if (!(fromX * py - fromY * px > eps * (Math.abs(fromX) + Math.abs(fromY)))) return IN_DOUBT;
  const r = rayCount[0];
  rayX[r] = rx;
  rayY[r] = ry;
  rayZ[r] = dz / grow + (side === 0 ? 0.5 : -0.5);
  rayCode[2 * r + side] = edgeFeature(edge);
  rayCode[2 * r + 1 - side] = faceFeature(face);
  rayCount[0] = r + 1;
  return ADDED;
}

/** Writes the point, the rim (the first `rim` rays, all or none), area, volume and pressure centre. */
function writePoint(out: Contact, plane: CommonPlane, options: DetectOptions, rim: number): void {
  const m = planeAxes;
  const ux = m[0];
  const uy = m[1];
  const uz = m[2];
  const vx = m[YX];
  const vy = m[YY];
  const vz = m[YZ];
  const nx = m[ZX];
  const ny = m[ZY];
  const nz = m[ZZ];
  const { points, gaps, shares, features, centre } = out;
  const { point } = plane;
  const cx = point[0];
  const cy = point[1];
  const cz = point[2];
  const x = top[X];
  const y = top[Y];
  const z = 0.5 * (top[Z_A] + top[Z_B]);
  const level = contactBounds[LEVEL];
  const gap = top[Z_B] - top[Z_A];
  const w = level - gap;
  points[0] = cx + ux * x + vx * y + nx * z;
  points[1] = cy + uy * x + vy * y + ny * z;
  points[2] = cz + uz * x + vz * y + nz * z;
  gaps[0] = gap;
  features[0] = topCode[0];
  features[1] = topCode[1];
  for (let r = 0; r < rim; r++) {
    const k = r + 1;
    const px = x + w * rayX[r];
    const py = y + w * rayY[r];
    const pz = z + w * rayZ[r];
    points[3 * k] = cx + ux * px + vx * py + nx * pz;
    points[3 * k + 1] = cy + uy * px + vy * py + ny * pz;
    points[3 * k + 2] = cz + uz * px + vz * py + nz * pz;
    gaps[k] = level;
    shares[k] = 0;
    features[2 * k] = rayCode[2 * r];
    features[2 * k + 1] = rayCode[2 * r + 1];
  }
  // The triangles between the rays, as in plateau-zone.ts: T, and T times the sum of both rays, for w = 1.
  let area = 0;
  let sumX = 0;
  let sumY = 0;
  let sumZ = 0;
  for (let r = 0; r < rim; r++) {
    if (rayWedge[r] === 0) continue;
    const s = r + 1 < rim ? r + 1 : 0;
    const t = 0.5 * Math.abs(rayX[r] * rayY[s] - rayY[r] * rayX[s]);
    area += t;
    sumX += t * (rayX[r] + rayX[s]);
    sumY += t * (rayY[r] + rayY[s]);
    sumZ += t * (rayZ[r] + rayZ[s]);
    const share = (t * w * w) / 3;
    shares[r + 1] += share;
    shares[s + 1] += share;
  }
  area *= w * w;
  const weight = (area * w) / 3;
  const u = (w * w * w) / 3;
  shares[0] = area / 3;
  out.area = area > options.minArea ? area : options.minArea;
  out.volume = Math.max(0, weight - contactBounds[EPS] * area);
  // The centroid of the weight; where no zone is wider than rounding, the point.
  const atX = weight > 0 ? (weight * x + 0.25 * u * w * sumX) / weight : x;
  const atY = weight > 0 ? (weight * y + 0.25 * u * w * sumY) / weight : y;
  const atZ = weight > 0 ? (weight * z + 0.25 * u * w * sumZ) / weight : z;
  centre[0] = cx + ux * atX + vx * atY + nx * atZ;
  centre[1] = cy + uy * atX + vy * atY + ny * atZ;
  centre[2] = cz + uz * atX + vz * atY + nz * atZ;
}
