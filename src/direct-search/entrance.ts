/**
 * Valid entrances: the vertex-face and edge-edge pairs of two convex blocks that can meet without an overlap of the
 * blocks (Zheng et al. 2017, section 2.1.1; Shi 2015). They also give the normals of vertex-vertex and vertex-edge
 * pairs (section 2.1.3). All searches use this file.
 *
 * A vertex v over a face with outward normal m is valid when no edge u that leaves v goes into the face: u·m >= 0. Two
 * crossing edges are valid when each block stays on its own side along c, their common perpendicular. The in-face
 * directions of the faces beside the edges decide this. The paper first makes a vertex-average test. It rejects only
 * pairs that the edges also reject, so it is left out.
 *
 * Theorem. If such an entrance is valid, the whole of each block lies on its side of it, because a convex block lies
 * within the cone of any of its vertices and the wedge of any of its edges. So its signed distance is g(n) = lB(n) -
 * hA(n): nothing of the pair is nearer along n. A valid entrance farther than dTol therefore proves the blocks apart,
 * and exclusion is exact. The signed distance of any pair, valid or not, is at least g(n).
 *
 * Validity here includes the parallel tolerance: an edge may go into the face by 1 degree and still count as lying in
 * it. So faces that are parallel to rounding, or to less than 1 degree, have all their corners. The status and the
 * excluding distance must not include it: they use g(n) from a scan.
 *
 * Frame: A's. Normals from A to B. Edges are given by their half-edges 2k, of A and of B.
 */
import { SQUARE } from '../contact/layouts';
import { MAX_FACES, MAX_VERTICES, type ConvexPolyhedron } from '../polyhedron/convex-polyhedron';
import { across, ACROSS_LINK, corner, EDGES_SQUARE, faceNormal, isStrict, measureToPlane } from './block-pair';
import { addEdgeEntrance, addFaceEntrance } from './near-entrances';
import { directSearchWork, DISTANCES, ENTRANCES, PARALLEL, settings } from './settings';

/**
 * Edges with a smaller squared sine are parallel to rounding: their cross product is only rounding, and their ends
 * meet.
 */
const LEAST_SINE2 = 1e-28;
/**
 * The relative error of the cross product is 2^-52 / sine. For edges with a smaller squared sine it is made
 * perpendicular to both once more.
 */
const ROUGH_SINE2 = 1e-6;

/** Sum of the potential normals of the last tested pair of features, and their number. */
export const potential = /* @__PURE__ */ new Float64Array(3);
const potentialCount = /* @__PURE__ */ new Int32Array(1);

/** Whether vertex v of block `side` over face f of the other block is a valid entrance. */
export function isVertexFaceEntrance(own: ConvexPolyhedron, side: number, v: number, f: number): boolean {
  directSearchWork[ENTRANCES]++;
  const { halfEdgeNext, halfEdgeOrigin } = own;
  const row = side * MAX_VERTICES;
  const m = 3 * ((1 - side) * MAX_FACES + f);
  const mx = faceNormal[m];
  const my = faceNormal[m + 1];
  const mz = faceNormal[m + 2];
  const p = 3 * (row + v);
  const x = corner[p];
  const y = corner[p + 1];
  const z = corner[p + 2];
  const sine2 = settings[PARALLEL];
  const first = own.vertexHalfEdge[v];
  let h = first;
  for (let turns = own.edgeCount; turns > 0; turns--) {
    const q = 3 * (row + halfEdgeOrigin[h ^ 1]);
    const ux = corner[q] - x;
    const uy = corner[q + 1] - y;
    const uz = corner[q + 2] - z;
    const d = ux * mx + uy * my + uz * mz;
    if (d < 0 && d * d > sine2 * (ux * ux + uy * uy + uz * uz)) return false;
    h = halfEdgeNext[h ^ 1];
    if (h === first) break;
  }
  return true;
}

