/**
 * The **ring** of the candidates under a face of the body (zone-corners.ts): corners of their convex hull in the plane.
 * Corners from features of the mesh are removed, the smallest triangle with its neighbours first, while that triangle
 * is less than SLIVER of the hull, or while there are more than MESH_CORNERS of them. A corner of the body always
 * stays, and so does a place where an edge of the body leaves the zone on a flat part.
 */
import { featureDimension, featureIndex } from '../contact/feature';
import type { MeshWall } from './mesh-wall';
import { candidateCode, candidateGap, CANDIDATES, candidateX, candidateY, faceFirst, isRim, ROUNDING, zoneBounds } from './wall-zone';

const MESH_CORNERS = 8;
const SLIVER = 0.001;

/** Candidates by place, then the ring. */
export const sorted = /* @__PURE__ */ new Int32Array(CANDIDATES);
export const ring = /* @__PURE__ */ new Int32Array(CANDIDATES + 1);
/** Lengths of both. */
export const ringSizes = /* @__PURE__ */ new Int32Array(2);
export const SORTED = 0;
export const RING = 1;
/** Greatest gap of the sorted candidates: input. */
export const mostGap = /* @__PURE__ */ new Float64Array(1);

/** The candidates of a face with a gap up to the given one, by place. */
export function sortCandidates(f: number, withRim: boolean): void {
  const most = mostGap[0];
  let n = 0;
  for (let c = faceFirst[f]; c < faceFirst[f + 1]; c++) if (isRim[c] === 1 ? withRim : candidateGap[c] <= most) sorted[n++] = c;
  ringSizes[SORTED] = n;
  // Heap sort.
  for (let k = (n >> 1) - 1; k >= 0; k--) sink(k, n);
  for (let end = n - 1; end > 0; end--) {
    const c = sorted[0];
    sorted[0] = sorted[end];
    sorted[end] = c;
    sink(0, end);
  }
}

function sink(k: number, n: number): void {
  const c = sorted[k];
  let at = k;
  for (let child = 2 * at + 1; child < n; child = 2 * at + 1) {
    if (child + 1 < n && isAfter(sorted[child + 1], sorted[child])) child++;
    if (!isAfter(sorted[child], c)) break;
    sorted[at] = sorted[child];
    at = child;
  }
  sorted[at] = c;
}

/** Order by x, then y; at the same place by rank of the features, then by number. */
function isAfter(c: number, d: number): boolean {
  if (candidateX[c] !== candidateX[d]) return candidateX[c] > candidateX[d];
  if (candidateY[c] !== candidateY[d]) return candidateY[c] > candidateY[d];
  const rank = rankOf(c) - rankOf(d);
  return rank !== 0 ? rank > 0 : c > d;
}

/** Lower for lower features. */
export function rankOf(c: number): number {
  return featureDimension(candidateCode[2 * c]) + featureDimension(candidateCode[2 * c + 1]);
}

/** The ring of the sorted candidates. */
export function makeRing(mesh: MeshWall): void {
  findRing();
  thinRing(mesh);
}

/**
 * The convex hull, counter-clockwise (Andrew 1979). Corners within rounding of the line of their neighbours are left
 * out.
 */
function findRing(): void {
  const n = ringSizes[SORTED];
  let count = 0;
  for (let k = 0; k < n; k++) {
    while (count > 1 && !turnsLeft(ring[count - 2], ring[count - 1], sorted[k])) count--;
    if (count === 1 && isSamePlace(ring[0], sorted[k])) continue;
    ring[count++] = sorted[k];
  }
  const lower = count + 1;
  for (let k = n - 2; k >= 0; k--) {
    while (count >= lower && !turnsLeft(ring[count - 2], ring[count - 1], sorted[k])) count--;
    ring[count++] = sorted[k];
  }
  // The last corner is the first one again, or one at the same place.
  if (count > 1) count--;
  while (count > 1 && isSamePlace(ring[0], ring[count - 1])) count--;
  ringSizes[RING] = count;
}

/** Whether b is to the right of the line from a to c by more than rounding. */
function turnsLeft(a: number, b: number, c: number): boolean {
  const ux = candidateX[c] - candidateX[a];
  const uy = candidateY[c] - candidateY[a];
  const s = ux * (candidateY[b] - candidateY[a]) - uy * (candidateX[b] - candidateX[a]);
  return s < -zoneBounds[ROUNDING] * Math.sqrt(ux * ux + uy * uy);
}

export function isSamePlace(c: number, d: number): boolean {
  const dx = candidateX[c] - candidateX[d];
  const dy = candidateY[c] - candidateY[d];
  const eps = 2 * zoneBounds[ROUNDING];
  return dx * dx + dy * dy <= eps * eps;
}

/** Whether a corner belongs to the body: its vertex, or an edge over a flat part. */
function isOfBody(c: number): boolean {
  const dimension = featureDimension(candidateCode[2 * c]);
  return dimension === 0 || (dimension === 1 && featureDimension(candidateCode[2 * c + 1]) === 2);
}

/** Whether a corner is at a sharp edge or vertex of the mesh. */
export function isSharp({ isSharpEdge, isSharpVertex }: MeshWall, c: number): boolean {
  const code = candidateCode[2 * c + 1];
  const dimension = featureDimension(code);
  return dimension === 1 ? isSharpEdge[featureIndex(code)] === 1 : dimension === 0 && isSharpVertex[featureIndex(code)] === 1;
}

/** Removes corners of the mesh from the ring. */
function thinRing(mesh: MeshWall): void {
  let count = ringSizes[RING];
  if (count < 4) return;
  let whole = 0;
  let free = 0;
  let smooth = 0;
  for (let k = 0; k < count; k++) {
    whole += triangleArea(ring[0], ring[k], ring[k + 1 < count ? k + 1 : 0]);
    if (!isOfBody(ring[k])) free++;
    if (!isOfBody(ring[k]) && !isSharp(mesh, ring[k])) smooth++;
  }
  while (free > 0 && count > 3) {
    const tooMany = smooth > MESH_CORNERS;
    let least = Infinity;
    let at = -1;
    for (let k = 0; k < count; k++) {
      if (isOfBody(ring[k]) || (tooMany && isSharp(mesh, ring[k]))) continue;
      const a = triangleArea(ring[k > 0 ? k - 1 : count - 1], ring[k], ring[k + 1 < count ? k + 1 : 0]);
      if (a < least) {
        least = a;
        at = k;
      }
    }
    if (at < 0 || !(tooMany || least < SLIVER * whole)) break;
    free--;
    if (!isSharp(mesh, ring[at])) smooth--;
    for (let k = at; k + 1 < count; k++) ring[k] = ring[k + 1];
    count--;
  }
  ringSizes[RING] = count;
}

/** Twice the signed area. */
export function triangleArea(a: number, b: number, c: number): number {
  return (
    (candidateX[b] - candidateX[a]) * (candidateY[c] - candidateY[a]) - (candidateY[b] - candidateY[a]) * (candidateX[c] - candidateX[a])
  );
}
