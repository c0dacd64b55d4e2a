/**
 * The region that two bodies share, complete: volume, centroid, surface, force direction, and the polyhedron itself.
 *
 * Source: Nassauer, Liedke and Kuna 2012, Polyhedral particles for the discrete element method, sections 3 and 4: bodies are sets of half-spaces, and so is
 * their overlap. The paper intersects all triples of planes (see published-overlap.ts for that form, its cost and where it fails).
 * Here A is cut by the planes of B, one after another (clip.ts). Same region, and
 * - cost grows with the planes times the corners that are left, not with the cube of the planes: the first cuts are by the planes of B that A's centroid
 *   is farthest in front of, which leave little of A; planes that miss the sphere about what is left are passed over;
 * - faces that lie on each other are counted once; corners where more than three planes meet are one corner;
 * - thin regions are right: volume and centroid are integrated from a corner of the region, never from an origin far away.
 *
 * Every cut leaves a closed surface, whatever the signs of rounded distances say (clip.ts), so there is always an answer: the region of planes that
 * are off by a few rounding steps, its volume by as much times its area.
 *
 * Status: Overlapping when the region is thicker along its normal than the pair's rounding band and its volume is not lost in rounding; Touching
 * (volume 0) when it is not, or when the cuts leave nothing but would leave something if B's planes stood two bands farther out; else Separated. A
 * sharp needle reaches that zone from a little farther than two bands. Unresolved only when the arrays are full, which no pair is known to do.
 * Frame: A's; `pose` is that of B in A. Normal from A to B. Allocates nothing; no memory is kept between calls.
 */
import { isFinitePose, type Pose } from '../body/pose';
import { touchingBand } from '../contact/band';
import { clearOverlap, type Overlap } from '../contact/overlap';
import { Status } from '../contact/status';
import type { ConvexPolyhedron } from '../polyhedron/convex-polyhedron';
import { snap } from './clip';
import { Clipped, clippedRegion, outward } from './clipped-region';
import { extent } from './region-integrals';

/** Corners this many rounding steps (2^-52) of the pair's extent from a plane are on it: the rounding of a turned plane and of a corner. */
const SNAP_ULPS = 8;

/**
 * Writes the common region of A and B to `out` ({@link createOverlapFor}; corners and faces that do not fit are left out, the
 * counts and all integrals are true). Rounding radii play no part: the region is that of the sharp bodies.
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
  if (!isFinitePose(pose)) return clearOverlap(out, Status.Invalid).status;
  const reach = a.radius + b.radius;
  const distance2 = pose[9] * pose[9] + pose[10] * pose[10] + pose[11] * pose[11];
  const band = touchingBand(a, b);
  if (distance2 > (reach + 2 * band) * (reach + 2 * band)) return clearOverlap(out, Status.Separated).status;
  snap[0] = SNAP_ULPS * 2 ** -52 * reach;
  outward[0] = 0;
  const found = clippedRegion(out, a, b, pose);
  if (found === Clipped.Full) return (out.status = Status.Unresolved);
  if (found === Clipped.Region && out.volume > 0 && extent[1] - extent[0] > band) return (out.status = Status.Overlapping);
  if (found === Clipped.Nothing) {
    outward[0] = 2 * band;
    if (clippedRegion(out, a, b, pose) === Clipped.Nothing) return clearOverlap(out, Status.Separated).status;
  }
  return onlyTouching(out);
}

/** Where and in which direction they touch stays; the region is empty. */
function onlyTouching(out: Overlap): Status {
  out.volume = 0;
  out.area = out.areaA = out.areaB = out.normalArea = 0;
  out.vertexCount = 0;
  out.faceCount = 0;
  return (out.status = Status.Touching);
}
