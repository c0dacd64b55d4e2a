import { describe, expect, test } from 'vitest';
import { createRandom, box } from '../../src/polyhedron';
import { addBody, createBodySet, removeBody } from '../../src/body';
import { exactMethod, shortestLinkMethod } from '../../src/common-plane';
import { Status, touchingBand, type ContactList } from '../../src/contact';
import { createDetector, memoryFromJson, memoryToJson } from '../../src/detector';
import { halfSpaceMethod } from '../../src/half-space';
import { meshWall, planeWall } from '../../src/walls';
import { addRandom, allContacts, bits, move, randomScene, slots } from './scene';
import { sweep } from '../sweep';

/** Steps of the scenes that are compared with all pairs. */
const STEPS = sweep(60, 14);

/** Pairs of the list are those found by asking about all, but for gaps within rounding of the margin. */
function expectAll(list: ContactList, reference: ReturnType<typeof allContacts>, margin: number): void {
  const listed = new Map<string, number>();
  for (let c = 0; c < list.count; c++) if (list.bodyB[c] >= 0) listed.set(`${list.bodyA[c]} ${list.bodyB[c]}`, c);
  for (const [pair, { gap }] of reference) if (gap < margin - 1e-12 && !listed.has(pair)) expect.fail(`${pair} is missing`);
  let worst = 0;
  for (const [pair, c] of listed) {
    const found = reference.get(pair);
    worst = Math.max(worst, Math.abs(list.gaps[c] - (found?.gap ?? margin)));
  }
  expect(worst).toBeLessThan(1e-12);
}

function expectOrder(list: ContactList): void {
  for (let c = 1; c < list.count; c++) {
    const [a, b, i, j] = [list.bodyA[c - 1], list.bodyB[c - 1], list.bodyA[c], list.bodyB[c]];
    const isRight = b < 0 ? j < 0 && (a < i || (a === i && b >= j)) : j < 0 || a < i || (a === i && b < j);
    if (!isRight) expect.fail(`${a} ${b} before ${i} ${j}`);
  }
}

describe.each([exactMethod, shortestLinkMethod])('$name', (method) => {
  test('whatever the skin, the list is that of all pairs, bit for bit that of skin 0, in order', () => {
    const random = createRandom(11);
    const bodies = randomScene(random, 60, 5);
    const margin = 0.05;
    const [without, ...detectors] = [0, 0.02, 0.3, undefined].map((skin) => createDetector({ bodies, method, margin, skin }));
    for (let step = 0; step < STEPS; step++) {
      if (step % 7 === 6) addRandom(bodies, random, 5);
      if (step % 5 === 4) {
        const alive = [...Array(bodies.count).keys()].filter((i) => bodies.shapeIndex[i] >= 0);
        removeBody(bodies, alive[Math.floor(random() * alive.length)]);
      }
      if (step % 11 === 10) bodies.mask[step % bodies.count] = 2;
      if (step % 13 === 12) bodies.rounding[step % bodies.count] = 0.3 * random();
      const list = without.update();
      expectAll(list, allContacts(bodies, method, margin), margin);
      expectOrder(list);
      for (const detector of detectors) {
        detector.update();
        expect(bits(detector.contacts)).toEqual(bits(list));
        expect(slots(detector.contacts)).toEqual(slots(list));
      }
      move(bodies, random, 0.02);
    }
    expect(without.contacts.count).toBeGreaterThan(20);
    expect(detectors[1].statistics.builtForMotion).toBeLessThan(without.statistics.builtForMotion / 2);
  });
});

