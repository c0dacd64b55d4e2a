/**
 * The test whether the wall's witness point is on the wall. It is needed because the solid of a group is larger than
 * its triangles.
 */
import { plane } from './meeting';
import { classFirst, pieceNext } from './plane-classes';
import { groupCount, groupSides, SIDES } from './surface-group';
import { pieceRow, rowCorner } from './touched-surface';

/** A length within which the point counts as on a triangle: input. */
export const witnessReach = /* @__PURE__ */ new Float64Array(1);

/** Whether plane.pointB is on a triangle of the group. */
export function isWitnessOnWall(): boolean {
  for (let k = 0; k < groupCount[SIDES]; k++) {
    for (let p = classFirst[groupSides[k] >> 1]; p >= 0; p = pieceNext[p]) if (isOnTriangle(pieceRow[p])) return true;
  }
  return false;
}

/**
 * Whether the point is within the reach of a triangle: by its distance from the plane inside, from the sides outside.
 */
function isOnTriangle(row: number): boolean {
  const { pointB } = plane;
  const reach = witnessReach[0];
  const o = 9 * row;
  const p = o + 3;
  const q = o + 6;
  const ux = rowCorner[p] - rowCorner[o];
  const uy = rowCorner[p + 1] - rowCorner[o + 1];
  const uz = rowCorner[p + 2] - rowCorner[o + 2];
  const vx = rowCorner[q] - rowCorner[o];
  const vy = rowCorner[q + 1] - rowCorner[o + 1];
  const vz = rowCorner[q + 2] - rowCorner[o + 2];
  const mx = uy * vz - uz * vy;
  const my = uz * vx - ux * vz;
  const mz = ux * vy - uy * vx;
  const size = Math.sqrt(mx * mx + my * my + mz * mz);
  const height = mx * (pointB[0] - rowCorner[o]) + my * (pointB[1] - rowCorner[o + 1]) + mz * (pointB[2] - rowCorner[o + 2]);
  if (!(Math.abs(height) <= reach * size)) return false;
  let isInside = true;
  for (let k = 0; k < 3; k++) {
    const a = o + 3 * k;
    const b = o + 3 * (k === 2 ? 0 : k + 1);
    const ex = rowCorner[b] - rowCorner[a];
    const ey = rowCorner[b + 1] - rowCorner[a + 1];
    const ez = rowCorner[b + 2] - rowCorner[a + 2];
    const wx = pointB[0] - rowCorner[a];
    const wy = pointB[1] - rowCorner[a + 1];
    const wz = pointB[2] - rowCorner[a + 2];
    const left = mx * (ey * wz - ez * wy) + my * (ez * wx - ex * wz) + mz * (ex * wy - ey * wx);
    if (left < 0) isInside = false;
    const t = (wx * ex + wy * ey + wz * ez) / (ex * ex + ey * ey + ez * ez);
    const s = t < 0 ? 0 : t > 1 ? 1 : t;
    const dx = wx - s * ex;
    const dy = wy - s * ey;
    const dz = wz - s * ez;
    if (dx * dx + dy * dy + dz * dz <= reach * reach) return true;
  }
  return isInside;
}
