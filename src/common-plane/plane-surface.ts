/**
 * The surface of a body that looks at the other one over a common plane, as far as it can be within a given height of it: faces projected along the normal,
 * in flat arrays, for the contact points and the contact zone.
 *
 * Heights are signed towards the other body, so that one rule serves both: a face of body A looks along the normal, a face of B against it. Corners above a height
 * are connected by edges (the part of a convex surface above a plane is connected), so a walk from the highest corner finds all of them, and the faces around
 * them are all that reach that height. Faces are **cut off at the height**: what is lower cannot be in contact. What the cut makes is named CUT and never becomes a
 * contact point.
 *
 * A face that stands upright to 1e-9 has no shadow and is left out: its rim belongs to its neighbours. So is a face whose sides are all as short as rounding.
 *
 * Polygons are counter-clockwise seen from the tip of the normal, for A and for B. Cost: the corners above the height, their faces and the corners of these.
 */
import { edgeFeature, faceFeature, featureDimension, featureIndex, vertexFeature } from '../contact/feature';
import { MAX_EDGES, MAX_FACES, MAX_VERTICES, type ConvexPolyhedron } from '../polyhedron/convex-polyhedron';
import { AXES, planeAxes } from './plane-coordinates';

/** Corners of all faces of a body: two for each edge, and one more for each face that is cut. */
const POOL = 2 * MAX_EDGES + MAX_FACES;

/** The name of corners and sides that a cut makes: no feature, and not negative. */
export const CUT = 3;

/** Corners of the faces of A from row 0, of B from row POOL: place, code of the vertex, and of the edge to the following corner. */
export const cornerX = /* @__PURE__ */ new Float64Array(2 * POOL);
export const cornerY = /* @__PURE__ */ new Float64Array(2 * POOL);
export const cornerCode = /* @__PURE__ */ new Int32Array(2 * POOL);
export const sideCode = /* @__PURE__ */ new Int32Array(2 * POOL);

/** Number of faces of A (0) and of B (1); their rows in the arrays below begin at 0 and at MAX_FACES. */
export const surfaceFaces = /* @__PURE__ */ new Int32Array(2);
/** Feature code, first corner, number of corners. */
export const faceCode = /* @__PURE__ */ new Int32Array(2 * MAX_FACES);
export const faceCorner = /* @__PURE__ */ new Int32Array(2 * MAX_FACES);
export const faceCorners = /* @__PURE__ */ new Int32Array(2 * MAX_FACES);

/** Numbers of a face, FACE_NUMBERS a row. */
export const FACE_NUMBERS = 11;
export const faceNumbers = /* @__PURE__ */ new Float64Array(2 * MAX_FACES * FACE_NUMBERS);
/** The box around it in the plane. */
export const LEAST_X = 0;
export const MOST_X = 1;
export const LEAST_Y = 2;
export const MOST_Y = 3;
/** Its least and greatest height along the normal. */
export const LEAST_Z = 4;
export const MOST_Z = 5;
/** Its plane: height = ANCHOR_Z + SLOPE_X (x - ANCHOR_X) + SLOPE_Y (y - ANCHOR_Y), the anchor being its corner nearest the other body. */
export const ANCHOR_X = 6;
export const ANCHOR_Y = 7;
export const ANCHOR_Z = 8;
export const SLOPE_X = 9;
export const SLOPE_Y = 10;

/** Vertices that have been looked at in this call, A from row 0, B from row MAX_VERTICES: place and height along the normal. */
export const vertexX = /* @__PURE__ */ new Float64Array(2 * MAX_VERTICES);
export const vertexY = /* @__PURE__ */ new Float64Array(2 * MAX_VERTICES);
export const vertexZ = /* @__PURE__ */ new Float64Array(2 * MAX_VERTICES);
const vertexCall = /* @__PURE__ */ new Int32Array(2 * MAX_VERTICES);
const faceCall = /* @__PURE__ */ new Int32Array(2 * MAX_FACES);
/** The number of this call, which vertexCall and faceCall hold for what has been looked at. */
const call = /* @__PURE__ */ new Int32Array(1);

