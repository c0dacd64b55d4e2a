/**
 * The search: every face of one block with every face of the other that faces it, edge by edge (Wang et al. 2014,
 * section 2.2), with both roles. It finds candidates, each with the g of its normal. The largest g of each of two sorts
 * is kept: faces and crossing edges.
 *
 * Cases of an edge mn against a face, by the distances d of its true ends, and dTol:
 *   A  both beyond, on one side              nothing
 *   B  one end within                        vertex contact
 *   C  both beyond, on either side           crossing edges
 *      both behind, no deeper than the outermost face   crossing edges, which the paper leaves out
 *   D  both within                           edge or face contact
 * In B and D the true edge must be over the shrunken face. Near the rim it is enough that the shrunken edge is over the
 * face and within dTol of it. So rims that only touch are not contacts.
 */
import type { ConvexPolyhedron } from '../polyhedron/convex-polyhedron';
import { MAX_EDGES, MAX_FACES, MAX_VERTICES } from '../polyhedron/convex-polyhedron';
import { corner, distance, edgeVector, faceGap, faceNormal, faceOffset, gapAlong, measureTo, probe, reach, shrunken } from './blocks';
import { INNER, isNear, liesOn, overWhat, touches } from './edge-on-face';
import { BAND, D_TOL, FACE_SHIFT, LEAST_FACE_GAP, OUTER_GAP, RIM_REACH, settings, SHRINK_DISTANCE } from './settings';

/** Largest g of each sort of candidate; -Infinity for none. */
export const bestGap = /* @__PURE__ */ new Float64Array(3);
/** Faces with a contact. */
export const FACES_MEET = 0;
/** Edges that cross. */
export const EDGES_CROSS = 1;
/** Edges that cross within dTol of an end, or just beyond it, or along a face. */
export const EDGES_NEAR = 2;
/** Half-edges of A and of B that cross, of sort 1 (2, 3), and of sort 2 (4, 5). */
export const bestCrossing = /* @__PURE__ */ new Int32Array(6);

/** The last crossing: normal from A to B (0..2) and the shares of the two edges (SHARES, 3..4). */
export const crossing = /* @__PURE__ */ new Float64Array(5);
/** Slot of the shares of the edge of A and of B. */
export const SHARES = 3;
/**
 * 1 when the last crossing is within dTol of an end of either edge, or up to dTol beyond it, or between rims of faces
 * that lie on each other.
 */
const isAtRim = /* @__PURE__ */ new Int32Array(1);

/**
 * Faces whose normals make an angle of 90 degrees or less cannot touch: at any contact one face of each block looks
 * against a face of the other by more.
 */
function isFacing(alpha: number, beta: number): boolean {
  const p = 3 * alpha;
  const q = 3 * beta;
  return faceNormal[p] * faceNormal[q] + faceNormal[p + 1] * faceNormal[q + 1] + faceNormal[p + 2] * faceNormal[q + 2] < 0;
}

/**
 * Tests the edges of each block against the faces of the other. Features on faces must be over them in the sense of
 * `over`: INNER, or STRICT.
 */
export function searchBlocks(a: ConvexPolyhedron, b: ConvexPolyhedron, over: number): void {
  bestGap.fill(-Infinity);
  bestCrossing.fill(-1);
  overWhat[0] = over;
  settings[FACE_SHIFT] = 0;
  settings[LEAST_FACE_GAP] = -Infinity;
  search(a, b, 0, true);
  search(b, a, 1, true);
}

/**
 * For blocks that overlap by more than dTol: moves the outermost face in to where it touches. Returns whether a feature
 * then lies on it, or on another face with the same depth.
 */
export function isOverFaceMovedIn(a: ConvexPolyhedron, b: ConvexPolyhedron): boolean {
  overWhat[0] = INNER;
  settings[FACE_SHIFT] = settings[OUTER_GAP];
  settings[LEAST_FACE_GAP] = settings[OUTER_GAP] - settings[D_TOL];
  bestGap[FACES_MEET] = -Infinity;
  search(a, b, 0, false);
  search(b, a, 1, false);
  return bestGap[FACES_MEET] > -Infinity;
}

