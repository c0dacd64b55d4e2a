/**
 * Motion of walls against differences of places, and the power of forces on bodies and walls against that at the
 * points.
 */
import { describe, expect, it } from 'vitest';
import {
  addBody,
  addPointForces,
  addWallForces,
  box,
  createBodySet,
  createDetector,
  createRandom,
  exactMethod,
  meshWall,
  moveWall,
  planeWall,
  velocityOfBody,
  wallMotion,
  type MeshWall,
  type MovingBodies,
  type Random,
} from '../../src';
import { rotationFromQuaternion } from '../../src/math/rotation';
import { floorMesh } from './wall-helpers';

const between = (random: Random, most: number): number => most * (2 * random() - 1);
const vector = (random: Random, most: number): number[] => [0, 1, 2].map(() => between(random, most));

/** Where a point of the mesh's frame is in the world. */
function place({ position, orientation }: MeshWall, p: readonly number[]): Float64Array {
  const r = new Float64Array(9);
  rotationFromQuaternion(r, 0, orientation, 0);
  return Float64Array.from([0, 1, 2].map((k) => position[k] + r[3 * k] * p[0] + r[3 * k + 1] * p[1] + r[3 * k + 2] * p[2]));
}

const triangle = [0, 0, 0, 1, 0, 0, 0, 1, 0];

describe('a wall that moves', () => {
  it('has the velocity of its points', () => {
    const random = createRandom(1);
    for (let trial = 0; trial < 200; trial++) {
      const q = [...vector(random, 1), between(random, 1)];
      const norm = Math.sqrt(q.reduce((sum, x) => sum + x * x, 0));
      const wall = meshWall(triangle, null, {
        position: vector(random, 2),
        orientation: q.map((x) => x / norm),
        velocity: vector(random, 3),
        angularVelocity: vector(random, 3),
      });
      const p = vector(random, 2);
      const dt = 1e-4;
      const before = place(wall, p);
      moveWall(wall, dt);
      const velocity = velocityOfBody(new Float64Array(3), wallMotion([planeWall([0, 0, 1], 0), wall]), 1, place(wall, p));
      moveWall(wall, dt);
      const after = place(wall, p);
      // A central difference is off by dt^2 / 6 of the third derivative, w^3 times the arm: here below 6^3 * 4.
      for (let k = 0; k < 3; k++) expect(Math.abs((after[k] - before[k]) / (2 * dt) - velocity[k])).toBeLessThan(150 * dt * dt);
    }
  });

  it('stays rigid for a million steps, and turns by the angle that is promised', () => {
    const wall = meshWall(triangle, null, { angularVelocity: [0, 3, 0] });
    const dt = 1e-3;
    const steps = 1_000_000;
    for (let k = 0; k < steps; k++) moveWall(wall, dt);
    const q = wall.orientation;
    expect(Math.abs(q.reduce((sum, x) => sum + x * x, 0) - 1)).toBeLessThan(1e-15);
    const half = steps * Math.atan((3 * dt) / 2);
    expect(Math.abs(q[1] - Math.sin(half))).toBeLessThan(1e-9);
    expect(Math.abs(q[3] - Math.cos(half))).toBeLessThan(1e-9);
    expect(steps * 3 * dt - 2 * half).toBeCloseTo((steps * (3 * dt) ** 3) / 12, 6);
  });
});

it('wallMotion leaves the rows of planes to the caller, and reads meshes again', () => {
  const mesh = meshWall(triangle, null, { position: [1, 2, 3], velocity: [4, 5, 6], angularVelocity: [7, 8, 9] });
  const walls = [planeWall([0, 0, 1], 0), mesh];
  const motion = wallMotion(walls);
  expect([...motion.positions]).toEqual([0, 0, 0, 1, 2, 3]);
  motion.velocities[0] = 2;
  mesh.velocity[0] = -4;
  expect(wallMotion(walls, motion)).toBe(motion);
  expect([...motion.velocities]).toEqual([2, 0, 0, -4, 5, 6]);
  expect([...motion.spins]).toEqual([0, 0, 0, 7, 8, 9]);
});

it('forces on bodies and walls do the work that forces at the points do', () => {
  const random = createRandom(2);
  const { vertices, triangles } = floorMesh(
    5,
    2,
    () => 0,
    () => true,
  );
  for (let trial = 0; trial < 50; trial++) {
    const bodies = createBodySet();
    for (let b = 0; b < 3; b++) addBody(bodies, { shape: box(1, 1, 1), position: [between(random, 0.3), 0, 0.49 + 0.98 * b] });
    const floor = meshWall(vertices, triangles, { velocity: vector(random, 1), angularVelocity: vector(random, 1) });
    const walls = [planeWall([-1, 0, 0], -0.6), floor];
    const list = createDetector({ bodies, method: exactMethod, walls }).update();
    const motion = wallMotion(walls);
    motion.velocities.set(vector(random, 1));
    motion.spins.set(vector(random, 1));
    motion.positions.set(vector(random, 1));
    const moving = {
      positions: bodies.positions.slice(0, 9),
      velocities: Float64Array.from({ length: 9 }, () => between(random, 1)),
      spins: Float64Array.from({ length: 9 }, () => between(random, 1)),
    };
    const pointForces = Float64Array.from({ length: 3 * list.pointCount }, () => between(random, 1));
    const onBodies = [new Float64Array(9), new Float64Array(9)];
    const onWalls = [new Float64Array(6), new Float64Array(6)];
    addPointForces(onBodies[0], onBodies[1], list, pointForces, moving.positions);
    addWallForces(onWalls[0], onWalls[1], list, pointForces, motion.positions);
    const power = ({ velocities, spins }: MovingBodies, [forces, torques]: Float64Array[]): number =>
      forces.reduce((sum, f, k) => sum + f * velocities[k] + torques[k] * spins[k], 0);
    let atPoints = 0;
    const [va, vb] = [new Float64Array(3), new Float64Array(3)];
    for (let c = 0; c < list.count; c++) {
      const b = list.bodyB[c];
      for (let p = list.pointStart[c]; p < list.pointStart[c + 1]; p++) {
        const point = list.points.slice(3 * p, 3 * p + 3);
        velocityOfBody(va, moving, list.bodyA[c], point);
        if (b < 0) velocityOfBody(vb, motion, -1 - b, point);
        else velocityOfBody(vb, moving, b, point);
        for (let k = 0; k < 3; k++) atPoints += pointForces[3 * p + k] * (vb[k] - va[k]);
      }
    }
    expect(list.bodyB.slice(0, list.count)).toContain(-2);
    expect(power(moving, onBodies) + power(motion, onWalls)).toBeCloseTo(atPoints, 10);
  }
});
