/**
 * The faces of an intersection of half-spaces, read off its exact corners where no two features are near to each other.
 *
 * Problem: the corners of half-space-corners.ts know their three planes and their neighbours, so the faces are there.
 * But corners are rounded, and planes that are one to within the tolerance must be one face; the hull of the corners
 * sorts that out, at three times the cost of all other steps. Rule: where every corner is on three planes and CLEAR
 * tolerances or more behind all others, nothing is to sort out, and the loops of corners round each plane are the
 * faces. Else undefined: ask the hull.
 *
 * Why both give the same: the tolerance is 2^-48 of the size, clear so 2^-22 of it.
 * - No corner is near the hull of the others: along the sum of the normals of its planes it leads each of them by clear
 *   / 3.
 * - Corners are off the plane of their face by a rounding step, and no face is narrower than clear: its plane through
 *   rounded corners is tilted by 2^-28 at most, still has all other corners behind it, and its triangles join.
 * - Two faces do not join: of the tetrahedron of both ends of their edge and a corner of each, no height is less than
 *   clear / 2.
 * Tests hold these faces against those of the hull, bit for bit.
 *
 * Cost: every corner for every plane.
 */
import type { Corner } from './half-space-corners';
import type { HalfSpaces } from './half-space-interior';
import { SMALLEST_SOLID } from './points';

/** In tolerances. */
const CLEAR = 2 ** 26;

/**
 * Loops of indices into the corners, counter-clockwise from outside; undefined where something is nearer than clear.
 */
export function clearFaces({ count, planes }: HalfSpaces, corners: readonly Corner[], tolerance: number): number[][] | undefined {
  const clear = Math.max(CLEAR * tolerance, SMALLEST_SOLID);
  const firstOn = new Int32Array(count).fill(-1);
  const indexOf = new Map<Corner, number>();
  for (let v = 0; v < corners.length; v++) {
    const { planes: on, point } = corners[v];
    const [x, y, z] = point;
    for (let i = 0; i < count; i++) {
      if (i === on[0] || i === on[1] || i === on[2]) firstOn[i] = v;
      else if (!(planes[4 * i + 3] - planes[4 * i] * x - planes[4 * i + 1] * y - planes[4 * i + 2] * z >= clear)) return undefined;
    }
    indexOf.set(corners[v], v);
  }
  const faces: number[][] = [];
  for (let i = 0; i < count; i++) {
    if (firstOn[i] < 0) continue;
    const loop: number[] = [];
    let corner = corners[firstOn[i]];
    do {
      loop.push(indexOf.get(corner) as number);
      // The planes of a corner are in clockwise order: the next corner of this face is on it and on the plane after it,
      // not on the one before.
      corner = corner.neighbours[(corner.planes.indexOf(i) + 2) % 3];
    } while (corner !== corners[firstOn[i]]);
    faces.push(loop);
  }
  return faces;
}
