// The shrunken edge algorithm allocates nothing in a steady state, in the code that users run.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { leastAllocation } from './steady-allocation.mjs';

const { box, createContactFor, createPose, createShrunkenEdgeOptions, createState, shrunkenEdgeMethod } =
  await import('../../dist/index.js');

const cube = box(1, 1, 1);
const c = Math.SQRT1_2;
const level = [1, 0, 0, 0, 1, 0, 0, 0, 1];
const onEdge = [c, 0, c, 0, 1, 0, -c, 0, c];
const acrossEdge = [1, 0, 0, 0, c, -c, 0, c, c];
// f-f apart, touching and cut at a rim; v-v, v-e and parallel edges; e-f; crossing edges; deep; apart.
const poses = [
  [...level, 0.3, 0.2, 1.0001],
  [...level, 0.3, 0.2, 1],
  [...level, 0.97, 0.2, 0.9999],
  [...level, 0.9999, 0.9999, 0.9999],
  [...level, 1, 1, 0.2],
  [...level, 0.3, 1, 1],
  [...onEdge, 0.1, 0.1, 0.5 + c],
  [...acrossEdge, 0.1, 0.5 + c, 0.4999],
  [...level, 0.4, 0.3, 0.5],
  [...level, 1.5, 1.2, 1.1],
];

for (const own of [{}, { rims: true }, { variant: 'published' }]) {
  test(`shrunken-edge allocates no objects ${JSON.stringify(own)}`, () => {
    const contact = createContactFor(cube, cube);
    const state = createState(shrunkenEdgeMethod);
    const options = createShrunkenEdgeOptions([cube], own);
    const pose = createPose();
    const run = (rounds) => {
      for (let k = 0; k < rounds; k++) {
        for (const at of poses) {
          for (let i = 0; i < 12; i++) pose[i] = at[i];
          shrunkenEdgeMethod.detect(contact, cube, cube, pose, state, options);
        }
      }
    };
    // Looks on until not even one pose allocates a boxed double, 16 bytes, as engines make for arguments of calls; one
    // a call is too many.
    const least = leastAllocation(run, 500, 16) / poses.length;
    console.log(`shrunken-edge: ${least.toFixed(1)} bytes a call`);
    assert.ok(least < 16, `${least} bytes a call`);
  });
}
