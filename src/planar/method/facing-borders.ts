/**
 * The two borders that face each other across a line, and the corners of both in their order along it.
 *
 * Over the line, with place u along the tangent and height along the normal n:
 *
 *   a(u)    greatest height of A over u       concave, linear over each edge of A that looks along n
 *   b(u)    least height of B over u          convex, linear over each edge of B that looks against n
 *   gap(u)  b(u) - a(u)                       convex, linear between neighbouring corners
 *
 * A **row** is a corner of A under B or a corner of B over A, where both have a shadow on the line. Its heights are the
 * corner's own height, and the height of the other body's edge there. A corner of A and a corner of B within 2 rounding
 * bands along the line are one row. Rows ascend along the tangent, which is the normal turned left: counter-clockwise
 * along the border of A.
 *
 * A corner that is farther than the limit from the line on which the other body rests has a larger gap than the limit.
 * So the walk along each border starts at the feature of the line and goes to both sides, up to the first such corner.
 * The rows are then all corners within the limit, and the next one on each side if the shadows continue there. A line
 * that is not the best one may have no corner within the limit: then both borders are walked to their ends. If the
 * shadows do not overlap, there is one row, of the two nearest ends.
 *
 * Edges within 1e-9 of upright (cosine to the normal) have no shadow. Corners beyond them are not part of the border.
 * The half-plane of a wall is a border with one edge and no corner.
 *
 * Frame of the rows: place and height are measured from the point of the line. Cost: the corners within the limit of
 * the other body's line.
 */
import { edgeFeature, featureIndex, vertexFeature } from '../../contact/feature';
import type { Pose2d } from '../body/pose-2d';
import { MAX_POLYGON_VERTICES, type ConvexPolygon } from '../polygon/convex-polygon';

/**
 * Numbers of a body in `axes`: normal, tangent and point of the line in the frame of that body. A has side 0, B has
 * side 1.
 */
export const AXES = 6;
export const NORMAL_X = 0;
export const NORMAL_Y = 1;
export const TANGENT_X = 2;
export const TANGENT_Y = 3;
export const POINT_X = 4;
export const POINT_Y = 5;
export const axes = /* @__PURE__ */ new Float64Array(2 * AXES);

/** Bounds, by slot. Engines would allocate doubles that are passed as arguments. */
export const bounds = /* @__PURE__ */ new Float64Array(6);
/** Rounding of a place or a gap. */
export const EPS = 0;
/** The largest gap of a contact point. */
export const LIMIT = 1;
/**
 * The largest height difference of a level edge when the normal may come from two close points: at least {@link EPS}.
 */
export const LEVEL = 2;
/** Sum of the rounding radii: the bodies press where the gap is at most this. */
export const ROUNDING = 3;
/**
 * The end of the walk: the first corner that is lower than the point of the line by this length (for B: higher).
 */
const REACH = 4;
/**
 * Height of the line on which A rests, from the point of the line. The line of B is at the same distance on the other
 * side.
 */
const REST = 5;

/** Corners of the border of A, and from row BORDER on of B: CORNER numbers a row. The walk starts in the middle. */
const BORDER = 2 * MAX_POLYGON_VERTICES;
const CORNER = 2;
const PLACE = 0;
const HEIGHT = 1;
const border = /* @__PURE__ */ new Float64Array(2 * BORDER * CORNER);
/** Their numbers. */
const borderCorner = /* @__PURE__ */ new Int32Array(2 * BORDER);
/** First (0, 1) and last rows (2, 3), of A and of B. */
const borderEnds = /* @__PURE__ */ new Int32Array(4);
const FIRST = 0;
const LAST = 2;

/**
 * The rows, ROW numbers each. Most there are: the corners of both bodies, and two ends of the zone
 * (contact-zone-2d.ts). They are in one array. Reason: scratch arrays of this size all begin at the start of a memory
 * page, and equal offsets in many pages share few lines of the processor's cache.
 */
