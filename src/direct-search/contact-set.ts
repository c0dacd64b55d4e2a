/**
 * The contact set of two blocks: their basic contacts (v-v, v-e, v-f, crossing e-e) within dTol.
 *
 * The definition is the same for both searches and does not depend on the order of a search. A valid entrance is a face
 * of the Minkowski difference M of the blocks ("cover" in Shi's words): its corners are vertex pairs, its sides
 * vertex-edge pairs. Of the covers within dTol of the origin
 * - a corner within dTol is a v-v contact;
 * - a side within dTol of which no end is, is a v-e contact;
 * - a cover of which no side is, but whose inside is, is a v-f or crossing e-e contact. These are the rules of the
 *   paper's count n_j (1 face near: v-f, 2: v-e, 3 or more: v-v; section 2.2.1) with true distances. Reason: planes of
 *   faces can be near although the faces are not, and two planes at an angle theta are within dTol up to dTol /
 *   sin(theta / 2) from their edge.
 *
 * If the gap or the depth is at most dTol, the nearest point of M's surface is on a cover, so the set is not empty. In
 * deeper overlaps it can only contain covers whose g is below -dTol.
 */
import { edgeFeature, faceFeature, vertexFeature } from '../contact/feature';
import { SQUARE } from '../contact/layouts';
import { MAX_FACES, MAX_VERTICES, type ConvexPolyhedron } from '../polyhedron/convex-polyhedron';
import { across, areNear, corner, isNearEdge, measureToSide, planeDistance, SIDE_SQUARE, sideDistance, TIMES_SIDE } from './block-pair';
import { directSearchWork, DISTANCES, NEAR_SQUARED, NEAR_SQUARED_WIDE, settings } from './settings';

/** Most basic contacts of a pair that are kept: two faces of p and q corners have at most p + q. */
export const SET_CAPACITY = 1024;

/** Feature codes of A and B of each basic contact. */
export const setA = /* @__PURE__ */ new Int32Array(SET_CAPACITY);
export const setB = /* @__PURE__ */ new Int32Array(SET_CAPACITY);
/** Numbers of the contact set. */
export const setCount = /* @__PURE__ */ new Int32Array(2);
/** Number of basic contacts. */
export const CONTACTS = 0;
/** Number of contacts that had no room. */
export const LEFT_OUT = 1;

export function clearSet(): void {
  setCount[CONTACTS] = 0;
  setCount[LEFT_OUT] = 0;
}

/** Adds a basic contact that is not in the set. */
export function addBasic(featureA: number, featureB: number): void {
  const n = setCount[CONTACTS];
  for (let k = 0; k < n; k++) if (setA[k] === featureA && setB[k] === featureB) return;
  if (n === SET_CAPACITY) {
    setCount[LEFT_OUT]++;
    return;
  }
  setA[n] = featureA;
  setB[n] = featureB;
  setCount[CONTACTS] = n + 1;
}

/**
 * Sorts the set by the lower code of the two features, then by the higher one. So the result does not depend on the
 * order of the search. When the blocks are exchanged the order is the same, except for pairs with the same two codes.
 */
export function sortSet(): void {
  for (let k = 1; k < setCount[CONTACTS]; k++) {
    const c = setA[k];
    const d = setB[k];
    let l = k;
    for (; l > 0 && comesAfter(setA[l - 1], setB[l - 1], c, d); l--) {
      setA[l] = setA[l - 1];
      setB[l] = setB[l - 1];
    }
    setA[l] = c;
    setB[l] = d;
  }
}

function comesAfter(a: number, b: number, c: number, d: number): boolean {
  const low = Math.min(a, b) - Math.min(c, d);
  if (low !== 0) return low > 0;
  const high = Math.max(a, b) - Math.max(c, d);
  return high !== 0 ? high > 0 : a > c;
}

/** Adds a basic contact of a feature of block `side` and a feature of the other block. */
export function addSided(side: number, own: number, other: number): void {
  if (side === 0) addBasic(own, other);
  else addBasic(other, own);
}

/**
 * The basic contacts of a valid cover of vertex v of block `side` and face f of the other (planeDistance holds its
 * signed distance, within dTol). True when there are any: the cover is near. If a vertex is beyond a side by more than
 * dTol, no part of the face is near. If it is inside a side by more than dTol, that side and its ends are not near.
 */
