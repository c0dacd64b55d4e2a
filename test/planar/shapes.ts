import fc from 'fast-check';

/** Points of a random polygon of 3 to 24 corners, x y packed: a stretched cloud of any size, turned, near or far. Coordinates are never all on a line. */
export const points: fc.Arbitrary<number[]> = fc
  .record({
    count: fc.integer({ min: 3, max: 24 }),
    seed: fc.integer(),
    stretch: fc.constantFrom(1, 1, 1, 0.3, 1e-2, 1e-4),
    size: fc.constantFrom(1, 1, 1, 1e-9, 1e9, 1e-6, 1e6),
    angle: fc.double({ min: 0, max: 6.3, noNaN: true }),
    round: fc.boolean(),
  })
  .map(({ count, seed, stretch, size, angle, round }) => {
    const random = numbers(seed);
    const c = Math.cos(angle);
    const s = Math.sin(angle);
    const out: number[] = [];
    for (let k = 0; k < count; k++) {
      const turn = ((k + 0.9 * random()) / count) * 2 * Math.PI;
      const r = round ? 1 : 0.2 + random();
      const x = size * r * Math.cos(turn);
      const y = size * r * stretch * Math.sin(turn);
      out.push(c * x - s * y, s * x + c * y);
    }
    return out;
  });

/** Points with many coincidences: on small lattices, doubled, moved by rounding steps, on lines, far from the origin. */
export const hostilePoints: fc.Arbitrary<number[]> = fc
  .record({
    lattice: fc.array(fc.integer({ min: -3, max: 3 }), { minLength: 6, maxLength: 60 }),
    steps: fc.array(fc.integer({ min: -40, max: 40 }), { minLength: 60, maxLength: 60 }),
    step: fc.constantFrom(0, 2 ** -52, 2 ** -50, 2 ** -48, 2 ** -44, 1e-9),
    at: fc.constantFrom(0, 0, 1, 1e6),
    size: fc.constantFrom(1, 1e-9, 1e9, 1e-6),
  })
  .map(({ lattice, steps, step, at, size }) =>
    lattice.slice(0, lattice.length - (lattice.length % 2)).map((x, i) => size * (at + x + step * steps[i])),
  );

/** A small generator of numbers in [0, 1). */
export function numbers(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}
