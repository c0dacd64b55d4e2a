// The overlap of half-spaces allocates nothing in a steady state, in the code that users run.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { leastAllocation } from './steady-allocation.mjs';

const {
  box,
  createContactFor,
  createDetectOptions,
  createOverlapFor,
  createPose,
  createRandom,
  createState,
  halfSpaceMethod,
  octahedron,
  overlap,
  randomHull,
} = await import('../../dist/index.js');

const random = createRandom(1);
const shapes = [box(1, 1, 1), box(1, 1, 0.01), octahedron(1), randomHull(random, 20)];

/** Every shape with every one: deep and nearly in one place, shallow (faces, edges, corners), touching, apart. Aligned and turned by 0.6435 about z. */
const pairs = shapes.flatMap((a) =>
  shapes.flatMap((b) =>
    [0.02, 0.8, 0.98, 1, 1.5].flatMap((share, k) =>
      [0, 0.6].map((sine) => {
        const pose = createPose();
        const cosine = sine === 0 ? 1 : 0.8;
        pose.set([cosine, -sine, 0, sine, cosine, 0]);
        pose.set(k % 2 === 0 ? [0, 0, share * (a.inradius + b.inradius)] : [0.3, 0.25, share * (a.inradius + b.inradius)], 9);
        return { a, b, pose, region: createOverlapFor(a, b), contact: createContactFor(a, b) };
      }),
    ),
  ),
);

// A boxed double, as engines make for arguments and results of calls, is 16 bytes.
function check(name, call) {
  const run = (rounds) => {
    for (let k = 0; k < rounds; k++) for (const pair of pairs) call(pair);
  };
  const bytes = leastAllocation(run, 100, BOUND * pairs.length) / pairs.length;
  console.log(`${name}: ${bytes.toFixed(1)} bytes a call`);
  assert.ok(bytes < BOUND, `${name}: ${bytes} bytes a call`);
}
const BOUND = 8;

test('the pairs meet in all ways', () => {
  const found = new Set(pairs.map(({ a, b, pose, region }) => overlap(region, a, b, pose)));
  // Apart, touching, overlapping.
  assert.equal(found.size, 3);
});

test('overlap allocates no objects', () => {
  check('overlap', ({ a, b, pose, region }) => overlap(region, a, b, pose));
});

test('half-space as a method allocates no objects', () => {
  const state = createState(halfSpaceMethod);
  const options = createDetectOptions();
  check('half-space', ({ a, b, pose, contact }) => halfSpaceMethod.detect(contact, a, b, pose, state, options));
});
