/**
 * The common part of two faces projected on a common plane: a convex polygon clipped by a convex polygon.
 *
 * Source: clipping by one line after another (Sutherland and Hodgman 1974), with two changes.
 * - Robust: a corner within eps of a clip line lies on the line. A crossing is computed only for a side whose ends are
 *   both farther than eps from the line, on opposite sides. So the last bits do not change the corners of flush,
 *   shifted and almost flush features, and every crossing is an interpolation between its two ends. Points that
 *   coincide are merged; the merged point keeps the features of lower dimension. A polygon no wider than rounding
 *   becomes the segment between its farthest points.
 * - Linear: the polygon is a ring of linked corners. The clip lines turn counter-clockwise, and so does the corner
 *   farthest outside. The search for it starts from the farthest corner of the previous line. Everything that a line
 *   cuts off is next to that corner. Each corner is examined only a few times in total.
 *
 * Result: every point of the region is inside both features to within eps. Cost: O(p + q) for p and q corners.
 */
import { featureDimension } from '../contact/feature';
import { MAX_VERTICES } from '../polyhedron/convex-polyhedron';
import { CELL_CORNERS, cellCode, cellSide, cellX, cellY, copyFace } from './cell';
import { crossFaces, FEW, IN_DOUBT } from './cross';
import { cornerCode, cornerX, cornerY, sideCode, surfaceBounds, ROUNDING } from './surface';

/**
 * The polygon being clipped, a ring of linked corners: p at the start, and at most two new ones for each clip line. The
 * clip lines are the q sides and the sharp corners. A convex polygon has at most two sharp corners.
 */
const RING = 4 * MAX_VERTICES + 4;
const ringX = /* @__PURE__ */ new Float64Array(RING);
const ringY = /* @__PURE__ */ new Float64Array(RING);
const ringNext = /* @__PURE__ */ new Int32Array(RING);
const ringBack = /* @__PURE__ */ new Int32Array(RING);
/** Features of the corner: of the clipped body, and of the clipping body. */
const ringOwn = /* @__PURE__ */ new Int32Array(RING);
const ringOther = /* @__PURE__ */ new Int32Array(RING);
/** The line of the side after the corner: an edge code of the clipped body, or ~j for clip line j (see clipByLine). */
const ringLine = /* @__PURE__ */ new Int32Array(RING);
/**
 * Twice the area of the triangle of the clip line's side and the corner: > 0 inside. Set only for corners that the
 * current line examined.
 */
const ringSide = /* @__PURE__ */ new Float64Array(RING);
/** The corner from which the next line starts its search, and the number of ring rows in use. */
const ringState = /* @__PURE__ */ new Int32Array(2);
const FROM = 0;
const MADE = 1;

/** The clip line: its starting point, its direction, and eps times the direction's length. */
const clipLine = /* @__PURE__ */ new Float64Array(5);
const START_X = 0;
const START_Y = 1;
const ALONG_X = 2;
const ALONG_Y = 3;
const BAND = 4;
/**
 * A corner of the clipping polygon is sharp when the cosine of its turn is below this, so its angle is below 30
 * degrees. A sharp corner gets a clip line of its own, across its bisector. Reason: a place within eps of both sides
 * may lie eps / sin(angle / 2) beyond the corner, which has no bound for a sliver. With the additional line it lies
 * less than 4 eps beyond.
 */
const SHARP_COSINE = -0.866;

/**
 * The common part of a face of A (p corners from row `rowA`, code `faceA`) and a face of B (q corners from row `rowB`,
 * code `faceB`). Returns the number of its corners: 0 when the faces do not meet, 2 when the common part is no wider
 * than rounding, 1 for a point.
 */
export function clipFaces(rowA: number, p: number, faceA: number, rowB: number, q: number, faceB: number): number {
  if (p <= FEW && q <= FEW) {
    const count = crossFaces(rowA, p, faceA, rowB, q, faceB);
    if (count !== IN_DOUBT) return count;
  }
  if (isInside(rowB, q, rowA, p)) return copyFace(1, rowB, q, faceA);
  if (isInside(rowA, p, rowB, q)) return copyFace(0, rowA, p, faceB);
  return clipByFace(0, rowA, p, faceA, rowB, q, faceB);
}

/** Whether all corners of a face lie inside another one by more than rounding. */
function isInside(face: number, p: number, other: number, q: number): boolean {
  const eps = surfaceBounds[ROUNDING];
  for (let j = other; j < other + q; j++) {
    const next = j + 1 < other + q ? j + 1 : other;
    const x0 = cornerX[j];
    const y0 = cornerY[j];
    const ex = cornerX[next] - x0;
    const ey = cornerY[next] - y0;
    const band = eps * (Math.abs(ex) + Math.abs(ey));
    for (let k = face; k < face + p; k++) if (!(ex * (cornerY[k] - y0) - ey * (cornerX[k] - x0) > band)) return false;
  }
  return true;
}

