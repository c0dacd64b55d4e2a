/**
 * Both blocks seen along a normal n from A to B: places of their corners on the plane, heights over it, and the faces
 * that can be in the contact zone.
 *
 * Faces of A that look along n (n·nf > 0) make its upper surface a(x, y), those of B that look against n its lower one
 * b(x, y). Each is there a linear function of the place.
 */
import { AXIS_X, AXIS_Y, HIGH_A, LOW_B } from '../contact/layouts';
import { MAX_FACES, MAX_VERTICES, type ConvexPolyhedron } from '../polyhedron/convex-polyhedron';
import { corner, faceNormal } from './blocks';

/** Axes of the plane, x (AXIS_X) and y (AXIS_Y), and n (AXIS_N), which the caller sets. Right-handed. */
export const view = /* @__PURE__ */ new Float64Array(9);
/** Where n starts. */
export const AXIS_N = 6;
/** Place of each corner on the plane, and its height over it. Rows as in blocks.ts. */
export const flatX = /* @__PURE__ */ new Float64Array(2 * MAX_VERTICES);
export const flatY = /* @__PURE__ */ new Float64Array(2 * MAX_VERTICES);
export const height = /* @__PURE__ */ new Float64Array(2 * MAX_VERTICES);
/** Largest height of A (HIGH_A), least height of B (LOW_B). */
export const meeting = /* @__PURE__ */ new Float64Array(2);
/** Faces of A and of B (from MAX_FACES) within the limit of the other surface, and their numbers. */
export const nearFace = /* @__PURE__ */ new Int32Array(2 * MAX_FACES);
export const nearCount = /* @__PURE__ */ new Int32Array(2);
/**
 * Of each such face: the corner nearest to the other block, the slopes of its height along x and y, its least and
 * largest height, and its bounds in x and y.
 */
export const nearestCorner = /* @__PURE__ */ new Int32Array(2 * MAX_FACES);
export const slope = /* @__PURE__ */ new Float64Array(4 * MAX_FACES);
export const heights = /* @__PURE__ */ new Float64Array(4 * MAX_FACES);
export const bounds = /* @__PURE__ */ new Float64Array(8 * MAX_FACES);
/** Slots of a row of bounds. */
export const LEAST_X = 0;
export const LEAST_Y = 1;
export const MOST_X = 2;
export const MOST_Y = 3;

/** The shadow of a face with a smaller cosine is lost in rounding. */
const LEAST_COSINE = 1e-9;

/** Projects both blocks along view[6..8]. Faces with a gap above limit[0] to all of the other block are left out. */
export function setView(a: ConvexPolyhedron, b: ConvexPolyhedron, limit: Float64Array): void {
  setAxes();
  meeting[HIGH_A] = -Infinity;
  meeting[LOW_B] = Infinity;
  project(a.vertexCount, 0);
  project(b.vertexCount, 1);
  selectFaces(a, 0, limit);
  selectFaces(b, 1, limit);
}

/** x is perpendicular to n and to the axis farthest from n. */
function setAxes(): void {
  const nx = view[AXIS_N];
  const ny = view[AXIS_N + 1];
  const nz = view[AXIS_N + 2];
  const ax = Math.abs(nx);
  const ay = Math.abs(ny);
  const az = Math.abs(nz);
  let x = 0;
  let y = 0;
  let z = 0;
  if (ax <= ay && ax <= az) {
    y = nz;
    z = -ny;
  } else if (ay <= az) {
    x = -nz;
    z = nx;
  } else {
    x = ny;
    y = -nx;
  }
  const length = Math.sqrt(x * x + y * y + z * z);
  x /= length;
  y /= length;
  z /= length;
  view[AXIS_X] = x;
  view[AXIS_X + 1] = y;
  view[AXIS_X + 2] = z;
  view[AXIS_Y] = ny * z - nz * y;
  view[AXIS_Y + 1] = nz * x - nx * z;
  view[AXIS_Y + 2] = nx * y - ny * x;
}

function project(count: number, side: number): void {
  for (let v = side * MAX_VERTICES, end = v + count; v < end; v++) {
    const x = corner[3 * v];
    const y = corner[3 * v + 1];
    const z = corner[3 * v + 2];
    flatX[v] = view[AXIS_X] * x + view[AXIS_X + 1] * y + view[AXIS_X + 2] * z;
    flatY[v] = view[AXIS_Y] * x + view[AXIS_Y + 1] * y + view[AXIS_Y + 2] * z;
    const h = view[AXIS_N] * x + view[AXIS_N + 1] * y + view[AXIS_N + 2] * z;
    height[v] = h;
    if (side === 0 ? h > meeting[HIGH_A] : h < meeting[LOW_B]) meeting[side] = h;
  }
}

function selectFaces(shape: ConvexPolyhedron, side: number, limit: Float64Array): void {
  const sense = side === 0 ? 1 : -1;
  let count = 0;
  for (let f = 0; f < shape.faceCount; f++) {
    const row = side * MAX_FACES + f;
    const o = 3 * row;
    const nx = faceNormal[o];
    const ny = faceNormal[o + 1];
    const nz = faceNormal[o + 2];
    const cosine = nx * view[AXIS_N] + ny * view[AXIS_N + 1] + nz * view[AXIS_N + 2];
    if (!(sense * cosine > LEAST_COSINE)) continue;
    measureFace(shape, side, f);
    const nearest = heights[2 * row + 1 - side];
    if (!(side === 0 ? nearest >= meeting[LOW_B] - limit[0] : nearest <= meeting[HIGH_A] + limit[0])) continue;
    slope[2 * row] = -(nx * view[AXIS_X] + ny * view[AXIS_X + 1] + nz * view[AXIS_X + 2]) / cosine;
    slope[2 * row + 1] = -(nx * view[AXIS_Y] + ny * view[AXIS_Y + 1] + nz * view[AXIS_Y + 2]) / cosine;
    nearFace[side * MAX_FACES + count] = f;
    count++;
  }
  nearCount[side] = count;
}

function measureFace(shape: ConvexPolyhedron, side: number, f: number): void {
  const row = side * MAX_FACES + f;
  let lowX = Infinity;
  let lowY = Infinity;
  let low = Infinity;
  let highX = -Infinity;
  let highY = -Infinity;
  let high = -Infinity;
  const first = shape.faceHalfEdge[f];
  let h = first;
  for (let turns = shape.vertexCount; turns > 0; turns--) {
    const v = side * MAX_VERTICES + shape.halfEdgeOrigin[h];
    const x = flatX[v];
    const y = flatY[v];
    const z = height[v];
    if (x < lowX) lowX = x;
    if (x > highX) highX = x;
    if (y < lowY) lowY = y;
    if (y > highY) highY = y;
    if (z < low) {
      low = z;
      if (side === 1) nearestCorner[row] = v;
    }
    if (z > high) {
      high = z;
      if (side === 0) nearestCorner[row] = v;
    }
    h = shape.halfEdgeNext[h];
    if (h === first) break;
  }
  heights[2 * row] = low;
  heights[2 * row + 1] = high;
  bounds[4 * row + LEAST_X] = lowX;
  bounds[4 * row + LEAST_Y] = lowY;
  bounds[4 * row + MOST_X] = highX;
  bounds[4 * row + MOST_Y] = highY;
}