/** Sets `across` for two edges. False when they are too parallel for a common perpendicular. */
export function crossEdges(a: ConvexPolyhedron, b: ConvexPolyhedron, i: number, j: number): boolean {
  directSearchWork[DISTANCES]++;
  const p0 = 3 * a.halfEdgeOrigin[i];
  const p1 = 3 * a.halfEdgeOrigin[i + 1];
  const q0 = 3 * (MAX_VERTICES + b.halfEdgeOrigin[j]);
  const q1 = 3 * (MAX_VERTICES + b.halfEdgeOrigin[j + 1]);
  const ox = corner[p0];
  const oy = corner[p0 + 1];
  const oz = corner[p0 + 2];
  const ex = corner[p1] - ox;
  const ey = corner[p1 + 1] - oy;
  const ez = corner[p1 + 2] - oz;
  const tx = corner[q0];
  const ty = corner[q0 + 1];
  const tz = corner[q0 + 2];
  const fx = corner[q1] - tx;
  const fy = corner[q1 + 1] - ty;
  const fz = corner[q1 + 2] - tz;
  const cx = ey * fz - ez * fy;
  const cy = ez * fx - ex * fz;
  const cz = ex * fy - ey * fx;
  const cc = cx * cx + cy * cy + cz * cz;
  const ee = ex * ex + ey * ey + ez * ez;
  const limit = ee * (fx * fx + fy * fy + fz * fz);
  across[0] = cx;
  across[1] = cy;
  across[2] = cz;
  if (!(cc > LEAST_SINE2 * limit)) return false;
  if (cc < ROUGH_SINE2 * limit) {
    // First along e, then along the part of f perpendicular to e, then again along e, because that part has an error of
    // 2^-52 / sine.
    const r = (fx * ex + fy * ey + fz * ez) / ee;
    straighten(ex, ey, ez);
    straighten(fx - r * ex, fy - r * ey, fz - r * ez);
    straighten(ex, ey, ez);
  }
  across[EDGES_SQUARE] = limit;
  across[SQUARE] = across[0] * across[0] + across[1] * across[1] + across[2] * across[2];
  across[ACROSS_LINK] = across[0] * (tx - ox) + across[1] * (ty - oy) + across[2] * (tz - oz);
  return across[SQUARE] > 0;
}

/** Removes from `across` its part along a direction. */
function straighten(x: number, y: number, z: number): void {
  const r = (across[0] * x + across[1] * y + across[2] * z) / (x * x + y * y + z * z);
  across[0] -= r * x;
  across[1] -= r * y;
  across[2] -= r * z;
}

/** Whether the edges of the last crossEdges are a valid entrance. Makes `across` point from A to B. */
export function isCrossingEntrance(a: ConvexPolyhedron, b: ConvexPolyhedron, i: number, j: number): boolean {
  directSearchWork[ENTRANCES]++;
  let cx = across[0];
  let cy = across[1];
  let cz = across[2];
  const a0 = 3 * a.halfEdgeFace[i];
  const a1 = 3 * a.halfEdgeFace[i + 1];
  const b0 = 3 * (MAX_FACES + b.halfEdgeFace[j]);
  const b1 = 3 * (MAX_FACES + b.halfEdgeFace[j + 1]);
  const upA =
    cx * (faceNormal[a0] + faceNormal[a1]) +
    cy * (faceNormal[a0 + 1] + faceNormal[a1 + 1]) +
    cz * (faceNormal[a0 + 2] + faceNormal[a1 + 2]);
  const upB =
    cx * (faceNormal[b0] + faceNormal[b1]) +
    cy * (faceNormal[b0 + 1] + faceNormal[b1 + 1]) +
    cz * (faceNormal[b0 + 2] + faceNormal[b1 + 2]);
  if (!(upA * upB < 0)) return false;
  if (upA < 0) {
    cx = -cx;
    cy = -cy;
    cz = -cz;
    across[0] = cx;
    across[1] = cy;
    across[2] = cz;
    across[ACROSS_LINK] = -across[ACROSS_LINK];
  }
  isStrict[0] = 1;
  return isOnOwnSide(a, 0, i, a0, a1, 1) && isOnOwnSide(b, MAX_VERTICES, j, b0, b1, -1);
}

/**
 * Whether the faces beside an edge (rows of normals n0, n1) fall away from it along `sense` times the direction across.
 * The in-face direction of the face to the left of the edge e is n0 × e, and c·(n0 × e) = n0·(e × c).
 */
function isOnOwnSide(shape: ConvexPolyhedron, row: number, h: number, n0: number, n1: number, sense: number): boolean {
  const p = 3 * (row + shape.halfEdgeOrigin[h]);
  const q = 3 * (row + shape.halfEdgeOrigin[h + 1]);
  const ex = corner[q] - corner[p];
  const ey = corner[q + 1] - corner[p + 1];
  const ez = corner[q + 2] - corner[p + 2];
  const cx = sense * across[0];
  const cy = sense * across[1];
  const cz = sense * across[2];
  const wx = ey * cz - ez * cy;
  const wy = ez * cx - ex * cz;
  const wz = ex * cy - ey * cx;
  const left = faceNormal[n0] * wx + faceNormal[n0 + 1] * wy + faceNormal[n0 + 2] * wz;
  const right = -(faceNormal[n1] * wx + faceNormal[n1 + 1] * wy + faceNormal[n1 + 2] * wz);
  const rise = Math.max(left, right);
  if (rise <= 0) return true;
  isStrict[0] = 0;
  return rise * rise <= settings[PARALLEL] * across[SQUARE] * (ex * ex + ey * ey + ez * ez);
}

