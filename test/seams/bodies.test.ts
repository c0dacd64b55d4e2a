import { describe, expect, it } from 'vitest';
import { applyContacts } from '../../sim/dynamics/contact-forces';
import { createDynamics, stepDynamics, timeStepFor } from '../../sim/dynamics/dynamics';
import { createLawForces } from '../../sim/dynamics/law-forces';
import {
  addBody,
  BodyFlag,
  box,
  createBodySet,
  createDetector,
  createPressureLaw,
  exactMethod,
  meshWall,
  plateCore,
  pointCore,
  segmentCore,
  shortestLinkMethod,
  Status,
  type BodySet,
  type SeamOptions,
} from '../../src/index';
import { sweep } from '../sweep';
import { sideways } from './samples';
import { brickFloor } from './scenes';
import { layFloor, slide } from './slide';

describe('a block that may turn', () => {
  const depth = 1e-3;
  const gravity = 10;
  const density = 1000;
  const tried = (['running', 'stack'] as const).slice(0, sweep(2, 1));

  /** Slides at first at 0.05 over the seam at x = 0.5, for as long as it takes to go 0.02 without friction. */
  function run(floor: 'stack' | 'running' | 'one', friction: number, law: 'pressure' | 'points', seams?: SeamOptions) {
    const bricks = floor === 'one' ? { shapes: [box(8, 8, 0.4)], bricks: [[0, 0, 0, -0.2]] as const } : brickFloor(floor);
    const bodies = layFloor(box(0.6, 0.6, 0.3), bricks);
    bodies.positions.set([0.195, 0.04, 0.15 - depth]);
    const stiffness = (density * 0.108 * gravity) / depth;
    const material = { density, normalStiffness: stiffness, shearStiffness: stiffness, friction, restitution: 0.5 };
    const dynamics = createDynamics(bodies, material, { gravity: [0, 0, -gravity] });
    dynamics.velocities[0] = 0.05;
    const pressure = createPressureLaw(stiffness / 0.36, stiffness / 0.36, friction);
    const apply = law === 'pressure' ? createLawForces(pressure, 0.5).apply : applyContacts;
    const detector = createDetector({ bodies, method: shortestLinkMethod, seams });
    const dt = law === 'pressure' ? 0.05 * Math.sqrt(depth / gravity) : timeStepFor(dynamics);
    for (let t = 0; t < 0.4; t += dt) stepDynamics(dynamics, dt, () => detector.update(), apply);
    return { way: bodies.positions[0] - 0.195, speed: dynamics.velocities[0] / 0.05 };
  }

  it.each(['pressure', 'points'] as const)('keeps its speed without friction (%s)', (law) => {
    for (const bond of tried) expect(Math.abs(run(bond, 0, law, {}).speed - 1)).toBeLessThan(0.01);
    if (law === 'points') expect(run('stack', 0, law).speed).toBeLessThan(0.9);
  });

  it('goes as far with friction as on one slab', () => {
    // It comes to rest after about 6 mm, with its front just in the next brick.
    const whole = run('one', 0.02, 'pressure').way;
    expect(whole).toBeGreaterThan(0.0055);
    for (const bond of tried) expect(Math.abs(run(bond, 0.02, 'pressure', {}).way - whole)).toBeLessThan(0.01 * whole);
  });
});

