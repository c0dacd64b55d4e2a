/** Forces by the threads of a detector: the sums of a loop over the contacts, to the bit. */
import { afterEach, describe, expect, test } from 'vitest';
import { createBodySet } from '../../src/body';
import { exactMethod } from '../../src/common-plane';
import { beginSprings, contactForce, createPairForce, createPressureLaw, createSprings } from '../../src/force';
import {
  contactLawForces,
  contactLawForces2d,
  createParallelDetector,
  createParallelDetector2d,
  sharedBodyArrays,
  sharedBodyArrays2d,
  type ForceModel,
} from '../../src/parallel';
import { firstBodyOf } from '../../src/parallel/sum-rows';
import {
  addBody2d,
  beginSprings2d,
  contactForce2d,
  createBodySet2d,
  createPairForce2d,
  exactLineMethod,
  lineWall,
  rectangle,
} from '../../src/planar';
import { createRandom } from '../../src/polyhedron';
import { planeWall } from '../../src/walls';
import { bytes } from '../bytes';
import { addRandom, move } from '../detector/scene';
import { createThrowingWorker, createWorker } from './threads';

const open: { close(): void }[] = [];
afterEach(() => {
  for (const detector of open.splice(0)) detector.close();
});

const shared = (n: number): Float64Array => new Float64Array(new SharedArrayBuffer(8 * n));
const law = createPressureLaw(1e4, 7e3, 0.5, { normalDamping: 3, shearDamping: 2 });

const nothing = new Int32Array(new SharedArrayBuffer(4));
const sleep = (): void => void Atomics.wait(nothing, 0, 0, 2);

function scene(threads: number, worker = createWorker) {
  const random = createRandom(5);
  const bodies = createBodySet(sharedBodyArrays(90));
  for (let b = 0; b < 90; b++) addRandom(bodies, random, 4);
  const walls = [planeWall([0, 0, 1], 0.3), planeWall([1, 0, 0], 0.2)];
  // With three threads the search is that of one thread, and forces are shared nevertheless.
  const fewestPairs = threads === 3 ? 1e9 : 0;
  const detector = createParallelDetector({ bodies, method: exactMethod, margin: 0.05, walls, threads, fewestPairs, createWorker: worker });
  open.push(detector);
  const velocities = shared(3 * 250);
  const spins = shared(3 * 250);
  for (let k = 0; k < 750; k++) {
    velocities[k] = random() - 0.5;
    spins[k] = random() - 0.5;
  }
  return { random, bodies, detector, velocities, spins };
}

