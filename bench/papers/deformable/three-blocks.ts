/**
 * Section 5.1, second case, with deformable blocks: a cube falls on two fixed ones side by side, 0.5 m square and 1 m
 * and 0.5 m high: on the higher one first, then over its rim on the lower one, where it comes to rest.
 *
 * Sizes, place and turn are those of the rigid problem; so are a thousandth of the paper's stiffness and the damping in
 * proportion to mass (C of eq. 9). The outer blocks are held at all nodes. There is no solution to compare with.
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
import { balanceOf, G, hold, massOf, meanOf, placed, radians, type Watch } from './scene';

const DENSITY = 2500;
const STIFFNESS = 450e6;
const SHEAR = 368 / 450;
/** dTol: rims that meet have at once the energy K dTol^2 / 2, here 0.02 J. */
const TOLERANCE = 1e-5;
const SIDE = 0.4;
/** Where the centre of the cube starts in x, its turn x y z w, not normalised, and the height of its lowest corner. */
const PLACE = -0.1;
const TURN = [-0.12, -0.21, 0.17, 0.9];
const DROP = 0.114;
/** 1 / s. */
const DAMPING = 6;

export interface ThreeBlocks {
  /** When the cube first touched the higher and the lower block, s; NaN: never. */
  higher: number;
  lower: number;
  /** Largest rise of the whole energy over that of a fall from the height of the lower block. */
  rise: number;
  penetration: number;
  /** Height of the centre of the cube over the lower block at the end less half a side, m. */
  restHeight: number;
  status: StepStatus;
  tetrahedra: number;
}

export function threeBlocks(refinements: number, time: number, watch: Watch = () => undefined): ThreeBlocks {
  const material = createElasticMaterial(30e9, 0.22, DENSITY);
  const length = Math.sqrt(TURN.reduce((sum, x) => sum + x * x, 0));
  const [qx, qy, qz, qw] = TURN.map((q) => q / length);
  const turn = ([x, y, z]: number[]): number[] => [
    (1 - 2 * (qy * qy + qz * qz)) * x + 2 * (qx * qy - qz * qw) * y + 2 * (qx * qz + qy * qw) * z,
    2 * (qx * qy + qz * qw) * x + (1 - 2 * (qx * qx + qz * qz)) * y + 2 * (qy * qz - qx * qw) * z,
    2 * (qx * qz - qy * qw) * x + 2 * (qy * qz + qx * qw) * y + (1 - 2 * (qx * qx + qy * qy)) * z,
  ];
  const mesh = placed(meshPolyhedron(box(SIDE, SIDE, SIDE), refinements), turn);
  const low = mesh.nodes.reduce((least, z, i) => (i % 3 === 2 ? Math.min(least, z) : least), 0);
  const set = createDeformables(
    [
      { mesh: meshPolyhedron(box(0.5, 0.5, 1), refinements), material, position: [-0.25, 0, 0.5] },
      { mesh: meshPolyhedron(box(0.5, 0.5, 0.5), refinements), material, position: [0.25, 0, 0.25] },
      { mesh, material, position: [PLACE, 0, 1 - low + DROP] },
    ],
    { gravity: [0, 0, -G], massDamping: DAMPING },
  );
  for (const b of [0, 1]) hold(set, b, () => true);
  const contacts = createDeformableContacts(set, createSpringLaw(STIFFNESS, SHEAR * STIFFNESS, Math.tan(radians(30))), {
    tolerance: TOLERANCE,
  });
  let dt = 0.8 * stableStep(set, contacts);
  const out: ThreeBlocks = {
    higher: NaN,
    lower: NaN,
    rise: 0,
    penetration: 0,
    restHeight: NaN,
    status: StepStatus.Done,
    tetrahedra: set.elementCount,
  };
  const scale = massOf(set, 2) * G * 0.5;
  let least = Infinity;
  for (let k = 0; set.time < time; k++) {
    out.status = stepDeformables(set, dt, contacts);
    if (out.status === StepStatus.TooLong) dt = 0.8 * stableStep(set, contacts);
    else if (out.status !== StepStatus.Done) break;
    watch(set, contacts, dt);
    out.penetration = Math.max(out.penetration, contacts.deepest[0]);
    if (k % 10 === 0) {
      const { kinetic, elastic, springs, gravity } = balanceOf(set, contacts, dt);
      const total = kinetic + elastic + springs - gravity;
      least = Math.min(least, total);
      out.rise = Math.max(out.rise, (total - least) / scale);
    }
    if (contacts.pointCount === 0) continue;
    for (const [b, name] of [
      [0, 'higher'],
      [1, 'lower'],
    ] as const)
      if (Number.isNaN(out[name]) && isLoaded(set.forces, set.nodeStart, b)) out[name] = set.time;
  }
  out.restHeight = meanOf(set, set.positions, 2)[2] - 0.5 - 0.5 * SIDE;
  return out;
}

/** Whether a force acts at a node of the held block b. */
function isLoaded(forces: Float64Array, nodeStart: Int32Array, b: number): boolean {
  return forces.subarray(3 * nodeStart[b], 3 * nodeStart[b + 1]).some((force) => force !== 0);
}