/** Tests the edges of `main` against the faces of `target`, the block of row `side`. */
function search(target: ConvexPolyhedron, main: ConvexPolyhedron, side: number, withCrossings: boolean): void {
  const faces = side * MAX_FACES;
  const mainFaces = (1 - side) * MAX_FACES;
  const vertices = (1 - side) * MAX_VERTICES;
  const edges = (1 - side) * 2 * MAX_EDGES;
  // A crossing edge of the main block is not behind the face by more than the depth of the outermost face. Otherwise
  // the crossing does not give a smaller depth.
  const deepest = Math.min(0, settings[OUTER_GAP]) - settings[D_TOL];
  for (let f = 0; f < target.faceCount; f++) {
    measureTo(f, side);
    const g = faceGap[faces + f];
    if (!(g >= settings[LEAST_FACE_GAP])) continue;
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
        const isNearM = isNear(m);
        const isNearN = isNear(n);
        if (isNearM && isNearN) {
          if (g > bestGap[FACES_MEET] && liesOn(target, side, f, m, n, p, q)) bestGap[FACES_MEET] = g;
        } else if (isNearM || isNearN) {
          if (g > bestGap[FACES_MEET] && touches(target, side, f, isNearM ? m : n, isNearM ? p : q)) bestGap[FACES_MEET] = g;
        }
        const mayCross = Math.max(dm, dn) >= deepest && Math.min(dm, dn) <= settings[D_TOL];
        // Once for each edge, since both its faces may look at f.
        const isFirst = (h & 1) === 0 || !isFacing(mainFaces + main.halfEdgeFace[h ^ 1], faces + f);
        if (withCrossings && mayCross && isFirst) searchCrossings(target, main, side, h, f);
        h = next;
        if (h === first) break;
      }
    }
  }
}

/**
 * Whether a part of an edge of `main` is inside `target`, the block of row `side`, by more than rounding: of a true
 * edge, or of a shrunken one (for prisms in one line, only shrunken edges of the end faces are inside).
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
    const limit = faceOffset[f] - settings[BAND];
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
      const sort = isAtRim[0] === 0 ? 1 : 2;
      for (let k = 0; k < 3; k++) probe[k] = crossing[k];
      gapAlong();
      if (reach[0] > bestGap[sort]) {
        bestGap[sort] = reach[0];
        bestCrossing[2 * sort] = edgeA;
        bestCrossing[2 * sort + 1] = edgeB;
      }
    }
    i = target.halfEdgeNext[i];
    if (i === first) break;
  }
}

/** Sine squared below which the cross product of two edges has lost half its digits. */
const LEAST_SINE2 = 1e-16;

/**
 * Whether edges h of A and i of B cross, seen along their cross normal, with that normal between those of the two faces
 * of each edge. A crossing within dTol of an end is not a contact of edges but of a vertex, or of rims that only touch.
 * Its normal is still a candidate for the shortest separation.
 */
function cross(a: ConvexPolyhedron, b: ConvexPolyhedron, h: number, i: number): boolean {
  const p = 3 * a.halfEdgeOrigin[h];
  const q = 3 * a.halfEdgeOrigin[h ^ 1];
  const r = 3 * (MAX_VERTICES + b.halfEdgeOrigin[i]);
  const s = 3 * (MAX_VERTICES + b.halfEdgeOrigin[i ^ 1]);
  const e = 3 * (h >> 1);
  const f = 3 * (MAX_EDGES + (i >> 1));
  const senseA = (h & 1) === 0 ? 1 : -1;
  const senseB = (i & 1) === 0 ? 1 : -1;
  const ex = senseA * edgeVector[e];
  const ey = senseA * edgeVector[e + 1];
  const ez = senseA * edgeVector[e + 2];
  const fx = senseB * edgeVector[f];
  const fy = senseB * edgeVector[f + 1];
  const fz = senseB * edgeVector[f + 2];
  const x = corner[r] - corner[p];
  const y = corner[r + 1] - corner[p + 1];
  const z = corner[r + 2] - corner[p + 2];
  // Edges whose distance is larger than the depth of the outermost face do not give a smaller depth. The test uses
  // twice the distance from middle to middle along each axis, so the bound is doubled too.
  const far = 2 * (settings[D_TOL] + Math.max(0, -settings[OUTER_GAP]));
  if (Math.abs(2 * x + fx - ex) > Math.abs(ex) + Math.abs(fx) + far) return false;
  if (Math.abs(2 * y + fy - ey) > Math.abs(ey) + Math.abs(fy) + far) return false;
  if (Math.abs(2 * z + fz - ez) > Math.abs(ez) + Math.abs(fz) + far) return false;
  let nx = ey * fz - ez * fy;
  let ny = ez * fx - ex * fz;
  let nz = ex * fy - ey * fx;
  const cc = nx * nx + ny * ny + nz * nz;
  const ee = ex * ex + ey * ey + ez * ez;
  const ff = fx * fx + fy * fy + fz * fz;
  if (!(cc > LEAST_SINE2 * ee * ff)) return false;
  const t = ((y * fz - z * fy) * nx + (z * fx - x * fz) * ny + (x * fy - y * fx) * nz) / cc;
  const u = ((y * ez - z * ey) * nx + (z * ex - x * ez) * ny + (x * ey - y * ex) * nz) / cc;
  const endA = settings[D_TOL] / Math.sqrt(ee);
  const endB = settings[D_TOL] / Math.sqrt(ff);
  // For edges at a small angle, dTol beside one edge corresponds to a longer distance along the other.
  const stretch = Math.sqrt((ee * ff) / cc);
  const beyondA = endA * stretch;
  const beyondB = endB * stretch;
  if (!(t > -beyondA && t < 1 + beyondA && u > -beyondB && u < 1 + beyondB)) return false;
  const isInner = t > endA && t < 1 - endA && u > endB && u < 1 - endB;
  const length = Math.sqrt(cc);
  nx /= length;
  ny /= length;
  nz /= length;
  crossing[0] = nx;
  crossing[1] = ny;
  crossing[2] = nz;
  crossing[SHARES] = t;
  crossing[SHARES + 1] = u;
  // The normal points out of both faces of an edge when it points away from the inward direction of each, n_face x e.
  const a0 = turn(a.halfEdgeFace[h], p, q);
  const a1 = turn(a.halfEdgeFace[h ^ 1], q, p);
  const b0 = turn(MAX_FACES + b.halfEdgeFace[i], r, s);
  const b1 = turn(MAX_FACES + b.halfEdgeFace[i ^ 1], s, r);
  if (a0 >= 0 && a1 >= 0 && b0 <= 0 && b1 <= 0) {
    if (!(a0 <= 0 && a1 <= 0 && b0 >= 0 && b1 >= 0)) for (let k = 0; k < 3; k++) crossing[k] = -crossing[k];
  } else if (!(a0 <= 0 && a1 <= 0 && b0 >= 0 && b1 >= 0)) return false;
  isAtRim[0] = isInner && !runsAlong(b, MAX_FACES, i, p, q) && !runsAlong(a, 0, h, r, s) ? 0 : 1;
  return true;
}

