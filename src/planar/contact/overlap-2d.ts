import { Status } from '../../contact/status';
import type { BodySet2d } from '../body/body-set-2d';
import type { ConvexPolygon } from '../polygon/convex-polygon';
import { move, setFrame, turn } from './to-world-2d';

/**
 * The region that two bodies share: itself a convex polygon. Frame: A's, or the world's after {@link overlapToWorld2d}.
 * {@link createOverlap2dFor} makes it. Arrays may be longer than the counts.
 */
export interface Overlap2d {
  status: Status;
  area: number;
  /** Centroid of the region, length 2. */
  centroid: Float64Array;
  /** lengthA + lengthB. */
  perimeter: number;
  /** Length of the part of the border that belongs to A, and to B. A border that both share counts as A's. */
  lengthA: number;
  lengthB: number;
  /**
   * Unit vector from A to B, length 2: the mean outward normal of A's part. The mean is zero if one body is inside the
   * other: then it is the line of centroids.
   */
  normal: Float64Array;
  /**
   * Length of the integral of the outward normal over A's part, that is, the distance of the two points where the
   * borders cross. 0 for a contained body.
   */
  normalLength: number;
  vertexCount: number;
  /** Corners, x y packed, counter-clockwise, length 2 * capacity. */
  vertices: Float64Array;
  /** 2 an edge, from corner k to the next: the body it comes from (0 = A, 1 = B), and the number of the edge there. */
  edgeSource: Int32Array;
  /** Lines that cut. */
  iterations: number;
}

/** An overlap with room for the largest region that two shapes can share: all edges of both. */
export function createOverlap2dFor(a: ConvexPolygon, b: ConvexPolygon): Overlap2d {
  return createOverlap2d(a.vertexCount + b.vertexCount);
}

/** With room for this number of corners. Without room for corners, only the integrals are computed. */
export function createOverlap2d(corners: number): Overlap2d {
  return {
    status: Status.Invalid,
    area: 0,
    centroid: new Float64Array(2),
    perimeter: 0,
    lengthA: 0,
    lengthB: 0,
    normal: new Float64Array(2),
    normalLength: 0,
    vertexCount: 0,
    vertices: new Float64Array(2 * corners),
    edgeSource: new Int32Array(2 * corners),
    iterations: 0,
  };
}

/** Writes every number as "no common region" with the given status; keeps the arrays. */
export function clearOverlap2d(out: Overlap2d, status: Status): Overlap2d {
  out.status = status;
  out.area = 0;
  out.perimeter = 0;
  out.lengthA = 0;
  out.lengthB = 0;
  out.normalLength = 0;
  out.vertexCount = 0;
  out.iterations = 0;
  for (let k = 0; k < 2; k++) {
    out.centroid[k] = 0;
    out.normal[k] = 0;
  }
  return out;
}

/** Turns an overlap region from the frame of body i into the world, in place: centroid, normal and corners. */
export function overlapToWorld2d(out: Overlap2d, bodies: BodySet2d, i: number): Overlap2d {
  if (out.status === Status.Invalid || out.status === Status.Separated) return out;
  setFrame(bodies, i);
  turn(out.normal, 0);
  move(out.centroid, 0);
  for (let k = 0; k < 2 * out.vertexCount && k + 1 < out.vertices.length; k += 2) move(out.vertices, k);
  return out;
}
