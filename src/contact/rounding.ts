import type { ConvexPolyhedron } from '../polyhedron/convex-polyhedron';
import { touchingBand } from './band';
import type { CommonPlane } from './common-plane';
import type { Contact } from './contact';
import { Status } from './status';

/**
 * Turns the result of two sharp bodies into that of the same bodies swollen by spheres of radius roundingA and
 * roundingB (Minkowski sums), in place: every gap shrinks by the sum, the witness points move out along the normal, the
 * points of the plane to its new middle. `band` is the pair's {@link touchingBand}; the rounding of the radii is added
 * to it.
 *
 * Exact while the sharp bodies are apart. When the sharp bodies overlap, the result is the sharp minimum translation
 * plus the radii. This is also exact: the faces of the swollen Minkowski difference are moved out by the radii, and the
 * boundary point nearest to an inner point of a convex body lies on a face.
 */
export function applyRounding<R extends CommonPlane | Contact>(out: R, roundingA: number, roundingB: number, band: number): R {
  const sum = roundingA + roundingB;
  if (out.status === Status.Invalid || sum === 0) return out;
  out.gap -= sum;
  const shift = 0.5 * (roundingA - roundingB);
  for (let k = 0; k < 3; k++) {
    const n = out.normal[k];
    out.pointA[k] += roundingA * n;
    out.pointB[k] -= roundingB * n;
  }
  if ('points' in out) {
    for (let k = 0; k < 3; k++) out.centre[k] += shift * out.normal[k];
    const rows = out.count + out.rimCount;
    for (let p = 0; p < rows; p++) {
      out.gaps[p] -= sum;
      for (let k = 0; k < 3; k++) out.points[3 * p + k] += shift * out.normal[k];
    }
  } else {
    for (let k = 0; k < 3; k++) out.point[k] += shift * out.normal[k];
  }
  if (out.status !== Status.Unresolved) out.status = statusOfGap(out.gap, roundedBand(band, sum));
  return out;
}

/** The status that a signed gap has in a pair with the given rounding band. */
export function statusOfGap(gap: number, band: number): Status {
  if (gap > band) return Status.Separated;
  return gap < -band ? Status.Overlapping : Status.Touching;
}

/**
 * The status of a plane of two sharp bodies by its gap. It has no double as an argument: engines would allocate it in a
 * kernel that is too large for inlining.
 */
export function planeStatus(plane: CommonPlane, a: ConvexPolyhedron, b: ConvexPolyhedron): Status {
  const { gap } = plane;
  const band = touchingBand(a, b);
  if (gap > band) return Status.Separated;
  return gap < -band ? Status.Overlapping : Status.Touching;
}

/** The rounding band of a pair of bodies that are swollen by radii of this sum; `band` is that of the sharp pair. */
export function roundedBand(band: number, sum: number): number {
  return band + ROUNDING_ULPS * sum;
}

/**
 * The margin for the sharp bodies. It is so large that everything within `margin` of the bodies swollen by radii of
 * this sum is found, and everything within the rounding band of the swollen bodies.
 */
export function sharpMargin(margin: number, sum: number, swollenBand: number): number {
  return (margin > swollenBand ? margin : swollenBand) + sum;
}

/** Two radii are added to and subtracted from a gap: four rounding steps of their sum, 4 * 2^-52. */
const ROUNDING_ULPS = 4 * Number.EPSILON;
