/**
 * Bodies that move on a flat mesh floor as on a plane: one contact, the same points, friction springs that go on from
 * triangle to triangle. Only rounding differs: gaps by that of the mesh's own frame, sums by the order of the points.
 * And a stack.
 */
import { describe, expect, it } from 'vitest';
import { createDynamics, spinBody, stepDynamics, timeStepFor, type Dynamics, type Material } from '../../sim/dynamics/dynamics';
import { balanceOf } from '../../sim/dynamics/energy';
import { addBody, box, createBodySet, createRandom, meshWall, planeWall, type ContactList, type MeshWall, type Wall } from '../../src';
import { floorMesh } from '../walls/wall-helpers';
import { contactFinder } from './find-contacts';

const material: Material = { density: 2500, normalStiffness: 1e6, shearStiffness: 8e5, friction: 0.2, restitution: 0.5 };
const G = 9.81;
const cube = box(0.1, 0.1, 0.1);
const WEIGHT = 2.5 * G;
const HALF = 1.5;
const STEPS = 6000;

/** A floor z = 0 of n x n cells, cut at random. */
function randomFloor(n: number, seed: number, orientation?: readonly number[]): MeshWall {
  const random = createRandom(seed);
  const jitter = (): number => 0.24 * (2 * random() - 1);
  const { vertices, triangles } = floorMesh(n, HALF, jitter, () => random() < 0.5);
  return meshWall(vertices, triangles, orientation ? { orientation } : {});
}

function rotate(q: readonly number[], v: readonly number[]): [number, number, number] {
  const [x, y, z, w] = q;
  const c = [y * v[2] - z * v[1], z * v[0] - x * v[2], x * v[1] - y * v[0]];
  return [
    v[0] + 2 * (w * c[0] + y * c[2] - z * c[1]),
    v[1] + 2 * (w * c[1] + z * c[0] - x * c[2]),
    v[2] + 2 * (w * c[2] + x * c[1] - y * c[0]),
  ];
}

describe('a box slides over a floor of random triangles as over a plane', () => {
  it.each([
    ['level, axes of the world', [0, 0, 0, 1], 20],
    ['turned, a fine mesh', [0.1, -0.7, 0.1, 0.7], 60],
    ['turned, a coarse mesh', [0.5, 0.1, -0.5, 0.7], 7],
  ])('%s', (_, q, n) => {
    const norm = Math.sqrt(q.reduce((sum, x) => sum + x * x, 0));
    const turn = q.map((x) => x / norm);
    const floor = randomFloor(n, n, turn);
    const normal = rotate(turn, [0, 0, 1]);
    const along = rotate(turn, [2, 1.1, 0]);
    const runs: { wall: Wall; dynamics: Dynamics; trace: number[] }[] = [floor, planeWall(normal, 0)].map((wall: Wall) => {
      const bodies = createBodySet();
      const at = rotate(turn, [-1, -0.5, 0.05 - WEIGHT / material.normalStiffness]);
      addBody(bodies, { shape: cube, position: at, orientation: turn });
      const dynamics = createDynamics(bodies, material, { gravity: normal.map((x) => -G * x) as [number, number, number], walls: 1 });
      dynamics.velocities.set(along);
      spinBody(
        dynamics,
        0,
        normal.map((x) => 0.5 * x),
      );
      return { wall, dynamics, trace: [] };
    });
    const dt = timeStepFor(runs[0].dynamics);
    let ended = 0;
    runs.forEach(({ wall, dynamics, trace }) => {
      const find = contactFinder(dynamics.bodies, [wall]);
      const watched = (): ContactList => {
        const list = find();
        ended += list.endedCount + list.endedPointCount;
        return list;
      };
      for (let k = 0; k < STEPS; k++) {
        stepDynamics(dynamics, dt, watched);
        if (k % 50 === 0) trace.push(...dynamics.bodies.positions.subarray(0, 3), ...dynamics.bodies.orientations.subarray(0, 4));
      }
    });
    let off = 0;
    runs[0].trace.forEach((x, k) => (off = Math.max(off, Math.abs(x - runs[1].trace[k]))));
    // Each step rounds coordinates below 2, by half a rounding step of 2 in each run. Gaps that differ by the mesh's
    // tolerance shift the height by as much; friction is `friction` times the impulse along the normal, so what slides
    // is off by a part of that.
    expect(off).toBeLessThan(STEPS * 2 * Number.EPSILON + 4 * floor.tolerance);
    expect(ended).toBe(0);
    const { velocities, angularVelocities } = runs[1].dynamics;
    const speed = Math.sqrt(velocities.reduce((sum, v) => sum + v * v, 0));
    // It has slid and slowed down by friction, and turned less and less.
    expect(speed).toBeCloseTo(Math.sqrt(2 ** 2 + 1.1 ** 2) - material.friction * G * STEPS * dt, 2);
    expect(Math.sqrt(angularVelocities.reduce((sum, v) => sum + v * v, 0))).toBeLessThan(0.5);
  });
});

