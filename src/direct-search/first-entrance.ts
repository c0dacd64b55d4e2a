/**
 * The first entrance of two blocks: the valid vertex-face or crossing edge-edge pair of largest signed distance, which
 * is the largest g(n) over the faces of their Minkowski difference. If g is positive, the pair separates the blocks,
 * and g is a lower bound of the gap. If g is negative, it is minus the length of the shortest separating translation.
 *
 * The search stops at the first entrance that is not deep, with g of about -dTol or more. If g is above dTol, it
 * excludes the pair. Otherwise it is a first contact, and the local search finds the features near it
 * (fast-direct-search.ts). Faces first, those of B, then of A (Zheng et al. 2017, section 2.2.1), then edges (2.2.2).
 *
 * A vertex is valid over a face when no other vertex is nearer to the plane, so one pass over the signed distances
 * finds the valid vertex and g. The pass stops at the first vertex that is nearer than the best entrance. A pair of
 * edges is accepted only after a scan, since the perpendicular of nearly parallel edges is rounded.
 *
 * Features that cannot be better than the best entrance are skipped (the paper tests all pairs). Along n a block comes
 * at least as near as its inscribed ball about its centroid c, and as any of its corners w. So over a face, and over an
 * edge for all normals n of the arc between those of its two faces,
 *
 *     g(n) <= n·(c - p) - r         g(n) <= n·(w - p)         p on the face or edge, n outward
 *
 * Over the arc, both bounds are largest at its ends or in the direction of the part of c - p in the plane of the arc.
 * This excludes most edges, so few pairs remain for large blocks.
 */
import { GAP, SQUARE } from '../contact/layouts';
import { MAX_EDGES, MAX_FACES, MAX_VERTICES, type ConvexPolyhedron } from '../polyhedron/convex-polyhedron';
import { across, ACROSS_LINK, centreOfB, corner, faceNormal, faceOffset, measureToPlane, planeDistance } from './block-pair';
import { entrance, entranceSupport, faceRank, least, offerEdgeEntrance, offerFaceEntrance, setLeast } from './best-entrance';
import { crossEdges, isCrossingEntrance } from './entrance';
import { DEEP, directSearchWork, DISTANCES, ROUNDING, settings } from './settings';

/** Improves the first entrance by all faces, stopping at one that is not deep. */
export function searchFaces(a: ConvexPolyhedron, b: ConvexPolyhedron): void {
  searchFacesOf(a, b, 0);
  if (entrance[GAP] < settings[DEEP]) searchFacesOf(b, a, 1);
}

/** Tests vertices of block `side` over faces of the other block. */
function searchFacesOf(own: ConvexPolyhedron, other: ConvexPolyhedron, side: number): void {
  const row = side * MAX_VERTICES;
  const faces = (1 - side) * MAX_FACES;
  // The centroid of A is the origin.
  const cx = side * centreOfB[0];
  const cy = side * centreOfB[1];
  const cz = side * centreOfB[2];
  const inner = own.inradius - settings[ROUNDING];
  // The vertex that rejected the last face is usually near the next face too.
  let start = 0;
  for (let f = 0; f < other.faceCount; f++) {
    const rank = faceRank(side, f);
    const r = faces + f;
    const m = 3 * r;
    measureToPlane(row + start, r);
    let low = planeDistance[0];
    setLeast(rank);
    if (!(low > least[0])) continue;
    directSearchWork[DISTANCES]++;
    const toCentre = faceNormal[m] * cx + faceNormal[m + 1] * cy + faceNormal[m + 2] * cz - faceOffset[r];
    setLeast(rank);
    if (!(toCentre - inner > least[0])) continue;
    for (let v = 0; v < own.vertexCount; v++) {
      measureToPlane(row + v, r);
      if (!(planeDistance[0] < low)) continue;
      low = planeDistance[0];
      start = v;
      setLeast(rank);
      if (!(low > least[0])) break;
    }
    planeDistance[0] = low;
    offerFaceEntrance(side, start, f);
    if (entrance[GAP] >= settings[DEEP]) return;
  }
}

/**
 * Edges (half-edges 2k) that can be part of a better entrance: of A from row 0, of B from row MAX_EDGES; and their
 * numbers.
 */
const passed = /* @__PURE__ */ new Int32Array(2 * MAX_EDGES);
const passedTotal = /* @__PURE__ */ new Int32Array(2);
/**
 * For each face of the current block: the distances of the other block's centroid, and of its corner that touches the
 * best entrance, beyond the face.
 */
const toCentre = /* @__PURE__ */ new Float64Array(MAX_FACES);
const toCorner = /* @__PURE__ */ new Float64Array(MAX_FACES);
/** Bounds of the edges that are tested. */
const bounds = /* @__PURE__ */ new Float64Array(2);
/** The value that g of an edge must exceed. */
const LEAST_G = 0;
/** Rounding of the square of a distance. */
const SQUARE_ROUNDING = 1;

/** Improves the first entrance by all pairs of edges, stopping at one that is not deep. */
export function searchEdges(a: ConvexPolyhedron, b: ConvexPolyhedron): void {
  passEdges(a, b, 0);
  passEdges(b, a, 1);
  for (let k = 0; k < passedTotal[0]; k++) {
    const i = passed[k];
    for (let l = MAX_EDGES; l < MAX_EDGES + passedTotal[1]; l++) {
      const j = passed[l];
      if (!mayCross(a, b, i, j) || !crossEdges(a, b, i, j) || isTooDeep(a, i) || !isCrossingEntrance(a, b, i, j)) continue;
      offerEdgeEntrance(i, j);
      if (entrance[GAP] >= settings[DEEP]) return;
    }
  }
}

