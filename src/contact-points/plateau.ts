/**
 * A plateau: the deepest face of the gap function of two bodies, if no other is within the limit, and the rays along
 * which the gap rises from its corners.
 *
 * The gap over the plane is convex. It is linear over each cell, where a face of A lies over a face of B. The plateau
 * is a point (a corner over a face, two edges that cross), a segment (an edge over a face), or a cell (a face over a
 * face). A few edges lead outwards from each corner of the plateau: edges of A under a face of B, or edges of B over a
 * face of A. These are the rays. Between two neighbouring rays lies a wedge, over which the gap is also linear. Between
 * two rays of one corner the wedge is a triangle. Between the last ray of a corner and the first ray of the next corner
 * it is a strip along the side of the plateau.
 *
 *     place on ray r with gap t:  c + (t - g) ray_r
 *     c, g: place and gap of the corner; ray_r: direction divided by the growth of the gap along it
 *
 * Suppose that each ray rises above the limit before its edge ends and before it leaves the face of the other body.
 * Then a ring around the plateau lies above the limit. Since the gap is convex, Z(limit) is within the plateau and its
 * wedges. This is a proof: no other face needs to be examined.
 *
 * A face that stands upright or looks away has no shadow. The wedges on it do not exist, nor do rays between two such
 * faces.
 */
import { YX, YY, YZ, ZX, ZY, ZZ } from '../body/pose';
import { edgeFeature, faceFeature, featureDimension, featureIndex } from '../contact/feature';
import { MAX_FACES, MAX_VERTICES, type ConvexPolyhedron } from '../polyhedron/convex-polyhedron';
import { contactBounds, EPS, LIMIT } from './bounds';
import { AXES, planeAxes } from './coordinates';
import { LEAST_COSINE, projectVertex, vertexX, vertexY, vertexZ } from './surface';

/** Most rays of a plateau. A plateau with more rays is left to the general search (meet.ts). */
export const RAYS = 256;

/** Direction in the plane per unit of gap, and the rise of the middle between the surfaces per unit of gap. */
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
 * The corner from which the rays start: place, heights of A's and B's surfaces, and clearance. The clearance is the
 * square of a distance: every place within it of the apex lies over the face of the rays. It is 0 if there is no such
 * distance, or UNKNOWN.
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
/** The place that isOver examines. */
const place = /* @__PURE__ */ new Float64Array(2);

/**
 * Results of addRay. RISES: the ray rises above the limit before its edge ends and inside the face. LOW: its edge ends
 * first, or the gap falls. LEAVES: it leaves the face first. NO_ROOM: there
 * are RAYS rays already.
 */
export const RISES = 0;
export const LOW = 1;
export const LEAVES = 2;
export const NO_ROOM = 3;

/** The greatest slope of a face of a plateau. */
const STEEPEST = 1;

/** Least sine between two edges that cross. */
export const LEAST_SINE = 1e-3;

/** Faces that are level to rounding have a cosine with the normal greater than this. */
export const LEVEL_COSINE = 1 - 1e-9;

/** isOver skips no edge of the face. */
export const NO_EDGE = -1;

/** Results of {@link measureCosine} and {@link measureHeight}. Engines would allocate a returned double. */
export const faceCosine = /* @__PURE__ */ new Float64Array(1);
export const faceHeight = /* @__PURE__ */ new Float64Array(1);

/** Cosine between the normal of a face of body `side` and that of the plane. */
export function measureCosine(shape: ConvexPolyhedron, side: number, face: number): void {
  const m = planeAxes;
  const o = AXES * side;
  const { normals } = shape;
  faceCosine[0] = m[o + ZX] * normals[3 * face] + m[o + ZY] * normals[3 * face + 1] + m[o + ZZ] * normals[3 * face + 2];
}

/** Whether a face looks towards the other body by more than rounding. */
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
  const cosine = m[o + ZX] * nx + m[o + ZY] * ny + m[o + ZZ] * nz;
  if (!(side === 0 ? cosine > LEAST_COSINE : cosine < -LEAST_COSINE)) return false;
  slope[0] = -(m[o] * nx + m[o + 1] * ny + m[o + 2] * nz) / cosine;
  slope[1] = -(m[o + YX] * nx + m[o + YY] * ny + m[o + YZ] * nz) / cosine;
  return true;
}

/** The other face of an edge. */
export function faceBeyond(shape: ConvexPolyhedron, edge: number, face: number): number {
  const first = shape.halfEdgeFace[2 * edge];
  return first === face ? shape.halfEdgeFace[2 * edge + 1] : first;
}

/** Whether `place` is inside a face of body `side` by more than rounding. Its edge `skip` is not tested. */
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
 * Whether `place` is inside the triangle of an edge of a face of body `side` and the next corner of the face, by more
 * than rounding. The edge itself is not tested. The triangle is a part of the face, and most places near the edge are
 * in it.
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

/** Writes the height of a face of body `side` at the apex. `slope` must be the slope of this face. */
export function measureHeight(shape: ConvexPolyhedron, side: number, face: number): void {
  const v = shape.halfEdgeOrigin[shape.faceHalfEdge[face]];
  projectVertex(shape, side, v);
  const r = side * MAX_VERTICES + v;
  faceHeight[0] = vertexZ[r] + slope[0] * (apex[X] - vertexX[r]) + slope[1] * (apex[Y] - vertexY[r]);
}

/**
 * The same as {@link setSlope} for a face of the plateau. False also when the face is so steep that heights on it are
 * not accurate to rounding.
 */
export function setBaseSlope(shape: ConvexPolyhedron, side: number, face: number): boolean {
  return setSlope(shape, side, face) && slope[0] * slope[0] + slope[1] * slope[1] <= STEEPEST * STEEPEST;
}

/**
 * Adds the ray from the apex along an edge of body `side` to its vertex `end`, over a face of the other body whose
 * slopes are in `slope`. `skip` is the edge of that face on which the apex lies, or NO_EDGE. Returns RISES, or the
 * reason why the ray is not added.
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
  // gap = zB - zA: it grows along the edges of B that rise, and along the edges of A that fall.
  const fall = dz - slope[0] * dx - slope[1] * dy;
  const grow = side === 0 ? -fall : fall;
  const rise = contactBounds[LIMIT] - (apex[Z_B] - apex[Z_A]);
  // Also true when the gap falls or is NaN.
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

/** Whether no face around a feature of body `side`, except `face`, has a shadow. */
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
