/**
 * Which of the points found are listed, and in which order.
 *
 * Order: counter-clockwise about their mean, seen from the tip of the normal, from the point with the least pair of
 * names on. That is the order along the border of the incident face where two faces meet. It depends on the bodies and
 * the plane only; sequential solvers feel it.
 *
 * Choice, where fewer are asked for or there is no room: the deepest; the one farthest from it; the ones farthest to
 * either side of the line through these two; then the deepest of the rest. Four points so chosen hold a body as all do,
 * nearly. Depths and distances that agree to rounding are ties, and the first in order wins.
 */
import { placeCode, placeCount, placeFace, placeGap, placeX, placeY, POINTS, RIM_ROW } from './places';
import { surfaceBounds, ROUNDING } from './surface';

/** The points in order: rows of places.ts. */
export const order = /* @__PURE__ */ new Int32Array(RIM_ROW);

/** Where the direction to a point turns, from 0 to 4 with the angle: the key of the order. */
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
    // The corners of one cell come in order.
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

/** Heap sort: points of a cell come nearly in order already, but nothing bounds how many cells there are. */
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

/** Begins the order with its entry `first`: three reversals. */
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

/** Keeps `most` of the points, in order; returns how many there are then. */
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

/** The deepest point that is not chosen. */
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
 * The point farthest to the left (side 1) or right (-1) of the line from p to q, or -1 when none is off it by more than
 * rounding.
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
