// A steady step of a detector with the seam filter allocates next to nothing, in the code that users run.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { leastAllocation } from './steady-allocation.mjs';

const { addBody, BodyFlag, box, createBodySet, createDetector, shortestLinkMethod } = await import('../../dist/index.js');
const { addBody2d, createBodySet2d, createDetector2d, rectangle, shortestLinkMethod2d } = await import('../../dist/planar/index.js');

test('a steady step with contacts that are turned allocates no objects', () => {
  const bodies = createBodySet();
  const brick = box(1, 1, 1);
  const slider = box(0.6, 0.6, 0.3);
  for (let x = 0; x < 20; x++)
    for (let y = 0; y < 20; y++) addBody(bodies, { shape: brick, position: [x, y, -0.5], flags: BodyFlag.Static });
  for (let x = 0; x < 19; x++) {
    for (let y = 0; y < 19; y++)
      addBody(bodies, { shape: slider, position: [x + 0.2003, y + 0.1, 0.149], rounding: (x + y) % 2 === 0 ? 0 : 1e-4 });
  }
  const detector = createDetector({ bodies, method: shortestLinkMethod, seams: {} });
  const run = (steps) => {
    for (let step = 0; step < steps; step++) {
      for (let k = 2; k < bodies.positions.length; k += 3) bodies.positions[k] += step % 2 === 0 ? 1e-5 : -1e-5;
      detector.update();
    }
  };
  const { statistics, contacts } = detector;
  const perContact = leastAllocation(run, 20, 24 * 700) / contacts.count;
  console.log(`${contacts.count} contacts, ${statistics.turnedContacts} turned: ${perContact.toFixed(1)} bytes a contact and step`);
  assert.ok(contacts.count > 700);
  assert.ok(statistics.turnedContacts > 300);
  assert.ok(perContact < 24, `${perContact} bytes a contact`);
});

test('nor does one in the plane', () => {
  const bodies = createBodySet2d();
  for (let x = 0; x < 400; x++) addBody2d(bodies, { shape: rectangle(1, 1), position: [x, -0.5], flags: BodyFlag.Static });
  for (let x = 0; x < 399; x++) addBody2d(bodies, { shape: rectangle(0.6, 0.3), position: [x + 0.2003, 0.149] });
  const detector = createDetector2d({ bodies, method: shortestLinkMethod2d, seams: {} });
  const run = (steps) => {
    for (let step = 0; step < steps; step++) {
      for (let k = 1; k < bodies.positions.length; k += 2) bodies.positions[k] += step % 2 === 0 ? 1e-5 : -1e-5;
      detector.update();
    }
  };
  const { statistics, contacts } = detector;
  const perContact = leastAllocation(run, 20, 24 * 700) / contacts.count;
  console.log(`${contacts.count} contacts, ${statistics.turnedContacts} turned: ${perContact.toFixed(1)} bytes a contact and step`);
  assert.ok(statistics.turnedContacts > 300);
  assert.ok(perContact < 24, `${perContact} bytes a contact`);
});
