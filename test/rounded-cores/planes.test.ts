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
import { createContact, createDetectOptions } from '../../src/index';
import { createRandom } from '../../src/math/random';
import { FAMILIES, randomPair, type CorePair } from './core-pairs';
import { faultOfPlane } from './judge-cores';
import { faultOfPoints } from './judge-points';
import { sweep } from '../sweep';

// Points, segments and plates against one another and against solids: gap and plane by exact arithmetic.

const COUNT = sweep(90, 30);

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

describe.each(FAMILIES.filter((family) => family !== 'tiny' && family !== 'needle'))('contact points of %s pairs', (family) => {
  test('join the features that they name, and no vertex within the limit is missing', () => {
    let listed = 0;
    for (let seed = 1; seed <= COUNT; seed++) {
      const pair = randomPair(createRandom(77 * seed), family);
      const random = createRandom(seed);
      const rounding = 0.05 + 0.5 * random();
      const pointMargin = random() < 0.5 ? 0 : rounding + 0.2 * random();
      const contact = createContact(60);
      const options = { ...createDetectOptions(), rounding, margin: rounding, pointMargin };
      exactMethod.detect(contact, pair.a, pair.b, pair.pose, createState(exactMethod), options);
      // The judge knows crossings of lines on the surface only.
      if (contact.count === 0 || contact.gap < 0) {
        expect(contact.gap <= rounding).toBe(contact.count > 0);
        continue;
      }
      listed++;
      expect([seed, faultOfPoints(pair, contact, Math.max(rounding, pointMargin))]).toEqual([seed, '']);
    }
    if (family !== 'far') expect(listed).toBeGreaterThan(sweep(3, 1));
  });
});
