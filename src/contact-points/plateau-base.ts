/**
 * Finds the plateau from the features of the plane: a corner over a face, or two edges. An edge from there is low when
 * the gap along it stays within the limit. No low edge: the plateau is a point. One low edge: it is the segment along
 * that edge. Two low edges that bound one face: it is the cell of the two faces. In all other cases there is no
 * plateau.
 */
import { edgeFeature, faceFeature, featureDimension, featureIndex, vertexFeature } from '../contact/feature';
import { MAX_FACES, MAX_VERTICES, type ConvexPolyhedron } from '../polyhedron/convex-polyhedron';
import type { CommonPlane } from '../contact/common-plane';
import { NormalOwner } from '../contact/status';
import { contactBounds, FLAT } from './bounds';
import { cellCode, cellX, cellY } from './cell';
import {
  addRay,
  apex,
  CLEARANCE,
  faceCosine,
  measureCosine,
  faceHeight,
  measureHeight,
  isVisible,
  LEAVES,
  LOW,
  NO_EDGE,
  NO_ROOM,
  rayCount,
  rayWedge,
  RISES,
  setBaseSlope,
  setSlope,
  slope,
  UNKNOWN,
  X,
  Y,
  LEAST_SINE,
  LEVEL_COSINE,
} from './plateau';
import { keepRays, setApex } from './plateau-rays';
import { setSegment } from './plateau-segment';
import { projectVertex, vertexOf, vertexX, vertexY, vertexZ } from './surface';
import { faceAt } from './label';
import { heightA, heightB } from './zone';

/**
 * Results of findPlateau other than the number of corners. CELL_WANTED: the caller calls setCell with the faces in
 * baseFace. NO_PLATEAU: there is no plateau.
 */
export const NO_PLATEAU = 0;
export const CELL_WANTED = -1;

/** The faces of A and of B for setCell. */
export const baseFace = /* @__PURE__ */ new Int32Array(2);

/** Sets the plateau from features of both bodies: 1 or 2 for its corners, CELL_WANTED for setCell, or NO_PLATEAU. */
export function findPlateau(a: ConvexPolyhedron, b: ConvexPolyhedron, featureA: number, featureB: number): number {
  const dimensionA = featureDimension(featureA);
  const dimensionB = featureDimension(featureB);
  if (dimensionA === 3 || dimensionB === 3) return NO_PLATEAU;
  // One vertex of a feature over a face is enough.
  if (dimensionA === 2 && dimensionB !== 2) return fromVertex(b, 1, vertexOf(b, featureB), a, featureIndex(featureA));
  if (dimensionB === 2 && dimensionA !== 2) return fromVertex(a, 0, vertexOf(a, featureA), b, featureIndex(featureB));
  // The flattest face at each feature.
  const faceA = dimensionA === 2 ? featureIndex(featureA) : featureIndex(faceAt(a, 0, featureA));
  const faceB = dimensionB === 2 ? featureIndex(featureB) : featureIndex(faceAt(b, 1, featureB));
  if (isLevel(a, 0, faceA) && isLevel(b, 1, faceB)) {
    baseFace[0] = faceA;
    baseFace[1] = faceB;
    return CELL_WANTED;
  }
  if (dimensionA === 1 && dimensionB === 1) return fromEdges(a, featureIndex(featureA), b, featureIndex(featureB));
  // When neither feature is a face, use the flatter one of the two faces.
  measureCosine(a, 0, faceA);
  const cosineA = faceCosine[0];
  measureCosine(b, 1, faceB);
  const isOverA = cosineA >= -faceCosine[0];
  return isOverA ? fromVertex(b, 1, vertexOf(b, featureB), a, faceA) : fromVertex(a, 0, vertexOf(a, featureA), b, faceB);
}

