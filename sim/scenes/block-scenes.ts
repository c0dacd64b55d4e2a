/**
 * The two scenes of the fast direct search's paper (Zheng et al. 2017, section 3.2): a wall of blocks that stands, and
 * tetrahedra that fall.
 *
 * From the paper: 15, 55 and 120 blocks with contact springs of 1e10 N/m; 64, 125 and 216 tetrahedra of about 1.7e-4 m3
 * (it prints 1.7E4, which would sink kilometres into its springs) with 1e5 N/m; time steps of 0.001 s, 1000 and 3000 of
 * them.
 *
 * Ours, since the figures are lost: 15, 55 and 120 are the sums of 1 to 5, 10 and 15, so the wall is a triangle of so
 * many courses with one block on top, its blocks 1 x 0.5 x 0.5 m; the tetrahedra are regular and start on a cubic
 * lattice, turned at random, near each other but apart. Both stand over a base that does not move. Density 2600 kg/m3,
 * friction 0.6, restitution 0.3. The paper's implicit integration (discontinuous deformation analysis) is replaced by
 * the rigid-body loop, which makes as many steps as its stability asks for in each of the paper's; contacts come from
 * the fast direct search, as in the paper.
 */
import {
  addBody,
  BodyFlag,
  box,
  createBodySet,
  createContactFor,
  createDetector,
  createRandom,
  detect,
  exactMethod,
  fastDirectSearchMethod,
  polyhedronFromVertices,
  Status,
} from 'dem-contact';
import type { BodySet, ConvexPolyhedron } from 'dem-contact';
import { createDynamics, stepDynamics, timeStepFor } from '../dynamics/dynamics';
import type { MovingScene } from '../recorder';
import { randomRotation } from './mixed-particles';

const TIME_STEP = 1e-3;
const BLOCK = [1, 0.5, 0.5] as const;
const TETRAHEDRON_VOLUME = 1.7e-4;

export interface BlockScene extends MovingScene {
  /** Steps of the loop in one of the paper's. */
  readonly substeps: number;
}

/** A triangular wall of this many courses on a base, flush everywhere. */
export function blockWall(courses: number): BlockScene {
  const bodies = createBodySet();
  const [length, width, height] = BLOCK;
  const block = box(length, width, height);
  addBody(bodies, { shape: box((courses + 1) * length, 2 * width, height), position: [0, 0, -height / 2], flags: BodyFlag.Static });
  for (let course = 0; course < courses; course++) {
    const count = courses - course;
    for (let k = 0; k < count; k++)
      addBody(bodies, { shape: block, position: [(k - (count - 1) / 2) * length, 0, (course + 0.5) * height] });
  }
  return move(bodies, 1e10);
}

/** side^3 tetrahedra above a base. */
export function fallingTetrahedra(side: number, seed: number): BlockScene {
  const bodies = createBodySet();
  const random = createRandom(seed);
  const shape = regularTetrahedron(TETRAHEDRON_VOLUME);
  const spacing = SPACING * shape.radius;
  const extent = 3 * side * spacing;
  addBody(bodies, { shape: box(extent, extent, spacing), position: [0, 0, -spacing / 2], flags: BodyFlag.Static });
  const at = (k: number): number => (k - (side - 1) / 2) * spacing;
  for (let i = 0; i < side ** 3; i++) {
    const layer = Math.floor(i / side ** 2);
    const position: [number, number, number] = [at(i % side), at(Math.floor(i / side) % side), (layer + 0.6) * spacing];
    const row = addBody(bodies, { shape, position, orientation: randomRotation(random) });
    // Sites beside it that are taken are at most a layer back.
    const first = Math.max(1, row - side ** 2 - side - 1);
    for (let turns = 0; turns < MOST_TURNS && touchesAny(bodies, row, first); turns++)
      bodies.orientations.set(randomRotation(random), 4 * row);
  }
  return move(bodies, 1e5);
}

/**
 * Lattice spacing in bounding radii: neighbours are near, for their bounding spheres meet, but can be turned so that
 * none touch.
 */
const SPACING = 1.9;
const MOST_TURNS = 200;

function touchesAny(bodies: BodySet, row: number, first: number): boolean {
  const { shapes, shapeIndex } = bodies;
  const contact = createContactFor(shapes[shapeIndex[row]], shapes[shapeIndex[row]]);
  for (let other = first; other < row; other++) {
    if (detect(contact, exactMethod, bodies, row, other) !== Status.Separated) return true;
  }
  return false;
}

/** On alternate corners of a cube; its volume is a third of the cube's. */
function regularTetrahedron(volume: number): ConvexPolyhedron {
  const h = 0.5 * Number(Math.cbrt(3 * volume).toPrecision(6));
  return polyhedronFromVertices([h, h, h, h, -h, -h, -h, h, -h, -h, -h, h]);
}

function move(bodies: BodySet, stiffness: number): BlockScene {
  const material = { density: 2600, normalStiffness: stiffness, shearStiffness: stiffness, friction: 0.6, restitution: 0.3 };
  const detector = createDetector({ bodies, method: fastDirectSearchMethod });
  const dynamics = createDynamics(bodies, material, { gravity: [0, 0, -9.81] });
  const substeps = Math.ceil(TIME_STEP / timeStepFor(dynamics));
  return {
    bodies,
    substeps,
    step: () => {
      for (let k = 0; k < substeps; k++) stepDynamics(dynamics, TIME_STEP / substeps, () => detector.update());
    },
  };
}