export function addVertexFaceCover(other: ConvexPolyhedron, side: number, v: number, f: number): boolean {
  const { halfEdgeNext, halfEdgeOrigin } = other;
  const p = side * MAX_VERTICES + v;
  const row = (1 - side) * MAX_VERTICES;
  const face = (1 - side) * MAX_FACES + f;
  const first = other.faceHalfEdge[f];
  let h = first;
  let inside = true;
  let near = false;
  for (let turns = other.vertexCount; turns > 0; turns--) {
    const w0 = halfEdgeOrigin[h];
    const w1 = halfEdgeOrigin[h ^ 1];
    measureToSide(p, row + w0, row + w1, face);
    const d = sideDistance[TIMES_SIDE];
    if (!(d * d > sideDistance[SIDE_SQUARE] * settings[NEAR_SQUARED_WIDE])) {
      const near0 = areNear(p, row + w0);
      const near1 = areNear(p, row + w1);
      if (near0) addSided(side, vertexFeature(v), vertexFeature(w0));
      if (near1) addSided(side, vertexFeature(v), vertexFeature(w1));
      const between = !near0 && !near1 && isNearSide(p, row + w0, row + w1, h);
      if (between) addSided(side, vertexFeature(v), edgeFeature(h >> 1));
      if (near0 || near1 || between) near = true;
      else if (!(d >= 0)) inside = false;
    } else if (d < 0) return near;
    h = halfEdgeNext[h];
    if (h === first) break;
  }
  if (near) return true;
  if (!inside || !(Math.abs(planeDistance[0]) * Math.abs(planeDistance[0]) <= settings[NEAR_SQUARED])) return false;
  addSided(side, vertexFeature(v), faceFeature(f));
  return true;
}

/** A side of a face is tested in the direction of its edge, so that both faces of the edge get the same bits. */
function isNearSide(p: number, q0: number, q1: number, h: number): boolean {
  return (h & 1) === 0 ? isNearEdge(p, q0, q1) : isNearEdge(p, q1, q0);
}

/**
 * For the nearest points of the lines of edges i of A and j of B: the distances from the ends of each edge, in the
 * plane of both directions and perpendicular to the other line. Signed, > 0 towards the inside. No end is nearer to the
 * other line than this.
 */
const reachIn = /* @__PURE__ */ new Float64Array(4);
/** From the first and the second end of the edge of A, and of B. */
const ENDS_A = 0;
const ENDS_B = 2;

/** Sets reachIn; false when the edges pass each other by more than dTol. */
export function measureCrossing(a: ConvexPolyhedron, b: ConvexPolyhedron, i: number, j: number): boolean {
  directSearchWork[DISTANCES]++;
  const p = 3 * a.halfEdgeOrigin[i];
  const q = 3 * a.halfEdgeOrigin[i + 1];
  const r = 3 * (MAX_VERTICES + b.halfEdgeOrigin[j]);
  const s = 3 * (MAX_VERTICES + b.halfEdgeOrigin[j + 1]);
  const ex = corner[q] - corner[p];
  const ey = corner[q + 1] - corner[p + 1];
  const ez = corner[q + 2] - corner[p + 2];
  const fx = corner[s] - corner[r];
  const fy = corner[s + 1] - corner[r + 1];
  const fz = corner[s + 2] - corner[r + 2];
  const x = corner[r] - corner[p];
  const y = corner[r + 1] - corner[p + 1];
  const z = corner[r + 2] - corner[p + 2];
  const cx = across[0];
  const cy = across[1];
  const cz = across[2];
  const cc = across[SQUARE];
  const c = 1 / Math.sqrt(cc);
  const alongA = c / Math.sqrt(fx * fx + fy * fy + fz * fz);
  const alongB = c / Math.sqrt(ex * ex + ey * ey + ez * ez);
  const t = (y * fz - z * fy) * cx + (z * fx - x * fz) * cy + (x * fy - y * fx) * cz;
  const u = (y * ez - z * ey) * cx + (z * ex - x * ez) * cy + (x * ey - y * ex) * cz;
  reachIn[ENDS_A] = t * alongA;
  reachIn[ENDS_A + 1] = (cc - t) * alongA;
  reachIn[ENDS_B] = u * alongB;
  reachIn[ENDS_B + 1] = (cc - u) * alongB;
  return !(isBeyond(0) || isBeyond(1) || isBeyond(2) || isBeyond(3));
}

