// A steady step of the detector in the plane allocates next to nothing, in the code that users run.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { leastAllocation } from './steady-allocation.mjs';

const { addBody2d, createBodySet2d, createDetector2d, lineWall, regularPolygon, shortestLinkMethod2d } =
  await import('../../dist/planar/index.js');

test('a steady step allocates no objects', () => {
  const stones = Array.from({ length: 5 }, (_, k) => regularPolygon(4 + k, 0.6));
  const bodies = createBodySet2d();
  const [count, side] = [2500, 50];
  for (let b = 0; b < count; b++) {
    const angle = 0.7 * b;
    addBody2d(bodies, {
      shape: stones[b % 5],
      position: [1.05 * (b % side), 1.05 * Math.floor(b / side)],
      rotation: [Math.cos(angle), Math.sin(angle)],
    });
  }
  const detector = createDetector2d({ bodies, method: shortestLinkMethod2d, walls: [lineWall([0, 1], -0.5)] });
  const run = (steps) => {
    for (let step = 0; step < steps; step++) {
      for (let k = 1; k < bodies.positions.length; k += 2) bodies.positions[k] += step % 2 === 0 ? 1e-4 : -1e-4;
      detector.update();
    }
  };
  const perStep = leastAllocation(run, 10, 24 * 4_000);
  const { askedPairs } = detector.statistics;
  const perPair = perStep / askedPairs;
  console.log(`${askedPairs} pairs, ${detector.contacts.count} contacts: ${perPair.toFixed(1)} bytes a pair and step`);
  // One object or array a pair would be 40 bytes at least; a boxed double, as engines make for arguments of calls, is
  // 16.
  assert.ok(detector.contacts.count > 1000);
  assert.ok(askedPairs > 4_000);
  assert.ok(perPair < 24, `${perPair} bytes a pair`);
});
