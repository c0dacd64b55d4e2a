/** Problems of Wang, Li and Feng 2014, section 5, with deformable blocks, in small; and their rigid limit. */
import { describe, expect, it } from 'vitest';
import {
  box,
  createDeformableContacts,
  createDeformables,
  createElasticMaterial,
  createSpringLaw,
  meshPolyhedron,
  stableStep,
  stepDeformables,
} from '../../src/index';
import { sweep } from '../sweep';
import { fallingPrisms } from '../../bench/papers/deformable/prisms';
import { rebound } from '../../bench/papers/deformable/rebound';
import { flutter } from '../../bench/papers/deformable/flutter';
import { slide } from '../../bench/papers/deformable/sliding';
import { threeBlocks } from '../../bench/papers/deformable/three-blocks';

describe('5.1', () => {
  it('a cube falls on the higher of two blocks; its energy never rises', () => {
    const { higher, rise, penetration } = threeBlocks(0, 0.2);
    // The drop is that of 0.18 s.
    expect(Math.abs(higher - 0.18)).toBeLessThan(1e-3);
    expect(rise).toBeLessThan(1e-5);
    // All energy of the fall in one spring is the deepest overlap.
    const energy = 2500 * 0.4 ** 3 * 9.81 * 0.12;
    expect(penetration).toBeGreaterThan(0);
    expect(penetration).toBeLessThan(Math.sqrt((2 * energy) / 450e6));
  });

  it.each([0, 0.05])('a corner of a prism falls on another prism, %d m from its corner, and keeps its energy', (inward) => {
    const { fallError, energyError, sideways } = fallingPrisms(0, 0.8, 0.001, inward);
    expect(fallError).toBeLessThan(1e-5);
    expect(energyError).toBeLessThan(0.012);
    expect(sideways).toBeLessThan(1e-9);
  });
});

describe('5.2: an edge falls on an edge and rebounds', () => {
  // The first contact is after 0.43 s.
  it.each([0, 1].slice(0, sweep(2, 1)))('and keeps its energy; edges halved %d times', (refinements) => {
    const { energyError, stressShare } = rebound({ refinements, part: refinements === 0 ? 0.1 : 0.8, time: 0.445 });
    // With the force of the overlap at the middle of the step alone, 48 tetrahedra have 7.5e-3.
    expect(energyError).toBeLessThan(refinements === 0 ? 1e-3 : 5e-3);
    // Most of the energy of the fall is stress for a moment.
    expect(stressShare).toBeGreaterThan(0.5);
  });
});

describe('5.3: a block slides down a plane of 28 degrees', () => {
  it.each([24, 18, 12, 6].slice(0, sweep(4, 2)))('with friction of %d degrees, from springs at their limit', (phi) => {
    const { error, fewest, foot } = slide({ phi, refinements: 0, time: 0.4, samples: 4, settle: 8000 });
    expect(error).toBeLessThan(1e-5);
    expect(fewest).toBe(foot);
  });
  it('and vibrations grow as the linear theory of the same block says', () => {
    const { growth } = slide({ phi: 24, refinements: 0, time: 0.8, samples: 8 });
    expect(growth.measured).toBeGreaterThan(20);
    expect(Math.abs(growth.measured / growth.calculated - 1)).toBeLessThan(0.03);
  });
  it('and do not with damping of half a per cent at their frequency', () => {
    const { error, growth, vibrations, fewest, foot } = slide({
      phi: 24,
      refinements: 0,
      damping: 60,
      time: 0.7,
      samples: 7,
      settle: 8000,
    });
    expect(growth.measured).toBeNaN();
    // Without damping it is above 1e-4.
    expect(vibrations.at(-1)).toBeLessThan(1e-8);
    expect(error).toBeLessThan(1e-7);
    expect(fewest).toBe(foot);
  });
  it('and the theory has no growth without friction', () => {
    const mesh = meshPolyhedron(box(1, 1, 1));
    const foot = [...mesh.nodes.keys()].filter((i) => i % 3 === 2 && mesh.nodes[i] < 0).map((i) => Math.floor(i / 3));
    const material = createElasticMaterial(30e9, 0.22, 2500);
    const steady = {
      mesh,
      material,
      foot,
      loads: foot.map(() => 5e3),
      stiffness: 1.5e12,
      dashpot: 0,
      friction: 0.44,
      speed: 1,
      damping: 0,
    };
    expect(flutter({ ...steady, friction: 0 }).rate).toBe(0);
    expect(flutter(steady).rate).toBeGreaterThan(20);
  });
});

describe('blocks without elasticity in the limit', () => {
  /** Deepest overlap of a cube that falls on a plane, over that of a rigid cube on the same four springs, less 1. */
  function depthError(youngs: number): number {
    const stiffness = 1e7;
    const speed = 1;
    const material = createElasticMaterial(youngs, 0.2, 2600);
    const mesh = meshPolyhedron(box(0.5, 0.5, 0.5));
    const set = createDeformables([{ mesh, material, position: [0, 0, 0.25], velocity: [0, 0, -speed] }]);
    const contacts = createDeformableContacts(set, createSpringLaw(stiffness, 0, 0), { planes: [{ normal: [0, 0, 1], offset: 0 }] });
    const rigid = speed * Math.sqrt((2600 * 0.125) / (4 * stiffness));
    const dt = 0.8 * stableStep(set, contacts);
    let deepest = 0;
    // A rigid cube is deepest after half of pi times its depth over the speed.
    for (let t = 0; t < (1.8 * rigid) / speed; t += dt) {
      stepDeformables(set, dt, contacts);
      deepest = Math.max(deepest, contacts.deepest[0]);
    }
    return Math.abs(deepest / rigid - 1);
  }
  it('press on a plane as rigid ones do, with an error of the inverse of E', () => {
    const [soft, stiff, stiffest] = [1e9, 1e11, 1e13].map(depthError);
    expect(soft).toBeGreaterThan(1e-3);
    expect(stiff).toBeLessThan(0.05 * soft);
    expect(stiffest).toBeLessThan(1e-4);
  });
});
