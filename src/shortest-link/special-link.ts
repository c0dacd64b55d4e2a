/**
 * The special cases of the published shortest link (Nezami et al. 2006, section 3.5.2 and Appendix A): instead of
 * moving P and Q in turn, they find the shortest link between the features of P and Q, with two segments in one plane.
 *   case 1  inside two edges: both are projected on a plane parallel to both;
 *   case 2  inside two faces: both are cut by the plane through P that is normal to both;
 *   case 3  inside an edge and a face: the face is cut by the plane through the edge that is normal to the face.
 *
 * This is the literal form, with its errors. In the reading word for word the result replaces the step and ends the
 * search when P and Q stay, although other features may be nearer. Nothing here tests whether the new link is shorter,
 * and the cuts do not guarantee it (they need not pass through Q). The other reading does that test
 * (shortest-link-published.ts). The paper does not define some cases: parallel edges, parallel faces, an edge
 * normal to the face (no such plane, or many), and a plane that misses the face (no second segment). Here the ordinary
 * step is used for these.
 *
 * Corrected: Appendix A prints the four end pairs of (i) as AC, BC, AD, CD; they are AC, AD, BC, BD.
 *
 * Frame: A's, but each segment is stored in its own body's frame, so that points on features do not move. No
 * allocation.
 */
import { edgeFeature, faceFeature, featureDimension, featureIndex, vertexFeature } from '../contact/feature';
import type { Pose } from '../body/pose';
import { AXIS_X, AXIS_Y } from '../contact/layouts';
import type { ConvexPolyhedron } from '../polyhedron/convex-polyhedron';
import { ends, holder } from './point-link';

/**
 * Sine of the angle below which directions count as parallel: unit vectors from normals or edges, rotated into the
 * other frame, have errors of a few 2^-53. Below this sine their cross product is only rounding.
 */
const PARALLEL = 16 * 2 ** -53;

/** The segments AB of body A (0..5) and CD of body B (6..11), each in its own frame. */
const segment = /* @__PURE__ */ new Float64Array(12);
/** Where the ends B, C and D start in `segment`. */
const END_B = 3;
const END_C = 6;
const END_D = 9;
/** Features at A, B, C, D, and (4, 5) inside AB and CD. */
const segmentHolder = /* @__PURE__ */ new Int32Array(6);
/** Where the features inside AB and CD start. */
const INSIDE = 4;
/** In-plane axes of the plane of both segments, unit, in A's frame. */
const axes = /* @__PURE__ */ new Float64Array(6);
/** A, B, C, D in the plane, x y packed. */
const flat = /* @__PURE__ */ new Float64Array(8);
/** Where the corners start in `flat`. */
const CORNER_A = 0;
const CORNER_B = 2;
const CORNER_C = 4;
const CORNER_D = 6;
/** The shortest link of AB and CD: its fractions along them, from 0 to 1 (0, 1), and its squared length (2). */
const fraction = /* @__PURE__ */ new Float64Array(3);
/** Slot of its squared length. */
const LINK_SQUARE = 2;
const tried = /* @__PURE__ */ new Float64Array(2);

/** A vector of body B, rotated into A's frame. */
const turned = /* @__PURE__ */ new Float64Array(3);
/** The plane of both segments: its unit normal in A's frame (0..2), and the rest by slot. */
const plane = /* @__PURE__ */ new Float64Array(12);
/** A point of it in A's frame. */
const PLANE_POINT = 3;
/** Its normal in the frame of the face that it cuts. */
const OWN_NORMAL = 6;
/** The point in that frame. */
const OWN_POINT = 9;
/** A point where the border of a face crosses the plane (0..2). */
const crossing = /* @__PURE__ */ new Float64Array(5);
/** Positions along the cut of the two outermost points so far. */
const CUT_FROM = 3;
const CUT_TO = 4;

/** Applies the special case for P and Q. False when there is none. */
export function specialCase(a: ConvexPolyhedron, b: ConvexPolyhedron, pose: Pose): boolean {
  const dimensionA = featureDimension(holder[0]);
  const dimensionB = featureDimension(holder[1]);
  if (dimensionA === 0 || dimensionB === 0) return false;
  if (dimensionA + dimensionB === 2) {
    if (!setEdges(a, b, pose)) return false;
  } else if (dimensionA + dimensionB === 4) {
    if (!cutFaces(a, b, pose)) return false;
  } else if (!cutFaceAtEdge(a, b, pose, dimensionA === 1 ? 0 : 1)) return false;
  flatten(pose);
  linkCoplanar();
  take(0);
  take(1);
  return true;
}