describe.each([1, 2, 3])('%i threads', (threads) => {
  test('sums and springs in space are those of a loop', async () => {
    const { random, bodies, detector, velocities, spins } = scene(threads);
    const forces = detector.createForces({ ...contactLawForces, fewest: 0 });
    await detector.ready;
    const wallPositions = shared(6);
    const wallVelocities = shared(6).fill(0.1);
    const wallSpins = shared(6);
    const springs = createSprings(true);
    const plain = createSprings();
    const pair = createPairForce();
    const motion = {
      positions: bodies.positions,
      velocities,
      spins,
      walls: { positions: wallPositions, velocities: wallVelocities, spins: wallSpins },
      lag: 0.005,
    };
    for (let step = 0; step < 4; step++) {
      const list = detector.update();
      const dt = step === 0 ? 0 : 0.01;
      const { history } = beginSprings(springs, list);
      const data = { law, history, velocities, spins, dt, lag: 0.005, wallPositions, wallVelocities, wallSpins };
      if (step === 2) await forces.updateAsync(data);
      else forces.update(data);
      beginSprings(plain, list);
      motion.positions = bodies.positions;
      const expected = new Float64Array(6 * bodies.count);
      for (let c = 0; c < list.count; c++) {
        const [a, b] = [list.bodyA[c], list.bodyB[c]];
        contactForce(pair, law, plain, list, c, motion, dt);
        for (let k = 0; k < 3; k++) {
          expected[6 * a + k] -= pair.force[k];
          expected[6 * a + 3 + k] += pair.torqueA[k];
          if (b < 0) continue;
          expected[6 * b + k] += pair.force[k];
          expected[6 * b + 3 + k] += pair.torqueB[k];
        }
      }
      expect(detector.threadsUsed).toBe(threads === 2 ? 2 : 1);
      expect(list.count).toBeGreaterThan(200);
      expect(expected.filter((x) => x !== 0).length).toBeGreaterThan(400);
      expect(bytes(forces.sums, 6 * bodies.count)).toBe(bytes(expected, 6 * bodies.count));
      expect(bytes(springs.history, plain.history.length)).toBe(bytes(plain.history, plain.history.length));
      move(bodies, random, 0.01);
      // Longer rows, sums and springs.
      if (step === 0) for (let b = 0; b < 30; b++) addRandom(bodies, random, 4);
    }
  });

  test('sums in the plane are those of a loop', async () => {
    const random = createRandom(8);
    const bodies = createBodySet2d(sharedBodyArrays2d(150));
    for (let b = 0; b < 150; b++) addBody2d(bodies, { shape: rectangle(1, 0.5), position: [6 * random(), 6 * random()] });
    const walls = [lineWall([0, 1], 0.3)];
    const detector = createParallelDetector2d({ bodies, method: exactLineMethod, margin: 0.05, walls, threads, createWorker });
    open.push(detector);
    await detector.ready;
    const forces = detector.createForces({ ...contactLawForces2d, fewest: 0 });
    const velocities = shared(300).map(() => random());
    const spins = shared(150).map(() => random());
    const onShared = (x: Float64Array) => {
      const out = shared(x.length);
      out.set(x);
      return out;
    };
    const springs = createSprings(true);
    const plain = createSprings();
    const data = { velocities: onShared(velocities), spins: onShared(spins) };
    const pair = createPairForce2d();
    for (let step = 0; step < 3; step++) {
      const list = detector.update();
      forces.update({ law, history: beginSprings2d(springs, list).history, ...data, dt: 0.01 });
      beginSprings2d(plain, list);
      const expected = new Float64Array(3 * 150);
      for (let c = 0; c < list.count; c++) {
        const [a, b] = [list.bodyA[c], list.bodyB[c]];
        contactForce2d(pair, law, plain, list, c, { positions: bodies.positions, ...data }, 0.01);
        for (const [i, sign, end] of [
          [a, -1, 0],
          [b, 1, 1],
        ]) {
          if (i < 0) continue;
          for (let k = 0; k < 2; k++) expected[3 * i + k] += sign * pair.force[k];
          expected[3 * i + 2] += pair.torques[end];
        }
      }
      expect(list.count).toBeGreaterThan(300);
      expect(bytes(forces.sums, 450)).toBe(bytes(expected, 450));
      for (let k = 0; k < 300; k++) bodies.positions[k] += 0.01 * (random() - 0.5);
    }
  });
});

test('bodies of the threads: every body once, in multiples of eight', () => {
  for (const bodies of [0, 1, 7, 8, 9, 63, 64, 1000, 1001])
    for (const threads of [1, 2, 3, 5, 64]) {
      const firsts = Array.from({ length: threads + 1 }, (_, t) => firstBodyOf(t, threads, bodies));
      expect([firsts[0], firsts[threads]]).toEqual([0, bodies]);
      firsts.slice(0, -1).forEach((first, t) => {
        expect(first).toBeLessThanOrEqual(firsts[t + 1]);
        if (first < bodies) expect(first % 8).toBe(0);
      });
    }
});

