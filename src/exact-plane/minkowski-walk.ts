/**
 * Steps on the surface of the Minkowski difference M = B - A, from a plane that supports both bodies to a face of M
 * along which g does not fall.
 *
 * `rise`: let v and w be the support vertices of A and B, and m = w - v. As long as they stay, g(n) = n·m. So n turns
 * towards m until an edge at v or w becomes level. Then n turns along that edge's arc, in the direction in which n·m
 * grows, until the next event. `turn`: n turns about an edge of one body, with a vertex of the other. The next event is
 * the edge's other face, or an edge at that vertex that becomes level. The event has the angle with the largest
 * cotangent, so angles are compared without square roots.
 */
import { XX, XY, XZ, YX, YY, YZ, ZX, ZY, ZZ } from '../body/pose';
import type { ConvexPolyhedron } from '../polyhedron/convex-polyhedron';
import { edgeFeature, vertexFeature } from '../contact/feature';
import { apartFeature, EDGES, faceOfM, LEAST_DEPTH, limits, OF_A, SORT } from './minkowski-face';
import { climb, direction, oppose, relative, vertex, loadPointOfM, pointOfM } from './minkowski-pair';

/**
 * Results of a rise: a face of M; a plane that separates the bodies; or no direction leads up. AT_CORNER: none leads up
 * because the foot of the origin is a corner of M.
 */
export const RISEN = 0;
export const SEPARATED = 1;
export const STUCK = 2;
export const AT_CORNER = 3;

/**
 * For each side, in its frame: the vector m from its support vertex to that of the other side, and the vector in which
 * its direction turns.
 */
const way = /* @__PURE__ */ new Float64Array(6);
const turning = /* @__PURE__ */ new Float64Array(6);
/** Where the vector of side 1 starts. */
const SIDE_B = 3;
/** The edge that becomes level first: its cotangent; its body and a half-edge from the vertex. */
const first = /* @__PURE__ */ new Float64Array(1);
const firstEdge = /* @__PURE__ */ new Int32Array(2);

/** The cotangent of the angle of the last turn, in units of the edge's length. */
const turned = /* @__PURE__ */ new Float64Array(1);

/** Squared sine: a direction within 1e-13 of the normal of a face is that normal. */
const SAME2 = 1e-26;
/** Squared sine: a direction within this of m, or of -m, has no direction to turn. */
const STRAIGHT2 = 1e-24;
/** Replaces a divisor of length 0, in units of the radius. */
const NEXT_TO_NOTHING = 2 ** -200;

/**
 * Rises from the directions, which have unit length. `vertex` need not be a support along them. Sets faceOfM, or the
 * support vertices of the plane that separates.
 */
