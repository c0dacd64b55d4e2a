/** The job on several threads: the same result as on one. */
import { expect, test } from 'vitest';
import { parseArguments } from '../../app/arguments';
import { usefulThreads } from '../../app/job-threads';
import { fingerprint } from '../../app/main-job';
import { iterationsOf, recordPouring } from '../../app/pour-record';
import { createPouring } from '../../app/pouring';
import { openHopper } from '../../app/hopper-report';
import { stepHopper } from '../../sim/scenes/hopper';
import { shortestLinkMethod } from '../../src';
import type { ParallelDetector } from '../../src/parallel';
import { bytes } from '../bytes';
import { sweep } from '../sweep';

test('a pouring on two threads: contacts, places and iterations of one thread', async () => {
  const run = async (threads: number) => {
    const pouring = createPouring(300, 2, shortestLinkMethod, threads);
    if (threads > 1) await (pouring.detector as ParallelDetector).ready;
    const record = recordPouring(pouring, sweep(500, 300), 'method', { name: 'Start', seconds: 0 }, () => undefined);
    const rows = pouring.counter.rows.map((row) => row.reduce((sum, n) => sum + n, 0));
    pouring.close();
    const { bodies, detector, counter } = pouring;
    return {
      places: bytes(bodies.positions, 900),
      list: fingerprint(record.found.contacts),
      steps: iterationsOf(counter),
      rows,
      count: detector.contacts.count,
    };
  };
  const one = await run(1);
  const two = await run(2);
  expect(one.count).toBeGreaterThan(sweep(100, 50));
  expect({ ...two, rows: 0 }).toEqual({ ...one, rows: 0 });
  // Both threads have worked.
  expect(Math.min(...two.rows)).toBeGreaterThan(0);
});

test('a hopper on two threads: the places of one thread', async () => {
  const { hopper, close } = openHopper(160, 2);
  await (hopper.detector as ParallelDetector).ready;
  const { hopper: plain } = openHopper(160, 1);
  // At the start they are apart: closer together they touch at once.
  for (const { bodies } of [hopper, plain]) for (let k = 0; k < 480; k++) if (k % 3 < 2) bodies.positions[k] *= 0.6;
  for (let step = 0; step < sweep(12, 6); step++) {
    stepHopper(hopper);
    stepHopper(plain);
  }
  close();
  expect((hopper.detector as ParallelDetector).threadsUsed).toBe(2);
  expect(bytes(hopper.bodies.positions, 480)).toBe(bytes(plain.bodies.positions, 480));
});

test('--threads: a number from 1 to 64; by default as many as pay', () => {
  expect(parseArguments(['--threads', '3']).threads).toBe(3);
  expect(parseArguments([]).threads).toBeUndefined();
  for (const bad of ['0', '65', 'two', '1.5']) expect(() => parseArguments(['--threads', bad])).toThrow(/--threads needs a whole number/);
  expect(() => parseArguments(['--threads', '2', '--scene', 'a.conf'])).toThrow(/do not go together/);
  expect(usefulThreads(20)).toBe(1);
});
