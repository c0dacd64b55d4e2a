import { describe, expect, it } from 'vitest';
import { createRandom, randomDirection, randomNormal } from '../../src/math/random';
import { codeOf } from '../polyhedron/code-of';

describe('createRandom', () => {
  it('gives the published sequence of mulberry32', () => {
    const random = createRandom(0);
    expect([random(), random(), random()].map((x) => x * 2 ** 32)).toEqual([1144304738, 1416247, 958946056]);
  });

  it('is evenly spread and stays in [0, 1)', () => {
    const random = createRandom(12345);
    const bins = new Array<number>(16).fill(0);
    for (let i = 0; i < 160_000; i++) {
      const x = random();
      bins[Math.floor(16 * x)]++;
    }
    // A number outside of [0, 1) would land in no bin.
    expect(bins.reduce((sum, count) => sum + count, 0)).toBe(160_000);
    const chiSquare = bins.reduce((sum, count) => sum + (count - 10_000) ** 2 / 10_000, 0);
    expect(chiSquare).toBeLessThan(37.7); // 0.1 % of 15 degrees of freedom
  });

  it('takes whole seeds only', () => {
    for (const seed of [-1, 0.5, 2 ** 32, Number.NaN, Infinity]) expect(codeOf(() => createRandom(seed))).toBe('bad-option');
    expect(createRandom(2 ** 32 - 1)()).toBeLessThan(1);
  });
});

describe('randomDirection', () => {
  it('has latitude with density cos(phi) / 2 and uniform longitude', () => {
    const random = createRandom(3);
    const n = new Float64Array(3);
    const latitude = new Array<number>(10).fill(0);
    const longitude = new Array<number>(10).fill(0);
    let worst = 0;
    for (let i = 0; i < 100_000; i++) {
      randomDirection(n, random);
      worst = Math.max(worst, Math.abs(n[0] * n[0] + n[1] * n[1] + n[2] * n[2] - 1));
      const phi = Math.asin(n[2]);
      // The distribution function of phi is (1 + sin phi) / 2: equal shares of it hold equal counts.
      latitude[Math.min(9, Math.floor(5 * (1 + Math.sin(phi))))]++;
      longitude[Math.min(9, Math.floor((10 * (Math.atan2(n[1], n[0]) + Math.PI)) / (2 * Math.PI)))]++;
    }
    expect(worst).toBeLessThan(1e-15);
    for (const bins of [latitude, longitude]) {
      // 0.1 % of 9 degrees of freedom.
      expect(bins.reduce((sum, count) => sum + (count - 10_000) ** 2 / 10_000, 0)).toBeLessThan(27.9);
    }
  });

  it('stops on a source that is not random', () => {
    const n = new Float64Array(3);
    for (const value of [0, 0.9999, Number.NaN, 7, 0.5]) expect(codeOf(() => randomDirection(n, () => value))).toBe('bad-option');
  });
});

describe('randomNormal', () => {
  it('has the moments and tails of the normal distribution', () => {
    const random = createRandom(4);
    const count = 200_000;
    const sums = [0, 0, 0, 0];
    let beyond2 = 0;
    for (let i = 0; i < count; i++) {
      const x = randomNormal(random);
      sums[0] += x;
      sums[1] += x * x;
      sums[2] += x * x * x;
      sums[3] += x * x * x * x;
      if (Math.abs(x) > 2) beyond2++;
    }
    expect(Math.abs(sums[0] / count)).toBeLessThan(0.01);
    expect(Math.abs(sums[1] / count - 1)).toBeLessThan(0.015);
    expect(Math.abs(sums[2] / count)).toBeLessThan(0.04);
    expect(Math.abs(sums[3] / count - 3)).toBeLessThan(0.1);
    expect(Math.abs(beyond2 / count - 0.0455)).toBeLessThan(0.0025);
  });
});
