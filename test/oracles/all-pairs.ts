/**
 * All near pairs of spheres, |ci - cj| <= ri + rj + margin, by testing every pair in exact integer arithmetic.
 *
 * All numbers are multiplied by one power of two that makes them whole (BigInt), and (ri + rj + margin)^2 is compared
 * with the squared distance. Pairs whose centres are on one axis farther apart than 1.001 times the reach (in doubles,
 * at half size so that nothing overflows) are skipped first: the few rounding errors of that comparison are 1e-16 each.
 *
 * Trust: always, for exactly the numbers given, any finite ones. Cost O(n^2).
 */
export interface NearPair {
  i: number;
  j: number;
  /** The distance is exactly the reach. */
  touching: boolean;
}

export function allPairs(count: number, centres: ArrayLike<number>, radii: ArrayLike<number>, margin: number): NearPair[] {
  const pairs: NearPair[] = [];
  for (let i = 0; i < count; i++) {
    for (let j = i + 1; j < count; j++) {
      // Halves, so that nothing overflows; those of the least doubles are rounded.
      const reach = 1.001 * (0.5 * radii[i] + 0.5 * radii[j] + 0.5 * margin) + 2 ** -1070;
      let apart = !isValid(centres, radii, i) || !isValid(centres, radii, j);
      for (let k = 0; k < 3; k++) if (Math.abs(0.5 * centres[3 * i + k] - 0.5 * centres[3 * j + k]) > reach) apart = true;
      if (apart) continue;
      const sign = compareExactly(centres, radii, margin, i, j);
      if (sign <= 0) pairs.push({ i, j, touching: sign === 0 });
    }
  }
  return pairs;
}

export function isValid(centres: ArrayLike<number>, radii: ArrayLike<number>, i: number): boolean {
  return [centres[3 * i], centres[3 * i + 1], centres[3 * i + 2], radii[i]].every(Number.isFinite) && radii[i] >= 0;
}

/** The sign of distance - reach. */
export function compareExactly(centres: ArrayLike<number>, radii: ArrayLike<number>, margin: number, i: number, j: number): -1 | 0 | 1 {
  const { difference } = squares(centres, radii, margin, i, j);
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
}

/** Whether distance^2 and reach^2 differ by less than 2^-bits of reach^2. */
export function agreesTo(
  bits: number,
  centres: ArrayLike<number>,
  radii: ArrayLike<number>,
  margin: number,
  i: number,
  j: number,
): boolean {
  const { difference, reach2 } = squares(centres, radii, margin, i, j);
  return (difference < 0n ? -difference : difference) << BigInt(bits) <= reach2;
}

/** distance^2 - reach^2 and reach^2 in a unit that makes them whole. */
function squares(centres: ArrayLike<number>, radii: ArrayLike<number>, margin: number, i: number, j: number) {
  const at = (b: number) => [centres[3 * b], centres[3 * b + 1], centres[3 * b + 2]];
  const [ax, ay, az, bx, by, bz, ra, rb, m] = integers([...at(i), ...at(j), radii[i], radii[j], margin]);
  const square = (x: bigint) => x * x;
  const reach2 = square(ra + rb + m);
  return { difference: square(ax - bx) + square(ay - by) + square(az - bz) - reach2, reach2 };
}

/** The numbers times the least power of two that makes all of them whole. */
export function integers(numbers: readonly number[]): bigint[] {
  const parts = numbers.map(decompose);
  const least = Math.min(...parts.map((x) => x.exponent));
  return parts.map((x) => x.mantissa << BigInt(x.exponent - least));
}

/** x = mantissa * 2^exponent, from the bits of the double. */
function decompose(x: number): { mantissa: bigint; exponent: number } {
  const bits = new BigUint64Array(new Float64Array([x]).buffer)[0];
  const biased = Number((bits >> 52n) & 0x7ffn);
  const fraction = bits & 0xfffffffffffffn;
  const mantissa = biased === 0 ? fraction : fraction | 0x10000000000000n;
  return { mantissa: bits >> 63n === 1n ? -mantissa : mantissa, exponent: Math.max(biased, 1) - 1075 };
}