/**
 * Whether the arcs of two edges cross on the sphere of normals, to rounding: each has its ends on both sides of the
 * other's plane.
 */
function mayCross(a: ConvexPolyhedron, b: ConvexPolyhedron, i: number, j: number): boolean {
  return (
    isAcross(a.halfEdgeOrigin[i], a.halfEdgeOrigin[i + 1], MAX_FACES + b.halfEdgeFace[j], MAX_FACES + b.halfEdgeFace[j + 1]) &&
    isAcross(MAX_VERTICES + b.halfEdgeOrigin[j], MAX_VERTICES + b.halfEdgeOrigin[j + 1], a.halfEdgeFace[i], a.halfEdgeFace[i + 1])
  );
}

/**
 * Whether the normals of faces f and g are on both sides of the plane perpendicular to the edge from corner p to q
 * (rows).
 */
function isAcross(p: number, q: number, f: number, g: number): boolean {
  const x = corner[3 * q] - corner[3 * p];
  const y = corner[3 * q + 1] - corner[3 * p + 1];
  const z = corner[3 * q + 2] - corner[3 * p + 2];
  const up = x * faceNormal[3 * f] + y * faceNormal[3 * f + 1] + z * faceNormal[3 * f + 2];
  const down = x * faceNormal[3 * g] + y * faceNormal[3 * g + 1] + z * faceNormal[3 * g + 2];
  const rounding = TIED * settings[ROUNDING];
  return !((up > rounding && down > rounding) || (up < -rounding && down < -rounding));
}

/**
 * Whether edge i of A and the edge that it was crossed with are deeper than the best entrance. Their distance decides
 * this before the faces beside them are tested.
 */
function isTooDeep(a: ConvexPolyhedron, i: number): boolean {
  const m = 3 * a.halfEdgeFace[i];
  const n = 3 * a.halfEdgeFace[i + 1];
  const up =
    across[0] * (faceNormal[m] + faceNormal[n]) +
    across[1] * (faceNormal[m + 1] + faceNormal[n + 1]) +
    across[2] * (faceNormal[m + 2] + faceNormal[n + 2]);
  const depth = up > 0 ? -across[ACROSS_LINK] : across[ACROSS_LINK];
  const most = TIED * settings[ROUNDING] - entrance[GAP];
  return depth > 0 && most > 0 && depth * depth > most * most * across[SQUARE];
}

/** Lists the edges of block `side` that can belong to an entrance better than the best. */
function passEdges(shape: ConvexPolyhedron, other: ConvexPolyhedron, side: number): void {
  const faces = side * MAX_FACES;
  const cx = (1 - side) * centreOfB[0];
  const cy = (1 - side) * centreOfB[1];
  const cz = (1 - side) * centreOfB[2];
  const w = 3 * ((1 - side) * MAX_VERTICES + entranceSupport[1 - side]);
  for (let f = 0; f < shape.faceCount; f++) {
    const r = faces + f;
    const x = faceNormal[3 * r];
    const y = faceNormal[3 * r + 1];
    const z = faceNormal[3 * r + 2];
    toCentre[f] = x * cx + y * cy + z * cz - faceOffset[r];
    toCorner[f] = x * corner[w] + y * corner[w + 1] + z * corner[w + 2] - faceOffset[r];
  }
  directSearchWork[DISTANCES] += 2 * shape.faceCount;
  // Corners are off the planes of their faces by up to the tolerance. Entrances that are as good as the best to
  // rounding count.
  const least = entrance[GAP] - TIED * settings[ROUNDING] - shape.tolerance;
  const extent = shape.radius + other.radius;
  bounds[SQUARE_ROUNDING] = SQUARED * extent * extent;
  let n = side * MAX_EDGES;
  for (let h = 0; h < 2 * shape.edgeCount; h += 2) {
    const f = shape.halfEdgeFace[h];
    const g = shape.halfEdgeFace[h + 1];
    bounds[LEAST_G] = least + other.inradius;
    if (!mayExceed(toCentre, f, g, faces)) continue;
    bounds[LEAST_G] = least;
    if (mayExceed(toCorner, f, g, faces)) passed[n++] = h;
  }
  passedTotal[side] = n - side * MAX_EDGES;
}

/** Roundings of a distance by which ties differ, and of the bounds. */
const TIED = 8;
/** Rounding steps of the square of a distance. */
const SQUARED = 64 * 2 ** -53;

/**
 * A distance is heights[f] and heights[g] along the normals of two faces. Returns whether it can exceed the bound along
 * a normal between them.
 */
function mayExceed(heights: Float64Array, f: number, g: number, faces: number): boolean {
  const p = heights[f];
  const q = heights[g];
  const least = bounds[LEAST_G];
  if (p > least || q > least) return true;
  const m = 3 * (faces + f);
  const n = 3 * (faces + g);
  const c = faceNormal[m] * faceNormal[n] + faceNormal[m + 1] * faceNormal[n + 1] + faceNormal[m + 2] * faceNormal[n + 2];
  // The part of the vector in the plane of the arc points out of it: the distance is largest at an end.
  if (p <= c * q || q <= c * p) return false;
  // Otherwise it is largest in the direction of that part, and the square of its length is (p^2 + q^2 - 2 c p q) / (1 -
  // c^2).
  if (least <= 0) return true;
  return (p - q) * (p - q) + 2 * (1 - c) * p * q > (1 - c * c) * least * least - bounds[SQUARE_ROUNDING];
}
