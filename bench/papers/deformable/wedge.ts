/**
 * Section 5.5 with a deformable wedge: a tetrahedron slides from rest down the line in which two smooth planes meet;
 * eq. 34 has its displacement. Sizes are those of the rigid problem. Gravity is turned by the dip of the line.
 */
import {
  createDeformableContacts,
  createDeformables,
  createElasticMaterial,
  createSpringLaw,
  meshPolyhedron,
  polyhedronFromVertices,
  stableStep,
  stepDeformables,
  StepStatus,
} from 'dem-contact';
import { G, meanOf, radians } from './scene';

const STIFFNESS = 200e9;

export interface WedgeSlide {
  times: number[];
  displacements: number[];
  analytical: number[];
  /** Largest |displacement / eq. 34 - 1|. */
  error: number;
}

export function slideWedge(dip: number, refinements: number, time: number, samples: number): WedgeSlide {
  const shape = polyhedronFromVertices([0, 0, 0, 2, 0, 0, 1, 0.8, 0.8, 1, -0.8, 0.8]);
  const [along, across] = [G * Math.sin(radians(dip)), G * Math.cos(radians(dip))];
  const material = createElasticMaterial(20e9, 0.25, 2600);
  const set = createDeformables([{ mesh: meshPolyhedron(shape, refinements), material, position: shape.origin }], {
    gravity: [0, 0, -across],
    localDamping: 0.7,
  });
  const h = Math.SQRT1_2;
  const planes = [-h, h].map((y) => ({ normal: [0, y, h], offset: 0 }));
  const contacts = createDeformableContacts(set, createSpringLaw(STIFFNESS, 0, 0), { planes });
  const dt = 0.8 * stableStep(set, contacts);
  const advance = (steps: number): void => {
    for (let k = 0; k < steps; k++) {
      const status = stepDeformables(set, dt, contacts);
      if (status !== StepStatus.Done) throw new Error(`status ${status} at ${set.time} s`);
    }
  };
  advance(10000);
  set.localDamping = 0;
  set.velocities.fill(0);
  set.gravity[0] = along;
  const origin = meanOf(set, set.positions, 0)[0];
  const out: WedgeSlide = { times: [], displacements: [], analytical: [], error: 0 };
  const steps = Math.round(time / (samples * dt));
  for (let sample = 1; sample <= samples; sample++) {
    advance(steps);
    const t = sample * steps * dt;
    // Positions are half a step ahead of velocities.
    const analytical = 0.5 * along * t * (t + dt);
    out.times.push(t);
    out.displacements.push(meanOf(set, set.positions, 0)[0] - origin);
    out.analytical.push(analytical);
    out.error = Math.max(out.error, Math.abs(out.displacements[sample - 1] / analytical - 1));
  }
  return out;
}
