import { describe, expect, it } from 'vitest';
import {
  addBody,
  appendContact,
  bodySetFromPoints,
  box,
  createBodySet,
  createContact,
  createContactFor,
  createContactList,
  createDetectOptions,
  createState,
  detect,
  exactMethod,
  polyhedronFromFaces,
  polyhedronFromHalfSpaces,
  polyhedronFromTriangles,
  polyhedronFromVertices,
  readObj,
  readOff,
  readScene,
  readShapes,
  Status,
  tetrahedron,
  type DetectOptions,
} from '../../src';

/** The code of what is thrown, or what came back instead. */
function codeOf(action: () => unknown): unknown {
  try {
    return action();
  } catch (error) {
    return (error as Error).name === 'InputError' ? (error as { code?: string }).code : error;
  }
}

const cube = [-1, -1, -1, 1, -1, -1, -1, 1, -1, 1, 1, -1, -1, -1, 1, 1, -1, 1, -1, 1, 1, 1, 1, 1];
const axes = [1, 0, 0, -1, 0, 0, 0, 1, 0, 0, -1, 0, 0, 0, 1, 0, 0, -1];

// Scaling to a common size once ran for ever: the inverse of a subnormal number is infinite.
describe.each([1e-307, 1e-309, 1e-310, 1e-322])('a size of %f', (size) => {
  const points = cube.map((x) => x * size);
  it.each<[string, () => unknown]>([
    ['points', () => polyhedronFromVertices(points)],
    ['bodies', () => bodySetFromPoints([points])],
    ['box', () => box(size, size, size)],
    ['tetrahedron', () => tetrahedron(size)],
    ['half-spaces', () => polyhedronFromHalfSpaces(axes, new Array<number>(6).fill(size))],
    ['triangles', () => polyhedronFromTriangles(points, [0, 2, 1])],
    ['faces', () => polyhedronFromFaces(points, [[0, 2, 3, 1]])],
  ])('is refused at once: %s', (_, action) => {
    expect(codeOf(action)).toBe('coincident');
  });
});

describe('what plain JavaScript may pass', () => {
  const not = (value: unknown) => value as never;
  it.each<[string, () => unknown, string]>([
    ['no points', () => polyhedronFromVertices(not(undefined)), 'bad-length'],
    ['null points', () => polyhedronFromVertices(not(null)), 'bad-length'],
    ['a null point', () => polyhedronFromVertices(not([null, [1, 0, 0]])), 'bad-length'],
    ['a sparse array', () => polyhedronFromVertices(not(new Array(12))), 'bad-length'],
    ['text for points', () => polyhedronFromVertices(not('012')), 'bad-length'],
    ['an endless array', () => polyhedronFromVertices(not({ length: 3e9 })), 'bad-length'],
    ['null faces', () => polyhedronFromFaces(cube, not(null)), 'bad-length'],
    ['a null face', () => polyhedronFromFaces(cube, not([null])), 'bad-length'],
    ['null half-spaces', () => polyhedronFromHalfSpaces(not(null), []), 'bad-length'],
    ['no offsets', () => polyhedronFromHalfSpaces(axes, not(undefined)), 'bad-length'],
    ['too many bodies', () => createBodySet({ count: 1e12 }), 'bad-option'],
    ['seven positions', () => createBodySet({ shapes: [box(1, 1, 1)], positions: new Float64Array(7) }), 'bad-length'],
    ['a plain array', () => createBodySet({ shapes: [box(1, 1, 1)], positions: not([0, 0, 0]) }), 'bad-option'],
    ['single precision', () => createBodySet({ shapes: [box(1, 1, 1)], positions: not(new Float32Array(3)) }), 'bad-option'],
    ['no body', () => addBody(createBodySet(), not(null)), 'bad-option'],
    ['a body without a shape', () => addBody(createBodySet(), not({ position: [0, 0, 0] })), 'bad-option'],
    ['a shape that is none', () => addBody(createBodySet(), not({ shape: {}, position: [0, 0, 0] })), 'bad-option'],
    ['no text', () => readOff(not(undefined)), 'bad-file'],
    ['a number for text', () => readObj(not(5)), 'bad-file'],
    ['null for text', () => readShapes(not(null)), 'bad-file'],
    ['null for a scene', () => readScene(not(null), []), 'bad-file'],
  ])('is refused: %s', (_, action, code) => {
    expect(codeOf(action)).toBe(code);
  });
});

describe('detect', () => {
  const shape = box(1, 1, 1);
  const pair = (rounding = [0, 0]) =>
    createBodySet({ shapes: [shape], positions: new Float64Array([0, 0, 0, 0, 0, 0.99]), rounding: Float64Array.from(rounding) });

  it.each([
    [Number.NaN, 0],
    [-1, 0],
    [1e308, 1e308],
  ])('answers Invalid to radii that went bad: %f and %f', (a, b) => {
    const bodies = pair();
    bodies.rounding.set([a, b]);
    const out = createContactFor(shape, shape);
    expect(detect(out, exactMethod, bodies, 0, 1)).toBe(Status.Invalid);
    expect(out.gap).toBe(0);
  });

  it('leaves the options as they are, and takes missing ones as their defaults', () => {
    const full = createContactFor(shape, shape);
    detect(full, exactMethod, pair(), 0, 1, createState(exactMethod), createDetectOptions());
    expect(full.count).toBe(4);
    for (const options of [Object.freeze({ margin: 0.1 }), {}, { band: Number.NaN, margin: Number.NaN }]) {
      const out = createContactFor(shape, shape);
      detect(out, exactMethod, pair(), 0, 1, createState(exactMethod), options as DetectOptions);
      expect([out.kind, out.count, out.gap]).toEqual([full.kind, full.count, full.gap]);
    }
  });

  it('counts what has no room, and a list takes the points that fitted', () => {
    const out = createContact(2);
    detect(out, exactMethod, pair(), 0, 1);
    expect([out.count, out.dropped >= 2]).toEqual([2, true]);
    const list = createContactList();
    appendContact(list, 0, 1, out);
    expect(list.pointCount).toBe(2);
    expect([...list.points.subarray(0, 6), ...list.pointGaps.subarray(0, 2)].every(Number.isFinite)).toBe(true);
  });
});
