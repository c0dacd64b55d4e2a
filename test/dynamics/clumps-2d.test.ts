import { expect, test } from 'vitest';
import { createPressureLaw, createRandom } from '../../src';
import {
  addBody2d,
  addClump2d,
  createBodySet2d,
  createClump2d,
  createClumpSet2d,
  createDetector2d,
  lineWall,
  rectangle,
  regularPolygon,
  shortestLinkMethod2d,
  type ClumpSet2d,
} from '../../src/planar';
import { createClumpDynamics2d, stepClumps2d } from '../../sim/dynamics/clump-dynamics-2d';
import { createDynamics2d, kineticEnergy2d, potentialEnergy2d, stepDynamics2d, type Dynamics2d } from '../../sim/dynamics/dynamics-2d';
import { sweep } from '../sweep';

const EL = createClump2d([
  { shape: rectangle(1.5, 0.5), position: [0.75, 0.25] },
  { shape: rectangle(0.5, 0.5), position: [0.25, 0.75] },
]);
const CROSS = createClump2d([{ shape: rectangle(1.2, 0.4) }, { shape: rectangle(0.4, 1.2) }]);

const material = (damping: number) => ({
  density: 1,
  law: createPressureLaw(1e4, 1e4, 0.4, { normalDamping: damping, shearDamping: damping }),
});

const energyOf = (loop: Dynamics2d): number => kineticEnergy2d(loop) + potentialEnergy2d(loop) + loop.elasticEnergy;

function momenta({ bodies, inverseMasses, inverseInertias, velocities, spins }: Dynamics2d): number[] {
  const sum = [0, 0, 0];
  for (let i = 0; i < bodies.count; i++) {
    const [x, y] = bodies.positions.subarray(2 * i, 2 * i + 2);
    const [p, q] = [velocities[2 * i] / inverseMasses[i], velocities[2 * i + 1] / inverseMasses[i]];
    sum[0] += p;
    sum[1] += q;
    sum[2] += x * q - y * p + spins[i] / inverseInertias[i];
  }
  return sum;
}

test('a planar clump of one part moves as the plain body, bit for bit', () => {
  const shape = regularPolygon(5, 0.5);
  const plain = createBodySet2d();
  const set = createClumpSet2d(createBodySet2d());
  for (const position of [
    [0, 0.6],
    [0.3, 1.7],
  ] as const) {
    addBody2d(plain, { shape, position });
    addClump2d(set, { clump: createClump2d([{ shape }]), position });
  }
  const walls = [lineWall([0, 1], 0)];
  const body = createDynamics2d(plain, material(20), [0, -10]);
  const clump = createClumpDynamics2d(set, material(20), [0, -10]);
  const [ofBody, ofClump] = [plain, set.bodies].map((bodies) => createDetector2d({ bodies, method: shortestLinkMethod2d, walls }));
  let met = 0;
  for (let step = 0; step < 1000; step++) {
    stepDynamics2d(body, 1e-3, () => ofBody.update());
    stepClumps2d(clump, 1e-3, () => ofClump.update());
    met = Math.max(met, ofClump.contacts.count);
  }
  expect(met).toBeGreaterThan(1);
  expect(set.positions.subarray(0, 4)).toEqual(plain.positions.subarray(0, 4));
  expect(set.rotations.subarray(0, 4)).toEqual(plain.rotations.subarray(0, 4));
});

test('an L and a cross that collide keep momentum and angular momentum, and lose energy', () => {
  const set = createClumpSet2d(createBodySet2d());
  addClump2d(set, { clump: EL, position: [0, 0] });
  addClump2d(set, { clump: CROSS, position: [0.2, 1.6], rotation: [0.8, 0.6] });
  const loop = createClumpDynamics2d(set, material(20), [0, 0]);
  loop.clumps.velocities.set([0, 0, 0, -1]);
  loop.clumps.spins[0] = 0.5;
  const detector = createDetector2d({ bodies: set.bodies, method: shortestLinkMethod2d });
  const before = momenta(loop.clumps);
  const energy = energyOf(loop.clumps);
  let met = 0;
  for (let step = 0; step < 3000; step++) {
    stepClumps2d(loop, 5e-4, () => detector.update());
    met = Math.max(met, detector.contacts.count);
  }
  expect(met).toBeGreaterThan(0);
  momenta(loop.clumps).forEach((value, k) => expect(value).toBeCloseTo(before[k], 11));
  expect(energyOf(loop.clumps)).toBeLessThan(0.999 * energy);
  expect(energyOf(loop.clumps)).toBeGreaterThan(0.1 * energy);
});

/** Ls and crosses over a box of 6 wide, turned at random. */
function poured(): ClumpSet2d {
  const random = createRandom(5);
  const set = createClumpSet2d(createBodySet2d());
  for (let k = 0; k < sweep(12, 6); k++) {
    // A point of the unit circle from its half-angle tangent.
    const t = 4 * random() - 2;
    const rotation = [(1 - t * t) / (1 + t * t), (2 * t) / (1 + t * t)] as const;
    addClump2d(set, { clump: k % 2 === 0 ? EL : CROSS, position: [-1.9 + 1.9 * (k % 3), 1.5 + 1.9 * Math.floor(k / 3)], rotation });
  }
  return set;
}

test('Ls and crosses poured into a box never gain energy, come to rest in it, and the floor bears their weight', () => {
  const set = poured();
  const loop = createClumpDynamics2d(set, material(60), [0, -10]);
  const walls = [lineWall([0, 1], 0), lineWall([1, 0], -3), lineWall([-1, 0], -3)];
  const detector = createDetector2d({ bodies: set.bodies, method: shortestLinkMethod2d, walls });
  const start = energyOf(loop.clumps);
  let most = 0;
  for (let step = 0; step < sweep(6000, 4000); step++) {
    stepClumps2d(loop, 1e-3, () => detector.update());
    most = Math.max(most, energyOf(loop.clumps) / start);
  }
  expect(most).toBeLessThan(1.001);
  expect(kineticEnergy2d(loop.clumps)).toBeLessThan(1e-3 * start);
  let weight = 0;
  let support = 0;
  for (let c = 0; c < set.count; c++) {
    weight += 10 / loop.clumps.inverseMasses[c];
    support += loop.clumps.forces[2 * c + 1];
    expect(Math.abs(set.positions[2 * c])).toBeLessThan(3);
    expect(set.positions[2 * c + 1]).toBeGreaterThan(0.1);
  }
  expect(support / weight).toBeCloseTo(1, 1);
});
