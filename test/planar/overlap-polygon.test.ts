import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Status } from '../../src/contact';
import {
  bodySetFromPoints2d,
  createCommonLine,
  createOverlap2dFor,
  createPose2d,
  exactLine,
  overlapPolygon,
  overlapToWorld2d,
  polygonFromVertices,
  rectangle,
  regularPolygon,
  relativePose2d,
  validatePolygon,
} from '../../src/planar';
import { runs } from '../arbitraries/settings';
import { fairError, storedPairs2d } from './cases-2d';
import { extentOf, type Pair2d } from './judge-2d';
import { latticePairs, lensPairs, pairs } from './shapes';

const line = createCommonLine();

function regionOf({ a, b, pose }: Pair2d) {
  const region = createOverlap2dFor(a, b);
  overlapPolygon(region, a, b, pose);
  return region;
}

test.each(storedPairs2d.map((stored) => [stored.name, stored] as const))('%s', (_, stored) => {
  const { expected } = stored;
  const bodies = bodySetFromPoints2d([stored.a.vertices, stored.b.vertices]);
  const [a, b] = bodies.shapes;
  const region = regionOf({ a, b, pose: relativePose2d(createPose2d(), bodies, 0, 1) });
  overlapToWorld2d(region, bodies, 0);
  const error = fairError(stored);
  if (!expected.borderline) expect(region.status).toBe(expected.state === 'overlapping' ? Status.Overlapping : Status.Separated);
  expect(Math.abs(region.area - expected.overlapArea)).toBeLessThanOrEqual(error * Math.max(expected.overlapPerimeter, 1e-300));
  if (region.status !== Status.Overlapping || expected.overlapCentroid === null) return;
  const centroid = Math.hypot(region.centroid[0] - expected.overlapCentroid[0], region.centroid[1] - expected.overlapCentroid[1]);
  const size = Math.max(a.radius, b.radius);
  expect(centroid).toBeLessThanOrEqual(
    error + ((error * expected.overlapPerimeter) / expected.overlapArea) * Math.min(size, expected.overlapPerimeter),
  );
  // Corners of a sliver are known along it to rounding over its angle.
  const width = expected.overlapArea / expected.overlapPerimeter;
  expect(Math.abs(region.perimeter - expected.overlapPerimeter)).toBeLessThanOrEqual(8 * error * (1 + expected.overlapPerimeter / width));
});

test('the region is closed and inside both, has area just where the bodies overlap, and is that of the swapped pair', () => {
  fc.assert(
    fc.property(fc.oneof(pairs, latticePairs), (pair) => {
      const { a, b, pose } = pair;
      const region = regionOf(pair);
      exactLine(line, a, b, pose);
      const band = a.tolerance + b.tolerance;
      const rounding = 64 * 2 ** -53 * extentOf(pair);
      if (line.gap < -2 * band - rounding) expect(region.status).toBe(Status.Overlapping);
      // A needle's tip is within two bands of all lines somewhat before its distance is.
      if (line.gap > 4 * band + rounding && a.inradius > 0.05 * a.radius && b.inradius > 0.05 * b.radius)
        expect(region.status).not.toBe(Status.Overlapping);
      expect(region.area > 0).toBe(region.status === Status.Overlapping);
      if (region.status !== Status.Overlapping) {
        expect([region.area, region.perimeter, region.vertexCount]).toEqual([0, 0, 0]);
        return;
      }
      expect(line.gap).toBeLessThan(0);
      const n = region.vertexCount;
      for (let i = 0; i < n; i++) {
        const [x, y] = region.vertices.slice(2 * i, 2 * i + 2);
        const bx = pose[0] * (x - pose[2]) + pose[1] * (y - pose[3]);
        const by = pose[0] * (y - pose[3]) - pose[1] * (x - pose[2]);
        for (let k = 0; k < a.vertexCount; k++)
          expect(a.normals[2 * k] * x + a.normals[2 * k + 1] * y - a.offsets[k]).toBeLessThanOrEqual(rounding);
        for (let k = 0; k < b.vertexCount; k++)
          expect(b.normals[2 * k] * bx + b.normals[2 * k + 1] * by - b.offsets[k]).toBeLessThanOrEqual(rounding);
        // On the edge that it is said to come from, as is the next corner.
        const [body, edge] = region.edgeSource.slice(2 * i, 2 * i + 2);
        const shape = body === 0 ? a : b;
        const height =
          shape.normals[2 * edge] * (body === 0 ? x : bx) + shape.normals[2 * edge + 1] * (body === 0 ? y : by) - shape.offsets[edge];
        expect(Math.abs(height)).toBeLessThanOrEqual(rounding);
      }
      expect(region.area).toBeLessThanOrEqual(Math.min(a.area, b.area) * (1 + 1e-9) + rounding * region.perimeter);
      expect(Math.hypot(...region.normal) - 1).toBeCloseTo(0, 12);
      const [c, s, x, y] = pose;
      const swapped = regionOf({ a: b, b: a, pose: new Float64Array([c, -s, -(c * x + s * y), -(c * y - s * x)]) });
      expect(Math.abs(swapped.area - region.area)).toBeLessThanOrEqual(4 * rounding * region.perimeter);
    }),
    runs(3000, 500),
  );
});