test('a periodic box: the nearest image, near A, also after bodies are put back into it', () => {
  const random = createRandom(3);
  const edge = 7;
  const bodies = randomScene(random, 60, edge);
  const periodic = { min: [0, 0, 0], max: [edge, edge, edge], axes: [true, true, false] } as const;
  const [margin, edges] = [0.02, [edge, edge, 0]];
  const skins = [0, 0.2].map((skin) =>
    createDetector({ bodies, method: exactMethod, margin, skin, periodic: { ...periodic, axes: [true, true, false] } }),
  );
  let across = 0;
  for (let step = 0; step < STEPS; step++) {
    const list = skins[0].update();
    skins[1].update();
    expectAll(list, allContacts(bodies, exactMethod, margin, edges), margin);
    expect(bits(skins[1].contacts)).toEqual(bits(list));
    let [farthest, outermost] = [0, 0];
    for (let c = 0; c < list.count; c++) {
      const a = list.bodyA[c];
      const b = list.bodyB[c];
      let distance = 0;
      for (let k = 0; k < 3; k++) {
        distance += (list.pointsA[3 * c + k] - bodies.positions[3 * a + k]) ** 2;
        const between = bodies.positions[3 * b + k] + list.shifts[3 * c + k] - bodies.positions[3 * a + k];
        if (edges[k] > 0) farthest = Math.max(farthest, Math.abs(between));
        if (list.shifts[3 * c + k] !== 0) across++;
      }
      outermost = Math.max(outermost, Math.sqrt(distance));
    }
    expect(farthest).toBeLessThanOrEqual(edge / 2);
    expect(outermost).toBeLessThan(1.4);
    move(bodies, random, 0.03);
    const before = skins[1].statistics.builtForMotion;
    if (step === STEPS >> 1) {
      skins[1].update();
      skins[0].update();
      const built = skins[1].statistics.builtForMotion;
      for (let k = 0; k < bodies.positions.length; k++) {
        if (k % 3 < 2) bodies.positions[k] -= edge * Math.floor(bodies.positions[k] / edge);
      }
      skins[0].update();
      expect(skins[1].update().endedCount).toBe(0);
      expect(skins[1].statistics.builtForMotion).toBe(built);
      expect(before).toBeLessThanOrEqual(built);
    }
  }
  expect(across).toBeGreaterThan(50);
});

test('data under slots follow contacts and points; began and ended sum up', () => {
  const random = createRandom(8);
  const bodies = randomScene(random, 70, 5);
  const floor = planeWall([0, 0, 1], 0.4);
  const table = meshWall([0, 0, 0, 5, 0, 0, 5, 5, 0, 0, 5, 0], [0, 1, 2, 0, 2, 3], { position: [0, 0, 0.6] });
  const detector = createDetector({ bodies, method: shortestLinkMethod, margin: 0.02, walls: [floor, table] });
  const keyOf = (l: ContactList, c: number) =>
    `${l.bodyA[c]} ${l.bodyB[c]} ${l.bodyB[c] < 0 ? l.featureB[c] : ''} ${bodies.generation[l.bodyA[c]]} ${bodies.generation[l.bodyB[c]]}`;
  let last = new Map<string, number>();
  let lastPoints = new Map<number, string>();
  let wallRows = 0;
  for (let step = 0; step < STEPS; step++) {
    if (step % 9 === 8) {
      // The row of a removed body goes to another one in the same place: that is a new contact.
      const row = step % bodies.count;
      const at = bodies.positions.slice(3 * row, 3 * row + 3);
      if (bodies.shapeIndex[row] >= 0) {
        const shape = bodies.shapes[bodies.shapeIndex[row]];
        removeBody(bodies, row);
        expect(addBody(bodies, { shape, position: [at[0], at[1], at[2]] })).toBe(row);
      }
    }
    const l = detector.update();
    expectOrder(l);
    const now = new Map<string, number>();
    const points = new Map<number, string>();
    const lastSlots = new Set(last.values());
    const lastNames = new Set(lastPoints.values());
    for (let c = 0; c < l.count; c++) {
      if (l.bodyB[c] < 0) wallRows++;
      const key = keyOf(l, c);
      const isOld = last.has(key);
      const slotIsRight = isOld ? l.userSlot[c] === last.get(key) : !lastSlots.has(l.userSlot[c]);
      if (now.has(key) || l.began[c] !== (isOld ? 0 : 1) || !slotIsRight) expect.fail(`step ${step}, contact ${key}`);
      now.set(key, l.userSlot[c]);
      for (let p = l.pointStart[c]; p < l.pointStart[c + 1]; p++) {
        const name = `${key} ${l.pointFeatures[2 * p]} ${l.pointFeatures[2 * p + 1]}`;
        const slot = l.pointSlot[p];
        const before = lastPoints.get(slot);
        // Under this name or, by place (history.test.ts), another one of the same contact.
        const goesOn = l.pointBegan[p] === 0 ? before?.startsWith(`${key} `) === true : before === undefined;
        if (!goesOn || points.has(slot) || slot >= l.pointSlotCount || (lastNames.has(name) && before !== name))
          expect.fail(`step ${step}, point ${name}`);
        points.set(slot, name);
      }
    }
    expect(new Set(now.values()).size).toBe(l.count);
    const ended = Array.from(l.endedUserSlot.subarray(0, l.endedCount)).sort();
    expect(ended).toEqual(
      [...last]
        .filter(([key]) => !now.has(key))
        .map(([, slot]) => slot)
        .sort(),
    );
    const endedPoints = new Set(l.endedPointSlot.subarray(0, l.endedPointCount));
    expect(endedPoints.size).toBe(l.endedPointCount);
    for (const slot of lastPoints.keys()) if (endedPoints.has(slot) === points.has(slot)) expect.fail(`step ${step}, slot ${slot}`);
    last = now;
    lastPoints = points;
    move(bodies, random, 0.02);
  }
  expect(wallRows).toBeGreaterThan(100);
});

