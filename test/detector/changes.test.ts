import { describe, expect, test } from 'vitest';
import { createBodySet } from '../../src/body';
import { exactMethod, shortestLinkMethod } from '../../src/common-plane';
import { createDetector } from '../../src/detector';
import { addBody2d, createBodySet2d, createDetector2d, exactLineMethod, lineWall, rectangle, regularPolygon } from '../../src/planar';
import { box, prism } from '../../src/polyhedron';
import { planeWall } from '../../src/walls';
import { codeOf } from '../polyhedron/code-of';
import { bits2d } from '../planar/scene-2d';
import { bits } from './scene';

describe('a shape put in the place of another', () => {
  test('gives the contacts of a fresh detector, with room for all points', () => {
    const bodies = createBodySet({ shapes: [box(1, 1, 1)], positions: new Float64Array([0, 0, 0.49, 3, 0, 0.49]) });
    const options = { bodies, method: exactMethod, walls: [planeWall([0, 0, 1], 0)] };
    const detector = createDetector(options);
    expect(detector.update().pointCount).toBe(8);
    bodies.shapes[0] = prism(40, 0.5, 1);
    const list = detector.update();
    expect([list.pointCount, list.droppedPoints]).toEqual([80, 0]);
    expect(bits(list)).toEqual(bits(createDetector(options).update()));
  });

  test('also after restore, and in the plane', () => {
    const bodies = createBodySet({ shapes: [box(1, 1, 1)], positions: new Float64Array([0, 0, 0.49]) });
    const options = { bodies, method: exactMethod, walls: [planeWall([0, 0, 1], 0)] };
    const saved = createDetector(options);
    saved.update();
    const detector = createDetector(options);
    detector.restore(saved.save());
    bodies.shapes[0] = prism(40, 0.5, 1);
    expect(detector.update().pointCount).toBe(40);

    const flat = createBodySet2d({ shapes: [rectangle(1, 1)], positions: new Float64Array([0, 0.2, 3, 0.2]) });
    const planar = { bodies: flat, method: exactLineMethod, walls: [lineWall([0, 1], 0)] };
    const detector2d = createDetector2d(planar);
    detector2d.update();
    flat.shapes[0] = regularPolygon(40, 0.5);
    const list = detector2d.update();
    expect([list.pointCount > 4, list.droppedPoints]).toEqual([true, 0]);
    expect(bits2d(list)).toEqual(bits2d(createDetector2d(planar).update()));
  });

  test('ends the contacts of its bodies, and of no others', () => {
    const shapes = [box(1, 1, 1), box(1, 1, 1.01), box(1, 1, 1.02)];
    const positions = new Float64Array([0, 0, 0, 0, 0, 0.99, 0, 0, 1.98, 0, 0, 2.97]);
    const bodies = createBodySet({ shapes, positions, shapeIndex: new Int32Array([0, 0, 1, 2]) });
    const detector = createDetector({ bodies, method: shortestLinkMethod });
    const began = () => [...detector.update().began.subarray(0, detector.contacts.count)];
    expect(began()).toEqual([1, 1, 1]);
    shapes[2] = box(1.1, 1, 1.02);
    expect(began()).toEqual([0, 0, 1]);
    expect([detector.contacts.endedCount, detector.contacts.endedBodyB[0]]).toEqual([1, 3]);
    shapes[0] = box(1.1, 1, 1);
    expect(began()).toEqual([1, 1, 0]);
    expect(began()).toEqual([0, 0, 0]);
    // A longer list of shapes, and a shorter one, end nothing by themselves.
    shapes.push(box(2, 2, 2));
    expect(began()).toEqual([0, 0, 0]);
    shapes.length = 3;
    expect(began()).toEqual([0, 0, 0]);
  });
});

describe('after the error that the periodic box is too small', () => {
  const periodic = { min: [0, 0, 0] as const, max: [10, 10, 10] as const };

  test('the next update keeps the history, and what was changed meanwhile counts', () => {
    const bodies = createBodySet({ shapes: [box(1, 1, 1)], positions: new Float64Array([0, 0, 0, 0, 0, 0.99, 0, 0, 1.98, 5, 5, 5]) });
    const detector = createDetector({ bodies, method: exactMethod, periodic });
    const first = detector.update();
    const slots = () => [[...first.userSlot.subarray(0, first.count)], [...first.pointSlot.subarray(0, first.pointCount)]];
    const before = slots();
    const list = bits(first);
    for (let again = 0; again < 2; again++) {
      bodies.rounding[3] = 6;
      expect(codeOf(() => detector.update())).toBe('bad-option');
      // The list of the last step is still there.
      expect(bits(first)).toEqual(list);
    }
    bodies.rounding[3] = 0;
    detector.update();
    expect(slots()).toEqual(before);
    expect([first.endedCount, first.endedPointCount, first.began[0]]).toEqual([0, 0, 0]);
    // A body replaced in the step of the error is a new one afterwards.
    bodies.rounding[3] = 6;
    bodies.generation[2]++;
    expect(codeOf(() => detector.update())).toBe('bad-option');
    bodies.rounding[3] = 0;
    detector.update();
    expect([first.endedCount, first.began[0], first.began[1]]).toEqual([1, 0, 1]);
    // So is a mask.
    bodies.rounding[3] = 6;
    bodies.mask[0] = 0;
    expect(codeOf(() => detector.update())).toBe('bad-option');
    bodies.rounding[3] = 0;
    expect(detector.update().count).toBe(1);
    expect(first.began[0]).toBe(0);
  });

  test('the bits are those of a detector that never failed', () => {
    const make = () => {
      const bodies = createBodySet({ shapes: [box(1, 1, 1)], positions: new Float64Array([0, 0, 0, 0.1, 0, 0.99, 5, 5, 5]) });
      return { bodies, detector: createDetector({ bodies, method: shortestLinkMethod, margin: 0.01, periodic }) };
    };
    const [one, two] = [make(), make()];
    for (let step = 0; step < 30; step++) {
      for (const { bodies } of [one, two]) bodies.positions[5] = 0.99 + 0.004 * (step % 7);
      if (step % 3 === 1) {
        one.bodies.rounding[2] = 20;
        expect(codeOf(() => one.detector.update())).toBe('bad-option');
        one.bodies.rounding[2] = 0;
      }
      expect(bits(one.detector.update())).toEqual(bits(two.detector.update()));
    }
  });

  test('in the plane', () => {
    const bodies = createBodySet2d();
    for (let k = 0; k < 3; k++) addBody2d(bodies, { shape: rectangle(1, 1), position: [0, 0.99 * k] });
    const detector = createDetector2d({ bodies, method: exactLineMethod, periodic: { min: [0, 0], max: [10, 10] } });
    expect(detector.update().count).toBe(2);
    bodies.rounding[2] = 6;
    expect(codeOf(() => detector.update())).toBe('bad-option');
    bodies.rounding[2] = 0;
    const list = detector.update();
    expect([list.began[0], list.began[1], list.endedCount]).toEqual([0, 0, 0]);
  });
});
