/**
 * The points of a contact: one for each basic contact of the set, midway between its two ends, with the gap between
 * them along the normal. Points of two faces run counter-clockwise about the normal.
 *
 * Choice, when fewer points are requested or the arrays are too short: the deepest point; the point farthest from it;
 * the point farthest from the line through these two on each side; then the deepest of the others. Depths or distances
 * that agree to rounding are ties: the first point in order is chosen.
 */
import { GAP, P, Q } from '../contact/layouts';
import type { ConvexPolyhedron } from '../polyhedron/convex-polyhedron';
import { ends, placeBasic } from './basic-points';
import { normal } from './contact-normal';
import { CONTACTS, SET_CAPACITY, setA, setB, setCount } from './contact-set';
import { ROUNDING, settings } from './settings';

/** Place, gap and share of the area of each point, in the order of the set. */
export const pointX = /* @__PURE__ */ new Float64Array(SET_CAPACITY);
export const pointY = /* @__PURE__ */ new Float64Array(SET_CAPACITY);
export const pointZ = /* @__PURE__ */ new Float64Array(SET_CAPACITY);
export const pointGap = /* @__PURE__ */ new Float64Array(SET_CAPACITY);
export const pointShare = /* @__PURE__ */ new Float64Array(SET_CAPACITY);

const isChosen = /* @__PURE__ */ new Uint8Array(SET_CAPACITY);
/** For each point: its signed distance from a line, or its key around the middle. */
const aside = /* @__PURE__ */ new Float64Array(SET_CAPACITY);
const along = /* @__PURE__ */ new Float64Array(SET_CAPACITY);

/** Computes the points of the set. Points of two faces are ordered around the normal. */
export function placePoints(a: ConvexPolyhedron, b: ConvexPolyhedron, areFaces: boolean): void {
  const n = setCount[CONTACTS];
  for (let k = 0; k < n; k++) {
    placeBasic(a, b, setA[k], setB[k]);
    pointX[k] = 0.5 * (ends[P] + ends[Q]);
    pointY[k] = 0.5 * (ends[P + 1] + ends[Q + 1]);
    pointZ[k] = 0.5 * (ends[P + 2] + ends[Q + 2]);
    pointGap[k] = normal[0] * (ends[Q] - ends[P]) + normal[1] * (ends[Q + 1] - ends[P + 1]) + normal[2] * (ends[Q + 2] - ends[P + 2]);
    pointShare[k] = 0;
  }
  if (areFaces) orderAround();
}

/** Index of the deepest point. */
export function deepestPoint(): number {
  let best = 0;
  for (let k = 1; k < setCount[CONTACTS]; k++) if (pointGap[k] < pointGap[best] - settings[ROUNDING]) best = k;
  return best;
}

/** Sorts the points counter-clockwise about the normal, around their middle. */
function orderAround(): void {
  const nx = normal[0];
  const ny = normal[1];
  const nz = normal[2];
  const ax = Math.abs(nx);
  const ay = Math.abs(ny);
  const az = Math.abs(nz);
  // The x axis is perpendicular to the normal and to the coordinate axis farthest from it.
  const axis = ax <= ay && ax <= az ? 0 : ay <= az ? 1 : 2;
  let ux = axis === 0 ? 0 : axis === 1 ? nz : -ny;
  let uy = axis === 0 ? -nz : axis === 1 ? 0 : nx;
  let uz = axis === 0 ? ny : axis === 1 ? -nx : 0;
  const r = 1 / Math.sqrt(ux * ux + uy * uy + uz * uz);
  ux *= r;
  uy *= r;
  uz *= r;
  const vx = ny * uz - nz * uy;
  const vy = nz * ux - nx * uz;
  const vz = nx * uy - ny * ux;
  const n = setCount[CONTACTS];
  let sx = 0;
  let sy = 0;
  for (let k = 0; k < n; k++) {
    along[k] = ux * pointX[k] + uy * pointY[k] + uz * pointZ[k];
    aside[k] = vx * pointX[k] + vy * pointY[k] + vz * pointZ[k];
    sx += along[k] / n;
    sy += aside[k] / n;
  }
  for (let k = 0; k < n; k++) {
    const x = along[k] - sx;
    const y = aside[k] - sy;
    // A number from -1 to 3 that grows with the angle, without trigonometry.
    const size = Math.abs(x) + Math.abs(y);
    const t = size > 0 ? y / size : 0;
    const angle = x < 0 ? 2 - t : t;
    takeOut(k);
    let l = k;
    for (; l > 0 && along[l - 1] > angle; l--) {
      along[l] = along[l - 1];
      movePoint(l, l - 1);
    }
    along[l] = angle;
    putBack(l);
  }
}

