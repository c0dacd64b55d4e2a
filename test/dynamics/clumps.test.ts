import { expect, test } from 'vitest';
import { createClumpDynamics, stepClumps } from '../../sim/dynamics/clump-dynamics';
import { createDynamics, spinBody, stepDynamics } from '../../sim/dynamics/dynamics';
import { balanceOf } from '../../sim/dynamics/energy';
import {
  addBody,
  addClump,
  box,
  createBodySet,
  createClump,
  createClumpSet,
  createDetector,
  planeWall,
  randomHull,
  createRandom,
  shortestLinkMethod,
} from '../../src';

const material = { density: 1000, normalStiffness: 1e5, shearStiffness: 5e4, friction: 0.4, restitution: 0.5 };
const EL = createClump([
  { shape: box(0.3, 0.1, 0.1), position: [0.15, 0.05, 0.05] },
  { shape: box(0.1, 0.1, 0.1), position: [0.05, 0.15, 0.05] },
]);

test('a clump of one part moves as the plain body, bit for bit', () => {
  const shape = randomHull(createRandom(4), 12);
  const walls = [planeWall([0, 0, 1], 0)];
  const options = { gravity: [0, 0, -9.81] as [number, number, number], walls: 1 };
  const plain = createBodySet();
  const set = createClumpSet(createBodySet());
  for (const [x, z] of [
    [0, 0.9],
    [0.3, 2.4],
  ]) {
    addBody(plain, { shape, position: [x, 0, z] });
    addClump(set, { clump: createClump([{ shape }]), position: [x, 0, z] });
  }
  const body = createDynamics(plain, material, options);
  const clump = createClumpDynamics(set, material, options);
  const [ofBody, ofClump] = [plain, set.bodies].map((bodies) => createDetector({ bodies, method: shortestLinkMethod, walls }));
  for (let step = 0; step < 700; step++) {
    stepDynamics(body, 1e-3, () => ofBody.update());
    stepClumps(clump, 1e-3, () => ofClump.update());
  }
  expect(ofClump.contacts.count).toBeGreaterThan(0);
  expect(set.positions.subarray(0, 6)).toEqual(plain.positions.subarray(0, 6));
  expect(set.orientations.subarray(0, 8)).toEqual(plain.orientations.subarray(0, 8));
});

test('two clumps that collide keep momentum and angular momentum, and lose energy', () => {
  const set = createClumpSet(createBodySet());
  addClump(set, { clump: EL, position: [0, 0, 0] });
  addClump(set, { clump: EL, position: [0.05, 0.02, 0.4], orientation: [0.6, 0, 0, 0.8] });
  const dynamics = createClumpDynamics(set, material);
  dynamics.clumps.velocities.set([0, 0, 0, 0, 0, -1]);
  spinBody(dynamics.clumps, 0, [2, 1, -1]);
  const detector = createDetector({ bodies: set.bodies, method: shortestLinkMethod });
  const before = balanceOf(dynamics.clumps);
  let met = 0;
  for (let step = 0; step < 4000; step++) {
    stepClumps(dynamics, 2e-4, () => detector.update());
    met = Math.max(met, detector.contacts.count);
  }
  const after = balanceOf(dynamics.clumps);
  expect(met).toBeGreaterThan(0);
  for (let k = 0; k < 3; k++) {
    expect(after.momentum[k]).toBeCloseTo(before.momentum[k], 11);
    expect(after.angularMomentum[k]).toBeCloseTo(before.angularMomentum[k], 11);
  }
  expect(after.total).toBeLessThan(before.total);
  expect(after.total).toBeGreaterThan(0.3 * before.total);
});

test('an L stands on its long side, and falls over when it is put on the end of its short one', () => {
  const set = createClumpSet(createBodySet());
  const half = Math.SQRT1_2;
  // The short side up, the centroid 0.075 over the floor; then down, the centroid beside the foot and 0.125 high.
  addClump(set, { clump: EL, position: [0, 0, 0.075], orientation: [half, 0, 0, half] });
  addClump(set, { clump: EL, position: [2, 0, 0.125], orientation: [-half, 0, 0, half] });
  const walls = [planeWall([0, 0, 1], 0)];
  const dynamics = createClumpDynamics(set, material, { gravity: [0, 0, -9.81], walls: 1 });
  const detector = createDetector({ bodies: set.bodies, method: shortestLinkMethod, walls });
  for (let step = 0; step < 4000; step++) stepClumps(dynamics, 5e-4, () => detector.update());
  expect(balanceOf(dynamics.clumps).kinetic).toBeLessThan(1e-4);
  expect(set.positions[2]).toBeCloseTo(0.075, 3);
  expect(set.positions[0]).toBeCloseTo(0, 3);
  expect(set.positions[5]).toBeLessThan(0.12);
});
