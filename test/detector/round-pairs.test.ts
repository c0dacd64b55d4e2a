/**
 * Detectors write rows of spheres and of discs in one loop, but pair by pair in steps with an invalid body. Both must
 * give the same bits, slots included.
 */
import { describe, expect, it } from 'vitest';
import * as planar from '../../src/planar/index';
import { addBody, box, createBodySet, createDetector, exactMethod, pointCore, removeBody, segmentCore } from '../../src/index';
import { createRandom } from '../../src/polyhedron';

const COUNT = 150;
const SIZE = 5;
const STEPS = 12;

type Numbers = Float64Array | Int32Array | Uint8Array;

/** What the rows and points of a list say, array by array. */
function rowsOf(
  list: planar.ContactList2d | ReturnType<ReturnType<typeof createDetector>['update']>,
  coordinates: number,
): Record<string, number[]> {
  const found: Record<string, number[]> = {
    slots: [list.slotCount, list.pointSlotCount],
    start: Array.from(list.pointStart.subarray(0, list.count + 1)),
  };
  const ended = {
    endedBodyA: list.endedCount,
    endedBodyB: list.endedCount,
    endedUserSlot: list.endedCount,
    endedPointSlot: list.endedPointCount,
  };
  const perPoint = { pointGaps: 1, points: coordinates, pointFeatures: 2, pointShares: 1, pointBegan: 1, pointSlot: 1 };
  const places = ['normals', 'centres', 'pointsA', 'pointsB', 'shifts', 'shiftVelocities'];
  for (const [name, value] of Object.entries(list)) {
    if (!ArrayBuffer.isView(value) || name === 'pointStart') continue;
    const numbers = value as Numbers;
    const length =
      name in ended
        ? ended[name as keyof typeof ended]
        : name in perPoint
          ? list.pointCount * perPoint[name as keyof typeof perPoint]
          : list.count * (places.includes(name) ? coordinates : 1);
    found[name] = Array.from(numbers.subarray(0, length));
  }
  return found;
}

const OPTIONS = [
  { name: 'alone', more: {} },
  { name: 'with a margin and least sizes', more: { margin: 0.05, minArea: 1e-3, minLength: 1e-3 } },
  { name: 'in a periodic box', more: { margin: 0.02, periodic: 'all' } },
  { name: 'in a box that repeats along x', more: { periodic: 'x' } },
] as const;

describe.each(OPTIONS)('rows of spheres and discs $name', ({ more }) => {
  const { periodic, ...rest } = { periodic: undefined, ...more };
  const boxOf = (d: number) => ({
    min: Array.from({ length: d }, () => 0) as never,
    max: Array.from({ length: d }, () => SIZE) as never,
    ...(periodic === 'x' ? { axes: [true, false, false].slice(0, d) as never } : {}),
  });

  it.each([0, 0.3])('are in space what they are pair by pair; part of other bodies %f', (part) => {
    const build = (invalid: boolean) => {
      const random = createRandom(11);
      const bodies = createBodySet();
      for (let b = 0; b < COUNT; b++) {
        const position = [SIZE * random(), SIZE * random(), SIZE * random()] as const;
        const kind = random();
        const rounding = 0.1 + 0.4 * random() ** 2;
        if (kind < 0.5 * part) addBody(bodies, { shape: box(0.6, 0.5, 0.4), position });
        else addBody(bodies, { shape: kind < part ? segmentCore([-0.3, 0, 0, 0.3, 0, 0]) : pointCore(), rounding, position });
      }
      if (invalid) addBody(bodies, { shape: pointCore(), rounding: 0.1 });
      const detector = createDetector({ bodies, method: exactMethod, ...rest, ...(periodic === undefined ? {} : { periodic: boxOf(3) }) });
      return { bodies, detector, random: createRandom(12) };
    };
    const [straight, byPairs] = [build(false), build(true)];
    byPairs.bodies.positions[3 * COUNT] = Number.NaN;
    let contacts = 0;
    for (let step = 0; step < STEPS; step++) {
      for (const { bodies, random } of [straight, byPairs]) {
        for (let k = 0; k < 3 * COUNT; k++) bodies.positions[k] += 0.06 * (random() - 0.5);
        if (step === 5) removeBody(bodies, 9);
        if (step === 7) bodies.rounding[20] *= 1.3;
        if (step === 9) bodies.positions.set(bodies.positions.subarray(3, 6), 9); // two centres at one place
      }
      expect(rowsOf(straight.detector.update(), 3)).toEqual(rowsOf(byPairs.detector.update(), 3));
      expect(byPairs.detector.invalidCount).toBe(1);
      expect(straight.detector.statistics.askedPairs).toBe(byPairs.detector.statistics.askedPairs);
      contacts += straight.detector.contacts.count;
    }
    expect(contacts).toBeGreaterThan(20 * STEPS);
  });

  it.each([0, 0.3])('are in the plane what they are pair by pair; part of other bodies %f', (part) => {
    const build = (invalid: boolean) => {
      const random = createRandom(13);
      const bodies = planar.createBodySet2d();
      const size = 2.4 * SIZE;
      for (let b = 0; b < COUNT; b++) {
        const position = [size * random(), size * random()] as const;
        const kind = random();
        const rounding = 0.1 + 0.4 * random() ** 2;
        if (kind < 0.5 * part) planar.addBody2d(bodies, { shape: planar.rectangle(0.6, 0.5), position });
        else planar.addBody2d(bodies, { shape: kind < part ? planar.segmentCore2d(0.6) : planar.pointCore2d(), rounding, position });
      }
      if (invalid) planar.addBody2d(bodies, { shape: planar.pointCore2d(), rounding: 0.1 });
      const wide = { ...boxOf(2), max: [size, size] as const };
      const method = planar.exactLineMethod;
      const detector = planar.createDetector2d({ bodies, method, ...rest, ...(periodic === undefined ? {} : { periodic: wide }) });
      return { bodies, detector, random: createRandom(12) };
    };
    const [straight, byPairs] = [build(false), build(true)];
    byPairs.bodies.positions[2 * COUNT] = Number.NaN;
    let contacts = 0;
    for (let step = 0; step < STEPS; step++) {
      for (const { bodies, random } of [straight, byPairs]) {
        for (let k = 0; k < 2 * COUNT; k++) bodies.positions[k] += 0.06 * (random() - 0.5);
        if (step === 5) planar.removeBody2d(bodies, 9);
        if (step === 7) bodies.rounding[20] *= 1.3;
        if (step === 9) bodies.positions.set(bodies.positions.subarray(2, 4), 6);
      }
      expect(rowsOf(straight.detector.update(), 2)).toEqual(rowsOf(byPairs.detector.update(), 2));
      expect(byPairs.detector.invalidCount).toBe(1);
      expect(straight.detector.statistics.askedPairs).toBe(byPairs.detector.statistics.askedPairs);
      contacts += straight.detector.contacts.count;
    }
    expect(contacts).toBeGreaterThan(20 * STEPS);
  });
});
