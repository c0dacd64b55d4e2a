import { describe, expect, test } from 'vitest';
import { BodyFlag } from '../../src/body';
import { createPressureLaw } from '../../src/force';
import {
  addBody2d,
  createBodySet2d,
  createDetector2d,
  lineWall,
  rectangle,
  regularPolygon,
  shortestLinkMethod2d,
  type LineWall,
} from '../../src/planar';
import {
  createDynamics2d,
  kineticEnergy2d,
  potentialEnergy2d,
  stepDynamics2d,
  timeStepFor2d,
  type Dynamics2d,
  type Material2d,
} from '../../sim/dynamics/dynamics-2d';
import { frameOf, polygonsSvg } from '../../bench/lib/draw-polygons';
import { fallingPolygons } from '../../sim/scenes/falling-polygons';
import { sweep } from '../sweep';

/** Bodies of mass one; `ratio` of critical damping for a side of length one. */
const material = (ratio: number, friction: number): Material2d => ({
  density: 1,
  law: createPressureLaw(1e4, 1e4, friction, { normalDamping: 200 * ratio, shearDamping: 200 * ratio }),
});

function run(dynamics: Dynamics2d, time: number, walls: LineWall[], each: () => void = () => undefined): void {
  const { bodies } = dynamics;
  const detector = createDetector2d({ bodies, method: shortestLinkMethod2d, walls });
  const dt = timeStepFor2d(dynamics);
  for (let step = 0; step < time / dt; step++) {
    stepDynamics2d(dynamics, dt, () => detector.update());
    each();
  }
}

const energyOf = (dynamics: Dynamics2d): number => kineticEnergy2d(dynamics) + potentialEnergy2d(dynamics) + dynamics.elasticEnergy;

describe('two free bodies', () => {
  const scene = (dampingRatio: number, friction: number) => {
    const bodies = createBodySet2d();
    addBody2d(bodies, { shape: regularPolygon(5, 0.5), position: [0, 0] });
    addBody2d(bodies, { shape: rectangle(1, 0.4), position: [1.2, 0.05], rotation: [0.96, 0.28] });
    const dynamics = createDynamics2d(bodies, material(dampingRatio, friction), [0, 0]);
    dynamics.velocities.set([1, 0, -1, 0.1]);
    return dynamics;
  };
  const momenta = ({ bodies, inverseMasses, inverseInertias, velocities, spins }: Dynamics2d) =>
    [0, 1].reduce(
      (sum, i) => {
        const [x, y] = [bodies.positions[2 * i], bodies.positions[2 * i + 1]];
        const [p, q] = [velocities[2 * i] / inverseMasses[i], velocities[2 * i + 1] / inverseMasses[i]];
        return [sum[0] + p, sum[1] + q, sum[2] + x * q - y * p + spins[i] / inverseInertias[i]];
      },
      [0, 0, 0],
    );

  test.each([0, 0.5])('keep momentum and angular momentum; friction %s', (friction) => {
    const dynamics = scene(0.2, friction);
    const before = momenta(dynamics);
    const energy = energyOf(dynamics);
    let pressed = 0;
    run(dynamics, 1.5, [], () => (pressed = Math.max(pressed, dynamics.elasticEnergy)));
    expect(pressed).toBeGreaterThan(0.01);
    momenta(dynamics).forEach((value, k) => expect(Math.abs(value - before[k])).toBeLessThan(1e-12));
    expect(energyOf(dynamics)).toBeLessThan(energy);
  });

  test('without friction and damping part with the energy with which they met', () => {
    const dynamics = scene(0, 0);
    const energy = energyOf(dynamics);
    run(dynamics, 1.5, []);
    expect(dynamics.elasticEnergy).toBe(0);
    expect(Math.abs(energyOf(dynamics) / energy - 1)).toBeLessThan(1e-6);
  });
});

test('a block flat on a wall sinks by its load over the stiffness', () => {
  const bodies = createBodySet2d();
  addBody2d(bodies, { shape: rectangle(1, 0.5), position: [0, 0.25] });
  const dynamics = createDynamics2d(bodies, material(0.5, 0.5), [0, -10]);
  run(dynamics, 1, [lineWall([0, 1], 0)]);
  expect(bodies.positions[1]).toBeCloseTo(0.25 - (0.5 * 10) / 1e4, 9);
  expect(bodies.rotations[1]).toBeCloseTo(0, 12);
});

describe('a block on a slope of 3 : 4', () => {
  const slide = (friction: number) => {
    const bodies = createBodySet2d();
    const [c, s] = [0.8, 0.6];
    addBody2d(bodies, { shape: rectangle(1, 0.25), position: [-0.125 * s, 0.125 * c], rotation: [c, s] });
    const dynamics = createDynamics2d(bodies, material(0.5, friction), [0, -10]);
    run(dynamics, 0.5, [lineWall([-s, c], 0)]);
    return [0.5, -(c * dynamics.velocities[0] + s * dynamics.velocities[1])];
  };
  test('stands where friction holds', () => expect(Math.abs(slide(0.8)[1])).toBeLessThan(1e-6));
  test('slides with g (sin - mu cos) where it does not', () => {
    const [time, speed] = slide(0.25);
    expect(Math.abs(speed / (10 * time * (0.6 - 0.25 * 0.8)) - 1)).toBeLessThan(0.02);
  });
});

test('polygons falling into a box stay in it and come to rest; energy only falls; the drawing shows all', () => {
  const { bodies, width, height } = fallingPolygons(4, sweep(5, 2), 3);
  const dynamics = createDynamics2d(
    bodies,
    { density: 2000, law: createPressureLaw(4e6, 2e6, 0.4, { normalDamping: 2e4, shearDamping: 2e4 }) },
    [0, -9.81],
  );
  const first = energyOf(dynamics);
  const start = frameOf(bodies);
  let least = first;
  let rise = 0;
  run(dynamics, 1.4, [], () => {
    const energy = energyOf(dynamics);
    rise = Math.max(rise, energy - least);
    least = Math.min(least, energy);
  });
  // Velocities belong to the middle of a step, positions to its end: that alone is some 1e-3 of what has fallen.
  expect(rise / (first - least)).toBeLessThan(0.01);
  expect(kineticEnergy2d(dynamics)).toBeLessThan(1e-3 * (first - least));
  let free = 0;
  for (let i = 0; i < bodies.count; i++) {
    if (bodies.flags[i] !== BodyFlag.None) continue;
    free++;
    expect(Math.abs(bodies.positions[2 * i])).toBeLessThan(0.5 * width);
    expect(bodies.positions[2 * i + 1]).toBeGreaterThan(0);
    expect(bodies.positions[2 * i + 1]).toBeLessThan(height);
  }
  expect(free).toBe(sweep(20, 8));
  const svg = polygonsSvg([start, frameOf(bodies)], width, -0.2, 2 * height);
  expect(svg.match(/<polygon /g)).toHaveLength(2 * (free + 3));
  expect(svg).not.toMatch(/NaN|undefined/);
});
