/** Heaps of spheres, rods, plates and solids in a detector, against asking about all pairs cold. */
import { describe, expect, test } from 'vitest';
import {
  addBody,
  box,
  createBodySet,
  createDetector,
  exactMethod,
  meshWall,
  planeWall,
  plateCore,
  pointCore,
  segmentCore,
  shortestLinkMethod,
  Status,
  type BodySet,
  type ContactList,
} from '../../src/index';
import { createRandom, type Random } from '../../src/math/random';
import { allContacts, bits, move, slots } from '../detector/scene';
import { sweep } from '../sweep';

const shapes = [pointCore(), segmentCore(1), plateCore([-0.5, -0.4, 0, 0.5, -0.4, 0, 0.6, 0.3, 0, -0.5, 0.5, 0]), box(0.8, 0.5, 0.6)];

function heap(random: Random, count: number, size: number): BodySet {
  const bodies = createBodySet();
  for (let b = 0; b < count; b++) {
    const q = [0, 1, 2, 3].map(() => 2 * random() - 1);
    const norm = Math.sqrt(q.reduce((sum, x) => sum + x * x, 0));
    addBody(bodies, {
      shape: shapes[b % shapes.length],
      rounding: b % 4 === 0 ? 0.2 + 0.2 * random() : 0.05 + 0.1 * random(),
      position: [size * random(), size * random(), size * random()],
      orientation: [q[0] / norm, q[1] / norm, q[2] / norm, q[3] / norm],
      flags: random() < 0.1 ? 1 : 0,
    });
  }
  return bodies;
}

/** The pairs of a list with their gaps. */
function pairsOf(list: ContactList): Map<string, { gap: number; status: number }> {
  const found = new Map<string, { gap: number; status: number }>();
  for (let c = 0; c < list.count; c++) {
    if (list.bodyB[c] >= 0) found.set(`${list.bodyA[c]} ${list.bodyB[c]}`, { gap: list.gaps[c], status: list.status[c] });
  }
  return found;
}

function expectSame(found: ReturnType<typeof pairsOf>, expected: ReturnType<typeof pairsOf>): void {
  expect([...found.keys()].sort()).toEqual([...expected.keys()].sort());
  for (const [pair, { gap, status }] of expected) {
    // Warm and cold agree to rounding.
    expect(Math.abs(found.get(pair)!.gap - gap)).toBeLessThan(1e-13);
    if (Math.abs(gap) > 1e-12) expect(found.get(pair)!.status).toBe(status);
  }
}

describe.each([exactMethod, shortestLinkMethod])('$name', (method) => {
  test.each([0, 0.05])('a moving heap, margin %s, is that of all pairs', (margin) => {
    const random = createRandom(31);
    const bodies = heap(random, sweep(48, 40), 3);
    const detector = createDetector({ bodies, method, margin });
    for (let step = 0; step < sweep(12, 4); step++) {
      const expected = allContacts(bodies, method, margin);
      expect(expected.size).toBeGreaterThan(20);
      expectSame(pairsOf(detector.update()), expected);
      move(bodies, random, 0.03);
    }
    expect(detector.statistics.apartPairs).toBeGreaterThan(0);
  });

  test('a periodic box meets the nearest images', () => {
    const random = createRandom(32);
    const bodies = heap(random, 40, 5);
    const detector = createDetector({ bodies, method, margin: 0.02, periodic: { min: [0, 0, 0], max: [5, 5, 5] } });
    for (let step = 0; step < sweep(8, 4); step++) {
      expectSame(pairsOf(detector.update()), allContacts(bodies, method, 0.02, [5, 5, 5]));
      move(bodies, random, 0.1);
    }
  });

  test('a restored detector continues to the bit', () => {
    const random = createRandom(33);
    const bodies = heap(random, 40, 3);
    const first = createDetector({ bodies, method, margin: 0.02, walls: [planeWall([0, 0, 1], 0.2)] });
    for (let step = 0; step < 3; step++) {
      first.update();
      move(bodies, random, 0.02);
    }
    const second = createDetector({ bodies, method, margin: 0.02, walls: [planeWall([0, 0, 1], 0.2)] });
    second.restore(first.save());
    for (let step = 0; step < 3; step++) {
      const [one, other] = [first.update(), second.update()];
      expect(bits(other)).toEqual(bits(one));
      expect(slots(other)).toEqual(slots(one));
      move(bodies, random, 0.02);
    }
  });
});

test('contacts and points of a resting heap keep their slots', () => {
  const random = createRandom(34);
  const bodies = heap(random, sweep(48, 40), 3);
  const detector = createDetector({ bodies, method: exactMethod });
  const list = detector.update();
  const count = list.count;
  const points = list.pointCount;
  const before = [[...list.userSlot.subarray(0, count)], [...list.pointSlot.subarray(0, points)]];
  move(bodies, random, 1e-9);
  detector.update();
  expect([list.count, list.endedCount, list.endedPointCount]).toEqual([count, 0, 0]);
  expect([[...list.userSlot.subarray(0, count)], [...list.pointSlot.subarray(0, points)]]).toEqual(before);
});

