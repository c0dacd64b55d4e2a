import { describe, expect, test } from 'vitest';
import { addBody, createBodySet } from '../../src/body';
import { exactMethod, shortestLinkMethod } from '../../src/common-plane';
import { createContact, createDetectOptions, detect, type ContactMethod } from '../../src/contact';
import { createDetector } from '../../src/detector';
import { box, createRandom, prism } from '../../src/polyhedron';
import { planeWall } from '../../src/walls';
import { randomScene } from './scene';

/** Two rods of eighty sides that cross: of their strips hundreds lie over each other. */
function crossedRods() {
  const rod = prism(80, 1, 6);
  const bodies = createBodySet();
  addBody(bodies, { shape: rod, position: [0, 0, 0] });
  addBody(bodies, { shape: rod, position: [0, 1.9, 0], orientation: [0, Math.SQRT1_2, 0, Math.SQRT1_2] });
  return bodies;
}

describe('a contact of more points than two bodies usually have', () => {
  const options = { margin: 0.01, pointMargin: 0.6 };

  test('is whole: nothing is dropped', () => {
    const bodies = crossedRods();
    const list = createDetector({ bodies, method: exactMethod, ...options }).update();
    const roomy = createContact(20_000);
    detect(roomy, exactMethod, bodies, 0, 1, undefined, { ...createDetectOptions(), ...options });
    const usual = 2 * (160 + 80);
    expect(roomy.count + roomy.rimCount).toBeGreaterThan(usual);
    expect([list.count, list.pointCount, list.droppedPoints]).toEqual([1, roomy.count, 0]);
    expect([...list.points.subarray(0, 3 * list.pointCount)]).toEqual([...roomy.points.subarray(0, 3 * roomy.count)]);
  });

  test('is asked for again with the memory as it was, in the first step only', () => {
    const asked: number[][] = [];
    const counting: ContactMethod = {
      ...shortestLinkMethod,
      detect: (out, a, b, pose, state, given) => {
        const { ints, floats, intOffset: i, floatOffset: f } = state;
        const { stateInts, stateFloats } = shortestLinkMethod;
        asked.push([...ints.subarray(i, i + stateInts), ...floats.subarray(f, f + stateFloats)]);
        return shortestLinkMethod.detect(out, a, b, pose, state, given);
      },
    };
    const bodies = crossedRods();
    const detector = createDetector({ bodies, method: counting, ...options });
    detector.update();
    expect(asked.length).toBeGreaterThan(1);
    for (const memory of asked) expect(memory).toEqual(asked[0]);
    const first = asked.length;
    for (let step = 1; step <= 3; step++) {
      bodies.positions[4] -= 1e-4;
      detector.update();
      expect(asked.length).toBe(first + step);
    }
  });
});

test('pointMargin and maxPoints go to the method and to the walls', () => {
  const bodies = randomScene(createRandom(4), 50, 4);
  const margin = 0.01;
  const contact = createContact(2000);
  for (const [pointMargin, maxPoints] of [
    [0, 0],
    [0.1, 0],
    [0.1, 3],
    [0, 1],
  ]) {
    const list = createDetector({ bodies, method: exactMethod, margin, pointMargin, maxPoints }).update();
    let points = 0;
    for (let c = 0; c < list.count; c++) {
      const options = { ...createDetectOptions(), margin, pointMargin, maxPoints };
      detect(contact, exactMethod, bodies, list.bodyA[c], list.bodyB[c], undefined, options);
      expect([...list.pointGaps.subarray(list.pointStart[c], list.pointStart[c + 1])]).toEqual([
        ...contact.gaps.subarray(0, contact.count),
      ]);
      points += contact.count;
      if (maxPoints > 0) expect(contact.count).toBeLessThanOrEqual(maxPoints);
    }
    expect(list.pointCount).toBe(points);
    expect(list.count).toBeGreaterThan(20);
  }
});

test('what pointMargin and maxPoints cannot be', () => {
  const bodies = createBodySet({ shapes: [box(1, 1, 1)], positions: new Float64Array(6) });
  for (const bad of [
    { pointMargin: -1 },
    { pointMargin: Number.NaN },
    { pointMargin: Infinity },
    { pointMargin: null },
    { maxPoints: -1 },
    { maxPoints: 1.5 },
    { maxPoints: Number.NaN },
    { maxPoints: '4' },
    { maxPoints: null },
  ]) {
    const make = () => createDetector({ bodies, method: exactMethod, walls: [planeWall([0, 0, 1], 0)], ...(bad as object) });
    expect(make, JSON.stringify(bad)).toThrow(expect.objectContaining({ code: 'bad-option' }) as Error);
  }
});
