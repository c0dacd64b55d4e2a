// Placing the parts of clumps, moving them and summing their forces allocate nothing, in the code that users run.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { leastAllocation } from './steady-allocation.mjs';

const library = await import('../../dist/index.js');
const planar = await import('../../dist/planar/index.js');
const COUNT = 500;

/** Bytes a call of `step` on a set of clumps of two parts; one object a clump would be 40 bytes times COUNT. */
function check(name, step) {
  const run = (calls) => {
    for (let k = 0; k < calls; k++) step(k);
  };
  const bytes = leastAllocation(run, 50, 2 * COUNT);
  console.log(`${name}: ${(bytes / COUNT).toFixed(2)} bytes a clump`);
  assert.ok(bytes < 2 * COUNT, `${name}: ${bytes} bytes a call`);
}

test('clumps of space', () => {
  const { addClump, addClumpForces, box, createBodySet, createClump, createClumpSet, moveParts, placeClumps } = library;
  const el = createClump([{ shape: box(3, 1, 1) }, { shape: box(1, 1, 1), position: [-1, 1, 0], orientation: [0, 0, 0.6, 0.8] }]);
  const set = createClumpSet(createBodySet());
  for (let c = 0; c < COUNT; c++) addClump(set, { clump: el, position: [4 * c, 0, 0], orientation: [0.6, 0, 0, 0.8] });
  const [velocities, spins, forces, torques] = [0, 1, 2, 3].map(() => new Float64Array(3 * set.bodies.count).fill(0.1));
  const [ofClumps, spinsOfClumps, forcesOfClumps, torquesOfClumps] = [0, 1, 2, 3].map(() => new Float64Array(3 * COUNT).fill(0.1));
  check('space', (k) => {
    for (let i = 0; i < 3 * COUNT; i++) set.positions[i] += k % 2 === 0 ? 1e-3 : -1e-3;
    placeClumps(set);
    moveParts(velocities, spins, set, ofClumps, spinsOfClumps, 1e-3);
    addClumpForces(forcesOfClumps, torquesOfClumps, set, forces, torques);
  });
  assert.ok(forcesOfClumps[0] > 1);
});

test('clumps of the plane', () => {
  const { addClump2d, addClumpForces2d, createBodySet2d, createClump2d, createClumpSet2d, moveParts2d, placeClumps2d, rectangle } = planar;
  const el = createClump2d([{ shape: rectangle(3, 1) }, { shape: rectangle(1, 1), position: [-1, 1], rotation: [0.6, 0.8] }]);
  const set = createClumpSet2d(createBodySet2d());
  for (let c = 0; c < COUNT; c++) addClump2d(set, { clump: el, position: [4 * c, 0], rotation: [0.6, 0.8] });
  const [velocities, forces] = [0, 1].map(() => new Float64Array(2 * set.bodies.count).fill(0.1));
  const [spins, torques] = [0, 1].map(() => new Float64Array(set.bodies.count).fill(0.1));
  const [ofClumps, forcesOfClumps] = [0, 1].map(() => new Float64Array(2 * COUNT).fill(0.1));
  const [spinsOfClumps, torquesOfClumps] = [0, 1].map(() => new Float64Array(COUNT).fill(0.1));
  check('plane', (k) => {
    for (let i = 0; i < 2 * COUNT; i++) set.positions[i] += k % 2 === 0 ? 1e-3 : -1e-3;
    placeClumps2d(set);
    moveParts2d(velocities, spins, set, ofClumps, spinsOfClumps, 1e-3);
    addClumpForces2d(forcesOfClumps, torquesOfClumps, set, forces, torques);
  });
  assert.ok(forcesOfClumps[0] > 1);
});
