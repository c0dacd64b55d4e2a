/**
 * The search: every face of one block with every face of the other that faces it, edge by edge (Wang et al. 2014, section 2.2), both ways round. What it finds are candidates,
 * each with the g of its normal; the largest g of each of two sorts is kept: faces and crossing edges.
 *
 * Cases of an edge mn against a face, by the distances d of its true ends, and dTol:
 *   A  both beyond, on one side              nothing
 *   B  one end within                        vertex contact
 *   C  both beyond, on either side           crossing edges
 *   D  both within                           edge or face contact
 * In B and D the true edge must be over the shrunken face; or, near the rim, the shrunken edge over the face and within dTol of it. So rims that only meet are none.
 */
import type { ConvexPolyhedron } from '../polyhedron/convex-polyhedron';
import { MAX_EDGES, MAX_FACES, MAX_VERTICES } from '../polyhedron/convex-polyhedron';
import { corner, distance, faceGap, faceNormal, faceOffset, gapAlong, measureTo, reach, shrunken } from './blocks';
import { isNear, liesOn, rim, touches } from './edge-on-face';
import { settings } from './settings';

/** Largest g of: faces with a contact (0), crossing edges (1); -Infinity for none. */
export const bestGap = /* @__PURE__ */ new Float64Array(2);
/** Block of the face (0), face (1); half-edges of A (2) and of B (3). */
export const best = /* @__PURE__ */ new Int32Array(4);
/** The mean normal last made by {@link meanNormal}, from A to B. */
export const mean = /* @__PURE__ */ new Float64Array(3);

/** Normal from A to B (0..2) and the shares of the two edges (3, 4) of the last crossing. */
export const crossing = /* @__PURE__ */ new Float64Array(5);

/** Faces whose normals are square or more to each other cannot touch: one of the faces at any contact turns against one of the other block by more. */
export function isFacing(alpha: number, beta: number): boolean {
  const p = 3 * alpha;
  const q = 3 * beta;
  return faceNormal[p] * faceNormal[q] + faceNormal[p + 1] * faceNormal[q + 1] + faceNormal[p + 2] * faceNormal[q + 2] < 0;
}

export function clearCandidates(): void {
  bestGap.fill(-Infinity);
  best.fill(-1);
}

/** Looks at the edges of `main` against the faces of `target`, the block of row `side`. */
export function search(target: ConvexPolyhedron, main: ConvexPolyhedron, side: number): void {
  const faces = side * MAX_FACES;
  const mainFaces = (1 - side) * MAX_FACES;
  const vertices = (1 - side) * MAX_VERTICES;
  const edges = (1 - side) * 2 * MAX_EDGES;
  for (let f = 0; f < target.faceCount; f++) {
    measureTo(f, side);
    for (let alpha = 0; alpha < main.faceCount; alpha++) {
      if (!isFacing(mainFaces + alpha, faces + f)) continue;
      const first = main.faceHalfEdge[alpha];
      let h = first;
      for (let turns = main.vertexCount; turns > 0; turns--) {
        const m = vertices + main.halfEdgeOrigin[h];
        const n = vertices + main.halfEdgeOrigin[h ^ 1];
        const next = main.halfEdgeNext[h];
        const dm = distance[m];
        const dn = distance[n];
        const p = edges + h;
        const q = edges + next;
        if (isNear(m) && isNear(n)) {
          if (liesOn(target, side, f, m, n, p, q)) offerFace(side, f);
        } else if (isNear(m) || isNear(n)) {
          if (touches(target, side, f, isNear(m) ? m : n, isNear(m) ? p : q)) offerFace(side, f);
          searchCrossings(target, main, side, h, f);
        } else if ((dm < 0 && dn > 0) || (dm > 0 && dn < 0)) searchCrossings(target, main, side, h, f);
        h = next;
        if (h === first) break;
      }
    }
  }
}

function offerFace(side: number, f: number): void {
  const g = faceGap[side * MAX_FACES + f];
  if (!(g > bestGap[0])) return;
  bestGap[0] = g;
  best[0] = side;
  best[1] = f;
}

/**
 * Mean of the normals at the rim last found: of the two faces of the edge, or, corner on corner, of the faces around both corners (the paper takes those of one; with both the
 * result does not depend on which block comes first). False when it vanishes.
 */
