import { describe, expect, it } from 'vitest';
import { bodySetFromPoints, createPose, relativePose } from '../../src/body';
import { createOverlapFor, Status, type Overlap } from '../../src/contact';
import { overlap, publishedOverlap } from '../../src/half-space';

/** Corners of a box of half edges h about c. */
function boxPoints(h: readonly number[], c: readonly number[]): number[] {
  const points: number[] = [];
  for (let k = 0; k < 8; k++) for (let x = 0; x < 3; x++) points.push(c[x] + ((k >> x) & 1 ? h[x] : -h[x]));
  return points;
}

function both(a: number[], b: number[]): { published: Overlap; exact: Overlap } {
  const bodies = bodySetFromPoints([a, b]);
  const pose = relativePose(createPose(), bodies, 0, 1);
  const [published, exact] = [publishedOverlap, overlap].map((method) => {
    const out = createOverlapFor(bodies.shapes[0], bodies.shapes[1]);
    method(out, bodies.shapes[0], bodies.shapes[1], pose);
    return out;
  });
  return { published, exact };
}

const cube = boxPoints([0.5, 0.5, 0.5], [0, 0, 0]);

it('generic boxes: the true region', () => {
  const { published, exact } = both(cube, boxPoints([0.5, 0.5, 0.5], [0.4, 0.3, 0.75]));
  expect(published.status).toBe(Status.Overlapping);
  expect(published.volume).toBeCloseTo(0.6 * 0.7 * 0.25, 13);
  for (let k = 0; k < 3; k++) {
    expect(published.centroid[k]).toBeCloseTo(exact.centroid[k], 13);
    expect(published.normal[k]).toBeCloseTo(exact.normal[k], 13);
  }
  expect([published.areaA, published.areaB, published.normalArea].map((x) => x.toFixed(12))).toEqual(
    [exact.areaA, exact.areaB, exact.normalArea].map((x) => x.toFixed(12)),
  );
  expect([published.vertexCount, published.faceCount]).toEqual([exact.vertexCount, exact.faceCount]);
});

describe('where the published form is wrong, and the other is right', () => {
  it.each([
    ['flush faces are counted twice', cube, boxPoints([0.5, 0.5, 0.5], [0.5, 0, 0]), 0.5, 10 / 3],
    ['bodies in one place have no line of centres', cube, cube, 1, 0],
    ['absolute values drop all corners', boxPoints([1.5, 1, 0.5], [0, 0, 0]), boxPoints([2.5, 3, 2.5], [0.125, 0.125, 1.125]), 6, 0],
    [
      'absolute values drop some corners',
      boxPoints([0.5, 0.5, 1.5], [0, 0, 0]),
      boxPoints([1, 3, 3], [-0.625, -1.625, 1.125]),
      2.625,
      7 / 6,
    ],
  ])('%s', (_, a, b, volume, wrong) => {
    const { published, exact } = both(a, b);
    expect(exact.volume).toBeCloseTo(volume, 13);
    expect(published.volume).toBeCloseTo(wrong, 12);
  });
});

it('more than 64 vertices, and a pose that is not finite', () => {
  const points = Array.from({ length: 65 }, (_, k) => [Math.cos(k), Math.sin(k), 0.1 * Math.cos(7 * k)]).flat();
  const bodies = bodySetFromPoints([cube, [...points, 0, 0, 5]]);
  const [a, b] = bodies.shapes;
  const out = createOverlapFor(a, b);
  expect(publishedOverlap(out, a, b, relativePose(createPose(), bodies, 0, 1))).toBe(Status.Unresolved);
  expect(b.vertexCount).toBeGreaterThan(64);
  expect([out.volume, out.vertexCount]).toEqual([0, 0]);
  expect(publishedOverlap(out, a, a, createPose().fill(Number.NaN))).toBe(Status.Invalid);
});
