/**
 * One corner for each place where planes meet.
 *
 * Problem: more than three planes should meet in one corner, but they are rounded. So they meet in several corners,
 * whose distance is the rounding divided by the sine of their angles. No distance distinguishes these from corners that
 * are really different. Rule: neighbouring corners become one if there is a point on all of their planes and inside the
 * intersection, both to within the tolerance. This is the meaning of 'more than three planes meet' when planes are
 * known to within the tolerance. All planes of a removed corner are within the tolerance of the remaining point, so
 * nothing thicker is lost. The point is where the three least dependent planes meet, correctly rounded, if that is
 * within the tolerance of all planes. Otherwise it is one of the joined corners, or the point with the least sum of
 * squared distances from the planes.
 */
import { meetingOfPlanes, type Corner } from './half-space-corners';
import type { HalfSpaces } from './half-space-interior';

/** The corners, x y z packed. */
export function weldCorners(halfSpaces: HalfSpaces, corners: readonly Corner[], tolerance: number): Float64Array {
  const welded = new Set<Corner>();
  const points: number[] = [];
  for (const seed of corners) {
    if (welded.has(seed)) continue;
    welded.add(seed);
    let planes: readonly number[] = seed.planes;
    let firmest = seed;
    let point = seed.point;
    // The list grows during the loop.
    const members = [seed];
    for (const corner of members) {
      for (const other of corner.neighbours) {
        if (welded.has(other) || areApart(halfSpaces, corner, other, tolerance)) continue;
        const together = [...new Set([...planes, ...other.planes])];
        const firmer = independence(halfSpaces, other) > independence(halfSpaces, firmest) ? other : firmest;
        const meeting = meetingPoint(halfSpaces, together, firmer.point, tolerance);
        if (!meeting) continue;
        planes = together;
        firmest = firmer;
        point = meeting;
        welded.add(other);
        members.push(other);
      }
    }
    if (members.length > 1) {
      const firm = meetingOfPlanes(halfSpaces, leastDependent(halfSpaces, planes));
      if (isMeeting(halfSpaces, planes, firm, tolerance)) point = firm;
    }
    points.push(point[0], point[1], point[2]);
  }
  return Float64Array.from(points);
}

/**
 * Whether it is certain that no point is near all four planes of two neighbouring corners. Choose weights w such that
 * the sum of w n is zero. Then the sum of w times the depth is the same at every point. At `corner` three of the depths
 * are zero, which gives its value. At a point near all planes it is at most the tolerance times the sum of |w|. The
 * factor 4 covers the rounding of corner, depth and weights, if these are themselves more than rounding. False decides
 * nothing.
 */
function areApart({ planes }: HalfSpaces, corner: Corner, other: Corner, tolerance: number): boolean {
  const [p, q, r] = corner.planes;
  const [i, j, k] = other.planes;
  const s = i !== p && i !== q && i !== r ? i : j !== p && j !== q && j !== r ? j : k;
  const own = tripleProduct(planes, p, q, r);
  const weights = own + tripleProduct(planes, q, r, s) + tripleProduct(planes, r, p, s) + tripleProduct(planes, p, q, s);
  const [x, y, z] = corner.point;
  const depth = planes[4 * s + 3] - planes[4 * s] * x - planes[4 * s + 1] * y - planes[4 * s + 2] * z;
  return own > 2 ** -40 && own * Math.abs(depth) > 4 * tolerance * weights;
}

/** |a·(b x c)| of the normals of three planes. */
function tripleProduct(planes: Float64Array, a: number, b: number, c: number): number {
  const [i, j, k] = [4 * a, 4 * b, 4 * c];
  return Math.abs(
    planes[i] * (planes[j + 1] * planes[k + 2] - planes[j + 2] * planes[k + 1]) +
      planes[i + 1] * (planes[j + 2] * planes[k] - planes[j] * planes[k + 2]) +
      planes[i + 2] * (planes[j] * planes[k + 1] - planes[j + 1] * planes[k]),
  );
}

/** The volume that the three normals of a corner span. The larger it is, the less rounding moves the corner. */
function independence({ planes }: HalfSpaces, corner: Corner): number {
  const [a, b, c] = corner.planes;
  return tripleProduct(planes, a, b, c);
}