describe('rounded bodies', () => {
  const sizes = [
    [0.02, 1e-3],
    [1e-3, 1e-3],
    [0.02, 1e-4],
  ];
  it.each(sizes.slice(0, sweep(3, 2)))('of radius %f at a depth of %f keep their speed', (rounding, depth) => {
    const less = 2 * rounding;
    const speed = (law: 'pressure' | 'points', seams?: SeamOptions): number => {
      const floor = { shapes: [box(1 - less, 0.5 - less, 0.4 - less)], bricks: brickFloor('stack').bricks };
      const bodies = layFloor(box(0.6 - less, 0.6 - less, 0.3 - less), floor, rounding);
      bodies.positions.set([0.19, 0.04, 0.15 - depth]);
      // From just before the seam until the flat sides lie over each other.
      const path = 0.02 + less;
      return slide({ bodies, method: exactMethod, depth, area: 0.36, velocity: [0.05, 0, 0], path, law, options: { seams } }).speed;
    };
    for (const law of ['pressure', 'points'] as const) expect(Math.abs(speed(law, {}) - 1)).toBeLessThan(0.01);
    if (rounding === 0.02 && depth === 1e-3) expect(speed('points')).toBeLessThan(0.99);
  });

  it('are stopped by a step', () => {
    const rounding = 0.02;
    const floor = brickFloor('stack');
    const bricks = floor.bricks.map(([s, x, y, z]) => [s, x, y, x > 0.5 ? z + 0.01 : z] as const);
    const bodies = layFloor(box(0.56, 0.56, 0.26), { shapes: [box(0.96, 0.46, 0.36)], bricks }, rounding);
    let pushed = 0;
    const detector = createDetector({ bodies, method: exactMethod, seams: { seam: 1e-3 } });
    for (let k = 0; k <= 40; k++) {
      bodies.positions.set([0.2 + 1e-3 * k, 0.04, 0.15 - 1e-3]);
      pushed = Math.max(pushed, sideways(detector.update()));
    }
    expect(pushed).toBeGreaterThan(0.3);
  });

  it('with round ends have upright normals all the way over an edge, and pass it slowly', () => {
    const rounding = 0.1;
    const depth = 1e-2;
    // Core, half of its length along x, number of points under it.
    const sliders = [
      [pointCore(), 0, 1],
      [segmentCore([-0.2, 0, 0, 0.2, 0, 0]), 0.2, 2],
      [segmentCore([0, -0.2, 0, 0, 0.2, 0]), 0, 2],
      [plateCore([-0.2, -0.1, 0, 0.2, -0.1, 0, 0.2, 0.1, 0, -0.2, 0.1, 0]), 0.2, 4],
    ] as const;
    for (const [shape, reach, points] of sliders) {
      const bodies = createBodySet();
      addBody(bodies, { shape, rounding });
      const { shapes, bricks } = brickFloor('stack');
      for (const [k, x, y, z] of bricks) addBody(bodies, { shape: shapes[k], position: [x, y, z], flags: BodyFlag.Static });
      const steepest = (seams?: SeamOptions): number => {
        const detector = createDetector({ bodies, method: exactMethod, seams });
        let most = 0;
        for (let x = -0.1; x < 0.1; x += 5e-4) {
          bodies.positions.set([0.5 - reach + x + 1e-7, 0.1, rounding - depth]);
          most = Math.max(most, sideways(detector.update()));
        }
        return most;
      };
      expect(steepest()).toBeGreaterThan(0.3);
      expect(steepest({})).toBeLessThan(2e-6);
      // A last degree would be a bump of 1.5e-5; a body of this speed rises by 4.5e-6.
      bodies.positions.set([0.5 - reach - 3e-3, 0.1, rounding - depth]);
      const options = { seams: {} };
      const law = { depth: (points * depth) / 4, area: 1, law: 'points' } as const;
      const { speed } = slide({ bodies, method: exactMethod, ...law, velocity: [3e-3, 0, 0], path: 4e-3, options });
      expect(Math.abs(speed - 1)).toBeLessThan(1e-3);
    }
  });

  it('of several kinds have a filtered contact list: spheres beside each other carry a plate as before', () => {
    const bodies = createBodySet();
    addBody(bodies, { shape: box(3, 3, 0.2), position: [0, 0, 0.6 - 1e-3] });
    for (let k = 0; k < 9; k++) {
      addBody(bodies, { shape: pointCore(), rounding: 0.5, position: [(k % 3) - 1, Math.floor(k / 3) - 1, 0], flags: BodyFlag.Static });
    }
    const plain = createDetector({ bodies, method: exactMethod }).update();
    const list = createDetector({ bodies, method: exactMethod, seams: { seam: 1e-3, joint: 1e-3 } }).update();
    expect([list.count, ...list.gaps.subarray(0, 9)]).toEqual([9, ...plain.gaps.subarray(0, 9)]);
  });
});

describe('mesh walls', () => {
  it('carry a slider on, from the wall to a brick that lies flush with it', () => {
    const depth = 1e-3;
    const table = meshWall([-2, -1, 0, 0.5, -1, 0, 0.5, 1, 0, -2, 1, 0], [0, 1, 2, 0, 2, 3]);
    const bodies: BodySet = layFloor(box(0.6, 0.6, 0.3), { shapes: [box(1, 1, 1)], bricks: [[0, 1, 0, -0.5]] });
    const at = (x: number, seams?: SeamOptions): number => {
      bodies.positions.set([x, 0, 0.15 - depth]);
      const list = createDetector({ bodies, method: exactMethod, walls: [table], seams }).update();
      expect(list.status[0]).toBe(Status.Overlapping);
      return sideways(list);
    };
    for (const part of [0.1, 0.5, 0.9]) {
      expect(at(0.2 + part * depth)).toBe(1);
      expect(at(0.2 + part * depth, {})).toBeLessThan(1e-12);
    }
  });
});
