/**
 * The region that two bodies share, complete: volume, centroid, surface, force direction, and the polyhedron itself.
 *
 * Source: Nassauer, Liedke and Kuna 2012, Polyhedral particles for the discrete element method, sections 3 and 4:
 * bodies are intersections of half-spaces, and so is their overlap. The paper intersects all triples of planes (see
 * published-overlap.ts for that form, its cost and where it fails). Here A is cut by the planes of B, one after another
 * (clip.ts). The region is the same, and
 * - the cost grows with the number of planes times the remaining corners, not with the cube of the planes. The first
 *   cuts are by the planes of B in front of which A's centroid is farthest, and leave little of A. Planes that miss the
 *   sphere around the remaining part are skipped;
 * - faces that lie on each other are counted once; corners where more than three planes meet are one corner;
 * - thin regions are accurate: volume and centroid are integrated from a corner of the region, never from a distant
 *   origin.
 *
 * Every cut leaves a closed surface for any signs of rounded distances (clip.ts), so there is always a result. It is
 * the region of planes with an error of a few rounding steps; the error of its volume is that length times its area.
 *
 * Status: that of the exact plane. A convex region contains a ball of radius volume / area, so the depth is at least
 * twice that radius. This proves most overlaps. If the cuts leave nothing although the planes of B are moved out by two
 * bands, the bodies are Separated. The exact plane decides the cases between: touching bodies and slivers. Touching
 * bodies have volume 0. Overlaps smaller than rounding (tips of needles) also have volume 0: there the exact plane
 * gives point, normal and extent. Unresolved only when the arrays are full; no known pair fills them. Frame: A's;
 * `pose` is that of B in A. Normal from A to B. Allocates nothing; no memory is kept between calls.
 */
import { isFinitePose, type Pose } from '../body/pose';
import { touchingBand } from '../contact/band';
import { createCommonPlane } from '../contact/common-plane';
import { createState } from '../contact/method';
import { clearOverlap, type Overlap } from '../contact/overlap';
import { Status } from '../contact/status';
import { EXACT_STATE_FLOATS, EXACT_STATE_INTS, exactPlane } from '../exact-plane/exact-plane';
import type { ConvexPolyhedron } from '../polyhedron/convex-polyhedron';
import { snap } from './clip';
import { Clipped, clippedRegion, outward } from './clipped-region';
import { extent, HIGHEST, LOWEST, SPREAD_SQUARE } from './region-integrals';

/**
 * Corners within this many rounding steps (2^-52) of the pair's extent from a plane are on it: the rounding of a
 * transformed plane and of a corner.
 */
const SNAP_ULPS = 8;

/**
 * Areas and volumes are sums of products of sides. For a long thin region their errors are some rounding steps of the
 * square and the cube of its length. This is 64 steps.
 */
const LOST = 2 ** -46;

const exactly = /* @__PURE__ */ createCommonPlane();
const noMemory = /* @__PURE__ */ createState({ stateInts: EXACT_STATE_INTS, stateFloats: EXACT_STATE_FLOATS });

/**
 * Writes the common region of A and B to `out` ({@link createOverlapFor}; corners and faces that do not fit are left
 * out; the counts and all integrals are correct). Rounding radii play no part: the region is that of the sharp bodies.
 *
 * @example
 * ```ts
 * const bodies = createBodySet({ shapes: [box(1, 1, 1)], positions: new Float64Array([0, 0, 0, 0, 0, 0.75]) });
 * const region = createOverlapFor(bodies.shapes[0], bodies.shapes[0]);
 * overlap(region, bodies.shapes[0], bodies.shapes[0], relativePose(createPose(), bodies, 0, 1));
 * console.log(region.volume, region.normal); // 0.25, from A to B: 0 0 1
 * ```
 */
export function overlap(out: Overlap, a: ConvexPolyhedron, b: ConvexPolyhedron, pose: Pose): Status {
  if (!isFinitePose(pose) || a.dimension + b.dimension < 6) return clearOverlap(out, Status.Invalid).status;
  const reach = a.radius + b.radius;
  const distance2 = pose[9] * pose[9] + pose[10] * pose[10] + pose[11] * pose[11];
  const band = touchingBand(a, b);
  if (distance2 > (reach + 2 * band) * (reach + 2 * band)) return clearOverlap(out, Status.Separated).status;
  snap[0] = SNAP_ULPS * 2 ** -52 * reach;
  outward[0] = 0;
  const found = clippedRegion(out, a, b, pose);
  if (found === Clipped.Full) return (out.status = Status.Unresolved);
  if (found === Clipped.Region && isThick(out, a, b)) return (out.status = Status.Overlapping);
  if (found === Clipped.Nothing) {
    outward[0] = 2 * band;
    if (clippedRegion(out, a, b, pose) === Clipped.Nothing) return clearOverlap(out, Status.Separated).status;
    out.volume = 0;
  }
  noMemory.floats.fill(0);
  exactPlane(exactly, a, b, pose, noMemory);
  out.status = exactly.status;
  if (out.status === Status.Separated) return clearOverlap(out, Status.Separated).status;
  if (out.status === Status.Overlapping && out.volume > 0) return out.status;
  leaveNothing(out);
  if (out.status === Status.Overlapping) placeByPlane(out);
  return out.status;
}

/** Whether the ball in the region has a radius of more than two bands, including all rounding. */
function isThick({ volume, area }: Overlap, a: ConvexPolyhedron, b: ConvexPolyhedron): boolean {
  const square = LOST * extent[SPREAD_SQUARE];
  return volume > 2 * touchingBand(a, b) * (area + square) + square * Math.sqrt(extent[SPREAD_SQUARE]);
}

/** Empties the region. The place and the direction of the touch stay. */
function leaveNothing(out: Overlap): void {
  out.volume = 0;
  out.area = out.areaA = out.areaB = out.normalArea = 0;
  out.vertexCount = 0;
  out.faceCount = 0;
}

/** Sets point, normal and extent by the exact plane, for a region that is too thin to give them. */
function placeByPlane(out: Overlap): void {
  const { normal, point, gap } = exactly;
  let height = 0;
  for (let k = 0; k < 3; k++) {
    out.normal[k] = normal[k];
    out.centroid[k] = point[k];
    height += normal[k] * point[k];
  }
  extent[LOWEST] = height + 0.5 * gap;
  extent[HIGHEST] = height - 0.5 * gap;
}
