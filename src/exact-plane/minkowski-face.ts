/**
 * A face of the Minkowski difference M = B - A: its plane, whether the foot of the origin is in it, and whether it is
 * proved to be the nearest face.
 *
 * A face of M is a face of one body and a vertex of the other, or an edge of each. `faceOfM` identifies it. Its depth d
 * is the distance of its plane from the origin. A side of it is an edge of the face and the vertex, or a vertex and an
 * edge. For a side with vector u, let s be |u| times the distance of the foot from the side. Let O, with the length of
 * u, be the direction in which the normal n turns when it leaves the face over that side. The cone of all x with x·p >=
 * -d for the corners p of the face has its tip at n and a ray for each side. The ray leaves the unit ball at the angle
 * phi from n, where tan(phi / 2) = s / (|u| d). No normal in the cone beyond that point can have g > -d if the ball of
 * the inradii R about the centroid c rules it out there:
 *
 *     (d^2 uu - s^2) n·c + 2 d s O·c < (R - d) (d^2 uu + s^2)    for every side; d is then the depth.
 */
import { TX, TY, TZ, XX, XY, XZ, YX, YY, YZ, ZX, ZY, ZZ } from '../body/pose';
import { edgeFeature, faceFeature, vertexFeature } from '../contact/feature';
import type { ConvexPolyhedron } from '../polyhedron/convex-polyhedron';
import { DOUBT, SHORT, askAll, climb, direction, oppose, relative, top, vertex } from './minkowski-pair';

/** The current face of M of the walk. */
export const faceOfM = /* @__PURE__ */ new Int32Array(3);
/** Its sort: a face of A, a face of B, or two EDGES. */
export const SORT = 0;
/** Index of its feature of A, and of its feature of B. */
export const OF_A = 1;
export const OF_B = 2;
export const EDGES = 2;

/** Results of the test of a face of M. PROVED: its depth is the depth of the pair. */
export const PROVED = 0;
/** The foot is beyond a side: see `crossing`. */
export const OUTSIDE = 1;
/** The foot is in it, but the ball does not prove it: minkowski-region.ts proves it or finds a better one. */
export const OPEN = 2;
/** The plane separates the bodies: see `apartFeature`. */
export const APART = 3;
/** The plane separates the bodies, and the foot is in the face: the link of its features is the shortest. */
export const LINK = 7;
/** The features do not form a face of M. */
export const NO_FACE = 4;
/** Too near to touching, the foot too near a side, or parallel edges: the exhaustive search decides. */
export const NO_PROOF = 5;

/** Measures of {@link faceOfM}. */
export const depth = /* @__PURE__ */ new Float64Array(3);
/** Depth of the face. */
export const DEPTH = 0;
/** For two edges: the position of the foot on the edge of A, and of B, from 0 to 1. */
export const PART_A = 1;
const PART_B = 2;
/**
 * Bounds of the pair: the least depth that is tested (0), the ball's radius R (1), and the square of the least distance
 * of the foot from a side (2).
 */
export const limits = /* @__PURE__ */ new Float64Array(3);
export const LEAST_DEPTH = 0;
export const BALL = 1;
export const LEAST_INSIDE2 = 2;
/** The side to cross. `vertex` contains the other body's vertex. */
export const crossing = /* @__PURE__ */ new Int32Array(2);
/** The body of its edge. */
export const CROSSED_BODY = 0;
/** The half-edge u with O = u x n in that body's frame. */
export const CROSSED_EDGE = 1;

/** When a plane separates the bodies: the features of A and of B from which the walk to the shortest link starts. */
export const apartFeature = /* @__PURE__ */ new Int32Array(2);

/** Edges at an angle whose sine is less than this have no common normal. */
const PARALLEL = 2 ** -40;
/**
 * The dot product of two unit vectors has an error of about 4 steps of 2^-53; the direction of an edge adds as much.
 */
const SLACK = 8 * 2 ** -53;

/**
 * Tests face f of a body with the nearest vertex of the other body along its normal. The search starts at vertex[1 -
 * side].
 */
