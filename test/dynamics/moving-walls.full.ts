/**
 * Bodies on mesh walls that move: friction springs go on, the wall takes along what lies on it, and feels its weight.
 */
import { expect, it } from 'vitest';
import { createDynamics, spinBody, stepDynamics, timeStepFor, type Dynamics, type Material } from '../../sim/dynamics/dynamics';
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

/** A tube of flat sides about y, seen from inside; the side at the bottom is level, at the distance `radius`. */
function tube(sides: number, radius: number, half: number): { vertices: number[]; triangles: number[] } {
  const vertices: number[] = [];
  const triangles: number[] = [];
  for (let s = 0; s < sides; s++) {
    const angle = (2 * Math.PI * (s + 0.5)) / sides;
    const corner = radius / Math.cos(Math.PI / sides);
    for (const y of [-half, half]) vertices.push(corner * Math.sin(angle), y, -corner * Math.cos(angle));
    const [a, b] = [2 * s, 2 * ((s + 1) % sides)];
    triangles.push(a, b + 1, a + 1, a, b, b + 1);
  }
  return { vertices, triangles };
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
  const radius = 0.5;
  const { vertices, triangles } = tube(12, radius, 0.2);
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

it('a turntable carries a cube round, with one contact and no creep', () => {
  // Sectors about z: triangles pass under the cube at no time, but its corners lie on several.
  const sectors = 24;
  const vertices = [0, 0, 0];
  const triangles: number[] = [];
  for (let s = 0; s < sectors; s++) {
    const angle = (2 * Math.PI * s) / sectors;
    vertices.push(0.5 * Math.cos(angle), 0.5 * Math.sin(angle), 0);
    triangles.push(0, 1 + s, 1 + ((s + 1) % sectors));
  }
  const spin = 4;
  const arm = 0.2;
  const run = cubeOn(meshWall(vertices, triangles, { angularVelocity: [0, 0, spin] }), [arm, 0, 0.05 - SUNK]);
  const { positions, orientations } = run.dynamics.bodies;
  run.dynamics.velocities[1] = spin * arm;
  spinBody(run.dynamics, 0, [0, 0, spin]);
  // Held by friction of 0.65 of its limit: w^2 r over mu g. From the first tenth of a turn on nothing creeps.
  const turnOf = (): number => Math.atan2(positions[1], positions[0]) - spin * run.dynamics.time;
  const tenth = Math.round((0.2 * Math.PI) / spin / run.dt);
  for (let k = 0; k < tenth; k++) run.step();
  const [turn, far] = [turnOf(), Math.hypot(positions[0], positions[1])];
  for (let k = tenth; k < 4 * tenth; k++) run.step();
  expect(run.ended()).toBe(0);
  expect(Math.abs(turnOf() - turn)).toBeLessThan(1e-5);
  expect(Math.abs(Math.hypot(positions[0], positions[1]) - far)).toBeLessThan(1e-5 * arm);
  expect(Math.abs(far - arm)).toBeLessThan(1e-3 * arm);
  // The cube has turned with the table.
  expect(2 * Math.atan2(orientations[2], orientations[3])).toBeCloseTo(spin * run.dynamics.time, 3);
  // The table feels the weight, farther out than the cube's centre: what holds the cube on its way acts below that.
  expect(run.onWall[0][2] / WEIGHT).toBeCloseTo(-1, 2);
  expect(run.onWall[1][0] / (-WEIGHT * positions[1])).toBeCloseTo(1 + (spin * spin * 0.05) / G, 2);
});

it('a cube slides in a fast drum where friction holds its weight, and the drive has its moment', () => {
  const radius = 0.5;
  const { vertices, triangles } = tube(120, radius, 0.2);
  const drum = meshWall(vertices, triangles, { position: [0, 0, 1], angularVelocity: [0, -3, 0] });
  // The cube stands on two edges in a round drum, each at the angle s from its middle seen from the axis. With S and D
  // the sum and the difference of the loads, at the lean t, and `arm` from the axis to the cube's centre:
  //     along the radius    W cos t = S cos s + mu D sin s
  //     across              W sin t = mu S cos s - D sin s
  //     about the axis      W arm sin t = mu S radius
  const foot = Math.sqrt(radius * radius - 0.05 * 0.05);
  const arm = foot - 0.05;
  const mu = material.friction;
  const part = (arm * foot) / (radius * radius);
  const expected = Math.atan(1 / (part / mu + mu * (part - 1)));
  const run = cubeOn(drum, [arm * Math.sin(expected), 0, 1 - arm * Math.cos(expected)]);
  const { positions, orientations } = run.dynamics.bodies;
  orientations.set([0, -Math.sin(expected / 2), 0, Math.cos(expected / 2)]);
  let [lean, torque, moment] = [0, 0, 0];
  const steps = 8000;
  for (let k = 0; k < steps; k++) {
    run.step();
    lean += Math.atan2(positions[0], 1 - positions[2]) / steps;
    torque += run.onWall[1][1] / steps;
    moment += (WEIGHT * positions[0]) / steps;
  }
  // The drum turns against y: what the cube does to it is along y, against its turning.
  // Set down without load, it swings a little about its place.
  expect(Math.abs(lean - expected)).toBeLessThan(0.03 * expected);
  expect(Math.abs(torque - moment)).toBeLessThan(0.02 * moment);
});