/** Vertices at the height that are still to be walked from. */
const walk = /* @__PURE__ */ new Int32Array(MAX_VERTICES);
/** Their number (0), the next free row of corners (1). */
const walkState = /* @__PURE__ */ new Int32Array(2);

/** The vertex of A (0) and of B (1) nearest the other body, as {@link climb} finds it, and its height along the normal. */
export const extremeVertex = /* @__PURE__ */ new Int32Array(2);
export const extremeZ = /* @__PURE__ */ new Float64Array(2);

/** What the surface is asked for: the height of A and of B from which on it counts, along the normal (0, 1), and the rounding of a coordinate (2). */
export const surfaceBounds = /* @__PURE__ */ new Float64Array(3);

/** Least cosine between the normal and a face that has a shadow. */
const LEAST_COSINE = 1e-9;

/** The vertex nearest the other body, by steepest ascent from a feature; steps of less than rounding are not taken. */
export function climb(shape: ConvexPolyhedron, side: number, hint: number): void {
  const { vertices, neighbours, neighbourStart } = shape;
  const up = 1 - 2 * side;
  const nx = up * planeAxes[AXES * side + 6];
  const ny = up * planeAxes[AXES * side + 7];
  const nz = up * planeAxes[AXES * side + 8];
  let v = vertexOf(shape, hint);
  let height = nx * vertices[3 * v] + ny * vertices[3 * v + 1] + nz * vertices[3 * v + 2];
  for (let steps = shape.vertexCount; steps > 0; steps--) {
    let best = v;
    let most = height;
    for (let k = neighbourStart[v]; k < neighbourStart[v + 1]; k++) {
      const w = neighbours[k];
      const h = nx * vertices[3 * w] + ny * vertices[3 * w + 1] + nz * vertices[3 * w + 2];
      if (h > most) {
        most = h;
        best = w;
      }
    }
    if (!(most > height + surfaceBounds[2])) break;
    v = best;
    height = most;
  }
  extremeVertex[side] = v;
  extremeZ[side] = up * height + planeAxes[AXES * side + 11];
}

/** A vertex of a feature; vertex 0 for none. */
function vertexOf(shape: ConvexPolyhedron, feature: number): number {
  const dimension = featureDimension(feature);
  const index = featureIndex(feature);
  if (dimension === 0) return index < shape.vertexCount ? index : 0;
  if (dimension === 1) return index < shape.edgeCount ? shape.halfEdgeOrigin[2 * index] : 0;
  return dimension === 2 && index < shape.faceCount ? shape.halfEdgeOrigin[shape.faceHalfEdge[index]] : 0;
}

/** Forgets the vertices and faces of the last call. */
export function clearSurfaces(): void {
  if (call[0] === 0x7fffffff) {
    vertexCall.fill(0);
    faceCall.fill(0);
    call[0] = 0;
  }
  call[0]++;
}

/** Loads the faces of body `side` that reach its height in surfaceBounds, from its extremeVertex on. */
export function loadSurface(shape: ConvexPolyhedron, side: number): void {
  const { halfEdgeNext, halfEdgeOrigin, halfEdgeFace, vertexHalfEdge, normals } = shape;
  const up = 1 - 2 * side;
  const nx = up * planeAxes[AXES * side + 6];
  const ny = up * planeAxes[AXES * side + 7];
  const nz = up * planeAxes[AXES * side + 8];
  const row = side * MAX_FACES;
  surfaceFaces[side] = 0;
  walkState[0] = 0;
  walkState[1] = side * POOL;
  meetVertex(shape, side, extremeVertex[side]);
  // Each vertex is on the stack once.
  while (walkState[0] > 0) {
    const v = walk[--walkState[0]];
    const first = vertexHalfEdge[v];
    let h = first;
    for (let turns = shape.edgeCount; turns > 0; turns--) {
      meetVertex(shape, side, halfEdgeOrigin[h ^ 1]);
      const f = halfEdgeFace[h];
      if (faceCall[row + f] !== call[0]) {
        faceCall[row + f] = call[0];
        if (nx * normals[3 * f] + ny * normals[3 * f + 1] + nz * normals[3 * f + 2] > LEAST_COSINE) loadFace(shape, side, f);
      }
      h = halfEdgeNext[h ^ 1];
      if (h === first) break;
    }
  }
}

