/**
 * The order of the contact points of a zone, and the choice among them. Order: counter-clockwise about the normal,
 * around their middle. The first point is the one with the least pair of feature codes. Choice, when fewer points are
 * requested or the arrays are too short: the deepest point; the point farthest from it; the point farthest from the
 * line through these two on each side; then the deepest of the others.
 */
import { BAND, settings } from './settings';
import { ROWS, rowA, rowB, rowGap, rowX, rowY } from './zone-rows';

/** Rows of the points in order. */
export const order = /* @__PURE__ */ new Int32Array(ROWS);
/** For each row: 1 if the point is kept. */
export const isKept = /* @__PURE__ */ new Uint8Array(ROWS);
const angle = /* @__PURE__ */ new Float64Array(ROWS);

/** Puts the first `points` rows in order. */
export function orderPoints(points: number): void {
  let cx = 0;
  let cy = 0;
  for (let p = 0; p < points; p++) {
    order[p] = p;
    cx += rowX[p] / points;
    cy += rowY[p] / points;
  }
  for (let p = 0; p < points; p++) {
    const x = rowX[p] - cx;
    const y = rowY[p] - cy;
    const size = Math.abs(x) + Math.abs(y);
    // A number from -1 to 3 that grows with the angle, without trigonometry.
    const t = size > 0 ? y / size : 0;
    angle[p] = x < 0 ? 2 - t : t;
  }
  // Shell sort: there are usually few points, but their number has no bound.
  for (let step = points >> 1; step > 0; step >>= 1) {
    for (let k = step; k < points; k++) {
      const row = order[k];
      let l = k;
      for (; l >= step && isAfter(order[l - step], row); l -= step) order[l] = order[l - step];
      order[l] = row;
    }
  }
  let first = 0;
  for (let k = 1; k < points; k++) if (isNamedBefore(order[k], order[first])) first = k;
  // Rotates the order by `first` places, by three reversals.
  if (first === 0) return;
  reverse(0, first - 1);
  reverse(first, points - 1);
  reverse(0, points - 1);
}

function isAfter(p: number, q: number): boolean {
  return angle[p] > angle[q] || (angle[p] === angle[q] && isNamedBefore(q, p));
}

function isNamedBefore(p: number, q: number): boolean {
  return rowA[p] < rowA[q] || (rowA[p] === rowA[q] && rowB[p] < rowB[q]);
}

function reverse(from: number, to: number): void {
  for (let i = from, j = to; i < j; i++, j--) {
    const row = order[i];
    order[i] = order[j];
    order[j] = row;
  }
}

/** Marks at most `most` points in {@link isKept}. */
export function keepPoints(points: number, most: number): void {
  isKept.fill(points <= most ? 1 : 0, 0, points);
  if (points <= most || most < 1) return;
  const deepest = deepestLeft(points);
  isKept[deepest] = 1;
  let count = 1;
  const far = count < most ? farthestFrom(points, deepest) : -1;
  if (far >= 0) {
    isKept[far] = 1;
    count++;
    for (let side = -1; side <= 1 && count < most; side += 2) {
      const beside = farthestBeside(points, deepest, far, side);
      if (beside < 0) continue;
      isKept[beside] = 1;
      count++;
    }
  }
  for (; count < most; count++) isKept[deepestLeft(points)] = 1;
}

/** The deepest point that is not kept yet; the first in order of several that are equal to rounding. */
function deepestLeft(points: number): number {
  let best = -1;
  for (let k = 0; k < points; k++) {
    const r = order[k];
    if (isKept[r] === 0 && (best < 0 || rowGap[r] < rowGap[best] - 2 * settings[BAND])) best = r;
  }
  return best;
}

function farthestFrom(points: number, p: number): number {
  let best = -1;
  let most = 0;
  for (let k = 0; k < points; k++) {
    const r = order[k];
    const x = rowX[r] - rowX[p];
    const y = rowY[r] - rowY[p];
    const d = Math.sqrt(x * x + y * y);
    if (!(d > most + 4 * settings[BAND])) continue;
    most = d;
    best = r;
  }
  return best;
}

/**
 * The point farthest to the left (side 1) or right (side -1) of the line from p to q. -1 when no point is off the line
 * by more than rounding.
 */
function farthestBeside(points: number, p: number, q: number, side: number): number {
  const ux = side * (rowX[q] - rowX[p]);
  const uy = side * (rowY[q] - rowY[p]);
  const band = 4 * settings[BAND] * Math.sqrt(ux * ux + uy * uy);
  let best = -1;
  let most = 0;
  for (let k = 0; k < points; k++) {
    const r = order[k];
    const s = ux * (rowY[r] - rowY[p]) - uy * (rowX[r] - rowX[p]);
    if (!(s > most + band)) continue;
    most = s;
    best = r;
  }
  return best;
}
