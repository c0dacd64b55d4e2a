import type { ConvexPolyhedron } from '../polyhedron/convex-polyhedron';
import { ContactKind, Status } from './status';
import { NO_FEATURE } from './feature';

/**
 * A full contact: what a force law needs. Frame: A's, or the world's after toWorld. Lengths in the unit of the shapes.
 * A contact may be potential: 0 < gap < margin (Status.Separated with a kind and points), so that a simulator can see it coming.
 */
export interface Contact {
  status: Status;
  kind: ContactKind;
  /** Unit normal from A to B, length 3. */
  normal: Float64Array;
  /** Signed distance: > 0 apart, < 0 overlapping (minus the depth). */
  gap: number;
  /** Area of the contact polygon; `minArea` of the options for point and line contacts. */
  area: number;
  /** Witness points of the gap, length 3 each. */
  pointA: Float64Array;
  pointB: Float64Array;
  /** Features that hold the witness points. */
  featureA: number;
  featureB: number;
  /** Contact points, always the true number (1 for a point, 2 for a line, 3 or more corners of a polygon; 0 when there is no contact). */
  count: number;
  /** Contact points on the plane, x y z packed, length 3 * capacity. */
  points: Float64Array;
  /** Signed gap at each point, length capacity. */
  gaps: Float64Array;
  /** Feature of A and of B that made each point, length 2 * capacity: the key for history. */
  features: Int32Array;
  /** Passes of the method's outer loop. */
  iterations: number;
}

/** A contact with room for `capacity` points. */
export function createContact(capacity: number): Contact {
  return {
    status: Status.Invalid,
    kind: ContactKind.None,
    normal: new Float64Array(3),
    gap: 0,
    area: 0,
    pointA: new Float64Array(3),
    pointB: new Float64Array(3),
    featureA: NO_FEATURE,
    featureB: NO_FEATURE,
    count: 0,
    points: new Float64Array(3 * capacity),
    gaps: new Float64Array(capacity),
    features: new Int32Array(2 * capacity).fill(NO_FEATURE),
    iterations: 0,
  };
}

/**
 * A contact with room for the largest contact polygon that two shapes can have: two convex polygons of p and q corners
 * meet in at most p + q corners.
 */
export function createContactFor(a: ConvexPolyhedron, b: ConvexPolyhedron): Contact {
  return createContact(largestFace(a) + largestFace(b));
}

/** Number of corners of the face with the most. */
export function largestFace(shape: ConvexPolyhedron): number {
  let most = 0;
  for (let f = 0; f < shape.faceCount; f++) {
    let corners = 0;
    let h = shape.faceHalfEdge[f];
    do {
      corners++;
      h = shape.halfEdgeNext[h];
    } while (h !== shape.faceHalfEdge[f] && corners <= shape.vertexCount);
    if (corners > most) most = corners;
  }
  return most;
}

/** Writes every field as "no contact" with the given status; keeps the arrays. */
export function clearContact(out: Contact, status: Status): Contact {
  out.status = status;
  out.kind = ContactKind.None;
  out.gap = 0;
  out.area = 0;
  out.featureA = NO_FEATURE;
  out.featureB = NO_FEATURE;
  out.count = 0;
  out.iterations = 0;
  for (let k = 0; k < 3; k++) {
    out.normal[k] = 0;
    out.pointA[k] = 0;
    out.pointB[k] = 0;
  }
  return out;
}