/**
 * Clips a face of body `side` (p corners from row `subject`, code `own`) by a face of the other body (q corners from
 * row `clip`, code `face`). Returns the number of corners: 0 when the faces do not meet, 2 when the common part is no
 * wider than rounding, 1 for a point.
 */
export function clipByFace(side: number, subject: number, p: number, own: number, clip: number, q: number, face: number): number {
  for (let k = 0; k < p; k++) {
    ringX[k] = cornerX[subject + k];
    ringY[k] = cornerY[subject + k];
    ringNext[k] = k + 1;
    ringBack[k] = k - 1;
    ringOwn[k] = cornerCode[subject + k];
    ringOther[k] = face;
    ringLine[k] = sideCode[subject + k];
  }
  ringNext[p - 1] = 0;
  ringBack[0] = p - 1;
  ringState[MADE] = p;
  // A side as short as rounding has no direction. The lines of its neighbours bound the polygon to rounding without it.
  const shortest = 2 * surfaceBounds[ROUNDING];
  let ex = 0;
  let ey = 0;
  let length = 0;
  let first = -1;
  while (!(length > shortest) && ++first < q) {
    const end = clip + (first + 1 < q ? first + 1 : 0);
    ex = cornerX[end] - cornerX[clip + first];
    ey = cornerY[end] - cornerY[clip + first];
    length = Math.sqrt(ex * ex + ey * ey);
  }
  // The first line examines all corners.
  let least = Infinity;
  let outermost = 0;
  for (let k = 0; k < p; k++) {
    const s = ex * ringY[k] - ey * ringX[k];
    if (s < least) {
      least = s;
      outermost = k;
    }
  }
  ringState[FROM] = outermost;
  let j = first;
  for (let sides = 0; sides < q; sides++) {
    clipLine[START_X] = cornerX[clip + j];
    clipLine[START_Y] = cornerY[clip + j];
    clipLine[ALONG_X] = ex;
    clipLine[ALONG_Y] = ey;
    clipLine[BAND] = surfaceBounds[ROUNDING] * length;
    if (!clipByLine(j, j, j + 1 < q ? j + 1 : 0, q, clip, own)) return 0;
    const lastX = ex / length;
    const lastY = ey / length;
    do {
      j = j + 1 < q ? j + 1 : 0;
      const end = clip + (j + 1 < q ? j + 1 : 0);
      ex = cornerX[end] - cornerX[clip + j];
      ey = cornerY[end] - cornerY[clip + j];
      length = Math.sqrt(ex * ex + ey * ey);
    } while (!(length > shortest) && j !== first);
    if (lastX * ex + lastY * ey < SHARP_COSINE * length) {
      // A line across the bisector of the corner, with the inside to its left.
      clipLine[START_X] = cornerX[clip + j];
      clipLine[START_Y] = cornerY[clip + j];
      clipLine[ALONG_X] = ey / length - lastY;
      clipLine[ALONG_Y] = lastX - ex / length;
      clipLine[BAND] = surfaceBounds[ROUNDING] * Math.sqrt(clipLine[ALONG_X] * clipLine[ALONG_X] + clipLine[ALONG_Y] * clipLine[ALONG_Y]);
      if (!clipByLine(MAX_VERTICES + j, j, j, q, clip, own)) return 0;
    }
    if (j === first) break;
  }
  return settle(side, clip);
}

/**
 * Cuts off what is outside the clip line, and marks what is on it. False when nothing is left. Numbers of lines: j
 * along side j, from corner `start` = j to `end` = j + 1; MAX_VERTICES + j across the sharp corner j, where start = end
 * = j.
 */
