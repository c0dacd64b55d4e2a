/**
 * The facing surfaces of two bodies over a common plane. Each face is projected along the normal when it is first
 * needed, and stored in flat arrays for the contact points and the contact zone.
 *
 * A face of body A looks along the normal, a face of B against it. A face that stands upright to 1e-9 has no shadow and
 * is left out: its border belongs to its neighbours. Faces are **cut off at the height** beyond which nothing can be in
 * contact. Corners and sides made by the cut have the code CUT and never become contact points.
 *
 * Polygons are counter-clockwise seen from the tip of the normal, for A and for B. Each face is loaded once; the cost
 * is proportional to its corners.
 */
import { YX, YY, YZ, ZX, ZY, ZZ, TX, TY, TZ } from '../body/pose';
import { edgeFeature, faceFeature, featureDimension, featureIndex, vertexFeature } from '../contact/feature';
import { MAX_EDGES, MAX_FACES, MAX_VERTICES, type ConvexPolyhedron } from '../polyhedron/convex-polyhedron';
import { AXES, planeAxes } from './coordinates';

/** Corners of all faces of a body: two for each edge, and one more for each face that is cut. */
const POOL = 2 * MAX_EDGES + MAX_FACES;

/** The code of corners and sides made by a cut: it is not the code of a feature, and not negative. */
export const CUT = 3;

/**
 * Corners of the faces of A from row 0, of B from row POOL: place, code of the vertex, and of the edge to the following
 * corner.
 */
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
/**
 * Its plane: height = ANCHOR_Z + SLOPE_X (x - ANCHOR_X) + SLOPE_Y (y - ANCHOR_Y). The anchor is its corner nearest the
 * other body.
 */
export const ANCHOR_X = 6;
export const ANCHOR_Y = 7;
export const ANCHOR_Z = 8;
export const SLOPE_X = 9;
export const SLOPE_Y = 10;

/**
 * Vertices that were projected in this call, A from row 0, B from row MAX_VERTICES: place and height along the normal.
 */
export const vertexX = /* @__PURE__ */ new Float64Array(2 * MAX_VERTICES);
export const vertexY = /* @__PURE__ */ new Float64Array(2 * MAX_VERTICES);
export const vertexZ = /* @__PURE__ */ new Float64Array(2 * MAX_VERTICES);
const vertexCall = /* @__PURE__ */ new Int32Array(2 * MAX_VERTICES);
const faceCall = /* @__PURE__ */ new Int32Array(2 * MAX_FACES);
/** The number of this call. vertexCall and faceCall have this number for vertices and faces that were visited. */
const call = /* @__PURE__ */ new Int32Array(1);

/** The last call that loaded the faces around the vertex. */
const vertexOpened = /* @__PURE__ */ new Int32Array(2 * MAX_VERTICES);
/** Vertices whose faces are still to be loaded, all of one body. */
const waiting = /* @__PURE__ */ new Int32Array(MAX_VERTICES);
/** Their number. */
const waitingCount = /* @__PURE__ */ new Int32Array(1);
/** The next free row of corners, of A and of B. */
export const nextCorner = /* @__PURE__ */ new Int32Array(2);

/**
 * The vertex of A (0) and of B (1) nearest the other body, as {@link climb} finds it, and its height along the normal.
 */
export const extremeVertex = /* @__PURE__ */ new Int32Array(2);
export const extremeZ = /* @__PURE__ */ new Float64Array(2);

/** Heights along the normal at which faces of A and of B are cut off (0, 1), and the rounding of a coordinate (2). */
export const surfaceBounds = /* @__PURE__ */ new Float64Array(3);
export const ROUNDING = 2;

/** Least cosine between the normal and a face that has a shadow. */
export const LEAST_COSINE = 1e-9;

/**
 * Finds the vertex nearest the other body by steepest ascent from a feature. Rises of less than rounding are ignored.
 */
export function climb(shape: ConvexPolyhedron, side: number, hint: number): void {
  const { vertices, neighbours, neighbourStart } = shape;
  const up = 1 - 2 * side;
  const nx = up * planeAxes[AXES * side + ZX];
  const ny = up * planeAxes[AXES * side + ZY];
  const nz = up * planeAxes[AXES * side + ZZ];
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
    if (!(most > height + surfaceBounds[ROUNDING])) break;
    v = best;
    height = most;
  }
  extremeVertex[side] = v;
  extremeZ[side] = up * height + planeAxes[AXES * side + TZ];
}

