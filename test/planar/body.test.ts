import { describe, expect, test } from 'vitest';
import { BodyFlag, mayPair } from '../../src/body';
import { createPairList, nbsPairs2d } from '../../src/broad-phase';
import { Status } from '../../src/contact';
import {
  addBody2d,
  bodySetFromPoints2d,
  boundingRadii2d,
  createBodySet2d,
  createContact2d,
  createPose2d,
  detect2d,
  exactLineMethod,
  isFinitePose2d,
  rectangle,
  regularPolygon,
  removeBody2d,
} from '../../src/planar';
import { box } from '../../src/polyhedron';
import { codeOf } from '../polyhedron/code-of';

const square = rectangle(1, 1);

describe('createBodySet2d', () => {
  test('takes the caller’s arrays as they are and fills in the others', () => {
    const positions = new Float64Array(new SharedArrayBuffer(48));
    const bodies = createBodySet2d({ shapes: [square], positions });
    expect(bodies.count).toBe(3);
    expect(bodies.positions).toBe(positions);
    expect([...bodies.rotations]).toEqual([1, 0, 1, 0, 1, 0]);
    expect([...bodies.category]).toEqual([1, 1, 1]);
    expect(mayPair(bodies, 0, 1)).toBe(true);
    bodies.flags.fill(BodyFlag.Static);
    expect(mayPair(bodies, 0, 1)).toBe(false);
  });

  test.each([
    ['bad-length', { positions: new Float64Array(5) }],
    ['bad-length', { shapes: [square], count: 2, positions: new Float64Array(2) }],
    ['bad-length', { shapes: [square], positions: new Float64Array(4), rotations: new Float64Array(2) }],
    ['bad-option', { count: -1 }],
    ['bad-option', { shapes: [square, null as never] }],
    ['bad-option', { shapes: [box(1, 1, 1) as never] }],
    ['bad-option', { shapes: square as never }],
    ['bad-option', { shapes: [square], positions: new Float32Array(2) as unknown as Float64Array }],
    ['bad-length', { shapes: [square], positions: new Float64Array(4), generation: new Uint32Array(1) }],
    ['bad-option', { shapes: [square], positions: new Float64Array(2), generation: new Int32Array(1) as unknown as Uint32Array }],
    ['bad-index', { positions: new Float64Array(2) }],
    ['bad-index', { shapes: [square], shapeIndex: new Int32Array([1]) }],
    ['bad-radius', { shapes: [square], positions: new Float64Array(2), rounding: new Float64Array([-1]) }],
    ['bad-radius', { shapes: [square], positions: new Float64Array(2), rounding: new Float64Array([Number.NaN]) }],
  ])('%s', (code, arrays) => expect(codeOf(() => createBodySet2d(arrays))).toBe(code));
});

describe('addBody2d and removeBody2d', () => {
  test('rows stay, freed ones are used again, arrays grow', () => {
    const bodies = createBodySet2d();
    const handles = Array.from({ length: 40 }, (_, k) => addBody2d(bodies, { shape: square, position: [k, -k], group: k }));
    expect(handles).toEqual(handles.map((_, k) => k));
    expect([bodies.shapes.length, bodies.positions[78], bodies.positions[79], bodies.group[39]]).toEqual([1, 39, -39, 39]);
    removeBody2d(bodies, 7);
    const contact = createContact2d(64);
    expect(detect2d(contact, exactLineMethod, bodies, 7, 8)).toBe(Status.Invalid);
    const radii = boundingRadii2d(new Float64Array(40), bodies);
    expect([radii[7], radii[8]]).toEqual([Number.NaN, square.radius]);
    expect(addBody2d(bodies, { shape: regularPolygon(3), rotation: [0.6, 0.8], rounding: 0.5 })).toBe(7);
    expect([bodies.count, bodies.shapes.length, bodies.rotations[14], bodies.rotations[15]]).toEqual([40, 2, 0.6, 0.8]);
  });

  test('generation tells the next body of a row from the last one, also when the arrays grow', () => {
    const bodies = createBodySet2d();
    const first = addBody2d(bodies, { shape: square });
    const seen = new Set([bodies.generation[first]]);
    for (let k = 0; k < 5; k++) {
      removeBody2d(bodies, first);
      seen.add(bodies.generation[first]);
      expect(addBody2d(bodies, { shape: square })).toBe(first);
      seen.add(bodies.generation[first]);
    }
    expect(seen.size).toBe(11);
    const last = bodies.generation[first];
    for (let k = 0; k < 40; k++) addBody2d(bodies, { shape: square });
    expect(bodies.generation[first]).toBe(last);
    expect(bodies.generation.length).toBe(bodies.mask.length);
  });

  test('a body stands where its points stood', () => {
    const bodies = bodySetFromPoints2d([[10, 10, 12, 10, 12, 12, 10, 12]]);
    expect([...bodies.positions.slice(0, 2)]).toEqual([11, 11]);
  });

  test.each([
    ['bad-option', {}],
    ['bad-option', { shape: box(1, 1, 1) }],
    ['bad-length', { shape: square, position: [1, 2, 3] }],
    ['bad-length', { shape: square, rotation: [1, 0, 0, 0] }],
    ['bad-length', { shape: square, rotation: 0.3 }],
    ['not-finite', { shape: square, position: [Number.NaN, 0] }],
    ['not-unit', { shape: square, rotation: [1, 1] }],
    ['not-unit', { shape: square, rotation: [Number.NaN, 0] }],
    ['bad-radius', { shape: square, rounding: -1 }],
  ])('%s: %j', (code, body) => expect(codeOf(() => addBody2d(createBodySet2d(), body as never))).toBe(code));

  test('handles that are none', () => {
    const bodies = bodySetFromPoints2d([[0, 0, 1, 0, 0, 1]]);
    for (const handle of [-1, 1, 0.5]) expect(codeOf(() => removeBody2d(bodies, handle))).toBe('bad-index');
    removeBody2d(bodies, 0);
    expect(codeOf(() => removeBody2d(bodies, 0))).toBe('bad-index');
  });
});

test('near pairs of bodies in the plane', () => {
  const bodies = createBodySet2d({ shapes: [square], positions: new Float64Array([0, 0, 1.3, 0, 5, 0]) });
  const near = nbsPairs2d(createPairList(), 3, bodies.positions, boundingRadii2d(new Float64Array(3), bodies), 0);
  expect([near.count, ...near.pairs.slice(0, 2)]).toEqual([1, 0, 1]);
});

test('a shift moves body j to its image', () => {
  const bodies = createBodySet2d({ shapes: [square], positions: new Float64Array([0.5, 0, 9.75, 0]) });
  const contact = createContact2d(64);
  expect(detect2d(contact, exactLineMethod, bodies, 0, 1, undefined, undefined, new Float64Array([-10, 0]))).toBe(Status.Overlapping);
  expect(contact.gap).toBe(-0.25);
  expect(contact.normal[0]).toBe(-1);
});

test('isFinitePose2d', () => {
  expect(isFinitePose2d(createPose2d())).toBe(true);
  for (const bad of [Number.NaN, Infinity]) expect(isFinitePose2d(new Float64Array([1, 0, 0, bad]))).toBe(false);
});