test('the derivative of the area under a shift along the normal is minus normalLength', () => {
  fc.assert(
    fc.property(pairs, (pair) => {
      const { a, b, pose } = pair;
      const region = regionOf(pair);
      const size = Math.min(a.inradius, b.inradius);
      if (region.status !== Status.Overlapping || region.normalLength === 0 || region.area < 1e-2 * size * size) return;
      const h = 1e-5 * size;
      // A region thinner than the step ends within it.
      if (region.area < 2 * h * region.normalLength) return;
      const at = (t: number) => {
        const moved = pose.slice();
        moved[2] += t * region.normal[0];
        moved[3] += t * region.normal[1];
        return regionOf({ a, b, pose: moved }).area;
      };
      // Second order where no corner passes an edge within h; there the slope jumps by at most the step times the
      // steepest edges.
      const slope = (at(h) - at(-h)) / (2 * h);
      expect(Math.abs(slope + region.normalLength)).toBeLessThanOrEqual(1e-3 * (a.radius + b.radius));
    }),
    runs(1000, 300),
  );
});

describe('special regions', () => {
  test('two squares', () => {
    const square = rectangle(1, 1);
    const region = regionOf({ a: square, b: square, pose: new Float64Array([1, 0, 0.25, 0.75]) });
    expect([region.area, region.perimeter, region.lengthA, region.lengthB]).toEqual([0.1875, 2, 1, 1]);
    expect([...region.centroid]).toEqual([0.125, 0.375]);
    expect(region.normalLength).toBeCloseTo(Math.hypot(0.75, 0.25), 15);
    expect(region.vertexCount).toBe(4);
  });

  test('the same body twice counts as A’s border', () => {
    const a = regularPolygon(7);
    const region = regionOf({ a, b: a, pose: createPose2d() });
    expect(region.status).toBe(Status.Overlapping);
    expect(Math.abs(region.area - a.area)).toBeLessThan(1e-15);
    expect([region.vertexCount, region.lengthB, region.normalLength]).toEqual([7, 0, 0]);
    expect([...region.normal]).toEqual([1, 0]);
  });

  test('a body inside the other', () => {
    const large = rectangle(10, 10);
    const small = regularPolygon(5);
    const pose = new Float64Array([0.6, 0.8, 2, -1]);
    for (const pair of [
      { a: large, b: small, pose },
      { a: small, b: large, pose: new Float64Array([0.6, -0.8, -0.4, 2.2]) },
    ]) {
      const region = regionOf(pair);
      expect(region.status).toBe(Status.Overlapping);
      expect(Math.abs(region.area - small.area)).toBeLessThan(1e-14);
      expect(region.normalLength).toBe(0);
    }
  });

  test('flush bodies touch, without area', () => {
    const square = rectangle(1, 1);
    const region = regionOf({ a: square, b: square, pose: new Float64Array([1, 0, 0.25, 1]) });
    expect([region.status, region.area, region.vertexCount]).toEqual([Status.Touching, 0, 0]);
    expect(regionOf({ a: square, b: square, pose: new Float64Array([1, 0, 1, 1]) }).status).toBe(Status.Touching);
    expect(regionOf({ a: square, b: square, pose: new Float64Array([1, 0, 0, 1 + 1e-12]) }).status).toBe(Status.Separated);
    expect(regionOf({ a: square, b: square, pose: new Float64Array([1, 0, 0, 5]) }).status).toBe(Status.Separated);
  });

  test('is a polygon itself', () => {
    const region = regionOf({ a: regularPolygon(50), b: regularPolygon(49), pose: new Float64Array([0.6, 0.8, 0.5, 0.2]) });
    const polygon = polygonFromVertices(region.vertices.slice(0, 2 * region.vertexCount));
    validatePolygon(polygon);
    expect(polygon.vertexCount).toBe(region.vertexCount);
    expect(Math.abs(polygon.area - region.area)).toBeLessThan(1e-14);
  });

  test('poses that are none', () => {
    const a = rectangle(1, 1);
    for (const bad of [Number.NaN, Infinity]) {
      for (let k = 0; k < 4; k++) {
        const pose = createPose2d();
        pose[k] = bad;
        expect(regionOf({ a, b: a, pose }).status).toBe(Status.Invalid);
      }
    }
  });
});

