/**
 * A plateau: the deepest face of the gap between two bodies, when it alone is within the limit, and the rays on which
 * the gap rises from its corners.
 *
 * Over the plane the gap is convex and linear over each cell, a face of A over a face of B. The plateau is a point (a
 * corner over a face, two edges that cross), a segment (an edge over a face), or a cell (a face over a face). From each
 * of its corners that is within the limit a few edges lead outwards, of A under a face of B or of B over a face of A:
 * the rays. Between two neighbouring rays lies a wedge, over which the gap is linear too: between rays of one corner a
 * triangle, between the last ray of a corner and the first of the next one a strip along the side of the plateau.
 *
 *     place on ray r with gap t:  c + (t - g) ray_r
 *     c, g: place and gap of the corner; ray_r: direction divided by the growth of the gap along it
 *
 * If each ray rises above the limit before its edge ends and before it leaves the face of the other body, then Z(limit)
 * is within the plateau and its wedges: the gap is convex, and a ring around the plateau lies above the limit. That is
 * a proof; no other face need be looked at.
 *
 * A face that stands upright or looks away has no shadow: the wedges on it are missing, and rays between two such
 * faces.
 */
import { edgeFeature, faceFeature, featureDimension, featureIndex } from '../contact/feature';
import { MAX_FACES, MAX_VERTICES, type ConvexPolyhedron } from '../polyhedron/convex-polyhedron';
import { contactBounds, EPS, LIMIT } from './bounds';
import { AXES, planeAxes } from './coordinates';
import { LEAST_COSINE, projectVertex, vertexX, vertexY, vertexZ } from './surface';

/** Most rays of a plateau; more go the general way. */
export const RAYS = 256;

/** Direction in the plane for a unit of gap, and how far the middle between the surfaces rises for a unit of gap. */
export const rayX = /* @__PURE__ */ new Float64Array(RAYS);
export const rayY = /* @__PURE__ */ new Float64Array(RAYS);
export const rayZ = /* @__PURE__ */ new Float64Array(RAYS);
/** Feature of A and of B on the ray. */
export const rayCode = /* @__PURE__ */ new Int32Array(2 * RAYS);
/** 1 where the next ray of the same corner bounds a wedge with this one. */
export const rayWedge = /* @__PURE__ */ new Uint8Array(RAYS);
/** Number of rays. */
export const rayCount = /* @__PURE__ */ new Int32Array(1);

/**
 * The corner that rays start from: place, height of A's and of B's surface, and the square of a distance within which
 * all around it lies over the face that its rays lie over. That is 0 for no such distance, or UNKNOWN.
 */
export const apex = /* @__PURE__ */ new Float64Array(5);
export const X = 0;
export const Y = 1;
export const Z_A = 2;
export const Z_B = 3;
export const CLEARANCE = 4;
export const UNKNOWN = -1;

/** Slopes of a face over the plane, x and y, as setSlope writes them. */
export const slope = /* @__PURE__ */ new Float64Array(2);
/** The place that isOver is asked about. */
const place = /* @__PURE__ */ new Float64Array(2);

/**
 * What addRay found: the ray rises above the limit on its edge and inside the face; its edge ends first, or the gap
 * falls; it leaves the face first.
 */
export const RISES = 0;
export const LOW = 1;
export const LEAVES = 2;
export const NO_ROOM = 3;

/** The steepest face that a plateau lies on. */
const STEEPEST = 1;

/** No edge of a face is left out by isOver. */
export const NO_EDGE = -1;

/** Written by {@link measureCosine} and {@link measureHeight}: numbers that calls would put into objects. */
export const faceCosine = /* @__PURE__ */ new Float64Array(1);
export const faceHeight = /* @__PURE__ */ new Float64Array(1);

/** Cosine between the normal of a face of body `side` and that of the plane. */
export function measureCosine(shape: ConvexPolyhedron, side: number, face: number): void {
  const m = planeAxes;
  const o = AXES * side;
  const { normals } = shape;
  faceCosine[0] = m[o + 6] * normals[3 * face] + m[o + 7] * normals[3 * face + 1] + m[o + 8] * normals[3 * face + 2];
}

/** Whether a face looks at the other body by more than rounding. */
export function isVisible(shape: ConvexPolyhedron, side: number, face: number): boolean {
  measureCosine(shape, side, face);
  const cosine = faceCosine[0];
  return side === 0 ? cosine > LEAST_COSINE : cosine < -LEAST_COSINE;
}

