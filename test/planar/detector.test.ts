import { describe, expect, test } from 'vitest';
import { BodyFlag } from '../../src/body';
import { createPairList } from '../../src/broad-phase';
import { checkPeriodicBox2d, nbsPairs2d, nearPairs, nearPairs2d } from '../../src/broad-phase';
import { Status } from '../../src/contact';
import {
  addBody2d,
  contactMethods2d,
  createBodySet2d,
  createDetector2d,
  exactLineMethod,
  fastCommonLineMethod,
  lineWall,
  memoryFromJson2d,
  memoryToJson2d,
  rectangle,
  regularPolygon,
  removeBody2d,
  shortestLinkMethod2d,
  type ContactList2d,
} from '../../src/planar';
import { createRandom } from '../../src/polyhedron';
import { codeOf } from '../polyhedron/code-of';
import { sweep } from '../sweep';
import { addRandom2d, allContacts2d, bits2d, cores, move2d, randomScene2d, scaled, slots2d } from './scene-2d';

/** Pairs of the list are those found by asking about all, but for gaps within rounding of the margin. */
function expectAll(list: ContactList2d, reference: Map<string, number>, margin: number): void {
  const listed = new Map<string, number>();
  for (let c = 0; c < list.count; c++) if (list.bodyB[c] >= 0) listed.set(`${list.bodyA[c]} ${list.bodyB[c]}`, list.gaps[c]);
  const missed = [...reference].filter(([pair, gap]) => gap < margin - 1e-12 && !listed.has(pair));
  const wrong = [...listed].filter(([pair, gap]) => !(Math.abs(gap - (reference.get(pair) ?? margin)) < 1e-12));
  expect({ missed, wrong }).toEqual({ missed: [], wrong: [] });
}

function expectOrder(list: ContactList2d): void {
  for (let c = 1; c < list.count; c++) {
    const [a, b, i, j] = [list.bodyA[c - 1], list.bodyB[c - 1], list.bodyA[c], list.bodyB[c]];
    const isRight = b < 0 ? j < 0 && (a < i || (a === i && b > j)) : j < 0 || a < i || (a === i && b < j);
    if (!isRight) expect.fail(`${a} ${b} before ${i} ${j}`);
  }
}

/** Bodies come and go, settings change, bodies move and jump: what `check` sees at each step. */
function lives(
  seed: number,
  steps: number,
  shapes: typeof scaled | undefined,
  check: (bodies: ReturnType<typeof randomScene2d>) => () => void,
): void {
  const random = createRandom(seed);
  const bodies = randomScene2d(random, 40, 6, shapes);
  const step = check(bodies);
  for (let k = 0; k < steps; k++) {
    if (k % 7 === 6) addRandom2d(bodies, random, 7, 0, shapes);
    if (k % 5 === 4) {
      const alive = [...Array(bodies.count).keys()].filter((i) => bodies.shapeIndex[i] >= 0);
      removeBody2d(bodies, alive[Math.floor(random() * alive.length)]);
    }
    if (k % 11 === 10) bodies.mask[k % bodies.count] = 2;
    if (k % 13 === 12) bodies.rounding[k % bodies.count] = 0.3 * random();
    step();
    move2d(bodies, random, 0.02);
  }
}