test('through JSON and structuredClone the next steps have the same bits', () => {
  const make = () => {
    const random = createRandom(21);
    return { random, bodies: randomScene(random, 60, 5) };
  };
  const one = make();
  const options = { method: shortestLinkMethod, margin: 0.02, walls: [planeWall([0, 0, 1], 0.4)] };
  const detector = createDetector({ bodies: one.bodies, ...options });
  for (let step = 0; step < 10; step++) {
    detector.update();
    move(one.bodies, one.random, 0.02);
  }
  one.bodies.positions[6] = Number.NaN;
  detector.update();
  const saved = detector.save();
  const copies = [memoryFromJson(JSON.parse(JSON.stringify(memoryToJson(saved)))), structuredClone(saved)].map((memory) => {
    const other = make().bodies;
    other.positions.set(one.bodies.positions);
    other.orientations.set(one.bodies.orientations);
    const copy = createDetector({ bodies: other, ...options, skin: 0.5 });
    copy.update();
    copy.restore(memory);
    expect(JSON.stringify(memoryToJson(copy.save()))).toBe(JSON.stringify(memoryToJson(saved)));
    return { other, copy };
  });
  one.bodies.positions[6] = 2;
  for (let step = 0; step < 10; step++) {
    move(one.bodies, one.random, 0.02);
    detector.update();
    for (const { other, copy } of copies) {
      other.positions.set(one.bodies.positions);
      other.orientations.set(one.bodies.orientations);
      expect(bits(copy.update())).toEqual(bits(detector.contacts));
      expect(slots(copy.contacts)).toEqual(slots(detector.contacts));
    }
  }
});

