import { describe, expect, it } from 'vitest';
import { balanceOf } from '../../sim/dynamics/energy';
import { createDynamics, spinBody, stepDynamics } from '../../sim/dynamics/dynamics';
import {
  addBody,
  box,
  BodyFlag,
  createBodySet,
  createContactList,
  createRandom,
  principalFrame,
  randomHull,
  rhombicDodecahedron,
} from '../../src';

const material = { density: 2.5, normalStiffness: 1, shearStiffness: 1, friction: 0, restitution: 1 };
const none = createContactList();
const step = (dynamics: ReturnType<typeof createDynamics>, dt: number, count: number): void => {
  for (let k = 0; k < count; k++) stepDynamics(dynamics, dt, () => none);
};

describe('free flight', () => {
  it('keeps momentum and angular momentum to rounding, and turns keep their length', () => {
    const bodies = createBodySet();
    const random = createRandom(3);
    addBody(bodies, { shape: randomHull(random, 12), position: [1, 2, 3], orientation: [0.6, 0, 0, 0.8] });
    addBody(bodies, { shape: box(1, 2, 3), position: [-4, 0, 1] });
    const dynamics = createDynamics(bodies, material);
    dynamics.velocities.set([1, -2, 0.5, 0.25, 3, -1]);
    spinBody(dynamics, 0, [3, -1, 2]);
    spinBody(dynamics, 1, [0.1, 2, 0.1]);
    const before = balanceOf(dynamics);
    step(dynamics, 0.01, 2000);
    const after = balanceOf(dynamics);
    expect(after.momentum).toEqual(before.momentum);
    for (let k = 0; k < 3; k++) expect(after.angularMomentum[k]).toBeCloseTo(before.angularMomentum[k], 9);
    for (let i = 0; i < 2; i++) {
      const [x, y, z, w] = bodies.orientations.subarray(4 * i, 4 * i + 4);
      expect(Math.abs(x * x + y * y + z * z + w * w - 1)).toBeLessThan(1e-15);
    }
    expect(bodies.positions[0]).toBeCloseTo(1 + 20, 10);
    expect(dynamics.time).toBeCloseTo(20, 10);
  });

  it('falls on the parabola, which velocity Verlet meets exactly', () => {
    const bodies = createBodySet({ shapes: [box(1, 1, 1)], positions: new Float64Array(3) });
    const dynamics = createDynamics(bodies, material, { gravity: [0, 0, -9.81] });
    dynamics.velocities.set([2, 0, 5]);
    step(dynamics, 0.01, 100);
    expect(bodies.positions[0]).toBeCloseTo(2, 12);
    expect(bodies.positions[2]).toBeCloseTo(5 - 0.5 * 9.81, 12);
    expect(dynamics.velocities[2]).toBeCloseTo(5 - 9.81, 12);
    const { total, potential } = balanceOf(dynamics);
    expect(potential).toBeCloseTo(2.5 * 9.81 * bodies.positions[2], 12);
    expect(total).toBeCloseTo(0.5 * 2.5 * 29, 12);
  });
});

