/** The pressure law on contacts with default options: what it keeps undamped. */
import { describe, expect, it } from 'vitest';
import { createDynamics, stepDynamics, type ApplyForces, type Material } from '../../sim/dynamics/dynamics';
import { balanceOf } from '../../sim/dynamics/energy';
import {
  addBody,
  beginSprings,
  BodyFlag,
  box,
  contactForce,
  createBodySet,
  createDetector,
  createPairForce,
  createPressureLaw,
  createSprings,
  exactMethod,
  fastCommonPlaneMethod,
  shortestLinkMethod,
  trackedShortestLinkMethod,
  type BodySet,
  type ContactLaw,
} from '../../src';
import { bedEnergy } from '../oracles/plane-zone';
import { surfacesOver } from '../oracles/plane-surfaces';
import { createPose, relativePose } from '../../src/body';
import { sweep } from '../sweep';

const material: Material = { density: 1000, normalStiffness: 1e6, shearStiffness: 8e5, friction: 0.5, restitution: 1 };
const G = 9.81;
const cube = box(1, 1, 1);

function forcesBy(bodies: BodySet, law: ContactLaw): ApplyForces {
  const springs = createSprings();
  const pair = createPairForce();
  return (dynamics, list, dt) => {
    const { forces, torques, velocities, angularVelocities } = dynamics;
    forces.fill(0);
    torques.fill(0);
    beginSprings(springs, list);
    const motion = { positions: bodies.positions, velocities, spins: angularVelocities, lag: dt / 2 };
    for (let c = 0; c < list.count; c++) {
      contactForce(pair, law, springs, list, c, motion, dt);
      const [i, j] = [3 * list.bodyA[c], 3 * list.bodyB[c]];
      for (let k = 0; k < 3; k++) {
        forces[i + k] -= pair.force[k];
        forces[j + k] += pair.force[k];
        torques[i + k] += pair.torqueA[k];
        torques[j + k] += pair.torqueB[k];
      }
    }
  };
}

const methods = [exactMethod, shortestLinkMethod, trackedShortestLinkMethod, fastCommonPlaneMethod];

describe('undamped, without friction', () => {
  it.each(methods.map((method) => [method.name, method] as const))('a cube that rocks on a plate keeps its energy: %s', (_, method) => {
    const bodies = createBodySet();
    addBody(bodies, { shape: box(6, 6, 1), position: [0, 0, -0.5], flags: BodyFlag.Static });
    addBody(bodies, { shape: cube, position: [0, 0, 0.52], orientation: [0, Math.sin(0.01), 0, Math.cos(0.01)] });
    const dynamics = createDynamics(bodies, material, { gravity: [0, 0, -G] });
    const law = createPressureLaw(4e6, 0, 0);
    const detector = createDetector({ bodies, method });
    const apply = forcesBy(bodies, law);
    const pose = createPose();
    const total = (): number => {
      const { kinetic, potential } = balanceOf(dynamics);
      relativePose(pose, bodies, 0, 1);
      return kinetic + potential + law.normalStiffness * bedEnergy(surfacesOver(bodies.shapes[0], cube, pose, [0, 0, 1]), 0);
    };
    const start = total();
    // The height of its fall and rocking, and what its weight stores in the springs.
    const scale = 1000 * G * 0.02;
    let worst = 0;
    for (let step = 0; step < sweep(4000, 2000); step++) {
      stepDynamics(dynamics, 2.5e-4, () => detector.update(), apply);
      if (step % 20 === 0) worst = Math.max(worst, Math.abs(total() - start));
    }
    expect(worst / scale).toBeLessThan(0.01);
  });
});
