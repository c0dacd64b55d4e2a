/**
 * A small seeded generator and the three draws that random particles need: a number, a direction, a normal deviate.
 * Everything is reproducible bit for bit on every engine. The generator (mulberry32, T. Ettinger 2017, public domain)
 * uses 32-bit integer operations. The draws use + - * / sqrt and the series of elementary.ts. Directions and normal
 * deviates come from rejection in the unit disc (G. Marsaglia, Annals of Mathematical Statistics 43, 1972, 645), which
 * needs no sine, cosine or tangent. A try fails with probability 0.215. So a random source practically never reaches
 * the bound on tries (probability 1e-42). A source that is not random reaches it and gets an InputError.
 */
import { InputError } from './input-error';
import { portableLog } from './elementary';

/** A source of numbers in [0, 1), such as {@link createRandom} makes. Math.random fits, but is not reproducible. */
export type Random = () => number;

/**
 * A generator of numbers k / 2^32 in [0, 1) with period 2^32: for shapes and tests, not for statistics that need more.
 * `seed` is a whole number from 0 to 2^32 - 1; anything else is an InputError 'bad-option'.
 *
 * @example
 * ```ts
 * const rock = randomPolyhedron(createRandom(7));
 * ```
 */
export function createRandom(seed: number): Random {
  if (!Number.isInteger(seed) || seed < 0 || seed > 0xffffffff) {
    throw new InputError('bad-option', `a seed is a whole number from 0 to 4294967295, not ${seed}`, -1, seed);
  }
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

/**
 * Writes a unit vector to out[0..2]; all directions are equally likely.
 *
 * In spherical coordinates (longitude psi, latitude phi) this is psi uniform and phi with density cos(phi) / 2: the
 * third coordinate, sin(phi), is uniform in [-1, 1] and the direction of the first two is that of a uniform point of
 * the disc.
 */
export function randomDirection(out: Float64Array, random: Random): void {
  const square = pointInDisc(out, random);
  const s = 2 * Math.sqrt(1 - square);
  out[0] *= s;
  out[1] *= s;
  out[2] = 1 - 2 * square;
}

/** A deviate of the normal distribution with mean 0 and standard deviation 1 (Marsaglia's polar method). */
export function randomNormal(random: Random): number {
  const square = pointInDisc(disc, random);
  return disc[0] * Math.sqrt((-2 * portableLog(square)) / square);
}

const disc = /* @__PURE__ */ new Float64Array(2);

const MAX_TRIES = 200;

/**
 * Writes a uniform point of the open unit disc without its centre to out[0..1]. Returns its squared distance from the
 * centre.
 */
function pointInDisc(out: Float64Array, random: Random): number {
  for (let i = 0; i < MAX_TRIES; i++) {
    const u = 2 * random() - 1;
    const v = 2 * random() - 1;
    const square = u * u + v * v;
    if (square > 0 && square < 1) {
      out[0] = u;
      out[1] = v;
      return square;
    }
  }
  throw new InputError(
    'bad-option',
    `random() gave no point of the unit disc in ${MAX_TRIES} tries: it must return numbers in [0, 1), evenly spread`,
  );
}