/**
 * Three of the planes, chosen one after another: the plane with the lowest index; the plane most perpendicular to it;
 * the plane most perpendicular to their line of intersection.
 */
function leastDependent({ planes }: HalfSpaces, indices: readonly number[]): [number, number, number] {
  const normal = (i: number) => planes.subarray(4 * i, 4 * i + 3);
  const first = Math.min(...indices);
  const a = normal(first);
  let second = first;
  let edge = [0, 0, 0];
  let most = -1;
  for (const i of indices) {
    const b = normal(i);
    const cross = [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
    const square = cross[0] * cross[0] + cross[1] * cross[1] + cross[2] * cross[2];
    if (square > most) {
      most = square;
      second = i;
      edge = cross;
    }
  }
  let third = first;
  most = -1;
  for (const i of indices) {
    const c = normal(i);
    const volume = Math.abs(edge[0] * c[0] + edge[1] * c[1] + edge[2] * c[2]);
    if (volume > most) {
      most = volume;
      third = i;
    }
  }
  return [first, second, third];
}

/** Whether a point is on all the planes given and inside all others. */
function isMeeting(halfSpaces: HalfSpaces, indices: readonly number[], p: Float64Array, tolerance: number): boolean {
  if (!indices.every((i) => Math.abs(depth(halfSpaces, i, p)) <= tolerance)) return false;
  for (let i = 0; i < halfSpaces.count; i++) if (depth(halfSpaces, i, p) < -tolerance) return false;
  return true;
}

/**
 * A point on all the planes given and inside all others: `start` or the one nearest to the given planes. Undefined if
 * neither is.
 */
function meetingPoint(
  halfSpaces: HalfSpaces,
  indices: readonly number[],
  start: Float64Array,
  tolerance: number,
): Float64Array | undefined {
  if (isMeeting(halfSpaces, indices, start, tolerance)) return start;
  const nearest = nearestPoint(halfSpaces, indices, start);
  return isMeeting(halfSpaces, indices, nearest, tolerance) ? nearest : undefined;
}

/** How far a point is inside of a plane. */
function depth({ planes }: HalfSpaces, i: number, p: Float64Array): number {
  return planes[4 * i + 3] - planes[4 * i] * p[0] - planes[4 * i + 1] * p[1] - planes[4 * i + 2] * p[2];
}

/**
 * Least squares by modified Gram-Schmidt on the three columns of normals (G. H. Golub and C. F. Van Loan, Matrix
 * Computations, section 5.3). It keeps the digits that the normal equations lose when planes are nearly dependent.
 * Dependent normals give NaN or a far point, which the caller rejects.
 */
function nearestPoint(halfSpaces: HalfSpaces, indices: readonly number[], start: Float64Array): Float64Array {
  const { planes } = halfSpaces;
  // Columns x y z of the normals and the remaining distances, one row for each plane.
  const columns = [0, 1, 2].map((k) => indices.map((i) => planes[4 * i + k]));
  const rest = indices.map((i) => depth(halfSpaces, i, start));
  const dot = (a: readonly number[], b: readonly number[]) => a.reduce((sum, x, i) => sum + x * b[i], 0);
  const r = new Float64Array(9);
  const y = new Float64Array(3);
  for (let k = 0; k < 3; k++) {
    const q = columns[k];
    r[4 * k] = Math.sqrt(dot(q, q));
    for (let i = 0; i < q.length; i++) q[i] /= r[4 * k];
    for (let j = k + 1; j < 3; j++) {
      const share = dot(q, columns[j]);
      r[3 * k + j] = share;
      columns[j] = columns[j].map((x, i) => x - share * q[i]);
    }
    y[k] = dot(q, rest);
    for (let i = 0; i < q.length; i++) rest[i] -= y[k] * q[i];
  }
  const dz = y[2] / r[8];
  const dy = (y[1] - r[5] * dz) / r[4];
  const dx = (y[0] - r[1] * dy - r[2] * dz) / r[0];
  return Float64Array.of(start[0] + dx, start[1] + dy, start[2] + dz);
}
