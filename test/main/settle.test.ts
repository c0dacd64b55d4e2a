import { describe, expect, it } from 'vitest';
import { createSettling, settleStep } from '../../sim/scenes/settle';
import { addBody, BodyFlag, box, createBodySet, createContactFor, detect, exactMethod } from '../../src';

/** Density, stiffness and gravity of round numbers: a unit cube weighs 1000 * 10 = 10 kN. */
const MATERIAL = { density: 1000, stiffness: 1e6, gravity: 10 };

describe('settling', () => {
  it('brings a stack of two tilted cubes to rest, each contact carrying the weight above it', () => {
    const bodies = createBodySet();
    addBody(bodies, { shape: box(4, 4, 0.2), position: [0, 0, -0.1], flags: BodyFlag.Static });
    const half = 0.05;
    addBody(bodies, { shape: box(1, 1, 1), position: [0, 0, 0.6], orientation: [Math.sin(half), 0, 0, Math.cos(half)] });
    addBody(bodies, { shape: box(1, 1, 1), position: [0.05, 0, 1.75], orientation: [0, Math.sin(half), 0, Math.cos(half)] });
    const settling = createSettling(bodies, 1, MATERIAL);
    for (const [sink, steps] of [
      [5e-3, 60],
      [1e-3, 80],
      [2e-4, 200],
    ]) {
      for (let step = 0; step < steps; step++) settleStep(settling, sink, 30);
    }
    // Contact points are springs: together they carry 20 kN below and 10 kN above, so their overlaps add up to 20 and
    // 10 mm.
    for (const [below, above, load] of [
      [0, 1, 0.02],
      [1, 2, 0.01],
    ]) {
      const contact = createContactFor(bodies.shapes[below], bodies.shapes[above]);
      detect(contact, exactMethod, bodies, below, above);
      expect(contact.count).toBeGreaterThanOrEqual(4);
      expect(contact.gaps.subarray(0, contact.count).reduce((sum, gap) => sum - gap, 0)).toBeCloseTo(load, 4);
      expect(contact.normal[2]).toBeGreaterThan(0.999);
    }
    expect(settleStep(settling, 2e-4, 30)).toBeLessThan(2e-5);
  });

  it('leaves walls where they are and is the same each time', () => {
    const run = (): number[] => {
      const bodies = createBodySet();
      addBody(bodies, { shape: box(4, 4, 0.2), position: [0, 0, -0.1], flags: BodyFlag.Static });
      for (let k = 0; k < 4; k++) addBody(bodies, { shape: box(1, 0.8, 0.6), position: [0.2 * k, 0.1 * k, 0.5 + 1.2 * k] });
      const settling = createSettling(bodies, 1, MATERIAL);
      for (let step = 0; step < 100; step++) settleStep(settling, 5e-3, 20);
      expect(Array.from(bodies.positions.subarray(0, 3))).toEqual([0, 0, -0.1]);
      return Array.from(bodies.positions.subarray(0, 15));
    };
    expect(run()).toEqual(run());
  });
});
