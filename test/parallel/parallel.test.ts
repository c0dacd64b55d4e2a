/** Detectors whose work is shared by threads: the same list for every number of threads, and faults that end well. */
import { spawnSync } from 'node:child_process';
import type { Worker } from 'node:worker_threads';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { addBody, createBodySet, removeBody, type BodySet } from '../../src/body';
import { createMovableCell, shearCell } from '../../src/broad-phase';
import { exactMethod } from '../../src/common-plane';
import type { ContactMethod } from '../../src/contact';
import { createDetector, type DetectorOptions } from '../../src/detector';
import { contactMethods } from '../../src/methods';
import {
  createParallelDetector,
  createParallelDetector2d,
  sharedBodyArrays,
  createWorkerPool,
  sharedBodyArrays2d,
  type WorkerLike,
} from '../../src/parallel';
import { addBody2d, contactMethods2d, createBodySet2d, createDetector2d, lineWall, rectangle } from '../../src/planar';
import { box, createRandom, pointCore, segmentCore } from '../../src/polyhedron';
import { meshWall, planeWall } from '../../src/walls';
import { addRandom, move } from '../detector/scene';
import { sweep } from '../sweep';
import { digests } from './digests';
import { bundleOf, createFreshWorker, createThrowingWorker, createWorker, WORKER_ENTRY } from './threads';

const open: { close(): void }[] = [];
afterEach(() => {
  for (const detector of open.splice(0)) detector.close();
});

function start(options: DetectorOptions, threads: number, worker: () => WorkerLike = createWorker) {
  const detector = createParallelDetector({ ...options, threads, createWorker: worker });
  open.push(detector);
  return detector;
}

function scene(count: number, size: number, seed = 1): BodySet {
  const bodies = createBodySet(sharedBodyArrays(count));
  const random = createRandom(seed);
  for (let b = 0; b < count; b++) addRandom(bodies, random, size);
  return bodies;
}

describe.each(contactMethods.slice(0, sweep(contactMethods.length, 3)))('$name', (method: ContactMethod) => {
  test('the list of two threads is that of the plain detector, to the bit', async () => {
    const random = createRandom(7);
    const bodies = scene(140, 5);
    if (method.sharpOnly === true) bodies.rounding.fill(0);
    const options = { bodies, method, margin: 0.02 };
    const plain = createDetector(options);
    const two = start(options, 2);
    await two.ready;
    for (let step = 0; step < 4; step++) {
      const list = step % 3 === 2 ? await two.updateAsync() : two.update();
      expect(digests(list)).toEqual(digests(plain.update()));
      expect(two.threadsUsed).toBe(2);
      expect(two.statistics).toEqual(plain.statistics);
      move(bodies, random, 0.01);
    }
  });
});

test('walls that move, a periodic box, bodies added and removed, lists that grow: three threads as one', async () => {
  const random = createRandom(9);
  const bodies = scene(60, 5);
  const floor = planeWall([0, 0, 1], 0.5);
  const ramp = meshWall([-20, -20, 0, 20, -20, 0, 20, 20, 0, -20, 20, 0], [0, 1, 2, 0, 2, 3], { position: [0, 0, -1] });
  const options = {
    bodies,
    method: exactMethod,
    margin: 0.05,
    walls: [floor, ramp],
    periodic: { min: [0, 0, 0] as const, max: [9, 9, 9] as const, axes: [true, true, false] as const },
  };
  const plain = createDetector(options);
  const three = start(options, 3);
  await three.ready;
  let most = 0;
  for (let step = 0; step < 12; step++) {
    const list = three.update();
    expect(digests(list)).toEqual(digests(plain.update()));
    most = Math.max(most, list.count);
    move(bodies, random, 0.02);
    floor.offset += 0.02;
    ramp.position[2] += 0.02;
    ramp.orientation.set([0, Math.sin(0.01 * step), 0, Math.cos(0.01 * step)]);
    if (step === 3) for (let b = 0; b < 120; b++) addRandom(bodies, random, 5);
    if (step === 6) for (let b = 80; b < 110; b++) removeBody(bodies, b);
    if (step === 8) bodies.positions[3 * 20] = Number.NaN;
    if (step === 9) bodies.positions[3 * 20] = 2;
    if (step === 10) bodies.rounding[7] = 0.2;
  }
  // More than the lists of the threads have room for at first.
  expect(most).toBeGreaterThan(768);
  expect(three.threadsUsed).toBe(3);
});

