/**
 * Section 5.3: a block from rest on a slope of 28 degrees with friction; eq. 32 has its displacement. The size of the
 * block is not printed: a cube of a metre here.
 *
 * Eq. 32 is for friction at its limit from the first moment. So the block is first held at limit equilibrium: on the
 * level plane, with just the pull along it that friction can hold. That presses the normal springs, more in front than
 * behind, and winds up the shear springs. Then the slope acts. Other starts, which show what an error comes from:
 * 'pressed' under its own weight, with slack shear springs, and 'touching', with nothing at all.
 */
import { box, createBodySet } from 'dem-contact';
import { balanceOf } from '../../../sim/dynamics/energy';
import { G, createScene, radians, settle, type Rival } from './scene';

export const SLOPE = radians(28);
const DENSITY = 2500;
export const STIFFNESS = 1500e9;
/** Ks / Kn of the paper. */
const SHEAR = 1230 / 1500;

export type Start = 'limit' | 'pressed' | 'touching';

export interface Slide {
  /** Time, displacement and eq. 32, s and m. */
  times: number[];
  displacements: number[];
  analytical: number[];
  /** Largest |displacement / eq. 32 - 1| over those times. */
  error: number;
  /** Deepest corner, m. */
  penetration: number;
  /** Energy that is gone at the end over the work of friction, mu N s, less 1. */
  energyError: number;
  /** Momentum along the slope at the end over m a t, less 1. */
  momentumError: number;
}

export interface SlideOptions {
  /** Friction angle, degrees. */
  phi: number;
  /** s; displacements are taken at `samples` even times up to it. */
  time: number;
  samples: number;
  dt: number;
  /** Kn, N / m. */
  stiffness?: number;
  start?: Start;
}

export function slide(rival: Rival, { phi, time, samples, dt, stiffness = STIFFNESS, start = 'limit' }: SlideOptions): Slide {
  const friction = Math.tan(radians(phi));
  const along = G * Math.sin(SLOPE);
  const across = G * Math.cos(SLOPE);
  const load = DENSITY * across;
  const depth = start === 'touching' ? 0 : load / (4 * stiffness);
  const bodies = createBodySet({
    shapes: [box(18, 4, 1), box(1, 1, 1)],
    shapeIndex: new Int32Array([0, 1]),
    positions: new Float64Array([7, 0, -0.5, 0, 0, 0.5 - depth]),
  });
  const springs = { normal: stiffness, shear: SHEAR * stiffness, friction, area: 1 };
  const scene = createScene(bodies, rival, DENSITY, springs, [along, 0, -across]);
  // A time step that resolves the springs of the rest: half of that of the stiffest mode is more than enough.
  if (start === 'limit') settle(scene, [friction * across, 0, -across], 0.3 * Math.sqrt(DENSITY / (4 * stiffness)), 2000);
  const origin = bodies.positions[3];
  const first = balanceOf(scene.dynamics).total;
  const acceleration = along - friction * across;

  const out: Slide = { times: [], displacements: [], analytical: [], error: 0, penetration: 0, energyError: 0, momentumError: 0 };
  const steps = Math.round(time / (samples * dt));
  for (let sample = 1; sample <= samples; sample++) {
    for (let k = 0; k < steps; k++) scene.step(dt);
    const t = sample * steps * dt;
    const s = bodies.positions[3] - origin;
    const analytical = 0.5 * acceleration * t * t;
    out.times.push(t);
    out.displacements.push(s);
    out.analytical.push(analytical);
    out.error = Math.max(out.error, Math.abs(s / analytical - 1));
  }
  const last = balanceOf(scene.dynamics);
  const t = out.times[samples - 1];
  const heat = friction * load * out.displacements[samples - 1];
  out.energyError = Math.abs((first - last.total) / heat - 1);
  out.momentumError = Math.abs(last.momentum[0] / (DENSITY * acceleration * t) - 1);
  out.penetration = scene.springs.penetration;
  return out;
}