export function meanNormal(target: ConvexPolyhedron, main: ConvexPolyhedron, side: number, v: number): boolean {
  const sense = side === 0 ? 1 : -1;
  mean.fill(0);
  if (rim[1] >= 0) {
    addAround(target, side, rim[1], sense);
    addAround(main, 1 - side, v, -sense);
  } else {
    addFace(side * MAX_FACES + target.halfEdgeFace[rim[0]], sense);
    addFace(side * MAX_FACES + target.halfEdgeFace[rim[0] ^ 1], sense);
  }
  return normalizeMean();
}

export function addFace(face: number, sense: number): void {
  for (let k = 0; k < 3; k++) mean[k] += sense * faceNormal[3 * face + k];
}

/** A sum of unit normals shorter than this has lost half its digits. */
const LEAST_MEAN = 1e-8;

export function normalizeMean(): boolean {
  const length = Math.sqrt(mean[0] * mean[0] + mean[1] * mean[1] + mean[2] * mean[2]);
  if (!(length > LEAST_MEAN)) return false;
  for (let k = 0; k < 3; k++) mean[k] /= length;
  return true;
}

function addAround(shape: ConvexPolyhedron, side: number, v: number, sense: number): void {
  const start = shape.vertexHalfEdge[v];
  let h = start;
  for (let turns = shape.edgeCount; turns > 0; turns--) {
    addFace(side * MAX_FACES + shape.halfEdgeFace[h], sense);
    h = shape.halfEdgeNext[h ^ 1];
    if (h === start) break;
  }
}

/**
 * Whether a part of an edge of `main` is deeper than dTol inside `target`, the block of row `side`: of a true edge, or of a shrunken one (of prisms in one line, only those of
 * the end faces are).
 */
export function isInside(target: ConvexPolyhedron, main: ConvexPolyhedron, side: number): boolean {
  const edges = (1 - side) * 2 * MAX_EDGES;
  const vertices = (1 - side) * MAX_VERTICES;
  for (let h = 0; h < 2 * main.edgeCount; h++) {
    const next = main.halfEdgeNext[h];
    if (isPartInside(target, side, shrunken, 3 * (edges + h), 3 * (edges + next))) return true;
    const m = 3 * (vertices + main.halfEdgeOrigin[h]);
    const n = 3 * (vertices + main.halfEdgeOrigin[next]);
    if ((h & 1) === 0 && isPartInside(target, side, corner, m, n)) return true;
  }
  return false;
}

function isPartInside(target: ConvexPolyhedron, side: number, from: Float64Array, p: number, q: number): boolean {
  let start = 0;
  let end = 1;
  for (let f = side * MAX_FACES, last = f + target.faceCount; f < last && start < end; f++) {
    const nx = faceNormal[3 * f];
    const ny = faceNormal[3 * f + 1];
    const nz = faceNormal[3 * f + 2];
    const limit = faceOffset[f] - settings[1];
    const dp = nx * from[p] + ny * from[p + 1] + nz * from[p + 2] - limit;
    const dq = nx * from[q] + ny * from[q + 1] + nz * from[q + 2] - limit;
    if (dp >= 0 && dq >= 0) end = 0;
    else if (dp > 0) start = Math.max(start, dp / (dp - dq));
    else if (dq > 0) end = Math.min(end, dp / (dp - dq));
  }
  return start < end;
}

/** Crossings of edge h of `main` with the sides of face f of `target`, the block of row `side`. */
function searchCrossings(target: ConvexPolyhedron, main: ConvexPolyhedron, side: number, h: number, f: number): void {
  const a = side === 0 ? target : main;
  const b = side === 0 ? main : target;
  const first = target.faceHalfEdge[f];
  let i = first;
  for (let turns = target.vertexCount; turns > 0; turns--) {
    const edgeA = side === 0 ? i : h;
    const edgeB = side === 0 ? h : i;
    if (cross(a, b, edgeA, edgeB)) {
      gapAlong(crossing[0], crossing[1], crossing[2]);
      if (reach[0] > bestGap[1]) {
        bestGap[1] = reach[0];
        best[2] = edgeA;
        best[3] = edgeB;
      }
    }
    i = target.halfEdgeNext[i];
    if (i === first) break;
  }
}

/** Sine squared below which the cross product of two edges has lost half its digits. */
const LEAST_SINE2 = 1e-16;

/**
 * Whether edges h of A and i of B cross: seen along their cross normal at more than dTol from all four ends (nearer, they are vertex contacts, or rims that only meet),
 * with that normal between those of the two faces of each edge.
 */