export function rise(a: ConvexPolyhedron, b: ConvexPolyhedron): number {
  climb(a, 0);
  climb(b, 1);
  loadWay(0, a, b);
  loadWay(1, b, a);
  const nx = direction[0];
  const ny = direction[1];
  const nz = direction[2];
  const g = nx * way[0] + ny * way[1] + nz * way[2];
  apartFeature[0] = vertexFeature(vertex[0]);
  apartFeature[1] = vertexFeature(vertex[1]);
  if (g > 0) return SEPARATED;
  const mm = way[0] * way[0] + way[1] * way[1] + way[2] * way[2];
  const tx = way[0] - g * nx;
  const ty = way[1] - g * ny;
  const tz = way[2] - g * nz;
  if (!(tx * tx + ty * ty + tz * tz > STRAIGHT2 * mm)) return g < -limits[LEAST_DEPTH] ? AT_CORNER : STUCK;
  turning[0] = tx;
  turning[1] = ty;
  turning[2] = tz;
  // t_B = -R^T t_A
  turning[SIDE_B] = -(relative[XX] * tx + relative[YX] * ty + relative[ZX] * tz);
  turning[SIDE_B + 1] = -(relative[XY] * tx + relative[YY] * ty + relative[ZY] * tz);
  turning[SIDE_B + 2] = -(relative[XZ] * tx + relative[YZ] * ty + relative[ZZ] * tz);
  // Cotangents are in units of |t|, in which n·m has its largest value at g.
  first[0] = -Infinity;
  findFirst(a, 0);
  findFirst(b, 1);
  const cot = first[0];
  if (!(cot > g)) return SEPARATED;

  const side = firstEdge[0];
  const shape = side === 0 ? a : b;
  const other = side === 0 ? b : a;
  const o = 3 * side;
  // The event's direction: n cot + t, made perpendicular to the edge to rounding.
  let x = cot * direction[o] + turning[o];
  let y = cot * direction[o + 1] + turning[o + 1];
  let z = cot * direction[o + 2] + turning[o + 2];
  let h = firstEdge[1];
  const { vertices, normals, halfEdgeOrigin, halfEdgeFace } = shape;
  const p = 3 * halfEdgeOrigin[h];
  const q = 3 * halfEdgeOrigin[h ^ 1];
  let ux = vertices[q] - vertices[p];
  let uy = vertices[q + 1] - vertices[p + 1];
  let uz = vertices[q + 2] - vertices[p + 2];
  const along = (x * ux + y * uy + z * uz) / (ux * ux + uy * uy + uz * uz);
  x -= along * ux;
  y -= along * uy;
  z -= along * uz;
  const length = Math.sqrt(x * x + y * y + z * z);
  if (!(length > 0)) return STUCK;
  x /= length;
  y /= length;
  z /= length;
  direction[o] = x;
  direction[o + 1] = y;
  direction[o + 2] = z;
  oppose(side);
  // The direction along the arc in which n·m grows: u x n, for the half-edge whose face n leaves.
  let wx = uy * z - uz * y;
  let wy = uz * x - ux * z;
  let wz = ux * y - uy * x;
  let grows = wx * way[o] + wy * way[o + 1] + wz * way[o + 2];
  if (grows < 0) {
    h ^= 1;
    ux = -ux;
    uy = -uy;
    uz = -uz;
    wx = -wx;
    wy = -wy;
    wz = -wz;
    grows = -grows;
  }
  const uu = ux * ux + uy * uy + uz * uz;
  // A direction equal to the normal of the face behind is already at that face.
  const f = halfEdgeFace[h];
  const sine = wx * normals[3 * f] + wy * normals[3 * f + 1] + wz * normals[3 * f + 2];
  if (sine * sine <= SAME2 * uu && x * normals[3 * f] + y * normals[3 * f + 1] + z * normals[3 * f + 2] > 0) {
    setFace(side, f, vertex[1 - side]);
    return RISEN;
  }
  turn(side, shape, other, h);
  // If n·m has its largest value before the event, and this value is above 0, the plane there separates.
  const here = x * way[o] + y * way[o + 1] + z * way[o + 2];
  if (!(here > 0) || turned[0] * grows > uu * here) return RISEN;
  apartFeature[side] = edgeFeature(h >> 1);
  return SEPARATED;
}

function loadWay(side: number, shape: ConvexPolyhedron, other: ConvexPolyhedron): void {
  loadPointOfM(side, shape, other);
  way[3 * side] = pointOfM[0];
  way[3 * side + 1] = pointOfM[1];
  way[3 * side + 2] = pointOfM[2];
}