/**
 * Finds the vertex nearest the other body among all vertices. Needed when {@link climb} stops at corners that are level
 * to rounding.
 */
export function scan(shape: ConvexPolyhedron, side: number): void {
  const { vertices, vertexCount } = shape;
  const up = 1 - 2 * side;
  const nx = up * planeAxes[AXES * side + ZX];
  const ny = up * planeAxes[AXES * side + ZY];
  const nz = up * planeAxes[AXES * side + ZZ];
  let most = -Infinity;
  for (let v = 0; v < vertexCount; v++) {
    const h = nx * vertices[3 * v] + ny * vertices[3 * v + 1] + nz * vertices[3 * v + 2];
    if (!(h > most)) continue;
    most = h;
    extremeVertex[side] = v;
  }
  extremeZ[side] = up * most + planeAxes[AXES * side + TZ];
}

/** A vertex of a feature; vertex 0 for none. */
export function vertexOf(shape: ConvexPolyhedron, feature: number): number {
  const dimension = featureDimension(feature);
  const index = featureIndex(feature);
  if (dimension === 0) return index < shape.vertexCount ? index : 0;
  if (dimension === 1) return index < shape.edgeCount ? shape.halfEdgeOrigin[2 * index] : 0;
  return dimension === 2 && index < shape.faceCount ? shape.halfEdgeOrigin[shape.faceHalfEdge[index]] : 0;
}

/** Discards everything that the last call loaded. */
export function clearSurfaces(): void {
  if (call[0] === 0x7fffffff) {
    vertexCall.fill(0);
    vertexOpened.fill(0);
    faceCall.fill(0);
    call[0] = 0;
  }
  call[0]++;
  surfaceFaces[0] = 0;
  surfaceFaces[1] = 0;
  nextCorner[0] = 0;
  nextCorner[1] = POOL;
}

/**
 * Loads the faces at a feature of body `side` that look towards the other body and are not loaded yet.
 */
export function loadFaces(shape: ConvexPolyhedron, side: number, feature: number): void {
  const dimension = featureDimension(feature);
  const index = featureIndex(feature);
  waitingCount[0] = 0;
  if (dimension === 0) openVertex(side, index);
  else if (dimension === 1) loadEdge(shape, side, index);
  else if (dimension === 2) loadFace(shape, side, index);
  loadWaiting(shape, side);
}

/**
 * Loads all faces that reach the height. The part of a convex surface above a plane is connected, so edges connect all
 * corners above the height.
 */
export function loadWholeSurface(shape: ConvexPolyhedron, side: number): void {
  const { neighbours, neighbourStart } = shape;
  waitingCount[0] = 0;
  openVertex(side, extremeVertex[side]);
  // The list is also the queue of the walk: every vertex that was opened stays in it.
  for (let k = 0; k < waitingCount[0]; k++) {
    const v = waiting[k];
    for (let i = neighbourStart[v]; i < neighbourStart[v + 1]; i++)
      if (reaches(shape, side, neighbours[i])) openVertex(side, neighbours[i]);
  }
  loadWaiting(shape, side);
}

function openVertex(side: number, v: number): void {
  const r = side * MAX_VERTICES + v;
  if (vertexOpened[r] === call[0]) return;
  vertexOpened[r] = call[0];
  waiting[waitingCount[0]++] = v;
}

/** Whether a vertex reaches the height, to rounding. */
function reaches(shape: ConvexPolyhedron, side: number, v: number): boolean {
  projectVertex(shape, side, v);
  const z = vertexZ[side * MAX_VERTICES + v];
  return side === 0 ? z >= surfaceBounds[0] : z <= surfaceBounds[1];
}

/** Loads the faces around the waiting vertices. */
function loadWaiting(shape: ConvexPolyhedron, side: number): void {
  const { halfEdgeNext, halfEdgeFace, vertexHalfEdge } = shape;
  while (waitingCount[0] > 0) {
    const first = vertexHalfEdge[waiting[--waitingCount[0]]];
    let h = first;
    for (let turns = shape.edgeCount; turns > 0; turns--) {
      loadFace(shape, side, halfEdgeFace[h]);
      h = halfEdgeNext[h ^ 1];
      if (h === first) break;
    }
  }
}

