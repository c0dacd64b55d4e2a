import { expect, test } from 'vitest';
import { createPairList, nbsPairs3d } from '../../src/broad-phase';
import { boundingRadii, mayPair } from '../../src/body';
import { exactMethod, shortestLinkMethod, trackedShortestLinkMethod } from '../../src/common-plane';
import { createContact, createDetectOptions, createState, detect, type ContactState } from '../../src/contact';
import { createDetector, createPairTable, forgetPair, pairState, setPairs } from '../../src/detector';
import { createRandom, type Random } from '../../src/polyhedron';
import { move, randomScene } from '../detector/scene';
import { codeOf } from '../polyhedron/code-of';
import { sweep } from '../sweep';

function randomPairs(random: Random, bodies: number, count: number): Int32Array {
  const keys = new Set<number>();
  while (keys.size < count) {
    const [i, j] = [Math.floor(bodies * random()), Math.floor(bodies * random())];
    if (i !== j) keys.add(i * bodies + j);
  }
  return Int32Array.from([...keys].flatMap((key) => [Math.floor(key / bodies), key % bodies]));
}

test('slots go with their pairs, whatever comes and goes, in whatever order it comes', () => {
  const random = createRandom(2);
  const bodies = 12;
  const table = createPairTable({ stateInts: 2, stateFloats: 3 });
  const state = createState({ stateInts: 0, stateFloats: 0 });
  let known = new Map<string, number>();
  let next = 1;
  let kept = 0;
  for (let round = 0; round < 300; round++) {
    const pairs = randomPairs(random, bodies, Math.floor(100 * random()));
    const before = pairs.slice();
    const replaced = new Uint8Array(bodies).map(() => (random() < 0.1 ? 1 : 0));
    setPairs(table, pairs, pairs.length / 2, bodies, round % 3 === 0 ? undefined : replaced);
    expect(pairs).toEqual(before);
    expect(table.count).toBe(pairs.length / 2);
    const now = new Map<string, number>();
    const order: number[] = [];
    for (let p = 0; p < table.count; p++) {
      const [i, j] = table.pairs.subarray(2 * p, 2 * p + 2);
      order.push(i * bodies + j);
      const isNew = round % 3 !== 0 && (replaced[i] === 1 || replaced[j] === 1);
      const value = isNew ? 0 : (known.get(`${i} ${j}`) ?? 0);
      if (value > 0) kept++;
      const { ints, floats, intOffset, floatOffset } = pairState(state, table, p);
      const memory = [...ints.subarray(intOffset, intOffset + 2), ...floats.subarray(floatOffset, floatOffset + 3)];
      if (memory.join() !== [value, 0 - value, value, 0, value / 8].join()) expect(memory).toEqual([value, 0 - value, value, 0, value / 8]);
      if (random() < 0.2) {
        forgetPair(table, p);
        continue;
      }
      ints.set([next, -next], intOffset);
      floats.set([next, 0, next / 8], floatOffset);
      now.set(`${i} ${j}`, next++);
    }
    const given = Array.from({ length: table.count }, (_, p) => before[2 * p] * bodies + before[2 * p + 1]);
    expect(order).toEqual(given.sort((a, b) => a - b));
    known = now;
  }
  expect(kept).toBeGreaterThan(1000);
});

test('a program with a broad phase of its own finds what a detector finds, to the bit what it finds with a state for each pair', () => {
  const random = createRandom(6);
  const bodies = randomScene(random, sweep(60, 36), sweep(4.5, 3.8));
  const options = { ...createDetectOptions(), margin: 0.05, motionA: 0.05, motionB: 0.05 };
  for (const method of [exactMethod, shortestLinkMethod, trackedShortestLinkMethod]) {
    const detector = createDetector({ bodies, method, margin: options.margin });
    // Two numbers of the program's own behind the method's.
    const table = createPairTable({ stateInts: method.stateInts, stateFloats: method.stateFloats + 2 });
    const state = createState({ stateInts: 0, stateFloats: 0 });
    let states = new Map<string, ContactState>();
    const near = createPairList();
    const [contact, other] = [createContact(500), createContact(500)];
    const radii = boundingRadii(new Float64Array(bodies.count), bodies);
    for (let step = 0; step < sweep(12, 5); step++) {
      nbsPairs3d(near, bodies.count, bodies.positions, radii, options.margin);
      setPairs(table, near.pairs, near.count, bodies.count);
      const found: string[] = [];
      const kept = new Map<string, ContactState>();
      for (let p = 0; p < table.count; p++) {
        const [i, j] = [table.pairs[2 * p], table.pairs[2 * p + 1]];
        const own = states.get(`${i} ${j}`) ?? createState(method);
        kept.set(`${i} ${j}`, own);
        if (!mayPair(bodies, i, j)) continue;
        detect(contact, method, bodies, i, j, pairState(state, table, p), options);
        detect(other, method, bodies, i, j, own, options);
        if (contact.count > 0) found.push(`${i} ${j}`);
        if (contact.gap !== other.gap || contact.normal.some((x, k) => x !== other.normal[k])) expect.fail(`${method.name}: ${i} ${j}`);
      }
      states = kept;
      const list = detector.update();
      expect(found).toEqual(Array.from({ length: list.count }, (_, c) => `${list.bodyA[c]} ${list.bodyB[c]}`));
      move(bodies, random, 0.01);
    }
  }
});

test('no array is made once there is room', () => {
  const random = createRandom(8);
  const table = createPairTable({ stateInts: 1, stateFloats: 1 });
  const arrays = () => new Set([table, table.spare].flatMap(({ pairs, live, ints, floats }) => [pairs, live, ints, floats]));
  for (let round = 0; round < 3; round++) setPairs(table, randomPairs(random, 40, 300), 300, 40);
  const before = [...arrays(), table.byB, table.starts];
  for (let round = 0; round < 20; round++) setPairs(table, randomPairs(random, 40, 300 - round), 300 - round, 40);
  const after = [...arrays(), table.byB, table.starts];
  expect(after.every((array) => before.some((old) => old === array))).toBe(true);
  expect(after.length).toBe(before.length);
});

test('pairs that are none change nothing', () => {
  const table = createPairTable({ stateInts: 1, stateFloats: 0 });
  setPairs(table, Int32Array.of(0, 1), 1, 2);
  pairState(createState({ stateInts: 0, stateFloats: 0 }), table, 0).ints[0] = 5;
  for (const bad of [
    [0, 2],
    [-1, 1],
    [1, 1],
    [5, 0],
  ])
    expect(codeOf(() => setPairs(table, Int32Array.from(bad), 1, 2))).toBe('bad-index');
  expect(codeOf(() => setPairs(table, Int32Array.of(0, 1), 2, 2))).toBe('bad-length');
  expect(codeOf(() => setPairs(table, Int32Array.of(0, 1), 1, 2, new Uint8Array(1)))).toBe('bad-length');
  expect([table.count, table.ints[0], table.pairs[1]]).toEqual([1, 5, 1]);
});