function clipByLine(line: number, start: number, end: number, q: number, clip: number, own: number): boolean {
  const x0 = clipLine[START_X];
  const y0 = clipLine[START_Y];
  const ex = clipLine[ALONG_X];
  const ey = clipLine[ALONG_Y];
  const band = clipLine[BAND];
  const limit = ringState[MADE];

  // The corner farthest outside. The walk also follows a rise of less than the band, since it may be rounding.
  let k = ringState[FROM];
  let s = ex * (ringY[k] - y0) - ey * (ringX[k] - x0);
  let best = k;
  let least = s;
  for (let steps = 0; steps < limit; steps++) {
    k = ringNext[k];
    s = ex * (ringY[k] - y0) - ey * (ringX[k] - x0);
    if (s < least) {
      least = s;
      best = k;
    } else if (!(s <= least + band)) break;
  }
  k = ringBack[ringState[FROM]];
  for (let steps = 0; steps < limit; steps++) {
    s = ex * (ringY[k] - y0) - ey * (ringX[k] - x0);
    if (s < least) {
      least = s;
      best = k;
    } else if (!(s <= least + band)) break;
    k = ringBack[k];
  }
  ringState[FROM] = best;
  if (least > band) return true;

  // The first corner in each direction that is not outside.
  ringSide[best] = least;
  let after = best;
  let before = best;
  for (let steps = 0; ringSide[after] < -band; steps++) {
    if (steps === limit) return false;
    after = ringNext[after];
    ringSide[after] = ex * (ringY[after] - y0) - ey * (ringX[after] - x0);
  }
  for (let steps = 0; ringSide[before] < -band && steps < limit; steps++) {
    before = ringBack[before];
    ringSide[before] = ex * (ringY[before] - y0) - ey * (ringX[before] - x0);
  }
  // On the line: these two corners, and the corners that follow along it.
  k = after;
  s = ringSide[k];
  for (let steps = 0; steps < limit && Math.abs(s) <= band; steps++) {
    markSide(k, clip + start, clip + end);
    k = ringNext[k];
    s = ex * (ringY[k] - y0) - ey * (ringX[k] - x0);
  }
  k = before;
  s = ringSide[k];
  for (let steps = 0; steps < limit && Math.abs(s) <= band; steps++) {
    markSide(k, clip + start, clip + end);
    k = ringBack[k];
    s = ex * (ringY[k] - y0) - ey * (ringX[k] - x0);
  }
  if (!(least < -band)) return true;

  const first = ringNext[before];
  const last = ringBack[after];
  const entry = ringSide[after] > band ? addCrossing(after, last, ringLine[last], start, end, q, clip, own) : after;
  const exit = ringSide[before] > band ? addCrossing(before, first, ringLine[before], start, end, q, clip, own) : before;
  if (entry !== after) {
    ringLine[entry] = ringLine[last];
    link(entry, after);
  }
  if (exit !== before) link(before, exit);
  // Between the two corners the polygon follows the line.
  ringLine[exit] = ~line;
  link(exit, entry);
  ringState[FROM] = exit;
  return true;
}

function link(k: number, k1: number): void {
  ringNext[k] = k1;
  ringBack[k1] = k;
}

/** A new corner where the side from a corner inside to one outside, which lies on `line`, crosses the clip line. */
function addCrossing(
  inside: number,
  outside: number,
  line: number,
  start: number,
  end: number,
  q: number,
  clip: number,
  own: number,
): number {
  const r = ringState[MADE]++;
  const t = ringSide[inside] / (ringSide[inside] - ringSide[outside]);
  ringX[r] = ringX[inside] + t * (ringX[outside] - ringX[inside]);
  ringY[r] = ringY[inside] + t * (ringY[outside] - ringY[inside]);
  if (line >= 0) {
    // A side of the clipped body crosses the clip side, passes through one of its ends, or (where sides are almost in
    // line) passes just beyond an end.
    ringOwn[r] = line;
    if (isAt(r, clip + start)) ringOther[r] = cornerCode[clip + start];
    else if (isAt(r, clip + end)) ringOther[r] = cornerCode[clip + end];
    else {
      const place = placeOnSide(r, clip + start, clip + end);
      ringOther[r] = sideCode[clip + (place < 0 ? (start > 0 ? start : q) - 1 : place > 0 ? end : start)];
    }
    return r;
  }
  // Two clip lines: this is the corner of the clipping body between them. If the lines are not neighbours (a side that
  // is too short does not count), they meet outside the clipping face, and a later line cuts that corner off.
  const other = ~line;
  const otherStart = other % MAX_VERTICES;
  const otherEnd = other >= MAX_VERTICES ? otherStart : other + 1 < q ? other + 1 : 0;
  ringOwn[r] = own;
  if (otherStart === end || otherEnd === start) {
    const corner = clip + (otherStart === end ? end : start);
    ringX[r] = cornerX[corner];
    ringY[r] = cornerY[corner];
    ringOther[r] = cornerCode[corner];
  } else {
    ringOther[r] = cornerCode[clip + (isAfterMiddle(r, clip + start, clip + end) ? end : start)];
  }
  return r;
}

/**
 * Corner k of the ring lies on the line of a clip side. Sets its feature: the side, or the end of the side. A feature
 * of lower dimension that was found before stays.
 */
function markSide(k: number, start: number, end: number): void {
  const dimension = featureDimension(ringOther[k]);
  if (dimension === 0) return;
  if (isAt(k, start)) ringOther[k] = cornerCode[start];
  else if (isAt(k, end)) ringOther[k] = cornerCode[end];
  else if (dimension === 2 && placeOnSide(k, start, end) === 0) ringOther[k] = sideCode[start];
}

/**
 * Corner k of the ring lies on the line of a side. Returns 0 when it is on the side, -1 before its start, 1 beyond its
 * end.
 */
