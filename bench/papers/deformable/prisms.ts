/**
 * Section 5.1, first case, with deformable blocks: a prism falls on a fixed one, a corner B on a corner D. Only the
 * first blow is here.
 *
 * Sizes, the drop and the tilt are those of the rigid problem. `inward` moves B along the edge CD, so that a corner
 * meets an edge. By symmetry the blow is in the plane of both edges. That is not so here: a node that meets an edge has
 * the normal of one of the two faces beside it. A corner right above a corner is at the border of three faces.
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
import { balanceOf, G, hold, massOf, meanOf, placed } from './scene';

const STIFFNESS = 875e9;
/** dTol: rims that meet have at once the energy K dTol^2 / 2, here 0.004 J. */
const TOLERANCE = 1e-7;
const DROP = 1;
/** How much B is lower than A: sine and cosine of the angle. */
const SINE = 0.1;
const COSINE = Math.sqrt(1 - SINE * SINE);

export interface FallingPrisms {
  /** When B first touched, over the time of a free fall, less 1; NaN: never. */
  fallError: number;
  /** Speed of the prism across the plane of both edges at the end over the speed of the fall; 0 by symmetry. */
  sideways: number;
  /** Largest |kinetic + elastic + springs - work of gravity| over the weight times the drop. */
  energyError: number;
  penetration: number;
  status: StepStatus;
  tetrahedra: number;
}

/** `time` is that after the first touch, s; `part` the step over the stable one. */
export function fallingPrisms(refinements: number, part: number, time: number, inward: number): FallingPrisms {
  const roof = polyhedronFromVertices([-1, -0.5, -0.5, 1, -0.5, -0.5, -1, 0.5, -0.5, 1, 0.5, -0.5, -1, 0, 0, 1, 0, 0]);
  const prism = polyhedronFromVertices([-0.6, -0.3, 0.6, 0.6, -0.3, 0.6, -0.6, 0.3, 0.6, 0.6, 0.3, 0.6, -0.6, 0, 0, 0.6, 0, 0]);
  const material = createElasticMaterial(35e9, 0.25, 2700);
  // The nodes are from the centroid. B is at (0.6, 0, -up).
  const up = prism.origin[2];
  const turn = ([x, y, z]: number[]): number[] => [COSINE * x + SINE * z, y, COSINE * z - SINE * x];
  const [bx, , bz] = turn([0.6, 0, -up]);
  const set = createDeformables(
    [
      { mesh: meshPolyhedron(roof, refinements), material, position: roof.origin },
      { mesh: placed(meshPolyhedron(prism, refinements), turn), material, position: [1 - inward - bx, 0, DROP - bz] },
    ],
    { gravity: [0, 0, -G] },
  );
  hold(set, 0, (_x, _y, z) => z < -0.499);
  const contacts = createDeformableContacts(set, createSpringLaw(STIFFNESS, 0, 0), { tolerance: TOLERANCE });
  const dt = part * stableStep(set, contacts);
  const out: FallingPrisms = {
    fallError: NaN,
    sideways: NaN,
    energyError: 0,
    penetration: 0,
    status: StepStatus.Done,
    tetrahedra: set.elementCount,
  };
  const scale = massOf(set, 1) * G * DROP;
  const fall = Math.sqrt((2 * DROP) / G);
  for (let k = 0; set.time < fall + time; k++) {
    out.status = stepDeformables(set, dt, contacts);
    if (out.status !== StepStatus.Done) break;
    out.penetration = Math.max(out.penetration, contacts.deepest[0]);
    if (contacts.pointCount > 0 && Number.isNaN(out.fallError)) out.fallError = Math.abs(set.time / fall - 1);
    if (k % 100 > 0 && contacts.pointCount === 0) continue;
    const { kinetic, elastic, springs, gravity } = balanceOf(set, contacts, dt);
    out.energyError = Math.max(out.energyError, Math.abs(kinetic + elastic + springs - gravity) / scale);
  }
  out.sideways = Math.abs(meanOf(set, set.velocities, 1)[1]) / (G * fall);
  return out;
}
