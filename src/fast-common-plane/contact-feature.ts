/**
 * The contact feature of a body on a common plane: the vertex, edge or face that faces the other body.
 *
 * Source: the rule of Cundall's common plane (1988): of the vertices within a tolerance of the extreme one along the
 * normal, 1 is a vertex, 2 an edge, 3 or more a face; with half the depth as tolerance: delta = max(rounding, depth /
 * 2, options.band). The rule does not say what happens when the vertices in the band span more than one feature (deep
 * overlap, blunt corners). Here **the band is then narrowed until its vertices belong to one feature**: vertices are
 * added in the order of their depth below the extreme one, as long as all are corners of one feature. Only neighbours
 * need to be tested, because the second vertex in that order is a neighbour of the first, and the third is a neighbour
 * of one of these two:
 *   1  v, the extreme vertex;
 *   2  with its nearest neighbour in depth, v1, the edge v v1, if v1 is within delta;
 *   3  with the next vertex, if that is within delta and in one of the two faces of the edge, that face.
 * A fourth vertex cannot change the result: in the face it adds nothing, and outside it ends the band. The contact
 * feature is the whole face, also the part of it below the band.
 *
 * Vertices at one depth (to rounding) are added together or not at all, so symmetric shapes get no arbitrary neighbour.
 * Exception: at the extreme itself several faces may be level to rounding, and the best aligned one is chosen.
 *
 * The feature that contains the plane's witness point has priority: when it is level (within the error of a normal from
 * two points), the contact feature is that feature or a face beside it. So the contact points are at the witness
 * points, also when near-coplanar faces or the last bits of the normal leave the choice open.
 *
 * A face or an edge that leans more than 41 degrees to the plane (cosine 3/4) is not a contact feature: its tip is. So
 * heights over the plane, which divide by the cosine, are within 4/3 of lengths. The limit is not 45 degrees, because
 * boxes standing on an edge would then be undecided.
 *
 * Cost: O(degree) from a good hint; otherwise also the climb to the extreme vertex, by steepest ascent over neighbours.
 */
import { ZX, ZY, ZZ } from '../body/pose';
import { edgeFeature, faceFeature, featureDimension, featureIndex, vertexFeature } from '../contact/feature';
import type { ConvexPolyhedron } from '../polyhedron/convex-polyhedron';
import { AXES, planeAxes } from '../contact-points/coordinates';

/** Lengths of the pair. */
export const bands = /* @__PURE__ */ new Float64Array(3);
/** The rounding of a coordinate. */
export const COORDINATE_ROUNDING = 0;
/** Delta, the depth of the contact zone. */
export const ZONE_DEPTH = 1;
/** The largest height difference over a feature that contains the plane's witness point. */
export const OUT_OF_LEVEL = 2;

/** The extreme vertex of A (0) and of B (1), as found by the last {@link contactFeature}. */
export const extremeVertex = /* @__PURE__ */ new Int32Array(2);

/** Least cosine of the angle between a contact face or edge and the plane. */
const LEAST_COSINE = 0.75;

/** Depths of the last {@link scanRing}. */
const ring = /* @__PURE__ */ new Float64Array(4);
/** Of the first vertex. */
const FIRST_DEPTH = 0;
/** Of the last vertex. */
const LAST_DEPTH = 1;
/** The least of those between. */
const LEAST_BETWEEN = 2;
/** The height of the extreme vertex. */
const EXTREME_HEIGHT = 3;

/**
 * Feature code of the contact feature of A (side 0) or B (side 1). `hint` is any feature of the body; the one that
 * contains the witness point is best.
 */
