/**
 * The region that two polygons share: area, centroid, border, force direction, and the polygon itself. The twin of
 * `overlap` in space (Nassauer, Liedke and Kuna 2012): bodies are sets of half-planes, and so is their overlap.
 *
 * A is cut by the lines of B one after another (Sutherland and Hodgman, Communications of the ACM 17, 1974, 32). A
 * corner within SNAP_ULPS rounding steps of a line is on it, since the sign of its distance is only rounding. Edges of
 * A and B that coincide, with the same outward side, occur once, as A's. For the normal half of them counts for A and
 * half for B, so exchanging A and B reverses it. Integrals are relative to a corner of the region, so thin and small
 * regions are accurate also far from A's centroid.
 *
 * Status: Overlapping when the region is thicker along its normal than the pair's rounding band. Touching (area 0) when
 * it is not, or when the region is empty but would not be if B's lines were two bands farther out. Otherwise Separated.
 * Frame: A's; pose is that of B in A. Normal from A to B. Cost: edges of B times remaining corners.
 */
import { Status } from '../../contact/status';
import { isFinitePose2d, type Pose2d } from '../body/pose-2d';
import { touchingBand2d } from '../contact/common-line';
import { clearOverlap2d, type Overlap2d } from '../contact/overlap-2d';
import { MAX_POLYGON_VERTICES, type ConvexPolygon } from '../polygon/convex-polygon';

/**
 * Corners within this many half rounding steps (2^-53) of the pair's extent from a line are on it. A corner made by a
 * cut may be off its own lines by as much.
 */
const SNAP_ULPS = 8 * 2 ** -53;

/** A sum of edges below this part of their lengths is only the rounding of a closed border. */
const CLOSED = 2 ** -46;

/** Each cut adds at most two corners and removes at least one: at most as many corners as edges of both. */
const CORNERS = 2 * MAX_POLYGON_VERTICES;

/**
 * The remaining polygon, x y packed, and the edge after each corner: of A (k) or of B (-1 - k). The second half is the
 * result of the next cut.
 */
export const corners = [/* @__PURE__ */ new Float64Array(2 * CORNERS), /* @__PURE__ */ new Float64Array(2 * CORNERS)] as const;
export const sources = [/* @__PURE__ */ new Int32Array(CORNERS), /* @__PURE__ */ new Int32Array(CORNERS)] as const;
/** For each edge of A: whether a line of B coincides with it, with the same outward side. */
const isShared = /* @__PURE__ */ new Uint8Array(MAX_POLYGON_VERTICES);
/** Signed distances of the corners from the line of the cut: > 0 outside, 0 on it. */
const heights = /* @__PURE__ */ new Float64Array(CORNERS);
/** The polygon that is cut. */
export const current = /* @__PURE__ */ new Int32Array(3);
/** The half that contains the polygon. */
export const HALF = 0;
/** Its number of corners. */
export const CORNER_COUNT = 1;
/** Lines that cut. */
const CUTS = 2;
/** The line of the cut: normal (0, 1) and distance. Engines would allocate doubles that are passed as arguments. */
const cutLine = /* @__PURE__ */ new Float64Array(3);
/** Slot of the distance in `cutLine`. */
const LINE_OFFSET = 2;
/** Lengths of the pair. */
const lengths = /* @__PURE__ */ new Float64Array(2);
/** Distance by which the lines of B are moved out. */
const MOVED_OUT = 0;
/** Distance within which a corner is on a line. */
const ON_LINE = 1;
/** Least and largest height of the region along its normal. */
export const span = /* @__PURE__ */ new Float64Array(2);

/**
 * Writes the common region of A and B (B posed in A's frame) to `out` ({@link createOverlap2dFor}; corners that do not
 * fit are left out; the count and all integrals are correct). Rounding radii have no effect.
 *
 * @example
 * ```ts
 * const square = rectangle(1, 1);
 * const region = createOverlap2dFor(square, square);
 * overlapPolygon(region, square, square, new Float64Array([1, 0, 0, 0.75]));
 * console.log(region.area, region.normal); // 0.25, from A to B: 0 1
 * ```
 */