/** Case 1: the plane's normal is perpendicular to both edges. */
function setEdges(a: ConvexPolyhedron, b: ConvexPolyhedron, pose: Pose): boolean {
  setEdge(a, 0);
  setEdge(b, 1);
  for (let k = 0; k < 3; k++) {
    axes[k] = segment[END_B + k] - segment[k];
    turned[k] = segment[END_D + k] - segment[END_C + k];
  }
  turnToA(pose);
  return setPlane();
}

/** Case 2: the plane's normal is perpendicular to both face normals. */
function cutFaces(a: ConvexPolyhedron, b: ConvexPolyhedron, pose: Pose): boolean {
  const f = featureIndex(holder[0]);
  const g = featureIndex(holder[1]);
  for (let k = 0; k < 3; k++) {
    axes[k] = a.normals[3 * f + k];
    turned[k] = b.normals[3 * g + k];
    plane[PLANE_POINT + k] = ends[k];
  }
  turnToA(pose);
  return setPlane() && cutFace(a, 0, f, pose) && cutFace(b, 1, g, pose);
}

/** Case 3, with the edge on body `side`: the plane's normal is perpendicular to the edge and the face normal. */
function cutFaceAtEdge(a: ConvexPolyhedron, b: ConvexPolyhedron, pose: Pose, side: number): boolean {
  const shape = side === 0 ? b : a;
  const f = featureIndex(holder[1 - side]);
  setEdge(side === 0 ? a : b, side);
  const o = 6 * side;
  if (side === 0) {
    for (let k = 0; k < 3; k++) {
      axes[k] = segment[END_B + k] - segment[k];
      turned[k] = shape.normals[3 * f + k];
      plane[PLANE_POINT + k] = segment[k];
    }
    turnToA(pose);
  } else {
    for (let k = 0; k < 3; k++) turned[k] = segment[o + k];
    turnToA(pose);
    for (let k = 0; k < 3; k++) {
      plane[PLANE_POINT + k] = turned[k] + pose[9 + k];
      axes[k] = shape.normals[3 * f + k];
      turned[k] = segment[o + 3 + k] - segment[o + k];
    }
    turnToA(pose);
  }
  return setPlane() && cutFace(shape, 1 - side, f, pose);
}

/**
 * Sets the plane that contains the directions in axes[0..2] and in `turned`. Its axes are along the first and
 * perpendicular to it. False when the directions are parallel, so there is no such plane.
 */
function setPlane(): boolean {
  const ux = axes[AXIS_X];
  const uy = axes[AXIS_X + 1];
  const uz = axes[AXIS_X + 2];
  const mx = uy * turned[2] - uz * turned[1];
  const my = uz * turned[0] - ux * turned[2];
  const mz = ux * turned[1] - uy * turned[0];
  const mm = mx * mx + my * my + mz * mz;
  const uu = ux * ux + uy * uy + uz * uz;
  const vv = turned[0] * turned[0] + turned[1] * turned[1] + turned[2] * turned[2];
  if (!(mm > PARALLEL * PARALLEL * uu * vv)) return false;
  const m = 1 / Math.sqrt(mm);
  const u = 1 / Math.sqrt(uu);
  plane[0] = m * mx;
  plane[1] = m * my;
  plane[2] = m * mz;
  axes[AXIS_X] = u * ux;
  axes[AXIS_X + 1] = u * uy;
  axes[AXIS_X + 2] = u * uz;
  // m x u, of length 1 since they are perpendicular. y = n x x
  axes[AXIS_Y] = plane[1] * axes[AXIS_X + 2] - plane[2] * axes[AXIS_X + 1];
  axes[AXIS_Y + 1] = plane[2] * axes[AXIS_X] - plane[0] * axes[AXIS_X + 2];
  axes[AXIS_Y + 2] = plane[0] * axes[AXIS_X + 1] - plane[1] * axes[AXIS_X];
  return true;
}

