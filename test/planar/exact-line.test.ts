import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { featureDimension, Status } from '../../src/contact';
import {
  bodySetFromPoints2d,
  createCommonLine,
  createPose2d,
  exactLine,
  polygonFromVertices,
  rectangle,
  regularPolygon,
  relativePose2d,
  toWorld2d,
} from '../../src/planar';
import { runs } from '../arbitraries/settings';
import { fairError, storedPairs2d } from './cases-2d';
import { allowanceOf, judgeLine, type Pair2d } from './judge-2d';
import { latticePairs, pairs } from './shapes';

const line = createCommonLine();

test('there are cases', () => expect(storedPairs2d).toHaveLength(106));

test.each(storedPairs2d.map((stored) => [stored.name, stored] as const))('%s', (_, stored) => {
  const { a, b, expected } = stored;
  const bodies = bodySetFromPoints2d([a.vertices, b.vertices]);
  const pose = relativePose2d(createPose2d(), bodies, 0, 1);
  const pair: Pair2d = { a: bodies.shapes[0], b: bodies.shapes[1], pose };
  exactLine(line, pair.a, pair.b, pose);
  expect(judgeLine(line, pair)).toEqual([]);
  toWorld2d(line, bodies, 0);
  const error = fairError(stored);
  expect(Math.abs(line.gap - expected.gap)).toBeLessThanOrEqual(error);
  const [nx, ny] = line.normal;
  if (!expected.borderline) {
    expect(line.status).toBe(expected.state === 'separated' ? Status.Separated : Status.Overlapping);
    if (expected.normal !== null) {
      // From two points the direction is known to rounding over the distance, from an edge to rounding over its length.
      const cross = nx * expected.normal[1] - ny * expected.normal[0];
      const fromEdge = featureDimension(line.featureA) === 1 || featureDimension(line.featureB) === 1;
      expect(Math.abs(cross)).toBeLessThanOrEqual(fromEdge ? 1e-12 : 4 * (error / expected.gap));
      expect(nx * expected.normal[0] + ny * expected.normal[1]).toBeGreaterThan(0);
    }
    if (expected.penetrationNormal !== null) {
      const directions = [expected.penetrationNormal, ...(expected.penetrationAlternatives ?? []).map((other) => other.normal)];
      const apart = Math.min(...directions.map(([x, y]) => Math.hypot(x - nx, y - ny)));
      if (expected.penetrationNormalStable) expect(apart).toBeLessThanOrEqual(1e-6);
    }
    if (expected.closestPoints !== null && expected.closestUnique) {
      const [x, y] = expected.closestPoints.a;
      // Along an edge at a small angle the foot of the link is known to rounding over the angle: none of these is.
      expect(Math.hypot(line.pointA[0] - x, line.pointA[1] - y)).toBeLessThanOrEqual(1e-9 * (1 + expected.maxCoordinate));
    }
  }
});

test('is right for pairs of all sorts', () => {
  fc.assert(
    fc.property(fc.oneof(pairs, latticePairs), (pair) => {
      exactLine(line, pair.a, pair.b, pair.pose);
      expect(judgeLine(line, pair)).toEqual([]);
    }),
    runs(4000, 700),
  );
});

test('swapping the bodies turns the normal', () => {
  const swapped = createCommonLine();
  fc.assert(
    fc.property(pairs, ({ a, b, pose }) => {
      exactLine(line, a, b, pose);
      const [c, s, x, y] = pose;
      const back = new Float64Array([c, -s, -(c * x + s * y), -(c * y - s * x)]);
      exactLine(swapped, b, a, back);
      expect(Math.abs(swapped.gap - line.gap)).toBeLessThanOrEqual(2 * allowanceOf({ a, b, pose }));
      if (line.gap > 1e-6 * a.radius) {
        const n = [c * swapped.normal[0] - s * swapped.normal[1], s * swapped.normal[0] + c * swapped.normal[1]];
        expect(Math.hypot(n[0] + line.normal[0], n[1] + line.normal[1])).toBeLessThanOrEqual(1e-8);
      }
    }),
    runs(500),
  );
});