export function overlapPolygon(out: Overlap2d, a: ConvexPolygon, b: ConvexPolygon, pose: Pose2d): Status {
  if (!isFinitePose2d(pose) || a.dimension + b.dimension < 4) return clearOverlap2d(out, Status.Invalid).status;
  const reach = a.radius + b.radius;
  const band = touchingBand2d(a, b);
  const distance = pose[2] * pose[2] + pose[3] * pose[3];
  clearOverlap2d(out, Status.Separated);
  if (distance > (reach + 2 * band) * (reach + 2 * band)) return out.status;
  lengths[MOVED_OUT] = 0;
  lengths[ON_LINE] = SNAP_ULPS * reach;
  cutByAll(a, b, pose);
  if (current[CORNER_COUNT] > 0) {
    measure(out, pose);
    if (span[1] - span[0] > band) return (out.status = Status.Overlapping);
    return onlyTouching(out);
  }
  lengths[MOVED_OUT] = 2 * band;
  cutByAll(a, b, pose);
  if (current[CORNER_COUNT] === 0) return out.status;
  measure(out, pose);
  return onlyTouching(out);
}

/** Empties the region. The place and the direction of the touch stay. */
function onlyTouching(out: Overlap2d): Status {
  out.area = 0;
  out.perimeter = out.lengthA = out.lengthB = out.normalLength = 0;
  out.vertexCount = 0;
  return (out.status = Status.Touching);
}

function cutByAll(a: ConvexPolygon, b: ConvexPolygon, pose: Pose2d): void {
  current[HALF] = 0;
  current[CORNER_COUNT] = a.vertexCount;
  current[CUTS] = 0;
  for (let k = 0; k < 2 * a.vertexCount; k++) corners[0][k] = a.vertices[k];
  for (let k = 0; k < a.vertexCount; k++) {
    sources[0][k] = k;
    isShared[k] = 0;
  }
  for (let k = 0; k < b.vertexCount && current[CORNER_COUNT] > 0; k++) {
    const nx = pose[0] * b.normals[2 * k] - pose[1] * b.normals[2 * k + 1];
    const ny = pose[1] * b.normals[2 * k] + pose[0] * b.normals[2 * k + 1];
    cutLine[0] = nx;
    cutLine[1] = ny;
    cutLine[LINE_OFFSET] = b.offsets[k] + lengths[MOVED_OUT] + nx * pose[2] + ny * pose[3];
    if (measureHeights()) cut(-1 - k);
  }
}

/**
 * Sets the heights of the corners over the line. False when it does not cut. If no corner is below it, nothing remains.
 */
function measureHeights(): boolean {
  const nx = cutLine[0];
  const ny = cutLine[1];
  const offset = cutLine[LINE_OFFSET];
  const p = corners[current[HALF]];
  const n = current[CORNER_COUNT];
  const snap = lengths[ON_LINE];
  let above = 0;
  let below = 0;
  for (let i = 0; i < n; i++) {
    const h = nx * p[2 * i] + ny * p[2 * i + 1] - offset;
    if (h > snap) {
      heights[i] = h;
      above++;
    } else if (h < -snap) {
      heights[i] = h;
      below++;
    } else heights[i] = 0;
  }
  if (below === 0) {
    current[CORNER_COUNT] = 0;
    return false;
  }
  if (above + below < n - 1) markShared();
  return above > 0;
}

/** Edges of A with both ends on the line. What is below it is inside both. */
function markShared(): void {
  const tags = sources[current[HALF]];
  const n = current[CORNER_COUNT];
  for (let i = 0; i < n; i++) if (tags[i] >= 0 && heights[i] === 0 && heights[i + 1 < n ? i + 1 : 0] === 0) isShared[tags[i]] = 1;
}

