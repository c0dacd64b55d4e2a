import { describe, expect, test } from 'vitest';
import { addBody, BodyFlag, createBodySet, removeBody, reserve, type BodySet } from '../../src/body';
import { checkDiscs, checkSpheres } from '../../src/broad-phase';
import { exactMethod } from '../../src/common-plane';
import { createDetector } from '../../src/detector';
import {
  addBody2d,
  createBodySet2d,
  createDetector2d,
  exactLineMethod,
  rectangle,
  removeBody2d,
  reserve2d,
  type BodySet2d,
} from '../../src/planar';
import { box } from '../../src/polyhedron';

const cube = box(1, 1, 1);
const square = rectangle(1, 1);

/** What space and the plane have in common, so that each rule is asked of both. */
const families = {
  space: {
    create: (arrays?: object) => createBodySet(arrays) as BodySet | BodySet2d,
    add: (set: unknown, body: unknown) => addBody(set as BodySet, body as never),
    reserve: (set: unknown, n: number) => reserve(set as BodySet, n),
    remove: (set: unknown, i: number) => removeBody(set as BodySet, i),
    detector: (bodies: unknown) => createDetector({ bodies: bodies as BodySet, method: exactMethod }),
    shape: cube,
    other: square,
    axes: 3,
    turns: 'orientations',
    turnNumbers: 4,
    unturned: [0, 0, 0, 1],
  },
  plane: {
    create: (arrays?: object) => createBodySet2d(arrays) as BodySet | BodySet2d,
    add: (set: unknown, body: unknown) => addBody2d(set as BodySet2d, body as never),
    reserve: (set: unknown, n: number) => reserve2d(set as BodySet2d, n),
    remove: (set: unknown, i: number) => removeBody2d(set as BodySet2d, i),
    detector: (bodies: unknown) => createDetector2d({ bodies: bodies as BodySet2d, method: exactLineMethod }),
    shape: square,
    other: cube,
    axes: 2,
    turns: 'rotations',
    turnNumbers: 2,
    unturned: [1, 0],
  },
} as const;

/** Code, index and message of the error; what is no InputError is thrown on. */
function errorOf(run: () => unknown): { code: string; index: number; message: string } {
  try {
    run();
  } catch (error) {
    const { name, code, index, message } = error as { name: string; code: string; index: number; message: string };
    if (name !== 'InputError') throw error;
    return { code, index, message };
  }
  return { code: 'none', index: -1, message: '' };
}

