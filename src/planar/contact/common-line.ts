import { NO_FEATURE } from '../../contact/feature';
import { Status } from '../../contact/status';
import type { ConvexPolygon } from '../polygon/convex-polygon';

/**
 * The common line of two bodies in the plane, like CommonPlane in space: the line between them whose normal n maximises
 * g(n) = min over B of n·w - max over A of n·v. Frame: A's (or the world's, after toWorld2d).
 */
export interface CommonLine {
  status: Status;
  /** Unit normal from A to B, length 2. */
  normal: Float64Array;
  /** Reference point of the line: midway between pointA and pointB. */
  point: Float64Array;
  /** Signed distance g: > 0 apart, < 0 overlapping (minus the depth). pointB = pointA + gap * normal to rounding. */
  gap: number;
  /** Witness point on A. Not unique for parallel edges. */
  pointA: Float64Array;
  /** Witness point on B. */
  pointB: Float64Array;
  /** Vertex or edge of A that contains pointA (vertexFeature and edgeFeature of dem-contact). */
  featureA: number;
  featureB: number;
  /** Passes of the method's outer loop. */
  iterations: number;
  /** Evaluations of g, the cost that does not depend on the machine. */
  evaluations: number;
}

export function createCommonLine(): CommonLine {
  return {
    status: Status.Invalid,
    normal: new Float64Array(2),
    point: new Float64Array(2),
    gap: 0,
    pointA: new Float64Array(2),
    pointB: new Float64Array(2),
    featureA: NO_FEATURE,
    featureB: NO_FEATURE,
    iterations: 0,
    evaluations: 0,
  };
}

/** Writes every field as the result for an invalid pose. */
export function invalidLine(out: CommonLine): Status {
  out.status = Status.Invalid;
  for (let k = 0; k < 2; k++) {
    out.normal[k] = 0;
    out.point[k] = 0;
    out.pointA[k] = 0;
    out.pointB[k] = 0;
  }
  out.gap = 0;
  out.featureA = NO_FEATURE;
  out.featureB = NO_FEATURE;
  out.iterations = 0;
  out.evaluations = 0;
  return Status.Invalid;
}

/**
 * The rounding band of a pair: |gap| within it is Status.Touching. As in space: the sum of the tolerances of the two
 * shapes, with a margin for the rounding of the kernels.
 */
export function touchingBand2d(a: ConvexPolygon, b: ConvexPolygon): number {
  return a.tolerance + b.tolerance;
}

/**
 * Writes the status that the gap of `out` has. The comparison repeats that of statusOfGap in space, because engines
 * allocate doubles that are passed to a function that is not inlined.
 */
export function setStatusOfGap(out: CommonLine, a: ConvexPolygon, b: ConvexPolygon): Status {
  const band = a.tolerance + b.tolerance;
  const gap = out.gap;
  out.status = gap > band ? Status.Separated : gap < -band ? Status.Overlapping : Status.Touching;
  return out.status;
}
