/**
 * Two bodies, each in its own frame: the data for the walk on the faces of the Minkowski difference M = B - A.
 *
 * Every test can use either body (`side` 0 is A, 1 is B); both are treated alike. The frame of a side is that of its
 * body. The direction of a side points out of that body towards the other. The two directions are opposite, each in the
 * frame of its own body. So corners stay where they are, and only the tested vectors are rotated. Let h be the reach of
 * a body along its direction d, h' that of the other body, and c the vector to the other centroid. Then
 *
 *     g = d·c - h - h'    in the frame of either side.
 *
 * No allocation; coordinates pass through the arrays of this module.
 */
import { TX, TY, TZ, XX, XY, XZ, YX, YY, YZ, ZX, ZY, ZZ } from '../body/pose';
import type { Pose } from '../body/pose';
import type { ConvexPolyhedron } from '../polyhedron/convex-polyhedron';

/**
 * For each side, from row 12 side, the pose of the other body in its frame, with the slots of a pose (body/pose.ts).
 */
export const relative = /* @__PURE__ */ new Float64Array(24);
/** Where the pose in the frame of side 1 starts. */
const POSE_B = 12;
/** The unit direction of each side, from 3 side: out of the body, towards the other. */
export const direction = /* @__PURE__ */ new Float64Array(6);
/** The support vertex of each body along its direction. */
export const vertex = /* @__PURE__ */ new Int32Array(2);
/** The reach of each body along its direction. */
export const top = /* @__PURE__ */ new Float64Array(2);

/** Lengths of the pair: the rise that a climb ignores (CLIMB), and a rounding step of g (ROUNDING). */
export const scales = /* @__PURE__ */ new Float64Array(2);
export const CLIMB = 0;
export const ROUNDING = 1;

/**
 * The rounding of two products of three terms on coordinates up to the radii: about 4 steps of 2^-53 of them. A
 * neighbour that rises by less is level.
 */
const LEVEL = 4 * 2 ** -53;

/**
 * An edge is no evidence for the corners behind it in two cases: it is shorter than SHORT radii and does not sink by
 * DOUBT tolerances, or it rises within the rounding. The reason: corners of merged faces are off their planes by a
 * tolerance. In both cases all corners are tested.
 */
export const SHORT = 1 / 16;
export const DOUBT = 4;

export function loadRelative(a: ConvexPolyhedron, b: ConvexPolyhedron, pose: Pose): void {
  const r0 = pose[0];
  const r1 = pose[1];
  const r2 = pose[2];
  const r3 = pose[3];
  const r4 = pose[4];
  const r5 = pose[5];
  const r6 = pose[6];
  const r7 = pose[7];
  const r8 = pose[8];
  const x = pose[9];
  const y = pose[10];
  const z = pose[11];
  // x_A = R x_B + t, and x_B = R^T x_A - R^T t
  relative[XX] = relative[POSE_B + XX] = r0;
  relative[XY] = relative[POSE_B + YX] = r1;
  relative[XZ] = relative[POSE_B + ZX] = r2;
  relative[YX] = relative[POSE_B + XY] = r3;
  relative[YY] = relative[POSE_B + YY] = r4;
  relative[YZ] = relative[POSE_B + ZY] = r5;
  relative[ZX] = relative[POSE_B + XZ] = r6;
  relative[ZY] = relative[POSE_B + YZ] = r7;
  relative[ZZ] = relative[POSE_B + ZZ] = r8;
  relative[TX] = x;
  relative[TY] = y;
  relative[TZ] = z;
  relative[POSE_B + TX] = -(r0 * x + r3 * y + r6 * z);
  relative[POSE_B + TY] = -(r1 * x + r4 * y + r7 * z);
  relative[POSE_B + TZ] = -(r2 * x + r5 * y + r8 * z);
  const radii = a.radius + b.radius;
  scales[CLIMB] = LEVEL * radii;
  scales[ROUNDING] = LEVEL * (radii + Math.sqrt(x * x + y * y + z * z));
}

/** A point of M, as {@link loadPointOfM} writes it. */
export const pointOfM = /* @__PURE__ */ new Float64Array(3);