/** Projects a vertex to the plane, once in a call. */
export function projectVertex(shape: ConvexPolyhedron, side: number, v: number): void {
  const r = side * MAX_VERTICES + v;
  if (vertexCall[r] === call[0]) return;
  vertexCall[r] = call[0];
  const m = planeAxes;
  const o = AXES * side;
  const { vertices } = shape;
  const x = vertices[3 * v];
  const y = vertices[3 * v + 1];
  const z = vertices[3 * v + 2];
  vertexX[r] = m[o] * x + m[o + 1] * y + m[o + 2] * z + m[o + TX];
  vertexY[r] = m[o + YX] * x + m[o + YY] * y + m[o + YZ] * z + m[o + TY];
  vertexZ[r] = m[o + ZX] * x + m[o + ZY] * y + m[o + ZZ] * z + m[o + TZ];
}

/** The first row of the corners that {@link loadOutline} writes, of A and of B. */
export const outlineStart = /* @__PURE__ */ new Int32Array(2);

/**
 * Writes all corners of a face of body `side` and returns their number. The face does not count as loaded.
 */
export function loadOutline(shape: ConvexPolyhedron, side: number, f: number): number {
  const { halfEdgeNext, halfEdgeOrigin } = shape;
  const vertexRow = side * MAX_VERTICES;
  const end = 2 * POOL - 1;
  const first = shape.faceHalfEdge[f];
  let count = 0;
  let h = first;
  for (let corners = shape.vertexCount; corners > 0; corners--) {
    const v = halfEdgeOrigin[h];
    projectVertex(shape, side, v);
    // B is seen from inside: fill from the last row down. The side to the following corner is then the side after that
    // corner.
    const c = side === 0 ? count : end - count;
    cornerX[c] = vertexX[vertexRow + v];
    cornerY[c] = vertexY[vertexRow + v];
    cornerCode[c] = vertexFeature(v);
    sideCode[c - side] = edgeFeature(h >> 1);
    count++;
    h = halfEdgeNext[h];
    if (h === first) break;
  }
  if (side === 1) sideCode[end] = sideCode[end - count];
  outlineStart[side] = side === 0 ? 0 : end + 1 - count;
  return count;
}

/**
 * Loads a face: the corners that reach the height, and its numbers. A face no wider than rounding is skipped, and the
 * faces around it are loaded instead.
 */