const ROWS = 2 * MAX_POLYGON_VERTICES + 2;
export const ROW = 5;
export const ROW_PLACE = 0;
export const ROW_HEIGHT_A = 1;
export const ROW_HEIGHT_B = 2;
export const ROW_GAP = 3;
/** Part of the length of the zone. */
export const ROW_SHARE = 4;
export const rows = /* @__PURE__ */ new Float64Array(ROWS * ROW);
/** Feature of A, feature of B. */
export const rowFeatures = /* @__PURE__ */ new Int32Array(2 * ROWS);
/** Number of rows (0), and the deepest of them (1). */
export const rowCount = /* @__PURE__ */ new Int32Array(2);
/** Number of rows. */
export const ROW_TOTAL = 0;
export const DEEPEST = 1;

/** Least cosine between the normal and an edge that has a shadow. */
const LEAST_COSINE = 1e-9;

/** Lays the axes of both bodies for a line with this unit normal through this point, both in A's frame. */
export function setAxes(pose: Pose2d, normal: Float64Array, point: Float64Array): void {
  const c = pose[0];
  const s = pose[1];
  const nx = normal[0];
  const ny = normal[1];
  const px = point[0];
  const py = point[1];
  const x = px - pose[2];
  const y = py - pose[3];
  const mx = c * nx + s * ny;
  const my = c * ny - s * nx;
  axes[NORMAL_X] = nx;
  axes[NORMAL_Y] = ny;
  axes[TANGENT_X] = -ny;
  axes[TANGENT_Y] = nx;
  axes[POINT_X] = px;
  axes[POINT_Y] = py;
  axes[AXES + NORMAL_X] = mx;
  axes[AXES + NORMAL_Y] = my;
  axes[AXES + TANGENT_X] = -my;
  axes[AXES + TANGENT_Y] = mx;
  axes[AXES + POINT_X] = c * x + s * y;
  axes[AXES + POINT_Y] = c * y - s * x;
}

/**
 * Writes the rows of a pair. The point of the line is midway between the lines on which the bodies rest, which are
 * `gap` apart. The features are those of the line. Any are allowed; those that contain the witness points are best.
 */
export function walkBorders(
  a: ConvexPolygon,
  b: ConvexPolygon,
  { gap }: { readonly gap: number },
  featureA: number,
  featureB: number,
): void {
  bounds[REST] = -0.5 * gap;
  bounds[REACH] = bounds[LIMIT] + bounds[EPS] + bounds[REST];
  walkBorder(a, 0, featureA);
  walkBorder(b, 1, featureB);
  mergeBorders();
  if (rowCount[ROW_TOTAL] > 0 && rows[ROW * rowCount[DEEPEST] + ROW_GAP] <= bounds[LIMIT] + bounds[EPS]) return;
  bounds[REACH] = Infinity;
  walkBorder(a, 0, featureA);
  walkBorder(b, 1, featureB);
  mergeBorders();
  if (rowCount[ROW_TOTAL] === 0) joinEnds();
}

/**
 * Writes the rows of a body, as A, and the wall with this line in its frame: unit normal out of the solid and offset.
 * `deepest` is its corner nearest to the wall.
 */
export function walkWall(shape: ConvexPolygon, deepest: number): void {
  bounds[REACH] = bounds[LIMIT] + bounds[EPS];
  walkBorder(shape, 0, vertexFeature(deepest));
  border[CORNER * BORDER + PLACE] = -Infinity;
  border[CORNER * (BORDER + 1) + PLACE] = Infinity;
  border[CORNER * BORDER + HEIGHT] = 0;
  border[CORNER * (BORDER + 1) + HEIGHT] = 0;
  borderCorner[BORDER + 1] = 0;
  borderEnds[FIRST + 1] = BORDER;
  borderEnds[LAST + 1] = BORDER + 1;
  mergeBorders();
}

/** Lays the axes of A for a wall with this line in its frame: unit normal out of the solid and offset. */
export function setWallAxes(line: Float64Array): void {
  axes[NORMAL_X] = 0 - line[0];
  axes[NORMAL_Y] = 0 - line[1];
  axes[TANGENT_X] = line[1];
  axes[TANGENT_Y] = 0 - line[0];
  axes[POINT_X] = line[2] * line[0];
  axes[POINT_Y] = line[2] * line[1];
}

