/** Spheres, rods and plates dropped on a plane: they come to rest where they should, and gain no energy. */
import { describe, expect, test } from 'vitest';
import { applyContacts } from '../../sim/dynamics/contact-forces';
import { createDynamics, spinBody, stepDynamics, timeStepFor } from '../../sim/dynamics/dynamics';
import { balanceOf } from '../../sim/dynamics/energy';
import {
  addBody,
  createBodySet,
  createDetector,
  exactMethod,
  planeWall,
  plateCore,
  pointCore,
  roundedMass,
  segmentCore,
  type ConvexPolyhedron,
} from '../../src/index';

const G = 9.81;
const RADIUS = 0.02;
const bodiesDropped: [string, ConvexPolyhedron][] = [
  ['sphere', pointCore()],
  ['rod', segmentCore([-0.1, 0, 0, 0.1, 0, 0])],
  ['plate', plateCore([-0.1, -0.1, 0, 0.1, -0.1, 0, 0.1, 0.1, 0, -0.1, 0.1, 0])],
];

describe.each(bodiesDropped)('a %s', (_, shape) => {
  test.each([0, 0.3])('dropped with a tilt of %s comes to rest on the plane', (tilt) => {
    const bodies = createBodySet();
    addBody(bodies, {
      shape,
      rounding: RADIUS,
      position: [0, 0, 0.12],
      orientation: [0, Math.sin(tilt / 2), 0, Math.cos(tilt / 2)],
    });
    const mass = roundedMass(shape, RADIUS);
    const { inertia } = mass;
    const material = { density: 2500, normalStiffness: 1e5, shearStiffness: 8e4, friction: 0.5, restitution: 0.3 };
    const solids = [
      {
        volume: mass.volume,
        rotation: Float64Array.from([1, 0, 0, 0, 1, 0, 0, 0, 1]),
        moments: Float64Array.from([inertia[0], inertia[4], inertia[8]]),
      },
    ];
    const dynamics = createDynamics(bodies, material, { gravity: [0, 0, -G], walls: 1, solids });
    spinBody(dynamics, 0, [0, 0.5, 0]);
    const detector = createDetector({ bodies, method: exactMethod, walls: [planeWall([0, 0, 1], 0)] });
    const dt = timeStepFor(dynamics);
    const steps = Math.ceil(1.5 / dt);
    const weight = 2500 * mass.volume * G;
    let highest = -Infinity;
    const start = balanceOf(dynamics).total;
    for (let k = 0; k < steps; k++) {
      stepDynamics(dynamics, dt, () => detector.update(), applyContacts);
      highest = Math.max(highest, balanceOf(dynamics).total);
    }
    // Rounding of the integration: a thousandth of the drop.
    expect(highest).toBeLessThan(start + 1e-3 * weight * 0.1);
    // At rest it has sunk in by its weight over the stiffness of its contact.
    expect(Math.abs(bodies.positions[2] - (RADIUS - weight / material.normalStiffness))).toBeLessThan(1e-5);
    const speed = Math.sqrt(dynamics.velocities.reduce((s, x) => s + x * x, 0));
    // A sphere may roll on.
    expect(shape.dimension === 0 ? Math.abs(dynamics.velocities[2]) : speed).toBeLessThan(1e-3);
  });
});