describe.each([exactLineMethod, shortestLinkMethod2d, fastCommonLineMethod])('$name', (method) => {
  test('whatever skin and search, the list is that of all pairs, bit for bit that of skin 0, in order', () => {
    // The depth of FCP is a local minimum, which may be another one after other steps: only its gaps apart are compared
    // with cold calls.
    const isExact = method !== fastCommonLineMethod;
    for (const shapes of method.takesCores === true ? [undefined, scaled, cores] : [undefined, scaled]) {
      const margin = 0.05;
      const steps = sweep(30, 16);
      let most = 0;
      lives(11, steps, shapes, (bodies) => {
        const without = createDetector2d({ bodies, method, margin, skin: 0 });
        const detectors = [
          createDetector2d({ bodies, method, margin, skin: 0.02, search: 'near-pairs' }),
          createDetector2d({ bodies, method, margin, skin: 0.3, search: 'near-pairs' }),
          createDetector2d({ bodies, method, margin, search: 'nbs' }),
        ];
        return () => {
          const list = without.update();
          if (isExact) expectAll(list, allContacts2d(bodies, method, margin), margin);
          else
            expect([...Array(list.count).keys()].map((c) => `${list.bodyA[c]} ${list.bodyB[c]}`)).toEqual([
              ...allContacts2d(bodies, method, margin).keys(),
            ]);
          expectOrder(list);
          for (const detector of detectors) {
            expect(bits2d(detector.update())).toEqual(bits2d(list));
            expect(slots2d(detector.contacts)).toEqual(slots2d(list));
          }
          most = Math.max(most, list.count);
          if (without.statistics.steps === steps)
            expect(detectors[1].statistics.builtForMotion).toBeLessThan(without.statistics.builtForMotion / 2);
        };
      });
      expect(most).toBeGreaterThan(20);
    }
  });
});

test.each(contactMethods2d.map((method) => [method.name, method] as const))('%s works in a detector', (_, method) => {
  const random = createRandom(2);
  const bodies = randomScene2d(random, 30, 4);
  if (method.sharpOnly === true) bodies.rounding.fill(0);
  const detector = createDetector2d({ bodies, method, margin: 0.01, walls: [lineWall([0, 1], 0.5)] });
  for (let step = 0; step < 10; step++) {
    const list = detector.update();
    expect(list.count).toBeGreaterThan(10);
    expect(Array.from(list.status.subarray(0, list.count))).not.toContain(Status.Invalid);
    move2d(bodies, random, 0.02);
  }
});

test('sizes of 1 to 1000: nearly all bodies small, far fewer near pairs than all, none missed', () => {
  const random = createRandom(4);
  const bodies = createBodySet2d();
  const [large, small] = [scaled[0], scaled[4]];
  for (let b = 0; b < 6; b++) addBody2d(bodies, { shape: large, position: [8 * random(), 8 * random()] });
  // Small ones along the border of a large one and anywhere.
  for (let b = 0; b < 300; b++) {
    const row = b % 6;
    const position: [number, number] =
      b % 2 === 0
        ? [bodies.positions[2 * row] + 1.5 * (1 + 0.01 * random()), bodies.positions[2 * row + 1] + random()]
        : [8 * random(), 8 * random()];
    addBody2d(bodies, { shape: small, position });
  }
  const detector = createDetector2d({ bodies, method: exactLineMethod, margin: 0.001 });
  for (let step = 0; step < 4; step++) {
    expectAll(detector.update(), allContacts2d(bodies, exactLineMethod, 0.001), 0.001);
    expect(detector.contacts.count).toBeGreaterThan(10);
    expect(detector.statistics.nearPairs).toBeLessThan(2000);
    move2d(bodies, random, 1e-4);
  }
});

test('a periodic box: the nearest image, near A, also after bodies are put back into it', () => {
  const random = createRandom(3);
  const edge = 9;
  const bodies = randomScene2d(random, 60, edge);
  const periodic = { min: [0, 0], max: [edge, 1], axes: [true, false] as const } as const;
  const margin = 0.02;
  const [none, some] = [0, 0.2].map((skin) => createDetector2d({ bodies, method: exactLineMethod, margin, skin, periodic }));
  let across = 0;
  const steps = sweep(40, 16);
  for (let step = 0; step < steps; step++) {
    const list = none.update();
    some.update();
    expectAll(list, allContacts2d(bodies, exactLineMethod, margin, [edge, 0]), margin);
    expect(bits2d(some.contacts)).toEqual(bits2d(list));
    for (let c = 0; c < list.count; c++) {
      const [a, b] = [list.bodyA[c], list.bodyB[c]];
      const between = Math.abs(bodies.positions[2 * b] + list.shifts[2 * c] - bodies.positions[2 * a]);
      if (between > edge / 2 || list.shifts[2 * c + 1] !== 0) expect.fail(`${a} ${b}: not the nearest image`);
      if (list.shifts[2 * c] !== 0) across++;
    }
    move2d(bodies, random, 0.03);
    if (step !== steps / 2) continue;
    some.update();
    none.update();
    const built = some.statistics.builtForMotion;
    for (let k = 0; k < bodies.positions.length; k += 2) bodies.positions[k] -= edge * Math.floor(bodies.positions[k] / edge);
    none.update();
    expect(some.update().endedCount).toBe(0);
    expect(some.statistics.builtForMotion).toBe(built);
  }
  expect(across).toBeGreaterThan(sweep(50, 20));
});