describe('tumbling', () => {
  /** Largest change of the kinetic energy of a tumbling box, relative to it, and its tilt along the way. */
  function tumble(dt: number, time: number): { swing: number; drift: number; flips: number } {
    const bodies = createBodySet({ shapes: [box(1, 2, 3)], positions: new Float64Array(3) });
    const dynamics = createDynamics(bodies, material);
    // Nearly about the middle axis: the motion turns over and over.
    spinBody(dynamics, 0, [0.01, 1, 0.01]);
    const start = balanceOf(dynamics).kinetic;
    let swing = 0;
    let flips = 0;
    let sign = 1;
    let late = 0;
    const steps = Math.round(time / dt);
    for (let k = 0; k < steps; k++) {
      stepDynamics(dynamics, dt, () => none);
      const off = balanceOf(dynamics).kinetic / start - 1;
      swing = Math.max(swing, Math.abs(off));
      if (k > 0.9 * steps) late = Math.max(late, Math.abs(off));
      // The y axis of the body against the angular momentum.
      const [x, y, z, w] = bodies.orientations;
      const along =
        2 * (x * y - w * z) * dynamics.angularMomenta[0] +
        (1 - 2 * (x * x + z * z)) * dynamics.angularMomenta[1] +
        2 * (y * z + w * x) * dynamics.angularMomenta[2];
      if (along * sign < 0) {
        sign = -sign;
        flips++;
      }
    }
    return { swing, drift: late, flips };
  }

  it('keeps the energy within a bound that falls with the square of the step and does not grow', () => {
    const coarse = tumble(0.1, 400);
    const fine = tumble(0.05, 400);
    expect(coarse.flips).toBeGreaterThan(10);
    expect(fine.flips).toBe(coarse.flips);
    // A tenth of a radian a step.
    expect(coarse.swing).toBeLessThan(2e-3);
    expect(coarse.swing / fine.swing).toBeGreaterThan(3.5);
    expect(coarse.swing / fine.swing).toBeLessThan(4.5);
    expect(coarse.drift).toBeLessThanOrEqual(coarse.swing);
    expect(fine.swing).toBeGreaterThan(1e-7);
  });

  it('meets the motion of a symmetric top', () => {
    // A square rod with its axis z: precession about the angular momentum at L / I1, turning about its axis beside it.
    const shape = box(1, 1, 3);
    const bodies = createBodySet({ shapes: [shape], positions: new Float64Array(3) });
    const dynamics = createDynamics(bodies, material);
    spinBody(dynamics, 0, [0.6, 0, 2]);
    const [lx, ly, lz] = dynamics.angularMomenta;
    const length = Math.sqrt(lx * lx + ly * ly + lz * lz);
    const rate = length / (material.density * shape.inertia[0]);
    const time = 5;
    step(dynamics, 0.001, 5000);
    // The axis, turned about L by rate * time (Rodrigues).
    const n = [lx / length, ly / length, lz / length];
    const [c, s] = [Math.cos(rate * time), Math.sin(rate * time)];
    const expected = [n[1] * s + n[0] * n[2] * (1 - c), -n[0] * s + n[1] * n[2] * (1 - c), c + n[2] * n[2] * (1 - c)];
    const [x, y, z, w] = bodies.orientations;
    const axis = [2 * (x * z + w * y), 2 * (y * z - w * x), 1 - 2 * (x * x + y * y)];
    for (let k = 0; k < 3; k++) expect(axis[k]).toBeCloseTo(expected[k], 5);
  });

  it('does not depend on the frame in which the shape was given', () => {
    const random = createRandom(11);
    const rock = randomHull(random, 20);
    const { polyhedron, quaternion } = principalFrame(rock);
    const bodies = createBodySet();
    addBody(bodies, { shape: rock, position: [0, 0, 0] });
    addBody(bodies, { shape: polyhedron, position: [0, 0, 0], orientation: [quaternion[0], quaternion[1], quaternion[2], quaternion[3]] });
    const dynamics = createDynamics(bodies, material);
    spinBody(dynamics, 0, [1, 2, 3]);
    spinBody(dynamics, 1, [1, 2, 3]);
    step(dynamics, 0.01, 500);
    for (let k = 0; k < 3; k++) expect(dynamics.angularVelocities[3 + k]).toBeCloseTo(dynamics.angularVelocities[k], 9);
  });
});

describe('bodies that feel no force', () => {
  it('move as they are told: static not at all, kinematic with their velocities', () => {
    const bodies = createBodySet();
    const shape = rhombicDodecahedron(1);
    addBody(bodies, { shape, position: [0, 0, 0], flags: BodyFlag.Static });
    addBody(bodies, { shape, position: [5, 0, 0], flags: BodyFlag.Kinematic });
    const dynamics = createDynamics(bodies, material, { gravity: [0, 0, -10] });
    dynamics.velocities.set([0, 1, 0], 3);
    dynamics.angularVelocities.set([0, 0, Math.PI / 2], 3);
    step(dynamics, 0.001, 1000);
    expect([...bodies.positions.subarray(0, 3)]).toEqual([0, 0, 0]);
    expect([...bodies.orientations.subarray(0, 4)]).toEqual([0, 0, 0, 1]);
    expect(bodies.positions[4]).toBeCloseTo(1, 12);
    expect(bodies.positions[5]).toBe(0);
    expect(bodies.orientations[6]).toBeCloseTo(Math.SQRT1_2, 6);
    expect(balanceOf(dynamics).total).toBe(0);
  });
});
