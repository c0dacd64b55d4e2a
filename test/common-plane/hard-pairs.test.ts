import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { buildPair, type PairCase } from '../arbitraries/pairs';
import { judge } from '../oracles/judge';
import { coldState, PLANE_METHODS, solveBy } from '../oracles/solve';

/**
 * Pairs on which one kernel or both were once wrong, found by `npm run fuzz -- --pairs`. What makes them hard is in
 * their names: links so short that rounding turns them, corners so close that an edge between them or a face that ends
 * there has no direction of its own.
 */
const pairs = readFileSync(new URL('hard-pairs.jsonl', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as PairCase);

describe.each(PLANE_METHODS)('hard pairs by $name', (method) => {
  it.each(pairs.map((pair) => [pair.kind, pair] as const))('%s', (_, pairCase) => {
    const pair = buildPair(pairCase);
    const state = coldState(method);
    for (const temperature of ['cold', 'warm'])
      expect(judge(solveBy(method, pair, state), pair, { exactLimit: 100, edgeLimit: 4000 }).faults, temperature).toEqual([]);
  });
});
