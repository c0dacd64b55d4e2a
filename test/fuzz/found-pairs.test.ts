import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { polygonFromVertices } from '../../src/planar';
import type { PairCase } from '../arbitraries/pairs';
import { complaintsAbout } from '../planar/judge-pair';
import { pairOf } from './families';
import { fuzzMethods } from './methods';

/**
 * Pairs on which a method or its judge was once wrong, found by `npm run fuzz`. What makes them hard is in their names.
 */
const found = readFileSync(new URL('found-pairs.jsonl', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as PairCase & { method: string });

it.each(found.map((pair) => [pair.method, pair.kind, pair] as const))('%s: %s', (name, _, pair) => {
  expect(name === 'planar' ? complaintsInPlane(pair) : complaints(name, pair)).toEqual([]);
});

function complaints(name: string, pair: PairCase): string[] {
  const faults: string[] = [];
  const method = fuzzMethods.filter((entry) => entry.name === name);
  expect(method).toHaveLength(1);
  method[0].judge(pairOf(pair), { status() {}, count() {}, fault: (complaint) => faults.push(complaint) });
  return faults;
}

function complaintsInPlane({ a, b, pose }: PairCase): string[] {
  return complaintsAbout({ a: polygonFromVertices(a), b: polygonFromVertices(b), pose: Float64Array.from(pose) });
}