describe.each(Object.entries(families))('%s', (_, family) => {
  const arraysOf = (set: object) => set as Record<string, Float64Array>;
  const names = ['shapeIndex', 'positions', family.turns, 'rounding', 'group', 'flags', 'category', 'mask', 'generation'];

  test("a set takes the caller's arrays with room beyond its count, and adds bodies into them", () => {
    const positions = new Float64Array(family.axes * 5);
    const set = family.create({ shapes: [family.shape], count: 2, positions, group: new Int32Array(7) });
    expect([set.count, set.grow]).toEqual([2, false]);
    const before = names.map((name) => arraysOf(set)[name]);
    for (let i = 2; i < 5; i++) expect(family.add(set, { shape: family.shape, position: positions.slice(0, family.axes).fill(i) })).toBe(i);
    expect(names.map((name) => arraysOf(set)[name])).toEqual(before);
    names.forEach((name, k) => expect(arraysOf(set)[name]).toBe(before[k]));
    expect(positions[family.axes * 4]).toBe(4);
    const { code, index, message } = errorOf(() => family.add(set, { shape: family.shape }));
    expect([code, index]).toEqual(['bad-length', 5]);
    expect(message).toContain('positions');
    expect(message).not.toContain('group');
    expect([set.count, set.freeRows.length, set.moved.length]).toEqual([5, 0, 0]);
    // A free row is room.
    family.remove(set, 3);
    expect(family.add(set, { shape: family.shape })).toBe(3);
    expect(errorOf(() => family.reserve(set, 6)).code).toBe('bad-length');
    family.reserve(set, 5);
  });

  test('an array of the caller that is shorter than the others is the room: nothing is written beside it', () => {
    const set = family.create({ count: 1, shapeIndex: new Int32Array([-1, 0, 0]), rounding: new Float64Array(2), shapes: [family.shape] });
    expect(family.add(set, { shape: family.shape, rounding: 0.25 })).toBe(0);
    expect(family.add(set, { shape: family.shape, rounding: 0.5 })).toBe(1);
    expect(errorOf(() => family.add(set, { shape: family.shape, rounding: 0.75 })).message).toContain('rounding');
    expect([...arraysOf(set)['rounding']]).toEqual([0.25, 0.5]);
  });

  test('with grow the arrays that are too short are replaced and named', () => {
    const positions = new Float64Array(new SharedArrayBuffer(8 * family.axes * 2));
    const group = new Int32Array(100);
    const set = family.create({ shapes: [family.shape], positions, group, grow: true });
    expect(set.moved).toEqual([]);
    family.add(set, { shape: family.shape });
    expect(set.positions).not.toBe(positions);
    expect(set.positions.buffer).toBeInstanceOf(SharedArrayBuffer);
    expect(set.group).toBe(group);
    expect(new Set(set.moved)).toEqual(new Set(names.filter((name) => name !== 'group')));
    set.moved.length = 0;
    for (let k = 0; k < 20; k++) family.add(set, { shape: family.shape });
    expect(new Set(set.moved).size).toBe(set.moved.length);
    expect(set.moved).toContain('positions');
  });

  test('after reserve no array moves until there are more bodies, and rows in waiting are plain bodies', () => {
    const set = family.create();
    family.add(set, { shape: family.shape });
    family.reserve(set, 1000);
    expect(set.moved).toContain('positions');
    set.moved.length = 0;
    const before = names.map((name) => arraysOf(set)[name]);
    // A program may fill rows and count itself.
    expect([...arraysOf(set)[family.turns].subarray(999 * family.turnNumbers)]).toEqual(family.unturned);
    expect([set.category[999], set.mask[999], set.shapeIndex[999], set.flags[999]]).toEqual([1, 0xffffffff, 0, BodyFlag.None]);
    for (let k = 1; k < 1000; k++) family.add(set, { shape: family.shape });
    names.forEach((name, k) => expect(arraysOf(set)[name]).toBe(before[k]));
    expect(set.moved).toEqual([]);
    family.add(set, { shape: family.shape });
    expect(new Set(set.moved)).toEqual(new Set(names));
    for (const bad of [-1, 1.5, Number.NaN, 2 ** 40]) expect(errorOf(() => family.reserve(set, bad)).code).toBe('bad-option');
  });

  test('what is missing or of another kind is an InputError, never a TypeError', () => {
    for (const bad of [null, 5, 'bodies']) expect(errorOf(() => family.create(bad as never)).code).toBe('bad-option');
    for (const name of names) {
      for (const bad of [null, {}, [0, 0, 0, 1], new Float32Array(8), 'x']) {
        const { code, message } = errorOf(() => family.create({ shapes: [family.shape], count: 1, [name]: bad }));
        expect([code, message.includes(name)], name).toEqual(['bad-option', true]);
      }
    }
    for (const shapes of [null, {}, 'x', 5]) expect(errorOf(() => family.create({ shapes })).code).toBe('bad-option');
    for (const bad of [null, undefined, {}, 5, family.other, { vertices: new Float64Array(3) }]) {
      expect(errorOf(() => family.create({ shapes: [family.shape, bad] }))).toMatchObject({ code: 'bad-option', index: 1 });
      expect(errorOf(() => family.add(family.create(), { shape: bad })).code).toBe('bad-option');
    }
    for (const bad of [null, undefined, {}, []]) {
      expect(errorOf(() => family.add(bad, { shape: family.shape })).code).toBe('bad-option');
      expect(errorOf(() => family.reserve(bad, 1)).code).toBe('bad-option');
      expect(errorOf(() => family.remove(bad, 0)).code).toBe('bad-option');
      expect(errorOf(() => family.detector(bad)).code).toBe('bad-option');
    }
    for (const bad of [[0], [0, 0, 0, 0, 0], '', 7]) {
      expect(errorOf(() => family.add(family.create(), { shape: family.shape, position: bad })).code).toBe('bad-length');
      expect(errorOf(() => family.add(family.create(), { shape: family.shape, [family.turns.slice(0, -1)]: bad })).code).toBe('bad-length');
    }
  });

  test('so it is when arrays or shapes go bad under a detector, which goes on when they are mended', () => {
    const positions = new Float64Array(2 * family.axes);
    positions[2 * family.axes - 1] = 0.99;
    const set = family.create({ shapes: [family.shape], positions });
    const detector = family.detector(set);
    const { pointCount } = detector.update();
    const slots = [...detector.contacts.pointSlot.subarray(0, pointCount)];
    const shapes = set.shapes as unknown[];
    const mended = set as unknown as Record<string, unknown>;
    const spoil: [string, number, () => void, () => void][] = [
      ...names.flatMap((name) =>
        [null, undefined, [0, 0]].map((bad): [string, number, () => void, () => void] => {
          const good = mended[name];
          return ['bad-option', -1, () => (mended[name] = bad), () => (mended[name] = good)];
        }),
      ),
      ...[undefined, null, {}, family.other].flatMap((bad): [string, number, () => void, () => void][] => [
        ['bad-option', 0, () => (shapes[0] = bad), () => (shapes[0] = family.shape)],
        ['bad-option', 1, () => shapes.push(bad), () => shapes.pop()],
      ]),
      ['bad-option', -1, () => (mended['shapes'] = null), () => (mended['shapes'] = shapes)],
      ['bad-option', -1, () => (mended['shapes'] = { 0: family.shape }), () => (mended['shapes'] = shapes)],
      ['bad-option', -1, () => (mended['count'] = Number.NaN), () => (mended['count'] = 2)],
      ['bad-length', -1, () => (mended['count'] = 3), () => (mended['count'] = 2)],
    ];
    for (const [code, index, break_, mend] of spoil) {
      break_();
      expect(errorOf(() => detector.update())).toMatchObject({ code, index });
      mend();
      const list = detector.update();
      expect([...list.pointSlot.subarray(0, list.pointCount)]).toEqual(slots);
      expect([...list.pointBegan.subarray(0, list.pointCount)]).toEqual(slots.map(() => 0));
    }
  });
});

test('searches are checked for missing arrays', () => {
  for (const check of [checkSpheres, checkDiscs]) {
    expect(errorOf(() => check(1, null as never, new Float64Array(1))).code).toBe('bad-option');
    expect(errorOf(() => check(1, new Float64Array(3), undefined as never)).code).toBe('bad-option');
  }
});
