/**
 * Regions of contacts for the seam filter: where they are kept, and what stands for a region where the sharp bodies
 * share none.
 *
 * Bodies with rounding radii mostly touch with their sharp bodies apart. Then the contact's own points stand for the
 * region. Seen from A, the corners are the points of sharp B under them. Seen from B, they are those of sharp A. The
 * filter moves them out by the radius along the normal of the covering contact, so it sees the outermost place of the
 * swollen body.
 */
import type { ContactRows } from '../contact/contact-rows';
import type { Cover } from './seam-cover';
import { reserveCorners, type SeamRows } from './seam-rows';

/** Begins the corners of a row: returns the place for `count` corners, which is the same seen from both ends. */
export function placeCorners(rows: SeamRows, coordinates: number, row: number, count: number): number {
  const first = rows.cornersUsed;
  reserveCorners(rows, first + coordinates * count);
  rows.cornersUsed = first + coordinates * count;
  rows.cornerStart[row] = first;
  rows.otherStart[row] = first;
  rows.cornerCount[row] = count;
  return first;
}

/** Puts the points of a contact in place of its region. */
export function placePoints({ rows, list, bodies, coordinates }: Cover, row: number): void {
  const count = Math.max(1, list.pointStart[row + 1] - list.pointStart[row]);
  const first = placeCorners(rows, coordinates, row, 2 * count);
  rows.cornerCount[row] = count;
  rows.otherStart[row] = first + coordinates * count;
  const a = list.bodyA[row];
  const radiusA = bodies.rounding[a];
  const radiusB = bodies.rounding[list.bodyB[row]];
  for (let p = 0; p < count; p++) {
    for (let k = 0; k < coordinates; k++) {
      const n = list.normals[coordinates * row + k];
      const from = bodies.positions[coordinates * a + k];
      const at = first + coordinates * p + k;
      rows.corners[at] = placeOnB(list, coordinates, row, p, k) - from + radiusB * n;
      rows.corners[at + coordinates * count] = placeOnA(list, coordinates, row, p, k) - from - radiusA * n;
    }
  }
}

/** Whether the points of the contact stand for its region. */
export function hasNoRegion({ cornerStart, otherStart }: SeamRows, row: number): boolean {
  return cornerStart[row] !== otherStart[row];
}

/** Coordinate k of point p of a contact on the surface of A; of a contact without points it is the witness point. */
function placeOnA(list: ContactRows, coordinates: number, row: number, p: number, k: number): number {
  const point = list.pointStart[row] + p;
  if (point >= list.pointStart[row + 1]) return list.pointsA[coordinates * row + k];
  return list.points[coordinates * point + k] - 0.5 * list.pointGaps[point] * list.normals[coordinates * row + k];
}

function placeOnB(list: ContactRows, coordinates: number, row: number, p: number, k: number): number {
  const point = list.pointStart[row] + p;
  if (point >= list.pointStart[row + 1]) return list.pointsB[coordinates * row + k];
  return list.points[coordinates * point + k] + 0.5 * list.pointGaps[point] * list.normals[coordinates * row + k];
}
