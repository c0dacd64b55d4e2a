/**
 * Exponential, logarithm, the angle of a direction, and cosine and sine of a rational part of a turn, with the same
 * bits on every engine.
 *
 * Problem: ECMAScript does not define the last bits of Math.exp, Math.log, Math.cos and Math.sin. So a particle made
 * with them differs from engine to engine, and simulations diverge. IEEE 754 defines + - * / and sqrt. Method: exact or
 * compensated reduction to a short interval around zero, then the Taylor series. The series ends when the next term is
 * below 2^-60 of the sum. Guarantee: relative error below 4 * 2^-53 for exponential and logarithm (except results below
 * 2^-1022), absolute error below 2 * 2^-53 for cosine and sine. Cold code: plain series, a few tens of operations.
 */

/** ln 2 as a sum: the first part has 32 significant bits, so that a whole number below 2^21 times it is exact. */
const LN2_HIGH = 0.6931471803691238;
const LN2_LOW = 1.9082149292705877e-10;

/** e^x; Infinity above the range of doubles, 0 below it, NaN for NaN. */
export function portableExp(x: number): number {
  if (Number.isNaN(x)) return x;
  if (x > 710) return Infinity;
  if (x < -746) return 0;
  const k = Math.round(x / (LN2_HIGH + LN2_LOW));
  const r = x - k * LN2_HIGH - k * LN2_LOW;
  // |r| <= 0.35: r^16 / 16! is below 2^-68.
  let sum = 1;
  for (let i = 15; i >= 1; i--) sum = 1 + (r / i) * sum;
  return timesPowerOfTwo(sum, k);
}

/** x * 2^exponent for a whole exponent: exact as long as the result is a normal number. */
export function timesPowerOfTwo(x: number, exponent: number): number {
  let result = x;
  let left = exponent;
  for (; left >= 32; left -= 32) result *= 4294967296;
  for (; left <= -32; left += 32) result /= 4294967296;
  for (; left > 0; left--) result *= 2;
  for (; left < 0; left++) result /= 2;
  return result;
}

/** Natural logarithm; -Infinity for 0, NaN for a negative number or NaN. */
export function portableLog(x: number): number {
  if (!(x > 0)) return x === 0 ? -Infinity : Number.NaN;
  if (x === Infinity) return x;
  let mantissa = x;
  let exponent = 0;
  // Scaling by two is exact down to the subnormal numbers, which only ever grow here.
  for (; mantissa < Math.SQRT1_2; exponent--) mantissa *= 2;
  for (; mantissa >= Math.SQRT2; exponent++) mantissa /= 2;
  // ln m = 2 artanh s with s = (m - 1) / (m + 1), |s| <= 0.172: s^24 is below 2^-60.
  const s = (mantissa - 1) / (mantissa + 1);
  let series = 0;
  for (let i = 23; i >= 3; i -= 2) series = s * s * (1 / i + series);
  return exponent * LN2_HIGH + (exponent * LN2_LOW + 2 * s * series + 2 * s);
}

/**
 * Cosine and sine of k/n of a turn, k and n whole numbers, 0 <= k < n <= 2^40, into out[0] and out[1].
 * The octant is found in whole numbers, so the points of a regular polygon have its symmetries exactly.
 */
export function cosSinOfTurn(out: Float64Array, k: number, n: number): void {
  const octant = Math.floor((8 * k) / n);
  const rest = 8 * k - octant * n;
  const odd = octant % 2 === 1;
  // Odd octants are mirrored at the diagonal, so that the angle is between 0 and an eighth of a turn.
  const part = odd ? n - rest : rest;
  let c = Math.SQRT1_2;
  let s = Math.SQRT1_2;
  if (part < n) {
    const angle = ((part / n) * Math.PI) / 4;
    const square = angle * angle;
    // angle <= pi/4: angle^20 / 20! is below 2^-67.
    let cosine = 1;
    let sine = 1;
    for (let i = 18; i >= 2; i -= 2) {
      cosine = 1 - (square / (i * (i - 1))) * cosine;
      sine = 1 - (square / (i * (i + 1))) * sine;
    }
    c = cosine;
    s = sine * angle;
  }
  let x = odd ? s : c;
  let y = odd ? c : s;
  for (let quadrant = octant >> 1; quadrant > 0; quadrant--) [x, y] = [-y, x];
  // Adding zero turns -0 into 0.
  out[0] = x + 0;
  out[1] = y + 0;
}

/**
 * The angle, 0 to π, of a direction with this cosine and sine, both times any one positive factor; the sine is not
 * negative. The angle is made three times half as large, by tangents of halves; then comes the series of the
 * arctangent. Relative error below 8 * 2^-53.
 */
export function angleOf(cosine: number, sine: number): number {
  const length = Math.sqrt(cosine * cosine + sine * sine);
  if (!(length > 0)) return 0;
  const s = Math.abs(sine);
  if (cosine < 0) return Math.PI - angleOf(-cosine, s);
  // tan(a / 2) = sin a / (1 + cos a), at most 1; then twice tan(a / 2) = tan a / (1 + sqrt(1 + tan² a)).
  let t = s / (length + cosine);
  for (let k = 0; k < 2; k++) t /= 1 + Math.sqrt(1 + t * t);
  // |t| <= 0.2: t^25 is below 2^-58.
  let series = 0;
  for (let i = 25; i >= 3; i -= 2) series = t * t * (1 / i - series);
  return 8 * (t - t * series);
}
