/**
 * Chooses which of the found points are listed, and in which order.
 *
 * Order: counter-clockwise about the mean of the points, seen from the tip of the normal. The first point is the one
 * with the least pair of feature codes. Where two faces meet, this is the order along the border of the incident face.
 * The order depends on the bodies and the plane only. It matters because the result of a sequential solver depends on
 * it.
 *
 * Choice, when fewer points are requested or the arrays are too short: the deepest point; the point farthest from it;
 * the point farthest from the line through these two on each side; then the deepest of the others. Four points chosen
 * in this way support a body almost as well as all points. Depths or distances that agree to rounding are ties: the
 * first point in order is chosen.
 */
import { placeCode, placeCount, placeFace, placeGap, placeX, placeY, POINTS, RIM_ROW } from './places';
import { surfaceBounds, ROUNDING } from './surface';

/** The points in order: rows of places.ts. */
export const order = /* @__PURE__ */ new Int32Array(RIM_ROW);

/** The key of the order: a number from 0 to 4 that grows with the angle of the direction to the point. */
const turn = /* @__PURE__ */ new Float64Array(RIM_ROW);
const chosen = /* @__PURE__ */ new Uint8Array(RIM_ROW);

/** Puts the points in order. */
export function orderPoints(): void {
  const n = placeCount[POINTS];
  let isOneCell = true;
  let first = 0;
  for (let k = 1; k < n; k++) {
    if (placeFace[2 * k] !== placeFace[0] || placeFace[2 * k + 1] !== placeFace[1]) isOneCell = false;
    if (comesBefore(k, first)) first = k;
  }
  if (n < 3 || isOneCell) {
    // The corners of one cell are in order already.
    for (let k = 0; k < n; k++) order[k] = first + k < n ? first + k : first + k - n;
    return;
  }
  for (let k = 0; k < n; k++) order[k] = k;
  setTurns(n);
  sortByTurn(n);
  let at = 0;
  while (at < n && order[at] !== first) at++;
  rotate(n, at);
}

/** The direction of each point, seen from their mean. */
function setTurns(n: number): void {
  let meanX = 0;
  let meanY = 0;
  for (let k = 0; k < n; k++) {
    meanX += placeX[k] / n;
    meanY += placeY[k] / n;
  }
  for (let k = 0; k < n; k++) {
    const x = placeX[k] - meanX;
    const y = placeY[k] - meanY;
    const size = Math.abs(x) + Math.abs(y);
    const t = size > 0 ? y / size : 0;
    turn[k] = x < 0 ? 2 - t : t < 0 ? 4 + t : t;
  }
}

/** Heap sort: its cost is bounded for any number of cells. */
function sortByTurn(n: number): void {
  if (n <= 16) {
    for (let k = 1; k < n; k++) {
      const r = order[k];
      let i = k - 1;
      while (i >= 0 && isAfter(order[i], r)) {
        order[i + 1] = order[i];
        i--;
      }
      order[i + 1] = r;
    }
    return;
  }
  for (let k = (n >> 1) - 1; k >= 0; k--) sink(k, n);
  for (let end = n - 1; end > 0; end--) {
    const r = order[0];
    order[0] = order[end];
    order[end] = r;
    sink(0, end);
  }
}

function sink(k: number, n: number): void {
  const r = order[k];
  let at = k;
  for (let child = 2 * at + 1; child < n; child = 2 * at + 1) {
    if (child + 1 < n && isAfter(order[child + 1], order[child])) child++;
    if (!isAfter(order[child], r)) break;
    order[at] = order[child];
    at = child;
  }
  order[at] = r;
}

function isAfter(p: number, q: number): boolean {
  return turn[p] > turn[q] || (turn[p] === turn[q] && comesBefore(q, p));
}

function comesBefore(p: number, q: number): boolean {
  const a = placeCode[2 * p];
  const b = placeCode[2 * q];
  return a < b || (a === b && placeCode[2 * p + 1] < placeCode[2 * q + 1]);
}

/** Rotates the order so that its entry `first` comes first, by three reversals. */
function rotate(n: number, first: number): void {
  if (first === 0) return;
  turnRound(0, first - 1);
  turnRound(first, n - 1);
  turnRound(0, n - 1);
}

function turnRound(i: number, j: number): void {
  for (; i < j; i++, j--) {
    const r = order[i];
    order[i] = order[j];
    order[j] = r;
  }
}

/** Keeps at most `most` points, in order. Returns their number. */
export function choosePoints(most: number): number {
  const n = placeCount[POINTS];
  if (n <= most) return n;
  for (let k = 0; k < n; k++) chosen[k] = 0;
  let count = 0;
  if (count < most) {
    const deepest = deepestLeft(n);
    chosen[deepest] = 1;
    count++;
    const far = count < most ? farthestFrom(n, deepest) : -1;
    if (far >= 0) {
      chosen[far] = 1;
      count++;
      for (let side = -1; side <= 1 && count < most; side += 2) {
        const beside = farthestBeside(n, deepest, far, side);
        if (beside < 0) continue;
        chosen[beside] = 1;
        count++;
      }
    }
  }
  for (; count < most; count++) chosen[deepestLeft(n)] = 1;
  let out = 0;
  for (let k = 0; k < n; k++) if (chosen[order[k]] === 1) order[out++] = order[k];
  return out;
}

/** The deepest point that is not chosen yet. */
function deepestLeft(n: number): number {
  const eps = 2 * surfaceBounds[ROUNDING];
  let best = -1;
  for (let k = 0; k < n; k++) {
    const r = order[k];
    if (chosen[r] === 0 && (best < 0 || placeGap[r] < placeGap[best] - eps)) best = r;
  }
  return best;
}

function farthestFrom(n: number, p: number): number {
  const eps = 4 * surfaceBounds[ROUNDING];
  let best = -1;
  let most = 0;
  for (let k = 0; k < n; k++) {
    const r = order[k];
    const dx = placeX[r] - placeX[p];
    const dy = placeY[r] - placeY[p];
    const d = Math.sqrt(dx * dx + dy * dy);
    if (d > most + eps) {
      most = d;
      best = r;
    }
  }
  return best;
}

/**
 * The point farthest to the left (side 1) or right (side -1) of the line from p to q. -1 when no point is off the line
 * by more than rounding.
 */
function farthestBeside(n: number, p: number, q: number, side: number): number {
  const ux = side * (placeX[q] - placeX[p]);
  const uy = side * (placeY[q] - placeY[p]);
  const eps = 4 * surfaceBounds[ROUNDING] * Math.sqrt(ux * ux + uy * uy);
  let best = -1;
  let most = 0;
  for (let k = 0; k < n; k++) {
    const r = order[k];
    const s = ux * (placeY[r] - placeY[p]) - uy * (placeX[r] - placeX[p]);
    if (s > most + eps) {
      most = s;
      best = r;
    }
  }
  return best;
}
