/**
 * A proof that two bodies overlap: a common point, with room around it. Suppose that p lies s behind every face of A
 * and t behind every face of B, with s, t >= 0. Then along any unit normal n, A reaches at least up to n·p + s, and B
 * at least down to n·p - t. So g(n) <= -(s + t) for every plane: the depth of the overlap is at least s + t.
 *
 * A plane with g(n) < 0 alone proves nothing: another plane may separate the bodies. It gives the points to try:
 * - P of A and Q of B, where the bodies reach farthest over the plane. P is in A, so only its depth behind the faces of
 *   B is measured. (Outside a sharp body this depth says nothing about the distance of its tip.) Q is treated in the
 *   same way;
 * - the middle between P and Q, and points from there to the place where the line of centroids crosses the plane. Flush
 *   faces need these, because their P and Q are often on a rim. If no point gives a proof, nothing is decided: the
 *   caller uses the exact plane.
 *
 * Cost: all faces of both, once or twice.
 */
import type { Pose } from '../body/pose';
import { touchingBand } from '../contact/band';
import type { CommonPlane } from '../contact/common-plane';
import type { ConvexPolyhedron } from '../polyhedron/convex-polyhedron';

/** A segment in A's frame: its start (0..2), and the vector to its end (3..5). */
const stretch = /* @__PURE__ */ new Float64Array(6);
/** Slot of the vector to the end. */
const VECTOR = 3;
/** The same in the frame of the tested body. */
const own = /* @__PURE__ */ new Float64Array(6);

/** Depths of the start, the middle and the end of the segment behind all faces of A, and of B. */
const behindA = /* @__PURE__ */ new Float64Array(3);
const behindB = /* @__PURE__ */ new Float64Array(3);
const START = 0;
const MIDDLE = 1;
const END = 2;

/**
 * Whether a point on or near the plane proves that A and B, posed by `pose` in A's frame, overlap by more than
 * rounding. pointA and pointB are points of the bodies, to rounding. A point more than a {@link touchingBand} behind
 * the faces of a body is in it, for any rounding of its corners and faces.
 */
export function provesOverlap(plane: CommonPlane, a: ConvexPolyhedron, b: ConvexPolyhedron, pose: Pose): boolean {
  const { normal, point, pointA, pointB } = plane;
  const band = touchingBand(a, b);
  for (let k = 0; k < 3; k++) {
    stretch[k] = pointA[k];
    stretch[VECTOR + k] = pointB[k] - pointA[k];
  }
  measureStretch(a, b, pose);
  if (behindB[START] > 2 * band || behindA[END] > 2 * band || (behindA[MIDDLE] > band && behindB[MIDDLE] > band)) return true;

  const height = normal[0] * point[0] + normal[1] * point[1] + normal[2] * point[2];
  const rise = normal[0] * pose[9] + normal[1] * pose[10] + normal[2] * pose[11];
  const share = height / rise;
  // The middle of the centroids, if the line of centroids does not cross the plane between them.
  const part = share > 0 && share < 1 ? share : 0.5;
  for (let k = 0; k < 3; k++) {
    stretch[k] = 0.75 * point[k] + 0.25 * part * pose[9 + k];
    stretch[VECTOR + k] = part * pose[9 + k] - stretch[k];
  }
  measureStretch(a, b, pose);
  for (let k = START; k <= END; k++) if (behindA[k] > band && behindB[k] > band) return true;
  return false;
}

function measureStretch(a: ConvexPolyhedron, b: ConvexPolyhedron, pose: Pose): void {
  own.set(stretch);
  measureBehind(behindA, a);
  const x = stretch[0] - pose[9];
  const y = stretch[1] - pose[10];
  const z = stretch[2] - pose[11];
  const dx = stretch[VECTOR];
  const dy = stretch[VECTOR + 1];
  const dz = stretch[VECTOR + 2];
  for (let k = 0; k < 3; k++) {
    own[k] = pose[k] * x + pose[3 + k] * y + pose[6 + k] * z;
    own[VECTOR + k] = pose[k] * dx + pose[3 + k] * dy + pose[6 + k] * dz;
  }
  measureBehind(behindB, b);
}

function measureBehind(behind: Float64Array, { normals, offsets, faceCount }: ConvexPolyhedron): void {
  const px = own[0];
  const py = own[1];
  const pz = own[2];
  const dx = own[VECTOR];
  const dy = own[VECTOR + 1];
  const dz = own[VECTOR + 2];
  let start = Infinity;
  let middle = Infinity;
  let end = Infinity;
  for (let f = 0, k = 0; f < faceCount; f++, k += 3) {
    const nx = normals[k];
    const ny = normals[k + 1];
    const nz = normals[k + 2];
    const here = offsets[f] - (nx * px + ny * py + nz * pz);
    const change = nx * dx + ny * dy + nz * dz;
    if (here < start) start = here;
    if (here - 0.5 * change < middle) middle = here - 0.5 * change;
    if (here - change < end) end = here - change;
  }
  behind[START] = start;
  behind[MIDDLE] = middle;
  behind[END] = end;
}
