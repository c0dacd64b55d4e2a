/**
 * The fast common plane as published (Nezami et al. 2004; the authors' code for details that the summary in Nezami et
 * al. 2006 omits). It is here for measurement and comparison. Use the direct form (fast-common-plane.ts).
 *
 * The search starts from the last normal, or from the line of centroids. A pass takes the best of the four candidate
 * types of the nearest vertices a and b (plane-candidates.ts). Then a and b become the closest pair of the vertices
 * within NEAR of the plane. Passes repeat until no candidate is better, at most MAX_PASSES times. Bodies in contact are
 * moved apart first (separation.ts).
 *
 * Errors, each shown by a test: the closest pair may contain a corner from which no candidate gains, and the search
 * ends early. The plane of the moved bodies need not be the best plane of the bodies at their real positions.
 * Departures: the gain of a candidate decides its sign, not the positions of the centroids. NEAR is a part of the
 * smaller inradius, not of the shortest edge. When bodies cannot be moved apart, the exact plane decides; the authors'
 * code takes the current plane.
 *
 * Frame: A's. Normal from A to B. The reference point is midway between the extreme vertices, pointA and pointB are its
 * feet, the features those that define the plane. state (4 floats): last normal, last gap. Unresolved: the last pass
 * still gained after MAX_PASSES. Warm and cold results may differ.
 */
import type { CommonPlane } from '../contact/common-plane';
import type { ContactState } from '../contact/method';
import { touchingBand } from '../contact/band';
import { planeStatus } from '../contact/rounding';
import { Status } from '../contact/status';
import { isFinitePose, type Pose } from '../body/pose';
import { GAP } from '../contact/layouts';
import { MAX_VERTICES, type ConvexPolyhedron } from '../polyhedron/convex-polyhedron';
import { exactPlane } from '../exact-plane/exact-plane';
import { invalidPlane } from '../exact-plane/exhaustive-plane';
import { bestPlane, confined, evaluations, nearest, setGain, source, startAt, trialPlane, tryCandidates } from './plane-candidates';
import { placeFeet, placeMidway } from '../plane-links/plane-feet';
import { SEPARATION_FLOATS, beginSeparation, bringBack, parted, separateFurther, type Motion } from '../plane-links/separation';
import { startDirection } from '../plane-links/start-direction';

export const PUBLISHED_PLANE_STATE_FLOATS = SEPARATION_FLOATS;

/** The authors' limit. */
const MAX_PASSES = 10;

/**
 * Vertices within this part of the smaller inradius of the nearest one also touch the plane: the authors use 1e-4 of a
 * length of the body.
 */
const NEAR = 1e-4;

/** Passes of the call (0). */
const passes = /* @__PURE__ */ new Int32Array(1);
/** The direction of the start. */
const start = /* @__PURE__ */ new Float64Array(3);
/** The extreme vertices of A and of B along the normal. */
const extreme = /* @__PURE__ */ new Int32Array(2);
/** Vertices of A, and of B, that touch the plane. */
const touching = [/* @__PURE__ */ new Int32Array(MAX_VERTICES), /* @__PURE__ */ new Int32Array(MAX_VERTICES)] as const;

/**
 * Common plane of A and B by the published search, B posed in A's frame by `pose`. Writes every field of `out`, in A's
 * frame.
 */
