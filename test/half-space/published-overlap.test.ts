import { describe, expect, it } from 'vitest';
import { bodySetFromPoints, createPose, relativePose } from '../../src/body';
import { createOverlapFor, Status, type Overlap } from '../../src/contact';
import { overlap, publishedOverlap } from '../../src/half-space';
import { createRandom } from '../../src/math/random';
import { randomPolyhedron } from '../../src/polyhedron';

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

describe('a particle in a wide floor', () => {
  const floor = boxPoints([4, 4, 0.5], [0, 0, 0]);
  const at = (x: number): number[] => boxPoints([0.5, 0.5, 0.5], [x, 0.2, 0.9]);

  it('over its middle: the true region', () => {
    const { published, exact } = both(at(0.1), floor);
    expect(exact.volume).toBeCloseTo(0.1, 13);
    expect(published.volume).toBeCloseTo(0.1, 13);
  });

  it('beside its middle: lost, because corners of the floor behind the particle count as in front of it', () => {
    const { published, exact } = both(at(2), floor);
    expect(exact.volume).toBeCloseTo(0.1, 13);
    expect([published.status, published.volume]).toEqual([Status.Separated, 0]);
  });
});

it('bodies of more than 64 vertices: the true region', () => {
  const random = createRandom(11);
  for (let k = 0; k < 3; k++) {
    const rock = (): number[] => [...randomPolyhedron(random, { cuts: 90, spread: 0.05 }).vertices];
    const bodies = bodySetFromPoints([rock(), rock().map((x, c) => x + [0.7, 0.2, 0.1][c % 3])]);
    const [a, b] = bodies.shapes;
    expect(Math.min(a.vertexCount, b.vertexCount)).toBeGreaterThan(64);
    const pose = relativePose(createPose(), bodies, 0, 1);
    const published = createOverlapFor(a, b);
    const exact = createOverlapFor(a, b);
    expect(publishedOverlap(published, a, b, pose)).toBe(Status.Overlapping);
    expect(overlap(exact, a, b, pose)).toBe(Status.Overlapping);
    // The published form takes points as inside to 1e-10 of the radii.
    expect(Math.abs(published.volume - exact.volume)).toBeLessThan(1e-9 * a.volume);
  }
});

it('a pose that is not finite', () => {
  const bodies = bodySetFromPoints([cube]);
  const [a] = bodies.shapes;
  expect(publishedOverlap(createOverlapFor(a, a), a, a, createPose().fill(Number.NaN))).toBe(Status.Invalid);
});