function isBeyond(k: number): boolean {
  return reachIn[k] < 0 && reachIn[k] * reachIn[k] > settings[NEAR_SQUARED_WIDE];
}

function mayBeNear(k: number): boolean {
  return !(reachIn[k] * reachIn[k] > settings[NEAR_SQUARED_WIDE]);
}

/**
 * Adds the basic contacts of a valid cover of edges i of A and j of B (half-edges 2k; the last measureCrossing was for
 * them). True when the cover is near.
 */
export function addCrossingCover(a: ConvexPolyhedron, b: ConvexPolyhedron, i: number, j: number): boolean {
  const v0 = a.halfEdgeOrigin[i];
  const v1 = a.halfEdgeOrigin[i + 1];
  const q0 = MAX_VERTICES + b.halfEdgeOrigin[j];
  const q1 = MAX_VERTICES + b.halfEdgeOrigin[j + 1];
  const may0 = mayBeNear(0);
  const may1 = mayBeNear(1);
  const mayQ0 = mayBeNear(2);
  const mayQ1 = mayBeNear(3);
  const near00 = may0 && mayQ0 && areNear(v0, q0);
  const near01 = may0 && mayQ1 && areNear(v0, q1);
  const near10 = may1 && mayQ0 && areNear(v1, q0);
  const near11 = may1 && mayQ1 && areNear(v1, q1);
  const codeV0 = vertexFeature(v0);
  const codeV1 = vertexFeature(v1);
  const codeW0 = vertexFeature(q0 - MAX_VERTICES);
  const codeW1 = vertexFeature(q1 - MAX_VERTICES);
  if (near00) addBasic(codeV0, codeW0);
  if (near01) addBasic(codeV0, codeW1);
  if (near10) addBasic(codeV1, codeW0);
  if (near11) addBasic(codeV1, codeW1);
  let near = near00 || near01 || near10 || near11;
  if (may0 && !near00 && !near01 && isNearEdge(v0, q0, q1)) {
    near = true;
    addBasic(codeV0, edgeFeature(j >> 1));
  }
  if (may1 && !near10 && !near11 && isNearEdge(v1, q0, q1)) {
    near = true;
    addBasic(codeV1, edgeFeature(j >> 1));
  }
  if (mayQ0 && !near00 && !near10 && isNearEdge(q0, v0, v1)) {
    near = true;
    addBasic(edgeFeature(i >> 1), codeW0);
  }
  if (mayQ1 && !near01 && !near11 && isNearEdge(q1, v0, v1)) {
    near = true;
    addBasic(edgeFeature(i >> 1), codeW1);
  }
  if (near) return true;
  if (!isCrossingInside(a, b, i, j)) return false;
  addBasic(edgeFeature(i >> 1), edgeFeature(j >> 1));
  return true;
}

/**
 * Whether two edges, seen along their common perpendicular, cross between their ends: each edge has its ends on both
 * sides of the other.
 */
export function isCrossingInside(a: ConvexPolyhedron, b: ConvexPolyhedron, i: number, j: number): boolean {
  const v0 = a.halfEdgeOrigin[i];
  const v1 = a.halfEdgeOrigin[i + 1];
  const q0 = MAX_VERTICES + b.halfEdgeOrigin[j];
  const q1 = MAX_VERTICES + b.halfEdgeOrigin[j + 1];
  return sideOf(v0, v1, q0) !== sideOf(v0, v1, q1) && sideOf(q0, q1, v0) !== sideOf(q0, q1, v1);
}

function sideOf(p0: number, p1: number, q: number): boolean {
  const ox = corner[3 * p0];
  const oy = corner[3 * p0 + 1];
  const oz = corner[3 * p0 + 2];
  const ex = corner[3 * p1] - ox;
  const ey = corner[3 * p1 + 1] - oy;
  const ez = corner[3 * p1 + 2] - oz;
  const x = corner[3 * q] - ox;
  const y = corner[3 * q + 1] - oy;
  const z = corner[3 * q + 2] - oz;
  return across[0] * (ey * z - ez * y) + across[1] * (ez * x - ex * z) + across[2] * (ex * y - ey * x) > 0;
}