test('data under slots follow contacts and points; began and ended sum up', () => {
  const random = createRandom(8);
  const bodies = randomScene2d(random, 70, 7);
  const detector = createDetector2d({
    bodies,
    method: shortestLinkMethod2d,
    margin: 0.02,
    walls: [lineWall([0, 1], 0.4), lineWall([1, 0], 0.4)],
  });
  let last = new Map<string, number>();
  let lastPoints = new Map<number, string>();
  let wallRows = 0;
  for (let step = 0; step < sweep(30, 12); step++) {
    if (step % 9 === 8) {
      // The row of a removed body goes to another one in the same place: that is a new contact.
      const row = step % bodies.count;
      const [x, y] = bodies.positions.slice(2 * row, 2 * row + 2);
      const shape = bodies.shapes[bodies.shapeIndex[row]];
      removeBody2d(bodies, row);
      expect(addBody2d(bodies, { shape, position: [x, y] })).toBe(row);
    }
    const l = detector.update();
    expectOrder(l);
    const now = new Map<string, number>();
    const points = new Map<number, string>();
    const lastSlots = new Set(last.values());
    const lastNames = new Set(lastPoints.values());
    for (let c = 0; c < l.count; c++) {
      const [a, b] = [l.bodyA[c], l.bodyB[c]];
      if (b < 0) wallRows++;
      const key = `${a} ${b} ${bodies.generation[a]} ${bodies.generation[b]}`;
      now.set(key, l.userSlot[c]);
      const isOld = last.has(key);
      const slotIsRight = isOld ? l.userSlot[c] === last.get(key) : !lastSlots.has(l.userSlot[c]);
      if (l.began[c] !== (isOld ? 0 : 1) || !slotIsRight) expect.fail(`step ${step}, contact ${key}`);
      for (let p = l.pointStart[c]; p < l.pointStart[c + 1]; p++) {
        const name = `${key} ${l.pointFeatures[2 * p]} ${l.pointFeatures[2 * p + 1]}`;
        const slot = l.pointSlot[p];
        const before = lastPoints.get(slot);
        // Under this name or, by place (history.test.ts), another one of the same contact.
        const goesOn = l.pointBegan[p] === 0 ? before?.startsWith(`${key} `) === true : before === undefined;
        if (!goesOn || points.has(slot) || (lastNames.has(name) && before !== name)) expect.fail(`step ${step}, point ${name}`);
        points.set(slot, name);
      }
    }
    expect(new Set(now.values()).size).toBe(l.count);
    const ended = [...last].filter(([key]) => !now.has(key)).map(([, slot]) => slot);
    expect(Array.from(l.endedUserSlot.subarray(0, l.endedCount)).sort()).toEqual(ended.sort());
    const endedPoints = new Set(l.endedPointSlot.subarray(0, l.endedPointCount));
    for (const slot of lastPoints.keys()) if (endedPoints.has(slot) === points.has(slot)) expect.fail(`step ${step}, slot ${slot}`);
    last = now;
    lastPoints = points;
    move2d(bodies, random, 0.02);
  }
  expect(wallRows).toBeGreaterThan(sweep(50, 20));
});

