/**
 * Where a segment lies over a face (Wang et al. 2014, section 2.2, eqs 4-7).
 *
 * J_i = (e_i x ip)·n of a point p and the side i of a face is the distance from the line of that side times its length, > 0 inside. A height of p above the face drops
 * out of it, so nothing is projected. Segment pq is cut by each side that has p outside and q inside at the share |J_p| / (|J_p| + |J_q|) of its length. The share
 * that remains in the end starts at the MAXIMUM of these: eq. 6 prints the minimum, which leaves every part outside but the least. Sides that do not cut count as 0.
 *
 * INNER asks for the shrunken face instead, whose sides are the shrunken edges: similar to the face, so the sides have the same directions. LOOSE takes points up to
 * dTol outside for inside: edges that lie along the rim are then not cut by rounding.
 */
import { MAX_EDGES, MAX_FACES, MAX_VERTICES, type ConvexPolyhedron } from '../polyhedron/convex-polyhedron';
import { corner, distance, faceNormal, shrunken } from './blocks';
import { settings } from './settings';

/** Shares of the segment at which the part over the face starts (0) and ends (1). */
export const part = /* @__PURE__ */ new Float64Array(2);
/** The half-edges of the face that cut there, -1 for an end of the segment itself. */
export const cutBy = /* @__PURE__ */ new Int32Array(2);

export const STRICT = 0;
export const INNER = 1;
export const LOOSE = 2;

/** INNER, or STRICT: what a true corner or edge must be over to be in contact. */
export const overWhat = /* @__PURE__ */ new Int32Array(1);

/** Whether a part of segment pq (x y z at those places of two arrays) is over face f of the block of row `side`; it goes to {@link part}. */
export function clipToFace(
  shape: ConvexPolyhedron,
  side: number,
  f: number,
  from: Float64Array,
  p: number,
  q: number,
  mode: number,
): boolean {
  const base = mode === INNER ? shrunken : corner;
  const o = 3 * (side * MAX_FACES + f);
  const nx = faceNormal[o];
  const ny = faceNormal[o + 1];
  const nz = faceNormal[o + 2];
  const row = side * MAX_VERTICES;
  const first = shape.faceHalfEdge[f];
  part[0] = 0;
  part[1] = 1;
  cutBy[0] = -1;
  cutBy[1] = -1;
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
    // The least J that counts as inside.
    const least = mode === LOOSE ? -settings[1] * Math.sqrt(ex * ex + ey * ey + ez * ez) : 0;
    if (!(jp > least || jq > least)) return false;
    if (jp < least && jq > 0) {
      const t = jp / (jp - jq);
      if (t > part[0]) {
        part[0] = t;
        cutBy[0] = h;
      }
    } else if (jq < least && jp > 0) {
      const t = jp / (jp - jq);
      if (t < part[1]) {
        part[1] = t;
        cutBy[1] = h;
      }
    }
    h = shape.halfEdgeNext[h];
    if (h === first) break;
  }
  return part[1] > part[0];
}

/** Whether the point at place p is over the inside of face f of the block of row `side`: all J > 0. */
function isOverFace(shape: ConvexPolyhedron, side: number, f: number, from: Float64Array, p: number, mode: number): boolean {
  return clipToFace(shape, side, f, from, p, p, mode);
}

/** Whether the shrunken point of half-edge row h is within dTol of face f of the block of row `side`. */
function isShrunkenNear(shape: ConvexPolyhedron, side: number, f: number, h: number): boolean {
  const o = 3 * (side * MAX_FACES + f);
  const c = 3 * (side * MAX_VERTICES + shape.halfEdgeOrigin[shape.faceHalfEdge[f]]);
  let d = -settings[4];
  for (let k = 0; k < 3; k++) d += faceNormal[o + k] * (shrunken[3 * h + k] - corner[c + k]);
  return d <= settings[1] && d >= -settings[1];
}

/** Case B: whether the corner of row v, its shrunken point that of half-edge row h, touches face f. */
export function touches(target: ConvexPolyhedron, side: number, f: number, v: number, h: number): boolean {
  return (
    isOverFace(target, side, f, corner, 3 * v, overWhat[0]) ||
    (isShrunkenNear(target, side, f, h) && isOverFace(target, side, f, shrunken, 3 * h, STRICT))
  );
}

/** Case D: whether the edge between the corners of rows m and n, its shrunken points those of half-edge rows p and q, lies on face f; its part goes to {@link part}. */
export function liesOn(target: ConvexPolyhedron, side: number, f: number, m: number, n: number, p: number, q: number): boolean {
  if (isShrunkenNear(target, side, f, p) && isShrunkenNear(target, side, f, q)) {
    if (clipToFace(target, side, f, shrunken, 3 * p, 3 * q, STRICT)) return true;
  }
  return clipToFace(target, side, f, corner, 3 * m, 3 * n, overWhat[0]);
}

/** The rim of face f at the point at place p: the half-edge whose line is within dTol (0), -1 for none, and the corner within dTol (1), -1 for none. */
export const rim = /* @__PURE__ */ new Int32Array(2);
export function findRim(shape: ConvexPolyhedron, side: number, f: number, from: Float64Array, p: number): void {
  const o = 3 * (side * MAX_FACES + f);
  const nx = faceNormal[o];
  const ny = faceNormal[o + 1];
  const nz = faceNormal[o + 2];
  const row = side * MAX_VERTICES;
  const near2 = settings[1] * settings[1];
  const first = shape.faceHalfEdge[f];
  let nearest = near2;
  let closest = near2;
  rim[0] = -1;
  rim[1] = -1;
  let h = first;
  for (let turns = shape.vertexCount; turns > 0; turns--) {
    const i = 3 * (row + shape.halfEdgeOrigin[h]);
    const j = 3 * (row + shape.halfEdgeOrigin[h ^ 1]);
    const ex = corner[j] - corner[i];
    const ey = corner[j + 1] - corner[i + 1];
    const ez = corner[j + 2] - corner[i + 2];
    const rx = from[p] - corner[i];
    const ry = from[p + 1] - corner[i + 1];
    const rz = from[p + 2] - corner[i + 2];
    const away = nx * rx + ny * ry + nz * rz;
    const across = (ey * rz - ez * ry) * nx + (ez * rx - ex * rz) * ny + (ex * ry - ey * rx) * nz;
    const flat2 = rx * rx + ry * ry + rz * rz - away * away;
    const side2 = (across * across) / (ex * ex + ey * ey + ez * ez);
    if (side2 <= nearest) {
      nearest = side2;
      rim[0] = h;
    }
    if (flat2 <= closest) {
      closest = flat2;
      rim[1] = shape.halfEdgeOrigin[h];
    }
    h = shape.halfEdgeNext[h];
    if (h === first) break;
  }
}

/** Whether the corner at row v is within dTol of the plane last measured to. */
export function isNear(v: number): boolean {
  const d = distance[v] - settings[4];
  return d <= settings[1] && d >= -settings[1];
}
