import { NO_FEATURE } from '../../contact/feature';
import { ContactKind, NormalOwner, Status } from '../../contact/status';
import type { ConvexPolygon } from '../polygon/convex-polygon';

/**
 * A full contact of two bodies in the plane. Frame: A's, or the world's after toWorld2d. Lengths in the unit of the
 * shapes. A contact may be potential: 0 < gap <= margin (Status.Separated with a kind and points).
 */
export interface Contact2d {
  status: Status;
  /** A label of the deepest place: VertexVertex, VertexEdge, ParallelEdges (two edges side by side) or None. */
  kind: ContactKind;
  /** Unit normal from A to B, length 2. */
  normal: Float64Array;
  /** Signed distance: > 0 apart, < 0 overlapping (minus the depth). */
  gap: number;
  /** The owner of the normal; FaceA and FaceB are edges here. */
  owner: NormalOwner;
  /**
   * Length of the contact zone, where the bodies press (gap <= 0, to rounding), projected on the line; at least
   * `minLength` of the options.
   */
  length: number;
  /**
   * Integral of the overlap over the zone: the area between the two borders. 0, to rounding, for bodies that touch or
   * are apart.
   */
  area: number;
  /**
   * Pressure centre, length 2: the centroid of that area. The middle of the deepest places if nothing presses.
   */
  centre: Float64Array;
  /** Witness points of the gap, length 2 each. */
  pointA: Float64Array;
  pointB: Float64Array;
  /** Features that meet. */
  featureA: number;
  featureB: number;
  /** Contact points, rows 0 up to, not including, count of the arrays below; 0 when there is no contact. */
  count: number;
  /**
   * Contact points, x y packed, length 2 * capacity. Each lies midway between the borders: on A's at point - gap / 2 *
   * normal, on B's at point + gap / 2 * normal.
   */
  points: Float64Array;
  /** Signed gap at each point, length capacity. */
  gaps: Float64Array;
  /** Feature of A and of B that made each point, length 2 * capacity: the key for history. */
  features: Int32Array;
  /** Part of the length that belongs to each point, length capacity. */
  shares: Float64Array;
  /**
   * Ends of the zone, where the gap is 0: rows count up to, not including, count + rimCount of the same arrays. With
   * them the shares add up to the length.
   */
  rimCount: number;
  /** Number of points and rim ends for which the arrays had no room: 0 unless they are too short. */
  dropped: number;
  /** Passes of the method's outer loop. */
  iterations: number;
}

/**
 * A contact with room for `capacity` points. {@link createContactFor2d} has room for all points of two polygons.
 */
export function createContact2d(capacity: number): Contact2d {
  return {
    status: Status.Invalid,
    kind: ContactKind.None,
    normal: new Float64Array(2),
    gap: 0,
    owner: NormalOwner.None,
    length: 0,
    area: 0,
    centre: new Float64Array(2),
    pointA: new Float64Array(2),
    pointB: new Float64Array(2),
    featureA: NO_FEATURE,
    featureB: NO_FEATURE,
    count: 0,
    points: new Float64Array(2 * capacity),
    gaps: new Float64Array(capacity),
    features: new Int32Array(2 * capacity).fill(NO_FEATURE),
    shares: new Float64Array(capacity),
    rimCount: 0,
    dropped: 0,
    iterations: 0,
  };
}

/**
 * A contact with room for all points of two polygons, and of each of them with a wall: every corner of both, and two
 * ends of the zone.
 */
export function createContactFor2d(a: ConvexPolygon, b: ConvexPolygon): Contact2d {
  return createContact2d(a.vertexCount + b.vertexCount + 2);
}

/** Writes every field as "no contact" with the given status. */
export function clearContact2d(out: Contact2d, status: Status): Contact2d {
  out.status = status;
  out.kind = ContactKind.None;
  out.gap = 0;
  out.owner = NormalOwner.None;
  out.length = 0;
  out.area = 0;
  out.featureA = NO_FEATURE;
  out.featureB = NO_FEATURE;
  out.count = 0;
  out.rimCount = 0;
  out.dropped = 0;
  out.iterations = 0;
  for (let k = 0; k < 2; k++) {
    out.normal[k] = 0;
    out.centre[k] = 0;
    out.pointA[k] = 0;
    out.pointB[k] = 0;
  }
  return out;
}

/**
 * Writes the place on the border of A at contact point k to out2, in the frame of the contact: point k minus half of
 * its gap along the normal. For bodies with rounding radii it lies on the swollen body.
 *
 * @param out2 Length 2.
 * @param k A row of the contact: a point, or an end of its zone.
 *
 * @example
 * ```ts
 * const onA = new Float64Array(2);
 * const onB = new Float64Array(2);
 * for (let k = 0; k < contact.count; k++) console.log(pointOnA2d(onA, contact, k), pointOnB2d(onB, contact, k));
 * ```
 */
export function pointOnA2d(out2: Float64Array, { points, gaps, normal }: Contact2d, k: number): Float64Array {
  const half = 0.5 * gaps[k];
  for (let i = 0; i < 2; i++) out2[i] = points[2 * k + i] - half * normal[i];
  return out2;
}

/**
 * Writes the place on the border of B at contact point k to out2: point k plus half of its gap along the normal. See
 * {@link pointOnA2d}.
 */
export function pointOnB2d(out2: Float64Array, { points, gaps, normal }: Contact2d, k: number): Float64Array {
  const half = 0.5 * gaps[k];
  for (let i = 0; i < 2; i++) out2[i] = points[2 * k + i] + half * normal[i];
  return out2;
}