/** B and A in B's frame, and a direction of it turned back to A's. */
function swapped({ a, b, pose: [c, s, x, y] }: Pair2d): { pair: Pair2d; turnBack: (v: ArrayLike<number>) => number[] } {
  const pose = new Float64Array([c, -s, -(c * x + s * y), s * x - c * y]);
  return { pair: { a: b, b: a, pose }, turnBack: (v) => [c * v[0] - s * v[1], s * v[0] + c * v[1]] };
}

describe('the normal is turned round when A and B are exchanged', () => {
  test('where they share a part of their border, which counts half for each', () => {
    const bodies = bodySetFromPoints2d([
      [
        [0, 0],
        [1, 0],
        [1, 1],
        [0, 1],
      ],
      [
        [0, 0],
        [1, 0],
        [2, 4],
        [1, 4],
      ],
    ]);
    const [a, b] = bodies.shapes;
    const normals = [
      [0, 1],
      [1, 0],
    ].map(([i, j]) => {
      const region = regionOf({ a: bodies.shapes[i], b: bodies.shapes[j], pose: relativePose2d(createPose2d(), bodies, i, j) });
      return [...region.normal, region.normalLength];
    });
    expect([a.vertexCount, b.vertexCount]).toEqual([4, 4]);
    const expected = [4 / Math.sqrt(17), 1 / Math.sqrt(17)];
    for (let k = 0; k < 2; k++) {
      expect(normals[0][k]).toBeCloseTo(expected[k], 14);
      expect(normals[1][k]).toBeCloseTo(-expected[k], 14);
    }
    expect(normals[1][2]).toBeCloseTo(normals[0][2], 14);
  });

  test('a body flush inside the other: away from the side that they share', () => {
    const region = regionOf({ a: rectangle(1, 1), b: rectangle(3, 3), pose: new Float64Array([1, 0, -1, 0]) });
    expect([region.normal[0], Math.abs(region.normal[1]), region.normalLength]).toEqual([-1, 0, 0.5]);
  });

  test('on pairs of all sorts', () => {
    let checked = 0;
    fc.assert(
      fc.property(fc.oneof(pairs, latticePairs, lensPairs), (pair) => {
        const region = regionOf(pair);
        const other = swapped(pair);
        const back = regionOf(other.pair);
        // In a region thinner than this rounding turns the normal, and where the border is closed but for rounding
        // there is none.
        const rounding = 64 * 2 ** -53 * extentOf(pair);
        if (!(Math.min(region.normalLength, back.normalLength) > 1e6 * rounding && region.area > 1e6 * rounding * region.perimeter)) return;
        checked++;
        const [x, y] = other.turnBack(back.normal);
        // Where borders cross is known along them to rounding over the sine of their angle: no less than the region is
        // thinner than long.
        const error = (64 * rounding * region.perimeter) / region.area;
        expect(Math.hypot(region.normal[0] + x, region.normal[1] + y)).toBeLessThanOrEqual(error);
        expect(Math.abs(region.normalLength / back.normalLength - 1)).toBeLessThanOrEqual(error);
      }),
      runs(500, 500),
    );
    expect(checked).toBeGreaterThan(100);
  });
});
