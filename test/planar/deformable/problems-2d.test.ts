/** Problems of Wang, Li and Feng 2014, section 5, with deformable blocks in plane strain, and their rigid limit. */
import { describe, expect, it } from 'vitest';
import { createElasticMaterial, createSpringLaw, StepStatus } from '../../../src/index';
import {
  createDeformableContacts2d,
  createDeformables2d,
  meshPolygon,
  rectangle,
  stableStep2d,
  stepDeformables2d,
} from '../../../src/planar';
import type { DeformableContacts2d, DeformableSet2d } from '../../../src/planar';

const G = 9.81;
const radians = (degrees: number) => (degrees * Math.PI) / 180;
const floor = { normal: [0, 1], offset: 0 };

function step(set: DeformableSet2d, dt: number, contacts: DeformableContacts2d): void {
  const status = stepDeformables2d(set, dt, contacts);
  if (status !== StepStatus.Done) throw new Error(`status ${status} at ${set.time} s`);
}

/** Mean of a component over the mass of block 0. */
function meanOf(set: DeformableSet2d, vectors: Float64Array, k: number): number {
  let [sum, mass] = [0, 0];
  for (let n = 0; n < set.nodeStart[1]; n++) {
    sum += set.masses[n] * vectors[2 * n + k];
    mass += set.masses[n];
  }
  return sum / mass;
}

type Ground = 'line' | 'block';

/** A block on a line, or on a held block, with gravity turned to one side. */
function onSlope(width: number, height: number, refinements: number, stiffness: number, friction: number, ground: Ground) {
  const material = createElasticMaterial(30e9, 0.22, 2500);
  const blocks = [{ mesh: meshPolygon(rectangle(width, height), refinements), material, position: [0, 0.5 * height] }];
  if (ground === 'block')
    blocks.push({ mesh: meshPolygon(rectangle(8 * width, width), 2), material, position: [2.53 * width, -0.5 * width] });
  const set = createDeformables2d(blocks, { localDamping: 0.8 });
  if (ground === 'block') set.held.fill(1, 2 * set.nodeStart[1]);
  const law = createSpringLaw(stiffness, (1230 / 1500) * stiffness, friction);
  return { set, contacts: createDeformableContacts2d(set, law, ground === 'line' ? { lines: [floor] } : {}) };
}

describe('5.3: a block slides down a slope of 28 degrees', () => {
  function slideError(phi: number, refinements: number, ground: Ground): number {
    const friction = Math.tan(radians(phi));
    const { set, contacts } = onSlope(1, 1, refinements, 1500e9, friction, ground);
    const [along, across] = [G * Math.sin(radians(28)), G * Math.cos(radians(28))];
    // At rest with springs at the limit of friction.
    set.gravity.set([friction * across, -across]);
    const dt = 0.8 * stableStep2d(set, contacts);
    for (let k = 0; k < 8000; k++) step(set, dt, contacts);
    set.localDamping = 0;
    set.velocities.fill(0);
    set.gravity[0] = along;
    const origin = meanOf(set, set.positions, 0);
    const steps = Math.round(0.3 / dt);
    let worst = 0;
    for (let k = 1; k <= steps; k++) {
      step(set, dt, contacts);
      const exact = 0.5 * (along - friction * across) * k * (k + 1) * dt * dt;
      if (k % Math.floor(steps / 4) === 0) worst = Math.max(worst, Math.abs((meanOf(set, set.positions, 0) - origin) / exact - 1));
    }
    return worst;
  }
  it.each([6, 12])('with friction of %d degrees, from springs at their limit, within 1e-5', (phi) => {
    expect(slideError(phi, 0, 'line')).toBeLessThan(1e-5);
  });
  it('on a block, over the ends of its edges', () => {
    expect(slideError(6, 0, 'block')).toBeLessThan(1e-3);
  });
});

describe('5.4: a block 0.1 m wide topples', () => {
  function topples(height: number, slope: number, refinements: number, ground: Ground): boolean {
    const { set, contacts } = onSlope(0.1, height, refinements, 150e6, 1, ground);
    set.gravity.set([G * Math.sin(radians(slope)), -G * Math.cos(radians(slope))]);
    const dt = 0.8 * stableStep2d(set, contacts);
    // A body that turns about its corner leaves its place as exp(t sqrt(rate)).
    const rate = (3 * G) / (2 * Math.sqrt(0.01 + height * height));
    const rest = Math.round(0.02 / dt);
    const steps = Math.round(5 / Math.sqrt(rate) / dt);
    const from = meanOf(set, set.positions, 0);
    for (let k = 0; k < rest + steps; k++) {
      if (k === rest) set.localDamping = 0;
      step(set, dt, contacts);
      if (meanOf(set, set.positions, 0) - from > 0.5 * height * Math.sin(radians(1))) return true;
    }
    return false;
  }
  const cases: [number, number, Ground][] = [
    [0.2, 0, 'line'],
    [0.4, 0, 'line'],
    [0.4, 1, 'line'],
    [0.4, 0, 'block'],
  ];
  it.each(cases)('at the angle of eq. 33 within 0.1 degrees: height %d, edges halved %d times, on a %s', (height, refinements, ground) => {
    const critical = (180 / Math.PI) * Math.atan(0.1 / height);
    expect(topples(height, critical - 0.1, refinements, ground)).toBe(false);
    expect(topples(height, critical + 0.1, refinements, ground)).toBe(true);
  });
});

describe('blocks without elasticity in the limit', () => {
  /** Deepest overlap of a square that falls on the ground, over that of a rigid one on the same springs, less 1. */
  function depthError(youngs: number, ground: Ground): number {
    const stiffness = 1e7;
    const material = createElasticMaterial(youngs, 0.2, 2600);
    const blocks = [{ mesh: meshPolygon(rectangle(0.5, 0.5)), material, position: [0, 0.25], velocity: [0, -1] }];
    if (ground === 'block') blocks.push({ mesh: meshPolygon(rectangle(2, 1)), material, position: [0.1, -0.5], velocity: [0, 0] });
    const set = createDeformables2d(blocks);
    if (ground === 'block') set.held.fill(1, 2 * set.nodeStart[1]);
    const contacts = createDeformableContacts2d(set, createSpringLaw(stiffness, 0, 0), ground === 'line' ? { lines: [floor] } : {});
    const rigid = Math.sqrt((2600 * 0.25) / (2 * stiffness));
    const dt = 0.8 * stableStep2d(set, contacts);
    let deepest = 0;
    for (let t = 0; t < 1.8 * rigid; t += dt) {
      step(set, dt, contacts);
      deepest = Math.max(deepest, contacts.deepest[0]);
    }
    return Math.abs(deepest / rigid - 1);
  }
  it.each<Ground>(['line', 'block'])('press on a %s as rigid ones do, with an error of the inverse of E', (ground) => {
    const [soft, stiff, stiffest] = [1e9, 1e11, 1e13].map((youngs) => depthError(youngs, ground));
    expect(soft).toBeGreaterThan(1e-4);
    expect(stiff).toBeLessThan(0.05 * soft);
    expect(stiffest).toBeLessThan(1e-4);
  });
});
