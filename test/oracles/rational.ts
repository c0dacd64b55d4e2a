/**
 * Exact rational arithmetic on doubles: every double is a whole number times a power of two, so sums, products and
 * quotients of doubles are fractions of whole numbers (BigInt). Trust: always; the only rounding is in {@link
 * toNumber}. Slow, for small cases.
 */
export interface Rational {
  readonly n: bigint;
  /** Positive. */
  readonly d: bigint;
}

const make = (n: bigint, d: bigint): Rational => {
  if (d === 0n) throw new RangeError('division by zero');
  const g = gcd(n < 0n ? -n : n, d < 0n ? -d : d);
  return d < 0n ? { n: -n / g, d: -d / g } : { n: n / g, d: d / g };
};

function gcd(a: bigint, b: bigint): bigint {
  while (b !== 0n) [a, b] = [b, a % b];
  return a === 0n ? 1n : a;
}

/** The exact value of a finite double. */
export function rational(x: number): Rational {
  if (!Number.isFinite(x)) throw new RangeError(`${x} is not finite`);
  let bits = 0;
  while (!Number.isInteger(x)) {
    x *= 2;
    bits++;
  }
  return make(BigInt(x), 1n << BigInt(bits));
}

export const add = (a: Rational, b: Rational): Rational => make(a.n * b.d + b.n * a.d, a.d * b.d);
export const subtract = (a: Rational, b: Rational): Rational => make(a.n * b.d - b.n * a.d, a.d * b.d);
export const multiply = (a: Rational, b: Rational): Rational => make(a.n * b.n, a.d * b.d);
export const divide = (a: Rational, b: Rational): Rational => make(a.n * b.d, a.d * b.n);
export const sign = (a: Rational): number => (a.n > 0n ? 1 : a.n < 0n ? -1 : 0);

/** Nearest double, to within an ulp; inside the range of normal doubles. */
export function toNumber({ n, d }: Rational): number {
  if (n === 0n) return 0;
  const size = n < 0n ? -n : n;
  // A quotient of 70 bits and more rounds like the fraction itself.
  const shift = 70 - (size.toString(2).length - d.toString(2).length);
  const q = shift >= 0 ? (size << BigInt(shift)) / d : size / (d << BigInt(-shift));
  // In two steps, so that neither factor leaves the range.
  const half = Math.trunc(shift / 2);
  return (n < 0n ? -1 : 1) * (Number(q) * 2 ** -half * 2 ** -(shift - half));
}