/** Writes the slopes of a face; false when it has no shadow. */
export function setSlope(shape: ConvexPolyhedron, side: number, face: number): boolean {
  const m = planeAxes;
  const o = AXES * side;
  const { normals } = shape;
  const nx = normals[3 * face];
  const ny = normals[3 * face + 1];
  const nz = normals[3 * face + 2];
  const cosine = m[o + 6] * nx + m[o + 7] * ny + m[o + 8] * nz;
  if (!(side === 0 ? cosine > LEAST_COSINE : cosine < -LEAST_COSINE)) return false;
  slope[0] = -(m[o] * nx + m[o + 1] * ny + m[o + 2] * nz) / cosine;
  slope[1] = -(m[o + 3] * nx + m[o + 4] * ny + m[o + 5] * nz) / cosine;
  return true;
}

/** The other face of an edge. */
export function faceBeyond(shape: ConvexPolyhedron, edge: number, face: number): number {
  const first = shape.halfEdgeFace[2 * edge];
  return first === face ? shape.halfEdgeFace[2 * edge + 1] : first;
}

/** Whether `place` lies over the inside of a face of body `side`, by more than rounding, but for its edge `skip`. */
function isOver(shape: ConvexPolyhedron, side: number, face: number, skip: number): boolean {
  const { halfEdgeNext, halfEdgeOrigin } = shape;
  const eps = contactBounds[EPS];
  // B is seen from inside: its faces turn clockwise.
  const sense = side === 0 ? 1 : -1;
  const row = side * MAX_VERTICES;
  const px = place[0];
  const py = place[1];
  const first = shape.faceHalfEdge[face];
  let h = first;
  projectVertex(shape, side, halfEdgeOrigin[h]);
  let r = row + halfEdgeOrigin[h];
  let x = vertexX[r] - px;
  let y = vertexY[r] - py;
  for (let corners = shape.vertexCount; corners > 0; corners--) {
    const edge = h >> 1;
    h = halfEdgeNext[h];
    projectVertex(shape, side, halfEdgeOrigin[h]);
    r = row + halfEdgeOrigin[h];
    const nextX = vertexX[r] - px;
    const nextY = vertexY[r] - py;
    if (edge !== skip) {
      const band = eps * (Math.abs(nextX - x) + Math.abs(nextY - y));
      if (!(sense * (x * nextY - y * nextX) > band)) return false;
    }
    if (h === first) break;
    x = nextX;
    y = nextY;
  }
  return true;
}

/**
 * Whether `place` lies over the triangle between an edge of a face of body `side` and the next corner of the face, by
 * more than rounding but for that edge. It is a part of the face, and what lies near the edge is mostly in it.
 */
function isBesideEdge(shape: ConvexPolyhedron, side: number, face: number, edge: number): boolean {
  const { halfEdgeNext, halfEdgeOrigin } = shape;
  const eps = contactBounds[EPS];
  const sense = side === 0 ? 1 : -1;
  const row = side * MAX_VERTICES;
  const h = shape.halfEdgeFace[2 * edge] === face ? 2 * edge : 2 * edge + 1;
  const next = halfEdgeNext[h];
  const from = row + halfEdgeOrigin[h];
  const to = row + halfEdgeOrigin[next];
  const corner = halfEdgeOrigin[halfEdgeNext[next]];
  projectVertex(shape, side, corner);
  const x = vertexX[row + corner];
  const y = vertexY[row + corner];
  const px = sense * (place[0] - x);
  const py = sense * (place[1] - y);
  const toX = x - vertexX[to];
  const toY = y - vertexY[to];
  const fromX = vertexX[from] - x;
  const fromY = vertexY[from] - y;
  return toX * py - toY * px > eps * (Math.abs(toX) + Math.abs(toY)) && fromX * py - fromY * px > eps * (Math.abs(fromX) + Math.abs(fromY));
}