function cut(source: number): void {
  const from = current[HALF];
  const p = corners[from];
  const tags = sources[from];
  const out = corners[1 - from];
  const outTags = sources[1 - from];
  const n = current[CORNER_COUNT];
  let count = 0;
  for (let i = 0; i < n; i++) {
    const j = i + 1 < n ? i + 1 : 0;
    const hi = heights[i];
    const hj = heights[j];
    if (hi <= 0) {
      out[2 * count] = p[2 * i];
      out[2 * count + 1] = p[2 * i + 1];
      // Between a corner on the line and a corner above it the border follows the line.
      outTags[count++] = hi === 0 && hj > 0 ? source : tags[i];
    }
    if ((hi < 0 && hj > 0) || (hi > 0 && hj < 0)) {
      const t = hi / (hi - hj);
      out[2 * count] = p[2 * i] + t * (p[2 * j] - p[2 * i]);
      out[2 * count + 1] = p[2 * i + 1] + t * (p[2 * j + 1] - p[2 * i + 1]);
      outTags[count++] = hi < 0 ? source : tags[i];
    }
  }
  current[HALF] = 1 - from;
  current[CORNER_COUNT] = count > 2 ? count : 0;
  current[CUTS]++;
}

/** Copies the region to `out`, with its integrals. */
function measure(out: Overlap2d, pose: Pose2d): void {
  const p = corners[current[HALF]];
  const tags = sources[current[HALF]];
  const n = current[CORNER_COUNT];
  const ox = p[0];
  const oy = p[1];
  let double = 0;
  let sx = 0;
  let sy = 0;
  let lengthA = 0;
  let lengthB = 0;
  // Sums of the outward edge normals: A's own, B's own, and half of the shared ones.
  let mx = 0;
  let my = 0;
  let bx = 0;
  let by = 0;
  let hx = 0;
  let hy = 0;
  let shared = 0;
  out.vertexCount = n;
  for (let i = 0; i < n; i++) {
    const j = i + 1 < n ? i + 1 : 0;
    const ax = p[2 * i] - ox;
    const ay = p[2 * i + 1] - oy;
    const cx = p[2 * j] - ox;
    const cy = p[2 * j + 1] - oy;
    const cross = ax * cy - ay * cx;
    double += cross;
    sx += cross * (ax + cx);
    sy += cross * (ay + cy);
    const ex = p[2 * j] - p[2 * i];
    const ey = p[2 * j + 1] - p[2 * i + 1];
    const length = Math.sqrt(ex * ex + ey * ey);
    const isB = tags[i] < 0;
    if (isB) {
      lengthB += length;
      bx += ey;
      by -= ex;
    } else if (isShared[tags[i]] !== 0) {
      lengthA += length;
      shared += length;
      hx += 0.5 * ey;
      hy -= 0.5 * ex;
    } else {
      lengthA += length;
      mx += ey;
      my -= ex;
    }
    if (2 * i + 1 >= out.vertices.length) continue;
    out.vertices[2 * i] = p[2 * i];
    out.vertices[2 * i + 1] = p[2 * i + 1];
    out.edgeSource[2 * i] = isB ? 1 : 0;
    out.edgeSource[2 * i + 1] = isB ? -1 - tags[i] : tags[i];
  }
  out.iterations = current[CUTS];
  out.area = double > 0 ? 0.5 * double : 0;
  // A region without area has its first corner as centroid.
  out.centroid[0] = double > 0 ? ox + sx / (3 * double) : ox;
  out.centroid[1] = double > 0 ? oy + sy / (3 * double) : oy;
  out.lengthA = lengthA;
  out.lengthB = lengthB;
  out.perimeter = lengthA + lengthB;
  // A's own part and half of the shared part, or minus B's own part and the other half. Both are equal except for
  // rounding, which is less for the shorter part.
  const own = lengthA - shared;
  const useA = own < lengthB;
  let x = useA ? mx + hx : -(bx + hx);
  let y = useA ? my + hy : -(by + hy);
  let size = Math.sqrt(x * x + y * y);
  out.normalLength = size > CLOSED * ((useA ? own : lengthB) + shared) ? size : 0;
  if (!(out.normalLength > 0)) {
    // One body contains the other: its border is closed. Use the line of centroids.
    x = pose[2];
    y = pose[3];
    size = Math.sqrt(x * x + y * y);
    if (!(size > 0)) x = size = 1;
  }
  out.normal[0] = x / size;
  out.normal[1] = y / size;
  span[0] = Infinity;
  span[1] = -Infinity;
  for (let i = 0; i < n; i++) {
    const d = out.normal[0] * p[2 * i] + out.normal[1] * p[2 * i + 1];
    if (d < span[0]) span[0] = d;
    if (d > span[1]) span[1] = d;
  }
}
