/**
 * Exact arithmetic on doubles for decisions that must not depend on rounding: whether half-spaces have a common point,
 * whether a plane cuts a corner off.
 *
 * A double is a whole number times a power of two, so a row of doubles times one power of two is a row of integers
 * (bigint). Determinants of such rows are exact, and their signs and quotients do not depend on the power of two of
 * each row. Cost: microseconds for each operation. Callers first try doubles with an error bound, and use this code
 * when the bound does not decide.
 */
import { timesPowerOfTwo } from './elementary';

const bytes = /* @__PURE__ */ new ArrayBuffer(8);
const double = /* @__PURE__ */ new Float64Array(bytes);
const bits = /* @__PURE__ */ new BigUint64Array(bytes);

/** The row times the smallest power of two that makes every entry a whole number. Entries must be finite. */
export function integerRow(row: readonly number[]): bigint[] {
  const mantissas: bigint[] = [];
  const exponents: number[] = [];
  let least = Infinity;
  for (const x of row) {
    double[0] = x;
    const biased = Number((bits[0] >> 52n) & 0x7ffn);
    const fraction = bits[0] & 0xfffffffffffffn;
    // Subnormal numbers have no hidden bit and the exponent of the smallest normal ones.
    const mantissa = biased === 0 ? fraction : fraction | 0x10000000000000n;
    const exponent = Math.max(biased, 1);
    mantissas.push(x < 0 ? -mantissa : mantissa);
    exponents.push(exponent);
    if (mantissa !== 0n) least = Math.min(least, exponent);
  }
  return mantissas.map((m, i) => (m === 0n ? 0n : m << BigInt(exponents[i] - least)));
}

/** The determinant of three rows restricted to columns i, j, k. */
export function determinant3(a: readonly bigint[], b: readonly bigint[], c: readonly bigint[], i: number, j: number, k: number): bigint {
  return a[i] * (b[j] * c[k] - b[k] * c[j]) - a[j] * (b[i] * c[k] - b[k] * c[i]) + a[k] * (b[i] * c[j] - b[j] * c[i]);
}

/** The determinant of four rows restricted to columns i, j, k, l. */
export function determinant4(rows: readonly (readonly bigint[])[], i: number, j: number, k: number, l: number): bigint {
  const [a, b, c, d] = rows;
  // Laplace expansion by the first two rows.
  return (
    (a[i] * b[j] - a[j] * b[i]) * (c[k] * d[l] - c[l] * d[k]) -
    (a[i] * b[k] - a[k] * b[i]) * (c[j] * d[l] - c[l] * d[j]) +
    (a[i] * b[l] - a[l] * b[i]) * (c[j] * d[k] - c[k] * d[j]) +
    (a[j] * b[k] - a[k] * b[j]) * (c[i] * d[l] - c[l] * d[i]) -
    (a[j] * b[l] - a[l] * b[j]) * (c[i] * d[k] - c[k] * d[i]) +
    (a[k] * b[l] - a[l] * b[k]) * (c[i] * d[j] - c[j] * d[i])
  );
}

/** -1, 0 or 1. */
export function signOf(x: bigint): number {
  return x > 0n ? 1 : x < 0n ? -1 : 0;
}

/**
 * The double nearest to numerator / denominator (results below 2^-1022 may be off by one unit); the denominator is not
 * zero.
 */
export function quotient(numerator: bigint, denominator: bigint): number {
  if (numerator === 0n) return 0;
  const n = numerator < 0n ? -numerator : numerator;
  const d = denominator < 0n ? -denominator : denominator;
  // Shifted so that the integer part of the quotient has 64 to 72 bits. Counting hexadecimal digits is the fastest way
  // to get the length.
  const shift = 4 * (d.toString(16).length - n.toString(16).length) + 68;
  const dividend = shift > 0 ? n << BigInt(shift) : n;
  const divisor = shift < 0 ? d << BigInt(-shift) : d;
  let whole = dividend / divisor;
  // A remainder sets the last bit, far below the 53 bits that Number() keeps. So the rounding is a tie only if the
  // exact quotient is a tie.
  if (whole * divisor !== dividend) whole |= 1n;
  const result = timesPowerOfTwo(Number(whole), -shift);
  return numerator < 0n === denominator < 0n ? result : -result;
}
