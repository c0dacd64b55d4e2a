/**
 * Section 5.1, first case, with deformable blocks: a prism falls on a fixed one, a corner B on a corner D. Only the
 * first blow is here.
 *
 * Sizes, the drop and the tilt are those of the rigid problem. `inward` moves B along the edge CD, so that a corner
 * meets an edge. By symmetry the blow is in the plane of both edges, when the meshes are symmetric too: those of half a
 * prism and its mirror image.
 */
import {
  createDeformableContacts,
  createDeformables,
  createElasticMaterial,
  createSpringLaw,
  meshFromElements,
  meshPolyhedron,
  polyhedronFromVertices,
  stableStep,
  stepDeformables,
  StepStatus,
  type BlockMesh,
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
  /**
   * Speed of the prism across the plane of both edges after the first blow over the speed of the fall; 0 by symmetry.
   * Every later blow makes it about 1e4 times as large: an edge that stands on an edge is unstable.
   */
  sideways: number;
  /** Largest |kinetic + elastic + springs - work of gravity| over the weight times the drop. */
  energyError: number;
  penetration: number;
  status: StepStatus;
  tetrahedra: number;
}

/** The mesh of a body on the side of positive y, and of its mirror image. They share the nodes at y = 0. */
function mirrored(corners: number[], refinements: number): BlockMesh {
  const half = polyhedronFromVertices(corners);
  const mesh = meshPolyhedron(half, refinements);
  const nodes: number[] = [];
  const twins: number[] = [];
  for (let n = 0; n < mesh.nodes.length; n++) nodes.push(mesh.nodes[n] + half.origin[n % 3]);
  const count = nodes.length / 3;
  for (let n = 0; n < count; n++) {
    const [x, y, z] = nodes.slice(3 * n, 3 * n + 3);
    const isShared = Math.abs(y) < 1e-9;
    if (isShared) nodes[3 * n + 1] = 0;
    twins.push(isShared ? n : nodes.length / 3);
    if (!isShared) nodes.push(x, -y, z);
  }
  const elements = [...mesh.elements];
  for (let e = 0; e < mesh.elements.length; e += 4) {
    const [a, b, c, d] = [...mesh.elements.subarray(e, e + 4)].map((n) => twins[n]);
    elements.push(b, a, c, d);
  }
  return meshFromElements(nodes, elements);
}

/** `time` is that after the first touch, s; `part` the step over the stable one. */
export function fallingPrisms(refinements: number, part: number, time: number, inward: number): FallingPrisms {
  const roof = mirrored([-1, 0, -0.5, 1, 0, -0.5, -1, 0.5, -0.5, 1, 0.5, -0.5, -1, 0, 0, 1, 0, 0], refinements);
  const prism = mirrored([-0.6, 0, 0.6, 0.6, 0, 0.6, -0.6, 0.3, 0.6, 0.6, 0.3, 0.6, -0.6, 0, 0, 0.6, 0, 0], refinements);
  const material = createElasticMaterial(35e9, 0.25, 2700);
  // B is at (0.6, 0, 0).
  const turn = ([x, y, z]: number[]): number[] => [COSINE * x + SINE * z, y, COSINE * z - SINE * x];
  const [bx, , bz] = turn([0.6, 0, 0]);
  const set = createDeformables(
    [
      { mesh: roof, material },
      { mesh: placed(prism, turn), material, position: [1 - inward - bx, 0, DROP - bz] },
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
    if (contacts.pointCount === 0 && Number.isNaN(out.sideways) && !Number.isNaN(out.fallError))
      out.sideways = Math.abs(meanOf(set, set.velocities, 1)[1]) / (G * fall);
    if (k % 100 > 0 && contacts.pointCount === 0) continue;
    const { kinetic, elastic, springs, gravity } = balanceOf(set, contacts, dt);
    out.energyError = Math.max(out.energyError, Math.abs(kinetic + elastic + springs - gravity) / scale);
  }
  return out;
}
