import { describe, expect, test } from 'vitest';
import {
  createCommonPlane,
  createState,
  exactMethod,
  exactPlane,
  shortestLink,
  shortestLinkMethod,
  type CommonPlane,
} from '../../src/index';
import { createRandom } from '../../src/math/random';
import { FAMILIES, randomPair, type CorePair } from './core-pairs';
import { faultOfPlane } from './judge-cores';

// Points, segments and plates against one another and against solids: gap and plane by exact arithmetic.

const COUNT = 90;

function planeOf(pair: CorePair, memory?: readonly number[], solve = exactPlane, method = exactMethod): CommonPlane {
  const plane = createCommonPlane();
  const state = createState(method);
  if (memory) state.floats.set(memory);
  solve(plane, pair.a, pair.b, pair.pose, state);
  return plane;
}

describe.each(FAMILIES)('%s pairs', (family) => {
  test('have the exact gap, cold, warm and with wrong memory', () => {
    for (let seed = 1; seed <= COUNT; seed++) {
      const random = createRandom(1000 * seed);
      const pair = randomPair(random, family);
      const cold = planeOf(pair);
      expect([seed, faultOfPlane(pair, cold)]).toEqual([seed, '']);
      for (const memory of [[...cold.normal], [random() - 0.5, random() - 0.5, random() - 0.5], [NaN, 1, 1], [-cold.normal[0], 0, 0]]) {
        const plane = planeOf(pair, memory);
        expect([seed, memory, faultOfPlane(pair, plane)]).toEqual([seed, memory, '']);
      }
      const link = planeOf(pair, undefined, shortestLink, shortestLinkMethod);
      expect([link.gap, link.featureA, link.featureB, ...link.normal]).toEqual([cold.gap, cold.featureA, cold.featureB, ...cold.normal]);
    }
  });
});

test('a pose that is not finite is invalid', () => {
  const pair = randomPair(createRandom(1), 'random', [1, 2]);
  pair.pose[9] = NaN;
  for (const plane of [planeOf(pair), planeOf(pair, undefined, shortestLink, shortestLinkMethod)]) {
    expect(plane).toMatchObject({ status: 4, gap: 0, featureA: -1, featureB: -1 });
  }
});
