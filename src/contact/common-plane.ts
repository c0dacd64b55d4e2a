import { Status } from './status';
import { NO_FEATURE } from './feature';

/**
 * The common plane of two bodies (Cundall 1988; Nezami et al. 2006, section 2): the plane between them whose
 * normal n maximises g(n) = min over B of n·w - max over A of n·v. Frame: A's (or the world's, after toWorld).
 */
export interface CommonPlane {
  status: Status;
  /** Unit normal from A to B. */
  normal: Float64Array;
  /** Reference point of the plane: midway between pointA and pointB. */
  point: Float64Array;
  /** Signed distance g: > 0 apart, < 0 overlapping (minus the depth). pointB = pointA + gap * normal to rounding. */
  gap: number;
  /** Witness point on A. Not unique for parallel features. */
  pointA: Float64Array;
  /** Witness point on B. */
  pointB: Float64Array;
  /** Feature of A that holds pointA ({@link faceFeature} and its like). */
  featureA: number;
  featureB: number;
  /** Passes of the method's outer loop. */
  iterations: number;
  /** Evaluations of g, the cost that does not depend on the machine. */
  evaluations: number;
}

export function createCommonPlane(): CommonPlane {
  return {
    status: Status.Invalid,
    normal: new Float64Array(3),
    point: new Float64Array(3),
    gap: 0,
    pointA: new Float64Array(3),
    pointB: new Float64Array(3),
    featureA: NO_FEATURE,
    featureB: NO_FEATURE,
    iterations: 0,
    evaluations: 0,
  };
}
