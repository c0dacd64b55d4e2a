import { roundedBand, statusOfGap } from '../../contact/rounding';
import { Status } from '../../contact/status';
import type { BodySet2d } from '../body/body-set-2d';
import type { CommonLine } from './common-line';
import type { Contact2d } from './contact-2d';

/**
 * Turns the result of two sharp bodies into that of the same bodies swollen by discs of radius roundingA and roundingB,
 * in place: every gap shrinks by the sum, the witness points move out along the normal, the points of the line to its
 * new middle. `band` is the pair's touchingBand2d. Exact apart and, for the minimum translation, in overlap.
 */
export function applyRounding2d<R extends CommonLine | Contact2d>(out: R, roundingA: number, roundingB: number, band: number): R {
  swelling[RADIUS_A] = roundingA;
  swelling[RADIUS_B] = roundingB;
  swelling[BAND] = band;
  return swell2d(out);
}

/**
 * The radii of A and B, and the rounding band of the sharp pair. Engines would allocate doubles that are passed as
 * arguments.
 */
export const swelling = /* @__PURE__ */ new Float64Array(3);
export const RADIUS_A = 0;
export const RADIUS_B = 1;
export const BAND = 2;

/** {@link applyRounding2d} with the lengths in {@link swelling}. */
export function swell2d<R extends CommonLine | Contact2d>(out: R): R {
  const roundingA = swelling[RADIUS_A];
  const roundingB = swelling[RADIUS_B];
  const sum = roundingA + roundingB;
  if (out.status === Status.Invalid || sum === 0) return out;
  out.gap -= sum;
  const shift = 0.5 * (roundingA - roundingB);
  for (let k = 0; k < 2; k++) {
    const n = out.normal[k];
    out.pointA[k] += roundingA * n;
    out.pointB[k] -= roundingB * n;
  }
  if ('points' in out) {
    for (let k = 0; k < 2; k++) out.centre[k] += shift * out.normal[k];
    const rows = out.count + out.rimCount;
    for (let p = 0; p < rows; p++) {
      out.gaps[p] -= sum;
      for (let k = 0; k < 2; k++) out.points[2 * p + k] += shift * out.normal[k];
    }
  } else {
    for (let k = 0; k < 2; k++) out.point[k] += shift * out.normal[k];
  }
  if (out.status !== Status.Unresolved) out.status = statusOfGap(out.gap, roundedBand(swelling[BAND], sum));
  return out;
}

/** Unit cosine and sine (0, 1) and position (PLACE) of the body. */
const frame = /* @__PURE__ */ new Float64Array(4);
const PLACE = 2;

/**
 * Turns a result from the frame of body i into the world, in place. Gaps, length, area, kinds and features do not
 * change. A result with Status.Invalid is left as it is.
 */
export function toWorld2d<R extends CommonLine | Contact2d>(out: R, bodies: BodySet2d, i: number): R {
  if (out.status === Status.Invalid) return out;
  setFrame(bodies, i);
  turn(out.normal, 0);
  move(out.pointA, 0);
  move(out.pointB, 0);
  if (!('points' in out)) {
    move(out.point, 0);
    return out;
  }
  move(out.centre, 0);
  const rows = out.count + out.rimCount;
  for (let k = 0; k < rows; k++) move(out.points, 2 * k);
  return out;
}

export function setFrame(bodies: BodySet2d, i: number): void {
  const c = bodies.rotations[2 * i];
  const s = bodies.rotations[2 * i + 1];
  const length = Math.sqrt(c * c + s * s);
  frame[0] = c / length;
  frame[1] = s / length;
  frame[PLACE] = bodies.positions[2 * i];
  frame[PLACE + 1] = bodies.positions[2 * i + 1];
}

export function turn(v: Float64Array, o: number): void {
  const x = v[o];
  const y = v[o + 1];
  v[o] = frame[0] * x - frame[1] * y;
  v[o + 1] = frame[1] * x + frame[0] * y;
}

export function move(v: Float64Array, o: number): void {
  turn(v, o);
  v[o] += frame[PLACE];
  v[o + 1] += frame[PLACE + 1];
}
