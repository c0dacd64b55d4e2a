/**
 * The polyhedron that planes enclose: the intersection of half-spaces n·x <= d.
 *
 * Source: Nassauer, Liedke, Kuna (Granular Matter 2012), section 2, eqs 1-4. Departures: a plane is a unit normal and
 * an offset, since the paper's vector a (normal times distance) cannot express a plane through the origin. The origin
 * may be outside. Corners come from the exact hull of the planes, not from all triples (see half-space-corners.ts).
 *
 * Steps: (1) the exact sign of the radius of the largest inner ball distinguishes solid, flat and empty
 * (half-space-interior.ts). (2) The exact corners, correctly rounded, distinguish bounded and unbounded. (3) Corners at
 * which the same planes meet within the tolerance become one (half-space-weld.ts). (4) Faces and topology are those of
 * the hull of the corners, by the same rules as for points. When no two features are close, they follow directly from
 * the planes (half-space-faces.ts).
 *
 * Rounding: the tolerance is that of the result: TOLERANCE_ULPS rounding steps at the largest coordinate of a corner
 * (steps of 2^-23 for planes in a Float32Array, otherwise 2^-52). A solid thinner than this is flat. A plane that cuts
 * off less than this is redundant. Planes nearer to each other than this are one face. All this holds to within a
 * factor of about two. Half-spaces without a common point are flat, not empty, if moving each plane by the tolerance
 * gives a common point. A direction that no normal opposes by more than TOLERANCE_ULPS steps is open: the intersection
 * is unbounded. Cost: tens of microseconds a plane. 1,000 planes take half a second, with the hull and the inner ball.
 * The ball is searched only if an offset is not positive.
 */
import { InputError } from '../math/input-error';
import { assembleLoops } from './assemble';
import { TOLERANCE_ULPS, type ConvexPolyhedron } from './convex-polyhedron';
import { faceLoops } from './face-loops';
import { halfSpaceCorners, type Corner } from './half-space-corners';
import { clearFaces } from './half-space-faces';
import { weldCorners } from './half-space-weld';
import { createHalfSpaces, largestBall, type HalfSpaces } from './half-space-interior';
import { hullPolyhedron, inCanonicalOrder } from './hull-polyhedron';
import { checkLargest, readPoints, type Points } from './points';

/** The use of each plane, see {@link polyhedronFromHalfSpaces}. */
export interface HalfSpaceReport {
  /**
   * Face of the polyhedron that lies in each plane, -1 for a plane that bounds no face; several planes may share a
   * face. Length m.
   */
  faceOfPlane: Int32Array;
  /**
   * Planes that can be left out without changing the polyhedron, ascending: planes without a face, and all planes of a
   * face except the first.
   */
  redundant: number[];
}

export function createHalfSpaceReport(): HalfSpaceReport {
  return { faceOfPlane: new Int32Array(0), redundant: [] };
}

/**
 * Largest | |n|^2 - 1 |. Normals rounded to single precision pass. The half-space is n·x <= d as given, for any such
 * length.
 */
const UNIT_TOLERANCE = 1e-6;

/**
 * The intersection of m half-spaces normal·x <= offset.
 *
 * InputError codes: 'bad-length', 'not-finite', 'not-unit' (index: the plane), 'too-few-points' (fewer than four
 * planes), 'empty' (no common point; value: the distance by which every plane must move out to get one), 'flat' (common
 * points, but no volume), 'unbounded' (infinite volume), 'too-many-vertices'.
 *
 * @param normals outward unit normals, 3m numbers or m triples
 * @param offsets signed distances of the planes from the origin, m numbers in the unit of length
 * @param report receives the planes of each face and the redundant planes
 *
 * @example
 * ```ts
 * const cube = polyhedronFromHalfSpaces([1, 0, 0, -1, 0, 0, 0, 1, 0, 0, -1, 0, 0, 0, 1, 0, 0, -1], [1, 1, 1, 1, 1, 1]);
 * ```
 */
