import fc from 'fast-check';
import { expect, test } from 'vitest';
import { appendIfNear } from '../../src/broad-phase/sphere-test';
import { createPairList } from '../../src/broad-phase';
import { runs } from '../arbitraries/settings';
import { compareExactly } from '../oracles/all-pairs';

function isNear(centres: readonly number[], radii: readonly number[], margin: number): boolean {
  const list = createPairList();
  appendIfNear(list, Float64Array.from(centres), Float64Array.from(radii), Float64Array.of(margin), 0, 1);
  const other = createPairList();
  appendIfNear(other, Float64Array.from(centres), Float64Array.from(radii), Float64Array.of(margin), 1, 0);
  expect(other.count, 'exchange of the two bodies').toBe(list.count);
  return list.count === 1;
}

/** The double that is `steps` doubles above x > 0. */
function stepped(x: number, steps: number): number {
  const bits = new BigInt64Array(new Float64Array([x]).buffer);
  bits[0] += BigInt(steps);
  return new Float64Array(bits.buffer)[0];
}

test.each([
  ['3 4 5 triangle', [0, 0, 0, 3, 4, 0], [2, 3], 0],
  // 0.1 + 0.2 > 0.3 for these doubles as real numbers, too: the spheres overlap by 3e-17.
  ['tenths', [0, 0, 0, 0.3, 0, 0], [0.1, 0.2], 0],
  ['margin', [0, 0, 0, 0, 0, 1], [0.25, 0.25], 0.5],
  ['points in one place', [1, 2, 3, 1, 2, 3], [0, 0], 0],
  ['a step too near', [0, 0, 0, 1 - 2 ** -53, 0, 0], [0.5, 0.5], 0],
  ['largest numbers', [-1.7e308, 0, 0, 1.7e308, 0, 0], [1.7e308, 1.7e308], 0],
  ['squares of both sides overflow', [0, 0, 0, 2 ** 512, 0, 0], [2 ** 533, 1], 0],
  ['smallest numbers', [0, 0, 0, 5e-324, 0, 0], [5e-324, 0], 0],
  ['radii of which the squares underflow', [0, 0, 0, 3e-200, 4e-200, 0], [5e-200, 0], 1e-215],
] as const)('near: %s', (_, centres, radii, margin) => {
  expect(isNear(centres, radii, margin)).toBe(true);
});

test.each([
  ['a step too far', [0, 0, 0, 1 + 2 ** -52, 0, 0], [0.5, 0.5], 0],
  // 1 + 2^-80 is no double, but it is the distance from 1 to -2^-80.
  ['too far by less than doubles can tell', [1, 0, 0, -(2 ** -80), 0, 0], [0.5, 0.5], 0],
  ['too far in a direction of which the square is lost', [0, 0, 0, 1, 1e-40, 0], [0.5, 0.5], 0],
  ['points that differ in the last digit', [1, 2, 3, 1, 2, 3 + 2 ** -51], [0, 0], 0],
  ['smallest numbers', [0, 0, 0, 5e-324, 5e-324, 0], [5e-324, 0], 0],
  ['distance beyond all doubles', [-1.7e308, 0, 0, 1.7e308, 0, 0], [1.6e308, 1e300], 0],
  ['radii of which the squares overflow', [0, 0, 0, 3e200, 4e200, 0], [5e200 * (1 - 2 ** -53), 0], 1e180],
] as const)('not near: %s', (_, centres, radii, margin) => {
  expect(isNear(centres, radii, margin)).toBe(false);
});

test('within a few rounding steps of touching, as exact arithmetic says', () => {
  const length = fc.double({ min: 2 ** -8, max: 1, noNaN: true });
  // Not below 1e-30, or 0: of smaller parts the square may be lost (see sphere-test.ts).
  const coordinate = fc.double({ min: -1, max: 1, noNaN: true }).map((x) => (Math.abs(x) < 1e-30 ? 0 : x));
  const offset = fc.constantFrom(0, 1, 1e6, -1e9);
  fc.assert(
    fc.property(
      fc.tuple(length, length, fc.oneof(fc.constant(0), length)),
      fc.tuple(coordinate, coordinate, coordinate),
      fc.tuple(offset, offset, offset),
      fc.integer({ min: -250, max: 250 }),
      fc.integer({ min: -4, max: 4 }),
      ([r0, r1, m], [x, y, z], [ox, oy, oz], exponent, steps) => {
        // The second body on the first one's border in direction (x, y, z), then the second radius moved by a few
        // steps.
        const scale = 2 ** exponent;
        const norm = Math.sqrt(x * x + y * y + z * z);
        fc.pre(norm > 1e-3);
        const t = (r0 + r1 + m) / norm;
        const centres = [ox, oy, oz, ox + t * x, oy + t * y, oz + t * z].map((c) => c * scale);
        // Far from the origin the second centre is rounded: the radius has to follow.
        const d = [3, 4, 5].map((k) => centres[k] / scale - centres[k - 3] / scale);
        const fitted = Math.sqrt(d[0] * d[0] + d[1] * d[1] + d[2] * d[2]) - r0 - m;
        fc.pre(fitted > 0);
        const radii = [r0 * scale, stepped(fitted * scale, steps)];
        expect(isNear(centres, radii, m * scale)).toBe(compareExactly(centres, radii, m * scale, 0, 1) <= 0);
      },
    ),
    runs(1500),
  );
});

test('exact ties that rounding would miss: triangles (3, 4, 5) and (2, 3, 6, 7) of any size', () => {
  let missed = 0;
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 2 ** 50 }), fc.boolean(), fc.integer({ min: -60, max: 60 }), (size, flat, exponent) => {
      const unit = size * 2 ** exponent;
      const [x, y, z, d] = (flat ? [3, 4, 0, 5] : [2, 3, 6, 7]).map((k) => k * unit);
      if (x * x + y * y + z * z > d * d) missed++;
      expect(isNear([0, 0, 0, x, y, z], [d, 0], 0)).toBe(true);
      expect(isNear([0, 0, 0, x, y, z], [stepped(d, -1), 0], 0)).toBe(false);
    }),
    runs(1000, 1000),
  );
  expect(missed).toBeGreaterThan(50);
});
