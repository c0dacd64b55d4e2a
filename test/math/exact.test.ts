import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { determinant3, determinant4, integerRow, quotient, signOf } from '../../src/math/exact';

const finite = fc.double({ noNaN: true, noDefaultInfinity: true });

describe('exact arithmetic', () => {
  it('rows keep the ratios of their entries exactly', () => {
    expect(integerRow([0.5, -3, 0, 0.125])).toEqual([0x10000000000000n * 4n, -0x18000000000000n * 16n, 0n, 0x10000000000000n]);
    expect(integerRow([5e-324, -1e-323])).toEqual([1n, -2n]);
    expect(integerRow([0, 0])).toEqual([0n, 0n]);
    fc.assert(
      fc.property(finite, finite, (x, y) => {
        fc.pre(y !== 0);
        const [a, b] = integerRow([x, y]);
        const value = x / y;
        // The division of doubles is correctly rounded too; results that overflow or are subnormal are not compared.
        fc.pre(value === 0 ? x === 0 : Math.abs(value) > 1e-300 && Math.abs(value) < Infinity);
        expect(quotient(a, b)).toBe(value === 0 ? 0 : value);
      }),
      { numRuns: 5000, seed: 11 },
    );
  });

  it('determinants agree with integer arithmetic by permutations', () => {
    const entry = fc.bigInt({ min: -(2n ** 70n), max: 2n ** 70n });
    const permutations: [number[], bigint][] = [];
    const extend = (head: number[], sign: bigint): void => {
      if (head.length === 4) permutations.push([head, sign]);
      for (let k = 0; k < 4; k++) {
        if (!head.includes(k)) extend([...head, k], head.filter((h) => h > k).length % 2 ? -sign : sign);
      }
    };
    extend([], 1n);
    fc.assert(
      fc.property(fc.array(fc.array(entry, { minLength: 4, maxLength: 4 }), { minLength: 4, maxLength: 4 }), (rows) => {
        const expected = permutations.reduce((sum, [p, sign]) => sum + sign * p.reduce((product, k, i) => product * rows[i][k], 1n), 0n);
        expect(determinant4(rows, 0, 1, 2, 3)).toBe(expected);
        expect(determinant4(rows, 1, 0, 2, 3)).toBe(-expected);
        // Expansion by the last row.
        const [a, b, c, d] = rows;
        const minor = (i: number, j: number, k: number) => determinant3(a, b, c, i, j, k);
        expect(d[3] * minor(0, 1, 2) - d[2] * minor(0, 1, 3) + d[1] * minor(0, 2, 3) - d[0] * minor(1, 2, 3)).toBe(expected);
      }),
      { numRuns: 300, seed: 12 },
    );
    expect([signOf(-7n), signOf(0n), signOf(3n)]).toEqual([-1, 0, 1]);
  });

  it('quotients are correctly rounded at ties and beyond the range of doubles', () => {
    expect(quotient(2n ** 53n + 1n, 1n)).toBe(2 ** 53);
    expect(quotient(2n ** 54n + 3n, 2n)).toBe(2 ** 53 + 2);
    expect(quotient(2n ** 200n * (2n ** 53n + 1n) + 1n, 2n ** 200n)).toBe(2 ** 53 + 2);
    expect(quotient(1n, 3n)).toBe(1 / 3);
    expect(quotient(-1n, 3n)).toBe(-1 / 3);
    expect(quotient(1n, -3n)).toBe(-1 / 3);
    expect(quotient(10n ** 400n, 1n)).toBe(Infinity);
    expect(quotient(1n, 10n ** 400n)).toBe(0);
    expect(quotient(10n ** 400n, 3n * 10n ** 400n)).toBe(1 / 3);
  });
});
