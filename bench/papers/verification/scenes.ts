/**
 * Rigid forms of the verification problems of the shrunken edge paper (Wang, Li and Feng 2014, sections 5.2 to 5.4), with known solutions. Planes are level and gravity is
 * turned instead, which is the same problem. Blocks are rigid: the stiffness of the paper is that of the contact alone.
 */
import { BodyFlag, box, createBodySet, createDetector, polyhedronFromVertices, type BodySet, type ContactMethod } from 'dem-contact';
import { createDynamics, stepDynamics, type Dynamics } from '../../lib/dynamics/dynamics';
import { balanceOf } from '../../lib/dynamics/energy';

const G = 9.81;
const DENSITY = 2500;
/** Half width, length, height of the block that everything moves on. */
const FLOOR = [400, 4, 1] as const;

interface Scene {
  bodies: BodySet;
  dynamics: Dynamics;
  step: (dt: number) => void;
}

function scene(bodies: BodySet, method: ContactMethod, stiffness: number, friction: number, gravity: [number, number, number]): Scene {
  bodies.flags[0] = BodyFlag.Static;
  const material = { density: DENSITY, normalStiffness: stiffness, shearStiffness: 0.82 * stiffness, friction, restitution: 1 };
  const dynamics = createDynamics(bodies, material, { gravity });
  const detector = createDetector({ bodies, method });
  return { bodies, dynamics, step: (dt) => stepDynamics(dynamics, dt, () => detector.update()) };
}

/** A box of so much width and height on the floor, pressed in by its weight so that it does not bounce. */
function onSlope(method: ContactMethod, width: number, height: number, slope: number, friction: number, stiffness: number): Scene {
  const load = DENSITY * width * width * height * G * Math.cos(slope);
  const bodies = createBodySet({
    shapes: [box(...FLOOR), box(width, width, height)],
    shapeIndex: new Int32Array([0, 1]),
    positions: new Float64Array([0, 0, -0.5 * FLOOR[2], 0, 0, 0.5 * height - load / stiffness]),
  });
  return scene(bodies, method, stiffness, friction, [G * Math.sin(slope), 0, -G * Math.cos(slope)]);
}

const radians = (degrees: number): number => (degrees * Math.PI) / 180;

interface Slide {
  displacement: number;
  /** Eq. 32. */
  analytical: number;
  /** |displacement / analytical - 1| at the end. */
  error: number;
}

/** Section 5.3: a unit block on a slope of 28 degrees, from rest. `phi` in degrees. */
export function slide(method: ContactMethod, phi: number, time: number, stiffness: number, dt: number): Slide {
  const slope = radians(28);
  const { bodies, step } = onSlope(method, 1, 1, slope, Math.tan(radians(phi)), stiffness);
  const steps = Math.round(time / dt);
  for (let k = 0; k < steps; k++) step(dt);
  const analytical = 0.5 * G * (Math.sin(slope) - Math.cos(slope) * Math.tan(radians(phi))) * (steps * dt) ** 2;
  const displacement = bodies.positions[3];
  return { displacement, analytical, error: Math.abs(displacement / analytical - 1) };
}

/** Section 5.4: whether a block 0.1 wide topples within `time`. It can slide nowhere. Degrees. */
export function topples(method: ContactMethod, height: number, degrees: number, time: number): boolean {
  const { bodies, step } = onSlope(method, 0.1, height, radians(degrees), 5, 1e8);
  const dt = 1e-4;
  for (let t = 0; t < time; t += dt) step(dt);
  // Leaning by more than 3 degrees: half the angle has this sine.
  return Math.abs(bodies.orientations[5]) > Math.sin(radians(1.5));
}

interface Rebound {
  /** Largest change of the whole energy over the energy of the fall. */
  energyError: number;
  /** Deepest overlap. */
  penetration: number;
  bounces: number;
  /** Height of the first rebound over that of the fall. */
  height: number;
}

/** Section 5.2: a roof-shaped prism falls with its edge across that of another, with no damping. Figure 22 compares the energies. */
export function rebound(method: ContactMethod, time: number, dt: number): Rebound {
  const roof = polyhedronFromVertices([-1, -0.5, 0, 1, -0.5, 0, -1, 0.5, 0, 1, 0.5, 0, -1, 0, 0.5, 1, 0, 0.5]);
  const below = 0.5 - roof.origin[2];
  const drop = 0.2;
  const bodies = createBodySet({ shapes: [roof], positions: new Float64Array([0, 0, 0, 0, 0, 2 * below + drop]) });
  // Upside down and across: half a turn about the diagonal of x and y.
  const h = Math.SQRT1_2;
  bodies.orientations.set([h, h, 0, 0], 4);
  const { dynamics, step } = scene(bodies, method, 1e8, 0, [0, 0, -G]);
  const first = balanceOf(dynamics).total;
  const fall = (drop * G) / dynamics.inverseMasses[1];
  const out: Rebound = { energyError: 0, penetration: 0, bounces: 0, height: 0 };
  let wasDown = true;
  for (let t = 0; t < time; t += dt) {
    step(dt);
    const z = bodies.positions[5];
    const isDown = dynamics.velocities[5] < 0;
    if (wasDown && !isDown) out.bounces++;
    wasDown = isDown;
    out.penetration = Math.max(out.penetration, 2 * below - z);
    if (out.bounces === 1) out.height = Math.max(out.height, (z - 2 * below) / drop);
    out.energyError = Math.max(out.energyError, Math.abs(balanceOf(dynamics).total - first) / fall);
  }
  return out;
}