/** Sets the segment of body `side` to the edge that contains its end. */
function setEdge(shape: ConvexPolyhedron, side: number): void {
  const e = featureIndex(holder[side]);
  for (let end = 0; end < 2; end++) {
    const v = shape.halfEdgeOrigin[2 * e + end];
    for (let k = 0; k < 3; k++) segment[6 * side + 3 * end + k] = shape.vertices[3 * v + k];
    segmentHolder[2 * side + end] = vertexFeature(v);
  }
  segmentHolder[INSIDE + side] = edgeFeature(e);
}

/**
 * Sets the segment in which the plane cuts a face. False when it misses the face or only touches a corner. Uses the two
 * outermost points where the border crosses the plane, because with rounding a nearly straight border may cross it more
 * than twice.
 */
function cutFace(shape: ConvexPolyhedron, side: number, f: number, pose: Pose): boolean {
  if (side === 0) for (let k = 0; k < 6; k++) plane[OWN_NORMAL + k] = plane[k];
  else turnPlaneToB(pose);
  const { vertices, normals, halfEdgeNext, halfEdgeOrigin } = shape;
  const mx = plane[OWN_NORMAL];
  const my = plane[OWN_NORMAL + 1];
  const mz = plane[OWN_NORMAL + 2];
  // Along the cut: m x n.
  const ax = my * normals[3 * f + 2] - mz * normals[3 * f + 1];
  const ay = mz * normals[3 * f] - mx * normals[3 * f + 2];
  const az = mx * normals[3 * f + 1] - my * normals[3 * f];
  crossing[CUT_FROM] = Infinity;
  crossing[CUT_TO] = -Infinity;
  const first = shape.faceHalfEdge[f];
  let h = first;
  for (let turn = 0; turn < shape.edgeCount; turn++) {
    const p = 3 * halfEdgeOrigin[h];
    const q = 3 * halfEdgeOrigin[h ^ 1];
    const from =
      mx * (vertices[p] - plane[OWN_POINT]) + my * (vertices[p + 1] - plane[OWN_POINT + 1]) + mz * (vertices[p + 2] - plane[OWN_POINT + 2]);
    const to =
      mx * (vertices[q] - plane[OWN_POINT]) + my * (vertices[q + 1] - plane[OWN_POINT + 1]) + mz * (vertices[q + 2] - plane[OWN_POINT + 2]);
    // A corner in the plane, or a side that crosses it.
    if (from === 0 || (from > 0 && to < 0) || (from < 0 && to > 0)) {
      const t = from === 0 ? 0 : from / (from - to);
      for (let k = 0; k < 3; k++) crossing[k] = vertices[p + k] + t * (vertices[q + k] - vertices[p + k]);
      const along = ax * crossing[0] + ay * crossing[1] + az * crossing[2];
      const code = from === 0 ? vertexFeature(halfEdgeOrigin[h]) : edgeFeature(h >> 1);
      if (along < crossing[CUT_FROM]) {
        crossing[CUT_FROM] = along;
        setCutEnd(side, 0, code);
      }
      if (along > crossing[CUT_TO]) {
        crossing[CUT_TO] = along;
        setCutEnd(side, 1, code);
      }
    }
    h = halfEdgeNext[h];
    if (h === first) break;
  }
  segmentHolder[INSIDE + side] = faceFeature(f);
  return crossing[CUT_TO] > crossing[CUT_FROM];
}

function setCutEnd(side: number, end: number, code: number): void {
  for (let k = 0; k < 3; k++) segment[6 * side + 3 * end + k] = crossing[k];
  segmentHolder[2 * side + end] = code;
}

/** The plane in B's frame: R^T m, R^T (p - t). */
function turnPlaneToB(pose: Pose): void {
  const x = plane[PLANE_POINT] - pose[9];
  const y = plane[PLANE_POINT + 1] - pose[10];
  const z = plane[PLANE_POINT + 2] - pose[11];
  for (let k = 0; k < 3; k++) {
    plane[OWN_NORMAL + k] = pose[k] * plane[0] + pose[3 + k] * plane[1] + pose[6 + k] * plane[2];
    plane[OWN_POINT + k] = pose[k] * x + pose[3 + k] * y + pose[6 + k] * z;
  }
}

