// The common plane allocates nothing in a steady state, in the code that users run: certified, by links, and
// exhaustive.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { leastAllocation } from './steady-allocation.mjs';

const { box, createCommonPlane, createPose, createRandom, createState, exactMethod, exactPlane, octahedron, randomHull } =
  await import('../../dist/index.js');
const { shortestLink, shortestLinkMethod } = await import('../../dist/index.js');

const random = createRandom(1);
const shapes = [box(1, 1, 1), box(1, 1, 0.01), octahedron(1), randomHull(random, 20)];

/**
 * Every shape with every one: deep, shallow, touching, apart. Aligned and turned by 0.6435 about z, and by as much
 * about x.
 */
const pairs = shapes.flatMap((a) =>
  shapes.flatMap((b) =>
    [0.02, 0.8, 0.98, 1, 1.5].flatMap((share, k) =>
      [0, 1, 2].map((turn) => {
        const pose = createPose();
        if (turn === 1) pose.set([0.8, -0.6, 0, 0.6, 0.8, 0]);
        if (turn === 2) pose.set([1, 0, 0, 0, 0.8, -0.6, 0, 0.6, 0.8]);
        pose.set(k % 2 === 0 ? [0, 0, share * (a.inradius + b.inradius)] : [0.3, 0.25, share * (a.inradius + b.inradius)], 9);
        return { a, b, pose, plane: createCommonPlane(), link: createState(shortestLinkMethod), exact: createState(exactMethod) };
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
  const found = new Set(pairs.map(({ a, b, pose, plane, exact }) => exactPlane(plane, a, b, pose, exact)));
  // Apart, touching, overlapping.
  assert.equal(found.size, 3);
});

test('the shortest link, warm, allocates no objects', () => {
  check('warm', ({ a, b, pose, plane, link }) => shortestLink(plane, a, b, pose, link));
});

test('the shortest link, cold, allocates no objects', () => {
  check('cold', ({ a, b, pose, plane, link }) => {
    link.ints[0] = link.ints[1] = 0;
    shortestLink(plane, a, b, pose, link);
  });
});

test('the exact plane allocates no objects', () => {
  check('exact', ({ a, b, pose, plane, exact }) => exactPlane(plane, a, b, pose, exact));
});
