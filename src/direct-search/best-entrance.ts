/**
 * The entrance of largest signed distance seen in a call ("first entrance": the one that small motions reach first). Status and gap hang on it, so its distance is
 * g(n) by a scan of all corners, never the distance of a pair that is valid only within the parallel tolerance. Any pair's distance is at least g, so one
 * that is not larger than the best g needs no scan.
 */
import { edgeFeature, faceFeature, featureDimension, vertexFeature } from '../contact/feature';
import { MAX_EDGES, MAX_FACES } from '../polyhedron/convex-polyhedron';
import { across, faceNormal, gapAlong, planeDistance, probe, reach, support } from './block-pair';
import { settings } from './settings';

/** Normal from A to B (0..2) and its g (3). */
export const entrance = /* @__PURE__ */ new Float64Array(4);
/** Its features: face of A and vertex of B, vertex of A and face of B, or two edges. */
export const entranceFeatures = /* @__PURE__ */ new Int32Array(2);
/**
 * Among entrances of equal g the lowest rank wins, so that the order of the search is not seen: faces of B, of A, then pairs of edges.
 */
const entranceRank = /* @__PURE__ */ new Int32Array(1);
const EDGE_RANK = 2 * MAX_FACES;
const NO_RANK = 2 ** 31 - 1;

export function clearEntrance(): void {
  entrance[0] = entrance[1] = entrance[2] = 0;
  entrance[3] = -Infinity;
  entranceFeatures[0] = entranceFeatures[1] = -1;
  entranceRank[0] = NO_RANK;
}

/** Starts anew with what is known: a direction and its g (3), which the first entrance cannot be below. */
export function startEntrance(known: Float64Array): void {
  clearEntrance();
  entrance[3] = known[3] - settings[3];
}

/** Offers vertex v of block `side` over face f of the other one; planeDistance holds their distance. */
export function offerFaceEntrance(side: number, vertex: number, face: number): void {
  const rank = side * MAX_FACES + face;
  if (!(planeDistance[0] > entrance[3] + tie(rank))) return;
  const m = 3 * ((1 - side) * MAX_FACES + face);
  const sense = 2 * side - 1;
  const codeA = side === 0 ? vertexFeature(vertex) : faceFeature(face);
  const codeB = side === 0 ? faceFeature(face) : vertexFeature(vertex);
  for (let k = 0; k < 3; k++) probe[k] = sense * faceNormal[m + k];
  offerProbe(codeA, codeB, rank);
}

/** Offers the normal across edges i and j (half-edges); `across` holds it. */
export function offerEdgeEntrance(i: number, j: number): void {
  const rank = EDGE_RANK + (i >> 1) * MAX_EDGES + (j >> 1);
  const r = 1 / Math.sqrt(across[3]);
  if (!(across[4] * r > entrance[3] + tie(rank))) return;
  for (let k = 0; k < 3; k++) probe[k] = across[k] * r;
  offerProbe(edgeFeature(i >> 1), edgeFeature(j >> 1), rank);
}

/** Whether vertices over a face of block 1 - `side` can give the first entrance, if the lowest of them is at planeDistance. */
export function canImprove(side: number, face: number): boolean {
  return planeDistance[0] > entrance[3] + tie(side * MAX_FACES + face);
}

/** What an entrance must have over the best: a rounding more, or if it wins ties a rounding less. */
function tie(rank: number): number {
  return rank < entranceRank[0] ? -settings[3] : settings[3];
}

function offerProbe(codeA: number, codeB: number, rank: number): void {
  gapAlong();
  if (!(reach[2] > entrance[3] + tie(rank))) return;
  for (let k = 0; k < 3; k++) entrance[k] = probe[k];
  entrance[3] = reach[2];
  // The vertex over a face is the one that gives g.
  entranceFeatures[0] = featureDimension(codeA) === 0 ? vertexFeature(support[0]) : codeA;
  entranceFeatures[1] = featureDimension(codeB) === 0 ? vertexFeature(support[1]) : codeB;
  entranceRank[0] = rank;
}