/** The plateau from vertex v of body `side` over a face of the other body. */
function fromVertex(shape: ConvexPolyhedron, side: number, v: number, other: ConvexPolyhedron, face: number): number {
  const { halfEdgeNext, halfEdgeOrigin, halfEdgeFace, vertexHalfEdge } = shape;
  if (!setBaseSlope(other, 1 - side, face)) return NO_PLATEAU;
  projectVertex(shape, side, v);
  const r = side * MAX_VERTICES + v;
  apex[X] = cellX[0] = vertexX[r];
  apex[Y] = cellY[0] = vertexY[r];
  const own = side === 0 ? heightA : heightB;
  const across = side === 0 ? heightB : heightA;
  own[0] = vertexZ[r];
  measureHeight(other, 1 - side, face);
  across[0] = faceHeight[0];
  cellCode[side] = vertexFeature(v);
  cellCode[1 - side] = faceFeature(face);
  if (!setApex(0)) return NO_PLATEAU;
  apex[CLEARANCE] = UNKNOWN;
  rayCount[0] = 0;
  let low = 0;
  let firstLow = -1;
  let secondLow = -1;
  let leaves = 0;
  let leaving = -1;
  let isClosed = true;
  const first = vertexHalfEdge[v];
  let h = first;
  let before = isVisible(shape, side, halfEdgeFace[h]);
  for (let turns = MAX_FACES; ; turns--) {
    const after = isVisible(shape, side, halfEdgeFace[h ^ 1]);
    if (before || after) {
      const row = rayCount[0];
      const found = addRay(shape, side, h >> 1, halfEdgeOrigin[h ^ 1], other, face, NO_EDGE);
      if (found === NO_ROOM) return NO_PLATEAU;
      if (found === RISES) rayWedge[row] = after ? 1 : 0;
      else if (found === LOW) {
        low++;
        secondLow = firstLow;
        firstLow = h;
      } else {
        leaves++;
        leaving = h;
      }
    }
    if (!(before && after)) isClosed = false;
    before = after;
    h = halfEdgeNext[h ^ 1];
    if (h === first) break;
    if (turns === 0) return NO_PLATEAU;
  }
  if (low === 0 && leaves === 0) {
    if (!isClosed) {
      // Then no rays surround the vertex: it must lie over the face itself.
      if (rayCount[0] === 0 || !(apex[CLEARANCE] > 0)) return NO_PLATEAU;
    }
    keepRays(0, 0, 1);
    return 1;
  }
  if (low === 1 || (low === 0 && leaves === 1))
    return setSegment(shape, side, (low === 1 ? firstLow : leaving) >> 1, other, face) ? 2 : NO_PLATEAU;
  if (low !== 2) return NO_PLATEAU;
  // h -> next(h ^ 1) turns about the vertex. The face between the two half-edges is the face of h ^ 1 and of the next
  // one.
  if (halfEdgeFace[firstLow ^ 1] === halfEdgeFace[secondLow]) baseFace[side] = halfEdgeFace[secondLow];
  else if (halfEdgeFace[secondLow ^ 1] === halfEdgeFace[firstLow]) baseFace[side] = halfEdgeFace[firstLow];
  else return NO_PLATEAU;
  baseFace[1 - side] = face;
  return CELL_WANTED;
}

/** The plateau from the place where two edges cross. */
function fromEdges(a: ConvexPolyhedron, edgeA: number, b: ConvexPolyhedron, edgeB: number): number {
  const p = a.halfEdgeOrigin[2 * edgeA];
  const q = a.halfEdgeOrigin[2 * edgeA + 1];
  const v = b.halfEdgeOrigin[2 * edgeB];
  const w = b.halfEdgeOrigin[2 * edgeB + 1];
  projectVertex(a, 0, p);
  projectVertex(a, 0, q);
  projectVertex(b, 1, v);
  projectVertex(b, 1, w);
  const ax = vertexX[q] - vertexX[p];
  const ay = vertexY[q] - vertexY[p];
  const rv = MAX_VERTICES + v;
  const rw = MAX_VERTICES + w;
  const bx = vertexX[rw] - vertexX[rv];
  const by = vertexY[rw] - vertexY[rv];
  const cx = vertexX[rv] - vertexX[p];
  const cy = vertexY[rv] - vertexY[p];
  const cross = ax * by - ay * bx;
  if (!(cross * cross > LEAST_SINE * LEAST_SINE * (ax * ax + ay * ay) * (bx * bx + by * by))) return NO_PLATEAU;
  // p + s a = v + t b
  const s = (cx * by - cy * bx) / cross;
  const t = (cx * ay - cy * ax) / cross;
  if (!(s > 0 && s < 1 && t > 0 && t < 1)) return NO_PLATEAU;
  cellX[0] = vertexX[p] + s * ax;
  cellY[0] = vertexY[p] + s * ay;
  heightA[0] = vertexZ[p] + s * (vertexZ[q] - vertexZ[p]);
  heightB[0] = vertexZ[rv] + t * (vertexZ[rw] - vertexZ[rv]);
  cellCode[0] = edgeFeature(edgeA);
  cellCode[1] = edgeFeature(edgeB);
  if (!setApex(0)) return NO_PLATEAU;
  rayCount[0] = 0;
  // In turn: along a, along b, against a, against b. When cross > 0, B's edge leads to the left of A's edge. Then the
  // face of B over the ray along a is on the right of b. It is the face of half-edge 2 e, since B is seen from inside.
  const left = cross > 0 ? 0 : 1;
  let isFirstThere = true;
  let low = 0;
  let firstLow = -1;
  let secondLow = -1;
  for (let k = 0; k < 4; k++) {
    const half = k < 2 ? left : 1 - left;
    const face = (k & 1) === 0 ? b.halfEdgeFace[2 * edgeB + half] : a.halfEdgeFace[2 * edgeA + half];
    // When a face has no shadow, the ray over it and the wedges beside it do not exist.
    const isThere = (k & 1) === 0 ? setSlope(b, 1, face) : setSlope(a, 0, face);
    if (!isThere) {
      if (rayCount[0] > 0) rayWedge[rayCount[0] - 1] = 0;
      if (k === 0) isFirstThere = false;
      continue;
    }
    const row = rayCount[0];
    const found =
      (k & 1) === 0 ? addRay(a, 0, edgeA, k === 0 ? q : p, b, face, edgeB) : addRay(b, 1, edgeB, k === 1 ? w : v, a, face, edgeA);
    if (found === RISES) {
      rayWedge[row] = k < 3 || isFirstThere ? 1 : 0;
      continue;
    }
    if (found !== LOW && found !== LEAVES) return NO_PLATEAU;
    low++;
    secondLow = firstLow;
    firstLow = k;
  }
  // Each edge needs a face that looks at the other body.
  if (rayCount[0] + low < 2) return NO_PLATEAU;
  if (low === 0) {
    keepRays(0, 0, 1);
    return 1;
  }
  const half = firstLow < 2 ? left : 1 - left;
  if (low === 1) {
    if ((firstLow & 1) === 0) return setSegment(a, 0, edgeA, b, b.halfEdgeFace[2 * edgeB + half]) ? 2 : NO_PLATEAU;
    return setSegment(b, 1, edgeB, a, a.halfEdgeFace[2 * edgeA + half]) ? 2 : NO_PLATEAU;
  }
  if (low !== 2 || firstLow - secondLow === 2) return NO_PLATEAU;
  const secondHalf = secondLow < 2 ? left : 1 - left;
  baseFace[0] = a.halfEdgeFace[2 * edgeA + ((firstLow & 1) === 0 ? secondHalf : half)];
  baseFace[1] = b.halfEdgeFace[2 * edgeB + ((firstLow & 1) === 0 ? half : secondHalf)];
  return CELL_WANTED;
}

