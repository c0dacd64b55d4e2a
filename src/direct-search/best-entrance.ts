/**
 * The entrance of largest signed distance among the offered ones ("first entrance": the one that small motions reach
 * first). Status and depth depend on it. So its distance is g(n) from a scan of all corners, never the distance of a
 * pair that is valid only within the parallel tolerance. The distance of any pair is at least g, so a pair whose
 * distance is not above the best g needs no scan.
 */
import { edgeFeature, faceFeature, featureDimension, vertexFeature } from '../contact/feature';
import { GAP, HIGH_A, SCANNED_GAP, SQUARE } from '../contact/layouts';
import { MAX_EDGES, MAX_FACES } from '../polyhedron/convex-polyhedron';
import { across, ACROSS_LINK, extremes, faceNormal, gapAlong, planeDistance, probe, support } from './block-pair';
import { ROUNDING, settings } from './settings';

/** Normal from A to B (0..2), its g (GAP), and the reach of A along it (HEIGHT). */
export const entrance = /* @__PURE__ */ new Float64Array(5);
/** Its features: face of A and vertex of B, vertex of A and face of B, or two edges. */
export const entranceFeatures = /* @__PURE__ */ new Int32Array(2);
/** The vertices of A and of B that give its g. */
export const entranceSupport = /* @__PURE__ */ new Int32Array(2);
/**
 * The entrances that can be the first one, at most MOST_TIED. Among those whose g is within a rounding of the largest,
 * the lowest rank wins. The winner does not depend on the order of the search or on its first direction. Rank and g
 * rise along the list, because an entrance with a higher rank and a lower g than another never wins.
 */
const MOST_TIED = 32;
const tiedCount = /* @__PURE__ */ new Int32Array(1);
/** One row for each: normal, GAP and HEIGHT, as in `entrance`; features, supports and rank. */
const ROW = 5;
const tiedNumbers = /* @__PURE__ */ new Float64Array(ROW * MOST_TIED);
export const HEIGHT = 4;
const tiedCodes = /* @__PURE__ */ new Int32Array(ROW * MOST_TIED);
/** Slots of a row of `tiedCodes`: features of A and of B, the vertices that give g, and the rank. */
const TIED_A = 0;
const TIED_B = 1;
const VERTEX_A = 2;
const VERTEX_B = 3;
const RANK = 4;
/** The lower bound of g at the start of the search. An entrance below it is not the first one. */
const floor = /* @__PURE__ */ new Float64Array(1);
/** Ranks: faces of B, faces of A, pairs of edges. */
const EDGE_RANK = 2 * MAX_FACES;
/**
 * The rank of edges that are valid only within the parallel tolerance. Others have the same g, and are the features
 * that touch.
 */
const LOOSE_RANK = 2 ** 31 - 1;
/** Roundings of a distance by which edges may miss the corners that touch along their normal. */
export const LOOSE = 4;

export function clearEntrance(): void {
  entrance[0] = entrance[1] = entrance[2] = 0;
  entrance[GAP] = -Infinity;
  entranceFeatures[0] = entranceFeatures[1] = -1;
  entranceSupport[0] = entranceSupport[1] = 0;
  tiedCount[0] = 0;
  floor[0] = -Infinity;
}

/**
 * Restarts with a known direction and its g (GAP), a lower bound of the first entrance, and the vertices of that g.
 */
export function startEntrance(known: Float64Array, nearest: Int32Array): void {
  clearEntrance();
  entrance[GAP] = known[GAP] - settings[ROUNDING];
  floor[0] = entrance[GAP] - settings[ROUNDING];
  entranceSupport[0] = nearest[0];
  entranceSupport[1] = nearest[1];
}

/** The rank of a vertex of block `side` over a face of the other block. */
export function faceRank(side: number, face: number): number {
  return side * MAX_FACES + face;
}

/** The rank of two edges (half-edges 2k): the sum of their numbers, the same for both orders of the blocks. */
export function edgeRank(i: number, j: number): number {
  return EDGE_RANK + ((i + j) >> 1) * MAX_EDGES + (i >> 1);
}

/** Offers vertex v of block `side` over face f of the other block; planeDistance has their distance. */
export function offerFaceEntrance(side: number, vertex: number, face: number): void {
  const rank = faceRank(side, face);
  setLeast(rank);
  if (!(planeDistance[0] > least[0])) return;
  const m = 3 * ((1 - side) * MAX_FACES + face);
  const sense = 2 * side - 1;
  const codeA = side === 0 ? vertexFeature(vertex) : faceFeature(face);
  const codeB = side === 0 ? faceFeature(face) : vertexFeature(vertex);
  for (let k = 0; k < 3; k++) probe[k] = sense * faceNormal[m + k];
  offerFaceProbe(codeA, codeB, rank);
}

