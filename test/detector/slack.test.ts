/** Pairs that a detector does not ask about: right whatever the bodies do, and as many as there should be. */
import { describe, expect, test } from 'vitest';
import { addBody, createBodySet, removeBody } from '../../src/body';
import { exactMethod, fastCommonPlaneMethod, shortestLinkMethod } from '../../src/common-plane';
import { createDetector } from '../../src/detector';
import { addBody2d, createBodySet2d, createDetector2d, exactLineMethod, rectangle, shortestLinkMethod2d } from '../../src/planar';
import { box, createRandom, polyhedronFromVertices } from '../../src/polyhedron';
import { allContacts, bits, move, randomScene } from './scene';
import { bytes } from '../bytes';
import { sweep } from '../sweep';

describe.each([exactMethod, shortestLinkMethod])('$name', (method) => {
  test('a dense crowd in small steps: no contact is missed, and most pairs apart are not asked', () => {
    const random = createRandom(21);
    const bodies = randomScene(random, 50, 5);
    const margin = 0.01;
    const detector = createDetector({ bodies, method, margin });
    const always = createDetector({ bodies, method: { ...method, certified: false }, margin });
    let apart = 0;
    let near = 0;
    for (let step = 0; step < sweep(50, 12); step++) {
      const list = detector.update();
      always.update();
      const pairs = (from: typeof list) => [from.bodyA, from.bodyB, from.status].map((x) => bytes(x, from.count));
      expect(pairs(list)).toEqual(pairs(always.contacts));
      if (step % 30 === 0) expect(allContacts(bodies, method, margin).size).toBe(list.count);
      const { apartPairs, askedPairs } = detector.statistics;
      expect(apartPairs + askedPairs).toBe(always.statistics.askedPairs);
      expect(always.statistics.apartPairs).toBe(0);
      if (step > 0) {
        apart += apartPairs;
        near += always.statistics.askedPairs - list.count;
      }
      move(bodies, random, 0.002);
    }
    expect(apart).toBeGreaterThan(0.7 * near);
  });

  test('bodies that creep up to the margin are found in the step in which they reach it', () => {
    const margin = 0.25;
    const bodies = createBodySet();
    addBody(bodies, { shape: box(1, 1, 1) });
    addBody(bodies, { shape: box(1, 1, 1), position: [1.3, 0.2, 0.1] });
    const detector = createDetector({ bodies, method, margin });
    let asked = 0;
    let step = 0;
    // Half of the distance that is left, then steps below its rounding.
    for (; step < 200; step++) {
      const left = bodies.positions[3] - 1.25;
      const list = detector.update();
      expect(list.count).toBe(left <= 0 ? 1 : 0);
      asked += detector.statistics.askedPairs;
      if (left <= 0) break;
      bodies.positions[3] -= left > 1e-15 ? 0.3 * left : 2 ** -52;
    }
    expect(step).toBeLessThan(200);
    expect(asked).toBeLessThan(step);
  });

  test('a body that turns in place is asked about before its corner comes', () => {
    const bodies = createBodySet();
    addBody(bodies, { shape: box(1, 1, 1) });
    addBody(bodies, { shape: box(3, 0.5, 0.5), position: [0, 1.2, 0] });
    const detector = createDetector({ bodies, method });
    const listed: number[] = [];
    for (let step = 0; step <= 100; step++) {
      const half = (Math.PI / 4) * (step / 100);
      bodies.orientations.set([0, 0, Math.sin(half), Math.cos(half)], 4);
      detector.update();
      const alone = allContacts(bodies, method, 0).size;
      expect(detector.contacts.count).toBe(alone);
      listed.push(alone);
    }
    expect(listed[0]).toBe(0);
    expect(listed[100]).toBe(1);
  });

  test('a rounding radius that grows is a change of all distances', () => {
    const bodies = createBodySet();
    for (const x of [0, 1.2]) addBody(bodies, { shape: box(1, 1, 1), position: [x, 0, 0] });
    const detector = createDetector({ bodies, method, skin: 0.5 });
    expect(detector.update().count).toBe(0);
    expect(detector.update().count).toBe(0);
    expect(detector.statistics.apartPairs).toBe(1);
    bodies.rounding[1] = 0.21;
    expect(detector.update().count).toBe(1);
  });

  test('another image of the second body may be the nearer one', () => {
    // The base of a pyramid faces a cube across a gap of 0.7; its tip is 0.4 away from the cube's image.
    const edge = 2.7;
    const bodies = createBodySet();
    const corners = [-1, 1].flatMap((y) => [-1, 1].map((z) => [0, 0.1 * y, 0.1 * z] as const));
    addBody(bodies, { shape: box(0.4, 0.4, 0.4) });
    addBody(bodies, { shape: polyhedronFromVertices([...corners, [1.2, 0, 0]]) });
    const periodic = { min: [0, 0, 0] as const, max: [edge, edge, edge] as const };
    const detector = createDetector({ bodies, method, periodic, skin: 0.05 });
    const found: number[] = [];
    for (let step = 0; step <= sweep(400, 150); step++) {
      bodies.positions[3] = 1.2 + 0.5 * step; // a step passes the place where no bounds meet
      detector.update();
      const alone = allContacts(bodies, method, 0, [edge, edge, edge]).size;
      expect(detector.contacts.count).toBe(alone);
      found.push(alone);
    }
    expect(found[0]).toBe(0);
    expect(found.filter((n) => n === 1).length).toBeGreaterThan(sweep(100, 35));
  });

  test('a radius that changes before the memory is saved is seen after restore', () => {
    const bodies = createBodySet();
    for (const x of [0, 1.2]) addBody(bodies, { shape: box(1, 1, 1), position: [x, 0, 0] });
    const one = createDetector({ bodies, method });
    const other = createDetector({ bodies, method });
    one.update();
    bodies.rounding[0] = 0.21;
    other.restore(one.save());
    expect(other.update().count).toBe(1);
    expect(one.update().count).toBe(1);
  });

  test('a shape that is put in the place of another before the memory is saved is seen after restore', () => {
    const bodies = createBodySet();
    for (const x of [0, 1.2]) addBody(bodies, { shape: box(1, 1, 1), position: [x, 0, 0] });
    const one = createDetector({ bodies, method });
    const other = createDetector({ bodies, method });
    one.update();
    bodies.shapes[0] = box(1.5, 1, 1);
    const memory = one.save();
    expect([...memory.replaced]).toEqual([0]);
    other.restore(memory);
    expect(other.update().count).toBe(1);
  });

  test('a body that takes a row before the memory is saved has no memory after restore', () => {
    const bodies = createBodySet();
    for (const x of [0, 1.2]) addBody(bodies, { shape: box(1, 1, 1), position: [x, 0, 0] });
    addBody(bodies, { shape: box(1, 1, 1), position: [0, 0.99, 0] });
    const one = createDetector({ bodies, method });
    const other = createDetector({ bodies, method });
    one.update();
    removeBody(bodies, 2);
    addBody(bodies, { shape: box(1, 1, 1), position: [0, 0.99, 0] });
    other.restore(one.save());
    for (const detector of [one, other]) {
      const list = detector.update();
      expect([list.count, list.bodyA[0], list.bodyB[0], list.began[0]]).toEqual([1, 0, 2, 1]);
      expect(list.endedCount).toBe(1);
    }
    expect(bits(other.contacts)).toEqual(bits(one.contacts));
  });

  test('a number of bodies made smaller before the memory is saved', () => {
    const bodies = createBodySet();
    for (const x of [0, 0.99, 1.98]) addBody(bodies, { shape: box(1, 1, 1), position: [x, 0, 0] });
    const one = createDetector({ bodies, method });
    const other = createDetector({ bodies, method });
    expect(one.update().count).toBe(2);
    bodies.count = 2;
    other.restore(one.save());
    expect(bits(other.update())).toEqual(bits(one.update()));
    expect(other.contacts.count).toBe(1);
  });

  test('a memory of another margin or another periodic box', () => {
    const bodies = createBodySet();
    for (const x of [0.5, 1.7]) addBody(bodies, { shape: box(1, 1, 1), position: [x, 0, 0] });
    const periodic = (edge: number) => ({ min: [0, -9, -9] as const, max: [edge, 9, 9] as const });
    const one = createDetector({ bodies, method, periodic: periodic(9) });
    expect(one.update().count).toBe(0);
    const memory = one.save();
    for (const [margin, edge, count] of [
      [0, 9, 0],
      [0.25, 9, 1],
      [0, 5, 0],
    ]) {
      const other = createDetector({ bodies, method, margin, periodic: periodic(edge) });
      other.restore(memory);
      expect(other.update().count).toBe(count);
      expect(other.statistics.apartPairs).toBe(margin === 0 && edge === 9 ? 1 : 0);
    }
  });

  test('a body put back over many edges of a box: its position is rounded, and counts as moved by that', () => {
    for (const edge of [10, 100, 1e5, 1e9]) {
      let apart = 0;
      for (let k = 0; k < sweep(400, 50); k++) {
        // Gaps from one rounding step of the size to far above the rounding of the shift.
        const gap = 2 ** (-48 + 0.6 * (k % 50) + 0.3 * (k % 2));
        const bodies = createBodySet();
        for (const x of [0.3, 1.3 + gap]) addBody(bodies, { shape: box(1, 1, 1), position: [x, 0, 0] });
        const periodic = { min: [0, -50, -50] as const, max: [edge, 50, 50] as const, axes: [true, false, false] as const };
        const some = createDetector({ bodies, method, periodic });
        const all = createDetector({ bodies, method: { ...method, certified: false }, periodic });
        for (let step = 0; step < 6; step++) {
          expect(some.update().count).toBe(all.update().count);
          apart += some.statistics.apartPairs;
          bodies.positions[3 * (step % 2)] += edge * ((k + step) % 2 === 0 ? 1000 : -999);
        }
      }
      if (edge < 1e9) expect(apart).toBeGreaterThan(0);
    }
  });

  test('saved and restored, the same pairs are asked, to the same bits', () => {
    const random = createRandom(5);
    const bodies = randomScene(random, 40, 3.5);
    const one = createDetector({ bodies, method, margin: 0.01 });
    const other = createDetector({ bodies, method, margin: 0.01 });
    for (let step = 0; step < sweep(20, 4); step++) {
      one.update();
      move(bodies, random, 0.002);
    }
    other.restore(structuredClone(one.save()));
    for (let step = 0; step < sweep(20, 4); step++) {
      one.update();
      other.update();
      expect(bits(other.contacts)).toEqual(bits(one.contacts));
      expect(other.statistics.apartPairs).toBe(one.statistics.apartPairs);
      expect(one.statistics.apartPairs).toBeGreaterThan(0);
      move(bodies, random, 0.002);
    }
  });
});