/** Writes the point of M of the two vertices, in the frame of a side. */
export function loadPointOfM(side: number, shape: ConvexPolyhedron, other: ConvexPolyhedron): void {
  const o = 12 * side;
  const v = 3 * vertex[side];
  const w = 3 * vertex[1 - side];
  const x = other.vertices[w];
  const y = other.vertices[w + 1];
  const z = other.vertices[w + 2];
  const { vertices } = shape;
  pointOfM[0] = relative[o] * x + relative[o + XY] * y + relative[o + XZ] * z + relative[o + TX] - vertices[v];
  pointOfM[1] = relative[o + YX] * x + relative[o + YY] * y + relative[o + YZ] * z + relative[o + TY] - vertices[v + 1];
  pointOfM[2] = relative[o + ZX] * x + relative[o + ZY] * y + relative[o + ZZ] * z + relative[o + TZ] - vertices[v + 2];
}

/** Gives the other side the direction opposite to that of `side`. */
export function oppose(side: number): void {
  const o = 12 * side;
  const from = 3 * side;
  const to = 3 - from;
  const x = direction[from];
  const y = direction[from + 1];
  const z = direction[from + 2];
  direction[to] = -(relative[o] * x + relative[o + YX] * y + relative[o + ZX] * z);
  direction[to + 1] = -(relative[o + XY] * x + relative[o + YY] * y + relative[o + ZY] * z);
  direction[to + 2] = -(relative[o + XZ] * x + relative[o + YZ] * y + relative[o + ZZ] * z);
}

/**
 * Climbs from vertex[side] to a support vertex along the direction of the side. Writes `vertex` and `top`. The climb
 * stops at a vertex without a neighbour that is higher by more than rounding. So among level vertices the current
 * vertex of the walk stays. `top` is the greatest height seen.
 */
export function climb(shape: ConvexPolyhedron, side: number): void {
  const { vertices, neighbours, neighbourStart } = shape;
  const x = direction[3 * side];
  const y = direction[3 * side + 1];
  const z = direction[3 * side + 2];
  const slack = scales[CLIMB];
  const sunk = DOUBT * shape.tolerance;
  let v = vertex[side];
  let height = x * vertices[3 * v] + y * vertices[3 * v + 1] + z * vertices[3 * v + 2];
  let best = height;
  let isLevel = false;
  for (let steps = shape.vertexCount; steps > 0; steps--) {
    let at = v;
    best = height;
    isLevel = false;
    const end = neighbourStart[v + 1];
    for (let k = neighbourStart[v]; k < end; k++) {
      const w = neighbours[k];
      const h = x * vertices[3 * w] + y * vertices[3 * w + 1] + z * vertices[3 * w + 2];
      if (h > height - sunk) isLevel = true;
      if (h > best) {
        best = h;
        at = w;
      }
    }
    if (!(best > height + slack)) break;
    v = at;
    height = best;
  }
  vertex[side] = v;
  top[side] = best;
  if (isLevel && isDoubtful(shape, v, best > height)) askAll(shape, side);
}

/** Whether a vertex with level neighbours may not be a support: one of them is near, or above it. */
function isDoubtful({ vertices, neighbours, neighbourStart, radius }: ConvexPolyhedron, v: number, rises: boolean): boolean {
  if (rises) return true;
  const short = SHORT * radius;
  for (let k = neighbourStart[v]; k < neighbourStart[v + 1]; k++) {
    const w = 3 * neighbours[k];
    const x = vertices[w] - vertices[3 * v];
    const y = vertices[w + 1] - vertices[3 * v + 1];
    const z = vertices[w + 2] - vertices[3 * v + 2];
    if (x * x + y * y + z * z < short * short) return true;
  }
  return false;
}

/** Moves to the highest of all corners, if it is above the vertex by more than rounding. */
export function askAll({ vertices, vertexCount }: ConvexPolyhedron, side: number): void {
  const x = direction[3 * side];
  const y = direction[3 * side + 1];
  const z = direction[3 * side + 2];
  const o = 3 * vertex[side];
  const height = x * vertices[o] + y * vertices[o + 1] + z * vertices[o + 2];
  let best = height;
  let at = vertex[side];
  for (let w = 0; w < vertexCount; w++) {
    const h = x * vertices[3 * w] + y * vertices[3 * w + 1] + z * vertices[3 * w + 2];
    if (h > best) {
      best = h;
      at = w;
    }
  }
  top[side] = best;
  if (best > height + scales[CLIMB]) vertex[side] = at;
}