/**
 * Places the corners of the border of A (side 0) or B (1), starting from the first corner of the feature, or from the
 * extreme corner if that is not within reach or not on the border.
 */
function walkBorder(shape: ConvexPolygon, side: 0 | 1, feature: number): void {
  const v = featureIndex(feature);
  if (v >= 0 && v < shape.vertexCount && walkFrom(shape, side, v)) return;
  walkFrom(shape, side, extremeCorner(shape, side));
}

/**
 * Places corners from this one to both sides, up to the first one beyond reach. False if it is beyond reach itself or
 * has no edge on the border.
 */
function walkFrom(shape: ConvexPolygon, side: 0 | 1, start: number): boolean {
  const { vertexCount: n, vertices, normals } = shape;
  const up = 1 - 2 * side;
  const o = AXES * side;
  const nx = axes[o + NORMAL_X];
  const ny = axes[o + NORMAL_Y];
  const tx = axes[o + TANGENT_X];
  const ty = axes[o + TANGENT_Y];
  const px = axes[o + POINT_X];
  const py = axes[o + POINT_Y];
  const lowest = -bounds[REACH];
  const middle = BORDER * side + (BORDER >> 1);
  let x = vertices[2 * start] - px;
  let y = vertices[2 * start + 1] - py;
  const height = nx * x + ny * y;
  border[CORNER * middle + PLACE] = tx * x + ty * y;
  border[CORNER * middle + HEIGHT] = height;
  borderCorner[middle] = start;
  // A's border runs along the tangent, B's against it. An edge has the number of the corner where it begins.
  for (let way = 1; way >= -1; way -= 2) {
    let row = middle;
    let v = start;
    let h = height;
    for (let steps = n; steps > 1 && up * h >= lowest; steps--) {
      const w = way === up ? next(v, n) : previous(v, n);
      const edge = 2 * (way === up ? v : w);
      if (!(up * (nx * normals[edge] + ny * normals[edge + 1]) >= LEAST_COSINE)) break;
      x = vertices[2 * w] - px;
      y = vertices[2 * w + 1] - py;
      h = nx * x + ny * y;
      row += way;
      border[CORNER * row + PLACE] = tx * x + ty * y;
      border[CORNER * row + HEIGHT] = h;
      borderCorner[row] = w;
      v = w;
    }
    borderEnds[(way > 0 ? LAST : FIRST) + side] = row;
  }
  return borderEnds[LAST + side] > borderEnds[FIRST + side];
}

/** The corner of A (0) or B (1) nearest to the other body, by a scan. */
export function extremeCorner({ vertexCount: n, vertices }: ConvexPolygon, side: 0 | 1): number {
  const up = 1 - 2 * side;
  const nx = up * axes[AXES * side + NORMAL_X];
  const ny = up * axes[AXES * side + NORMAL_Y];
  let most = -Infinity;
  let at = 0;
  for (let v = 0; v < n; v++) {
    const height = nx * vertices[2 * v] + ny * vertices[2 * v + 1];
    if (height > most) {
      most = height;
      at = v;
    }
  }
  return at;
}

/**
 * Whether an edge of the border that was walked is level to bounds[within], EPS or LEVEL, and as high as the line on
 * which the body rests: then it owns the normal of the line. An edge as short as rounding has no direction.
 */
export function isLevel(side: 0 | 1, within: number): boolean {
  const up = 1 - 2 * side;
  const level = bounds[within];
  const last = borderEnds[LAST + side];
  for (let row = borderEnds[FIRST + side]; row < last; row++) {
    const from = up * border[CORNER * row + HEIGHT] - bounds[REST];
    const to = up * border[CORNER * (row + 1) + HEIGHT] - bounds[REST];
    const isThere = from >= -level && to >= -level && Math.abs(to - from) <= level;
    if (isThere && border[CORNER * (row + 1) + PLACE] - border[CORNER * row + PLACE] > 2 * bounds[EPS]) return true;
  }
  return false;
}

