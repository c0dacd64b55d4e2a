// The laws allocate nothing in a steady state, in the code that users run.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { leastAllocation } from './steady-allocation.mjs';

const library = await import('../../dist/index.js');
const planar = await import('../../dist/planar/index.js');
const { appendContact, beginSprings, contactForce, createContact, createContactList, createPairForce, createSprings } = library;
const laws = ['createPressureLaw', 'createMeanDepthLaw', 'createPointLaw'];
const more = { cohesion: 1e3, tensileStrength: 1e3, normalDamping: 100, shearDamping: 100 };

/** Lists of one contact of four points, at several depths; the slots are the points. */
function lists(append, create, contact, coordinates, size, volume) {
  return [-1e-3, 0, 1e-3, 2e-3].map((depth) => {
    contact.status = library.Status.Overlapping;
    contact.normal[coordinates - 1] = 1;
    contact.count = 4;
    contact.gaps.fill(-depth);
    contact.shares.fill(0.25);
    contact.points.forEach((_, k) => (contact.points[k] = 0.1 * (k % 5) - 0.2));
    contact[size] = 1;
    contact[volume] = Math.max(0, depth);
    const list = create();
    append(list, 0, 1, contact);
    list.pointSlot.set([0, 1, 2, 3]);
    list.pointSlotCount = 4;
    return list;
  });
}

// A boxed double, as engines make for arguments of calls, is 16 bytes.
function check(name, run, calls) {
  const bytes = leastAllocation(run, 2000, 8 * calls) / calls;
  console.log(`${name}: ${bytes.toFixed(1)} bytes a call`);
  assert.ok(bytes < 16, `${name}: ${bytes} bytes a call`);
}

for (const name of laws) {
  const law = library[name](1e6, 8e5, 0.5, more);
  test(`a contact by ${name} allocates nothing`, () => {
    const some = lists(appendContact, createContactList, createContact(4), 3, 'area', 'volume');
    const motion = { positions: new Float64Array([0, 0, -1, 0, 0, 1]), velocities: new Float64Array(6), spins: new Float64Array(6) };
    motion.velocities.fill(0.1, 3);
    const springs = createSprings();
    const pair = createPairForce();
    const run = (rounds) => {
      for (let k = 0; k < rounds; k++) {
        for (const list of some) contactForce(pair, law, beginSprings(springs, list), list, 0, motion, 1e-3);
      }
    };
    check(name, run, some.length);
  });
  test(`a contact in the plane by ${name} allocates nothing`, () => {
    const some = lists(planar.appendContact2d, planar.createContactList2d, planar.createContact2d(4), 2, 'length', 'area');
    const motion = { positions: new Float64Array([0, -1, 0, 1]), velocities: new Float64Array(4), spins: new Float64Array(2) };
    motion.velocities.fill(0.1, 2);
    const springs = createSprings();
    const pair = planar.createPairForce2d();
    const run = (rounds) => {
      for (let k = 0; k < rounds; k++) {
        for (const list of some) planar.contactForce2d(pair, law, planar.beginSprings2d(springs, list), list, 0, motion, 1e-3);
      }
    };
    check(`${name} in the plane`, run, some.length);
  });
}