function clearPotential(): void {
  potential[0] = potential[1] = potential[2] = 0;
  potentialCount[0] = 0;
}

/** Adds the normal of vertex v of block `side` over face f of the other block, if the entrance is valid. */
function takeFace(own: ConvexPolyhedron, side: number, v: number, f: number, isListed: boolean): void {
  if (!isVertexFaceEntrance(own, side, v, f)) return;
  const m = (1 - side) * MAX_FACES + f;
  const sense = side === 0 ? -1 : 1;
  for (let k = 0; k < 3; k++) potential[k] += sense * faceNormal[3 * m + k];
  potentialCount[0]++;
  if (!isListed) return;
  measureToPlane(side * MAX_VERTICES + v, m);
  addFaceEntrance(side, v, f);
}

/** Adds the common perpendicular of two edges, if they are a valid entrance. */
function takeEdges(a: ConvexPolyhedron, b: ConvexPolyhedron, i: number, j: number, isListed: boolean): void {
  if (!crossEdges(a, b, i, j) || !isCrossingEntrance(a, b, i, j)) return;
  const r = 1 / Math.sqrt(across[SQUARE]);
  for (let k = 0; k < 3; k++) potential[k] += r * across[k];
  potentialCount[0]++;
  if (isListed) addEdgeEntrance(i, j, true);
}

/**
 * Collects the potential normals of vertex v of A and w of B: from faces and edges that meet there. False when there
 * are none. If `isListed`, they are added to the near entrances.
 */
export function collectVertexVertex(a: ConvexPolyhedron, b: ConvexPolyhedron, v: number, w: number, isListed: boolean): boolean {
  clearPotential();
  const firstA = a.vertexHalfEdge[v];
  const firstB = b.vertexHalfEdge[w];
  let i = firstA;
  for (let turns = a.edgeCount; turns > 0; turns--) {
    takeFace(b, 1, w, a.halfEdgeFace[i], isListed);
    let j = firstB;
    for (let inner = b.edgeCount; inner > 0; inner--) {
      takeEdges(a, b, i & ~1, j & ~1, isListed);
      j = b.halfEdgeNext[j ^ 1];
      if (j === firstB) break;
    }
    i = a.halfEdgeNext[i ^ 1];
    if (i === firstA) break;
  }
  let j = firstB;
  for (let turns = b.edgeCount; turns > 0; turns--) {
    takeFace(a, 0, v, b.halfEdgeFace[j], isListed);
    j = b.halfEdgeNext[j ^ 1];
    if (j === firstB) break;
  }
  return potentialCount[0] > 0;
}

/** The same for vertex v of block `side` and edge h (half-edge 2k) of the other block. */
export function collectVertexEdge(
  own: ConvexPolyhedron,
  other: ConvexPolyhedron,
  side: number,
  v: number,
  h: number,
  isListed: boolean,
): boolean {
  clearPotential();
  takeFace(own, side, v, other.halfEdgeFace[h], isListed);
  takeFace(own, side, v, other.halfEdgeFace[h + 1], isListed);
  const first = own.vertexHalfEdge[v];
  let g = first;
  for (let turns = own.edgeCount; turns > 0; turns--) {
    if (side === 0) takeEdges(own, other, g & ~1, h, isListed);
    else takeEdges(other, own, h, g & ~1, isListed);
    g = own.halfEdgeNext[g ^ 1];
    if (g === first) break;
  }
  return potentialCount[0] > 0;
}

/** The potential normals of parallel edges: the faces beside each over which both ends of the other are valid. */
export function collectParallelEdges(a: ConvexPolyhedron, b: ConvexPolyhedron, i: number, j: number): boolean {
  clearPotential();
  for (let k = 0; k < 2; k++) {
    const f = b.halfEdgeFace[j + k];
    if (isVertexFaceEntrance(a, 0, a.halfEdgeOrigin[i], f)) takeFace(a, 0, a.halfEdgeOrigin[i + 1], f, false);
    const g = a.halfEdgeFace[i + k];
    if (isVertexFaceEntrance(b, 1, b.halfEdgeOrigin[j], g)) takeFace(b, 1, b.halfEdgeOrigin[j + 1], g, false);
  }
  return potentialCount[0] > 0;
}
