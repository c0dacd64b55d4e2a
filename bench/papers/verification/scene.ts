/**
 * What the rigid verification problems of the shrunken edge paper (Wang, Li and Feng 2014, section 5) have in common:
 * bodies on springs by the law of its section 4, without damping, and the methods that are compared.
 *
 * The paper's blocks are meshes of elastic tetrahedra; here they are rigid, and the contact stiffness of the paper is
 * that of each contact point alone. Planes are level and gravity is turned instead, which is the same problem and
 * leaves less to rounding.
 */
import {
  BodyFlag,
  createDetectOptions,
  createDetector,
  createSpringLaw,
  fastDirectSearchMethod,
  halfSpaceMethod,
  shortestLinkMethod,
  shrunkenEdgeMethod,
  type BodySet,
  type ContactList,
  type ContactMethod,
  type ShrunkenEdgeOptions,
  type SpringLaw,
} from 'dem-contact';
import { createDynamics, stepDynamics, type Dynamics } from '../../../sim/dynamics/dynamics';
import { createSpringForces, type SpringForces } from '../../../sim/dynamics/spring-forces';

export const G = 9.81;

/** A method under its short name. */
export interface Rival {
  name: string;
  method: ContactMethod;
  level: number;
  /** One point for the whole region of overlap: the normal force goes with its volume (spring-forces.ts). */
  isRegion: boolean;
}

/** A form of the shrunken edge algorithm with a dTol; a detector hands on the options of all methods only. */
export function shrunkenEdgeWith(tolerance: number, rims = false, form: ContactMethod = shrunkenEdgeMethod): ContactMethod {
  const own: ShrunkenEdgeOptions = { ...createDetectOptions(), tolerance, rims };
  return { ...form, detect: (out, a, b, pose, state, options) => form.detect(out, a, b, pose, state, Object.assign(own, options)) };
}

/**
 * The methods that are compared. Corners that are `level` to so much belong to a flat contact, m: dTol of the shrunken
 * edge, `band` of the common plane. For flat contacts it must exceed the depths: a corner that leaves the contact while
 * it still presses drops its force, which shakes the body and does work. For rims that meet it must be small, since the
 * shrunken edge sees them from that depth on, with the spring force of it at once.
 */
export function createRivals(level = 1e-5): Rival[] {
  return [
    { name: 'shrunken edge', method: shrunkenEdgeWith(level), level, isRegion: false },
    { name: 'SLM', method: shortestLinkMethod, level, isRegion: false },
    { name: 'FDS', method: fastDirectSearchMethod, level, isRegion: false },
    { name: 'half-space', method: halfSpaceMethod, level, isRegion: true },
  ];
}

export interface Scene {
  readonly bodies: BodySet;
  readonly dynamics: Dynamics;
  readonly springs: SpringForces;
  /** The contacts of the last step. */
  contacts: ContactList;
  step: (dt: number) => void;
}

export interface Springs {
  /** Kn and Ks of a point, N / m. */
  normal: number;
  shear: number;
  friction: number;
  /** Area over which a region has the normal stiffness of four points. */
  area: number;
}

/** Bodies on springs. Those of `fixed` do not move. */
export function createScene(
  bodies: BodySet,
  rival: Rival,
  density: number,
  { normal, shear, friction, area }: Springs,
  gravity: readonly [number, number, number],
  fixed: readonly number[] = [0],
): Scene {
  for (const body of fixed) bodies.flags[body] = BodyFlag.Static;
  const points: SpringLaw = createSpringLaw(normal, shear, friction);
  // Four points of a face are one region: their stiffness together.
  const law = rival.isRegion ? { ...points, normalStiffness: (4 * normal) / area, shearStiffness: 4 * shear } : points;
  const dynamics = createDynamics(
    bodies,
    { density, normalStiffness: normal, shearStiffness: shear, friction, restitution: 1 },
    { gravity },
  );
  const detector = createDetector({ bodies, method: rival.method, band: rival.level });
  const springs = createSpringForces(law, rival.isRegion);
  const scene: Scene = {
    bodies,
    dynamics,
    springs,
    contacts: detector.update(),
    step: (dt) => stepDynamics(dynamics, dt, () => (scene.contacts = detector.update()), springs.apply),
  };
  return scene;
}

/**
 * Share of the velocities that a step of {@link settle} keeps: about critical damping for swings of 200 steps, so that
 * 2000 steps are enough for those of 50 to 800.
 */
const KEEP = 0.97;

/**
 * Brings the bodies to rest under another gravity, by taking velocity away in each step; then that of the scene acts
 * again.
 */
export function settle(scene: Scene, gravity: readonly [number, number, number], dt: number, steps: number): void {
  const { dynamics, springs } = scene;
  const given = dynamics.gravity.slice();
  dynamics.gravity.set(gravity);
  for (let k = 0; k < steps; k++) {
    scene.step(dt);
    slow(dynamics, KEEP);
  }
  slow(dynamics, 0);
  dynamics.gravity.set(given);
  dynamics.time = 0;
  springs.penetration = 0;
}

/** Leaves the bodies a share of their motion. */
export function slow({ velocities, angularVelocities, angularMomenta }: Dynamics, keep: number): void {
  for (let i = 0; i < velocities.length; i++) {
    velocities[i] *= keep;
    angularVelocities[i] *= keep;
    angularMomenta[i] *= keep;
  }
}

export const radians = (degrees: number): number => (degrees * Math.PI) / 180;
