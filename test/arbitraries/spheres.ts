import fc from 'fast-check';

/** Bodies for the broad phase. */
export interface Spheres {
  centres: Float64Array;
  radii: Float64Array;
  margin: number;
}

/**
 * Whole numbers of sixteenths: sums and squares are exact, so many pairs touch exactly and many centres lie on cell
 * borders.
 */
const sixteenths = (low: number, high: number) => fc.integer({ min: 16 * low, max: 16 * high }).map((k) => k / 16);
const point = (x: fc.Arbitrary<number>) => fc.tuple(x, x, x);
const real = (low: number, high: number) => fc.double({ min: low, max: high, noNaN: true });

type Body = readonly [x: number, y: number, z: number, r: number];

const bodies = (body: fc.Arbitrary<Body>, maxLength: number) => fc.array(body, { maxLength });

function make(list: readonly Body[], margin: number): Spheres {
  return { centres: Float64Array.from(list.flatMap((b) => b.slice(0, 3))), radii: Float64Array.from(list, (b) => b[3]), margin };
}

/** Where bodies are and how large, by name; the tests of the broad phase run over all of them. */
export const layouts: Record<string, fc.Arbitrary<Spheres>> = {
  cloud: fc
    .tuple(bodies(fc.tuple(real(-3, 3), real(-3, 3), real(-3, 3), real(0.1, 0.5)), 60), real(0, 0.3))
    .map(([list, margin]) => make(list, margin)),
  'touching lattice': fc
    .tuple(
      bodies(
        fc.tuple(fc.integer({ min: -3, max: 3 }), fc.integer({ min: -3, max: 3 }), fc.integer({ min: -2, max: 2 }), fc.constant(0.5)),
        80,
      ),
    )
    .map(([list]) => make(list, 0)),
  'on cell borders': fc
    .tuple(bodies(fc.tuple(sixteenths(-2, 2), sixteenths(-2, 2), sixteenths(-2, 2), sixteenths(0, 1)), 50), sixteenths(0, 1))
    .map(([list, margin]) => make(list, margin)),
  // 1/10 is no double: equal distances differ by a few rounding steps, and cells have borders where centres are meant
  // to be.
  tenths: fc
    .tuple(
      bodies(
        point(fc.integer({ min: -20, max: 20 })).map(([x, y, z]) => [x / 10, y / 10, z / 10, 0.1] as const),
        60,
      ),
      fc.constantFrom(0, 0.1),
    )
    .map(([list, margin]) => make(list, margin)),
  'mixed sizes': fc
    .tuple(
      bodies(fc.tuple(real(-2, 2), real(-2, 2), real(-2, 2), fc.oneof(real(0.005, 0.02), real(0.1, 0.5), fc.constant(0))), 60),
      fc.constantFrom(0, 0.01),
    )
    .map(([list, margin]) => make(list, margin)),
  'far from the origin': fc
    .tuple(
      bodies(fc.tuple(sixteenths(-2, 2), real(-2, 2), sixteenths(-2, 2), sixteenths(0, 1)), 50),
      point(fc.constantFrom(1e6, -1e6, 1e9, 0)),
    )
    .map(([list, [x, y, z]]) =>
      make(
        list.map((b) => [b[0] + x, b[1] + y, b[2] + z, b[3]] as const),
        0,
      ),
    ),
  'any scale': fc
    .tuple(
      bodies(fc.tuple(sixteenths(-2, 2), sixteenths(-2, 2), real(-2, 2), sixteenths(0, 1)), 40),
      fc.integer({ min: -500, max: 500 }),
      sixteenths(0, 1),
    )
    .map(([list, exponent, margin]) => {
      const scale = 2 ** exponent;
      return make(
        list.map((b) => [b[0] * scale, b[1] * scale, b[2] * scale, b[3] * scale] as const),
        margin * scale,
      );
    }),
  // So few bodies on so long an axis that it is folded.
  'long chains': fc
    .tuple(
      bodies(fc.tuple(fc.integer({ min: -300, max: 300 }), sixteenths(-1, 1), fc.integer({ min: -300, max: 300 }), sixteenths(0, 1)), 40),
    )
    .map(([list]) => make(list, 0.25)),
  'clusters far apart': fc
    .tuple(
      bodies(
        fc
          .tuple(point(fc.constantFrom(0, 100, 1e7, -1e12, 1e12)), point(sixteenths(-1, 1)), sixteenths(0, 1))
          .map(([c, p, r]) => [c[0] + p[0], c[1] + p[1], c[2] + p[2], r] as const),
        50,
      ),
    )
    .map(([list]) => make(list, 0)),
  escaped: fc
    .tuple(
      bodies(fc.tuple(sixteenths(-2, 2), sixteenths(-2, 2), sixteenths(-2, 2), sixteenths(0, 1)), 40),
      fc.array(point(fc.constantFrom(0, 1e30, -1e30, 1e300, -1.7e308, 5e15)), { minLength: 1, maxLength: 4 }),
    )
    .map(([list, away]) => make([...list, ...away.map((c) => [...c, 0.5] as const)], 0)),
  'huge and tiny': fc
    .tuple(
      bodies(
        fc.tuple(
          fc.constantFrom(0, 1, -1, 1e308, -1e308, 5e-324, -1e-310, 1e155, 1.7e308),
          fc.constantFrom(0, 1, 5e-324, 1e-170, 1e308, -1.7e308),
          fc.constantFrom(0, 0.5, -1e308, 1e154),
          fc.constantFrom(0, 0.5, 5e-324, 1e-170, 1e154, 0.9e308, 1.7e308),
        ),
        20,
      ),
      fc.constantFrom(0, 5e-324, 1, 1e308),
    )
    .map(([list, margin]) => make(list, margin)),
  'one place': fc.tuple(fc.integer({ min: 0, max: 30 }), real(-1e6, 1e6)).map(([n, x]) =>
    make(
      Array.from({ length: n }, () => [x, x, x, 0.5] as const),
      0,
    ),
  ),
};

/** The bodies in another order: body i becomes body order[i]. */
export function renumber(spheres: Spheres, order: readonly number[]): Spheres {
  const centres = new Float64Array(spheres.centres.length);
  const radii = new Float64Array(spheres.radii.length);
  order.forEach((to, i) => {
    centres.set(spheres.centres.subarray(3 * i, 3 * i + 3), 3 * to);
    radii[to] = spheres.radii[i];
  });
  return { centres, radii, margin: spheres.margin };
}
