/**
 * Edges and vertices of cores as faces without area, in the arrays of surface.ts: a line has two corners, a point one.
 */
import { edgeFeature, vertexFeature } from '../contact/feature';
import { MAX_FACES, MAX_VERTICES, type ConvexPolyhedron } from '../polyhedron/convex-polyhedron';
import {
  ANCHOR_X,
  ANCHOR_Y,
  ANCHOR_Z,
  cornerCode,
  cornerX,
  cornerY,
  FACE_NUMBERS,
  faceCode,
  faceCorner,
  faceCorners,
  faceNumbers,
  LEAST_X,
  LEAST_Y,
  LEAST_Z,
  MOST_X,
  MOST_Y,
  MOST_Z,
  nextCorner,
  projectVertex,
  sideCode,
  SLOPE_X,
  SLOPE_Y,
  surfaceFaces,
  vertexX,
  vertexY,
  vertexZ,
} from './surface';

/**
 * Loads edge e of a body whose shadow is a line, as a face of two corners without width, and returns its row. Its slope
 * is that along the edge.
 */
export function loadLine(shape: ConvexPolyhedron, side: number, e: number): number {
  const start = nextCorner[side];
  const k = side * MAX_FACES + surfaceFaces[side]++;
  const n = FACE_NUMBERS * k;
  const r = side * MAX_VERTICES + shape.halfEdgeOrigin[2 * e];
  const s = side * MAX_VERTICES + shape.halfEdgeOrigin[2 * e + 1];
  for (let i = 0; i < 2; i++) {
    const v = shape.halfEdgeOrigin[2 * e + i];
    projectVertex(shape, side, v);
    cornerX[start + i] = vertexX[side * MAX_VERTICES + v];
    cornerY[start + i] = vertexY[side * MAX_VERTICES + v];
    cornerCode[start + i] = vertexFeature(v);
    sideCode[start + i] = edgeFeature(e);
  }
  const dx = vertexX[s] - vertexX[r];
  const dy = vertexY[s] - vertexY[r];
  const dz = vertexZ[s] - vertexZ[r];
  const dd = dx * dx + dy * dy;
  faceNumbers[n + LEAST_X] = dx < 0 ? vertexX[s] : vertexX[r];
  faceNumbers[n + MOST_X] = dx < 0 ? vertexX[r] : vertexX[s];
  faceNumbers[n + LEAST_Y] = dy < 0 ? vertexY[s] : vertexY[r];
  faceNumbers[n + MOST_Y] = dy < 0 ? vertexY[r] : vertexY[s];
  faceNumbers[n + LEAST_Z] = dz < 0 ? vertexZ[s] : vertexZ[r];
  faceNumbers[n + MOST_Z] = dz < 0 ? vertexZ[r] : vertexZ[s];
  faceNumbers[n + ANCHOR_X] = vertexX[r];
  faceNumbers[n + ANCHOR_Y] = vertexY[r];
  faceNumbers[n + ANCHOR_Z] = vertexZ[r];
  faceNumbers[n + SLOPE_X] = (dz * dx) / dd;
  faceNumbers[n + SLOPE_Y] = (dz * dy) / dd;
  faceCode[k] = edgeFeature(e);
  faceCorner[k] = start;
  faceCorners[k] = 2;
  nextCorner[side] = start + 2;
  return k;
}

/** Loads a vertex of a body whose shadow is a point, as a face of one corner, and returns its row. */
export function loadPoint(shape: ConvexPolyhedron, side: number, v: number): number {
  const start = nextCorner[side]++;
  const k = side * MAX_FACES + surfaceFaces[side]++;
  const n = FACE_NUMBERS * k;
  const r = side * MAX_VERTICES + v;
  projectVertex(shape, side, v);
  cornerX[start] = vertexX[r];
  cornerY[start] = vertexY[r];
  cornerCode[start] = vertexFeature(v);
  sideCode[start] = vertexFeature(v);
  faceNumbers[n + LEAST_X] = faceNumbers[n + MOST_X] = faceNumbers[n + ANCHOR_X] = vertexX[r];
  faceNumbers[n + LEAST_Y] = faceNumbers[n + MOST_Y] = faceNumbers[n + ANCHOR_Y] = vertexY[r];
  faceNumbers[n + LEAST_Z] = faceNumbers[n + MOST_Z] = faceNumbers[n + ANCHOR_Z] = vertexZ[r];
  faceNumbers[n + SLOPE_X] = 0;
  faceNumbers[n + SLOPE_Y] = 0;
  faceCode[k] = vertexFeature(v);
  faceCorner[k] = start;
  faceCorners[k] = 1;
  return k;
}
