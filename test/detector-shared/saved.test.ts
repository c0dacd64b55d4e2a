import { isDeepStrictEqual } from 'node:util';
import { expect, test } from 'vitest';
import { addBody, createBodySet } from '../../src/body';
import { exactMethod, shortestLinkMethod, trackedShortestLinkMethod } from '../../src/common-plane';
import { createDetector, memoryFromJson, memoryToJson, type DetectorMemory } from '../../src/detector';
import { createDetector2d, memoryFromJson2d, memoryToJson2d, shortestLinkMethod2d } from '../../src/planar';
import { box, createRandom } from '../../src/polyhedron';
import { planeWall } from '../../src/walls';
import { bits, move, randomScene, slots } from '../detector/scene';
import { bits2d, move2d, randomScene2d, slots2d } from '../planar/scene-2d';
import { codeOf } from '../polyhedron/code-of';
import { sweep } from '../sweep';

/** The typed arrays of a memory, those of its slots included. */
function arraysOf(memory: object): (Int32Array | Float64Array)[] {
  return Object.values(memory).flatMap((value: unknown) =>
    value instanceof Int32Array || value instanceof Float64Array ? [value] : typeof value === 'object' ? arraysOf(value as object) : [],
  );
}

function runScene() {
  const random = createRandom(5);
  const bodies = randomScene(random, 40, 4);
  const detector = createDetector({ bodies, method: trackedShortestLinkMethod, margin: 0.02, walls: [planeWall([0, 0, 1], 0.4)] });
  for (let step = 0; step < 8; step++) {
    detector.update();
    move(bodies, random, 0.02);
  }
  return { random, bodies, detector };
}

test('a memory is typed arrays of its own, as long as their contents: the detector does not write to them, nor they to it', () => {
  const { random, bodies, detector } = runScene();
  const saved = detector.save();
  for (const array of arraysOf(saved)) {
    expect([array.byteOffset, array.buffer.byteLength]).toEqual([0, array.byteLength]);
    expect(array.buffer).toBeInstanceOf(ArrayBuffer);
  }
  const copy = structuredClone(saved);
  detector.update();
  move(bodies, random, 0.02);
  detector.update();
  expect(isDeepStrictEqual(saved, copy)).toBe(true);
  detector.restore(saved);
  for (const array of arraysOf(saved)) array.fill(7);
  expect(isDeepStrictEqual(detector.save(), copy)).toBe(true);
});

test('it can be transferred, and written and read as bytes; the next steps have the same bits', () => {
  const { random, bodies, detector } = runScene();
  const saved = detector.save();
  const bytes = arraysOf(saved).map((array) => new Uint8Array(array.buffer.slice(0)));
  const moved = structuredClone(saved, { transfer: arraysOf(saved).map(({ buffer }) => buffer as ArrayBuffer) });
  expect(saved.pairs.length).toBe(0);
  arraysOf(moved).forEach((array, k) => expect(isDeepStrictEqual(new Uint8Array(array.buffer), bytes[k])).toBe(true));
  const other = createDetector({ bodies, method: trackedShortestLinkMethod, margin: 0.02, walls: [planeWall([0, 0, 1], 0.4)] });
  other.restore(moved);
  for (let step = 0; step < 3; step++) {
    expect(bits(other.update())).toEqual(bits(detector.update()));
    expect(slots(other.contacts)).toEqual(slots(detector.contacts));
    move(bodies, random, 0.02);
  }
});

test('JSON keeps every bit, NaN with its payload and -0 included', () => {
  const { detector } = runScene();
  const saved = detector.save();
  new Uint32Array(saved.positions.buffer).set([0xdead, 0x7ff8beef, 0, 0x80000000]);
  const back = memoryFromJson(JSON.parse(JSON.stringify(memoryToJson(saved))));
  expect(Object.keys(back)).toEqual(Object.keys(saved));
  arraysOf(back).forEach((array, k) => {
    expect(array.constructor).toBe(arraysOf(saved)[k].constructor);
    expect(isDeepStrictEqual(array, arraysOf(saved)[k])).toBe(true);
  });
  expect([back.contactSlots.count, back.method]).toEqual([saved.contactSlots.count, saved.method]);
});

test('so it is in the plane', () => {
  const random = createRandom(5);
  const bodies = randomScene2d(random, 60, 6);
  const options = { bodies, method: shortestLinkMethod2d, margin: 0.02 };
  const detector = createDetector2d(options);
  for (let step = 0; step < 8; step++) {
    detector.update();
    move2d(bodies, random, 0.02);
  }
  const saved = detector.save();
  const copies = [structuredClone(saved), memoryFromJson2d(JSON.parse(JSON.stringify(memoryToJson2d(saved))))];
  const detectors = copies.map((copy) => {
    expect(isDeepStrictEqual(copy, saved)).toBe(true);
    const other = createDetector2d(options);
    other.restore(copy);
    return other;
  });
  for (let step = 0; step < 5; step++) {
    detector.update();
    for (const other of detectors) {
      expect(bits2d(other.update())).toEqual(bits2d(detector.contacts));
      expect(slots2d(other.contacts)).toEqual(slots2d(detector.contacts));
    }
    move2d(bodies, random, 0.02);
  }
});

