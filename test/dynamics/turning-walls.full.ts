/**
 * The drum and the mixer of the examples: nothing is lost, and the books of work, energy and angular momentum agree.
 */
import { describe, expect, it } from 'vitest';
import { balanceOf } from '../../sim/dynamics/energy';
import {
  bladesMesh,
  countInDrum,
  countInVessel,
  DRUM,
  drumPlaces,
  energyOfRocks,
  MIXER,
  mixerPlaces,
  stepTurningWalls,
  turningWalls,
  vesselMesh,
  type TurningWalls,
} from '../../sim/scenes/turning-walls';
import { meshWall } from '../../src';

const [COUNT, SECONDS] = [6, 0.4];

interface Books {
  /** Energy of motion and height that the rocks gained, J. */
  gained: number;
  /** Most by which the energy lost in contacts fell in a step, J. */
  fell: number;
  /**
   * Change of the angular momentum about the axis of the turning wall, and what torques of walls and gravity make of
   * it.
   */
  turned: number;
  byTorques: number;
}

/** Runs a scene; axis 1 or 2 is y or z. */
function run(scene: TurningWalls, axis: 1 | 2): Books {
  const { dynamics, timeStep } = scene;
  const start = energyOfRocks(scene);
  const before = balanceOf(dynamics).angularMomentum[axis];
  let [lost, fell, byTorques] = [0, 0, 0];
  let last = torqueOn(scene, axis);
  for (let step = 0; step < SECONDS / timeStep; step++) {
    stepTurningWalls(scene);
    const next = scene.taken - dynamics.elasticEnergy;
    fell = Math.max(fell, lost - next);
    lost = next;
    const torque = torqueOn(scene, axis);
    byTorques += 0.5 * timeStep * (last + torque);
    last = torque;
  }
  return { gained: energyOfRocks(scene) - start, fell, turned: balanceOf(dynamics).angularMomentum[axis] - before, byTorques };
}

/**
 * Torque of walls and gravity on all rocks about an axis through the origin; that of gravity, along z, about y only.
 */
function torqueOn({ dynamics, walls, wallTorques }: TurningWalls, axis: 1 | 2): number {
  const { bodies, gravity, inverseMasses } = dynamics;
  let torque = 0;
  // The walls stand on the axis, so torques about their positions are torques about the axis.
  for (let w = 0; w < walls.length; w++) torque -= wallTorques[3 * w + axis];
  for (let b = 0; b < bodies.count && axis === 1; b++) torque -= (bodies.positions[3 * b] * gravity[2]) / inverseMasses[b];
  return torque;
}

function expectAgreement({ work, taken }: TurningWalls, { gained, fell, turned, byTorques }: Books): void {
  // The walls drive the rocks. Work is found from torques on walls, the gain from the rocks, what is taken from
  // contacts; trapezoids of the powers leave an error of the square of the step.
  expect(work).toBeGreaterThan(0);
  expect(taken).toBeGreaterThan(0);
  expect(Math.abs(work - gained - taken)).toBeLessThan(1e-4 * taken);
  // What is lost stays lost. The energy in the springs is exact for contacts that are pressed evenly only.
  expect(fell).toBeLessThan(1e-3 * taken);
  // This holds step by step, so to rounding.
  expect(Math.abs(turned)).toBeGreaterThan(1e-3);
  expect(Math.abs(turned - byTorques)).toBeLessThan(1e-9 * Math.abs(turned));
}

describe('rocks among walls that turn', () => {
  it('stay in a drum that does work on them, and its torque is what turns them against their weight', () => {
    const { positions, triangles } = vesselMesh(DRUM.radius, DRUM.length, DRUM.sides, true);
    const drum = meshWall(positions, triangles, {
      position: [0, -DRUM.length / 2, 0],
      orientation: [-Math.SQRT1_2, 0, 0, Math.SQRT1_2],
      angularVelocity: [0, -DRUM.spin, 0],
    });
    const scene = turningWalls([drum], drumPlaces(COUNT));
    const books = run(scene, 1);
    expect(countInDrum(scene)).toBe(COUNT);
    expectAgreement(scene, books);
  });

  it('stay in a vessel in which blades stir them', () => {
    const vessel = vesselMesh(MIXER.radius, MIXER.height, MIXER.sides, false);
    const blades = bladesMesh(MIXER.bladeRadius, MIXER.low, MIXER.high);
    const walls = [
      meshWall(vessel.positions, vessel.triangles),
      meshWall(blades.positions, blades.triangles, { twoSided: true, angularVelocity: [0, 0, MIXER.spin] }),
    ];
    const scene = turningWalls(walls, mixerPlaces(COUNT));
    const books = run(scene, 2);
    expect(countInVessel(scene)).toBe(COUNT);
    expectAgreement(scene, books);
  });
});
