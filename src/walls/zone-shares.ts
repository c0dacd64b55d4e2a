/**
 * Shares of contact points that add up to the zone: each is changed by a factor near one, so that the shares give the
 * area of the zone, its centroid and, weighted by the depth, its volume.
 *
 * Of all such changes it is the one with the least sum of (change)^2 / share. This is a combination of the functions 1,
 * x, y and depth at the points. They are made orthogonal one after another, weighted by the shares (Gram and Schmidt).
 * A function that depends on the others is left out; for example, the depth over a plane depends on x and y. If the
 * change would make a share negative, only a part of it is applied, and the rest is computed again, a few times. The
 * area is exact in any case.
 */
import { placeCount, placeGap, placeShare, placeX, placeY, POINTS, RIM, RIM_ROW } from '../contact-points/places';
import { AREA, AREA_X, AREA_Y, WEIGHT, zoneSums } from '../contact-points/zone';
import { LEVEL, zoneBounds } from './wall-zone';

/** 1, x, y, depth. */
const FUNCTIONS = 4;
/** Their values at each place. */
const value = /* @__PURE__ */ new Float64Array(FUNCTIONS * 2 * RIM_ROW);
/** The required sums of the functions; the factor of each function in the change. */
const wanted = /* @__PURE__ */ new Float64Array(FUNCTIONS);
/** The functions: 1, x, y and the weight. */
const OF_ONE = 0;
const OF_X = 1;
const OF_Y = 2;
const OF_WEIGHT = 3;
const gain = /* @__PURE__ */ new Float64Array(FUNCTIONS);
/** Rows of the places that have a share. */
const rows = /* @__PURE__ */ new Int32Array(2 * RIM_ROW);
/** Least part of a function's square that must remain after the others are subtracted. */
const LEAST_PART = 1e-12;
/**
 * The depth counts when at least this part of its square remains, and counts fully from FULL_PART. Over a nearly flat
 * surface the depths of the points are nearly linear in x and y, and a bump between them would need large changes for
 * little volume.
 */
const SOME_PART = 0.0001;
const FULL_PART = 0.0004;
/** Largest part that a share may lose in one change, and most changes. */
const MOST_CHANGE = 0.9;
const ROUNDS = 8;

/** Balances the shares of all places. */
export function balanceShares(): void {
  const level = zoneBounds[LEVEL];
  const area = zoneSums[AREA];
  let count = 0;
  let sum = 0;
  for (let k = 0; k < placeCount[POINTS] + placeCount[RIM]; k++) {
    const r = k < placeCount[POINTS] ? k : RIM_ROW + k - placeCount[POINTS];
    if (!(placeShare[r] > 0)) placeShare[r] = 0;
    else rows[count++] = r;
    sum += placeShare[r];
  }
  if (!(area > 0) || !(sum > 0)) return;
  const x0 = zoneSums[AREA_X] / area;
  const y0 = zoneSums[AREA_Y] / area;
  for (let k = 0; k < count; k++) placeShare[rows[k]] *= area / sum;
  for (let round = 0; round < ROUNDS; round++) {
    for (let k = 0; k < count; k++) {
      const r = rows[k];
      value[FUNCTIONS * k + OF_ONE] = 1;
      value[FUNCTIONS * k + OF_X] = placeX[r] - x0;
      value[FUNCTIONS * k + OF_Y] = placeY[r] - y0;
      value[FUNCTIONS * k + OF_WEIGHT] = Math.max(0, level - placeGap[r]);
    }
    wanted[OF_ONE] = area;
    wanted[OF_X] = 0;
    wanted[OF_Y] = 0;
    wanted[OF_WEIGHT] = zoneSums[WEIGHT];
    for (let i = 0; i < FUNCTIONS; i++) makeOrthogonal(i, count);
    if (changeShares(count)) break;
  }
}

/** Changes the shares as far as none becomes negative. True when the whole change was applied. */
function changeShares(count: number): boolean {
  let least = 0;
  for (let k = 0; k < count; k++) {
    let change = 0;
    for (let i = 0; i < FUNCTIONS; i++) change += gain[i] * value[FUNCTIONS * k + i];
    if (change < least) least = change;
  }
  const part = least < -MOST_CHANGE ? -MOST_CHANGE / least : 1;
  for (let k = 0; k < count; k++) {
    let change = 0;
    for (let i = 0; i < FUNCTIONS; i++) change += gain[i] * value[FUNCTIONS * k + i];
    placeShare[rows[k]] *= 1 + part * change;
  }
  return part === 1;
}

/** Subtracts from function i its parts along the functions before it, and sets its gain. */
function makeOrthogonal(i: number, count: number): void {
  let whole = 0;
  for (let k = 0; k < count; k++) whole += placeShare[rows[k]] * value[FUNCTIONS * k + i] * value[FUNCTIONS * k + i];
  for (let j = 0; j < i; j++) {
    let part = 0;
    let size = 0;
    for (let k = 0; k < count; k++) {
      const s = placeShare[rows[k]] * value[FUNCTIONS * k + j];
      part += s * value[FUNCTIONS * k + i];
      size += s * value[FUNCTIONS * k + j];
    }
    if (!(size > 0)) continue;
    part /= size;
    for (let k = 0; k < count; k++) value[FUNCTIONS * k + i] -= part * value[FUNCTIONS * k + j];
    wanted[i] -= part * wanted[j];
  }
  let left = 0;
  let has = 0;
  for (let k = 0; k < count; k++) {
    const s = placeShare[rows[k]] * value[FUNCTIONS * k + i];
    has += s;
    left += s * value[FUNCTIONS * k + i];
  }
  const some = i === FUNCTIONS - 1 ? SOME_PART : LEAST_PART;
  if (left > some * whole) {
    const say = i < FUNCTIONS - 1 || left > FULL_PART * whole ? 1 : (left - some * whole) / ((FULL_PART - some) * whole);
    gain[i] = (say * (wanted[i] - has)) / left;
    return;
  }
  gain[i] = 0;
  for (let k = 0; k < count; k++) value[FUNCTIONS * k + i] = 0;
}
