import { expect, test } from 'vitest';
import { mayPair } from '../../src/body';
import { exactMethod, shortestLinkMethod, trackedShortestLinkMethod } from '../../src/common-plane';
import { createContactList, createDetectOptions, type ContactList } from '../../src/contact';
import { createDetector, createPairTable, detectRange, setPairs } from '../../src/detector';
import {
  createContactList2d,
  createDetectOptions2d,
  createDetector2d,
  detectRange2d,
  exactLineMethod,
  shortestLinkMethod2d,
} from '../../src/planar';
import { createRandom } from '../../src/polyhedron';
import { bits2d, cores, move2d, randomScene2d, shapes } from '../planar/scene-2d';
import { codeOf } from '../polyhedron/code-of';
import { move, randomScene } from './scene';

/** What follows from the bodies: all but the slots. */
function contactsOf(lists: ContactList[]): number[][] {
  return lists.flatMap((list) =>
    Array.from({ length: list.count }, (_, c) => [
      list.bodyA[c],
      list.bodyB[c],
      list.gaps[c],
      list.areas[c],
      list.volumes[c],
      ...list.normals.slice(3 * c, 3 * c + 3),
      ...list.points.slice(3 * list.pointStart[c], 3 * list.pointStart[c + 1]),
      ...list.pointGaps.slice(list.pointStart[c], list.pointStart[c + 1]),
    ]),
  );
}

test.each([exactMethod, shortestLinkMethod, trackedShortestLinkMethod])(
  '$name: any division of the pairs gives the contacts of the detector, in its order',
  (method) => {
    const random = createRandom(3);
    const bodies = randomScene(random, 40, 4);
    const detector = createDetector({ bodies, method, margin: 0.02 });
    const all: number[] = [];
    for (let i = 0; i < 40; i++) for (let j = i + 1; j < 40; j++) if (mayPair(bodies, i, j)) all.push(i, j);
    // Motion of a step: 5 times 0.02 along each axis, and the turning; the tracked link follows its memory.
    const options = { ...createDetectOptions(), margin: 0.02, motionA: 0.5, motionB: 0.5 };
    const isTracked = method === trackedShortestLinkMethod;
    const tables = [0, 1, 2].map((k) => setPairs(createPairTable(method, k > 0), Int32Array.from(all), all.length / 2, bodies.count));
    for (let step = 0; step < 5; step++) {
      const expected = contactsOf([detector.update()]);
      expect(expected.length).toBeGreaterThan(20);
      let first: number[][] | undefined;
      for (const [k, table] of tables.entries()) {
        const cuts = Array.from({ length: 4 * k }, () => Math.floor(random() * (table.count + 1))).sort((a, b) => a - b);
        const ends = [0, ...cuts, table.count];
        const lists = ends.slice(1).map(() => createContactList(4, 4));
        // The last range first: the order of the calls does not count.
        for (let r = lists.length - 1; r >= 0; r--) detectRange(lists[r], method, bodies, table, ends[r], ends[r + 1], options);
        const found = contactsOf(lists);
        expect(found).toEqual((first ??= found));
        if (!isTracked) expect(found).toEqual(expected);
      }
      move(bodies, random, 0.02);
    }
  },
);

/** Of what bits2d lists, all but `began` and `pointBegan`. */
const isPlace = (_: string, k: number): boolean => k !== 10 && k !== 18;

test.each([exactLineMethod, shortestLinkMethod2d])('$name in the plane: any division gives the contacts of the detector', (method) => {
  const random = createRandom(4);
  const bodies = randomScene2d(random, 50, 5, [...shapes, ...cores]);
  const detector = createDetector2d({ bodies, method, margin: 0.02 });
  const all: number[] = [];
  for (let i = 0; i < 50; i++) for (let j = i + 1; j < 50; j++) if (mayPair(bodies, i, j)) all.push(i, j);
  const options = { ...createDetectOptions2d(), margin: 0.02 };
  const pairs = all.length / 2;
  const [one, two] = [0, 1].map(() => setPairs(createPairTable(method, true), Int32Array.from(all), pairs, bodies.count));
  for (let step = 0; step < 5; step++) {
    const whole = detectRange2d(createContactList2d(4, 4), method, bodies, one, 0, pairs, options);
    expect(whole.count).toBeGreaterThan(20);
    const halves = createContactList2d(4, 4);
    const cut = Math.floor(random() * pairs);
    detectRange2d(halves, method, bodies, two, 0, cut, options);
    detectRange2d(halves, method, bodies, two, cut, pairs, options);
    expect(bits2d(halves)).toEqual(bits2d(whole));
    const found = detector.update();
    // The shortest link in the plane depends on its memory by rounding; the detector does not ask all pairs.
    if (method === exactLineMethod) expect(bits2d(whole).filter(isPlace)).toEqual(bits2d(found).filter(isPlace));
    else expect([...whole.bodyB.subarray(0, whole.count)]).toEqual([...found.bodyB.subarray(0, found.count)]);
    move2d(bodies, random, 0.02);
  }
});

test('ranges and tables that do not fit are an InputError', () => {
  const bodies = randomScene(createRandom(3), 4, 2);
  const table = setPairs(createPairTable(shortestLinkMethod), Int32Array.of(0, 1, 2, 3), 2, 4);
  const list = createContactList(4, 4);
  for (const [from, to] of [
    [-1, 1],
    [0, 3],
    [2, 1],
    [0.5, 1],
    [0, Number.NaN],
  ] as const)
    expect(codeOf(() => detectRange(list, shortestLinkMethod, bodies, table, from, to))).toBe('bad-index');
  const short = setPairs(createPairTable({ stateInts: 0, stateFloats: 0 }), Int32Array.of(0, 1), 1, 4);
  expect(codeOf(() => detectRange(list, shortestLinkMethod, bodies, short, 0, 1))).toBe('bad-option');
  expect(list.count).toBe(0);
});
