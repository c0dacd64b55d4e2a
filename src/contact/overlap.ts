import type { ConvexPolyhedron } from '../polyhedron/convex-polyhedron';
import { Status } from './status';

/**
 * The region that two bodies share, which is a convex polyhedron. Frame: that of A, or the world after {@link
 * overlapToWorld}. Lengths are in the unit of the shapes. {@link createOverlapFor} makes it. Arrays may be longer than
 * the counts.
 */
export interface Overlap {
  status: Status;
  volume: number;
  /** Centroid of the region, length 3: where the volume law applies its force. */
  centroid: Float64Array;
  /** Whole surface area: areaA + areaB. */
  area: number;
  /** Area of the part of the surface that belongs to A, and to B. A surface that both share counts as A's. */
  areaA: number;
  areaB: number;
  /** Unit vector from A to B, length 3: the area-weighted mean of the outward normals of A's part. */
  normal: Float64Array;
  /**
   * |integral of the outward normal over A's part|, by which the volume falls a length as B moves along `normal`.
   * Surface that both share counts half, so that exchanging A and B turns the normal round. 0 for a contained body.
   */
  normalArea: number;
  vertexCount: number;
  /** Corners, x y z packed, length 3 * capacity. */
  vertices: Float64Array;
  faceCount: number;
  /**
   * Corners of face f are faceVertices[faceStart[f]] up to, not including, faceVertices[faceStart[f + 1]],
   * counter-clockwise from outside.
   */
  faceStart: Int32Array;
  faceVertices: Int32Array;
  /** 2 a face: the body it comes from (0 = A, 1 = B), and the index of the face there. */
  faceSource: Int32Array;
  /** Planes that cut. */
  iterations: number;
}

/** An overlap with room for these numbers of faces, corners, and corners of all faces together. */
export function createOverlap(faces: number, corners: number, sides: number): Overlap {
  return {
    status: Status.Invalid,
    volume: 0,
    centroid: new Float64Array(3),
    area: 0,
    areaA: 0,
    areaB: 0,
    normal: new Float64Array(3),
    normalArea: 0,
    vertexCount: 0,
    vertices: new Float64Array(3 * corners),
    faceCount: 0,
    faceStart: new Int32Array(faces + 1),
    faceVertices: new Int32Array(sides),
    faceSource: new Int32Array(2 * faces),
    iterations: 0,
  };
}

/**
 * An overlap with room for the largest region that two shapes can share: at most all f faces of both, hence 2f - 4
 * corners and 3f - 6 edges.
 */
export function createOverlapFor(a: ConvexPolyhedron, b: ConvexPolyhedron): Overlap {
  const faces = a.faceCount + b.faceCount;
  return createOverlap(faces, 2 * faces - 4, 6 * faces - 12);
}

/** Writes every number as "no common region" with the given status; keeps the arrays. */
export function clearOverlap(out: Overlap, status: Status): Overlap {
  out.status = status;
  out.volume = 0;
  out.area = 0;
  out.areaA = 0;
  out.areaB = 0;
  out.normalArea = 0;
  out.vertexCount = 0;
  out.faceCount = 0;
  out.faceStart[0] = 0;
  out.iterations = 0;
  for (let k = 0; k < 3; k++) {
    out.centroid[k] = 0;
    out.normal[k] = 0;
  }
  return out;
}