test('JSON that is none of a memory is an InputError', () => {
  const { detector } = runScene();
  const json = memoryToJson(detector.save());
  const nested = JSON.parse(`{"format":"dem-contact detector 4","pairs":${'{"a":'.repeat(9999)}1${'}'.repeat(9999)}}`) as object;
  for (const bad of [
    null,
    [],
    'x',
    {},
    { ...json, format: 'dem-contact detector 1' },
    { ...json, pairs: [0.5] },
    { ...json, pairs: [2 ** 31] },
    { ...json, pairs: ['1'] },
    { ...json, pairs: [null] },
    { ...json, positions: [1] },
    { ...json, positions: null },
    { ...json, contactSlots: { count: '1', free: [], ended: [] } },
    { ...json, contactSlots: [] },
    { ...json, pointSlots: null },
    nested,
  ]) {
    expect(codeOf(() => detector.restore(memoryFromJson(bad)))).toMatch(/^bad-(option|length|index)$/);
  }
  expect(codeOf(() => memoryToJson({} as DetectorMemory))).toBe('bad-option');
  expect(codeOf(() => memoryFromJson2d(json))).toBe('bad-option');
  detector.restore(memoryFromJson(json));
});

test('many thousand bodies, saved and restored: no JSON, no copy of numbers one by one', () => {
  const bodies = createBodySet();
  const shape = box(1, 1, 1);
  const count = sweep(30_000, 5_000);
  for (let b = 0; b < count; b++)
    addBody(bodies, { shape, position: [1.4 * (b % 50), 1.4 * (Math.floor(b / 50) % 50), 1.4 * Math.floor(b / 2500)] });
  const detector = createDetector({ bodies, method: shortestLinkMethod, margin: 0.45 });
  detector.update();
  const saved = detector.save();
  expect(saved.pairs.length / 2).toBeGreaterThan(4 * count);
  const other = createDetector({ bodies, method: shortestLinkMethod, margin: 0.45 });
  other.restore(saved);
  const again = other.save();
  expect(isDeepStrictEqual(again, saved)).toBe(true);
});

test('the memory of a periodic cell leaves no slack to a box of the same heights, which has other images', () => {
  const bodies = createBodySet();
  for (const x of [0.5, 3.5]) addBody(bodies, { shape: box(1.4, 0.2, 0.2), position: [x, 2, 2] });
  const make = (periodic: object) => createDetector({ bodies, method: exactMethod, periodic: periodic as never });
  const cell = make({ vectors: [3.84, 1.12, 0, -1.12, 3.84, 0, 0, 0, 4] });
  const boxed = { min: [0, 0, 0], max: [4, 4, 4] };
  expect(cell.update().count).toBe(0);
  const inBox = make(boxed);
  inBox.restore(cell.save());
  expect(inBox.update().count).toBe(1);
  // And back: the box has slack for two bodies that meet in the cell.
  for (let k = 0; k < 3; k++) bodies.positions[3 + k] = bodies.positions[k] + [3.84 - 1, 1.12, 0][k];
  const other = make(boxed);
  expect(other.update().count).toBe(0);
  const inCell = make({ vectors: [3.84, 1.12, 0, -1.12, 3.84, 0, 0, 0, 4] });
  inCell.restore(other.save());
  expect(inCell.update().count).toBe(1);
});

test('contacts out of order are an InputError, in space, in the plane and for every two that are exchanged', () => {
  const { detector } = runScene();
  const random = createRandom(5);
  const bodies = randomScene2d(random, 60, 6);
  const planar = createDetector2d({ bodies, method: shortestLinkMethod2d, margin: 0.02 });
  planar.update();
  for (const one of [detector, planar]) {
    const saved = one.save();
    const rows = ['bodyA', 'bodyB', 'featureB'] as const;
    expect(saved.bodyA.length).toBeGreaterThan(20);
    for (let c = 1; c < saved.bodyA.length; c += sweep(1, 3)) {
      const swapped = structuredClone(saved);
      for (const name of rows) [swapped[name][c - 1], swapped[name][c]] = [saved[name][c], saved[name][c - 1]];
      expect(() => one.restore(swapped as never)).toThrow(`contacts of the memory are not in order at contact`);
      const twice = structuredClone(saved);
      for (const name of rows) twice[name][c] = saved[name][c - 1];
      if (saved.bodyB[c - 1] >= 0) expect(codeOf(() => one.restore(twice as never))).toBe('bad-index');
    }
    const turned = structuredClone(saved);
    [turned.bodyA[0], turned.bodyB[0]] = [saved.bodyB[0], saved.bodyA[0]];
    expect(codeOf(() => one.restore(turned as never))).toBe('bad-index');
    one.restore(saved as never);
    expect(isDeepStrictEqual(one.save(), saved)).toBe(true);
  }
});
