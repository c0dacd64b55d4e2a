// A steady step of the detector allocates next to nothing, in the code that users run.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { leastAllocation } from './steady-allocation.mjs';

const { addBody, createBodySet, createDetector, createRandom, planeWall, randomHull, shortestLinkMethod } =
  await import('../../dist/index.js');

test('a steady step allocates no objects', () => {
  const random = createRandom(1);
  const rocks = Array.from({ length: 10 }, () => randomHull(random, 20));
  const bodies = createBodySet();
  const [count, side] = [1000, 10];
  for (let b = 0; b < count; b++) {
    addBody(bodies, {
      shape: rocks[b % 10],
      position: [1.2 * (b % side), 1.2 * (Math.floor(b / side) % side), 1.2 * Math.floor(b / side / side)],
    });
  }
  const detector = createDetector({ bodies, method: shortestLinkMethod, walls: [planeWall([0, 0, 1], -0.9)] });
  const run = (steps) => {
    for (let step = 0; step < steps; step++) {
      for (let k = 2; k < bodies.positions.length; k += 3) bodies.positions[k] += step % 2 === 0 ? 1e-4 : -1e-4;
      detector.update();
    }
  };
  const perStep = leastAllocation(run, 10, 24 * 5000);
  const perPair = perStep / detector.statistics.askedPairs;
  console.log(`${detector.statistics.askedPairs} pairs, ${detector.contacts.count} contacts: ${perPair.toFixed(1)} bytes a pair and step`);
  // One object or array a pair would be 40 bytes at least; a boxed double, as engines make for arguments of calls, is
  // 16.
  assert.ok(detector.contacts.count > 1000);
  assert.ok(detector.statistics.askedPairs > 5000);
  assert.ok(perPair < 24, `${perPair} bytes a pair`);
});