/** Finds the first edge at the support vertex of a body that becomes level as the direction turns. */
function findFirst(shape: ConvexPolyhedron, side: number): void {
  const { vertices, halfEdgeNext, halfEdgeOrigin } = shape;
  const x = direction[3 * side];
  const y = direction[3 * side + 1];
  const z = direction[3 * side + 2];
  const tx = turning[3 * side];
  const ty = turning[3 * side + 1];
  const tz = turning[3 * side + 2];
  const least = NEXT_TO_NOTHING * shape.radius;
  const v = vertex[side];
  const start = shape.vertexHalfEdge[v];
  let h = start;
  for (let k = 0; k < shape.edgeCount; k++) {
    const w = 3 * halfEdgeOrigin[h ^ 1];
    const ux = vertices[w] - vertices[3 * v];
    const uy = vertices[w + 1] - vertices[3 * v + 1];
    const uz = vertices[w + 2] - vertices[3 * v + 2];
    const sinks = -(x * ux + y * uy + z * uz);
    const cot = (tx * ux + ty * uy + tz * uz) / (sinks > least ? sinks : least);
    if (cot > first[0]) {
      first[0] = cot;
      firstEdge[0] = side;
      firstEdge[1] = h;
    }
    h = halfEdgeNext[h ^ 1];
    if (h === start) break;
  }
}

/**
 * Turns the direction of a side about half-edge h of its body, away from the face of h, with the vertex of the other
 * body. Sets faceOfM at the next event, and `turned`.
 */
export function turn(side: number, shape: ConvexPolyhedron, other: ConvexPolyhedron, h: number): void {
  const p = 3 * shape.halfEdgeOrigin[h];
  const q = 3 * shape.halfEdgeOrigin[h ^ 1];
  const ux = shape.vertices[q] - shape.vertices[p];
  const uy = shape.vertices[q + 1] - shape.vertices[p + 1];
  const uz = shape.vertices[q + 2] - shape.vertices[p + 2];
  const nx = direction[3 * side];
  const ny = direction[3 * side + 1];
  const nz = direction[3 * side + 2];
  const wx = uy * nz - uz * ny;
  const wy = uz * nx - ux * nz;
  const wz = ux * ny - uy * nx;
  const uu = ux * ux + uy * uy + uz * uz;
  const f = shape.halfEdgeFace[h ^ 1];
  const mx = shape.normals[3 * f];
  const my = shape.normals[3 * f + 1];
  const mz = shape.normals[3 * f + 2];
  const sine = wx * mx + wy * my + wz * mz;
  const cosine = nx * mx + ny * my + nz * mz;
  let best = Infinity;
  if (sine > 0 && !(sine * sine <= SAME2 * uu && cosine > 0)) best = (uu * cosine) / sine;

  const o = 12 * side;
  const tx = relative[o] * wx + relative[o + YX] * wy + relative[o + ZX] * wz;
  const ty = relative[o + XY] * wx + relative[o + YY] * wy + relative[o + ZY] * wz;
  const tz = relative[o + XZ] * wx + relative[o + YZ] * wy + relative[o + ZZ] * wz;
  const x = direction[3 - 3 * side];
  const y = direction[4 - 3 * side];
  const z = direction[5 - 3 * side];
  const { vertices, halfEdgeNext, halfEdgeOrigin } = other;
  const least = NEXT_TO_NOTHING * other.radius;
  const w = vertex[1 - side];
  const start = other.vertexHalfEdge[w];
  let edge = -1;
  let g = start;
  for (let k = 0; k < other.edgeCount; k++) {
    const r = 3 * halfEdgeOrigin[g ^ 1];
    const ex = vertices[r] - vertices[3 * w];
    const ey = vertices[r + 1] - vertices[3 * w + 1];
    const ez = vertices[r + 2] - vertices[3 * w + 2];
    const sinks = -(x * ex + y * ey + z * ez);
    const cot = -(tx * ex + ty * ey + tz * ez) / (sinks > least ? sinks : least);
    if (cot > best) {
      best = cot;
      edge = g >> 1;
    }
    g = halfEdgeNext[g ^ 1];
    if (g === start) break;
  }
  if (edge < 0) {
    setFace(side, f, w);
  } else {
    faceOfM[SORT] = EDGES;
    faceOfM[OF_A + side] = h >> 1;
    faceOfM[2 - side] = edge;
  }
  turned[0] = best;
}

export function setFace(side: number, f: number, w: number): void {
  faceOfM[SORT] = side;
  faceOfM[OF_A + side] = f;
  faceOfM[2 - side] = w;
  vertex[1 - side] = w;
}
