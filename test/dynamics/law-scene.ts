/** Scenes of a cube and other bodies with plane walls, moved by each of the loop's laws. */
import { applyContacts } from '../../sim/dynamics/contact-forces';
import { createDynamics, stepDynamics, timeStepFor, type ApplyForces, type Dynamics, type Material } from '../../sim/dynamics/dynamics';
import { createLawForces } from '../../sim/dynamics/law-forces';
import { box, createBodySet, createPressureLaw, planeWall, type BodySet } from '../../src';
import { contactFinder } from './find-contacts';

export const material: Material = { density: 2500, normalStiffness: 1e6, shearStiffness: 8e5, friction: 0.5, restitution: 0.5 };
export const G = 9.81;
export const cube = box(0.1, 0.1, 0.1);
/** Area of a face of it, and its mass. */
const FOOT = 0.01;
export const MASS = 2.5;

export interface LoopLaw {
  name: string;
  forcesOf: (material: Material) => ApplyForces;
  /**
   * How far the centre of the cube moves at most when it leans on its foot, over force / normal stiffness K. A foot
   * that is a bed of springs has K h^2 / 3 against turning, half an edge being h. The force has the arm h, and moves
   * the centre by h again: 3. Springs at the corners have K h^2: 1.
   */
  lean: number;
  /** How far the speed after a blow of a corner may be off the restitution that was asked for: see law-forces.ts. */
  cornerSlack: number;
}

/** The laws of the loop. Both have the stiffness of the material for the foot of the cube. */
export const laws: LoopLaw[] = [
  { name: 'springs that share the stiffness', forcesOf: () => applyContacts, lean: 1, cornerSlack: 0.02 },
  {
    name: 'pressure',
    forcesOf: ({ normalStiffness, shearStiffness, friction, restitution }) =>
      createLawForces(createPressureLaw(normalStiffness / FOOT, shearStiffness / FOOT, friction), restitution).apply,
    lean: 3,
    cornerSlack: 0.1,
  },
];

export interface Run {
  bodies: BodySet;
  dynamics: Dynamics;
  run: (steps: number, after?: () => void) => void;
}

export const floor = planeWall([0, 0, 1], 0);

/** A loop with plane walls; `dt` by the material unless given. */
export function scene(
  { forcesOf }: LoopLaw,
  place: (bodies: BodySet) => void,
  walls: ReturnType<typeof planeWall>[] = [],
  with_: Partial<Material> = {},
  gravity = G,
  dt?: number,
): Run {
  const bodies = createBodySet();
  place(bodies);
  const law = { ...material, ...with_ };
  const dynamics = createDynamics(bodies, law, { gravity: [0, 0, -gravity], walls: walls.length });
  const apply = forcesOf(law);
  const find = contactFinder(bodies, walls);
  const step = dt ?? timeStepFor(dynamics);
  return {
    bodies,
    dynamics,
    run: (steps, after) => {
      for (let k = 0; k < steps; k++) {
        stepDynamics(dynamics, step, find, apply);
        after?.();
      }
    },
  };
}