export function lookAtFace(side: number, shape: ConvexPolyhedron, other: ConvexPolyhedron, f: number): number {
  const { vertices, normals, halfEdgeNext, halfEdgeOrigin } = shape;
  const nx = normals[3 * f];
  const ny = normals[3 * f + 1];
  const nz = normals[3 * f + 2];
  direction[3 * side] = nx;
  direction[3 * side + 1] = ny;
  direction[3 * side + 2] = nz;
  oppose(side);
  climb(other, 1 - side);
  const o = 12 * side;
  const cx = relative[o + TX];
  const cy = relative[o + TY];
  const cz = relative[o + TZ];
  const nc = nx * cx + ny * cy + nz * cz;
  const d = shape.offsets[f] + top[1 - side] - nc;
  depth[DEPTH] = d;
  const isApart = d < -limits[LEAST_DEPTH];
  if (!(isApart || d >= limits[LEAST_DEPTH])) return NO_PROOF;
  const w = 3 * vertex[1 - side];
  const wx = other.vertices[w];
  const wy = other.vertices[w + 1];
  const wz = other.vertices[w + 2];
  const x = relative[o] * wx + relative[o + XY] * wy + relative[o + XZ] * wz + cx;
  const y = relative[o + YX] * wx + relative[o + YY] * wy + relative[o + YZ] * wz + cy;
  const z = relative[o + ZX] * wx + relative[o + ZY] * wy + relative[o + ZZ] * wz + cz;

  const dd = d * d;
  const room = limits[BALL] - d;
  const first = shape.faceHalfEdge[f];
  const near2 = limits[LEAST_INSIDE2];
  // For a plane that separates the bodies only the foot is tested.
  let proved = !isApart;
  let isNear = false;
  let outside = -1;
  let farthest = 0;
  let reach = -Infinity;
  let h = first;
  const p = 3 * halfEdgeOrigin[h];
  let px = vertices[p];
  let py = vertices[p + 1];
  let pz = vertices[p + 2];
  for (let k = 0; k < shape.vertexCount; k++) {
    const q = 3 * halfEdgeOrigin[h ^ 1];
    const qx = vertices[q];
    const qy = vertices[q + 1];
    const qz = vertices[q + 2];
    const ux = qx - px;
    const uy = qy - py;
    const uz = qz - pz;
    const ox = uy * nz - uz * ny;
    const oy = uz * nx - ux * nz;
    const oz = ux * ny - uy * nx;
    const s = ox * (px - x) + oy * (py - y) + oz * (pz - z);
    const uu = ux * ux + uy * uy + uz * uz;
    const ss = s * s;
    const height = nx * px + ny * py + nz * pz;
    if (height > reach) reach = height;
    if (s < 0) {
      if (ss > farthest * uu) {
        farthest = ss / uu;
        outside = h;
      }
    } else if (!(ss > near2 * uu)) {
      isNear = true;
    } else if (proved && !((dd * uu - ss) * nc + 2 * d * s * (ox * cx + oy * cy + oz * cz) < room * (dd * uu + ss))) {
      proved = false;
    }
    px = qx;
    py = qy;
    pz = qz;
    h = halfEdgeNext[h];
    if (h === first) break;
  }
  top[side] = reach;
  depth[DEPTH] = reach + top[1 - side] - nc;
  if (isApart) {
    apartFeature[side] = outside < 0 ? faceFeature(f) : edgeFeature(outside >> 1);
    apartFeature[1 - side] = vertexFeature(vertex[1 - side]);
    return outside < 0 && !isNear ? LINK : APART;
  }
  if (outside < 0) return isNear ? NO_PROOF : proved ? PROVED : OPEN;
  crossing[CROSSED_BODY] = side;
  crossing[CROSSED_EDGE] = outside;
  return OUTSIDE;
}