/** R times the vector in turned. */
function turnToA(pose: Pose): void {
  const x = turned[0];
  const y = turned[1];
  const z = turned[2];
  turned[0] = pose[0] * x + pose[1] * y + pose[2] * z;
  turned[1] = pose[3] * x + pose[4] * y + pose[5] * z;
  turned[2] = pose[6] * x + pose[7] * y + pose[8] * z;
}

/** The segments in plane coordinates about A's end of AB. */
function flatten(pose: Pose): void {
  for (let corner = 0; corner < 4; corner++) {
    for (let k = 0; k < 3; k++) turned[k] = segment[3 * corner + k];
    if (corner > 1) {
      turnToA(pose);
      for (let k = 0; k < 3; k++) turned[k] += pose[9 + k];
    }
    const x = turned[0] - segment[0];
    const y = turned[1] - segment[1];
    const z = turned[2] - segment[2];
    flat[2 * corner] = axes[AXIS_X] * x + axes[AXIS_X + 1] * y + axes[AXIS_X + 2] * z;
    flat[2 * corner + 1] = axes[AXIS_Y] * x + axes[AXIS_Y + 1] * y + axes[AXIS_Y + 2] * z;
  }
}

/** Appendix A: the shortest link between two segments in one plane. */
function linkCoplanar(): void {
  const ux = flat[CORNER_B] - flat[CORNER_A];
  const uy = flat[CORNER_B + 1] - flat[CORNER_A + 1];
  const vx = flat[CORNER_D] - flat[CORNER_C];
  const vy = flat[CORNER_D + 1] - flat[CORNER_C + 1];
  const wx = flat[CORNER_C] - flat[CORNER_A];
  const wy = flat[CORNER_C + 1] - flat[CORNER_A + 1];
  // They intersect. (Parallel segments divide by zero: NaN and infinity fail the test.)
  const cross = ux * vy - uy * vx;
  const s = (wx * vy - wy * vx) / cross;
  const t = (wx * uy - wy * ux) / cross;
  if (s >= 0 && s <= 1 && t >= 0 && t <= 1) {
    fraction[0] = s;
    fraction[1] = t;
    return;
  }
  fraction[0] = 0;
  fraction[1] = 0;
  fraction[LINK_SQUARE] = Infinity;
  // i. AC, AD, BC, BD.
  for (let k = 0; k < 4; k++) {
    tried[0] = k >> 1;
    tried[1] = k & 1;
    keepShorter();
  }
  // ii. The feet of A and B on CD, of C and D on AB, where they are inside.
  const uu = ux * ux + uy * uy;
  const vv = vx * vx + vy * vy;
  for (let end = 0; end < 2; end++) {
    tried[0] = end;
    tried[1] = ((end * ux - wx) * vx + (end * uy - wy) * vy) / vv;
    if (tried[1] > 0 && tried[1] < 1) keepShorter();
    tried[0] = ((wx + end * vx) * ux + (wy + end * vy) * uy) / uu;
    tried[1] = end;
    if (tried[0] > 0 && tried[0] < 1) keepShorter();
  }
}

/** Keeps the link between the points at the tried fractions when it is shorter. */
function keepShorter(): void {
  const s = tried[0];
  const t = tried[1];
  const x = flat[CORNER_C] + t * (flat[CORNER_D] - flat[CORNER_C]) - (flat[CORNER_A] + s * (flat[CORNER_B] - flat[CORNER_A]));
  const y =
    flat[CORNER_C + 1] +
    t * (flat[CORNER_D + 1] - flat[CORNER_C + 1]) -
    (flat[CORNER_A + 1] + s * (flat[CORNER_B + 1] - flat[CORNER_A + 1]));
  const d2 = x * x + y * y;
  if (!(d2 < fraction[LINK_SQUARE])) return;
  fraction[0] = s;
  fraction[1] = t;
  fraction[LINK_SQUARE] = d2;
}

/** The end of the link on the segment of body `side`. */
function take(side: number): void {
  const s = fraction[side];
  const o = 6 * side;
  const whole = s === 0 || s === 1;
  for (let k = 0; k < 3; k++) {
    ends[3 * side + k] = s === 1 ? segment[o + 3 + k] : segment[o + k] + s * (segment[o + 3 + k] - segment[o + k]);
  }
  holder[side] = segmentHolder[whole ? 2 * side + s : 4 + side];
}
