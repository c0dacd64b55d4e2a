import type { ConvexPolyhedron } from '../polyhedron/convex-polyhedron';
import { ContactKind, NormalOwner, Status } from './status';
import { NO_FEATURE } from './feature';

/**
 * A full contact, with all data for a force law. Frame: that of A, or the world after toWorld. Lengths are in the unit
 * of the shapes. A contact may be potential: 0 < gap <= margin (Status.Separated with a kind and points). So a
 * simulator knows of it before the bodies touch.
 */
export interface Contact {
  status: Status;
  kind: ContactKind;
  /** Unit normal from A to B, length 3. */
  normal: Float64Array;
  /** Signed distance: > 0 apart, < 0 overlapping (minus the depth). */
  gap: number;
  /** The owner of the normal. */
  owner: NormalOwner;
  /**
   * Area of the contact zone, where the bodies press (gap <= 0, to rounding), projected on the plane; at least
   * `minArea` of the options.
   */
  area: number;
  /**
   * Integral of the overlap over the zone: the volume between the two surfaces. 0 for bodies that touch or are apart.
   */
  volume: number;
  /**
   * Pressure centre, length 3: the centroid of that volume. Bodies that touch: the middle of the places that touch.
   * Bodies that are apart: a place of least gap.
   */
  centre: Float64Array;
  /** Witness points of the gap, length 3 each. */
  pointA: Float64Array;
  pointB: Float64Array;
  /** Features that contain the witness points. */
  featureA: number;
  featureB: number;
  /** Contact points, rows 0 up to, not including, count of the arrays below; 0 when there is no contact. */
  count: number;
  /**
   * Contact points, x y z packed, length 3 * capacity. Each lies midway between the surfaces: on A's at point - gap / 2
   * * normal, on B's at point + gap / 2 * normal.
   */
  points: Float64Array;
  /** Signed gap at each point, length capacity. */
  gaps: Float64Array;
  /** Feature of A and of B that made each point, length 2 * capacity: the key for history. */
  features: Int32Array;
  /** Part of the area that belongs to each point, length capacity. */
  shares: Float64Array;
  /**
   * Corners of the rim of the zone, where the gap is 0: rows count up to, not including, count + rimCount of the same
   * arrays. With them the shares add up to the area.
   */
  rimCount: number;
  /** Number of points and rim corners for which the arrays had no room: 0 unless they are too short. */
  dropped: number;
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
    owner: NormalOwner.None,
    area: 0,
    volume: 0,
    centre: new Float64Array(3),
    pointA: new Float64Array(3),
    pointB: new Float64Array(3),
    featureA: NO_FEATURE,
    featureB: NO_FEATURE,
    count: 0,
    points: new Float64Array(3 * capacity),
    gaps: new Float64Array(capacity),
    features: new Int32Array(2 * capacity).fill(NO_FEATURE),
    shares: new Float64Array(capacity),
    rimCount: 0,
    dropped: 0,
    iterations: 0,
  };
}

/**
 * A contact with room for the points of two shapes: all corners of both, and the largest polygon in which two of their
 * faces can meet. Bodies with several faces each that overlap deeply can have more crossings of edges than that: see
 * `dropped`.
 */
export function createContactFor(a: ConvexPolyhedron, b: ConvexPolyhedron): Contact {
  return createContact(contactRoom(a) + contactRoom(b));
}

/** The number of points that one shape adds to the room of a contact. */
export function contactRoom(shape: ConvexPolyhedron): number {
  return shape.vertexCount + largestFace(shape);
}

/** Number of corners of the face with the most corners. */
function largestFace(shape: ConvexPolyhedron): number {
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
  out.owner = NormalOwner.None;
  out.area = 0;
  out.volume = 0;
  out.featureA = NO_FEATURE;
  out.featureB = NO_FEATURE;
  out.count = 0;
  out.rimCount = 0;
  out.dropped = 0;
  out.iterations = 0;
  for (let k = 0; k < 3; k++) {
    out.normal[k] = 0;
    out.centre[k] = 0;
    out.pointA[k] = 0;
    out.pointB[k] = 0;
  }
  return out;
}