test('few contacts: the calling thread computes alone, and other data counts', async () => {
  const { bodies, detector } = scene(2);
  await detector.ready;
  const calls: number[] = [];
  const model: ForceModel<{ readonly by: number }> = {
    name: 'only here',
    width: 1,
    extras: 1,
    fewest: 1e6,
    create: (_, __, { by }) => {
      calls.push(by);
      return (c, out, at) => {
        out[at] = by;
        out[at + 1] = -by;
        out[at + 2] = c;
      };
    },
  };
  const forces = detector.createForces(model);
  const list = detector.update();
  for (const by of [1, 1, 2]) forces.update({ by });
  expect(calls).toEqual([1, 2]);
  const expected = new Float64Array(bodies.count);
  for (let c = 0; c < list.count; c++) {
    expected[list.bodyA[c]] += 2;
    if (list.bodyB[c] >= 0) expected[list.bodyB[c]] -= 2;
  }
  expect(bytes(forces.sums, bodies.count)).toBe(bytes(expected, bodies.count));
  expect(forces.rows[forces.stride * 7 + 2]).toBe(7);
});

test('faults of forces: unknown models, other widths, arrays that are not shared, laws that throw', async () => {
  const { detector, velocities, spins } = scene(2);
  await detector.ready;
  const { history } = beginSprings(createSprings(true), detector.update());
  const data = { law, history, velocities, spins, dt: 0 };
  expect(() => {
    detector.createForces(contactLawForces).update({ ...data, spins: new Float64Array(750) });
  }).toThrow(expect.objectContaining({ code: 'bad-option', message: expect.stringContaining('data.spins') as string }) as Error);
  const faults: [ForceModel<typeof data>, RegExp][] = [
    [{ ...contactLawForces, name: 'unknown', fewest: 0 }, /thread 1: the thread has no forces 'unknown'/],
    [{ ...contactLawForces, extras: 2, fewest: 0 }, /thread 1: the forces 'contact-law' of the thread are not those/],
    // The calling thread is slow, so that the other one gets a chunk.
    [{ ...contactLawForces, name: 'failing', fewest: 0, create: () => sleep }, /thread 1: the forces failed on purpose/],
  ];
  for (const [model, message] of faults) {
    const other = scene(2, createThrowingWorker);
    await other.detector.ready;
    const spring = beginSprings(createSprings(true), other.detector.update());
    const forces = other.detector.createForces(model);
    expect(() => {
      forces.update({ ...data, history: spring.history });
    }).toThrow(message);
    const memory = createSprings(true);
    other.detector.restore(other.detector.save());
    await other.detector.ready;
    // New threads are told anew, here of forces that they know.
    const good = other.detector.createForces({ ...contactLawForces, fewest: 0 });
    const list = other.detector.update();
    good.update({ ...data, history: beginSprings(memory, list).history });
    expect(good.sums.some((x) => x !== 0)).toBe(true);
  }
  const busy = detector.updateAsync();
  expect(() => {
    detector.createForces(contactLawForces).update(data);
  }).toThrow(/another update/);
  await busy;
});

test.each([1, 2])('what forces cannot use is refused, and the same data is refused again (%i threads)', async (threads) => {
  const { detector, velocities, spins } = scene(threads);
  await detector.ready;
  const contacts = detector.update();
  const history = beginSprings(createSprings(true), contacts).history;
  const good = { law, history, velocities, spins, dt: 1e-4 };
  const forces = detector.createForces(contactLawForces);
  const refused = (change: object, code: string): void => {
    const data = { ...good, ...change };
    for (let k = 0; k < 2; k++) {
      expect(() => {
        forces.update(data);
      }).toThrow(expect.objectContaining({ code }));
    }
  };
  refused({ velocities: shared(5) }, 'bad-length');
  refused({ spins: shared(5) }, 'bad-length');
  refused({ velocities: undefined }, 'bad-option');
  refused({ history: undefined }, 'bad-option');
  refused({ law: undefined }, 'bad-option');
  refused({ dt: NaN }, 'not-finite');
  forces.update(good);
  expect(forces.sums.some((x) => x !== 0)).toBe(true);
  const models = [undefined, {}, { ...contactLawForces, width: -1 }, { ...contactLawForces, extras: 0.5 }];
  for (const model of models) {
    expect(() => detector.createForces(model as typeof contactLawForces)).toThrow(expect.objectContaining({ code: 'bad-option' }));
  }
});