test('through JSON and structuredClone the next steps have the same bits', () => {
  const make = () => {
    const random = createRandom(21);
    return { random, bodies: randomScene2d(random, 60, 6) };
  };
  const one = make();
  const options = { method: shortestLinkMethod2d, margin: 0.02, walls: [lineWall([0, 1], 0.4)] };
  const detector = createDetector2d({ bodies: one.bodies, ...options });
  for (let step = 0; step < 10; step++) {
    detector.update();
    move2d(one.bodies, one.random, 0.02);
  }
  one.bodies.positions[6] = Number.NaN;
  detector.update();
  const saved = detector.save();
  const copies = [memoryFromJson2d(JSON.parse(JSON.stringify(memoryToJson2d(saved)))), structuredClone(saved)].map((memory) => {
    const other = make().bodies;
    other.positions.set(one.bodies.positions);
    other.rotations.set(one.bodies.rotations);
    const copy = createDetector2d({ bodies: other, ...options, skin: 0.5, search: 'nbs' });
    copy.update();
    copy.restore(memory);
    expect(JSON.stringify(memoryToJson2d(copy.save()))).toBe(JSON.stringify(memoryToJson2d(saved)));
    return { other, copy };
  });
  one.bodies.positions[6] = 2;
  for (let step = 0; step < 10; step++) {
    move2d(one.bodies, one.random, 0.02);
    detector.update();
    for (const { other, copy } of copies) {
      other.positions.set(one.bodies.positions);
      other.rotations.set(one.bodies.rotations);
      expect(bits2d(copy.update())).toEqual(bits2d(detector.contacts));
      expect(slots2d(copy.contacts)).toEqual(slots2d(detector.contacts));
    }
  }
});

test('an invalid body keeps its contacts as invalid, harms no other, and works again', () => {
  const bodies = createBodySet2d({ shapes: [rectangle(1, 1)], positions: new Float64Array([0, 0, 0, 0.99, 0, 1.98, 5, 0, 5, 0.99]) });
  const detector = createDetector2d({ bodies, method: exactLineMethod, walls: [lineWall([0, 1], -0.49)] });
  const rows = (l: ContactList2d) => Array.from({ length: l.count }, (_, c) => [l.bodyA[c], l.bodyB[c], l.status[c] === Status.Invalid]);
  const expected = (bad: boolean) => [[0, 1, bad], [1, 2, false], [3, 4, false], [0, -1, bad], [3, -1, false]]; // prettier-ignore
  expect(rows(detector.update())).toEqual(expected(false));
  const kept = slots2d(detector.contacts)[1];
  for (const [array, at] of [
    [bodies.positions, 1],
    [bodies.rotations, 0],
    [bodies.rounding, 0],
  ] as const) {
    const before = array[at];
    array[at] = Number.NaN;
    for (let step = 0; step < 3; step++) {
      expect(rows(detector.update())).toEqual(expected(true));
      expect([detector.contacts.endedCount, slots2d(detector.contacts)[1]]).toEqual([0, kept]);
      expect(Array.from(detector.invalid.subarray(0, detector.invalidCount))).toEqual([0]);
    }
    array[at] = before;
    expect(rows(detector.update())).toEqual(expected(false));
    expect(slots2d(detector.contacts)[1]).toEqual(kept);
    expect(detector.invalidCount).toBe(0);
  }
  bodies.positions[0] = Infinity;
  detector.update();
  removeBody2d(bodies, 0);
  expect(detector.update().endedCount).toBe(2);
});

