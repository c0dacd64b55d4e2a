/** Moves scenes of blocks by a force law of the library, with the rigid-body loops of the benches, and measures. */
import { createDynamics, stepDynamics, type Dynamics } from '../../sim/dynamics/dynamics';
import { createDynamics2d, kineticEnergy2d, potentialEnergy2d, stepDynamics2d } from '../../sim/dynamics/dynamics-2d';
import { balanceOf } from '../../sim/dynamics/energy';
import { createLawForces } from '../../sim/dynamics/law-forces';
import { createDetector, createPressureLaw, type ContactLaw, type ContactList, type ContactMethod } from '../../src';
import { createPose, relativePose } from '../../src/body';
import { createDetector2d, type ContactMethod2d } from '../../src/planar';
import { surfacesOver } from '../oracles/plane-surfaces';
import { bedEnergy } from '../oracles/plane-zone';
import type { Scene, Scene2d } from './scenes';

/** Pressure a depth: a cube of mass 1 sinks in by 1e-5 of its edge under its own weight. */
const STIFFNESS = 1e5;
/** Half of critical damping of a cube flat on the ground. */
const DAMPING = Math.sqrt(STIFFNESS);
const FRICTION = 0.5;
/** A cube between two others swings with 450 radians a unit of time; corners and rocking are slower. */
export const TIME_STEP = 5e-4;

/** The pressure law with dashpots and friction. */
export const dampedLaw: ContactLaw = createPressureLaw(STIFFNESS, 0.8 * STIFFNESS, FRICTION, {
  normalDamping: DAMPING,
  shearDamping: DAMPING,
});
const elasticLaw = createPressureLaw(STIFFNESS, 0, 0);

export interface Rest {
  /** Energy that gravity has given. */
  readonly fall: number;
  /** Most energy of motion in the last tenth of the time, over that. */
  readonly kinetic: number;
  /** The farthest that a body has gone in the last tenth of the time. */
  readonly crept: number;
}

interface Loop {
  readonly positions: Float64Array;
  readonly velocities: readonly Float64Array[];
  step: () => void;
  kinetic: () => number;
  potential: () => number;
}

/**
 * Lets a scene fall, with a drag on all velocities (part lost in a unit of time), and looks at the last tenth of the
 * time.
 */
function settle({ positions, velocities, step, kinetic, potential }: Loop, steps: number, drag: number): Rest {
  const start = potential();
  const last = Math.floor(0.9 * steps);
  let before = positions.slice();
  let most = 0;
  for (let k = 0; k < steps; k++) {
    step();
    for (const v of velocities) for (let i = 0; i < v.length; i++) v[i] *= 1 - drag * TIME_STEP;
    if (k === last) before = positions.slice();
    if (k >= last && k % 20 === 0) most = Math.max(most, kinetic());
  }
  const fall = start - potential();
  const crept = positions.reduce((far, x, i) => Math.max(far, Math.abs(x - before[i])), 0);
  return { fall, kinetic: most / fall, crept };
}

/** Of bodies in space. */
export function rest({ bodies, walls }: Scene, method: ContactMethod, steps: number, drag = 0): Rest {
  const dynamics = createLoop({ bodies, walls });
  const detector = createDetector({ bodies, method, walls });
  const { apply } = createLawForces(dampedLaw);
  const loop: Loop = {
    positions: bodies.positions.subarray(0, 3 * bodies.count),
    velocities: [dynamics.velocities, dynamics.angularMomenta, dynamics.angularVelocities],
    step: () => stepDynamics(dynamics, TIME_STEP, () => detector.update(), apply),
    kinetic: () => balanceOf(dynamics).kinetic,
    potential: () => balanceOf(dynamics).potential,
  };
  return settle(loop, steps, drag);
}

/** Of bodies in the plane. */
export function rest2d({ bodies }: Scene2d, method: ContactMethod2d, steps: number, drag = 0): Rest {
  const dynamics = createDynamics2d(bodies, { density: 1, law: dampedLaw }, [0, -1]);
  const detector = createDetector2d({ bodies, method });
  const loop: Loop = {
    positions: bodies.positions.subarray(0, 2 * bodies.count),
    velocities: [dynamics.velocities, dynamics.spins],
    step: () => stepDynamics2d(dynamics, TIME_STEP, () => detector.update()),
    kinetic: () => kineticEnergy2d(dynamics),
    potential: () => potentialEnergy2d(dynamics),
  };
  return settle(loop, steps, drag);
}

function createLoop({ bodies, walls }: Scene): Dynamics {
  const material = { density: 1, normalStiffness: 0, shearStiffness: 0, friction: 0, restitution: 1 };
  return createDynamics(bodies, material, { gravity: [0, 0, -1], walls: walls.length });
}

export interface Drift {
  readonly lost: number;
  readonly gained: number;
}

/**
 * The same without damping and friction: what becomes of the energy, over what gravity has given at most. What the
 * layers between the bodies store is that of the zone by brute force.
 */
export function drift(scene: Scene, method: ContactMethod, steps: number): Drift {
  const { bodies } = scene;
  const dynamics = createLoop(scene);
  const detector = createDetector({ bodies, method });
  const { apply } = createLawForces(elasticLaw);
  const start = balanceOf(dynamics).potential;
  let [lost, gained, fall] = [0, 0, 0];
  for (let k = 1; k <= steps; k++) {
    stepDynamics(dynamics, TIME_STEP, () => detector.update(), apply);
    if (k % 50 > 0) continue;
    const { kinetic, potential } = balanceOf(dynamics);
    const change = kinetic + potential - start + storedIn(scene, detector.contacts);
    fall = Math.max(fall, start - potential);
    lost = Math.min(lost, change);
    gained = Math.max(gained, change);
  }
  return { lost: lost / fall, gained: gained / fall };
}

const pose = createPose();

function storedIn({ bodies }: Scene, { count, bodyA, bodyB, normals }: ContactList): number {
  const { shapes, shapeIndex, rounding, orientations } = bodies;
  let sum = 0;
  for (let c = 0; c < count; c++) {
    const [a, b] = [bodyA[c], bodyB[c]];
    relativePose(pose, bodies, a, b);
    // The normal in the frame of A.
    const [x, y, z, w] = orientations.subarray(4 * a, 4 * a + 4);
    const [p, q, r] = normals.subarray(3 * c, 3 * c + 3);
    const [tx, ty, tz] = [2 * (z * q - y * r), 2 * (x * r - z * p), 2 * (y * p - x * q)];
    const normal = [p + w * tx - y * tz + z * ty, q + w * ty - z * tx + x * tz, r + w * tz - x * ty + y * tx] as const;
    const surfaces = surfacesOver(shapes[shapeIndex[a]], shapes[shapeIndex[b]], pose, normal);
    sum += STIFFNESS * bedEnergy(surfaces, rounding[a] + rounding[b]);
  }
  return sum;
}