test('an invalid body keeps its contacts as invalid, harms no other, and works again', () => {
  const cube = box(1, 1, 1);
  const bodies = createBodySet({ shapes: [cube], positions: new Float64Array([0, 0, 0, 0, 0, 0.99, 0, 0, 1.98, 5, 0, 0, 5, 0, 0.99]) });
  const detector = createDetector({ bodies, method: exactMethod, walls: [planeWall([0, 0, 1], -0.49)] });
  const rows = (l: ContactList) => Array.from({ length: l.count }, (_, c) => [l.bodyA[c], l.bodyB[c], l.status[c] === Status.Invalid]);
  const good = [
    [0, 1, false],
    [1, 2, false],
    [3, 4, false],
    [0, -1, false],
    [3, -1, false],
  ];
  expect(rows(detector.update())).toEqual(good);
  const kept = slots(detector.contacts)[1];
  for (const [array, at] of [
    [bodies.positions, 2],
    [bodies.orientations, 3],
    [bodies.rounding, 0],
  ] as const) {
    const before = array[at];
    array[at] = Number.NaN;
    for (let step = 0; step < 3; step++) {
      const l = detector.update();
      expect(rows(l)).toEqual([
        [0, 1, true],
        [1, 2, false],
        [3, 4, false],
        [0, -1, true],
        [3, -1, false],
      ]);
      expect([l.endedCount, slots(l)[1]]).toEqual([0, kept]);
      expect(l.pointStart[1]).toBe(0);
      expect(Array.from(detector.invalid.subarray(0, detector.invalidCount))).toEqual([0]);
    }
    array[at] = before;
    expect(rows(detector.update())).toEqual(good);
    expect(slots(detector.contacts)[1]).toEqual(kept);
    expect(detector.invalidCount).toBe(0);
  }
  // A second one that is removed while it is invalid has no contacts any more.
  bodies.positions[0] = Infinity;
  detector.update();
  removeBody(bodies, 0);
  expect(detector.update().endedCount).toBe(2);
  expect(rows(detector.contacts)).toEqual([
    [1, 2, false],
    [3, 4, false],
    [3, -1, false],
  ]);
});

test('settings changed while a body is invalid count when it is healthy again', () => {
  const bodies = createBodySet({
    shapes: [box(1, 1, 1)],
    positions: new Float64Array([0, 0, 0, 0, 0, 0.99]),
    group: new Int32Array([1, 1]),
  });
  const detector = createDetector({ bodies, method: exactMethod });
  expect(detector.update().count).toBe(0);
  bodies.positions[0] = Number.NaN;
  detector.update();
  bodies.group[0] = 2;
  detector.update();
  bodies.positions[0] = 0;
  expect(detector.update().count).toBe(1);
});

test('large flat bodies: grains in a box of six slabs are tested with the slabs they are near, and none is missed', () => {
  const random = createRandom(4);
  const bodies = createBodySet();
  for (let axis = 0; axis < 3; axis++) {
    for (const side of [-1, 1]) {
      const position: [number, number, number] = [0, 0, 0];
      position[axis] = side * 10.5;
      const size = [22, 22, 22];
      size[axis] = 1;
      addBody(bodies, { shape: box(size[0], size[1], size[2]), position, flags: 2 });
    }
  }
  for (let b = 0; b < 150; b++) {
    const row = addRandom(bodies, random, 20);
    for (let k = 0; k < 3; k++) bodies.positions[3 * row + k] -= 10;
  }
  const detector = createDetector({ bodies, method: exactMethod, margin: 0.01 });
  for (let step = 0; step < sweep(12, 3); step++) {
    expectAll(detector.update(), allContacts(bodies, exactMethod, 0.01), 0.01);
    expect(detector.statistics.nearPairs).toBeLessThan(600);
    move(bodies, random, 0.03);
  }
  // A wall that turns: a little for itself, a lot for what is at its end.
  const [turned, still] = [0, 5];
  const half = 0.02;
  bodies.orientations.set([0, Math.sin(half), 0, Math.cos(half)], 4 * turned);
  expectAll(detector.update(), allContacts(bodies, exactMethod, 0.01), 0.01);
  expect(detector.contacts.count).toBeGreaterThan(still);
});

test('a steady step makes no new arrays', () => {
  const random = createRandom(9);
  const bodies = randomScene(random, 80, 5);
  const detector = createDetector({ bodies, method: shortestLinkMethod, margin: 0.02, capacity: 2000 });
  const home = [bodies.positions.slice(), bodies.orientations.slice()];
  for (let step = 0; step < 10; step++) {
    move(bodies, random, 0.01);
    detector.update();
  }
  const bytes = detector.memory();
  const arrays = Object.values(detector.contacts).filter((value) => typeof value === 'object');
  for (let step = 0; step < 10; step++) {
    bodies.positions.set(home[0]);
    bodies.orientations.set(home[1]);
    move(bodies, random, 0.01);
    detector.update();
  }
  const after = Object.values(detector.contacts).filter((value) => typeof value === 'object');
  expect(after.length).toBe(arrays.length);
  expect(after.every((array, k) => array === arrays[k])).toBe(true);
  expect(detector.memory()).toBeLessThan(1.3 * bytes);
});

