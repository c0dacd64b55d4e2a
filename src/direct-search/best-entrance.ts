/**
 * The entrance of largest signed distance ("first entrance": the one that small motions reach first) among those that
 * are offered. Status and depth hang on it, so its distance is g(n) by a scan of all corners, never the distance of a
 * pair that is valid only within the parallel tolerance. Any pair's distance is at least g, so one that is not larger
 * than the best g needs no scan.
 */
import { edgeFeature, faceFeature, featureDimension, vertexFeature } from '../contact/feature';
import { MAX_EDGES, MAX_FACES } from '../polyhedron/convex-polyhedron';
import { across, faceNormal, gapAlong, planeDistance, probe, reach, support } from './block-pair';
import { ROUNDING, settings } from './settings';

/** Normal from A to B (0..2), its g (3), and how far A reaches along it (4). */
export const entrance = /* @__PURE__ */ new Float64Array(5);
/** Its features: face of A and vertex of B, vertex of A and face of B, or two edges. */
export const entranceFeatures = /* @__PURE__ */ new Int32Array(2);
/** The vertices of A and of B that give its g. */
export const entranceSupport = /* @__PURE__ */ new Int32Array(2);
/**
 * Among entrances of equal g the lowest rank wins, so that the order of the search is not seen: faces of B, of A, then
 * pairs of edges.
 */
const entranceRank = /* @__PURE__ */ new Int32Array(1);
const EDGE_RANK = 2 * MAX_FACES;
const NO_RANK = 2 ** 31 - 1;
/**
 * The rank of edges that are valid within the parallel tolerance only: others have the same g, and name what touches.
 */
const LOOSE_RANK = NO_RANK - 1;
/** Roundings of a distance by which edges may miss what touches along their normal. */
export const LOOSE = 4;

export function clearEntrance(): void {
  entrance[0] = entrance[1] = entrance[2] = 0;
  entrance[3] = -Infinity;
  entranceFeatures[0] = entranceFeatures[1] = -1;
  entranceSupport[0] = entranceSupport[1] = 0;
  entranceRank[0] = NO_RANK;
}

/**
 * Starts anew with what is known: a direction and its g (3), which the first entrance cannot be below, and the vertices
 * that gave it.
 */
export function startEntrance(known: Float64Array, nearest: Int32Array): void {
  clearEntrance();
  entrance[3] = known[3] - settings[ROUNDING];
  entranceSupport[0] = nearest[0];
  entranceSupport[1] = nearest[1];
}

/** The rank of a vertex of block `side` over a face of the other one. */
export function faceRank(side: number, face: number): number {
  return side * MAX_FACES + face;
}

/** The rank of two edges (half-edges 2k). */
export function edgeRank(i: number, j: number): number {
  return EDGE_RANK + (i >> 1) * MAX_EDGES + (j >> 1);
}

/** Offers vertex v of block `side` over face f of the other one; planeDistance holds their distance. */
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

/** Offers the normal across edges i and j (half-edges); `across` holds it. */
export function offerEdgeEntrance(i: number, j: number): void {
  const rank = edgeRank(i, j);
  const r = 1 / Math.sqrt(across[3]);
  setLeast(rank);
  if (!(across[4] * r > least[0])) return;
  for (let k = 0; k < 3; k++) probe[k] = across[k] * r;
  pairDistance[0] = across[4] * r;
  offerEdgeProbe(edgeFeature(i >> 1), edgeFeature(j >> 1), rank);
}

/** Signed distance of the edges that are offered. */
export const pairDistance = /* @__PURE__ */ new Float64Array(1);

/** Scans along the normal in probe across edges at pairDistance, and keeps it if it is the best. */
export function offerEdgeProbe(codeA: number, codeB: number, rank: number): void {
  gapAlong();
  keepProbe(codeA, codeB, pairDistance[0] > reach[2] + LOOSE * settings[ROUNDING] ? LOOSE_RANK : rank);
}

/**
 * What the distance of an entrance must be above to be the best: a rounding over that one, or if it wins ties a
 * rounding less.
 */
export function setLeast(rank: number): void {
  least[0] = rank < entranceRank[0] ? entrance[3] - settings[ROUNDING] : entrance[3] + settings[ROUNDING];
}

/** What setLeast writes: an array, since a double that a function returns may be allocated. */
export const least = /* @__PURE__ */ new Float64Array(1);

/** Scans along the normal of a face in probe, and keeps it if it is the best. */
export function offerFaceProbe(codeA: number, codeB: number, rank: number): void {
  gapAlong();
  keepProbe(codeA, codeB, rank);
}

function keepProbe(codeA: number, codeB: number, rank: number): void {
  setLeast(rank);
  if (!(reach[2] > least[0])) return;
  for (let k = 0; k < 3; k++) entrance[k] = probe[k];
  entrance[3] = reach[2];
  entrance[4] = reach[0];
  entranceSupport[0] = support[0];
  entranceSupport[1] = support[1];
  // The vertex over a face is the one that gives g.
  entranceFeatures[0] = featureDimension(codeA) === 0 ? vertexFeature(support[0]) : codeA;
  entranceFeatures[1] = featureDimension(codeB) === 0 ? vertexFeature(support[1]) : codeB;
  entranceRank[0] = rank;
}
