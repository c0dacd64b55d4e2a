import { expect, test } from 'vitest';
import {
  addBody,
  addClump,
  addClumpForces,
  box,
  createBodySet,
  createClump,
  createClumpSet,
  mayPair,
  moveParts,
  type InputErrorCode,
} from '../../src';
import * as planar from '../../src/planar';

const cube = box(1, 1, 1);
const square = planar.rectangle(1, 1);

/** Adds a body or a clump with the settings; `count` says how many bodies there are. */
function adders() {
  const bodies = createBodySet();
  const flat = planar.createBodySet2d();
  const parts = createBodySet();
  const clumps = createClumpSet(parts);
  const flatParts = planar.createBodySet2d();
  const flatClumps = planar.createClumpSet2d(flatParts);
  const clump = createClump([{ shape: cube }]);
  const flatClump = planar.createClump2d([{ shape: square }]);
  return [
    { set: bodies, add: (settings: object) => addBody(bodies, { shape: cube, ...settings }) },
    { set: flat, add: (settings: object) => planar.addBody2d(flat, { shape: square, ...settings }) },
    { set: parts, add: (settings: object) => addClump(clumps, { clump, ...settings }) },
    { set: flatParts, add: (settings: object) => planar.addClump2d(flatClumps, { clump: flatClump, ...settings }) },
  ];
}

function errorOf(call: () => void): unknown {
  try {
    call();
  } catch (error) {
    return error;
  }
  return undefined;
}

const fault = (code: InputErrorCode, index: number, value: number): unknown => expect.objectContaining({ code, index, value });

test.each([
  ['flags', [-1, 256, 0.5, Number.NaN]],
  ['category', [2 ** 32, -(2 ** 31) - 1, 1.5, Infinity]],
  ['mask', [2 ** 32, -(2 ** 31) - 1, 1.5, Number.NaN]],
  ['group', [2 ** 31, -(2 ** 31) - 1, 0.5, Number.NaN]],
] as const)('%s that a row cannot hold is refused, and nothing is added', (name, values) => {
  for (const { set, add } of adders()) {
    add({});
    for (const value of values) {
      expect(errorOf(() => add({ [name]: value }))).toEqual(fault('bad-option', 1, value));
      expect([set.count, set.shapes.length, set.generation[0]]).toEqual([1, 1, 1]);
    }
    expect(add({})).toBe(1);
  }
});

test('all bits but one may be given as ~bit', () => {
  for (const { set, add } of adders()) {
    add({ category: 2, flags: 0 });
    add({ mask: ~2 });
    add({ mask: 0xffff_ffff, category: 2 ** 31, flags: 255 });
    expect([...set.mask.subarray(0, 3)]).toEqual([0xffff_ffff, 0xffff_fffd, 0xffff_ffff]);
    expect([...set.category.subarray(0, 3)]).toEqual([2, 1, 2 ** 31]);
    expect(mayPair(set, 0, 1)).toBe(false);
  }
});

test('arrays of parts and clumps that are too short are refused before anything is written', () => {
  const space = createClumpSet(createBodySet());
  const plane = planar.createClumpSet2d(planar.createBodySet2d());
  for (let k = 0; k < 2; k++) {
    addClump(space, {
      clump: createClump([
        { shape: cube, position: [0, 0, 0] },
        { shape: cube, position: [1, 0, 0] },
      ]),
    });
    planar.addClump2d(plane, { clump: planar.createClump2d([{ shape: square }]) });
  }
  const [parts, flatParts] = [space.bodies.count, plane.bodies.count];
  const calls = [
    { widths: [3, 3, 3, 3], rows: [parts, parts, 2, 2], call: (a: Float64Array[]) => moveParts(a[0], a[1], space, a[2], a[3]) },
    { widths: [3, 3, 3, 3], rows: [2, 2, parts, parts], call: (a: Float64Array[]) => addClumpForces(a[0], a[1], space, a[2], a[3]) },
    {
      widths: [2, 1, 2, 1],
      rows: [flatParts, flatParts, 2, 2],
      call: (a: Float64Array[]) => planar.moveParts2d(a[0], a[1], plane, a[2], a[3]),
    },
    {
      widths: [2, 1, 2, 1],
      rows: [2, 2, flatParts, flatParts],
      call: (a: Float64Array[]) => planar.addClumpForces2d(a[0], a[1], plane, a[2], a[3]),
    },
  ];
  for (const { widths, rows, call } of calls) {
    const full = () => widths.map((width, k) => new Float64Array(width * rows[k]).fill(7));
    expect(errorOf(() => call(full()))).toBeUndefined();
    for (let k = 0; k < 4; k++) {
      const short = full();
      short[k] = short[k].slice(0, -1);
      const kept = short.map((array) => array.slice());
      expect(errorOf(() => call(short))).toEqual(fault('bad-length', rows[k] - 1, widths[k] * rows[k] - 1));
      expect(short).toEqual(kept);
      const wrong = full() as unknown[];
      wrong[k] = new Float32Array(100);
      expect(errorOf(() => call(wrong as Float64Array[]))).toMatchObject({ code: 'bad-option' });
    }
  }
});
