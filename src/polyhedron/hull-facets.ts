/**
 * The triangles of a growing hull in flat arrays, and the test on which side of a triangle a point is.
 *
 * Side k of facet f is the half-edge 4f + k: it starts at `corners[4f + k]`, and `twins[4f + k]` is the half-edge of
 * the neighbour that runs the other way. The fourth entry of each facet is not used.
 *
 * A height above a facet's plane is computed in plain doubles, with a bound of its rounding. When the bound does not
 * decide the sign, `orient3d` of robust-predicates decides it exactly. Sign: robust-predicates has a y axis that points
 * down; `orient3d(a, b, c, d) < 0` where d is above the plane in which a, b, c turn counter-clockwise.
 */
import { orient3d } from 'robust-predicates';
import { triangleVector, setAreaVector } from './area-vector';
import { grown } from './scratch';

export interface Facets {
  /** x y z packed. */
  points: Float64Array;
  /** Number of facets, including removed ones. */
  count: number;
  corners: Int32Array;
  twins: Int32Array;
  /** For each facet {@link PLANE} numbers; their slots are named below. */
  planes: Float64Array;
  /** 1 for a facet that was removed from the hull. */
  gone: Int32Array;
  /**
   * First and last point in the facet's list of points strictly above it; -1 for an empty list. A point is on one list
   * only.
   */
  firstOutside: Int32Array;
  lastOutside: Int32Array;
  /** For each point the next point in its list; -1 for the last. */
  nextOutside: Int32Array;
}

/** Numbers of a facet in `planes`. */
export const PLANE = 8;
/** Outward unit normal, x y z. */
export const NORMAL = 0;
/** The first corner, x y z. */
const ANCHOR = 3;
/** A height greater than this times the distance certainly has the right sign. */
const DOUBT = 6;

export function createFacets(): Facets {
  const facets: Facets = {
    points: new Float64Array(0),
    count: 0,
    corners: new Int32Array(0),
    twins: new Int32Array(0),
    planes: new Float64Array(0),
    gone: new Int32Array(0),
    firstOutside: new Int32Array(0),
    lastOutside: new Int32Array(0),
    nextOutside: new Int32Array(0),
  };
  makeRoom(facets, 64);
  return facets;
}

/** Room for this many facets. */
export function makeRoom(facets: Facets, count: number): void {
  if (count <= facets.gone.length) return;
  facets.corners = grown(facets.corners, 4 * count);
  facets.twins = grown(facets.twins, 4 * count);
  facets.planes = grown(facets.planes, PLANE * count);
  facets.firstOutside = grown(facets.firstOutside, count);
  facets.lastOutside = grown(facets.lastOutside, count);
  facets.gone = grown(facets.gone, count);
}

/** No facets, on these points. */
export function clearFacets(facets: Facets, points: Float64Array): void {
  facets.points = points;
  facets.count = 0;
  facets.nextOutside = grown(facets.nextOutside, points.length / 3);
}

/** Adds the facet a b c, counter-clockwise from outside, without neighbours; there must be room for it. */
export function addFacet(facets: Facets, a: number, b: number, c: number): number {
  const { points, corners, planes, count: f } = facets;
  corners[4 * f] = a;
  corners[4 * f + 1] = b;
  corners[4 * f + 2] = c;
  setAreaVector(points, a, b, c);
  const x = triangleVector[0];
  const y = triangleVector[1];
  const z = triangleVector[2];
  const area2 = Math.sqrt(x * x + y * y + z * z);
  const longest2 = Math.max(squaredDistance(points, a, b), squaredDistance(points, b, c), squaredDistance(points, c, a));
  const plane = PLANE * f;
  planes[plane + NORMAL] = x / area2;
  planes[plane + NORMAL + 1] = y / area2;
  planes[plane + NORMAL + 2] = z / area2;
  planes[plane + ANCHOR] = points[3 * a];
  planes[plane + ANCHOR + 1] = points[3 * a + 1];
  planes[plane + ANCHOR + 2] = points[3 * a + 2];
  planes[plane + DOUBT] = area2 > THINNEST * longest2 ? HEIGHT_ROUNDING : Infinity;
  facets.gone[f] = 0;
  facets.firstOutside[f] = -1;
  facets.lastOutside[f] = -1;
  facets.count = f + 1;
  return f;
}

/** Removes the facets that are gone and closes the gaps. The order stays. */
export function dropGone(facets: Facets): void {
  const { corners, twins, planes, gone, count } = facets;
  // The new numbers of facets use an array that is free here.
  const numbers = facets.lastOutside;
  let kept = 0;
  for (let f = 0; f < count; f++) if (gone[f] === 0) numbers[f] = kept++;
  for (let f = 0; f < count; f++) {
    if (gone[f] !== 0) continue;
    const to = numbers[f];
    for (let k = 0; k < 3; k++) {
      const twin = twins[4 * f + k];
      corners[4 * to + k] = corners[4 * f + k];
      twins[4 * to + k] = 4 * numbers[twin >> 2] + (twin & 3);
    }
    if (to !== f) planes.copyWithin(PLANE * to, PLANE * f, PLANE * f + PLANE);
    gone[to] = 0;
  }
  facets.count = kept;
}

