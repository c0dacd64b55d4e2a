import { describe, expect, test } from 'vitest';
import { addBody, box, createBodySet, createPointLaw, plateCore, pointCore, segmentCore, type ConvexPolyhedron } from '../../src';
import {
  addBody2d,
  createBodySet2d,
  createDetector2d,
  lineWall,
  pointCore2d,
  rectangle,
  segmentCore2d,
  shortestLinkMethod2d,
} from '../../src/planar';
import { createDynamics, type Material } from '../../sim/dynamics/dynamics';
import { createDynamics2d, kineticEnergy2d, potentialEnergy2d, stepDynamics2d, timeStepFor2d } from '../../sim/dynamics/dynamics-2d';
import { sweep } from '../sweep';

const material: Material = { density: 2, normalStiffness: 1, shearStiffness: 1, friction: 0, restitution: 0.5 };

/** Mass and moments, ascending, of a body of this core. */
function massOf(shape: ConvexPolyhedron, rounding: number): [number, number[]] {
  const bodies = createBodySet();
  addBody(bodies, { shape, rounding });
  const { inverseMasses, inverseMoments } = createDynamics(bodies, material);
  return [1 / inverseMasses[0], [...inverseMoments].map((x) => 1 / x)];
}

describe('masses in space', () => {
  test('a sphere, a rod and a plate have those of the round bodies', () => {
    const [sphere, moments] = massOf(pointCore(), 0.5);
    const exact = (2 * 4 * Math.PI * 0.125) / 3;
    expect(sphere).toBeCloseTo(exact, 14);
    for (const moment of moments) expect(moment).toBeCloseTo(0.4 * exact * 0.25, 14);
    // A cylinder and two half spheres: their own moments, and those of their places.
    const [rod, [about, ...across]] = massOf(segmentCore(2), 0.5);
    const [cylinder, ball] = [2 * 2 * Math.PI * 0.25, exact];
    expect(rod).toBeCloseTo(cylinder + ball, 13);
    expect(about).toBeCloseTo(cylinder * 0.125 + ball * 0.1, 13);
    const turned = cylinder * (4 / 12 + 0.25 / 4) + ball * (0.1 + 1 + 2 * (3 / 8) * 0.5);
    for (const moment of across) expect(moment).toBeCloseTo(turned, 13);
    // A plate: prism, four half cylinders and a sphere.
    const [plate] = massOf(plateCore([0, 0, 0, 9, 0, 0, 9, 9, 0, 0, 9, 0]), 0.5);
    expect(plate).toBeCloseTo(2 * (81 + 36 * (Math.PI / 8) + Math.PI / 6), 11);
  });

  test('one core with two radii has no one mass', () => {
    const bodies = createBodySet();
    const shape = pointCore();
    for (const rounding of [1, 2]) addBody(bodies, { shape, rounding });
    addBody(bodies, { shape: box(1, 1, 1) });
    expect(() => createDynamics(bodies, material)).toThrow('2 radii');
  });
});

test('in the plane discs, rods and squares fall into a box, come to rest and lose their energy', () => {
  const bodies = createBodySet2d();
  const kinds = [pointCore2d(), segmentCore2d(0.8), rectangle(0.8, 0.8)];
  for (let b = 0; b < sweep(12, 6); b++) {
    const [column, row] = [b % 3, Math.floor(b / 3)];
    addBody2d(bodies, {
      shape: kinds[(b + row) % 3],
      rounding: (b + row) % 3 === 0 ? 0.4 : 0.15,
      position: [0.9 + 1.6 * column + 0.1 * row, 0.9 + 1.3 * row],
      rotation: [0.8, 0.6],
    });
  }
  const dynamics = createDynamics2d(
    bodies,
    { density: 1, law: createPointLaw(2e4, 1e4, 0.4, { normalDamping: 60, shearDamping: 30 }) },
    [0, -9.81],
  );
  expect(1 / dynamics.inverseMasses[0]).toBeCloseTo(Math.PI * 0.16, 14);
  const walls = [lineWall([0, 1], 0), lineWall([1, 0], 0), lineWall([-1, 0], -5)];
  const detector = createDetector2d({ bodies, method: shortestLinkMethod2d, margin: 0.01, walls });
  const dt = timeStepFor2d(dynamics);
  const start = potentialEnergy2d(dynamics);
  for (let step = 0; step * dt < sweep(3, 2); step++) stepDynamics2d(dynamics, dt, () => detector.update());
  expect(detector.statistics.unresolvedPairs).toBe(0);
  expect(kineticEnergy2d(dynamics)).toBeLessThan(1e-3 * start);
  expect(potentialEnergy2d(dynamics)).toBeLessThan(0.8 * start);
  for (let b = 0; b < bodies.count; b++) {
    const [x, y] = bodies.positions.subarray(2 * b, 2 * b + 2);
    expect(x > 0.3 && x < 4.7 && y > 0.1 && y < 5).toBe(true);
  }
});
