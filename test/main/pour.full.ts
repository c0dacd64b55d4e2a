import { beforeAll, describe, expect, it } from 'vitest';
import { recordPouring, type PourRecord } from '../../app/pour-record';
import { createPouring, stepPouring, type Pouring } from '../../app/pouring';
import { sceneData } from '../../app/report/scene-data';
import { TIME_STEP } from '../../app/time-step';
import { shortestLinkMethod } from '../../src';

describe('a pouring', () => {
  let pouring: Pouring;
  let made: PourRecord;
  beforeAll(() => {
    pouring = createPouring(40, 1, shortestLinkMethod);
    made = recordPouring(pouring, 3600, 'method', { name: 'Start', seconds: 0 }, () => undefined);
  }, 180_000);

  it('comes to near rest on the floor, within the walls', () => {
    const { series, speed } = made;
    const total = (k: number): number => series.kinetic[k] + series.potential[k] + series.elastic[k];
    const last = series.time.length - 1;
    expect(series.time[last]).toBeCloseTo(3600 * TIME_STEP, 9);
    // The start has 2.5 m / s everywhere.
    expect(speed).toBeLessThan(0.1);
    for (let k = 1; k <= last; k++) expect(total(k)).toBeLessThan(1.001 * total(k - 1));
    const { bodies, side } = pouring;
    for (let b = 0; b < bodies.count; b++) {
      for (const k of [0, 1]) expect(Math.abs(bodies.positions[3 * b + k])).toBeLessThan(side / 2);
      expect(bodies.positions[3 * b + 2]).toBeGreaterThan(0);
    }
    expect(series.closed[last]).toBeGreaterThan(40);
  });

  it('counts every pair asked, and each near list by its reason', () => {
    const { statistics } = pouring.detector;
    expect(made.rebuilds.map(([, n]) => n)).toEqual([1, statistics.builtForMotion, 0]);
    expect(made.found.steps.reduce((sum, n) => sum + n, 0)).toBeGreaterThan(statistics.askedPairs * 100);
    expect(made.memory).toBe(pouring.detector.memory());
  });

  it('shows its walls as bodies: each contact with one lies on its slab', () => {
    const { bodies, contacts, isWall } = made.found;
    const scene = sceneData(made.found);
    expect(scene.bodies.walls).toEqual([40, 41, 42, 43, 44]);
    let walls = 0;
    for (let c = 0; c < contacts.count; c++) {
      const b = contacts.bodyB[c];
      if (isWall[b] === 0) continue;
      walls++;
      const shape = bodies.shapes[bodies.shapeIndex[b]];
      // The contact's point on the wall lies in the plane of a face of the slab.
      let distance = Infinity;
      for (let f = 0; f < shape.faceCount; f++) {
        let d = -shape.offsets[f];
        for (let k = 0; k < 3; k++) d += shape.normals[3 * f + k] * (contacts.pointsB[3 * c + k] - bodies.positions[3 * b + k]);
        distance = Math.min(distance, Math.abs(d));
      }
      expect(distance).toBeLessThan(1e-9);
    }
    expect(walls).toBeGreaterThan(3);
  });

  it('is the same for a seed, and another for another one', () => {
    const end = (seed: number): number[] => {
      const p = createPouring(30, seed, shortestLinkMethod);
      const times = { broadPhase: 0, contacts: 0, motion: 0 };
      for (let step = 0; step < 500; step++) stepPouring(p, times);
      return Array.from(p.bodies.positions);
    };
    const one = end(5);
    expect(end(5)).toEqual(one);
    expect(end(6)).not.toEqual(one);
  });
});
