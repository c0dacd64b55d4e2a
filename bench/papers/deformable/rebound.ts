/**
 * Section 5.2 with deformable blocks: two prisms like roofs, one upside down and across the other. It falls with its
 * edge on the edge of the fixed one and rebounds, without damping. Figure 22 compares the work of gravity with the
 * kinetic and elastic energy.
 *
 * Sizes are those of the rigid problem: prisms 2 m long, 1 m wide and 0.5 m high, and a drop of 0.9 m. The blocks are
 * moved sideways by OFF, so that the edges cross between nodes of the fixed block.
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

const STIFFNESS = 100e9;
export const DROP = 0.9;
const OFF = 0.13;

export interface Rebound {
  times: number[];
  /** Height of the centre of the falling block less that at the first touch, m. */
  heights: number[];
  kinetic: number[];
  /** Of blocks and springs, J. */
  elastic: number[];
  work: number[];
  /** Largest |kinetic + elastic - work| over the weight times the drop. */
  energyError: number;
  /** Longest overlap, m. */
  penetration: number;
  /** Largest height after the first contact over the drop. */
  reboundHeight: number;
  /** Largest share of the energy of the fall that the blocks hold as stress. */
  stressShare: number;
  /** The step, s, and tetrahedra. */
  dt: number;
  elements: number;
}

export interface ReboundOptions {
  /** Young's modulus, Pa. */
  youngs?: number;
  refinements: number;
  /** The step over the stable one. */
  part: number;
  time: number;
  every?: number;
  stiffness?: number;
}

export function rebound({ youngs = 2e9, refinements, part, time, every = 0.01, stiffness = STIFFNESS }: ReboundOptions): Rebound {
  const roof = polyhedronFromVertices([-1, -0.5, 0, 1, -0.5, 0, -1, 0.5, 0, 1, 0.5, 0, -1, 0, 0.5, 1, 0, 0.5]);
  const top = 0.5 - roof.origin[2];
  const mesh = meshPolyhedron(roof, refinements);
  const material = createElasticMaterial(youngs, 0.2, 2600);
  const set = createDeformables(
    [
      { mesh, material },
      // Half a turn about the diagonal of x and y: upside down and across.
      { mesh: placed(mesh, ([x, y, z]) => [y + OFF, x, -z]), material, position: [0, 0, 2 * top + DROP] },
    ],
    { gravity: [0, 0, -G] },
  );
  hold(set, 0, (_x, _y, z) => z < top - 0.5 + 1e-9);
  const contacts = createDeformableContacts(set, createSpringLaw(stiffness, 0, 0));
  const dt = part * stableStep(set, contacts);
  const scale = massOf(set, 1) * G * DROP;
  const out: Rebound = {
    times: [],
    heights: [],
    kinetic: [],
    elastic: [],
    work: [],
    energyError: 0,
    penetration: 0,
    reboundHeight: 0,
    stressShare: 0,
    dt,
    elements: set.elementCount,
  };
  let hasTouched = false;
  for (let step = 0; set.time < time; step++) {
    const status = stepDeformables(set, dt, contacts);
    if (status !== StepStatus.Done) throw new Error(`status ${status} at ${set.time} s`);
    hasTouched ||= contacts.pointCount > 0;
    out.penetration = Math.max(out.penetration, contacts.deepest[0]);
    // Far from a contact a balance now and then is enough.
    if (!(step % 100 === 0 || contacts.pointCount > 0 || out.times.length * every <= set.time)) continue;
    const { kinetic, elastic, springs, gravity } = balanceOf(set, contacts, dt);
    const height = meanOf(set, set.positions, 1)[2] - 2 * top;
    if (hasTouched) out.reboundHeight = Math.max(out.reboundHeight, height / DROP);
    out.energyError = Math.max(out.energyError, Math.abs(kinetic + elastic + springs - gravity) / scale);
    out.stressShare = Math.max(out.stressShare, elastic / scale);
    if (out.times.length * every > set.time) continue;
    out.times.push(set.time);
    out.heights.push(height);
    out.kinetic.push(kinetic);
    out.elastic.push(elastic + springs);
    out.work.push(gravity);
  }
  return out;
}