/** Tests edges e of A and f of B. */
export function lookAtEdges(a: ConvexPolyhedron, e: number, b: ConvexPolyhedron, f: number): number {
  const p = 3 * a.halfEdgeOrigin[2 * e];
  const r = 3 * a.halfEdgeOrigin[2 * e + 1];
  const px = a.vertices[p];
  const py = a.vertices[p + 1];
  const pz = a.vertices[p + 2];
  const ux = a.vertices[r] - px;
  const uy = a.vertices[r + 1] - py;
  const uz = a.vertices[r + 2] - pz;
  const q = 3 * b.halfEdgeOrigin[2 * f];
  const t = 3 * b.halfEdgeOrigin[2 * f + 1];
  const lx = b.vertices[q];
  const ly = b.vertices[q + 1];
  const lz = b.vertices[q + 2];
  const mx = b.vertices[t] - lx;
  const my = b.vertices[t + 1] - ly;
  const mz = b.vertices[t + 2] - lz;
  const cx = relative[TX];
  const cy = relative[TY];
  const cz = relative[TZ];
  const wx = relative[XX] * lx + relative[XY] * ly + relative[XZ] * lz + cx - px;
  const wy = relative[YX] * lx + relative[YY] * ly + relative[YZ] * lz + cy - py;
  const wz = relative[ZX] * lx + relative[ZY] * ly + relative[ZZ] * lz + cz - pz;
  const vx = relative[XX] * mx + relative[XY] * my + relative[XZ] * mz;
  const vy = relative[YX] * mx + relative[YY] * my + relative[YZ] * mz;
  const vz = relative[ZX] * mx + relative[ZY] * my + relative[ZZ] * mz;

  // u x v from the part k of v perpendicular to u: so it is perpendicular to both to rounding, also when they are
  // nearly parallel.
  const uu = ux * ux + uy * uy + uz * uz;
  const vv = vx * vx + vy * vy + vz * vz;
  const along = (ux * vx + uy * vy + uz * vz) / uu;
  const kx = vx - along * ux;
  const ky = vy - along * uy;
  const kz = vz - along * uz;
  const kk = kx * kx + ky * ky + kz * kz;
  if (!(kk > PARALLEL * PARALLEL * vv)) return NO_PROOF;
  let nx = uy * kz - uz * ky;
  let ny = uz * kx - ux * kz;
  let nz = ux * ky - uy * kx;
  const area = Math.sqrt(nx * nx + ny * ny + nz * nz);
  const fl = 3 * a.halfEdgeFace[2 * e];
  const fr = 3 * a.halfEdgeFace[2 * e + 1];
  const outward =
    nx * (a.normals[fl] + a.normals[fr]) + ny * (a.normals[fl + 1] + a.normals[fr + 1]) + nz * (a.normals[fl + 2] + a.normals[fr + 2]);
  const sign = outward < 0 ? -1 : 1;
  const scale = sign / area;
  nx *= scale;
  ny *= scale;
  nz *= scale;
  direction[0] = nx;
  direction[1] = ny;
  direction[2] = nz;
  oppose(0);
  if (!supportsEdge(a, 0, e) || !supportsEdge(b, 1, f)) return NO_FACE;

  const d = -(nx * wx + ny * wy + nz * wz);
  depth[DEPTH] = d;
  const isApart = d < -limits[LEAST_DEPTH];
  if (!(isApart || d >= limits[LEAST_DEPTH])) return NO_PROOF;
  apartFeature[0] = edgeFeature(e);
  apartFeature[1] = edgeFeature(f);
  const m = (wx * ux + wy * uy + wz * uz) / uu;
  const onB = -((wx - m * ux) * kx + (wy - m * uy) * ky + (wz - m * uz) * kz) / kk;
  const onA = m + onB * along;
  depth[PART_A] = onA;
  depth[PART_B] = onB;

  // The sides: an end of e with f (u2 = vv), and an end of f with e. The distance from each to the opposite side is
  // `area` / |u|.
  const farA = onA > 0.5 ? onA - 1 : -onA;
  const farB = onB > 0.5 ? onB - 1 : -onB;
  if (farA > 0 || farB > 0) {
    if (isApart) return APART;
    // Distances from the sides, both divided by the area.
    if (farA > 0 && !(farB > 0 && farB * farB * vv > farA * farA * uu)) {
      crossAtEnd(1, f, onA > 0.5 === sign > 0, 0, a.halfEdgeOrigin[onA > 0.5 ? 2 * e + 1 : 2 * e]);
    } else {
      crossAtEnd(0, e, onB > 0.5 === sign > 0, 1, b.halfEdgeOrigin[onB > 0.5 ? 2 * f + 1 : 2 * f]);
    }
    return OUTSIDE;
  }
  const a0 = onA * area;
  const a1 = area - a0;
  const b0 = onB * area;
  const b1 = area - b0;
  const inA = a0 < a1 ? a0 : a1;
  const inB = b0 < b1 ? b0 : b1;
  const isNear = !(inA * inA > limits[LEAST_INSIDE2] * vv && inB * inB > limits[LEAST_INSIDE2] * uu);
  if (isApart) return isNear ? APART : LINK;
  if (isNear) return NO_PROOF;
  const nc = nx * cx + ny * cy + nz * cz;
  const dd = d * d;
  const room = limits[BALL] - d;
  // (v x n)·c and (u x n)·c, with the sign that points both away from the second ends.
  const vo = sign * ((vy * nz - vz * ny) * cx + (vz * nx - vx * nz) * cy + (vx * ny - vy * nx) * cz);
  const uo = sign * ((uy * nz - uz * ny) * cx + (uz * nx - ux * nz) * cy + (ux * ny - uy * nx) * cz);
  return (dd * vv - a0 * a0) * nc - 2 * d * a0 * vo < room * (dd * vv + a0 * a0) &&
    (dd * vv - a1 * a1) * nc + 2 * d * a1 * vo < room * (dd * vv + a1 * a1) &&
    (dd * uu - b0 * b0) * nc - 2 * d * b0 * uo < room * (dd * uu + b0 * b0) &&
    (dd * uu - b1 * b1) * nc + 2 * d * b1 * uo < room * (dd * uu + b1 * b1)
    ? PROVED
    : OPEN;
}

