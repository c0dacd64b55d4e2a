import { describe, expect, it } from 'vitest';
import { cutDampingRatio, dampingRatio } from '../../sim/dynamics/damping-ratio';
import { createDynamics, spinBody, stepDynamics, type Material } from '../../sim/dynamics/dynamics';
import { balanceOf } from '../../sim/dynamics/energy';
import {
  addBody,
  BodyFlag,
  box,
  createBodySet,
  createDetector,
  createRandom,
  octahedron,
  planeWall,
  randomHull,
  shortestLinkMethod,
} from '../../src';
import { cube, floor, G, laws, MASS, material, scene, type Run } from './law-scene';

describe.each(laws)('$name', (law) => {
  describe('a box on a wall', () => {
    it('sinks by its weight over the stiffness and stays there', () => {
      const sunk = (MASS * G) / material.normalStiffness;
      const { bodies, dynamics, run } = scene(law, (b) => addBody(b, { shape: cube, position: [3, 4, 0.05] }), [floor]);
      run(2000);
      expect(bodies.positions[2]).toBeCloseTo(0.05 - sunk, 9);
      const start = [...bodies.positions, ...bodies.orientations];
      let off = 0;
      run(10_000, () => {
        off = Math.max(off, Math.abs(bodies.positions[2] - (0.05 - sunk)));
      });
      expect(off).toBeLessThan(1e-6 * sunk);
      [...bodies.positions, ...bodies.orientations].forEach((x, k) => expect(Math.abs(x - start[k])).toBeLessThan(1e-12));
      const { kinetic, elastic } = balanceOf(dynamics);
      expect(kinetic).toBeLessThan(1e-20);
      expect(elastic).toBeCloseTo(0.5 * material.normalStiffness * sunk ** 2, 12);
    });

    it('sinks as deep on a body as on a wall, and shows the force of each point', () => {
      const { bodies, dynamics, run } = scene(law, (b) => {
        addBody(b, { shape: box(1, 1, 0.2), position: [0, 0, -0.1], flags: BodyFlag.Static });
        addBody(b, { shape: cube, position: [0, 0, 0.05], orientation: [0, 0, 0.6, 0.8] });
      });
      run(3000);
      expect(bodies.positions[5]).toBeCloseTo(0.05 - (MASS * G) / material.normalStiffness, 9);
      if (law.lean === 1) for (let p = 0; p < 4; p++) expect(dynamics.pointForces[3 * p + 2]).toBeCloseTo((MASS * G) / 4, 6);
      expect([...bodies.positions.subarray(0, 3)]).toEqual([0, 0, -0.1]);
    });
  });

  describe('a box on a slope', () => {
    const dt = 4e-5;

    /**
     * A box that lies on a slope of the given tangent, sunk in as it will be; `gone` and `speed` are down the slope.
     */
    function onSlope(tangent: number, friction: number): Run & { gone: () => number; speed: () => number } {
      const length = Math.sqrt(1 + tangent * tangent);
      const [nx, nz] = [tangent / length, 1 / length];
      const half = Math.atan(tangent) / 2;
      const height = 0.05 - (MASS * G * nz) / material.normalStiffness;
      const [x, z] = [nx * height, nz * height];
      const made = scene(
        law,
        (b) => addBody(b, { shape: cube, position: [x, 0, z], orientation: [0, Math.sin(half), 0, Math.cos(half)] }),
        [planeWall([nx, 0, nz], 0)],
        { friction },
        G,
        dt,
      );
      const { positions } = made.bodies;
      const { velocities } = made.dynamics;
      return {
        ...made,
        gone: () => (positions[0] - x) * nz - (positions[2] - z) * nx,
        speed: () => velocities[0] * nz - velocities[2] * nx,
      };
    }

    it('stays below the angle of friction', () => {
      const { dynamics, run, gone } = onSlope(0.4, 0.5);
      run(0.5 / dt);
      // It gives: by the shear force over the stiffness, and by tilting on its springs, its centre being above them.
      const force = (MASS * G * 0.4) / Math.sqrt(1.16);
      const give = force / material.shearStiffness + (law.lean * force) / material.normalStiffness;
      const first = gone();
      expect(first / give).toBeGreaterThan(0.9);
      expect(first / give).toBeLessThan(2.5);
      run(0.5 / dt);
      expect(Math.abs(gone() - first)).toBeLessThan(1e-9);
      expect(balanceOf(dynamics).kinetic).toBeLessThan(1e-15);
    });

    it.each([
      [0.4, 0],
      [0.4, 0.2],
      [0.3, 0.25],
    ])('slides down a slope of %d with friction %d as Newton says', (tangent, friction) => {
      const { bodies, run, speed } = onSlope(tangent, friction);
      const before = bodies.orientations[1];
      run(0.1 / dt);
      const first = speed();
      run(0.2 / dt);
      const acceleration = (G * (tangent - friction)) / Math.sqrt(1 + tangent * tangent);
      expect((speed() - first) / 0.2 / acceleration).toBeCloseTo(1, 3);
      expect(Math.abs(bodies.orientations[1] - before)).toBeLessThan(1e-3);
    });
  });

  describe('collisions', () => {
    function headOn(restitution: number, shape = cube, with_: Partial<Material> = {}): { ratio: number; momentum: number } {
      const { bodies, dynamics, run } = scene(
        law,
        (b) => {
          addBody(b, { shape, position: [-0.08, 0, 0] });
          addBody(b, { shape, position: [0.08, 0, 0] });
        },
        [],
        { restitution, ...with_ },
        0,
      );
      dynamics.velocities[0] = 1;
      dynamics.velocities[3] = -0.5;
      const before = balanceOf(dynamics).momentum[0];
      run(6000);
      expect(bodies.positions[3] - bodies.positions[0]).toBeGreaterThan(0.1);
      return { ratio: (dynamics.velocities[3] - dynamics.velocities[0]) / 1.5, momentum: balanceOf(dynamics).momentum[0] - before };
    }

    it.each([0.05, 0.3, 0.5, 0.9, 1])('of faces part with restitution %d', (restitution) => {
      const { ratio, momentum } = headOn(restitution);
      expect(Math.abs(ratio - restitution)).toBeLessThan(0.02);
      expect(Math.abs(momentum)).toBeLessThan(1e-13);
    });

    // Four points, and one.
    it.each([
      ['a face', cube],
      ['a corner', octahedron(0.1)],
    ])('of %s with a wall, too', (_, shape) => {
      const { dynamics, run } = scene(law, (b) => addBody(b, { shape, position: [0, 0, 0.08] }), [floor], { restitution: 0.7 }, 0);
      dynamics.velocities[2] = -1;
      run(3000);
      expect(Math.abs(dynamics.velocities[2] - 0.7)).toBeLessThan(shape === cube ? 0.02 : law.cornerSlack);
    });

    it('of rocks that turn keep momentum and angular momentum', () => {
      const random = createRandom(5);
      const { dynamics, run } = scene(
        law,
        (b) => {
          addBody(b, { shape: randomHull(random, 20, 0.1, 0.06, 0.08), position: [-0.15, 0.02, 0], orientation: [0.6, 0, 0, 0.8] });
          addBody(b, { shape: randomHull(random, 30, 0.07, 0.1, 0.09), position: [0.15, -0.03, 0.04], orientation: [0, 0.28, 0, 0.96] });
        },
        [],
        {},
        0,
      );
      dynamics.velocities.set([2, 0, 0, -2, 0, 0]);
      spinBody(dynamics, 0, [5, -20, 10]);
      const before = balanceOf(dynamics);
      let touched = false;
      run(4000, () => (touched ||= dynamics.elasticEnergy > 0));
      const after = balanceOf(dynamics);
      expect(touched).toBe(true);
      expect(dynamics.elasticEnergy).toBe(0);
      for (let k = 0; k < 3; k++) {
        expect(Math.abs(after.momentum[k] - before.momentum[k])).toBeLessThan(1e-12);
        expect(Math.abs(after.angularMomentum[k] - before.angularMomentum[k])).toBeLessThan(1e-11);
      }
      expect(after.total).toBeLessThan(before.total);
    });

    it('across the border of a periodic box are those of neighbours', () => {
      const speeds = [0, 1].map((apart) => {
        // Off centre, so that the bodies turn: arms count. In the second run B is listed one box away.
        const bodies = createBodySet();
        addBody(bodies, { shape: cube, position: [-0.06, 0, 0] });
        addBody(bodies, { shape: cube, position: [0.06 - apart, 0.03, 0.02] });
        const dynamics = createDynamics(bodies, material);
        dynamics.velocities[0] = 1;
        const periodic = { min: [-0.5, -0.5, -0.5], max: [0.5, 0.5, 0.5], axes: [true, false, false] } as const;
        const detector = createDetector({ bodies, method: shortestLinkMethod, periodic });
        const apply = law.forcesOf(material);
        for (let k = 0; k < 1500; k++) stepDynamics(dynamics, 4e-5, () => detector.update(), apply);
        return [...dynamics.velocities, ...dynamics.angularVelocities];
      });
      expect(Math.abs(speeds[0][3])).toBeGreaterThan(0.1);
      expect(Math.abs(speeds[0][11])).toBeGreaterThan(0.1);
      speeds[0].forEach((v, k) => expect(speeds[1][k]).toBeCloseTo(v, 8));
    });
  });
});

it('the damping that gives a restitution', () => {
  expect(dampingRatio(1)).toBe(0);
  // At critical damping a contact without tension ends with exp(-2).
  expect(dampingRatio(Math.exp(-2))).toBeCloseTo(1, 6);
  expect(dampingRatio(0.9)).toBeLessThan(dampingRatio(0.8));
  for (const ratio of [dampingRatio, cutDampingRatio]) for (const e of [0, -1, 1.1, NaN]) expect(() => ratio(e)).toThrow(/restitution/);
  // Integrated: x'' = -x - (2 z x', cut at x either way), from x = 0, x' = 1 until nothing is left of the force.
  for (const e of [0.02, 0.2, 0.9]) {
    const z = cutDampingRatio(e);
    let [x, v] = [0, 1];
    for (let force = 1; !(v < 0 && force <= 0);) {
      force = x + Math.max(-x, Math.min(x, 2 * z * v));
      v -= 1e-5 * force;
      x += 1e-5 * v;
    }
    expect(Math.abs(-v - e)).toBeLessThan(1e-4);
  }
  expect(cutDampingRatio(1)).toBe(0);
});
