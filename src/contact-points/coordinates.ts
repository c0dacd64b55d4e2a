/**
 * Both bodies in the coordinates of a common plane: x and y in the plane, z along its normal, origin at its reference
 * point. No vertex is moved. Each body gets the axes x, y, z in its own frame and the coordinates of its own origin.
 * The coordinate of vertex v is then axis·v + origin. Only the vertices that a kernel needs are transformed.
 *
 * The axes are right-handed: counter-clockwise in (x, y) is counter-clockwise seen from the tip of the normal. They are
 * exact for a normal along a coordinate axis: the coordinates of boxes that stand on each other get no rounding. The
 * choice of x changes results by rounding only.
 */
import { TX, TY, TZ, XX, XY, XZ, YX, YY, YZ, ZX, ZY, ZZ, type Pose } from '../body/pose';
import type { CommonPlane } from '../contact/common-plane';

/** Length of a row of planeAxes. */
export const AXES = 12;

/**
 * The row of body side 0 (A) or 1 (B) starts at AXES * side. It has the slots of a pose: the axes x (from XX), y (from
 * YX) and z (from ZX) in the body's frame, then the body's origin (from TX).
 */
export const planeAxes = /* @__PURE__ */ new Float64Array(2 * AXES);

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
  const vx = ny * uz - nz * uy;
  const vy = nz * ux - nx * uz;
  const vz = nx * uy - ny * ux;
  m[XX] = ux;
  m[XY] = uy;
  m[XZ] = uz;
  m[YX] = vx;
  m[YY] = vy;
  m[YZ] = vz;
  m[ZX] = nx;
  m[ZY] = ny;
  m[ZZ] = nz;
  const cx = plane.point[0];
  const cy = plane.point[1];
  const cz = plane.point[2];
  m[TX] = -(ux * cx + uy * cy + uz * cz);
  m[TY] = -(vx * cx + vy * cy + vz * cz);
  m[TZ] = -(nx * cx + ny * cy + nz * cz);
  // The axes in B's frame. Written out by rows: engines do not unroll a loop of three.
  const r0 = pose[XX];
  const r1 = pose[XY];
  const r2 = pose[XZ];
  const r3 = pose[YX];
  const r4 = pose[YY];
  const r5 = pose[YZ];
  const r6 = pose[ZX];
  const r7 = pose[ZY];
  const r8 = pose[ZZ];
  m[AXES + XX] = r0 * ux + r3 * uy + r6 * uz;
  m[AXES + XY] = r1 * ux + r4 * uy + r7 * uz;
  m[AXES + XZ] = r2 * ux + r5 * uy + r8 * uz;
  m[AXES + YX] = r0 * vx + r3 * vy + r6 * vz;
  m[AXES + YY] = r1 * vx + r4 * vy + r7 * vz;
  m[AXES + YZ] = r2 * vx + r5 * vy + r8 * vz;
  m[AXES + ZX] = r0 * nx + r3 * ny + r6 * nz;
  m[AXES + ZY] = r1 * nx + r4 * ny + r7 * nz;
  m[AXES + ZZ] = r2 * nx + r5 * ny + r8 * nz;
  // From the plane's point to B's origin.
  const tx = pose[TX] - cx;
  const ty = pose[TY] - cy;
  const tz = pose[TZ] - cz;
  m[AXES + TX] = ux * tx + uy * ty + uz * tz;
  m[AXES + TY] = vx * tx + vy * ty + vz * tz;
  m[AXES + TZ] = nx * tx + ny * ty + nz * tz;
}