export function polyhedronFromHalfSpaces(normals: Points, offsets: ArrayLike<number>, report?: HalfSpaceReport): ConvexPolyhedron {
  const halfSpaces = createHalfSpaces(checkedNormals(normals, offsets), offsets);
  const single = [normals, normals[0], offsets].some((array) => array instanceof Float32Array);
  const epsilon = TOLERANCE_ULPS * (single ? 2 ** -23 : 2 ** -52);
  // When every offset is positive the origin is inside, and no search is needed.
  if (!halfSpaces.planes.every((d, i) => i % 4 !== 3 || d > 0)) requireInterior(halfSpaces, epsilon);
  const corners = halfSpaceCorners(halfSpaces);
  if (!corners || isOpen(halfSpaces, corners, epsilon)) {
    throw new InputError('unbounded', 'the half-spaces do not close: their intersection extends without end');
  }
  let largest = 0;
  for (const { point } of corners) for (const x of point) largest = Math.max(largest, Math.abs(x));
  checkLargest(largest);
  const tolerance = epsilon * largest;
  // Welding uses half the tolerance: corners that are off a plane by that length on either side still count as coplanar
  // in the hull.
  const { coordinates } = readPoints(weldCorners(halfSpaces, corners, tolerance / 2));
  const faces = coordinates.length === 3 * corners.length ? clearFaces(halfSpaces, corners, tolerance) : undefined;
  const polyhedron = faces
    ? assembleLoops(coordinates, inCanonicalOrder(faceLoops(faces), corners.length), tolerance)
    : hullOf(coordinates, tolerance);
  if (report) fillReport(report, halfSpaces, polyhedron);
  return polyhedron;
}

function checkedNormals(normals: Points, offsets: ArrayLike<number>): Float64Array {
  if (typeof normals?.length !== 'number' || typeof offsets?.length !== 'number') {
    throw new InputError('bad-length', 'half-spaces are an array of normals and one of offsets');
  }
  const count = offsets.length;
  const nested = normals.length > 0 && typeof normals[0] !== 'number';
  const flat = new Float64Array(3 * count);
  if (normals.length !== (nested ? count : 3 * count)) {
    throw new InputError(
      'bad-length',
      `${count} offsets need ${count} normals of three numbers each, there are ${normals.length} ${nested ? 'normals' : 'numbers'}`,
      -1,
      normals.length,
    );
  }
  for (let i = 0; i < count; i++) {
    const n = nested ? (normals[i] as ArrayLike<number>) : [0, 1, 2].map((k) => normals[3 * i + k] as number);
    if (n.length !== 3) throw new InputError('bad-length', `normal ${i} has ${n.length} coordinates, not 3`, i, n.length);
    for (const x of [n[0], n[1], n[2], offsets[i]]) {
      if (!Number.isFinite(x)) throw new InputError('not-finite', `plane ${i} has a ${x} in its normal or offset`, i, x);
    }
    const square = n[0] * n[0] + n[1] * n[1] + n[2] * n[2];
    if (!(Math.abs(square - 1) <= UNIT_TOLERANCE)) {
      const length = Math.sqrt(square);
      throw new InputError('not-unit', `the normal of plane ${i} has length ${length}: divide it and the offset by that`, i, length);
    }
    flat.set([n[0], n[1], n[2]], 3 * i);
  }
  if (count < 4) throw new InputError('too-few-points', `a solid needs at least four half-spaces, there are ${count}`, -1, count);
  return flat;
}

/** Throws 'empty' or 'flat' unless the intersection has an interior. */
function requireInterior(halfSpaces: HalfSpaces, epsilon: number): void {
  const ball = largestBall(halfSpaces);
  if (ball.radius > 0) return;
  // Rounding a normal by one step moves its plane by up to one rounding step of the coordinates at the ball. Rounding
  // an offset moves its plane by one rounding step of the offset.
  let scale = 0;
  for (const i of ball.planes) scale = Math.max(scale, Math.abs(halfSpaces.planes[4 * i + 3]));
  if (!ball.open) for (const x of ball.centre) scale = Math.max(scale, Math.abs(x));
  const between = `between planes ${ball.planes.join(', ')}`;
  if (ball.radius < -epsilon * scale) {
    throw new InputError('empty', `the half-spaces have no common point: none fits ${between}`, -1, -ball.radius);
  }
  throw new InputError('flat', `the half-spaces enclose no volume: nothing is left ${between}`, -1, 0);
}

