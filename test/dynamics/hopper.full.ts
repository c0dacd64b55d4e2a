import { describe, expect, it } from 'vitest';
import { balanceOf } from '../../sim/dynamics/energy';
import { createVolumeDynamics, stepVolumeDynamics, volumeTimeStep } from '../../sim/dynamics/volume-forces';
import { createHopper, createLaw, lost, passed, stepHopper } from '../../sim/scenes/hopper';
import { watchHopper } from '../../sim/scenes/hopper-watch';
import {
  addBody,
  BodyFlag,
  box,
  createBodySet,
  createContactFor,
  createDetector,
  createVolumeLaw,
  detect,
  exactMethod,
  halfSpaceMethod,
  Status,
} from '../../src';

/** Far more than a run takes on a busy machine. */
const LONG = 120_000;

describe('the volume law in the rigid-body loop', () => {
  it('lets a cube sink until stiffness times volume is its weight', () => {
    const bodies = createBodySet();
    addBody(bodies, { shape: box(1, 1, 0.2), position: [0, 0, -0.1], flags: BodyFlag.Static });
    addBody(bodies, { shape: box(0.1, 0.1, 0.1), position: [0, 0, 0.0501] });
    const law = { ...createVolumeLaw(1e8), normalDamping: 1000, tangentialDamping: 100 };
    const volume = createVolumeDynamics(bodies, 2500, law, [0, 0, -10]);
    const detector = createDetector({ bodies, method: halfSpaceMethod });
    for (let step = 0; step < 3000; step++) stepVolumeDynamics(volume, volumeTimeStep(volume), () => detector.update());
    // m g = 25 N on an area of 0.01 m^2.
    expect(0.05 - bodies.positions[5]).toBeCloseTo(25 / (1e8 * 0.01), 9);
    expect(Math.abs(bodies.positions[3]) + Math.abs(bodies.positions[4])).toBeLessThan(1e-9);
    // Stored is k A d^2 / 2, the rest is gone. The first step in touch finds the cube a little way in.
    expect(volume.stored / (0.5 * 1e8 * 0.01 * 2.5e-5 ** 2)).toBeCloseTo(1, 1);
    expect(volume.dynamics.elasticEnergy).toBe(volume.stored);
  });

  it('keeps momenta and, without damping, the energy of a blow off the centres', () => {
    const bodies = createBodySet();
    const shape = box(0.1, 0.1, 0.1);
    addBody(bodies, { shape, position: [0, 0, 0], orientation: [0.1, 0.2, 0.3, Math.sqrt(0.86)] });
    addBody(bodies, { shape, position: [0.16, 0.02, 0.03], orientation: [0.5, -0.5, 0.1, 0.7] });
    const volume = createVolumeDynamics(bodies, 2500, createVolumeLaw(1e9), [0, 0, 0]);
    volume.dynamics.velocities.set([1, 0, 0, -1, 0, 0]);
    const detector = createDetector({ bodies, method: halfSpaceMethod });
    const start = balanceOf(volume.dynamics);
    const dt = volumeTimeStep(volume);
    let met = 0;
    for (let step = 0; step * dt < 0.1; step++) {
      stepVolumeDynamics(volume, dt, () => detector.update());
      if (detector.contacts.count > 0) met++;
    }
    const end = balanceOf(volume.dynamics);
    expect(met).toBeGreaterThan(10);
    expect(detector.contacts.count).toBe(0);
    expect(end.rotational).toBeGreaterThan(0.01 * start.kinetic);
    for (let k = 0; k < 3; k++) {
      expect(Math.abs(end.momentum[k] - start.momentum[k])).toBeLessThan(1e-12);
      expect(Math.abs(end.angularMomentum[k] - start.angularMomentum[k])).toBeLessThan(1e-12);
    }
    expect(end.total / start.total).toBeCloseTo(1, 3);
    // It went apart: what the law still owes or gives is its own, having no potential.
    expect(Math.abs(end.elastic)).toBeLessThan(0.1 * start.total);
  });
});

describe('the hopper', () => {
  it('starts with particles of 6 to 60 faces, apart from each other and from the walls', () => {
    const { bodies, particles, detector } = createHopper(20, 3);
    expect(detector.update().count).toBe(0);
    expect(bodies.count).toBe(particles + 9);
    const contact = createContactFor(bodies.shapes[0], bodies.shapes[0]);
    for (let p = 0; p < particles; p++) {
      const { faceCount } = bodies.shapes[bodies.shapeIndex[p]];
      expect(faceCount).toBeGreaterThanOrEqual(6);
      expect(faceCount).toBeLessThanOrEqual(60);
      for (let w = particles; w < bodies.count; w++) expect(detect(contact, exactMethod, bodies, p, w)).toBe(Status.Separated);
    }
  });

  it('knows a particle in a wall and one outside', () => {
    const hopper = createHopper(1, 1);
    const { bodies, top } = hopper;
    const places: [number, number, number, number][] = [
      [0, 0, 0.1, 0],
      [0, 0, top + 1, 0],
      [0.5, 0, top + 1, 0],
      [0.5, 0, 0.1, 1],
      [0, -0.35, 0.1, 1],
      [0, 0, -0.03, 1],
      [0, 0, -1, 1],
      // In a slab of the hopper, above it and in the silo below it.
      [0.25, 0, 0.41, 1],
      [0, -0.25, 0.41, 1],
      [0.25, 0, 0.5, 0],
      [0.25, 0, 0.3, 0],
      [Number.NaN, 0, 0.1, 1],
    ];
    for (const [x, y, z, count] of places) {
      bodies.positions.set([x, y, z]);
      expect([x, y, z, lost(hopper)]).toEqual([x, y, z, count]);
    }
  });

  it(
    'empties into the silo: nothing goes through a wall, no energy is gained, walls do not meet',
    () => {
      const hopper = createHopper(30, 2);
      const { look, figures } = watchHopper(hopper);
      const { particles, detector, volume, timeStep } = hopper;
      expect(passed(hopper)).toBe(0);
      let walls = 0;
      for (let step = 1; step * timeStep < 0.6; step++) {
        stepHopper(hopper);
        look(step);
        const { count, bodyA, bodyB } = detector.contacts;
        for (let c = 0; c < count; c++) if (Math.min(bodyA[c], bodyB[c]) >= particles) walls++;
      }
      expect(walls).toBe(0);
      expect(figures.lost).toBe(0);
      expect(figures.energy).toBeLessThan(1.01);
      // Damping and friction only take: what is left is the error of the time step.
      expect(figures.gain).toBeLessThan(1e-4);
      expect(figures.passed).toBeGreaterThan(particles / 2);
      expect(figures.half).toBeGreaterThan(figures.first);
      expect(volume.deepestExtent).toBeGreaterThan(0);
      expect(volume.deepestExtent).toBeLessThan(0.5);
    },
    LONG,
  );

  it(
    'keeps its energy, what is stored included, without damping and friction',
    () => {
      const hopper = createHopper(16, 5, { law: { ...createLaw(), normalDamping: 0, tangentialDamping: 0, friction: 0 } });
      const { dynamics } = hopper.volume;
      const start = balanceOf(dynamics).total;
      let change = 0;
      let touched = 0;
      for (let step = 1; step * hopper.timeStep < 0.4; step++) {
        stepHopper(hopper);
        change = Math.max(change, Math.abs(balanceOf(dynamics).total / start - 1));
        touched += hopper.detector.contacts.count;
      }
      expect(touched).toBeGreaterThan(1000);
      expect(change).toBeLessThan(0.01);
    },
    LONG,
  );
});
