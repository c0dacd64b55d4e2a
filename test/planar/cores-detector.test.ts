import { describe, expect, test } from 'vitest';
import { ContactKind, createState, edgeFeature, Status, vertexFeature } from '../../src/contact';
import {
  addBody2d,
  applyRounding2d,
  createBodySet2d,
  createContact2d,
  createDetector2d,
  createDetectOptions2d,
  createPose2d,
  detect2d,
  exactLineMethod,
  fastCommonLineMethod,
  lineWall,
  pointCore2d,
  rectangle,
  relativePose2d,
  segmentCore2d,
  shortestLinkMethod2d,
  toWorld2d,
  type BodySet2d,
} from '../../src/planar';
import { createRandom } from '../../src/polyhedron';
import { codeOf } from '../polyhedron/code-of';
import { addRandom2d, allContacts2d, bits2d, cores, move2d } from './scene-2d';

function heap(random: () => number, count: number, size: number): BodySet2d {
  const bodies = createBodySet2d();
  for (let b = 0; b < count; b++) addRandom2d(bodies, random, size, 0, cores);
  return bodies;
}

test('the contact of two discs is that of two points, swollen and turned into the world', () => {
  const random = createRandom(3);
  const own = createContact2d(4);
  const byKernel = createContact2d(4);
  const pose = createPose2d();
  const options = { ...createDetectOptions2d(), margin: 0.1, minLength: 1e-3 };
  for (let run = 0; run < 500; run++) {
    const bodies = createBodySet2d();
    for (let b = 0; b < 2; b++) {
      const turn = 7 * random();
      const place: [number, number] = run % 50 === 0 ? [3, 1] : [100 + 2 * random(), 2 * random()];
      addBody2d(bodies, { shape: pointCore2d(), rounding: 0.1 + random(), position: place, rotation: [Math.cos(turn), Math.sin(turn)] });
    }
    const shift = new Float64Array(run % 3 === 0 ? [0.5, -0.25] : [0, 0]);
    detect2d(own, exactLineMethod, bodies, 0, 1, undefined, options, shift);
    relativePose2d(pose, bodies, 0, 1, shift);
    const [p, q] = bodies.rounding;
    const point = bodies.shapes[0];
    exactLineMethod.detect(byKernel, point, point, pose, createState(exactLineMethod), {
      ...options,
      rounding: p + q,
      margin: options.margin + p + q,
    });
    toWorld2d(applyRounding2d(byKernel, p, q, 0), bodies, 0);
    if (Math.abs(own.gap - options.margin) < 1e-12) continue;
    const labels = ({ status, kind, owner, count, rimCount, dropped, featureA, featureB, features, iterations }: typeof own) => [
      ...[status, kind, owner, count, rimCount, dropped, featureA, featureB, iterations],
      ...features.slice(0, 2 * count),
    ];
    expect(labels(own)).toEqual(labels(byKernel));
    const numbers = ({ gap, length, area, normal, centre, pointA, pointB, points, gaps, shares, count }: typeof own) => [
      ...[gap, length, area, ...normal, ...centre, ...pointA, ...pointB],
      ...[...points.slice(0, 2 * count), ...gaps.slice(0, count), ...shares.slice(0, count)],
    ];
    const expected = numbers(byKernel);
    // Rounding of coordinates of about 100.
    numbers(own).forEach((x, k) => expect(Math.abs(x - expected[k])).toBeLessThan(1e-12));
  }
});

test('a pose that is no pose is Status.Invalid for discs as well', () => {
  const bodies = createBodySet2d();
  for (let b = 0; b < 2; b++) addBody2d(bodies, { shape: pointCore2d(), rounding: 1, position: [b, 0] });
  const out = createContact2d(2);
  expect(detect2d(out, exactLineMethod, bodies, 0, 1)).toBe(Status.Overlapping);
  for (const [array, at] of [
    [bodies.positions, 0],
    [bodies.positions, 3],
    [bodies.rotations, 0],
    [bodies.rotations, 3],
  ] as const) {
    const before = array[at];
    array[at] = NaN;
    expect(detect2d(out, exactLineMethod, bodies, 0, 1)).toBe(Status.Invalid);
    expect(out.count).toBe(0);
    array[at] = before;
  }
});

describe.each([exactLineMethod, shortestLinkMethod2d])('a heap of discs, rods and polygons: $name', (method) => {
  test('in a periodic box: the pairs of all images, for any skin', () => {
    const random = createRandom(8);
    const bodies = heap(random, 40, 8);
    const margin = 0.05;
    const periodic = { min: [0, 0], max: [8, 8] } as const;
    const [none, some] = [0, 0.2].map((skin) => createDetector2d({ bodies, method, margin, skin, periodic }));
    for (let step = 0; step < 12; step++) {
      const list = some.update();
      const found = new Map([...Array(list.count).keys()].map((c) => [`${list.bodyA[c]} ${list.bodyB[c]}`, list.gaps[c]]));
      const expected = allContacts2d(bodies, method, margin, [8, 8]);
      for (const [pair, gap] of expected) if (gap < margin - 1e-12) expect(found.get(pair)).toBeCloseTo(gap, 12);
      for (const [pair, gap] of found) expect(expected.get(pair) ?? margin).toBeCloseTo(gap, 12);
      expect(bits2d(list)).toEqual(bits2d(none.update()));
      expect(list.count).toBeGreaterThan(20);
      move2d(bodies, random, 0.05);
      for (let k = 0; k < bodies.positions.length; k++) bodies.positions[k] -= 8 * Math.floor(bodies.positions[k] / 8);
    }
    expect(some.statistics.builtForMotion).toBeLessThan(none.statistics.builtForMotion);
  });

  test('saved and restored to the bit', () => {
    const random = createRandom(4);
    const bodies = heap(random, 40, 6);
    const options = { bodies, method, margin: 0.02, walls: [lineWall([0, 1], 0.4)] };
    const detector = createDetector2d(options);
    for (let step = 0; step < 5; step++) {
      detector.update();
      move2d(bodies, random, 0.01);
    }
    const copy = createDetector2d(options);
    copy.restore(detector.save());
    for (let step = 0; step < 5; step++) {
      expect(bits2d(copy.update())).toEqual(bits2d(detector.update()));
      move2d(bodies, random, 0.01);
    }
  });
});

