// The methods in the plane allocate nothing in a steady state, in the code that users run.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { leastAllocation } from './steady-allocation.mjs';

const { createState } = await import('../../dist/index.js');
const planar = await import('../../dist/planar/index.js');
const { contactMethods2d, createContact2d, createDetectOptions2d, createOverlap2dFor, createPose2d, detect2d, overlapPolygon } = planar;

const block = planar.rectangle(1, 1);
const pebble = planar.regularPolygon(6, 0.7);
// Cosine, sine, x, y: side on side, corner on side and on corner, apart, crossing edges, deep.
const places = [
  [1, 0, 0.3, 1.01],
  [0.8, 0.6, 0.3, 1.4],
  [1, 0, 1.01, 1.01],
  [0.8, 0.6, 1.5, 1.2],
  [0.6, 0.8, 0.4, 0.9],
  [1, 0, 0.3, 0.9],
  [1, 0, 0.02, 0.01],
  [Math.SQRT1_2, Math.SQRT1_2, 1.4, 1.2],
];

/** Bytes a call of one function of a pose, a state and whether it is kept. */
function bytesOf(call, method, warm) {
  const pose = createPose2d();
  const state = createState(method);
  const run = (rounds) => {
    for (let k = 0; k < rounds; k++) {
      for (const place of places) {
        for (let i = 0; i < 4; i++) pose[i] = place[i];
        if (!warm) {
          for (let i = 0; i < state.ints.length; i++) state.ints[i] = 0;
          for (let i = 0; i < state.floats.length; i++) state.floats[i] = 0;
        }
        call(pose, state);
      }
    }
  };
  return leastAllocation(run, 1000, 8 * places.length) / places.length;
}

// A boxed double, as engines make for arguments of calls, is 16 bytes.
function check(name, bytes) {
  console.log(`${name}: ${bytes.toFixed(1)} bytes a call`);
  assert.ok(bytes < 16, `${name}: ${bytes} bytes a call`);
}

for (const method of contactMethods2d) {
  test(`${method.name} allocates no objects`, () => {
    const contact = createContact2d(64);
    const options = createDetectOptions2d();
    const call = (pose, state) => method.detect(contact, block, pebble, pose, state, options);
    for (const warm of [false, true]) check(`${method.name}, ${warm ? 'warm' : 'cold'}`, bytesOf(call, method, warm));
  });
}

test('the overlap polygon allocates no objects', () => {
  const region = createOverlap2dFor(block, pebble);
  check(
    'overlap polygon',
    bytesOf((pose) => overlapPolygon(region, block, pebble, pose), contactMethods2d[0], false),
  );
});

test('detect2d allocates no objects, for swollen bodies too', () => {
  const bodies = planar.bodySetFromPoints2d([block.vertices, pebble.vertices]);
  bodies.rounding.fill(0.1, 0, 2);
  const contact = createContact2d(64);
  const options = createDetectOptions2d();
  const method = planar.shortestLinkMethod2d;
  const call = (pose, state) => {
    bodies.rotations[2] = pose[0];
    bodies.rotations[3] = pose[1];
    bodies.positions[2] = pose[2];
    bodies.positions[3] = pose[3];
    detect2d(contact, method, bodies, 0, 1, state, options);
  };
  check('detect2d', bytesOf(call, method, true));
});