/** Height of point i above a facet's plane, negative below. The sign is exact. */
export function heightAbove({ points, planes, corners }: Facets, f: number, i: number): number {
  const plane = PLANE * f;
  const x = points[3 * i] - planes[plane + ANCHOR];
  const y = points[3 * i + 1] - planes[plane + ANCHOR + 1];
  const z = points[3 * i + 2] - planes[plane + ANCHOR + 2];
  const height = planes[plane + NORMAL] * x + planes[plane + NORMAL + 1] * y + planes[plane + NORMAL + 2] * z;
  if (Math.abs(height) > planes[plane + DOUBT] * (Math.abs(x) + Math.abs(y) + Math.abs(z))) return height;
  if (i === corners[4 * f] || i === corners[4 * f + 1] || i === corners[4 * f + 2]) return 0;
  const side = sideOf(points, corners[4 * f], corners[4 * f + 1], corners[4 * f + 2], i);
  const size = Math.abs(height);
  // The normal of a very narrow facet may be NaN.
  return side * (size > 0 ? size : Number.MIN_VALUE);
}

/** Height above the plane of a facet in plain doubles. */
export function roughHeight({ points, planes }: Facets, f: number, i: number): number {
  const plane = PLANE * f;
  const x = points[3 * i] - planes[plane + ANCHOR];
  const y = points[3 * i + 1] - planes[plane + ANCHOR + 1];
  const z = points[3 * i + 2] - planes[plane + ANCHOR + 2];
  return planes[plane + NORMAL] * x + planes[plane + NORMAL + 1] * y + planes[plane + NORMAL + 2] * z;
}

/**
 * A height is a sum of three products of a normal's components (relative error 3 * 2^-53) and differences. Its error is
 * at most 8 * 2^-53 times the sum of the differences; this constant is twice that. The normals of triangles thinner
 * than {@link THINNEST} may have a larger error.
 */
const HEIGHT_ROUNDING = 2 ** -49;

/**
 * Width over length. The error of an area vector is about 2^-104 of the squared length, which is 2^-60 of the vector at
 * this width.
 */
const THINNEST = 2 ** -44;

/** 1, exactly, when point i sees the triangle a b c counter-clockwise, -1 when clockwise, 0 in its plane. */
export function sideOf(p: Float64Array, a: number, b: number, c: number, i: number): number {
  const turn = orient3d(
    p[3 * a],
    p[3 * a + 1],
    p[3 * a + 2],
    p[3 * b],
    p[3 * b + 1],
    p[3 * b + 2],
    p[3 * c],
    p[3 * c + 1],
    p[3 * c + 2],
    p[3 * i],
    p[3 * i + 1],
    p[3 * i + 2],
  );
  return turn < 0 ? 1 : turn > 0 ? -1 : 0;
}

/** Distance of a point from the hull; a value up to `enough` may be too large. 0 inside, Infinity without facets. */
export function distanceToHull(facets: Facets, i: number, enough: number): number {
  let least = Infinity;
  let outside = facets.count === 0;
  for (let f = 0; f < facets.count; f++) {
    if (facets.gone[f] !== 0 || !(heightAbove(facets, f, i) > 0)) continue;
    outside = true;
    least = Math.min(least, distanceToTriangle(facets, f, i));
    if (least <= enough) return least;
  }
  return outside ? least : 0;
}

/**
 * The least distance from the three sides, or from the plane if the point is above the inside. It is also correct for
 * slivers, which have sides but no inside.
 */
export function distanceToTriangle(facets: Facets, f: number, i: number): number {
  const { points, corners, planes } = facets;
  const nx = planes[PLANE * f + NORMAL];
  const ny = planes[PLANE * f + NORMAL + 1];
  const nz = planes[PLANE * f + NORMAL + 2];
  let least = Infinity;
  let above = true;
  for (let k = 0; k < 3; k++) {
    const a = 3 * corners[4 * f + k];
    const b = 3 * corners[4 * f + ((k + 1) % 3)];
    const ux = points[b] - points[a];
    const uy = points[b + 1] - points[a + 1];
    const uz = points[b + 2] - points[a + 2];
    const vx = points[3 * i] - points[a];
    const vy = points[3 * i + 1] - points[a + 1];
    const vz = points[3 * i + 2] - points[a + 2];
    const t = Math.min(1, Math.max(0, (ux * vx + uy * vy + uz * vz) / (ux * ux + uy * uy + uz * uz)));
    least = Math.min(least, norm(vx - t * ux, vy - t * uy, vz - t * uz));
    // Left of the side: (n x u)·v > 0.
    if (!((ny * uz - nz * uy) * vx + (nz * ux - nx * uz) * vy + (nx * uy - ny * ux) * vz > 0)) above = false;
  }
  return above ? Math.min(least, Math.abs(heightAbove(facets, f, i))) : least;
}

export function distance(p: Float64Array, a: number, b: number): number {
  return Math.sqrt(squaredDistance(p, a, b));
}

function squaredDistance(p: Float64Array, a: number, b: number): number {
  const x = p[3 * a] - p[3 * b];
  const y = p[3 * a + 1] - p[3 * b + 1];
  const z = p[3 * a + 2] - p[3 * b + 2];
  return x * x + y * y + z * z;
}

export function norm(x: number, y: number, z: number): number {
  return Math.sqrt(x * x + y * y + z * z);
}