function cross(a: ConvexPolyhedron, b: ConvexPolyhedron, h: number, i: number): boolean {
  const p = 3 * a.halfEdgeOrigin[h];
  const q = 3 * a.halfEdgeOrigin[h ^ 1];
  const r = 3 * (MAX_VERTICES + b.halfEdgeOrigin[i]);
  const s = 3 * (MAX_VERTICES + b.halfEdgeOrigin[i ^ 1]);
  const ex = corner[q] - corner[p];
  const ey = corner[q + 1] - corner[p + 1];
  const ez = corner[q + 2] - corner[p + 2];
  const fx = corner[s] - corner[r];
  const fy = corner[s + 1] - corner[r + 1];
  const fz = corner[s + 2] - corner[r + 2];
  let nx = ey * fz - ez * fy;
  let ny = ez * fx - ex * fz;
  let nz = ex * fy - ey * fx;
  const cc = nx * nx + ny * ny + nz * nz;
  const ee = ex * ex + ey * ey + ez * ez;
  const ff = fx * fx + fy * fy + fz * fz;
  if (!(cc > LEAST_SINE2 * ee * ff)) return false;
  const x = corner[r] - corner[p];
  const y = corner[r + 1] - corner[p + 1];
  const z = corner[r + 2] - corner[p + 2];
  const t = ((y * fz - z * fy) * nx + (z * fx - x * fz) * ny + (x * fy - y * fx) * nz) / cc;
  const u = ((y * ez - z * ey) * nx + (z * ex - x * ez) * ny + (x * ey - y * ex) * nz) / cc;
  const endA = settings[1] / Math.sqrt(ee);
  const endB = settings[1] / Math.sqrt(ff);
  if (!(t > endA && t < 1 - endA && u > endB && u < 1 - endB)) return false;
  const length = Math.sqrt(cc);
  nx /= length;
  ny /= length;
  nz /= length;
  // The normal leaves both faces of an edge when it points away from the inward direction of each, n_face x e.
  const a0 = leaves(a.halfEdgeFace[h], ex, ey, ez, nx, ny, nz);
  const a1 = -leaves(a.halfEdgeFace[h ^ 1], ex, ey, ez, nx, ny, nz);
  const b0 = leaves(MAX_FACES + b.halfEdgeFace[i], fx, fy, fz, nx, ny, nz);
  const b1 = -leaves(MAX_FACES + b.halfEdgeFace[i ^ 1], fx, fy, fz, nx, ny, nz);
  const sense = a0 <= 0 && a1 <= 0 && b0 >= 0 && b1 >= 0 ? 1 : a0 >= 0 && a1 >= 0 && b0 <= 0 && b1 <= 0 ? -1 : 0;
  if (sense === 0) return false;
  // An edge of which both ends are within dTol of a face of the other edge lies on that face (case D).
  for (let k = 0; k < 2; k++) {
    if (isLevel(a.halfEdgeFace[h ^ k], r, s) || isLevel(MAX_FACES + b.halfEdgeFace[i ^ k], p, q)) return false;
  }
  crossing[0] = sense * nx;
  crossing[1] = sense * ny;
  crossing[2] = sense * nz;
  crossing[3] = t;
  crossing[4] = u;
  return true;
}

/** Whether the corners at places p and q are both within dTol of a face. */
function isLevel(face: number, p: number, q: number): boolean {
  const x = faceNormal[3 * face];
  const y = faceNormal[3 * face + 1];
  const z = faceNormal[3 * face + 2];
  const dp = x * corner[p] + y * corner[p + 1] + z * corner[p + 2] - faceOffset[face];
  const dq = x * corner[q] + y * corner[q + 1] + z * corner[q + 2] - faceOffset[face];
  return Math.abs(dp) <= settings[1] && Math.abs(dq) <= settings[1];
}

/** n·(m x e) with m the normal of a face: a sign, -1, 0 or 1. */
function leaves(face: number, ex: number, ey: number, ez: number, nx: number, ny: number, nz: number): number {
  const x = faceNormal[3 * face];
  const y = faceNormal[3 * face + 1];
  const z = faceNormal[3 * face + 2];
  const s = nx * (y * ez - z * ey) + ny * (z * ex - x * ez) + nz * (x * ey - y * ex);
  return s > 0 ? 1 : s < 0 ? -1 : 0;
}

/** Crossing of the best pair of edges anew, into {@link crossing}. */
export function locateCrossing(a: ConvexPolyhedron, b: ConvexPolyhedron): void {
  cross(a, b, best[2], best[3]);
}