export function publishedFastCommonPlane(
  out: CommonPlane,
  a: ConvexPolyhedron,
  b: ConvexPolyhedron,
  pose: Pose,
  state: ContactState,
  motion: Motion,
): Status {
  if (!isFinitePose(pose) || a.dimension + b.dimension < 6 || !setGain(a, b, pose)) return invalidPlane(out);
  confined[0] = 0;
  evaluations[0] = 0;
  passes[0] = 0;
  const { floats, floatOffset } = state;
  let settled = false;
  let apart = false;
  if (!(floats[floatOffset + 3] < 0)) {
    startDirection(start, pose, floats, floatOffset);
    settled = search(a, b, pose);
    apart = bestPlane[GAP] > touchingBand(a, b);
    if (apart) writePlane(out, a, b, pose);
  }
  if (!apart) {
    beginSeparation(a, b, pose, floats, floatOffset, motion);
    startDirection(start, pose, floats, floatOffset);
    let tries = true;
    while (!apart && tries) {
      settled = search(a, b, parted);
      apart = bestPlane[GAP] > 0;
      if (!apart) tries = separateFurther(a, b, pose);
    }
    if (apart) {
      writePlane(out, a, b, parted);
      bringBack(out);
      placeFeet(out);
    } else {
      if (exactPlane(out, a, b, pose, state) === Status.Invalid) return out.status;
      settled = out.status !== Status.Unresolved;
      evaluations[0] += out.evaluations;
    }
  }
  for (let k = 0; k < 3; k++) floats[floatOffset + k] = out.normal[k];
  floats[floatOffset + 3] = out.gap < 0 ? out.gap : 0;
  out.iterations = passes[0];
  out.evaluations = evaluations[0];
  out.status = settled ? planeStatus(out, a, b) : Status.Unresolved;
  return out.status;
}

/** Passes from the start direction. False when the last pass still gained. */
function search(a: ConvexPolyhedron, b: ConvexPolyhedron, pose: Pose): boolean {
  for (let k = 0; k < 3; k++) trialPlane[k] = start[k];
  startAt(a, b, pose);
  extreme.set(nearest);
  for (let pass = 0; pass < MAX_PASSES; pass++) {
    passes[0]++;
    if (!tryCandidates(a, b, pose)) return true;
    extreme.set(nearest);
    takeClosestPair(a, b, pose);
  }
  return false;
}

/** Sets a and b to the closest pair of the vertices that touch the plane. */
function takeClosestPair(a: ConvexPolyhedron, b: ConvexPolyhedron, pose: Pose): void {
  const near = NEAR * Math.min(a.inradius, b.inradius);
  const nx = bestPlane[0];
  const ny = bestPlane[1];
  const nz = bestPlane[2];
  const countA = listTouching(0, a, nx, ny, nz, near);
  const countB = listTouching(
    1,
    b,
    -(pose[0] * nx + pose[3] * ny + pose[6] * nz),
    -(pose[1] * nx + pose[4] * ny + pose[7] * nz),
    -(pose[2] * nx + pose[5] * ny + pose[8] * nz),
    near,
  );
  let shortest = Infinity;
  for (let j = 0; j < countB; j++) {
    const w = touching[1][j];
    const x = b.vertices[3 * w];
    const y = b.vertices[3 * w + 1];
    const z = b.vertices[3 * w + 2];
    const wx = pose[0] * x + pose[1] * y + pose[2] * z + pose[9];
    const wy = pose[3] * x + pose[4] * y + pose[5] * z + pose[10];
    const wz = pose[6] * x + pose[7] * y + pose[8] * z + pose[11];
    for (let i = 0; i < countA; i++) {
      const v = touching[0][i];
      const dx = wx - a.vertices[3 * v];
      const dy = wy - a.vertices[3 * v + 1];
      const dz = wz - a.vertices[3 * v + 2];
      const d2 = dx * dx + dy * dy + dz * dz;
      if (d2 < shortest) {
        shortest = d2;
        nearest[0] = v;
        nearest[1] = w;
      }
    }
  }
}

/** Lists the vertices within `near` of the one farthest along a direction in the body's frame. */
function listTouching(side: 0 | 1, shape: ConvexPolyhedron, x: number, y: number, z: number, near: number): number {
  const { vertices } = shape;
  const v = 3 * nearest[side];
  const least = x * vertices[v] + y * vertices[v + 1] + z * vertices[v + 2] - near;
  let count = 0;
  for (let w = 0; w < shape.vertexCount; w++) {
    if (x * vertices[3 * w] + y * vertices[3 * w + 1] + z * vertices[3 * w + 2] >= least) touching[side][count++] = w;
  }
  return count;
}

function writePlane(out: CommonPlane, a: ConvexPolyhedron, b: ConvexPolyhedron, pose: Pose): void {
  for (let k = 0; k < 3; k++) out.normal[k] = bestPlane[k];
  out.gap = bestPlane[GAP];
  placeMidway(out, a, extreme[0], b, extreme[1], pose);
  placeFeet(out);
  out.featureA = source[0];
  out.featureB = source[1];
}