function placeOnSide(k: number, start: number, end: number): number {
  const ex = cornerX[end] - cornerX[start];
  const ey = cornerY[end] - cornerY[start];
  const along = (ringX[k] - cornerX[start]) * ex + (ringY[k] - cornerY[start]) * ey;
  return along < 0 ? -1 : along > ex * ex + ey * ey ? 1 : 0;
}

/** Whether corner k of the ring is nearer the end of a side than its start. */
function isAfterMiddle(k: number, start: number, end: number): boolean {
  const ex = cornerX[end] - cornerX[start];
  const ey = cornerY[end] - cornerY[start];
  return (2 * ringX[k] - cornerX[start] - cornerX[end]) * ex + (2 * ringY[k] - cornerY[start] - cornerY[end]) * ey > 0;
}

/** Whether corner k of the ring coincides with a corner of the clip polygon. Each is known to eps. */
function isAt(k: number, corner: number): boolean {
  const dx = ringX[k] - cornerX[corner];
  const dy = ringY[k] - cornerY[corner];
  return dx * dx + dy * dy <= 4 * surfaceBounds[ROUNDING] * surfaceBounds[ROUNDING];
}

/**
 * Writes the ring to the corners of the cell. Corners that coincide become one; a polygon no wider than rounding
 * becomes two. Returns their number.
 */
function settle(side: number, clip: number): number {
  const limit = 4 * surfaceBounds[ROUNDING] * surfaceBounds[ROUNDING];
  const start = ringState[FROM];
  let count = 0;
  let k = start;
  let lastX = NaN;
  let lastY = NaN;
  for (let steps = 0; steps < CELL_CORNERS; steps++) {
    const x = ringX[k];
    const y = ringY[k];
    if ((x - lastX) * (x - lastX) + (y - lastY) * (y - lastY) <= limit) {
      merge(count - 1, side, ringOwn[k], ringOther[k]);
    } else {
      cellX[count] = lastX = x;
      cellY[count] = lastY = y;
      cellCode[2 * count + side] = ringOwn[k];
      cellCode[2 * count + 1 - side] = ringOther[k];
      count++;
    }
    const line = ringLine[k];
    cellSide[count - 1] = line >= 0 ? 2 * line + side : 2 * sideCode[clip + (~line % MAX_VERTICES)] + 1 - side;
    k = ringNext[k];
    if (k === start) break;
  }
  while (count > 1) {
    const dx = cellX[count - 1] - cellX[0];
    const dy = cellY[count - 1] - cellY[0];
    if (dx * dx + dy * dy > limit) break;
    count--;
    merge(0, 0, cellCode[2 * count], cellCode[2 * count + 1]);
  }
  if (count < 3) return count;

  const x0 = cellX[0];
  const y0 = cellY[0];
  let area2 = 0;
  let reach2 = 0;
  let dx = cellX[1] - x0;
  let dy = cellY[1] - y0;
  for (let k = 1; k < count; k++) {
    const d2 = dx * dx + dy * dy;
    if (d2 > reach2) reach2 = d2;
    if (k + 1 === count) break;
    const ex = cellX[k + 1] - x0;
    const ey = cellY[k + 1] - y0;
    area2 += dx * ey - dy * ex;
    dx = ex;
    dy = ey;
  }
  // A sliver of width w has at least half the area w * reach. Each side is known to +-eps.
  if (area2 > 4 * surfaceBounds[ROUNDING] * Math.sqrt(reach2)) return count;
  const far = farthestFrom(0, count);
  const near = farthestFrom(far, count);
  moveCorner(CELL_CORNERS - 1, far);
  moveCorner(0, near);
  moveCorner(1, CELL_CORNERS - 1);
  return 2;
}

function farthestFrom(k: number, count: number): number {
  let best = k;
  let most = 0;
  for (let i = 0; i < count; i++) {
    const dx = cellX[i] - cellX[k];
    const dy = cellY[i] - cellY[k];
    const d2 = dx * dx + dy * dy;
    if (d2 > most) {
      most = d2;
      best = i;
    }
  }
  return best;
}

function moveCorner(to: number, from: number): void {
  cellX[to] = cellX[from];
  cellY[to] = cellY[from];
  cellCode[2 * to] = cellCode[2 * from];
  cellCode[2 * to + 1] = cellCode[2 * from + 1];
}

/** The corner was found again with other features: keep the features of lower dimension. */
function merge(k: number, side: number, own: number, other: number): void {
  const i = 2 * k + side;
  const j = 2 * k + 1 - side;
  if (featureDimension(own) < featureDimension(cellCode[i])) cellCode[i] = own;
  if (featureDimension(other) < featureDimension(cellCode[j])) cellCode[j] = other;
}
