import fc from 'fast-check';
import { EigenvalueDecomposition, Matrix } from 'ml-matrix';
import { describe, expect, it } from 'vitest';
import { symmetricEigen } from '../../src/math/symmetric-eigen';
import { sweep } from '../sweep';

const EPS = 2 ** -52;

function symmetric(xx: number, xy: number, xz: number, yy: number, yz: number, zz: number): number[] {
  return [xx, xy, xz, xy, yy, yz, xz, yz, zz];
}

/** Every promise of symmetricEigen, for one matrix. */
function check(a: number[]): { values: Float64Array; vectors: Float64Array } {
  const values = new Float64Array(3);
  const vectors = new Float64Array(9);
  symmetricEigen(values, vectors, a);
  const norm = Math.max(...a.map(Math.abs));
  expect(values[0] <= values[1] && values[1] <= values[2]).toBe(true);
  for (let i = 0; i < 3; i++) {
    for (let j = 0; j < 3; j++) {
      const dot = vectors[i] * vectors[j] + vectors[3 + i] * vectors[3 + j] + vectors[6 + i] * vectors[6 + j];
      expect(Math.abs(dot - (i === j ? 1 : 0))).toBeLessThan(4 * EPS);
      const product = a[3 * i] * vectors[j] + a[3 * i + 1] * vectors[3 + j] + a[3 * i + 2] * vectors[6 + j];
      expect(Math.abs(product - values[j] * vectors[3 * i + j])).toBeLessThanOrEqual(16 * EPS * norm);
    }
  }
  const determinant =
    vectors[0] * (vectors[4] * vectors[8] - vectors[5] * vectors[7]) -
    vectors[1] * (vectors[3] * vectors[8] - vectors[5] * vectors[6]) +
    vectors[2] * (vectors[3] * vectors[7] - vectors[4] * vectors[6]);
  expect(Math.abs(determinant - 1)).toBeLessThan(8 * EPS);
  return { values, vectors };
}

// No tiny numbers: ml-matrix fails where their squares vanish.
const entry = fc.double({ min: -1, max: 1, noNaN: true }).map((x) => (Math.abs(x) < 1e-60 ? 0 : x));

describe('symmetricEigen', () => {
  it('agrees with ml-matrix', () => {
    fc.assert(
      fc.property(entry, entry, entry, entry, entry, entry, fc.integer({ min: -40, max: 40 }), (xx, xy, xz, yy, yz, zz, exponent) => {
        const a = symmetric(xx, xy, xz, yy, yz, zz).map((x) => x * 10 ** exponent);
        const { values } = check(a);
        const reference = new EigenvalueDecomposition(new Matrix([a.slice(0, 3), a.slice(3, 6), a.slice(6)]), { assumeSymmetric: true });
        const expected = [...reference.realEigenvalues].sort((x, y) => x - y);
        const norm = Math.max(...a.map(Math.abs));
        for (let i = 0; i < 3; i++) expect(Math.abs(values[i] - expected[i])).toBeLessThanOrEqual(32 * EPS * norm);
      }),
      { numRuns: sweep(3000, 800), seed: 5 },
    );
  });

  it('is orthonormal, right-handed and accurate for equal and nearly equal eigenvalues', () => {
    fc.assert(
      fc.property(
        fc.tuple(entry, entry, entry, entry).filter((q) => q.some((x) => Math.abs(x) > 0.1)),
        fc.constantFrom(0, 1e-300, 1e-17, 1e-15, 1e-12, 1e-8, 1e-4),
        fc.constantFrom(0, 1e-16, 1e-10),
        ([x, y, z, w], split, split2) => {
          const s = 2 / (x * x + y * y + z * z + w * w);
          const r = [
            [1 - s * (y * y + z * z), s * (x * y - w * z), s * (x * z + w * y)],
            [s * (x * y + w * z), 1 - s * (x * x + z * z), s * (y * z - w * x)],
            [s * (x * z - w * y), s * (y * z + w * x), 1 - s * (x * x + y * y)],
          ];
          const d = [1, 1 + split, 1 + split2];
          const m = (i: number, j: number) => d[0] * r[i][0] * r[j][0] + d[1] * r[i][1] * r[j][1] + d[2] * r[i][2] * r[j][2];
          const { values } = check(symmetric(m(0, 0), m(0, 1), m(0, 2), m(1, 1), m(1, 2), m(2, 2)));
          const expected = d.sort((a, b) => a - b);
          for (let i = 0; i < 3; i++) expect(Math.abs(values[i] - expected[i])).toBeLessThan(16 * EPS);
        },
      ),
      { numRuns: sweep(2000, 600), seed: 6 },
    );
  });

  it('returns the identity for ascending diagonal matrices and exact turns for the others', () => {
    const identity = [1, 0, 0, 0, 1, 0, 0, 0, 1];
    for (const d of [
      [1, 2, 3],
      [2, 2, 2],
      [0, 0, 0],
      [-3, 0, 0],
    ]) {
      expect([...check(symmetric(d[0], 0, 0, d[1], 0, d[2])).vectors]).toEqual(identity);
    }
    for (const d of [
      [3, 2, 1],
      [2, 1, 3],
      [3, 1, 2],
      [2, 3, 1],
      [1, 3, 2],
    ]) {
      const { vectors } = check(symmetric(d[0], 0, 0, d[1], 0, d[2]));
      for (const x of vectors) expect(x === 0 || Math.abs(x) === 1).toBe(true);
    }
  });

  it('survives extreme entries', () => {
    check(symmetric(1e300, 1e299, -1e300, 2e300, 1e280, 1e300));
    check(symmetric(1e-300, 1e-301, -1e-300, 2e-300, 0, 1e-300));
    check(symmetric(1, 1e-200, 0, 1, 1e-170, 1));
    check(symmetric(0, 1, 0, 0, 0, 0));
    check(symmetric(0, 1, 1, 0, 1, 0));
    check(symmetric(1, 1, 1, 1, 1, 1));
    check(symmetric(1e-20, 1e-5, 0, 1, 0, 1e10));
    const values = new Float64Array(3);
    const vectors = new Float64Array(9);
    for (const bad of [Number.NaN, Infinity]) {
      symmetricEigen(values, vectors, symmetric(1, 0, bad, 1, 0, 1));
      expect([...values, ...vectors].every(Number.isNaN)).toBe(true);
    }
  });
});
