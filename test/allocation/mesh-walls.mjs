// Contacts with mesh walls allocate nothing in a steady state, in the code that users run.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { leastAllocation } from './steady-allocation.mjs';

const { addBody, createBodySet, createDetectOptions, createMeshContacts, createPose, createRandom, createTriangleList, meshWall } =
  await import('../../dist/index.js');
const { meshWallContacts, moveWall, plateCore, randomHull, segmentCore, toWorld, wallPose } = await import('../../dist/index.js');

/** Vertices and triangles of a floor of n x n cells of 0.5, of the height z(x, y). */
function floor(n, z) {
  const vertices = [];
  const triangles = [];
  for (let j = 0; j <= n; j++) for (let i = 0; i <= n; i++) vertices.push(i / 2 - n / 4, j / 2 - n / 4, z(i, j));
  for (let j = 0; j < n; j++) {
    for (let i = 0; i < n; i++) {
      const a = j * (n + 1) + i;
      triangles.push(a, a + 1, a + n + 2, a, a + n + 2, a + n + 1);
    }
  }
  return [vertices, triangles];
}

const random = createRandom(1);
const solids = Array.from({ length: 5 }, () => randomHull(random, 20));
const cores = [segmentCore(1), segmentCore([0, 0, 0, 1, 0.5, 0.1]), plateCore([0, 0, 0, 1, 0, 0, 0.8, 0.9, 0]), segmentCore(0.4)];
cores.push(plateCore([0, 0, 0, 0, 0, 1, 0, 1, 1, 0, 1, 0]));

for (const [name, z, shapes, rounding] of [
  ['a flat floor', () => 0, solids, 0],
  ['a rough floor', (i, j) => 0.1 * ((7 * i + 5 * j) % 3), solids, 0],
  ['a flat floor of rods and plates', () => 0, cores, 0.3],
  ['a rough floor of rods and plates', (i, j) => 0.1 * ((7 * i + 5 * j) % 3), cores, 0.3],
]) {
  test(`contacts with ${name} allocate nothing`, () => {
    const wall = meshWall(...floor(12, z), { velocity: [1e-3, 0, 0], angularVelocity: [0, 0, 1e-3] });
    const bodies = createBodySet();
    const height = rounding > 0 ? 0.1 : 0.7;
    for (let b = 0; b < 40; b++)
      addBody(bodies, { shape: shapes[b % 5], rounding, position: [(b % 7) / 7, (b % 5) / 5, height + 0.01 * b] });
    const near = createTriangleList();
    const pose = createPose();
    const options = createDetectOptions();
    if (rounding > 0) {
      options.rounding = rounding;
      options.margin = rounding;
    }
    const found = createMeshContacts(shapes[0], 16);
    let contacts = 0;
    let calls = 0;
    const run = (steps) => {
      for (let step = 0; step < steps; step++) {
        moveWall(wall, step % 2 === 0 ? 1e-3 : -1e-3);
        for (let b = 0; b < bodies.count; b++) {
          const count = meshWallContacts(found, bodies.shapes[bodies.shapeIndex[b]], wall, near, wallPose(pose, wall, bodies, b), options);
          for (let c = 0; c < Math.min(count, found.length); c++) toWorld(found[c], bodies, b);
          contacts += count;
          calls++;
        }
      }
    };
    const perStep = leastAllocation(run, 20, 24 * bodies.count);
    const perCall = perStep / bodies.count;
    console.log(`${name}: ${(contacts / calls).toFixed(1)} contacts a body, ${perCall.toFixed(1)} bytes a call`);
    assert.ok(contacts > calls / 4);
    // One object or array a call would be 40 bytes at least; a boxed double is 16.
    assert.ok(perCall < 24, `${perCall} bytes a call`);
  });
}