describe('plane walls', () => {
  const floor = planeWall([0, 0, 1], 0);
  const touch = (shape: (typeof shapes)[number], rounding: number, position: readonly number[], orientation = [0, 0, 0, 1]) => {
    const bodies = createBodySet();
    addBody(bodies, { shape, rounding, position: position, orientation: orientation });
    const list = createDetector({ bodies, method: exactMethod, walls: [floor] }).update();
    return { list, points: Array.from({ length: list.pointCount }, (_, k) => [...list.points.subarray(3 * k, 3 * k + 3)]) };
  };
  const H = Math.SQRT1_2;

  test('a sphere has one point', () => {
    const { list, points } = touch(pointCore(), 0.5, [1, 2, 0.49]);
    expect(list.count).toBe(1);
    expect(list.gaps[0]).toBeCloseTo(-0.01, 15);
    expect(points).toHaveLength(1);
    [1, 2, -0.005].forEach((x, k) => expect(points[0][k]).toBeCloseTo(x, 14));
  });

  test('a rod that lies has its two ends, a rod that stands one, a tilted one those that press', () => {
    const lying = touch(segmentCore([-1, 0, 0, 1, 0, 0]), 0.1, [0, 0, 0.09]);
    expect(lying.points.map((p) => p[0]).sort((a, b) => a - b)).toEqual([-1, 1]);
    expect([lying.list.centres[0], lying.list.centres[1]].map((x) => Math.abs(x))).toEqual([0, 0]);
    expect(touch(segmentCore(2), 0.1, [0, 0, 1.09]).points).toHaveLength(1);
    const tilted = touch(segmentCore([-1, 0, 0, 1, 0, 0]), 0.1, [0, 0, 0.13], [0, Math.sin(0.025), 0, Math.cos(0.025)]);
    expect(tilted.points).toHaveLength(1);
    expect(tilted.points[0][0]).toBeCloseTo(Math.cos(0.05), 12);
  });

  test('a plate has its corners, on its rim the ends of an edge', () => {
    const square = plateCore([-1, -1, 0, 1, -1, 0, 1, 1, 0, -1, 1, 0]);
    const lying = touch(square, 0.1, [0, 0, 0.09]);
    expect(lying.points).toHaveLength(4);
    expect(lying.list.areas[0]).toBeCloseTo(4, 12);
    expect(lying.list.volumes[0]).toBeCloseTo(0.04, 12);
    const upright = touch(square, 0.1, [0, 0, 1.09], [0, H, 0, H]);
    expect(upright.points.map((p) => p[1]).sort((a, b) => a - b)).toEqual([-1, 1]);
    expect(upright.list.areas[0]).toBe(0);
  });
});

test('a body whose radius is taken away is invalid until it has one again', () => {
  const bodies = createBodySet();
  addBody(bodies, { shape: pointCore(), rounding: 0.5 });
  addBody(bodies, { shape: segmentCore(1), rounding: 0.5, position: [0.9, 0, 0] });
  const detector = createDetector({ bodies, method: exactMethod });
  expect(detector.update().status[0]).toBe(Status.Overlapping);
  bodies.rounding[1] = 0;
  expect(detector.update().status[0]).toBe(Status.Invalid);
  expect([detector.invalidCount, detector.invalid[0]]).toEqual([1, 1]);
  bodies.rounding[1] = 0.5;
  const list = detector.update();
  expect([list.count, list.status[0]]).toEqual([1, Status.Overlapping]);
});

test('all kinds over a mesh wall have the contacts that they have over the plane', () => {
  const bodies = createBodySet();
  shapes.forEach((shape, b) => addBody(bodies, { shape, rounding: 0.1, position: [2 * b, 0, shape.radius === 0 ? 0.09 : 0.1] }));
  const floor = meshWall([-20, -20, 0, 20, -20, 0, 20, 20, 0, -20, 20, 0], [0, 1, 2, 0, 2, 3]);
  const [onMesh, onPlane] = [floor, planeWall([0, 0, 1], 0)].map((wall) => {
    const list = createDetector({ bodies, method: exactMethod, walls: [wall] }).update();
    return Array.from({ length: list.count }, (_, c) => [list.bodyA[c], list.status[c], list.pointStart[c + 1], list.gaps[c]]);
  });
  expect(onMesh.length).toBe(4);
  onMesh.forEach((row, c) => row.forEach((x, k) => expect(x).toBeCloseTo(onPlane[c][k], 13)));
});
