/**
 * The faces of an intersection of half-spaces, taken directly from its exact corners if no two features are close.
 *
 * Problem: each corner of half-space-corners.ts has its three planes and its neighbours, which give the faces. But
 * corners are rounded, and planes that agree to within the tolerance must be one face. The hull of the corners decides
 * this, at three times the cost of all other steps. Rule: if every corner is on three planes and at least CLEAR
 * tolerances behind all others, there is nothing to decide. The loops of corners around each plane are then the faces.
 * Otherwise the result is undefined, and the caller builds the hull.
 *
 * Why both give the same: the tolerance is 2^-48 of the size, so clear is 2^-22 of it.
 * - No corner is near the hull of the others: along the sum of the normals of its planes it is ahead of each by clear /
 *   3.
 * - Corners are off the plane of their face by one rounding step, and no face is narrower than clear. So the plane
 *   through the rounded corners is tilted by at most 2^-28. All other corners are still behind it, and its triangles
 *   are joined.
 * - Two faces are not joined: take the tetrahedron of both ends of their edge and one more corner of each face. None of
 *   its heights is less than clear / 2. Tests compare these faces with those of the hull, bit for bit.
 *
 * Cost: every corner for every plane.
 */
import type { Corner } from './half-space-corners';
import type { HalfSpaces } from './half-space-interior';
import { SMALLEST_SOLID } from './points';

/** In tolerances. */
const CLEAR = 2 ** 26;

/**
 * Loops of indices into the corners, counter-clockwise from outside. Undefined if two features are nearer than clear.
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
      // The planes of a corner are in clockwise order. The next corner of this face is on this plane and the plane
      // after it, not on the plane before it.
      corner = corner.neighbours[(corner.planes.indexOf(i) + 2) % 3];
    } while (corner !== corners[firstOn[i]]);
    faces.push(loop);
  }
  return faces;
}