test('a detector refuses discs and rods with a method that takes polygons only', () => {
  const bodies = createBodySet2d();
  addBody2d(bodies, { shape: rectangle(1, 1) });
  addBody2d(bodies, { shape: segmentCore2d(1), rounding: 0.1 });
  expect(codeOf(() => createDetector2d({ bodies, method: fastCommonLineMethod }))).toBe('bad-option');
  expect(createDetector2d({ bodies, method: shortestLinkMethod2d }).update().count).toBe(1);
});

test('the seam filter lets a disc and a rod roll and slide over blocks laid flush, and keeps all numbers finite', () => {
  const bodies = createBodySet2d();
  for (let k = 0; k < 3; k++) addBody2d(bodies, { shape: rectangle(1, 1), position: [k, -0.5], flags: 1 });
  addBody2d(bodies, { shape: pointCore2d(), rounding: 0.2, position: [0.5, 0.199] });
  addBody2d(bodies, { shape: segmentCore2d(0.6), rounding: 0.1, position: [1.5, 0.099] });
  const list = createDetector2d({ bodies, method: exactLineMethod, seams: {} }).update();
  for (let c = 0; c < list.count; c++) {
    expect(Number.isFinite(list.gaps[c] + list.lengths[c] + list.areas[c])).toBe(true);
    // Straight up, at the seams as well.
    if (list.bodyB[c] > 2 && list.bodyA[c] < 3 && list.status[c] === Status.Overlapping)
      expect(Math.abs(list.normals[2 * c + 1])).toBeCloseTo(1, 6);
  }
  expect([...list.bodyB.slice(0, list.count)].filter((b) => b === 3).length).toBeGreaterThan(0);
  expect([...list.bodyB.slice(0, list.count)].filter((b) => b === 4).length).toBeGreaterThan(0);
});

describe('walls', () => {
  test('a disc and rods on a line: gap, points and names', () => {
    const bodies = createBodySet2d();
    addBody2d(bodies, { shape: pointCore2d(), rounding: 0.5, position: [0, 0.49] });
    addBody2d(bodies, { shape: segmentCore2d(2), rounding: 0.5, position: [5, 0.48] });
    addBody2d(bodies, { shape: segmentCore2d(2), rounding: 0.5, position: [9, 1.47], rotation: [0, 1] });
    addBody2d(bodies, { shape: segmentCore2d(2), rounding: 0.5, position: [14, 0.49 + 0.6], rotation: [0.8, 0.6] });
    const list = createDetector2d({ bodies, method: exactLineMethod, walls: [lineWall([0, 1], 0)] }).update();
    expect([...list.bodyA.slice(0, list.count)]).toEqual([0, 1, 2, 3]);
    expect([...list.kind.slice(0, 4)]).toEqual([
      ContactKind.VertexEdge,
      ContactKind.ParallelEdges,
      ContactKind.VertexEdge,
      ContactKind.VertexEdge,
    ]);
    expect([...list.gaps.slice(0, 4)].map((gap) => +gap.toFixed(12))).toEqual([-0.01, -0.02, -0.03, -0.01]);
    expect([...list.pointStart.slice(0, 5)]).toEqual([0, 1, 3, 4, 5]);
    expect(list.lengths[1]).toBeCloseTo(2, 12);
    expect(list.areas[1]).toBeCloseTo(0.04, 12);
    expect([...list.points.slice(0, 2)].map((x) => +x.toFixed(12) + 0)).toEqual([0, -0.005]);
    expect([...list.pointFeatures.slice(0, 10)]).toEqual(
      [vertexFeature(0), vertexFeature(0), vertexFeature(1), vertexFeature(0), vertexFeature(0)].flatMap((name) => [name, edgeFeature(0)]),
    );
  });

  test('a core that has lost its radius is invalid', () => {
    const bodies = createBodySet2d();
    for (let b = 0; b < 2; b++) addBody2d(bodies, { shape: pointCore2d(), rounding: 0.5, position: [b, 0.4] });
    const detector = createDetector2d({ bodies, method: exactLineMethod, margin: 0.1, walls: [lineWall([0, 1], 0)] });
    expect(detector.update().count).toBe(3);
    bodies.rounding[1] = 0;
    const list = detector.update();
    expect([...list.status.slice(0, list.count)].filter((status) => status !== Status.Invalid)).toHaveLength(1);
    expect([detector.invalidCount, detector.invalid[0]]).toEqual([1, 1]);
  });
});