test('flush boxes whose points change their names, with contacts that begin and end: three threads as the plain detector', async () => {
  const bodies = createBodySet(sharedBodyArrays(180));
  for (let b = 0; b < 180; b++) addBody(bodies, { shape: box(1, 1, 1), position: [b % 6, Math.floor(b / 6) % 6, Math.floor(b / 36)] });
  const options = { bodies, method: exactMethod, margin: 1e-6, walls: [planeWall([0, 0, 1], -0.5)] };
  const plain = createDetector(options);
  const three = start(options, 3);
  await three.ready;
  const random = createRandom(11);
  let ended = 0;
  let began = 0;
  for (let step = 0; step < 6; step++) {
    const list = three.update();
    expect(digests(list)).toEqual(digests(plain.update()));
    expect(three.threadsUsed).toBe(3);
    expect(list.count).toBeGreaterThan(500);
    if (step > 0) began += list.pointBegan.subarray(0, list.pointCount).reduce((sum, one) => sum + one, 0);
    ended += list.endedCount;
    // Some go by a rounding step, some slide along their faces, some leave.
    for (let b = 0; b < 180; b++) {
      const way = random();
      if (way < 0.3) bodies.positions[3 * b + 2] += 2 ** -52;
      else if (way < 0.6) bodies.positions[3 * b] += 1e-3 * (random() - 0.5);
      else if (way < 0.62) bodies.positions[3 * b + 1] += 1e-5;
    }
    if (step === 3) three.restore(plain.save());
  }
  expect(began).toBeGreaterThan(20);
  expect(ended).toBeGreaterThan(20);
});

test('seams are filtered as in the plain detector', async () => {
  const bodies = createBodySet(sharedBodyArrays(64));
  for (let x = 0; x < 10; x++) for (let y = 0; y < 5; y++) addBody(bodies, { shape: box(1, 1, 1), position: [x, y, 0], flags: 1 });
  for (let x = 0; x < 9; x += 2)
    for (let y = 0; y < 4; y += 2) addBody(bodies, { shape: box(1, 1, 1), position: [x + 0.5003, y + 0.5003, 0.999] });
  const options = { bodies, method: exactMethod, margin: 0.01, seams: {} };
  const plain = createDetector(options);
  const two = start(options, 2);
  await two.ready;
  for (let step = 0; step < 3; step++) {
    expect(digests(two.update())).toEqual(digests(plain.update()));
    expect(two.statistics).toEqual(plain.statistics);
    for (let i = 50; i < bodies.count; i++) bodies.positions[3 * i] += 0.0004;
  }
});

test('a sheared cell and cores of spheres and rods: the same list as the plain detector', async () => {
  const random = createRandom(6);
  const bodies = scene(150, 7);
  for (let b = 0; b < 150; b++) {
    const position = [7 * random(), 7 * random(), 7 * random()] as const;
    addBody(bodies, { shape: b % 2 === 0 ? pointCore() : segmentCore(0.8), rounding: 0.2 + 0.2 * random(), position });
  }
  const cell = createMovableCell({ vectors: [7, 0, 0, 1, 7, 0, 0, 0, 7], velocities: [0, 0, 0, 0.5, 0, 0, 0, 0, 0] });
  const velocities = new Float64Array(3 * bodies.count);
  const options = { bodies, method: exactMethod, margin: 0.02, periodic: cell };
  const plain = createDetector(options);
  const two = start(options, 2);
  await two.ready;
  for (let step = 0; step < 5; step++) {
    const list = two.update();
    expect(digests(list)).toEqual(digests(plain.update()));
    expect(two.threadsUsed).toBe(2);
    shearCell(cell, 0.1, bodies.positions, velocities, bodies.count);
    move(bodies, random, 0.01);
  }
});

