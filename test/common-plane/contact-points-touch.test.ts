import { describe, expect, test } from 'vitest';
import { createPose, type Pose } from '../../src/body';
import { exactMethod, exactPlane, fastCommonPlaneMethod, shortestLinkMethod } from '../../src/common-plane';
import {
  createCommonPlane,
  createContactFor,
  createDetectOptions,
  createState,
  Status,
  touchingBand,
  type Contact,
} from '../../src/contact';
import { createRandom } from '../../src/math/random';
import { box, dodecahedron, prism, randomHull, tetrahedron, type ConvexPolyhedron } from '../../src/polyhedron';
import { sweep } from '../sweep';

/**
 * Bodies on a straight way through first touch, along the normal of the plane, sharp and rounded. Volume, area and
 * points may change by no more than what the step in the gap allows:
 *
 *     0 <= V <= area * depth,   |V(g) - V(h)| <= greatest area * |g - h|,   least gap of the points = gap
 */
const random = createRandom(77);
const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)];
const shapes: readonly ConvexPolyhedron[] = [
  box(1, 1, 1),
  box(2, 1, 0.1),
  prism(5, 0.5, 1),
  dodecahedron(0.5),
  tetrahedron(1),
  randomHull(random, 12),
  randomHull(random, 30),
];
const methods = [exactMethod, shortestLinkMethod, fastCommonPlaneMethod];
const gaps = [1e-3, 1e-6, 1e-9, 1e-12, 1e-14, 1e-15, 1e-17, 0, -1e-17, -1e-15, -1e-14, -1e-12, -1e-9, -1e-6, -1e-4];

/** B beside A in any attitude, or with a face of a box flush on one of A's. */
function start(a: ConvexPolyhedron, b: ConvexPolyhedron, flush: boolean): Pose {
  const pose = createPose();
  if (flush) {
    pose.set([0.1, -0.2, 0.5 * (a.radius + b.radius) + 3], 9);
    return pose;
  }
  let q = [0, 0, 0, 0];
  do q = q.map(() => 2 * random() - 1);
  while (Math.hypot(...q) > 1 || Math.hypot(...q) < 0.1);
  const [x, y, z, w] = q.map((c) => c / Math.hypot(...q));
  pose.set([
    ...[1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
    ...[2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
    ...[2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)],
    ...[0, 1, 2].map(() => 2 * random() - 1),
  ]);
  const length = Math.hypot(pose[9], pose[10], pose[11]);
  for (let k = 9; k < 12; k++) pose[k] *= (2 * (a.radius + b.radius)) / length;
  return pose;
}

const snapshot = (c: Contact) => ({ ...c, gaps: Array.from(c.gaps.subarray(0, c.count)), volume: c.volume, area: c.area });

const RUNS = sweep(40, 20);

describe.each([0, 0.05])('rounded by %s', (rounding) => {
  test.each([false, true])('through first touch (boxes face on face: %s)', (flush) => {
    let touched = 0;
    for (let run = 0; run < RUNS; run++) {
      const a = flush ? box(1 + run / RUNS, 1, 1) : pick(shapes);
      const b = flush ? box(1, 1, 0.5 + run / (2 * RUNS)) : pick(shapes);
      const method = methods[run % 3];
      const pose = start(a, b, flush);
      const plane = createCommonPlane();
      for (let k = 0; k < 4; k++) {
        exactPlane(plane, a, b, pose, createState(exactMethod));
        for (let i = 0; i < 3; i++) pose[9 + i] -= (plane.gap - 2 * rounding - 1e-3) * plane.normal[i];
      }
      const normal = plane.normal.slice();
      const way = pose.slice();
      const size = a.radius + b.radius;
      const eps = 4 * (touchingBand(a, b) + 8 * Number.EPSILON * size);
      const contact = createContactFor(a, b);
      const state = createState(method);
      const options = { ...createDetectOptions(), margin: 2e-3 + 2 * rounding, rounding: 2 * rounding };
      let before: { gap: number; volume: number; area: number } | undefined;
      for (const wanted of gaps) {
        pose.set(way);
        for (let i = 0; i < 3; i++) pose[9 + i] += (wanted - 1e-3) * normal[i];
        method.detect(contact, a, b, pose, state, options);
        const c = snapshot(contact);
        // Kernels see sharp bodies; rounding is taken off by detect().
        const gap = c.gap - 2 * rounding;
        // The way out is no longer than the way in, and may be another one.
        expect(gap).toBeGreaterThan(wanted - eps);
        expect(gap).toBeLessThan(Math.max(wanted, 0) + eps);
        expect(c.count).toBeGreaterThan(0);
        expect(c.dropped).toBe(0);
        expect(Math.abs(Math.min(...c.gaps) - c.gap)).toBeLessThan(eps);
        const depth = Math.max(0, -gap);
        expect(c.volume).toBeGreaterThanOrEqual(0);
        expect(c.volume).toBeLessThanOrEqual(c.area * (depth + eps));
        if (rounding === 0 && wanted > 1e-12) expect(c.status).toBe(Status.Separated);
        if (wanted > 1e-12) expect(c.volume).toBe(0);
        if (gap < -1e-12) {
          touched++;
          expect(c.area).toBeGreaterThan(0);
          const shares = contact.shares.subarray(0, contact.count + contact.rimCount).reduce((sum, x) => sum + x, 0);
          expect(Math.abs(shares - c.area)).toBeLessThan(1e-12 * size * size);
        }
        if (before)
          expect(Math.abs(c.volume - before.volume)).toBeLessThanOrEqual(Math.max(c.area, before.area) * (before.gap - gap + eps));
        before = { gap, volume: c.volume, area: c.area };
      }
    }
    expect(touched).toBeGreaterThan(2.5 * RUNS);
  });
});
