import { NO_FEATURE } from '../../contact/feature';
import { ContactKind, Status } from '../../contact/status';

/**
 * A full contact of two bodies in the plane. Frame: A's, or the world's after toWorld2d. Lengths in the unit of the shapes. A contact may be
 * potential: 0 < gap <= margin (Status.Separated with a kind and points).
 */
export interface Contact2d {
  status: Status;
  /** VertexVertex, VertexEdge, ParallelEdges (two edges side by side, two points) or None. */
  kind: ContactKind;
  /** Unit normal from A to B, length 2. */
  normal: Float64Array;
  /** Signed distance: > 0 apart, < 0 overlapping (minus the depth). */
  gap: number;
  /** Length of the segment that two edges share on the line; `minLength` of the options for contacts at a point. */
  length: number;
  /** Witness points of the gap, length 2 each. */
  pointA: Float64Array;
  pointB: Float64Array;
  /** Features that meet. */
  featureA: number;
  featureB: number;
  /** Contact points: 0 (no contact), 1 or 2; more only of a body with several corners in a wall ({@link lineWallContact}). */
  count: number;
  /** Contact points on the line, x y packed, length 2 * capacity. */
  points: Float64Array;
  /** Signed gap at each point, length capacity. */
  gaps: Float64Array;
  /** Feature of A and of B that made each point, length 2 * capacity: the key for history. */
  features: Int32Array;
  /** Passes of the method's outer loop. */
  iterations: number;
}

/** A contact with room for `capacity` points: two are enough for any two bodies, the number of its corners for a body and a wall. */
export function createContact2d(capacity = 2): Contact2d {
  return {
    status: Status.Invalid,
    kind: ContactKind.None,
    normal: new Float64Array(2),
    gap: 0,
    length: 0,
    pointA: new Float64Array(2),
    pointB: new Float64Array(2),
    featureA: NO_FEATURE,
    featureB: NO_FEATURE,
    count: 0,
    points: new Float64Array(2 * capacity),
    gaps: new Float64Array(capacity),
    features: new Int32Array(2 * capacity).fill(NO_FEATURE),
    iterations: 0,
  };
}

/** Writes every field as "no contact" with the given status. */
export function clearContact2d(out: Contact2d, status: Status): Contact2d {
  out.status = status;
  out.kind = ContactKind.None;
  out.gap = 0;
  out.length = 0;
  out.featureA = NO_FEATURE;
  out.featureB = NO_FEATURE;
  out.count = 0;
  out.iterations = 0;
  for (let k = 0; k < 2; k++) {
    out.normal[k] = 0;
    out.pointA[k] = 0;
    out.pointB[k] = 0;
  }
  return out;
}
