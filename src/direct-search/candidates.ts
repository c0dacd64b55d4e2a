/**
 * The near and valid covers whose normals are offered as the first entrance: a vertex of one block over a face of the other for each such face, and edges that
 * cross. Kept as a list, so that a contact set that is known to be the same at another pose has its first entrance found by the same steps.
 */
import { edgeFeature, faceFeature, featureDimension, featureIndex, vertexFeature } from '../contact/feature';
import { MAX_FACES, MAX_VERTICES, type ConvexPolyhedron } from '../polyhedron/convex-polyhedron';
import { offerEdgeEntrance, offerFaceEntrance } from './best-entrance';
import { across, measureToPlane } from './block-pair';
import { measureCrossing } from './contact-set';
import { crossEdges, isCrossingEntrance } from './entrance';
import { settings } from './settings';

/** Most that a list holds. */
export const CANDIDATE_CAPACITY = 32;

/** Features of A and B of each; faces come first. */
export const candidateA = /* @__PURE__ */ new Int32Array(CANDIDATE_CAPACITY);
export const candidateB = /* @__PURE__ */ new Int32Array(CANDIDATE_CAPACITY);
/** Their number (0); more than fit is CANDIDATE_CAPACITY + 1. */
export const candidateCount = /* @__PURE__ */ new Int32Array(1);

export function clearCandidates(): void {
  candidateCount[0] = 0;
}

/** Adds a face of block 1 - `side` and a vertex over it, if the face is not in the list. One that has no room is offered at once. */
export function addFaceCandidate(side: number, vertex: number, face: number): void {
  const code = faceFeature(face);
  const faces = side === 0 ? candidateB : candidateA;
  const count = Math.min(candidateCount[0], CANDIDATE_CAPACITY);
  for (let k = 0; k < count; k++) if (faces[k] === code) return;
  addCandidate(side === 0 ? vertexFeature(vertex) : code, side === 0 ? code : vertexFeature(vertex));
  if (candidateCount[0] > CANDIDATE_CAPACITY) offerFace(side, vertex, face);
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

/** Offers the normals of all in the list. */
export function offerCandidates(a: ConvexPolyhedron, b: ConvexPolyhedron): void {
  const count = Math.min(candidateCount[0], CANDIDATE_CAPACITY);
  for (let k = 0; k < count; k++) {
    const i = featureIndex(candidateA[k]);
    const j = featureIndex(candidateB[k]);
    if (featureDimension(candidateB[k]) === 2) offerFace(0, i, j);
    else if (featureDimension(candidateA[k]) === 2) offerFace(1, j, i);
    else if (isValidCrossing(a, b, 2 * i, 2 * j)) offerEdgeEntrance(2 * i, 2 * j);
  }
}

function offerFace(side: number, vertex: number, face: number): void {
  measureToPlane(side * MAX_VERTICES + vertex, (1 - side) * MAX_FACES + face);
  offerFaceEntrance(side, vertex, face);
}

/** Whether two edges are a valid entrance, with lines no farther apart than dTol; then they are measured. */
export function isValidCrossing(a: ConvexPolyhedron, b: ConvexPolyhedron, i: number, j: number): boolean {
  // A hair wider than dTol, as for faces.
  if (!crossEdges(a, b, i, j) || !(across[4] * across[4] <= settings[1] * (1 + 1e-9) * across[3])) return false;
  return measureCrossing(a, b, i, j) && isCrossingEntrance(a, b, i, j);
}
