import { describe, expect, test } from 'vitest';
import {
  addBody,
  createBodySet,
  excludedPairs,
  excludePair,
  includePair,
  isExcluded,
  mayPair,
  removeBody,
  type BodySet,
} from '../../src/body';
import { createPairList, nearPairs } from '../../src/broad-phase';
import { exactMethod, shortestLinkMethod } from '../../src/common-plane';
import { createDetector } from '../../src/detector';
import { addBody2d, createBodySet2d, createDetector2d, exactLineMethod, rectangle, removeBody2d } from '../../src/planar';
import { box, createRandom } from '../../src/polyhedron';
import { allContacts, bits, move, randomScene, slots } from '../detector/scene';
import { codeOf } from '../polyhedron/code-of';
import { sweep } from '../sweep';

const cube = box(1, 1, 1);

test('a random life of exclusions is that of a set of pairs, whose pairs go when a body goes', () => {
  const random = createRandom(3);
  const bodies = createBodySet({ shapes: [cube], positions: new Float64Array(3 * 40) });
  const known = new Set<string>();
  const key = (i: number, j: number) => `${Math.min(i, j)} ${Math.max(i, j)}`;
  const any = () => Math.floor(40 * random());
  for (let step = 0; step < 6000; step++) {
    const [i, j] = [any(), any()];
    if (i === j) continue;
    const what = random();
    if (what < 0.5) {
      excludePair(bodies, i, j);
      known.add(key(i, j));
    } else if (what < 0.9) {
      includePair(bodies, i, j);
      known.delete(key(i, j));
    } else if (what > 0.98) {
      removeBody(bodies, i);
      expect(addBody(bodies, { shape: cube })).toBe(i);
      for (const pair of known) if (pair.split(' ').includes(String(i))) known.delete(pair);
    }
    const [k, l] = [any(), any()];
    if (k !== l) expect([isExcluded(bodies, k, l), mayPair(bodies, k, l)]).toEqual([known.has(key(k, l)), !known.has(key(k, l))]);
    if (step % 200 > 0) continue;
    const pairs = excludedPairs(bodies);
    const expected = [...known].map((pair) => pair.split(' ').map(Number)).sort((a, b) => a[0] - b[0] || a[1] - b[1]);
    expect([...pairs]).toEqual(expected.flat());
  }
  expect(known.size).toBeGreaterThan(100);
  // The table holds what is there, not what once was.
  expect(bodies.excluded.entries.length).toBeLessThan(4 * 16 * known.size);
  expect(structuredClone(bodies.excluded)).toEqual(bodies.excluded);
});

test('many exclusions in order of rows, as joints of a lattice are, stay close to their homes', () => {
  const bodies = createBodySet({ shapes: [cube], positions: new Float64Array(3 * 20_000) });
  for (let i = 0; i + 100 < 20_000; i++) {
    excludePair(bodies, i, i + 1);
    excludePair(bodies, i + 100, i);
  }
  expect(excludedPairs(bodies).length).toBe(4 * 19_900);
  for (let i = 0; i + 100 < 20_000; i += 3) includePair(bodies, i, i + 1);
  for (let i = 0; i + 100 < 20_000; i++) {
    if (isExcluded(bodies, i, i + 1) !== (i % 3 !== 0) || !isExcluded(bodies, i, i + 100)) expect(i).toBe('wrong');
  }
});

test('handles that are no bodies', () => {
  const bodies = createBodySet({ shapes: [cube], positions: new Float64Array(9) });
  removeBody(bodies, 2);
  for (const [i, j] of [
    [0, 0],
    [0, 3],
    [-1, 0],
    [0, 2],
    [0.5, 1],
    [Number.NaN, 1],
    [0, undefined],
  ] as [number, number][]) {
    expect(codeOf(() => excludePair(bodies, i, j))).toBe('bad-index');
    expect(codeOf(() => includePair(bodies, i, j))).toBe('bad-index');
  }
});

test('nearPairs leaves them out with a body set for a filter', () => {
  const bodies = createBodySet({ shapes: [cube], positions: new Float64Array([0, 0, 0, 1, 0, 0, 2, 0, 0]) });
  excludePair(bodies, 1, 0);
  const near = nearPairs(createPairList(), 3, bodies.positions, new Float64Array(3).fill(0.9), { filter: bodies });
  expect([...near.pairs.subarray(0, 2 * near.count)]).toEqual([1, 2]);
});