/** Projects a vertex when it is met first, and puts it on the stack if it is at the height. */
function meetVertex(shape: ConvexPolyhedron, side: number, v: number): void {
  const r = side * MAX_VERTICES + v;
  if (vertexCall[r] === call[0]) return;
  vertexCall[r] = call[0];
  const m = planeAxes;
  const o = AXES * side;
  const { vertices } = shape;
  const x = vertices[3 * v];
  const y = vertices[3 * v + 1];
  const z = vertices[3 * v + 2];
  vertexX[r] = m[o] * x + m[o + 1] * y + m[o + 2] * z + m[o + 9];
  vertexY[r] = m[o + 3] * x + m[o + 4] * y + m[o + 5] * z + m[o + 10];
  const height = m[o + 6] * x + m[o + 7] * y + m[o + 8] * z + m[o + 11];
  vertexZ[r] = height;
  if (side === 0 ? height >= surfaceBounds[0] : height <= surfaceBounds[1]) walk[walkState[0]++] = v;
}

/** Appends a face: its corners as far as they are at the height, and its numbers. */
function loadFace(shape: ConvexPolyhedron, side: number, f: number): void {
  const { halfEdgeNext, halfEdgeOrigin } = shape;
  const start = walkState[1];
  const vertexRow = side * MAX_VERTICES;
  const first = shape.faceHalfEdge[f];
  let least = Infinity;
  let most = -Infinity;
  let end = start;
  let h = first;
  for (let corners = shape.vertexCount; corners > 0; corners--) {
    const v = halfEdgeOrigin[h];
    meetVertex(shape, side, v);
    const z = vertexZ[vertexRow + v];
    if (z < least) least = z;
    if (z > most) most = z;
    cornerX[end] = vertexX[vertexRow + v];
    cornerY[end] = vertexY[vertexRow + v];
    cornerCode[end] = vertexFeature(v);
    sideCode[end] = edgeFeature(h >> 1);
    end++;
    h = halfEdgeNext[h];
    if (h === first) break;
  }
  if (side === 1) reverse(start, end);
  const k = side * MAX_FACES + surfaceFaces[side];
  const n = FACE_NUMBERS * k;
  setPlane(shape, side, f, n, start, end, side === 0 ? most : least);
  if (side === 0 ? least < surfaceBounds[0] : most > surfaceBounds[1]) end = cutFace(side, start, end);
  let leastX = Infinity;
  let mostX = -Infinity;
  let leastY = Infinity;
  let mostY = -Infinity;
  for (let c = start; c < end; c++) {
    const x = cornerX[c];
    const y = cornerY[c];
    if (x < leastX) leastX = x;
    if (x > mostX) mostX = x;
    if (y < leastY) leastY = y;
    if (y > mostY) mostY = y;
  }
  const narrow = 2 * surfaceBounds[2];
  if (end - start < 3 || !(mostX - leastX > narrow || mostY - leastY > narrow)) return;
  faceNumbers[n + LEAST_X] = leastX;
  faceNumbers[n + MOST_X] = mostX;
  faceNumbers[n + LEAST_Y] = leastY;
  faceNumbers[n + MOST_Y] = mostY;
  faceNumbers[n + LEAST_Z] = least;
  faceNumbers[n + MOST_Z] = most;
  faceCode[k] = faceFeature(f);
  faceCorner[k] = start;
  faceCorners[k] = end - start;
  surfaceFaces[side]++;
  walkState[1] = end;
}