test('saved with two threads, restored with one and in the plain detector', async () => {
  const random = createRandom(4);
  const bodies = scene(260, 7);
  const options = { bodies, method: exactMethod, margin: 0.02 };
  const two = start(options, 2);
  await two.ready;
  two.update();
  move(bodies, random, 0.01);
  two.update();
  const memory = two.save();
  const one = start(options, 1);
  const plain = createDetector(options);
  one.restore(memory);
  plain.restore(memory);
  move(bodies, random, 0.01);
  const list = digests(plain.update());
  expect(digests(one.update())).toEqual(list);
  expect(digests(two.update())).toEqual(list);
});

describe.each(contactMethods2d.slice(0, sweep(contactMethods2d.length, 2)))('$name in the plane', (method) => {
  test('the list of two threads is that of the plain detector, to the bit', async () => {
    const random = createRandom(3);
    const bodies = createBodySet2d(sharedBodyArrays2d(8));
    for (let b = 0; b < 200; b++) {
      const angle = 6 * random();
      addBody2d(bodies, {
        shape: b % 2 === 0 ? rectangle(1, 0.5) : rectangle(0.6, 0.6),
        position: [7 * random(), 7 * random()],
        rotation: [Math.cos(angle), Math.sin(angle)],
      });
    }
    const options = { bodies, method, margin: 0.02, walls: [lineWall([0, 1], 1)] };
    const plain = createDetector2d(options);
    const two = createParallelDetector2d({ ...options, threads: 2, createWorker });
    open.push(two);
    await two.ready;
    for (let step = 0; step < 4; step++) {
      expect(digests(two.update())).toEqual(digests(plain.update()));
      expect(two.threadsUsed).toBe(2);
      for (let k = 0; k < 2 * bodies.count; k++) bodies.positions[k] += 0.02 * (random() - 0.5);
    }
  });
});

test('small scenes and threads that have not started: the calling thread works alone', async () => {
  const few = scene(5, 2);
  const detector = start({ bodies: few, method: exactMethod }, 2);
  expect(detector.update().count).toBe(createDetector({ bodies: few, method: exactMethod }).update().count);
  expect(detector.threadsUsed).toBe(1);
  await detector.ready;
  detector.update();
  expect(detector.threadsUsed).toBe(1);
  expect(detector.threads).toBe(2);
});

test('a method that throws in a thread: the update throws its message, and restore starts again', async () => {
  const failing: ContactMethod = { ...exactMethod, name: 'failing', certified: false };
  const bodies = scene(40, 4);
  const detector = start({ bodies, method: failing, margin: 400 }, 2, createThrowingWorker);
  await detector.ready;
  // The main thread does not fail: its method is another.
  const before = detector.update().count;
  const memory = detector.save();
  const places = bodies.positions.slice();
  for (let i = 0; i < 40; i += 2) bodies.positions[3 * i] += 300;
  expect(() => detector.update()).toThrow(/thread 1: the method failed on purpose/);
  expect(() => detector.update()).toThrow(/thread 1/);
  bodies.positions.set(places);
  detector.restore(memory);
  await detector.ready;
  expect(detector.update().count).toBe(before);
  expect(detector.threadsUsed).toBe(2);
});

test('workers of a pool serve one detector after the other, of space and of the plane; those that ended are replaced', async () => {
  const workers: Worker[] = [];
  const pool = createWorkerPool(() => {
    const worker = createFreshWorker();
    workers.push(worker);
    return worker;
  });
  const bodies = scene(200, 7);
  const expected = digests(createDetector({ bodies, method: exactMethod }).update());
  const runOne = async (): Promise<void> => {
    const detector = start({ bodies, method: exactMethod }, 2, pool.createWorker);
    await detector.ready;
    expect(digests(detector.update())).toEqual(expected);
    expect(detector.threadsUsed).toBe(2);
    detector.close();
  };
  await runOne();
  await runOne();
  // One that is closed before its threads have taken anything.
  start({ bodies, method: exactMethod }, 2, pool.createWorker).update();
  open.pop()?.close();
  const flat = createBodySet2d(sharedBodyArrays2d(8));
  for (let b = 0; b < 600; b++) addBody2d(flat, { shape: rectangle(1, 1), position: [0.9 * (b % 25), 0.9 * Math.floor(b / 25)] });
  const plane = createParallelDetector2d({ bodies: flat, method: contactMethods2d[0], threads: 2, createWorker: pool.createWorker });
  await plane.ready;
  expect(digests(plane.update())).toEqual(digests(createDetector2d({ bodies: flat, method: contactMethods2d[0] }).update()));
  expect(plane.threadsUsed).toBe(2);
  plane.close();
  expect(workers.length).toBe(1);
  await workers[0].terminate();
  await runOne();
  expect(workers.length).toBe(2);
  const last = start({ bodies, method: exactMethod }, 2, pool.createWorker);
  await last.ready;
  pool.close();
  await new Promise((resolve) => workers[1].once('exit', resolve));
  expect(() => last.update()).toThrow(/thread 1 has ended/);
});

