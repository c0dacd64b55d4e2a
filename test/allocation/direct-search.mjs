// The direct searches allocate nothing in a steady state, in the code that users run.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { leastAllocation } from './steady-allocation.mjs';

const { box, createContactFor, createDetectOptions, createPose, createState, directSearchMethod, fastDirectSearchMethod } =
  await import('../../dist/index.js');

for (const method of [directSearchMethod, fastDirectSearchMethod]) {
  test(`${method.name} allocates no objects`, () => {
    const cube = box(1, 1, 1);
    const contact = createContactFor(cube, cube);
    const state = createState(method);
    const options = createDetectOptions();
    const pose = createPose();
    // f-f, e-f-like at a rim, v-v, apart, deep.
    const places = [
      [0.3, 0.2, 1.01],
      [0.97, 0.2, 1.01],
      [1.01, 1.01, 1.01],
      [1.5, 1.2, 1.1],
      [0.4, 0.3, 0.5],
    ];
    const run = (rounds) => {
      for (let k = 0; k < rounds; k++) {
        for (const place of places) {
          for (let i = 0; i < 3; i++) pose[9 + i] = place[i];
          method.detect(contact, cube, cube, pose, state, options);
        }
      }
    };
    const least = leastAllocation(run, 1000, 16 * places.length) / places.length;
    console.log(`${method.name}: ${least.toFixed(1)} bytes a call`);
    // A boxed double, as engines make for arguments of calls, is 16 bytes.
    assert.ok(least < 16, `${least} bytes a call`);
  });
}