/** A face of B is seen from inside: turned round. The side after a corner is then the one that came before it. */
function reverse(start: number, end: number): void {
  for (let i = start, j = end - 1; i < j; i++, j--) {
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
  for (let i = start, j = end - 2; i < j; i++, j--) {
    const code = sideCode[i];
    sideCode[i] = sideCode[j];
    sideCode[j] = code;
  }
}

/** The plane of a face through its corner of height `z`, by its normal (p, q, r) in plane coordinates: slopes -p / r and -q / r. */
function setPlane(shape: ConvexPolyhedron, side: number, f: number, n: number, start: number, end: number, z: number): void {
  const m = planeAxes;
  const o = AXES * side;
  const nx = shape.normals[3 * f];
  const ny = shape.normals[3 * f + 1];
  const nz = shape.normals[3 * f + 2];
  const r = -1 / (m[o + 6] * nx + m[o + 7] * ny + m[o + 8] * nz);
  const vertexRow = side * MAX_VERTICES;
  let anchor = start;
  while (anchor + 1 < end && vertexZ[vertexRow + featureIndex(cornerCode[anchor])] !== z) anchor++;
  faceNumbers[n + ANCHOR_X] = cornerX[anchor];
  faceNumbers[n + ANCHOR_Y] = cornerY[anchor];
  faceNumbers[n + ANCHOR_Z] = z;
  faceNumbers[n + SLOPE_X] = (m[o] * nx + m[o + 1] * ny + m[o + 2] * nz) * r;
  faceNumbers[n + SLOPE_Y] = (m[o + 3] * nx + m[o + 4] * ny + m[o + 5] * nz) * r;
}

/** The corners before the cut, kept while the cut face is written over them. */
const wholeX = /* @__PURE__ */ new Float64Array(MAX_VERTICES);
const wholeY = /* @__PURE__ */ new Float64Array(MAX_VERTICES);
const wholeCode = /* @__PURE__ */ new Int32Array(MAX_VERTICES);
const wholeSide = /* @__PURE__ */ new Int32Array(MAX_VERTICES);

/** Cuts a face off at the height of its body in surfaceBounds; returns the end of its corners. */
function cutFace(side: number, start: number, end: number): number {
  const count = end - start;
  for (let k = 0; k < count; k++) {
    wholeX[k] = cornerX[start + k];
    wholeY[k] = cornerY[start + k];
    wholeCode[k] = cornerCode[start + k];
    wholeSide[k] = sideCode[start + k];
  }
  const up = 1 - 2 * side;
  const bound = up * surfaceBounds[side];
  const vertexRow = side * MAX_VERTICES;
  let out = start;
  let above = up * vertexZ[vertexRow + featureIndex(wholeCode[0])] - bound;
  for (let k = 0; k < count; k++) {
    const next = k + 1 < count ? k + 1 : 0;
    const nextAbove = up * vertexZ[vertexRow + featureIndex(wholeCode[next])] - bound;
    if (above >= 0) {
      cornerX[out] = wholeX[k];
      cornerY[out] = wholeY[k];
      cornerCode[out] = wholeCode[k];
      sideCode[out] = wholeSide[k];
      out++;
    }
    if (above >= 0 !== nextAbove >= 0) {
      const t = above / (above - nextAbove);
      cornerX[out] = wholeX[k] + t * (wholeX[next] - wholeX[k]);
      cornerY[out] = wholeY[k] + t * (wholeY[next] - wholeY[k]);
      cornerCode[out] = CUT;
      sideCode[out] = above >= 0 ? CUT : wholeSide[k];
      out++;
    }
    above = nextAbove;
  }
  return out;
}
