/**
 * The area of the common part of two faces projected along a normal: the polygon of A's face cut by the sides of B's one after the other
 * (Sutherland and Hodgman 1974), then the shoelace formula. Cost O((p + q) q) for faces of p and q corners.
 */
import { MAX_VERTICES, type ConvexPolyhedron } from '../polyhedron/convex-polyhedron';
import { corner } from './block-pair';

/** The polygon before and after a cut, x y z packed, about A's first corner: q cuts add one corner each at most. */
const before = /* @__PURE__ */ new Float64Array(6 * MAX_VERTICES);
const after = /* @__PURE__ */ new Float64Array(6 * MAX_VERTICES);

/** The last area (0). */
export const faceArea = /* @__PURE__ */ new Float64Array(1);

export function measureFaceArea(a: ConvexPolyhedron, b: ConvexPolyhedron, f: number, g: number, normal: Float64Array): void {
  const nx = normal[0];
  const ny = normal[1];
  const nz = normal[2];
  const first = a.faceHalfEdge[f];
  const o = 3 * a.halfEdgeOrigin[first];
  const ox = corner[o];
  const oy = corner[o + 1];
  const oz = corner[o + 2];
  let from = before;
  let to = after;
  let n = 0;
  let h = first;
  do {
    const p = 3 * a.halfEdgeOrigin[h];
    from[3 * n] = corner[p] - ox;
    from[3 * n + 1] = corner[p + 1] - oy;
    from[3 * n + 2] = corner[p + 2] - oz;
    n++;
    h = a.halfEdgeNext[h];
  } while (h !== first && n < MAX_VERTICES);

  const start = b.faceHalfEdge[g];
  h = start;
  for (let turns = b.vertexCount; turns > 0 && n > 0; turns--) {
    // B's face looks against the normal and turns clockwise about it: its inside is to the right.
    const p = 3 * (MAX_VERTICES + b.halfEdgeOrigin[h]);
    const q = 3 * (MAX_VERTICES + b.halfEdgeOrigin[h ^ 1]);
    const ex = corner[q] - corner[p];
    const ey = corner[q + 1] - corner[p + 1];
    const ez = corner[q + 2] - corner[p + 2];
    // Into the face, in the plane: e × n.
    const ix = ey * nz - ez * ny;
    const iy = ez * nx - ex * nz;
    const iz = ex * ny - ey * nx;
    const c = ix * (corner[p] - ox) + iy * (corner[p + 1] - oy) + iz * (corner[p + 2] - oz);
    let m = 0;
    for (let k = 0; k < n; k++) {
      const l = 3 * (k + 1 < n ? k + 1 : 0);
      const d = ix * from[3 * k] + iy * from[3 * k + 1] + iz * from[3 * k + 2] - c;
      const e = ix * from[l] + iy * from[l + 1] + iz * from[l + 2] - c;
      if (d >= 0 && m < 2 * MAX_VERTICES) {
        to[3 * m] = from[3 * k];
        to[3 * m + 1] = from[3 * k + 1];
        to[3 * m + 2] = from[3 * k + 2];
        m++;
      }
      if (((d > 0 && e < 0) || (d < 0 && e > 0)) && m < 2 * MAX_VERTICES) {
        const t = d / (d - e);
        to[3 * m] = from[3 * k] + t * (from[l] - from[3 * k]);
        to[3 * m + 1] = from[3 * k + 1] + t * (from[l + 1] - from[3 * k + 1]);
        to[3 * m + 2] = from[3 * k + 2] + t * (from[l + 2] - from[3 * k + 2]);
        m++;
      }
    }
    const swap = from;
    from = to;
    to = swap;
    n = m;
    h = b.halfEdgeNext[h];
    if (h === start) break;
  }

  let sum = 0;
  for (let k = 1; k + 1 < n; k++) {
    const px = from[3 * k] - from[0];
    const py = from[3 * k + 1] - from[1];
    const pz = from[3 * k + 2] - from[2];
    const qx = from[3 * k + 3] - from[0];
    const qy = from[3 * k + 4] - from[1];
    const qz = from[3 * k + 5] - from[2];
    sum += nx * (py * qz - pz * qy) + ny * (pz * qx - px * qz) + nz * (px * qy - py * qx);
  }
  faceArea[0] = sum > 0 ? 0.5 * sum : 0;
}
