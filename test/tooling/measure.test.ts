import { describe, expect, test } from 'vitest';
import { measureTask, type Variant } from '../../bench/lib/measure';

// What the harness promises, short of timings: variants that disagree are refused, ratios are to the baseline of the
// same round, counts are per operation.

function variant(name: string, answer: number, more: Partial<Variant> = {}): Variant {
  const out = new Float64Array(4);
  return { name, run: () => out.fill(answer), results: () => out, ...more };
}

const task = (...variants: Variant[]) => ({ name: 'task', operations: 4, variants });

describe('variants that disagree', () => {
  test('are refused to the last bit', () => {
    expect(() => measureTask(task(variant('a', 1), variant('b', 1 + Number.EPSILON)), true)).toThrow(/result 0 of b/);
  });

  test('are refused when they give fewer results', () => {
    expect(() => measureTask(task(variant('a', 1), variant('b', 1, { results: () => [1, 1, 1] })), true)).toThrow(/3 results, not 4/);
  });

  test('are refused when one gives NaN', () => {
    expect(() => measureTask(task(variant('a', 1), variant('b', Number.NaN, { tolerance: 1 })), true)).toThrow(/NaN/);
  });

  test('may differ by their tolerance, and have another hash', () => {
    const [a, b] = measureTask(task(variant('a', 1), variant('b', 1.25, { tolerance: 0.25 })), true).variants;
    expect(b.hash).not.toBe(a.hash);
  });
});

test('the baseline is the first variant or the one named, and has ratio 1 in every round', () => {
  const variants = [variant('a', 1), variant('b', 1)];
  const one = { median: 1, low: 1, high: 1 };
  expect(measureTask(task(...variants), true).variants[0].ratio).toEqual(one);
  const named = measureTask({ ...task(...variants), baseline: 'b' }, true);
  expect(named.baseline).toBe('b');
  expect(named.variants[1].ratio).toEqual(one);
  expect(() => measureTask({ ...task(...variants), baseline: 'c' }, true)).toThrow(/no variant is called c/);
});

test('equal answers have equal hashes, and counts are per operation', () => {
  const [a, b] = measureTask(task(variant('a', 3), variant('b', 3, { counts: () => ({ tests: 10 }) })), true).variants;
  expect(b.hash).toBe(a.hash);
  expect(b.counts).toEqual({ tests: 2.5 });
});