describe('in a detector', () => {
  const pairsOf = (list: { count: number; bodyA: Int32Array; bodyB: Int32Array }) =>
    Array.from({ length: list.count }, (_, c) => `${list.bodyA[c]} ${list.bodyB[c]}`);

  test('excluded pairs have no contact and no memory, from the next step on, and come back as new', () => {
    const bodies = createBodySet({ shapes: [cube], positions: new Float64Array([0, 0, 0, 0, 0, 0.99, 0, 0, 1.98]) });
    const detector = createDetector({ bodies, method: shortestLinkMethod });
    const rows = () => pairsOf(detector.update());
    expect(rows()).toEqual(['0 1', '1 2']);
    excludePair(bodies, 0, 1);
    expect(rows()).toEqual(['1 2']);
    expect([detector.contacts.endedCount, detector.contacts.began[0]]).toEqual([1, 0]);
    expect(detector.statistics.builtForSettings).toBe(1);
    expect(detector.save().pairs).not.toContain(0);
    expect(rows()).toEqual(['1 2']);
    includePair(bodies, 1, 0);
    expect(rows()).toEqual(['0 1', '1 2']);
    expect([...detector.contacts.began.subarray(0, 2)]).toEqual([1, 0]);
    // The next body in the row is no part of the joint.
    excludePair(bodies, 0, 1);
    expect(rows()).toEqual(['1 2']);
    removeBody(bodies, 0);
    expect(rows()).toEqual(['1 2']);
    addBody(bodies, { shape: cube, position: [0, 0, 0] });
    expect(rows()).toEqual(['0 1', '1 2']);
  });

  test('the list is that of all pairs but those, whatever the skin, also after restore', () => {
    const random = createRandom(9);
    const make = (): BodySet => randomScene(createRandom(9), sweep(50, 30), sweep(4, 3.4));
    const bodies = make();
    const options = { method: exactMethod, margin: 0.02 };
    const detector = createDetector({ bodies, ...options, skin: 0.3 });
    const without = createDetector({ bodies, ...options, skin: 0 });
    for (let step = 0; step < sweep(20, 10); step++) {
      const present = [...Array(detector.contacts.count).keys()].filter(() => random() < 0.1);
      for (const c of present) excludePair(bodies, detector.contacts.bodyA[c], detector.contacts.bodyB[c]);
      if (step % 4 === 3) {
        const pairs = excludedPairs(bodies);
        for (let k = 0; k < pairs.length; k += 6) includePair(bodies, pairs[k], pairs[k + 1]);
      }
      detector.update();
      expect(new Set(pairsOf(detector.contacts))).toEqual(new Set(allContacts(bodies, exactMethod, 0.02).keys()));
      expect(bits(without.update())).toEqual(bits(detector.contacts));
      expect(slots(without.contacts)).toEqual(slots(detector.contacts));
      if (step % 10 === 9) {
        const other = make();
        other.positions.set(bodies.positions);
        other.orientations.set(bodies.orientations);
        const pairs = excludedPairs(bodies);
        for (let k = 0; k < pairs.length; k += 2) excludePair(other, pairs[k], pairs[k + 1]);
        const copy = createDetector({ bodies: other, ...options });
        copy.restore(detector.save());
        expect(bits(copy.update()).slice(0, 8)).toEqual(bits(detector.update()).slice(0, 8));
        without.update();
      }
      move(bodies, random, 0.01);
    }
    expect(excludedPairs(bodies).length).toBeGreaterThan(10);
  });

  test.each(['near-pairs', 'nbs'] as const)('in the plane, with the search %s', (search) => {
    const bodies = createBodySet2d({ shapes: [rectangle(1, 1)], positions: new Float64Array([0, 0, 0, 0.99, 0, 1.98]) });
    const detector = createDetector2d({ bodies, method: exactLineMethod, search });
    const rows = () => pairsOf(detector.update());
    expect(rows()).toEqual(['0 1', '1 2']);
    excludePair(bodies, 1, 0);
    expect(rows()).toEqual(['1 2']);
    expect(detector.contacts.endedCount).toBe(1);
    includePair(bodies, 0, 1);
    expect(rows()).toEqual(['0 1', '1 2']);
    excludePair(bodies, 2, 1);
    removeBody2d(bodies, 2);
    addBody2d(bodies, { shape: rectangle(1, 1), position: [0, 1.98] });
    expect(rows()).toEqual(['0 1', '1 2']);
  });
});
