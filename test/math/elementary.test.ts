import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cosSinOfTurn, portableExp, portableLog } from '../../src/math/elementary';

const EPS = 2 ** -52;

describe('portable elementary functions', () => {
  it('agree with Math.exp', () => {
    fc.assert(
      fc.property(fc.double({ min: -700, max: 700, noNaN: true }), (x) => {
        expect(Math.abs(portableExp(x) / Math.exp(x) - 1)).toBeLessThan(6 * EPS);
      }),
      { numRuns: 5000, seed: 1 },
    );
    expect(portableExp(0)).toBe(1);
    expect(portableExp(-Infinity)).toBe(0);
    expect(portableExp(Infinity)).toBe(Infinity);
    expect(portableExp(-744)).toBeGreaterThan(0);
    expect(portableExp(709.7)).toBeLessThan(Infinity);
    expect(portableExp(Number.NaN)).toBeNaN();
  });

  it('agree with Math.log, relatively also near 1', () => {
    fc.assert(
      fc.property(fc.oneof(fc.double({ min: 5e-324, max: 1e308, noNaN: true }), fc.double({ min: 0.5, max: 2, noNaN: true })), (x) => {
        const exact = Math.log(x);
        expect(Math.abs(portableLog(x) - exact)).toBeLessThanOrEqual(4 * EPS * Math.abs(exact));
      }),
      { numRuns: 5000, seed: 2 },
    );
    for (const x of [1 + 2 ** -40, 1 - 2 ** -40, 1 + EPS]) expect(Math.abs(portableLog(x) / Math.log(x) - 1)).toBeLessThan(4 * EPS);
    expect(portableLog(1)).toBe(0);
    expect(portableLog(0)).toBe(-Infinity);
    expect(portableLog(-1)).toBeNaN();
    expect(portableLog(Infinity)).toBe(Infinity);
    expect(portableLog(Number.NaN)).toBeNaN();
  });

  it('give the corners of regular polygons with their symmetries', () => {
    const p = new Float64Array(2);
    const q = new Float64Array(2);
    for (const n of [3, 4, 5, 6, 7, 8, 12, 17, 64, 1000]) {
      for (let k = 0; k < n; k++) {
        cosSinOfTurn(p, k, n);
        const angle = (2 * Math.PI * k) / n;
        // The reference itself is off by the rounding of an angle up to 2 pi.
        expect(Math.abs(p[0] - Math.cos(angle))).toBeLessThan(5 * EPS);
        expect(Math.abs(p[1] - Math.sin(angle))).toBeLessThan(5 * EPS);
        expect(Math.abs(p[0] * p[0] + p[1] * p[1] - 1)).toBeLessThan(3 * EPS);
        if (k > 0) {
          cosSinOfTurn(q, n - k, n);
          expect([q[0], -q[1] + 0]).toEqual([p[0], p[1]]);
        }
        if (n % 4 === 0) {
          cosSinOfTurn(q, (k + n / 4) % n, n);
          expect([q[0], q[1]]).toEqual([-p[1] + 0, p[0]]);
        }
      }
    }
    cosSinOfTurn(p, 1, 4);
    expect([...p]).toEqual([0, 1]);
    cosSinOfTurn(p, 1, 6);
    expect(Math.abs(p[0] - 0.5)).toBeLessThanOrEqual(EPS);
  });
});