/**
 * Whether planes meet only because their normals are rounded: two far corners lie in a direction that no plane closes.
 */
function isOpen({ count, planes }: HalfSpaces, corners: readonly Corner[], epsilon: number): boolean {
  const a = farthestFrom(corners, corners[0]).point;
  const b = farthestFrom(corners, { point: a }).point;
  const u = [b[0] - a[0], b[1] - a[1], b[2] - a[2]];
  const length = Math.sqrt(u[0] * u[0] + u[1] * u[1] + u[2] * u[2]);
  if (!(length < Infinity)) return true;
  let most = -Infinity;
  let least = Infinity;
  for (let i = 0; i < count; i++) {
    const slope = planes[4 * i] * u[0] + planes[4 * i + 1] * u[1] + planes[4 * i + 2] * u[2];
    most = Math.max(most, slope);
    least = Math.min(least, slope);
  }
  return Math.min(most, -least) <= epsilon * length;
}

function farthestFrom(corners: readonly Corner[], { point: p }: Pick<Corner, 'point'>): Corner {
  let best = corners[0];
  let farthest = -1;
  for (const corner of corners) {
    const q = corner.point;
    const distance = Math.max(Math.abs(q[0] - p[0]), Math.abs(q[1] - p[1]), Math.abs(q[2] - p[2]));
    if (distance > farthest) {
      farthest = distance;
      best = corner;
    }
  }
  return best;
}

/** The hull of the corners. A solid too thin for a hull is flat. */
function hullOf(coordinates: Float64Array, tolerance: number): ConvexPolyhedron {
  const all = Array.from({ length: coordinates.length / 3 }, (_, i) => i);
  try {
    return hullPolyhedron({ coordinates, tolerance }, all);
  } catch (error) {
    if (error instanceof InputError && ['too-few-points', 'coincident', 'collinear', 'flat'].includes(error.code)) {
      throw new InputError('flat', 'the half-spaces enclose no volume: what they enclose is thinner than rounding can tell', -1, 0);
    }
    throw error;
  }
}

function fillReport(report: HalfSpaceReport, { count, planes }: HalfSpaces, polyhedron: ConvexPolyhedron): void {
  const { faceCount, vertices, origin, halfEdgeNext, halfEdgeOrigin, faceHalfEdge, tolerance } = polyhedron;
  report.faceOfPlane = new Int32Array(count).fill(-1);
  report.redundant = [];
  const taken = new Uint8Array(faceCount);
  for (let i = 0; i < count; i++) {
    const [nx, ny, nz, d] = planes.subarray(4 * i, 4 * i + 4);
    // The face whose corners are all on the plane, to twice the tolerance: corner and plane may each be off by one
    // tolerance.
    let nearest = 2 * tolerance;
    for (let f = 0; f < faceCount; f++) {
      let distance = 0;
      const first = faceHalfEdge[f];
      let h = first;
      do {
        const v = 3 * halfEdgeOrigin[h];
        const x = vertices[v] + origin[0];
        const y = vertices[v + 1] + origin[1];
        const z = vertices[v + 2] + origin[2];
        distance = Math.max(distance, Math.abs(nx * x + ny * y + nz * z - d));
        h = halfEdgeNext[h];
      } while (h !== first && distance <= nearest);
      if (distance <= nearest) {
        nearest = distance;
        report.faceOfPlane[i] = f;
      }
    }
    const face = report.faceOfPlane[i];
    if (face < 0 || taken[face]) report.redundant.push(i);
    else taken[face] = 1;
  }
}