test('a method without a proof is asked about every pair', () => {
  const random = createRandom(21);
  const bodies = randomScene(random, 20, 3);
  const detector = createDetector({ bodies, method: fastCommonPlaneMethod });
  for (let step = 0; step < 3; step++) detector.update();
  expect(detector.statistics.apartPairs).toBe(0);
  expect(detector.statistics.askedPairs).toBeGreaterThan(0);
});

test.each([exactLineMethod, shortestLinkMethod2d])('$name in the plane: the same list, and fewer pairs asked', (method) => {
  const random = createRandom(8);
  const bodies = createBodySet2d();
  const edge = 9;
  for (let b = 0; b < 90; b++) {
    const angle = 2 * Math.PI * random();
    addBody2d(bodies, {
      shape: rectangle(0.5 + random(), 0.3),
      position: [edge * random(), edge * random()],
      rotation: [Math.cos(angle), Math.sin(angle)],
      rounding: random() < 0.3 ? 0.05 : 0,
    });
  }
  const periodic = { min: [0, 0] as const, max: [edge, edge] as const };
  const detectors = [method, { ...method, certified: false }].map((m) => createDetector2d({ bodies, method: m, margin: 0.01, periodic }));
  let apart = 0;
  const steps = sweep(200, 40);
  for (let step = 0; step < steps; step++) {
    const [some, all] = detectors.map((detector) => detector.update());
    const pairs = (list: typeof some) => [list.bodyA, list.bodyB, list.status].map((x) => bytes(x, list.count));
    expect(pairs(some)).toEqual(pairs(all));
    apart += detectors[0].statistics.apartPairs;
    if (step === steps / 2) bodies.rounding[3] = 0.2;
    for (let i = 0; i < bodies.count; i++) {
      for (let k = 0; k < 2; k++) bodies.positions[2 * i + k] += 0.004 * (random() - 0.5);
      const [c, s] = bodies.rotations.subarray(2 * i, 2 * i + 2);
      const t = 0.004 * (random() - 0.5);
      const norm = Math.sqrt((c - s * t) ** 2 + (s + c * t) ** 2);
      bodies.rotations.set([(c - s * t) / norm, (s + c * t) / norm], 2 * i);
    }
  }
  expect(apart).toBeGreaterThan(100);
});