test('grains in a box of four slabs are tested with the slabs they are near, and none is missed, also when a slab turns', () => {
  const random = createRandom(4);
  const bodies = createBodySet2d();
  for (const [x, y, w, h] of [
    [-10.5, 0, 1, 22],
    [10.5, 0, 1, 22],
    [0, -10.5, 22, 1],
    [0, 10.5, 22, 1],
  ])
    // prettier-ignore
    addBody2d(bodies, { shape: rectangle(w, h), position: [x, y], flags: 2 });
  for (let b = 0; b < 150; b++) {
    const row = addRandom2d(bodies, random, 20);
    for (let k = 0; k < 2; k++) bodies.positions[2 * row + k] -= 10;
  }
  const detector = createDetector2d({ bodies, method: exactLineMethod, margin: 0.01 });
  for (let step = 0; step < sweep(12, 5); step++) {
    expectAll(detector.update(), allContacts2d(bodies, exactLineMethod, 0.01), 0.01);
    expect(detector.statistics.nearPairs).toBeLessThan(900);
    move2d(bodies, random, 0.03);
  }
  bodies.rotations.set([Math.cos(0.04), Math.sin(0.04)], 0);
  expectAll(detector.update(), allContacts2d(bodies, exactLineMethod, 0.01), 0.01);
});

test('a steady step makes no new arrays', () => {
  const random = createRandom(9);
  const bodies = randomScene2d(random, 80, 7);
  const detector = createDetector2d({ bodies, method: shortestLinkMethod2d, margin: 0.02, capacity: 2000 });
  const home = [bodies.positions.slice(), bodies.rotations.slice()];
  for (let step = 0; step < 20; step++) {
    move2d(bodies, random, 0.01);
    detector.update();
  }
  const bytes = detector.memory();
  const arrays = Object.values(detector.contacts).filter((value) => typeof value === 'object');
  for (let step = 0; step < 20; step++) {
    bodies.positions.set(home[0]);
    bodies.rotations.set(home[1]);
    move2d(bodies, random, 0.01);
    detector.update();
  }
  const after = Object.values(detector.contacts).filter((value) => typeof value === 'object');
  after.forEach((array, k) => expect(array).toBe(arrays[k]));
  expect(detector.memory()).toBeLessThan(1.3 * bytes);
});

test('the contact list grows with all its arrays and can be shared', () => {
  const bodies = createBodySet2d({
    shapes: [rectangle(1, 1)],
    positions: new Float64Array(60).map((_, k) => (k % 2 === 0 ? 0.45 * k : 0)),
  });
  const list = createDetector2d({ bodies, method: exactLineMethod, capacity: 0, shared: true }).update();
  expect(list.count).toBe(29);
  expect(Array.from(list.lengths.subarray(0, 29))).toEqual(new Array(29).fill(1));
  for (const array of Object.values(list).filter((value) => ArrayBuffer.isView(value)))
    expect(array.buffer).toBeInstanceOf(SharedArrayBuffer);
});

test('pointMargin and maxPoints reach pairs and walls, sharp and rounded; there is always room', () => {
  const tilt = [Math.cos(0.004), Math.sin(0.004)] as const;
  const counts = (more: object, rounding: number) => {
    const bodies = createBodySet2d();
    // Two leaning squares on the wall, the second on a slab as well: a corner is 0.001 deep, the other one 0.003 up.
    for (const x of [0, 5]) addBody2d(bodies, { shape: rectangle(1, 1), position: [x, 0.501 + rounding], rotation: [...tilt], rounding });
    addBody2d(bodies, { shape: rectangle(3, 1), position: [5, -0.5], flags: BodyFlag.Static });
    const list = createDetector2d({ bodies, method: exactLineMethod, walls: [lineWall([0, 1], 0)], ...more }).update();
    expect(list.droppedPoints).toBe(0);
    return [...Array(list.count).keys()].map((c) => list.pointStart[c + 1] - list.pointStart[c]);
  };
  for (const rounding of [0, 0.02]) {
    expect(counts({}, rounding)).toEqual([1, 1, 1]);
    expect(counts({ pointMargin: 0.005 }, rounding)).toEqual([2, 2, 2]);
    expect(counts({ pointMargin: 0.005, maxPoints: 1 }, rounding)).toEqual([1, 1, 1]);
    expect(counts({ margin: 0.005 }, rounding)).toEqual([2, 2, 2]);
  }
  // Wheels of many corners deep in each other and in a wall; a shape that comes later has more.
  const bodies = createBodySet2d();
  for (let k = 0; k < 6; k++) addBody2d(bodies, { shape: regularPolygon(40, 1), position: [0.3 * k, 0] });
  const detector = createDetector2d({ bodies, method: exactLineMethod, walls: [lineWall([0, 1], 0)], margin: 1 });
  expect(detector.update().droppedPoints).toBe(0);
  expect(detector.contacts.pointCount).toBeGreaterThan(20 * detector.contacts.count);
  addBody2d(bodies, { shape: regularPolygon(300, 1), position: [0.4, 0.1] });
  expect(detector.update().droppedPoints).toBe(0);
});

