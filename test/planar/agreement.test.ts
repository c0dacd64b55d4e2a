import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { contactMethods } from '../../src/methods';
import { createContactFor, createDetectOptions, createState } from '../../src/contact';
import { exactMethod } from '../../src/common-plane';
import { polyhedronFromVertices, type ConvexPolyhedron } from '../../src/polyhedron';
import {
  bodySetFromPoints2d,
  contactMethods2d,
  createContactFor2d,
  createDetectOptions2d,
  createPose2d,
  exactLineMethod,
  rectangle,
  regularPolygon,
  relativePose2d,
  type ConvexPolygon,
} from '../../src/planar';
import { runs } from '../arbitraries/settings';
import { exactSignedDistance2d } from '../oracles/exact-distance-2d';
import { storedPairs2d } from './cases-2d';
import { bruteGap, cornersOf, allowanceOf } from './judge-2d';
import { complaintsAbout, trueGap } from './judge-pair';
import { hostilePairs, latticePairs, pairs } from './shapes';
import { sweep } from '../sweep';

test('methods of the plane are named as in space, each once', () => {
  const names = contactMethods2d.map(({ name }) => name);
  const inSpace = contactMethods.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  // Tracking, the readings of section 3.5.2 and the printed numbers n_j and n_v are of space; the shrunken edge is for
  // faces.
  expect(inSpace.filter((name) => !names.includes(name)).sort()).toEqual([
    'fds-published',
    'shrunken-edge',
    'shrunken-edge-published',
    'slm-published-if-shorter',
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
      runs(700, 150),
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

/** A polygon as a prism of this thickness about the plane. */
function prism({ vertexCount, vertices }: ConvexPolygon, thickness: number): ConvexPolyhedron {
  const corners = Array.from({ length: vertexCount }, (_, k) => [...vertices.slice(2 * k, 2 * k + 2)]);
  return polyhedronFromVertices(corners.flatMap((corner) => [...corner, -thickness / 2, ...corner, thickness / 2]));
}

test('zone, area and pressure centre are those of prisms in space', () => {
  let compared = 0;
  fc.assert(
    fc.property(pairs, ({ a, b, pose }) => {
      const flat = createContactFor2d(a, b);
      exactLineMethod.detect(flat, a, b, pose, createState(exactLineMethod), createDetectOptions2d());
      // The small one decides what a rounding step of the large one means. Rounding of a touch is not the same in both.
      const size = Math.min(a.radius, b.radius);
      if (flat.gap > -1e-4 * size || a.radius + b.radius > 10 * size) return;
      // Thick prisms do not part along their thickness.
      const thickness = 4 * (a.radius + b.radius);
      const [solidA, solidB] = [prism(a, thickness), prism(b, thickness)];
      const [c, s, x, y] = pose;
      const solid = createContactFor(solidA, solidB);
      const inSpace = new Float64Array([c, -s, 0, s, c, 0, 0, 0, 1, x, y, 0]);
      exactMethod.detect(solid, solidA, solidB, inSpace, createState(exactMethod), createDetectOptions());
      // Of two ways out of the same length, rounding chooses.
      if (Math.abs(solid.normal[0] - flat.normal[0]) + Math.abs(solid.normal[1] - flat.normal[1]) > 1e-9) return;
      compared++;
      expect(Math.abs(solid.area / thickness - flat.length)).toBeLessThan(1e-7 * size);
      expect(Math.abs(solid.volume / thickness - flat.area)).toBeLessThan(1e-7 * size * size);
      if (flat.area < 1e-4 * size * size) return;
      for (const [k, at] of [...flat.centre, 0].entries()) expect(Math.abs(solid.centre[k] - at)).toBeLessThan(1e-7 * size);
    }),
    runs(1000, 200),
  );
  expect(compared).toBeGreaterThan(sweep(50, 10));
});