/** The point taken out: place and gap (GAP), and features. */
const held = /* @__PURE__ */ new Float64Array(4);
const heldCode = /* @__PURE__ */ new Int32Array(2);

function takeOut(k: number): void {
  held[0] = pointX[k];
  held[1] = pointY[k];
  held[2] = pointZ[k];
  held[GAP] = pointGap[k];
  heldCode[0] = setA[k];
  heldCode[1] = setB[k];
}

function putBack(k: number): void {
  pointX[k] = held[0];
  pointY[k] = held[1];
  pointZ[k] = held[2];
  pointGap[k] = held[GAP];
  setA[k] = heldCode[0];
  setB[k] = heldCode[1];
}

function movePoint(to: number, from: number): void {
  pointX[to] = pointX[from];
  pointY[to] = pointY[from];
  pointZ[to] = pointZ[from];
  pointGap[to] = pointGap[from];
  setA[to] = setA[from];
  setB[to] = setB[from];
}

/** Keeps at most `most` points, in their order. */
export function choosePoints(most: number): void {
  const n = setCount[CONTACTS];
  if (n <= most) return;
  for (let k = 0; k < n; k++) isChosen[k] = 0;
  let count = 0;
  if (count < most) {
    const deepest = deepestPoint();
    isChosen[deepest] = 1;
    count++;
    measureFrom(deepest);
    const far = count < most ? farthest() : -1;
    if (far >= 0) {
      isChosen[far] = 1;
      count++;
      for (let side = -1; side <= 1 && count < most; side += 2) {
        measureBeside(deepest, far, side);
        const beside = farthest();
        if (beside < 0) continue;
        isChosen[beside] = 1;
        count++;
      }
    }
  }
  for (; count < most; count++) isChosen[deepestLeft()] = 1;
  let kept = 0;
  for (let k = 0; k < n; k++) if (isChosen[k] === 1) movePoint(kept++, k);
  setCount[CONTACTS] = kept;
}

/** Writes the distances of all points from one, perpendicular to the normal, to `aside`. */
function measureFrom(p: number): void {
  for (let k = 0; k < setCount[CONTACTS]; k++) {
    const x = pointX[k] - pointX[p];
    const y = pointY[k] - pointY[p];
    const z = pointZ[k] - pointZ[p];
    const d = normal[0] * x + normal[1] * y + normal[2] * z;
    aside[k] = Math.sqrt(Math.max(0, x * x + y * y + z * z - d * d));
  }
}

/**
 * Writes the distance of each point to the left (`side` 1) or right (-1) of the line from p to q, seen against the
 * normal, to `aside`.
 */
function measureBeside(p: number, q: number, side: number): void {
  const ex = pointX[q] - pointX[p];
  const ey = pointY[q] - pointY[p];
  const ez = pointZ[q] - pointZ[p];
  // To the left: normal × e, about as long as e.
  const lx = normal[1] * ez - normal[2] * ey;
  const ly = normal[2] * ex - normal[0] * ez;
  const lz = normal[0] * ey - normal[1] * ex;
  const length = Math.sqrt(lx * lx + ly * ly + lz * lz);
  const r = length > 0 ? side / length : 0;
  for (let k = 0; k < setCount[CONTACTS]; k++)
    aside[k] = r * (lx * (pointX[k] - pointX[p]) + ly * (pointY[k] - pointY[p]) + lz * (pointZ[k] - pointZ[p]));
}

/** The point with the largest `aside`, or -1 when none is larger than rounding. */
function farthest(): number {
  let best = -1;
  let most = 0;
  for (let k = 0; k < setCount[CONTACTS]; k++) {
    if (!(aside[k] > most + settings[ROUNDING])) continue;
    most = aside[k];
    best = k;
  }
  return best;
}

function deepestLeft(): number {
  let best = -1;
  for (let k = 0; k < setCount[CONTACTS]; k++)
    if (isChosen[k] === 0 && (best < 0 || pointGap[k] < pointGap[best] - settings[ROUNDING])) best = k;
  return best;
}
