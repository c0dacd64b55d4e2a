/**
 * A triangle of the surface and a point near it: shape functions at the foot of the point, their gradients, and the
 * height of the point. Shared scratch: {@link frame}.
 */

/** Unit normal, gradients of the three shape functions (x y z each), shape functions at the foot, height. */
export const frame = /* @__PURE__ */ new Float64Array(16);
export const NORMAL = 0;
/** Gradients of N_a, N_b and N_c. */
export const GRADIENT = 3;
const GRADIENT_B = 6;
const GRADIENT_C = 9;
export const SHARE = 12;
export const HEIGHT = 15;

/** The point of {@link loadFrame}, length 3. */
export const framePoint = /* @__PURE__ */ new Float64Array(3);

/** A move of block A of a contact point: see ways-out.ts. */
export const move = /* @__PURE__ */ new Float64Array(3);

/** Writes {@link frame} for the triangle whose nodes start at triangles[at]. False for a triangle without area. */
export function loadFrame(positions: Float64Array, triangles: Int32Array, at: number): boolean {
  const a = 3 * triangles[at];
  const b = 3 * triangles[at + 1];
  const c = 3 * triangles[at + 2];
  const ax = positions[a];
  const ay = positions[a + 1];
  const az = positions[a + 2];
  const ux = positions[b] - ax;
  const uy = positions[b + 1] - ay;
  const uz = positions[b + 2] - az;
  const vx = positions[c] - ax;
  const vy = positions[c + 1] - ay;
  const vz = positions[c + 2] - az;
  const nx = uy * vz - uz * vy;
  const ny = uz * vx - ux * vz;
  const nz = ux * vy - uy * vx;
  const nn = nx * nx + ny * ny + nz * nz;
  if (!(nn > 0)) return false;
  const scale = 1 / nn;
  // The gradients of N_b and N_c are v x n / n^2 and n x u / n^2.
  const bx = (vy * nz - vz * ny) * scale;
  const by = (vz * nx - vx * nz) * scale;
  const bz = (vx * ny - vy * nx) * scale;
  const cx = (ny * uz - nz * uy) * scale;
  const cy = (nz * ux - nx * uz) * scale;
  const cz = (nx * uy - ny * ux) * scale;
  const rx = framePoint[0] - ax;
  const ry = framePoint[1] - ay;
  const rz = framePoint[2] - az;
  const unit = Math.sqrt(scale);
  const shareB = rx * bx + ry * by + rz * bz;
  const shareC = rx * cx + ry * cy + rz * cz;
  frame[NORMAL] = nx * unit;
  frame[NORMAL + 1] = ny * unit;
  frame[NORMAL + 2] = nz * unit;
  frame[GRADIENT] = -bx - cx;
  frame[GRADIENT + 1] = -by - cy;
  frame[GRADIENT + 2] = -bz - cz;
  frame[GRADIENT_B] = bx;
  frame[GRADIENT_B + 1] = by;
  frame[GRADIENT_B + 2] = bz;
  frame[GRADIENT_C] = cx;
  frame[GRADIENT_C + 1] = cy;
  frame[GRADIENT_C + 2] = cz;
  frame[SHARE] = 1 - shareB - shareC;
  frame[SHARE + 1] = shareB;
  frame[SHARE + 2] = shareC;
  frame[HEIGHT] = (rx * nx + ry * ny + rz * nz) * unit;
  return true;
}
