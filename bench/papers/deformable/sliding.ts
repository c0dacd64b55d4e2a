/**
 * Section 5.3 with a deformable block: a cube of 1 m slides from rest down a plane of 28 degrees. Eq. 32 has its
 * displacement.
 *
 * Eq. 32 is for friction at its limit from the first moment. So the block first rests under a gravity that is turned by
 * the angle of friction, with damping. This presses the normal springs and winds up the shear springs. Then the slope
 * acts, without that damping. The slope is a fixed plane; gravity is turned.
 *
 * An elastic block that slides with friction is not stable: vibrations grow (flutter.ts), until nodes leave the plane.
 * Then the friction is not that of eq. 32. `damping` brakes the velocity of each node relative to the mean one of the
 * block, with loads of -alpha m (v - mean) that add to zero: the slide as a whole is free. Material damping of a part
 * zeta of the critical one at the frequency w has alpha = 2 zeta w.
 */
import {
  box,
  createDeformableContacts,
  createDeformables,
  createElasticMaterial,
  createSpringLaw,
  meshPolyhedron,
  stableStep,
  stepDeformables,
  StepStatus,
  type DeformableSet,
} from 'dem-contact';
import { flutter } from './flutter';
import { G, massOf, meanOf, radians } from './scene';

const SLOPE = radians(28);
const STIFFNESS = 1500e9;
const SHEAR = 1230 / 1500;

export interface Slide {
  times: number[];
  displacements: number[];
  analytical: number[];
  /** Largest |displacement / eq. 32 - 1|. */
  error: number;
  /** Nodes that press on the plane at the start, and the fewest of them that press after it. */
  foot: number;
  fewest: number;
  dt: number;
  /** Root of the mean square, by mass, of the velocity relative to the mean one: largest of each interval. */
  vibrations: number[];
  /**
   * Growth rate of small vibrations, 1 / s: measured, and that of {@link flutter} at the same speed. NaN if none grew.
   */
  growth: { measured: number; calculated: number; frequency: number };
}

export interface SlideOptions {
  /** Friction angle, degrees. */
  phi: number;
  refinements: number;
  time: number;
  samples: number;
  /** Normal damping of a node over the critical one of its mass. */
  dashpot?: number;
  /** alpha, 1 / s. */
  damping?: number;
  stiffness?: number;
  youngs?: number;
  /** The step over the stable one; default 0.8. */
  part?: number;
  /** Steps of the rest. */
  settle?: number;
}

/** Vibrations between these speeds, m / s, are above rounding and small enough for the linear theory. */
const SMALL = [1e-7, 1e-4];

export function slide(options: SlideOptions): Slide {
  const { phi, refinements, time, samples, dashpot = 0, damping = 0, stiffness = STIFFNESS, youngs = 30e9 } = options;
  const { part = 0.8, settle = 20000 } = options;
  const friction = Math.tan(radians(phi));
  const [along, across] = [G * Math.sin(SLOPE), G * Math.cos(SLOPE)];
  const material = createElasticMaterial(youngs, 0.22, 2500);
  const mesh = meshPolyhedron(box(1, 1, 1), refinements);
  const set = createDeformables([{ mesh, material, position: [0, 0, 0.5] }], {
    gravity: [friction * across, 0, -across],
    localDamping: 0.7,
  });
  // The critical damping of a mass m on a spring K is 2 sqrt(K m).
  const normalDamping = dashpot * 2 * Math.sqrt(((stiffness * massOf(set, 0)) / mesh.nodes.length) * 3);
  const law = createSpringLaw(stiffness, SHEAR * stiffness, friction, { normalDamping });
  const contacts = createDeformableContacts(set, law, { planes: [{ normal: [0, 0, 1], offset: 0 }] });
  const dt = part * stableStep(set, contacts);
  const step = (): void => {
    const status = stepDeformables(set, dt, contacts);
    if (status !== StepStatus.Done) throw new Error(`status ${status} at ${set.time} s`);
  };
  for (let k = 0; k < settle; k++) step();
  // Bent by gravity, a corner of the foot may be above the plane.
  const foot = [...mesh.nodes.keys()].filter((i) => i % 3 === 2 && set.positions[i] < 0).map((i) => Math.floor(i / 3));
  const loads = foot.map((node) => -stiffness * set.positions[3 * node + 2]);
  set.localDamping = 0;
  set.velocities.fill(0);
  set.gravity[0] = along;
  const acceleration = along - friction * across;
  const origin = meanOf(set, set.positions, 0)[0];
  const steps = Math.round(time / (samples * dt));
  // Of vibrations there are ten intervals in each one of the displacements.
  const short = Math.max(1, Math.floor(steps / 10));
  const nothing = { measured: Number.NaN, calculated: Number.NaN, frequency: Number.NaN };
  const out: Slide = {
    ...{ times: [], displacements: [], analytical: [], error: 0, fewest: foot.length, foot: foot.length, dt },
    ...{ vibrations: [], growth: nothing },
  };
  for (let sample = 1; sample <= samples; sample++) {
    let most = 0;
    for (let k = 1; k <= steps; k++) {
      if (damping > 0) brake(set, damping);
      step();
      out.fewest = Math.min(out.fewest, foot.filter((node) => set.positions[3 * node + 2] < 0).length);
      if (k % 8 === 0) most = Math.max(most, vibrationOf(set));
      if (k % short !== 0) continue;
      out.vibrations.push(most);
      most = 0;
    }
    const t = sample * steps * dt;
    // Positions are half a step ahead of velocities: from rest, n steps give a dt^2 n (n + 1) / 2.
    const analytical = 0.5 * acceleration * t * (t + dt);
    const s = meanOf(set, set.positions, 0)[0] - origin;
    out.times.push(t);
    out.displacements.push(s);
    out.analytical.push(analytical);
    out.error = Math.max(out.error, Math.abs(s / analytical - 1));
  }
  const first = out.vibrations.findIndex((v) => v > SMALL[0]);
  const last = out.vibrations.findIndex((v) => v > SMALL[1]) - 1;
  if (first >= 0 && last > first) {
    const interval = short * dt;
    const measured = Math.log(out.vibrations[last] / out.vibrations[first]) / ((last - first) * interval);
    const speed = acceleration * interval * 0.5 * (first + last + 1);
    const steady = { mesh, material, foot, loads, stiffness, dashpot: normalDamping, friction, speed, damping };
    const { rate, frequency } = flutter(steady);
    out.growth = { measured, calculated: rate, frequency };
  }
  return out;
}

/** Loads against the velocities relative to the mean one. */
function brake(set: DeformableSet, damping: number): void {
  const mean = meanOf(set, set.velocities, 0);
  for (let i = 0; i < set.loads.length; i++) set.loads[i] = -damping * set.masses[Math.floor(i / 3)] * (set.velocities[i] - mean[i % 3]);
}

function vibrationOf(set: DeformableSet): number {
  const mean = meanOf(set, set.velocities, 0);
  const squares = set.velocities.map((v, i) => (v - mean[i % 3]) ** 2);
  const [x, y, z] = meanOf(set, squares, 0);
  return Math.sqrt(x + y + z);
}
