/**
 * Equivalent forces at the corners of a face.
 *
 * Source: Wang, Li and Feng 2014, section 4.4, eqs 30-31: for a point force the shares are the shape functions there.
 */

/**
 * Shares of the corners of a triangle or a convex quadrilateral in a force at a point of it. They add up to 1 and have
 * the moment of the force. `corners`, 3 or 4 points x y z packed; `out` has one entry a corner. The diagonal from the
 * first corner divides a quadrilateral into two triangles, so the moment is exact for any shape. Zeros for a face
 * without area.
 */
export function nodalShares(out: Float64Array, corners: ArrayLike<number>, point: ArrayLike<number>): Float64Array {
  out.fill(0);
  const count = corners.length / 3;
  for (let t = 1; t + 1 < count; t++) {
    const isLast = t + 2 === count;
    if (sharesIn(corners, t, point) || isLast) {
      out[0] = shares[0];
      out[t] = shares[1];
      out[t + 1] = shares[2];
      return out;
    }
  }
  return out;
}

const shares = /* @__PURE__ */ new Float64Array(3);

/**
 * Barycentric coordinates of the foot of the point on the triangle of corners 0, t, t + 1; True when the foot is not
 * beyond the side from 0 to t + 1.
 */
function sharesIn(c: ArrayLike<number>, t: number, p: ArrayLike<number>): boolean {
  const ux = c[3 * t] - c[0];
  const uy = c[3 * t + 1] - c[1];
  const uz = c[3 * t + 2] - c[2];
  const vx = c[3 * t + 3] - c[0];
  const vy = c[3 * t + 4] - c[1];
  const vz = c[3 * t + 5] - c[2];
  const rx = p[0] - c[0];
  const ry = p[1] - c[1];
  const rz = p[2] - c[2];
  const nx = uy * vz - uz * vy;
  const ny = uz * vx - ux * vz;
  const nz = ux * vy - uy * vx;
  const nn = nx * nx + ny * ny + nz * nz;
  const b = nn > 0 ? ((ry * vz - rz * vy) * nx + (rz * vx - rx * vz) * ny + (rx * vy - ry * vx) * nz) / nn : 0;
  const d = nn > 0 ? ((uy * rz - uz * ry) * nx + (uz * rx - ux * rz) * ny + (ux * ry - uy * rx) * nz) / nn : 0;
  shares[0] = nn > 0 ? 1 - b - d : 0;
  shares[1] = b;
  shares[2] = d;
  return b >= 0;
}
