/**
 * Section 5.5, figure 34, with deformable pieces: the wedge meets the ground and breaks. It is cut into tetrahedra;
 * each is a block of its own, and the law of contacts bonds those that share a face, with cohesion, tensile strength
 * and friction of the intact rock. The two planes are smooth; the ground is a smooth plane too.
 *
 * The slide before the collision is eq. 34, so the wedge starts at the ground, with the speed after 1.9 s. Nothing
 * damps the pieces after it.
 */
import {
  createDeformableContacts,
  createDeformables,
  createElasticMaterial,
  createSpringLaw,
  stableStep,
  stepDeformables,
  StepStatus,
  type DeformableSet,
} from 'dem-contact';
import { cutTetrahedron } from '../verification/tetrahedra';
import { balanceOf, G, massOf, meanOf, radians, type Watch } from './scene';

const STIFFNESS = 200e9;
const SHEAR = 160 / 200;
const DIP = radians(40);
/** When the wedge meets the ground, s. */
const MEETING = 1.9;
/** dTol: rims that meet have at once the energy K dTol^2 / 2, here 10 J. With a stiffness of an area it is far less. */
const TOLERANCE = 1e-5;
const TOLERANCE_PER_AREA = 1e-4;
/** Two faces that were one are apart when all their corners are farther from each other than this, m. */
const APART = 1e-3;

export interface BrokenWedge {
  times: number[];
  /** Part of the faces that have come apart, pieces, and the horizontal displacement of the centre since rest, m. */
  broken: number[];
  pieces: number[];
  displacements: number[];
  /** Places of all nodes at those times; four nodes a piece. */
  places: Float64Array[];
  /** Largest rise of the whole energy over the kinetic one of the collision. */
  rise: number;
  /** Deepest overlap, m. */
  penetration: number;
  status: StepStatus;
  tetrahedra: number;
}

/**
 * Up to the last of `times`, s since rest. `strength` scales both strengths; Infinity: nothing breaks. With
 * `stiffnessPerArea` the stiffnesses are those of a square metre, not of a point.
 */
export function breakWedge(
  times: readonly number[],
  cuts: number,
  strength = 1,
  watch: Watch = () => undefined,
  stiffnessPerArea = false,
): BrokenWedge {
  const parts = cutTetrahedron(
    [
      [0, 0, 0],
      [2, 0, 0],
      [1, 0.8, 0.8],
      [1, -0.8, 0.8],
    ],
    cuts,
  );
  const [along, across] = [G * Math.sin(DIP), G * Math.cos(DIP)];
  const material = createElasticMaterial(20e9, 0.25, 2600);
  const speed = along * MEETING;
  const set = createDeformables(
    parts.map((part) => ({
      mesh: { nodes: Float64Array.from(part.flat()), elements: Int32Array.from(isPositive(part) ? [0, 1, 2, 3] : [1, 0, 2, 3]) },
      material,
      velocity: [speed, 0, 0],
    })),
    { gravity: [along, 0, -across] },
  );
  const h = Math.SQRT1_2;
  const up = [-Math.sin(DIP), 0, Math.cos(DIP)];
  const level = [Math.cos(DIP), 0, Math.sin(DIP)];
  const planes = [-h, h].map((y) => ({ normal: [0, y, h], offset: 0 }));
  const law = createSpringLaw(STIFFNESS, SHEAR * STIFFNESS, Math.tan(radians(30)), {
    cohesion: strength * 8.6e6,
    tensileStrength: strength * 5.3e6,
  });
  const contacts = createDeformableContacts(set, law, {
    planes: [...planes, { normal: up, offset: 2 * up[0] - 1e-3 }],
    planeLaw: createSpringLaw(STIFFNESS, 0, 0),
    // A bond holds up to a gap of dTol, so unbreakable ones take the default.
    ...(strength < Infinity ? { tolerance: stiffnessPerArea ? TOLERANCE_PER_AREA : TOLERANCE } : {}),
    stiffnessPerArea,
  });
  const faces = sharedCorners(set);
  let dt = 0.8 * stableStep(set, contacts);
  const mass = parts.reduce((sum, _, b) => sum + massOf(set, b), 0);
  const out: BrokenWedge = {
    times: [],
    broken: [],
    pieces: [],
    displacements: [],
    places: [],
    rise: 0,
    penetration: 0,
    status: StepStatus.Done,
    tetrahedra: parts.length,
  };
  let least = Infinity;
  for (const time of times) {
    for (let k = 0; MEETING + set.time < time; k++) {
      out.status = stepDeformables(set, dt, contacts);
      if (out.status === StepStatus.TooLong) dt = 0.8 * stableStep(set, contacts);
      else if (out.status !== StepStatus.Done) return out;
      watch(set, contacts, dt);
      out.penetration = Math.max(out.penetration, contacts.deepest[0]);
      if (k % 10 > 0) continue;
      const { kinetic, elastic, springs, gravity } = balanceOf(set, contacts, dt);
      const total = kinetic + elastic + springs - gravity;
      least = Math.min(least, total);
      out.rise = Math.max(out.rise, (total - least) / (0.5 * mass * speed * speed));
    }
    const apart = faces.map(({ nodes }) => nodes.every(([p, q]) => distance(set, p, q) > APART));
    out.times.push(MEETING + set.time);
    out.places.push(set.positions.slice());
    out.broken.push(apart.filter(Boolean).length / Math.max(1, faces.length));
    out.pieces.push(
      countPieces(
        parts.length,
        faces.filter((_, f) => !apart[f]),
      ),
    );
    let moved = 0;
    for (let b = 0; b < parts.length; b++) {
      const [now, start] = [set.positions, set.startPositions].map((at) => meanOf(set, at, b));
      moved += (massOf(set, b) / mass) * now.reduce((sum, x, k) => sum + (x - start[k]) * level[k], 0);
    }
    out.displacements.push(0.5 * along * MEETING * MEETING * level[0] + moved);
  }
  return out;
}

function isPositive([a, b, c, d]: readonly (readonly number[])[]): boolean {
  const [u, v, w] = [b, c, d].map((p) => p.map((x, k) => x - a[k]));
  return u[0] * (v[1] * w[2] - v[2] * w[1]) + u[1] * (v[2] * w[0] - v[0] * w[2]) + u[2] * (v[0] * w[1] - v[1] * w[0]) > 0;
}

const distance = ({ positions }: DeformableSet, p: number, q: number): number =>
  Math.sqrt([0, 1, 2].reduce((sum, k) => sum + (positions[3 * p + k] - positions[3 * q + k]) ** 2, 0));

interface Face {
  a: number;
  b: number;
  /** The node of each of the two for the three corners. */
  nodes: [number, number][];
}

/** Faces that two blocks share at the start. Each block has four nodes. */
function sharedCorners(set: DeformableSet): Face[] {
  const faces: Face[] = [];
  for (let b = 0; b < set.blockCount; b++)
    for (let a = 0; a < b; a++) {
      const nodes: [number, number][] = [];
      for (let p = 4 * a; p < 4 * a + 4; p++) for (let q = 4 * b; q < 4 * b + 4; q++) if (distance(set, p, q) < 1e-9) nodes.push([p, q]);
      if (nodes.length === 3) faces.push({ a, b, nodes });
    }
  return faces;
}

function countPieces(count: number, faces: readonly Face[]): number {
  const root = Array.from({ length: count }, (_, k) => k);
  const find = (k: number): number => (root[k] === k ? k : (root[k] = find(root[k])));
  for (const { a, b } of faces) root[find(a)] = find(b);
  return root.filter((_, k) => find(k) === k).length;
}
