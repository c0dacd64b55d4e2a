/**
 * Whether a segment or a point lies over a face (Wang et al. 2014, section 2.2, eqs 4-7).
 *
 * J_i = (e_i x ip)·n of a point p and the side i of a face is the distance from the line of that side times its length,
 * > 0 inside. It does not depend on the height of p above the face, so nothing is projected. Each side with p outside
 * and q inside cuts segment pq at the fraction |J_p| / (|J_p| + |J_q|) of its length. The remaining part starts at the
 * MAXIMUM of these fractions. Eq. 6 prints the minimum, which removes only the smallest outer part.
 *
 * INNER uses the shrunken face, whose sides are the shrunken edges. It is similar to the face, so the sides have the
 * same directions.
 */
import { MAX_EDGES, MAX_FACES, MAX_VERTICES, type ConvexPolyhedron } from '../polyhedron/convex-polyhedron';
import { corner, distance, faceNormal, shrunken } from './blocks';
import { D_TOL, FACE_SHIFT, settings } from './settings';

export const STRICT = 0;
export const INNER = 1;

/** INNER, or STRICT: the face over which a true corner or edge must be to be in contact. */
export const overWhat = /* @__PURE__ */ new Int32Array(1);

/**
 * Whether a part of segment pq (x y z at those places of an array) is over face f of the block of row `side`; a point,
 * p = q, counts as its own part.
 */
function isOverFace(shape: ConvexPolyhedron, side: number, f: number, from: Float64Array, p: number, q: number, mode: number): boolean {
  const base = mode === INNER ? shrunken : corner;
  const o = 3 * (side * MAX_FACES + f);
  const nx = faceNormal[o];
  const ny = faceNormal[o + 1];
  const nz = faceNormal[o + 2];
  const row = side * MAX_VERTICES;
  const first = shape.faceHalfEdge[f];
  let start = 0;
  let end = 1;
  let h = first;
  for (let turns = shape.vertexCount; turns > 0; turns--) {
    const i = 3 * (row + shape.halfEdgeOrigin[h]);
    const j = 3 * (row + shape.halfEdgeOrigin[h ^ 1]);
    const ex = corner[j] - corner[i];
    const ey = corner[j + 1] - corner[i + 1];
    const ez = corner[j + 2] - corner[i + 2];
    // n x e: J = (e x r)·n = r·(n x e).
    const ux = ny * ez - nz * ey;
    const uy = nz * ex - nx * ez;
    const uz = nx * ey - ny * ex;
    const o1 = mode === INNER ? 3 * (2 * side * MAX_EDGES + h) : i;
    const jp = ux * (from[p] - base[o1]) + uy * (from[p + 1] - base[o1 + 1]) + uz * (from[p + 2] - base[o1 + 2]);
    const jq = ux * (from[q] - base[o1]) + uy * (from[q + 1] - base[o1 + 1]) + uz * (from[q + 2] - base[o1 + 2]);
    if (!(jp > 0 || jq > 0)) return false;
    if (jp < 0) start = Math.max(start, jp / (jp - jq));
    else if (jq < 0) end = Math.min(end, jp / (jp - jq));
    h = shape.halfEdgeNext[h];
    if (h === first) break;
  }
  return end > start;
}

/** Whether the shrunken point of half-edge row h is within dTol of face f of the block of row `side`. */
function isShrunkenNear(shape: ConvexPolyhedron, side: number, f: number, h: number): boolean {
  const o = 3 * (side * MAX_FACES + f);
  const c = 3 * (side * MAX_VERTICES + shape.halfEdgeOrigin[shape.faceHalfEdge[f]]);
  let d = -settings[FACE_SHIFT];
  for (let k = 0; k < 3; k++) d += faceNormal[o + k] * (shrunken[3 * h + k] - corner[c + k]);
  return d <= settings[D_TOL] && d >= -settings[D_TOL];
}

/** Case B: whether the corner of row v, its shrunken point that of half-edge row h, touches face f. */
export function touches(target: ConvexPolyhedron, side: number, f: number, v: number, h: number): boolean {
  return (
    isOverFace(target, side, f, corner, 3 * v, 3 * v, overWhat[0]) ||
    (isShrunkenNear(target, side, f, h) && isOverFace(target, side, f, shrunken, 3 * h, 3 * h, STRICT))
  );
}

/**
 * Case D: whether the edge between the corners of rows m and n, its shrunken points those of half-edge rows p and q,
 * lies on face f.
 */
export function liesOn(target: ConvexPolyhedron, side: number, f: number, m: number, n: number, p: number, q: number): boolean {
  const isShrunken = isShrunkenNear(target, side, f, p) && isShrunkenNear(target, side, f, q);
  if (isShrunken && isOverFace(target, side, f, shrunken, 3 * p, 3 * q, STRICT)) return true;
  return isOverFace(target, side, f, corner, 3 * m, 3 * n, overWhat[0]);
}

/** Whether the corner at row v is within dTol of the plane last measured to. */
export function isNear(v: number): boolean {
  const d = distance[v] - settings[FACE_SHIFT];
  return d <= settings[D_TOL] && d >= -settings[D_TOL];
}