test('what a detector cannot work with is an InputError', () => {
  const bodies = createBodySet2d({ shapes: [rectangle(1, 1)], positions: new Float64Array(4) });
  const good = { bodies, method: exactLineMethod };
  for (const bad of [
    null,
    {},
    { bodies },
    { ...good, bodies: {} },
    { ...good, method: { name: 'x' } },
    { ...good, margin: -1 },
    { ...good, skin: '1' },
    { ...good, band: -0.1 },
    { ...good, pointMargin: -1 },
    { ...good, pointMargin: Number.NaN },
    { ...good, maxPoints: -1 },
    { ...good, maxPoints: 1.5 },
    { ...good, maxPoints: '2' },
    { ...good, minLength: null },
    { ...good, search: 'all' },
    { ...good, search: 'nbs', periodic: { min: [0, 0], max: [9, 9] } },
    { ...good, capacity: 1.5 },
    { ...good, walls: {} },
    { ...good, walls: [{ kind: 'plane' }] },
    { ...good, walls: [{ kind: 'line', offset: 0 }] },
    { ...good, walls: [{ kind: 'line', normal: new Float64Array(3), offset: 0 }] },
    { ...good, bodies: { ...bodies, rotations: undefined } },
    { ...good, periodic: { min: [0, 0, 0], max: [9, 9, 9] } },
  ]) {
    expect(codeOf(() => createDetector2d(bad as never)), JSON.stringify(bad)).toBe('bad-option'); // prettier-ignore
  }
  expect(codeOf(() => createDetector2d({ ...good, method: { ...exactLineMethod, sharpOnly: true } }))).toBe('nothing thrown');
  bodies.rounding[1] = 0.1;
  expect(codeOf(() => createDetector2d({ ...good, method: { ...exactLineMethod, sharpOnly: true } }))).toBe('bad-option');
  expect(codeOf(() => createDetector2d({ ...good, periodic: { min: [0, 0], max: [2, 2] } }).update())).toBe('bad-option');
  const detector = createDetector2d(good);
  detector.update();
  const saved = detector.save();
  for (const bad of [
    null,
    { ...saved, format: 'dem-contact detector 1' },
    { ...saved, method: 'slm' },
    JSON.parse(JSON.stringify(saved)),
    memoryToJson2d(saved),
    ...Object.keys(saved).flatMap((name) => [null, undefined, [0], new Float32Array(4), {}].map((bad) => ({ ...saved, [name]: bad }))),
    { ...saved, shapeIndex: Int32Array.of(0, 5) },
    { ...saved, pairs: Int32Array.of(1, 0) },
    { ...saved, positions: new Float64Array(0) },
    { ...saved, rotations: new Float64Array(3) },
    { ...saved, userSlot: Int32Array.of(9) },
    { ...saved, points: Float64Array.of(1) },
    { ...saved, pointSlots: {} },
    { ...saved, pointSlots: { ...saved.pointSlots, count: 2 ** 31 + 1 } },
    { ...saved, pointSlot: saved.pointSlot.map(() => 0) },
    { ...saved, pointSlots: { ...saved.pointSlots, ended: Int32Array.of(0) } },
  ]) {
    expect(codeOf(() => detector.restore(bad as never)), JSON.stringify(bad)).toMatch(/^bad-(option|length|index)$/); // prettier-ignore
  }
  bodies.count = 3;
  expect(codeOf(() => detector.update())).toBe('bad-length');
});

