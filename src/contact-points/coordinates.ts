/**
 * Both bodies in the coordinates of a common plane: x and y in the plane, z along its normal, origin at its reference
 * point. No vertex is moved. Each body gets the axes x, y, z in its own frame and the coordinates of its own origin.
 * The coordinate of vertex v is then axis·v + origin. Only the vertices that a kernel needs are transformed.
 *
 * The axes are right-handed: counter-clockwise in (x, y) is counter-clockwise seen from the tip of the normal. They are
 * exact for a normal along a coordinate axis: the coordinates of boxes that stand on each other get no rounding. The
 * choice of x changes results by rounding only.
 */
import type { Pose } from '../body/pose';
import type { CommonPlane } from '../contact/common-plane';

/** Length of a row of planeAxes. */
export const AXES = 12;

/**
 * Row of body side 0 (A) or 1 (B) is 12 * side: x axis (0..2), y axis (3..5), z axis (6..8) in the body's frame, then
 * its origin (9..11).
 */
export const planeAxes = /* @__PURE__ */ new Float64Array(24);

export function setPlaneAxes(pose: Pose, plane: CommonPlane): void {
  const m = planeAxes;
  const nx = plane.normal[0];
  const ny = plane.normal[1];
  const nz = plane.normal[2];
  // x: the coordinate axis farthest from the normal, made perpendicular to it. The square root is at least sqrt(2/3).
  const ax = Math.abs(nx);
  const ay = Math.abs(ny);
  const az = Math.abs(nz);
  const k = ax <= ay && ax <= az ? 0 : ay <= az ? 1 : 2;
  const nk = k === 0 ? nx : k === 1 ? ny : nz;
  const r = 1 / Math.sqrt(1 - nk * nk);
  const ux = ((k === 0 ? 1 : 0) - nk * nx) * r;
  const uy = ((k === 1 ? 1 : 0) - nk * ny) * r;
  const uz = ((k === 2 ? 1 : 0) - nk * nz) * r;
  m[0] = ux;
  m[1] = uy;
  m[2] = uz;
  m[3] = ny * uz - nz * uy;
  m[4] = nz * ux - nx * uz;
  m[5] = nx * uy - ny * ux;
  m[6] = nx;
  m[7] = ny;
  m[8] = nz;
  const cx = plane.point[0];
  const cy = plane.point[1];
  const cz = plane.point[2];
  // From the plane's point to B's origin.
  const tx = pose[9] - cx;
  const ty = pose[10] - cy;
  const tz = pose[11] - cz;
  for (let i = 0; i < 3; i++) {
    const x = m[3 * i];
    const y = m[3 * i + 1];
    const z = m[3 * i + 2];
    m[9 + i] = -(x * cx + y * cy + z * cz);
    m[12 + 3 * i] = pose[0] * x + pose[3] * y + pose[6] * z;
    m[13 + 3 * i] = pose[1] * x + pose[4] * y + pose[7] * z;
    m[14 + 3 * i] = pose[2] * x + pose[5] * y + pose[8] * z;
    m[21 + i] = x * tx + y * ty + z * tz;
  }
}
