/**
 * The parts of two bodies that touch their supporting planes, and the nearest points of these parts as seen along the
 * normal.
 *
 * Along a unit normal n the body A reaches up to a vertex, an edge or a face, S_A, and B down to S_B. Suppose that
 * their projections along n have a common point. Then n is a local maximum of g (Nezami et al. 2006, section 3.3, steps
 * i and ii): no tilt about any axis gains for both. For bodies apart, the points P and Q there form a link of length
 * g(n), so n is the best of all: g(n) <= distance <= |PQ| for every plane and every link. If there is no common point,
 * a tilt at the nearest points of the projections gains. The features there give the vertices from which to search a
 * better plane.
 *
 * Bodies that overlap have no link of positive length. A long link is not accurate either, because the error of the
 * normal moves its end sideways. So B is moved along the normal until the planes are slightly apart. This does not
 * change the touching parts, nor which of them face each other.
 */
import { TX, TY, TZ, XX, XY, XZ, YX, YY, YZ, ZX, ZY, ZZ } from '../body/pose';
import { edgeFeature, featureDimension, featureIndex, vertexFeature } from '../contact/feature';
import { createCommonPlane } from '../contact/common-plane';
import type { Pose } from '../body/pose';
import type { ConvexPolyhedron } from '../polyhedron/convex-polyhedron';
import { bands, contactFeature, COORDINATE_ROUNDING, OUT_OF_LEVEL, ZONE_DEPTH } from './contact-feature';
import { link, linkFeature, shortestBetween, shortestToFace } from '../plane-links/feature-link';
import { bestPlane, gain, nearest, ROUNDING_OF_G, source } from './plane-candidates';
import { setPlaneAxes } from '../contact-points/coordinates';
import { GAP, LENGTH, P, Q } from '../contact/layouts';

/** The pose of B after the move. */
const moved = /* @__PURE__ */ new Float64Array(12);
const plane = /* @__PURE__ */ createCommonPlane();
/** The shortest link of two faces so far (0), while others are tried. */
const shortest = /* @__PURE__ */ new Float64Array(1);

/**
 * Distance of the planes after the move, in roundings: no point is behind the other body's plane, and the link is
 * short.
 */
const APART = 64;

/** Ends of links and supporting planes have errors of one or two roundings of g. */
const FITTING = 3;

/**
 * Writes the nearest points of the parts that touch the best plane (of plane-candidates) to `link` and `linkFeature`: P
 * on A, and Q moved along the normal with B. True when they face each other along the normal, to rounding.
 */
export function linkTouching(a: ConvexPolyhedron, b: ConvexPolyhedron, pose: Pose): boolean {
  // Mostly the features that define the plane face each other.
  if (linkSource(a, b, pose)) return true;
  bands[COORDINATE_ROUNDING] = bands[ZONE_DEPTH] = bands[OUT_OF_LEVEL] = gain[ROUNDING_OF_G];
  for (let k = 0; k < 3; k++) {
    plane.normal[k] = bestPlane[k];
    plane.point[k] = a.vertices[3 * nearest[0] + k];
  }
  setPlaneAxes(moved, plane);
  const onA = contactFeature(a, 0, vertexFeature(nearest[0]));
  const onB = contactFeature(b, 1, vertexFeature(nearest[1]));
  if (featureDimension(onA) < 2 || featureDimension(onB) < 2) shortestBetween(a, b, moved, onA, onB);
  else linkFaces(a, featureIndex(onA), b, featureIndex(onB));
  return linkFits(APART * gain[ROUNDING_OF_G]);
}

/** The same for the features that define the plane alone. */
export function linkSource(a: ConvexPolyhedron, b: ConvexPolyhedron, pose: Pose): boolean {
  const apart = APART * gain[ROUNDING_OF_G];
  const shift = apart - bestPlane[GAP];
  for (let k = 0; k < 9; k++) moved[k] = pose[k];
  for (let k = 0; k < 3; k++) moved[TX + k] = pose[9 + k] + shift * bestPlane[k];
  shortestBetween(a, b, moved, source[0], source[1]);
  return linkFits(apart);
}

/** Whether P and Q face each other along the best normal, `length` apart, to rounding. */
export function linkFits(length: number): boolean {
  const x = link[Q] - link[P] - length * bestPlane[0];
  const y = link[Q + 1] - link[P + 1] - length * bestPlane[1];
  const z = link[Q + 2] - link[P + 2] - length * bestPlane[2];
  const most = FITTING * gain[ROUNDING_OF_G];
  return x * x + y * y + z * z <= most * most;
}

/** Finds the shortest link of two faces that do not meet: between the edges of each face and the other face. */
function linkFaces(a: ConvexPolyhedron, f: number, b: ConvexPolyhedron, g: number): void {
  shortest[0] = Infinity;
  const sideOfB = nearestSide(a, 0, f, b, g);
  const sideOfA = nearestSide(b, 1, g, a, f);
  if (sideOfA >= 0) shortestToFace(b, 1, g, a, sideOfA, moved);
  else if (sideOfB >= 0) shortestToFace(a, 0, f, b, sideOfB, moved);
}

/**
 * The edge of face g of the other body whose link to face f is shorter than the shortest so far, which it replaces; -1
 * if there is none.
 */
function nearestSide(shape: ConvexPolyhedron, side: number, f: number, other: ConvexPolyhedron, g: number): number {
  const first = other.faceHalfEdge[g];
  let h = first;
  let nearer = -1;
  for (let k = 0; k < other.vertexCount; k++) {
    const feature = edgeFeature(h >> 1);
    shortestToFace(shape, side, f, other, feature, moved);
    if (link[LENGTH] < shortest[0]) {
      shortest[0] = link[LENGTH];
      nearer = feature;
    }
    h = other.halfEdgeNext[h];
    if (h === first) break;
  }
  return nearer;
}

/** The corner nearest to an end of the link (side 0 on A, 1 on B), of the feature that contains that end. */
export function nearestCorner(side: 0 | 1, shape: ConvexPolyhedron): number {
  const feature = linkFeature[side];
  const dimension = featureDimension(feature);
  if (dimension === 0) return featureIndex(feature);
  const { vertices, halfEdgeNext, halfEdgeOrigin } = shape;
  const p = 3 * side;
  let x = link[p];
  let y = link[p + 1];
  let z = link[p + 2];
  if (side === 1) {
    // x = R^T (x - t)
    const dx = x - moved[TX];
    const dy = y - moved[TY];
    const dz = z - moved[TZ];
    x = moved[XX] * dx + moved[YX] * dy + moved[ZX] * dz;
    y = moved[XY] * dx + moved[YY] * dy + moved[ZY] * dz;
    z = moved[XZ] * dx + moved[YZ] * dy + moved[ZZ] * dz;
  }
  const first = dimension === 1 ? 2 * featureIndex(feature) : shape.faceHalfEdge[featureIndex(feature)];
  let h = first;
  let least = Infinity;
  let corner = 0;
  for (let k = 0; k < shape.vertexCount; k++) {
    const v = halfEdgeOrigin[h];
    const dx = vertices[3 * v] - x;
    const dy = vertices[3 * v + 1] - y;
    const dz = vertices[3 * v + 2] - z;
    const d2 = dx * dx + dy * dy + dz * dz;
    if (d2 < least) {
      least = d2;
      corner = v;
    }
    // Both ends of the edge, or all corners of the face.
    h = dimension === 1 ? h ^ 1 : halfEdgeNext[h];
    if (h === first) break;
  }
  return corner;
}