test('what a detector cannot work with is an InputError', () => {
  const bodies = createBodySet({ shapes: [box(1, 1, 1)], positions: new Float64Array(6) });
  const good = { bodies, method: exactMethod };
  const code = (run: () => unknown): string => {
    try {
      run();
    } catch (error) {
      return (error as { code: string }).code;
    }
    return 'none';
  };
  for (const bad of [
    null,
    {},
    { bodies },
    { ...good, bodies: {} },
    { ...good, method: { name: 'x' } },
    { ...good, margin: -1 },
    { ...good, margin: Number.NaN },
    { ...good, skin: '1' },
    { ...good, skin: Infinity },
    { ...good, band: -0.1 },
    { ...good, minArea: null },
    { ...good, capacity: 1.5 },
    { ...good, walls: {} },
    { ...good, walls: [{}] },
    { ...good, walls: [null] },
    { ...good, periodic: { min: [0, 0, 0], max: [0, 1, 1] } },
  ]) {
    expect(
      code(() => createDetector(bad as never)),
      JSON.stringify(bad),
    ).toBe('bad-option');
  }
  const rounded = createBodySet();
  addBody(rounded, { shape: box(1, 1, 1), position: [0, 0, 0], rounding: 0.1 });
  expect(code(() => createDetector({ bodies: rounded, method: halfSpaceMethod }))).toBe('bad-option');
  const small = createDetector({ ...good, periodic: { min: [0, 0, 0], max: [3, 3, 3] } });
  expect(code(() => small.update())).toBe('bad-option');
  const detector = createDetector(good);
  detector.update();
  const saved = detector.save();
  for (const bad of [
    null,
    {},
    { ...saved, method: 'slm' },
    JSON.parse(JSON.stringify(saved)),
    memoryToJson(saved),
    ...Object.keys(saved).flatMap((name) => [null, undefined, [0], new Float32Array(4), {}].map((bad) => ({ ...saved, [name]: bad }))),
    { ...saved, shapeIndex: Int32Array.of(0, 0, 0) },
    { ...saved, shapeIndex: Int32Array.of(0, 5) },
    { ...saved, pairs: Int32Array.of(0) },
    { ...saved, pairs: Int32Array.of(1, 0) },
    { ...saved, pairs: Int32Array.of(0, 2) },
    { ...saved, floats: Float64Array.of(0.5) },
    { ...saved, positions: new Float64Array(0) },
    { ...saved, orientations: new Float64Array(7) },
    { ...saved, userSlot: Int32Array.of(9) },
    { ...saved, userSlot: Int32Array.of(-1) },
    { ...saved, pointStart: Int32Array.of(1, 2) },
    { ...saved, points: Float64Array.of(1) },
    { ...saved, contactSlots: {} },
    { ...saved, contactSlots: { ...saved.contactSlots, count: 2 ** 31 + 1 } },
    { ...saved, contactSlots: { ...saved.contactSlots, count: saved.contactSlots.count + 1 } },
    { ...saved, pointSlot: saved.pointSlot.map((slot) => Math.max(1, slot)) },
    { ...saved, pointSlots: { ...saved.pointSlots, free: Int32Array.of(0) } },
    { ...saved, pointSlots: { ...saved.pointSlots, ended: saved.pointSlot.slice(1, 2) } },
  ]) {
    expect(
      code(() => detector.restore(bad as never)),
      JSON.stringify(bad),
    ).toMatch(/^bad-(option|length|index)$/);
  }
  bodies.count = 3;
  expect(code(() => detector.update())).toBe('bad-length');
  expect(touchingBand(bodies.shapes[0], bodies.shapes[0])).toBeGreaterThan(0);
});