/** Sets the clearance of the apex over a face of body `side`: the square of its distance from the border. */
function setClearance(shape: ConvexPolyhedron, side: number, face: number): void {
  const { halfEdgeNext, halfEdgeOrigin } = shape;
  const eps = contactBounds[EPS];
  const sense = side === 0 ? 1 : -1;
  const row = side * MAX_VERTICES;
  const px = apex[X];
  const py = apex[Y];
  const first = shape.faceHalfEdge[face];
  let least = Infinity;
  let h = first;
  projectVertex(shape, side, halfEdgeOrigin[h]);
  let x = vertexX[row + halfEdgeOrigin[h]];
  let y = vertexY[row + halfEdgeOrigin[h]];
  for (let corners = shape.vertexCount; corners > 0; corners--) {
    h = halfEdgeNext[h];
    projectVertex(shape, side, halfEdgeOrigin[h]);
    const nextX = vertexX[row + halfEdgeOrigin[h]];
    const nextY = vertexY[row + halfEdgeOrigin[h]];
    const ex = nextX - x;
    const ey = nextY - y;
    const inside = sense * (ex * (py - y) - ey * (px - x)) - 2 * eps * (Math.abs(ex) + Math.abs(ey));
    if (!(inside > 0)) {
      apex[CLEARANCE] = 0;
      return;
    }
    least = Math.min(least, (inside * inside) / (ex * ex + ey * ey));
    if (h === first) break;
    x = nextX;
    y = nextY;
  }
  apex[CLEARANCE] = least;
}

/** Height of a face of body `side` at the apex. `slope` is that of the face. */
export function measureHeight(shape: ConvexPolyhedron, side: number, face: number): void {
  const v = shape.halfEdgeOrigin[shape.faceHalfEdge[face]];
  projectVertex(shape, side, v);
  const r = side * MAX_VERTICES + v;
  faceHeight[0] = vertexZ[r] + slope[0] * (apex[X] - vertexX[r]) + slope[1] * (apex[Y] - vertexY[r]);
}

/**
 * The same as {@link setSlope} for a face that bears the plateau: false also when it is too steep for heights on it to
 * be good to rounding.
 */
export function setBaseSlope(shape: ConvexPolyhedron, side: number, face: number): boolean {
  return setSlope(shape, side, face) && slope[0] * slope[0] + slope[1] * slope[1] <= STEEPEST * STEEPEST;
}

/**
 * Adds the ray from the apex along an edge of body `side` to its vertex `end`, over a face of the other body whose
 * slopes are in `slope`. `skip` is the edge of that face which the apex lies on, or NO_EDGE. Returns RISES, or why the
 * ray is not added.
 */
export function addRay(
  shape: ConvexPolyhedron,
  side: number,
  edge: number,
  end: number,
  other: ConvexPolyhedron,
  face: number,
  skip: number,
): number {
  const r = rayCount[0];
  if (r === RAYS) return NO_ROOM;
  projectVertex(shape, side, end);
  const v = side * MAX_VERTICES + end;
  const dx = vertexX[v] - apex[X];
  const dy = vertexY[v] - apex[Y];
  const dz = vertexZ[v] - apex[side === 0 ? Z_A : Z_B];
  // gap = zB - zA: from a place of B it grows with B's edges, from one of A against A's.
  const fall = dz - slope[0] * dx - slope[1] * dy;
  const grow = side === 0 ? -fall : fall;
  const rise = contactBounds[LIMIT] - (apex[Z_B] - apex[Z_A]);
  // Also when it falls or is NaN.
  if (!(grow > rise)) return LOW;
  const x = dx / grow;
  const y = dy / grow;
  if (apex[CLEARANCE] === UNKNOWN) setClearance(other, 1 - side, face);
  if (!(rise * rise * (x * x + y * y) < apex[CLEARANCE])) {
    place[0] = apex[X] + rise * x;
    place[1] = apex[Y] + rise * y;
    if (!(skip !== NO_EDGE && isBesideEdge(other, 1 - side, face, skip)) && !isOver(other, 1 - side, face, skip)) return LEAVES;
  }
  rayX[r] = x;
  rayY[r] = y;
  rayZ[r] = dz / grow + (side === 0 ? 0.5 : -0.5);
  rayCode[2 * r + side] = edgeFeature(edge);
  rayCode[2 * r + 1 - side] = faceFeature(face);
  rayWedge[r] = 0;
  rayCount[0] = r + 1;
  return RISES;
}

/** Whether no face around a feature of body `side` but `face` has a shadow. */
export function isUpright(shape: ConvexPolyhedron, side: number, feature: number, face: number): boolean {
  const dimension = featureDimension(feature);
  const index = featureIndex(feature);
  if (dimension === 2) return true;
  if (dimension === 1) return !isVisible(shape, side, faceBeyond(shape, index, face));
  const { halfEdgeNext, halfEdgeFace, vertexHalfEdge } = shape;
  const first = vertexHalfEdge[index];
  let h = first;
  for (let turns = MAX_FACES; turns > 0; turns--) {
    if (halfEdgeFace[h] !== face && isVisible(shape, side, halfEdgeFace[h])) return false;
    h = halfEdgeNext[h ^ 1];
    if (h === first) return true;
  }
  return false;
}
