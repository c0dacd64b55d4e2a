/** Bodies on mesh walls that move: friction springs go on, the wall takes along what lies on it, and feels its weight. */
import { expect, it } from 'vitest';
import { createDynamics, spinBody, stepDynamics, timeStepFor, type Dynamics, type Material } from '../../bench/lib/dynamics/dynamics';
import { addBody, addWallForces, box, createBodySet, createRandom, meshWall, moveWall, wallMotion, type MeshWall } from '../../src';
import { floorMesh } from '../walls/wall-helpers';
import { contactFinder } from './find-contacts';

const material: Material = { density: 2500, normalStiffness: 1e6, shearStiffness: 8e5, friction: 0.5, restitution: 0.3 };
const G = 9.81;
const cube = box(0.1, 0.1, 0.1);
const WEIGHT = 2.5 * G;
const SUNK = WEIGHT / material.normalStiffness;

interface Run {
  dynamics: Dynamics;
  dt: number;
  /** Contacts and points that ended. */
  ended: () => number;
  /** Force and torque on the wall in the last step. */
  onWall: [Float64Array, Float64Array];
  step: () => void;
}

function cubeOn(wall: MeshWall, position: number[]): Run {
  const bodies = createBodySet();
  addBody(bodies, { shape: cube, position });
  const dynamics = createDynamics(bodies, material, { gravity: [0, 0, -G], walls: 1 });
  const motion = { positions: dynamics.wallCentres, velocities: dynamics.wallVelocities, spins: dynamics.wallSpins };
  const find = contactFinder(bodies, [wall]);
  const dt = timeStepFor(dynamics);
  const onWall: Run['onWall'] = [new Float64Array(3), new Float64Array(3)];
  let ended = 0;
  let list = find();
  const step = (): void => {
    moveWall(wall, dt);
    wallMotion([wall], motion);
    stepDynamics(dynamics, dt, () => {
      list = find();
      ended += list.endedCount + list.endedPointCount;
      return list;
    });
    onWall.forEach((sum) => sum.fill(0));
    addWallForces(...onWall, list, dynamics.pointForces, motion.positions);
  };
  return { dynamics, dt, ended: () => ended, onWall, step };
}

it('a belt of random triangles takes a cube along', () => {
  const random = createRandom(1);
  const { vertices, triangles } = floorMesh(
    30,
    1.5,
    () => 0.24 * (2 * random() - 1),
    () => random() < 0.5,
  );
  const speed = 1;
  const run = cubeOn(meshWall(vertices, triangles, { velocity: [speed, 0, 0] }), [0, 0.2, 0.05 - SUNK]);
  const { velocities, bodies } = run.dynamics;
  const braking = speed / (material.friction * G);
  const steps = Math.ceil((2 * braking) / run.dt);
  for (let k = 0; k < steps; k++) run.step();
  // It has slipped under the limit of friction till it went with the belt, and stays behind by what that took.
  expect(Math.abs(velocities[0] - speed)).toBeLessThan(1e-3 * speed);
  expect(Math.abs(bodies.positions[0] - speed * (steps * run.dt - braking / 2))).toBeLessThan(2e-3 * speed * braking);
  expect(run.ended()).toBe(0);
  expect(run.onWall[0][2]).toBeCloseTo(-WEIGHT, 1);
});

it('a slow drum lifts a cube without slip, and its drive feels the weight', () => {
  // A tube of 12 sides about y, seen from inside; the side at the bottom is level.
  const [sides, radius, half] = [12, 0.5, 0.2];
  const vertices: number[] = [];
  const triangles: number[] = [];
  for (let s = 0; s < sides; s++) {
    const angle = (2 * Math.PI * (s + 0.5)) / sides;
    const corner = radius / Math.cos(Math.PI / sides);
    for (const y of [-half, half]) vertices.push(corner * Math.sin(angle), y, -corner * Math.cos(angle));
    const [a, b] = [2 * s, 2 * ((s + 1) % sides)];
    triangles.push(a, b + 1, a + 1, a, b, b + 1);
  }
  const spin = 0.2;
  const drum = meshWall(vertices, triangles, { position: [0, 0, 1], angularVelocity: [0, -spin, 0] });
  const run = cubeOn(drum, [0, 0, 1 - radius + 0.05 - SUNK]);
  const { positions } = run.dynamics.bodies;
  run.dynamics.velocities[0] = spin * (radius - 0.05);
  spinBody(run.dynamics, 0, [0, -spin, 0]);
  // To 20 degrees; it would slide at 26.6.
  const angle = Math.PI / 9;
  const steps = Math.round(angle / spin / run.dt);
  for (let k = 0; k < steps; k++) run.step();
  const arm = radius - 0.05;
  expect(positions[0] / arm).toBeCloseTo(Math.sin(angle), 3);
  expect((1 - positions[2]) / arm).toBeCloseTo(Math.cos(angle), 3);
  expect(run.ended()).toBe(0);
  expect(run.onWall[0][2] / WEIGHT).toBeCloseTo(-1, 1);
  expect(run.onWall[1][1] / (WEIGHT * positions[0])).toBeCloseTo(1, 1);
});