/** Offers the common perpendicular of edges i and j (half-edges), which is in `across`. */
export function offerEdgeEntrance(i: number, j: number): void {
  const rank = edgeRank(i, j);
  const r = 1 / Math.sqrt(across[SQUARE]);
  setLeast(rank);
  if (!(across[ACROSS_LINK] * r > least[0])) return;
  for (let k = 0; k < 3; k++) probe[k] = across[k] * r;
  pairDistance[0] = across[ACROSS_LINK] * r;
  offerEdgeProbe(edgeFeature(i >> 1), edgeFeature(j >> 1), rank);
}

/** Signed distance of the offered edges. */
export const pairDistance = /* @__PURE__ */ new Float64Array(1);

/** Scans along the common perpendicular in `probe` of edges at pairDistance, and keeps it if it is the best. */
export function offerEdgeProbe(codeA: number, codeB: number, rank: number): void {
  gapAlong();
  keepProbe(codeA, codeB, pairDistance[0] > extremes[SCANNED_GAP] + LOOSE * settings[ROUNDING] ? LOOSE_RANK : rank);
}

/**
 * Sets the bound that the distance of a listed entrance must exceed: g of those with lower ranks, and the largest g
 * minus a rounding.
 */
export function setLeast(rank: number): void {
  const n = tiedCount[0];
  let most = floor[0];
  if (n > 0) most = Math.max(most, tiedNumbers[ROW * (n - 1) + GAP] - settings[ROUNDING]);
  const k = lowerRanks(rank);
  least[0] = k > 0 ? Math.max(most, tiedNumbers[ROW * (k - 1) + GAP]) : most;
}

/** The number of entries with this rank or a lower one. */
function lowerRanks(rank: number): number {
  let k = 0;
  while (k < tiedCount[0] && tiedCodes[ROW * k + RANK] <= rank) k++;
  return k;
}

/** The result of setLeast. It is an array, because engines may allocate a returned double. */
export const least = /* @__PURE__ */ new Float64Array(1);

/** Scans along the normal of a face in probe, and keeps it if it is the best. */
export function offerFaceProbe(codeA: number, codeB: number, rank: number): void {
  gapAlong();
  keepProbe(codeA, codeB, rank);
}

function keepProbe(codeA: number, codeB: number, rank: number): void {
  setLeast(rank);
  const g = extremes[SCANNED_GAP];
  if (!(g > least[0])) return;
  const n = tiedCount[0];
  const place = lowerRanks(rank);
  let end = place;
  while (end < n && tiedNumbers[ROW * end + GAP] <= g) end++;
  const bound = (end < n ? tiedNumbers[ROW * (n - 1) + GAP] : g) - settings[ROUNDING];
  // Entries below the new bound are first in the list. Entries that the new one replaces come next.
  let start = 0;
  while (start < place && !(tiedNumbers[ROW * start + GAP] > bound)) start++;
  if (place - start + 1 + n - end > MOST_TIED) return;
  if (start > 0) moveRows(start, place, 0);
  if (end < n) moveRows(end, n, place - start + 1);
  tiedCount[0] = place - start + 1 + n - end;
  const o = ROW * (place - start);
  for (let k = 0; k < 3; k++) tiedNumbers[o + k] = probe[k];
  tiedNumbers[o + GAP] = g;
  tiedNumbers[o + HEIGHT] = extremes[HIGH_A];
  const c = ROW * (place - start);
  // The vertex over a face is the vertex that gives g.
  tiedCodes[c] = featureDimension(codeA) === 0 ? vertexFeature(support[0]) : codeA;
  tiedCodes[c + TIED_B] = featureDimension(codeB) === 0 ? vertexFeature(support[1]) : codeB;
  tiedCodes[c + VERTEX_A] = support[0];
  tiedCodes[c + VERTEX_B] = support[1];
  tiedCodes[c + RANK] = rank;
  for (let k = 0; k < 5; k++) entrance[k] = tiedNumbers[k];
  entranceFeatures[0] = tiedCodes[TIED_A];
  entranceFeatures[1] = tiedCodes[TIED_B];
  entranceSupport[0] = tiedCodes[VERTEX_A];
  entranceSupport[1] = tiedCodes[VERTEX_B];
}

/** Moves the rows from `from` to before `to` of the list so that they begin at `at`. */
function moveRows(from: number, to: number, at: number): void {
  tiedNumbers.copyWithin(ROW * at, ROW * from, ROW * to);
  tiedCodes.copyWithin(ROW * at, ROW * from, ROW * to);
}