test('a program that closes nothing ends by itself', () => {
  const program = [bundleOf('./unclosed-program.ts'), bundleOf(WORKER_ENTRY)];
  const { status, stdout, stderr } = spawnSync(process.execPath, program, { encoding: 'utf8', timeout: 30_000 });
  expect(stderr).toBe('');
  expect([status, stdout]).toEqual([0, '2 threads, 0 more contacts\n']);
});

test('a thread that is ended: the next update throws, nothing hangs', async () => {
  const bodies = scene(200, 7);
  const workers: Worker[] = [];
  const detector = start({ bodies, method: exactMethod }, 2, () => {
    const worker = createFreshWorker();
    workers.push(worker);
    return worker;
  });
  await detector.ready;
  detector.update();
  const update = (async () => {
    for (let k = 0; k < 1000; k++) await detector.updateAsync();
  })();
  await workers[0].terminate();
  await expect(update).rejects.toThrow(/thread 1 has ended/);
});

test('without shared memory: one thread, the same list, and a notice', () => {
  const bodies = scene(120, 5);
  const expected = digests(createDetector({ bodies, method: exactMethod }).update());
  vi.stubGlobal('SharedArrayBuffer', undefined);
  try {
    const arrays = sharedBodyArrays(120);
    const copy = createBodySet({ ...arrays, ...bodies, shapes: [...bodies.shapes], positions: Float64Array.from(bodies.positions) });
    const detector = start({ bodies: copy, method: exactMethod }, 2);
    expect(digests(detector.update())).toEqual(expected);
    expect([detector.threads, detector.threadsUsed]).toEqual([1, 1]);
    expect(detector.notice).toMatch(/not cross-origin isolated/);
    expect(arrays.positions!.buffer).toBeInstanceOf(ArrayBuffer);
  } finally {
    vi.unstubAllGlobals();
  }
  expect(start({ bodies, method: exactMethod }, 1).notice).toBe('');
});

test('what a parallel detector cannot work with', async () => {
  const shared = scene(3, 2);
  const plain = createBodySet({ shapes: [box(1, 1, 1)], positions: new Float64Array(6) });
  expect(() => start({ bodies: plain, method: exactMethod }, 2)).toThrow(
    expect.objectContaining({ code: 'bad-option', message: expect.stringContaining('sharedBodyArrays') as string }) as Error,
  );
  for (const threads of [0, 1.5, -1, 65, Number.NaN])
    expect(() => start({ bodies: shared, method: exactMethod }, threads)).toThrow(expect.objectContaining({ code: 'bad-option' }) as Error);
  expect(() => createParallelDetector({ bodies: shared, method: exactMethod, fewestPairs: -1 })).toThrow(
    expect.objectContaining({ code: 'bad-option', value: -1 }) as Error,
  );
  expect(() => sharedBodyArrays(-1)).toThrow(expect.objectContaining({ code: 'bad-option' }) as Error);
  const unknown = start({ bodies: scene(200, 7), method: { ...exactMethod, name: 'unknown' } }, 2);
  await unknown.ready;
  expect(() => {
    for (let k = 0; k < 100; k++) unknown.update();
  }).toThrow(/thread 1: the thread has no method 'unknown'/);
  const busy = start({ bodies: scene(200, 7), method: exactMethod }, 2);
  await busy.ready;
  busy.update();
  const first = busy.updateAsync();
  expect(() => busy.update()).toThrow(/another update/);
  await first;
  busy.close();
  expect(() => busy.update()).toThrow(/closed/);
});