describe('nearPairs2d', () => {
  const sorted = (list: ReturnType<typeof createPairList>) =>
    Array.from({ length: list.count }, (_, p) => list.pairs[2 * p] * 1e6 + list.pairs[2 * p + 1]).sort((a, b) => a - b);
  test.each([1, 3, 30, 1000])('sizes of 1 to %s: the pairs of NBS, and with a filter those that may pair', (spread) => {
    const random = createRandom(spread);
    const count = 400;
    const centres = new Float64Array(2 * count).map(() => 20 * random());
    const radii = new Float64Array(count).map(() => 1 / (1 + random() * (spread - 1)));
    radii[7] = Number.NaN;
    centres[22] = Infinity;
    // On a lattice, so that touching is decided exactly.
    for (let b = 100; b < 200; b++) {
      centres[2 * b] = b % 10;
      centres[2 * b + 1] = Math.floor(b / 10);
      radii[b] = 0.5;
    }
    const near = nearPairs2d(createPairList(), count, centres, radii);
    const nbs = nbsPairs2d(createPairList(), count, centres, radii, 0);
    expect(sorted(near)).toEqual(sorted(nbs));
    expect(Array.from(near.invalid.subarray(0, near.invalidCount))).toEqual([7, 11]);
    const filter = {
      group: new Int32Array(count).map((_, b) => b % 3),
      flags: new Uint8Array(count),
      category: new Uint32Array(count).fill(1),
      mask: new Uint32Array(count).fill(1),
    };
    const allowed = sorted(nbs).filter((pair) => {
      const [i, j] = [Math.floor(pair / 1e6), pair % 1e6];
      return i % 3 === 0 || i % 3 !== j % 3;
    });
    expect(sorted(nearPairs2d(createPairList(), count, centres, radii, { filter }))).toEqual(allowed);
  });

  test('a box that repeats is that of space with all at z = 0; a box that is none makes all invalid', () => {
    const random = createRandom(5);
    const count = 200;
    const centres = new Float64Array(2 * count).map(() => 30 * random() - 10);
    const inSpace = new Float64Array(3 * count).map((_, k) => (k % 3 === 2 ? 0 : centres[2 * Math.floor(k / 3) + (k % 3)]));
    const radii = new Float64Array(count).map(() => 0.7 * random());
    const near = nearPairs2d(createPairList(), count, centres, radii, { periodic: { min: [0, 0], max: [10, 12] } });
    const space = nearPairs(createPairList(), count, inSpace, radii, {
      periodic: { min: [0, 0, 0], max: [10, 12, 0], axes: [true, true, false] },
    });
    expect(near.count).toBeGreaterThan(50);
    expect([near.count, near.pairs, near.shifts]).toEqual([space.count, space.pairs, space.shifts]);
    for (const periodic of [
      { min: [0, 0], max: [0, 1] },
      { min: [0, 0, 0], max: [1, 1, 1] },
      { min: [0, 0], max: [1, 1], axes: [true] },
      null,
    ]) {
      expect(nearPairs2d(createPairList(), count, centres, radii, { periodic: periodic as never }).invalidCount).toBe(count);
      expect(codeOf(() => checkPeriodicBox2d(periodic as never))).toBe('bad-option');
    }
    expect(codeOf(() => checkPeriodicBox2d({ min: [0, Number.NaN], max: [1, 1] }))).toBe('not-finite');
    expect(codeOf(() => checkPeriodicBox2d({ min: [0, Number.NaN], max: [1, 1], axes: [true, false] }))).toBe('nothing thrown');
  });
});
