/**
 * Section 5.3 with a deformable block: a cube of 1 m slides from rest down a plane of 28 degrees. Eq. 32 has its
 * displacement.
 *
 * Eq. 32 is for friction at its limit from the first moment. So the block first rests under a gravity that is turned by
 * the angle of friction, with damping. This presses the normal springs and winds up the shear springs. Then the slope
 * acts, without that damping. The slope is a fixed plane; gravity is turned.
 *
 * An elastic block that slides with friction is not stable: the friction of a node follows its normal force, and so
 * friction does work on some vibrations of the block (flutter). They grow until nodes stick or leave the plane, and
 * then the friction is not that of eq. 32. `dashpot` is the normal damping of a node over the critical one of its mass.
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
} from 'dem-contact';
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
  /** Fewest nodes on the plane over all steps after the start, and nodes of the foot. */
  fewest: number;
  foot: number;
  dt: number;
}

export interface SlideOptions {
  /** Friction angle, degrees. */
  phi: number;
  refinements: number;
  time: number;
  samples: number;
  dashpot?: number;
  stiffness?: number;
  youngs?: number;
  /** The step over the stable one; default 0.8. */
  part?: number;
  /** Steps of the rest. */
  settle?: number;
}

export function slide(options: SlideOptions): Slide {
  const { phi, refinements, time, samples, dashpot = 0, stiffness = STIFFNESS, youngs = 30e9, part = 0.8, settle = 20000 } = options;
  const friction = Math.tan(radians(phi));
  const [along, across] = [G * Math.sin(SLOPE), G * Math.cos(SLOPE)];
  const material = createElasticMaterial(youngs, 0.22, 2500);
  const mesh = meshPolyhedron(box(1, 1, 1), refinements);
  const set = createDeformables([{ mesh, material, position: [0, 0, 0.5] }], {
    gravity: [friction * across, 0, -across],
    localDamping: 0.7,
  });
  const foot = mesh.nodes.filter((z, i) => i % 3 === 2 && z < -0.499).length;
  // The critical damping of a mass m on a spring K is 2 sqrt(K m).
  const normalDamping = dashpot * 2 * Math.sqrt(((stiffness * massOf(set, 0)) / mesh.nodes.length) * 3);
  const law = createSpringLaw(stiffness, SHEAR * stiffness, friction, { normalDamping });
  const contacts = createDeformableContacts(set, law, { planes: [{ normal: [0, 0, 1], offset: 0 }] });
  const dt = part * stableStep(set, contacts);
  const advance = (steps: number): void => {
    for (let k = 0; k < steps; k++) {
      const status = stepDeformables(set, dt, contacts);
      if (status !== StepStatus.Done) throw new Error(`status ${status} at ${set.time} s`);
      if (set.localDamping === 0) out.fewest = Math.min(out.fewest, contacts.planePointCount);
    }
  };
  const out: Slide = { times: [], displacements: [], analytical: [], error: 0, fewest: foot, foot, dt };
  advance(settle);
  set.localDamping = 0;
  set.velocities.fill(0);
  set.gravity[0] = along;
  const acceleration = along - friction * across;
  const origin = meanOf(set, set.positions, 0)[0];
  const steps = Math.round(time / (samples * dt));
  for (let sample = 1; sample <= samples; sample++) {
    advance(steps);
    const t = sample * steps * dt;
    // Positions are half a step ahead of velocities: from rest, n steps give a dt^2 n (n + 1) / 2.
    const analytical = 0.5 * acceleration * t * (t + dt);
    const s = meanOf(set, set.positions, 0)[0] - origin;
    out.times.push(t);
    out.displacements.push(s);
    out.analytical.push(analytical);
    out.error = Math.max(out.error, Math.abs(s / analytical - 1));
  }
  return out;
}
