/**
 * Corners and contact points on a common plane: the arrays through which the clipping of faces (plane-clip.ts) and the meeting of edges (plane-edges.ts)
 * take the corners of two features and leave the points.
 *
 * Features are projected along the normal. A polygon is counter-clockwise seen from the tip of the normal, for A and for B. Every contact point
 * knows the features that made it, one of A and one of B: (vertex, face) a corner inside the other's face, (edge, edge) a crossing, (vertex, edge)
 * and (vertex, vertex) corners that lie on an edge or a corner of the other. That is its key from step to step.
 *
 * Lengths: a coordinate is known to eps = bands[0]. Two points within 2 eps are one.
 *
 * Coordinates go from function to function in these arrays, not as arguments: a double passed to a function that is not inlined is allocated.
 */
import { edgeFeature, featureDimension, featureIndex, vertexFeature } from '../contact/feature';
import { MAX_VERTICES, type ConvexPolyhedron } from '../polyhedron/convex-polyhedron';
import { bands } from './contact-feature';
import { planeAxes } from './plane-coordinates';

/** Corners of the feature of A from row 0, of B from row MAX_VERTICES; the code of the vertex, and of the edge to the following corner. */
export const cornerX = /* @__PURE__ */ new Float64Array(2 * MAX_VERTICES);
export const cornerY = /* @__PURE__ */ new Float64Array(2 * MAX_VERTICES);
export const cornerCode = /* @__PURE__ */ new Int32Array(2 * MAX_VERTICES);
export const sideCode = /* @__PURE__ */ new Int32Array(2 * MAX_VERTICES);

/** Most contact points: two convex polygons of p and q corners meet in p + q at most. */
export const CAPACITY = 2 * MAX_VERTICES;

/** The contact points. */
export const pointX = /* @__PURE__ */ new Float64Array(CAPACITY);
export const pointY = /* @__PURE__ */ new Float64Array(CAPACITY);
/** Feature of A, feature of B. */
export const pointCode = /* @__PURE__ */ new Int32Array(2 * CAPACITY);
/** Of the first two points: half the way from where A's feature is to where B's is, x and y. Zero for points that are on both. */
export const pointApart = /* @__PURE__ */ new Float64Array(4);
/** Area of the polygon of the points (0). */
export const polygonArea = /* @__PURE__ */ new Float64Array(1);
/** Where two points came from a polygon: the body (0) and the edge (1) that its longest side lies on. */
export const longestSide = /* @__PURE__ */ new Int32Array(2);

/** Puts the corners of a feature of A (side 0) or B (side 1) into the arrays; returns their number. */
export function loadFeature(shape: ConvexPolyhedron, side: number, feature: number): number {
  const { vertices, halfEdgeNext, halfEdgeOrigin } = shape;
  const o = 12 * side;
  const xx = planeAxes[o];
  const xy = planeAxes[o + 1];
  const xz = planeAxes[o + 2];
  const yx = planeAxes[o + 3];
  const yy = planeAxes[o + 4];
  const yz = planeAxes[o + 5];
  const x0 = planeAxes[o + 9];
  const y0 = planeAxes[o + 10];
  const row = side * MAX_VERTICES;
  const index = featureIndex(feature);
  const dimension = featureDimension(feature);
  // A vertex and an edge are loops too: of one corner, and of the edge's two half-edges.
  const first = dimension === 0 ? shape.vertexHalfEdge[index] : dimension === 1 ? 2 * index : shape.faceHalfEdge[index];
  const most = dimension === 0 ? 1 : dimension === 1 ? 2 : shape.vertexCount;
  let count = 0;
  let h = first;
  while (count < most) {
    const v = halfEdgeOrigin[h];
    const x = vertices[3 * v];
    const y = vertices[3 * v + 1];
    const z = vertices[3 * v + 2];
    const r = row + count++;
    cornerX[r] = xx * x + xy * y + xz * z + x0;
    cornerY[r] = yx * x + yy * y + yz * z + y0;
    cornerCode[r] = vertexFeature(v);
    sideCode[r] = edgeFeature(h >> 1);
    h = dimension === 1 ? h ^ 1 : halfEdgeNext[h];
    if (h === first) break;
  }
  if (side === 1 && dimension === 2) reverse(row, count);
  return count;
}

/** A face of B is seen from inside: turned round. The side after a corner is then the one that came before it. */
function reverse(row: number, count: number): void {
  for (let i = row, j = row + count - 1; i < j; i++, j--) {
    const x = cornerX[i];
    const y = cornerY[i];
    const code = cornerCode[i];
    cornerX[i] = cornerX[j];
    cornerY[i] = cornerY[j];
    cornerCode[i] = cornerCode[j];
    cornerX[j] = x;
    cornerY[j] = y;
    cornerCode[j] = code;
  }
  for (let i = row, j = row + count - 2; i < j; i++, j--) {
    const code = sideCode[i];
    sideCode[i] = sideCode[j];
    sideCode[j] = code;
  }
}

/** Whether a face has a side longer than rounding: else all its corners are one point. */
export function isWide(side: number, count: number): boolean {
  const row = side * MAX_VERTICES;
  for (let k = row; k < row + count; k++) {
    const k1 = k + 1 < row + count ? k + 1 : row;
    const ex = cornerX[k1] - cornerX[k];
    const ey = cornerY[k1] - cornerY[k];
    if (ex * ex + ey * ey > 4 * bands[0] * bands[0]) return true;
  }
  return false;
}

/** Names point k by its feature of body `side` and that of the other body. */
export function namePoint(k: number, side: number, own: number, other: number): void {
  pointCode[2 * k + side] = own;
  pointCode[2 * k + 1 - side] = other;
}

/** The edge of a face that two of its points share, or the feature itself when there is none: `c` and `d` are the codes of the points. */
export function sharedEdge(shape: ConvexPolyhedron, feature: number, c: number, d: number): number {
  const dimensionC = featureDimension(c);
  const dimensionD = featureDimension(d);
  if (featureDimension(feature) < 2 || dimensionC > 1 || dimensionD > 1) return feature;
  if (dimensionC === 1) return c === d || (dimensionD === 0 && isEnd(shape, c, d)) ? c : feature;
  if (dimensionD === 1) return isEnd(shape, d, c) ? d : feature;
  const first = shape.vertexHalfEdge[featureIndex(c)];
  let h = first;
  for (let turns = shape.edgeCount; turns > 0; turns--) {
    if (vertexFeature(shape.halfEdgeOrigin[h ^ 1]) === d) return edgeFeature(h >> 1);
    h = shape.halfEdgeNext[h ^ 1];
    if (h === first) break;
  }
  return feature;
}

function isEnd(shape: ConvexPolyhedron, edge: number, vertex: number): boolean {
  const e = featureIndex(edge);
  const v = featureIndex(vertex);
  return shape.halfEdgeOrigin[2 * e] === v || shape.halfEdgeOrigin[2 * e + 1] === v;
}