/**
 * The owner of the normal: a face of the plateau, or a face at the plane's features, if it is level over its whole
 * extent. Otherwise two edges that cross. When the edges cross on the border of a level face, the owner is the face.
 */
export function ownerOfPlateau(
  a: ConvexPolyhedron,
  b: ConvexPolyhedron,
  { featureA, featureB }: CommonPlane,
  corners: number,
): NormalOwner {
  if (corners > 2 ? isLevel(a, 0, baseFace[0]) : hasLevelFace(a, 0, featureA)) return NormalOwner.FaceA;
  if (corners > 2 ? isLevel(b, 1, baseFace[1]) : hasLevelFace(b, 1, featureB)) return NormalOwner.FaceB;
  return featureDimension(featureA) === 1 && (corners < 3 || featureDimension(featureB) === 1) ? NormalOwner.Edges : NormalOwner.None;
}

/** Whether a feature is a level face, or an edge of one. */
function hasLevelFace(shape: ConvexPolyhedron, side: number, feature: number): boolean {
  const index = featureIndex(feature);
  const dimension = featureDimension(feature);
  if (dimension === 2) return isLevel(shape, side, index);
  if (dimension === 0) return false;
  return isLevel(shape, side, shape.halfEdgeFace[2 * index]) || isLevel(shape, side, shape.halfEdgeFace[2 * index + 1]);
}

/** Whether a face lies level on the plane over its own width. */
function isLevel(shape: ConvexPolyhedron, side: number, face: number): boolean {
  measureCosine(shape, side, face);
  if (!(Math.abs(faceCosine[0]) > LEVEL_COSINE) || !setSlope(shape, side, face)) return false;
  const steepest = Math.max(Math.abs(slope[0]), Math.abs(slope[1]));
  const flat = contactBounds[FLAT];
  return 2 * shape.radius * steepest <= flat || widthOf(shape, side, face) * steepest <= flat;
}

/** The greater extent of a face along x or y. */
function widthOf(shape: ConvexPolyhedron, side: number, face: number): number {
  const row = side * MAX_VERTICES;
  const first = shape.faceHalfEdge[face];
  let leastX = Infinity;
  let mostX = -Infinity;
  let leastY = Infinity;
  let mostY = -Infinity;
  let h = first;
  for (let corners = shape.vertexCount; corners > 0; corners--) {
    const v = shape.halfEdgeOrigin[h];
    projectVertex(shape, side, v);
    leastX = Math.min(leastX, vertexX[row + v]);
    mostX = Math.max(mostX, vertexX[row + v]);
    leastY = Math.min(leastY, vertexY[row + v]);
    mostY = Math.max(mostY, vertexY[row + v]);
    h = shape.halfEdgeNext[h];
    if (h === first) break;
  }
  return Math.max(mostX - leastX, mostY - leastY);
}