/** Writes the rows of both borders in order. None if the walked parts of their shadows do not overlap. */
function mergeBorders(): void {
  const near = 2 * bounds[EPS];
  const firstA = borderEnds[FIRST];
  const firstB = borderEnds[FIRST + 1];
  const lastA = borderEnds[LAST];
  const lastB = borderEnds[LAST + 1];
  const from = Math.max(border[CORNER * firstA + PLACE], border[CORNER * firstB + PLACE]) - near;
  let i = firstA;
  let j = firstB;
  while (i <= lastA && border[CORNER * i + PLACE] < from) i++;
  while (j <= lastB && border[CORNER * j + PLACE] < from) j++;
  let count = 0;
  let deepest = 0;
  let least = Infinity;
  // Neither border ends before the last row.
  while (i <= lastA && j <= lastB) {
    const placeA = border[CORNER * i + PLACE];
    const placeB = border[CORNER * j + PLACE];
    const isA = placeA <= placeB + near;
    const isB = placeB <= placeA + near;
    // A corner outside the shadow of the other body is not a row.
    if ((isA || i > firstA) && (isB || j > firstB)) {
      const place = isA && isB ? 0.5 * (placeA + placeB) : isA ? placeA : placeB;
      let heightA = border[CORNER * i + HEIGHT];
      let heightB = border[CORNER * j + HEIGHT];
      let featureA = vertexFeature(borderCorner[i]);
      let featureB = vertexFeature(borderCorner[j]);
      if (!isA) {
        const width = placeA - border[CORNER * (i - 1) + PLACE];
        const part = width > 0 ? (placeA - place) / width : 0;
        heightA += (part < 1 ? part : 1) * (border[CORNER * (i - 1) + HEIGHT] - heightA);
        featureA = edgeFeature(borderCorner[i - 1]);
      }
      if (!isB) {
        const width = placeB - border[CORNER * (j - 1) + PLACE];
        // A wall is infinitely wide.
        const part = width > 0 && width < Infinity ? (placeB - place) / width : 0;
        heightB += (part < 1 ? part : 1) * (border[CORNER * (j - 1) + HEIGHT] - heightB);
        featureB = edgeFeature(borderCorner[j]);
      }
      const gap = heightB - heightA;
      const o = ROW * count;
      rows[o + ROW_PLACE] = place;
      rows[o + ROW_HEIGHT_A] = heightA;
      rows[o + ROW_HEIGHT_B] = heightB;
      rows[o + ROW_GAP] = gap;
      rows[o + ROW_SHARE] = 0;
      rowFeatures[2 * count] = featureA;
      rowFeatures[2 * count + 1] = featureB;
      if (gap < least) {
        least = gap;
        deepest = count;
      }
      count++;
    }
    if (isA) i++;
    if (isB) j++;
  }
  rowCount[ROW_TOTAL] = count;
  rowCount[DEEPEST] = deepest;
}

/** Writes the one row of two shadows that do not overlap: their nearest ends, and the place midway. */
function joinEnds(): void {
  const isBeyond = border[CORNER * borderEnds[FIRST + 1] + PLACE] > border[CORNER * borderEnds[LAST] + PLACE];
  const i = borderEnds[isBeyond ? LAST : FIRST];
  const j = borderEnds[(isBeyond ? FIRST : LAST) + 1];
  rowCount[ROW_TOTAL] = 1;
  rowCount[DEEPEST] = 0;
  rows[ROW_PLACE] = 0.5 * (border[CORNER * i + PLACE] + border[CORNER * j + PLACE]);
  rows[ROW_HEIGHT_A] = border[CORNER * i + HEIGHT];
  rows[ROW_HEIGHT_B] = border[CORNER * j + HEIGHT];
  rows[ROW_SHARE] = 0;
  rows[ROW_GAP] = border[CORNER * j + HEIGHT] - border[CORNER * i + HEIGHT];
  rowFeatures[0] = vertexFeature(borderCorner[i]);
  rowFeatures[1] = vertexFeature(borderCorner[j]);
}

function next(v: number, n: number): number {
  return v + 1 < n ? v + 1 : 0;
}

function previous(v: number, n: number): number {
  return v > 0 ? v - 1 : n - 1;
}
