/**
 * A proof that two bodies overlap: a point that both share, with room around it. If p lies s behind every face of A and
 * t behind every face of B, s and t not negative, then along any unit normal n A reaches to n·p + s and B down to n·p -
 * t, or farther. So g(n) <= -(s + t) for every plane: the bodies are at least s + t deep in each other.
 *
 * A plane with g(n) < 0 proves nothing by itself: another one may be open. It names the points to try:
 * - P of A and Q of B, where the bodies reach farthest over the plane. P is in A as it is, so only B is asked how far P
 *   is behind its faces (outside of a sharp body that distance says nothing of how far its tip is), and likewise for Q;
 * - the middle between P and Q, and points from there to where the line of centroids crosses the plane. Flush faces
 *   need them, whose P and Q are often on a rim.
 * If none of them will do, that says nothing: the caller asks the exact plane.
 *
 * Cost: all faces of both, once or twice.
 */
import type { Pose } from '../body/pose';
import { touchingBand } from '../contact/band';
import type { CommonPlane } from '../contact/common-plane';
import type { ConvexPolyhedron } from '../polyhedron/convex-polyhedron';

/** A stretch of a line in A's frame: where it starts (0..2), and the way to its end (3..5). */
const stretch = /* @__PURE__ */ new Float64Array(6);
/** Where the way to the end starts. */
const VECTOR = 3;
/** The same in the frame of the body that is asked. */
const own = /* @__PURE__ */ new Float64Array(6);

/** How far the start, the middle and the end of the stretch are behind all faces of A, and of B. */
const behindA = /* @__PURE__ */ new Float64Array(3);
const behindB = /* @__PURE__ */ new Float64Array(3);
const START = 0;
const MIDDLE = 1;
const END = 2;

/**
 * Whether a point on or near the plane proves that A and B, posed by `pose` in A's frame, overlap by more than
 * rounding. pointA and pointB are points of the bodies, to rounding. What is more than a {@link touchingBand} behind
 * the faces of a body is in it, whatever rounding did to its corners and faces.
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
  // Where the line of centroids does not cross the plane between them, their middle.
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
