/**
 * The near and valid entrances of a search, each once: a face of one block with vertices of the other over it, and
 * edges that cross. Every face of the Minkowski difference at a contact is among them. So this list contains the first
 * entrance, and the normal of a contact follows from it (contact-normal.ts).
 *
 * They are sorted by their ranks (best-entrance.ts), so that every search gives the same bits for any order in which
 * they were found.
 */
import { edgeFeature, faceFeature, featureDimension, vertexFeature } from '../contact/feature';
import { SCANNED_GAP, SQUARE } from '../contact/layouts';
import { MAX_FACES } from '../polyhedron/convex-polyhedron';
import { across, ACROSS_LINK, EDGES_SQUARE, extremes, faceNormal, gapAlong, isStrict, planeDistance, probe } from './block-pair';
import {
  clearEntrance,
  edgeRank,
  faceRank,
  least,
  LOOSE,
  offerEdgeEntrance,
  offerEdgeProbe,
  offerFaceEntrance,
  offerFaceProbe,
  pairDistance,
  setLeast,
} from './best-entrance';
import { PARALLEL, ROUNDING, settings } from './settings';

/**
 * Most entries of the list. If there are more, dTol is not small compared with the blocks, and only the first entrance
 * is kept.
 */
export const NEAR_CAPACITY = 256;

/** Their number; NEAR_CAPACITY + 1 if they do not fit. */
const total = /* @__PURE__ */ new Int32Array(1);
/** Unit normals from A to B. */
export const nearNormal = /* @__PURE__ */ new Float64Array(3 * NEAR_CAPACITY);
/** The distance of its pair of features, an upper bound of g. */
export const nearDistance = /* @__PURE__ */ new Float64Array(NEAR_CAPACITY);
/**
 * g along it, NaN until it is computed. Minus infinity for edges that are parallel to the tolerance, whose normal is
 * inaccurate, and for edges that are valid only within the tolerance, whose normal is not a normal of the Minkowski
 * difference.
 */
export const nearGap = /* @__PURE__ */ new Float64Array(NEAR_CAPACITY);
/** Features of A and of B. */
export const nearA = /* @__PURE__ */ new Int32Array(NEAR_CAPACITY);
export const nearB = /* @__PURE__ */ new Int32Array(NEAR_CAPACITY);
const rankOf = /* @__PURE__ */ new Int32Array(NEAR_CAPACITY);
/** The list in the order of ranks. */
export const nearOrder = /* @__PURE__ */ new Int32Array(NEAR_CAPACITY);

/** Empties the list, and resets the first entrance. */
export function clearNear(): void {
  total[0] = 0;
  clearEntrance();
}

/** The number of entries; 0 also if not all had room. */
export function nearCount(): number {
  return total[0] > NEAR_CAPACITY ? 0 : total[0];
}

/**
 * Adds a face of block 1 - `side` and a vertex over it (planeDistance has their distance). False when the face is in
 * the list already.
 */
export function addFaceEntrance(side: number, vertex: number, face: number): boolean {
  const rank = faceRank(side, face);
  const n = Math.min(total[0], NEAR_CAPACITY);
  for (let k = 0; k < n; k++) if (rankOf[k] === rank) return false;
  if (n === NEAR_CAPACITY) {
    total[0] = NEAR_CAPACITY + 1;
    offerFaceEntrance(side, vertex, face);
    return true;
  }
  const m = 3 * ((1 - side) * MAX_FACES + face);
  const sense = 2 * side - 1;
  for (let k = 0; k < 3; k++) nearNormal[3 * n + k] = sense * faceNormal[m + k];
  nearDistance[n] = planeDistance[0];
  nearA[n] = side === 0 ? vertexFeature(vertex) : faceFeature(face);
  nearB[n] = side === 0 ? faceFeature(face) : vertexFeature(vertex);
  nearGap[n] = NaN;
  append(n, rank);
  return true;
}

/**
 * Adds edges (half-edges 2k; `across` has the normal, and the last isCrossingEntrance was for them). With
 * `mayBeListed`, adds them only when they are not in the list.
 */
export function addEdgeEntrance(i: number, j: number, mayBeListed: boolean): void {
  const rank = edgeRank(i, j);
  const n = Math.min(total[0], NEAR_CAPACITY);
  if (mayBeListed) for (let k = 0; k < n; k++) if (rankOf[k] === rank) return;
  if (n === NEAR_CAPACITY) {
    total[0] = NEAR_CAPACITY + 1;
    offerEdgeEntrance(i, j);
    return;
  }
  const r = 1 / Math.sqrt(across[SQUARE]);
  for (let k = 0; k < 3; k++) nearNormal[3 * n + k] = across[k] * r;
  nearDistance[n] = across[ACROSS_LINK] * r;
  nearA[n] = edgeFeature(i >> 1);
  nearB[n] = edgeFeature(j >> 1);
  if (!(across[SQUARE] > settings[PARALLEL] * across[EDGES_SQUARE])) nearGap[n] = -Infinity;
  else if (isStrict[0] === 1) nearGap[n] = nearDistance[n];
  else nearGap[n] = NaN;
  append(n, rank);
}

/** Puts entry n in its place by rank. */
function append(n: number, rank: number): void {
  rankOf[n] = rank;
  let l = n;
  for (; l > 0 && rankOf[nearOrder[l - 1]] > rank; l--) nearOrder[l] = nearOrder[l - 1];
  nearOrder[l] = n;
  total[0] = n + 1;
}

/** Offers the whole list as the first entrance. */
export function findFirstEntrance(): void {
  const n = Math.min(total[0], NEAR_CAPACITY);
  for (let l = 0; l < n; l++) {
    const k = nearOrder[l];
    setLeast(rankOf[k]);
    if (!(nearDistance[k] > least[0])) continue;
    for (let c = 0; c < 3; c++) probe[c] = nearNormal[3 * k + c];
    pairDistance[0] = nearDistance[k];
    if (featureDimension(nearA[k]) === 1) offerEdgeProbe(nearA[k], nearB[k], rankOf[k]);
    else offerFaceProbe(nearA[k], nearB[k], rankOf[k]);
    keepGap(k);
  }
}

/** Stores g of the last scan for entry k. */
function keepGap(k: number): void {
  if (nearGap[k] === -Infinity) return;
  const isReal = featureDimension(nearA[k]) !== 1 || nearDistance[k] <= extremes[SCANNED_GAP] + LOOSE * settings[ROUNDING];
  nearGap[k] = isReal ? extremes[SCANNED_GAP] : -Infinity;
}

/**
 * Sets nearGap of an entry. Many entries have the normal of an earlier face: faces that lie on each other, and their
 * edges.
 */
export function measureNearGap(k: number): void {
  if (nearGap[k] === nearGap[k]) return;
  const x = nearNormal[3 * k];
  const y = nearNormal[3 * k + 1];
  const z = nearNormal[3 * k + 2];
  for (let l = 0; nearOrder[l] !== k; l++) {
    const other = nearOrder[l];
    if (!(nearGap[other] > -Infinity)) continue;
    const o = 3 * other;
    const off = Math.abs(nearNormal[o] - x) + Math.abs(nearNormal[o + 1] - y) + Math.abs(nearNormal[o + 2] - z);
    if (!(off <= SAME)) continue;
    nearGap[k] = nearGap[other];
    return;
  }
  probe[0] = x;
  probe[1] = y;
  probe[2] = z;
  gapAlong();
  keepGap(k);
}

/** Unit normals that differ by less are the same to rounding. */
export const SAME = 2 ** -50;
