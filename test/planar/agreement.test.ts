import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { contactMethods } from '../../src/methods';
import { contactMethods2d, createPose2d, rectangle, regularPolygon, bodySetFromPoints2d, relativePose2d } from '../../src/planar';
import { runs } from '../arbitraries/settings';
import { exactSignedDistance2d } from '../oracles/exact-distance-2d';
import { storedPairs2d } from './cases-2d';
import { bruteGap, cornersOf, allowanceOf } from './judge-2d';
import { complaintsAbout, trueGap } from './judge-pair';
import { hostilePairs, latticePairs, pairs } from './shapes';

test('methods of the plane are named as in space, each once', () => {
  const names = contactMethods2d.map(({ name }) => name);
  const inSpace = contactMethods.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  // Tracking and the separation step are of space, and the shrunken edge is about faces.
  expect(inSpace.filter((name) => !names.includes(name)).sort()).toEqual([
    'fcp-published',
    'shrunken-edge',
    'shrunken-edge-published',
    'slm-tracked',
  ]);
  expect(names.filter((name) => !inSpace.includes(name))).toEqual([]);
});

describe('the reference', () => {
  test.each(storedPairs2d.filter(({ a, b }) => a.vertices.length + b.vertices.length <= 16).map((pair) => [pair.name, pair] as const))(
    'is right about %s',
    (_, { a, b, expected }) => {
      const { sign, gap } = exactSignedDistance2d(a.vertices, b.vertices);
      expect(sign).toBe(expected.state === 'separated' ? 1 : expected.state === 'touching' ? 0 : -1);
      expect(Math.abs(gap - expected.gap)).toBeLessThanOrEqual(2 ** -52 * Math.abs(expected.gap));
    },
  );

  test('is what brute force finds, to rounding', () => {
    fc.assert(
      fc.property(fc.oneof(pairs, latticePairs), (pair) => {
        expect(Math.abs(bruteGap(pair) - trueGap(pair))).toBeLessThanOrEqual(allowanceOf(pair));
        expect(cornersOf(pair.a)).toHaveLength(pair.a.vertexCount);
      }),
      runs(300),
    );
  });
});

test(
  'all methods are right about pairs of all sorts, agree, and do so for swapped and scaled pairs, warm and cold',
  { timeout: 30_000 },
  () => {
    fc.assert(
      fc.property(fc.oneof(pairs, latticePairs, hostilePairs), (pair) => {
        expect(complaintsAbout(pair)).toEqual([]);
      }),
      runs(700),
    );
  },
);

test.each(storedPairs2d.map((stored) => [stored.name, stored] as const))('all methods agree about %s', (_, { a, b }) => {
  const bodies = bodySetFromPoints2d([a.vertices, b.vertices]);
  const pose = relativePose2d(createPose2d(), bodies, 0, 1);
  expect(complaintsAbout({ a: bodies.shapes[0], b: bodies.shapes[1], pose })).toEqual([]);
});

test('one body inside the other, at the same place, and the same body twice', () => {
  const large = regularPolygon(8, 3);
  for (const small of [rectangle(1, 1), regularPolygon(5, 1e-3), rectangle(1, 1e-6), large]) {
    for (const [x, y] of [
      [0, 0],
      [0.5, -0.25],
      [1.5, 1],
    ]) {
      const [c, s] = [0.6, 0.8];
      expect(complaintsAbout({ a: large, b: small, pose: new Float64Array([c, s, x, y]) })).toEqual([]);
      expect(complaintsAbout({ a: small, b: large, pose: new Float64Array([1, 0, x, y]) })).toEqual([]);
    }
  }
});
