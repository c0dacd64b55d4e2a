/**
 * The plateau of a face over a face: their common cell, and the rays of its corners.
 */
import { faceFeature, featureDimension, featureIndex } from '../contact/feature';
import { MAX_FACES, MAX_VERTICES, type ConvexPolyhedron } from '../polyhedron/convex-polyhedron';
import { contactBounds, LIMIT } from './bounds';
import { cellCode, cellSide, cellX, cellY } from './cell';
import { clipFaces } from './clip';
import { addRay, faceBeyond, isUpright, isVisible, RISES, rayCount, rayWedge, setBaseSlope, setSlope, slope } from './plateau';
import { addFan, endOfEdge, firstRay, halfEdgeFrom, keepRays, lastRay, setApex, sideHasStrip } from './plateau-rays';
import { faceCode, loadOutline, outlineStart, vertexX, vertexY, vertexZ } from './surface';
import { heightA, heightB } from './zone';

/**
 * Sets the cell of two faces as the plateau, and its rays. Returns the number of its corners, or 0 when the proof
 * fails: Z(limit) may be larger than the cell and its wedges.
 */
export function setCell(a: ConvexPolyhedron, faceA: number, b: ConvexPolyhedron, faceB: number): number {
  const codeA = (faceCode[0] = faceFeature(faceA));
  const codeB = (faceCode[MAX_FACES] = faceFeature(faceB));
  const p = loadOutline(a, 0, faceA);
  const q = loadOutline(b, 1, faceB);
  const count = clipFaces(outlineStart[0], p, codeA, outlineStart[1], q, codeB);
  if (count < 3) return 0;
  if (!setHeights(a, faceA, b, faceB, count)) return 0;
  rayCount[0] = 0;
  const isBare = isAlone(a, 0, faceA) && isAlone(b, 1, faceB);
  setStrips(a, faceA, b, faceB, count, isBare);
  let within = 0;
  let last = count - 1;
  for (let k = 0; k < count; k++) {
    firstRay[k] = lastRay[k] = -1;
    if (heightB[k] - heightA[k] <= contactBounds[LIMIT]) {
      within++;
      if (!isBare && !setCornerRays(a, faceA, b, faceB, last, k)) return 0;
    }
    last = k;
  }
  return within > 0 ? count : 0;
}

/** Whether no other face at the corners of a face has a shadow. False also for a corner of more than three faces. */
function isAlone(shape: ConvexPolyhedron, side: number, face: number): boolean {
  const { halfEdgeFace, halfEdgeNext } = shape;
  const first = shape.faceHalfEdge[face];
  let h = first;
  for (let corners = shape.vertexCount; corners > 0; corners--) {
    if (isVisible(shape, side, halfEdgeFace[h ^ 1])) return false;
    h = halfEdgeNext[h];
    // Three turns about its corner lead back to the half-edge.
    const turned = halfEdgeNext[halfEdgeNext[h ^ 1] ^ 1];
    if (halfEdgeNext[turned ^ 1] !== h) return false;
    if (h === first) break;
  }
  return true;
}

/**
 * Sets the heights of both faces at the corners of the cell. A corner of a face has its own height. False if a face is
 * steep.
 */
function setHeights(a: ConvexPolyhedron, faceA: number, b: ConvexPolyhedron, faceB: number, count: number): boolean {
  if (!setBaseSlope(a, 0, faceA)) return false;
  const slopeAX = slope[0];
  const slopeAY = slope[1];
  const v = a.halfEdgeOrigin[a.faceHalfEdge[faceA]];
  const baseA = vertexZ[v] - slopeAX * vertexX[v] - slopeAY * vertexY[v];
  if (!setBaseSlope(b, 1, faceB)) return false;
  const slopeBX = slope[0];
  const slopeBY = slope[1];
  const w = MAX_VERTICES + b.halfEdgeOrigin[b.faceHalfEdge[faceB]];
  const baseB = vertexZ[w] - slopeBX * vertexX[w] - slopeBY * vertexY[w];
  for (let k = 0; k < count; k++) {
    const x = cellX[k];
    const y = cellY[k];
    const codeA = cellCode[2 * k];
    const codeB = cellCode[2 * k + 1];
    heightA[k] = featureDimension(codeA) === 0 ? vertexZ[featureIndex(codeA)] : baseA + slopeAX * x + slopeAY * y;
    heightB[k] = featureDimension(codeB) === 0 ? vertexZ[MAX_VERTICES + featureIndex(codeB)] : baseB + slopeBX * x + slopeBY * y;
  }
  return true;
}