describe('hard pairs', () => {
  const judge = (pair: Pair2d, exact = true): void => {
    exactLine(line, pair.a, pair.b, pair.pose);
    expect(judgeLine(line, pair, { exact })).toEqual([]);
  };

  test('the same body at the same place', () => {
    for (const a of [rectangle(1, 1), rectangle(1, 1e-8), regularPolygon(3), regularPolygon(1000)]) {
      judge({ a, b: a, pose: createPose2d() });
      expect(line.status).toBe(Status.Overlapping);
    }
  });

  test('a small body inside a large one', () => {
    for (const [x, y] of [
      [0, 0],
      [9, 0],
      [9, 9],
      [-3, 5],
    ]) {
      judge({ a: rectangle(20, 20), b: rectangle(0.1, 0.1), pose: new Float64Array([0.6, 0.8, x, y]) });
    }
  });

  test('many corners', () => {
    const a = regularPolygon(5000);
    const b = regularPolygon(4999);
    for (const gap of [1, 1e-6, 1e-12, 0, -1e-12, -1e-6, -0.5]) {
      const pose = new Float64Array([Math.cos(1), Math.sin(1), 2 + gap, 0]);
      judge({ a, b, pose }, false);
      judge({ a: regularPolygon(300), b: regularPolygon(299), pose });
    }
  });

  test('corners facing each other across tiny gaps keep a normal that proves the gap', () => {
    const diamond = polygonFromVertices([1, 0, 0, 1, -1, 0, 0, -1]);
    for (const gap of [1e-3, 1e-9, 1e-12, 1e-14, 1e-15, 2 ** -52, 0]) {
      for (const turn of [0, 0.1, 0.7, Math.PI / 4, 0.9]) {
        const pose = new Float64Array([Math.cos(turn), Math.sin(turn), 1 + gap + Math.cos(turn), Math.sin(turn)]);
        judge({ a: diamond, b: diamond, pose });
      }
    }
  });

  test('poses that are none', () => {
    const a = rectangle(1, 1);
    for (const bad of [Number.NaN, Infinity, -Infinity]) {
      for (let k = 0; k < 4; k++) {
        const pose = createPose2d();
        pose[k] = bad;
        expect(exactLine(line, a, a, pose)).toBe(Status.Invalid);
        expect([...line.normal, ...line.point, ...line.pointA, ...line.pointB, line.gap]).toEqual(new Array(9).fill(0));
      }
    }
    expect(exactLine(line, a, a, new Float64Array([1, 0, 1e200, 0]))).toBe(Status.Invalid);
    expect(exactLine(line, a, a, new Float64Array([1, 0, 1e150, 0]))).toBe(Status.Separated);
  });

  test('corners whose link is along an edge normal but for 1e-9: the point on B is the corner', () => {
    const a = polygonFromVertices([-1, 1, 1, -1, 1, 0]);
    const plate = rectangle(10 / 3, 1 / 300);
    judge({ a, b: plate, pose: new Float64Array([-1, 1e-9, a.vertices[2] + 5 / 3 + 1.67e-12, a.vertices[3] - 1 / 300]) });
    judge({
      a: polygonFromVertices([-1.3333333333333333, 1, 0.6666666666666667, -1, 0.6666666666666667, 0]),
      b: polygonFromVertices([
        -1.6666658333339583, -0.0016666658333339586, 1.6666658333339583, -0.0016666658333339586, 1.6666658333339583, 0.0016666658333339582,
        -1.6666658333339583, 0.0016666658333339582,
      ]),
      pose: new Float64Array([-1, 1e-9, 2.333332500000625, -1.0033333333333334]),
    });
    expect(line.status).toBe(Status.Separated);
  });

  test('far apart in size', () => {
    const needle = polygonFromVertices([0, 0, 1, 0, 1, 1e-9, 0, 1e-9]);
    for (const size of [1e-12, 1e-9, 1, 1e9, 1e50]) {
      const b = polygonFromVertices([...rectangle(1, 2).vertices].map((x) => size * x));
      judge({ a: needle, b, pose: new Float64Array([0.6, 0.8, 0.5 + size, 1e-9 + size]) });
    }
    // So small that its corners are one in the frame of the other.
    const speck = polygonFromVertices([...rectangle(1, 2).vertices].map((x) => 1e-50 * x));
    expect(exactLine(line, needle, speck, new Float64Array([0.6, 0.8, 0.5, 2]))).toBe(Status.Separated);
    expect(Math.abs(line.gap - (2 - 5e-10))).toBeLessThanOrEqual(2 ** -51);
  });
});