describe('a box at rest on a floor of random triangles', () => {
  it.each([1, 2, 3])('sinks by what its contacts carry and stays, mesh %i', (seed) => {
    // Cells of 0.05: no two corners of the cube share a triangle, and yet they share the stiffness of one contact.
    const sunk = WEIGHT / material.normalStiffness;
    const bodies = createBodySet();
    addBody(bodies, { shape: cube, position: [0.013 * seed, 0.4, 0.05] });
    const dynamics = createDynamics(bodies, material, { gravity: [0, 0, -G], walls: 1 });
    const find = contactFinder(bodies, [randomFloor(60, seed)]);
    const dt = timeStepFor(dynamics) / 2;
    let deepest = 0;
    for (let k = 0; k < 10_000; k++) {
      stepDynamics(dynamics, dt, find);
      deepest = Math.max(deepest, 0.05 - bodies.positions[2]);
      if (k === 3000) deepest = 0;
    }
    // What is left of the fall.
    expect(Math.abs(deepest - sunk)).toBeLessThan(1e-7 * sunk);
    expect(bodies.positions[0]).toBeCloseTo(0.013 * seed, 12);
    expect(bodies.positions[1]).toBeCloseTo(0.4, 12);
    for (let k = 0; k < 3; k++) expect(Math.abs(bodies.orientations[k])).toBeLessThan(1e-13);
    expect(balanceOf(dynamics).kinetic).toBeLessThan(1e-20);
  });
});

it('a stack of three boxes on a plane comes to rest', () => {
  const bodies = createBodySet();
  for (let b = 0; b < 3; b++) addBody(bodies, { shape: cube, position: [0.004 * b, -0.003 * b, 0.051 + 0.102 * b] });
  const dynamics = createDynamics(bodies, { ...material, friction: 0.5, restitution: 0.2 }, { gravity: [0, 0, -G], walls: 1 });
  const find = contactFinder(bodies, [planeWall([0, 0, 1], 0)], 0.002);
  const dt = timeStepFor(dynamics);
  for (let k = 0; k < 20_000; k++) stepDynamics(dynamics, dt, find);
  const before = bodies.positions.slice(0, 9);
  for (let k = 0; k < 5000; k++) stepDynamics(dynamics, dt, find);
  const { kinetic, elastic } = balanceOf(dynamics);
  // Each contact is pressed by what lies on it. The boxes are askew, so they lean by about a hundredth of that.
  let sunk = 0;
  for (let b = 0; b < 3; b++) {
    sunk += ((3 - b) * WEIGHT) / material.normalStiffness;
    expect(Math.abs(0.05 + 0.1 * b - bodies.positions[3 * b + 2] - sunk)).toBeLessThan(0.03 * sunk);
  }
  before.forEach((x, k) => expect(Math.abs(bodies.positions[k] - x)).toBeLessThan(1e-4 * sunk));
  expect(kinetic).toBeLessThan(1e-9 * elastic);
});
