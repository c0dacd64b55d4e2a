/**
 * The near entrances in the memory (memory.ts), by their features. A contact set that stays the same at another pose
 * has the same near entrances, except edges that are not surely valid or invalid. These are tested again.
 */
import { edgeFeature, faceFeature, featureDimension, featureIndex, vertexFeature } from '../contact/feature';
import { SQUARE } from '../contact/layouts';
import { MAX_FACES, MAX_VERTICES, type ConvexPolyhedron } from '../polyhedron/convex-polyhedron';
import { across, ACROSS_LINK, measureToPlane } from './block-pair';
import { measureCrossing } from './contact-set';
import { crossEdges, isCrossingEntrance } from './entrance';
import { addEdgeEntrance, addFaceEntrance } from './near-entrances';
import { NEAR_SQUARED, settings } from './settings';

/** Most stored entrances. */
export const CANDIDATE_CAPACITY = 32;

/** Features of A and B of each; faces come first. */
export const candidateA = /* @__PURE__ */ new Int32Array(CANDIDATE_CAPACITY);
export const candidateB = /* @__PURE__ */ new Int32Array(CANDIDATE_CAPACITY);
/** Their number; CANDIDATE_CAPACITY + 1 if they do not fit. */
export const candidateCount = /* @__PURE__ */ new Int32Array(1);

export function clearCandidates(): void {
  candidateCount[0] = 0;
}

/** Adds a face of block 1 - `side` that is not in the list, and a vertex over it. */
export function addFaceCandidate(side: number, vertex: number, face: number): void {
  addCandidate(side === 0 ? vertexFeature(vertex) : faceFeature(face), side === 0 ? faceFeature(face) : vertexFeature(vertex));
}

/** Adds edges (half-edges 2k). */
export function addEdgeCandidate(i: number, j: number): void {
  addCandidate(edgeFeature(i >> 1), edgeFeature(j >> 1));
}

function addCandidate(featureA: number, featureB: number): void {
  const k = candidateCount[0];
  if (k < CANDIDATE_CAPACITY) {
    candidateA[k] = featureA;
    candidateB[k] = featureB;
  }
  candidateCount[0] = Math.min(k, CANDIDATE_CAPACITY) + 1;
}

/** Makes the candidates the near entrances at the current pose. */
export function takeCandidates(a: ConvexPolyhedron, b: ConvexPolyhedron): void {
  const count = Math.min(candidateCount[0], CANDIDATE_CAPACITY);
  for (let k = 0; k < count; k++) {
    const i = featureIndex(candidateA[k]);
    const j = featureIndex(candidateB[k]);
    if (featureDimension(candidateB[k]) === 2) takeFace(0, i, j);
    else if (featureDimension(candidateA[k]) === 2) takeFace(1, j, i);
    else if (isValidCrossing(a, b, 2 * i, 2 * j)) addEdgeEntrance(2 * i, 2 * j, false);
  }
}

function takeFace(side: number, vertex: number, face: number): void {
  measureToPlane(side * MAX_VERTICES + vertex, (1 - side) * MAX_FACES + face);
  addFaceEntrance(side, vertex, face);
}

/** Whether two edges are a valid entrance whose lines are near. Measures them. */
export function isValidCrossing(a: ConvexPolyhedron, b: ConvexPolyhedron, i: number, j: number): boolean {
  // Slightly wider than near, as for faces.
  if (!crossEdges(a, b, i, j) || !(across[ACROSS_LINK] * across[ACROSS_LINK] <= settings[NEAR_SQUARED] * (1 + 1e-9) * across[SQUARE]))
    return false;
  return measureCrossing(a, b, i, j) && isCrossingEntrance(a, b, i, j);
}