/** Beyond an end of an edge the normal turns about the other body's edge. The end, a vertex, stays. */
function crossAtEnd(side: number, edge: number, forward: boolean, otherSide: number, end: number): void {
  crossing[CROSSED_BODY] = side;
  crossing[CROSSED_EDGE] = forward ? 2 * edge : 2 * edge + 1;
  vertex[otherSide] = end;
}

/**
 * Whether a body supports the direction of its side along an edge: neither face of the edge rises. For a short edge,
 * and when a face rises within rounding, all corners are tested.
 */
function supportsEdge(shape: ConvexPolyhedron, side: number, e: number): boolean {
  const { vertices, normals, halfEdgeOrigin, halfEdgeFace } = shape;
  const nx = direction[3 * side];
  const ny = direction[3 * side + 1];
  const nz = direction[3 * side + 2];
  const p = 3 * halfEdgeOrigin[2 * e];
  const q = 3 * halfEdgeOrigin[2 * e + 1];
  const ux = vertices[q] - vertices[p];
  const uy = vertices[q + 1] - vertices[p + 1];
  const uz = vertices[q + 2] - vertices[p + 2];
  const ox = uy * nz - uz * ny;
  const oy = uz * nx - ux * nz;
  const oz = ux * ny - uy * nx;
  const l = 3 * halfEdgeFace[2 * e];
  const r = 3 * halfEdgeFace[2 * e + 1];
  const left = normals[l] * ox + normals[l + 1] * oy + normals[l + 2] * oz;
  const right = -(normals[r] * ox + normals[r + 1] * oy + normals[r + 2] * oz);
  const rise = left > right ? left : right;
  vertex[side] = halfEdgeOrigin[2 * e];
  const sunk = -DOUBT * shape.tolerance;
  if (rise <= sunk) return true;
  const uu = ux * ux + uy * uy + uz * uz;
  if (rise > 0 && rise * rise > SLACK * SLACK * uu) return false;
  const short = SHORT * shape.radius;
  if (!(rise > 0 || uu < short * short)) return true;
  askAll(shape, side);
  return vertex[side] === halfEdgeOrigin[2 * e];
}

/** The feature of A of a face of M. */
export function featureOfA(): number {
  return faceOfM[SORT] === EDGES
    ? edgeFeature(faceOfM[OF_A])
    : faceOfM[SORT] === 0
      ? faceFeature(faceOfM[OF_A])
      : vertexFeature(faceOfM[OF_A]);
}

export function featureOfB(): number {
  return faceOfM[SORT] === EDGES
    ? edgeFeature(faceOfM[OF_B])
    : faceOfM[SORT] === 0
      ? vertexFeature(faceOfM[OF_B])
      : faceFeature(faceOfM[OF_B]);
}