function loadFace(shape: ConvexPolyhedron, side: number, f: number): void {
  if (faceCall[side * MAX_FACES + f] === call[0]) return;
  faceCall[side * MAX_FACES + f] = call[0];
  const { halfEdgeNext, halfEdgeOrigin, normals } = shape;
  const m = planeAxes;
  const o = AXES * side;
  const nx = normals[3 * f];
  const ny = normals[3 * f + 1];
  const nz = normals[3 * f + 2];
  const cosine = m[o + ZX] * nx + m[o + ZY] * ny + m[o + ZZ] * nz;
  if (!(side === 0 ? cosine > LEAST_COSINE : cosine < -LEAST_COSINE)) return;
  const start = nextCorner[side];
  const vertexRow = side * MAX_VERTICES;
  const first = shape.faceHalfEdge[f];
  const narrow = 2 * surfaceBounds[ROUNDING];
  let least = Infinity;
  let most = -Infinity;
  let lowest = 0;
  let highest = 0;
  let leastX = Infinity;
  let mostX = -Infinity;
  let leastY = Infinity;
  let mostY = -Infinity;
  let end = start;
  let h = first;
  for (let corners = shape.vertexCount; corners > 0; corners--) {
    const v = halfEdgeOrigin[h];
    projectVertex(shape, side, v);
    const r = vertexRow + v;
    const z = vertexZ[r];
    if (z < least) {
      least = z;
      lowest = r;
    }
    if (z > most) {
      most = z;
      highest = r;
    }
    const x = vertexX[r];
    const y = vertexY[r];
    if (x < leastX) leastX = x;
    if (x > mostX) mostX = x;
    if (y < leastY) leastY = y;
    if (y > mostY) mostY = y;
    cornerX[end] = x;
    cornerY[end] = y;
    cornerCode[end] = vertexFeature(v);
    sideCode[end] = edgeFeature(h >> 1);
    end++;
    h = halfEdgeNext[h];
    if (h === first) break;
  }
  if (side === 1) reverse(start, end);
  if (side === 0 ? least < surfaceBounds[0] : most > surfaceBounds[1]) {
    end = cutFace(side, start, end);
    leastX = leastY = Infinity;
    mostX = mostY = -Infinity;
    for (let c = start; c < end; c++) {
      const x = cornerX[c];
      const y = cornerY[c];
      if (x < leastX) leastX = x;
      if (x > mostX) mostX = x;
      if (y < leastY) leastY = y;
      if (y > mostY) mostY = y;
    }
  }
  if (end - start < 3 || !(mostX - leastX > narrow || mostY - leastY > narrow)) {
    for (let c = start; c < end; c++) if (cornerCode[c] !== CUT) openVertex(side, featureIndex(cornerCode[c]));
    return;
  }
  const k = side * MAX_FACES + surfaceFaces[side]++;
  const n = FACE_NUMBERS * k;
  faceNumbers[n + LEAST_X] = leastX;
  faceNumbers[n + MOST_X] = mostX;
  faceNumbers[n + LEAST_Y] = leastY;
  faceNumbers[n + MOST_Y] = mostY;
  faceNumbers[n + LEAST_Z] = least;
  faceNumbers[n + MOST_Z] = most;
  // Its normal (p, q, r) in plane coordinates gives the slopes -p / r and -q / r.
  const anchor = side === 0 ? highest : lowest;
  faceNumbers[n + ANCHOR_X] = vertexX[anchor];
  faceNumbers[n + ANCHOR_Y] = vertexY[anchor];
  faceNumbers[n + ANCHOR_Z] = vertexZ[anchor];
  faceNumbers[n + SLOPE_X] = -(m[o] * nx + m[o + 1] * ny + m[o + 2] * nz) / cosine;
  faceNumbers[n + SLOPE_Y] = -(m[o + YX] * nx + m[o + YY] * ny + m[o + YZ] * nz) / cosine;
  faceCode[k] = faceFeature(f);
  faceCorner[k] = start;
  faceCorners[k] = end - start;
  nextCorner[side] = end;
}

/** Loads the faces beyond all sides of a face of body `side`. */
export function loadNeighbours(shape: ConvexPolyhedron, side: number, face: number): void {
  const { halfEdgeFace, halfEdgeNext } = shape;
  const first = shape.faceHalfEdge[featureIndex(face)];
  let h = first;
  for (let corners = shape.vertexCount; corners > 0; corners--) {
    waitingCount[0] = 0;
    loadFace(shape, side, halfEdgeFace[h ^ 1]);
    loadWaiting(shape, side);
    h = halfEdgeNext[h];
    if (h === first) break;
  }
}

/** Loads the faces on both sides of an edge of body `side`. */
export function loadEdge(shape: ConvexPolyhedron, side: number, edge: number): void {
  const f = shape.halfEdgeFace[2 * edge];
  const g = shape.halfEdgeFace[2 * edge + 1];
  const row = side * MAX_FACES;
  if (faceCall[row + f] === call[0] && faceCall[row + g] === call[0]) return;
  waitingCount[0] = 0;
  loadFace(shape, side, f);
  loadFace(shape, side, g);
  loadWaiting(shape, side);
}

/** Reverses a face of B, which is seen from inside. The side after a corner is then the side that was before it. */
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

/** A copy of the corners before the cut. The cut face overwrites the original. */
const wholeX = /* @__PURE__ */ new Float64Array(MAX_VERTICES);
const wholeY = /* @__PURE__ */ new Float64Array(MAX_VERTICES);
const wholeCode = /* @__PURE__ */ new Int32Array(MAX_VERTICES);
const wholeSide = /* @__PURE__ */ new Int32Array(MAX_VERTICES);

/** Cuts a face off at the height of its body in surfaceBounds. Returns the row after its last corner. */
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