/**
 * Whether the edge between places p and q runs along a face of edge h, no deeper than the outermost face and the shrink
 * distance, and level to +-dTol. Faces that lie on each other with a tilt below dTol have such edges all around; these
 * are not separate contacts.
 */
function runsAlong(shape: ConvexPolyhedron, faces: number, h: number, p: number, q: number): boolean {
  const deepest = settings[SHRINK_DISTANCE] + Math.max(0, -settings[OUTER_GAP]);
  for (let k = 0; k < 2; k++) {
    const f = faces + shape.halfEdgeFace[h ^ k];
    const x = faceNormal[3 * f];
    const y = faceNormal[3 * f + 1];
    const z = faceNormal[3 * f + 2];
    const dp = x * corner[p] + y * corner[p + 1] + z * corner[p + 2] - faceOffset[f];
    const dq = x * corner[q] + y * corner[q + 1] + z * corner[q + 2] - faceOffset[f];
    if (Math.abs(dp - dq) <= 2 * settings[D_TOL] && Math.abs(dp) <= deepest && Math.abs(dq) <= deepest) return true;
  }
  return false;
}

/** n·(m x e), n the normal in {@link crossing}, m that of a face, e from place p to place q: a sign, -1, 0 or 1. */
function turn(face: number, p: number, q: number): number {
  const ex = corner[q] - corner[p];
  const ey = corner[q + 1] - corner[p + 1];
  const ez = corner[q + 2] - corner[p + 2];
  const x = faceNormal[3 * face];
  const y = faceNormal[3 * face + 1];
  const z = faceNormal[3 * face + 2];
  const s = crossing[0] * (y * ez - z * ey) + crossing[1] * (z * ex - x * ez) + crossing[2] * (x * ey - y * ex);
  return s > 0 ? 1 : s < 0 ? -1 : 0;
}

/**
 * Computes the crossing of the best pair of edges again, and writes it to {@link crossing}: sort 1, or sort 2 at an
 * end.
 */
export function locateCrossing(a: ConvexPolyhedron, b: ConvexPolyhedron, sort: number): void {
  cross(a, b, bestCrossing[2 * sort], bestCrossing[2 * sort + 1]);
}

/** Whether the last located crossing is beside a corner: within settings[RIM_REACH] of an end of either edge. */
export function isBesideCorner(a: ConvexPolyhedron, b: ConvexPolyhedron, sort: number): boolean {
  return isShareAtEnd(a, bestCrossing[2 * sort], 0) || isShareAtEnd(b, bestCrossing[2 * sort + 1], 1);
}

/** Whether the share of edge h of the block of row `side` is at an end of it. */
function isShareAtEnd(shape: ConvexPolyhedron, h: number, side: number): boolean {
  const t = crossing[SHARES + side];
  const row = side * MAX_VERTICES;
  const p = 3 * (row + shape.halfEdgeOrigin[h]);
  const q = 3 * (row + shape.halfEdgeOrigin[h ^ 1]);
  const x = corner[q] - corner[p];
  const y = corner[q + 1] - corner[p + 1];
  const z = corner[q + 2] - corner[p + 2];
  const share = settings[RIM_REACH] / Math.sqrt(x * x + y * y + z * z);
  return t < share || t > 1 - share;
}