export function contactFeature(shape: ConvexPolyhedron, side: number, hint: number): number {
  const { vertices, halfEdgeNext, halfEdgeOrigin, vertexHalfEdge } = shape;
  const eps = bands[COORDINATE_ROUNDING];
  const delta = bands[ZONE_DEPTH];
  // Up means towards the other body.
  const up = 1 - 2 * side;
  const nx = up * planeAxes[AXES * side + ZX];
  const ny = up * planeAxes[AXES * side + ZY];
  const nz = up * planeAxes[AXES * side + ZZ];

  // Climb, but not for less than rounding: a hint that is level with the top stays. At the top, the scan of the
  // neighbours gives the three least depths and the vertices of the two least.
  let v = startVertex(shape, hint);
  let height = nx * vertices[3 * v] + ny * vertices[3 * v + 1] + nz * vertices[3 * v + 2];
  let d1 = Infinity;
  let d2 = Infinity;
  let d3 = Infinity;
  let h1 = 0;
  let h2 = 0;
  for (let steps = shape.vertexCount; steps >= 0; steps--) {
    d1 = d2 = d3 = Infinity;
    const first = vertexHalfEdge[v];
    let h = first;
    for (let turns = shape.edgeCount; turns > 0; turns--) {
      const w = 3 * halfEdgeOrigin[h ^ 1];
      const d = height - (nx * vertices[w] + ny * vertices[w + 1] + nz * vertices[w + 2]);
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
    if (!(d1 < -eps)) break;
    v = halfEdgeOrigin[h1 ^ 1];
    height = nx * vertices[3 * v] + ny * vertices[3 * v + 1] + nz * vertices[3 * v + 2];
  }
  extremeVertex[side] = v;
  ring[EXTREME_HEIGHT] = height;

  const dimension = featureDimension(hint);
  if ((dimension === 1 || dimension === 2) && isLevelHint(shape, side, hint)) {
    const i = featureIndex(hint);
    if (dimension === 1) return edgeOrItsFace(shape, side, 2 * i);
    if (isFlat(shape, side, i)) return hint;
  }
  if (!(d1 <= delta)) return vertexFeature(v);
  if (d2 <= d1 + eps) {
    // Two or more neighbours at one depth.
    let face = d3 > d1 + eps ? commonFace(shape, h1, h2) : -1;
    if (face < 0 && d1 <= eps) face = levelFaceAt(shape, side, v);
    return face >= 0 && isFlat(shape, side, face) ? faceFeature(face) : vertexFeature(v);
  }
  return edgeOrItsFace(shape, side, h1);
}

/**
 * The face on one side of an edge, if only that face has the next vertex within the contact zone. Otherwise the edge;
 * or its upper end, if the edge leans too much.
 */
function edgeOrItsFace(shape: ConvexPolyhedron, side: number, h: number): number {
  const { vertices, halfEdgeOrigin, halfEdgeFace } = shape;
  const eps = bands[COORDINATE_ROUNDING];
  // The left face lies before h in the ring of its origin and after it in the ring of its other end. For the right face
  // it is the opposite.
  scanRing(shape, side, h);
  let right = ring[FIRST_DEPTH];
  let left = ring[LAST_DEPTH];
  let other = ring[LEAST_BETWEEN];
  scanRing(shape, side, h ^ 1);
  left = Math.min(left, ring[FIRST_DEPTH]);
  right = Math.min(right, ring[LAST_DEPTH]);
  other = Math.min(other, ring[LEAST_BETWEEN]);
  const least = Math.min(left, right, other);
  if (least <= bands[ZONE_DEPTH]) {
    const leftFace = halfEdgeFace[h];
    const rightFace = halfEdgeFace[h ^ 1];
    let face = -1;
    if (left + eps < Math.min(right, other)) face = leftFace;
    else if (right + eps < Math.min(left, other)) face = rightFace;
    else if (least <= eps) face = isBetterAligned(shape, side, leftFace, rightFace) ? leftFace : rightFace;
    if (face >= 0 && isFlat(shape, side, face)) return faceFeature(face);
  }
  const o = AXES * side;
  const v = 3 * halfEdgeOrigin[h];
  const w = 3 * halfEdgeOrigin[h ^ 1];
  const ex = vertices[w] - vertices[v];
  const ey = vertices[w + 1] - vertices[v + 1];
  const ez = vertices[w + 2] - vertices[v + 2];
  const rise = planeAxes[o + ZX] * ex + planeAxes[o + ZY] * ey + planeAxes[o + ZZ] * ez;
  const isEdge = rise * rise <= (1 - LEAST_COSINE * LEAST_COSINE) * (ex * ex + ey * ey + ez * ez);
  return isEdge ? edgeFeature(h >> 1) : vertexFeature(extremeVertex[side]);
}

/** Whether all vertices of an edge or a face are within OUT_OF_LEVEL of the extreme height. */
function isLevelHint(shape: ConvexPolyhedron, side: number, hint: number): boolean {
  const { vertices, halfEdgeNext, halfEdgeOrigin } = shape;
  const up = 1 - 2 * side;
  const nx = up * planeAxes[AXES * side + ZX];
  const ny = up * planeAxes[AXES * side + ZY];
  const nz = up * planeAxes[AXES * side + ZZ];
  const isEdge = featureDimension(hint) === 1;
  const first = isEdge ? 2 * featureIndex(hint) : shape.faceHalfEdge[featureIndex(hint)];
  let h = first;
  for (let turns = shape.vertexCount; turns > 0; turns--) {
    const w = 3 * halfEdgeOrigin[h];
    if (!(ring[EXTREME_HEIGHT] - (nx * vertices[w] + ny * vertices[w + 1] + nz * vertices[w + 2]) <= bands[OUT_OF_LEVEL])) return false;
    h = isEdge ? h ^ 1 : halfEdgeNext[h];
    if (h === first) break;
  }
  return true;
}

function startVertex(shape: ConvexPolyhedron, hint: number): number {
  const i = featureIndex(hint);
  switch (featureDimension(hint)) {
    case 0:
      return i;
    case 1:
      return shape.halfEdgeOrigin[2 * i];
    case 2:
      return shape.halfEdgeOrigin[shape.faceHalfEdge[i]];
    default:
      return 0;
  }
}

/**
 * Writes depths below the extreme height to `ring`: of the vertices around the origin of half-edge h, from the one
 * after h to the one before it.
 */
function scanRing(shape: ConvexPolyhedron, side: number, h: number): void {
  const { vertices, halfEdgeNext, halfEdgeOrigin } = shape;
  const up = 1 - 2 * side;
  const nx = up * planeAxes[AXES * side + ZX];
  const ny = up * planeAxes[AXES * side + ZY];
  const nz = up * planeAxes[AXES * side + ZZ];
  const height = ring[EXTREME_HEIGHT];
  let first = Infinity;
  let last = Infinity;
  let least = Infinity;
  let g = halfEdgeNext[h ^ 1];
  for (let k = 0; k < shape.edgeCount && g !== h; k++) {
    const w = 3 * halfEdgeOrigin[g ^ 1];
    const d = height - (nx * vertices[w] + ny * vertices[w + 1] + nz * vertices[w + 2]);
    if (k === 0) {
      first = d;
    } else {
      // The previous last vertex is now between.
      if (k > 1 && last < least) least = last;
      last = d;
    }
    g = halfEdgeNext[g ^ 1];
  }
  ring[FIRST_DEPTH] = first;
  ring[LAST_DEPTH] = last;
  ring[LEAST_BETWEEN] = least;
}

/** The face that two half-edges from one vertex share, or -1. */
function commonFace(shape: ConvexPolyhedron, g: number, h: number): number {
  const { halfEdgeFace } = shape;
  if (halfEdgeFace[g ^ 1] === halfEdgeFace[h]) return halfEdgeFace[h];
  if (halfEdgeFace[h ^ 1] === halfEdgeFace[g]) return halfEdgeFace[g];
  return -1;
}

/**
 * The best aligned of the level faces at v. A face is level when both neighbours of v in it are within rounding of v.
 */
function levelFaceAt(shape: ConvexPolyhedron, side: number, v: number): number {
  const { halfEdgeNext, halfEdgeFace, vertexHalfEdge } = shape;
  const first = vertexHalfEdge[v];
  let best = -1;
  let bestIsLevel = false;
  let h = first;
  let wasLevel = isLevel(shape, side, h);
  for (let turns = shape.edgeCount; turns > 0; turns--) {
    // The face between this half-edge and the next one around v.
    const f = halfEdgeFace[h ^ 1];
    h = halfEdgeNext[h ^ 1];
    const level = isLevel(shape, side, h);
    const both = wasLevel && level;
    if (best < 0 || (both && !bestIsLevel) || (both === bestIsLevel && isBetterAligned(shape, side, f, best))) {
      best = f;
      bestIsLevel = both;
    }
    wasLevel = level;
    if (h === first) break;
  }
  return best;
}

/** Whether half-edge h rises or falls by no more than rounding. */
function isLevel(shape: ConvexPolyhedron, side: number, h: number): boolean {
  const { vertices, halfEdgeOrigin } = shape;
  const v = 3 * halfEdgeOrigin[h];
  const w = 3 * halfEdgeOrigin[h ^ 1];
  const o = AXES * side;
  const rise =
    planeAxes[o + ZX] * (vertices[w] - vertices[v]) +
    planeAxes[o + ZY] * (vertices[w + 1] - vertices[v + 1]) +
    planeAxes[o + ZZ] * (vertices[w + 2] - vertices[v + 2]);
  return Math.abs(rise) <= bands[COORDINATE_ROUNDING];
}

/** Whether face f looks more towards the other body than face g. */
function isBetterAligned(shape: ConvexPolyhedron, side: number, f: number, g: number): boolean {
  const { normals } = shape;
  const up = 1 - 2 * side;
  const dx = normals[3 * f] - normals[3 * g];
  const dy = normals[3 * f + 1] - normals[3 * g + 1];
  const dz = normals[3 * f + 2] - normals[3 * g + 2];
  return up * (planeAxes[AXES * side + ZX] * dx + planeAxes[AXES * side + ZY] * dy + planeAxes[AXES * side + ZZ] * dz) > 0;
}

function isFlat(shape: ConvexPolyhedron, side: number, f: number): boolean {
  const { normals } = shape;
  const o = AXES * side;
  const cosine = planeAxes[o + ZX] * normals[3 * f] + planeAxes[o + ZY] * normals[3 * f + 1] + planeAxes[o + ZZ] * normals[3 * f + 2];
  return (1 - 2 * side) * cosine >= LEAST_COSINE;
}