/** Sets beyond which sides of the cell there is a strip. */
function setStrips(a: ConvexPolyhedron, faceA: number, b: ConvexPolyhedron, faceB: number, count: number, isBare: boolean): void {
  for (let k = 0; k < count; k++) {
    if (isBare) {
      sideHasStrip[k] = 0;
      continue;
    }
    const line = cellSide[k];
    const edge = featureIndex(line >> 1);
    const isThere = (line & 1) === 0 ? isVisible(a, 0, faceBeyond(a, edge, faceA)) : isVisible(b, 1, faceBeyond(b, edge, faceB));
    sideHasStrip[k] = isThere ? 1 : 0;
  }
}

/** Sets the rays of corner k of a cell, between side `last` and side k. */
function setCornerRays(a: ConvexPolyhedron, faceA: number, b: ConvexPolyhedron, faceB: number, last: number, k: number): boolean {
  const codeA = cellCode[2 * k];
  const codeB = cellCode[2 * k + 1];
  const dimensionA = featureDimension(codeA);
  const dimensionB = featureDimension(codeB);
  const hasStrips = sideHasStrip[last] + sideHasStrip[k] > 0;
  // Where edges cross, only the strips lie beyond.
  if (dimensionA === 1 && dimensionB === 1) return !hasStrips || setCrossingRays(a, faceA, b, faceB, last, k);
  if (dimensionA + dimensionB === 2) return setVertexRays(a, faceA, b, faceB, last, k, dimensionA === 0);
  // A corner or an edge over a corner or an edge: the closed form holds only when nothing lies beyond.
  return !hasStrips && isUpright(a, 0, codeA, faceA) && isUpright(b, 1, codeB, faceB);
}

/** Sets the rays of a corner of one body over the face of the other: along the edges that leave the corner. */
function setVertexRays(
  a: ConvexPolyhedron,
  faceA: number,
  b: ConvexPolyhedron,
  faceB: number,
  last: number,
  k: number,
  isOfA: boolean,
): boolean {
  const lineIn = cellSide[last];
  const lineOut = cellSide[k];
  const edgeIn = featureIndex(lineIn >> 1);
  const edgeOut = featureIndex(lineOut >> 1);
  const start = rayCount[0];
  setApex(k);
  if (isOfA) {
    if (((lineIn | lineOut) & 1) !== 0 || !setSlope(b, 1, faceB)) return false;
    if (!addFan(a, 0, halfEdgeFrom(a, edgeOut, featureIndex(cellCode[2 * k])), edgeIn, b, faceB)) return false;
    keepRays(k, start, 0);
    return true;
  }
  if ((lineIn & lineOut & 1) !== 1 || !setSlope(a, 0, faceA)) return false;
  if (!addFan(b, 1, halfEdgeFrom(b, edgeIn, featureIndex(cellCode[2 * k + 1])), edgeOut, a, faceA)) return false;
  keepRays(k, start, 1);
  return true;
}

/** Sets the rays of a corner where an edge of A crosses an edge of B: along each edge, over the strip of the other. */
function setCrossingRays(a: ConvexPolyhedron, faceA: number, b: ConvexPolyhedron, faceB: number, last: number, k: number): boolean {
  const sideIn = cellSide[last] & 1;
  const codeIn = cellSide[last] >> 1;
  const codeOut = cellSide[k] >> 1;
  if ((cellSide[k] & 1) === sideIn || codeIn !== cellCode[2 * k + sideIn] || codeOut !== cellCode[2 * k + 1 - sideIn]) return false;
  const edgeIn = featureIndex(codeIn);
  const edgeOut = featureIndex(codeOut);
  const shapeIn = sideIn === 0 ? a : b;
  const shapeOut = sideIn === 0 ? b : a;
  const faceIn = sideIn === 0 ? faceA : faceB;
  const faceOut = sideIn === 0 ? faceB : faceA;
  const start = rayCount[0];
  setApex(k);
  if (sideHasStrip[last] === 1) {
    const beyond = faceBeyond(shapeIn, edgeIn, faceIn);
    setSlope(shapeIn, sideIn, beyond);
    const end = endOfEdge(shapeOut, 1 - sideIn, edgeOut, faceOut, false);
    if (addRay(shapeOut, 1 - sideIn, edgeOut, end, shapeIn, beyond, edgeIn) !== RISES) return false;
    rayWedge[start] = sideHasStrip[k];
  }
  if (sideHasStrip[k] === 1) {
    const beyond = faceBeyond(shapeOut, edgeOut, faceOut);
    setSlope(shapeOut, 1 - sideIn, beyond);
    const end = endOfEdge(shapeIn, sideIn, edgeIn, faceIn, true);
    if (addRay(shapeIn, sideIn, edgeIn, end, shapeOut, beyond, edgeOut) !== RISES) return false;
  }
  keepRays(k, start, 1);
  return true;
}
